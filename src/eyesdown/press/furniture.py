"""What surrounds the content of any page: header, notice, crop marks, perforations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eyesdown.drawing import faces
from eyesdown.drawing.bitmap import read_logo
from eyesdown.drawing.colours import BLACK, INK, SOFT, WHITE, Cmyk
from eyesdown.drawing.marks import Mark, Placed, Rect, Stroke, Text
from eyesdown.drawing.page_size import PageSize
from eyesdown.kernel.errors import BadInput
from eyesdown.press.layout import NOTICE_LINE, NOTICE_LINES_MAX, NOTICE_SIZE, Box
from eyesdown.press.options import PageOptions

PERFORATED = (2.4, 2.4)


def middle(box: Box, size: float) -> float:
    """The baseline that puts capitals and digits in the middle of a box's height.

    >>> middle(Box(0, 0, 90, 20), 10)
    13.6375
    """
    return box.y + (box.height + faces.CAP_HEIGHT * size) / 2


def on(colour: Cmyk) -> Cmyk:
    """The colour, black or white, in which text reads well on this one."""
    return BLACK if colour.light else WHITE


def header(box: Box, options: PageOptions, strong: Cmyk, context: str) -> list[Mark]:
    """The header: logo and operator's name, `context` (what the page is), a line below."""
    if not box.height:
        return []
    marks: list[Mark] = []
    line_y = box.bottom - 9
    band = Box(box.x, box.y, box.width, line_y - box.y - 3)
    x = box.x
    if options.logo is not None:
        picture = read_logo(options.logo)
        wide = min(120.0, band.height * picture.width / picture.height)
        marks.append(Placed(x, band.y, wide, band.height, picture))
        x += wide + 9
    context_wide = 0.0
    if context:
        size = 8.5
        context_wide = faces.width(context, size, "bold") + 16
        chip = Box(box.right - context_wide, band.y + (band.height - 15) / 2, context_wide, 15)
        marks.append(Rect(chip.x, chip.y, chip.width, chip.height, fill=strong, radius=7.5))
        marks.append(Text(chip.x + 8, middle(chip, size), context, size, "bold", on(strong)))
    size = faces.fitted(options.title, 14, box.right - context_wide - 10 - x, "bold")
    if options.title:
        marks.append(Text(x, middle(band, size), options.title, size, "bold", INK))
    marks.append(Rect(box.x, line_y - 0.6, box.width, 1.2, fill=strong))
    return marks


def notice_lines(options: PageOptions, wide: float, most: int = NOTICE_LINES_MAX) -> list[str]:
    """The operator's notice broken into lines; more lines than fit are bad input."""
    lines = faces.balanced(options.notice, NOTICE_SIZE, wide)
    if len(lines) > most:
        raise BadInput("notice", f"takes {len(lines)} lines; {most} fit on the page")
    if any(faces.width(line, NOTICE_SIZE) > wide for line in lines):
        raise BadInput("notice", "has a word that is wider than the page")
    return lines


def notice(box: Box, lines: Sequence[str]) -> list[Mark]:
    """The lines of a notice, centred, the last one on the bottom of the box."""
    centre = box.x + box.width / 2
    first = box.bottom - (len(lines) - 1) * NOTICE_LINE
    return [
        Text(centre, first + index * NOTICE_LINE, line, NOTICE_SIZE, "medium", SOFT, "middle")
        for index, line in enumerate(lines)
    ]


def crop_marks(
    size: PageSize, down: Iterable[float] = (), across: Iterable[float] = ()
) -> list[Mark]:
    """Lines that show where to cut: at the page's corners, shorter ones between the cards."""
    if not size.slug:
        return []
    near, far, short = size.bleed + 1.5, size.slug - 2, size.slug - 8
    wide, high = size.width, size.height
    marks: list[Mark] = []
    for y, out in [(0.0, far), (high, far), *((cut, short) for cut in across)]:
        marks += [
            Stroke(((-near, y), (-out, y)), BLACK, 0.35),
            Stroke(((wide + near, y), (wide + out, y)), BLACK, 0.35),
        ]
    for x, out in [(0.0, far), (wide, far), *((cut, short) for cut in down)]:
        marks += [
            Stroke(((x, -near), (x, -out)), BLACK, 0.35),
            Stroke(((x, high + near), (x, high + out)), BLACK, 0.35),
        ]
    return marks


def perforations(down: Iterable[float], across: Iterable[float], area: Box) -> list[Mark]:
    """Dashed lines through an area, along which the cards are torn apart."""
    marks: list[Mark] = [
        Stroke(((area.x, y), (area.right, y)), SOFT, 0.6, PERFORATED) for y in across
    ]
    marks += [Stroke(((x, area.y), (x, area.bottom)), SOFT, 0.6, PERFORATED) for x in down]
    return marks
