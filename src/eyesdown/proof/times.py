"""How often a proof is run: what was tried no time at all would hold whatever the site does."""

from __future__ import annotations

from argparse import ArgumentTypeError


def times(text: str) -> int:
    """A whole number from one up.

    >>> times("300")
    300
    """
    if not (text.isascii() and text.isdigit() and int(text)):
        raise ArgumentTypeError(f"{text!r} is no whole number from one up")
    return int(text)
