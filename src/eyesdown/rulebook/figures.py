"""Dated figures: every number of a book with its clause, unit, from-date and source.

```toml
[claim_calls_late_max]
clause = "7(2)(b)"
unit   = "calls"
values = [
  { from = 2019-03-01, value = 1, source = "Rules 2019, p. 9" },
  { from = 2026-01-01, value = 0, source = "Amendment 4, para 3" },
]
```

A figure is a whole number, an exact fraction written "3/4", a string, true or false, a list of
these, or a table from strings to these. It is never a float.
"""

from __future__ import annotations

import dataclasses
from datetime import date
from fractions import Fraction
from typing import Any, TypeVar, get_type_hints

from eyesdown.kernel.errors import RulebookDataError
from eyesdown.rulebook.loading import DataFile

L = TypeVar("L")

FILE = "figures.toml"


@dataclasses.dataclass(frozen=True, slots=True)
class DatedValue:
    """A figure's value from a day on, and the document that gives it."""

    since: date
    value: Any
    source: str


@dataclasses.dataclass(frozen=True, slots=True)
class FigureRow:
    """A figure with all its values, as the file has them."""

    name: str
    clause: str
    unit: str
    values: tuple[DatedValue, ...]
    decision: str = ""

    def on(self, day: date) -> DatedValue | None:
        """The value in force on a day; None before the first."""
        in_force = [value for value in self.values if value.since <= day]
        return in_force[-1] if in_force else None


def read_figures(package: str) -> dict[str, FigureRow]:
    """Every figure of a book, checked: clause, unit, and values in order of their dates.

    >>> 'spots_max' in read_figures('eyesdown.rulebooks.nsw_keno')
    False
    """
    file = DataFile.open(package, FILE)
    return {key: _row(file, key, table) for key, table in file.toml().items()}


def figures_on(record: type[L], package: str, day: date) -> L:
    """The figures in force on a day, as a record whose fields are exactly the file's figures."""
    file = DataFile.open(package, FILE)
    rows = {key: _row(file, key, table) for key, table in file.toml().items()}
    hints = get_type_hints(record)
    for missing in hints.keys() - rows.keys():
        raise file.wrong(1, f"{missing} is missing")
    for stray in rows.keys() - hints.keys():
        raise file.wrong(file.line_of(stray), f"{stray} is not a figure of this book")
    values = {}
    for key, row in rows.items():
        dated = row.on(day)
        if dated is None:
            raise file.wrong(file.line_of(key), f"{key} has no value on {day.isoformat()}")
        values[key] = _typed(file, key, dated.value, hints[key])
    return record(**values)


def _row(file: DataFile, key: str, table: Any) -> FigureRow:
    line = file.line_of(key)
    if not isinstance(table, dict):
        raise file.wrong(line, f"{key} is not a table")
    stray = table.keys() - {"clause", "unit", "values", "decision"}
    if stray:
        raise file.wrong(line, f"{key} has an unknown field {min(stray)!r}")
    for field in ("clause", "unit"):
        if not isinstance(table.get(field), str) or not table[field]:
            raise file.wrong(line, f"{key} has no {field}")
    values = table.get("values")
    if not isinstance(values, list) or not values:
        raise file.wrong(line, f"{key} has no values")
    dated = tuple(_dated(file, line, key, value) for value in values)
    if [value.since for value in dated] != sorted({value.since for value in dated}):
        raise file.wrong(line, f"{key}: from-dates do not rise")
    return FigureRow(key, table["clause"], table["unit"], dated, table.get("decision", ""))


def _dated(file: DataFile, line: int, key: str, raw: Any) -> DatedValue:
    if not isinstance(raw, dict) or raw.keys() != {"from", "value", "source"}:
        raise file.wrong(line, f"{key}: a value has exactly from, value and source")
    if not isinstance(raw["from"], date):
        raise file.wrong(line, f"{key}: from is {raw['from']!r}, not a date")
    return DatedValue(raw["from"], _exact(file, line, key, raw["value"]), str(raw["source"]))


def _exact(file: DataFile, line: int, key: str, raw: Any) -> Any:
    if isinstance(raw, float):
        raise file.wrong(line, f"{key}: {raw} is a float; write cents or a fraction like '3/4'")
    if isinstance(raw, list):
        return tuple(_exact(file, line, key, item) for item in raw)
    if isinstance(raw, dict):
        return {name: _exact(file, line, key, item) for name, item in raw.items()}
    return raw


def _typed(file: DataFile, key: str, value: Any, hint: Any) -> Any:
    if hint is Fraction:
        try:
            return Fraction(value)
        except (ValueError, TypeError, ZeroDivisionError) as bad:
            raise _mistyped(file, key, value, "a fraction") from bad
    if hint in (int, str, bool):
        if type(value) is not hint:
            raise _mistyped(file, key, value, hint.__name__)
        return value
    if isinstance(value, tuple):
        inner = hint.__args__[0]
        return tuple(_typed(file, key, item, inner) for item in value)
    if isinstance(value, dict):
        inner = hint.__args__[1]
        return {name: _typed(file, key, item, inner) for name, item in value.items()}
    raise _mistyped(file, key, value, str(hint))


def _mistyped(file: DataFile, key: str, value: Any, wanted: str) -> RulebookDataError:
    return file.wrong(file.line_of(key), f"{key} is {value!r}, not {wanted}")
