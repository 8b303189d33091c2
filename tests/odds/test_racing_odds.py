"""Places of small fields against every ordered draw."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import permutations

import pytest

from eyesdown.keno.bets.bet import ORDERED
from eyesdown.odds.keno.bets import depth_of, field_of, law_of, level_of
from eyesdown.odds.keno.racing import Field
from eyesdown.rulebooks.nsw_keno.book import open_on
from eyesdown.rulebooks.nsw_keno.c02_racing import racing_places

BOOK = open_on(date(2024, 1, 12))


@pytest.mark.parametrize(("rows", "size", "drawn"), [(3, 3, 4), (4, 2, 4), (4, 2, 3), (5, 2, 2)])
def test_places_have_the_law_of_every_ordered_draw(rows: int, size: int, drawn: int) -> None:
    """Ties parted by who got there first, empty rows sharing one place: all by symmetry."""
    figures = replace(BOOK.figures, grid_rows=rows, grid_row_numbers=size)
    orders = list(permutations(range(1, rows * size + 1), drawn))
    seen = Counter(racing_places(order, figures) for order in orders)
    field = Field(rows, size, drawn)
    found: dict[tuple[int, ...], Fraction] = {}
    for each, finishes in field.finishes(rows):
        for places in finishes:
            found[places] = found.get(places, Fraction(0)) + each
    assert found == {places: Fraction(times, len(orders)) for places, times in seen.items()}


@pytest.mark.parametrize("bet", sorted(ORDERED))
def test_one_finish_for_each_first_miss_stands_for_all(bet: str) -> None:
    rows = tuple(range(1, BOOK.figures.racing_rows_named[bet] + 1))  # type: ignore[index]
    level = level_of(bet, rows, BOOK.figures)  # type: ignore[arg-type]
    depth = depth_of(bet, BOOK.figures)  # type: ignore[arg-type]
    field = field_of(BOOK)
    assert field.straight(depth, level) == field.law(depth, level)


def test_live_rows_once_known_give_the_law_piece_by_piece() -> None:
    level = level_of("superfecta", (1, 2, 3, 4, 5, 6), BOOK.figures)
    field = field_of(BOOK)
    total: dict[int, Fraction] = {}
    for live, chance in field.live().items():
        for worth, share in field.given(live, 6, level).items():
            total[worth] = total.get(worth, Fraction(0)) + chance * share
    assert total == field.law(6, level)


@pytest.mark.clause("nsw-keno", "2:Keno Racing:zero")
def test_dead_heats_of_empty_rows_lift_place_and_superfecta_a_little() -> None:
    """With two live rows every other row is third: place pays them all (G02)."""
    live = field_of(BOOK).live()
    place = law_of(BOOK, "racing/place").hit_rate
    assert place == Fraction(3, 8) * (1 - live[2]) + live[2]
    top = law_of(BOOK, "racing/superfecta").jackpot_chance
    assert top == Fraction(1, 20160) * (1 - live[5] - live[4] - live[3] - live[2]) + live[5] / 6720
