"""From bytes to a number below a bound, by rejection only: no modulo, no floating point."""

from __future__ import annotations

from typing import Protocol


class Bytes(Protocol):
    """A source of bytes, such as `HmacDrbg`."""

    def generate(self, count: int) -> bytes: ...


TRIES_MAX = 256
"""A fair stream needs more tries than this once in 2**256 times; a stuck one is stopped."""


def below(bound: int, source: Bytes) -> int:
    """A number from 0 to bound - 1, each exactly as likely.

    The fewest bytes that can hold the bound are read, spare high bits are cleared, and a number
    that is not below the bound is thrown away.

    >>> from eyesdown.draw.drbg import HmacDrbg
    >>> source = HmacDrbg(bytes(64))
    >>> [below(6, source) for _ in range(8)]
    [5, 3, 4, 0, 0, 1, 1, 2]
    """
    assert bound >= 1
    bits = (bound - 1).bit_length()
    size = -(-bits // 8)
    # With the spare bits cleared more than half of all numbers are below the bound.
    mask = (1 << bits) - 1
    for _ in range(TRIES_MAX):
        number = int.from_bytes(source.generate(size), "big") & mask
        if number < bound:
            return number
    raise AssertionError(f"{TRIES_MAX} numbers in a row not below {bound}: the source is stuck")
