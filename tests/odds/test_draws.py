"""Laws of one draw against plain enumeration on small pools."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

from hypothesis import given, settings
from hypothesis import strategies as st

from eyesdown.odds.keno.draws import Draws, Joint, first_mapped
from eyesdown.odds.keno.subsets import by_size, pick, without
from eyesdown.odds.law import hypergeometric

POOL, DRAWN = 12, 6
TOTALS = POOL * DRAWN
SMALL = Draws(POOL, DRAWN, tuple((1, 2, 5)[total * total % 3] for total in range(TOTALS + 1)))
SETS = list(combinations(range(1, POOL + 1), DRAWN))


def walked(tell: object, draws: Draws = SMALL) -> Joint:
    """The law of what a drawn set tells, jointly with its multiplier, by listing all sets."""
    seen = Counter((tell(drawn), draws.multipliers[sum(drawn)]) for drawn in SETS)  # type: ignore[operator]
    return {key: Fraction(times, len(SETS)) for key, times in seen.items()}


@given(st.sets(st.integers(1, POOL), max_size=POOL))
@settings(max_examples=40, deadline=None)
def test_matches_and_multiplier_of_given_spots_are_counted_together(spots: set[int]) -> None:
    found = SMALL.matched(frozenset(spots))
    assert found == walked(lambda drawn: len(spots.intersection(drawn)))


def test_given_spots_lean_on_the_total() -> None:
    low = SMALL.matched(frozenset({1, 2, 3}))
    alone = sum(chance for (matched, _), chance in low.items() if matched == 3)
    assert low[3, 2] != alone * SMALL.multiplier[2]


def test_random_spots_do_not_lean_on_the_total() -> None:
    """Averaged over every pick of four spots, matches and multiplier are independent."""
    picks = [frozenset(four) for four in combinations(range(1, POOL + 1), 4)]
    total: Joint = {}
    for four in picks:
        for key, chance in SMALL.matched(four).items():
            total[key] = total.get(key, Fraction(0)) + chance / len(picks)
    chances = hypergeometric(POOL, DRAWN, 4)
    assert total == {
        (matched, x): chances[matched] * times
        for matched in range(5)
        for x, times in SMALL.multiplier.items()
    }


def test_multiplier_is_that_of_all_sets() -> None:
    seen = Counter(SMALL.multipliers[sum(drawn)] for drawn in SETS)
    assert SMALL.multiplier == {x: Fraction(seen[x], len(SETS)) for x in sorted(seen)}


ORDERED = Draws(8, 4, tuple(1 + total % 2 for total in range(33)))
ORDERS = list(permutations(range(1, 9), 4))


def test_the_last_ball_against_every_order() -> None:
    spots = frozenset({1, 2, 7})
    seen = Counter((int(o[-1] in spots), ORDERED.multipliers[sum(o)]) for o in ORDERS)
    assert ORDERED.last_matched(spots) == {k: Fraction(n, len(ORDERS)) for k, n in seen.items()}


def test_the_first_ball_that_is_no_blank_against_every_order() -> None:
    blanks = frozenset({3, 4, 8})
    seen: Counter[tuple[int, int]] = Counter()
    for order in ORDERS:
        first = next(ball for ball in order if ball not in blanks)
        seen[first, ORDERED.multipliers[sum(order)]] += 1
    found = {
        (ball, x): chance
        for ball, chances in first_mapped(ORDERED, blanks).items()
        for x, chance in chances.items()
    }
    assert found == {key: Fraction(times, len(ORDERS)) for key, times in seen.items()}


def test_groups_are_counted_like_all_sets() -> None:
    groups = [frozenset({1, 2}), frozenset({5, 6, 7})]
    seen = Counter(tuple(len(g.intersection(drawn)) for g in groups) for drawn in SETS)
    assert SMALL.groups(groups) == dict(seen)


@given(st.sets(st.integers(1, 30), min_size=1, max_size=12), st.integers(0, 6))
@settings(max_examples=40, deadline=None)
def test_packed_counts_are_those_of_all_subsets(numbers: set[int], size: int) -> None:
    seen = Counter(sum(subset) for subset in combinations(sorted(numbers), size))
    packed = by_size(frozenset(numbers), 6)
    assert pick(packed[size], tuple(range(sum(numbers) + 1))) == dict(seen)
    taken = min(numbers)
    assert without(packed, [taken])[:7] == by_size(frozenset(numbers - {taken}), 6)


def test_eighty_choose_twenty_fits_its_lanes() -> None:
    packed = by_size(frozenset(range(1, 81)), 20)[20]
    by_sum = pick(packed, tuple(range(sum(range(61, 81)) + 1)))
    assert sum(by_sum.values()) == comb(80, 20) < 2**64 - 1
