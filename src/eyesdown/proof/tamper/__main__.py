"""`python -m eyesdown.proof.tamper --each 1000`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from eyesdown.proof.tamper.hall_result_changes import RESULT_CHANGES
from eyesdown.proof.tamper.hall_rounds import tamper_hall
from eyesdown.proof.tamper.hall_sale_changes import SALE_CHANGES
from eyesdown.proof.tamper.journal_changes import JOURNAL_CHANGES
from eyesdown.proof.tamper.keyed_rounds import flip_bits, keyed_day, tamper_keyed
from eyesdown.proof.tamper.rounds import Tampered, tamper, tamper_sqlite
from eyesdown.proof.tamper.sqlite_changes import SQLITE_CHANGES
from eyesdown.proof.tamper.table_changes import TABLE_CHANGES
from eyesdown.proof.tamper.tables import honest
from eyesdown.proof.times import times


def main() -> int:
    import argparse
    import sys

    from rich.console import Console
    from rich.progress import track

    parser = argparse.ArgumentParser(description="Change what is stored in every way there is.")
    parser.add_argument("--each", type=times, default=200, help="how often each kind of change")
    parser.add_argument("--bits", type=times, default=100_000, help="how many single bits")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tenant", choices=("keno", "hall", "all"), default="all")
    options = parser.parse_args()
    dice = Random(options.seed)  # noqa: S311 -- which byte is changed, not a draw
    console = Console(file=sys.stderr)
    kinds: list[Callable[[int, Random], Tampered]] = []
    if options.tenant != "hall":
        day = honest()
        kinds += [partial(tamper, change, day) for change in (*JOURNAL_CHANGES, *TABLE_CHANGES)]
        kinds += [partial(tamper_sqlite, change, day) for change in SQLITE_CHANGES]
    if options.tenant != "keno":
        kinds += [partial(tamper_hall, change) for change in (*SALE_CHANGES, *RESULT_CHANGES)]
    bar = track(kinds, "kinds of change", console=console, transient=True)
    results = [change(options.each, dice) for change in bar]
    if options.tenant != "hall":
        keyed = keyed_day(day)
        for kind in (*JOURNAL_CHANGES, *TABLE_CHANGES):
            result, refused = tamper_keyed(kind, keyed, options.each, dice)
            results.append(result)
            print(f"{refused:6,} of {result.made:,} × {result.change}: a start refuses")  # noqa: T201 -- a program of its own
        results.append(flip_bits(keyed, options.bits, dice))
    for result in results:
        words = f"{result.missed} MISSED: {result.example}" if result.missed else "all caught"
        print(f"{result.made:6,} × {result.change}: {words}")  # noqa: T201 -- a program of its own
    return 1 if any(result.missed for result in results) else 0


if __name__ == "__main__":
    raise SystemExit(main())
