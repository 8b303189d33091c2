"""Combination Bets exactly: the prize of all combinations together, from how groups match.

Groups of one size are interchangeable, so a case only says, for each size, how many groups matched
0, 1, 2, ... numbers. With Keno Bonus the same count also keeps the totals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

from eyesdown.odds.keno.bets import draws_of
from eyesdown.odds.keno.subsets import by_size, pick, without
from eyesdown.odds.law import ZERO, Law, gather, hypergeometric, law_of_prizes
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_combinations import Shapes, shapes_of
from eyesdown.rulebooks.nsw_keno.c15_rounding import payable
from eyesdown.rulebooks.nsw_keno.c18_prizes import scaled

CASES_MAX = 4000
CASES_MAX_BONUS = 300
GROUPS_MAX_LISTED = 10
COMBINATIONS_MAX_LISTED = 64

Case = tuple[tuple[int, ...], ...]
"""For each group size in turn, how many groups of it were matched 0, 1, 2, ... times."""


def case_count(groups: Sequence[Sequence[int]]) -> int:
    """The number of cases to count.

    >>> case_count([(1,), (2,), (3,)]), case_count([(1, 2), (3, 4), (5,)])
    (4, 12)
    """
    sizes = [len(group) for group in groups]
    return prod(comb(sizes.count(size) + size, size) for size in set(sizes))


def combination_law(
    book: NswKeno,
    game: str,
    groups: Sequence[Sequence[int]],
    sizes: Sequence[int] | None,
    subscription_cents: int,
    *,
    bonus: bool = False,
) -> Law | None:
    """The law of the whole bet's prize; None if there are too many cases to count."""
    if case_count(groups) > (CASES_MAX_BONUS if bonus else CASES_MAX):
        return None
    draws, figures = draws_of(book), book.figures
    played_shapes = shapes_of([(len(group), 0) for group in groups], sizes, figures)
    cost = sum(played_shapes.values()) * subscription_cents * (2 if bonus else 1)
    kinds = sorted({len(group) for group in groups})
    spots = frozenset(spot for group in groups for spot in group)
    rest: Sequence[int]
    if bonus:
        rest = without(by_size(draws.numbers, draws.drawn), sorted(spots))
        cases = _cases(groups, kinds, draws.drawn, lambda group: by_size(group, len(group)))
    else:
        rest = [comb(draws.pool - len(spots), left) for left in range(draws.drawn + 1)]
        cases = _cases(groups, kinds, draws.drawn, _ways)
    prizes: list[tuple[Fraction, Fraction]] = []
    for (case, caught), ways in cases.items():
        # With Bonus both are packed by total, and their product adds the totals.
        both = ways * rest[draws.drawn - caught]
        shapes = shapes_of(_groups(kinds, case), sizes, figures)
        for x, count in (pick(both, draws.multipliers) if bonus else {1: both}).items():
            prize = _prize(book, game, shapes, subscription_cents * x)
            prizes.append((Fraction(prize, 100), Fraction(count, draws.sets)))
    return law_of_prizes(Fraction(cost, 100), gather(prizes))


def combination_return(
    book: NswKeno,
    game: str,
    groups: Sequence[Sequence[int]],
    sizes: Sequence[int] | None,
    subscription_cents: int,
    *,
    bonus: bool = False,
) -> Fraction:
    """The return as the sum over single combinations; with Bonus, for spots taken at random."""
    draws = draws_of(book)
    multipliers = draws.multiplier if bonus else {1: Fraction(1)}
    played_shapes = shapes_of([(len(group), 0) for group in groups], sizes, book.figures)
    won = ZERO
    for (spots, _), count in played_shapes.items():
        chances = hypergeometric(draws.pool, draws.drawn, spots)[: draws.drawn + 1]
        for (matched, chance), (x, share) in product(enumerate(chances), multipliers.items()):
            prize = _prize(book, game, {(spots, matched): count}, subscription_cents * x)
            won += chance * share * prize
    return won / (sum(played_shapes.values()) * subscription_cents * (2 if bonus else 1))


def bonus_return(
    book: NswKeno, groups: Sequence[Sequence[int]], sizes: Sequence[int] | None, stake_cents: int
) -> Fraction | None:
    """The return with Bonus, each combination by its own spots; None if there are too many."""
    draws = draws_of(book)
    played_shapes = shapes_of([(len(group), 0) for group in groups], sizes, book.figures)
    played = sum(played_shapes.values())
    if len(groups) > GROUPS_MAX_LISTED or played > COMBINATIONS_MAX_LISTED:
        return None
    types = {spots for spots, _ in played_shapes}
    won = ZERO
    for chosen in (some for n in range(len(groups)) for some in combinations(groups, n + 1)):
        spots = frozenset(spot for group in chosen for spot in group)
        if len(spots) in types:
            for (matched, x), chance in draws.matched(spots).items():
                shape = {(len(spots), matched): 1}
                won += chance * _prize(book, "regular", shape, stake_cents * x)
    return won / (played * stake_cents * 2)


def _ways(group: frozenset[int]) -> tuple[int, ...]:
    return tuple(comb(len(group), caught) for caught in range(len(group) + 1))


def _cases(
    groups: Sequence[Sequence[int]],
    kinds: Sequence[int],
    drawn: int,
    ways_of: Callable[[frozenset[int]], Sequence[int]],
) -> dict[tuple[Case, int], int]:
    """The number of ways to reach each case, by case and numbers caught in all groups."""
    start: Case = tuple((0,) * (size + 1) for size in kinds)
    cases: dict[tuple[Case, int], int] = {(start, 0): 1}
    for group in groups:
        place = kinds.index(len(group))
        following: dict[tuple[Case, int], int] = {}
        for caught, ways in enumerate(ways_of(frozenset(group))):
            for (case, before), so_far in cases.items():
                if before + caught > drawn:
                    continue
                counts = list(case[place])
                counts[caught] += 1
                key = ((*case[:place], tuple(counts), *case[place + 1 :]), before + caught)
                following[key] = following.get(key, 0) + so_far * ways
        cases = following
    return cases


def _groups(kinds: Sequence[int], case: Case) -> list[tuple[int, int]]:
    """A case as a list of groups: (spots, caught)."""
    return [
        (size, caught)
        for size, counts in zip(kinds, case, strict=True)
        for caught, times in enumerate(counts)
        for _ in range(times)
    ]


def _prize(book: NswKeno, game: str, shapes: Shapes, stake_cents: int) -> int:
    per = book.figures.prize_stake_cents[game]
    return sum(
        count
        * payable(scaled(book.tables.spots[game][spots][matched], per, stake_cents), book.figures)
        for (spots, matched), count in shapes.items()
    )
