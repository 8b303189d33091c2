"""Commands as clients send them: with an id, and without what only the site puts in."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated, Any, NamedTuple, get_args

import msgspec
from msgspec import structs

from eyesdown.central.keno.machine import SiteCommand
from eyesdown.central.site.site import ID_MAX
from eyesdown.central.store.codec import Codec
from eyesdown.keno.office.commands import PublishInstructions, check_period
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.written import Written
from eyesdown.web.api.openapi import SET_BY_THE_SITE, TEXTS
from eyesdown.web.frame.bounds import TEXT_BYTES_MAX, bounded, printable

NUMBER_MAX = 10**11
"""A thousand million dollars; the books add them up, and a store keeps sums of 63 bits."""
_LONG = b"0" * 12  # nothing larger is written shorter, since none has an exponent
_DIGITS_ALIKE = bytes.maketrans(b"123456789", b"0" * 9)
_ID = re.compile(f"[ -~]{{1,{ID_MAX}}}")
_OWN_IDS = "site/"  # of what the site itself does; whoever took one would stop its clockwork
_MOMENT = Annotated[datetime, msgspec.Meta(tz=True)]  # without a zone it is none
_NOT_YET = datetime(1970, 1, 1, tzinfo=UTC)  # until the site puts its own time in


class Sent(NamedTuple):
    """A command, its id, and what was asked for in the one way of writing it."""

    command_id: str
    command: Any
    asked: bytes


class Envelope(msgspec.Struct, forbid_unknown_fields=True):
    """A command that nobody has read yet."""

    id: Any
    command: msgspec.Raw


class _Kind(msgspec.Struct):
    type: str


def _as_sent(kind: type[Written]) -> type[msgspec.Struct]:
    """The same type without the site's own fields: `at` comes first, any other last."""
    fields = structs.fields(kind)
    assert fields[0].name == "at"
    assert not any(one.name in SET_BY_THE_SITE for one in fields[1:-1])
    sent = [_as_declared(one) for one in fields if one.name not in SET_BY_THE_SITE]
    return msgspec.defstruct(kind.__name__, sent, bases=(Written,), frozen=True)


def _as_declared(one: structs.FieldInfo) -> Any:
    kind = _MOMENT if one.type is datetime else one.type
    if one.required:
        return one.name, kind
    if one.default is msgspec.NODEFAULT:
        return one.name, kind, msgspec.field(default_factory=one.default_factory)
    return one.name, kind, one.default


def _patterns(kind: type[msgspec.Struct]) -> dict[str, re.Pattern[str]]:
    """How fields are written that could be read from other texts as well: `06:00:00Z`, `0.05`."""
    return {
        one.name: re.compile(TEXTS[hint]["pattern"])
        for one in structs.fields(kind)
        for hint in (one.type, *get_args(one.type))
        if "pattern" in TEXTS.get(hint, {})
    }


_WHOLE = {_as_sent(kind): kind for kind in get_args(SiteCommand)}
[_INSTRUCTIONS] = (sent for sent, kind in _WHOLE.items() if kind is PublishInstructions)
_PATTERNS = {sent: found for sent in _WHOLE if (found := _patterns(sent))}
_NAMES = frozenset(kind.__name__ for kind in _WHOLE)
_SENT = Codec(_WHOLE)
_apart = msgspec.json.Decoder(list[msgspec.Raw]).decode
_open = msgspec.json.Decoder(Envelope).decode
_look = msgspec.json.Decoder(_Kind).decode


def opened(body: bytes) -> Envelope | list[Envelope | None] | None:
    """What stands in a request, one or many; None is in the place of what is no envelope at all.

    Bytes that are no JSON raise DecodeError, UnicodeDecodeError or RecursionError.
    """
    if body.lstrip().startswith(b"["):
        return [_opened(raw) for raw in _apart(body)]
    return _opened(body)


def _opened(raw: bytes | msgspec.Raw) -> Envelope | None:
    try:
        return _open(raw)
    except msgspec.ValidationError:
        return None


def read(envelope: Envelope | None) -> Sent:
    """What a client has sent, or BadInput naming the field."""
    if envelope is None:
        raise BadInput("command", "an object with id and command is needed")
    if not isinstance(envelope.id, str):
        raise BadInput("id", "a text is needed")
    if envelope.id.startswith(_OWN_IDS) or not _ID.fullmatch(envelope.id):
        raise BadInput("id", f"1 to {ID_MAX} plain signs are needed, not begun with {_OWN_IDS}")
    raw = bytes(envelope.command)
    if not raw.startswith(b"{"):
        raise BadInput("command", "an object is needed")
    try:
        sent = _SENT.read(raw)
    except BadInput as bad:
        if bad.field in SET_BY_THE_SITE:
            raise BadInput(f"command.{bad.field}", "is set by the site") from bad
        raise
    odd = not raw.isascii() or b"\\" in raw or b"\x7f" in raw  # signs that nobody can print?
    patterns = _PATTERNS.get(type(sent))
    if odd or patterns or len(raw) > TEXT_BYTES_MAX or _LONG in raw.translate(_DIGITS_ALIKE):
        said, lines = msgspec.json.decode(raw), isinstance(sent, _INSTRUCTIONS)
        bounded(said, NUMBER_MAX, len(raw) if lines else TEXT_BYTES_MAX)
        printable(said, lines=lines)
        for name, pattern in (patterns or {}).items():
            if said.get(name) is not None and not pattern.fullmatch(said[name]):
                raise BadInput(name, "is not written as it is described")
    command = _WHOLE[type(sent)](_NOT_YET, *structs.astuple(sent))
    check_period(command)
    return Sent(envelope.id, command, _SENT.write(sent))


def kind_of(envelope: Envelope | None) -> str:
    """Which command this wants to be, for whoever counts; a question mark if it is none."""
    if envelope is None:
        return "?"
    try:
        kind = _look(envelope.command).type
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return "?"
    return kind if kind in _NAMES else "?"
