"""What a tenant brings to the site: each game operator is a tenant.

A tenant is a journal: it has a store of its own, one writer and one clock. The site runs a list of
tenants and knows nothing about their games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar
from zoneinfo import ZoneInfo

from eyesdown.central.site.clock import wall_time
from eyesdown.central.site.credentials import Credential, Role
from eyesdown.central.site.first_row import (
    FIRST_ID,
    AnotherTenant,
    KeyJournal,
    OpenJournal,
    Owner,
    check_owner,
)
from eyesdown.central.site.machine import Machine
from eyesdown.central.site.site import Broke, Site, Submitted
from eyesdown.central.site.witnessing import Witnessing
from eyesdown.central.store.base import Store
from eyesdown.central.store.keyed import KeyedStore
from eyesdown.kernel.errors import JournalError

S = TypeVar("S")

FeedSource: TypeAlias = Callable[[Site[S], datetime, Any], Sequence[Any]]
"""The whole snapshots that a feed sends next, oldest first; it gets the last one, or None."""

KeyedFeedSource: TypeAlias = Callable[[Site[S], str, datetime, Any], Sequence[Any] | None]
"""The same for one of many feeds, by its key; None if there is no such key (any more)."""

Prepared: TypeAlias = Callable[[], Submitted]
"""A command of the site's own, made when it is called: counting, for one, takes long."""


@dataclass(frozen=True, slots=True)
class Task(Generic[S]):
    """One thing that the site keeps doing by itself, one step after the other.

    `next_step` reads the state and gives the next command, or None while there is nothing to do.
    With `on_thread` the command is made on a thread of its own while the site goes on selling.
    """

    name: str
    next_step: Callable[[Site[S], datetime], Prepared | None]
    on_thread: bool = False
    by_clock: bool = False
    """Whether it waits while no one knows which clock is right."""


class Gauge(NamedTuple):
    """A figure for the machines that watch over a site; one that `only_grows` is a counter."""

    name: str
    meaning: str
    value: float
    only_grows: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tenant(Generic[S]):
    """One journal and everything the site must know to run it."""

    kind: str
    """Which kind of tenant; the first row of its journal says it, and it chooses the machine."""
    name: str
    """Its name in addresses, settings, logs and metrics."""
    book: str
    """The id of its rulebook."""
    zone: ZoneInfo
    """The time zone whose wall time its commands carry."""
    machine: Machine[S]
    """Rules, bytes, books, records and audit; see `with_first_row`."""
    roles: Mapping[Role, tuple[str, ...]]
    """Its roles, and which fields of a credential each of them needs."""
    admit: Callable[[Credential, Any], Any]
    """The command as this credential may give it, with who gave it; else NotAllowed."""
    complete: Callable[[Site[S], Credential | None, Any], Any]
    """The command with what only the site knows (store, secret, record); NotAllowed if it is about
    another's. Our own pages, which have checked the person already, give no credential."""
    token: Callable[[S, str], Credential | None] = lambda _state, _digest: None
    """Whose token has this hash, where the tenant's own office gives tokens."""
    needs_site: Callable[[Any], bool] = lambda _: False
    """Whether `complete` would change or check this command at all."""
    ahead: Callable[[Any], Callable[[Store], None] | None] = lambda _: None
    """Long work for a command that needs the store and no state; it is done on a separate
    connection before the command is queued, so that others go on meanwhile."""
    due: Callable[[Site[S], int], Submitted | None] = lambda _site, _at_us: None
    """What must be decided before the next batch, such as the close of a game."""
    tasks: tuple[Task[S], ...] = ()
    """What the site does by itself; each task runs on its own and never waits for the others."""
    wakes: Callable[[S], datetime | None] = lambda _: None
    """When a task next has something to do by the clock; None if only events make work."""
    at_once: bool = False
    """Whether tasks and feeds look again after every row: people wait for them. Otherwise they look
    twenty times a second, which leaves more of the processor to sales."""
    feeds: Mapping[str, FeedSource[S]] = field(default_factory=dict)
    """Live feeds by name: the messages that follow the last one."""
    feeds_due: Callable[[Site[S], datetime], datetime | None] = lambda _site, _now: None
    """When the feeds change by the clock alone; None if only events change them."""
    feeds_by_key: Mapping[str, KeyedFeedSource[S]] = field(default_factory=dict)
    """Live feeds of which there is one for each key, such as a table; made when a client asks."""
    gauges: Callable[[S], tuple[Gauge, ...]] = lambda _: ()
    """What its state shows the machines that watch over the site."""
    witnessed: Callable[[S], Witnessing] | None = None
    """Its witnesses and their words; None for a tenant that draws nothing on a public record."""
    open_draw: Callable[[S], int | None] = lambda _: None
    """The promised draw that is shown before it closes."""
    snapshot_pays: Callable[[S, int], bool] = lambda _state, _rows: True
    """Whether a snapshot now saves work at the next start, after this many new rows."""
    takes_unnamed: bool = False
    """Whether a journal whose first row names no owner is this tenant's."""

    @property
    def owner(self) -> Owner:
        """What the first row of its journal says."""
        return Owner(self.kind, self.name, self.book, self.zone.key)

    def now(self, at_us: int) -> datetime:
        """A moment in microseconds UTC as this tenant's wall clock shows it."""
        return wall_time(self.zone, at_us)


def open_site(tenant: Tenant[S], store: Store, clock_us: Callable[[], int]) -> Site[S]:
    """The site on a tenant's store; the first row of a new store says whose it is.

    AnotherTenant, and nothing is written, if the store holds a journal of another tenant.
    """
    check_owner(store, tenant.owner, takes_unnamed=tenant.takes_unnamed)
    site = Site(tenant.machine, store, clock_us)
    open_journal(tenant, site)
    return site


def note_key(tenant: Tenant[S], site: Site[S], store: KeyedStore, because: str) -> None:
    """Write the row that says which key tags the journal from here on."""
    key = store.keys.current_id.hex()
    command = KeyJournal(tenant.now(site.now_us()), key, because)
    _run_own(site, Submitted(f"site/{site.head.seq}/key-{key}", command))


def open_journal(tenant: Tenant[S], site: Site[S]) -> None:
    """Write the first row of an empty journal, or the row that names a new key."""
    store = site.store
    if not site.head.seq:
        command = OpenJournal(tenant.now(site.now_us()), *tenant.owner)
        _run_own(site, Submitted(FIRST_ID, command))
    elif isinstance(store, KeyedStore) and not store.is_current(site.head.seq):
        note_key(tenant, site, store, "a new key")


def _run_own(site: Site[S], submitted: Submitted) -> None:
    [reply] = site.run([submitted])
    if isinstance(reply, Broke):
        raise JournalError(reply.words)


__all__ = [
    "AnotherTenant",
    "FeedSource",
    "Gauge",
    "KeyedFeedSource",
    "Prepared",
    "Task",
    "Tenant",
    "note_key",
    "open_journal",
    "open_site",
]
