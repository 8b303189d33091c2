"""Commands, events and states as bytes and back, by type name.

The bytes are the canonical ones of `kernel.canon`, so one entry has one hash wherever it is met;
only faster (`writing`, `reading`). What is not exactly right is read again here, the plain way,
which fills in defaults and says which field is wrong.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time
from enum import Enum
from fractions import Fraction
from typing import Any, Literal, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

from eyesdown.central.reading import Irregular, Reading
from eyesdown.central.writing import CANONICAL, Writing, kept_fields
from eyesdown.kernel.errors import BadInput

Read: TypeAlias = Callable[[Any, str], Any]

_TEXT_FORMS: dict[type, Callable[[str], Any]] = {
    date: date.fromisoformat,
    datetime: datetime.fromisoformat,
    time: time.fromisoformat,
    Fraction: Fraction,
    bytes: bytes.fromhex,
}
_MISSING = object()
_IRREGULAR = (Irregular, LookupError, TypeError, ValueError, ArithmeticError, msgspec.MsgspecError)


class Codec:
    """Bytes of any of the given types, and of whatever stands in their fields.

    With `keep_order` a mapping's keys stay in their order, as a state needs that walks its maps;
    otherwise they are sorted, as canonical bytes have them.

    >>> from eyesdown.kernel.cite import Clause, Refusal
    >>> codec = Codec([Refusal])
    >>> no = Refusal("claim/late", Clause("exampleland-bingo90", "7"), (("late", 2),))
    >>> codec.read(codec.write(no)) == no
    True
    """

    def __init__(self, classes: Iterable[type], *, keep_order: bool = False) -> None:
        self._by_name: dict[str, type] = {}
        for one in classes:
            known = self._by_name.setdefault(one.__name__, one)
            assert known is one, f"two types are called {one.__name__}"
        self._writing = Writing(keep_order=True) if keep_order else CANONICAL
        self._quick = Reading(self._by_name.values())
        self._writers: dict[type, Callable[[Any], str]] = {}
        self._readers: dict[type, Read] = {}

    def text(self, value: Any) -> str:
        """A value of one of the types as JSON, with its type's name."""
        kind = value.__class__
        write = self._writers.get(kind)
        if write is None:
            write = self._writers[kind] = self._writing.writer(kind)
        return write(value)

    def write(self, value: Any) -> bytes:
        return self.text(value).encode()

    def plain(self, value: Any) -> Any:
        """The value in the words of JSON."""
        return msgspec.json.decode(self.write(value))

    def read(self, raw: bytes | str) -> Any:
        try:
            return self._quick.one(raw)
        except _IRREGULAR:
            return self._plainly(self.parse(raw))

    def read_all(self, raw: bytes | str) -> tuple[Any, ...]:
        try:
            return self._quick.all(raw)
        except _IRREGULAR:
            return tuple(self._plainly(item) for item in self.parse(raw))

    def of_plain(self, plain: Any) -> Any:
        """The value that plain JSON words describe, or BadInput naming the field."""
        try:
            return self._quick.of_plain(plain)
        except _IRREGULAR:
            return self._plainly(plain)

    def _plainly(self, plain: Any) -> Any:
        if not isinstance(plain, dict):
            raise BadInput("type", "an object with a type is needed")
        name = plain.get("type")
        found = self._by_name.get(name) if isinstance(name, str) else None
        if found is None:
            raise BadInput("type", f"{name!r} is none of {', '.join(sorted(self._by_name))}")
        return self.reader(found)(plain, "")

    @staticmethod
    def parse(raw: bytes | str) -> Any:
        try:
            return msgspec.json.decode(raw)
        except msgspec.DecodeError as bad:
            raise BadInput("json", str(bad)) from bad

    def reader(self, one: type) -> Read:
        if one not in self._readers:
            self._readers[one] = _reader_of(self, one)
        return self._readers[one]


def listed(written: Iterable[bytes]) -> bytes:
    """Values that are written already, as one list."""
    return b"[" + b",".join(written) + b"]"


def unlisted(raw: bytes) -> list[bytes]:
    """The written values of a list, each as it stands there."""
    return [bytes(one) for one in _RAWS.decode(raw)]


_RAWS = msgspec.json.Decoder(list[msgspec.Raw])


def _is_enum(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Enum)


def _reader_of(codec: Codec, one: type) -> Read:
    """A function from a JSON object to an instance; a wrong field is named with its place."""
    hints = get_type_hints(one)
    parts = []
    for field in kept_fields(one):
        default = field.default
        if default is dataclasses.MISSING:
            factory = field.default_factory
            default = _MISSING if factory is dataclasses.MISSING else factory()
        parts.append((field.name, _read(codec, hints[field.name]), default))
    known = {name for name, _, _ in parts} | {"type"}

    def read(plain: Any, place: str) -> Any:
        if not isinstance(plain, dict) or plain.get("type") != one.__name__:
            raise BadInput(place or "type", f"an object of type {one.__name__} is needed")
        values = []
        for name, take, default in parts:
            if name in plain:
                values.append(take(plain[name], f"{place}.{name}" if place else name))
            elif default is not _MISSING:
                values.append(default)
            else:
                raise BadInput(f"{place}.{name}" if place else name, "is missing")
        if not plain.keys() <= known:
            stray = min(plain.keys() - known)
            raise BadInput(f"{place}.{stray}" if place else stray, "is not a field here")
        return one(*values)

    return read


def _read(codec: Codec, hint: Any) -> Read:
    """How JSON becomes a field's value."""
    if isinstance(hint, NewType):
        return _read(codec, hint.__supertype__)
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return _read_choice({value: value for value in args})
    if origin in (Union, types.UnionType):
        return _read_union(codec, args)
    if origin is tuple and args[-1] is Ellipsis:
        return _read_list(_read(codec, args[0]), tuple)
    if origin is tuple:
        return _read_row([_read(codec, arg) for arg in args])
    if origin in (list, set, frozenset):
        return _read_list(_read(codec, args[0]), origin)
    if origin is not None and issubclass(origin, Mapping):
        return _read_mapping(codec, args)
    if _is_enum(hint):
        return _read_choice({member.value: member for member in hint})
    if dataclasses.is_dataclass(hint):
        assert isinstance(hint, type)
        return codec.reader(hint)
    if hint in _TEXT_FORMS:
        return _read_text(_TEXT_FORMS[hint], hint.__name__)
    assert hint in (int, str, bool, None, type(None)), f"{hint} cannot be read"
    return _read_exactly(hint or type(None))


def _read_exactly(wanted: type) -> Read:
    def read(value: Any, place: str) -> Any:
        if type(value) is not wanted:
            raise BadInput(place, f"{value!r} is not {wanted.__name__}")
        return value

    return read


def _read_choice(choices: Mapping[Any, Any]) -> Read:
    def read(value: Any, place: str) -> Any:
        if isinstance(value, (str, int)) and value in choices:
            return choices[value]
        raise BadInput(place, f"{value!r} is none of {', '.join(map(str, choices))}")

    return read


def _read_text(parse: Callable[[str], Any], name: str) -> Read:
    def read(value: Any, place: str) -> Any:
        try:
            if isinstance(value, str):
                return parse(value)
        except (ValueError, ZeroDivisionError):
            pass
        raise BadInput(place, f"{value!r} is not a {name}")

    return read


def _read_list(inner: Read, make: Callable[[Iterable[Any]], Any]) -> Read:
    def read(value: Any, place: str) -> Any:
        if not isinstance(value, list):
            raise BadInput(place, "a list is needed")
        return make([inner(item, place) for item in value])

    return read


def _read_row(parts: list[Read]) -> Read:
    def read(value: Any, place: str) -> Any:
        if not isinstance(value, list) or len(value) != len(parts):
            raise BadInput(place, f"a list of {len(parts)} is needed")
        return tuple(part(item, place) for part, item in zip(parts, value, strict=True))

    return read


def _read_mapping(codec: Codec, args: tuple[Any, ...]) -> Read:
    name_of, inner = _read(codec, args[0]), _read(codec, args[1])
    number = args[0] is int or (isinstance(args[0], NewType) and args[0].__supertype__ is int)

    def key_of(name: str, place: str) -> Any:
        if get_origin(args[0]) is tuple:
            return name_of(codec.parse(name), place)
        if not number:
            return name_of(name, place)
        if not name.lstrip("-").isdecimal():
            raise BadInput(place, f"{name!r} is not a whole number")
        return int(name)

    def read(value: Any, place: str) -> Any:
        if not isinstance(value, dict):
            raise BadInput(place, "an object is needed")
        return {key_of(name, place): inner(item, f"{place}.{name}") for name, item in value.items()}

    return read


def _read_union(codec: Codec, args: tuple[Any, ...]) -> Read:
    """One of several: objects by their type's name, anything else by the first that takes it."""
    objects = [arg for arg in args if isinstance(arg, type) and dataclasses.is_dataclass(arg)]
    named = {one.__name__: one for one in objects}
    others = [_read(codec, arg) for arg in args if not dataclasses.is_dataclass(arg)]

    def read(value: Any, place: str) -> Any:
        kind = value.get("type") if isinstance(value, dict) else None
        if isinstance(kind, str) and kind in named:
            return codec.reader(named[kind])(value, place)
        for take in others:
            try:
                return take(value, place)
            except BadInput:
                continue
        raise BadInput(place, f"{value!r} is not of a kind taken here")

    return read
