"""Where cards are on a page: slots, and inside a slot the label, the grid and the QR code."""

from __future__ import annotations

from dataclasses import dataclass

from eyesdown.drawing.page_size import PageSize
from eyesdown.press.options import PageOptions

SIDE = 34.0
TOP = 28.0
BOTTOM = 26.0
HEADER = 36.0
BINDING = 26.0  # the strip in which a book is stapled or glued
BOUND_AT = SIDE + BINDING - 14  # where the page is torn out
NOTICE_SIZE = 6.5
NOTICE_LINE = 8.5
NOTICE_LINES_MAX = 3

_ARRANGED = {  # shape of the card, cards per page: columns, rows, landscape
    ("wide", 1): (1, 1, True),
    ("wide", 3): (1, 3, False),
    ("wide", 6): (1, 6, False),
    ("wide", 12): (2, 6, False),
    ("square", 1): (1, 1, False),
    ("square", 3): (3, 1, True),
    ("square", 6): (2, 3, False),
    ("square", 12): (3, 4, False),
}
_GUTTER = {1: 0.0, 3: 22.0, 6: 12.0, 12: 14.0}


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of a page, in points from the top left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its bottom edge."""
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class CardPlace:
    """Where one card's parts are; `heading` has no height on a 90-ball ticket."""

    label: Box
    heading: Box
    grid: Box
    code: Box | None


@dataclass(frozen=True, slots=True)
class PageLayout:
    """Where everything is on a page: header, notice, cards, and the cuts between cards."""

    size: PageSize
    head: Box
    foot: Box
    lines: int
    across: int
    cuts_down: tuple[float, ...]
    cuts_across: tuple[float, ...]
    places: tuple[CardPlace, ...]

    @property
    def cell(self) -> tuple[float, float]:
        """Width and height of one square."""
        grid = self.places[0].grid
        return grid.width / self.across, grid.height / self.lines


def arrange(
    kind: str, options: PageOptions, *, bound: bool = False, notice_lines: int = 0
) -> PageLayout:
    """The layout for a kind of card; with `bound` it leaves room at the left edge."""
    up = options.up(kind)
    shape = "square" if kind == "card75" else "wide"
    columns, rows, landscape = _ARRANGED[shape, up]
    size = options.page_size(landscape=landscape)
    left = SIDE + (BINDING if bound else 0)
    wide = size.width - left - SIDE
    head = Box(left, TOP, wide, HEADER if bound or _headed(options) else 0)
    foot_high = notice_lines * NOTICE_LINE + (10 if notice_lines else 0)
    foot = Box(left, size.height - BOTTOM - foot_high, wide, foot_high)
    gutter = _GUTTER[up]
    slot_wide = (wide - (columns - 1) * gutter) / columns
    slot_high = (foot.y - head.bottom - (rows - 1) * gutter) / rows
    order = [(column, row) for column in range(columns) for row in range(rows)]
    if shape == "square":  # a strip runs down its column; loose cards count across the page
        order.sort(key=lambda at: (at[1], at[0]))
    slots = [
        Box(
            left + column * (slot_wide + gutter),
            head.bottom + row * (slot_high + gutter),
            slot_wide,
            slot_high,
        )
        for column, row in order
    ]
    lines, across = (5, 5) if shape == "square" else (3, 9)
    coded = bool(options.qr_url)
    high = _label_height(slots[0], large=options.large_print)
    places = tuple(_place(slot, lines, across, high, coded=coded) for slot in slots)
    cuts_down = sorted({slot.x - gutter / 2 for slot in slots if slot.x > left + 1})
    cuts_across = sorted({slot.y - gutter / 2 for slot in slots if slot.y > head.bottom + 1})
    return PageLayout(size, head, foot, lines, across, tuple(cuts_down), tuple(cuts_across), places)


def _headed(options: PageOptions) -> bool:
    return bool(options.title or options.logo or options.series_colour or options.game_colours)


def _label_height(slot: Box, *, large: bool) -> float:
    if large:
        return 28.0
    return 12.0 if slot.width < 300 else 14.0 if slot.height < 200 else 20.0


def _place(slot: Box, lines: int, across: int, label_high: float, *, coded: bool) -> CardPlace:
    """The card in its slot; the QR code goes where the squares stay larger, beside or below."""
    if not coded:
        return _stack(slot, lines, across, label_high, None)
    choices = [_stack(slot, lines, across, label_high, side) for side in ("beside", "beneath")]
    return max(choices, key=lambda place: _smaller_side(place.grid, lines, across))


def _smaller_side(grid: Box, lines: int, across: int) -> float:
    return min(grid.width / across, grid.height / lines)


def _stack(slot: Box, lines: int, across: int, label_high: float, side: str | None) -> CardPlace:
    code_wide = min(78.0, max(44.0, 0.11 * slot.width + 0.08 * slot.height)) if side else 0.0
    beside = code_wide + 6 if side == "beside" else 0.0
    beneath = code_wide + 6 if side == "beneath" else 0.0
    wide = slot.width - beside
    heads = lines == across
    high = slot.height - label_high - beneath
    cell_wide = wide / across
    cell_high = high / (lines + 0.8 if heads else lines)
    # Cells much taller or wider than a square look stretched, so the grid shrinks instead.
    cell_high = min(cell_high, 1.28 * cell_wide if not heads else 1.12 * cell_wide)
    cell_wide = min(cell_wide, 1.75 * cell_high if not heads else 1.4 * cell_high)
    heading_high = 0.8 * cell_high if heads else 0.0
    grid_wide, grid_high = cell_wide * across, cell_high * lines
    tall = label_high + heading_high + grid_high + beneath
    x = slot.x + (slot.width - grid_wide - beside) / 2
    y = slot.y + (slot.height - tall) / 2
    label = Box(x, y, grid_wide + beside, label_high)
    heading = Box(x, label.bottom, grid_wide, heading_high)
    grid = Box(x, heading.bottom, grid_wide, grid_high)
    code = None
    if side == "beside":
        code = Box(grid.right + 6, grid.y + (grid_high - code_wide) / 2, code_wide, code_wide)
    elif side == "beneath":
        code = Box(grid.right - code_wide + 4, grid.bottom + 6, code_wide, code_wide)
    return CardPlace(label, heading, grid, code)
