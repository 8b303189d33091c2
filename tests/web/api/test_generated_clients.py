"""The description of the API holds nothing that generators of clients stop on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from eyesdown.web.api.openapi import describe
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
        pattern = part.get("pattern")
        if isinstance(pattern, str):  # not a property of that name
            assert pattern.startswith("^")
            assert pattern.endswith("$")
