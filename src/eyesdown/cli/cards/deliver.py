"""`eyesdown cards deliver`: the files of a series into the store of a hall."""

from __future__ import annotations

import click
import msgspec


@click.command()
@click.argument("name")
@click.option("--store", required=True, help="The hall's store: a file, or a PostgreSQL address.")
def deliver(name: str, store: str) -> None:
    """Put the files of a series into a hall's store, and print the plan for TakeInSeries.

    The hall may be running. The files come into stock when the office gives the command
    TakeInSeries with this plan as its `stock`; the hall's book is checked then.
    """
    from pathlib import Path

    from eyesdown.central.hall.stock import receive
    from eyesdown.cli.site.store_keys import open_existing
    from eyesdown.library.series import opened_series

    with opened_series(name) as files:
        manifest = Path(f"{files.base}.json").read_bytes()
        opened = open_existing(store)
        try:
            stock = receive(opened, manifest, files.table, files.index)
        finally:
            opened.close()
    click.echo(msgspec.json.encode(stock).decode())
