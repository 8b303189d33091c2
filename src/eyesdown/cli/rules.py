"""`eyesdown rules`: every clause, figure and refusal of every book."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date, datetime
from pathlib import Path
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from eyesdown.cli.console import console, says_no
from eyesdown.cli.console import show as print_table
from eyesdown.cli.naming import BOOK, CLAUSE, CODE, book_named
from eyesdown.cli.places import place_of
from eyesdown.display.refusals import what_happened
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.advice import advice
from eyesdown.rulebook.catalogue import (
    ClauseEntry,
    RuleChange,
    changes,
    entries,
    find_clause,
    near_to,
    search,
    value_in_words,
)
from eyesdown.rulebook.coverage import KINDS, read_coverage, read_tests
from eyesdown.rulebook.decisions import in_words
from eyesdown.rulebooks import REAL_BOOKS, SHELF

TITLE_WIDTH = 23  # so that the list fits a terminal of eighty columns

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")


source = click.option("--source", "with_source", is_flag=True, help="Show the source code too.")


@click.group()
def rules() -> None:
    """Look up any clause, figure or refusal of any rulebook."""


@rules.command("list")
@as_json
def list_books(*, as_json: bool) -> None:
    """List every book: the day it came into force, and its clauses by kind."""
    rows: list[dict[str, Any]] = []
    for book in SHELF.ids:
        source = SHELF.source(book)
        kinds = Counter(row.kind for row in read_coverage(book))
        rows.append(
            {
                "book": book,
                "title": source.title,
                "authority": source.authority,
                "edition": source.edition,
                "in_force": source.in_force.isoformat(),
                "sha256": source.sha256,
                "clauses": sum(kinds.values()),
                "kinds": {kind: kinds[kind] for kind in KINDS},
            }
        )
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    table = Table(box=None, padding=(0, 1, 1, 0), pad_edge=False, header_style="dim")
    table.add_column("book", max_width=TITLE_WIDTH if console().is_terminal else None)
    table.add_column("in force", no_wrap=True)
    for head in ("clauses", *KINDS):
        table.add_column(head, justify="right", no_wrap=True)
    for row in rows:
        counts = [str(row["clauses"]), *(str(row["kinds"][kind]) for kind in KINDS)]
        name = Text.assemble((row["book"], "bold"), f"\n{row['title']}")
        table.add_row(name, row["in_force"], *counts)
    print_table(table)


@rules.command()
@click.argument("book", type=BOOK)
@click.argument("clause", required=False, type=CLAUSE)
@source
@as_json
def show(book: str, clause: str | None, *, with_source: bool, as_json: bool) -> None:
    """Show a whole book, or one clause with its figures, code and tests.

    BOOK is an id or a part of it that fits one book. Brackets in CLAUSE need not be typed.
    """
    shown = entries(SHELF, book)
    if clause is not None:
        shown = find_clause(shown, clause)
    if as_json:
        click.echo(json.dumps([_entry_json(entry) for entry in shown], ensure_ascii=False))
    elif clause is not None:
        for entry in shown:
            _print_entry(entry, with_source=with_source)
    else:
        table = Table(title=SHELF.source(book).title, title_justify="left")
        for head in ("clause", "kind", "says"):
            table.add_column(head, overflow="fold")
        for entry in shown:
            table.add_row(entry.covered.clause, entry.covered.kind, entry.covered.says)
        print_table(table)


@rules.command()
@click.option(
    "--language", type=click.Choice(("en", "fr")), help="English or French; both if left out."
)
def leaflet(language: str | None) -> None:
    """Print the rules of the family game to read out before play, with the warning on the box."""
    from eyesdown.rulebooks.family_bingo.words import LANGUAGES, rules_page

    pages = [rules_page(each) for each in LANGUAGES if language in (None, each)]
    click.echo("\n\n".join("\n".join(page) for page in pages))


@rules.command()
@click.argument("code", type=CODE)
@click.option("--book", type=BOOK, help="Only this book.")
@source
@as_json
def why(code: str, book: str | None, *, with_source: bool, as_json: bool) -> None:
    """Explain a refusal code: its clauses, their figures, code and tests, and what to do next."""
    code = code.strip().lower()
    books = SHELF.ids if book is None else (book,)
    every_entry = [entry for each in books for entry in entries(SHELF, each)]
    matching = [entry for entry in every_entry if code in entry.codes]
    if not matching:
        codes = sorted({each for entry in every_entry for each in entry.codes})
        noun = code.partition("/")[0]
        same_noun = [each for each in codes if each.partition("/")[0] == noun]
        near = near_to(code, same_noun or codes) or same_noun
        hint = f"; did you mean {', '.join(near)}?" if near else "; docs/refusals.md lists them all"
        raise BadInput("code", f"no clause refuses with {code!r}{hint}")
    if as_json:
        words = {"happened": what_happened(code)[0], "next": advice().get(code, "")}
        rows = [{**_entry_json(entry), **words} for entry in matching]
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    click.echo(f"happened {what_happened(code)[0]}")
    for entry in matching:
        _print_entry(entry, with_source=with_source)
    click.echo(f"next     {advice().get(code, 'The book says what to do.')}")


@rules.command("search")
@click.argument("words", nargs=-1, required=True)
@click.option("--book", type=BOOK, help="Only this book.")
@click.option(
    "--most", type=click.IntRange(1), default=20, show_default=True, help="Clauses shown."
)
@as_json
def search_rules(words: tuple[str, ...], book: str | None, most: int, *, as_json: bool) -> None:
    """Find the clauses that hold every one of WORDS, best first; exit code 1 if there are none.

    It looks at our words on each clause, its refusal codes, its figures and our decisions.
    """
    matching = search(SHELF, " ".join(words), () if book is None else (book,))
    if as_json:
        click.echo(json.dumps([_entry_json(entry) for entry in matching], ensure_ascii=False))
    else:
        table = Table(box=None, pad_edge=False, show_header=False)
        for head in ("book", "clause"):
            table.add_column(head, no_wrap=True)
        table.add_column("says", overflow="fold")
        for entry in matching[:most]:
            table.add_row(entry.covered.book, entry.covered.clause, entry.covered.says)
        if matching:
            print_table(table)
        left = len(matching) - most
        if left > 0:
            click.echo(f"{left} more: add a word, name a --book, or give --most {len(matching)}")
    if not matching:
        if not as_json:
            click.echo("No clause holds all of these words; try fewer, or other words.", err=True)
        raise click.exceptions.Exit(1)


@rules.command()
@click.option("--book", type=BOOK, help="Only this book; the fictional one only if named.")
@as_json
def coverage(book: str | None, *, as_json: bool) -> None:
    """List every clause: its kind, our words, where it is answered, and its tests."""
    tests = read_tests()
    rows = [
        {
            "book": row.book,
            "clause": row.clause,
            "kind": row.kind,
            "says": row.says,
            "where": row.where,
            "tests": list(tests.get(row.book, {}).get(row.clause, ())),
        }
        for each in (REAL_BOOKS if book is None else (book,))
        for row in read_coverage(each)
    ]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    heads = ("clause", "kind", "where") if book else ("book", "clause", "kind", "where")
    title = f"{len(rows)} clauses{f' of {book}' if book else ''}"
    table = Table(title=title, title_justify="left")
    for head in heads:
        table.add_column(head, overflow="fold", no_wrap=head in {"book", "kind"})
    table.add_column("tests", justify="right", no_wrap=True)
    for row in rows:
        cells = [str(row[head]) or "for people" for head in heads]
        table.add_row(*cells, str(len(row["tests"])))
    print_table(table)


@rules.command()
@click.argument("name")
@click.option("--from", "original", type=BOOK, required=True, help="Our book to start from.")
@click.option(
    "--in", "folder", type=click.Path(path_type=Path), default=".", help="Where to put it."
)
def new(name: str, original: str, folder: Path) -> None:
    """Start a rulebook of your own: a copy of one of ours, in a folder of its own, with a test.

    docs/tutorial-rulebook.md goes through it step by step.
    """
    from eyesdown.library.outside import new_book

    made_in = new_book(name, original, folder)
    click.echo(f"{made_in}: change source.toml first, then `eyesdown rules check {made_in}`")


@rules.command()
@click.argument("book_or_folder")
def check(book_or_folder: str) -> None:
    """Say what is missing in a rulebook from outside; exit code 1 if anything is.

    It is named by its folder, or by its id if an installed package has it.
    """
    from eyesdown.library.outside import add_folder, problems

    folder = Path(book_or_folder)
    book = add_folder(folder) if folder.is_dir() else book_named(book_or_folder)
    missing = list(problems(book))
    if missing:
        with says_no():
            for sentence in missing:
                click.echo(sentence)
    click.echo(f"{book} is complete: {len(read_coverage(book))} clauses")


@rules.command()
@click.option(
    "--from", "since", required=True, type=click.DateTime(["%Y-%m-%d"]), help="The earlier day."
)
@click.option(
    "--to", "until", required=True, type=click.DateTime(["%Y-%m-%d"]), help="The later day."
)
@click.option("--book", type=BOOK, help="Only this book.")
@as_json
def diff(since: datetime, until: datetime, book: str | None, *, as_json: bool) -> None:
    """Show what differs between two days: books in force, figures with their source.

    The five real books have one edition each so far, so that only the invented one has changed.
    """
    before, after = since.date(), until.date()
    if after < before:
        raise BadInput("--to", f"{after} is before {before}")
    differences = changes(SHELF, SHELF.ids if book is None else (book,), before, after)
    if as_json:
        rows = [
            {name: getattr(change, name) for name in change.__dataclass_fields__}
            for change in differences
        ]
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    _print_changes(differences, before, after)


def _print_changes(differences: list[RuleChange], before: date, after: date) -> None:
    if not differences:
        click.echo(f"Nothing changed between {before} and {after}.")
        return
    table = Table(title=f"{before} to {after}", title_justify="left")
    for head in ("book", "clause", "figure", "before", "after", "source"):
        table.add_column(head, overflow="fold", no_wrap=head in {"book", "before", "after"})
    for row in differences:
        table.add_row(row.book, row.clause, row.figure, row.before, row.after, row.source)
    print_table(table)


def _entry_json(entry: ClauseEntry) -> dict[str, object]:
    row = entry.covered
    figures = [
        {
            "name": figure.name,
            "unit": figure.unit,
            "decision": figure.decision,
            "values": [
                {"from": v.since.isoformat(), "value": v.value, "source": v.source}
                for v in figure.values
            ],
        }
        for figure in entry.figures
    ]
    return {
        "book": row.book,
        "clause": row.clause,
        "kind": row.kind,
        "says": row.says,
        "where": row.where,
        "reason": row.reason,
        "decisions": list(row.decisions),
        "decided": [in_words(row.book, name) for name in row.decisions],
        "codes": list(entry.codes),
        "figures": figures,
        "tests": list(entry.tests),
    }


def _print_entry(entry: ClauseEntry, *, with_source: bool = False) -> None:
    row = entry.covered
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    table.add_row("clause", f"{row.book} cl. {row.clause}")
    table.add_row("says", row.says)
    table.add_row("kind", row.kind)
    for figure in entry.figures:
        for value in figure.values:
            shown = value_in_words(value.value)
            text = f"{figure.name} = {shown} {figure.unit} since {value.since}"
            table.add_row("figure", f"{text} ({value.source})")
    place = place_of(row.where) if row.where else None
    if place is None:
        table.add_row("reason", row.reason)
    else:
        table.add_row("code", place.name)
        table.add_row("file", place.shown)
    if entry.codes:
        table.add_row("refuses", ", ".join(entry.codes))
    for name in row.decisions:
        table.add_row("decision", in_words(row.book, name))
    if entry.tests:
        table.add_row("tests", "\n".join(entry.tests))
    print_table(table)
    if place is not None and with_source:
        click.echo(f"\n{place.source}")
    click.echo()
