"""What a row of the journal is about, for finding it again: who, what, which game, which clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from eyesdown.central.store.journal import Row

_read = msgspec.json.Decoder().decode

SUBJECTS = {
    "account": "account",
    "card": "card",
    "cards": "card",
    "claim": "claim",
    "dispute": "dispute",
    "first_game": "game",
    "form": "form",
    "game": "game",
    "jackpot": "jackpot",
    "note": "note",
    "person": "person",
    "player": "player",
    "point": "point",
    "pool": "pool",
    "promotion": "promotion",
    "serial": "ticket",
    "serials": "ticket",
    "session": "session",
    "slip": "slip",
    "terminal": "terminal",
    "ticket": "ticket",
    "venue": "venue",
}
"""Fields that name something a person may ask about, and what it is called on the desk."""

_PASSED_OVER = frozenset({"money", "kept", "evidence", "numbers", "used"})
"""Fields that name nothing, or only repeat what another row says."""


COPIED = "PaperCopied"
"""What the desk calls a print of a paper that is not the first."""


@dataclass(frozen=True, slots=True)
class RowFacts:
    """A row's command, giver, events, refusals and subjects."""

    seq: int
    at_us: int
    command_id: str
    command: str
    by: str
    events: tuple[str, ...]
    refusals: tuple[tuple[str, str], ...]
    """Code and clause of each refusal."""
    subjects: frozenset[tuple[str, str]]
    """What it is about: kind and name."""


def row_facts(row: Row) -> RowFacts:
    """The facts of a row.

    >>> row = Row(7, 0, "till-1/7", b"", b'{"type":"CancelEntry","serial":"K1","by":"walt"}',
    ...     b'[{"type":"EntryCancelled","serial":"K1","game":3}]', b"", b"")
    >>> facts = row_facts(row)
    >>> facts.command, facts.by, sorted(facts.subjects)
    ('CancelEntry', 'walt', [('game', '3'), ('ticket', 'K1')])
    """
    command, events = _read(row.command), _read(row.events)
    subjects = frozenset(_subjects([command, events]))
    return RowFacts(
        seq=row.seq,
        at_us=row.at_us,
        command_id=row.command_id,
        command=command["type"],
        by=str(command.get("by") or ""),
        events=tuple(dict.fromkeys(map(_event_name, events))),
        refusals=tuple(dict.fromkeys(_refusals(events))),
        subjects=subjects,
    )


def _event_name(event: dict[str, Any]) -> str:
    """The kind of an event; a second print of a paper is a kind of its own, to be found by.

    >>> _event_name({"type": "PaperPrinted", "copy": 0}), _event_name({"type": "GameClosed"})
    ('PaperPrinted', 'GameClosed')
    """
    kind: str = event["type"]
    return COPIED if kind == "PaperPrinted" and event.get("copy") else kind


def _refusals(events: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for event in events:
        for refusal in event.get("refusals", ()):
            if isinstance(refusal, dict) and "code" in refusal:
                clause = refusal.get("clause") or {}
                yield refusal["code"], f"{clause.get('book', '')} {clause.get('number', '')}"


def _subjects(value: Any) -> Iterator[tuple[str, str]]:
    """Every subject in plain JSON, however deep."""
    if isinstance(value, list):
        for item in value:
            if isinstance(item, dict | list):
                yield from _subjects(item)
        return
    for name, item in value.items():
        if name in _PASSED_OVER:
            continue
        kind = SUBJECTS.get(name)
        if kind == "pool" and isinstance(item, int):
            continue  # of how many numbers a draw is made, and no pool of a hall
        if kind is not None:
            yield from ((kind, key) for key in _names(item))
        if isinstance(item, dict | list):
            yield from _subjects(item)


def _names(value: Any) -> Iterator[str]:
    """The names that a field holds: one, or several."""
    for item in value if isinstance(value, list) else (value,):
        if isinstance(item, str | int) and not isinstance(item, bool) and item != "":
            yield str(item)
