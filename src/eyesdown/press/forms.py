"""Keno entry forms: half a page each, two to a page; in large print one to a page.

The rules leave the pictures of the forms open. Ours keep the grids they speak of: eight rows of
ten numbers, and twelve rows of three with 0 and 00 above them (decision G01).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import BinaryIO

from eyesdown.drawing import faces
from eyesdown.drawing.colours import INK, NAMED, SOFT, WHITE, Cmyk, read_colour
from eyesdown.drawing.marks import Group, Mark, Rect, Text
from eyesdown.drawing.pages import write_pages
from eyesdown.kernel.errors import BadInput, quoted
from eyesdown.press.furniture import (
    crop_marks,
    header,
    middle,
    notice,
    notice_lines,
    on,
    perforations,
)
from eyesdown.press.layout import Box
from eyesdown.press.options import PageOptions

WIDE, HIGH = 595.0, 396.0  # the room that half a page has on both, A4 or Letter
_LEFT, _RIGHT, _BODY = 40.0, 555.0, 62.0
_PANEL = 348.0  # where the boxes beside a grid begin

SPOTS = (*range(1, 11), 15, 20, 40)
RED = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})
_GAMES = ("1", "2", "3", "4", "5", "10", "20", "50")
_STAKES = ("$1", "$2", "$3", "$4", "$5", "$10", "$20", "$50")
_RACING_STAKES = ("50c", "$1", "$2", "$3", "$5", "$10", "$20", "$50")
_RACING_BETS = (
    "Win",
    "Place",
    "Quinella place",
    "Quinella",
    "Exact quinella",
    "Trio",
    "Trifecta",
    "Quartet",
    "Five up",
    "Superfecta",
)
_PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th")
_ROULETTE_BETS = ("Straight up", "Split", "Row", "Corner", "Six line")


def write_form(out: BinaryIO, game: str, options: PageOptions, *, medium: str = "pdf") -> int:
    """Write a page of entry forms for one game; returns the number of pages."""
    if options.language != "en":
        raise BadInput("language", "entry forms are printed in English only")
    marks = form_marks(game, options)
    size = options.page_size(landscape=options.large_print)
    page: list[Mark] = []
    if options.large_print:
        scale = min(size.width / WIDE, size.height / HIGH)
        x, y = (size.width - scale * WIDE) / 2, (size.height - scale * HIGH) / 2
        page.append(Group(x, y, scale, tuple(marks)))
    else:
        half = size.height / 2
        x, y = (size.width - WIDE) / 2, (half - HIGH) / 2
        page += [Group(x, y + top, 1, tuple(marks)) for top in (0, half)]
        page += perforations([], [half], Box(0, 0, size.width, size.height))
    page += crop_marks(size)
    return write_pages(out, size, f"{TITLES[game]} entry form", [page], medium)


def form_marks(game: str, options: PageOptions) -> list[Mark]:
    """The marks of one form, for half a page."""
    if game not in FORMS:
        raise BadInput("game", f"{quoted(game)} has no entry form; use {', '.join(FORMS)}")
    strong = read_colour("series_colour", options.series_colour or "blue")
    head = Box(_LEFT, 18, _RIGHT - _LEFT, 36)
    marks: list[Mark] = header(head, options, strong, f"{TITLES[game]} entry form")
    marks += FORMS[game](strong)
    lines = notice_lines(options, _RIGHT - _LEFT, most=2)
    marks += notice(Box(_LEFT, 0, _RIGHT - _LEFT, HIGH - 12), lines)
    return marks + _guides()


def standard(strong: Cmyk) -> list[Mark]:
    """The Keno Grid: eight rows of ten, with how many spots, games and dollars beside it."""
    marks = _heading(_LEFT, "Mark your numbers", "or mark Kwikipik and how many spots")
    wide, high = 29.0, 32.0
    for ball in range(1, 81):
        row, column = divmod(ball - 1, 10)
        top = _BODY + 18 + row * high + (5 if row > 3 else 0)
        marks += _tick(Box(_LEFT + column * wide, top, wide, high), str(ball), strong)
    y = _BODY
    y = _choices(marks, y, "Spots", [str(spot) for spot in SPOTS], strong, across=7)
    y = _choices(marks, y, "Games", _GAMES, strong, across=8)
    y = _choices(marks, y, "Stake for each game", _STAKES, strong, across=8)
    _choices(marks, y, "Also play", ("Kwikipik", "Keno Bonus", "Lucky Last"), strong, across=3)
    return marks


def roulette(strong: Cmyk) -> list[Mark]:
    """The Keno Roulette Grid: 0 and 00, then twelve rows of three, each in its colour."""
    marks = _heading(_LEFT, "Mark your numbers", "all that the bet covers")
    top, wide, high = _BODY + 18, 56.0, 20.4
    left = _LEFT + 26
    for place, name in enumerate(("0", "00")):
        half = 1.5 * wide
        marks += _spot(Box(left + place * half, top, half, high), name, NAMED["green"])
    for number in range(1, 37):
        row, column = divmod(number - 1, 3)
        cell = Box(left + column * wide, top + (row + 1) * high, wide, high)
        marks += _spot(cell, str(number), NAMED["red"] if number in RED else NAMED["black"])
    for row in range(12):
        cell = Box(_LEFT, top + (row + 1) * high, 24, high)
        label = f"R{row + 1}"
        marks.append(Text(cell.x, middle(cell, 7), label, 7, "medium", SOFT))
    for column in range(3):
        cell = Box(left + column * wide, top + 13 * high, wide, high)
        marks += _tick(cell, f"Column {column + 1}", strong)
    x = left + 3 * wide + 20
    y = _choices(marks, _BODY, "Bet on the marked numbers", _ROULETTE_BETS, strong, across=3, x=x)
    y = _choices(marks, y, "Dozens", ("1-12", "13-24", "25-36"), strong, across=3, x=x)
    even = ("Low 1-18", "High 19-36", "Red", "Black", "Odd", "Even")
    y = _choices(marks, y, "Even chances", even, strong, across=6, x=x)
    y = _choices(marks, y, "Games", _GAMES, strong, across=8, x=x)
    y = _choices(marks, y, "Stake for each selection", _STAKES, strong, across=8, x=x)
    _choices(marks, y, "Also play", ("Kwikipik", "Keno Bonus"), strong, across=3, x=x)
    return marks


def racing(strong: Cmyk) -> list[Mark]:
    """Eight rows as runners; a mark in a place's column says where a row is to finish."""
    marks = _heading(_LEFT, "Mark rows and places", "for a box, mark rows in the first column")
    top, high, wide = _BODY + 36, 31.0, 33.0
    first = _LEFT + 96
    for place, name in enumerate(_PLACES):
        x = first + (place + 0.5) * wide
        marks.append(Text(x, top - 6, name, 8, "bold", INK, "middle"))
    for row in range(8):
        y = top + row * high
        chip = Box(_LEFT, y + 4, 40, high - 8)
        marks.append(Rect(chip.x, chip.y, chip.width, chip.height, fill=strong, radius=5))
        label = f"Row {row + 1}"
        marks.append(Text(chip.x + 20, middle(chip, 9), label, 9, "bold", on(strong), "middle"))
        span = f"{10 * row + 1}-{10 * row + 10}"
        marks.append(Text(chip.right + 7, middle(chip, 9), span, 9, "medium", SOFT))
        for place in range(len(_PLACES)):
            marks += _tick(Box(first + place * wide, y, wide, high), "", strong)
    y = _choices(marks, _BODY, "Bet", _RACING_BETS, strong, across=3)
    options = ("Straight", "Box", "Standout", "With the field")
    y = _choices(marks, y, "Option", options, strong, across=2)
    y = _choices(marks, y, "Games", _GAMES, strong, across=8)
    y = _choices(marks, y, "Stake for each bet", _RACING_STAKES, strong, across=8)
    _choices(marks, y, "Also play", ("Kwikipik",), strong, across=3)
    return marks


def heads_or_tails(strong: Cmyk) -> list[Mark]:
    """A line for each of five games, so that each may have its own forecast."""
    marks = _heading(_LEFT, "Mark one in each game", "the first line alone for the same pick")
    top, high, wide = _BODY + 22, 48.0, 74.0
    names = ("Heads", "Evens", "Tails")
    for game in range(5):
        y = top + game * high
        chip = Box(_LEFT, y + 8, 52, high - 16)
        marks.append(Rect(chip.x, chip.y, chip.width, chip.height, fill=strong, radius=6))
        label = f"Game {game + 1}"
        marks.append(Text(chip.x + 26, middle(chip, 10), label, 10, "bold", on(strong), "middle"))
        for place, name in enumerate(names):
            cell = Box(_LEFT + 62 + place * wide, y + 5, wide, high - 10)
            marks += _tick(cell, name, strong)
    y = _choices(marks, _BODY, "Play", ("One pick", "Prepick", "Let it Run"), strong, across=3)
    y = _choices(marks, y, "Games", _GAMES, strong, across=8)
    y = _choices(marks, y, "Stake for each game", _STAKES, strong, across=8)
    y = _choices(marks, y, "Also play", ("Kwikipik", "Keno Bonus"), strong, across=3)
    marks += _legend(y + 6)
    return marks


def _legend(y: float) -> list[Mark]:
    """What the three forecasts mean."""
    lines = (
        "Heads: more of the twenty numbers from 1 to 40.",
        "Tails: more of them from 41 to 80.",
        "Evens: ten from each half.",
    )
    return [
        Text(_PANEL, y + 12 * index, line, 7.5, "medium", SOFT) for index, line in enumerate(lines)
    ]


def _heading(x: float, heading: str, hint: str) -> list[Mark]:
    size = 9.5
    after = x + faces.width(heading, size, "bold") + 6
    return [
        Text(x, _BODY + 8, heading, size, "bold", INK),
        Text(after, _BODY + 8, hint, 7.5, "medium", SOFT),
    ]


def _choices(
    marks: list[Mark],
    y: float,
    question: str,
    names: Sequence[str],
    strong: Cmyk,
    *,
    across: int,
    x: float = _PANEL,
) -> float:
    """Append a question and its boxes to the marks; returns the y where the next one begins."""
    marks.append(Text(x, y + 8, question, 9, "bold", INK))
    wide, high = (_RIGHT - x) / across, 22.0
    size = min(faces.fitted(name, 10.5, wide - 8) for name in names)
    for index, name in enumerate(names):
        row, column = divmod(index, across)
        cell = Box(x + column * wide, y + 13 + row * high, wide, high)
        marks += _tick(cell, name, strong, size)
    return y + 13 + high * -(-len(names) // across) + 9


def _tick(cell: Box, label: str, strong: Cmyk, size: float = 11.5) -> list[Mark]:
    """A box to mark with a pen, pale enough for a mark to be clear."""
    inner = Box(cell.x + 1.5, cell.y + 1.5, cell.width - 3, cell.height - 3)
    box = Rect(
        inner.x, inner.y, inner.width, inner.height, strong.tint(0.07), strong, 0.7, radius=3
    )
    if not label:
        return [box]
    size = faces.fitted(label, size, inner.width - 4)
    centre = inner.x + inner.width / 2
    return [box, Text(centre, middle(inner, size), label, size, "medium", INK, "middle")]


def _spot(cell: Box, label: str, colour: Cmyk) -> list[Mark]:
    """A roulette number: a coloured edge, and room to mark."""
    inner = Box(cell.x + 1.2, cell.y + 1.2, cell.width - 2.4, cell.height - 2.4)
    size = 10.0
    return [
        Rect(inner.x, inner.y, inner.width, inner.height, WHITE, colour, 0.9, radius=3),
        Rect(inner.x, inner.y, 7, inner.height, fill=colour, radius=3),
        Text(
            inner.x + 3.5 + inner.width / 2,
            middle(inner, size),
            label,
            size,
            "medium",
            INK,
            "middle",
        ),
    ]


def _guides() -> list[Mark]:
    """Black squares in three corners, from which a scanner finds the form and its orientation."""
    side = 9.0
    corners = ((20.0, 18.0), (WIDE - 20 - side, 18.0), (20.0, HIGH - 18 - side))
    return [Rect(x, y, side, side, fill=INK) for x, y in corners]


TITLES = {
    "standard": "Keno",
    "roulette": "Keno Roulette",
    "racing": "Keno Racing",
    "heads-or-tails": "Heads or Tails?",
}
FORMS: dict[str, Callable[[Cmyk], list[Mark]]] = {
    "standard": standard,
    "roulette": roulette,
    "racing": racing,
    "heads-or-tails": heads_or_tails,
}
