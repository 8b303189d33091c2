"""A place in one line, and the error that names line, column and what was expected."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from re import Pattern

from eyesdown.kernel.errors import BadInput

BARE = re.compile(r"[^\W][\w./:'&+%*@-]*")
"""A string that needs no quotes."""

QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
NAME = re.compile(r"[A-Za-z_]\w*")


class EyesError(BadInput):
    """The notation is not as it should be at this line and column."""

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(f"line {line}, column {column}", message)
        self.line = line
        self.column = column


@dataclass(slots=True)
class Cursor:
    """Reads one line from left to right."""

    text: str
    line: int
    at: int = 0

    def error(self, expected: str) -> EyesError:
        left = self.text[self.at :]
        next_word = left.split(" ", 1)[0][:20] or ("a blank" if left else "the end of the line")
        return EyesError(self.line, self.at + 1, f"expected {expected}, found {next_word}")

    @property
    def done(self) -> bool:
        return self.at >= len(self.text)

    def sees(self, mark: str) -> bool:
        return self.text.startswith(mark, self.at)

    def took(self, mark: str) -> bool:
        if not self.sees(mark):
            return False
        self.at += len(mark)
        return True

    def take(self, mark: str, expected: str = "") -> None:
        if not self.took(mark):
            raise self.error(expected or f"{mark!r}")

    def blanks(self, expected: str) -> None:
        """One blank or more."""
        self.take(" ", expected)
        while self.took(" "):
            pass

    def took_word(self, word: str) -> bool:
        """Takes a whole bare word, not the beginning of a longer one."""
        match = BARE.match(self.text, self.at)
        if match is None or match.group() != word:
            return False
        self.at = match.end()
        return True

    def match(self, pattern: Pattern[str]) -> str | None:
        match = pattern.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        return match.group()

    def word(self, pattern: Pattern[str], expected: str) -> str:
        match = self.match(pattern)
        if match is None:
            raise self.error(expected)
        return match

    def string(self) -> str:
        """A string, bare or in quotes."""
        if not self.sees('"'):
            return self.word(BARE, "a string")
        start = self.at
        quoted = self.word(QUOTED, "a closing quote")
        try:
            return str(json.loads(quoted))
        except json.JSONDecodeError:
            self.at = start
            raise self.error("a string in quotes") from None


def write_string(text: str) -> str:
    """
    >>> write_string("ada"), write_string("Ada L."), write_string(""), write_string("none")
    ('ada', '"Ada L."', '""', '"none"')
    """
    if text != "none" and BARE.fullmatch(text):
        return text
    return json.dumps(text, ensure_ascii=False)
