"""Selling an Entry, delivering its receipt, acknowledging it on the web."""

from __future__ import annotations

from eyesdown.keno.sales import cancel, vouchers
from eyesdown.keno.sales.checks import sale_refusals, shape_refusals
from eyesdown.keno.sales.commands import AcceptEntry, AcknowledgeEntry, DeliverReceipt
from eyesdown.keno.sales.events import (
    EntryAccepted,
    EntryAcknowledged,
    EntryCompleted,
    Events,
)
from eyesdown.keno.sales.payment import completion, sale_money
from eyesdown.keno.sales.stakes import entry_cost, staked_by_game
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.documents import apply_tenders
from eyesdown.keno.words.money import joined
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.keno_words import Channel
from eyesdown.rulebooks.nsw_keno.book import NswKeno

ENTRIES = Handlers()
DECIDES = (ENTRIES, cancel.DECIDES, vouchers.DECIDES)
"""The handlers of every sales command."""


@ENTRIES.handles(AcceptEntry)
def accept_entry(book: NswKeno, state: KenoState, command: AcceptEntry) -> Events:
    """Sell an Entry for the game that is open, or refuse it with every clause that stops it."""
    entry = command.entry
    refusals = shape_refusals(book, state, command)
    if refusals:
        return refused(command, tuple(dict.fromkeys(refusals)), entry.serial)
    staked = staked_by_game(book, entry)
    cost = entry_cost(entry, staked)
    refusals = sale_refusals(book, state, command, staked, cost)
    if refusals:
        return refused(command, tuple(dict.fromkeys(refusals)), entry.serial)
    used = apply_tenders(command.tenders, cost)
    change, cash_change, money = sale_money(book, state, command, used)
    commission, net = None, None
    if command.delivered or entry.channel == Channel.INTERNET:
        done = completion(book, state, entry, staked, used)
        commission, net, money = done.commission_cents, done.net_cents, joined(money, done.money)
    assert state.open_game is not None
    assert state.day is not None
    sold = EntryAccepted(
        at=command.at,
        site=state.site,
        entry=entry,
        keno_day=state.day,
        first_game=state.open_game,
        cost_cents=cost,
        used=used,
        staked=staked,
        change=change,
        cash_change_cents=cash_change,
        location=command.location,
        runner_note=command.runner_note,
        money=money,
        commission_cents=commission,
        net_cents=net,
    )
    return (sold,)


@ENTRIES.handles(DeliverReceipt)
def deliver_receipt(book: NswKeno, state: KenoState, command: DeliverReceipt) -> Events:
    """Complete an Entry; a second delivery of the same receipt changes nothing."""
    sold = state.sold.get(command.serial)
    if sold is None or (sold.completed_at is None and sold.end == sold.first_game):
        unknown = book.refusal("receipt/unknown", "7(g)", serial=command.serial)
        return refused(command, (unknown,), command.serial)
    if sold.completed_at is not None:
        return ()
    done = completion(book, state, sold.entry, sold.staked, sold.used)
    completed = EntryCompleted(
        command.at, command.serial, done.commission_cents, done.net_cents, done.money
    )
    return (completed,)


@ENTRIES.handles(AcknowledgeEntry)
def acknowledge_entry(book: NswKeno, state: KenoState, command: AcknowledgeEntry) -> Events:
    """Record that the acknowledgement of a web Entry was shown; once is enough."""
    sold = state.sold.get(command.serial)
    if sold is None or sold.entry.channel != Channel.INTERNET:
        unknown = book.refusal("internet/no_entry", "7A(f)(i)", serial=command.serial)
        return refused(command, (unknown,), command.serial)
    if sold.acknowledged_at is not None:
        return ()
    return (EntryAcknowledged(command.at, command.serial),)
