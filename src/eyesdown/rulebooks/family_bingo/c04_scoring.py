"""Keeping score over a series of rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eyesdown.rulebook.chapter import Chapter
from eyesdown.rulebooks.family_bingo.figures import FamilyFigures

SCORES: Chapter[Any, FamilyFigures] = Chapter("family-bingo", "Score")


@SCORES.computes("Series scoring rounds")
def most_rounds(rounds_won: Mapping[str, int]) -> tuple[str, ...]:
    """Who has won the most rounds; more than one name means one more round for all (K12)."""
    return _highest(rounds_won)


@SCORES.computes("Series scoring points")
def first_to_the_target(points: Mapping[str, int], figures: FamilyFigures) -> tuple[str, ...]:
    """Who leads with the target or more (K10); several of them play one more round (K11)."""
    there = {player: total for player, total in points.items() if total >= figures.series_points}
    return _highest(there)


@SCORES.computes("Points per round")
def points_of(numbers: Sequence[int], figures: FamilyFigures) -> int:
    """The sum of the numbers read back; Free counts nothing (K02), a second row neither (K09).

    >>> from datetime import date
    >>> from eyesdown.rulebooks.family_bingo.book import open_on
    >>> figures = open_on(date(2026, 6, 1)).figures
    >>> points_of([3, 17, 32], figures)
    52
    """
    return sum(number or figures.free_points for number in numbers)


@SCORES.computes("Two winners check")
def right_cries(cries: Mapping[str, bool]) -> tuple[str, ...]:
    """Each cry made together is checked by itself, however many there are (K07, K08)."""
    return tuple(player for player, right in cries.items() if right)


@SCORES.computes("Two winners rounds")
def round_goes_to(totals: Mapping[str, int]) -> tuple[str, ...]:
    """The highest total has the round; equal totals have it both (K06)."""
    return _highest(totals)


@SCORES.computes("Two winners points")
def points_go_to(totals: Mapping[str, int]) -> dict[str, int]:
    """Each right player counts exactly their own total."""
    return dict(totals)


def _highest(scores: Mapping[str, int]) -> tuple[str, ...]:
    best = max(scores.values(), default=0)
    return tuple(player for player, score in scores.items() if score == best)
