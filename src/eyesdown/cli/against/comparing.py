"""A file's events held against a site's: what only the site decides is compared by its shape."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from msgspec import Struct

from eyesdown.kernel.refused import Refused

LEFT_TO_SITE = ("at", "slip", "selector_id", "finished", "gaming_day", "facts", "about")
"""Fields that the site fills in by its own clock, serials and devices."""


def first_difference(expected: tuple[Any, ...], given: tuple[Any, ...]) -> str:
    """The first event that differs, in words; nothing if all agree."""
    kinds, others = _names(expected), _names(given)
    if kinds != others:
        return f"the file says {', '.join(kinds) or 'nothing'}, the site {', '.join(others)}"
    for wanted, event in zip(expected, given, strict=True):
        difference = _differs(wanted, event, type(wanted).__name__)
        if difference:
            return difference
    return ""


def _names(events: tuple[Any, ...]) -> list[str]:
    return [
        f"{type(event).__name__} {' '.join(no.code for no in event.refusals)}"
        if isinstance(event, Refused)
        else type(event).__name__
        for event in events
    ]


def _differs(expected: Any, given: Any, where: str) -> str:
    """Where two values differ; times and what the site makes up are passed over."""
    if isinstance(expected, datetime | date):
        return "" if isinstance(given, datetime | date) else _words(where, expected, given)
    if isinstance(expected, Struct) and type(expected) is type(given):
        for name in expected.__struct_fields__:
            value = getattr(expected, name)
            if name in LEFT_TO_SITE or (name in ("by", "purchase") and not value):
                continue
            difference = _differs(value, getattr(given, name), f"{where}.{name}")
            if difference:
                return difference
        return ""
    if isinstance(expected, tuple) and isinstance(given, tuple) and len(expected) == len(given):
        pairs = enumerate(zip(expected, given, strict=True), start=1)
        differences = (
            _differs(part, answer, f"{where}[{place}]") for place, (part, answer) in pairs
        )
        return next(filter(None, differences), "")
    return "" if expected == given else _words(where, expected, given)


def _words(where: str, expected: Any, given: Any) -> str:
    return f"{where}: the file says {expected!r}, the site {given!r}"
