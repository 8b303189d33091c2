"""QR codes of short texts, thousands a second: version 2, level M, one mask, capitals and digits.

The library takes milliseconds for a code, since it suits any text. Here everything that the texts
share is worked out once: where the bits lie, and the remainders of the error correction.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import segno
from numpy.typing import NDArray

from eyesdown.drawing.marks import Runs
from eyesdown.drawing.qr import MASK, runs_of

CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
LENGTH_MAX = 38
SIZE = 25
_DATA, _CORRECTION = 28, 16  # codewords of version 2, level M
_POLYNOMIAL = 0x11D  # of the field of 256 elements that QR codes compute in
_GROUND = "0" * LENGTH_MAX  # any text will do: its bits are replaced


def text_mark(text: str, x: float, y: float, width: float) -> Runs:
    """The code of this string in a box of this width, quiet edge included."""
    return runs_of(text_squares(text), x, y, width)


def text_squares(text: str) -> NDArray[np.uint8]:
    """Dark squares as ones, with a light column at each side."""
    frame, order, mask = _tables()
    words = _with_correction(_data(text))
    bits = np.unpackbits(np.frombuffer(words, np.uint8))
    squares = frame.copy()
    squares.reshape(-1)[order[: len(bits)]] = bits ^ mask[: len(bits)]
    return np.pad(squares, ((0, 0), (1, 1)))


def _data(text: str) -> bytes:
    """The text as codewords: mode, length, two characters in eleven bits each, filled up."""
    assert len(text) <= LENGTH_MAX, "the text is too long for its code"
    values = [CHARACTERS.index(character) for character in text]
    bits = f"0010{len(values):09b}"
    for at in range(0, len(values) - 1, 2):
        bits += f"{values[at] * 45 + values[at + 1]:011b}"
    if len(values) % 2:
        bits += f"{values[-1]:06b}"
    bits = (bits + "0000")[: 8 * _DATA]
    bits += "0" * (-len(bits) % 8)
    raw = int(bits, 2).to_bytes(len(bits) // 8, "big")
    return (raw + b"\xec\x11" * _DATA)[:_DATA]


def _with_correction(data: bytes) -> bytes:
    """The codewords, and the remainder of their division by the generator."""
    steps = _remainders()
    top, below = 8 * (_CORRECTION - 1), (1 << 8 * (_CORRECTION - 1)) - 1
    state = 0
    for word in data:
        state = ((state & below) << 8) ^ steps[state >> top ^ word]
    return data + state.to_bytes(_CORRECTION, "big")


@cache
def _remainders() -> tuple[int, ...]:
    """The generator times each element of the field, packed into one number."""
    powers = [1]
    for _ in range(254):
        doubled = powers[-1] << 1
        powers.append(doubled ^ _POLYNOMIAL if doubled > 255 else doubled)
    place = {element: power for power, element in enumerate(powers)}

    def times(a: int, b: int) -> int:
        return powers[(place[a] + place[b]) % 255] if a and b else 0

    generator = [1]
    for power in range(_CORRECTION):
        shifted = [*generator, 0]
        for at, factor in enumerate(generator):
            shifted[at + 1] ^= times(factor, powers[power])
        generator = shifted
    return tuple(
        int.from_bytes(bytes(times(factor, element) for factor in generator[1:]), "big")
        for element in range(256)
    )


@cache
def _tables() -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.uint8]]:
    """A code to write into, the order of its squares that hold bits, and their mask."""
    code = segno.make(
        _GROUND, version=2, error="m", mode="alphanumeric", boost_error=False, mask=MASK
    )
    frame = np.array(code.matrix, dtype=np.uint8)
    fixed = np.zeros((SIZE, SIZE), np.bool_)
    fixed[:9, :9] = fixed[:9, -8:] = fixed[-8:, :9] = True  # the three corners, with their format
    fixed[6, :] = fixed[:, 6] = True  # the dotted lines between them
    fixed[16:21, 16:21] = True  # the small square that shows how the paper is bent
    order: list[int] = []
    upwards = True
    for right in (24, 22, 20, 18, 16, 14, 12, 10, 8, 5, 3, 1):
        rows = range(SIZE - 1, -1, -1) if upwards else range(SIZE)
        order += [
            row * SIZE + column
            for row in rows
            for column in (right, right - 1)
            if not fixed[row, column]
        ]
        upwards = not upwards
    places = np.array(order)
    rows_of, columns_of = np.divmod(places, SIZE)
    return frame, places, ((rows_of + columns_of) % 3 == 0).astype(np.uint8)
