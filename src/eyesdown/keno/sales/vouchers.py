"""Vouchers, receipts, chips and runners: what a Venue does beside selling Entries."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from eyesdown.keno.commands import (
    CollectByRunner,
    CounterCommand,
    IssuePrepaidVoucher,
    IssueReceipt,
    RedeemReceipt,
    RefundVoucher,
    SellChips,
    SellGiftVoucher,
)
from eyesdown.keno.events import (
    ChipsSold,
    DocumentIssued,
    Event,
    ReceiptRedeemed,
    RunnerCollected,
    VoucherRefunded,
)
from eyesdown.keno.sales.payment import ADD_ONS, new_receipt
from eyesdown.keno.state.deciding import no, refusal, venue_refusals
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.money import (
    CHIPS_OUT,
    OPERATING_COMPANY,
    PLAYER,
    RECEIPTS_OUT,
    VOUCHERS_OUT,
    group,
    own,
    shares_by_category,
)
from eyesdown.keno.words.tenders import Document, DocumentState
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebook.facts.keno_money import RefundFacts, TenderFacts, VoucherSaleFacts
from eyesdown.rulebook.keno_words import RECEIPTS, VOUCHERS, Tender, VenueKind
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_money import category_of
from eyesdown.rulebooks.nsw_keno.c09_tenders import (
    CHIP_SALES,
    TENDERS,
    VOUCHER_SALES,
    last_day_good,
    voucher_commission,
)
from eyesdown.rulebooks.nsw_keno.c15_payouts import REFUNDS

Events = tuple[Event, ...]
VoucherCommand = SellGiftVoucher | IssuePrepaidVoucher


def decide_counter(book: NswKeno, state: KenoState, command: CounterCommand) -> Events:
    if isinstance(command, IssueReceipt):
        return _issue_receipt(book, state, command)
    name = command.venue
    refused = venue_refusals(book, state.venues.get(name), name)
    if refused:
        return no(command, name, refused)
    match command:
        case SellGiftVoucher() | IssuePrepaidVoucher():
            return _issue_voucher(book, state, command)
        case SellChips(at=at, face_cents=cents):
            facts = _sale_facts(state, command, by_chip=False)
            refused = book.check(CHIP_SALES, facts)
            if refused:
                return no(command, name, refused)
            money = group((PLAYER, -cents), (CHIPS_OUT, cents))
            return (ChipsSold(at, name, cents, money),)
        case RedeemReceipt():
            return _redeem(book, state, command)
        case CollectByRunner(at=at, note=note):
            if not note or note in state.runner_money or command.cents <= 0:
                bad = refusal(book, "runner/note", "2:Keno Runner", note=note)
                return no(command, note, (bad,))
            return (RunnerCollected(at, note, command.runner, name, command.cents),)
        case RefundVoucher():
            return _refund(book, state, command)
        case _:
            assert_never(command)


def _sale_facts(
    state: KenoState, command: SellGiftVoucher | SellChips, *, by_chip: bool
) -> VoucherSaleFacts:
    casino = state.venues[command.venue].kind is VenueKind.CASINO
    return VoucherSaleFacts(casino, command.face_cents, command.paid_cents, by_chip)


def _issue_voucher(book: NswKeno, state: KenoState, command: VoucherCommand) -> Events:
    at, serial, face = command.at, command.serial, command.face_cents
    found: tuple[Refusal, ...] = ()
    if isinstance(command, SellGiftVoucher):
        kind, number = Tender.GIFT_VOUCHER, "2:Gift Voucher"
        found = book.check(VOUCHER_SALES, _sale_facts(state, command, by_chip=command.by_chip))
        source = CHIPS_OUT if command.by_chip else PLAYER
    else:
        kind, number, source = Tender.PREPAID_VOUCHER, "2:Prepaid Voucher", OPERATING_COMPANY
        if face <= 0:
            found = (refusal(book, "voucher/amount", number, face_cents=face),)
    if command.game not in book.figures.categories or command.game in ADD_ONS:
        found += (refusal(book, "voucher/no_such_game", number, game=command.game),)
    if not serial or serial in state.documents:
        found += (refusal(book, "voucher/serial", number, serial=serial),)
    if found:
        return no(command, serial, found)
    category = category_of(command.game, book.figures)
    flex = state.flex_on(state.day or at.date())
    fund = shares_by_category({category: face}, flex, book.figures)[category].fund_cents
    agreed = state.venues[command.venue].commission
    commission = voucher_commission(face, fund, agreed, book.figures)
    last = last_day_good(kind, at.date(), command.notified, book.figures)
    document = Document(
        serial, kind, face, command.venue, at, state.day, last, command.game, commission
    )
    money = group(
        (source, -face), (own(command.venue), commission), (VOUCHERS_OUT, face - commission)
    )
    return (DocumentIssued(at, document, money),)


def _issue_receipt(book: NswKeno, state: KenoState, command: IssueReceipt) -> Events:
    terminal = state.terminals.get(command.terminal)
    if terminal is None:
        bad = refusal(book, "terminal/unknown", "2:Terminal(i)", terminal=command.terminal)
        return no(command, command.serial, (bad,))
    number = "2:SST Receipt" if command.kind is Tender.SST_RECEIPT else "2:Cash Voucher"
    found: tuple[Refusal, ...] = ()
    if command.kind not in RECEIPTS or command.cents <= 0:
        found += (refusal(book, "receipt/amount", number, cents=command.cents),)
    if not command.serial or command.serial in state.documents:
        found += (refusal(book, "receipt/serial", number, serial=command.serial),)
    if terminal.self_service != (command.kind is Tender.SST_RECEIPT):
        place = "2:Terminal(ii)" if terminal.self_service else "2:Terminal(i)"
        found += (refusal(book, "terminal/cannot_issue", place, kind=command.kind),)
    if found:
        return no(command, command.serial, found)
    document = new_receipt(
        book,
        state,
        serial=command.serial,
        kind=command.kind,
        cents=command.cents,
        venue=terminal.venue,
        at=command.at,
    )
    money = group((PLAYER, -command.cents), (RECEIPTS_OUT, command.cents))
    return (DocumentIssued(command.at, document, money),)


def _redeem(book: NswKeno, state: KenoState, command: RedeemReceipt) -> Events:
    """Pay an SST Receipt or Cash Voucher at its face value, at any Venue."""
    kept = state.documents.get(command.serial)
    live = kept is not None and kept.kind in RECEIPTS and kept.state is DocumentState.ACTIVE
    facts = TenderFacts(
        tender=kept.kind if kept and kept.kind in RECEIPTS else Tender.CASH_VOUCHER,
        cents=kept.face_cents if kept else 1,
        offered=RECEIPTS,
        at_casino=False,
        document=command.serial,
        document_live=live,
        document_game_fits=True,
        last_day=kept.last_day if kept else None,
        day=command.at.date(),
        available_cents=0,
    )
    refused = book.check(TENDERS, facts)
    if refused:
        return no(command, command.serial, refused)
    assert kept is not None
    money = group((RECEIPTS_OUT, -kept.face_cents), (PLAYER, kept.face_cents))
    paid = ReceiptRedeemed(command.at, kept.serial, command.venue, kept.face_cents, money)
    return (paid,)


def _refund(book: NswKeno, state: KenoState, command: RefundVoucher) -> Events:
    """Give a Gift Voucher's face value back, and take its Commission back with it (M26)."""
    kept = state.documents.get(command.serial)
    if kept is not None and kept.kind not in VOUCHERS:
        kept = None  # receipts are redeemed, not refunded
    day = command.at.date()
    valid = (
        kept is not None
        and command.validated
        and kept.state is DocumentState.ACTIVE
        and day <= kept.last_day
    )
    facts = RefundFacts(
        validated=valid,
        operator_at_fault=command.operator_at_fault and kept is not None,
        is_gift=kept is not None and kept.kind is Tender.GIFT_VOUCHER,
        sold_at=kept.venue if kept else "",
        at_venue=command.venue,
        sold_on=kept.issued_at if kept else command.at,
        at=command.at,
    )
    refused = book.check(REFUNDS, facts)
    if kept is not None and kept.state is not DocumentState.ACTIVE and not refused:
        refused = (refusal(book, "refund/not_validated", "17(c)", serial=command.serial),)
    if refused or kept is None:
        return no(command, command.serial, refused)
    face, commission = kept.face_cents, kept.commission_cents
    money = group(
        (own(kept.venue), -commission), (VOUCHERS_OUT, Fraction(commission) - face), (PLAYER, face)
    )
    elsewhere = "" if command.venue == kept.venue else command.venue
    return (VoucherRefunded(command.at, kept.serial, face, money, elsewhere),)
