"""Making cards and finding them again: seed to cards, random words included."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np

from eyesdown.cards.files.parquet import CardFile
from eyesdown.cards.master import Finder, Hashed, Manifest, write_index, write_table
from eyesdown.cards.series import SeriesPlan, certify
from eyesdown.cards.stream import CARD75, STRIP90, TICKET90, CardKind, compiled, stream
from eyesdown.cli.bench.harness import Measured, Workload, best_seconds
from eyesdown.draw.words import Words

WORDS = Words.of_text("bench")
ROWS_AT_ONCE = 10_000
FIND_CARDS = 1_000_000
FINDS = 1000
REFERENCE = "NumPy permuted, rows of 90 uint8"


def _made(kind: CardKind, count: int) -> int:
    return sum(len(chunk) for chunk in stream(kind, WORDS, count))


def _permuted(count: int) -> None:
    """NumPy shuffling as many rows of ninety numbers, a chunk at a time.

    The rows are bytes, as strips are. NumPy shuffles rows of int64, eight times the memory, in
    0.7 to 0.85 of this time, so a ratio against those would be smaller by that factor.
    """
    dice = np.random.default_rng(90)
    rows = np.tile(np.arange(1, 91, dtype=np.uint8), (ROWS_AT_ONCE, 1))
    for _ in range(count // ROWS_AT_ONCE):
        dice.permuted(rows, axis=1)


def _strips(kind: CardKind, ordinary: int) -> Callable[[int], Measured]:
    def measure(scale: int) -> Measured:
        count = ordinary * scale
        _made(kind, ROWS_AT_ONCE)
        ours, theirs = [], []
        for _ in range(3):  # in turns, so that other work on the machine slows both
            ours.append(best_seconds(lambda: _made(kind, count), 1))
            theirs.append(best_seconds(lambda: _permuted(count), 1))
        return Measured(count / min(ours), count / min(theirs), REFERENCE, count)

    return measure


def parquet(scale: int) -> Measured:
    """A million strips to a Parquet file, against the same in memory."""
    count, kind = 1_000_000 * scale, compiled(STRIP90)
    _made(kind, ROWS_AT_ONCE)
    with TemporaryDirectory() as folder:

        def write() -> None:
            with Path(folder, "strips.parquet").open("wb") as out, CardFile(out, kind, {}) as file:
                for chunk in stream(kind, WORDS, count):
                    file.write(chunk)

        seconds = best_seconds(write, 2)
    memory = best_seconds(lambda: _made(kind, count), 2)
    return Measured(count / seconds, count / memory, "the same strips in memory", count)


def _alone(kind: CardKind) -> Callable[[int], Measured]:
    def measure(scale: int) -> Measured:
        count = 500_000 * scale
        _made(kind, ROWS_AT_ONCE)
        seconds = best_seconds(lambda: _made(kind, count))
        return Measured(count / seconds, None, "", count)

    return measure


def find(scale: int) -> Measured:
    """Cards found by their numbers in a series on disk, one after another."""
    plan = SeriesPlan("1", "red", books=-(-FIND_CARDS * scale // 6))
    series = certify(plan, WORDS)
    with TemporaryDirectory() as folder:
        names = [Path(folder, name) for name in ("table", "index")]
        with names[0].open("wb") as table, names[1].open("wb") as index:
            hashed = Hashed(table), Hashed(index)
            write_table(hashed[0], series, WORDS, lambda _: None)
            write_index(hashed[1], series)
            manifest = Manifest(plan, (), "", hashed[0].seal(), hashed[1].seal())
        with names[0].open("rb") as table, names[1].open("rb") as index:
            finder = Finder(manifest, table, index)
            cards = np.random.default_rng(1).integers(1, plan.cards, FINDS).tolist()
            wanted = [match.ticket.numbers for card in cards if (match := finder.by_card(card))]
            start = perf_counter()
            missed = [numbers for numbers in wanted if finder.by_numbers(list(numbers)) is None]
            seconds = perf_counter() - start
    assert not missed
    return Measured(len(wanted) / seconds, None, "", plan.cards)


WORKLOADS = (
    Workload("strips in memory, NumPy", "strips/s", _strips(STRIP90, 200_000)),
    Workload("strips in memory, compiled", "strips/s", _strips(compiled(STRIP90), 400_000)),
    Workload("strips to Parquet", "strips/s", parquet),
    Workload("single tickets in memory", "tickets/s", _alone(TICKET90)),
    Workload("75-ball cards in memory", "cards/s", _alone(CARD75)),
    Workload("find a card by its numbers", "finds/s", find),
)
