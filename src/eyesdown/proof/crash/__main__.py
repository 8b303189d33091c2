"""`make crash`: both stores, a progress bar, and a line of figures for each."""

# ruff: noqa: T201 -- a program of its own, which prints what it found

from __future__ import annotations

import argparse
import sys
from statistics import median

from rich.console import Console
from rich.progress import Progress

from eyesdown.proof import crash
from eyesdown.proof.times import times


def killed(kind: str, rounds: int, seed: int) -> bool:
    """Run on one store and say what came of it."""
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"kills on {kind}", total=rounds)
        outcome = crash.run(
            kind, rounds, seed, progress=lambda killed: bar.update(task, completed=killed)
        )
    print(
        f"{kind}: {outcome.kills} kills, {outcome.acknowledged:,} acknowledged, "
        f"{outcome.lost} lost, {outcome.doubled} doubled, books balanced, "
        f"{outcome.results} results proved, "
        f"restart {median(outcome.starts_s):.2f} s median, {max(outcome.starts_s):.2f} s slowest"
    )
    for end, many in outcome.ends.most_common():
        print(f"  {many:4} {end.value}")
    return outcome.holds


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill the site under load, again and again.")
    parser.add_argument("--rounds", type=times, default=100, help="kills on each store")
    parser.add_argument("--store", choices=(*crash.KINDS, "both"), default="both")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    kinds = crash.KINDS if options.store == "both" else (options.store,)
    hold = [killed(kind, options.rounds, options.seed) for kind in kinds]
    return 0 if all(hold) else 1


if __name__ == "__main__":
    sys.exit(main())
