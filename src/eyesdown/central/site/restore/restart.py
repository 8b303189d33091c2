"""After a start the site waits to hear how far its witnesses have followed its record.

Until then it states nothing: a witness that is ahead shows that this journal is an older one, and
what the site stated before it knew would part from that witness's copy for good. Each witness signs
how far its copy goes, and one that is ahead sends the lines that are missing here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from typing import Any, NamedTuple

from eyesdown.central.site.public_record import RecordHead, lines_after, promise_at
from eyesdown.central.site.restore.adopting import AdoptStatements
from eyesdown.central.site.site import Site
from eyesdown.central.store.base import Store
from eyesdown.draw import vrf
from eyesdown.draw.follow import BadRecord, Follower
from eyesdown.draw.statements import hash_of, here_question

COPY_BYTES_MAX = 64 * 1024 * 1024
"""Lines that a site takes over; a day's statements have about 3 MB."""
COPY_SECONDS = 5.0
"""How long after a part of a copy the site waits for the next part."""
PAGE_LINES = 2000
OWN_LINES_A_SECOND = 1000
"""How fast any machine follows its own record; the wait is as much longer."""


class Parted(NamedTuple):
    """A witness's copy from the first line on that our record does not have."""

    witness: str
    head: str
    lines: tuple[str, ...]


@dataclass(slots=True)
class Restart:
    """What this process heard from its witnesses. `start` names it, `seconds` limits the wait."""

    seconds: float
    monotonic: Callable[[], float]
    start: str
    heard: set[str] = field(default_factory=set)
    lines: list[str] = field(default_factory=list)
    """Lines of witnesses' copies that follow our own record, checked and not adopted yet."""
    parted: Parted | None = None
    """A copy that came too late: it and our record part, and the record does not say so yet."""
    _parted_at: RecordHead = field(default_factory=RecordHead)
    _parting: dict[str, tuple[Follower, list[str]]] = field(default_factory=dict)
    _head: RecordHead = field(default_factory=RecordHead)
    _until: float = 0.0
    _follower: Follower | None = None
    _bytes: int = 0
    _lock: Lock = field(default_factory=Lock)

    def begin(self, record: RecordHead) -> None:
        """Start to wait; `record` is the newest statement that the store has."""
        self._head = record
        self._until = self.monotonic() + self.seconds

    def stated_nothing(self, record: RecordHead) -> bool:
        """Whether the site's record is still what it was at the start.

        >>> Restart(15, lambda: 0.0, "ab").stated_nothing(RecordHead(1, "cd"))
        False
        """
        return record == self._head

    def waits(self, record: RecordHead, witnesses: Iterable[str]) -> bool:
        """Whether the site must not state anything yet: a witness in office was not heard.

        >>> restart = Restart(15, lambda: 0.0, "ab")
        >>> restart.begin(RecordHead())
        >>> restart.waits(RecordHead(), ["Ada"]), restart.waits(RecordHead(), [])
        (True, False)
        """
        missing = any(name not in self.heard for name in witnesses)
        return missing and self.stated_nothing(record) and self.monotonic() < self._until

    def holds_back(self, record: RecordHead, witnesses: Iterable[str]) -> bool:
        """Whether the site states nothing: it waits for a witness, or has a copy to take over.

        >>> restart = Restart(15, lambda: 0.0, "ab")
        >>> restart.begin(RecordHead())
        >>> restart.holds_back(RecordHead(), ["Ada"]), restart.holds_back(RecordHead(), [])
        (True, False)
        """
        copied = bool(self.lines) and self.stated_nothing(record)
        return copied or self.has_parted(record) or self.waits(record, witnesses)

    def has_parted(self, record: RecordHead) -> bool:
        """Whether a copy has parted from our record, which does not say so yet."""
        return self.parted is not None and record == self._parted_at

    def adoption(self, site: Site[Any], now: datetime) -> AdoptStatements:
        """The command that takes over what witnesses sent, or states that a copy has parted."""
        if self.has_parted(site.record):
            assert self.parted is not None
            witness, head, lines = self.parted
            return AdoptStatements(now, lines, parted=head, witness=witness)
        lines = tuple(self.lines)
        return AdoptStatements(now, lines, tuple(own_promises(site.store, lines)))

    def known(self, record: RecordHead) -> RecordHead:
        """The newest statement that we have, with lines that are not adopted yet."""
        if self._follower is None or not self.stated_nothing(record):
            return record
        number, _, digest = self._follower.head.partition(":")
        return RecordHead(int(number), digest)

    def has(self, site: Site[Any], number: int, digest: str) -> bool:
        """Whether our record, with the lines not adopted yet, has this head."""
        if number > site.record.number and self._follower is not None:
            hashes = self._follower.hashes
            return number <= len(hashes) and hashes[number - 1] == digest
        lines = lines_after(site.store, number - 1, 1) if number else []
        return bool(lines) and hash_of(json.loads(lines[0])) == digest

    def note_here(self, witness: str) -> None:
        """A witness has signed that its copy does not go beyond what we know.

        >>> restart = Restart(15, lambda: 0.0, "ab")
        >>> restart.note_here("Ada")
        >>> restart.waits(RecordHead(), ["Ada"])
        False
        """
        self.heard.add(witness)

    def follow(self, own: Sequence[bytes], lines: Sequence[bytes], word: dict[str, Any]) -> None:
        """Check lines of a copy after ours and keep them; BadRecord at the first that fails.

        `own` are all lines of our record. `word` is the witness's signed head: the copy is whole
        once it is reached.
        """
        with self._lock:
            # Prolonged before reading: in the seconds that it takes the site must state nothing.
            reading = COPY_SECONDS + len(own) / OWN_LINES_A_SECOND
            self._until = max(self._until, self.monotonic() + reading)
            follower = self._follower or _follower_of(own)
            self._follower = follower
            for line in lines:
                self._bytes += len(line)
                if self._bytes > COPY_BYTES_MAX:
                    raise BadRecord(len(follower.hashes) + 1, "the copy is too long")
                follower.take(line)
                self.lines.append(line.decode())
            self._until = max(self._until, self.monotonic() + COPY_SECONDS)
            # Only the head that the witness signed shows that its copy is whole.
            if follower.head == word["head"]:
                self.heard.add(word["witness"])

    def follow_parted(
        self,
        own: Sequence[bytes],
        lines: Sequence[bytes],
        word: dict[str, Any],
        record: RecordHead,
    ) -> None:
        """Check a copy that came too late, from the first line on that we do not have.

        BadRecord if it does not follow a line of ours, or does not hold.
        """
        with self._lock:
            # One copy at a time: another head begins anew, so that no one can fill the memory.
            follower, taken = self._parting.get(word["head"]) or (_forked(own, lines), [])
            self._parting = {word["head"]: (follower, taken)}
            for line in lines:
                if sum(map(len, taken)) > COPY_BYTES_MAX:
                    raise BadRecord(len(follower.hashes) + 1, "the copy is too long")
                follower.take(line)
                taken.append(line.decode())
            if follower.head == word["head"]:
                self.parted, self._parted_at = (
                    Parted(word["witness"], word["head"], (*taken,)),
                    record,
                )


def _forked(own: Sequence[bytes], lines: Sequence[bytes]) -> Follower:
    """A follower of our own record up to where a copy goes another way."""
    first = json.loads(lines[0]) if lines else {}
    number = first.get("n", 0) if isinstance(first, dict) else 0
    if not isinstance(number, int) or not 1 < number <= len(own) or lines[0] == own[number - 1]:
        raise BadRecord(0, "the copy does not part from our record")
    return _follower_of(own[: number - 1])


def _follower_of(own: Iterable[bytes]) -> Follower:
    """A follower of our own record; slow steps were checked before they went on it."""
    follower = Follower(checked_before=True)
    for line in own:
        follower.take(line)
    follower.checked_before = False
    return follower


def own_lines(store: Store) -> list[bytes]:
    """Every line of a store's record."""
    lines: list[bytes] = []
    while page := lines_after(store, len(lines), PAGE_LINES):
        lines += page
    return lines


def own_promises(store: Store, lines: Iterable[str]) -> Iterator[tuple[str, int]]:
    """The promises of our own record that lines of a copy sign, each with its game."""
    heads = {
        statement["head"] for statement in map(json.loads, lines) if statement["kind"] == "seen"
    }
    for head in sorted(heads):
        game = promise_at(store, head)
        if game >= 0:
            yield head, game


def signed_here(record: str, key: str, start: str, word: dict[str, Any]) -> bool:
    """Whether a witness with this key (hex) signed how far its copy goes, for this process."""
    question = here_question(record, word["witness"], word["head"], start)
    answer = bytes.fromhex(word["answer"])
    return bool(word["start"] == start and vrf.holds(int(key, 16), question, answer))
