"""Claims: tickets handed in, verification, anonymity, disqualification, expiry, claim forms."""

from __future__ import annotations

from datetime import date

from eyesdown.keno.claims import pay, reinstate
from eyesdown.keno.claims.commands import (
    AskAnonymity,
    ClaimPrize,
    Disqualify,
    ExpireUnclaimed,
    LodgeClaimForm,
    PayClaimForm,
    RequestPrintPay,
    VerifyPrize,
)
from eyesdown.keno.claims.effects import OWED, sessions_left
from eyesdown.keno.claims.events import (
    AnonymityChanged,
    ClaimFormLodged,
    ClaimFormPaid,
    ClaimLodged,
    EntryDisqualified,
    Events,
    PrintPayIssued,
    PrizesExpired,
    PrizeVerified,
)
from eyesdown.keno.games.settle import credit
from eyesdown.keno.state.checks import venue_refusals
from eyesdown.keno.state.lookup import EntryLookup, look_up_entry, ticket_check
from eyesdown.keno.state.memory import SPENT, is_finished, is_stale
from eyesdown.keno.state.payouts import has_disqualified_entry
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.documents import DocumentState
from eyesdown.keno.words.money import PAYABLE, PLAYER, RECEIPTS_OUT, UNCLAIMED, group
from eyesdown.keno.words.prizes import Prize, PrizeState
from eyesdown.keno.words.tickets import EntryRecord
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.facts.keno_bets import JackpotPaymentFacts
from eyesdown.rulebook.facts.keno_payout import ClaimFacts, PrintPayFacts
from eyesdown.rulebook.keno_words import RECEIPTS, Channel, Ground
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c07_entry import PRINT_PAY, RUNNERS
from eyesdown.rulebooks.nsw_keno.c10_jackpots import JACKPOTS
from eyesdown.rulebooks.nsw_keno.c14_winning import CLAIMS, LIABILITY
from eyesdown.rulebooks.nsw_keno.c15_payouts import (
    FORM_PAYOUTS,
    IN_TIME,
    FormPayFacts,
    kept_until,
    last_claim_day,
    unclaimed_from,
)

CLAIMS_AND_FORMS = Handlers()
DECIDES = (CLAIMS_AND_FORMS, pay.DECIDES, reinstate.DECIDES)
"""The handlers of every command about claims."""


@CLAIMS_AND_FORMS.handles(AskAnonymity)
def ask_anonymity(book: NswKeno, state: KenoState, command: AskAnonymity) -> Events:
    """Note whether the holder of a ticket wants to stay unnamed."""
    lookup = look_up_entry(state, command.serial, command.kept)
    if lookup is None:
        unknown = book.refusal("claim/not_valid", "15(c):anon", serial=command.serial)
        return refused(command, (unknown,), command.serial)
    return (AnonymityChanged(command.at, lookup.sold.entry.serial, command.anonymous),)


def claim_facts(book: NswKeno, state: KenoState, command: ClaimPrize) -> ClaimFacts:
    """The facts of a ticket that is handed in, for rules 8, 14 to 16, 20 and 21."""
    serial, day = command.serial, command.at.date()
    lookup = look_up_entry(state, serial, command.kept)
    sold, prizes = (lookup.sold, lookup.payable_prizes) if lookup else (None, [])
    in_time = _in_time(book, lookup, day)
    owed = [prize for prize in lookup.prizes if prize.state in OWED] if lookup else []
    late = [last_claim_day(prize.keno_day, book.figures) for prize in owed]
    return ClaimFacts(
        serial=serial,
        known=sold is not None,
        through_internet=sold is not None and sold.entry.channel == Channel.INTERNET,
        ticket_agrees=sold is not None and command.check == ticket_check(sold.entry),
        prize_cents=sum(prize.cents for prize in (in_time or prizes)),
        paid=lookup is not None and (serial != lookup.sold.ticket or _lodged(lookup)),
        disqualified=sold is not None and sold.disqualified is not None,
        runner_note=serial in state.runner_money,
        last_day=None if in_time else max(late, default=None),
        day=day,
    )


def _in_time(book: NswKeno, lookup: EntryLookup | None, day: date) -> list[Prize]:
    """Unclaimed prizes of an Entry that a terminal may still pay."""
    prizes = lookup.payable_prizes if lookup else []
    return [prize for prize in prizes if day <= last_claim_day(prize.keno_day, book.figures)]


def _lodged(lookup: EntryLookup) -> bool:
    """Whether a ticket was handed in already and waits to be paid."""
    states = {prize.state for prize in lookup.prizes}
    return PrizeState.LODGED in states and PrizeState.PAYABLE not in states


def claim_refusals(book: NswKeno, state: KenoState, command: ClaimPrize) -> tuple[Refusal, ...]:
    """Every clause that keeps a terminal from taking this claim.

    Sessions are not joined: each has its own total, recorded for later review (T17).
    """
    facts = claim_facts(book, state, command)
    refusals = venue_refusals(book, state.venues.get(command.venue), command.venue)
    terminal = state.terminals.get(command.terminal)
    if terminal is None or terminal.venue != command.venue:  # of either kind: both redeem tickets
        unknown = book.refusal("terminal/unknown", "2:Terminal(i)", terminal=command.terminal)
        refusals += (unknown,)
    session = state.sessions.get(command.session)
    if not command.session or (
        session is not None
        and (
            session.paid or session.venue != command.venue or has_disqualified_entry(state, session)
        )
    ):
        number = "2:Customer Session:end"
        refusals += (book.refusal("session/over", number, session=command.session),)
    late = book.check(IN_TIME, facts)
    claims = book.check(CLAIMS, facts)
    if late:
        claims = tuple(bad for bad in claims if bad.code != "claim/no_win")
    return (*refusals, *book.check(RUNNERS, facts), *claims, *late, *book.check(LIABILITY, facts))


@CLAIMS_AND_FORMS.handles(ClaimPrize)
def claim_prize(book: NswKeno, state: KenoState, command: ClaimPrize) -> Events:
    """Take a ticket that is handed in and add its prizes to the Customer Session."""
    refusals = claim_refusals(book, state, command)
    if refusals:
        return refused(command, refusals, command.serial)
    lookup = look_up_entry(state, command.serial, command.kept)
    assert lookup is not None
    prizes = _in_time(book, lookup, command.at.date())
    lodged = ClaimLodged(
        at=command.at,
        session=command.session,
        serial=lookup.sold.entry.serial,
        venue=command.venue,
        terminal=command.terminal,
        games=tuple(prize.game for prize in prizes),
        cents=sum(prize.cents for prize in prizes),
        kept=lookup.reload,
    )
    return (lodged,)


@CLAIMS_AND_FORMS.handles(VerifyPrize)
def verify_prize(book: NswKeno, state: KenoState, command: VerifyPrize) -> Events:
    """Record that the Operating Company has verified a win; a waiting web prize is credited."""
    lookup = look_up_entry(state, command.serial, command.kept)
    if lookup is None or lookup.stale or not command.by:
        unknown = book.refusal("verify/unknown", "10(a)", serial=command.serial)
        return refused(command, (unknown,), command.serial)
    entry = lookup.sold.entry
    verified = PrizeVerified(command.at, entry.serial, command.by, lookup.reload)
    if lookup.sold.disqualified is not None:
        return (verified,)
    waiting = [prize for prize in lookup.prizes if prize.state is PrizeState.PENDING]
    return (verified, *(credit(command.at, prize, entry.account) for prize in waiting))


@CLAIMS_AND_FORMS.handles(RequestPrintPay)
def request_print_pay(book: NswKeno, state: KenoState, command: RequestPrintPay) -> Events:
    """Issue a print-out about a paid ticket or receipt of the same Keno Day."""
    lookup = look_up_entry(state, command.serial, command.kept)
    if lookup is not None and not _has_receipt(lookup.sold):
        lookup = None
    document = state.receipt(command.serial)
    issued = command.at.date()
    paid = False
    if lookup is not None:
        issued = lookup.sold.keno_day
        unpaid = (prize for prize in lookup.prizes if prize.state is not PrizeState.PAID)
        paid = not lookup.stale and not any(unpaid)
    elif document is not None:
        issued = document.keno_day or document.issued_at.date()
        paid = document.state in (DocumentState.REDEEMED, DocumentState.USED)
    on_record = lookup is not None or document is not None
    facts = PrintPayFacts(on_record, issued, state.day, paid, is_document=document is not None)
    refusals = book.check(PRINT_PAY, facts)
    if refusals:
        return refused(command, refusals, command.serial)
    return (PrintPayIssued(command.at, command.serial),)


def _has_receipt(sold: EntryRecord) -> bool:
    """Whether there is a Receipt Ticket: not for a web Entry, nor before delivery."""
    return sold.entry.channel != Channel.INTERNET and sold.completed_at is not None


@CLAIMS_AND_FORMS.handles(ExpireUnclaimed)
def expire_unclaimed(book: NswKeno, state: KenoState, command: ExpireUnclaimed) -> Events:
    """Move prizes and receipts that were not claimed in time to the unclaimed money (T02)."""
    day = command.at.date()
    prizes = [
        (prize.serial, prize.game, prize.cents)
        for won in state.prizes.values()
        for prize in won.values()
        if prize.state is PrizeState.PAYABLE and day > unclaimed_from(prize.keno_day, book.figures)
    ]
    stored, until = _overdue(book, state, command)
    prizes += stored
    forgotten = [  # finished Entries left memory before; only disqualified ones stayed
        serial
        for serial, sold in state.sold.items()
        if is_finished(state, serial) and day > kept_until(sold.keno_day, book.figures)
    ]
    documents = [
        document
        for document in state.documents.values()
        if document.kind in RECEIPTS
        and document.state is DocumentState.ACTIVE
        and day > document.last_day
    ]
    if not prizes and not documents and not forgotten:
        return ()
    from_prizes = sum(cents for _, _, cents in prizes)
    from_documents = sum(document.face_cents for document in documents)
    total = from_prizes + from_documents
    money = group((PAYABLE, -from_prizes), (RECEIPTS_OUT, -from_documents), (UNCLAIMED, total))
    expired = PrizesExpired(
        command.at,
        tuple((serial, game) for serial, game, _ in prizes),
        tuple(document.serial for document in documents),
        tuple(forgotten),
        total,
        money,
        until,
    )
    return (expired,)


def _overdue(
    book: NswKeno, state: KenoState, command: ExpireUnclaimed
) -> tuple[list[tuple[str, int, int]], date | None]:
    """Prizes in the store that were not claimed in time, and the last Keno Day that this covers.

    Prizes in memory are counted there. A prize whose Entry has changed since the store was read is
    left for the next time, and so are the days.
    """
    day, overdue = command.at.date(), command.kept
    if overdue is None:
        return [], None
    days = [of_day for of_day in overdue.days if day > unclaimed_from(of_day[0], book.figures)]
    if not days:
        return [], None
    stored = [prize for _, won in days for prize in won if prize[0] not in state.sold]
    current = [prize for prize in stored if not is_stale(state, prize[0], overdue.as_of)]
    return current, days[-1][0] if len(current) == len(stored) else None


def _owed(state: KenoState, serial: str, lookup: EntryLookup | None) -> tuple[int, int]:
    """The cents owed on a lost ticket or receipt: still payable, and already unclaimed."""
    document = state.receipt(serial)
    if document is not None:
        if document.state is DocumentState.ACTIVE:
            return document.face_cents, 0
        return 0, document.face_cents if document.state is DocumentState.UNCLAIMED else 0
    prizes = lookup.prizes if lookup else ()
    return (
        sum(prize.cents for prize in prizes if prize.state is PrizeState.PAYABLE),
        sum(prize.cents for prize in prizes if prize.state is PrizeState.UNCLAIMED),
    )


@CLAIMS_AND_FORMS.handles(LodgeClaimForm)
def lodge_claim_form(book: NswKeno, state: KenoState, command: LodgeClaimForm) -> Events:
    """Take a claim form for a ticket, an SST Receipt or a Cash Voucher (T12)."""
    if not command.form or command.form in state.forms:
        used_id = book.refusal("claim_form/id_used", "17(a)", form=command.form)
        return refused(command, (used_id,), command.form)
    lookup = look_up_entry(state, command.serial, command.kept)
    cents = sum(_owed(state, command.serial, lookup))
    lodged = ClaimFormLodged(
        at=command.at,
        form=command.form,
        reason=command.reason,
        serial=command.serial,
        name=command.name,
        card_notice=command.card_notice,
        cents=cents,
        in_vain=not cents and _is_settled(state, command.serial, lookup),
    )
    return (lodged,)


def _is_settled(state: KenoState, serial: str, lookup: EntryLookup | None) -> bool:
    """Whether nothing more can be owed on a ticket or receipt: it is not ours, or it has ended."""
    if lookup is None:
        receipt = state.receipt(serial)
        return receipt is None or receipt.state in SPENT
    ended = lookup.sold.end <= state.frontier and lookup.sold.disqualified is None
    paid = all(prize.state is PrizeState.PAID for prize in lookup.prizes)
    return ended and paid and not lookup.stale


@CLAIMS_AND_FORMS.handles(PayClaimForm)
def pay_claim_form(book: NswKeno, state: KenoState, command: PayClaimForm) -> Events:
    """Pay what is owed on the ticket or receipt of a claim form."""
    form = state.forms.get(command.form)
    facts = FormPayFacts(form is not None and not form.paid, command.payout, command.payee)
    refusals = book.check(FORM_PAYOUTS, facts)
    if form is None or refusals:
        return refused(command, refusals, command.form)
    lookup = look_up_entry(state, form.serial, command.kept)
    payable, unclaimed = _owed(state, form.serial, lookup)
    if not command.satisfied or not payable + unclaimed:
        refusals += (book.refusal("claim_form/not_satisfied", "17(b)", form=command.form),)
    if lookup is not None and lookup.sold.disqualified is not None:
        refusals += (book.refusal("claim/disqualified", "21(a)", serial=form.serial),)
    refusals += _unverified(book, lookup)
    if refusals:
        return refused(command, refusals, command.form)
    cents = payable + unclaimed
    receipt = state.receipt(form.serial)
    source = PAYABLE if receipt is None else RECEIPTS_OUT
    money = group((source, -payable), (UNCLAIMED, -unclaimed), (PLAYER, cents))
    reload = lookup.reload if lookup and receipt is None else None
    by, satisfied = command.payee, command.satisfied
    return (ClaimFormPaid(command.at, command.form, by, satisfied, cents, money, reload),)


def _unverified(book: NswKeno, lookup: EntryLookup | None) -> tuple[Refusal, ...]:
    prizes = lookup.prizes if lookup else ()
    waiting = (p.largest_jackpot_cents for p in prizes if not p.verified_by)
    return book.check(JACKPOTS, JackpotPaymentFacts(max(waiting, default=0), verified=False))


@CLAIMS_AND_FORMS.handles(Disqualify)
def disqualify(book: NswKeno, state: KenoState, command: Disqualify) -> Events:
    """Disqualify an Entry on a ground of rule 21(a)."""
    lookup = look_up_entry(state, command.serial, command.kept)
    if lookup is None or lookup.stale or lookup.sold.disqualified is not None:
        not_live = book.refusal("disqualify/not_live", "21(a)", serial=command.serial)
        return refused(command, (not_live,), command.serial)
    if command.ground is Ground.OTHER and not command.because:
        no_reason = book.refusal("disqualify/no_reason", "21(a):similar", serial=command.serial)
        return refused(command, (no_reason,), command.serial)
    serial = lookup.sold.entry.serial
    disqualified = EntryDisqualified(
        command.at,
        serial,
        command.ground,
        command.by,
        command.because,
        lookup.reload,
        tuple(sessions_left(state, serial)),
    )
    return (disqualified,)
