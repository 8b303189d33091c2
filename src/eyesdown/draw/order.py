"""An ordered draw of some balls out of a pool, and the rest of one that was interrupted."""

from __future__ import annotations

from collections.abc import Sequence

from eyesdown.draw.scale import Bytes, below
from eyesdown.kernel.ids import Ball


def draw_order(
    pool: int, count: int, source: Bytes, already: Sequence[Ball] = ()
) -> tuple[Ball, ...]:
    """The balls in the order drawn, every order exactly as likely (Fisher and Yates).

    `already` holds what was out before a device failed: those balls keep their places and the
    rest comes from this source.

    >>> from eyesdown.draw.drbg import HmacDrbg
    >>> draw_order(80, 5, HmacDrbg(bytes(64)))
    (28, 58, 3, 27, 54)
    >>> draw_order(80, 5, HmacDrbg(bytes(64)), already=(Ball(7), Ball(8)))[:2]
    (7, 8)
    """
    assert 0 <= len(already) <= count <= pool
    assert len(set(already)) == len(already)
    assert all(1 <= ball <= pool for ball in already)
    out = set(already)
    left = [Ball(number) for number in range(1, pool + 1) if number not in out]
    order = list(already)
    for place in range(count - len(already)):
        pick = place + below(len(left) - place, source)
        left[place], left[pick] = left[pick], left[place]
        order.append(left[place])
    return tuple(order)
