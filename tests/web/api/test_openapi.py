"""The published document says exactly what the API answers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import jsonschema_rs
import pytest

from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.site.first_row import JournalOpened
from eyesdown.demo.keno_load import places
from eyesdown.web.keno.api.vocabulary import KENO
from kit.sites import Client, Running

[ONE] = places(1)


def check(client: Client, response: Any, path: str, method: str = "get") -> None:
    """The response is one that the document names, and its body is of the schema there."""
    document = client.get("/api/openapi.json").json()
    described = document["paths"][path][method]["responses"][f"{response.status_code}"]
    media = response.headers["content-type"].partition(";")[0]
    schema = described["content"][media]["schema"]
    whole = {**schema, "components": document["components"]}
    jsonschema_rs.Draft202012Validator(whole).validate(response.json())


def test_the_document_is_valid_json_schema_throughout(client: Client) -> None:
    document = client.get("/api/openapi.json").json()
    schemas = document["components"]["schemas"]
    for name, schema in schemas.items():
        assert jsonschema_rs.meta.is_valid(schema), name
    # One validator for all of them resolves every reference once.
    everything = [{"$ref": f"#/components/schemas/{name}"} for name in schemas]
    jsonschema_rs.Draft202012Validator({"anyOf": everything, "components": document["components"]})


def addresses(serial: str) -> dict[str, str]:
    return {
        "/api/now": "/api/now",
        "/api/results/{day}/{number}": "/api/results/2026-11-15/0",
        "/api/tickets/{serial}": f"/api/tickets/{serial}",
        "/api/tickets/{serial}/check": f"/api/tickets/{serial}/check",
        "/api/account": "/api/account",
        "/api/account/entries": "/api/account/entries",
        "/api/books/balances": "/api/books/balances",
        "/api/books/statements/{account}": f"/api/books/statements/venue_cash/{ONE.venue}",
        "/api/books/rows/{seq}": "/api/books/rows/3",
        "/api/books/days/{day}": "/api/books/days/2026-11-15",
        "/api/books/games/{day}/{number}": "/api/books/games/2026-11-15/0",
        "/api/journal": "/api/journal",
        "/health": "/health",
        "/ready": "/ready",
    }


def test_every_answer_is_of_its_schema(client: Client, running: Running) -> None:
    serial = client.sold_serial(client.command("till/1", client.order()))
    order = {"account": "acc-1"}
    opened = client.command("o", {"type": "OpenAccount", **order}, KenoRole.OFFICE)
    assert opened.status_code == 200
    running.now += timedelta(minutes=3)
    running.work()
    paths = addresses(serial)
    in_json = {
        question.described_path(KENO.prefix)
        for question in KENO.questions
        if "json" in question.media
    }
    assert set(paths) == in_json
    for question in KENO.questions:
        path = question.described_path(KENO.prefix)
        if path in paths:
            role = question.roles[0] if question.roles else KenoRole.INSPECTOR
            answer = client.get(paths[path], headers=client.token(role))
            assert answer.status_code == 200, path
            check(client, answer, path)


@pytest.mark.parametrize(
    ("make", "status"),
    [
        (lambda client: client.order(), 200),
        (lambda client: client.order(entry={"games": 101}), 422),
        (lambda client: client.order(entry={"games": "1"}), 400),
        (lambda _: {"type": "OpenDay"}, 403),
        (lambda client: [client.order(), {}, client.order(entry={"games": 0})], 200),
    ],
    ids=["done", "refused", "malformed", "role", "batch"],
)
def test_every_answer_to_a_command_is_of_its_schema(
    client: Client, make: Callable[[Any], Any], status: int
) -> None:
    command = make(client)
    commands = command if isinstance(command, list) else [command]
    bodies = [{"id": f"till/{n}", "command": one} for n, one in enumerate(commands)]
    answer = client.post(
        "/api/commands",
        json=bodies if isinstance(command, list) else bodies[0],
        headers=client.token(KenoRole.WRITER),
    )
    assert answer.status_code == status
    check(client, answer, "/api/commands", "post")


def test_a_refusal_has_one_shape_and_names_every_clause(client: Client) -> None:
    order = client.order(entry={"games": 101})
    answer = client.command("till/1", {**order, "tenders": []}).json()
    assert answer["type"] == f"urn:problem-type:eyesdown:{answer['code']}"
    first = answer["refusals"][0]
    assert {name: answer[name] for name in ("code", "book", "clause", "facts", "next")} == {
        name: first[name] for name in ("code", "book", "clause", "facts", "next")
    }
    assert answer["detail"] == first["says"]
    assert answer["also"] == answer["refusals"][1:]


def test_the_first_row_of_a_journal_is_described(client: Any) -> None:
    schemas = client.get("/api/openapi.json").json()["components"]["schemas"]
    kinds = {
        kind["$ref"] for kind in schemas["JournalRow"]["properties"]["events"]["items"]["oneOf"]
    }
    assert f"#/components/schemas/{JournalOpened.__name__}" in kinds
