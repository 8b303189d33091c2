"""The description of the API holds nothing that generators of clients stop on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from eyesdown.kernel.errors import BadInput
from eyesdown.web.api.openapi import describe
from eyesdown.web.frame.bounds import PRINTABLE, printable
from eyesdown.web.hall.api.vocabulary import HALL
from eyesdown.web.keno.api.vocabulary import KENO


def _parts(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _parts(part)


@pytest.mark.parametrize("vocabulary", [KENO, HALL], ids=["keno", "hall"])
def test_generators_can_read_the_description(vocabulary: Any) -> None:
    document = describe(vocabulary)
    assert document["servers"]
    names = []
    for path, methods in document["paths"].items():
        for operation in methods.values():
            names.append(operation["operationId"])
            described = {each["name"] for each in operation["parameters"] if each["in"] == "path"}
            assert described == set(re.findall(r"{(\w+)}", path))
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z][A-Za-z0-9]*", name) for name in names)
    for part in _parts(document):
        assert part.get("items") is not False
        assert "prefixItems" not in part
        # "One of X or a list of X" becomes TypeScript that does not compile; so does
        # a list of a union that has no name.
        one_of = [each for each in part.get("oneOf", ()) if isinstance(each, dict)]
        of_lists = [each["items"] for each in one_of if "items" in each]
        assert not [
            items for items in of_lists if ("$ref" in items and items in one_of) or "oneOf" in items
        ]
        pattern = part.get("pattern")
        if isinstance(pattern, str):  # not a property of that name
            assert pattern.startswith("^")
            assert pattern.endswith("$")


@pytest.mark.parametrize("vocabulary", [KENO, HALL], ids=["keno", "hall"])
def test_what_a_client_sends_has_its_bounds(vocabulary: Any) -> None:
    """A field says how long a text may be, which characters it may hold, how large a number is."""
    document = describe(vocabulary)
    schemas = document["components"]["schemas"]
    kinds = {kind.__name__ for kind in vocabulary.commands}
    of_several_lines = {kind.__name__ for kind in vocabulary.of_several_lines}
    texts = numbers = 0
    for name in kinds:
        for field, schema in schemas[name]["properties"].items():
            if schema.get("type") == "integer":
                numbers += 1
                assert {"minimum", "maximum"} <= schema.keys(), (name, field)
            plain = schema.keys() == {"type", "maxLength"} and name in of_several_lines
            if schema.get("type") == "string" and "description" not in schema and not plain:
                texts += 1
                known = {"maxLength", "pattern"} <= schema.keys()
                assert known or schema.keys() & {"pattern", "format", "const", "enum"}, (
                    name,
                    field,
                )
    assert texts
    assert numbers
    envelope = schemas["GivenCommand"]["properties"]
    assert set(envelope["command"]["discriminator"]["mapping"]) == kinds


@pytest.mark.parametrize("text", ["bar", "The Ship’s Arms", "Łódź 7", ""])
def test_the_pattern_of_a_text_takes_what_the_api_takes(text: str) -> None:
    printable(text)
    assert re.search(PRINTABLE, text)


@pytest.mark.parametrize(
    "text", ["a\nb", "\x00", "a\x1b[2J", "no\u00adbreak", "\u202etxt", "\ufeff"]
)
def test_the_pattern_of_a_text_refuses_what_the_api_refuses(text: str) -> None:
    with pytest.raises(BadInput):
        printable(text)
    assert not re.search(PRINTABLE, text)
