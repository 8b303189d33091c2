"""Tickets that are over are read from the store: for pages, and for whoever asks about one.

Every door lets a command about a ticket pass here, so that it brings along what the store has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, get_args

from eyesdown.central.keno import EVENTS, PRIZES, KenoSite
from eyesdown.central.sequencer import Sequencer
from eyesdown.central.site import Site
from eyesdown.central.store import Store
from eyesdown.keno.commands import TicketCommand
from eyesdown.keno.events import EntryAccepted, EntryCancelled
from eyesdown.keno.records import Prize, PrizeState, Sold
from eyesdown.keno.stored import stored

ABOUT_TICKETS = frozenset(get_args(TicketCommand))


def accepted(store: Store, ticket: str) -> EntryAccepted | None:
    """The Entry of a ticket as it was sold, be it a continuation's."""
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
    found = None if row is None else EVENTS.read(row.body)
    assert found is None or isinstance(found, EntryCancelled)
    return found


def find(store: Store, ticket: str) -> Sold | None:
    """The Entry of a ticket with what became of it, as far as the store can tell."""
    sold = accepted(store, ticket)
    if sold is None:
        return None
    serial = sold.entry.serial
    unnamed = store.record("anonymous", serial)
    paid = store.record("paid", ticket) is not None
    if ticket == serial and not paid:  # by claim form, or before tickets were noted as paid
        paid = next(store.records("prize", f"{serial}/"), None) is not None
    return stored(
        sold,
        "" if paid else ticket,
        cancelled=cancelled(store, serial),
        excluded=store.record("excluded", serial) is not None,
        anonymous=unnamed is not None and unnamed.body == b"1",
    )


def find_anywhere(site: Site[KenoSite], ticket: str) -> Sold | None:
    """The Entry of a ticket: from memory while it is open, else from the store."""
    return site.state.keno.find(ticket) or find(site.store, ticket)


def prizes_of(site: Site[KenoSite], serial: str) -> dict[int, Prize]:
    """What an Entry has won, by game; all of it is paid once the Entry has left memory."""
    live, gone = site.state.keno.prizes.get(serial, {}), serial not in site.state.keno.sold
    won = {}
    for row in site.store.records("prize", f"{serial}/"):
        prize = PRIZES.read(row.body)
        assert isinstance(prize, Prize)
        kept = replace(prize, state=PrizeState.PAID) if gone else live.get(prize.game, prize)
        won[prize.game] = kept
    return won


def history(store: Store, account: str) -> Iterator[EntryAccepted]:
    """Every web Entry of an account, oldest first."""
    for row in store.records("history", f"{account}/"):
        sold = EVENTS.read(row.body)
        assert isinstance(sold, EntryAccepted)
        if sold.entry.account == account:  # another's name may begin so
            yield sold


def recall(store: Store, command: Any) -> Any:
    """A command about a ticket with what the store has of it; others as they are."""
    if type(command) not in ABOUT_TICKETS:
        return command
    return replace(command, kept=find(store, command.serial))


async def recalled(sequencer: Sequencer[KenoSite], command: Any) -> Any:
    """The same, on its way to the sequencer."""
    if type(command) not in ABOUT_TICKETS:
        return command
    return await sequencer.ask(lambda site: recall(site.store, command))
