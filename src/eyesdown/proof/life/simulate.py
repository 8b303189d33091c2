"""`make simulate`: many short lives, each by its own seed, which plays it again to the byte.

python -m eyesdown.proof.life.simulate --seeds 10000
"""

# ruff: noqa: T201 -- a program of its own, which prints what it found

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from random import Random

from eyesdown.central.site.site import restored
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.memory import MemoryStore
from eyesdown.keno.claims.commands import ExpireUnclaimed
from eyesdown.kernel.errors import JournalError
from eyesdown.proof.life import counter, office, players
from eyesdown.proof.life.world import Acts, World
from eyesdown.proof.times import expected_alarms_unlogged, times

GAMES = 5
A_YEAR_LATER = 0.2

ACTS: Acts = {**counter.ACTS, **players.ACTS, **office.ACTS}


def life(seed: int) -> World:
    """One life on a store in memory; AssertionError or JournalError where something is wrong."""
    store = MemoryStore()
    world = World(lambda: store, Random(seed))  # noqa: S311 -- made-up people, not a draw
    office.begin(world)
    world.play(ACTS, GAMES)
    world.check()
    if world.dice.random() < A_YEAR_LATER:
        world.now += timedelta(days=400)
        world.play(ACTS, 1)
        world.do(ExpireUnclaimed(world.now))
        world.play(ACTS, 1)
        world.check()
    verify_journal(world.site.machine, store, decide_again=True)
    save = world.site.machine.save
    state = restored(world.site.machine, store).state
    assert save(state) == save(world.site.state), "a restart leads to another state"
    return world


@expected_alarms_unlogged()
def main() -> int:
    import argparse
    import sys

    from rich.console import Console
    from rich.progress import track

    parser = argparse.ArgumentParser(description="Whole lives of a keno site, each by its seed.")
    parser.add_argument("--seeds", type=times, default=1000, help="how many lives")
    parser.add_argument("--first", type=int, default=1, help="the seed of the first")
    options = parser.parse_args()
    done, faults = Counter[str](), Counter[str]()
    seeds = range(options.first, options.first + options.seeds)
    for seed in track(seeds, "lives", console=Console(file=sys.stderr), transient=True):
        try:
            world = life(seed)
        except (AssertionError, JournalError) as wrong:
            print(f"WRONG: seed {seed}: {wrong}")
            return 1
        done, faults = done + world.done, faults + world.faults
    trouble = ", ".join(f"{many:,} times {what}" for what, many in faults.most_common())
    print(
        f"{options.seeds:,} lives, {done.total():,} commands of {len(done)} kinds done; {trouble}"
    )
    print("the books say what everybody saw, to the cent; every journal was decided again")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
