"""How sales change the state."""

from __future__ import annotations

from typing import assert_never

from eyesdown.keno.events import (
    ChipsSold,
    DocumentIssued,
    EntryAccepted,
    EntryAcknowledged,
    EntryCancelled,
    EntryCompleted,
    ReceiptRedeemed,
    RunnerCollected,
    SaleEvent,
    VoucherRefunded,
)
from eyesdown.keno.office.evolve_limits import note_used
from eyesdown.keno.state.carry_room import drop_series, note_series
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.entries import Totals
from eyesdown.keno.words.money import own
from eyesdown.keno.words.records import RunnerMoney, Sold
from eyesdown.keno.words.tenders import DocumentState
from eyesdown.kernel.written import replace
from eyesdown.players.care import Measure
from eyesdown.rulebook.keno_words import DOCUMENTS, VOUCHERS, Tender
from eyesdown.rulebooks.nsw_keno.c02_terms import consecutive_games


def evolve_sale(state: KenoState, event: SaleEvent) -> None:
    match event:
        case EntryAccepted():
            evolve_accepted(state, event)
        case EntryCompleted(serial=serial):
            kept = state.sold[serial]
            assert kept.completed_at is None
            commission = event.commission_cents
            state.sold[serial] = replace(kept, completed_at=event.at, commission_cents=commission)
            del state.undelivered[serial]
            _documents(state, kept, DocumentState.USED)
        case EntryAcknowledged(at=at, serial=serial):
            state.sold[serial] = replace(state.sold[serial], acknowledged_at=at)
        case EntryCancelled():
            _cancelled(state, event)
        case DocumentIssued(document=document):
            state.documents[document.serial] = document
        case ReceiptRedeemed(serial=serial):
            _mark(state, serial, DocumentState.REDEEMED)
        case VoucherRefunded(serial=serial):
            _mark(state, serial, DocumentState.REFUNDED)
        case ChipsSold():
            pass  # chips are the casino's; only the money tells
        case RunnerCollected():
            money = RunnerMoney(event.note, event.runner, event.venue, event.cents, event.at)
            state.runner_money[event.note] = money
        case _:
            assert_never(event)


def _mark(state: KenoState, serial: str, mark: DocumentState) -> None:
    state.documents[serial] = replace(state.documents[serial], state=mark)


def _documents(state: KenoState, kept: Sold, mark: DocumentState) -> None:
    for one in kept.used:
        if one.tender in DOCUMENTS:
            _mark(state, one.document, mark)


def give_back_documents(state: KenoState, kept: Sold) -> None:
    """An Entry that never was: vouchers are good again, what receipts paid went back in cash."""
    for one in kept.used:
        if one.tender in DOCUMENTS:
            good = one.tender in VOUCHERS
            _mark(state, one.document, DocumentState.ACTIVE if good else DocumentState.USED)


def evolve_accepted(state: KenoState, event: EntryAccepted) -> None:
    entry, serial = event.entry, event.entry.serial
    assert serial not in state.sold
    commission = event.commission_cents
    kept = Sold(
        entry,
        event.at,
        event.site,
        event.keno_day,
        event.first_game,
        event.cost_cents,
        event.used,
        event.staked,
        event.location,
        0 if commission is None else commission,
        None if commission is None else event.at,
        ticket=serial,
    )
    state.sold[serial] = kept
    state.newest_ticket = serial
    if commission is None:
        state.undelivered[serial] = event.first_game
    for game in consecutive_games(kept.first_game, entry.games):
        state.in_game.setdefault(game, []).append(serial)
        totals = state.totals.get(game)
        if totals is None:
            totals = state.totals[game] = Totals()
        totals.add(kept.staked_in(game))
    note_series(state, kept)
    _documents(state, kept, DocumentState.HELD if commission is None else DocumentState.USED)
    if event.change is not None:
        state.documents[event.change.serial] = event.change
    state.runner_money.pop(event.runner_note, None)
    for one in event.used:
        if one.tender is Tender.PARLAY:
            session = state.sessions[entry.session]
            parlay = session.parlay_cents + one.used_cents
            state.sessions[entry.session] = replace(session, parlay_cents=parlay)
        elif one.tender is Tender.ACCOUNT:
            won = state.accounts[entry.account].prize_cents
            move_account(state, entry.account, -one.used_cents)
            note_used(state, entry.account, Measure.SPEND, one.used_cents, event.at)
            won -= state.accounts[entry.account].prize_cents
            kept = state.sold[serial] = replace(kept, won_cents=kept.won_cents + won)


def move_account(state: KenoState, name: str, cents: int, prize_cents: int = 0) -> None:
    """Change a balance; what was deposited is spent before what was won."""
    account = state.accounts[name]
    balance = account.balance_cents + cents
    assert balance >= 0, f"{name} would owe money"
    won = min(account.prize_cents + prize_cents, balance)
    state.accounts[name] = replace(account, balance_cents=balance, prize_cents=won)


def leave_games(state: KenoState, kept: Sold, first: int) -> None:
    """Take an Entry's stakes out of its games from `first` on."""
    for game in range(first, kept.end):
        state.totals[game].add(kept.staked_in(game), -1)


def _cancelled(state: KenoState, event: EntryCancelled) -> None:
    kept = state.sold[event.serial]
    drop_series(state, kept)
    leave_games(state, kept, event.from_game)
    taken = [one.cents for one in event.money if one.purse == own(kept.entry.venue)]
    commission = sum(taken, kept.commission_cents)
    if event.carry_cents:
        carry = state.carries.pop(event.serial)
        state.totals[carry.game].add(carry.staked, -1)
        commission += carry.commission_cents  # which was never part of the Entry's own
    state.sold[event.serial] = replace(
        kept,
        ends_before=event.from_game,
        gross_cents=event.gross_cents,
        commission_cents=commission,
    )
    if state.undelivered.pop(event.serial, None) is not None:
        give_back_documents(state, kept)
    for serial in event.vouchers_returned:
        _mark(state, serial, DocumentState.ACTIVE)
    if event.replacement is not None:
        state.documents[event.replacement.serial] = event.replacement
    if event.refund_as is Tender.ACCOUNT:
        won = min(kept.won_cents, event.refund_cents - event.carry_cents) + event.carry_cents
        move_account(state, kept.entry.account, event.refund_cents, won)
        back = event.refund_cents - event.carry_cents
        note_used(state, kept.entry.account, Measure.SPEND, -back, kept.at)
