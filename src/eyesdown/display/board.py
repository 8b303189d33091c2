"""The keno wall: what a hall may see of the game that is open and of the one being drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from eyesdown.keno.draws import draw_of
from eyesdown.keno.records import Game
from eyesdown.keno.state import KenoState
from eyesdown.kernel.money import round_down
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_racing import grid_row, racing_places
from eyesdown.rulebooks.nsw_keno.c02_roulette import roulette_number_of
from eyesdown.rulebooks.nsw_keno.c10_jackpots import jackpot_fill

BRANDS = {"regular": "Classic", "keno2": "Mega Millions", "racing": "Racing"}


@dataclass(frozen=True, slots=True)
class Step:
    """How the side games stand after so many balls; `race` has (row, count), leader first."""

    heads: int
    tails: int
    roulette: str | None
    race: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class JackpotShown:
    name: str
    cents: int


@dataclass(frozen=True, slots=True)
class Board:
    """All that is on the wall. The multiplier and the forecast's result wait for the last ball."""

    day: date | None
    game: int | None
    phase_words: str
    clock_words: str
    clock_at: datetime | None
    now: datetime
    drawn: tuple[int, ...]
    drawn_count: int
    wrong: int | None
    heads_or_tails: str | None
    multiplier: int | None
    steps: tuple[Step, ...]
    jackpots: tuple[JackpotShown, ...]


def steps_of(book: NswKeno, drawn: Sequence[int]) -> tuple[Step, ...]:
    """The side games ball by ball, from none to all that are out.

    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> steps = steps_of(open_on(date(2024, 1, 12)), (40, 39, 78, 5))
    >>> [(step.heads, step.tails, step.roulette) for step in steps]
    [(0, 0, None), (1, 0, None), (2, 0, None), (2, 1, '00'), (3, 1, '00')]
    >>> steps[4].race[:3]
    ((4, 2), (8, 1), (1, 1))
    """
    figures = book.limits
    found = []
    for count in range(len(drawn) + 1):
        out = drawn[:count]
        heads = sum(1 for number in out if number <= figures.heads_number_max)
        mapped = (roulette_number_of(number, figures) for number in out)
        roulette = next((number for number in mapped if number is not None), None)
        rows = [grid_row(number, figures) for number in out]
        places = racing_places(out, figures)
        order = sorted(range(1, figures.grid_rows + 1), key=lambda row: (places[row - 1], row))
        race = tuple((row, rows.count(row)) for row in order)
        found.append(Step(heads, count - heads, roulette, race))
    return tuple(found)


def board(book: NswKeno, state: KenoState, now: datetime, *, published: int) -> Board:
    """The wall at a moment: the newest game made public, and the clock of the open one.

    `published` is the running number of the last game whose result may be shown.
    """
    open_game = state.games.get(state.open_game) if state.open_game is not None else None
    shown = state.games.get(published, open_game)
    numbers = shown.numbers if shown else ()
    whole = len(numbers) == book.limits.numbers_drawn
    result = draw_of(book, numbers) if whole else None
    return Board(
        day=shown.keno_day if shown else state.day,
        game=shown.number if shown else None,
        phase_words=_phase_words(shown, whole=whole),
        clock_words=f"Game {open_game.number} closes in" if open_game else "Closed",
        clock_at=open_game.closes_at if open_game else None,
        now=now,
        drawn=numbers,
        drawn_count=book.limits.numbers_drawn,
        wrong=shown.wrong.shown if shown and shown.wrong else None,
        heads_or_tails=result.heads_or_tails if result else None,
        multiplier=result.multiplier if result else None,
        steps=steps_of(book, numbers),
        jackpots=jackpots_shown(book, state),
    )


def jackpots_shown(book: NswKeno, state: KenoState) -> tuple[JackpotShown, ...]:
    """What each jackpot pays a sole winner on its stated stake: schedule, fill and growth."""
    shown = []
    for name, jackpot in state.jackpots.items():
        game, _, level = name.partition("/")
        words = f"{BRANDS[game]} {level.replace('_', ' ')}"
        parts = top_prize(book, game, level) + jackpot_fill(name, book.tables)
        shown.append(JackpotShown(words, round_down(parts + jackpot.available_cents)))
    return tuple(sorted(shown, key=lambda one: -one.cents))


def top_prize(book: NswKeno, game: str, level: str) -> int:
    """The schedule prize of a jackpot for the stake its table states: $1, or $2 in the $2 Game."""
    if game == "racing":
        correct = book.tables.racing[level]
        return correct[max(correct)].pays_cents
    return book.tables.spots[game][int(level)][int(level)]


def _phase_words(shown: Game | None, *, whole: bool) -> str:
    if shown is None:
        return "Nothing drawn yet"
    if not shown.parts:
        return "Place your entries"
    return "Result" if whole else "Eyes down"
