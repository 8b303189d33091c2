"""The options of the demonstration, and the addresses that it prints at its start.

The process that watches imports this and not the site, so that the site can start at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

PAGES = (
    ("/try", "start here: be anyone with one click"),
    ("/", "what's on, results, odds, rules"),
    ("/wall?venue=V0001", "the big screen of a keno venue"),
    ("/halls/dome/board", "the board of a bingo hall"),
    ("/family", "bingo at home"),
)


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """What the command line says about the demonstration."""

    folder: Path
    host: str
    port: int
    every_seconds: float
    witnesses: int = 0
    past_games: int = 0

    def as_arguments(self) -> list[str]:
        """The same options for a second process.

        >>> DemoOptions(Path("x"), "127.0.0.1", 8000, 60.0).as_arguments()[:2]
        ['--folder', 'x']
        """
        names = self.__dataclass_fields__
        pairs = [(f"--{name.replace('_', '-')}", f"{getattr(self, name)}") for name in names]
        return [argument for pair in pairs for argument in pair]


def show_addresses(address: str, folder: Path) -> None:
    """Print where everything is."""
    import click
    from rich.console import Console
    from rich.table import Table

    table = Table(title="Eyes Down, the demonstration site", title_justify="left")
    table.add_column("address", no_wrap=True)
    table.add_column("what is there")
    for path, words in PAGES:
        table.add_row(f"{address}{path}", words)
    console = Console()
    console.print(table)
    console.print(f"Everything is made up and kept in {folder}. Stop with Ctrl-C.", markup=False)
    click.echo()
