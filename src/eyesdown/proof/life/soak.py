"""`make soak`: weeks of keno in minutes, every game of every day, and what goes wrong in them.

    python -m eyesdown.proof.life.soak --days 30

At the end of every day the books must say what everybody saw, and what the site keeps in memory
must not have grown with its history.
"""

# ruff: noqa: T201 -- a program of its own, which prints what it found

from __future__ import annotations

import resource
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import TemporaryDirectory
from typing import NamedTuple

from eyesdown.central.site.verify_journal import Verified, verify_journal
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.kernel.errors import JournalError
from eyesdown.proof.life import counter, office, players
from eyesdown.proof.life.world import Acts, World
from eyesdown.proof.times import expected_alarms_unlogged, times

GAMES_A_DAY = 480
WARM_UP_DAYS = 2
"""Until the games of two Keno Days are in memory, as they are from then on."""
DAYS_TO_TELL = 6
GROWTH_MAX = 0.01
"""A day, of what is kept in memory."""

ACTS: Acts = {
    counter.buy: 30,
    counter.buy_with_paper: 8,
    counter.buy_the_same: 4,
    counter.buy_a_mixture: 4,
    counter.buy_in_other_ways: 4,
    counter.deliver: 3,
    counter.cancel: 4,
    counter.claim: 10,
    counter.pay_again: 16,
    counter.give_paper_back: 8,
    **players.ACTS,
    office.settle_up: 1,
}
"""Open business is closed soon, so that it does not hide what history leaves in memory."""


class Day(NamedTuple):
    """Bytes of state at the end of a day, and the most memory that was taken until then."""

    state_bytes: int
    peak_kilobytes: int


def soak(
    path: Path, days: int, seed: int, progress: Callable[[int], None], games: int = GAMES_A_DAY
) -> tuple[World, list[Day], Verified]:
    """Run `days` days on a file; AssertionError or JournalError where something is wrong."""
    world = World(lambda: SqliteStore(path), Random(seed))  # noqa: S311 -- made-up people
    office.begin(world)
    measured: list[Day] = []
    for _ in range(days):
        world.play(ACTS, games)
        world.check()
        state_bytes = len(world.take_snapshot().body)
        measured.append(Day(state_bytes, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
        progress(len(measured))
    return world, measured, verify_journal(world.site.machine, world.site.store)


def growth_a_day(sizes: Sequence[int]) -> float:
    """By what part something grew a day, from the first third of the days to the last.

    >>> growth_a_day([100, 100, 104, 106, 108, 108])
    0.02
    """
    third = len(sizes) // 3
    early, late = mean(sizes[:third]), mean(sizes[-third:])
    return round((late / early - 1) / (len(sizes) - third), 4)


def grown(days: Sequence[Day]) -> bool:
    """Say how memory grew, and whether it did so with the history."""
    wrong = False
    for what, sizes, unit in (
        ("state", [day.state_bytes for day in days], "bytes"),
        ("peak memory", [day.peak_kilobytes for day in days], "kB"),
    ):
        print(f"{what}: {sizes[0]:,} {unit} after the first day, {sizes[-1]:,} after the last")
        steady = sizes[WARM_UP_DAYS:]
        if len(steady) >= DAYS_TO_TELL:
            grew = growth_a_day(steady)
            print(f"{what}: {grew:+.2%} a day, of at most {GROWTH_MAX:.0%}")
            wrong = wrong or grew > GROWTH_MAX
    return wrong


@expected_alarms_unlogged()
def main() -> int:
    import argparse
    import sys

    from rich.console import Console
    from rich.progress import Progress

    parser = argparse.ArgumentParser(description="Weeks of keno in minutes, and what goes wrong.")
    parser.add_argument("--days", type=times, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    bar = Progress(console=Console(file=sys.stderr), transient=True)
    with TemporaryDirectory() as folder, bar:
        show = partial(bar.update, bar.add_task("days", total=options.days))
        try:
            world, days, verified = soak(
                Path(folder) / "site.db",
                options.days,
                options.seed,
                lambda done: show(completed=done),
            )
        except (AssertionError, JournalError) as wrong:
            bar.stop()
            print(f"WRONG: {wrong}")
            return 1
    trouble = ", ".join(f"{many:,} times {what}" for what, many in world.faults.most_common())
    print(
        f"{options.days} days, {verified.rows:,} rows, {world.done.total():,} commands; {trouble}"
    )
    print("the books say what everybody saw, to the cent, at the end of every day")
    return int(grown(days))


if __name__ == "__main__":
    raise SystemExit(main())
