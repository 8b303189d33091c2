"""Commands as clients send them: with an id, and without the fields that only the site fills in."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated, Any, NamedTuple, get_args

import msgspec
from msgspec import structs

from eyesdown.central.site.site import ID_MAX
from eyesdown.central.store.codec import Codec
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.strict_json import strict_json
from eyesdown.kernel.written import Written
from eyesdown.web.api.schemas import SCALARS
from eyesdown.web.api.vocabulary import Vocabulary
from eyesdown.web.frame.bounds import TEXT_BYTES_MAX, bounded, printable

COMMAND_BYTES_MAX = 64_000
"""A refused command is a row of the journal. No larger one reaches the writer, but for its kind."""
NUMBER_MAX = 10**11
"""A thousand million dollars; the books add amounts up, and a store holds sums of 63 bits."""
_LONG = b"0" * 12  # a larger number has at least that many digits, since none has an exponent
_FAR = re.compile(rb'"(?!19|20|21)[0-9]{4}-')  # maybe a time near the ends of the calendar
_DIGITS_ALIKE = bytes.maketrans(b"123456789", b"0" * 9)
_ID = re.compile(f"[ -~]{{1,{ID_MAX}}}")
_OWN_IDS = "site/"  # ids of the site's own commands; a client that took one would stop its tasks
_MOMENT = Annotated[datetime, msgspec.Meta(tz=True)]  # a time without a zone is refused
_NOT_YET = datetime(1970, 1, 1, tzinfo=UTC)  # until the site fills in its own time


class Sent(NamedTuple):
    """A command, its id, and its canonical bytes as sent."""

    command_id: str
    command: Any
    asked: bytes


class Envelope(msgspec.Struct, forbid_unknown_fields=True):
    """An id and a command that is not read yet."""

    id: Any
    command: msgspec.Raw


class _Kind(msgspec.Struct):
    type: str


_FIELDS = Envelope.__struct_fields__

_apart = msgspec.json.Decoder(list[msgspec.Raw]).decode
_open = msgspec.json.Decoder(Envelope).decode
_look = msgspec.json.Decoder(_Kind).decode


def opened(body: bytes) -> Envelope | list[Envelope | None] | None:
    """The envelope or envelopes of a request; None where there is none, at its index.

    Bytes that are not JSON raise DecodeError, UnicodeDecodeError or RecursionError.
    """
    if body.lstrip().startswith(b"["):
        return [_opened(raw) for raw in _apart(body)]
    return _opened(body)


def _opened(raw: bytes | msgspec.Raw) -> Envelope | None:
    try:
        envelope = _open(raw)
        if bytes(raw).count(b":") != bytes(envelope.command).count(b":") + len(_FIELDS):
            strict_json(bytes(raw), whole=str)  # a colon in the id, or a field twice
    except (msgspec.ValidationError, BadInput):
        return None
    return envelope


class CommandReader:
    """Reads the commands of one tenant's vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._set_by_the_site = vocabulary.set_by_the_site
        self._check = vocabulary.check
        self.whole = {self._as_sent(kind): kind for kind in vocabulary.commands}
        """Every command without the site's own fields, and with them."""
        self._of_several_lines = tuple(
            sent for sent, kind in self.whole.items() if kind in vocabulary.of_several_lines
        )
        self._patterns = {sent: _patterns(sent) for sent in self.whole if _patterns(sent)}
        self._large = frozenset(kind.__name__ for kind in vocabulary.large)
        self._names = frozenset(kind.__name__ for kind in self.whole)
        self._codec = Codec(self.whole)

    def read(self, envelope: Envelope | None) -> Sent:
        """A command as the site takes it, or BadInput naming the field."""
        if envelope is None:
            raise BadInput("command", "must be an object with one id and one command")
        if not isinstance(envelope.id, str):
            raise BadInput("id", "must be a string")
        if envelope.id.startswith(_OWN_IDS) or not _ID.fullmatch(envelope.id):
            message = f"must be 1 to {ID_MAX} printable ASCII characters, not starting {_OWN_IDS}"
            raise BadInput("id", message)
        raw = bytes(envelope.command)
        if not raw.startswith(b"{"):
            raise BadInput("command", "must be an object")
        if len(raw) > COMMAND_BYTES_MAX and self.kind_of(envelope) not in self._large:
            raise BadInput("command", f"must be at most {COMMAND_BYTES_MAX:,} bytes")
        try:
            sent = self._codec.read(raw)
        except BadInput as bad:
            if bad.field in self._set_by_the_site:
                raise BadInput(f"command.{bad.field}", "is set by the site") from bad
            raise
        self._look_closer(raw, sent)
        kind = self.whole[type(sent)]
        if kind.__match_args__:  # its fields have places
            command = kind(_NOT_YET, *structs.astuple(sent))
        else:
            command = kind(at=_NOT_YET, **{name: getattr(sent, name) for name in _names(sent)})
        self._check(command)
        return Sent(envelope.id, command, self._codec.write(sent))

    def _look_closer(self, raw: bytes, sent: Any) -> None:
        """BadInput for what types let pass: fields given twice, and values out of range."""
        escaped = not raw.isascii() or b"\\" in raw or b"\x7f" in raw  # maybe not printable
        patterns = self._patterns.get(type(sent), {})
        long = len(raw) > TEXT_BYTES_MAX or _LONG in raw.translate(_DIGITS_ALIKE)
        plain = msgspec.json.decode(raw)
        if raw.count(b":") != len(plain):  # objects inside, a colon in a string, or a field twice
            strict_json(raw, whole=str)
        if not (escaped or patterns or long or _FAR.search(raw)):
            return
        lines = isinstance(sent, self._of_several_lines)
        bounded(plain, NUMBER_MAX, len(raw) if lines else TEXT_BYTES_MAX)
        printable(plain, lines=lines)
        for name, pattern in patterns.items():
            if plain.get(name) is not None and not pattern.fullmatch(plain[name]):
                raise BadInput(name, f"must match {pattern.pattern}")

    def kind_of(self, envelope: Envelope | None) -> str:
        """The type that a command claims to be, for metrics; a question mark if there is none."""
        if envelope is None:
            return "?"
        try:
            kind = _look(envelope.command).type
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return "?"
        return kind if kind in self._names else "?"

    def _as_sent(self, kind: type[Written]) -> type[msgspec.Struct]:
        """The same type without the site's own fields.

        Where fields have places, `at` comes first and any other of the site's last.
        """
        fields, keyed = structs.fields(kind), not kind.__match_args__
        assert fields[0].name == "at"
        assert keyed or not any(field.name in self._set_by_the_site for field in fields[1:-1])
        sent = [_declared(field) for field in fields if field.name not in self._set_by_the_site]
        return msgspec.defstruct(kind.__name__, sent, bases=(Written,), frozen=True, kw_only=keyed)


def _names(sent: Any) -> tuple[str, ...]:
    names: tuple[str, ...] = sent.__struct_fields__
    return names


def _declared(field: structs.FieldInfo) -> Any:
    """A field as `defstruct` takes it."""
    kind = _MOMENT if field.type is datetime else field.type
    if field.required:
        return field.name, kind
    if field.default is msgspec.NODEFAULT:
        return field.name, kind, msgspec.field(default_factory=field.default_factory)
    return field.name, kind, field.default


def _patterns(kind: type[msgspec.Struct]) -> dict[str, re.Pattern[str]]:
    """How fields are written that could be read from other strings too: `06:00:00Z`, `0.05`."""
    return {
        field.name: re.compile(SCALARS[hint]["pattern"])
        for field in structs.fields(kind)
        for hint in (field.type, *get_args(field.type))
        if "pattern" in SCALARS.get(hint, {})
    }
