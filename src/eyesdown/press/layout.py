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
    ("wide", 2): (1, 2, False),
    ("wide", 3): (1, 3, False),
    ("wide", 4): (1, 4, False),
    ("wide", 6): (1, 6, False),
    ("wide", 12): (2, 6, False),
    ("square", 1): (1, 1, False),
    ("square", 2): (2, 1, True),
    ("square", 3): (3, 1, True),
    ("square", 4): (2, 2, False),
    ("square", 6): (2, 3, False),
    ("square", 12): (3, 4, False),
}
_GUTTER = {1: 0.0, 2: 26.0, 3: 22.0, 4: 18.0, 6: 12.0, 12: 14.0}
CODE_SQUARE = 1.8  # points a QR square is wide at least: a whole page at 150 dpi can be read


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
    """Where one card's parts are; `heading` has no height on a 90-ball ticket.

    `name` is a row of its own for the title, or has no height. Beside a QR code above the grid,
    the serial number has a row below the card number; else both share one.
    """

    name: Box
    label: Box
    serial: Box
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
    kind: str,
    options: PageOptions,
    *,
    bound: bool = False,
    notice_lines: int = 0,
    code_across: int = 0,
    name_row: bool = False,
) -> PageLayout:
    """The layout for a kind of card; with `bound` it leaves room at the left edge.

    `code_across` is the number of squares across a QR code, 0 for none; `name_row` leaves a row
    for the title on every card.
    """
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
    high = _label_height(slots[0], large=options.large_print)
    code_wide = _code_width(slots[0], code_across)
    parts = _Parts(lines, across, high, high if name_row else 0.0, code_wide)
    places = tuple(_place(slot, parts) for slot in slots)
    cuts_down = sorted({slot.x - gutter / 2 for slot in slots if slot.x > left + 1})
    cuts_across = sorted({slot.y - gutter / 2 for slot in slots if slot.y > head.bottom + 1})
    return PageLayout(
        size=size,
        head=head,
        foot=foot,
        lines=lines,
        across=across,
        cuts_down=tuple(cuts_down),
        cuts_across=tuple(cuts_across),
        places=places,
    )


def _headed(options: PageOptions) -> bool:
    return bool(options.title or options.logo or options.series_colour or options.game_colours)


def _label_height(slot: Box, *, large: bool) -> float:
    if large:
        return 28.0
    return 12.0 if slot.width < 300 else 14.0 if slot.height < 200 else 20.0


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a slot has to hold: lines and columns of the grid, rows of words, the code's width."""

    lines: int
    across: int
    label_high: float
    name_high: float
    code_wide: float


def _code_width(slot: Box, across: int) -> float:
    if not across:
        return 0.0
    usual = min(78.0, max(44.0, 0.11 * slot.width + 0.08 * slot.height))
    return max(usual, CODE_SQUARE * across)


def _place(slot: Box, parts: _Parts) -> CardPlace:
    """The card in its slot; the QR code goes where the squares stay larger, beside or above."""
    if not parts.code_wide:
        return _stack(slot, parts, "")
    choices = [_stack(slot, parts, side) for side in ("beside", "above")]
    return max(choices, key=lambda place: _smaller_side(place.grid, parts.lines, parts.across))


def _smaller_side(grid: Box, lines: int, across: int) -> float:
    return min(grid.width / across, grid.height / lines)


def _stack(slot: Box, parts: _Parts, side: str) -> CardPlace:
    """The card with its QR code on one side: words above the grid, or left of the code."""
    lines, across = parts.lines, parts.across
    beside = parts.code_wide + 6 if side == "beside" else 0.0
    words_high = parts.name_high + parts.label_high
    if side == "above":
        words_high = max(parts.code_wide, words_high + parts.label_high)
    wide = slot.width - beside
    heads = lines == across
    high = slot.height - words_high
    cell_wide = wide / across
    cell_high = high / (lines + 0.8 if heads else lines)
    # Cells much taller or wider than a square look stretched, so the grid shrinks instead.
    cell_high = min(cell_high, 1.28 * cell_wide if not heads else 1.12 * cell_wide)
    cell_wide = min(cell_wide, 1.75 * cell_high if not heads else 1.4 * cell_high)
    heading_high = 0.8 * cell_high if heads else 0.0
    grid_wide, grid_high = cell_wide * across, cell_high * lines
    tall = words_high + heading_high + grid_high
    x = slot.x + (slot.width - grid_wide - beside) / 2
    y = slot.y + (slot.height - tall) / 2
    heading = Box(x, y + words_high, grid_wide, heading_high)
    grid = Box(x, heading.bottom, grid_wide, grid_high)
    code: Box | None = None
    if side == "above":
        name, label, serial = _rows_beside_code(Box(x, y, grid_wide, words_high), parts)
        code = Box(grid.right - parts.code_wide, y - 2, parts.code_wide, parts.code_wide)
        return CardPlace(name, label, serial, heading, grid, code)
    name = Box(x, y, grid_wide, parts.name_high)
    label = Box(x, name.bottom, grid_wide, parts.label_high)
    if side == "beside":
        width = parts.code_wide
        code = Box(grid.right + 6, grid.y + (grid_high - width) / 2, width, width)
    return CardPlace(name, label, label, heading, grid, code)


def _rows_beside_code(band: Box, parts: _Parts) -> tuple[Box, Box, Box]:
    """Title, card number and serial number, one below the other, left of the code."""
    wide = band.width - parts.code_wide
    rows = 3 if parts.name_high else 2
    each = min(band.height / rows, 1.3 * parts.label_high)
    top = band.bottom - rows * each
    boxes = [Box(band.x, top + row * each, wide, each) for row in range(rows)]
    name = boxes[0] if rows == 3 else Box(band.x, top, wide, 0)
    return name, boxes[-2], boxes[-1]
