"""How fast the inspector's desk finds rows in a long journal.

    PYTHONPATH=src nice -n 10 python tools/desk_speed.py [ROWS] [FOLDER]

It fills a store with plausible keno rows, lets the desk's index read them, and asks for the newest
page by ticket, card, account, person, game, time and kind, and for pairs of them: 20 questions
of each, all for names drawn at random. The store is deleted afterwards.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from eyesdown.central.desk.row_index import PAGE_ROWS, Asked, RowIndex
from eyesdown.central.store.base import Batch
from eyesdown.central.store.journal import RowContent, linked
from eyesdown.central.store.sqlite import SqliteStore

ROWS, ROWS_A_BATCH = 1_000_000, 50_000
QUESTIONS, MARK_MS = 20, 200.0
SALES_A_GAME, ACCOUNTS, CARDS, TERMINALS, PEOPLE = 500, 20_000, 50_000, 400, 800
FIRST_US, GAME_US = 1_763_420_000_000_000, 180_000_000
KINDS = ("AcceptEntry", "ClaimPrize", "CloseGame", "CancelEntry")

NUMBERS = Random(23)  # noqa: S311 -- made-up rows, not a draw


def content(seq: int) -> RowContent:
    """A made-up row: mostly sales, some claims and cancellations, and one close a game."""
    game, place = divmod(seq, SALES_A_GAME)
    at_us = FIRST_US + game * GAME_US + place * GAME_US // SALES_A_GAME
    serial, person = f"K{seq:010d}", f"person-{NUMBERS.randrange(PEOPLE)}"
    older = f"K{NUMBERS.randrange(max(seq, 1)):010d}"
    if place == SALES_A_GAME - 1:
        kind, fields, event = "CloseGame", f'"game":{game}', f'"type":"GameClosed","game":{game}'
    elif place % 10 == 9:
        kind, fields = "ClaimPrize", f'"serial":"{older}","by":"{person}"'
        event = f'"type":"PrizePaid","serial":"{older}","game":{game}'
    elif place % 100 == 50:
        kind, fields = "CancelEntry", f'"serial":"{older}","by":"{person}"'
        event = f'"type":"EntryCancelled","serial":"{older}","game":{game}'
    else:
        terminal = NUMBERS.randrange(TERMINALS)
        kind = "AcceptEntry"
        source = (
            f'"account":"A{NUMBERS.randrange(ACCOUNTS)}"'
            if place % 4 == 0
            else f'"card":"C{NUMBERS.randrange(CARDS)}"'
        )
        fields = (
            f'"by":"{person}","entry":{{"serial":"{serial}","terminal":"T{terminal}",'
            f'"venue":"V{terminal // 4}",{source},"games":1,"lines":[{{"picks":[1,7,20,33,61],'
            '"stake_cents":100}]}'
        )
        event = f'"type":"EntryAccepted","game":{game},"entry":{{"serial":"{serial}",{source}}}'
    command, events = f'{{"type":"{kind}",{fields}}}', f"[{{{event}}}]"
    return RowContent(at_us, f"till/{seq}", b"", command.encode(), events.encode())


def fill(store: SqliteStore, rows: int) -> None:
    """Append this number of made-up rows."""
    for first in range(0, rows, ROWS_A_BATCH):
        batch = [content(seq) for seq in range(first, min(first + ROWS_A_BATCH, rows))]
        store.append(Batch(rows=linked(store.head(), batch)))


def questions(rows: int) -> dict[str, Callable[[], Asked]]:
    """What is asked, by its name, each time for another name or time."""
    pick = NUMBERS.randrange

    def span() -> tuple[int, int]:
        start_us = FIRST_US + pick(max(rows // SALES_A_GAME, 1)) * GAME_US
        return start_us, start_us + 20 * GAME_US

    def timed(**asked: str) -> Asked:
        from_us, to_us = span()
        return Asked(from_us=from_us, to_us=to_us, **asked)

    def person() -> str:
        return f"person-{pick(PEOPLE)}"

    def subject(kind: str, letter: str, count: int, width: int = 0) -> tuple[str, str]:
        return kind, f"{letter}{pick(count):0{width}d}"

    games = max(rows // SALES_A_GAME, 1)
    return {
        "ticket": lambda: Asked(subject=subject("ticket", "K", rows, 10)),
        "card": lambda: Asked(subject=subject("card", "C", CARDS)),
        "account": lambda: Asked(subject=subject("account", "A", ACCOUNTS)),
        "person": lambda: Asked(by=person()),
        "game": lambda: Asked(subject=subject("game", "", games)),
        "venue": lambda: Asked(subject=subject("venue", "V", TERMINALS // 4)),
        "time": timed,
        "kind": lambda: Asked(command=KINDS[pick(len(KINDS))]),
        "kind and person": lambda: Asked(command="CancelEntry", by=person()),
        "kind, person and time": lambda: timed(command="AcceptEntry", by=person()),
        "kind a venue never had": lambda: Asked(
            command="CancelEntry", subject=subject("venue", "V", TERMINALS // 4)
        ),
    }


def measured(index: RowIndex, store: SqliteStore, asked: Iterator[Asked]) -> tuple[float, ...]:
    """Worst processor time, worst time by the clock (both ms) and the most rows of a page."""
    processor, clock, rows = 0.0, 0.0, 0
    for question in asked:
        started, used = time.perf_counter(), time.process_time()
        page = index.find(store, question, PAGE_ROWS + 1)
        processor = max(processor, 1000 * (time.process_time() - used))
        clock = max(clock, 1000 * (time.perf_counter() - started))
        rows = max(rows, len(page))
    return processor, clock, rows


def main() -> int:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else ROWS
    with tempfile.TemporaryDirectory(dir=sys.argv[2] if len(sys.argv) > 2 else None) as folder:
        path = Path(folder, "site.db")
        store, index = SqliteStore(path), RowIndex(f"{path}.desk")
        used = time.process_time()
        fill(store, rows)
        print(f"{rows:,} rows written: {time.process_time() - used:.0f} s of a processor")
        used = time.process_time()
        index.follow(store, float("inf"))
        print(f"read by the desk: {time.process_time() - used:.0f} s of a processor")
        slow = 0
        started = time.process_time()
        index.find(store, Asked(command=KINDS[0], by="person-0"), 1)
        first_ms = 1000 * (time.process_time() - started)
        print(f"first question of two lists, starts NumPy: {first_ms:.1f} ms of a processor")
        for name, ask in questions(rows).items():
            processor, clock, most = measured(index, store, (ask() for _ in range(QUESTIONS)))
            slow += processor > MARK_MS
            print(f"{name:22} {processor:8.1f} ms of a processor, {clock:8.1f} ms, {most} rows")
        index.close()
        store.close()
    print(f"{slow} above {MARK_MS:.0f} ms, worst of {QUESTIONS} each")
    return min(slow, 1)


if __name__ == "__main__":
    sys.exit(main())
