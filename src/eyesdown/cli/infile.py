"""Input files: their text, and errors that name the file before the line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from eyesdown.kernel.errors import BadInput

STANDARD_INPUT = ("-", "<stdin>")


@contextmanager
def naming_the_file(file: str | BinaryIO) -> Iterator[None]:
    """Put the file's name before the line in an error; standard input has none.

    >>> with naming_the_file("night.eyes"):
    ...     raise BadInput("line 3, column 1", "expected a command")
    Traceback (most recent call last):
    eyesdown.kernel.errors.BadInput: night.eyes, line 3, column 1: expected a command
    """
    try:
        yield
    except BadInput as wrong:
        place = in_file(file, wrong.field)
        if place == wrong.field or not wrong.field.startswith("line "):
            raise
        raise BadInput(place, wrong.message) from wrong


def in_file(file: str | BinaryIO, place: str) -> str:
    """A place with the name of its file before it, unless that is standard input.

    >>> in_file("night.eyes", "line 3"), in_file("-", "line 3")
    ('night.eyes, line 3', 'line 3')
    """
    name = name_of(file)
    return f"{name}, {place}" if name else place


def name_of(file: str | BinaryIO) -> str:
    """The name of a file; empty for standard input."""
    name = file if isinstance(file, str) else str(getattr(file, "name", STANDARD_INPUT[0]))
    return "" if name in STANDARD_INPUT else name


def text_of(path: Path | str, option: str) -> str:
    """The text of a file, or of standard input for `-`, without the mark of the byte order.

    BadInput names the file.
    """
    is_input = str(path) == STANDARD_INPUT[0]
    try:
        raw = sys.stdin.buffer.read() if is_input else Path(path).read_bytes()
        return raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as bad:
        name = "standard input" if is_input else path
        raise BadInput(option, f"{name} is not UTF-8 text") from bad
    except (OSError, ValueError) as bad:  # a null character in the name
        reason = getattr(bad, "strerror", None) or bad
        raise BadInput(option, f"{path} cannot be read: {reason}") from bad
