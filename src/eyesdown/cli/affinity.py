"""Keeping a process to one core of the machine.

Of a site's threads only one works at a time. When they wake on different cores, each finds its
memory cold: a fifth of all sales is lost to that.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from eyesdown.kernel.errors import BadInput

_MAY_CHOOSE = hasattr(os, "sched_setaffinity")  # not every system lets us


def keep_to(core: int) -> None:
    """From now on this thread, and whatever it starts, runs on this core alone."""
    allowed = sorted(os.sched_getaffinity(0)) if _MAY_CHOOSE else []
    if core not in allowed:
        found = ", ".join(map(str, allowed)) or "none on this system"
        raise BadInput("--core", f"{core} is not one we may choose; there is {found}")
    os.sched_setaffinity(0, {core})


@contextmanager
def one_core() -> Iterator[None]:
    """The last of the cores for a while, where a system lets us choose."""
    if not _MAY_CHOOSE:
        yield
        return
    allowed = os.sched_getaffinity(0)
    keep_to(max(allowed))
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def any_core() -> None:
    """Wherever the machine likes, whatever the process that started us keeps to."""
    if _MAY_CHOOSE:
        os.sched_setaffinity(0, range(os.cpu_count() or 1))
