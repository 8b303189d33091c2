"""Patterns, read from their drawings: three lines of five numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from eyesdown.rulebook.loading import DataFile

LINES = 3
LINE_NUMBERS = 5
SQUARES = LINES * LINE_NUMBERS
LINE = (1 << LINE_NUMBERS) - 1


@dataclass(frozen=True, slots=True)
class DrawnPattern:
    """Won when every square of any of its ways is marked."""

    name: str
    ways: tuple[int, ...]  # bit 0 is the first number of the top line

    def won(self, marks: int) -> bool:
        """Whether these marks win the pattern."""
        return any(way & ~marks == 0 for way in self.ways)


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Won when each line has enough marks, wherever they fall."""

    name: str
    lines: tuple[int, ...]

    def won(self, marks: int) -> bool:
        """Whether these marks win the pattern."""
        return all(
            (marks >> LINE_NUMBERS * place & LINE).bit_count() >= least
            for place, least in enumerate(self.lines)
        )


Pattern: TypeAlias = DrawnPattern | AtLeast


def completing_call(
    pattern: Pattern, lines: Sequence[Sequence[int]], calls: Sequence[int]
) -> int | None:
    """The first call, counted from 1, on which a box's lines (in printed order) win the pattern.

    >>> completing_call(AtLeast("pair", (2, 0, 0)), [(5, 9, 1, 2, 3), (), ()], [9, 44, 5])
    3
    >>> completing_call(AtLeast("pair", (2, 0, 0)), [(5, 9, 1, 2, 3), (), ()], [9, 44]) is None
    True
    """
    squares = {
        ball: LINE_NUMBERS * line + place
        for line, numbers in enumerate(lines)
        for place, ball in enumerate(numbers)
    }
    marks = 0
    for call, ball in enumerate(calls, start=1):
        if ball in squares:
            marks |= 1 << squares[ball]
            if pattern.won(marks):
                return call
    return None


def read_patterns(package: str) -> dict[str, Pattern]:
    """Every pattern drawn in a book's file.

    >>> sorted(read_patterns('eyesdown.rulebooks.vic_bingo'))
    ['any line', 'bottom line', 'middle line', 'ticket', 'top line']
    """
    return parse_patterns(DataFile.open(package, "patterns.txt"))


def parse_patterns(file: DataFile) -> dict[str, Pattern]:
    """Patterns by name, from their drawings.

    >>> WALL = '''
    ... letter T:
    ... x x x x x
    ... . . x . .
    ... . . x . .
    ...
    ... any line:
    ... x x x x x | . . . . . | . . . . .
    ... . . . . . | x x x x x | . . . . .
    ... . . . . . | . . . . . | x x x x x
    ...
    ... ice cream cone:
    ... at least 3
    ... at least 2
    ... at least 1
    ... '''
    >>> patterns = parse_patterns(DataFile("eyesdown", "wall", WALL))
    >>> patterns["letter T"].won(0b00100_00100_11111)
    True
    >>> patterns["any line"].won(0b00000_11111_00000)
    True
    >>> patterns["ice cream cone"].won(0b10000_00011_01011)
    True
    >>> patterns["ice cream cone"].won(0b10000_00011_01010)
    False
    """
    patterns: dict[str, Pattern] = {}
    block: list[str] = []
    for number, line in enumerate([*file.text.splitlines(), ""], start=1):
        if line.startswith("#"):
            continue
        if line.strip():
            block.append(line.strip())
        elif block:
            pattern = _read_pattern(file, number - len(block), block)
            if pattern.name in patterns:
                raise file.wrong(number - len(block), f"{pattern.name} is drawn twice")
            patterns[pattern.name] = pattern
            block = []
    return patterns


def _read_pattern(file: DataFile, line: int, block: list[str]) -> Pattern:
    head, *rows = block
    if not head.endswith(":"):
        raise file.wrong(line, f"{head!r} does not end with a colon")
    name = head.removesuffix(":")
    if len(rows) != LINES:
        raise file.wrong(line, f"{name}: {len(rows)} lines drawn, not {LINES}")
    if all(row.startswith("at least ") for row in rows):
        counts = [row.removeprefix("at least ") for row in rows]
        if not all(count.isdigit() and int(count) <= LINE_NUMBERS for count in counts):
            raise file.wrong(line, f"{name}: counts are {counts}, not 0 to {LINE_NUMBERS}")
        return AtLeast(name, tuple(int(count) for count in counts))
    widths = {len(row.split("|")) for row in rows}
    if len(widths) != 1:
        raise file.wrong(line, f"{name}: its lines draw different numbers of ways")
    ways = zip(*(row.split("|") for row in rows), strict=True)
    return DrawnPattern(name, tuple(_mask(file, line, name, " ".join(way).split()) for way in ways))


def _mask(file: DataFile, line: int, name: str, squares: list[str]) -> int:
    if len(squares) != SQUARES:
        raise file.wrong(line, f"{name}: {len(squares)} squares drawn, not {SQUARES}")
    if set(squares) - {"x", "."}:
        raise file.wrong(line, f"{name}: drawn with {sorted(set(squares) - {'x', '.'})}")
    return sum(1 << place for place, square in enumerate(squares) if square == "x")
