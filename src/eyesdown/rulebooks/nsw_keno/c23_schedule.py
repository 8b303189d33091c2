"""The Schedule: which totals of the numbers drawn carry which Multiplier."""

from __future__ import annotations

from collections.abc import Mapping

from eyesdown.rulebook.chapter import Chapter
from eyesdown.rulebooks.nsw_keno.figures import Figures

SCHEDULE: Chapter[object, Figures] = Chapter("nsw-keno", "Schedule - Multipliers")


@SCHEDULE.computes(
    "Schedule:Part A",
    "Schedule:Part B",
    "Schedule:Part C",
    "Schedule:Part D",
    "Schedule:Part E",
    "Schedule:Part F",
)
def totals_of(part: str, multipliers: Mapping[int, int], figures: Figures) -> tuple[int, ...]:
    """The totals of one Part, lowest first."""
    times = figures.multipliers[part]
    return tuple(total for total, carried in multipliers.items() if carried == times)


@SCHEDULE.computes("Schedule:whole")
def all_totals(figures: Figures) -> range:
    """Every total that a draw can have.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> all_totals(figures)
    range(210, 1411)
    """
    return range(figures.multiplier_total_min, figures.multiplier_total_max + 1)
