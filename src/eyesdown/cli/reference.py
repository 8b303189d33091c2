"""The reference pages, made from the commands and the books themselves.

`python -m eyesdown.cli.reference` rewrites them; a test fails while they are stale.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from eyesdown.cli.main import eyesdown
from eyesdown.rulebook.catalogue import entries
from eyesdown.rulebooks import SHELF

DOCS = Path(__file__).parents[3] / "docs"


def commands_page() -> str:
    """Every command with its help, nouns first."""
    blocks = [
        f"## {path}\n\n```text\n{_help(command, path)}\n```\n"
        for path, command in _walk(eyesdown, "eyesdown")
    ]
    return "# Commands\n\nMade from the program itself.\n\n" + "\n".join(blocks)


def refusals_page() -> str:
    """Every refusal code with the clauses that may give it."""
    lines = ["# Refusals", "", "Made from the books themselves. A no always names its clause.", ""]
    for book in SHELF.ids:
        lines += [f"## {book}", "", "| code | clause | says |", "| --- | --- | --- |"]
        rows = [(code, e.covered) for e in entries(SHELF, book) for code in e.codes]
        lines += [
            f"| `{code}` | {row.clause} | {row.says.replace('|', '/')} |"
            for code, row in sorted(rows, key=lambda pair: pair[0])
        ]
        lines.append("")
    return "\n".join(lines)


PAGES = {"commands.md": commands_page, "refusals.md": refusals_page}


def _walk(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from _walk(below, f"{path} {name}")


def _help(command: click.Command, path: str) -> str:
    context = click.Context(command, info_name=path, terminal_width=96, max_content_width=96)
    return command.get_help(context)


if __name__ == "__main__":
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), "utf-8")
