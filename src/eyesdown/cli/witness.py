"""`eyesdown witness`: the witness's own program, as one file or from here."""

from __future__ import annotations

import sys

import click


@click.command(
    context_settings={"ignore_unknown_options": True, "help_option_names": []},
    add_help_option=False,
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def witness(arguments: tuple[str, ...]) -> None:
    """Run a witness of draws: `new`, `run` and `check`; `file` prints the one-file program."""
    from eyesdown.central.witness.bundle import bundle
    from eyesdown.central.witness.command import main

    if arguments == ("file",):
        click.echo(bundle(), nl=False)
        return
    as_file = "  eyesdown witness file > witness.py   the same program as one file\n"
    sys.exit(main(list(arguments), "eyesdown witness", as_file))
