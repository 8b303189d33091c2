"""How sales change the state, in place."""

from __future__ import annotations

from datetime import datetime

from eyesdown.keno.office.limits_used import note_stake
from eyesdown.keno.sales.events import (
    ChipsSold,
    DocumentIssued,
    EntryAccepted,
    EntryAcknowledged,
    EntryCancelled,
    EntryCompleted,
    ReceiptRedeemed,
    RunnerCollected,
    VoucherRefunded,
)
from eyesdown.keno.state.let_it_run import drop_series, note_series
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.claims import RunnerMoney
from eyesdown.keno.words.documents import DocumentState
from eyesdown.keno.words.entry import Totals
from eyesdown.keno.words.money import own
from eyesdown.keno.words.tickets import EntryRecord
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import DOCUMENTS, VOUCHERS, Tender
from eyesdown.rulebooks.nsw_keno.c02_terms import consecutive_games

EVOLVES = Handlers()


@EVOLVES.handles(EntryCompleted)
def entry_completed(state: KenoState, event: EntryCompleted) -> None:
    """Complete an Entry: its receipt was delivered."""
    sold = state.sold[event.serial]
    assert sold.completed_at is None
    commission = event.commission_cents
    state.sold[event.serial] = replace(sold, completed_at=event.at, commission_cents=commission)
    del state.undelivered[event.serial]
    _documents(state, sold, DocumentState.USED, event.at)


@EVOLVES.handles(EntryAcknowledged)
def entry_acknowledged(state: KenoState, event: EntryAcknowledged) -> None:
    """Note when the acknowledgement of a web Entry was shown."""
    state.sold[event.serial] = replace(state.sold[event.serial], acknowledged_at=event.at)


@EVOLVES.handles(DocumentIssued)
def document_issued(state: KenoState, event: DocumentIssued) -> None:
    """Keep a new voucher or receipt."""
    state.documents[event.document.serial] = event.document


@EVOLVES.handles(ReceiptRedeemed)
def receipt_redeemed(state: KenoState, event: ReceiptRedeemed) -> None:
    """Mark a receipt as paid out."""
    _mark(state, event.serial, DocumentState.REDEEMED, event.at)


@EVOLVES.handles(VoucherRefunded)
def voucher_refunded(state: KenoState, event: VoucherRefunded) -> None:
    """Mark a voucher as given back."""
    _mark(state, event.serial, DocumentState.REFUNDED, event.at)


@EVOLVES.handles(ChipsSold)
def chips_sold(state: KenoState, event: ChipsSold) -> None:
    """Change nothing: Chips are the casino's, and only their money is booked."""


@EVOLVES.handles(RunnerCollected)
def runner_collected(state: KenoState, event: RunnerCollected) -> None:
    """Keep the note for money that a runner has collected."""
    money = RunnerMoney(event.note, event.runner, event.venue, event.cents, event.at)
    state.runner_money[event.note] = money


def _mark(
    state: KenoState, serial: str, mark: DocumentState, spent_at: datetime | None = None
) -> None:
    state.documents[serial] = replace(state.documents[serial], state=mark)
    if mark is DocumentState.ACTIVE:
        state.spent_at.pop(serial, None)
    elif spent_at is not None:
        state.spent_at[serial] = spent_at


def _documents(state: KenoState, sold: EntryRecord, mark: DocumentState, at: datetime) -> None:
    for tender in sold.used:
        if tender.tender in DOCUMENTS:
            _mark(state, tender.document, mark, at)


def give_back_documents(state: KenoState, sold: EntryRecord) -> None:
    """Undo the payment of an Entry that is excluded: its vouchers are good again.

    Its receipts stay used, because what they paid was given back in cash.
    """
    for tender in sold.used:
        if tender.tender in DOCUMENTS:
            good = tender.tender in VOUCHERS
            _mark(state, tender.document, DocumentState.ACTIVE if good else DocumentState.USED)


@EVOLVES.handles(EntryAccepted)
def entry_accepted(state: KenoState, event: EntryAccepted) -> None:
    """Keep a sold Entry, count its stakes in its games, and use up what paid for it."""
    entry, serial = event.entry, event.entry.serial
    assert serial not in state.sold
    commission = event.commission_cents
    sold = EntryRecord(
        entry=entry,
        at=event.at,
        site=event.site,
        keno_day=event.keno_day,
        first_game=event.first_game,
        gross_cents=event.cost_cents,
        used=event.used,
        staked=event.staked,
        location=event.location,
        commission_cents=0 if commission is None else commission,
        completed_at=None if commission is None else event.at,
        ticket=serial,
    )
    state.sold[serial] = sold
    state.newest_ticket = serial
    if commission is None:
        state.undelivered[serial] = event.first_game
    for game in consecutive_games(sold.first_game, entry.games):
        state.in_game.setdefault(game, []).append(serial)
        totals = state.totals.get(game)
        if totals is None:
            totals = state.totals[game] = Totals()
        totals.add(sold.staked_in(game))
    note_series(state, sold)
    mark = DocumentState.HELD if commission is None else DocumentState.USED
    _documents(state, sold, mark, event.at)
    if event.change is not None:
        state.documents[event.change.serial] = event.change
    state.runner_money.pop(event.runner_note, None)
    for used in event.used:
        if used.tender is Tender.PARLAY:
            session = state.sessions[entry.session]
            parlay = session.parlay_cents + used.used_cents
            state.sessions[entry.session] = replace(session, parlay_cents=parlay)
        elif used.tender is Tender.ACCOUNT:
            won = state.accounts[entry.account].prize_cents
            move_account(state, entry.account, -used.used_cents)
            note_stake(state, entry.account, used.used_cents, event.at)
            won -= state.accounts[entry.account].prize_cents
            sold = state.sold[serial] = replace(sold, won_cents=sold.won_cents + won)


def move_account(state: KenoState, name: str, cents: int, prize_cents: int = 0) -> None:
    """Change a balance; what was deposited is spent before what was won."""
    account = state.accounts[name]
    balance = account.balance_cents + cents
    assert balance >= 0, f"{name} would owe money"
    won = min(account.prize_cents + prize_cents, balance)
    state.accounts[name] = replace(account, balance_cents=balance, prize_cents=won)


def leave_games(state: KenoState, sold: EntryRecord, first: int) -> None:
    """Take an Entry's stakes out of its games from `first` on."""
    for game in range(first, sold.end):
        state.totals[game].add(sold.staked_in(game), -1)


@EVOLVES.handles(EntryCancelled)
def entry_cancelled(state: KenoState, event: EntryCancelled) -> None:
    """Take an Entry out of the games from `from_game` on and give back what paid for them."""
    sold = state.sold[event.serial]
    drop_series(state, sold)
    leave_games(state, sold, event.from_game)
    taken = [amount.cents for amount in event.money if amount.purse == own(sold.entry.venue)]
    commission = sum(taken, sold.commission_cents)
    if event.carry_cents:
        carry = state.carries.pop(event.serial)
        state.totals[carry.game].add(carry.staked, -1)
        commission += carry.commission_cents  # which was never part of the Entry's own
    state.sold[event.serial] = replace(
        sold,
        ends_before=event.from_game,
        gross_cents=event.gross_cents,
        commission_cents=commission,
    )
    if state.undelivered.pop(event.serial, None) is not None:
        give_back_documents(state, sold)
    for serial in event.vouchers_returned:
        _mark(state, serial, DocumentState.ACTIVE)
    if event.replacement is not None:
        state.documents[event.replacement.serial] = event.replacement
    if event.refund_as is Tender.ACCOUNT:
        won = min(sold.won_cents, event.refund_cents - event.carry_cents) + event.carry_cents
        move_account(state, sold.entry.account, event.refund_cents, won)
        back = event.refund_cents - event.carry_cents
        note_stake(state, sold.entry.account, -back, sold.at)
