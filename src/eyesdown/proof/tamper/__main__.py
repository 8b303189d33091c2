"""`python -m eyesdown.proof.tamper --each 1000`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from eyesdown.proof.tamper.bits import flip_bits, flip_series_bits, flip_ticket_bits
from eyesdown.proof.tamper.cashing import LIVE_CHANGES, Counter, cash_changes, verified_after
from eyesdown.proof.tamper.hall_result_changes import RESULT_CHANGES
from eyesdown.proof.tamper.hall_rounds import tamper_hall
from eyesdown.proof.tamper.hall_sale_changes import SALE_CHANGES
from eyesdown.proof.tamper.journal_changes import JOURNAL_CHANGES
from eyesdown.proof.tamper.keyed_changes import KEYED_CHANGES
from eyesdown.proof.tamper.keyed_rounds import keyed_day, tamper_keyed
from eyesdown.proof.tamper.noted_changes import NOTED_CHANGES, days, tamper_noted
from eyesdown.proof.tamper.rounds import Tampered, tamper, tamper_sqlite
from eyesdown.proof.tamper.sqlite_changes import SQLITE_CHANGES
from eyesdown.proof.tamper.stores import KINDS, live_store, stores_of
from eyesdown.proof.tamper.table_changes import TABLE_CHANGES
from eyesdown.proof.tamper.tables import Tables, honest
from eyesdown.proof.times import expected_alarms_unlogged, times


@expected_alarms_unlogged()
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
    parser.add_argument("--stores", default="memory", help=f"some of {','.join(KINDS)}")
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
        for store in options.stores.split(","):
            results += _keyed(keyed, store, options.each, dice)
            results += _cashed(store, options.each, dice)
        results.append(flip_bits(keyed, options.bits, dice))
        results.append(flip_series_bits(max(1, options.bits // 10), dice))
        results.append(flip_ticket_bits(options.bits, dice))
    for result in results:
        words = f"{result.missed} MISSED: {result.example}" if result.missed else "all caught"
        print(f"{result.made:6,} × {result.change}: {words}")  # noqa: T201 -- a program of its own
    return 1 if any(result.missed for result in results) else 0


def _keyed(day: Tables, store: str, each: int, dice: Random) -> list[Tampered]:
    """Every kind of change to a stopped, keyed store."""
    results, noted = [], days()
    with stores_of(store) as filled:
        for kind in (*JOURNAL_CHANGES, *TABLE_CHANGES, *KEYED_CHANGES):
            named, refused = tamper_keyed(kind, day, filled, each, dice)
            named.change = f"{store}, {named.change}"
            results.append(named)
            print(f"{refused:6,} of {named.made:,} × {named.change}: a start refuses", flush=True)  # noqa: T201 -- a program of its own
        for noted_kind in NOTED_CHANGES:
            result = tamper_noted(noted_kind, noted, filled, each, dice)
            result.change = f"{store}, {result.change}"
            results.append(result)
    return results


def _cashed(store: str, each: int, dice: Random) -> list[Tampered]:
    """Every kind of change to the store of a running site, cashed and put back."""
    with live_store(store) as (plain, swap):
        till = Counter(plain, swap)
        results = [cash_changes(till, change, each, dice) for change in LIVE_CHANGES]
        afterwards = Tampered("put back: the journal holds", 1)
        afterwards.example = verified_after(till)
        afterwards.missed = int(bool(afterwards.example))
    for result in (*results, afterwards):
        result.change = f"{store}, {result.change}"
    return [*results, afterwards]


if __name__ == "__main__":
    raise SystemExit(main())
