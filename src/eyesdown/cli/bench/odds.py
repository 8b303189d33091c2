"""Speed of exact odds and of simulation, against NumPy drawing the same permutations."""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from functools import partial

import numpy as np

from eyesdown.cli.bench.harness import Measured, Workload, best_seconds
from eyesdown.odds.simulation.bingo import BingoSessions
from eyesdown.odds.simulation.blocks import Job, run_block, stream
from eyesdown.odds.simulation.keno import KenoGames
from eyesdown.odds.simulation.programme import read_programme

DAY = date(2024, 1, 12)
SEED = 1
ENTRIES = 1000
TICKETS = 4998
PERMUTED = "NumPy Generator.permuted"


def exact_odds(scale: int) -> Measured:
    """Every keno bet from a cold start, interpreter and all; the work does not grow."""
    command = [sys.executable, "-m", "eyesdown", "odds", "keno", "--json"]
    seconds = best_seconds(partial(subprocess.run, command, check=True, capture_output=True))
    return Measured(1 / seconds, 1 / 2.0, "the mark of two seconds", scale)


def keno_games(scale: int) -> Measured:
    """Games of a thousand ten-spot entries, against permuting as many rows of eighty numbers."""
    blocks = 8 * scale
    job = KenoGames(DAY, (("regular/10", ENTRIES),))
    games = blocks * job.block_trials
    ours = best_seconds(partial(_blocks, job, blocks))
    theirs = best_seconds(partial(_permuted, 80, games))
    return Measured(games / ours, games / theirs, f"{PERMUTED}, 80 numbers a game", games)


def bingo_sessions(scale: int) -> Measured:
    """Sessions of one game to a house, each on 4,998 tickets of its own."""
    programme = read_programme(
        {
            "book": "vic-bingo",
            "players": TICKETS // 6,
            "tickets": 6,
            "games": [{"prizes": {"house": 10_000}, "price_cents": 100}],
        },
        DAY,
    )
    job = BingoSessions(programme, block_trials=1)  # a block has its own tickets
    sessions = 64 * scale
    ours = best_seconds(partial(_blocks, job, sessions))
    theirs = best_seconds(partial(_permuted, 90, sessions * (TICKETS // 6 + 1)))
    name = f"{PERMUTED}, 90 numbers a strip and a game"
    return Measured(sessions / ours, sessions / theirs, name, sessions)


def _blocks(job: Job, count: int) -> None:
    for block in range(count):
        run_block(job, SEED, block)


def _permuted(pool: int, rows: int) -> None:
    generator = stream(SEED, 0)
    for start in range(0, rows, 8192):
        count = min(8192, rows - start)
        generator.permuted(np.tile(np.arange(1, pool + 1, dtype=np.uint8), (count, 1)), axis=1)


WORKLOADS = (
    Workload("exact odds of every keno bet, cold", "answers/s", exact_odds),
    Workload("simulate keno games, 1,000 entries each", "games/s", keno_games),
    Workload("simulate bingo sessions, 5,000 tickets to a house", "sessions/s", bingo_sessions),
)
