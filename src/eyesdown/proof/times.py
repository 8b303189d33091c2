"""The type of a proof's number of runs: at least 1, since a proof that tries nothing holds."""

from __future__ import annotations

import logging
from argparse import ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager


def times(text: str) -> int:
    """A whole number from one up.

    >>> times("300")
    300
    """
    if not (text.isascii() and text.isdigit() and int(text)):
        raise ArgumentTypeError(f"{text!r} is no whole number from one up")
    return int(text)


@contextmanager
def expected_alarms_unlogged() -> Iterator[None]:
    """The site's log is off meanwhile: a proof causes thousands of alarms on purpose."""
    log = logging.getLogger("eyesdown")
    level = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        log.setLevel(level)
