"""Claims: tickets handed in, verification, anonymity, disqualification, expiry, claim forms."""

from __future__ import annotations

from datetime import date
from typing import assert_never

from eyesdown.keno.claims.pay import pay_session
from eyesdown.keno.claims.prize_changes import OWED, sessions_left
from eyesdown.keno.claims.reinstate import reinstate
from eyesdown.keno.commands import (
    AskAnonymity,
    ClaimCommand,
    ClaimPrize,
    Disqualify,
    ExpireUnclaimed,
    LodgeClaimForm,
    PayClaimForm,
    PaySession,
    Reinstate,
    RequestPrintPay,
    VerifyPrize,
)
from eyesdown.keno.events import (
    AnonymityChanged,
    ClaimFormLodged,
    ClaimFormPaid,
    ClaimLodged,
    EntryDisqualified,
    Event,
    PrintPayIssued,
    PrizesExpired,
    PrizeVerified,
)
from eyesdown.keno.games.settle import credit
from eyesdown.keno.state.deciding import no, refusal, venue_refusals
from eyesdown.keno.state.forgetting import SPENT, is_over, is_stale
from eyesdown.keno.state.payable import Found, check_of, known, waits
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.money import PAYABLE, PLAYER, RECEIPTS_OUT, UNCLAIMED, group
from eyesdown.keno.words.records import Prize, PrizeState, Sold
from eyesdown.keno.words.tenders import DocumentState
from eyesdown.kernel.cite import Refusal
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

Events = tuple[Event, ...]


def decide_claims(book: NswKeno, state: KenoState, command: ClaimCommand) -> Events:
    match command:
        case ClaimPrize():
            return _claim(book, state, command)
        case VerifyPrize():
            return _verify(book, state, command)
        case PaySession():
            return pay_session(book, state, command)
        case RequestPrintPay():
            return _print_pay(book, state, command)
        case AskAnonymity(at=at, serial=serial):
            found = known(state, serial, command.kept)
            if found is None:
                bad = refusal(book, "claim/not_valid", "15(c):anon", serial=serial)
                return no(command, serial, (bad,))
            return (AnonymityChanged(at, found.sold.entry.serial, command.anonymous),)
        case ExpireUnclaimed():
            return _expire(book, state, command)
        case LodgeClaimForm():
            return _lodge_form(book, state, command)
        case PayClaimForm():
            return _pay_form(book, state, command)
        case Disqualify():
            return _disqualify(book, state, command)
        case Reinstate():
            return reinstate(book, state, command)
        case _:
            assert_never(command)


def claim_facts(book: NswKeno, state: KenoState, command: ClaimPrize) -> ClaimFacts:
    """What rules 8, 14 to 16, 20 and 21 look at in a ticket that is handed in."""
    serial, day = command.serial, command.at.date()
    found = known(state, serial, command.kept)
    sold, prizes = (found.sold, found.open_prizes) if found else (None, [])
    in_time = _in_time(book, found, day)
    owed = [prize for prize in found.prizes if prize.state in OWED] if found else []
    late = [last_claim_day(prize.keno_day, book.figures) for prize in owed]
    return ClaimFacts(
        serial=serial,
        known=sold is not None,
        through_internet=sold is not None and sold.entry.channel == Channel.INTERNET,
        ticket_agrees=sold is not None and command.check == check_of(sold.entry),
        prize_cents=sum(prize.cents for prize in (in_time or prizes)),
        paid=found is not None and (serial != found.sold.ticket or _lodged(found)),
        disqualified=sold is not None and sold.disqualified is not None,
        runner_note=serial in state.runner_money,
        last_day=None if in_time else max(late, default=None),
        day=day,
    )


def _in_time(book: NswKeno, found: Found | None, day: date) -> list[Prize]:
    """Unclaimed prizes of an Entry that a terminal may still pay."""
    prizes = found.open_prizes if found else []
    return [prize for prize in prizes if day <= last_claim_day(prize.keno_day, book.figures)]


def _lodged(found: Found) -> bool:
    """Handed in already and waiting to be paid."""
    states = {prize.state for prize in found.prizes}
    return PrizeState.LODGED in states and PrizeState.PAYABLE not in states


def claim_refusals(book: NswKeno, state: KenoState, command: ClaimPrize) -> tuple[Refusal, ...]:
    """Every clause that keeps a terminal from taking this claim.

    Sessions are not joined: each is a total of its own, and recorded for whoever reviews (T17).
    """
    facts = claim_facts(book, state, command)
    found = venue_refusals(book, state.venues.get(command.venue), command.venue)
    terminal = state.terminals.get(command.terminal)
    if terminal is None or terminal.venue != command.venue:  # of either kind: both redeem tickets
        bad = refusal(book, "terminal/unknown", "2:Terminal(i)", terminal=command.terminal)
        found += (bad,)
    session = state.sessions.get(command.session)
    if not command.session or (
        session is not None
        and (session.paid or session.venue != command.venue or waits(state, session))
    ):
        number = "2:Customer Session:end"
        found += (refusal(book, "session/over", number, session=command.session),)
    late = book.check(IN_TIME, facts)
    claims = book.check(CLAIMS, facts)
    if late:
        claims = tuple(bad for bad in claims if bad.code != "claim/no_win")
    return (*found, *book.check(RUNNERS, facts), *claims, *late, *book.check(LIABILITY, facts))


def _claim(book: NswKeno, state: KenoState, command: ClaimPrize) -> Events:
    refused = claim_refusals(book, state, command)
    if refused:
        return no(command, command.serial, refused)
    found = known(state, command.serial, command.kept)
    assert found is not None
    prizes = _in_time(book, found, command.at.date())
    lodged = ClaimLodged(
        command.at,
        command.session,
        found.sold.entry.serial,
        command.venue,
        command.terminal,
        tuple(prize.game for prize in prizes),
        sum(prize.cents for prize in prizes),
        found.gone,
    )
    return (lodged,)


def _verify(book: NswKeno, state: KenoState, command: VerifyPrize) -> Events:
    """The Operating Company vouches for a win; a web prize that waited is credited now."""
    found = known(state, command.serial, command.kept)
    if found is None or found.stale or not command.by:
        bad = refusal(book, "verify/unknown", "10(a)", serial=command.serial)
        return no(command, command.serial, (bad,))
    entry = found.sold.entry
    verified = PrizeVerified(command.at, entry.serial, command.by, found.gone)
    if found.sold.disqualified is not None:
        return (verified,)
    waiting = [prize for prize in found.prizes if prize.state is PrizeState.PENDING]
    return (verified, *(credit(command.at, prize, entry.account) for prize in waiting))


def _print_pay(book: NswKeno, state: KenoState, command: RequestPrintPay) -> Events:
    found = known(state, command.serial, command.kept)
    if found is not None and not _has_receipt(found.sold):
        found = None
    document = state.receipt(command.serial)
    issued = command.at.date()
    paid = False
    if found is not None:
        issued = found.sold.keno_day
        unpaid = (prize for prize in found.prizes if prize.state is not PrizeState.PAID)
        paid = not found.stale and not any(unpaid)
    elif document is not None:
        issued = document.keno_day or document.issued_at.date()
        paid = document.state in (DocumentState.REDEEMED, DocumentState.USED)
    kept = found is not None or document is not None
    facts = PrintPayFacts(kept, issued, state.day, paid, is_document=document is not None)
    refused = book.check(PRINT_PAY, facts)
    if refused:
        return no(command, command.serial, refused)
    return (PrintPayIssued(command.at, command.serial),)


def _has_receipt(sold: Sold) -> bool:
    """A web Entry has no Receipt Ticket to present, nor has one whose ticket was not delivered."""
    return sold.entry.channel != Channel.INTERNET and sold.completed_at is not None


def _expire(book: NswKeno, state: KenoState, command: ExpireUnclaimed) -> Events:
    """Move what nobody claimed in time, and forget what need not be kept any longer (T02)."""
    day = command.at.date()
    prizes = [
        (prize.serial, prize.game, prize.cents)
        for won in state.prizes.values()
        for prize in won.values()
        if prize.state is PrizeState.PAYABLE and day > unclaimed_from(prize.keno_day, book.figures)
    ]
    stored, until = _overdue(book, state, command)
    prizes += stored
    forgotten = [  # what is over left memory then; only the disqualified were kept
        serial
        for serial, sold in state.sold.items()
        if is_over(state, serial) and day > kept_until(sold.keno_day, book.figures)
    ]
    documents = [
        kept
        for kept in state.documents.values()
        if kept.kind in RECEIPTS and kept.state is DocumentState.ACTIVE and day > kept.last_day
    ]
    if not prizes and not documents and not forgotten:
        return ()
    from_prizes = sum(cents for _, _, cents in prizes)
    from_documents = sum(kept.face_cents for kept in documents)
    total = from_prizes + from_documents
    money = group((PAYABLE, -from_prizes), (RECEIPTS_OUT, -from_documents), (UNCLAIMED, total))
    expired = PrizesExpired(
        command.at,
        tuple((serial, game) for serial, game, _ in prizes),
        tuple(kept.serial for kept in documents),
        tuple(forgotten),
        total,
        money,
        until,
    )
    return (expired,)


def _overdue(
    book: NswKeno, state: KenoState, command: ExpireUnclaimed
) -> tuple[list[tuple[str, int, int]], date | None]:
    """Prizes in the store that nobody claimed in time, and the last Keno Day that this settles.

    One that is in memory is looked at there. One that changed since the store was asked is left for
    the next time, and the days with it.
    """
    day, kept = command.at.date(), command.kept
    days = [one for one in kept.days if day > unclaimed_from(one[0], book.figures)] if kept else []
    if kept is None or not days:
        return [], None
    gone = [prize for _, won in days for prize in won if prize[0] not in state.sold]
    sure = [prize for prize in gone if not is_stale(state, prize[0], kept.as_of)]
    return sure, days[-1][0] if len(sure) == len(gone) else None


def _owed(state: KenoState, serial: str, found: Found | None) -> tuple[int, int]:
    """What a lost ticket or receipt is worth: payable still, and already unclaimed."""
    document = state.receipt(serial)
    if document is not None:
        if document.state is DocumentState.ACTIVE:
            return document.face_cents, 0
        return 0, document.face_cents if document.state is DocumentState.UNCLAIMED else 0
    prizes = found.prizes if found else ()
    return (
        sum(prize.cents for prize in prizes if prize.state is PrizeState.PAYABLE),
        sum(prize.cents for prize in prizes if prize.state is PrizeState.UNCLAIMED),
    )


def _lodge_form(book: NswKeno, state: KenoState, command: LodgeClaimForm) -> Events:
    """A form is taken for a ticket, an SST Receipt or a Cash Voucher alike (T12)."""
    if not command.form or command.form in state.forms:
        bad = refusal(book, "claim_form/id_used", "17(a)", form=command.form)
        return no(command, command.form, (bad,))
    found = known(state, command.serial, command.kept)
    cents = sum(_owed(state, command.serial, found))
    lodged = ClaimFormLodged(
        command.at,
        command.form,
        command.reason,
        command.serial,
        command.name,
        command.card_notice,
        cents,
        not cents and _is_settled(state, command.serial, found),
    )
    return (lodged,)


def _is_settled(state: KenoState, serial: str, found: Found | None) -> bool:
    """Whether what is owed on a ticket or receipt is for good: it is none of ours, or long over."""
    if found is None:
        receipt = state.receipt(serial)
        return receipt is None or receipt.state in SPENT
    over = found.sold.end <= state.frontier and found.sold.disqualified is None
    paid = all(prize.state is PrizeState.PAID for prize in found.prizes)
    return over and paid and not found.stale


def _pay_form(book: NswKeno, state: KenoState, command: PayClaimForm) -> Events:
    form = state.forms.get(command.form)
    facts = FormPayFacts(form is not None and not form.paid, command.payout, command.payee)
    refused = book.check(FORM_PAYOUTS, facts)
    if form is None or refused:
        return no(command, command.form, refused)
    found = known(state, form.serial, command.kept)
    payable, unclaimed = _owed(state, form.serial, found)
    if not command.satisfied or not payable + unclaimed:
        refused += (refusal(book, "claim_form/not_satisfied", "17(b)", form=command.form),)
    if found is not None and found.sold.disqualified is not None:
        refused += (refusal(book, "claim/disqualified", "21(a)", serial=form.serial),)
    refused += _unverified(book, found)
    if refused:
        return no(command, command.form, refused)
    cents = payable + unclaimed
    receipt = state.receipt(form.serial)
    source = PAYABLE if receipt is None else RECEIPTS_OUT
    money = group((source, -payable), (UNCLAIMED, -unclaimed), (PLAYER, cents))
    gone = found.gone if found and receipt is None else None
    by, satisfied = command.payee, command.satisfied
    return (ClaimFormPaid(command.at, command.form, by, satisfied, cents, money, gone),)


def _unverified(book: NswKeno, found: Found | None) -> tuple[Refusal, ...]:
    prizes = found.prizes if found else ()
    waiting = (p.largest_jackpot_cents for p in prizes if not p.verified_by)
    return book.check(JACKPOTS, JackpotPaymentFacts(max(waiting, default=0), verified=False))


def _disqualify(book: NswKeno, state: KenoState, command: Disqualify) -> Events:
    found = known(state, command.serial, command.kept)
    if found is None or found.stale or found.sold.disqualified is not None:
        bad = refusal(book, "disqualify/not_live", "21(a)", serial=command.serial)
        return no(command, command.serial, (bad,))
    if command.ground is Ground.OTHER and not command.because:
        bad = refusal(book, "disqualify/no_reason", "21(a):similar", serial=command.serial)
        return no(command, command.serial, (bad,))
    serial = found.sold.entry.serial
    done = EntryDisqualified(
        command.at,
        serial,
        command.ground,
        command.by,
        command.because,
        found.gone,
        tuple(sessions_left(state, serial)),
    )
    return (done,)
