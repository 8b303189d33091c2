"""An ordered draw of some balls out of a pool."""

from __future__ import annotations

from eyesdown.draw.scale import Bytes, below
from eyesdown.kernel.ids import Ball


def draw_order(pool: int, count: int, source: Bytes) -> tuple[Ball, ...]:
    """The balls in the order drawn, every order exactly as likely (Fisher and Yates).

    >>> from eyesdown.draw.drbg import HmacDrbg
    >>> draw_order(80, 5, HmacDrbg(bytes(64)))
    (28, 58, 3, 27, 54)
    """
    assert 0 <= count <= pool
    balls = [Ball(number) for number in range(1, pool + 1)]
    for place in range(count):
        pick = place + below(pool - place, source)
        balls[place], balls[pick] = balls[pick], balls[place]
    return tuple(balls[:count])
