"""Values from JSON that is exactly right, at the speed of msgspec.

Every dataclass gets a mirror that msgspec can fill and check by itself, tagged with the type's
name, and a small function from the mirror to the value. Whatever is not exactly right is refused
here without words; the plain way of `codec` then says what is wrong.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from eyesdown.central.writing import bare, either, is_a, kept_fields, made

_TEXTS = (str, Fraction, bytes, date, datetime, time)
_fraction = lru_cache(maxsize=1 << 14)(Fraction)  # rates, commissions: few, and slow to read


ROWS_KEPT, ROW_BYTES_KEPT = 4096, 400
"""How many rows of how many bytes at most are remembered, of each kind of record."""


class Irregular(Exception):
    """Not exactly right; the plain way has the words for it."""


def _irregular(_: Any) -> Any:
    raise Irregular


class Reading:
    """Mirrors and makers of the given types, made when first they are needed."""

    def __init__(self, classes: Iterable[type]) -> None:
        self._classes = tuple(classes)
        self._mirrors: dict[type, type] = {}
        self._words: dict[str, Any] = {
            "irregular": _irregular,
            "Fraction": _fraction,
            "unhex": bytes.fromhex,
        }
        self._one: msgspec.json.Decoder[Any] | None = None
        self._all: msgspec.json.Decoder[Any] | None = None
        self._any: Any = None
        self._makers: dict[type, Callable[[Any], Any]] = {}

    def one(self, raw: bytes | str) -> Any:
        """The value that some bytes hold."""
        if self._one is None:
            self._prepare()
            self._one = msgspec.json.Decoder(self._any)
        mirror = self._one.decode(raw)
        return self._makers[mirror.__class__](mirror)

    def all(self, raw: bytes | str) -> tuple[Any, ...]:
        """The values of a list."""
        if self._all is None:
            self._prepare()
            self._all = msgspec.json.Decoder(list.__class_getitem__(self._any))
        makers = self._makers
        return tuple([makers[mirror.__class__](mirror) for mirror in self._all.decode(raw)])

    def of_plain(self, parsed: Any) -> Any:
        """The value that parsed JSON describes; a prepared decoder is worth writing it again."""
        return self.one(msgspec.json.encode(parsed))

    def _prepare(self) -> None:
        if self._any is None:
            self._makers = {self._mirror(one): self._maker(one) for one in self._classes}
            self._any = either(self._makers)

    # --- mirrors ----------------------------------------------------------------------------------

    def _mirror(self, one: type) -> type:
        if one not in self._mirrors:
            hints = get_type_hints(one)
            fields = [(f.name, self._mirrored(hints[f.name])) for f in kept_fields(one)]
            self._mirrors[one] = msgspec.defstruct(
                one.__name__,
                fields,
                tag_field="type",
                tag=one.__name__,
                forbid_unknown_fields=True,
                gc=False,
            )
        return self._mirrors[one]

    def _mirrored(self, hint: Any) -> Any:
        """What msgspec is to expect where a value of this type stands."""
        hint = bare(hint)
        if hint in (Fraction, bytes):
            return str
        if dataclasses.is_dataclass(hint) and isinstance(hint, type):
            return self._mirror(hint)
        origin, args = get_origin(hint), get_args(hint)
        if origin in (Union, types.UnionType):
            return either(map(self._mirrored, args)) if _tells_apart(args) else Any
        if _is_row_of_records(hint):
            return msgspec.Raw
        if origin is tuple:
            inner = tuple(arg if arg is Ellipsis else self._mirrored(arg) for arg in args)
            return tuple.__class_getitem__(inner)
        if origin in (list, set, frozenset):
            return origin[self._mirrored(args[0])]
        if origin is not None and is_a(origin, Mapping):
            key = str if get_origin(bare(args[0])) is tuple else self._mirrored(args[0])
            return dict.__class_getitem__((key, self._mirrored(args[1])))
        return hint

    # --- makers -----------------------------------------------------------------------------------

    def _maker(self, one: type) -> Callable[[Any], Any]:
        name = f"make_{one.__name__}"
        assert self._words.setdefault(one.__name__, one) is one, f"two types are called {name}"
        if name not in self._words:
            hints = get_type_hints(one)
            fields = kept_fields(one)
            parts = [self._expression(hints[field.name], f"m.{field.name}") for field in fields]
            source = f"def {name}(m):\n return {one.__name__}({', '.join(parts)})"
            made(source, name, self._words)
        found: Callable[[Any], Any] = self._words[name]
        return found

    def _expression(self, hint: Any, var: str) -> str:
        """The value of a field, from what msgspec put into the mirror."""
        hint = bare(hint)
        if hint is Fraction:
            return f"Fraction({var})"
        if hint is bytes:
            return f"unhex({var})"
        if dataclasses.is_dataclass(hint) and isinstance(hint, type):
            self._maker(hint)
            return f"make_{hint.__name__}({var})"
        origin, args = get_origin(hint), get_args(hint)
        if origin in (Union, types.UnionType):
            return self._union(args, var)
        if origin is tuple and args[-1] is not Ellipsis:
            parts = [self._expression(arg, f"m[{place}]") for place, arg in enumerate(args)]
            same = parts == [f"m[{place}]" for place in range(len(args))]
            return var if same else self._call(f"({', '.join(parts)},)", var)
        if _is_row_of_records(hint):
            return f"{self._row(args[0])}({var})"
        if origin in (tuple, list, set, frozenset):
            each = self._expression(args[0], "i")
            return var if each == "i" else f"{origin.__name__}([{each} for i in {var}])"
        if origin is not None and is_a(origin, Mapping):
            key, each = self._key(bare(args[0])), self._expression(args[1], "i")
            return (
                var if (key, each) == ("k", "i") else f"{{{key}: {each} for k, i in {var}.items()}}"
            )
        return var

    def _union(self, args: tuple[Any, ...], var: str) -> str:
        """By what msgspec found; two kinds that look alike in JSON are left to the plain way."""
        if not _tells_apart(args):
            return f"irregular({var})"
        table: dict[Any, Callable[[Any], Any]] = {}
        for arg in map(bare, args):
            expression = self._expression(arg, "m")
            if expression != "m":
                kind = self._mirrors.get(arg, str) if isinstance(arg, type) else get_origin(arg)
                table[kind] = made(f"def kind(m):\n return {expression}", "kind", self._words)
        if not table:
            return var
        name = f"by_kind_{len(self._words)}"
        self._words[name] = table
        return self._call(f"{name}[m.__class__](m) if m.__class__ in {name} else m", var)

    def _row(self, one: type) -> str:
        """A reader of rows of records, which remembers short ones: the same come again and again.

        Every sale of one kind moves the same amounts between the same purses.
        """
        name = f"row_of_{one.__name__}"
        if name not in self._words:
            decode = msgspec.json.Decoder(list.__class_getitem__(self._mirror(one))).decode
            make, known = self._maker(one), dict[bytes, tuple[Any, ...]]()

            def row(raw: msgspec.Raw) -> tuple[Any, ...]:
                text = bytes(raw)
                found = known.get(text)
                if found is None:
                    found = tuple([make(mirror) for mirror in decode(text)])
                    if len(text) <= ROW_BYTES_KEPT:
                        if len(known) == ROWS_KEPT:
                            known.clear()
                        known[text] = found
                return found

            self._words[name] = row
        return name

    def _key(self, hint: Any) -> str:
        """A map's key; one of several parts is a list in JSON."""
        if get_origin(hint) is not tuple:
            return self._expression(hint, "k")
        name = f"row_{len(self._words)}"
        self._words[name] = msgspec.json.Decoder(self._mirrored(hint)).decode
        return self._call(f"{name}(m)", "k")

    def _call(self, body: str, var: str) -> str:
        name = f"part_{len(self._words)}"
        made(f"def {name}(m):\n return {body}", name, self._words)
        return f"{name}({var})"


def _is_row_of_records(hint: Any) -> bool:
    args = get_args(hint)
    if get_origin(hint) is not tuple or args[-1] is not Ellipsis:
        return False
    return isinstance(args[0], type) and dataclasses.is_dataclass(args[0])


def _tells_apart(args: tuple[Any, ...]) -> bool:
    """Whether JSON shows by itself which of several types a value is of."""
    kinds = [_looks(bare(arg)) for arg in args]
    return len(set(kinds)) == len(kinds)


def _looks(hint: Any) -> Any:
    if dataclasses.is_dataclass(hint):
        return hint  # the tag tells
    if hint in _TEXTS or is_a(hint, Enum) or get_origin(hint) is Literal:
        return str
    origin = get_origin(hint)
    if origin in (tuple, list, set, frozenset):
        return list
    return hint if origin is None else dict
