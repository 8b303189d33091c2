"""The insider who tries serials for a last entry until the draw suits it, then sells that one.

They have the site's secrets and its receipt key, so every serial they try is genuine.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

from eyesdown.central.keno.machine import ENTRIES, KenoSite, entries_of, game_key
from eyesdown.central.keno.tasks import Plan, secret_name
from eyesdown.central.site.serials import Serials
from eyesdown.central.site.site import Site
from eyesdown.demo.keno_load import Ask, anything, sale
from eyesdown.draw import evidence, merkle
from eyesdown.draw.slow import Turning
from eyesdown.draw.witnessed import numbers_at_once
from eyesdown.keno.bets.bet import Regular
from eyesdown.kernel.canon import plain
from eyesdown.proof.fairness.insider import DRAWN, POOL, law
from eyesdown.proof.fairness.table import PLACES, Table, dice_of
from eyesdown.proof.faults.day import START

OTHERS = 17
RECEIPT_KEY = bytes(32)
SERIALS_AT_ONCE = 256
SLOW_SECONDS = 10.0
MEASURED_TURNS = 20_000


@dataclass(frozen=True, slots=True)
class Ground:
    """A last entry that was chosen so that all the insider knows gives every spot."""

    spots: int
    candidates: int
    seconds: float
    hits: int

    @property
    def won(self) -> bool:
        """Whether the site's real draw hit every spot."""
        return self.hits == self.spots


def grind(
    spots: int, seed: int, *, witness: str = "", progress: Callable[[int], object] = lambda _: None
) -> Ground:
    """Try serials against a real site in memory, sell the one that suits, let the site draw."""
    names = (witness,) if witness else ()
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Plan(os.urandom), Path(folder), names)
        while witness and not _is_named(table, witness):
            table.close_game()
        dice, game = dice_of(f"grind {seed}"), table.site.state.keno.open_game
        assert game is not None
        for number in range(OTHERS):
            table.submit(sale(table.now, f"S{game}/{number}", PLACES[0], anything(dice)))
        picks = tuple(sorted(dice.sample(range(1, POOL + 1), spots)))
        ask = Ask((Regular(picks, 100),), 1, 100)
        began = perf_counter()
        serial, candidates = _suiting(table.site, game, ask, seed, progress)
        seconds = perf_counter() - began
        table.submit(sale(table.now, serial, PLACES[0], ask))
        table.close_game()
        hits = len(set(table.results()[game]) & set(picks))
    return Ground(spots, candidates, seconds, hits)


def _is_named(table: Table, witness: str) -> bool:
    """Whether the promise of the open game names a witness."""
    game = table.site.state.keno.open_game
    draws = table.site.state.witnessed.draws
    return game in draws and witness in dict(draws[game].promise.witnesses)


def _suiting(
    site: Site[KenoSite], game: int, ask: Ask, seed: int, progress: Callable[[int], object]
) -> tuple[str, int]:
    """The first serial whose draw, without any answer, hits every spot; how many were tried."""
    state = site.state
    secret = site.store.secret(secret_name(game))
    leaves = [merkle.leaf(entry) for entry in entries_of(state, game)]
    cents = sum(state.keno.totals[game].by_category.values()) + ask.cents
    sealed = plain(evidence.seal(game_key(state.keno.games[game]), [b""], cents))
    assert isinstance(sealed, dict)
    sealed["entries"] = len(leaves) + 1
    [bet] = ask.lines
    assert isinstance(bet, Regular)
    for tried, serial in enumerate(_serials(seed), start=1):
        entry = sale(START, serial, PLACES[0], ask).entry
        sealed["root"] = merkle.root([*leaves, merkle.leaf(ENTRIES.write(entry))]).hex()
        if set(bet.spots) <= set(numbers_at_once(secret, sealed, POOL, DRAWN)):
            return serial, tried
        if tried % SERIALS_AT_ONCE == 0:
            progress(tried)
    raise AssertionError("serials do not run out")


def _serials(seed: int) -> Iterator[str]:
    """Genuine serials without end."""
    dice = dice_of(f"serials {seed}")
    serials = Serials(RECEIPT_KEY, lambda: int(START.timestamp()) * 1_000_000)
    while True:
        yield from serials.many(dice.randbytes, SERIALS_AT_ONCE)


@dataclass(frozen=True, slots=True)
class SlowCost:
    """What one candidate costs once the slow step is between the seal and the numbers."""

    turns: int
    core_seconds: float

    @property
    def core_hours(self) -> float:
        """For the number of candidates that six of six takes on average."""
        return self.core_seconds * candidates_for_all() / 3600


def candidates_for_all() -> float:
    """How many candidates six of six takes on average: 7,753."""
    return 1 / law()[-1]


def slow_cost(*, whole: bool) -> SlowCost:
    """Measure the slow step of ten seconds by the core's own time; a twentieth of it if not whole.

    Core time and not the time of day, so that a busy machine measures the same.
    """
    turns = int(_turns_a_core_second() * SLOW_SECONDS) // 1000 * 1000
    part = turns if whole else turns // 20
    turning = Turning.of(b"a candidate's seal", part)
    began = process_time()
    turning.run()
    return SlowCost(turns, (process_time() - began) * turns / part)


def _turns_a_core_second() -> float:
    turning = Turning.of(b"how fast is this machine", MEASURED_TURNS)
    began = process_time()
    turning.run()
    return MEASURED_TURNS / (process_time() - began)
