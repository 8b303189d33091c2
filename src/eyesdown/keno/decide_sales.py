"""Selling an Entry, delivering its receipt, acknowledging it on the web."""

from __future__ import annotations

import re

from eyesdown.keno.commands import AcceptEntry, AcknowledgeEntry, DeliverReceipt
from eyesdown.keno.counter import completion, sale_money
from eyesdown.keno.deciding import no, refusal
from eyesdown.keno.entries import cost_of, staked_by_game
from eyesdown.keno.events import EntryAccepted, EntryAcknowledged, Event
from eyesdown.keno.sale_checks import sale_refusals, shape_refusals
from eyesdown.keno.state import KenoState
from eyesdown.keno.tenders import use
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebook.facts.keno_life import Channel
from eyesdown.rulebooks.nsw_keno.book import NswKeno

_RULE = re.compile(r"(\d+)([A-Z]*)")


def entry_refusals(book: NswKeno, state: KenoState, command: AcceptEntry) -> tuple[Refusal, ...]:
    """Every clause that stops a sale; empty when it may go ahead. Pages ask this, too."""
    refused = shape_refusals(book, state, command)
    if not refused:
        staked = staked_by_game(book, command.entry)
        refused = sale_refusals(book, state, command, staked, cost_of(command.entry, staked))
    return in_printed_order(refused)


def in_printed_order(refusals: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
    """Sorted by rule, since inside a rule chapters were asked in its order; nothing said twice."""

    def rule(refused: Refusal) -> tuple[int, str]:
        found = _RULE.match(refused.clause.number)
        assert found, f"{refused.clause} has no rule"
        return int(found[1]), found[2]

    return tuple(sorted(dict.fromkeys(refusals), key=rule))


def accept_entry(book: NswKeno, state: KenoState, command: AcceptEntry) -> tuple[Event, ...]:
    """Sell an Entry for the game that is open, or say every clause that stops it."""
    entry = command.entry
    refused = shape_refusals(book, state, command)
    if refused:
        return no(command, entry.serial, in_printed_order(refused))
    staked = staked_by_game(book, entry)
    cost = cost_of(entry, staked)
    refused = sale_refusals(book, state, command, staked, cost)
    if refused:
        return no(command, entry.serial, in_printed_order(refused))
    assert state.open_game is not None
    assert state.day is not None
    used = use(command.tenders, cost)
    change, cash, money = sale_money(book, state, command, used)
    accepted = EntryAccepted(
        command.at,
        state.site,
        entry,
        state.day,
        state.open_game,
        cost,
        used,
        staked,
        change,
        cash,
        command.location,
        command.runner_note,
        money,
    )
    if command.delivered or entry.channel == Channel.INTERNET:
        return (accepted, completion(book, state, accepted, command.at))
    return (accepted,)


def deliver_receipt(book: NswKeno, state: KenoState, command: DeliverReceipt) -> tuple[Event, ...]:
    """Complete an Entry; a second delivery of the same receipt changes nothing."""
    kept = state.sold.get(command.serial)
    if kept is None or (kept.completed_at is None and kept.end == kept.first_game):
        bad = refusal(book, "receipt/unknown", "7(g)", serial=command.serial)
        return no(command, command.serial, (bad,))
    if kept.completed_at is not None:
        return ()
    return (completion(book, state, kept, command.at),)


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
