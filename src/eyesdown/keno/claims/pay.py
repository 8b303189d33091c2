"""Paying the Total Prize Money of a Customer Session."""

from __future__ import annotations

from eyesdown.keno.claims.commands import PayoutAsked, PaySession
from eyesdown.keno.claims.events import (
    Continuation,
    Events,
    PayoutMade,
    PrintPayIssued,
    SessionPaid,
)
from eyesdown.keno.sales.checks import serial_is_new
from eyesdown.keno.sales.payment import new_receipt
from eyesdown.keno.state.checks import venue_refusals
from eyesdown.keno.state.lookup import payable_prizes
from eyesdown.keno.state.payouts import (
    has_disqualified_entry,
    unverified_jackpot_cents,
    venue_payout_max,
)
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.claims import Session
from eyesdown.keno.words.money import (
    CHIPS_OUT,
    LICENSEES,
    PAYABLE,
    PLAYER,
    RECEIPTS_OUT,
    agency,
    group,
)
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.kernel.written import Exact
from eyesdown.rulebook.facts.keno_bets import JackpotPaymentFacts
from eyesdown.rulebook.facts.keno_payout import PayFacts
from eyesdown.rulebook.keno_words import VENUE_PAYS, Channel, Payout, Tender, VenueKind
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_money import parlay_collected
from eyesdown.rulebooks.nsw_keno.c10_jackpots import JACKPOTS
from eyesdown.rulebooks.nsw_keno.c14_winning import WEB_PRIZES, WebPayFacts
from eyesdown.rulebooks.nsw_keno.c15_payouts import PAYOUTS, last_claim_day, venue_and_fund_parts

BY_RECEIPT = {Payout.SST_RECEIPT: Tender.SST_RECEIPT, Payout.CASH_VOUCHER: Tender.CASH_VOUCHER}


DECIDES = Handlers()


@DECIDES.handles(PaySession)
def pay_session(book: NswKeno, state: KenoState, command: PaySession) -> Events:
    """Pay what a session's tickets have won, keep the tickets, renew those that still run."""
    session = state.sessions.get(command.session)
    if session is None or session.paid or session.venue != command.venue:
        number = "2:Total Prize Money"
        nothing_due = book.refusal("session/nothing_due", number, session=command.session)
        return refused(command, (nothing_due,), command.session)
    refusals = pay_refusals(book, state, command, session)
    if refusals:
        return refused(command, refusals, command.session)
    due = parlay_collected(session.cents, session.parlay_cents)
    running = _running(book, state, command, session)
    renewed = zip(running, command.continuations, strict=False)
    payouts = tuple(_payout(book, state, command, asked) for asked in command.payouts)
    paid = SessionPaid(
        at=command.at,
        session=command.session,
        venue=command.venue,
        claimant=command.claimant,
        serials=session.serials,
        total_cents=due,
        payouts=payouts,
        continuations=tuple(Continuation(serial, ticket) for serial, ticket in renewed),
        all_from_fund=command.all_from_fund,
        anonymous=command.anonymous,
        money=group(*(amount for payout in payouts for amount in _amounts(command.venue, payout))),
    )
    by_runner = [s for s in session.serials if state.sold[s].entry.runner]
    same_day = [s for s in by_runner if state.sold[s].keno_day == state.day]
    return (paid, *(PrintPayIssued(command.at, serial) for serial in same_day))


def pay_refusals(
    book: NswKeno, state: KenoState, command: PaySession, session: Session
) -> tuple[Refusal, ...]:
    """Every clause that keeps this payment from being made this way."""
    venue = state.venues[session.venue]
    most = venue_payout_max(state, venue)
    refusals = list(venue_refusals(book, venue, venue.venue))
    by_venue = sum(asked.cents for asked in command.payouts if asked.payout in VENUE_PAYS)
    waiting = unverified_jackpot_cents(state, session)
    refusals += book.check(JACKPOTS, JackpotPaymentFacts(waiting, verified=False))
    web = any(state.sold[s].entry.channel == Channel.INTERNET for s in session.serials)
    for asked in command.payouts:
        refusals += book.check(WEB_PRIZES, WebPayFacts(web, asked.payout))
        facts = PayFacts(
            payout=asked.payout,
            venue_cents=by_venue,
            threshold_cents=most,
            total_cents=session.cents,
            at_casino=venue.kind is VenueKind.CASINO,
            eft_permitted=venue.eft_permitted,
            payee=asked.payee,
        )
        refusals += book.check(PAYOUTS, facts)
    refusals += _sum_refusals(book, state, command, session, by_venue)
    if has_disqualified_entry(state, session):
        refusals.append(book.refusal("claim/disqualified", "21(a)", session=session.session))
    if not _renewable(state, command, len(_running(book, state, command, session))):
        refusals.append(book.refusal("ticket/no_continuation", "14(d)", session=session.session))
    return tuple(dict.fromkeys(refusals))


def _sum_refusals(
    book: NswKeno, state: KenoState, command: PaySession, session: Session, by_venue: int
) -> tuple[Refusal, ...]:
    """Payouts add up to what is due, and Venue and fund each pay their part (M28)."""
    due = parlay_collected(session.cents, session.parlay_cents)
    amounts = [asked.cents for asked in command.payouts]
    if sum(amounts) != due or any(cents <= 0 for cents in amounts):
        facts = {"asked_cents": sum(amounts), "due_cents": due}
        return (book.refusal("payout/not_the_total", "2:Total Prize Money", **facts),)
    most = venue_payout_max(state, state.venues[session.venue])
    venue_part, _ = venue_and_fund_parts(session.cents, most, all_from_fund=command.all_from_fund)
    venue_part = max(0, venue_part - session.parlay_cents)
    if by_venue == venue_part or by_venue > most:
        return _document_refusals(book, state, command)
    number = "15(e)(iii)(a)" if command.all_from_fund else "15(e)(ii)(a)"
    facts = {"venue_cents": by_venue, "venue_part_cents": venue_part}
    return (book.refusal("payout/parts", number, **facts),)


def _document_refusals(book: NswKeno, state: KenoState, command: PaySession) -> tuple[Refusal, ...]:
    serials = [asked.document for asked in command.payouts if asked.payout in BY_RECEIPT]
    new = all(serial and serial not in state.documents for serial in serials)
    if new and len(set(serials)) == len(serials):
        return ()
    return (book.refusal("receipt/serial", "15(e)(i)(b)"),)


def _running(
    book: NswKeno, state: KenoState, command: PaySession, session: Session
) -> tuple[str, ...]:
    """Tickets with games to come, or with a prize that a terminal may still pay.

    Such a prize was won after the ticket was handed in; for a late one there is the claim form.
    """
    day, running = command.at.date(), list[str]()
    for sold in (state.sold[serial] for serial in session.serials):
        prizes = payable_prizes(state, sold)
        last_days = (last_claim_day(prize.keno_day, book.figures) for prize in prizes)
        if sold.end > state.frontier or any(day <= last for last in last_days):
            running.append(sold.entry.serial)
    return tuple(running)


def _renewable(state: KenoState, command: PaySession, running: int) -> bool:
    """Whether each running ticket gets a new serial of its own."""
    given = command.continuations[:running]
    new = {serial for serial in given if serial_is_new(state, serial)}
    return len(new) == running


def _payout(book: NswKeno, state: KenoState, command: PaySession, asked: PayoutAsked) -> PayoutMade:
    document = None
    if asked.payout in BY_RECEIPT:
        document = new_receipt(
            book,
            state,
            serial=asked.document,
            kind=BY_RECEIPT[asked.payout],
            cents=asked.cents,
            venue=command.venue,
            at=command.at,
        )
    return PayoutMade(asked.payout, asked.cents, asked.payee, document)


def _amounts(venue: str, paid: PayoutMade) -> list[tuple[str, Exact]]:
    """A Venue pays out of what it holds for the Licensees, who take the prize money instead."""
    cents = paid.cents
    match paid.payout:
        case Payout.CASH | Payout.VENUE_EFT:
            return [
                (PAYABLE, -cents),
                (LICENSEES, cents),
                (agency(venue), -cents),
                (PLAYER, cents),
            ]
        case Payout.SST_RECEIPT | Payout.CASH_VOUCHER:
            return [(PAYABLE, -cents), (RECEIPTS_OUT, cents)]
        case Payout.CHIP:
            return [(PAYABLE, -cents), (CHIPS_OUT, cents)]
        case _:
            return [(PAYABLE, -cents), (PLAYER, cents)]
