"""The JSON API's own description, made from the very types that it reads and writes."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from enum import Enum
from fractions import Fraction
from inspect import cleandoc
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from msgspec import structs

from eyesdown import __version__
from eyesdown.central.keno.rights import ALLOWED
from eyesdown.central.site.sealing import ResultPublished
from eyesdown.draw.evidence import Seal
from eyesdown.keno.events import EntryAccepted
from eyesdown.keno.words.records import GameState, Prize
from eyesdown.kernel.written import Exact, Written
from eyesdown.players.care import Measure, Span
from eyesdown.rulebook.keno_words import Channel

TEXTS: dict[Any, dict[str, str]] = {
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

_OURS = {"type": "string", "description": "made by the site; empty when it is asked for"}
_SIGNED = {"type": "string", "description": "send it empty: the site puts in whose token it is"}
_CHECK = (
    "what the ticket prints beside its serial: the first 12 hexadecimal digits of the SHA-256 of "
    "its `entry` as JSON in UTF-8, keys sorted, no blanks"
)
_JACKPOT = {
    "type": "string",
    "description": "regular/7 to regular/10, keno2/7 to keno2/10, or racing/quartet, "
    "racing/five_up, racing/superfecta",
}
_LOCATION = {
    "type": "string",
    "description": "where a web player is; an entry is cancelled from a place in the "
    "`permitted_area` of its venue only",
}
_SESSION = {
    "type": "string",
    "description": "the Customer Session, by a name that the terminal makes, once for each "
    "customer; they are one list for all venues, so take UUIDs",
}
_ROWS = {"type": "array", "items": {"type": "integer"}}
_FIELDS: dict[tuple[str, str], dict[str, Any]] = {
    **{(one, "session"): _SESSION for one in ("ClaimPrize", "PaySession", "CancelEntry", "Entry")},
    ("AgreeCommission", "rate"): {
        "oneOf": [TEXTS[Fraction], TEXTS[type(None)]],
        "description": "of each Gross Subscription; null for the share of rule 7(f)(ii)",
    },
    ("EntryCancelled", "gross_cents"): {
        "type": "integer",
        "description": "what is left of the Gross Subscription",
    },
    ("Racing", "places"): {
        "type": "array",
        "items": _ROWS,
        "description": "of a bet in order, its Rows place by place, none where those of `fill` "
        "take turns: a Trifecta [[2], [3], [6]], boxed [[], [], []], with a Standout [[2], [], []]",
    },
    ("Racing", "named"): {**_ROWS, "description": "the Standout of a bet without order"},
    ("Racing", "fill"): {
        **_ROWS,
        "description": "Rows that take turns, with `field` all other Rows; of a bet without order "
        "also the Rows of a straight one: a Win [2], a Quinella [2, 3]",
    },
    **{
        (command, "jackpot"): _JACKPOT
        for command in (
            "SetGrowthRate",
            "SwitchPool",
            "ReportPool",
            "ReportWinners",
            "GuaranteeJackpot",
        )
    },
    ("AcceptEntry", "location"): _LOCATION,
    ("CancelEntry", "location"): _LOCATION,
    ("Entry", "venue"): {
        "type": "string",
        "description": "who sells it; a web entry names one to be cancelled there, or none",
    },
    ("SignOn", "place"): {
        "type": "string",
        "description": "a venue; of a supervisor `central` or `backup`, the site that draws",
    },
    ("PayClaimForm", "satisfied"): {
        "type": "string",
        "description": "what convinced the Operating Company; it goes on the record",
    },
    ("Entry", "channel"): {"enum": [channel.value for channel in Channel]},
    ("Entry", "serial"): _OURS,
    ("AcceptEntry", "change_serial"): _OURS,
    ("CancelEntry", "replacement_serial"): _OURS,
    ("IssuePrepaidVoucher", "serial"): _OURS,
    ("IssueReceipt", "serial"): _OURS,
    ("PayoutAsked", "document"): _OURS,
    ("PaySession", "continuations"): {
        "type": "array",
        "items": _OURS,
        "description": "an empty text for every ticket of the session; only those that run on or "
        "have won more since are renewed",
    },
    ("SellGiftVoucher", "serial"): _OURS,
    ("ClaimPrize", "check"): {"type": "string", "description": _CHECK},
}
"""What a field's type alone does not tell."""


class Schemas:
    """A schema for every type that is asked for, and for whatever stands in its fields."""

    def __init__(self, left_out: Iterable[str] = ()) -> None:
        self.known: dict[str, Any] = {}
        self._left_out = frozenset(left_out)

    def of(self, hint: Any) -> dict[str, Any]:
        """The schema of a field.

        >>> Schemas().of(tuple[int, ...])
        {'type': 'array', 'items': {'type': 'integer'}}
        """
        if isinstance(hint, NewType):
            return self.of(hint.__supertype__)
        if hint is Exact:
            return {"oneOf": [self.of(int), self.of(Fraction)]}
        if hint in TEXTS:
            return dict(TEXTS[hint])
        if isinstance(hint, type) and issubclass(hint, Enum):
            return {"enum": [member.value for member in hint]}
        if isinstance(hint, type) and issubclass(hint, Written):
            return self._object(hint)
        origin, args = get_origin(hint), get_args(hint)
        if origin is Literal:
            return {"enum": list(args)}
        if origin in (Union, types.UnionType):
            return {"oneOf": [self.of(arg) for arg in args]}
        if origin is tuple and args[-1] is not Ellipsis:
            items = [self.of(arg) for arg in args]
            return {"type": "array", "prefixItems": items, "minItems": len(items), "items": False}
        if origin is not None and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(args[1])}
        assert origin in (tuple, list, set, frozenset), hint
        return {"type": "array", "items": self.of(args[0])}

    def _object(self, one: type[Written]) -> dict[str, Any]:
        name = one.__name__
        if name not in self.known:
            self.known[name] = {}
            hints = get_type_hints(one)
            fields = [f for f in structs.fields(one) if f.name not in self._left_out]
            needed = [f.name for f in fields if f.required]
            self.known[name] = {
                "type": "object",
                "description": _words(one),
                "properties": {
                    "type": {"const": name},
                    **{f.name: self._told(name, f.name) or self.of(hints[f.name]) for f in fields},
                },
                "required": ["type", *needed],
                "additionalProperties": False,
            }
        return {"$ref": f"#/components/schemas/{name}"}

    def _told(self, name: str, field: str) -> dict[str, Any] | None:
        """What is known of a field besides its type; who signs a command is not his to say."""
        return _SIGNED if field == "by" and self._left_out else _FIELDS.get((name, field))


def _words(one: type) -> str:
    """What a type says of itself, without its examples, which are for whoever reads the code."""
    return cleandoc(one.__doc__ or "").partition(">>>")[0].strip()


def _answer(words: str, schema: Any, media: str = "application/json") -> dict[str, Any]:
    return {"description": words, "content": {media: {"schema": schema}}}


_PROBLEM = {
    "type": "object",
    "properties": {
        "code": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "next": {"type": "string", "description": "what to do about it"},
        "field": {"type": "string", "description": "where a 400 found something wrong"},
        "book": {"type": "string"},
        "clause": {"type": "string"},
        "facts": {"type": "object"},
        "also": {"type": "array", "items": {"type": "object"}},
        "id": {"type": "string"},
        "seq": {"type": "integer", "description": "a rule's no stands in the journal, too"},
        "screen": {
            "type": ["object", "null"],
            "description": "with `internet/not_confirmed`, what the player is to check before it "
            "is sent again `confirmed`: every line, the games, the cost, his balance",
        },
    },
    "required": ["code", "status", "next"],
}
_NOES = {
    400: "not of the asked-for shape; `field` says where",
    401: "no token, or not one of ours",
    403: "not this role's, or not its own venue's or account's",
    404: "there is no such thing",
    409: "this id was used before, for something else",
    413: "too much at once",
    422: "a rule says no; the clause is named",
    503: "the store is away or the site is stopping; ask again with the same id",
}
_IN_PATHS = {
    "day": {"type": "string", "format": "date"},
    "number": {"type": "integer", "minimum": 0, "maximum": 999},
    "seq": {"type": "integer", "minimum": 1},
    "serial": {"type": "string", "minLength": 1},
    "account": {"type": "string", "minLength": 1},
}


@dataclasses.dataclass(frozen=True, slots=True)
class Question:
    """What a path tells, with which noes, and the row of the journal it may be asked with."""

    words: str
    noes: tuple[int, ...] = ()
    row: str = ""
    media: str = "application/json"

    def described(self, path: str, answer: Mapping[str, Any]) -> dict[str, Any]:
        """
        >>> Question("The process lives.").described("/health", {})["get"]["summary"]
        'The process lives.'
        """
        asked = [
            {"name": name, "in": "path", "required": True, "schema": schema}
            for name, schema in _IN_PATHS.items()
            if f"{{{name}}}" in path
        ]
        if self.row:
            row = {"type": "integer", "minimum": 0, "maximum": 10**18 - 1}
            asked.append({"name": self.row, "in": "query", "schema": row})
            if self.media == "text/event-stream":  # as a browser sends it when it comes back
                asked.append({"name": "Last-Event-ID", "in": "header", "schema": row})
        get: dict[str, Any] = {
            "summary": self.words,
            "parameters": asked,
            "responses": {"200": _answer("the answer", answer, self.media), **_noes(self.noes)},
        }
        if 401 not in self.noes:
            get["security"] = []
        return {"get": get}


def _noes(codes: Iterable[int]) -> dict[str, Any]:
    problem = {"$ref": "#/components/schemas/Problem"}
    return {f"{no}": _answer(_NOES[no], problem, "application/problem+json") for no in codes}


def _told_of(**fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields)}


def _or_null(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"oneOf": [schema, {"type": "null"}]}


def _answers(told: Schemas, happened: Mapping[str, Any]) -> dict[str, Any]:
    """What every question is answered with, by path."""
    text, number = told.of(str), told.of(int)
    exact = {**told.of(Exact), "description": "cents; parts of a cent as a fraction"}
    row = _told_of(
        seq=number,
        at_us={"type": "integer", "description": "microseconds since 1970, UTC"},
        id=text,
        asked={"type": "string", "description": "SHA-256 of the command as it was sent"},
        command={"type": "object"},
        events={"type": "array", "items": happened},
        prev_hash=text,
        hash=text,
    )
    place = {"type": "array", "items": number, "minItems": 2, "maxItems": 2}
    line = _told_of(
        type={"const": "StatementLine"}, place=place, why=text, amount=exact, balance=exact
    )
    lines = {"type": "array", "items": line}
    sums = {"type": "object", "additionalProperties": exact}
    bought = _told_of(
        type={"const": "HistoryLine"},
        serial=text,
        at=told.of(datetime),
        first_game=number,
        games=number,
        cost_cents=number,
    )
    return {
        "/api/now": _now(told),
        "/api/results/{day}/{number}": _result(told),
        "/api/tickets/{serial}": _told_of(
            ticket=told.of(EntryAccepted),
            cancelled=told.of(bool),
            disqualified=told.of(bool),
            prizes={"type": "array", "items": told.of(Prize)},
            games={
                "type": "object",
                "additionalProperties": text,
                "description": "Keno Day and number, as results name them, by running number; "
                "games to come have none yet",
            },
        ),
        "/api/account": _account(told),
        "/api/account/entries": _told_of(
            entries={"type": "array", "items": bought}, more=told.of(bool)
        ),
        "/api/books/balances": _told_of(at=_or_null(number), balances=sums),
        "/api/books/statements/{account}": _told_of(
            type={"const": "Statement"},
            account=text,
            opening=exact,
            lines=lines,
            closing=exact,
            more=told.of(bool),
        ),
        "/api/books/rows/{seq}": _told_of(
            type={"const": "Deed"},
            seq=number,
            at=told.of(datetime),
            deed=text,
            about=text,
            sums=sums,
        ),
        "/api/books/days/{day}": _told_of(day=told.of(date), sums=sums),
        "/api/books/games/{day}/{number}": _told_of(game=text, sums=sums),
        "/api/journal": {"type": "array", "items": row, "maxItems": 1000},
        "/health": _told_of(alive=told.of(bool)),
        "/ready": _told_of(ready=told.of(bool), seq=number),
    }


def _result(told: Schemas) -> dict[str, Any]:
    """The event that published it, and beside its fields what Keno Bonus multiplies by."""
    told.of(ResultPublished)
    event: dict[str, Any] = told.known[ResultPublished.__name__]
    times = told.of(int) | {"minimum": 1, "description": "what the total of the numbers gives"}
    return event | {
        "properties": event["properties"] | {"multiplier": times},
        "required": [*event["required"], "multiplier"],
    }


def _now(told: Schemas) -> dict[str, Any]:
    text, number = told.of(str), told.of(int)
    game = _told_of(
        game={"type": "integer", "description": "its running number, as commands name it"},
        name={"type": "string", "description": "its Keno Day and number, as results name it"},
        state=told.of(GameState),
        stopped=told.of(bool),
        promised=_or_null(text),
        seal=_or_null(told.of(Seal)),
    )
    return _told_of(
        seq=number,
        keno_day=_or_null(told.of(date)),
        open=_or_null(text),
        closes_at=_or_null(told.of(datetime)),
        unsettled={"type": "array", "items": {"type": "string", "pattern": "/[0-9]{3}$"}},
        stopped={"type": "array", "items": number},
        games={"type": "array", "items": game},
    )


def _account(told: Schemas) -> dict[str, Any]:
    number, moment = told.of(int), _or_null(told.of(datetime))
    limit = _told_of(
        type={"const": "LimitView"},
        measure=told.of(Measure),
        span=told.of(Span),
        cents=_or_null(number),
        used_cents=number,
        then_cents=_or_null(number),
        then_at=moment,
    )
    return _told_of(
        type={"const": "AccountView"},
        account=told.of(str),
        balance_cents=number,
        prize_cents=number,
        limits={"type": "array", "items": limit},
        time_out_until=moment,
        excluded=told.of(bool),
        excluded_until=moment,
    )


def _who(command: type) -> str:
    roles = sorted(role for role, kinds in ALLOWED.items() if command in kinds)
    return f"Given by {', '.join(roles) or 'the site alone'}."


SET_BY_THE_SITE = ("at", "kept", "replay_stored", "password_right")
"""Fields of a command that no client sends."""


def describe(
    commands: Iterable[type], events: Iterable[type], questions: Mapping[str, Question]
) -> Any:
    """The whole OpenAPI document; the commands describe themselves."""
    asked, told = Schemas(left_out=SET_BY_THE_SITE), Schemas()
    commanded = {"oneOf": [asked.of(one) for one in commands]}
    for one in commands:
        described = asked.known[one.__name__]
        described["description"] = f"{described['description']}\n\n{_who(one)}".strip()
    happened = {"oneOf": [told.of(one) for one in events]}
    answer = {
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "seq": {"type": "integer"},
            "again": {"type": "boolean"},
            "events": {"type": "array", "items": happened},
            "screen": {
                "type": ["object", "null"],
                "description": "what a web player is shown of the entry he acknowledges",
            },
        },
        "required": ["id", "seq", "again", "events"],
    }
    name = {
        "type": "string",
        "minLength": 1,
        "maxLength": 200,
        "pattern": "^[ -~]+$",
        "description": "made by whoever asks, once for each thing he wants; not begun with `site/`",
    }
    whole = {
        "type": "object",
        "properties": {"id": name, "command": commanded},
        "required": ["id", "command"],
        "additionalProperties": False,
    }
    body = {"oneOf": [whole, {"type": "array", "items": whole, "maxItems": 1000}]}
    problem = {"$ref": "#/components/schemas/Problem"}
    each = {"type": "array", "items": {"oneOf": [answer, problem]}}
    post = {
        "summary": "Give one command, or up to a thousand; answered after it is on disk.",
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {
            "200": _answer("what came of it, or of each in its turn", {"oneOf": [answer, each]}),
            **_noes((400, 401, 403, 409, 413, 422, 503)),
        },
    }
    answers = _answers(told, happened)
    paths = {
        path: question.described(path, answers.get(path, {}))
        for path, question in questions.items()
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Eyes Down, the Central Site", "version": __version__},
        "security": [{"token": []}],
        "paths": {"/api/commands": {"post": post}, **paths},
        "components": {
            "schemas": {**told.known, **asked.known, "Problem": _PROBLEM},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }
