"""Results and tickets as the public sees them: what was drawn, what a ticket won, and why."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from eyesdown.display.keno.words import LineShown, line_shown, numbers_of
from eyesdown.display.record import how_words
from eyesdown.draw.evidence import Evidence
from eyesdown.keno.bets.bet import SingleBet
from eyesdown.keno.bets.draws import Draw
from eyesdown.keno.bets.settle import Reason, settle
from eyesdown.keno.sales.events import EntryAccepted, EntryCancelled
from eyesdown.keno.words.prizes import Prize
from eyesdown.kernel.money import dollars
from eyesdown.rulebooks.nsw_keno.book import NswKeno


@dataclass(frozen=True, slots=True)
class ResultView:
    """A published game."""

    day: str
    number: int
    draw: Draw
    evidence: Evidence | None
    because: str
    how: str = "alone"
    witnesses: tuple[str, ...] = ()
    game: int = -1
    at: datetime | None = None
    """When it was published."""

    @property
    def provable(self) -> bool:
        """Whether there is a proof to download and check."""
        return self.evidence is not None or self.how in ("witnessed", "slowly")

    @property
    def how_words(self) -> tuple[str, str]:
        """How it was drawn, and who could still have cheated."""
        return how_words(self.how, self.witnesses)

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """The Rows that share First, Second and every place after them."""
        places = self.draw.racing_places
        rows = range(1, len(places) + 1)
        return tuple(tuple(row for row in rows if places[row - 1] == place) for place in rows)


@dataclass(frozen=True, slots=True)
class TicketLineView:
    """One line of a ticket in one game, and why it won what it won.

    `prize_cents` is its prize, shared among all winners; `carried_cents` was staked on the next
    game of a Let it Run instead.
    """

    line: int
    shown: LineShown
    spots: tuple[int, ...]
    prize_cents: int
    because: tuple[Reason, ...]
    jackpot: str = ""
    extra: str = ""
    carried_cents: int = 0
    multiplier: int = 1
    prizes: tuple[tuple[int, int], ...] = ()
    """By the schedules: (cents, number of combinations that won it)."""


@dataclass(frozen=True, slots=True)
class TicketGameView:
    """One game of a ticket; `draw` is None before its result, and for good when it is `off`."""

    game: int
    name: str
    draw: Draw | None
    lines: tuple[TicketLineView, ...]
    prize: Prize | None
    off: str = ""
    sealed: bool = False

    @property
    def day(self) -> str:
        """Its Keno Day."""
        return self.name.partition("/")[0]

    @property
    def number(self) -> int:
        """Its number on its Keno Day."""
        return int(self.name.partition("/")[2])


@dataclass(frozen=True, slots=True)
class TicketView:
    """A ticket as anyone who has its serial may see it; `games` may be a page of them."""

    serial: str
    accepted: EntryAccepted
    cancelled: EntryCancelled | None
    lines: tuple[LineShown, ...]
    games: tuple[TicketGameView, ...]
    won_cents: int
    drawn: int
    disqualified: bool = False
    takes_part: int = 0
    """The number of games that it is played in; less than it was sold for after a cancellation."""
    prizes: tuple[Prize, ...] = ()

    @property
    def to_come(self) -> bool:
        """Whether a game of it has no result yet."""
        return any(not game.off and game.draw is None for game in self.games)

    @property
    def without_prize(self) -> str:
        """The words for a ticket that has nothing to collect."""
        if self.to_come:
            return "Nothing won so far; there are games to come."
        if self.cancelled:
            return f"Cancelled: {dollars(self.cancelled.refund_cents)} was given back."
        return "No prize on this ticket."


def ticket_line(
    book: NswKeno,
    line: int,
    bet: SingleBet,
    draw: Draw,
    *,
    prize: Prize | None,
    carried_cents: int,
) -> TicketLineView:
    """A line of a ticket in a drawn game: its bet, its prize and the reasons for it."""
    won = [share for share in prize.lines if share.line == line] if prize else []
    settled = settle(book, bet, draw)
    because = settled.because
    if carried_cents or not won:  # nothing is payable for what runs on or was lost later
        because = tuple(reason for reason in because if not reason.clause.startswith("15(k)"))
    return TicketLineView(
        line=line,
        shown=line_shown(book, bet),
        spots=numbers_of(bet),
        prize_cents=sum(share.cents for share in won),
        because=because,
        jackpot=next((share.jackpot for share in won if share.jackpot), ""),
        extra=next((share.extra for share in won if share.extra), ""),
        carried_cents=carried_cents,
        multiplier=settled.multiplier,
        prizes=tuple(sorted(settled.histogram.items(), reverse=True)),
    )
