"""The shift's money at one venue, counted from what happened there."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from itertools import islice
from typing import Any

from eyesdown.central.keno.machine import SYDNEY, KenoSite
from eyesdown.central.keno.stored_tickets import accepted
from eyesdown.central.site.site import Site
from eyesdown.keno.claims.events import SessionPaid
from eyesdown.keno.desk.events import DrawerCounted
from eyesdown.keno.games.events import DayOpened, GameClosed
from eyesdown.keno.office.events import VenueRemitted
from eyesdown.keno.sales.checks import at_self_service
from eyesdown.keno.sales.events import (
    ChipsSold,
    DocumentIssued,
    EntryAccepted,
    EntryCancelled,
    ReceiptRedeemed,
    RunnerCollected,
    VoucherRefunded,
)
from eyesdown.keno.words.money import PLAYER, Group
from eyesdown.rulebook.keno_words import VOUCHERS, Channel, Payout, Tender
from eyesdown.web.frame.context import Web

ROWS_AT_ONCE = 2_000
"""Rows read between two batches of the site, so that sales need not wait for a cash-up."""


@dataclass(frozen=True, slots=True)
class Movement:
    """One thing that happened at a venue, and what it did to the drawer and the terminal's box."""

    at: datetime
    what: str
    cents: int
    drawer_cents: int = 0
    box_cents: int = 0
    terminal: str = ""
    """The till where it happened, if that is known."""


@dataclass(frozen=True, slots=True)
class Kind:
    """All movements of one kind in a shift."""

    what: str
    count: int
    cents: int
    drawer_cents: int
    box_cents: int


@dataclass(slots=True)
class Tally:
    """Movements of the Keno Day by venue, read as far as row `seq`."""

    seq: int = 0
    day: date | None = None
    by_venue: dict[str, list[Movement]] = field(default_factory=lambda: defaultdict(list))
    counts: dict[str, list[DrawerCounted]] = field(default_factory=lambda: defaultdict(list))
    """Drawers that were counted in the Keno Day, by venue."""

    async def catch_up(self, web: Web[KenoSite]) -> None:
        """Read the rows written since the last time, some at a time."""
        if not self.seq:
            self.seq = await web.ask_site(day_start)
        while await web.ask_site(self._read):
            pass

    def _read(self, site: Site[KenoSite]) -> bool:
        rows = list(islice(site.store.rows(self.seq), ROWS_AT_ONCE))
        for row in rows:
            for event in site.machine.events.read_all(row.events):
                if isinstance(event, DayOpened):
                    self.day = event.keno_day
                    self.by_venue.clear()
                    self.counts.clear()
                if isinstance(event, DrawerCounted):
                    self.counts[event.drawer.venue].append(event)
                self._count(site, event, row.command_id)
            self.seq = row.seq
        return len(rows) == ROWS_AT_ONCE

    def _count(self, site: Site[KenoSite], event: Any, row_id: str) -> None:
        till = till_of_row(site, event, row_id)
        for venue, movement in movements(site, event):
            self.by_venue[venue].append(replace(movement, terminal=till))

    def tills(self, venue: str) -> list[tuple[str, int, int]]:
        """Each till of a venue with its sales and its change of cash in this Keno Day."""
        rows: dict[str, tuple[int, int]] = {}
        for movement in self.by_venue.get(venue, []):
            sold, cash = rows.get(movement.terminal, (0, 0))
            sales = movement.cents if movement.what.startswith("Entries sold") else 0
            change = movement.drawer_cents + movement.box_cents
            rows[movement.terminal] = (sold + sales, cash + change)
        return [(till, *rows[till]) for till in sorted(rows)]

    def hours(self, venue: str) -> list[tuple[int, int, int]]:
        """Sales and prizes paid by the hour of this Keno Day, from the first to the last."""
        sums: dict[int, tuple[int, int]] = {}
        for movement in self.by_venue.get(venue, []):
            sold, paid = sums.get(movement.at.hour, (0, 0))
            sold += movement.cents if movement.what.startswith("Entries sold") else 0
            paid += movement.cents if movement.what.startswith("Prizes paid") else 0
            sums[movement.at.hour] = (sold, paid)
        if not sums:
            return []
        return [(hour, *sums.get(hour, (0, 0))) for hour in range(min(sums), max(sums) + 1)]

    def shift(self, venue: str, since: datetime | None, terminal: str = "") -> list[Kind]:
        """The movements at a venue by kind: of this Keno Day or since a time, of one till."""
        kinds: dict[str, list[Movement]] = {}
        for movement in self.by_venue.get(venue, []):
            if terminal and movement.terminal != terminal:
                continue
            if since is None or movement.at >= since:
                kinds.setdefault(movement.what, []).append(movement)
        return [
            Kind(
                what,
                len(moved),
                sum(movement.cents for movement in moved),
                sum(movement.drawer_cents for movement in moved),
                sum(movement.box_cents for movement in moved),
            )
            for what, moved in kinds.items()
        ]


def till_of_row(site: Site[KenoSite], event: Any, row_id: str) -> str:
    """The till where an event happened: of its Entry, of its session, else of its page."""
    if isinstance(event, EntryAccepted):
        return event.entry.terminal
    for name in (getattr(event, "session", ""), row_id):
        terminal = name.partition("/")[0]
        if terminal in site.state.keno.terminals:
            return terminal
    return ""


def day_start(site: Site[KenoSite]) -> int:
    """The last row before the Keno Day, by binary search; this cash-up needs no older ones."""
    state = site.state.keno
    day = state.day or state.last_day
    if day is None:
        return 0
    midnight_us = int(datetime.combine(day, time(0), SYDNEY).timestamp()) * 1_000_000
    low, high = 0, site.head.seq
    while low < high:
        middle = (low + high) // 2
        if next(site.store.rows(middle)).at_us < midnight_us:
            low = middle + 1
        else:
            high = middle
    return low


def _taken(money: Group) -> int:
    """The money that came across the counter with an event, in cents."""
    return -sum(int(amount.cents) for amount in money if amount.purse == PLAYER)


def movements(site: Site[KenoSite], event: Any) -> list[tuple[str, Movement]]:
    """The movements of an event by venue; an internet Entry moves nothing at a venue."""
    state = site.state.keno
    match event:
        case EntryAccepted(entry=entry) if entry.channel == Channel.VENUE:
            alone = at_self_service(state, entry)
            what = "Entries sold, self-service" if alone else "Entries sold"
            return [(entry.venue, _in(event.at, what, event.cost_cents, event.money, box=alone))]
        case EntryCancelled(serial=serial) if sold := accepted(site.store, serial):
            if sold.entry.channel != Channel.VENUE:
                return []
            what, cash = "Entries cancelled", _taken(event.money)
            return [(sold.entry.venue, Movement(event.at, what, event.refund_cents, cash))]
        case GameClosed(excluded=serials):
            return [back for serial in serials for back in _given_back(site, event.at, serial)]
        case DocumentIssued(document=document):
            box = document.kind is Tender.SST_RECEIPT
            what = {
                Tender.GIFT_VOUCHER: "Gift vouchers sold",
                Tender.PREPAID_VOUCHER: "Prepaid vouchers given",
                Tender.SST_RECEIPT: "SST receipts for cash",
            }.get(document.kind, "Cash vouchers issued")
            sale = _in(event.at, what, document.face_cents, event.money, box=box)
            return [(document.venue, sale)]
        case ReceiptRedeemed(venue=venue, cents=cents):
            return [(venue, Movement(event.at, "Receipts redeemed", cents, -cents))]
        case VoucherRefunded(serial=serial, cents=cents) if serial in state.documents:
            refund = Movement(event.at, "Gift vouchers refunded", cents, -cents)
            return [(event.venue or state.documents[serial].venue, refund)]
        case ChipsSold(venue=venue, cents=cents):
            return [(venue, Movement(event.at, "Chips sold", cents, cents))]
        case RunnerCollected(venue=venue, cents=cents):
            return [(venue, Movement(event.at, "In runners’ hands", cents))]
        case SessionPaid(venue=venue):
            return [(venue, _payout(event.at, paid.payout, paid.cents)) for paid in event.payouts]
        case VenueRemitted(venue=venue, cents=cents):
            return [(venue, Movement(event.at, "Handed over to the Licensees", cents, -cents))]
        case _:
            return []


def _given_back(site: Site[KenoSite], at: datetime, serial: str) -> list[tuple[str, Movement]]:
    """The money for an Entry whose receipt was not taken before its game closed."""
    sold = accepted(site.store, serial)
    if sold is None or sold.entry.channel != Channel.VENUE:
        return []
    cents = sum(paid.used_cents for paid in sold.used if paid.tender not in VOUCHERS)
    alone = at_self_service(site.state.keno, sold.entry)
    drawer, box = (0, -cents) if alone else (-cents, 0)
    return [(sold.entry.venue, Movement(at, "Given back, receipt not taken", cents, drawer, box))]


def _in(at: datetime, what: str, cents: int, money: Group, *, box: bool) -> Movement:
    taken = _taken(money)
    return Movement(at, what, cents, 0 if box else taken, taken if box else 0)


def _payout(at: datetime, payout: Payout, cents: int) -> Movement:
    way = payout.replace("_", " ")
    return Movement(at, f"Prizes paid, {way}", cents, -cents if payout is Payout.CASH else 0)
