"""What the public may look up in the site's records: results, tickets, prizes and proofs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from itertools import islice

from eyesdown.central.keno import EVENTS, KenoSite, book_on, game_key
from eyesdown.central.sealing import ResultPublished
from eyesdown.central.serials import tidy
from eyesdown.central.site import Site
from eyesdown.draw.evidence import Evidence
from eyesdown.keno.draws import Draw, draw_of
from eyesdown.keno.entries import line_in_game
from eyesdown.keno.events import EntryAccepted
from eyesdown.keno.records import Prize
from eyesdown.keno.settle import Reason, settle

RESULTS_SHOWN_MAX = 1000


@dataclass(frozen=True, slots=True)
class Result:
    """A published game."""

    day: str
    number: int
    draw: Draw
    evidence: Evidence | None


@dataclass(frozen=True, slots=True)
class LineSeen:
    """One line of a ticket in one game, and why it won what it won."""

    line: int
    prize_cents: int
    because: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class GameSeen:
    """One game of a ticket; no result yet when `draw` is missing."""

    game: int
    name: str
    draw: Draw | None
    lines: tuple[LineSeen, ...]
    prize: Prize | None


@dataclass(frozen=True, slots=True)
class TicketSeen:
    """A ticket as anybody who holds its serial may see it."""

    serial: str
    accepted: EntryAccepted
    cancelled: bool
    games: tuple[GameSeen, ...]


def _result(key: str, body: bytes) -> Result:
    published = EVENTS.read(body)
    assert isinstance(published, ResultPublished)
    day, _, number = key.partition("/")
    draw = draw_of(book_on(date.fromisoformat(day)), published.numbers)
    return Result(day, int(number), draw, published.evidence)


def results(site: Site[KenoSite], day: str = "") -> list[Result]:
    """Published games, newest first; of one Keno Day if it is named."""
    found = site.store.records("result", f"{day}/" if day else "")
    rows = [_result(row.key, row.body) for row in islice(found, RESULTS_SHOWN_MAX)]
    return rows[::-1]


def result(site: Site[KenoSite], day: str, number: int) -> Result | None:
    row = site.store.record("result", f"{day}/{number:03d}")
    return None if row is None else _result(row.key, row.body)


def days(site: Site[KenoSite]) -> list[str]:
    """Keno Days that have results, newest first."""
    return sorted({one.day for one in results(site)}, reverse=True)


def ticket(site: Site[KenoSite], serial: str) -> TicketSeen | None:
    """A ticket by its serial, game by game, with the reasons for every prize."""
    serial = tidy(serial)
    state = site.state.keno
    serial = state.tickets.get(serial, serial)
    row = site.store.record("ticket", serial)
    if row is None:
        return None
    accepted = EVENTS.read(row.body)
    assert isinstance(accepted, EntryAccepted)
    first = accepted.first_game
    games = tuple(
        _game_seen(site, accepted, game) for game in range(first, first + accepted.entry.games)
    )
    cancelled = site.store.record("cancelled", serial) is not None
    return TicketSeen(serial, accepted, cancelled, games)


def _game_seen(site: Site[KenoSite], accepted: EntryAccepted, game: int) -> GameSeen:
    state = site.state.keno
    known = state.games.get(game)
    published = result(site, known.keno_day.isoformat(), known.number) if known else None
    prize = state.prizes.get(accepted.entry.serial, {}).get(game)
    name = game_key(known) if known else f"game {game - accepted.first_game + 1}"
    if published is None:
        return GameSeen(game, name, None, (), prize)
    assert known is not None
    book = book_on(known.keno_day)
    seen = []
    for line in range(len(accepted.entry.lines)):
        bet = line_in_game(accepted.entry, line, game - accepted.first_game)
        if bet is not None:
            settled = settle(book, bet, published.draw)
            seen.append(LineSeen(line, settled.prize_cents, settled.because))
    return GameSeen(game, name, published.draw, tuple(seen), prize)
