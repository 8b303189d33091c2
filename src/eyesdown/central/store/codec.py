"""Commands, events and states as bytes and back, by type name.

The bytes are the canonical ones of `kernel.canon`, made faster, so an entry has the same hash
everywhere. What cannot be read is BadInput with the field that is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar, Union

import msgspec

from eyesdown.central.store.plain_words import in_plain_words
from eyesdown.kernel.canon import canonical
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.written import Exact, Unwritten

S = TypeVar("S")

Upgrade: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
NO_UPGRADES: Mapping[str, Upgrade] = MappingProxyType({})

_NUMBER = re.compile(r"-?\d+(/\d*[1-9]\d*|\.\d+)?", re.ASCII)
_PLACE = re.compile(r"(.*?)(?: - at `(?:key` in `)?\$\.?(.*)`)?", re.DOTALL)
_FIELD = re.compile(r"Object (?:missing required|contains unknown) field `(.*)`")
_STEP = re.compile(r"\[.*?\]")


class Codec:
    """JSON of any of the given types, and of the types of their fields.

    >>> from eyesdown.kernel.cite import Clause, Refusal
    >>> codec = Codec([Refusal])
    >>> no = Refusal("claim/late", Clause("club-rules", "7"), (("late", 2),))
    >>> codec.read(codec.write(no)) == no
    True
    """

    def __init__(
        self, classes: Iterable[type], upgrades: Mapping[str, Upgrade] = NO_UPGRADES
    ) -> None:
        """`upgrades` turn the JSON of a type as an older version wrote it into today's."""
        self._upgrades = upgrades
        self._by_name: dict[str, type] = {}
        for kind in classes:
            named = self._by_name.setdefault(kind.__name__, kind)
            assert named is kind, f"two types are called {kind.__name__}"
        self._encode = msgspec.json.Encoder(enc_hook=_write_hook, order="sorted").encode
        self._one: msgspec.json.Decoder[Any] | None = None
        self._all: msgspec.json.Decoder[Any] | None = None

    def also(self, *classes: type) -> Codec:
        """A codec that reads and writes these types as well."""
        return Codec([*self._by_name.values(), *classes], self._upgrades)

    def write(self, value: Any) -> bytes:
        """A value of one of the types as JSON, with its type's name."""
        try:
            return self._encode(value)
        except OverflowError:  # an absurd amount in a request, which is refused
            return canonical(value)

    def plain(self, value: Any) -> Any:
        """The value in the words of JSON."""
        return msgspec.json.decode(self.write(value))

    def read(self, raw: bytes | str) -> Any:
        if self._one is None:
            self._one = msgspec.json.Decoder(self._any(), dec_hook=_read_hook)
        return self._read(self._one, raw)

    def read_all(self, raw: bytes | str) -> tuple[Any, ...]:
        if self._all is None:
            every = tuple.__class_getitem__((self._any(), ...))
            self._all = msgspec.json.Decoder(every, dec_hook=_read_hook)
        values: tuple[Any, ...] = self._read(self._all, raw)
        return values

    def of_plain(self, plain: Any) -> Any:
        """The value that plain JSON words describe, or BadInput naming the field."""
        return self.read(msgspec.json.encode(plain))

    def _any(self) -> Any:
        return Union[tuple(self._by_name.values())]  # noqa: UP007 -- as many as there are

    def _read(self, decoder: msgspec.json.Decoder[Any], raw: bytes | str) -> Any:
        try:
            return decoder.decode(raw)
        except msgspec.ValidationError as bad:
            try:
                plain = msgspec.json.decode(raw)
            except msgspec.DecodeError:  # a number that no type holds, such as 1e999
                raise self._wrong(str(bad)) from bad
            upgraded = self._upgraded(plain)
            if upgraded == plain:
                raise self._wrong(str(bad)) from bad
            return self._read(decoder, msgspec.json.encode(upgraded))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as bad:
            raise BadInput("json", str(bad)) from bad

    def _upgraded(self, plain: Any) -> Any:
        """What an older version wrote, a value or a list of them, in today's shape."""
        if isinstance(plain, list):
            return [self._upgraded(item) for item in plain]
        kind = plain.get("type") if isinstance(plain, dict) else None
        upgrade = self._upgrades.get(kind) if isinstance(kind, str) else None
        return plain if upgrade is None else upgrade(plain)

    def _wrong(self, words: str) -> BadInput:
        """Which field, and what is wrong with it."""
        parts = _PLACE.fullmatch(words)
        assert parts
        message, place = parts[1], _STEP.sub("", parts[2] or "").lstrip(".")
        stray = _FIELD.fullmatch(message)
        if stray:
            message = "is missing" if "missing" in message else "is not a field here"
            place = f"{place}.{stray[1]}" if place else stray[1]
        message = in_plain_words(message)
        if place in ("", "type"):
            message = f"an object is needed whose type is one of {', '.join(sorted(self._by_name))}"
        return BadInput(place or "type", message)


_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
"""Where a default's function lies in memory: another place in each process."""


class _SavedState(msgspec.Struct):
    shape: str
    state: msgspec.Raw


class StateCodec(Generic[S]):
    """A whole state as bytes and back; maps keep their order.

    The bytes name the shape of the state. Bytes of another shape, which another version of this
    program wrote, are not read at all: a field they lack would be taken for empty.
    """

    def __init__(self, kind: type[S]) -> None:
        self._kind = kind
        self._encode = msgspec.json.Encoder(enc_hook=_write_hook).encode

    @cached_property
    def _shape(self) -> str:
        shape = repr(msgspec.inspect.type_info(self._kind))
        return sha256(_ADDRESS.sub("", shape).encode()).hexdigest()

    def write(self, state: S) -> bytes:
        return self._encode({"shape": self._shape, "state": state})

    def read(self, raw: bytes) -> S:
        try:
            saved = msgspec.json.decode(raw, type=_SavedState)
            if saved.shape != self._shape:
                raise BadInput(
                    "state", "another version of this program wrote it, in another shape"
                )
            return msgspec.json.decode(saved.state, type=self._kind, dec_hook=_read_hook)
        except msgspec.DecodeError as bad:
            raise BadInput("state", str(bad)) from bad


def listed(written: Iterable[bytes]) -> bytes:
    """One JSON list of values that are written already."""
    return b"[" + b",".join(written) + b"]"


def unlisted(raw: bytes) -> list[bytes]:
    """The written values of a list, unchanged.

    >>> unlisted(b'[{"a":1},{"b":2}]')
    [b'{"a":1}', b'{"b":2}']
    """
    return [bytes(value) for value in _RAWS.decode(raw)]


_RAWS = msgspec.json.Decoder(list[msgspec.Raw])


def _write_hook(value: Any) -> Any:
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Unwritten):
        return None
    raise TypeError(f"{type(value).__name__} is not written down")


def _read_hook(kind: Any, value: Any) -> Any:
    if kind is Exact and type(value) is int:
        return value
    if issubclass(kind, Unwritten):
        return kind()
    if not isinstance(value, str) or not _NUMBER.fullmatch(value):
        raise ValueError(f"{value!r} is not a number such as 1/3")
    return _fraction(value)


_fraction = lru_cache(maxsize=1 << 11)(Fraction)  # rates, commissions: few, and slow to read
