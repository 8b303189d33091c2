"""`eyesdown bench`: speed, measured as ratios in one run."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn
from rich.table import Table

from eyesdown.cli.bench.harness import Workload
from eyesdown.kernel.errors import BadInput

TOPICS = (
    "start",
    "keno",
    "bingo",
    "hall",
    "hall_site",
    "stock",
    "cards",
    "press",
    "odds",
    "central",
    "web",
)
HEADS = ("workload", "unit", "ours", "reference", "ratio", "at ten times the work")


@click.command()
@click.option("--only", help="Only workloads whose name contains this.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a report here; rows of other workloads that it has remain.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def bench(only: str | None, save: Path | None, *, as_json: bool) -> None:
    """Measure our speed against references in the same run."""
    chosen = [work for work in _workloads() if only is None or only in work.name]
    if not chosen:
        raise BadInput("--only", f"no workload's name contains {only!r}")
    rows = []
    with Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        console=Console(stderr=True),
        transient=True,
    ) as progress:
        task = progress.add_task("", total=None)
        for work in chosen:
            progress.update(task, description=work.name)
            rows.append(_measure(work))
    if as_json:
        click.echo(json.dumps(rows))
    else:
        Console().print(_table(rows))
    if save is not None:
        save.parent.mkdir(parents=True, exist_ok=True)
        earlier = save.read_text("utf-8") if save.exists() else ""
        save.write_text(_renewed(earlier, rows) if earlier else _report(rows), "utf-8")


def _workloads() -> Iterator[Workload]:
    for topic in TOPICS:
        yield from import_module(f"eyesdown.cli.bench.{topic}").WORKLOADS


def _measure(work: Workload) -> dict[str, Any]:
    once, tenfold = work.measure(1), work.measure(10)
    return {
        "name": work.name,
        "unit": work.unit,
        "ours": once.ours,
        "reference": once.reference,
        "reference_name": once.reference_name,
        "ratio": None if once.reference is None else once.ours / once.reference,
        "work": once.work,
        "tenfold": {"work": tenfold.work, "ours": tenfold.ours},
    }


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    reference = (
        "" if row["reference"] is None else f"{row['reference']:,.4g} {row['reference_name']}"
    )
    ratio = "" if row["ratio"] is None else f"{row['ratio']:.2f}"
    grown = f"{row['tenfold']['ours']:,.4g} over {row['tenfold']['work']:,}"
    return row["name"], row["unit"], f"{row['ours']:,.4g}", reference, ratio, grown


def _table(rows: list[dict[str, Any]]) -> Table:
    table = Table()
    for head in HEADS:
        table.add_column(head, overflow="fold")
    for row in rows:
        table.add_row(*_cells(row))
    return table


def _renewed(report: str, rows: list[dict[str, Any]]) -> str:
    """An earlier report with these rows in place of its own of the same names.

    >>> row = {"name": "strips", "unit": "1/s", "ours": 2.0, "reference": None, "ratio": None}
    >>> row["tenfold"] = {"ours": 3.0, "work": 10}
    >>> earlier = "| strips | 1/s | 1 |  |  |  |\\n| tickets | as before |\\n"
    >>> print(_renewed(earlier, [row, row | {"name": "cards"}]), end="")
    | strips | 1/s | 2 |  |  | 3 over 10 |
    | tickets | as before |
    | cards | 1/s | 2 |  |  | 3 over 10 |
    """
    lines = report.split("\n")
    for row in rows:
        same = [index for index, line in enumerate(lines) if line.startswith(f"| {row['name']} |")]
        for index in same:
            lines[index] = _line(row)
        if not same:
            last = max(index for index, line in enumerate(lines) if line.startswith("| "))
            lines.insert(last + 1, _line(row))
    return "\n".join(lines)


def _line(row: dict[str, Any]) -> str:
    return "| " + " | ".join(_cells(row)) + " |"


def _report(rows: list[dict[str, Any]]) -> str:
    when = datetime.now(UTC).date().isoformat()
    machine = f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}"
    lines = [
        "# Benchmark results",
        "",
        f"Measured on {when}: {machine}. `make bench` does it; ratios are of one run.",
        "",
        "| " + " | ".join(HEADS) + " |",
        "| " + " | ".join("---" for _ in HEADS) + " |",
        *map(_line, rows),
    ]
    return "\n".join(lines) + "\n"
