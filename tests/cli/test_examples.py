"""Every command's help ends with examples, and each example is one that the command takes."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

import click
import pytest

from eyesdown.cli.examples import examples
from eyesdown.cli.main import eyesdown


def commands(context: click.Context) -> Iterator[click.Context]:
    """Every command that does something itself."""
    command = context.command
    if not isinstance(command, click.Group):
        yield context
        return
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        yield from commands(click.Context(below, parent=context, info_name=name))


ALL = list(commands(click.Context(eyesdown, info_name="eyesdown", max_content_width=200)))


@pytest.mark.parametrize("context", ALL, ids=lambda context: context.command_path)
def test_every_help_has_an_example(context: click.Context) -> None:
    assert "Example" in context.command.get_help(context)


@pytest.mark.parametrize("line", [line for lines in examples().values() for line in lines])
def test_an_example_is_one_that_the_command_takes(line: str) -> None:
    words = shlex.split(line.rpartition("| ")[2].partition(" > ")[0])
    assert words.pop(0) == "eyesdown"
    command: click.Command = eyesdown
    context = click.Context(command, info_name="eyesdown")
    while isinstance(command, click.Group) and words:
        name = words.pop(0)
        below = command.get_command(context, name)
        assert below is not None, line
        command, context = below, click.Context(below, parent=context, info_name=name)
    parser = command.make_parser(context)
    options, rest, _ = parser.parse_args(list(words))
    most = sum(1 for each in command.params if isinstance(each, click.Argument))
    assert len(rest) <= max(most, 1) or any(
        isinstance(each, click.Argument) and each.nargs < 0 for each in command.params
    ), line
    assert options is not None
