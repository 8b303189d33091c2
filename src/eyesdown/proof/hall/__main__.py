"""`python -m eyesdown.proof.hall --seeds 10000`: many nights, each by its own seed."""

# ruff: noqa: T201 -- a program of its own, which prints what it found

from __future__ import annotations

from collections import Counter

from eyesdown.kernel.errors import JournalError
from eyesdown.proof.hall.life import life
from eyesdown.proof.times import times

SESSIONS, ORDERED = 2, 0.3


def main() -> int:
    import argparse
    import sys

    from rich.console import Console
    from rich.progress import track

    parser = argparse.ArgumentParser(description="Whole nights of a hall, each by its seed.")
    parser.add_argument("--seeds", type=times, default=1000, help="how many lives")
    parser.add_argument("--first", type=int, default=1, help="the seed of the first")
    options = parser.parse_args()
    done, games, faults = Counter[str](), Counter[str](), Counter[str]()
    seeds = range(options.first, options.first + options.seeds)
    for seed in track(seeds, "lives", console=Console(file=sys.stderr), transient=True):
        try:
            alive, night = life(seed, SESSIONS, ORDERED)
        except (AssertionError, JournalError) as wrong:
            print(f"WRONG: seed {seed}: {wrong}")
            return 1
        done, games, faults = done + night.done, games + alive.games, faults + alive.faults
    kinds = ", ".join(f"{number:,} {outcome}" for outcome, number in games.most_common())
    trouble = ", ".join(f"{number:,} times {what}" for what, number in faults.most_common())
    print(f"{options.seeds:,} lives of a hall, {done.total():,} commands of {len(done)} kinds done")
    print(f"games: {kinds}; {trouble}")
    print("control counted every game alike; every journal was decided again")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
