"""A bingo hall as a tenant of the site: its machine, rights, tasks and feeds put together."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from zoneinfo import ZoneInfo

from eyesdown.central.hall.feeds import FEEDS, gauges
from eyesdown.central.hall.machine import machine
from eyesdown.central.hall.rights import HallRights, admit, needs_site
from eyesdown.central.hall.roles import ROLES, HallRole
from eyesdown.central.hall.state import HallSite
from eyesdown.central.hall.stock import ahead
from eyesdown.central.hall.tasks import HallPlan, next_step
from eyesdown.central.site.first_row import Owner, check_owner
from eyesdown.central.site.machine import Machine
from eyesdown.central.site.people.access import Access, admit_listed, credential_of
from eyesdown.central.site.serials import RECEIPT_KEY, Serials
from eyesdown.central.site.site import Site
from eyesdown.central.site.upkeep.watched_clock import ForwardClock
from eyesdown.central.store.base import Store
from eyesdown.central.tenant import Task, Tenant, open_journal
from eyesdown.control.hall.reading import read_book
from eyesdown.draw.health import fresh_secret
from eyesdown.kernel.errors import BadInput, JournalCorrupt
from eyesdown.rulebooks import SHELF, is_for_halls

KIND = "hall"


def machine_for(owner: Owner) -> Machine[HallSite] | None:
    """The machine of a hall's journal; None if it names a book that is not a hall's."""
    return machine(owner.book, ZoneInfo(owner.zone)) if is_for_halls(owner.book) else None


def check_book(book: str) -> None:
    """Refuse a book by which no hall can be run, or that control cannot read."""
    if not is_for_halls(SHELF.known(book)):
        books = ", ".join(each for each in SHELF.ids if is_for_halls(each))
        raise BadInput("book", f"a hall is run by one of {books}, not by {book}")
    read_book(book, SHELF.source(book).in_force)


def hall_tenant(
    name: str, book: str, zone: ZoneInfo, plan: HallPlan, rights: HallRights
) -> Tenant[HallSite]:
    """A hall for the site, under one of the books for halls."""
    return Tenant(
        kind=KIND,
        name=name,
        book=book,
        zone=zone,
        machine=machine(book, zone),
        roles=ROLES,
        admit=admit,
        complete=rights.complete,
        needs_site=needs_site,
        ahead=ahead,
        token=partial(credential_of, name),
        tasks=(Task("draws", partial(next_step, plan), by_clock=True),),
        at_once=True,
        feeds=FEEDS,
        gauges=gauges,
        witnessed=lambda state: state.witnessed,
        open_draw=open_draw,
    )


def open_draw(state: HallSite) -> int | None:
    """The promised draw of the game that is called now."""
    promised = (number for number in state.open_draws if number in state.draws.promised)
    return next(promised, None)


def open_hall(
    owner: Owner, store: Store, plan: HallPlan, clock_us: Callable[[], int]
) -> tuple[Tenant[HallSite], Site[HallSite]]:
    """A hall on its store; a new store gets the key of its slips and its first row.

    AnotherTenant, and nothing is written, if the store holds another tenant's journal.
    """
    check_book(owner.book)
    check_owner(store, owner, takes_unnamed=False)
    zone = ZoneInfo(owner.zone)
    latest_us = max((row.at_us for row in store.rows(max(store.head().seq - 1, 0))), default=0)
    clock_us = ForwardClock(clock_us, latest_us)
    site = Site(machine(owner.book, zone), store, clock_us)
    if store.head().seq and not store.secret(RECEIPT_KEY):
        raise JournalCorrupt("the receipt key is gone, so every slip would be a forgery")
    key = store.keep_secret(RECEIPT_KEY, fresh_secret(plan.entropy))
    rights = HallRights(Serials(key, clock_us), plan.entropy)
    tenant = hall_tenant(owner.name, owner.book, zone, plan, rights)
    if plan.restart is not None:
        plan.restart.begin(site.record)
    open_journal(tenant, site)
    return tenant, site


def admit_office(
    tenant: Tenant[HallSite], site: Site[HallSite], person: str, password_hash: str
) -> None:
    """Let a person of the settings into the office with a password, once for each new hash."""
    before = site.state.access.get(person)
    roles = tuple(dict.fromkeys((HallRole.OFFICE.value, *(before.roles if before else ()))))
    access = Access(roles, before.till if before else "")
    admit_listed(site, tenant.now(site.now_us()), person, access, password_hash)
