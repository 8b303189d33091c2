"""The keno wall in a venue: the game that is open, and the one whose result is shown.

A message on its feed is a snapshot: the whole wall at a moment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction

from eyesdown.display.game_names import GAMES, jackpot_in_words
from eyesdown.display.keno.site import is_cash_game, numbers_shown
from eyesdown.display.view import View
from eyesdown.keno.bets.draws import draw_of
from eyesdown.keno.state.checks import is_offered
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.games import Game
from eyesdown.kernel.money import round_down
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_racing import grid_row, racing_places
from eyesdown.rulebooks.nsw_keno.c02_roulette import roulette_number_of
from eyesdown.rulebooks.nsw_keno.c10_jackpots import jackpot_fill


class SideGames(View, frozen=True):
    """The side games after a number of balls; `race` has (row, count), leader first."""

    heads: int
    tails: int
    roulette: str | None
    race: tuple[tuple[int, int], ...]


class JackpotShown(View, frozen=True):
    """A jackpot as Venues show it; a pooled one with the sum of all jurisdictions (M17)."""

    name: str
    cents: int
    pool_cents: int | None = None
    jurisdictions: tuple[str, ...] = ()


class PrizeOnTop(View, frozen=True):
    """A Bonus Prize that the open game can win, and what it takes."""

    name: str
    cents: int
    words: str


class Snapshot(View, frozen=True):
    """The whole wall at a moment. `multiplier` and `heads_or_tails` come with the last ball.

    `drawn` is what the wall shows, also while one of its numbers is wrong: `wrong` is then the
    position of the first wrong one, and the last number flashes. `steps` has the side games ball by
    ball, always of the true numbers. `result` is the running number of the game whose result is
    shown; `late` names a game that is delayed though a later one has closed.
    """

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
    steps: tuple[SideGames, ...]
    jackpots: tuple[JackpotShown, ...]
    cash_game: bool = False
    on_top: tuple[PrizeOnTop, ...] = ()
    result: int | None = None
    late: str = ""


def steps_of(book: NswKeno, drawn: Sequence[int]) -> tuple[SideGames, ...]:
    """The side games ball by ball, from none to all that are out.

    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> steps = steps_of(open_on(date(2024, 1, 12)), (40, 39, 78, 5))
    >>> [(step.heads, step.tails, step.roulette) for step in steps]
    [(0, 0, None), (1, 0, None), (2, 0, None), (2, 1, '00'), (3, 1, '00')]
    >>> steps[4].race[:3]
    ((4, 2), (8, 1), (1, 1))
    """
    figures = book.figures
    steps = []
    for count in range(len(drawn) + 1):
        out = drawn[:count]
        heads = sum(1 for number in out if number <= figures.heads_number_max)
        mapped = (roulette_number_of(number, figures) for number in out)
        roulette = next((number for number in mapped if number is not None), None)
        rows = [grid_row(number, figures) for number in out]
        places = racing_places(out, figures)
        order = sorted(range(1, figures.grid_rows + 1), key=lambda row: (places[row - 1], row))
        race = tuple((row, rows.count(row)) for row in order)
        steps.append(SideGames(heads, count - heads, roulette, race))
    return tuple(steps)


def snapshot(
    book: NswKeno,
    state: KenoState,
    now: datetime,
    *,
    published: int,
    falling: Sequence[int] | None = None,
    unseen: Mapping[str, Fraction] | None = None,
) -> Snapshot:
    """The wall at a moment: the newest game shown, and the clock of the open one.

    `published` is the running number of the last game whose whole result may be shown. While the
    next game is shown ball by ball, `falling` has its balls so far; None while there is no such
    game. `unseen` is what jackpots gave in games that are not shown yet.
    """
    open_game = state.games.get(state.open_game) if state.open_game is not None else None
    live = state.games.get(published + 1) if falling is not None else None
    shown = live or state.games.get(published, open_game)
    numbers = tuple(falling or ()) if live else shown.numbers if shown else ()
    whole = len(numbers) == book.figures.numbers_drawn
    result = draw_of(book, numbers) if whole and not live else None
    wrong = () if live or shown is None else shown.wrong
    drawn = tuple(ball.number for ball in numbers_shown(shown)) if shown and wrong else numbers
    return Snapshot(
        day=shown.keno_day if shown else state.day,
        game=shown.number if shown else None,
        phase_words=_phase_words(shown, live=live is not None, whole=result is not None),
        clock_words=f"Game {open_game.number} closes in" if open_game else "Closed",
        clock_at=open_game.closes_at if open_game else None,
        now=now,
        drawn=drawn,
        drawn_count=book.figures.numbers_drawn,
        wrong=wrong[0].position if wrong else None,
        heads_or_tails=result.heads_or_tails if result else None,
        multiplier=result.multiplier if result else None,
        steps=steps_of(book, numbers),
        jackpots=jackpots_shown(book, state, unseen),
        cash_game=open_game is not None and is_cash_game(state, open_game),
        on_top=prizes_on_top(state, open_game, published) if open_game else (),
        late="" if live else _late_words(state, published),
        result=published if published >= 0 else None,
    )


def prizes_on_top(
    state: KenoState, game: Game, published: int | None = None
) -> tuple[PrizeOnTop, ...]:
    """Bonus Prizes and additional prizes of a game; one won after game `published` is still there.

    Without `published` none that was won is.
    """
    return tuple(
        PrizeOnTop(
            extra.prize,
            extra.cents,
            f"{GAMES[extra.form].short}: {extra.caught} of {extra.spots} numbers",
        )
        for extra in state.extras.values()
        if not (extra.bonus and _is_won(extra.won_in, published))
        and is_offered(extra, game.closes_at)
    )


def _is_won(won_in: int | None, published: int | None) -> bool:
    return won_in is not None and (published is None or won_in <= published)


def jackpots_shown(
    book: NswKeno, state: KenoState, unseen: Mapping[str, Fraction] | None = None
) -> tuple[JackpotShown, ...]:
    """What each jackpot pays a sole winner on its stated stake: schedule, fill and growth.

    With what it gave in games that are not shown yet: an amount that drops would tell the result.
    """
    shown = []
    for name, jackpot in state.jackpots.items():
        game, _, level = name.partition("/")
        parts = top_prize(book, game, level) + jackpot_fill(name, book.tables)
        back = (unseen or {}).get(name, Fraction(0))
        cents = round_down(parts + jackpot.available_cents + back)
        pool = round_down(jackpot.pool_cents + back) if jackpot.pooled else None
        shown.append(JackpotShown(jackpot_in_words(name), cents, pool, jackpot.jurisdictions))
    return tuple(sorted(shown, key=lambda jackpot: -jackpot.cents))


def top_prize(book: NswKeno, game: str, level: str) -> int:
    """The schedule prize of a jackpot for the stake its table states: $1, or $2 in the $2 Game."""
    if game == "racing":
        correct = book.tables.racing[level]
        return correct[max(correct)].pays_cents
    return book.tables.spots[game][int(level)][int(level)]


def _late_words(state: KenoState, published: int) -> str:
    """The game that waits for its draw though a later one has closed; usually none."""
    waiting, after = state.games.get(published + 1), published + 2
    if waiting is None or after not in state.games or after == state.open_game:
        return ""
    return f"Game {waiting.number} is delayed"


def _phase_words(shown: Game | None, *, live: bool, whole: bool) -> str:
    if shown is None:
        return "Nothing drawn yet"
    if live:
        return "Eyes down"
    return "Result" if whole else "Place your entries"
