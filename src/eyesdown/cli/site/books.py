"""`eyesdown books`: balances and statements."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.table import Table

from eyesdown.cli.site.journal import ROW, until
from eyesdown.cli.site.store_keys import open_existing
from eyesdown.cli.site.tenants import keno_only, machine_of, zone_of
from eyesdown.kernel.canon import plain
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.money import dollars
from eyesdown.ledger.books import Amount, shown, whole
from eyesdown.ledger.chart import kind_of
from eyesdown.ledger.statement import Statement, StatementLine, accounts_of_venue, statement

if TYPE_CHECKING:
    from eyesdown.central.site.row_summaries import RowSummary


@click.group()
def books() -> None:
    """Show balances and statements of a site."""


@books.command("balance")
@click.argument("store")
@click.option("--at", type=ROW, help="After this row of the journal; now when left out.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def balance(store: str, at: int | None, *, as_json: bool) -> None:
    """Show the trial balance: every account, and that they add up to 0."""
    opened = open_existing(store)
    until(opened, "--at", at)
    balances = opened.balances(at)
    opened.close()
    show_balances(balances, at, as_json=as_json)


def show_balances(balances: Mapping[str, Amount], at: int | None, *, as_json: bool) -> None:
    """Every account with its balance; exit 3 if they do not add up to nothing."""
    total = whole(sum(balances.values()))
    if as_json:
        rows = {name: plain(shown(name, value)) for name, value in sorted(balances.items())}
        click.echo(json.dumps({"at": at, "balances": rows, "adds_up_to": plain(total)}))
    else:
        table = Table()
        table.add_column("account")
        table.add_column("what it is")
        table.add_column("balance", justify="right")
        for name, value in sorted(balances.items()):
            kind = kind_of(name)
            table.add_row(name, kind.says if kind else "", dollars(shown(name, value)))
        _as_written().print(table)
        out_by = f"the books do not balance: debits and credits differ by {dollars(total)}"
        click.echo(out_by if total else "the books balance")
    if total:
        raise SystemExit(3)


@books.command("row")
@click.argument("store")
@click.argument("seq", type=click.IntRange(1, ROW.max))
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def row(store: str, seq: int, *, as_json: bool) -> None:
    """Show what one row of the journal did with its money, account by account."""
    from eyesdown.central.site.row_summaries import row_summaries, sums

    opened = open_existing(store)
    until(opened, "seq", seq)
    lines, [done] = opened.row_lines(seq), row_summaries(opened, [seq], zone_of(opened))
    opened.close()
    if not as_json:
        about = done.about or "about nothing in particular"
        click.echo(f"{done.command}, {about}, {done.at:%Y-%m-%d %H:%M:%S}")
    _show(sums(lines), as_json=as_json)


@books.command("day")
@click.argument("store")
@click.argument("keno_day")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def day(store: str, keno_day: str, *, as_json: bool) -> None:
    """Show what a Keno Day changed on every account, from its opening to the next one's."""
    from eyesdown.central.keno.office.reports import day_sums

    opened = open_existing(store)
    keno_only(opened)
    with opened.frozen():
        sums = day_sums(opened, keno_day)
    opened.close()
    if sums is None:
        raise BadInput("keno_day", f"no Keno Day {keno_day} was opened")
    _show(sums, as_json=as_json)


@books.command("game")
@click.argument("store")
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def game(store: str, game: str, *, as_json: bool) -> None:
    """Show what a game ('2026-11-15/007') moved: contributions, growth, prizes, rounding."""
    from eyesdown.central.keno.office.reports import game_sums

    opened = open_existing(store)
    keno_only(opened)
    sums = game_sums(opened, game)
    opened.close()
    if sums is None:
        raise BadInput("game", f"no result of {game} has been published")
    _show(sums, as_json=as_json)


@books.command("winners")
@click.argument("store")
@click.argument("game")
@click.option(
    "--least-cents",
    type=click.IntRange(1),
    default=100_000,
    show_default=True,
    help="The smallest win to list.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def winners_command(store: str, game: str, least_cents: int, *, as_json: bool) -> None:
    """List wins of a game that may be announced; players who asked for it stay unnamed."""
    from eyesdown.central.keno.office.reports import winners
    from eyesdown.central.site.site import restored

    opened = open_existing(store)
    keno_only(opened)
    with opened.frozen():
        state = restored(machine_of(opened), opened).state
        to_announce = winners(opened, state.keno, game, least_cents)
    opened.close()
    if to_announce is None:
        raise BadInput("game", f"no result of {game} has been published")
    if as_json:
        click.echo(json.dumps(plain(to_announce), ensure_ascii=False))
        return
    for winner in to_announce:
        where = ", ".join(filter(None, (winner.venue, winner.area))) or winner.channel
        click.echo(f"{dollars(winner.cents)}  {winner.name or 'a player'}, {where}")
    if not to_announce:
        click.echo(f"No one won {dollars(least_cents)} or more.")


def _as_written() -> Console:
    """A screen that shows names as they are: brackets and colons in one are no commands to it."""
    return Console(markup=False, emoji=False)


def _show(sums: Mapping[str, Amount], *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({name: plain(value) for name, value in sums.items()}))
        return
    table = Table()
    table.add_column("account")
    table.add_column("change", justify="right")
    for name, value in sums.items():
        table.add_row(name, dollars(value))
    _as_written().print(table)


@books.command("statement")
@click.argument("store")
@click.argument("account")
@click.option("--after", type=ROW, default=0, help="Lines after this row of the journal.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def statement_command(store: str, account: str, after: int, *, as_json: bool) -> None:
    """List every line of an account, or of all accounts of a venue ('venue/0417').

    With when it was posted and what it is about: a ticket, a session, a game. `books row` has the
    other accounts of a line.
    """
    from eyesdown.central.site.row_summaries import row_summaries

    kind, _, owner = account.partition("/")
    names = accounts_of_venue(owner) if kind == "venue" and owner else (account,)
    for name in names:
        if kind_of(name) is None:
            raise BadInput("account", f"{name} is not on the chart")
    opened = open_existing(store)
    with opened.frozen():  # a sale in between would be in one account of a venue alone
        before = opened.balances(after)
        shown = [statement(name, opened.lines(name, after), before.get(name, 0)) for name in names]
        seqs = sorted({line.place.seq for each in shown for line in each.lines})
        summaries = row_summaries(opened, seqs, zone_of(opened))
        rows = dict(zip(seqs, summaries, strict=True))
    opened.close()
    if as_json:
        click.echo(json.dumps([_in_json(each, rows) for each in shown]))
        return
    for each in shown:
        _show_statement(each, rows)


def _in_json(shown: Statement, rows: Mapping[int, RowSummary]) -> dict[str, Any]:
    lines = [
        {**_fields(line), "at": done.at.isoformat(), "about": done.about}
        for line, done in ((line, rows[line.place.seq]) for line in shown.lines)
    ]
    return {**_fields(replace(shown, lines=())), "lines": lines}


def _fields(value: Statement | StatementLine) -> dict[str, Any]:
    fields = plain(value)
    assert isinstance(fields, dict)
    return fields


def _show_statement(shown: Statement, rows: Mapping[int, RowSummary]) -> None:
    """A line a posting, as it comes: a year of a busy venue is too much for a table."""
    click.echo(f"{shown.account}, brought forward {dollars(shown.opening)}")
    wide = "{:>9}  {:19}  {:20}  {:36}  {:>15}  {:>15}"
    click.echo(wide.format("row", "when", "why", "about", "amount", "balance"))
    if not shown.lines:
        click.echo("nothing was posted")
    for line in shown.lines:
        done = rows[line.place.seq]
        when, after_it = f"{done.at:%Y-%m-%d %H:%M:%S}", dollars(line.balance)
        row = (line.place.seq, when, line.why, done.about, dollars(line.amount), after_it)
        click.echo(wide.format(*row))
    click.echo(f"carried forward {dollars(shown.closing)}\n")
