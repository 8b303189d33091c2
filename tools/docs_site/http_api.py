"""The HTTP API as a readable page, from its own description."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

HEAD = """\
# The HTTP API of {tenant}

Made from `/api/openapi.json`, which programs read. Every answer is JSON; every refusal names its
clause.
"""
METHODS = ("get", "post", "put", "delete")


def api_page(tenant: str, description: Mapping[str, Any]) -> str:
    """The page as Markdown: every address with its fields, then every shape."""
    schemas: Mapping[str, Any] = description.get("components", {}).get("schemas", {})
    parts = [HEAD.format(tenant=tenant), "## Addresses\n"]
    parts += [
        "\n".join(_operation(method, path, operations[method]))
        for path, operations in sorted(description["paths"].items())
        for method in METHODS
        if method in operations
    ]
    parts.append("## Shapes\n")
    parts += ["\n".join(_shape(name, schema)) for name, schema in sorted(schemas.items())]
    return "\n".join(parts)


def _operation(method: str, path: str, operation: Mapping[str, Any]) -> Iterator[str]:
    yield f"### {method.upper()} {path}\n"
    yield f"{operation.get('summary', '')}\n\n{operation.get('description', '')}\n"
    parameters = operation.get("parameters", [])
    if parameters:
        yield "| parameter | in | type | meaning |\n| --- | --- | --- | --- |"
        for parameter in parameters:
            if "$ref" in parameter:
                continue
            yield (
                f"| `{parameter['name']}` | {parameter['in']} "
                f"| {_type(parameter.get('schema', {}))} | {_cell(parameter)} |"
            )
        yield ""
    for media in operation.get("requestBody", {}).get("content", {}).values():
        yield f"Body: {_type(media.get('schema', {}))}\n"
    answers = ", ".join(
        f"{code} {_answer(answer)}".strip() for code, answer in operation["responses"].items()
    )
    yield f"Answers: {answers}\n"


def _answer(answer: Mapping[str, Any]) -> str:
    for media in answer.get("content", {}).values():
        return _type(media.get("schema", {}))
    return str(answer.get("description", ""))


def _shape(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield f"### {name}\n"
    if words := schema.get("description"):
        yield f"{words}\n"
    fields: Mapping[str, Any] = schema.get("properties", {})
    if not fields:
        yield f"{_type(schema)}\n"
        return
    required = set(schema.get("required", ()))
    yield "| field | type | meaning |\n| --- | --- | --- |"
    for field_name, field_schema in fields.items():
        mark = "" if field_name in required else " (optional)"
        yield f"| `{field_name}`{mark} | {_type(field_schema)} | {_cell(field_schema)} |"
    yield ""


def _type(schema: Mapping[str, Any]) -> str:
    if reference := schema.get("$ref"):
        name = str(reference).rsplit("/", 1)[-1]
        return f"[{name}](#{name.lower().replace('.', '')})"
    for word in ("oneOf", "anyOf", "allOf"):
        if word in schema:
            return " or ".join(_type(choice) for choice in schema[word])
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items') or {})}"
    return str(schema.get("type", "any"))


def _cell(schema: Mapping[str, Any]) -> str:
    return str(schema.get("description", "")).replace("\n", " ").replace("|", "/")
