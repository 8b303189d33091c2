"""`make faults`: every write fails, then the power is cut after every write."""

# ruff: noqa: T201 -- a program of its own, which prints what it found

from __future__ import annotations

import argparse

from rich.console import Console
from rich.progress import Progress

from eyesdown.proof.faults import cut_everywhere, fail_everywhere
from eyesdown.proof.times import times


def main() -> None:
    parser = argparse.ArgumentParser(description="Spoil the disk under a site in every way.")
    parser.add_argument("--every", type=times, default=1, help="only every n-th write")
    parser.add_argument("--seed", type=int, default=1, help="which sectors survive a cut")
    options = parser.parse_args()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("writes that fail")
        failed = fail_everywhere(
            every=options.every,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    print(
        f"{failed.points} writes and syncs, each failed once and for good: the day went on "
        f"{failed.went_on} times, the site stopped cleanly {failed.stopped} times; "
        "nothing acknowledged was lost"
    )
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("power cuts")
        cut = cut_everywhere(
            every=options.every,
            seed=options.seed,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    print(
        f"{cut.cuts:,} power cuts at {cut.points:,} points: nothing acknowledged was lost, "
        f"{cut.more} times a row was there that had not been acknowledged"
    )


if __name__ == "__main__":
    main()
