"""Exact bingo against enumeration, and crowds against small worlds listed in full."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb

import pytest

from eyesdown.bingo.tracking.columns import HOUSE
from eyesdown.kernel.errors import BadInput
from eyesdown.odds.bingo.answers import bingo_laws, card75_law
from eyesdown.odds.bingo.crowd import FirstWinner, strip90
from eyesdown.odds.bingo.crowd75 import FirstRow
from eyesdown.odds.bingo.ticket import Completion, card75, ticket90, winning_markings
from eyesdown.odds.simulation.blocks import Run, here
from eyesdown.odds.simulation.family import FamilyGames
from eyesdown.odds.simulation.programme import COMMON, patterns
from eyesdown.rulebook.patterns import SQUARES

PATTERNS = patterns()


@pytest.mark.parametrize("name", list(PATTERNS))
def test_winning_markings_are_those_the_pattern_itself_calls_won(name: str) -> None:
    pattern = PATTERNS[name]
    counts = [0] * (SQUARES + 1)
    for marks in range(1 << SQUARES):
        counts[marks.bit_count()] += pattern.won(marks)
    assert winning_markings(pattern) == tuple(counts)


def test_a_small_ticket_against_every_order_of_calls() -> None:
    """Four squares of seven balls; won by squares 0 and 1, or by 2 and 3."""
    winning = [0] * 5
    for size in range(5):
        for marks in combinations(range(4), size):
            winning[size] += {0, 1} <= set(marks) or {2, 3} <= set(marks)
    law = Completion(7, tuple(winning))
    orders = list(permutations(range(7)))
    done = [0] * 8
    for order in orders:
        at = {ball: call for call, ball in enumerate(order, start=1)}
        done[min(max(at[0], at[1]), max(at[2], at[3]))] += 1
    assert law.law == tuple(Fraction(times, len(orders)) for times in done)
    assert law.mean == Fraction(sum(n * times for n, times in enumerate(done)), len(orders))


def test_house_has_the_textbook_law() -> None:
    house = ticket90(HOUSE)
    for ball in (15, 45, 89, 90):
        assert house.within[ball] == Fraction(comb(ball, 15), comb(90, 15))
    assert house.mean == Fraction(15 * 91, 16)


def test_rows_of_a_small_card_against_every_marking() -> None:
    """A three by three card with a free centre: eight rows of three, three of them through it."""
    rows = ("012", "345", "678", "036", "147", "258", "048", "246")
    ways = [frozenset(map(int, row)) - {4} for row in rows]
    squares = [0, 1, 2, 3, 5, 6, 7, 8]
    counts = [0] * 9
    for marks in product((False, True), repeat=8):
        held = {s for s, marked in zip(squares, marks, strict=True) if marked}
        counts[len(held)] += any(way <= held for way in ways)
    assert card75(ways, squares=8).winning == tuple(counts)


def test_a_75_ball_row_can_come_on_the_fourth_call_and_must_before_the_last() -> None:
    law = card75_law()
    assert law.earliest == 4
    assert law.on(4) == Fraction(4, comb(75, 4))
    assert law.within[75] == 1
    assert round(float(law.mean), 2) == 41.37


def some_part_of_a_strip(parts: int) -> tuple[Fraction, ...]:
    """The chance that one of the strip's equal parts is complete, by inclusion and exclusion."""
    size = 90 // parts
    signed = [
        sum(
            (-1) ** (full + 1) * comb(parts, full) * comb(90 - size * full, called - size * full)
            for full in range(1, called // size + 1)
        )
        for called in range(91)
    ]
    return tuple(Fraction(ways, comb(90, called)) for called, ways in enumerate(signed))


def test_a_strip_is_not_six_independent_tickets() -> None:
    house = ticket90(HOUSE)
    strip, free = strip90(house), FirstWinner(house.within, 6).exact()
    assert strip == some_part_of_a_strip(6)
    assert strip[80] > free[80]


def test_lines_of_a_strip_two_ways() -> None:
    assert strip90(ticket90(COMMON["line"])) == some_part_of_a_strip(18)


def test_first_winner_against_every_pair_of_tickets() -> None:
    """Two tickets of two numbers out of five, all pairs and all orders listed."""
    tickets = list(combinations(range(5), 2))
    one = Completion(5, (0, 0, 1))
    first = [0] * 6
    winners = 0
    orders = list(permutations(range(5)))
    for order in orders:
        at = {ball: call for call, ball in enumerate(order, start=1)}
        done = [max(at[a], at[b]) for a, b in tickets]
        for mine, yours in product(done, repeat=2):
            first[min(mine, yours)] += 1
            winners += 1 + (mine == yours)
    worlds = len(orders) * len(tickets) ** 2
    crowd = FirstWinner(one.within, 2)
    law = [Fraction(0), *(b - a for a, b in zip(crowd.exact(), crowd.exact()[1:], strict=False))]
    assert law == [Fraction(times, worlds) for times in first]
    assert crowd.winners_exact() == Fraction(winners, worlds)


def test_floats_are_the_fractions_for_a_human_eye() -> None:
    crowd = FirstWinner(ticket90(COMMON["line"]).within, 60)
    assert crowd.floats() == pytest.approx([float(p) for p in crowd.exact()], abs=1e-12)
    assert crowd.winners() == pytest.approx(float(crowd.winners_exact()))
    assert FirstWinner(crowd.within, 1).shared() == pytest.approx(0.0, abs=1e-12)
    house = FirstWinner(ticket90(COMMON["house"]).within, 7)
    assert house.floats() == pytest.approx([float(p) for p in house.exact()], rel=1e-9, abs=0)


def test_a_pattern_that_is_not_drawn_is_bad_input() -> None:
    with pytest.raises(BadInput, match="pattern"):
        bingo_laws(["lettr T"])


def test_one_real_card_has_the_exact_law_of_one_card() -> None:
    """Inclusion and exclusion on one side, a walk over columns on the other."""
    assert FirstRow(1).floats() == pytest.approx([float(p) for p in card75_law().within], abs=1e-12)
    assert FirstRow(1).winners() == pytest.approx(1.0)


def test_cards_that_share_their_columns_win_together_more_often() -> None:
    real, free = FirstRow(100), FirstWinner(card75_law().within, 100)
    assert real.mean() > free.mean()
    assert real.winners() > free.winners()
    assert real.shared() > free.shared()


def test_real_cards_against_rounds_played() -> None:
    tally = Run(FamilyGames(20, 1000), 8, 4).finish(here)
    real = FirstRow(20)
    calls, winners = tally.spread("balls/row"), tally.spread("winners/row")
    assert abs(calls.mean - real.mean()) <= 3 * calls.error
    assert abs(winners.mean - real.winners()) <= 3 * winners.error
