"""Reads the data files in a book's folder; every error names the file and the line."""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from eyesdown.kernel.errors import RulebookDataError

_OUTSIDE: dict[str, str] = {}
"""The package of each book that comes from outside, by its id."""


def add_outside(book: str, package: str) -> None:
    """Remember the package of a book that comes from outside."""
    _OUTSIDE[book] = package


def outside_books() -> tuple[str, ...]:
    """The ids of the books from outside, in the order in which they were added."""
    return tuple(_OUTSIDE)


def folder_of(book: str) -> str:
    """The package of a book.

    >>> folder_of("nsw-keno")
    'eyesdown.rulebooks.nsw_keno'
    """
    return _OUTSIDE.get(book) or "eyesdown.rulebooks." + book.replace("-", "_")


def read_text(package: str, name: str) -> str:
    """A data file's text, line ends as they are in the tree.

    >>> read_text('eyesdown.rulebooks.vic_bingo', 'source.toml')[:5]
    'book '
    """
    try:
        raw = files(package).joinpath(name).read_bytes()
    except (FileNotFoundError, ModuleNotFoundError) as missing:
        raise RulebookDataError(_label(package, name), 0, "the file is missing") from missing
    try:
        return raw.decode("utf-8-sig")  # some editors begin a file with a byte-order mark
    except UnicodeDecodeError as bad:
        line = raw[: bad.start].count(b"\n") + 1
        raise RulebookDataError(_label(package, name), line, "is not UTF-8 text") from bad


@dataclass(frozen=True, slots=True)
class DataFile:
    """A data file that is being read; `wrong` makes the error for a line."""

    package: str
    name: str
    text: str

    @classmethod
    def open(cls, package: str, name: str) -> DataFile:
        """A file of a package; RulebookDataError if it is missing or not UTF-8."""
        return cls(package, name, read_text(package, name))

    @property
    def label(self) -> str:
        """The file's path as errors name it."""
        return _label(self.package, self.name)

    def wrong(self, line: int, problem: str) -> RulebookDataError:
        """The error to raise for a line of this file."""
        return RulebookDataError(self.label, line, problem)

    def line_of(self, key: str) -> int:
        """The line of a TOML table's header; 1 if the file has none."""
        heads = (f"[{key}]", f'["{key}"]')
        for number, line in enumerate(self.text.splitlines(), start=1):
            if line.strip() in heads:
                return number
        return 1

    def toml(self) -> dict[str, Any]:
        """The file's tables; RulebookDataError with the line if it is not TOML."""
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as bad:
            digits = [part for part in str(bad).replace(",", " ").split() if part.isdigit()]
            line = int(digits[0]) if digits else len(self.text.splitlines())
            raise self.wrong(line, f"is not TOML: {bad}") from bad

    def rows(self, *columns: str) -> Iterator[tuple[int, Mapping[str, str]]]:
        """CSV rows with their line numbers; the header must have exactly these columns."""
        reader = csv.reader(io.StringIO(self.text))
        head = tuple(next(reader, ()))
        if head != columns:
            raise self.wrong(1, f"columns are {','.join(head)}, not {','.join(columns)}")
        for row in reader:
            if not row:
                continue
            if len(row) != len(columns):
                raise self.wrong(reader.line_num, f"{len(row)} fields, not {len(columns)}")
            yield reader.line_num, dict(zip(columns, row, strict=True))

    def whole(self, line: int, column: str, text: str) -> int:
        """A whole number, not negative; thousands may have commas as printed.

        >>> DataFile("eyesdown", "prizes.csv", "").whole(1, "cents", "1,200")
        1200
        """
        digits = text.replace(",", "")
        if not digits.isascii() or not digits.isdigit():
            raise self.wrong(line, f"{column} is {text!r}, not a whole number")
        return int(digits)


def _label(package: str, name: str) -> str:
    return "/".join([*package.removeprefix("eyesdown.").split("."), name])
