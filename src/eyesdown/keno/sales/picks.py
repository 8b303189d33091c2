"""Picks made by a terminal: Kwikipik, Multipik and Superplay. Chance is handed in.

`below(n)` must give each of 0 .. n-1 equally often; the site hands in its generator, a test a list.
"""

from __future__ import annotations

from typing import TypeVar

from eyesdown.keno.bets.bet import (
    ORDERED,
    RESULTS,
    Combination,
    Keno2,
    LetItRun,
    Prepick,
    Racing,
    Regular,
    Roulette,
)
from eyesdown.keno.words.offers import Superplay
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.keno_words import RacingBet, RouletteBet, SpotGame
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_combinations import (
    Below,
    fill_groups,
    pick_results,
    pick_selections,
    pick_some,
)

Series = TypeVar("Series", Prepick, LetItRun)


def kwikipik(
    book: NswKeno,
    game: SpotGame,
    spots: int,
    subscription_cents: int,
    below: Below,
    *,
    bonus: bool = False,
) -> Regular | Keno2:
    """A random pick of `spots` numbers; the same pick serves every game of the Entry (G24).

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> kwikipik(open_on(date(2024, 1, 12)), "regular", 3, 100, lambda n: n - 1).spots
    (78, 79, 80)
    """
    _offered("spots", spots, book.figures.spot_counts)
    picked = tuple(sorted(pick_some(spots, book.figures.numbers_max, below)))
    bet = Regular if game == "regular" else Keno2
    return bet(picked, subscription_cents, bonus)


def multipik(
    book: NswKeno,
    picks: int,
    game: SpotGame,
    spots: int,
    *,
    subscription_cents: int,
    below: Below,
    bonus: bool = False,
) -> tuple[Regular | Keno2, ...]:
    """Several Kwikipiks for one ticket; they may repeat by chance (G24)."""
    return tuple(
        kwikipik(book, game, spots, subscription_cents, below, bonus=bonus) for _ in range(picks)
    )


def kwikipik_racing(
    book: NswKeno,
    bet: RacingBet,
    subscription_cents: int,
    below: Below,
    *,
    box_rows: int | None = None,
) -> Racing:
    """Rows for a racing bet; with `box_rows` that many, boxed."""
    needed = book.figures.racing_rows_named[bet]
    count = box_rows or needed
    _offered("box_rows", count, range(needed, book.figures.grid_rows + 1))
    rows = pick_some(count, book.figures.grid_rows, below)
    if bet not in ORDERED:
        return Racing(bet, "box" if box_rows else "straight", (), (), rows, subscription_cents)
    if box_rows:
        return Racing(bet, "box", ((),) * needed, (), rows, subscription_cents)
    return Racing(bet, "straight", tuple((row,) for row in rows), (), (), subscription_cents)


def kwikipik_roulette(
    book: NswKeno,
    bet: RouletteBet,
    selections: int,
    subscription_cents: int,
    below: Below,
    *,
    bonus: bool = False,
) -> tuple[Roulette, ...]:
    """Different random selections of one roulette bet."""
    on_grid = tuple(book.roulette[bet])
    _offered("selections", selections, range(1, len(on_grid) + 1))
    return tuple(
        Roulette(bet, selection, subscription_cents, bonus)
        for selection in pick_selections(selections, on_grid, below)
    )


def kwikipik_series(
    form: type[Series], games: int, subscription_cents: int, below: Below, *, bonus_games: int = 0
) -> Series:
    """A forecast for each game of a Prepick or a Let it Run."""
    return form(pick_results(games, RESULTS, below), subscription_cents, bonus_games)


def superplay(
    book: NswKeno,
    template: Superplay,
    subscription_cents: int,
    below: Below,
    *,
    bonus: bool = False,
) -> Combination:
    """The Combination Bet of a template (G32); a Standard one gets its Spots here."""
    groups = template.groups or fill_groups(template.group_sizes, book.figures.numbers_max, below)
    return Combination(template.game, groups, template.sizes, subscription_cents, bonus)


def _offered(field: str, count: int, offered: range | tuple[int, ...]) -> None:
    if count not in offered:
        raise BadInput(field, f"{count} is not offered")
