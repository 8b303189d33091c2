"""The kinds of tenant that this program knows: opened from settings, or found from a journal."""

from __future__ import annotations

import atexit
import os
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from eyesdown.kernel.errors import JournalUnavailable

if TYPE_CHECKING:
    from eyesdown.central.keno.tasks import Plan
    from eyesdown.central.keno.tenant import OpenedKeno
    from eyesdown.central.site.first_row import Owner
    from eyesdown.central.site.machine import Machine
    from eyesdown.central.site.site import Site
    from eyesdown.central.store.base import Store
    from eyesdown.central.tenant import Tenant
    from eyesdown.cli.site.serve import Settings


@dataclass(frozen=True, slots=True)
class OpenTenant:
    """A tenant on its store, claimed and read, before the site runs."""

    tenant: Tenant[Any]
    site: Site[Any]
    where: str

    def read_store(self) -> Store:
        """The store on a separate connection, to read. A file that is gone is not made again.

        It is not looked into first, as `make=False` would: closing it releases SQLite's locks.
        """
        from eyesdown.central.store.connect import open_store

        if "://" not in self.where and not Path(self.where).is_file():
            raise JournalUnavailable(f"there is no file {self.where}")
        return open_store(self.where)


@dataclass(frozen=True, slots=True)
class OpenTenants:
    """Every tenant of the site, keno first."""

    keno: OpenedKeno
    every: Sequence[OpenTenant]


def open_tenants(settings: Settings, clock_us: Callable[[], int]) -> OpenTenants:
    """Open and claim the store of every tenant in the settings."""
    from eyesdown.central.keno.tenant import open_keno
    from eyesdown.central.store.connect import open_store

    store = open_store(settings.store)
    store.claim()
    keno = open_keno(store, _plan(settings), clock_us, os.urandom)
    return OpenTenants(keno, (OpenTenant(keno.tenant, keno.site, settings.store),))


def _plan(settings: Settings) -> Plan:
    from eyesdown.central.keno.slow_process import SlowProcess, turns_for
    from eyesdown.central.keno.tasks import Plan
    from eyesdown.central.site.restore.restart import Restart

    slow = SlowProcess()
    atexit.register(slow.stop)
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
        restart=Restart(settings.witness_start_seconds, time.monotonic, secrets.token_hex(16)),
    )


def roles() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """The roles of every tenant that a credential may be for, the first tenant first."""
    from eyesdown.central.keno import rights, tenant

    return {tenant.KIND: rights.ROLES}


def machine_of(store: Store) -> Machine[Any]:
    """The machine of the tenant whose journal a store holds, as its first row says.

    AnotherTenant if this program does not know such a tenant.
    """
    from eyesdown.central.keno.tenant import KENO
    from eyesdown.central.site.first_row import AnotherTenant, owner_of

    owner = owner_of(store) or KENO
    machine = _machines().get(owner.kind)
    known = None if machine is None else machine(owner)
    if known is None:
        raise AnotherTenant(f"this store holds the journal of {owner}, which is not known here")
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


def _machines() -> Mapping[str, Callable[[Owner], Machine[Any] | None]]:
    """By kind of tenant: its machine, or None for a book or zone that it does not have."""
    from eyesdown.central.family import tenant as family
    from eyesdown.central.hall import tenant as hall
    from eyesdown.central.keno import tenant as keno

    tenants = (keno, hall, family)
    return {tenant.KIND: tenant.machine_for for tenant in tenants}
