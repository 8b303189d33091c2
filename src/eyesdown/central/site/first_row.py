"""The first row of a journal says whose it is: which kind of tenant, its name, book and zone.

Journals of the first release have no such row. They belong to the one kind of tenant that existed
then, which says so itself (`Tenant.takes_unnamed`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

from eyesdown.central.site.machine import Machine, Record
from eyesdown.central.store.base import Store
from eyesdown.central.store.codec import Codec
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.errors import BadInput, JournalCorrupt, JournalError
from eyesdown.kernel.ids import PersonId
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import Written
from eyesdown.ledger.books import PostingGroup

S = TypeVar("S")

FIRST_ID = "site/0/open-journal"
"""The command id of the first row."""


class Owner(NamedTuple):
    """Whose journal it is. `kind` chooses the machine, `book` and `zone` its rules and clock."""

    kind: str
    name: str
    book: str
    zone: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name!r} under {self.book} in {self.zone}"


class OpenJournal(Written, frozen=True):
    """The site opens a new journal for a tenant; no client can ask for it."""

    at: datetime
    kind: str
    name: str
    book: str
    zone: str


class JournalOpened(Written, frozen=True):
    """Whose journal this is; only the first row says so."""

    at: datetime
    kind: str
    name: str
    book: str
    zone: str

    @property
    def owner(self) -> Owner:
        """The tenant that the row names."""
        return Owner(self.kind, self.name, self.book, self.zone)


class SettleClock(Written, frozen=True):
    """A supervisor says which clock is right after they parted: the wall clock, or the steady one.

    With the steady one the wall clock must be set first; else the two part again at once.
    """

    at: datetime
    by: PersonId
    wall: bool


class ClockSettled(Written, frozen=True):
    """Which clock the site goes on by, and who decided it."""

    at: datetime
    by: PersonId
    wall: bool


class NoteLook(Written, frozen=True):
    """An inspector looks at something on the desk; `asked` is the address with its question."""

    at: datetime
    by: PersonId
    asked: str


class LookNoted(Written, frozen=True):
    """Who looked at what: an inspector's look is on record as everything else."""

    at: datetime
    by: PersonId
    asked: str


class KeepRefusal(Written, frozen=True):
    """In place of a large command that was refused: its size and hash, and what was answered.

    A client may send anything, and a journal has every refusal; it need not have every body.
    """

    at: datetime | None
    asked: str
    about: str
    refusals: tuple[Refusal, ...]
    size: int
    sha256: str


class KeyJournal(Written, frozen=True):
    """From this row on the journal is tagged with another key; no client can ask for it."""

    at: datetime
    key: str
    because: str


class JournalKeyed(Written, frozen=True):
    """The id of the key that tags this row and those after it, and why it was taken."""

    at: datetime
    key: str
    because: str


_OWN_COMMANDS: frozenset[type] = frozenset(
    {OpenJournal, KeyJournal, NoteLook, SettleClock, KeepRefusal}
)
_OWN_EVENTS: frozenset[type] = frozenset({JournalOpened, JournalKeyed, LookNoted, ClockSettled})
"""Events about the journal itself, which no game knows."""


class AnotherTenant(JournalError):
    """The store holds another tenant's journal. Nothing was written."""


_EVENTS = Codec([JournalOpened])
_MARK = b'"type":"JournalOpened"'


def owner_of(store: Store) -> Owner | None:
    """Whose journal a store holds; None if it is empty or has no row that says so."""
    row = next(store.rows(), None)
    if row is None or _MARK not in row.events:
        return None
    try:
        [event] = _EVENTS.read_all(row.events)
    except (BadInput, ValueError) as bad:
        raise JournalCorrupt(f"row {row.seq} does not say whose journal this is: {bad}") from bad
    assert isinstance(event, JournalOpened)
    return event.owner


def check_owner(store: Store, owner: Owner, *, takes_unnamed: bool) -> None:
    """AnotherTenant if the store's journal is not this tenant's; an empty store is anyone's."""
    named = owner_of(store)
    if named == owner or not store.head().seq:
        return
    if named is not None:
        raise AnotherTenant(f"this store holds the journal of {named}, not of {owner}")
    if not takes_unnamed:
        raise AnotherTenant(
            f"this store holds a journal that does not name its owner, so it is not of {owner}"
        )


def with_first_row(machine: Machine[S]) -> Machine[S]:
    """A tenant's machine that also knows the rows about the journal itself: owner, keys, looks."""
    return replace(
        machine,
        commands=machine.commands.also(*_OWN_COMMANDS),
        events=machine.events.also(JournalOpened, JournalKeyed, LookNoted, ClockSettled),
        decide=_decide(machine.decide),
        evolve=_evolve(machine.evolve),
        groups=_groups(machine.groups),
        records=_records(machine.records),
        audit=_audit(machine.audit),
        shortened=_shortened,
    )


def _decide(decide: Callable[[S, Any], tuple[Any, ...]]) -> Callable[[S, Any], tuple[Any, ...]]:
    def decide_first(state: S, command: Any) -> tuple[Any, ...]:
        if command.__class__ not in _OWN_COMMANDS:
            return decide(state, command)
        return (_own_event(command),)

    return decide_first


def _own_event(command: Any) -> Any:
    match command:
        case OpenJournal():
            return JournalOpened(command.at, command.kind, command.name, command.book, command.zone)
        case SettleClock():
            return ClockSettled(command.at, command.by, command.wall)
        case KeepRefusal():
            return Refused(
                at=command.at, asked=command.asked, about=command.about, refusals=command.refusals
            )
        case NoteLook():
            return LookNoted(command.at, command.by, command.asked)
        case _:
            return JournalKeyed(command.at, command.key, command.because)


def _shortened(raw: bytes, events: tuple[Any, ...]) -> KeepRefusal | None:
    match events:
        case (Refused() as refusal,):
            digest = sha256(raw).hexdigest()
            answer = refusal.at, refusal.asked, refusal.about, refusal.refusals
            return KeepRefusal(*answer, len(raw), digest)
        case _:
            return None


def _evolve(evolve: Callable[[S, Any], S]) -> Callable[[S, Any], S]:
    def evolve_first(state: S, event: Any) -> S:
        return state if event.__class__ in _OWN_EVENTS else evolve(state, event)

    return evolve_first


def _groups(
    groups: Callable[[S, Any], tuple[PostingGroup, ...]],
) -> Callable[[S, Any], tuple[PostingGroup, ...]]:
    def groups_first(state: S, event: Any) -> tuple[PostingGroup, ...]:
        return () if event.__class__ in _OWN_EVENTS else groups(state, event)

    return groups_first


def _records(
    records: Callable[[S, Any], Iterable[Record]],
) -> Callable[[S, Any], Iterable[Record]]:
    def records_first(state: S, event: Any) -> Iterable[Record]:
        return () if event.__class__ in _OWN_EVENTS else records(state, event)

    return records_first


def _audit(audit: Callable[[S, Any], str]) -> Callable[[S, Any], str]:
    def audit_first(state: S, event: Any) -> str:
        return "" if event.__class__ in _OWN_EVENTS else audit(state, event)

    return audit_first
