"""`eyesdown play`: a game written in the .eyes notation, replayed through the real rules."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from eyesdown.kernel.errors import BadInput


@click.command()
@click.argument(
    "file", required=False, type=click.Path(exists=True, dir_okay=False, allow_dash=True)
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a command.")
@click.option(
    "--check", is_flag=True, help="Compare with the events in the file; 1 if they differ."
)
@click.option(
    "--aloud",
    type=click.Choice(("en", "fr")),
    help="Only what the Banker of the family game says, in English or French.",
)
@click.option("--books", is_flag=True, help="Only the books at the end: what became of the money.")
@click.option(
    "--hall", is_flag=True, help="Only what the hall sees at the end: boards, notices, claims."
)
@click.option("--words", metavar="BOOK", help="List what a file about BOOK may say, and stop.")
def play(
    file: str | None,
    *,
    as_json: bool,
    check: bool,
    aloud: str | None,
    books: bool,
    hall: bool,
    words: str | None,
) -> None:
    """Replay FILE (or - for standard input) and print each command with its events beneath."""
    if words is not None:
        from eyesdown.notation.words import words_of

        for line in words_of(words):
            click.echo(line)
        return
    if file is None:
        raise click.UsageError("Name a FILE, or - for standard input.")
    if aloud is not None and (as_json or check):
        raise click.UsageError("--aloud goes with neither --json nor --check.")
    if books and (check or aloud is not None):
        raise click.UsageError("--books goes with neither --check nor --aloud.")
    if hall and (check or books or aloud is not None):
        raise click.UsageError("--hall goes with none of --check, --books and --aloud.")
    from eyesdown.notation.document import parse, print_script
    from eyesdown.notation.player import as_json_lines, as_lines, as_said, books_of

    script = parse(_text_of(file))
    if aloud is not None:
        for sentence in as_said(script, aloud):
            click.echo(sentence)
        return
    if books:
        from eyesdown.cli.site.books import show_balances

        show_balances(books_of(script), None, as_json=as_json)
        return
    if hall:
        from eyesdown.cli.play_hall import show_halls

        show_halls(script, as_json=as_json)
        return
    for line in as_json_lines(script) if as_json else as_lines(script):
        click.echo(line)
    if check:  # as we would write the file: blanks are not what the rules say
        _compare(print_script(script), "".join(f"{line}\n" for line in as_lines(script)))


def _text_of(file: str) -> str:
    raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as bad:
        line = raw[: bad.start].count(b"\n") + 1
        raise BadInput(f"line {line}", "is not UTF-8 text") from bad


def _compare(wanted: str, found: str) -> None:
    """Stop with 1 at the first line that differs."""
    pairs = zip(wanted.splitlines(), found.splitlines(), strict=False)
    for number, (old, new) in enumerate(pairs, start=1):
        if old != new:
            click.echo(f"line {number}: the file says {old!r}, the rules say {new!r}", err=True)
            raise click.exceptions.Exit(1)
    if wanted != found:
        click.echo("the file ends elsewhere than the replay", err=True)
        raise click.exceptions.Exit(1)
