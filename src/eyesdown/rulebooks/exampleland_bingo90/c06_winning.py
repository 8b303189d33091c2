"""Part 6 - Winning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eyesdown.rulebook.chapter import Chapter
from eyesdown.rulebook.patterns import Pattern, read_patterns
from eyesdown.rulebooks.exampleland_bingo90.actions import BOOK
from eyesdown.rulebooks.exampleland_bingo90.figures import Figures

WINNING: Chapter[Any, Figures] = Chapter(BOOK, "Part 6 - Winning")


@WINNING.computes("6(1)")
def patterns() -> Mapping[str, Pattern]:
    """What each prize asks for, drawn in `patterns.txt`.

    >>> sorted(patterns())
    ['any line', 'house']
    """
    return read_patterns(__package__)
