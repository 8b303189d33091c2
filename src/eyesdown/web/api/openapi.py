"""The OpenAPI document of a tenant's API, made from the types that it reads and writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import structs

from eyesdown import __version__
from eyesdown.central.site.first_row import JournalOpened
from eyesdown.central.site.site import COMMANDS_MAX, ID_MAX
from eyesdown.web.api.command_reader import COMMAND_BYTES_MAX, NUMBER_MAX
from eyesdown.web.api.questions import JSON, Question
from eyesdown.web.api.schemas import Schema, Schemas
from eyesdown.web.api.vocabulary import Vocabulary
from eyesdown.web.frame.bounds import PRINTABLE, TEXT_BYTES_MAX
from eyesdown.web.frame.context import TENANT
from eyesdown.web.frame.problems import ProblemJson

PROBLEMS = {
    400: "The request is not of the shape described; `field` says where.",
    401: "There is no token, or not one of this site.",
    403: "Not for this role, or about the venue or account of someone else.",
    404: "There is nothing with this name.",
    409: "This id was used before, for another command.",
    413: "The request is too long.",
    422: "A rule refuses it; `refusals` name the clauses.",
    503: "The store is unavailable or the site is stopping; send it again with the same id.",
}
_NAMED = {"type": "string", "minLength": 1, "maxLength": TEXT_BYTES_MAX}
_IN_PATHS: dict[str, Schema] = {
    TENANT: _NAMED,
    "session": _NAMED,
    "game": {"type": "integer", "minimum": 1},
    "day": {"type": "string", "format": "date"},
    "number": {"type": "integer", "minimum": 0, "maximum": 999},
    "seq": {"type": "integer", "minimum": 1},
    "serial": _NAMED,
    "card": {"type": "integer", "minimum": 1},
    "kind": _NAMED,
    "key": {"type": "string", "minLength": 1},
    "account": _NAMED,
    "person": _NAMED,
}
ENVELOPE = "GivenCommand"
# The same under a name of its own: the TypeScript that openapi-generator writes for "a command or
# a list of them" declares every name twice if both have one schema, and does not compile.
IN_BATCH = "BatchedCommand"
ANSWER = "CommandAnswer"
_SENT: Mapping[Any, Schema] = {
    str: {"maxLength": TEXT_BYTES_MAX, "pattern": PRINTABLE},
    int: {"minimum": -NUMBER_MAX, "maximum": NUMBER_MAX},
}
"""Bounds of what a client sends; a string is also at most as many bytes of UTF-8."""
_LINES = {"type": "string", "maxLength": COMMAND_BYTES_MAX}
_ROW = {"type": "integer", "minimum": 0, "maximum": 10**18 - 1}
_SIGNED = {"type": "string", "description": "send it empty; the site fills in the token's owner"}
_ID = {
    "type": "string",
    "minLength": 1,
    "maxLength": ID_MAX,
    "pattern": "^[ -~]+$",
    "description": "Idempotency key chosen by the client, unique per command; must not start with "
    "`site/`.",
}


def describe(vocabulary: Vocabulary) -> Any:
    """The whole OpenAPI document as plain JSON values."""
    sent = _commands(vocabulary)
    answered = Schemas()
    kinds: tuple[Any, ...] = (*vocabulary.events, JournalOpened)  # the first row of every journal
    events = answered.one_of(kinds)
    answered.holds |= {
        "events": {"type": "array", "items": events},
        "command": {"type": "object"},
        "proof": {"type": "object"},
        "record": {"type": "object"},
    }
    paths = {vocabulary.commands_path: {"post": _post(vocabulary, sent, answered)}}
    for question in vocabulary.questions:
        path = question.described_path(vocabulary.prefix)
        asked = {"operationId": _operation(question, path), **_get(question, path, answered)}
        paths[path] = {question.method.lower(): asked}
    return {
        "openapi": "3.1.0",
        "info": {"title": vocabulary.title, "version": __version__},
        "servers": [{"url": "/", "description": "The site that serves this document."}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": {**answered.known, **sent.known},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _commands(vocabulary: Vocabulary) -> Schemas:
    """The schemas of every command as a client sends it, each with the roles that may give it."""

    of_several_lines = {
        (kind.__name__, field.name): _LINES
        for kind in vocabulary.of_several_lines
        for field in structs.fields(kind)
        if field.type is str
    }

    def note(kind: str, field: str) -> Schema | None:
        if field == "by":
            return _SIGNED
        return vocabulary.notes.get((kind, field)) or of_several_lines.get((kind, field))

    schemas = Schemas(left_out=vocabulary.set_by_the_site, notes=note, bounds=_SENT)
    for kind in vocabulary.commands:
        schemas.of(kind)
        schema = schemas.known[kind.__name__]
        givers = ", ".join(vocabulary.roles_of(kind)) or "the site alone"
        schema["description"] = f"{schema['description']}\n\nGiven by {givers}.".strip()
    return schemas


def _post(vocabulary: Vocabulary, sent: Schemas, answered: Schemas) -> Schema:
    """Commands, one or a batch of them."""
    sent.known[ENVELOPE] = {
        "type": "object",
        "description": "A command and the id under which it is done once.",
        "properties": {"id": _ID, "command": sent.one_of(vocabulary.commands)},
        "required": ["id", "command"],
        "additionalProperties": False,
    }
    envelope = {"$ref": f"#/components/schemas/{ENVELOPE}"}
    sent.known[IN_BATCH] = dict(sent.known[ENVELOPE])
    in_batch = {"$ref": f"#/components/schemas/{IN_BATCH}"}
    batch = {"type": "array", "items": in_batch, "maxItems": COMMANDS_MAX}
    done, refused, problem = (
        answered.of(kind) for kind in (vocabulary.done, vocabulary.refused, ProblemJson)
    )
    answered.known[ANSWER] = {"anyOf": [done, refused, problem]}
    each = {"type": "array", "items": {"$ref": f"#/components/schemas/{ANSWER}"}}
    described = "The events of the command, or an answer for each command of a batch, in order."
    return {
        "operationId": "giveCommands",
        "parameters": _in_path(vocabulary.commands_path),
        "summary": f"Give one command, or up to {COMMANDS_MAX:,}; answered when it is on disk.",
        "requestBody": {"required": True, "content": {JSON: {"schema": _one_of(envelope, batch)}}},
        "responses": {
            "200": _response(described, _one_of(done, each)),
            **_problems((400, 401, 403, 409, 413), answered),
            "422": _response(PROBLEMS[422], refused, "application/problem+json"),
            **_problems((503,), answered),
        },
    }


def _get(question: Question, path: str, answered: Schemas) -> Schema:
    """A question with its parameters, its answer and the problems it may answer with."""
    is_json = question.media == JSON
    answer = answered.of(question.answer) if is_json else {}
    get: Schema = {
        "summary": question.summary,
        "parameters": _parameters(question, path),
        "responses": {
            "200": _response("The answer.", answer, question.media),
            **_problems(question.problems, answered),
        },
    }
    if question.takes is not None:
        body = {JSON: {"schema": answered.of(question.takes)}}
        get["requestBody"] = {"required": True, "content": body}
    if question.roles:
        get["description"] = f"For {', '.join(sorted(question.roles))}."
    else:
        get["security"] = []
    return get


def _operation(question: Question, path: str) -> str:
    """A name for generated clients, from the path: getGameResult, getAccountByAccount.

    The words of the path come first, then what it is asked by.
    """
    parts = [part for part in path.strip("/").split("/") if part not in ("api", "halls")]
    words = [part for part in parts if not part.startswith("{")]
    by = [part.strip("{}") for part in parts if part.startswith("{") and part != f"{{{TENANT}}}"]
    names = [*words, *(["by", *by] if by else [])]
    shown = "".join(
        piece.capitalize() for name in names for piece in name.replace(".", "-").split("-")
    )
    return question.method.lower() + shown


def _in_path(path: str) -> list[Schema]:
    """The parameters that a path holds; a generator stops where one is not described."""
    return [
        {"name": name, "in": "path", "required": True, "schema": schema}
        for name, schema in _IN_PATHS.items()
        if f"{{{name}}}" in path
    ]


def _parameters(question: Question, path: str) -> list[Schema]:
    parameters = _in_path(path)
    if question.number:
        parameters.append({"name": question.number, "in": "query", "schema": _ROW})
    if question.media == "text/event-stream":  # a browser sends it when it connects again
        parameters.append({"name": "Last-Event-ID", "in": "header", "schema": _ROW})
    return parameters


def _problems(statuses: Sequence[int], answered: Schemas) -> Schema:
    problem, media = answered.of(ProblemJson), "application/problem+json"
    return {f"{status}": _response(PROBLEMS[status], problem, media) for status in statuses}


def _response(description: str, schema: Schema, media: str = JSON) -> Schema:
    return {"description": description, "content": {media: {"schema": schema}}}


def _one_of(*schemas: Schema) -> Schema:
    return {"oneOf": list(schemas)}
