"""Checks of single cards: what the rulebooks require of any ticket, and what only custom does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eyesdown.cards.counting import STRIP90
from eyesdown.cards.ticket import COLUMNS, LINES

CARD75 = 5
NUMBERS = range(1, sum(STRIP90.sizes) + 1)


@dataclass(frozen=True, slots=True)
class Checked:
    """Faults under every rulebook, and warnings, which are faults under strict banding."""

    faults: tuple[str, ...]
    warnings: tuple[str, ...]


def all_whole(cells: object) -> bool:
    """Whether lists, and lists in them, hold whole numbers and nothing else.

    >>> all_whole([[1, 0], [2]]), all_whole([[1.0]]), all_whole([[True]]), all_whole({})
    (True, False, False, False)
    """
    return all(map(all_whole, cells)) if isinstance(cells, list) else type(cells) is int


def check_card(card: Mapping[str, Any], *, strict_banding: bool = False) -> Checked:
    """Faults and warnings of a strip, ticket or 75-ball card read from a file.

    Raises TypeError where the value is no card.

    >>> check_card({"rows": [[0] * 5] * 5}).faults[0]
    'row 1 column 1: 0 is not one of 1 to 15'
    """
    name = "tickets" if "tickets" in card else "rows"
    rows = [row for each in card[name] for row in each] if name == "tickets" else card[name]
    # `all_whole` takes any depth; the second test wants rows of numbers exactly here.
    if not all_whole(card[name]) or any(type(cell) is not int for row in rows for cell in row):
        raise TypeError("a card holds rows of whole numbers")
    if name == "tickets":
        return check_strip(card["tickets"], strict_banding=strict_banding)
    if len(card["rows"]) == CARD75:
        return check_card75(card["rows"])
    return check_ticket(card["rows"], strict_banding=strict_banding)


def check_ticket(rows: Sequence[Sequence[int]], *, strict_banding: bool = False) -> Checked:
    """Faults and warnings of a ticket: three lines of five over nine columns (decision A01).

    >>> rows = [[7, 0, 23, 33, 40, 0, 63, 0, 0], [8, 10, 0, 0, 44, 0, 0, 71, 85],
    ...     [0, 14, 0, 38, 0, 51, 64, 77, 0]]
    >>> check_ticket(rows)
    Checked(faults=(), warnings=())
    >>> check_ticket([rows[1], rows[0], rows[2]]).warnings
    ('column 1 does not rise downwards', 'column 5 does not rise downwards')
    """
    if len(rows) != LINES or any(len(row) != COLUMNS for row in rows):
        return Checked((f"is not {LINES} lines of {COLUMNS} spaces",), ())
    faults = [
        f"line {at} holds {sum(map(bool, row))} numbers, not {STRIP90.line}"
        for at, row in enumerate(rows, 1)
        if sum(map(bool, row)) != STRIP90.line
    ]
    held = [number for row in rows for number in row if number]
    faults += [f"{number} is not one of 1 to 90" for number in held if number not in NUMBERS]
    faults += [f"{number} is there twice" for number in sorted(set(held)) if held.count(number) > 1]
    warnings = _banding(rows)
    return Checked((*faults, *warnings), ()) if strict_banding else Checked(tuple(faults), warnings)


def _banding(rows: Sequence[Sequence[int]]) -> tuple[str, ...]:
    warnings = []
    for at, column in enumerate(zip(*rows, strict=True)):
        held = [number for number in column if number]
        # The last column holds eleven numbers, 80 to 90.
        strays = [number for number in held if min(number // 10, COLUMNS - 1) != at]
        warnings += [f"{number} is in column {at + 1}" for number in strays]
        if not held:
            warnings.append(f"column {at + 1} is empty")
        if sorted(held) != held:
            warnings.append(f"column {at + 1} does not rise downwards")
    return tuple(warnings)


def check_strip(
    tickets: Sequence[Sequence[Sequence[int]]], *, strict_banding: bool = False
) -> Checked:
    """Faults and warnings of six tickets that share the numbers 1 to 90 (decision A09).

    >>> check_strip([]).faults[0]
    'has 0 tickets, not 6'
    """
    faults: list[str] = []
    warnings: list[str] = []
    if len(tickets) != STRIP90.tickets:
        faults.append(f"has {len(tickets)} tickets, not {STRIP90.tickets}")
    for at, rows in enumerate(tickets, 1):
        checked = check_ticket(rows, strict_banding=strict_banding)
        faults += [f"ticket {at}: {fault}" for fault in checked.faults]
        warnings += [f"ticket {at}: {warning}" for warning in checked.warnings]
    held = sorted(number for rows in tickets for row in rows for number in row if number)
    if held == list(NUMBERS):
        return Checked(tuple(faults), tuple(warnings))
    missing = [number for number in NUMBERS if number not in held]
    repeated = [number for number in NUMBERS if held.count(number) > 1]
    if missing:
        faults.append(f"is missing {', '.join(map(str, missing))}")
    if repeated:
        faults.append(f"repeats {', '.join(map(str, repeated))}")
    return Checked(tuple(faults), tuple(warnings))


def check_card75(rows: Sequence[Sequence[int]]) -> Checked:
    """Faults of a 75-ball card: five columns of fifteen numbers, all different, the centre free.

    >>> check_card75([[0] * 5] * 5).faults[0]
    'row 1 column 1: 0 is not one of 1 to 15'
    """
    size, pool = CARD75, 15
    if len(rows) != size or any(len(row) != size for row in rows):
        return Checked((f"is not {size} lines of {size} spaces",), ())
    faults = []
    for row, line in enumerate(rows):
        for column, number in enumerate(line):
            low, high = column * pool + 1, (column + 1) * pool
            if row == column == size // 2:
                faults += ["the centre is not free"] if number else []
            elif not low <= number <= high:
                place = f"row {row + 1} column {column + 1}"
                faults.append(f"{place}: {number} is not one of {low} to {high}")
    held = [number for line in rows for number in line if number]
    faults += [f"{number} is there twice" for number in sorted(set(held)) if held.count(number) > 1]
    return Checked(tuple(faults), ())
