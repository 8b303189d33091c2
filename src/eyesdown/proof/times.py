"""How often a proof is run: what was tried no time at all would hold whatever the site does."""

from __future__ import annotations

import logging
from argparse import ArgumentTypeError


def times(text: str) -> int:
    """A whole number from one up.

    >>> times("300")
    300
    """
    if not (text.isascii() and text.isdigit() and int(text)):
        raise ArgumentTypeError(f"{text!r} is no whole number from one up")
    return int(text)


def expected_alarms_unlogged() -> None:
    """Switch the site's log off: a proof causes thousands of alarms on purpose."""
    logging.getLogger("eyesdown").setLevel(logging.CRITICAL + 1)
