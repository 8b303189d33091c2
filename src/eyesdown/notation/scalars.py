"""Numbers, money, days and times, as they are written in a line."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from fractions import Fraction
from typing import TypeVar

from eyesdown.notation.cursor import Cursor

WHOLE = re.compile(r"-?\d+", re.ASCII)
EXACT = re.compile(r"-?\d+/\d+", re.ASCII)
FRACTION = re.compile(r"-?\d+(/\d+)?", re.ASCII)
MONEY = re.compile(r"-?\$\d+\.\d\d", re.ASCII)
DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
TIME = re.compile(r"\d\d:\d\d(:\d\d(\.\d{6})?)?", re.ASCII)
MOMENT = re.compile(DATE.pattern + "T" + TIME.pattern + r"([+-]\d\d:\d\d)?", re.ASCII)

Day = TypeVar("Day", bound=date)

FIGURES_MAX = 1000  # beyond any money; what is worked out from it can still be written down


def write_money(cents: int) -> str:
    """
    >>> write_money(1250), write_money(-5)
    ('$12.50', '-$0.05')
    """
    sign = "-" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f"{sign}${whole}.{part:02d}"


def read_money(cursor: Cursor) -> int:
    text = _figures(cursor, MONEY, "an amount like $12.50")
    return int(text.replace("$", "").replace(".", ""))


def read_whole(cursor: Cursor) -> int:
    return int(_figures(cursor, WHOLE, "a whole number"))


def _figures(cursor: Cursor, pattern: re.Pattern[str], what: str) -> str:
    start = cursor.at
    text = cursor.word(pattern, what)
    if len(text) > FIGURES_MAX:
        cursor.at = start
        raise cursor.error(f"{what} of at most {FIGURES_MAX} characters")
    return text


def read_fraction(cursor: Cursor, *, money: bool = False) -> Fraction:
    """A fraction or a whole number; of cents where it is money, which may be an amount as well."""
    start = cursor.at
    if money and MONEY.match(cursor.text, start):
        return Fraction(read_money(cursor))
    text = _figures(cursor, FRACTION, "a fraction like 3/4")
    if not int(text.partition("/")[2] or 1):
        cursor.at = start
        raise cursor.error("a fraction that is a number")
    return Fraction(text)


def read_date(cursor: Cursor) -> date:
    start = cursor.at
    text = cursor.word(DATE, "a day like 2026-06-01")
    try:
        return _with_days_around(date.fromisoformat(text))
    except ValueError:
        cursor.at = start
        raise cursor.error("a day of the calendar") from None


def _with_days_around(day: Day) -> Day:
    """The day itself; not one of the first or last there are: rules count days back and on."""
    if day.year in (date.min.year, date.max.year):
        raise ValueError(day)
    return day


def write_time(value: time) -> str:
    """
    >>> write_time(time(19, 5)), write_time(time(19, 5, 7))
    ('19:05', '19:05:07')
    """
    text = value.isoformat()
    return text.removesuffix(":00") if len(text) == len("19:05:00") else text


def read_time(cursor: Cursor) -> time:
    start = cursor.at
    text = cursor.word(TIME, "a time like 19:05 or 19:05:07")
    try:
        return time.fromisoformat(text)
    except ValueError:
        cursor.at = start
        raise cursor.error("a time of the clock") from None


def write_moment(value: datetime, day: date) -> str:
    """A time alone on the day of the file, else day and time.

    >>> write_moment(datetime(2026, 5, 5, 18, 1), date(2026, 5, 5))
    '18:01'
    """
    if value.tzinfo is not None:
        return value.isoformat()
    clock = write_time(value.time())
    return clock if value.date() == day else f"{value.date().isoformat()}T{clock}"


def read_moment(cursor: Cursor, day: date) -> datetime:
    start = cursor.at
    text = cursor.match(MOMENT)
    if text is None:
        return datetime.combine(day, read_time(cursor))
    try:
        return _with_days_around(datetime.fromisoformat(text))
    except ValueError:
        cursor.at = start
        raise cursor.error("a day and time like 2026-06-01T19:05") from None
