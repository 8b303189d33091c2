"""Every command's help ends with examples, and each example is one that the command takes."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from eyesdown.cli.examples import examples
from eyesdown.cli.main import eyesdown


def commands(context: click.Context) -> Iterator[click.Context]:
    """Every command below this one, and this one unless it is the program itself."""
    command = context.command
    if context.parent is not None:
        yield context
    if not isinstance(command, click.Group):
        return
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        yield from commands(click.Context(below, parent=context, info_name=name))


TERMINAL = 80
ALL = list(commands(click.Context(eyesdown, info_name="eyesdown", max_content_width=200)))


@pytest.mark.parametrize("context", ALL, ids=lambda context: context.command_path)
def test_every_help_ends_with_its_examples(context: click.Context) -> None:
    shown = context.command.get_help(context)
    assert shown.count("\n  Example") + shown.count("\nExample") == 1
    if context.info_name != "witness":  # its options are those of a program of its own
        assert shown.rfind("Example") > shown.find("--help")


LINES = [line.replace("\\\n", "") for lines in examples().values() for line in lines]
READY = (
    "eyesdown rules diff",
    "eyesdown rules leaflet",
    "eyesdown rules search",
    "eyesdown rules show",
    "eyesdown rules why",
    "eyesdown keno check --spots",
    "eyesdown cards make --kind card75",
    "eyesdown cards make --kind strip90",
    "eyesdown cards print",
    "eyesdown cards series",
    "eyesdown keno prizes",
    "eyesdown keno results",
    "eyesdown odds sheet",
    "eyesdown simulate keno",
)
"""Examples that need no file, no site and no player."""


@pytest.mark.parametrize("context", ALL, ids=lambda context: context.command_path)
def test_no_example_is_wider_than_a_terminal(context: click.Context) -> None:
    _, _, shown = context.command.get_help(context).partition("Example")
    assert [line for line in shown.splitlines() if len(line) > TERMINAL] == []


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith(READY)])
def test_an_example_does_what_it_shows(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(eyesdown, shlex.split(line)[1:], catch_exceptions=False)
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("word", ["new", "run", "check"])
def test_the_witness_says_how_it_is_called_here(word: str) -> None:
    done = CliRunner().invoke(eyesdown, ["witness", "--help"])
    assert done.exit_code == 0
    assert done.stdout.startswith("usage: eyesdown witness ")
    assert f"  eyesdown witness {word} " in done.stdout


@pytest.mark.parametrize("line", LINES)
def test_an_example_is_one_that_the_command_takes(line: str) -> None:
    words = shlex.split(line.rpartition("| ")[2].partition(" > ")[0])
    assert words.pop(0) == "eyesdown"
    command: click.Command = eyesdown
    context = click.Context(command, info_name="eyesdown")
    while isinstance(command, click.Group) and not words[0].startswith("-"):
        name = words.pop(0)
        below = command.get_command(context, name)
        assert below is not None, line
        settings = below.context_settings
        command = below
        context = click.Context(below, parent=context, info_name=name, **settings)
    parser = command.make_parser(context)
    options, rest, _ = parser.parse_args(list(words))
    most = sum(1 for each in command.params if isinstance(each, click.Argument))
    assert len(rest) <= max(most, 1) or any(
        isinstance(each, click.Argument) and each.nargs < 0 for each in command.params
    ), line
    assert options is not None
