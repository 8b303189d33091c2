"""Statements of the public record: small JSON objects, each with the hash of the one before.

The record is made from the journal's events and holds no player. Standard library only: a witness
follows it with this very module.

| kind | who | says |
| --- | --- | --- |
| opened | site | the record's id and the site's name; always the first |
| appointed, withdrawn | office | a witness by name and key |
| promise | site | game, pool, count, commitment, values, closes, slow, witnesses, spares, wait |
| seen | witness | I followed the record to this head at this time, after this last word of mine |
| seal | site | what was sold for a game, fixed at its close |
| reveal | site | a value of the promise, in its order |
| answer | witness | the one answer to seal, place and value |
| silent | spare | a witness did not answer in time, by the spare's clock |
| broken | site | a draw was broken off, why, and the value that was not used |
| result | site | the numbers, how they were drawn, and the slow step |
| restored | site | the site went back to an older journal; these games go to the cage. If a witness
  came too late, `parted` is its head and `words` its last word |
"""

from __future__ import annotations

from typing import Any, TypeAlias

from eyesdown.kernel.plain_json import json_bytes, json_hash

Statement: TypeAlias = dict[str, Any]

NOTHING_BEFORE = "0" * 64
LINE_BYTES_MAX = 64 * 1024
"""No statement of ours is longer; a longer line is refused unread."""

SITE_KINDS = ("opened", "promise", "seal", "reveal", "broken", "result", "restored")
OFFICE_KINDS = ("appointed", "withdrawn")
WITNESS_KINDS = ("seen", "answer", "silent")
KINDS = SITE_KINDS + OFFICE_KINDS + WITNESS_KINDS


def statement(
    number: int, before: str, *, at: str, journal: str, kind: str, says: dict[str, Any]
) -> Statement:
    """One statement. `before` is the hash of the one before, `journal` the row and its hash."""
    assert kind in KINDS
    shared = {"n": number, "prev": before, "at": at, "journal": journal, "kind": kind}
    assert not shared.keys() & says.keys()
    return {**shared, **says}


def line_of(body: Statement) -> bytes:
    """A statement as the record serves it, without the line break.

    >>> line_of({'n': 1, 'kind': 'opened'})
    b'{"kind":"opened","n":1}'
    """
    return json_bytes(body)


def hash_of(body: Statement) -> str:
    """The hash by which the next statement and every signature names this one.

    >>> hash_of({'n': 1})[:16]
    '2bfd14f43d17fc7c'
    """
    return json_hash(body)


def head_of(body: Statement) -> str:
    """Number and hash, as tickets and walls show them.

    >>> opened = statement(1, NOTHING_BEFORE, at="", journal="1:ab", kind="opened", says={})
    >>> head_of(opened)[:12]
    '1:757e6d580d'
    """
    return f"{body['n']}:{hash_of(body)}"


PROMISED = (
    *("game", "pool", "count", "commitment", "values"),
    *("closes", "slow", "witnesses", "spares", "wait"),
)
"""What a promise fixes; every question of its draw names all of it by one hash."""


def promise_hash(promise: dict[str, Any]) -> str:
    """The hash of all that a promise fixes, whichever statement or proof it is in.

    >>> promise_hash(dict.fromkeys(PROMISED, 0))[:16]
    'c34c08315a6b931d'
    """
    return json_hash({name: promise[name] for name in PROMISED})


def draw_question(
    record: str,
    witness: str,
    *,
    promise: dict[str, Any],
    seal: dict[str, Any],
    place: int,
    value: str,
) -> bytes:
    """What a witness answers: nothing in it can be chosen once the game is sealed."""
    fixed = [promise_hash(promise), json_hash(seal)]
    return json_bytes(["draw", record, witness, *fixed, place, value])


def seen_question(record: str, witness: str, head: str, previous: str, time: str) -> bytes:
    """What a witness signs to say how far it has followed the record.

    >>> seen_question('ab', 'Ada', '7:cd', '', '2026-11-16T00:00:00Z')[:24]
    b'["seen","ab","Ada","7:cd'
    """
    return json_bytes(["seen", record, witness, head, previous, time])


def here_question(record: str, witness: str, head: str, start: str) -> bytes:
    """What a witness signs to tell a site that has just started how far its copy goes.

    `start` names the site's process, so that no earlier greeting serves again.

    >>> here_question("5eed", "Ada", "7:ab", "cd")
    b'["here","5eed","Ada","7:ab","cd"]'
    """
    return json_bytes(["here", record, witness, head, start])


def silent_question(record: str, by: str, says: dict[str, Any]) -> bytes:
    """What a spare signs to say that a witness did not answer in time."""
    named = [says[name] for name in ("witness", "game", "place", "time", "previous")]
    return json_bytes(["silent", record, by, *named])


def slow_question(
    record: str, *, promise: dict[str, Any], seal: dict[str, Any], value: str, answers: list[str]
) -> bytes:
    """What the slow step starts from."""
    fixed = [promise_hash(promise), json_hash(seal)]
    return json_bytes(["slow", record, *fixed, value, answers])
