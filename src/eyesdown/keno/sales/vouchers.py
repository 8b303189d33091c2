"""Vouchers, receipts, Chips and runners: what a Venue does besides selling Entries."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from typing import TypeAlias, TypeVar

from eyesdown.keno.sales.commands import (
    CollectByRunner,
    CounterCommand,
    IssuePrepaidVoucher,
    IssueReceipt,
    RedeemReceipt,
    RefundVoucher,
    SellChips,
    SellGiftVoucher,
)
from eyesdown.keno.sales.commission import shares_by_category
from eyesdown.keno.sales.events import (
    ChipsSold,
    DocumentIssued,
    Events,
    ReceiptRedeemed,
    RunnerCollected,
    VoucherRefunded,
)
from eyesdown.keno.sales.payment import ADD_ONS, new_receipt
from eyesdown.keno.state.checks import venue_refusals
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.documents import Document, DocumentState
from eyesdown.keno.words.money import (
    CHIPS_OUT,
    OPERATING_COMPANY,
    PLAYER,
    RECEIPTS_OUT,
    VOUCHERS_OUT,
    group,
    own,
)
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
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

VoucherCommand: TypeAlias = SellGiftVoucher | IssuePrepaidVoucher
AtVenue = TypeVar("AtVenue", bound=CounterCommand)

DECIDES = Handlers()

_LAST_DAY = {Tender.GIFT_VOUCHER: "9A(c)", Tender.PREPAID_VOUCHER: "9B(b)"}


def _at_venue(
    decide: Callable[[NswKeno, KenoState, AtVenue], Events],
) -> Callable[[NswKeno, KenoState, AtVenue], Events]:
    """The same decision, refused first where the Venue of the command was never appointed."""

    @wraps(decide)
    def at_venue(book: NswKeno, state: KenoState, command: AtVenue) -> Events:
        assert not isinstance(command, IssueReceipt), "a receipt names its terminal, not a Venue"
        name = command.venue
        refusals = venue_refusals(book, state.venues.get(name), name)
        return refused(command, refusals, name) if refusals else decide(book, state, command)

    return at_venue


@DECIDES.handles(SellChips)
@_at_venue
def sell_chips(book: NswKeno, state: KenoState, command: SellChips) -> Events:
    """Sell a casino's Chips at their face value."""
    refusals = book.check(CHIP_SALES, _sale_facts(state, command, by_chip=False))
    if refusals:
        return refused(command, refusals, command.venue)
    money = group((PLAYER, -command.face_cents), (CHIPS_OUT, command.face_cents))
    return (ChipsSold(command.at, command.venue, command.face_cents, money),)


@DECIDES.handles(CollectByRunner)
@_at_venue
def collect_by_runner(book: NswKeno, state: KenoState, command: CollectByRunner) -> Events:
    """Note money that a runner has collected for an Entry that is not sold yet."""
    note = command.note
    if not note or note in state.runner_money or command.cents <= 0:
        wrong_note = book.refusal("runner/note", "2:Keno Runner", note=note)
        return refused(command, (wrong_note,), note)
    return (RunnerCollected(command.at, note, command.runner, command.venue, command.cents),)


def _sale_facts(
    state: KenoState, command: SellGiftVoucher | SellChips, *, by_chip: bool
) -> VoucherSaleFacts:
    casino = state.venues[command.venue].kind is VenueKind.CASINO
    return VoucherSaleFacts(casino, command.face_cents, command.paid_cents, by_chip)


@DECIDES.handles(SellGiftVoucher, IssuePrepaidVoucher)
@_at_venue
def issue_voucher(book: NswKeno, state: KenoState, command: VoucherCommand) -> Events:
    """Sell a Gift Voucher, or issue a Prepaid Voucher that the Operating Company pays for."""
    at, serial, face = command.at, command.serial, command.face_cents
    refusals: tuple[Refusal, ...] = ()
    if isinstance(command, SellGiftVoucher):
        kind, number = Tender.GIFT_VOUCHER, "2:Gift Voucher"
        refusals = book.check(VOUCHER_SALES, _sale_facts(state, command, by_chip=command.by_chip))
        source = CHIPS_OUT if command.by_chip else PLAYER
    else:
        kind, number, source = Tender.PREPAID_VOUCHER, "2:Prepaid Voucher", OPERATING_COMPANY
        if face <= 0:
            refusals = (book.refusal("voucher/amount", number, face_cents=face),)
    if command.game not in book.figures.categories or command.game in ADD_ONS:
        refusals += (book.refusal("voucher/no_such_game", number, game=command.game),)
    if not serial or serial in state.documents:
        refusals += (book.refusal("voucher/serial", number, serial=serial),)
    last = last_day_good(kind, at.date(), command.notified, book.figures)
    if last < at.date():
        clause, day = _LAST_DAY[kind], last.isoformat()
        refusals += (book.refusal("voucher/notified_day_passed", clause, last_day=day),)
    if refusals:
        return refused(command, refusals, serial)
    category = category_of(command.game, book.figures)
    flex = state.flex_on(state.day or at.date())
    fund = shares_by_category({category: face}, flex, book.figures)[category].fund_cents
    agreed = state.venues[command.venue].commission
    commission = voucher_commission(face, fund, agreed, book.figures)
    document = Document(
        serial=serial,
        kind=kind,
        face_cents=face,
        venue=command.venue,
        issued_at=at,
        keno_day=state.day,
        last_day=last,
        game=command.game,
        commission_cents=commission,
    )
    money = group(
        (source, -face), (own(command.venue), commission), (VOUCHERS_OUT, face - commission)
    )
    return (DocumentIssued(at, document, money),)


@DECIDES.handles(IssueReceipt)
def issue_receipt(book: NswKeno, state: KenoState, command: IssueReceipt) -> Events:
    """Issue an SST Receipt or Cash Voucher for cash, of the kind that the terminal issues."""
    terminal = state.terminals.get(command.terminal)
    if terminal is None:
        unknown = book.refusal("terminal/unknown", "2:Terminal(i)", terminal=command.terminal)
        return refused(command, (unknown,), command.serial)
    number = "2:SST Receipt" if command.kind is Tender.SST_RECEIPT else "2:Cash Voucher"
    refusals: tuple[Refusal, ...] = ()
    if command.kind not in RECEIPTS or command.cents <= 0:
        refusals += (book.refusal("receipt/amount", number, cents=command.cents),)
    if not command.serial or command.serial in state.documents:
        refusals += (book.refusal("receipt/serial", number, serial=command.serial),)
    if terminal.self_service != (command.kind is Tender.SST_RECEIPT):
        place = "2:Terminal(ii)" if terminal.self_service else "2:Terminal(i)"
        refusals += (book.refusal("terminal/cannot_issue", place, kind=command.kind),)
    if refusals:
        return refused(command, refusals, command.serial)
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


@DECIDES.handles(RedeemReceipt)
@_at_venue
def redeem_receipt(book: NswKeno, state: KenoState, command: RedeemReceipt) -> Events:
    """Pay an SST Receipt or Cash Voucher at its face value, at any Venue."""
    document = state.documents.get(command.serial)
    live = (
        document is not None
        and document.kind in RECEIPTS
        and document.state is DocumentState.ACTIVE
    )
    facts = TenderFacts(
        tender=document.kind if document and document.kind in RECEIPTS else Tender.CASH_VOUCHER,
        cents=document.face_cents if document else 1,
        offered=RECEIPTS,
        at_casino=False,
        document=command.serial,
        document_live=live,
        document_game_fits=True,
        last_day=document.last_day if document else None,
        day=command.at.date(),
        available_cents=0,
    )
    refusals = book.check(TENDERS, facts)
    if refusals:
        return refused(command, refusals, command.serial)
    assert document is not None
    money = group((RECEIPTS_OUT, -document.face_cents), (PLAYER, document.face_cents))
    paid = ReceiptRedeemed(command.at, document.serial, command.venue, document.face_cents, money)
    return (paid,)


@DECIDES.handles(RefundVoucher)
@_at_venue
def refund_voucher(book: NswKeno, state: KenoState, command: RefundVoucher) -> Events:
    """Give a Gift Voucher's face value back, and take its Commission back with it (M26)."""
    document = state.documents.get(command.serial)
    if document is not None and document.kind not in VOUCHERS:
        document = None  # receipts are redeemed, not refunded
    day = command.at.date()
    valid = (
        document is not None
        and command.validated
        and document.state is DocumentState.ACTIVE
        and day <= document.last_day
    )
    facts = RefundFacts(
        validated=valid,
        operator_at_fault=command.operator_at_fault and document is not None,
        is_gift=document is not None and document.kind is Tender.GIFT_VOUCHER,
        sold_at=document.venue if document else "",
        at_venue=command.venue,
        sold_on=document.issued_at if document else command.at,
        at=command.at,
    )
    refusals = book.check(REFUNDS, facts)
    if document is not None and document.state is not DocumentState.ACTIVE and not refusals:
        refusals = (book.refusal("refund/not_validated", "17(c)", serial=command.serial),)
    if refusals or document is None:
        return refused(command, refusals, command.serial)
    face, commission = document.face_cents, document.commission_cents
    money = group(
        (own(document.venue), -commission),
        (VOUCHERS_OUT, Fraction(commission) - face),
        (PLAYER, face),
    )
    elsewhere = "" if command.venue == document.venue else command.venue
    return (VoucherRefunded(command.at, document.serial, face, money, elsewhere),)
