"""Examples at the end of every command's help, kept together in `examples.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from textwrap import indent

import click


@cache
def examples() -> dict[str, list[str]]:
    """The examples of each command, as they are typed."""
    text = resources.files("eyesdown.cli").joinpath("examples.toml").read_text("utf-8")
    return tomllib.loads(text)


def with_examples(command: click.Command, name: str) -> None:
    """Put the examples of a command, and of those below it, at the end of their help."""
    if isinstance(command, click.Group):
        for verb, below in command.commands.items():
            with_examples(below, f"{name} {verb}")
    lines = examples().get(name)
    if lines and not command.epilog:
        head = "Examples:" if len(lines) > 1 else "Example:"
        command.epilog = f"\b\n{head}\n" + indent("\n".join(lines), "  ")
