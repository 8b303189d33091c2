"""Charts in the terminal: a bar is a run of block signs, an eighth of a place at the finest."""

from __future__ import annotations

from collections.abc import Sequence

BLOCKS = " ▏▎▍▌▋▊▉█"


def bar(value: float, most: float, width: int = 30) -> str:
    """A bar of up to `width` places.

    >>> bar(1, 2, 4), bar(0.28, 1, 4)
    ('██', '█▏')
    """
    eighths = round(value / most * width * 8) if most else 0
    whole, part = divmod(eighths, 8)
    return "█" * whole + (BLOCKS[part] if part else "")


def sparkline(values: Sequence[float]) -> str:
    """One sign a value, eight heights.

    >>> sparkline([0, 1, 2, 4])
    '▁▃▅█'
    """
    most = max(values, default=0) or 1
    return "".join("▁▂▃▄▅▆▇█"[min(int(value / most * 8), 7)] for value in values)
