"""The totals: against the published figures, and against plain enumeration of small cousins."""

from __future__ import annotations

from itertools import combinations, permutations, product
from math import comb, factorial

import pytest

from eyesdown.cards.counting import (
    STRIP90,
    StripShape,
    card75_count,
    layout_counts,
    layouts,
    number_sets,
    onward,
    opening,
    strip_count,
    strips_by_threes,
    ticket_count,
    ticket_vectors,
)

SMALL = [
    StripShape(sizes=(4, 4, 4), tickets=2, line=2),
    StripShape(sizes=(3, 4, 5), tickets=2, line=2),
    StripShape(sizes=(3, 4, 3, 2), tickets=2, line=2),
    StripShape(sizes=(2, 2, 2), tickets=2, line=1),
]


def drawn_tickets(shape: StripShape) -> list[tuple[tuple[int, ...], ...]]:
    """Every grid of blanks and numbers with full lines and no empty column, by trying them all."""
    columns = range(len(shape.sizes))
    lines = [tuple(int(at in held) for at in columns) for held in combinations(columns, shape.line)]
    return [grid for grid in product(lines, repeat=3) if all(map(sum, zip(*grid, strict=True)))]


def strips_by_trying(shape: StripShape) -> int:
    total = 0
    for left, right in product(drawn_tickets(shape), repeat=2):
        counts = [sum(column) for column in zip(*left, strict=True)]
        others = [sum(column) for column in zip(*right, strict=True)]
        if all(a + b == n for a, b, n in zip(counts, others, shape.sizes, strict=True)):
            ways = 1
            for size, count in zip(shape.sizes, counts, strict=True):
                ways *= comb(size, count)
            total += ways
    return total


def test_the_totals_are_the_known_ones() -> None:
    assert strip_count() == int(
        "467711541132248468278363019351514108076722415153589853880320000000000000000000"
    )
    assert ticket_count() == 3669688706217187500
    assert number_sets() == 6080082602343750
    assert card75_count() == 552446474061128648601600000


def test_tickets_have_the_known_layouts() -> None:
    assert layout_counts(STRIP90) == (1710, 639, 240, 90)
    vectors = ticket_vectors(STRIP90)
    assert len(vectors) == 1554
    assert sum(layout_counts(STRIP90)[v.count(2)] for v in vectors) == 735_210


def test_layouts_by_running_through_every_triple_of_lines() -> None:
    """The number of layouts depends on the column counts' order in no way."""
    lines = [sum(1 << at for at in held) for held in combinations(range(9), 5)]
    assert len(lines) == 126
    counted = 0
    for top, centre in product(lines, repeat=2):
        once, twice = top ^ centre, top & centre
        for bottom in lines:
            counted += (once | twice | bottom) == 0b111111111
    assert counted == 735_210
    plain = layouts((2, 1, 1, 1, 1, 0, 0, 0, 0), 5)
    mixed = layouts((0, 1, 0, 1, 2, 0, 1, 0, 1), 5)
    assert len(plain) == len(mixed) == len(set(mixed)) == 639


@pytest.mark.parametrize("shape", SMALL, ids=str)
def test_small_cousins_agree_with_trying_everything(shape: StripShape) -> None:
    assert strip_count(shape) == strips_by_trying(shape) > 0


def test_four_tickets_agree_with_a_sum_over_every_matrix() -> None:
    shape = StripShape(sizes=(6, 7, 11), tickets=4, line=2)
    assert strip_count(shape) == by_matrices(shape, layout_counts(shape))


def by_matrices(shape: StripShape, layouts_by_threes: tuple[int, ...]) -> int:
    total = 0
    for rows in product(ticket_vectors(shape), repeat=shape.tickets):
        sums = tuple(sum(column) for column in zip(*rows, strict=True))
        if sums != shape.excesses:
            continue
        ways = 1
        for row in rows:
            ways *= layouts_by_threes[row.count(2)]
        for at, size in enumerate(shape.sizes):
            deals = factorial(size)
            for row in rows:
                deals //= factorial(row[at] + 1)
            ways *= deals
        total += ways
    return total


def test_the_first_tickets_threes_add_up_to_all_strips() -> None:
    assert sum(strips_by_threes()) == strip_count()


def test_the_opening_stands_for_every_pair_of_outer_columns() -> None:
    looks = {
        step.columns: len(set(permutations(zip(*step.columns, strict=True))))
        for step in opening(STRIP90)
    }
    assert len(looks) == 33
    assert sum(looks.values()) == 50 * 126


def test_a_step_never_takes_more_than_a_ticket_needs() -> None:
    for step in onward((3, 2, 1, 1, 1, 0), 4):
        assert min(step.needs) >= 0
        assert sorted(step.needs, reverse=True) == list(step.needs)
        assert sum(step.needs) == 8 - 4
