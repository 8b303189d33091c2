"""Selling an Entry, delivering its receipt, acknowledging it on the web."""

from __future__ import annotations

from eyesdown.keno.bets.price import no_such_bet
from eyesdown.keno.commands import AcceptEntry, AcknowledgeEntry, DeliverReceipt
from eyesdown.keno.events import EntryAccepted, EntryAcknowledged, EntryCompleted, Event
from eyesdown.keno.sales.checks import (
    aggregate_refusals,
    sale_refusals,
    serial_is_new,
    shape_refusals,
)
from eyesdown.keno.sales.payment import completion, sale_money
from eyesdown.keno.sales.terms import KINDS_MAX, Terms, kind_of
from eyesdown.keno.state.deciding import is_before, no, refusal
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.entries import cost_of, staked_by_game
from eyesdown.keno.words.money import joined
from eyesdown.keno.words.tenders import use
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebook.keno_words import Channel
from eyesdown.rulebooks.nsw_keno.book import NswKeno


def accept_entry(book: NswKeno, state: KenoState, command: AcceptEntry) -> tuple[Event, ...]:
    """Sell an Entry for the game that is open, or say every clause that stops it."""
    entry, kind = command.entry, kind_of(command)
    terms = state.terms.of_kind.get(kind)
    if terms is None or terms.book is not book or not still_sold(book, state, command, terms):
        refused, terms = worked_out(book, state, command)
        if terms is None:
            return no(command, entry.serial, tuple(dict.fromkeys(refused)))
        if kind is not None:
            known = state.terms.of_kind
            if len(known) == KINDS_MAX:
                known.clear()
            known[kind] = terms
    assert state.open_game is not None
    assert state.day is not None
    sold = EntryAccepted(
        command.at,
        state.site,
        entry,
        state.day,
        state.open_game,
        terms.cost_cents,
        terms.used,
        terms.staked,
        terms.change,
        terms.cash_change_cents,
        command.location,
        command.runner_note,
        terms.money,
        terms.commission_cents,
        terms.net_cents,
    )
    return (sold,)


def worked_out(
    book: NswKeno, state: KenoState, command: AcceptEntry
) -> tuple[tuple[Refusal, ...], Terms | None]:
    """Every clause that stops a sale, or the terms it is made on."""
    entry = command.entry
    refused = shape_refusals(book, state, command)
    if refused:
        return refused, None
    staked = staked_by_game(book, entry)
    cost = cost_of(entry, staked)
    refused = sale_refusals(book, state, command, staked, cost)
    if refused:
        return refused, None
    used = use(command.tenders, cost)
    change, cash, money = sale_money(book, state, command, used)
    commission, net = None, None
    if command.delivered or entry.channel == Channel.INTERNET:
        done = completion(book, state, entry, staked, used)
        commission, net, money = done.commission_cents, done.net_cents, joined(money, done.money)
    return (), Terms(book, staked, cost, used, change, cash, money, commission, net)


def still_sold(book: NswKeno, state: KenoState, command: AcceptEntry, terms: Terms) -> bool:
    """Whether what may differ from sale to sale of one kind is in order, too."""
    entry = command.entry
    game = state.games.get(state.open_game) if state.open_game is not None else None
    return (
        game is not None
        and is_before(command.at, game.closes_at)
        and serial_is_new(state, entry.serial)
        and not any(no_such_bet(book, bet) for bet in entry.lines)
        and not aggregate_refusals(book, state, terms.staked, entry.games)
    )


def deliver_receipt(book: NswKeno, state: KenoState, command: DeliverReceipt) -> tuple[Event, ...]:
    """Complete an Entry; a second delivery of the same receipt changes nothing."""
    kept = state.sold.get(command.serial)
    if kept is None or (kept.completed_at is None and kept.end == kept.first_game):
        bad = refusal(book, "receipt/unknown", "7(g)", serial=command.serial)
        return no(command, command.serial, (bad,))
    if kept.completed_at is not None:
        return ()
    done = completion(book, state, kept.entry, kept.staked, kept.used)
    return (
        EntryCompleted(
            command.at, command.serial, done.commission_cents, done.net_cents, done.money
        ),
    )


def acknowledge_entry(
    book: NswKeno, state: KenoState, command: AcknowledgeEntry
) -> tuple[Event, ...]:
    """The acknowledgement of a web Entry was shown; once is enough."""
    kept = state.sold.get(command.serial)
    if kept is None or kept.entry.channel != Channel.INTERNET:
        bad = refusal(book, "internet/no_entry", "7A(f)(i)", serial=command.serial)
        return no(command, command.serial, (bad,))
    if kept.acknowledged_at is not None:
        return ()
    return (EntryAcknowledged(command.at, command.serial),)
