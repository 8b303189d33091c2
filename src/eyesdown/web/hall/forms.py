"""Forms of a hall's pages as commands: the fields of a form have the names of the command's."""

from __future__ import annotations

import re
from datetime import datetime, time
from functools import cache
from typing import Any, get_origin
from zoneinfo import ZoneInfo

import msgspec
from starlette.datastructures import FormData

from eyesdown.kernel.errors import BadInput
from eyesdown.web.api.command_reader import CommandReader, Envelope, Sent
from eyesdown.web.hall.api.vocabulary import HALL

OF_THE_FORM = frozenset({"csrf", "id", "command", "next"})
"""Fields of a form that are not the command's."""
DOLLARS = "_dollars"
CENTS = "_cents"
PARTS = "parts."
"""Before a method of payment in the name of a field: the amount paid by it, in dollars."""
CARDS_MAX = 10_000
_AMOUNT = re.compile(r"\$?(\d{1,3}(?:,?\d{3}){0,2})(?:\.(\d{1,2}))?")
_RANGE = re.compile(r"(\d{1,9})(?:\s*(?:-|–|to)\s*(\d{1,9}))?")


@cache
def reader() -> CommandReader:
    """The reader of the hall's API, which checks what pages send, too."""
    return CommandReader(HALL)


@cache
def _kinds() -> dict[str, type[msgspec.Struct]]:
    return {kind.__name__: kind for kind in HALL.commands}


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


def read_command(kind: str, values: dict[str, Any], command_id: str) -> Sent:
    """A command from plain values, checked like one of the API; BadInput names the field."""
    body = msgspec.json.encode({"type": kind, **values})
    return reader().read(Envelope(command_id, msgspec.Raw(body)))


def command_of(form: FormData, zone: ZoneInfo, command_id: str) -> Sent:
    """The command that a form is for; BadInput names the field that is wrong.

    An amount may be typed in dollars, in a field whose name ends with `_dollars` for `_cents`; a
    list of numbers as `3, 7-9`; a time is the hall's wall time. An empty field is left out.
    """
    name = str(form.get("command", ""))
    kind = _kinds().get(name)
    if kind is None:
        raise BadInput("command", f"{name!r} isn’t one of this page; load it again")
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    values: dict[str, Any] = {}
    for key in form:
        if key in OF_THE_FORM:
            continue
        texts = [str(value).strip() for value in form.getlist(key)]
        if key.startswith(PARTS):
            parts = values.setdefault("parts", [])
            if any(texts):
                amount = cents_typed(key.removeprefix(PARTS), texts[-1])
                parts.append({"method": key.removeprefix(PARTS), "amount_cents": amount})
            continue
        target = key.removesuffix(DOLLARS) + CENTS if key.endswith(DOLLARS) else key
        if target not in fields:
            raise BadInput(key, "isn’t a field of this command; load the page again")
        if any(texts):
            values[target] = _value(key, fields[target], [text for text in texts if text], zone)
        elif fields[target] is str:
            values[target] = ""
        elif get_origin(fields[target]) is tuple:
            values[target] = []
    if "by" in fields:
        values.setdefault("by", "")  # the door fills in the person who is signed on
    return read_command(name, values, command_id)


def _value(key: str, kind: Any, texts: list[str], zone: ZoneInfo) -> Any:
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
