"""Money over the counter: what is tendered for an Entry, what comes back, what it becomes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import assert_never

from eyesdown.keno.sales.commands import AcceptEntry
from eyesdown.keno.sales.commission import EntryMoney, entry_money
from eyesdown.keno.state.payouts import parlay_available
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.documents import (
    Document,
    DocumentState,
    Tendered,
    Used,
    receipt_change_cents,
)
from eyesdown.keno.words.entry import Entry, Staked, forms_of
from eyesdown.keno.words.money import (
    CHIPS_OUT,
    LICENSEES,
    PAYABLE,
    PLAYER,
    RECEIPTS_OUT,
    VOUCHERS_OUT,
    Group,
    account,
    agency,
    group,
    held,
    own,
    whole,
)
from eyesdown.keno.words.places import Terminal
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.written import Exact
from eyesdown.rulebook.facts.keno_money import PaymentFacts, TenderFacts
from eyesdown.rulebook.keno_words import (
    DOCUMENTS,
    RECEIPTS,
    VOUCHERS,
    Category,
    Channel,
    Form,
    Tender,
    VenueKind,
)
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_money import gross_subscription
from eyesdown.rulebooks.nsw_keno.c07_entry import PAYMENT
from eyesdown.rulebooks.nsw_keno.c09_tenders import MIX, TENDERS, last_day_good

ADD_ONS = frozenset({Form.LUCKY_LAST, Form.BONUS, Form.KWIKIPIK, Form.SUPERPLAY, Form.PARLAY})
AT_COUNTERS = frozenset(Tender) - {Tender.ACCOUNT}
ON_THE_WEB = frozenset({Tender.ACCOUNT})


def payment_refusals(
    book: NswKeno, state: KenoState, command: AcceptEntry, cost: int
) -> tuple[Refusal, ...]:
    """Why the tenders do not pay for the Entry."""
    tenders = command.tenders
    tendered = gross_subscription(tuple(paid.cents for paid in tenders))
    vouchers = sum(paid.cents for paid in tenders if paid.tender in VOUCHERS)
    facts = PaymentFacts(cost, tendered, vouchers)
    refusals = list(book.check(PAYMENT, facts))
    games = forms_of(command.entry) - ADD_ONS
    left: dict[Tender, int] = {}  # what earlier tenders of a kind leave for later ones
    for paid in tenders:
        if paid.tender not in left:
            left[paid.tender] = _available(book, state, command.entry, paid.tender)
        refusals += book.check(
            TENDERS, tender_facts(state, command, paid, games, left[paid.tender])
        )
        left[paid.tender] -= paid.cents
    refusals += book.check(MIX, facts)
    documents = [paid.document for paid in tenders if paid.tender in DOCUMENTS]
    if len(set(documents)) < len(documents):
        refusals.append(book.refusal("tender/twice", "9(a)(vii)"))
    return (*refusals, *_change_refusals(book, state, command, cost))


def _available(book: NswKeno, state: KenoState, entry: Entry, tender: Tender) -> int:
    """The cents that a session may stake again, or that an account has."""
    if tender is Tender.ACCOUNT and entry.account in state.accounts:
        return state.accounts[entry.account].balance_cents
    session = state.sessions.get(entry.session)
    if tender is Tender.PARLAY and session is not None and session.venue == entry.venue:
        return parlay_available(book, state, entry.session)
    return 0


def tender_facts(
    state: KenoState,
    command: AcceptEntry,
    paid: Tendered,
    games: frozenset[Form],
    available: int,
) -> TenderFacts:
    """The facts of one tender, for rules 9(a) and 9A to 9D."""
    entry = command.entry
    venue = state.venues.get(entry.venue)
    document = state.documents.get(paid.document) if paid.tender in DOCUMENTS else None
    live = (
        document is not None
        and document.kind is paid.tender
        and document.state is DocumentState.ACTIVE
        and document.face_cents == paid.cents
    )
    return TenderFacts(
        tender=paid.tender,
        cents=paid.cents,
        offered=ON_THE_WEB if entry.channel == Channel.INTERNET else AT_COUNTERS,
        at_casino=venue is not None and venue.kind is VenueKind.CASINO,
        document=paid.document,
        document_live=live,
        document_game_fits=document is None or games == {document.game},
        last_day=document.last_day if document else None,
        day=command.at.date(),
        available_cents=available if paid.document in ("", _purse(entry, paid.tender)) else 0,
    )


def _purse(entry: Entry, tender: Tender) -> str:
    """The source of a tender that is no document: the Entry's own account or session."""
    return entry.account if tender is Tender.ACCOUNT else entry.session


def _change_refusals(
    book: NswKeno, state: KenoState, command: AcceptEntry, cost: int
) -> tuple[Refusal, ...]:
    """Why change cannot be given: it is cash, or a document that needs a serial of its own."""
    wanted, serial = command.change_as, command.change_serial
    if wanted is Tender.CASH and not receipt_change_cents(command.tenders, cost):
        return ()
    if wanted is not Tender.CASH and wanted not in RECEIPTS:
        return (book.refusal("change/kind", "2:Cash Voucher", change_as=wanted),)
    back = sum(paid.cents for paid in command.tenders) > cost
    if back and (not serial or serial in state.documents):
        return (book.refusal("receipt/serial", "2:SST Receipt", serial=serial),)
    terminal = state.terminals.get(command.entry.terminal)
    if terminal is not None and wanted not in (Tender.CASH, issued_by(terminal)):
        number = "2:Terminal(ii)" if terminal.self_service else "2:Terminal(i)"
        return (book.refusal("terminal/cannot_issue", number, kind=wanted),)
    return ()


def issued_by(terminal: Terminal) -> Tender:
    """A self-service terminal issues SST Receipts, a writer's terminal Cash Vouchers."""
    return Tender.SST_RECEIPT if terminal.self_service else Tender.CASH_VOUCHER


def new_receipt(
    book: NswKeno,
    state: KenoState,
    *,
    serial: str,
    kind: Tender,
    cents: int,
    venue: str,
    at: datetime,
) -> Document:
    """An SST Receipt or Cash Voucher, good from today (M23)."""
    last = last_day_good(kind, at.date(), None, book.figures)
    return Document(serial, kind, cents, venue, at, state.day, last)


def sale_money(
    book: NswKeno, state: KenoState, command: AcceptEntry, used: tuple[Used, ...]
) -> tuple[Document | None, int, Group]:
    """Change as a document, change in cash, and the money that is now held for the Subscriber.

    What is left of a receipt becomes a new one; change for cash is what the command names (M23).
    What is not needed of a Parlay or an account is not taken.
    """
    entry, amounts = command.entry, list[tuple[str, Exact]]()
    cash = sum(part.change_cents for part in used if part.tender not in _NO_CHANGE)
    for part in used:
        back = 0 if part.tender in _NO_CHANGE else part.change_cents
        match part.tender:
            case Tender.GIFT_VOUCHER | Tender.PREPAID_VOUCHER:
                continue  # the voucher itself is held; its money stays in its purse
            case Tender.CASH:
                source = PLAYER
            case Tender.CHIP:
                source = CHIPS_OUT
            case Tender.SST_RECEIPT | Tender.CASH_VOUCHER:
                source = RECEIPTS_OUT
            case Tender.PARLAY:
                source = PAYABLE
            case Tender.ACCOUNT:
                source = account(entry.account)
            case _:
                assert_never(part.tender)
        amounts += [(source, -part.used_cents - back), (holder(entry), part.used_cents)]
    receipt = None
    on_paper = sum(part.change_cents for part in used if part.tender in RECEIPTS)
    if command.change_as in RECEIPTS:
        on_paper = cash
    if on_paper:
        receipt = new_receipt(
            book,
            state,
            serial=command.change_serial,
            kind=issued_by(state.terminals[entry.terminal]),
            cents=on_paper,
            venue=entry.venue,
            at=command.at,
        )
    cash -= on_paper
    amounts += [(RECEIPTS_OUT, on_paper), (PLAYER, cash)]
    return receipt, cash, group(*amounts)


_NO_CHANGE = frozenset({Tender.PARLAY, Tender.ACCOUNT})


def holder(entry: Entry) -> str:
    """Who holds an Entry's money until it is completed.

    >>> from eyesdown.keno.bets.bet import Regular
    >>> from eyesdown.rulebook.keno_words import Method
    >>> bet = Regular((4, 8), 200, bonus=True)
    >>> entry = Entry('T1', (bet,), 2, 'venue', Method.VERBAL, 'V0001', session='s1')
    >>> holder(entry)
    'venue:V0001:held'
    """
    return held(Channel.INTERNET if entry.channel == Channel.INTERNET else entry.venue)


def keeper(entry: Entry) -> str:
    """Who holds the Net Subscription of a completed Entry.

    >>> from eyesdown.keno.bets.bet import Regular
    >>> from eyesdown.rulebook.keno_words import Method
    >>> bet = Regular((4, 8), 200, bonus=True)
    >>> entry = Entry('T1', (bet,), 2, 'venue', Method.VERBAL, 'V0001', session='s1')
    >>> keeper(entry)
    'venue:V0001:agency'
    """
    return LICENSEES if entry.channel == Channel.INTERNET else agency(entry.venue)


@dataclass(frozen=True, slots=True)
class Completion:
    """Commission, the net part, and where both go once the Subscriber has the receipt."""

    commission_cents: Exact
    net_cents: Exact
    money: Group


def completion(
    book: NswKeno,
    state: KenoState,
    entry: Entry,
    staked: tuple[Staked, ...],
    used: tuple[Used, ...],
) -> Completion:
    """Commission to the Venue, the rest held for the Licensees: the Entry is completed."""
    money = split_money(book, state, entry, staked, used)
    by_voucher = (voucher_net(state, part) for part in used if part.tender in VOUCHERS)
    vouchers = sum(by_voucher, Fraction(0))
    paid = sum(part.used_cents for part in used if part.tender not in VOUCHERS)
    net = whole(paid - money.commission_cents + vouchers)
    amounts = group(
        (holder(entry), -paid),
        (VOUCHERS_OUT, -vouchers),
        (own(entry.venue), money.commission_cents),
        (keeper(entry), net),
    )
    return Completion(money.commission_cents, net, amounts)


def split_money(
    book: NswKeno,
    state: KenoState,
    entry: Entry,
    staked: tuple[Staked, ...],
    used: tuple[Used, ...],
) -> EntryMoney:
    """An Entry's Subscription in its parts; a web Entry bears only the web's Commission (M22)."""
    split: dict[Category, int] = {}
    times = entry.games if len(staked) == 1 else 1
    for stake in staked:
        for category, cents in stake.by_category:
            split[category] = split.get(category, 0) + cents * times
    tendered: dict[Tender, int] = {}
    for tender in used:
        tendered[tender.tender] = tendered.get(tender.tender, 0) + tender.used_cents
    if entry.channel == Channel.INTERNET:
        gross = sum(split.values())
        commission = whole(gross * book.figures.internet_commission_rate) if entry.venue else 0
        return EntryMoney(gross, commission, gross - commission)
    assert state.day is not None
    agreed = state.venues[entry.venue].commission
    return entry_money(split, tendered, agreed, state.flex_on(state.day), book.figures)


def voucher_net(state: KenoState, used: Used) -> Fraction:
    """What is left of a used voucher's face value after the Commission at its issue."""
    voucher = state.documents[used.document]
    net = voucher.face_cents - voucher.commission_cents
    return Fraction(used.used_cents) * net / voucher.face_cents
