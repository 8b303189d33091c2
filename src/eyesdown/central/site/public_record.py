"""The public record: statements made from a journal's events, each linked to the one before.

They are records of the store like any other, written in the transaction of the row they come from,
and a verification of the journal works them out again from the rows. No player is in them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from eyesdown.central.site.restore.adopting import SiteRestored
from eyesdown.central.site.sealing import DrawPromised, GameSealed
from eyesdown.central.site.witness_words import (
    NOT_OURS,
    DrawCutShort,
    HeadSeen,
    NoteSeen,
    RecordOpened,
    ValueRevealed,
    WitnessAnswered,
    WitnessAppointed,
    WitnessSilent,
    WitnessWithdrawn,
)
from eyesdown.central.site.witnessing import Witnessing, promise_says
from eyesdown.central.store.base import RecordRow, Store
from eyesdown.central.store.journal import Row
from eyesdown.draw import statements
from eyesdown.kernel.canon import plain
from eyesdown.kernel.errors import JournalError
from eyesdown.kernel.written import replace

STATEMENT, OF_GAME, NEWEST = "statement", "statement of", "newest statement"
KEYS = "keys"
NUMBER_DIGITS_MAX = 11
TOGETHER = 100
"""As many statements are read by one question; a power of ten, since their keys are digits."""
ADOPTED = "lines"
"""Lines of a witness's copy that go on the record before `restored`, as they are."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Says: TypeAlias = tuple[str, dict[str, Any]]
"""The kind of a statement and what it says."""


class RecordHead(NamedTuple):
    """Number and hash of the newest statement."""

    number: int = 0
    hash: str = statements.NOTHING_BEFORE

    def __str__(self) -> str:
        return f"{self.number}:{self.hash}"


def says(event: Any) -> Says | None:
    """What an event of a draw says in public; None if it says nothing there."""
    state = _SAYS.get(type(event))
    return None if state is None else state(event)


def statement_of(witnessed: Witnessing, event: Any) -> Says | None:
    """What an event of a draw states; a draw that was promised without a record states nothing.

    The state is that before the event. What a result states is the tenant's own matter.
    """
    kind, game = event.__class__, getattr(event, "game", -1)
    public = kind in (DrawPromised, HeadSeen) or not hasattr(event, "game")
    late = kind in (WitnessAnswered, WitnessSilent) and game in witnessed.late
    return says(event) if public or late or game in witnessed.draws else None


def _of(kind: str, *names: str) -> Callable[[Any], Says]:
    """A statement with some fields of the event; a game is named by its number as a string."""

    def state(event: Any) -> Says:
        fields = {name: getattr(event, name) for name in names}
        if "game" in fields:
            fields["game"] = f"{fields['game']}"
        return kind, fields

    return state


def _promise(event: DrawPromised) -> Says | None:
    """A promise of the first release has no pool and is not on the record."""
    return ("promise", promise_says(event)) if event.pool else None


def _seal(event: GameSealed) -> Says:
    return "seal", {"game": f"{event.game}", "seal": plain(event.seal)}


def _restored(event: SiteRestored) -> Says:
    fields = {"games": [f"{game}" for game in event.games], ADOPTED: event.lines}
    parted = {"parted": event.parted, "words": dict(event.words)} if event.parted else {}
    return "restored", {**fields, **parted}


_SAYS: dict[type, Callable[[Any], Says | None]] = {
    RecordOpened: _of("opened", "record", "name"),
    WitnessAppointed: _of("appointed", "witness", "key", "by"),
    WitnessWithdrawn: _of("withdrawn", "witness", "because", "by"),
    DrawPromised: _promise,
    HeadSeen: _of("seen", "witness", "head", "previous", "time", "answer"),
    GameSealed: _seal,
    ValueRevealed: _of("reveal", "game", "place", "value"),
    WitnessAnswered: _of("answer", "witness", "game", "place", "answer"),
    SiteRestored: _restored,
    DrawCutShort: _of("broken", "game", "because", "by"),
    WitnessSilent: _of("silent", "by", "witness", "game", "place", "time", "previous", "answer"),
}

STATED = frozenset(_SAYS)
"""The events that may state something on the public record."""


def linked(
    head: RecordHead, row: Row, spoken: Sequence[Says]
) -> tuple[RecordHead, list[RecordRow]]:
    """The statements of a row as records of the store, and the head after them.

    JournalError if adopted lines do not follow the head.
    """
    if not spoken:
        return head, []
    rows: list[RecordRow] = []
    at = (_EPOCH + timedelta(microseconds=row.at_us)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    journal = f"{row.seq}:{row.hash.hex()}"
    for kind, fields in spoken:
        for line in fields.get(ADOPTED, ()):
            head = _added(rows, row.seq, head, json.loads(line))
        own = {name: value for name, value in fields.items() if name != ADOPTED}
        own_statement = statements.statement(
            head.number + 1, head.hash, at=at, journal=journal, kind=kind, says=own
        )
        head = _added(rows, row.seq, head, own_statement)
    if rows:
        rows.append(RecordRow(NEWEST, "", row.seq, str(head).encode()))
    return head, rows


def _added(
    rows: list[RecordRow], seq: int, head: RecordHead, statement: statements.Statement
) -> RecordHead:
    """Add a statement's records to `rows`; the head after it."""
    if (statement["n"], statement["prev"]) != (head.number + 1, head.hash):
        raise JournalError(f"statement {statement['n']} does not follow the record's head {head}")
    number = key_of(statement["n"])
    rows.append(RecordRow(STATEMENT, number, seq, statements.line_of(statement)))
    about = statement.get("game", KEYS if statement["kind"] in ("opened", "appointed") else "")
    if about:
        rows.append(RecordRow(OF_GAME, f"{about}/{number}", seq, b"1"))
    return RecordHead(statement["n"], statements.hash_of(statement))


def key_of(number: int) -> str:
    """Under which key a statement is kept, in an order that sorts.

    >>> key_of(7)
    '0000000007'
    """
    return f"{number:010d}"


def head_of(store: Store) -> RecordHead:
    """The newest statement that a store has."""
    newest = store.record(NEWEST, "")
    if newest is None:
        return RecordHead()
    number, _, digest = newest.body.decode().partition(":")
    return RecordHead(int(number), digest)


def lines_after(store: Store, number: int, most: int) -> list[bytes]:
    """The statements after a number, in order, `most` of them at most."""
    return list(islice(_lines(store, number), most))


def _lines(store: Store, number: int) -> Iterator[bytes]:
    """One at a time up to a round hundred, from there a hundred at a time: five times as fast."""
    wanted = number + 1
    while wanted % TOGETHER:
        row = store.record(STATEMENT, key_of(wanted))
        if row is None:
            return
        yield row.body
        wanted += 1
    while rows := list(store.records(STATEMENT, key_of(wanted)[: -len(f"{TOGETHER - 1}")])):
        yield from (row.body for row in rows)
        wanted += TOGETHER


def with_our_game(store: Store, command: Any) -> Any:
    """A machine's `fill`: a signed head with the game that our own record promises there."""
    if command.__class__ is not NoteSeen:
        return command
    return replace(command, game=promise_at(store, command.head))


def promise_at(store: Store, head: str) -> int:
    """The game promised at a head, -1 at another statement, NOT_OURS if we do not have it."""
    number, _, digest = head.partition(":")
    is_number = number.isascii() and number.isdigit() and len(number) < NUMBER_DIGITS_MAX
    row = store.record(STATEMENT, key_of(int(number))) if is_number else None
    statement = json.loads(row.body) if row is not None else None
    if statement is None or statements.hash_of(statement) != digest or f"{int(number)}" != number:
        return NOT_OURS
    return int(statement["game"]) if statement["kind"] == "promise" else -1


def appointed_at(store: Store) -> dict[str, str]:
    """When each witness was appointed with its present key, as the record states it."""
    rows = (store.record(STATEMENT, key_of(number)) for number in _numbers(store, KEYS))
    statements = [json.loads(row.body) for row in rows if row is not None]
    return {each["witness"]: each["at"] for each in statements if each["kind"] == "appointed"}


def lines_for_proof(store: Store, game: int) -> list[bytes]:
    """The statements that a proof is cut from: keys, then everything from promise to result."""
    about = [_numbers(store, KEYS), _numbers(store, f"{game}")]
    keys, own = about
    if not own:
        return []
    wanted = [*(number for number in keys if number < own[0]), *range(own[0], own[-1] + 1)]
    rows = (store.record(STATEMENT, key_of(number)) for number in wanted)
    return [row.body for row in rows if row is not None]


def _numbers(store: Store, about: str) -> list[int]:
    """The numbers of the statements about a game, or about keys."""
    return [int(row.key.rpartition("/")[2]) for row in store.records(OF_GAME, f"{about}/")]


def head_at(store: Store, seq: int) -> RecordHead:
    """The newest statement whose row comes before a row of the journal, as its ticket prints it."""
    newest = head_of(store)
    low, high = 0, newest.number
    while low < high:  # by halves: statements are in the order of their rows
        middle = (low + high + 1) // 2
        row = store.record(STATEMENT, key_of(middle))
        assert row is not None
        low, high = (middle, high) if row.seq < seq else (low, middle - 1)
    if not low:
        return RecordHead()
    row = store.record(STATEMENT, key_of(low))
    assert row is not None
    return RecordHead(low, statements.hash_of(json.loads(row.body)))
