"""Calendar arithmetic of the book, in Sydney days (T01)."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

MONTHS = 12


def months_after(day: date, months: int) -> date:
    """The same day number `months` later, or that month's last day if it has none.

    >>> months_after(date(2024, 6, 15), 12), months_after(date(2024, 2, 29), 12)
    (datetime.date(2025, 6, 15), datetime.date(2025, 2, 28))
    """
    years, month = divmod(day.month - 1 + months, MONTHS)
    if day.year + years > date.max.year:
        return date.max
    last = monthrange(day.year + years, month + 1)[1]
    return date(day.year + years, month + 1, min(day.day, last))


def days_after(day: date, days: int) -> date:
    """`days` later, at most the calendar's last day.

    >>> days_after(date(2024, 3, 1), 7)
    datetime.date(2024, 3, 8)
    """
    return day + timedelta(days=min(days, (date.max - day).days))


def birthday(born: date, years: int) -> date:
    """The day on which a person reaches an age; born on a leap day, on 1 March.

    >>> birthday(date(2008, 2, 29), 18)
    datetime.date(2026, 3, 1)
    """
    if born.year + years > date.max.year:
        return date.max
    try:
        return born.replace(year=born.year + years)
    except ValueError:
        return date(born.year + years, 3, 1)
