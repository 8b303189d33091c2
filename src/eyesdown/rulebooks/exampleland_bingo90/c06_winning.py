"""Part 6 - Winning."""

from __future__ import annotations

from collections.abc import Sequence

from eyesdown.rulebook.chapter import Chapter
from eyesdown.rulebook.patterns import Pattern, completing_call
from eyesdown.rulebooks.exampleland_bingo90.figures import Figures

WINNING = Chapter[None, Figures]("exampleland-bingo90", "Part 6 - Winning")


@WINNING.computes("6(1)")
def completed_on_call(
    pattern: Pattern, lines: Sequence[Sequence[int]], calls: Sequence[int]
) -> int | None:
    """The call that completes a pattern on a ticket, counted from 1; None if none does.

    >>> from eyesdown.rulebook.patterns import DrawnPattern
    >>> top = DrawnPattern("top line", (0b11111,))
    >>> lines = ((1, 2, 3, 4, 5), (11, 12, 13, 14, 15), (21, 22, 23, 24, 25))
    >>> completed_on_call(top, lines, [9, 5, 4, 3, 2, 1, 11])
    6
    """
    return completing_call(pattern, lines, calls)
