"""A 90-ball ticket and a 75-ball card, as they are printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from eyesdown.kernel.written import Written

LINES = 3
COLUMNS = 9
FREE = 0
LETTERS = "BINGO"


class Ticket90(Written, frozen=True):
    """Three lines over nine columns; 0 is a blank. The rules of a card are checked elsewhere.

    >>> ada = Ticket90.read('''
    ...  .  12   .  34   .  50   .  71  80
    ...  3   .  25   .  48   .  62   .  85
    ...  7  19   .  39   .   .  67   .  90
    ... ''')
    >>> len(ada.numbers)
    15
    >>> ada.lines[0]
    (12, 34, 50, 71, 80)
    """

    rows: tuple[tuple[int, ...], ...]

    @classmethod
    def read(cls, drawing: str) -> Self:
        """A ticket from its drawing, blanks as dots."""
        return cls.of(
            [
                [0 if cell == "." else int(cell) for cell in line.split()]
                for line in drawing.strip().splitlines()
            ]
        )

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]]) -> Self:
        """The same rows as tuples of ints."""
        return cls(tuple(tuple(int(cell) for cell in row) for row in rows))

    @property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """Each line's numbers in the order printed, never sorted (decision A02)."""
        return tuple(tuple(cell for cell in row if cell) for row in self.rows)

    @property
    def numbers(self) -> tuple[int, ...]:
        """All numbers in the order printed, without blanks."""
        return tuple(cell for row in self.rows for cell in row if cell)

    def drawing(self) -> str:
        """The drawing that `read` takes."""
        return "\n".join(
            " ".join(f"{cell:2d}" if cell else " ." for cell in row) for row in self.rows
        )


class Card75(Written, frozen=True):
    """Five columns under B, I, N, G and O; the centre is free.

    >>> card = Card75.read('''
    ...  B  I  N  G  O
    ...  3 17 32 48 62
    ... 11 22 45 57 70
    ...  8 29 FR 50 66
    ... 14 19 38 46 75
    ...  1 25 41 60 73
    ... ''')
    >>> card.rows[2]
    (8, 29, 0, 50, 66)
    >>> len(card.ways), card.ways[0], card.ways[10]
    (12, (3, 17, 32, 48, 62), (3, 22, 0, 46, 73))
    """

    rows: tuple[tuple[int, ...], ...]

    @classmethod
    def read(cls, drawing: str) -> Self:
        """A card from its drawing, the free square as FR; the letters above may be left out."""
        lines = [line.split() for line in drawing.strip().splitlines()]
        if lines and lines[0] == list(LETTERS):
            lines = lines[1:]
        return cls.of([[FREE if cell == "FR" else int(cell) for cell in line] for line in lines])

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]]) -> Self:
        """The same rows as tuples of ints."""
        return cls(tuple(tuple(int(cell) for cell in row) for row in rows))

    @property
    def numbers(self) -> tuple[int, ...]:
        """All numbers in the order printed, without blanks."""
        return tuple(cell for row in self.rows for cell in row if cell != FREE)

    @property
    def ways(self) -> tuple[tuple[int, ...], ...]:
        """The twelve rows of five: across, down, and the two diagonals."""
        across = self.rows
        down = tuple(zip(*self.rows, strict=True))
        size = range(len(self.rows))
        diagonals = (
            tuple(self.rows[place][place] for place in size),
            tuple(self.rows[place][-1 - place] for place in size),
        )
        return (*across, *down, *diagonals)

    def drawing(self) -> str:
        """The drawing that `read` takes."""
        head = " " + "  ".join(LETTERS)
        body = (
            " ".join("FR" if cell == FREE else f"{cell:2d}" for cell in row) for row in self.rows
        )
        return "\n".join([head, *body])
