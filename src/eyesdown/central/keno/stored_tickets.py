"""Tickets that have left memory, read from the store: for pages and for commands about them.

Every command about a ticket gets here what the store has of it. The store is read between two
batches of the writer, when state and store are of the same moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, get_args

from eyesdown.central.keno.machine import EVENTS, PRIZES, KenoSite, book_on, sydney
from eyesdown.central.keno.office.payment_words import (
    ConfirmPayment,
    PaymentConfirmed,
    ProposePayment,
)
from eyesdown.central.keno.office.payments import inner_command
from eyesdown.central.site.site import Site
from eyesdown.central.store.base import Store
from eyesdown.keno.claims.commands import ExpireUnclaimed, PayClaimForm
from eyesdown.keno.claims.from_store import entry_from_store, prize_from_store, tickets_since
from eyesdown.keno.commands import TicketCommand
from eyesdown.keno.office.commands import CorrectDeposit
from eyesdown.keno.office.events import Deposited
from eyesdown.keno.sales.commands import AcceptEntry
from eyesdown.keno.sales.events import EntryAccepted, EntryCancelled
from eyesdown.keno.words.entry import Entry
from eyesdown.keno.words.people import DepositBooked
from eyesdown.keno.words.prizes import Prize, PrizeState
from eyesdown.keno.words.tickets import EntryRecord, Overdue, StoredEntry
from eyesdown.kernel.written import replace
from eyesdown.rulebooks.nsw_keno.c15_payouts import unclaimed_from

ABOUT_TICKETS = frozenset(get_args(TicketCommand))
NEED_STORED_FACTS = ABOUT_TICKETS | {
    PayClaimForm,
    ExpireUnclaimed,
    CorrectDeposit,
    ConfirmPayment,
    ProposePayment,
}


def accepted(store: Store, ticket: str) -> EntryAccepted | None:
    """The sale of a ticket, or of the ticket that it continues."""
    if not (ticket.isascii() and ticket.isprintable()):
        return None  # no serial, and not every database would take it for one
    continued = store.record("continued", ticket)
    row = store.record("ticket", ticket if continued is None else continued.body.decode())
    sold = None if row is None else EVENTS.read(row.body)
    assert sold is None or isinstance(sold, EntryAccepted)
    return sold


def cancelled(store: Store, serial: str) -> EntryCancelled | None:
    """What became of an Entry that was cancelled."""
    row = store.record("cancelled", serial)
    cancellation = None if row is None else EVENTS.read(row.body)
    assert cancellation is None or isinstance(cancellation, EntryCancelled)
    return cancellation


def find(store: Store, ticket: str) -> EntryRecord | None:
    """The Entry of a ticket with what became of it, as far as the store can tell."""
    sold = accepted(store, ticket)
    return None if sold is None else _stored(store, sold)


def _stored(store: Store, sold: EntryAccepted) -> EntryRecord:
    serial = sold.entry.serial

    def handed_in(ticket: str) -> str | None:
        row = store.record("paid", ticket)
        instead = None if row is None else row.body.decode()
        return "" if instead == serial else instead  # an older store names the Entry here

    unnamed = store.record("anonymous", serial)
    return entry_from_store(
        sold,
        *tickets_since(serial, handed_in),
        cancelled=cancelled(store, serial),
        excluded=store.record("excluded", serial) is not None,
        anonymous=unnamed is not None and unnamed.body == b"1",
    )


def _won(store: Store, sold: EntryAccepted) -> dict[int, Prize]:
    """What an Entry has won, by game, as the store has it."""
    won = {}
    for row in store.records("prize", f"{sold.entry.serial}/"):
        prize = PRIZES.read(row.body)
        assert isinstance(prize, Prize)
        unclaimed = store.record("unclaimed", row.key) is not None
        won[prize.game] = prize_from_store(sold, prize, unclaimed=unclaimed)
    return dict(sorted(won.items()))


def find_anywhere(site: Site[KenoSite], ticket: str) -> EntryRecord | None:
    """The Entry of a ticket: from memory while it is open, else from the store."""
    return site.state.keno.find(ticket) or find(site.store, ticket)


def entry_of(site: Site[KenoSite], ticket: str) -> Entry | None:
    """What a ticket was sold for, from memory or the store."""
    sold = site.state.keno.find(ticket) or accepted(site.store, ticket)
    return None if sold is None else sold.entry


def disqualified(site: Site[KenoSite], serial: str) -> bool:
    """Whether an Entry is disqualified now; such a one stays in memory until it is reinstated."""
    sold = site.state.keno.sold.get(serial)
    return sold is not None and sold.disqualified is not None


def prizes_of(site: Site[KenoSite], serial: str) -> dict[int, Prize]:
    """What an Entry has won, by game."""
    if serial in site.state.keno.sold:
        return dict(site.state.keno.prizes.get(serial, {}))
    sold = accepted(site.store, serial)
    return {} if sold is None else _won(site.store, sold)


def history(store: Store, account: str) -> Iterator[EntryAccepted]:
    """Every web Entry of an account, oldest first."""
    for row in store.records("history", f"{account}/"):
        sold = EVENTS.read(row.body)
        assert isinstance(sold, EntryAccepted)
        if sold.entry.account == account:  # another's name may begin so
            yield sold


def stored_entry_of(site: Site[KenoSite], ticket: str) -> StoredEntry | None:
    """An Entry with its prizes for a command; one that is in memory needs none."""
    state = site.state.keno
    live = state.find(ticket)
    if live is not None:
        return StoredEntry(live)
    sold = accepted(site.store, ticket)
    if sold is None:
        return None
    won = tuple(_won(site.store, sold).values())
    return StoredEntry(_stored(site.store, sold), won, state.changes)


OVERDUE_AT_ONCE = 5_000
"""After this many unclaimed prizes, only the rest of their Keno Day: the look-up delays sales."""


def overdue(site: Site[KenoSite], day: date) -> Overdue:
    """Unclaimed prizes of the next Keno Days that were not gone through before."""
    state, count = site.state.keno, 0
    unclaimed: list[tuple[date, tuple[tuple[str, int, int], ...]]] = []
    last = max(day, sydney(site.now_us()).date())  # the site puts its own time in later
    figures = book_on(last).figures
    for row in site.store.records("day"):
        keno_day = date.fromisoformat(row.key)
        before = state.unclaimed_until is not None and keno_day <= state.unclaimed_until
        if not before and last > unclaimed_from(keno_day, figures):
            prizes = tuple(_unclaimed(site.store, keno_day))
            unclaimed.append((keno_day, prizes))
            count += len(prizes)
            if count >= OVERDUE_AT_ONCE:
                break
    return Overdue(tuple(day for day in unclaimed if day[1]), state.changes)


def _unclaimed(store: Store, keno_day: date) -> Iterator[tuple[str, int, int]]:
    for winners in store.records("winners", f"{keno_day.isoformat()}/"):
        game = winners.key.partition("/")[2]
        for serial in winners.body.decode().split("\n"):
            key = f"{serial}/{game}"
            row = store.record("prize", key)
            prize = None if row is None else PRIZES.read(row.body)
            assert isinstance(prize, Prize), "every winner has a prize"
            if prize.state is PrizeState.PAYABLE and not store.record("unclaimed", key):
                yield serial, prize.game, prize.cents


def plays_again(command: Any) -> bool:
    """Whether a sale plays an old ticket again; any ticket in the store will do."""
    return type(command) is AcceptEntry and bool(command.entry.replay_of)


def with_stored_facts(site: Site[KenoSite], command: Any) -> Any:
    """A command with what the store has of its ticket, form or unclaimed prizes; others as is.

    What a client put into that field is thrown away.
    """
    match command:
        case ExpireUnclaimed():
            return replace(command, kept=overdue(site, command.at.date()))
        case CorrectDeposit():
            return replace(command, kept=_deposit(site.store, command.row))
        case PayClaimForm():
            form = site.state.keno.forms.get(command.form)
            return replace(
                command, kept=None if form is None else stored_entry_of(site, form.serial)
            )
        case ConfirmPayment():
            waiting = site.state.payments.get(command.proposal)
            if waiting is None:
                return replace(command, kept=None)
            inner = with_stored_facts(site, inner_command(waiting, command))
            return replace(command, kept=getattr(inner, "kept", None))
        case ProposePayment(payment=PayClaimForm() | CorrectDeposit()):
            return replace(command, payment=replace(command.payment, kept=None))
        case AcceptEntry() if command.entry.replay_of:
            is_stored = entry_of(site, command.entry.replay_of) is not None
            return replace(command, replay_stored=is_stored)
        case _ if type(command) in ABOUT_TICKETS:
            return replace(command, kept=stored_entry_of(site, command.serial))
        case _:
            return command


def _deposit(store: Store, seq: int) -> DepositBooked | None:
    """The deposit that a row of the journal booked, if it did."""
    row = next(store.rows(seq - 1), None) if seq > 0 else None
    if row is None or row.seq != seq:
        return None
    match EVENTS.read_all(row.events):
        case (Deposited() as deposit,) | (PaymentConfirmed(), Deposited() as deposit):
            return DepositBooked(deposit.at, deposit.account, deposit.cents)
        case _:
            return None
