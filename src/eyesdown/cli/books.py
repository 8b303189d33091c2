"""`eyesdown books`: balances and statements."""

from __future__ import annotations

import json

import click
from rich.console import Console
from rich.table import Table

from eyesdown.cli.journal import open_existing
from eyesdown.kernel.canon import plain
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.money import dollars
from eyesdown.ledger.books import shown
from eyesdown.ledger.chart import kind_of
from eyesdown.ledger.statement import accounts_of_venue, statement


@click.group()
def books() -> None:
    """Balances and statements of a site."""


@books.command("balance")
@click.argument("store")
@click.option("--at", type=int, help="After this row of the journal; now when left out.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def balance(store: str, at: int | None, *, as_json: bool) -> None:
    """The trial balance: every account, and that they add up to nothing."""
    opened = open_existing(store)
    balances = opened.balances(at)
    opened.close()
    total = sum(balances.values())
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
        Console().print(table)
        click.echo(f"debits and credits differ by {dollars(total)}")
    if total:
        raise SystemExit(3)


@books.command("statement")
@click.argument("store")
@click.argument("account")
@click.option("--after", default=0, help="Lines after this row of the journal.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def statement_command(store: str, account: str, after: int, *, as_json: bool) -> None:
    """Every line of an account, or of all accounts of a venue ('venue/0417')."""
    kind, _, owner = account.partition("/")
    names = accounts_of_venue(owner) if kind == "venue" else (account,)
    for name in names:
        if kind_of(name) is None:
            raise BadInput("account", f"{name} is not on the chart")
    opened = open_existing(store)
    before = opened.balances(after)
    found = [statement(name, opened.lines(name, after), before.get(name, 0)) for name in names]
    opened.close()
    if as_json:
        click.echo(json.dumps([plain(one) for one in found]))
        return
    for one in found:
        table = Table(title=f"{one.account}, brought forward {dollars(one.opening)}")
        for head in ("row", "why", "amount", "balance"):
            table.add_column(head, justify="left" if head == "why" else "right")
        for line in one.lines:
            amount, after_it = dollars(line.amount), dollars(line.balance)
            table.add_row(f"{line.place.seq}", line.why, amount, after_it)
        Console().print(table)
