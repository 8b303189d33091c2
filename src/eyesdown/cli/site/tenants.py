"""The kinds of tenant that this program knows: opened from settings, or found from a journal."""

from __future__ import annotations

import atexit
import os
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from eyesdown.cli.site.keys import SiteKeys, key_path
from eyesdown.kernel.errors import JournalUnavailable

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from eyesdown.central.keno.slow_process import SlowProcess
    from eyesdown.central.keno.tasks import Plan
    from eyesdown.central.running import RunningTenant
    from eyesdown.central.site.credentials import Doorkeeper
    from eyesdown.central.site.machine import Machine
    from eyesdown.central.site.restore.restart import Restart
    from eyesdown.central.site.site import Site
    from eyesdown.central.store.base import Store
    from eyesdown.central.tenant import Tenant
    from eyesdown.cli.site.settings import HallSettings, Settings
    from eyesdown.web.frame.context import Web
    from eyesdown.web.frame.metrics import Metrics


KINDS = ("keno", "hall", "family")
"""The kinds of tenant, each a room of its own; only the one that is needed is loaded."""


@dataclass(frozen=True, slots=True)
class OpenTenant:
    """A tenant on its store, claimed and read, before the site runs."""

    tenant: Tenant[Any]
    site: Site[Any]
    where: str
    web: Callable[[RunningTenant[Any]], Web[Any]]
    """The running tenant as its pages see it."""
    end_long_work: Callable[[], None] = lambda: None
    """Ends what a stop need not wait for, because the next start does it again."""
    busy: Callable[[bool], None] = lambda _: None
    """Called before every batch of commands, and when none waits any more."""

    def read_store(self) -> Store:
        """The store on a separate connection, to read. A file that is gone is not made again.

        It is not looked into first, as `make=False` would: closing it releases SQLite's locks.
        """
        from eyesdown.central.store.connect import open_store
        from eyesdown.central.store.keyed import KeyedStore

        if "://" not in self.where and not Path(self.where).is_file():
            raise JournalUnavailable(f"there is no file {self.where}")
        store, own = open_store(self.where), self.site.store
        return KeyedStore(store, own.keys) if isinstance(own, KeyedStore) else store


def open_tenants(settings: Settings, clock_us: Callable[[], int]) -> list[OpenTenant]:
    """Open and claim the store of every tenant in the settings, keno first."""
    keys = SiteKeys(key_path(settings))
    opened = _open_all(settings, keys, clock_us)
    for each in opened:
        keys.take_newest_key(each.site.store, each.tenant.name)
    return opened


def _open_all(settings: Settings, keys: SiteKeys, clock_us: Callable[[], int]) -> list[OpenTenant]:
    if settings.family_alone:
        return [_open_family(settings, keys, clock_us)]
    return [
        _open_keno(settings, keys, clock_us),
        *(_open_hall(settings, hall, keys, clock_us) for hall in settings.halls),
        *([_open_family(settings, keys, clock_us)] if settings.family else []),
    ]


def _open_keno(settings: Settings, keys: SiteKeys, clock_us: Callable[[], int]) -> OpenTenant:
    from eyesdown.central.desk.own_process import StoreProcess
    from eyesdown.central.desk.row_index import RowIndex, index_path
    from eyesdown.central.keno.slow_process import SlowProcess
    from eyesdown.central.keno.tenant import KENO, open_keno
    from eyesdown.web.keno.context import KenoWeb
    from eyesdown.web.keno.counter.papers.printers import printers_of

    store = claimed_store(settings.store, keys, str(KENO.name))
    slow = SlowProcess(held_up_seconds_max(settings.every_seconds, settings.slow_seconds))
    atexit.register(slow.stop)  # for a site that was opened and never ran
    plan = _plan(settings, slow)
    keno = open_keno(store, plan, clock_us, os.urandom)

    def web(running: RunningTenant[Any]) -> KenoWeb:
        return KenoWeb(
            tenant=keno.tenant,
            sequencer=running.sequencer,
            open_reader=running.read_store,
            store_process=StoreProcess.of(settings.store, store),
            row_index=RowIndex(index_path(settings.store)),
            restart=keno.restart,
            serials=keno.serials,
            cage=settings.cage,
            address=settings.address,
            printers=printers_of(settings.printers),
            pool_wait=timedelta(seconds=settings.pool_wait_seconds),
            draw_time=plan.draw_time,
            every=plan.every,
        )

    return OpenTenant(keno.tenant, keno.site, settings.store, web, slow.stop, slow.note_busy)


def _open_hall(
    settings: Settings, hall: HallSettings, keys: SiteKeys, clock_us: Callable[[], int]
) -> OpenTenant:
    from eyesdown.central.desk.row_index import RowIndex, index_path
    from eyesdown.central.hall.tasks import HallPlan
    from eyesdown.central.hall.tenant import KIND, admit_office, open_hall
    from eyesdown.central.site.first_row import Owner
    from eyesdown.web.frame.context import Web
    from eyesdown.web.hall.card_check import find_card
    from eyesdown.web.hall.public import front_card

    plan = HallPlan(
        os.urandom,
        name=hall.name,
        witness_wait_seconds=settings.witness_wait_seconds,
        witnesses_max=settings.witnesses,
        restart=_restart(settings),
    )
    owner = Owner(KIND, hall.name, hall.book, hall.zone)
    tenant, site = open_hall(owner, claimed_store(hall.store, keys, hall.name), plan, clock_us)
    if hall.office:
        admit_office(tenant, site, hall.office, hall.office_hash)

    def web(running: RunningTenant[Any]) -> Web[Any]:
        return Web(
            tenant=tenant,
            sequencer=running.sequencer,
            open_reader=running.read_store,
            row_index=RowIndex(index_path(hall.store)),
            restart=plan.restart,
            is_first=False,
            front_card=partial(front_card, hall.name),
            find_card=find_card,
        )

    return OpenTenant(tenant, site, hall.store, web)


def _open_family(settings: Settings, keys: SiteKeys, clock_us: Callable[[], int]) -> OpenTenant:
    from eyesdown.central.family.tenant import KIND, family_tenant
    from eyesdown.central.site.first_row import owner_of
    from eyesdown.central.tenant import open_site
    from eyesdown.cli.site.addresses import local_zone, phone_addresses
    from eyesdown.web.family.context import FamilyWeb, front_card

    store = claimed_store(settings.family, keys, KIND)
    owner = owner_of(store)  # a laptop that travels keeps the zone in which its file was begun
    tenant = family_tenant(KIND, local_zone() if owner is None else ZoneInfo(owner.zone))
    site = open_site(tenant, store, clock_us)
    named = settings.family_address.rstrip("/")

    def addresses() -> tuple[str, ...]:
        return (named,) if named else phone_addresses(settings.port)

    def web(running: RunningTenant[Any]) -> FamilyWeb:
        return FamilyWeb(
            tenant=tenant,
            sequencer=running.sequencer,
            open_reader=running.read_store,
            is_first=settings.family_alone,
            addresses=addresses if named or settings.family_alone else None,
            front_card=front_card,
        )

    return OpenTenant(tenant, site, settings.family, web)


def claimed_store(where: str, keys: SiteKeys, name: str) -> Store:
    """A tenant's store, which no other process may write to, with the site's keys."""
    from eyesdown.central.store.connect import open_store

    store = open_store(where)
    store.claim()
    return keys.keyed(store, name, where)


def link_to(tenant: Tenant[Any]) -> tuple[str, str]:
    """The address of a tenant's public page and its name in the navigation."""
    from eyesdown.central.family import tenant as family

    if tenant.kind == family.KIND:
        return "/family", "At home"
    from eyesdown.web.hall.board import hall_words

    return f"/halls/{tenant.name}/", f"Bingo: {hall_words(tenant.name)}"


def routes_of(kind: str, keeper: Doorkeeper, counted: Metrics) -> Sequence[BaseRoute]:
    """The API and the pages of a kind of tenant; a family table does not wait for a hall's."""
    from eyesdown.central.family import tenant as family

    if kind == family.KIND:
        from eyesdown.web.family.routes import ROUTES as FAMILY_ROUTES

        return FAMILY_ROUTES
    from eyesdown.central.hall import tenant as hall
    from eyesdown.web.api.routes import Api
    from eyesdown.web.frame.quotas import STRANGER_A_SECOND, Quotas

    quotas = Quotas(), Quotas(a_second=STRANGER_A_SECOND)

    if kind == hall.KIND:
        from eyesdown.web.hall.api.vocabulary import HALL
        from eyesdown.web.hall.routes import ROUTES as HALL_ROUTES

        return [*Api(keeper, HALL, counted, *quotas).routes(), *HALL_ROUTES]
    from eyesdown.web.keno.api.vocabulary import KENO
    from eyesdown.web.keno.routes import ROUTES as KENO_ROUTES

    return [*Api(keeper, KENO, counted, *quotas).routes(), *KENO_ROUTES]


def held_up_seconds_max(every_seconds: float, slow_seconds: float) -> float:
    """How long sales may hold up a slow step: its result comes within half of the next game.

    >>> held_up_seconds_max(180, 10), held_up_seconds_max(15, 10)
    (80.0, 0.0)
    """
    return max(0.0, every_seconds / 2 - slow_seconds)


def _plan(settings: Settings, slow: SlowProcess) -> Plan:
    from eyesdown.central.keno.slow_process import turns_for
    from eyesdown.central.keno.tasks import Plan

    return Plan(
        os.urandom,
        timedelta(seconds=settings.every_seconds),
        settings.cage,
        timedelta(seconds=settings.pool_wait_seconds),
        slow_turns=turns_for(settings.slow_seconds),
        slow_step=slow.step,
        witness_wait_seconds=settings.witness_wait_seconds,
        witnesses_max=settings.witnesses,
        name=settings.name,
        draw_time=timedelta(seconds=settings.shown_seconds),
        restart=_restart(settings),
    )


def _restart(settings: Settings) -> Restart:
    from eyesdown.central.site.restore.restart import Restart

    return Restart(settings.witness_start_seconds, time.monotonic, secrets.token_hex(16))


def machine_of(store: Store) -> Machine[Any]:
    """The machine of the tenant whose journal a store holds, as its first row says.

    AnotherTenant if this program does not know such a tenant.
    """
    from eyesdown.central.site.first_row import AnotherTenant, owner_of

    owner = owner_of(store)
    if owner is None:  # a journal of the first release
        from eyesdown.central.keno.tenant import KENO

        owner = KENO
    known: Machine[Any] | None = None
    if owner.kind in KINDS:
        known = import_module(f"eyesdown.central.{owner.kind}.tenant").machine_for(owner)
    if known is None:
        raise AnotherTenant(
            f"this store holds the journal of {owner}, which is not known here; "
            "if its rulebook is in a folder, name that: eyesdown --rulebooks FOLDER ..."
        )
    return known


def zone_of(store: Store) -> ZoneInfo:
    """The time zone of the tenant whose journal a store holds."""
    from eyesdown.central.keno.tenant import KENO
    from eyesdown.central.site.first_row import owner_of

    return ZoneInfo((owner_of(store) or KENO).zone)


def keno_only(store: Store) -> None:
    """AnotherTenant if the store holds another tenant's journal than keno's."""
    from eyesdown.central.keno.tenant import KENO
    from eyesdown.central.site.first_row import check_owner

    check_owner(store, KENO, takes_unnamed=True)
