"""What a row of the journal did, in a few words: when, by which command, and about what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from eyesdown.central.site.clock import wall_time
from eyesdown.central.store.base import READ_ROWS, Store
from eyesdown.central.store.journal import Row
from eyesdown.ledger.books import Amount, shown, whole
from eyesdown.ledger.statement import Posted

_read = msgspec.json.Decoder().decode

_NAMES = ("serial", "session", "form", "note", "game", "account", "venue", "jackpot", "promotion")
"""What a row may be about: the first of these fields that its command or events have."""


@dataclass(frozen=True, slots=True)
class RowSummary:
    """A row of the journal; `about` names one thing, such as a ticket."""

    seq: int
    at: datetime
    command: str
    about: str


def row_summary(row: Row, zone: ZoneInfo) -> RowSummary:
    """A row in a few words, at the wall time of a zone."""
    command, events = _read(row.command), _read(row.events)
    objects: list[Any] = [command.get("entry"), command, *events]
    named = (
        f"{name} {value[name]}"
        for value in objects
        if isinstance(value, dict)
        for name in _NAMES
        if value.get(name) not in (None, "") and not isinstance(value.get(name), dict)
    )
    return RowSummary(row.seq, wall_time(zone, row.at_us), command["type"], next(named, ""))


def row_summaries(store: Store, seqs: Iterable[int], zone: ZoneInfo) -> Iterator[RowSummary]:
    """Some rows in a few words, lowest first; rows in between are skipped, not all read."""
    last = -READ_ROWS
    for seq in seqs:
        if seq - last > READ_ROWS:
            rows = store.rows(seq - 1)
        yield row_summary(next(row for row in rows if row.seq == seq), zone)
        last = seq


def sums(lines: Iterable[Posted]) -> dict[str, Amount]:
    """Lines by what posted them and their account, as its owner reads it.

    One row may post to an account several times: a game credits every web prize by itself.

    >>> from eyesdown.ledger.books import JournalPlace
    >>> paid = Posted(JournalPlace(7, 0), "InternetPrizeCredited", "prizes", 300)
    >>> sums([paid, paid])
    {'InternetPrizeCredited: prizes': -600}
    """
    by_name: dict[str, Amount] = {}
    for line in lines:
        name = f"{line.why}: {line.account}"
        by_name[name] = whole(by_name.get(name, 0) + shown(line.account, line.amount))
    return by_name
