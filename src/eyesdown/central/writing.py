"""Values as canonical JSON text, by a function made for each type.

The source of a function is put together from a dataclass's own field names and types, as the
standard library makes `__init__`, so that writing costs what it must and no more. What it gives is
what `kernel.canon` gives; that is the plain way, and is asked wherever a type has no quick one.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time
from enum import Enum, StrEnum
from fractions import Fraction
from functools import reduce
from json.encoder import encode_basestring
from operator import or_
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

import msgspec

from eyesdown.kernel.canon import canonical, plain

KEPT_FIELDS, TEXTS_KEPT, ROW_KEPT = 10, 4096, 8
"""Records of at least so many fields are remembered, so many of each type, and rows of so many."""

_encode = msgspec.json.Encoder().encode


def bare(hint: Any) -> Any:
    """A type without the names that `NewType` gives it."""
    while isinstance(hint, NewType):
        hint = hint.__supertype__
    return type(None) if hint is None else hint


def kept_fields(one: type) -> list[dataclasses.Field[Any]]:
    """The fields that make a value; what is not given to it is worked out from the rest."""
    return [field for field in dataclasses.fields(one) if field.init]


def is_a(hint: Any, base: type) -> bool:
    return isinstance(hint, type) and issubclass(hint, base)


def either(hints: Iterable[Any]) -> Any:
    """The type of a value that is of one of several."""
    return reduce(or_, hints)


def made(source: str, name: str, words: dict[str, Any]) -> Callable[[Any], Any]:
    """The function that some source defines, living among these words."""
    exec(source, words)  # noqa: S102 -- our own types' field names, nothing from outside
    function: Callable[[Any], Any] = words[name]
    return function


class Moments:
    """Times as text. One time goes into a command and all its events, so the last is remembered."""

    def __init__(self) -> None:
        self._last: tuple[datetime | None, str] = (None, "")

    def __call__(self, at: datetime) -> str:
        known, text = self._last
        if known is not at:
            text = f'"{at.isoformat()}"'
            self._last = (at, text)
        return text


def _text(value: Any) -> str:
    return _encode(value).decode()


def _canonical(value: Any) -> str:
    return canonical(value).decode()


def _day(value: date | time) -> str:
    return f'"{value.isoformat()}"'


def _hex(value: bytes) -> str:
    return f'"{value.hex()}"'


def _fraction(value: Fraction) -> str:
    return f'"{value.numerator}/{value.denominator}"'


def _amount(value: int | Fraction) -> str:
    return f"{value:d}" if isinstance(value, int) else _fraction(value)


def _listed(texts: list[str]) -> str:
    return f"[{','.join(texts)}]"


_QUICK = {date: "day", time: "day", datetime: "moment", bytes: "hex", Fraction: "fraction"}


class Writing:
    """Makers of text; with `keep_order` a map's keys stay as they come, else they are sorted."""

    def __init__(self, *, keep_order: bool) -> None:
        self._keep_order = keep_order
        self._names: dict[type, str] = {}
        self._words: dict[str, Any] = {
            "quote": encode_basestring,
            "text": _text,
            "canonical": _canonical,
            "plain": plain,
            "listed": _listed,
            "mapped": self._mapped,
            "day": _day,
            "moment": Moments(),
            "hex": _hex,
            "fraction": _fraction,
            "amount": _amount,
            "yes": "true",
            "no": "false",
            "null": "null",
        }

    def writer(self, one: type) -> Callable[[Any], str]:
        """How values of a dataclass are written."""
        name = self._names.setdefault(one, f"write_{one.__name__}_{len(self._names)}")
        if name not in self._words:
            hints = get_type_hints(one)
            keys = sorted([*(field.name for field in kept_fields(one)), "type"])
            parts = [
                f'"type":"{one.__name__}"'
                if key == "type"
                else f'"{key}":{self._piece(hints[key], f"v.{key}")}'
                for key in keys
            ]
            line = f"f'{{{{{','.join(parts)}}}}}'"
            made(f"def {name}(v):\n return {line}", name, self._words)
            if len(keys) > KEPT_FIELDS and _is_frozen(one):
                self._words[f"kept_{name}"] = _remembering(self._words[name])
        found: Callable[[Any], str] = self._words[name]
        return found

    def _piece(self, hint: Any, var: str) -> str:
        """A piece of an f-string: what stands for a value of this type. It holds no quotes."""
        hint = bare(hint)
        if hint is int:
            return f"{{{var}:d}}"  # a truth value that got in here is 1 or 0, not True
        return f"{{{self._expression(hint, var)}}}"

    def _expression(self, hint: Any, var: str) -> str:
        if hint is str or is_a(hint, StrEnum):
            return f"quote({var})"
        if hint is bool:
            return f"yes if {var} else no"
        if hint in _QUICK:
            return f"{_QUICK[hint]}({var})"
        if dataclasses.is_dataclass(hint) and isinstance(hint, type):
            self.writer(hint)
            name = self._names[hint]
            kept = f"kept_{name}"  # what stands in one record often stands in another, too
            return f"{kept if kept in self._words else name}({var})"
        if _as_it_is(hint):
            return f"text({var})"
        origin, args = get_origin(hint), get_args(hint)
        if origin in (Union, types.UnionType):
            return self._union(tuple(map(bare, args)), var)
        if origin in (tuple, list) and (origin is list or args[-1] is Ellipsis):
            call = self._call(f"listed([f'{self._piece(args[0], 'i')}' for i in v])", var)
            if origin is tuple and dataclasses.is_dataclass(args[0]):
                name = call.partition("(")[0]
                self._words[name] = _remembering(self._words[name], ROW_KEPT)
            return call
        if origin is tuple:
            items = [self._piece(arg, f"v[{place}]") for place, arg in enumerate(args)]
            return self._call(f"f'[{','.join(items)}]'", var)
        if origin is not None and issubclass(origin, Mapping):
            key, item = _key(bare(args[0])), self._piece(args[1], "i")
            return self._call(f"mapped([({key}, f'{item}') for k, i in v.items()])", var)
        return f"canonical({var})"

    def _union(self, args: tuple[Any, ...], var: str) -> str:
        if set(args) == {int, Fraction}:
            return f"amount({var})"
        some = [arg for arg in args if arg is not type(None)]
        if len(some) < len(args):
            piece = self._piece(either(some), "v")
            return self._call(f"null if v is None else f'{piece}'", var)
        objects = [arg for arg in args if isinstance(arg, type) and dataclasses.is_dataclass(arg)]
        if not objects:
            return f"canonical({var})"
        name = f"by_type_{len(self._words)}"
        table = self._words[name] = {one: self.writer(one) for one in objects}
        if len(objects) == len(args):
            return f"{name}[{var}.__class__]({var})"
        self._words[f"or_{name}"] = lambda value: table.get(value.__class__, _canonical)(value)
        return f"or_{name}({var})"

    def _call(self, body: str, var: str) -> str:
        """A call of a small function of its own, because pieces of f-strings hold no quotes."""
        name = f"part_{len(self._words)}"
        made(f"def {name}(v):\n return {body}", name, self._words)
        return f"{name}({var})"

    def _mapped(self, items: list[tuple[str, str]]) -> str:
        if not self._keep_order:
            items.sort()
        return "{" + ",".join([f"{encode_basestring(key)}:{text}" for key, text in items]) + "}"


CANONICAL = Writing(keep_order=False)
"""One for all, so that what a command and its events share is written once."""


def _is_frozen(one: Any) -> bool:
    return bool(one.__dataclass_params__.frozen)


def _remembering(write: Callable[[Any], str], most: int | None = None) -> Callable[[Any], str]:
    """The same for values that never change, with the texts of the latest kept.

    An entry goes into its command and its event, and one and the same row of amounts into the
    events of every sale of its kind. A row of more than `most` records is not kept.
    """
    texts: dict[int, tuple[Any, str]] = {}

    def written(value: Any) -> str:
        known, text = texts.get(id(value), _NOT_YET)
        if known is not value:
            text = write(value)
            if most is None or len(value) <= most:
                if len(texts) == TEXTS_KEPT:
                    texts.clear()
                texts[id(value)] = (value, text)
        return text

    return written


_NOT_YET = (None, "")


def _as_it_is(hint: Any) -> bool:
    """Whether JSON can hold it without a change."""
    hint = bare(hint)
    if hint in (int, str, bool, type(None)) or is_a(hint, Enum) or get_origin(hint) is Literal:
        return True
    args = [arg for arg in get_args(hint) if arg is not Ellipsis]
    known = (tuple, list, Union, types.UnionType)
    return get_origin(hint) in known and all(_as_it_is(arg) for arg in args)


def _key(hint: Any) -> str:
    """A map's key as text; several parts are a list in JSON."""
    if hint is str:
        return "k"
    return "text(k)" if get_origin(hint) is tuple else "str(plain(k))"
