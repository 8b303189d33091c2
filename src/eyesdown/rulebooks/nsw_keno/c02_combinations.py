"""Rule 2: Combination Bets, their Groups and types; Superplay; Kwikipik."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias, TypeVar

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.keno_bets import GroupsFacts
from eyesdown.rulebooks.nsw_keno.figures import Figures

COMBINATIONS: Chapter[GroupsFacts, Figures] = Chapter("nsw-keno", "Rule 2 - Combination Bets")

Pick = TypeVar("Pick")

Below: TypeAlias = Callable[[int], int]
"""Chance, handed in: below(n) is one of 0 .. n-1, each as likely as any other."""

Shapes: TypeAlias = Mapping[tuple[int, int], int]
"""The number of Combinations by their Spots and by how many of these were drawn."""


@COMBINATIONS.enforces("2:Combination", "combination/size")
def types_are_offered(bet: GroupsFacts, figures: Figures) -> Breach | None:
    """A type is a number of Spots, and one of the numbers a game may have (G18)."""
    for size in bet.sizes or ():
        if size not in figures.spot_counts:
            return breach("combination/size", size=size)
    return None


@COMBINATIONS.enforces("2:Combination Bet:min", "combination/too_few")
def at_least_two_combinations(bet: GroupsFacts, figures: Figures) -> Breach | None:
    """Combinations of more Groups than allowed are not counted."""
    if bet.combinations >= figures.combinations_min or len(bet.groups) > figures.groups_max:
        return None
    return breach(
        "combination/too_few",
        combinations=bet.combinations,
        combinations_min=figures.combinations_min,
    )


@COMBINATIONS.enforces(
    "2:Combination Bet:groups", "combination/spot_in_two_groups", "combination/too_many_groups"
)
def groups_share_no_spot(bet: GroupsFacts, figures: Figures) -> Breach | None:
    """Groups, as the definition of a Combination Bet has them (X02), bear one letter each (G19)."""
    if len(bet.groups) > figures.groups_max:
        return breach(
            "combination/too_many_groups", groups=len(bet.groups), groups_max=figures.groups_max
        )
    every = [spot for group in bet.groups for spot in group]
    taken: set[int] = set()
    for group in bet.groups if len(set(every)) < len(every) else ():
        shared = taken.intersection(group)
        if shared:
            return breach("combination/spot_in_two_groups", spot=min(shared))
        taken.update(group)
    return None


@COMBINATIONS.enforces("2:Combination Bet:min group", "combination/empty_group")
def no_group_is_empty(bet: GroupsFacts, figures: Figures) -> Breach | None:
    for place, group in enumerate(bet.groups, start=1):
        if len(group) < figures.group_spots_min:
            return breach("combination/empty_group", group=place)
    return None


@COMBINATIONS.enforces("2:Combination Bet:max per type", "combination/not_all_of_a_type")
def every_combination_of_a_type_is_played(bet: GroupsFacts) -> Breach | None:
    if bet.asked is None or bet.asked == bet.combinations:
        return None
    return breach("combination/not_all_of_a_type", asked=bet.asked, combinations=bet.combinations)


@COMBINATIONS.computes("2:Combination Bet:formation", "2:Combination Bet:all")
def shapes_of(
    groups: Sequence[tuple[int, int]], sizes: Sequence[int] | None, figures: Figures
) -> Shapes:
    """What whole Groups and unions of whole Groups make, counted group by group and never listed.

    A Group is its number of Spots and how many of them were drawn. Unions of a size that no game
    has are not formed (G18).
    """
    base = figures.numbers_drawn + 1  # so that size and hits share one number
    packed = tuple([spots * base + caught for spots, caught in groups])
    ways = _unions(packed, figures.spot_counts[-1] * base + base)
    offered = figures.spot_counts if sizes is None else sizes
    return {
        (union // base, union % base): count
        for union, count in ways.items()
        if union // base in offered
    }


@COMBINATIONS.computes("2:Combination Bet:count shown")
def combinations_by_size(
    groups: Sequence[int], sizes: Sequence[int] | None, figures: Figures
) -> Mapping[int, int]:
    """How many Combinations of each number of Spots the Groups make, by the Groups' sizes."""
    ways = _unions(tuple(groups), figures.spot_counts[-1] + 1)
    offered = figures.spot_counts if sizes is None else sizes
    return {size: ways[size] for size in sorted(ways) if size in offered}


@lru_cache
def _unions(groups: tuple[int, ...], below: int) -> Mapping[int, int]:
    """How many choices of Groups add up to each total under a bound; the same sizes come often."""
    ways = {0: 1}
    for group in groups:
        for total, count in list(ways.items()):
            union = total + group
            if union < below:
                ways[union] = ways.get(union, 0) + count
    return ways


@COMBINATIONS.computes("2:Combination:separate")
def combinations_made(counts: Iterable[int]) -> int:
    """Each Combination, of whatever sort, is a game of its own, with its own prize.

    >>> combinations_made([3, 4])
    7
    """
    return sum(counts)


def caught_whole(
    groups: Sequence[Sequence[int]], drawn: frozenset[int], sizes: frozenset[int]
) -> Iterator[int]:
    """The sizes of all unions of wholly drawn Groups that have one of these sizes.

    Unions of fewer Groups come first, then in the order of the Groups, as a ticket lists them.
    """
    whole = [len(group) for group in groups if drawn.issuperset(group)]
    for members in range(1, min(len(whole), max(sizes)) + 1):
        for union in map(sum, combinations(whole, members)):
            if union in sizes:
                yield union


@COMBINATIONS.computes("2:Kwikipik(i)", "2:Kwikipik(ii)")
def pick_some(count: int, highest: int, below: Below) -> tuple[int, ...]:
    """`count` different numbers from 1 up to the highest, in the order drawn.

    Every ordered pick is equally likely: each number is taken from those still left.
    """
    left = list(range(1, highest + 1))
    return tuple(left.pop(below(len(left))) for _ in range(count))


@COMBINATIONS.computes("2:Kwikipik(iii)")
def pick_selections(count: int, selections: Sequence[Pick], below: Below) -> tuple[Pick, ...]:
    """`count` different selections of a roulette bet."""
    return tuple(selections[number - 1] for number in pick_some(count, len(selections), below))


@COMBINATIONS.computes("2:Kwikipik(iv)")
def pick_results(games: int, results: Sequence[Pick], below: Below) -> tuple[Pick, ...]:
    """A forecast for each game, each of the three as likely as the others (G34)."""
    return tuple(results[below(len(results))] for _ in range(games))


@COMBINATIONS.computes("2:Standard Superplay")
def fill_groups(sizes: Sequence[int], highest: int, below: Below) -> tuple[tuple[int, ...], ...]:
    """Spots for the Groups of a template, no Spot in two of them (G32)."""
    picked = list(pick_some(sum(sizes), highest, below))
    return tuple(tuple(sorted(picked.pop() for _ in range(size))) for size in sizes)
