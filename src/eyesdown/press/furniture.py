"""What stands around the content of any page: header, notice, crop marks, perforations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eyesdown.kernel.errors import BadInput
from eyesdown.press import faces
from eyesdown.press.colours import BLACK, INK, SOFT, WHITE, Colour
from eyesdown.press.layout import NOTICE_LINE, NOTICE_LINES_MAX, NOTICE_SIZE, Box
from eyesdown.press.marks import Line, Mark, Placed, Rect, Text
from eyesdown.press.options import PageOptions
from eyesdown.press.pdf import Sheet
from eyesdown.press.picture import read_logo

PERFORATED = (2.4, 2.4)


def middle(box: Box, size: float) -> float:
    """The baseline that sets capitals and figures in the middle of a box's height."""
    return box.y + (box.height + faces.CAP_HEIGHT * size) / 2


def on(colour: Colour) -> Colour:
    """The colour in which words read well on this one."""
    return BLACK if colour.light else WHITE


def header(box: Box, options: PageOptions, strong: Colour, context: str) -> list[Mark]:
    """Logo and operator's name at the left, what this page is at the right, a rule beneath."""
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
    """The operator's notice broken into lines; more than the foot of a page holds is bad input."""
    lines = faces.balanced(options.notice, NOTICE_SIZE, wide)
    if len(lines) > most:
        raise BadInput("notice", f"takes {len(lines)} lines; {most} fit on the page")
    if any(faces.width(line, NOTICE_SIZE) > wide for line in lines):
        raise BadInput("notice", "has a word that is wider than the page")
    return lines


def notice(box: Box, lines: Sequence[str]) -> list[Mark]:
    centre = box.x + box.width / 2
    first = box.bottom - (len(lines) - 1) * NOTICE_LINE
    return [
        Text(centre, first + at * NOTICE_LINE, line, NOTICE_SIZE, "medium", SOFT, "middle")
        for at, line in enumerate(lines)
    ]


def crop_marks(
    sheet: Sheet, down: Iterable[float] = (), across: Iterable[float] = ()
) -> list[Mark]:
    """Where to cut: at the corners of the page, and small ticks at the cuts between cards."""
    if not sheet.slug:
        return []
    near, far, short = sheet.bleed + 1.5, sheet.slug - 2, sheet.slug - 8
    wide, high = sheet.width, sheet.height
    marks: list[Mark] = []
    for y, out in [(0.0, far), (high, far), *((cut, short) for cut in across)]:
        marks += [
            Line(-near, y, -out, y, BLACK, 0.35),
            Line(wide + near, y, wide + out, y, BLACK, 0.35),
        ]
    for x, out in [(0.0, far), (wide, far), *((cut, short) for cut in down)]:
        marks += [
            Line(x, -near, x, -out, BLACK, 0.35),
            Line(x, high + near, x, high + out, BLACK, 0.35),
        ]
    return marks


def perforations(down: Iterable[float], across: Iterable[float], area: Box) -> list[Mark]:
    """Dashed lines through an area, along which the cards are torn apart."""
    marks: list[Mark] = [Line(area.x, y, area.right, y, SOFT, 0.6, PERFORATED) for y in across]
    marks += [Line(x, area.y, x, area.bottom, SOFT, 0.6, PERFORATED) for x in down]
    return marks
