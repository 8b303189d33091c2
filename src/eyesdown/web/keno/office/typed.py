"""Forms of the office as commands: every field read by its kind, the whole by the API's reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
from starlette.datastructures import FormData

from eyesdown.central.keno.machine import SYDNEY
from eyesdown.display.keno.office_forms import CommandForm, FormField, command_form
from eyesdown.kernel.errors import BadInput
from eyesdown.web.api.command_reader import CommandReader, Envelope
from eyesdown.web.frame.forms import cents_typed, moment_typed, numbers_typed
from eyesdown.web.keno.api.vocabulary import KENO

_PERCENT = re.compile(r"-?\d{1,3}(\.\d{1,6})?")
WORDS_MAX = 20_000
TEXT_MAX = 2_000
NUMBER_DIGITS_MAX = 12


@cache
def _reader() -> CommandReader:
    return CommandReader(KENO)


@cache
def _kinds() -> dict[str, type[msgspec.Struct]]:
    return {kind.__name__: kind for kind in KENO.commands}


def kind_named(name: str) -> type[msgspec.Struct] | None:
    """The command of a name; None if there is none."""
    return _kinds().get(name)


def typed_of(form: FormData, asked: CommandForm) -> dict[str, str]:
    """What a person typed, by field; each text at most as long as its kind allows."""
    typed = {}
    for field in asked.fields:
        most = WORDS_MAX if field.kind == "words" else TEXT_MAX
        typed[field.name] = str(form.get(field.name, "")).strip()[:most]
    return typed


def command_typed(asked: CommandForm, typed: Mapping[str, str], command_id: str) -> Any:
    """The command of what was typed; BadInput names the field by its label."""
    values: dict[str, Any] = {}
    for field in asked.fields:
        text = typed.get(field.name, "")
        if not text and field.kind != "yes or no":
            if field.required and field.kind not in ("lines", "numbers"):
                raise BadInput(field.label, "fill this in")
            values.update(_empty(field))
            continue
        values[field.name] = _value(field, text, asked.command)
    if "by" in _kinds()[asked.command].__struct_fields__:
        values["by"] = ""
    body = msgspec.json.encode({"type": asked.command, **values})
    try:
        return _reader().read(Envelope(command_id, msgspec.Raw(body))).command
    except BadInput as bad:
        name = bad.field.removeprefix("command.")
        label = next((field.label for field in asked.fields if field.name == name), bad.field)
        raise BadInput(label, bad.message) from bad


def _empty(field: FormField) -> dict[str, Any]:
    """A field that was left empty: an empty list, or nothing, so that its default holds."""
    if field.kind in ("lines", "numbers", "amounts", "groups") and field.required:
        return {field.name: []}
    return {}


def _value(field: FormField, text: str, command: str) -> Any:
    if field.kind == "amount":
        cents = cents_typed(field.label, text)
        exact = _kinds()[command].__annotations__.get(field.name) in (Fraction, "Fraction")
        return f"{cents}/1" if exact else cents
    read = _READ.get(field.kind)
    if read is not None:
        return read(field.label, text)
    if field.choose == "withdrawals":
        return _number(field.label, text)
    return text


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _percent(label: str, text: str) -> str:
    written = text.removesuffix("%").strip()
    if not _PERCENT.fullmatch(written):
        raise BadInput(label, "isn’t a percentage; write 1.5 for one and a half")
    share = Fraction(written) / 100
    return f"{share.numerator}/{share.denominator}"


def _number(label: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < NUMBER_DIGITS_MAX):
        raise BadInput(label, "isn’t a whole number")
    return int(text)


_READ: dict[str, Callable[[str, str], Any]] = {
    "yes or no": lambda _, text: text == "yes",
    "amounts": lambda label, text: [cents_typed(label, line) for line in _lines(text)],
    "percent": _percent,
    "number": _number,
    "lines": lambda _, text: _lines(text),
    "numbers": numbers_typed,
    "groups": lambda label, text: [numbers_typed(label, line) for line in _lines(text)],
    "moment": lambda label, text: moment_typed(label, text, SYDNEY).isoformat(),
    "time": lambda _, text: text if text.count(":") == 2 else f"{text}:00",
}


def form_of(name: str) -> CommandForm | None:
    """The form of a command of the office; None if there is none."""
    kind = kind_named(name)
    try:
        return None if kind is None else command_form(kind)
    except KeyError:
        return None
