"""Appendix A - Minor games: the patterns drawn in patterns.txt, held against patterns.csv."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb, prod
from typing import Any

from eyesdown.rulebook.chapter import Chapter
from eyesdown.rulebook.loading import DataFile
from eyesdown.rulebook.patterns import LINE_NUMBERS, AtLeast, DrawnPattern, Pattern, parse_patterns
from eyesdown.rulebook.spelling import plain_words

PACKAGE = "eyesdown.rulebooks.nsw_casino_bingo"
APPENDIX_A: Chapter[Any, Any] = Chapter("nsw-casino-bingo", "Appendix A - Minor games")


def load_patterns(
    drawings: DataFile, table: DataFile
) -> tuple[Mapping[str, Pattern], Mapping[str, str]]:
    """Exactly the listed patterns, each drawn as its words ask, and every name they go by.

    Position is a number's ordinal in its line (F01, F02, F04, F06, F07), all squares lie in one
    box (F05), 'at least' reaches every count (F03), and words decide over drawings (F08).
    """
    drawn = parse_patterns(drawings)
    names: dict[str, str] = {}
    listed = []
    for line, row in table.rows("name", "squares", "sets", "also_called"):
        name = row["name"]
        if name not in drawn:
            raise table.wrong(line, f"{name} is listed but not drawn")
        squares = table.whole(line, "squares", row["squares"])
        sets = table.whole(line, "sets", row["sets"])
        if _size(drawn[name]) != (squares, sets):
            raise table.wrong(line, f"{name} is drawn with {_size(drawn[name])} squares and sets")
        for word in filter(None, (name, row["also_called"])):
            if names.setdefault(plain_words(word), name) != name:
                raise table.wrong(line, f"{word} names two patterns")
        listed.append(name)
    for stray in drawn.keys() - set(listed):
        raise drawings.wrong(1, f"{stray} is drawn but not listed")
    return {name: drawn[name] for name in listed}, names


def _size(pattern: Pattern) -> tuple[int, int]:
    """The fewest squares that win, and in how many ways that few can."""
    if isinstance(pattern, AtLeast):
        return sum(pattern.lines), prod(comb(LINE_NUMBERS, least) for least in pattern.lines)
    assert isinstance(pattern, DrawnPattern)
    return min(way.bit_count() for way in pattern.ways), len(pattern.ways)


PATTERNS, _NAMES = load_patterns(
    DataFile.open(PACKAGE, "patterns.txt"), DataFile.open(PACKAGE, "patterns.csv")
)
APPENDIX_A.computes(*(f"Appendix A '{name}'" for name in PATTERNS))(load_patterns)


def known(name: str) -> str | None:
    """A pattern's own name from any spelling we take (F11); None if there is no such pattern.

    >>> known("Pickles"), known("letter X")
    ('pickels', None)
    """
    return _NAMES.get(plain_words(name))
