"""A picture: marks on a rectangle of its own, to be put on a page or written as a file."""

from __future__ import annotations

from dataclasses import dataclass, field

from eyesdown.drawing.marks import Group, Mark

EDGE = 12.0  # white around a picture in a file of its own
GAP = 14.0  # between two pictures, one above the other


@dataclass(slots=True)
class Picture:
    """Marks in points from the top left corner."""

    width: float
    height: float
    title: str
    marks: list[Mark] = field(default_factory=list)

    def add(self, *marks: Mark) -> None:
        """Draw the marks on top of what is there."""
        self.marks.extend(marks)

    def above(self, other: Picture) -> Picture:
        """Both pictures in one, this one on top.

        >>> both = Picture(20, 10, "first").above(Picture(30, 5, "second"))
        >>> both.width, both.height, both.title
        (30, 29.0, 'first')
        """
        down = self.height + GAP
        width = max(self.width, other.width)
        return Picture(width, down + other.height, self.title, [*self.marks, other.at(0, down)])

    def at(self, x: float, y: float) -> Group:
        """The picture as one mark of a page, its top left corner at this point."""
        return Group(x, y, 1, tuple(self.marks))
