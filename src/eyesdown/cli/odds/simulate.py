"""`eyesdown simulate`: whole keno games and bingo sessions, on all cores or a cluster."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from math import isfinite
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click

from eyesdown.cli.infile import name_of
from eyesdown.kernel.errors import BadInput

if TYPE_CHECKING:  # numpy is loaded only when something is simulated
    from eyesdown.odds.simulation.blocks import Job, Precision, Run, Submit

SAVE_SECONDS = 5.0
COUNT_DIGITS = 18
SEED_BITS = 64
SEED_DIGITS = 40  # a longer one is taken as text
RUN_GAMES = 1000  # games that share their jackpot meters when bets are played as sold
Command = TypeVar("Command", bound=Callable[..., Any])


@click.group()
def simulate() -> None:
    """Simulate whole games and sessions; the same seed gives the same answer on any machine."""


def _shared(command: Command) -> Command:
    """The options that every simulation has."""
    for option in reversed(
        (
            click.option(
                "--seed",
                help="Any text; a number is itself. Random if left out; the answer shows a number.",
            ),
            click.option(
                "--workers", type=click.IntRange(1, 512), help="Number of cores; all if left out."
            ),
            click.option("--dask", help="Address of a Dask scheduler to run on instead of here."),
            click.option(
                "--checkpoint",
                type=click.Path(dir_okay=False, path_type=Path),
                help="Save progress to this file; continue from it if it exists.",
            ),
            click.option(
                "--on",
                "day",
                type=click.DateTime(["%Y-%m-%d"]),
                default="2024-01-12",
                show_default=True,
                help="Rules in force on this day.",
            ),
            click.option("--json", "as_json", is_flag=True, help="The figures as JSON."),
        )
    ):
        command = option(command)
    return command


@simulate.command()
@click.argument("mix", type=click.File("rb"), required=False)
@click.option(
    "--entry",
    "entries",
    multiple=True,
    help="KEY=COUNT, such as regular/10=600; replaces that of MIX.",
)
@click.option(
    "--games",
    type=click.IntRange(1, 10**12),
    default=100_000,
    show_default=True,
    help="Number of games, rounded up to whole blocks.",
)
@click.option(
    "--precision",
    type=click.FloatRange(0, min_open=True),
    help="Stop once the return is known to within this, such as 0.005.",
)
@_shared
def keno(
    mix: BinaryIO | None,
    *,
    entries: tuple[str, ...],
    games: int,
    precision: float | None,
    day: datetime,
    as_json: bool,
    **how: Any,
) -> None:
    """Simulate games with a mix of entries: return, liability and its tails, jackpots, pro-rating.

    The mix is JSON: {"entries": {"regular/10": 600}, "favourites": [{"spots": [...], "count": 5}]}.
    Entries pick their spots at random for every game; favourites always play the same numbers.
    {"bets": [{"bet": {...}, "count": 5}]} plays bets of every form by the full rules, with jackpots
    that grow until they are won; it is slower.
    """
    from eyesdown.cli.odds import simulate_tables
    from eyesdown.odds.keno.answers import keno_book
    from eyesdown.odds.simulation.blocks import Precision
    from eyesdown.odds.simulation.keno import read_mix
    from eyesdown.odds.simulation.sold import read_sold
    from eyesdown.odds.simulation.spread import least_in_all, least_sold

    def narrow(staked_cents: int, variance_min: float) -> Precision | None:
        if precision is None:
            return None
        return Precision("paid", precision, staked_cents, variance_min)

    raw = _object(mix, "mix") if mix is not None else {}
    book = keno_book(day.date())
    if "bets" in raw and entries:
        raise BadInput("entry", "cannot be combined with bets; add it to the bets of the mix")
    if "bets" in raw:
        sold = read_sold(book, raw, max(2, min(games, RUN_GAMES)))  # a single game gives no error
        sold_run = _run(sold, games, narrow(sold.staked_cents, least_sold(sold)), **how)
        simulate_tables.show(simulate_tables.sold_answer(sold, sold_run), as_json=as_json)
        return
    listed = raw.setdefault("entries", {})
    counts: dict[str, int] = {}
    for text in entries:
        key, _, count = text.partition("=")
        whole = count.isascii() and count.isdigit() and len(count) <= COUNT_DIGITS
        if not whole or not isinstance(listed, dict):
            raise BadInput("entry", f"{text!r} is not KEY=COUNT, such as regular/10=600")
        counts[key] = counts.get(key, 0) + int(count)
    if counts:
        listed |= counts
    job = read_mix(book, raw)
    run = _run(job, games, narrow(job.staked_cents, least_in_all(job)), **how)
    simulate_tables.show(simulate_tables.keno_answer(job, run), as_json=as_json)


@simulate.command()
@click.argument("programme", type=click.File("rb"))
@click.option(
    "--sequences",
    type=click.IntRange(1, 10**9),
    default=100,
    show_default=True,
    help="Number of runs of all sessions, rounded up to whole blocks.",
)
@click.option(
    "--precision",
    type=click.FloatRange(0, min_open=True),
    help="Stop once the prizes paid in a run are known to within this many dollars.",
)
@_shared
def bingo(
    programme: BinaryIO,
    *,
    sequences: int,
    precision: float | None,
    day: datetime,
    as_json: bool,
    **how: Any,
) -> None:
    """Simulate sessions under a book: return, length, jackpots, minimum returns, must-go.

    The programme is JSON; docs/odds.md shows one and names every field. For the family game it is
    {"book": "family-bingo", "players": 4}: rounds until a player has the points.
    """
    from eyesdown.cli.odds import simulate_tables
    from eyesdown.library.outside import add_folder
    from eyesdown.odds.simulation.bingo import BingoSessions
    from eyesdown.odds.simulation.blocks import Precision
    from eyesdown.odds.simulation.family import read_family
    from eyesdown.odds.simulation.programme import FAMILY, read_programme

    raw = _object(programme, "programme")
    if isinstance(raw.get("book"), str) and os.sep in raw["book"]:
        raw["book"] = add_folder(Path(raw["book"]))
    if raw.get("book") == FAMILY:
        if precision is not None:
            raise BadInput("precision", "has no meaning for the family game, which pays no money")
        family = _run(read_family(raw, day.date()), sequences, None, **how)
        simulate_tables.show(simulate_tables.family_answer(family), as_json=as_json)
        return
    job = BingoSessions(read_programme(raw, day.date()))
    stop_at = None if precision is None else Precision("paid", precision, 100)
    run = _run(job, sequences, stop_at, **how)
    simulate_tables.show(simulate_tables.bingo_answer(job, run), as_json=as_json)


def _object(source: BinaryIO, field: str) -> dict[str, Any]:
    called = f"{name_of(source)} ".lstrip()
    try:
        raw = json.load(source)
    except UnicodeDecodeError as bad:
        raise BadInput(field, f"{called}is not UTF-8 text") from bad
    except (ValueError, RecursionError) as bad:
        raise BadInput(field, f"{called}is not JSON: {bad}") from bad
    if not isinstance(raw, dict):
        raise BadInput(field, f"{called}is not a JSON object")
    return raw


def _run(
    job: Job,
    trials: int,
    precision: Precision | None,
    *,
    seed: str | None,
    workers: int | None,
    dask: str | None,
    checkpoint: Path | None,
) -> Run:
    """Run the job to its end with a progress bar; save regularly and at the end."""
    from rich.console import Console
    from rich.progress import Progress

    from eyesdown.odds.simulation.blocks import Run, seed_of

    if precision is not None and not isfinite(precision.half_width):
        raise BadInput("precision", "must be a finite number")
    saved = _saved(checkpoint)
    if seed is not None:
        number = _seed_number(seed)
    else:
        number = secrets.randbits(SEED_BITS) if saved is None else seed_of(saved)
    run = Run(job, number, -(-trials // job.block_trials), precision)
    if saved is not None:
        run.resume(saved)
    if checkpoint is not None:
        _save(run, checkpoint)  # report a file that cannot be written now, not at the end
    count = workers or os.cpu_count() or 1
    screen = Console(stderr=True)
    last = monotonic()
    try:
        with (
            _engine(count, dask) as submit,
            Progress(console=screen, transient=True, disable=not screen.is_terminal) as bar,
        ):
            task = bar.add_task("simulating", total=run.blocks_max, completed=run.blocks_done)
            for step in run.steps(submit, count * 2):
                bar.update(task, completed=step.blocks_done)
                if checkpoint is not None and monotonic() - last > SAVE_SECONDS:
                    _save(run, checkpoint)
                    last = monotonic()
    finally:
        if checkpoint is not None:
            _save(run, checkpoint)
    return run


def _seed_number(text: str) -> int:
    """The number of a seed: itself if it is one, and 64 bits of the hash of any other text.

    >>> _seed_number("7"), _seed_number("club night")
    (7, 9724172391209728537)
    """
    from eyesdown.cli.odds.draws import entropy

    if text.isascii() and text.isdigit() and len(text) <= SEED_DIGITS:
        return int(text)
    return int.from_bytes(entropy(text)[: SEED_BITS // 8])


def _saved(checkpoint: Path | None) -> dict[str, Any] | None:
    if checkpoint is None or not checkpoint.exists():
        return None
    try:
        with checkpoint.open("rb") as file:
            return _object(file, "checkpoint")
    except OSError as trouble:
        raise BadInput(
            "checkpoint", f"{checkpoint} cannot be read: {trouble.strerror}"
        ) from trouble


def _save(run: Run, checkpoint: Path) -> None:
    """Write a new file and rename it, so that a crash leaves the older checkpoint intact."""
    draft = checkpoint.with_name(checkpoint.name + ".new")
    try:
        draft.write_text(json.dumps(run.checkpoint()), "utf-8")
        draft.replace(checkpoint)
    except OSError as trouble:
        raise BadInput(
            "checkpoint", f"{checkpoint} cannot be written: {trouble.strerror}"
        ) from trouble


@contextmanager
def _engine(workers: int, dask: str | None) -> Iterator[Submit]:
    from eyesdown.odds.simulation.blocks import processes

    if dask is None:
        with processes(workers) as submit:
            yield submit
        return
    try:
        from distributed import Client
    except ImportError as missing:
        raise BadInput(
            "dask", "needs the extra `cluster`: pip install eyesdown[cluster]"
        ) from missing
    from eyesdown.odds.simulation.cluster import over

    try:
        client = Client(dask)  # type: ignore[no-untyped-call]  # Dask has no annotations here
    except (OSError, ValueError) as trouble:
        raise BadInput("dask", f"no scheduler answers at {dask}") from trouble
    with client:
        yield over(client)
