"""Keno as a tenant of the site: its machine, rights, tasks and clock put together."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import NamedTuple

from eyesdown.central.keno.feeds import feeds_at, feeds_due, gauges
from eyesdown.central.keno.machine import SYDNEY, KenoSite, machine
from eyesdown.central.keno.office.roles import ROLES
from eyesdown.central.keno.rights import KenoRights, needs_site
from eyesdown.central.keno.tasks import (
    Plan,
    close_when_due,
    next_result_step,
    next_sale_step,
    snapshot_pays,
    wakes,
)
from eyesdown.central.site.first_row import Owner, check_owner
from eyesdown.central.site.machine import Machine
from eyesdown.central.site.people.access import credential_of
from eyesdown.central.site.restore.restart import Restart
from eyesdown.central.site.serials import KEYED_FROM, RECEIPT_KEY, Serials, wrong_key
from eyesdown.central.site.site import Site
from eyesdown.central.store.base import Store
from eyesdown.central.tenant import Prepared, Task, Tenant, open_journal
from eyesdown.draw.health import fresh_secret
from eyesdown.kernel.errors import JournalCorrupt

KIND = "keno"
BOOK = "nsw-keno"
KENO = Owner(KIND, KIND, BOOK, SYDNEY.key)
"""What the first row of keno's journal says."""


def machine_for(owner: Owner) -> Machine[KenoSite] | None:
    """The machine of a keno journal; None if it names another book or zone."""
    return machine() if owner[2:] == KENO[2:] else None


def keno_tenant(plan: Plan, rights: KenoRights) -> Tenant[KenoSite]:
    """Keno for the site; journals that name no owner are keno's."""
    return Tenant(
        kind=KIND,
        name=KIND,
        book=BOOK,
        zone=SYDNEY,
        machine=machine(),
        roles=ROLES,
        admit=rights.admit,
        complete=rights.complete,
        needs_site=needs_site,
        token=partial(credential_of, KIND),
        due=close_when_due(plan),
        tasks=(
            Task("sales", partial(_sale_step, plan), by_clock=True),
            Task("results", partial(_result_step, plan), on_thread=True),
        ),
        wakes=wakes,
        feeds=feeds_at(plan.draw_time),
        feeds_due=feeds_due(plan.draw_time),
        gauges=gauges,
        witnessed=lambda state: state.witnessed,
        open_draw=lambda state: state.keno.open_game,
        snapshot_pays=snapshot_pays,
        takes_unnamed=True,
    )


class OpenedKeno(NamedTuple):
    """Keno on its store, with the serials of its tickets."""

    tenant: Tenant[KenoSite]
    site: Site[KenoSite]
    serials: Serials
    restart: Restart | None = None


def open_keno(
    store: Store, plan: Plan, clock_us: Callable[[], int], entropy: Callable[[int], bytes]
) -> OpenedKeno:
    """Keno on a store; a new store gets its receipt key and its first row.

    AnotherTenant, and nothing is written, if the store holds another tenant's journal;
    JournalCorrupt if the receipt key is not the one that its tickets were made with.
    """
    check_owner(store, KENO, takes_unnamed=True)
    site = Site(machine(), store, clock_us)
    if site.head.seq and not store.secret(RECEIPT_KEY):
        raise JournalCorrupt("the receipt key is gone, so every ticket would be a forgery")
    key = store.keep_secret(RECEIPT_KEY, fresh_secret(entropy))
    keyed_from = store.keep_secret(KEYED_FROM, str(clock_us()).encode())
    serials = Serials(key, clock_us, int(keyed_from))
    if plan.restart is not None:
        plan.restart.begin(site.record)
    wrong = wrong_key(site.state.keno.newest_ticket, key)
    if wrong:
        raise JournalCorrupt(wrong)
    tenant = keno_tenant(plan, KenoRights(serials, entropy))
    open_journal(tenant, site)
    return OpenedKeno(tenant, site, serials, plan.restart)


def _sale_step(plan: Plan, site: Site[KenoSite], now: datetime) -> Prepared | None:
    return next_sale_step(site, plan, now)


def _result_step(plan: Plan, site: Site[KenoSite], now: datetime) -> Prepared | None:
    return next_result_step(site, plan, now)
