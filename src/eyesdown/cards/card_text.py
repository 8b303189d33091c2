"""A card as a short text that a QR code can hold: its kind, its number and its squares.

`EYES75:17:` is followed by nineteen characters for the squares and one that catches typing errors.
Capital letters, digits and colons only, so that the code is small; I, L, O and U are not used.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from eyesdown.cards.card_check import check_card75, check_ticket
from eyesdown.cards.ticket import COLUMNS, LINES, Card75, Ticket90
from eyesdown.kernel.errors import BadInput

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
PREFIX = "EYES"
# Squares multiply to less than 2**94 for either kind: 15**24, and 10**3 * 11**21 * 12**3.
LENGTH = 19  # of 32 possible characters each: enough for the squares of either kind
NUMBER_DIGITS = 10
_CHECKS = 31  # a prime: two characters changed over, or one wrong one, give another sum
_FORM = re.compile(rf"{PREFIX}(75|90):([0-9]{{1,{NUMBER_DIGITS}}}):([0-9A-Z]{{{LENGTH + 1}}})")
_TYPED = str.maketrans("ILO", "110")  # what people type for what they see


@dataclass(frozen=True, slots=True)
class _Square:
    """What a square can hold: `size` numbers after `base`, or nothing if it may be blank."""

    base: int
    size: int
    may_be_blank: bool

    @property
    def choices(self) -> int:
        return self.size + self.may_be_blank

    def digit(self, cell: int) -> int:
        if cell == 0 and self.may_be_blank:
            return 0
        if not self.base < cell <= self.base + self.size:
            raise BadInput("card", f"{cell} is not in its usual column, so it has no short text")
        return cell - self.base - (not self.may_be_blank)

    def cell(self, digit: int) -> int:
        if self.may_be_blank:
            return self.base + digit if digit else 0
        return self.base + digit + 1


def _squares(balls: str) -> list[_Square]:
    """The squares of a card row by row, without the free one."""
    if balls == "75":
        across = [_Square(15 * column, 15, may_be_blank=False) for column in range(5)]
        return [
            square
            for row in range(5)
            for square in (across if row != 2 else across[:2] + across[3:])
        ]
    sizes = [(0, 9), *((10 * column - 1, 10) for column in range(1, COLUMNS - 1)), (79, 11)]
    return [_Square(*size, may_be_blank=True) for size in sizes] * LINES


def card_text(rows: Sequence[Sequence[int]], number: int) -> str:
    """The text of a ticket or a 75-ball card with this card number.

    >>> card = Card75.read('''
    ...  3 17 32 48 62
    ... 11 22 45 57 70
    ...  8 29 FR 50 66
    ... 14 19 38 46 75
    ...  1 25 41 60 73
    ... ''')
    >>> text = card_text(card.rows, 17)
    >>> text[:10], len(text), read_card_text(text) == (17, card)
    ('EYES75:17:', 30, True)
    """
    balls = "75" if len(rows) > LINES else "90"
    cells = [cell for row in rows for cell in row]
    # The free square is the same on every card, so it is not written.
    if balls == "75":
        del cells[12]
    value = 0
    for cell, square in zip(cells, _squares(balls), strict=True):
        value = value * square.choices + square.digit(cell)
    body = ""
    for _ in range(LENGTH):
        value, digit = divmod(value, len(ALPHABET))
        body = ALPHABET[digit] + body
    return f"{PREFIX}{balls}:{number}:{body}{_check(balls, number, body)}"


def read_card_text(text: str) -> tuple[int, Ticket90 | Card75]:
    """The number and the squares of a card's text; BadInput if a character is wrong or missing.

    >>> read_card_text("EYES75:17:0000")
    Traceback (most recent call last):
    eyesdown.kernel.errors.BadInput: card: the text of a card is EYES75: or EYES90:, its ...
    """
    parts = _FORM.fullmatch("".join(text.upper().split()))
    if parts is None:
        form = f"its number, a colon and {LENGTH + 1} characters"
        raise BadInput("card", f"the text of a card is EYES75: or EYES90:, {form}; scan it again")
    balls, number = parts[1], int(parts[2])
    typed = parts[3].translate(_TYPED)
    body, check = typed[:LENGTH], typed[LENGTH]
    if set(typed) - set(ALPHABET) or check != _check(balls, number, body):
        raise BadInput("card", "a character of the card's text is wrong; scan or type it again")
    value = 0
    for character in body:
        value = value * len(ALPHABET) + ALPHABET.index(character)
    cells = []
    # The last square was multiplied in last, so it comes out first.
    for square in reversed(_squares(balls)):
        value, digit = divmod(value, square.choices)
        cells.append(square.cell(digit))
    cells.reverse()
    card = _laid(balls, cells)
    faults = (check_card75 if balls == "75" else check_ticket)(card.rows).faults
    # What is left above the first square belongs to no card and was never written here.
    if value or faults:
        raise BadInput(
            "card", f"the text is not that of a card: {'; '.join(faults) or 'too large'}"
        )
    return number, card


def _laid(balls: str, cells: list[int]) -> Ticket90 | Card75:
    if balls == "75":
        cells.insert(12, 0)
        return Card75.of([cells[at : at + 5] for at in range(0, 25, 5)])
    return Ticket90.of([cells[at : at + COLUMNS] for at in range(0, LINES * COLUMNS, COLUMNS)])


def _check(balls: str, number: int, body: str) -> str:
    """The last character: a weighted sum of everything before it."""
    values = [int(digit) for digit in f"{balls}{number}"] + [ALPHABET.index(c) for c in body]
    total = sum(weight * value for weight, value in enumerate(reversed(values), start=1))
    return ALPHABET[total % _CHECKS]
