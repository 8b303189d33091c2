"""Charts in the terminal: bars of block characters, exact to an eighth of a character."""

from __future__ import annotations

from collections.abc import Sequence

BLOCKS = " ▏▎▍▌▋▊▉█"


def bar(value: float, most: float, width: int = 30) -> str:
    """A bar of up to `width` characters.

    >>> bar(1, 2, 4), bar(0.28, 1, 4)
    ('██', '█▏')
    """
    eighths = round(value / most * width * 8) if most else 0
    whole, part = divmod(eighths, 8)
    return "█" * whole + (BLOCKS[part] if part else "")


def sparkline(values: Sequence[float]) -> str:
    """One character per value, in eight heights.

    >>> sparkline([0, 1, 2, 4])
    '▁▃▅█'
    """
    most = max(values, default=0) or 1
    return "".join("▁▂▃▄▅▆▇█"[min(int(value / most * 8), 7)] for value in values)
