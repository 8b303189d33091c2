"""Functions made for one type each, so that writing and reading it costs what it must and no more.

The source of a function is put together from a dataclass's own field names and types, as the
standard library makes `__init__`. Writing gives the same as the plain way does. Reading takes only
what is exactly right and gives up on anything else; the plain way then says what is wrong.
"""

from __future__ import annotations

import dataclasses
import json
import types
from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from enum import Enum, StrEnum
from fractions import Fraction
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints


class Irregular(Exception):
    """Not exactly right; the plain way has the words for it."""


def irregular(_: Any) -> Any:
    raise Irregular


_TEXT = {Fraction: "Fraction", date: "date.fromisoformat", datetime: "datetime.fromisoformat"}
_TEXT |= {time: "time.fromisoformat", bytes: "bytes.fromhex"}
_AS_TEXT = {date: "{}.isoformat()", datetime: "{}.isoformat()", time: "{}.isoformat()"}
_AS_TEXT |= {bytes: "{}.hex()", Fraction: "fraction({})"}


def _fraction(value: Any) -> str:
    return f"{value.numerator}/{value.denominator}"


def _a_list(value: Any) -> Any:
    return value if value.__class__ is list else irregular(value)


def _bare(hint: Any) -> Any:
    while isinstance(hint, NewType):
        hint = hint.__supertype__
    return type(None) if hint is None else hint


def _is(hint: Any, base: type) -> bool:
    return isinstance(hint, type) and issubclass(hint, base)


def _made(source: str, name: str, words: dict[str, Any]) -> Callable[[Any], Any]:
    exec(source, words)  # noqa: S102 -- our own types' field names, nothing from outside
    made: Callable[[Any], Any] = words[name]
    return made


class Writing:
    """Builders of JSON objects; `other` is the plain way for what has no quick one."""

    def __init__(self, other: Callable[[Any], Callable[[Any], Any] | None]) -> None:
        self._other = other
        self._words: dict[str, Any] = {"fraction": _fraction}

    def builder(self, one: type) -> Callable[[Any], Any]:
        name = f"build_{one.__name__}"
        assert self._words.setdefault(one.__name__, one) is one, f"two types are called {name}"
        if name not in self._words:
            hints = get_type_hints(one)
            keys = sorted([*(field.name for field in dataclasses.fields(one)), "type"])
            parts = [
                f"{key!r}: {one.__name__!r}"
                if key == "type"
                else f"{key!r}: {self._expression(hints[key], f'v.{key}')}"
                for key in keys
            ]
            _made(f"def {name}(v):\n return {{{', '.join(parts)}}}", name, self._words)
        found: Callable[[Any], Any] = self._words[name]
        return found

    def _expression(self, hint: Any, var: str) -> str:
        hint = _bare(hint)
        if hint in (int, str, bool, type(None)) or _is(hint, StrEnum):
            return var
        if hint in _AS_TEXT:
            return _AS_TEXT[hint].format(var)
        if dataclasses.is_dataclass(hint) and isinstance(hint, type):
            self.builder(hint)
            return f"build_{hint.__name__}({var})"
        origin, args = get_origin(hint), get_args(hint)
        if origin is Literal:
            return var
        if origin in (tuple, list) and (origin is list or args[-1] is Ellipsis):
            inner = self._expression(args[0], "i")
            return var if inner == "i" else f"[{inner} for i in {var}]"
        if origin in (Union, types.UnionType):
            return self._union(hint, args, var)
        return self._call(hint, var)

    def _union(self, hint: Any, args: tuple[Any, ...], var: str) -> str:
        if set(args) == {int, Fraction}:
            return f"({var} if {var}.__class__ is int else fraction({var}))"
        some = [arg for arg in args if arg is not type(None)]
        if len(some) == 1:
            inner = self._expression(some[0], var)
            return var if inner == var else f"(None if {var} is None else {inner})"
        return self._call(hint, var)

    def _call(self, hint: Any, var: str) -> str:
        plain = self._other(hint)
        if plain is None:
            return var
        name = f"plain_{len(self._words)}"
        self._words[name] = plain
        return f"{name}({var})"


class Reading:
    """Makers of values from JSON objects that are exactly right; anything else is Irregular."""

    def __init__(self) -> None:
        self._words: dict[str, Any] = {
            "irregular": irregular,
            "a_list": _a_list,
            "parse": json.loads,
            "Fraction": Fraction,
            "date": date,
            "datetime": datetime,
            "time": time,
        }

    def reader(self, one: type) -> Callable[[Any], Any]:
        name = f"read_{one.__name__}"
        assert self._words.setdefault(one.__name__, one) is one, f"two types are called {name}"
        if name not in self._words:
            hints = get_type_hints(one)
            fields = dataclasses.fields(one)
            parts = [self._expression(hints[field.name], f"p[{field.name!r}]") for field in fields]
            source = (
                f"def {name}(p):\n"
                f" if p.__class__ is not dict or p.get('type') != {one.__name__!r}"
                f" or len(p) != {len(fields) + 1}: irregular(p)\n"
                f" return {one.__name__}({', '.join(parts)})"
            )
            _made(source, name, self._words)
        found: Callable[[Any], Any] = self._words[name]
        return found

    def _expression(self, hint: Any, var: str) -> str:
        hint = _bare(hint)
        if hint in (int, str, bool, type(None)):
            kind = "None.__class__" if hint is type(None) else hint.__name__
            return f"(x if (x := {var}).__class__ is {kind} else irregular(x))"
        if hint in _TEXT:
            return f"({_TEXT[hint]}(x) if (x := {var}).__class__ is str else irregular(x))"
        if dataclasses.is_dataclass(hint) and isinstance(hint, type):
            self.reader(hint)
            return f"read_{hint.__name__}({var})"
        if _is(hint, Enum) or get_origin(hint) is Literal:
            members = (
                {m.value: m for m in hint} if _is(hint, Enum) else {a: a for a in get_args(hint)}
            )
            return f"{self._word(members)}[{var}]"
        origin, args = get_origin(hint), get_args(hint)
        if origin in (Union, types.UnionType):
            return self._union(args, var)
        if origin in (tuple, list, set, frozenset) and (
            origin is not tuple or args[-1] is Ellipsis
        ):
            each = self._expression(args[0], "i")
            made = f"[{each} for i in a_list({var})]"
            return made if origin is list else f"{origin.__name__}({made})"
        if origin is tuple:
            name = self._row(args)
            return f"{name}({var})"
        assert origin is not None
        assert issubclass(origin, Mapping)
        each = self._expression(args[1], "i")
        return f"{{{self._key(_bare(args[0]))}: {each} for k, i in {var}.items()}}"

    def _key(self, hint: Any) -> str:
        """A mapping's key, which JSON has as text."""
        if hint is str:
            return "k"
        if hint is int:
            return "int(k)"
        if get_origin(hint) is tuple:
            return f"{self._row(get_args(hint))}(parse(k))"
        return self._expression(hint, "k")

    def _row(self, args: tuple[Any, ...]) -> str:
        name = f"row_{len(self._words)}"
        parts = [self._expression(arg, f"p[{place}]") for place, arg in enumerate(args)]
        source = (
            f"def {name}(p):\n if p.__class__ is not list or len(p) != {len(args)}: irregular(p)\n"
            f" return ({', '.join(parts)},)"
        )
        _made(source, name, self._words)
        return name

    def _union(self, args: tuple[Any, ...], var: str) -> str:
        """By what the JSON value is; two kinds that look alike are left to the plain way."""
        name = f"union_{len(self._words)}"
        self._words[name] = None
        lines, seen = [f"def {name}(p):", " kind = p.__class__"], set[str]()
        objects = [a for a in args if isinstance(a, type) and dataclasses.is_dataclass(a)]
        for arg in args:
            bare = _bare(arg)
            if bare in objects:
                continue
            looks = {int: "int", bool: "bool", type(None): "None.__class__"}.get(bare, "str")
            looks = "list" if get_origin(bare) in (tuple, list, frozenset) else looks
            if looks in seen:
                return f"irregular({var})"
            seen.add(looks)
            lines.append(f" if kind is {looks}: return {self._expression(bare, 'p')}")
        if objects:
            table = self._word({one.__name__: self.reader(one) for one in objects})
            lines.append(f" if kind is dict: return {table}[p['type']](p)")
        lines.append(" irregular(p)")
        _made("\n".join(lines), name, self._words)
        return f"{name}({var})"

    def _word(self, value: Any) -> str:
        name = f"word_{len(self._words)}"
        self._words[name] = value
        return name
