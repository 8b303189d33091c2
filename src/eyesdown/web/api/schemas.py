"""JSON Schema of the types that the API reads and writes."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time
from enum import Enum
from fractions import Fraction
from inspect import cleandoc
from types import MappingProxyType
from typing import Annotated, Any, Literal, NewType, TypeAlias, Union, get_args, get_origin
from typing import get_type_hints as type_hints

import msgspec
from msgspec import Meta, Struct, UnsetType, structs

from eyesdown.kernel.written import Exact, Written

Schema: TypeAlias = dict[str, Any]

SCALARS: Mapping[Any, Schema] = MappingProxyType(
    {
        date: {"type": "string", "format": "date"},
        datetime: {"type": "string", "format": "date-time"},
        time: {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$"},
        Fraction: {"type": "string", "pattern": "^-?[0-9]+/[1-9][0-9]*$"},
        bytes: {"type": "string", "pattern": "^([0-9a-f]{2})*$"},
        int: {"type": "integer"},
        str: {"type": "string"},
        bool: {"type": "boolean"},
        type(None): {"type": "null"},
    }
)
_BOUNDS = {
    "description": "description",
    "pattern": "pattern",
    "ge": "minimum",
    "le": "maximum",
}


class Schemas:
    """The schema of every type asked for, and of the types of its fields.

    `left_out` are fields that a client never sends, `notes` says of a field what its type does not,
    `holds` describes JSON that passes through unread, by the name in its annotation, and `bounds`
    adds to every scalar of a type: how long a string, how large a number.
    """

    def __init__(
        self,
        left_out: Iterable[str] = (),
        notes: Callable[[str, str], Schema | None] = lambda _, __: None,
        holds: Mapping[str, Schema] = MappingProxyType({}),
        bounds: Mapping[Any, Schema] = MappingProxyType({}),
    ) -> None:
        self.known: dict[str, Schema] = {}
        self.holds = dict(holds)
        self._left_out = frozenset(left_out)
        self._notes = notes
        self._bounds = bounds

    def of(self, hint: Any) -> Schema:
        """The schema of a type; an object is referred to by name.

        >>> Schemas().of(tuple[int, ...])
        {'type': 'array', 'items': {'type': 'integer'}}
        >>> Schemas().of(Annotated[int, Meta(ge=1)])
        {'type': 'integer', 'minimum': 1}
        """
        if isinstance(hint, NewType):
            return self.of(hint.__supertype__)
        if hint is Exact:
            return {"oneOf": [self.of(int), self.of(Fraction)]}
        if hint in SCALARS:
            return {**SCALARS[hint], **self._bounds.get(hint, {})}
        if isinstance(hint, type) and issubclass(hint, Enum):
            return _choice([member.value for member in hint])
        if isinstance(hint, type) and issubclass(hint, Struct):
            return self._object(hint)
        if isinstance(hint, type) and dataclasses.is_dataclass(hint):
            return self._dataclass(hint)
        return self._compound(get_origin(hint), get_args(hint), hint)

    def _compound(self, origin: Any, args: tuple[Any, ...], hint: Any) -> Schema:
        if origin is Annotated:
            return self._annotated(args[0], args[1:])
        if origin is Literal:
            return _choice(list(args))
        if origin in (Union, types.UnionType):
            written = [arg for arg in args if arg is not UnsetType]
            if len(written) > 1 and all(_is_tagged(arg) for arg in written):
                return self.one_of(written)
            one_of = [self.of(arg) for arg in written]
            return one_of[0] if len(one_of) == 1 else {"oneOf": one_of}
        if origin is tuple and args[-1] is not Ellipsis:
            # Two kinds may both be strings in JSON, and oneOf allows a single match.
            items = [part for arg in args for part in _alternatives(self.of(arg))]
            parts = [part for at, part in enumerate(items) if part not in items[:at]]
            return {
                "type": "array",
                "items": parts[0] if len(parts) == 1 else {"anyOf": parts},
                "minItems": len(args),
                "maxItems": len(args),
            }
        if origin is not None and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(args[1])}
        assert origin in (tuple, list, set, frozenset), hint
        return {"type": "array", "items": self.of(args[0])}

    def _annotated(self, hint: Any, notes: tuple[Any, ...]) -> Schema:
        """A type with what its annotation adds: a bound, a pattern, a description."""
        metas = [note for note in notes if isinstance(note, Meta)]
        if hint is msgspec.Raw:
            [name] = [meta.extra["holds"] for meta in metas if meta.extra]
            return dict(self.holds[name])
        schema = self.of(hint)
        for meta in metas:
            for name, keyword in _BOUNDS.items():
                if getattr(meta, name) is not None:
                    schema[keyword] = getattr(meta, name)
            of_what = "Length" if schema.get("type") == "string" else "Items"
            for name, bound in (("min", meta.min_length), ("max", meta.max_length)):
                if bound is not None:
                    schema[name + of_what] = bound
            schema |= meta.extra_json_schema or {}
        return schema

    def one_of(self, kinds: Iterable[type[Struct]]) -> Schema:
        """One of several objects; their `type` says which."""
        by_tag = {str(kind.__struct_config__.tag): self.of(kind) for kind in kinds}
        mapping = {tag: schema["$ref"] for tag, schema in by_tag.items()}
        return {
            "oneOf": list(by_tag.values()),
            "discriminator": {"propertyName": "type", "mapping": mapping},
        }

    def _object(self, kind: type[Struct]) -> Schema:
        name = kind.__name__
        if name not in self.known:
            self.known[name] = {}
            hints = type_hints(kind, include_extras=True)
            tag = kind.__struct_config__.tag
            fields = [field for field in structs.fields(kind) if field.name not in self._left_out]
            properties = {field.name: self._field(name, field.name, hints) for field in fields}
            required = [field.name for field in fields if _always_there(kind, field)]
            self.known[name] = {
                "type": "object",
                "description": description_of(kind),
                "properties": ({"type": {"type": "string", "const": tag}} if tag else {})
                | properties,
                "required": (["type"] if tag else []) + required,
                "additionalProperties": False,
            }
        return {"$ref": f"#/components/schemas/{name}"}

    def _dataclass(self, kind: type) -> Schema:
        """A part of an answer, or settings: fields with a default may be left out."""
        name = kind.__name__
        if name not in self.known:
            self.known[name] = {}
            hints = type_hints(kind, include_extras=True)
            fields = dataclasses.fields(kind)
            missing = dataclasses.MISSING
            self.known[name] = {
                "type": "object",
                "description": description_of(kind),
                "properties": {each.name: self._field(name, each.name, hints) for each in fields},
                "required": [
                    each.name
                    for each in fields
                    if each.default is missing and each.default_factory is missing
                ],
                "additionalProperties": False,
            }
        return {"$ref": f"#/components/schemas/{name}"}

    def _field(self, kind: str, field: str, hints: Mapping[str, Any]) -> Schema:
        note = self._notes(kind, field)
        return self.of(hints[field]) if note is None else note


def _alternatives(schema: Schema) -> list[Schema]:
    return list(schema["oneOf"]) if schema.keys() == {"oneOf"} else [schema]


def _choice(values: list[Any]) -> Schema:
    """One of some values; generators want to know that they are strings."""
    strings = {"type": "string"} if all(isinstance(value, str) for value in values) else {}
    return {**strings, "enum": values}


def _is_tagged(hint: Any) -> bool:
    """Whether a type is an object that says its type."""
    return isinstance(hint, type) and issubclass(hint, Struct) and bool(hint.__struct_config__.tag)


def _always_there(kind: type[Struct], field: structs.FieldInfo) -> bool:
    """Whether an object always has a field.

    A row of the journal may be older than a field that has a default; an answer never is.
    """
    if field.required or issubclass(kind, Written):
        return field.required
    return not kind.__struct_config__.omit_defaults


def description_of(kind: type) -> str:
    """The docstring of a type, without its examples.

    >>> description_of(Written)[:38]
    'A frozen value with a name in the jour'
    """
    return cleandoc(kind.__doc__ or "").partition(">>>")[0].strip()
