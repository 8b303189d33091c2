"""QR codes as runs of dark squares, quickly.

With version, mask and length of the text fixed, a QR code is linear modulo two: error correction
only adds bits. So the code of any card number is the sum of a base code and, for each digit, what
that digit in its place changes; the library makes these few codes once.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import segno
from numpy.typing import NDArray

from eyesdown.drawing.marks import Runs

QUIET = 4  # light squares that a reader needs around the code
MASK = 3  # any of the eight is allowed; trying them all takes five times as long


@dataclass(slots=True)
class Codes:
    """The codes of one address for any card number; {card} in it is replaced by the number.

    >>> mark = Codes("https://bingo.example/c/382558/{card}").mark(1, 0, 0, 56)
    >>> mark.runs[0], round(mark.square, 2)
    ((4, 4, 7), 1.51)
    """

    address: str
    _parts: dict[int, tuple[NDArray[np.uint8], NDArray[np.uint8]]] = field(default_factory=dict)

    def mark(self, number: int, x: float, y: float, width: float) -> Runs:
        """The code of a card in a box of this width, quiet edge included."""
        return runs_of(self.squares(number), x, y, width)

    @property
    def across(self) -> int:
        """Squares across, quiet edges included, for card numbers of seven digits."""
        across: int = self._drawn("0" * 7).shape[0]
        return across + 2 * QUIET

    def squares(self, number: int) -> NDArray[np.uint8]:
        """Dark squares as ones, with a light column at each side."""
        digits = str(number)
        if len(digits) not in self._parts:
            self._parts[len(digits)] = self._learn(len(digits))
        base, changes = self._parts[len(digits)]
        positions = np.arange(len(digits))
        chosen = changes[positions, [int(digit) for digit in digits]]
        squares: NDArray[np.uint8] = np.bitwise_xor.reduce(chosen, axis=0) ^ base
        return squares

    def _learn(self, length: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        zeros = "0" * length
        base = self._drawn(zeros)
        changes = [
            [self._drawn(zeros[:at] + str(digit) + zeros[at + 1 :]) ^ base for digit in range(10)]
            for at in range(length)
        ]
        return base, np.array(changes)

    def _drawn(self, digits: str) -> NDArray[np.uint8]:
        address = self.address.replace("{card}", digits)
        code = segno.make(
            address, error="m", mode="byte", boost_error=False, micro=False, mask=MASK
        )
        return np.pad(np.array(code.matrix, dtype=np.uint8), ((0, 0), (1, 1)))


def runs_of(squares: NDArray[np.uint8], x: float, y: float, width: float) -> Runs:
    """Dark squares, with a light column at each side, as runs in a box of this width."""
    lines, across = squares.shape
    flat = squares.reshape(-1)
    edges = np.flatnonzero(flat[1:] != flat[:-1]) + 1
    starts, ends = edges[0::2], edges[1::2]
    rows, columns = np.divmod(starts, across)
    runs = zip(
        (columns - 1 + QUIET).tolist(),
        (rows + QUIET).tolist(),
        (ends - starts).tolist(),
        strict=True,
    )
    return Runs(x, y, width / (lines + 2 * QUIET), tuple(runs))
