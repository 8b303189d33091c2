"""Keno: ten-spot picks against the memory's own speed, a mixed game, and bets as JSON Lines."""

from __future__ import annotations

import io
import json
import random
import sys
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from typing import Any

import numpy as np

from eyesdown.cli.bench.harness import Measured, Workload, best_seconds
from eyesdown.keno.bets import bulk, bulk_payout
from eyesdown.keno.bets.bet import SingleBet
from eyesdown.keno.bets.bulk_columns import columns_of
from eyesdown.keno.bets.draws import draw_of
from eyesdown.keno.bets.reading import read_bet
from eyesdown.keno.bets.whole_game import Pot
from eyesdown.rulebooks.nsw_keno.book import NswKeno, open_on
from eyesdown.rulebooks.nsw_keno.c10_jackpots import racing_growth_rate

PICKS = 1_000_000
ENTRIES = 600_000
LINES = 20_000
SEED = 2024
BYTES_READ, BYTES_WRITTEN = 24, 8  # a pick's two words and its stake; its prize


def _book() -> NswKeno:
    return open_on(date(2024, 1, 12))


def _settle_picks(scale: int, settle: Callable[..., object]) -> Measured:
    book, dice, count = _book(), np.random.default_rng(SEED), PICKS * scale
    low = np.zeros(count, np.uint64)
    high = np.zeros(count, np.uint64)
    for tenth in range(10):  # ten different numbers each: one out of each tenth of the grid
        number = dice.integers(0, 8, count) + 8 * tenth
        word = np.uint64(1) << (number % 64).astype(np.uint64)
        low |= np.where(number < 64, word, np.uint64(0))
        high |= np.where(number >= 64, word, np.uint64(0))
    stake = dice.choice(np.array([100, 200, 500]), count)
    draw = draw_of(book, random.Random(SEED).sample(range(1, 81), 20))  # noqa: S311  seeded work
    rates, row = bulk.rates_of(book), bulk.spots_row("regular", 10)
    seconds = best_seconds(lambda: settle(low, high, stake, draw, row=row, rates=rates), 7)
    block = np.zeros(count * (BYTES_READ + BYTES_WRITTEN) // 2, np.uint8)
    other = np.empty_like(block)
    copying = best_seconds(lambda: np.copyto(other, block), 7)
    moved = count * (BYTES_READ + BYTES_WRITTEN) / 1e9
    return Measured(moved / seconds, moved / copying, "memory copied, read plus written", count)


def _numpy_picks(scale: int) -> Measured:
    return _settle_picks(scale, bulk.spot_prizes)


def _compiled_picks(scale: int) -> Measured:
    from eyesdown.keno.bets import bulk_numba

    return _settle_picks(scale, bulk_numba.spot_prizes)


def _mixed_game(scale: int, *, end_to_end: bool) -> Measured:
    """Some twenty thousand bets of every kind, many times over, settled with growth and the cap.

    End to end their columns are built from the bets within the time.
    """
    book, dice = _book(), random.Random(SEED)  # noqa: S311  seeded work
    some = [read_bet(book, raw) for raw in _bets(dice, book, 20_000)]
    few: list[SingleBet] = [bet for bet in some if isinstance(bet, SingleBet)]
    bets = (few * (ENTRIES * scale // len(few) + 1))[: ENTRIES * scale]
    columns = columns_of(book, bets)
    draw = draw_of(book, dice.sample(range(1, 81), 20))

    def game() -> None:
        won = bulk.settle_columns(book, draw, columns_of(book, bets) if end_to_end else columns)
        growth = {
            f"racing/{bet}": Pot(
                won.staked[f"racing/{bet}"] * racing_growth_rate(bet, book.figures)
            )
            for bet in book.figures.racing_growth_rates
        }
        bulk_payout.pay_out(book, won, growth)

    seconds = best_seconds(game)
    return Measured(columns.count / seconds, None, "none", columns.count)


def _check_lines(scale: int) -> Measured:
    from eyesdown.cli.keno.command import check

    book, dice = _book(), random.Random(SEED)  # noqa: S311  seeded work
    lines = [  # a draw of its own on every line: nothing is remembered from the line before
        json.dumps({"id": place, "bet": bet, "drawn": dice.sample(range(1, 81), 20)}).encode()
        for place, bet in enumerate(_bets(dice, book, LINES * scale))
    ]
    file = b"\n".join(lines)
    work = check.callback
    assert work is not None

    def ours() -> None:
        stdout = sys.stdout
        sys.stdout = io.TextIOWrapper(io.BytesIO())
        try:
            work(io.BytesIO(file), None, None, "1", None, bonus=False, as_json=False)
        finally:
            sys.stdout = stdout

    def reference() -> None:
        for line in lines:
            json.dumps(json.loads(line))

    count = len(lines)
    return Measured(
        count / best_seconds(ours),
        count / best_seconds(reference),
        "json.loads and json.dumps of the same lines",
        count,
    )


def _bets(dice: random.Random, book: NswKeno, count: int) -> Iterator[dict[str, Any]]:
    """Bets of every kind as a day sees them: mostly picks, some racing, a few combinations."""
    kinds = ["regular"] * 8 + ["keno2", "lucky_last", "heads_or_tails", "roulette", "roulette"]
    kinds += ["racing"] * 5 + ["combination"]
    for _ in range(count):
        kind = dice.choice(kinds)
        raw: dict[str, Any] = {"type": kind, "subscription_cents": dice.choice([100, 200, 1_000])}
        if kind in {"regular", "keno2", "lucky_last"}:
            raw["spots"] = dice.sample(range(1, 81), dice.choice(book.figures.spot_counts))
        elif kind == "heads_or_tails":
            raw["selection"] = dice.choice(["heads", "tails", "evens"])
        elif kind == "roulette":
            raw["bet"] = dice.choice(list(book.roulette))
            selection = dice.choice(list(book.roulette[raw["bet"]]))
            raw["selection"] = list(selection) if isinstance(selection, tuple) else selection
        elif kind == "racing":
            raw |= _racing(dice, book)
        else:
            spots = dice.sample(range(1, 81), 12)
            raw["game"] = dice.choice(["regular", "keno2"])
            raw["groups"] = [spots[:1], spots[1:3], spots[3:5], spots[5:8], spots[8:12]]
            raw["sizes"] = None
        if kind in {"regular", "heads_or_tails", "roulette"}:
            raw["bonus"] = dice.random() < 0.3
        yield raw


def _racing(dice: random.Random, book: NswKeno) -> dict[str, Any]:
    bet, size = dice.choice(list(book.figures.racing_rows_named.items()))
    rows = dice.sample(range(1, 9), 8)
    option = "straight" if size == 1 else dice.choice(["straight", "box", "standout", "field"])
    if option == "straight":
        return {"bet": bet, "option": option, "rows": rows[:size]}
    if option == "box":
        return {"bet": bet, "option": option, "rows": rows[: dice.randint(size, 7)]}
    raw = {"bet": bet, "option": option, "standout": rows[:1]}
    return {**raw, "with": rows[1:7]} if option == "standout" else raw


WORKLOADS = (
    Workload("keno: settle 1,000,000 ten-spot entries, NumPy", "GB/s", _numpy_picks),
    Workload("keno: settle 1,000,000 ten-spot entries, compiled", "GB/s", _compiled_picks),
    Workload(
        "keno: mixed game of 600,000 entries, in columns",
        "entries/s",
        partial(_mixed_game, end_to_end=False),
    ),
    Workload(
        "keno: mixed game of 600,000 entries, end to end",
        "entries/s",
        partial(_mixed_game, end_to_end=True),
    ),
    Workload("keno check: mixed bets as JSON Lines", "bets/s", _check_lines),
)
