"""Forms of a hall's pages as commands: the fields of a form have the names of the command's."""

from __future__ import annotations

from functools import cache
from typing import Any, get_origin
from zoneinfo import ZoneInfo

import msgspec
from starlette.datastructures import FormData

from eyesdown.kernel.errors import BadInput
from eyesdown.web.api.command_reader import CommandReader, Envelope, Sent
from eyesdown.web.frame.forms import DOLLARS, cents_typed, moment_typed, numbers_typed, value_typed
from eyesdown.web.hall.api.vocabulary import HALL

__all__ = ("cents_typed", "moment_typed", "numbers_typed")

OF_THE_FORM = frozenset({"csrf", "id", "command", "next"})
"""Fields of a form that are not the command's."""
CENTS = "_cents"
TICKED = frozenset({"steps"})
"""Fields that are ticked in a form: a command without one of them does nothing."""
PARTS = "parts."
"""Before a method of payment in the name of a field: the amount paid by it, in dollars."""


@cache
def reader() -> CommandReader:
    """The reader of the hall's API, which checks what pages send, too."""
    return CommandReader(HALL)


@cache
def _kinds() -> dict[str, type[msgspec.Struct]]:
    return {kind.__name__: kind for kind in HALL.commands}


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
            values[target] = value_typed(
                key, fields[target], [text for text in texts if text], zone
            )
        elif fields[target] is str:
            values[target] = ""
        elif get_origin(fields[target]) is tuple:
            values[target] = []
    for each in TICKED & fields.keys():
        if not values.get(each):
            raise BadInput(each, "tick what you have done")
    if "by" in fields:
        values.setdefault("by", "")  # the door fills in the person who is signed on
    return read_command(name, values, command_id)
