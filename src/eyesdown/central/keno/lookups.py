"""What the public may look up in keno's records: results, tickets, prizes and why.

Everything is read by key from the store, so a question costs the same on the first day and after
ten years, also for games and tickets that have left the live state.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from eyesdown.central.keno import stored_tickets
from eyesdown.central.keno.machine import (
    CARRIES,
    EVENTS,
    KenoSite,
    book_on,
    game_key,
    sydney,
)
from eyesdown.central.keno.office.winnings import WINNINGS, Winnings
from eyesdown.central.site import public_record
from eyesdown.central.site.sealing import LOST, SLOWLY, WITNESSED, ResultPublished, is_generator
from eyesdown.central.site.serials import tidy
from eyesdown.central.site.site import Site
from eyesdown.central.store.base import RecordRow, Store
from eyesdown.display.keno.results import (
    ResultView,
    TicketGameView,
    TicketLineView,
    TicketView,
    ticket_line,
)
from eyesdown.display.keno.words import line_shown
from eyesdown.draw.proof import proof_of
from eyesdown.keno.bets.bet import (
    HeadsOrTails,
    LetItRun,
    SingleBet,
)
from eyesdown.keno.bets.draws import draw_of
from eyesdown.keno.games.events import GameOpened
from eyesdown.keno.sales.events import EntryAccepted
from eyesdown.keno.words.documents import Document, DocumentState
from eyesdown.keno.words.entry import line_in_game
from eyesdown.keno.words.tickets import Carry

RESULTS_REMEMBERED = 4096
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


@lru_cache(maxsize=RESULTS_REMEMBERED)
def _result(key: str, body: bytes) -> ResultView:
    published = EVENTS.read(body)
    assert isinstance(published, ResultPublished)
    day, _, number = key.partition("/")
    draw = draw_of(book_on(date.fromisoformat(day)), published.numbers)
    how, names = how_published(published)
    facts = (draw, published.evidence, published.because, how, names, published.game, published.at)
    return ResultView(day, int(number), *facts)


def how_published(published: ResultPublished) -> tuple[str, tuple[str, ...]]:
    """How a published game was drawn, and by which witnesses, from the devices it names."""
    if published.evidence is not None or published.because == LOST:
        return "alone", ()
    devices = published.because.removeprefix("drawn by ")
    if not is_generator(devices):
        return "cage", ()
    _, witnessed, names = devices.removesuffix(f", {SLOWLY}").partition(f"{WITNESSED} ")
    return ("witnessed", tuple(names.split(" and "))) if witnessed else ("slowly", ())


def proof_in(store: Store, game: int) -> dict[str, Any] | None:
    """The proof of a draw from the public record; None if it is not on the record."""
    return proof_of(public_record.lines_for_proof(store, game), f"{game}")


def silences(site: Site[KenoSite], game: int) -> list[tuple[str, str]]:
    """The witnesses that a spare replaced in a game's draw, each with that spare."""
    if not site.state.witnessed.silences:  # so far none was silent; nothing to read
        return []
    proof = proof_in(site.store, game)
    return [(each["witness"], each["by"]) for each in proof["silent"]] if proof else []


def result(site: Site[KenoSite], day: str, number: int) -> ResultView | None:
    """A published game by its Keno Day and number."""
    row = site.store.record("result", f"{day}/{number:03d}") if _DAY.fullmatch(day) else None
    return None if row is None else _result(row.key, row.body)


def result_of_row(row: RecordRow) -> ResultView:
    """The published game of a record of the store."""
    return _result(row.key, row.body)


def winnings(site: Site[KenoSite], day: str, number: int) -> Winnings | None:
    """What a draw paid; for a game whose result is out."""
    row = site.store.record("winnings", f"{day}/{number:03d}")
    paid = None if row is None else WINNINGS.read(row.body)
    assert paid is None or isinstance(paid, Winnings)
    return paid


def results(site: Site[KenoSite], day: str, first: int, last: int) -> list[ResultView]:
    """The published games of a Keno Day from one number to another, newest first."""
    least, most = f"{day}/{first:03d}", f"{day}/{last:03d}"
    rows = [row for row in site.store.records("result", f"{day}/") if least <= row.key <= most]
    return [_result(row.key, row.body) for row in reversed(rows)]


def days(site: Site[KenoSite]) -> list[str]:
    """Keno Days that were opened, newest first."""
    return [row.key for row in site.store.records("day")][::-1]


def game_name(site: Site[KenoSite], game: int) -> str:
    """A game's Keno Day and number by its running number; empty before it is opened."""
    live_game = site.state.keno.games.get(game)
    if live_game is not None:
        return game_key(live_game)
    row = site.store.record("game", f"{game}")
    if row is None:
        return ""
    opened = EVENTS.read(row.body)
    assert isinstance(opened, GameOpened)
    return f"{opened.keno_day.isoformat()}/{opened.number:03d}"


class Newest:
    """The newest published games; each is read from the store once."""

    def __init__(self) -> None:
        self._results: dict[int, ResultView] = {}

    def read(self, site: Site[KenoSite], count: int, last: int | None = None) -> list[ResultView]:
        """The newest `count` published games, newest first; none after `last`."""
        last = site.state.draws.published_max if last is None else last
        results = []
        for game in range(last, max(-1, last - count), -1):
            published = self._results.get(game) or self._look_up(site, game)
            if published is not None:
                results.append(published)
        while len(self._results) > RESULTS_REMEMBERED:
            del self._results[next(iter(self._results))]
        return results

    def _look_up(self, site: Site[KenoSite], game: int) -> ResultView | None:
        day, _, number = game_name(site, game).partition("/")
        published = result(site, day, int(number)) if number else None
        if published is not None:
            self._results[game] = published
        return published


def good_paper(site: KenoSite, serial: str) -> Document | None:
    """The voucher or receipt of a serial, as long as it can still be used."""
    document = site.keno.documents.get(tidy(serial))
    active = document is not None and document.state is DocumentState.ACTIVE
    return document if active else None


def spent_at(site: Site[KenoSite], serial: str) -> datetime | None:
    """When a ticket was paid, or a voucher or receipt used in this Keno Day; None if unknown."""
    at = site.state.keno.spent_at.get(serial)
    paid = site.store.record("paid", serial) if at is None else None
    if paid is None:
        return at
    row = next(iter(site.store.rows(paid.seq - 1)), None)
    return None if row is None else sydney(row.at_us)


def entry_of(site: Site[KenoSite], serial: str) -> EntryAccepted | None:
    """The stored Entry of a serial, however it is typed; also of a continuation's serial."""
    return stored_tickets.accepted(site.store, tidy(serial))


def ticket(
    site: Site[KenoSite],
    serial: str,
    *,
    skip: int = 0,
    most: int | None = None,
    shown: int | None = None,
) -> TicketView | None:
    """A ticket by its serial, game by game, with the reasons for every prize.

    For the public, `shown` is the last game whose result the wall has shown.
    """
    accepted = entry_of(site, serial)
    if accepted is None:
        return None
    entry = accepted.entry
    records = _TicketRecords(site, accepted, shown)
    first, published = accepted.first_game, records.published
    games = range(first, first + entry.games)[skip:][:most]
    book = book_on(accepted.keno_day)
    return TicketView(
        serial=entry.serial,
        accepted=accepted,
        cancelled=records.cancelled,
        lines=tuple(line_shown(book, bet) for bet in entry.lines),
        games=tuple(records.game(game) for game in games),
        won_cents=sum(prize.cents for prize in records.prizes.values()),
        drawn=max(0, min(published + 1, records.off_from) - first),
        disqualified=records.disqualified,
        takes_part=records.off_from - first,
        prizes=tuple(records.prizes.values()),
    )


class _TicketRecords:
    """The records of a ticket, read once for all of its games."""

    def __init__(self, site: Site[KenoSite], accepted: EntryAccepted, shown: int | None) -> None:
        self.site, self.accepted, self.entry = site, accepted, accepted.entry
        self.published = site.state.draws.published_max if shown is None else shown
        store, serial = site.store, self.entry.serial
        self.cancelled = stored_tickets.cancelled(store, serial)
        self.excluded = store.record("excluded", serial) is not None
        self.disqualified = stored_tickets.disqualified(site, serial)  # no claim (21(a))
        won = {} if self.disqualified else stored_tickets.prizes_of(site, serial)
        self.prizes = {game: prize for game, prize in won.items() if game <= self.published}
        self.runs = any(isinstance(bet, LetItRun) for bet in self.entry.lines)
        self.off_from = self._off_from()

    def _off_from(self) -> int:
        """The first game from which this Entry takes no part."""
        if self.excluded:
            return self.accepted.first_game
        if self.cancelled is not None:
            return self.cancelled.from_game
        first, end = self.accepted.first_game, self.accepted.first_game + self.entry.games
        if all(isinstance(bet, LetItRun) for bet in self.entry.lines):  # a run may end early
            known = range(first + 1, min(end, self.published + 2))
            return next((game for game in known if self.carry(game) is None), end)
        return end

    def carry(self, game: int) -> Carry | None:
        """What a Let it Run staked in a game; known once the game before is public."""
        if not self.runs or game > self.published + 1:
            return None
        row = self.site.store.record("carry", f"{self.entry.serial}/{game}")
        carried = None if row is None else CARRIES.read(row.body)
        assert carried is None or isinstance(carried, Carry)
        return carried

    def game(self, game: int) -> TicketGameView:
        """A game of the ticket, with its lines if the result is published."""
        index = game - self.accepted.first_game
        name = game_name(self.site, game)
        off = self._off(game, index)
        if off or game > self.published or not name:
            return TicketGameView(
                game,
                name or f"Its game {index + 1} of {self.entry.games}",
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
        sealed = published.provable
        return TicketGameView(game, name, published.draw, lines, self.prizes.get(game), "", sealed)

    def _off(self, game: int, index: int) -> str:
        """Why an Entry takes no part in a game; empty if it does."""
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

    def _line(self, line: int, bet: SingleBet, game: int, published: ResultView) -> TicketLineView:
        book = book_on(date.fromisoformat(published.day))
        carry = self.carry(game + 1) if isinstance(self.entry.lines[line], LetItRun) else None
        carried_cents = carry.cents if carry else 0
        prize = self.prizes.get(game)
        return ticket_line(
            book, line, bet, published.draw, prize=prize, carried_cents=carried_cents
        )
