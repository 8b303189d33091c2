"""The second bookkeeper's own records of a hall, made from the events alone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from datetime import date, datetime, time, timedelta
from typing import TypeAlias

from msgspec import Struct, field

from eyesdown.bingo.claims import events as claims
from eyesdown.bingo.play import events as play
from eyesdown.bingo.pools.events import PrizeWon
from eyesdown.bingo.sales.events import SerialRangeEntered
from eyesdown.bingo.session.commands import PlanSession
from eyesdown.bingo.trouble.events import EntryVoided, PlayerExcluded
from eyesdown.bingo.words.parts import Carried, PlannedGame
from eyesdown.bingo.words.printed import CardKey, PrintedCard
from eyesdown.control.hall.reading import Reading, read_book
from eyesdown.kernel.written import Unwritten
from eyesdown.rulebook.facts.bingo import Settings

Played: TypeAlias = (
    play.JackpotNumbersDrawn
    | play.NumberCalled
    | play.CallFinished
    | play.BallRacked
    | play.CorrectionOpened
    | play.CorrectionHalfDone
    | play.NumberCorrected
    | play.NumberPressed
    | play.ScorecardReplaced
    | claims.ClaimMade
    | claims.ClaimChecked
    | claims.ClaimAllowed
    | claims.ClaimRefused
    | claims.PrizeForfeited
    | claims.PrizeForfeitedByMany
    | claims.ForfeitCancelled
    | claims.GameClosed
    | PrizeWon
    | EntryVoided
    | PlayerExcluded
    | SerialRangeEntered
)
"""What a game's result follows from, and what was recorded of it."""


class Noted(Struct, frozen=True):
    """An event of a game and the row of the journal that it is in."""

    row: int
    event: Played


class Difference(Struct, frozen=True):
    """Something that control counts otherwise; without games it concerns the whole session."""

    row: int
    session: str
    games: tuple[int, ...]
    says: str

    def __str__(self) -> str:
        return f"row {self.row}: {self.says}"


class Held(Struct, frozen=True):
    """A card that a player holds, and the games it is for."""

    row: int
    serial: str
    card: int
    player: str
    games: tuple[int, ...]
    scope: str
    sold_on: date
    auto_play: bool = False


class Purchase(Struct, frozen=True):
    """What was sold together: cards with their receipts by game, or a fee, or scorecards."""

    kind: str
    player: str
    serial: str
    cards: tuple[int, ...]
    receipts: tuple[tuple[int, int], ...]
    paid_cents: int


class Won(Struct, frozen=True):
    """A prize as it was recorded, until a correction or a failure takes it back."""

    amount_cents: int
    share_cents: int
    winners: tuple[str, ...]
    jackpot: bool

    @property
    def paid_out_cents(self) -> int:
        """All shares together."""
        return self.share_cents * len(self.winners)


class Columns(Unwritten):
    """The grids in play as columns, for as long as no card is sold or taken back."""

    def __init__(self) -> None:
        self.held: tuple[int, int] = (0, 0)
        self.grids: object = None


class GameTally(Struct):
    """One game: its prizes as they change, what was paid for it, and the log of its play."""

    plan: PlannedGame
    offers: dict[str, int]
    levels: dict[str, int]
    phase: str = "planned"
    outcome: str = ""
    receipts_kept: bool = False
    started_at: datetime | None = None
    sale_ended: int = 0
    """The row with which the sale of cards for this game ended; 0 while it goes on."""
    changed: int = 0
    """The last row that may change what the game pays."""
    receipts: dict[str, int] = field(default_factory=dict)
    won: dict[str, Won] = field(default_factory=dict)
    from_pool_cents: int = 0
    paid_by_pool_cents: int = 0
    into_pool: dict[str, int] = field(default_factory=dict)
    log: list[Noted] = field(default_factory=list)
    columns: Columns = field(default_factory=Columns)

    @property
    def last_prize(self) -> str:
        """The prize that ends the game."""
        return self.plan.prizes[-1].prize if self.plan.prizes else ""

    @property
    def prizes_cents(self) -> int:
        """What the winners got."""
        return sum(won.paid_out_cents for won in self.won.values())


class SessionTally(Struct):
    """One session: its games, cards, fees and days."""

    plan: PlanSession
    games: dict[int, GameTally]
    purchases: dict[str, Purchase] = field(default_factory=dict)
    opened: bool = False
    closed: bool = False
    began_at: datetime | None = None
    held: dict[str, Held] = field(default_factory=dict)
    series: list[str] = field(default_factory=list)
    last_sold: dict[str, dict[int, int]] = field(default_factory=dict)
    officials: dict[str, list[int]] = field(default_factory=dict)
    fees: dict[str, int] = field(default_factory=dict)
    fees_cents: int = 0
    fees_back: dict[str, int] = field(default_factory=dict)
    fees_to_pool_cents: int = 0
    voided: list[str] = field(default_factory=list)
    carried: list[Carried] = field(default_factory=list)

    @property
    def with_jackpot(self) -> bool:
        """Whether a jackpot operates in the session (B06, H05)."""
        return bool(self.plan.pool) and len(self.games) > 1

    def fee_paid(self, player: str, cents: int) -> None:
        """Note a player's entry fee."""
        self.fees_cents += cents - self.fees.get(player, 0)
        self.fees[player] = cents

    def fee_gone(self, player: str) -> int:
        """Take a player's entry fee out of the session; the fee."""
        cents = self.fees.pop(player, 0)
        self.fees_cents -= cents
        return cents

    def fee_part(self, player: str, game: int) -> int:
        """The part of a player's entry fee for one game, odd cents to the earliest (I08)."""
        each, odd = divmod(self.fees.get(player, 0), len(self.games))
        return each + (sorted(self.games).index(game) < odd)

    def receipts_cents(self, game: int) -> int:
        """What was paid for a game, by its cards or by the entry fees."""
        by_fees = sum(self.fee_part(player, game) for player in self.fees)
        return sum(self.games[game].receipts.values()) + by_fees

    def coming(self, after: int) -> list[int]:
        """The games still to be played, the next one after a game first."""
        left = [number for number, game in self.games.items() if game.phase == "planned"]
        if self.closed:
            return []
        return sorted(number for number in left if number >= after) + sorted(
            number for number in left if number < after
        )


class PoolTally(Struct):
    """A jackpot pool; `fed` is what games have put in, by session and game."""

    sequence: str
    balance_cents: int = 0
    fed: dict[str, dict[int, int]] = field(default_factory=dict)
    must_go: list[str] = field(default_factory=list)

    def fed_by(self, session: str, game: int) -> int:
        """What one game has put in."""
        return self.fed.get(session, {}).get(game, 0)


class Stock(Unwritten):
    """Looks up cards that no row has by value: serial and number to the printed card."""

    def __init__(self, look_up: Callable[[str, int], PrintedCard | None] | None = None) -> None:
        self.look_up = look_up


class Row(Struct):
    """What a row has begun and must finish: each is owed by the row's end."""

    number: int = 0
    session: str = ""
    games: tuple[int, ...] = ()
    owed: dict[str, int] = field(default_factory=dict)
    spent_cents: int = 0
    returned_cents: int = 0
    closed_game: int = 0
    forecast_cents: int | None = None
    paid: dict[str, int] = field(default_factory=dict)
    """What was paid of each prize of a game that is invalidated."""


class Tally(Struct):
    """What control has counted of one hall. `taken` are cards sold or spoiled, as ranges."""

    book: str
    settings: Settings = field(default_factory=Settings)
    day_starts: time = time(0)
    day_minutes: int = 1440
    series: dict[str, dict[int, PrintedCard]] = field(default_factory=dict)
    pages: dict[str, tuple[int, int]] = field(default_factory=dict)
    """First and last card of a series whose cards no row has by value."""
    taken: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    sessions: dict[str, SessionTally] = field(default_factory=dict)
    pools: dict[str, PoolTally] = field(default_factory=dict)
    waiting: dict[str, int] = field(default_factory=dict)
    awards: dict[str, int] = field(default_factory=dict)
    refunds: dict[str, int] = field(default_factory=dict)
    sequences: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Receipts and prizes of the archived sessions of each sequence in progress."""
    differences: list[Difference] = field(default_factory=list)
    row: Row = field(default_factory=Row)
    stock: Stock = field(default_factory=Stock)

    def reading(self, at: datetime) -> Reading:
        """The book on the day of an event."""
        return read_book(self.book, at.date())

    def printed(self, serial: str, card: int) -> PrintedCard | None:
        """A card as it came from the printer; None if the stock does not have it."""
        if serial in self.series:
            return self.series[serial].get(card)
        return self.stock.look_up(serial, card) if self.stock.look_up else None

    def game(self, session: str, number: int) -> GameTally:
        """A game of a session that was planned."""
        return self.sessions[session].games[number]

    def differs(self, session: str, games: Iterable[int], says: str) -> None:
        """Note a difference in the row that is being followed."""
        self.differences.append(Difference(self.row.number, session, tuple(games), says))

    def gaming_day(self, at: datetime) -> date:
        """The day on which the running period of the hall began (1.1 'Gaming Day')."""
        if not self.reading(at).traits.same_day:
            return at.date()
        length = timedelta(minutes=self.day_minutes)
        days = [at.date() + timedelta(days=offset) for offset in (-1, 0, 1)]
        # A longer period goes on into the next day, a shorter one ends before it.
        begun = {day: datetime.combine(day, self.day_starts, at.tzinfo) for day in days}
        running = [day for day in days if begun[day] <= at < begun[day] + length]
        return running[0] if running else next(day for day in days if at < begun[day])


def card_name(serial: str, card: int) -> str:
    """The name under which a card is held.

    >>> card_name("382558", 7)
    '382558/7'
    """
    return CardKey(serial, card).name


def is_taken(ranges: list[tuple[int, int]], card: int) -> bool:
    """Whether a card is in one of the ranges.

    >>> is_taken([(1, 4), (7, 7)], 4), is_taken([(1, 4), (7, 7)], 5)
    (True, False)
    """
    # Past every range that begins at the card or before it, whatever its end.
    at = bisect_right(ranges, (card, 1 << 62)) - 1
    return at >= 0 and card <= ranges[at][1]


def take(ranges: list[tuple[int, int]], card: int) -> None:
    """Add a card to the ranges, joined to its neighbours.

    >>> ranges = [(1, 3), (5, 6)]
    >>> take(ranges, 4)
    >>> ranges
    [(1, 6)]
    """
    at = bisect_right(ranges, (card, 1 << 62))
    first = last = card
    if at < len(ranges) and ranges[at][0] == card + 1:
        last = ranges.pop(at)[1]
    if at and ranges[at - 1][1] >= card - 1:
        low, high = ranges.pop(at - 1)
        first, last, at = low, max(high, last), at - 1
    ranges.insert(at, (first, last))


def next_left(tally: Tally, serial: str, after: int) -> int:
    """The lowest card above `after` that is neither sold nor spoiled; 0 if there is none."""
    ranges = tally.taken.get(serial, [])
    numbers = tally.series.get(serial)
    first, last = (min(numbers), max(numbers)) if numbers else tally.pages.get(serial, (1, 0))
    card = max(after + 1, first)
    while card <= last:
        at = bisect_right(ranges, (card, 1 << 62)) - 1
        # Whole ranges of sold cards are passed over at once: a series may have a million cards.
        if at >= 0 and card <= ranges[at][1]:
            card = ranges[at][1] + 1
        elif numbers is None or card in numbers:
            return card
        else:
            card += 1
    return 0
