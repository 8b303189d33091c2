"""The command `eyesdown`: nouns, then verbs. A noun's module is imported when it is used."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from eyesdown import __version__
from eyesdown.kernel.errors import BadInput, EyesdownError

NOUNS = {
    "rules": "Rulebooks: every clause, figure and refusal.",
    "keno": "Check, price and settle keno bets; read a draw.",
    "cards": "Make, find, verify and print bingo cards and series.",
    "odds": "Exact odds and returns.",
    "simulate": "Whole games and sessions, simulated.",
    "play": "Replay a game written in the .eyes notation.",
    "serve": "Run the Central Site.",
    "journal": "Verify, replay and export the journal.",
    "books": "Balances and statements.",
    "demo": "A game in the terminal, called ball by ball.",
    "bench": "Measure our speed against references in the same run.",
}


class Nouns(click.Group):
    """A group that knows its nouns by name and imports one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(NOUNS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in NOUNS:
            return None
        command = getattr(import_module(f"eyesdown.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(NOUNS.items()))


@click.group(cls=Nouns, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="eyesdown")
def eyesdown() -> None:
    """Bingo and keno, played by the book. Every yes and every no names its clause.

    Exit codes: 0 yes, 1 a rule said no, 2 bad usage, 3 broken machine.
    """


def main() -> None:
    """Run the command; whatever is wrong is said in one line with its exit code."""
    try:
        sys.exit(eyesdown(prog_name="eyesdown", standalone_mode=False))  # an Exit is its code
    except click.ClickException as usage:
        usage.show()
        sys.exit(2)
    except click.Abort:
        click.echo("stopped", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except BadInput as wrong:
        click.echo(f"{wrong.field}: {wrong.message}", err=True)
        sys.exit(wrong.exit_code)
    except EyesdownError as broken:
        click.echo(f"stopped: {broken}", err=True)
        sys.exit(broken.exit_code)
