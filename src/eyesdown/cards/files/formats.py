"""Cards as JSON Lines and CSV, many at a time, written by array operations alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from eyesdown.cards.stream import Cells

_DROPPED = b"\0"  # a character that is not to appear in the text


def _two_characters(blank: bytes, *, padded: bool = False) -> NDArray[np.uint8]:
    """Each number as two characters; those not needed are marked, and dropped later."""
    texts = [blank.rjust(2, _DROPPED)]
    texts += [str(n).encode().rjust(2, b"0" if padded else _DROPPED) for n in range(1, 100)]
    return np.frombuffer(b"".join(texts), np.uint8).reshape(-1, 2)


ZERO = _two_characters(b"0")
EMPTY = _two_characters(b"")
PADDED = _two_characters(b"00", padded=True)


def lines(cells: NDArray[np.uint8], between: list[bytes], shown: NDArray[np.uint8]) -> bytes:
    """One line of text for each row of cells, with the given text before, between and after.

    >>> lines(np.array([[7, 12]], np.uint8), [b"<", b"|", b">"], ZERO)
    b'<7|12>'
    """
    assert len(between) == cells.shape[1] + 1
    template = b"\1\1".join(between)
    room = np.empty((len(cells), len(template)), np.uint8)
    room[:] = np.frombuffer(template, np.uint8)
    places = np.cumsum([len(text) for text in between[:-1]]) + 2 * np.arange(cells.shape[1])
    room[:, places] = shown[:, 0].take(cells)
    room[:, places + 1] = shown[:, 1].take(cells)
    return room.tobytes().translate(None, _DROPPED)


def digits_of(numbers: NDArray[np.int64], width: int, *, padded: bool) -> NDArray[np.uint8]:
    """Whole numbers as characters, [number, width].

    >>> digits_of(np.array([7]), 3, padded=True).tobytes()
    b'007'
    """
    room = np.empty((len(numbers), width), np.uint8)
    rest = numbers
    for at in range(width - 1, -1, -1):
        whole = rest // 10
        room[:, at] = rest - whole * 10 + ord("0")
        # The last digit stays: zero itself is one character.
        if not padded and at < width - 1:
            room[rest == 0, at] = 0
        rest = whole
    assert not rest.any(), "a number is wider than its field"
    return room


def _nested(shape: tuple[int, ...]) -> list[bytes]:
    """The brackets and commas before, between and after the numbers of an array in JSON."""
    between = [b"[" * len(shape)]
    size = int(np.prod(shape))
    for at in range(1, size):
        closed = 0
        span = 1
        for side in reversed(shape):
            span *= side
            closed += at % span == 0
        between.append(b"]" * closed + b"," + b"[" * closed)
    return [*between, b"]" * len(shape)]


def as_json_lines(cards: Cells) -> bytes:
    """A JSON line for each strip, ticket or 75-ball card; 0 is blank or free.

    >>> as_json_lines(np.zeros((1, 3, 9), np.uint8))[:32]
    b'{"rows":[[0,0,0,0,0,0,0,0,0],[0,'
    """
    name = b"tickets" if cards.ndim == 4 else b"rows"
    between = _nested(cards.shape[1:])
    between[0] = b'{"' + name + b'":' + between[0]
    between[-1] += b"}\n"
    return lines(cards.reshape(len(cards), -1), between, ZERO)


def csv_header(shape: tuple[int, ...]) -> bytes:
    """The names of the columns that `as_csv` writes.

    >>> csv_header((5, 5))[:14]
    b'card,r1c1,r1c2'
    """
    down, across = shape[-2:]
    cells = [f"r{row + 1}c{column + 1}" for row in range(down) for column in range(across)]
    return ",".join([*(["strip"] if len(shape) == 3 else []), "card", *cells]).encode() + b"\n"


def as_csv(cards: Cells, first: int) -> bytes:
    """A line for each ticket or card, counted from `first`; blanks are empty.

    >>> as_csv(np.arange(1, 28, dtype=np.uint8).reshape(1, 3, 9), 7)[:12]
    b'7,1,2,3,4,5,'
    """
    tickets = cards.reshape(-1, *cards.shape[-2:])
    at = np.arange(len(tickets), dtype=np.int64)
    if cards.ndim == 4:
        strip, ticket = np.divmod(at, cards.shape[1])
        heads = [digits_of(strip + first, 12, padded=False), digits_of(ticket + 1, 2, padded=False)]
    else:
        heads = [digits_of(at + first, 12, padded=False)]
    comma = np.full((len(tickets), 1), ord(","), np.uint8)
    cells = tickets.reshape(len(tickets), -1)
    body = np.empty((len(cells), cells.shape[1] * 3), np.uint8)
    body[:, 0::3] = EMPTY[:, 0].take(cells)
    body[:, 1::3] = EMPTY[:, 1].take(cells)
    body[:, 2::3] = ord(",")
    body[:, -1] = ord("\n")
    heads = [part for head in heads for part in (head, comma)]
    return np.hstack([*heads, body]).tobytes().translate(None, _DROPPED)
