"""Errors about a line of an input file, with the file's name before the line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
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
    name = file if isinstance(file, str) else getattr(file, "name", STANDARD_INPUT[0])
    try:
        yield
    except BadInput as wrong:
        if name in STANDARD_INPUT or not wrong.field.startswith("line "):
            raise
        raise BadInput(f"{name}, {wrong.field}", wrong.message) from wrong
