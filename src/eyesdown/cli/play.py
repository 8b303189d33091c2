"""`eyesdown play`: a game written in the .eyes notation, replayed through the real rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from eyesdown.cli.infile import naming_the_file
from eyesdown.cli.naming import BOOK
from eyesdown.kernel.errors import BadInput

if TYPE_CHECKING:
    from eyesdown.notation.document import Script


@click.command()
@click.argument(
    "file", required=False, type=click.Path(exists=True, dir_okay=False, allow_dash=True)
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a command.")
@click.option(
    "--check",
    is_flag=True,
    help="Compare with the events in the file; exit code 1 if they differ. A file that writes only "
    "refusals expects these and no others.",
)
@click.option(
    "--strict", is_flag=True, help="Stop at the first refusal that is not in the file; exit code 1."
)
@click.option(
    "--aloud",
    type=click.Choice(("en", "fr")),
    help="Print only what the Banker of the family game says, in English or French.",
)
@click.option(
    "--books", is_flag=True, help="Print only the books at the end: where the money went."
)
@click.option(
    "--hall",
    is_flag=True,
    help="Print only what the hall sees at the end: boards, notices, claims.",
)
@click.option("--against", metavar="URL", help="Play it over HTTP against a running hall.")
@click.option("--tenant", metavar="NAME", help="With --against: which hall of the site.")
@click.option("--tokens", metavar="FILE", default="", help="With --against: API tokens by role.")
@click.option("--words", type=BOOK, help="List what a file about BOOK may contain, and stop.")
def play(
    file: str | None,
    *,
    as_json: bool,
    check: bool,
    strict: bool,
    aloud: str | None,
    books: bool,
    hall: bool,
    words: str | None,
    against: str | None,
    tenant: str | None,
    tokens: str,
) -> None:
    """Replay FILE (or - for standard input) and print each command with its events beneath."""
    if words is not None:
        from eyesdown.notation.words import words_of

        for line in words_of(words):
            click.echo(line)
        return
    if file is None:
        raise click.UsageError("Name a FILE, or - for standard input.")
    if aloud is not None and (as_json or check or strict):
        raise click.UsageError("--aloud cannot be combined with --json, --check or --strict.")
    if (books or hall) and (check or strict or aloud is not None or (books and hall)):
        raise click.UsageError("--books and --hall can be combined with --json only.")
    from eyesdown.notation.checking import UnexpectedRefusal, differences
    from eyesdown.notation.document import parse
    from eyesdown.notation.player import as_json_lines, as_lines, as_sentences

    with naming_the_file(file):
        script = parse(_text_of(file))
    if against is not None:
        _play_against(script, against, tenant, tokens)
        return
    if aloud is not None:
        for sentence in as_sentences(script, aloud):
            click.echo(sentence)
        return
    if books or hall:
        _show_end(script, books=books, as_json=as_json)
        return
    try:
        for line in (as_json_lines if as_json else as_lines)(script, strict=strict):
            click.echo(line)
    except UnexpectedRefusal as stop:
        _stop(str(stop))
    if check and (difference := next(differences(script), None)):
        _stop(difference)


def _show_end(script: Script, *, books: bool, as_json: bool) -> None:
    """The books, or what the hall sees, after the last line."""
    from eyesdown.cli.play_hall import show_halls
    from eyesdown.cli.site.books import show_balances
    from eyesdown.notation.player import played

    if books:
        show_balances(played(script).books, None, as_json=as_json)
    else:
        show_halls(script, as_json=as_json)


def _play_against(script: Script, against: str, tenant: str | None, tokens: str) -> None:
    """Print the file as a running hall plays it; 1 at the first event that differs."""
    from eyesdown.cli.against.command import lines_against, opponent_at

    if tenant is None:
        raise click.UsageError("--against needs --tenant, the hall's name.")
    for line in lines_against(script, opponent_at(against, tenant, tokens)):
        click.echo(line)


def _stop(sentence: str) -> NoReturn:
    click.echo(sentence, err=True)
    raise click.exceptions.Exit(1)


def _text_of(file: str) -> str:
    raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as bad:
        line = raw[: bad.start].count(b"\n") + 1
        raise BadInput(f"line {line}", "is not UTF-8 text") from bad
