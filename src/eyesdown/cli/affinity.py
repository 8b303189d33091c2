"""CPU affinity: keeping a process on one core of the machine.

Only one of a site's threads works at a time. If they wake on different cores, each starts with a
cold cache, which costs a fifth of the sales rate.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from eyesdown.kernel.errors import BadInput

_MAY_CHOOSE = hasattr(os, "sched_setaffinity")  # not on every system


def keep_to(core: int) -> None:
    """Run this thread, and the threads and processes it starts, on this core only."""
    allowed = sorted(os.sched_getaffinity(0)) if _MAY_CHOOSE else []
    if core not in allowed:
        cores = ", ".join(map(str, allowed)) or "none on this system"
        raise BadInput("--core", f"{core} is not available; available: {cores}")
    os.sched_setaffinity(0, {core})


@contextmanager
def one_core() -> Iterator[None]:
    """Run on the last core for a while, if the system lets us choose."""
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
    """Run on any core, even if the parent process is kept to one."""
    if _MAY_CHOOSE:
        os.sched_setaffinity(0, range(os.cpu_count() or 1))
