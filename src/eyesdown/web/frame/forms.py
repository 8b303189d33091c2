"""What people type into forms, as plain values: amounts, ranges of numbers, moments."""

from __future__ import annotations

import re
from datetime import datetime, time
from typing import Any, get_origin
from zoneinfo import ZoneInfo

import msgspec

from eyesdown.kernel.errors import BadInput

CARDS_MAX = 10_000
DOLLARS = "_dollars"
_AMOUNT = re.compile(r"\$?(\d{1,3}(?:,?\d{3}){0,2})(?:\.(\d{1,2}))?")
_RANGE = re.compile(r"(\d{1,9})(?:\s*(?:-|–|to)\s*(\d{1,9}))?")


def cents_typed(field: str, text: str) -> int:
    """An amount as a person types it, in cents; BadInput if it is none.

    >>> cents_typed("price", "$1,250.5"), cents_typed("price", "3")
    (125050, 300)
    """
    amount = _AMOUNT.fullmatch(text.strip())
    if amount is None:
        raise BadInput(field, "isn’t an amount; write dollars and cents, as 12.50")
    whole, part = amount.groups()
    return int(whole.replace(",", "")) * 100 + int((part or "").ljust(2, "0"))


def numbers_typed(field: str, text: str) -> list[int]:
    """Whole numbers and ranges of them, as a person types them.

    >>> numbers_typed("cards", "3, 7-9 12")
    [3, 7, 8, 9, 12]
    """
    numbers: list[int] = []
    for part in re.split(r"[,;\s]+(?![-–])(?<![-–])", text.strip()):
        if not part:
            continue
        span = _RANGE.fullmatch(part)
        if span is None:
            raise BadInput(field, f"{part!r} isn’t a number; write 3, 7-9")
        first, last = int(span[1]), int(span[2] or span[1])
        if last < first or last - first >= CARDS_MAX:
            raise BadInput(field, f"{part!r} isn’t a range of numbers")
        numbers.extend(range(first, last + 1))
    return numbers


def value_typed(key: str, kind: Any, texts: list[str], zone: ZoneInfo) -> Any:
    """The plain value of a field, as JSON has it; BadInput names the field that is wrong."""
    text = texts[-1]
    if key.endswith(DOLLARS):
        return cents_typed(key.removesuffix(DOLLARS), text)
    if kind == tuple[int, ...]:
        return numbers_typed(key, " ".join(texts))
    if get_origin(kind) is tuple:
        return texts
    if kind is datetime:
        return moment_typed(key, text, zone).isoformat()
    if kind is str:
        return text
    if kind is time:
        return text if text.count(":") == 2 else f"{text}:00"
    try:
        return msgspec.convert(text, kind, strict=False)
    except msgspec.ValidationError:
        raise BadInput(key, f"{text!r} isn’t a number") from None


def moment_typed(field: str, text: str, zone: ZoneInfo) -> datetime:
    """A time of a form's field, as the hall's wall time.

    >>> moment_typed("starts_at", "2026-06-02T19:00", ZoneInfo("Australia/Sydney")).isoformat()
    '2026-06-02T19:00:00+10:00'
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise BadInput(field, "isn’t a day and time") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)
