"""What fills a square of a card: words as large as they fit, or a picture."""

from __future__ import annotations

from collections.abc import Iterator

from eyesdown.drawing import faces
from eyesdown.drawing.bitmap import Bitmap
from eyesdown.drawing.colours import INK
from eyesdown.drawing.marks import Mark, Placed, Text
from eyesdown.press.furniture import middle
from eyesdown.press.layout import Box

LINE_STEP = 1.12
SMALLER = 0.92


def placed_picture(box: Box, picture: Bitmap, margin: float) -> Iterator[Mark]:
    """A picture as large as it fits between margins, which are a share of the width."""
    inset = margin * box.width
    wide, high = box.width - 2 * inset, box.height - 2 * inset
    scale = min(wide / picture.width, high / picture.height)
    wide, high = picture.width * scale, picture.height * scale
    yield Placed(
        *(box.x + (box.width - wide) / 2, box.y + (box.height - high) / 2), wide, high, picture
    )


def square_words(box: Box, words: str, share: float) -> Iterator[Mark]:
    """Words in the middle of a box: a number large, a longer text smaller and in lines."""
    if not words:
        return
    size, lines = _fitted_lines(box, words, share)
    step = LINE_STEP * size
    for number, line in enumerate(lines):
        offset = (number - (len(lines) - 1) / 2) * step
        y = middle(box, size) + offset
        yield Text(box.x + box.width / 2, y, line, size, "bold", INK, "middle")


def _fitted_lines(box: Box, words: str, share: float) -> tuple[float, list[str]]:
    """The size at which the words fit into the box, and their lines."""
    room, smallest = 0.86 * box.width, 0.22 * box.height
    size = faces.fitted(words, share * box.height, room, "bold")
    if size >= smallest:
        return size, [words]
    size = smallest
    while True:
        lines = faces.wrapped(words, size, room, "bold")
        longest = max(lines, key=lambda line: faces.width(line, size, "bold"))
        size = faces.fitted(longest, size, room, "bold")
        lines = faces.wrapped(words, size, room + 0.1, "bold")
        if LINE_STEP * size * len(lines) <= 0.9 * box.height:
            return size, lines
        size *= SMALLER
