"""The forms of the office and its supervisors: words of every command, kind of every field.

The words are in `office_commands.toml`; the fields are those of the command, so a command that gets
a new field needs a label for it, which a test demands.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date, datetime, time
from enum import StrEnum
from fractions import Fraction
from functools import cache
from importlib.resources import files
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import msgspec

GROUPS = (
    "Venues and terminals",
    "Money",
    "Claims and prizes",
    "Jackpots",
    "Offers",
    "Players",
    "Running the site",
)
SET_BY_THE_SITE = frozenset({"at", "by", "kept"})
LEFT_OUT = "left out"
_WITHOUT_FIELDS = {"group", "title", "help", "page"}


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of a form; `choices` are values with their words, `choose` names a list.

    `when_empty` says what holds for a field that is left empty.
    """

    name: str
    label: str
    hint: str
    kind: str
    required: bool
    choices: tuple[tuple[str, str], ...] = ()
    choose: str = ""
    when_empty: str = ""


@dataclass(frozen=True, slots=True)
class CommandForm:
    """A command of the office with its words; `page` is where it is done, if not on its form."""

    command: str
    group: str
    title: str
    help: str
    page: str
    fields: tuple[FormField, ...]

    @property
    def path(self) -> str:
        """The address at which it is done."""
        return self.page or f"/office/do/{self.command}"


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("office_commands.toml").read_text("utf-8"))


def words_of(value: str) -> str:
    """A value of an enumeration in words.

    >>> words_of("self_service"), words_of("venue_eft"), words_of("keno2")
    ('Self service', 'Transfer by the venue', '$2 Game')
    """
    return _VALUES.get(value) or value.replace("_", " ").capitalize()


_VALUES = {
    "venue_eft": "Transfer by the venue",
    "eft": "Transfer",
    "sst": "Self-service terminal",
    "sst_receipt": "SST Receipt",
    "keno2": "$2 Game",
    "I": "I",
    "L": "L",
    "Q": "Q",
    "archived": "Too old for the record at hand",
    "key_employee": "Key employee",
    "21b-i": "Paid too little, or in a way that the rules don’t allow",
    "21b-ii": "Suspected fraud",
    "21b-iii": "The ticket failed a security test",
    "21b-iv": "Suspected unauthorised use of a terminal or of the website",
    "21b-v": "The player may not enter",
    "other": "Another ground of this kind",
}


def command_form(kind: type[msgspec.Struct]) -> CommandForm:
    """The form of a command; KeyError if it has no words."""
    words = _words()[kind.__name__]
    fields = () if words.keys() == _WITHOUT_FIELDS else tuple(_fields(kind, words))
    return CommandForm(
        kind.__name__,
        words["group"],
        words["title"],
        words["help"],
        words.get("page", ""),
        fields,
    )


def _fields(kind: type[msgspec.Struct], words: dict[str, Any]) -> list[FormField]:
    shown = []
    for field in msgspec.structs.fields(kind):
        if field.name in SET_BY_THE_SITE:
            continue
        about = words[field.name]
        if about.get("kind") == LEFT_OUT:
            continue
        optional = NoneType in get_args(field.type)
        base = next((each for each in get_args(field.type) if each is not NoneType), None)
        hint = base if optional else field.type
        shown.append(
            FormField(
                field.name,
                about["label"],
                about.get("hint", ""),
                about.get("kind") or kind_of(field.name, hint),
                field.required and not optional,
                choices_of(hint),
                about.get("choose", ""),
                about.get("when_empty", ""),
            )
        )
    return shown


def choices_of(hint: Any) -> tuple[tuple[str, str], ...]:
    """The values of an enumeration with their words; nothing for any other type."""
    if get_origin(hint) is Literal:
        values = [str(value) for value in get_args(hint)]
    elif isinstance(hint, type) and issubclass(hint, StrEnum):
        values = [member.value for member in hint]
    else:
        return ()
    return tuple((value, words_of(value)) for value in values)


def kind_of(name: str, hint: Any) -> str:
    """How a field is typed, from its name and type.

    >>> kind_of("cents", int), kind_of("rate", Fraction), kind_of("opens", time)
    ('amount', 'percent', 'time')
    >>> kind_of("won_cents", Fraction), kind_of("premises", tuple[str, ...]), kind_of("row", int)
    ('amount', 'lines', 'number')
    """
    if name.endswith("cents"):
        return "amount"
    if choices_of(hint):
        return "choice"
    if hint == tuple[str, ...]:
        return "lines"
    if hint == tuple[int, ...]:
        return "numbers"
    return _BY_TYPE[hint]


_BY_TYPE: dict[Any, str] = {
    bool: "yes or no",
    int: "number",
    str: "text",
    Fraction: "percent",
    date: "day",
    datetime: "moment",
    time: "time",
}
