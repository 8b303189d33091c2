"""What the public may look up in the site's records: results, tickets, prizes and why.

Everything is read by key from the store, so a question costs the same on the first day and after
ten years; what the live state has let go of is still found.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from eyesdown.central.keno import stored_tickets
from eyesdown.central.keno.machine import (
    CARRIES,
    EVENTS,
    WINNINGS,
    KenoSite,
    Winnings,
    book_on,
    game_key,
)
from eyesdown.central.site.sealing import ResultPublished
from eyesdown.central.site.serials import tidy
from eyesdown.central.site.site import Site
from eyesdown.central.store.base import RecordRow
from eyesdown.display.keno.words import LineShown, line_shown, numbers_of
from eyesdown.draw.evidence import Evidence
from eyesdown.keno.bets.bet import (
    HeadsOrTails,
    LetItRun,
    SingleBet,
)
from eyesdown.keno.bets.draws import Draw, draw_of
from eyesdown.keno.bets.settle import Reason, settle
from eyesdown.keno.games.events import GameOpened
from eyesdown.keno.sales.events import EntryAccepted, EntryCancelled
from eyesdown.keno.words.documents import Document, DocumentState
from eyesdown.keno.words.entry import line_in_game
from eyesdown.keno.words.prizes import Prize
from eyesdown.keno.words.tickets import Carry

RESULTS_REMEMBERED = 4096
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Result:
    """A published game."""

    day: str
    number: int
    draw: Draw
    evidence: Evidence | None
    because: str

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """The Rows that share First, Second and every place after them."""
        places = self.draw.racing_places
        rows = range(1, len(places) + 1)
        return tuple(tuple(row for row in rows if places[row - 1] == place) for place in rows)


@dataclass(frozen=True, slots=True)
class LineSeen:
    """One line of a ticket in one game, and why it won what it won.

    `prize_cents` is what it was settled for among all winners; `carried_cents` went on into the
    next game of a Let it Run instead.
    """

    line: int
    shown: LineShown
    spots: tuple[int, ...]
    prize_cents: int
    because: tuple[Reason, ...]
    jackpot: str = ""
    extra: str = ""
    carried_cents: int = 0


@dataclass(frozen=True, slots=True)
class GameSeen:
    """One game of a ticket; no result yet when `draw` is missing, never one when it is `off`."""

    game: int
    name: str
    draw: Draw | None
    lines: tuple[LineSeen, ...]
    prize: Prize | None
    off: str = ""
    sealed: bool = False

    @property
    def day(self) -> str:
        return self.name.partition("/")[0]

    @property
    def number(self) -> int:
        return int(self.name.partition("/")[2])


@dataclass(frozen=True, slots=True)
class TicketSeen:
    """A ticket as anybody who holds its serial may see it; `games` may be a part of them."""

    serial: str
    accepted: EntryAccepted
    cancelled: EntryCancelled | None
    lines: tuple[LineShown, ...]
    games: tuple[GameSeen, ...]
    won_cents: int
    drawn: int
    disqualified: bool = False


@lru_cache(maxsize=RESULTS_REMEMBERED)
def _result(key: str, body: bytes) -> Result:
    published = EVENTS.read(body)
    assert isinstance(published, ResultPublished)
    day, _, number = key.partition("/")
    draw = draw_of(book_on(date.fromisoformat(day)), published.numbers)
    return Result(day, int(number), draw, published.evidence, published.because)


def result(site: Site[KenoSite], day: str, number: int) -> Result | None:
    row = site.store.record("result", f"{day}/{number:03d}") if _DAY.fullmatch(day) else None
    return None if row is None else _result(row.key, row.body)


def result_of_row(row: RecordRow) -> Result:
    """The published game of a record of the store."""
    return _result(row.key, row.body)


def winnings(site: Site[KenoSite], day: str, number: int) -> Winnings | None:
    """What a draw paid; for a game whose result is out."""
    row = site.store.record("winnings", f"{day}/{number:03d}")
    found = None if row is None else WINNINGS.read(row.body)
    assert found is None or isinstance(found, Winnings)
    return found


def results(site: Site[KenoSite], day: str, first: int, last: int) -> list[Result]:
    """The published games of a Keno Day from one number to another, newest first."""
    least, most = f"{day}/{first:03d}", f"{day}/{last:03d}"
    rows = [row for row in site.store.records("result", f"{day}/") if least <= row.key <= most]
    return [_result(row.key, row.body) for row in reversed(rows)]


def days(site: Site[KenoSite]) -> list[str]:
    """Keno Days that were opened, newest first."""
    return [row.key for row in site.store.records("day")][::-1]


def game_name(site: Site[KenoSite], game: int) -> str:
    """A game's Keno Day and number by its running number; nothing before it is opened."""
    known = site.state.keno.games.get(game)
    if known is not None:
        return game_key(known)
    row = site.store.record("game", f"{game}")
    if row is None:
        return ""
    opened = EVENTS.read(row.body)
    assert isinstance(opened, GameOpened)
    return f"{opened.keno_day.isoformat()}/{opened.number:03d}"


class Newest:
    """The newest published games; each is read from the store once."""

    def __init__(self) -> None:
        self._kept: dict[int, Result] = {}

    def read(self, site: Site[KenoSite], count: int) -> list[Result]:
        """So many published games, newest first."""
        last = site.state.draws.published_max
        found = []
        for game in range(last, max(-1, last - count), -1):
            one = self._kept.get(game) or self._look_up(site, game)
            if one is not None:
                found.append(one)
        while len(self._kept) > RESULTS_REMEMBERED:
            del self._kept[next(iter(self._kept))]
        return found

    def _look_up(self, site: Site[KenoSite], game: int) -> Result | None:
        day, _, number = game_name(site, game).partition("/")
        one = result(site, day, int(number)) if number else None
        if one is not None:
            self._kept[game] = one
        return one


def good_paper(site: KenoSite, serial: str) -> Document | None:
    """The voucher or receipt of a serial, as long as something can be had for it."""
    kept = site.keno.documents.get(tidy(serial))
    return kept if kept is not None and kept.state is DocumentState.ACTIVE else None


def entry_of(site: Site[KenoSite], serial: str) -> EntryAccepted | None:
    """The stored Entry of a serial, however it is typed, be it a continuation's."""
    return stored_tickets.accepted(site.store, tidy(serial))


def ticket(
    site: Site[KenoSite], serial: str, *, skip: int = 0, most: int | None = None
) -> TicketSeen | None:
    """A ticket by its serial, game by game, with the reasons for every prize."""
    accepted = entry_of(site, serial)
    if accepted is None:
        return None
    entry = accepted.entry
    seen = _Looking(site, accepted)
    first, published = accepted.first_game, site.state.draws.published_max
    games = range(first, first + entry.games)[skip:][:most]
    book = book_on(accepted.keno_day)
    return TicketSeen(
        serial=entry.serial,
        accepted=accepted,
        cancelled=seen.cancelled,
        lines=tuple(line_shown(book, bet) for bet in entry.lines),
        games=tuple(seen.game(game) for game in games),
        won_cents=sum(prize.cents for prize in seen.prizes.values()),
        drawn=max(0, min(published + 1, seen.off_from) - first),
        disqualified=seen.disqualified,
    )


class _Looking:
    """One ticket's records, read once for all of its games."""

    def __init__(self, site: Site[KenoSite], accepted: EntryAccepted) -> None:
        self.site, self.accepted, self.entry = site, accepted, accepted.entry
        self.published = site.state.draws.published_max
        store, serial = site.store, self.entry.serial
        self.cancelled = stored_tickets.cancelled(store, serial)
        self.excluded = store.record("excluded", serial) is not None
        self.disqualified = stored_tickets.disqualified(site, serial)  # no claim (21(a))
        won = {} if self.disqualified else stored_tickets.prizes_of(site, serial)
        self.prizes = {game: prize for game, prize in won.items() if game <= self.published}
        self.off_from = self._off_from()
        self.runs = any(isinstance(bet, LetItRun) for bet in self.entry.lines)

    def _off_from(self) -> int:
        """The first game this Entry has no part in, which it was sold for or not."""
        if self.excluded:
            return self.accepted.first_game
        if self.cancelled is not None:
            return self.cancelled.from_game
        return self.accepted.first_game + self.entry.games

    def carry(self, game: int) -> Carry | None:
        """What a Let it Run staked in a game; known once the game before is public."""
        if not self.runs or game > self.published + 1:
            return None
        row = self.site.store.record("carry", f"{self.entry.serial}/{game}")
        found = None if row is None else CARRIES.read(row.body)
        assert found is None or isinstance(found, Carry)
        return found

    def game(self, game: int) -> GameSeen:
        index = game - self.accepted.first_game
        name = game_name(self.site, game)
        off = self._off(game, index)
        if off or game > self.published or not name:
            return GameSeen(
                game,
                name or f"A game to come ({index + 1} of {self.entry.games})",
                None,
                (),
                None,
                off,
            )
        day, _, number = name.partition("/")
        published = result(self.site, day, int(number))
        assert published is not None, "a published game has a result"
        lines = tuple(
            self._line(line, bet, game, published)
            for line in range(len(self.entry.lines))
            if (bet := self._bet(line, game, index)) is not None
        )
        sealed = published.evidence is not None
        return GameSeen(game, name, published.draw, lines, self.prizes.get(game), "", sealed)

    def _off(self, game: int, index: int) -> str:
        """Why an Entry has no part in a game."""
        if self.excluded:
            return "never delivered, so not entered (rule 5(a)); the money went back"
        if self.cancelled is not None and game >= self.cancelled.from_game:
            return "cancelled"
        alone = all(isinstance(bet, LetItRun) for bet in self.entry.lines)
        if alone and index and game <= self.published + 1 and self.carry(game) is None:
            return "the run ended in an earlier game"
        return ""

    def _bet(self, line: int, game: int, index: int) -> SingleBet | None:
        bet = line_in_game(self.entry, line, index)
        series, carry = self.entry.lines[line], self.carry(game)
        if bet is None and isinstance(series, LetItRun) and carry is not None:
            return HeadsOrTails(series.selections[index], carry.base_cents, carry.bonus_cents > 0)
        return bet

    def _line(self, line: int, bet: SingleBet, game: int, published: Result) -> LineSeen:
        book = book_on(date.fromisoformat(published.day))
        settled = settle(book, bet, published.draw)
        prize = self.prizes.get(game)
        won = [one for one in prize.lines if one.line == line] if prize else []
        carry = self.carry(game + 1) if isinstance(self.entry.lines[line], LetItRun) else None
        return LineSeen(
            line,
            line_shown(book, bet),
            numbers_of(bet),
            sum(one.cents for one in won),
            settled.because,
            next((one.jackpot for one in won if one.jackpot), ""),
            next((one.extra for one in won if one.extra), ""),
            carry.cents if carry else 0,
        )
