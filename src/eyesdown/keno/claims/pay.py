"""Paying the Total Prize Money of a Customer Session."""

from __future__ import annotations

from eyesdown.keno.commands import PayoutAsked, PaySession
from eyesdown.keno.events import Continuation, Event, PayoutMade, PrintPayIssued, SessionPaid
from eyesdown.keno.sales.payment import new_receipt
from eyesdown.keno.state.deciding import no, refusal, venue_refusals
from eyesdown.keno.state.payable import needs_verifying, open_prizes, threshold, waits
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.money import (
    CHIPS_OUT,
    LICENSEES,
    PAYABLE,
    PLAYER,
    RECEIPTS_OUT,
    agency,
    group,
)
from eyesdown.keno.words.records import Session
from eyesdown.kernel.cite import Refusal
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


def pay_session(book: NswKeno, state: KenoState, command: PaySession) -> tuple[Event, ...]:
    """Pay what a session's tickets have won, keep the tickets, renew those that still run."""
    session = state.sessions.get(command.session)
    if session is None or session.paid or session.venue != command.venue:
        bad = refusal(book, "session/nothing_due", "2:Total Prize Money", session=command.session)
        return no(command, command.session, (bad,))
    refused = pay_refusals(book, state, command, session)
    if refused:
        return no(command, command.session, refused)
    due = parlay_collected(session.cents, session.parlay_cents)
    running = _running(book, state, command, session)
    renewed = zip(running, command.continuations, strict=False)
    payouts = tuple(_made(book, state, command, asked) for asked in command.payouts)
    paid = SessionPaid(
        command.at,
        command.session,
        command.venue,
        command.claimant,
        session.serials,
        due,
        payouts,
        tuple(Continuation(serial, ticket) for serial, ticket in renewed),
        command.all_from_fund,
        command.anonymous,
        group(*(amount for one in payouts for amount in _amounts(command.venue, one))),
    )
    by_runner = [s for s in session.serials if state.sold[s].entry.runner]
    same_day = [s for s in by_runner if state.sold[s].keno_day == state.day]
    return (paid, *(PrintPayIssued(command.at, serial) for serial in same_day))


def pay_refusals(
    book: NswKeno, state: KenoState, command: PaySession, session: Session
) -> tuple[Refusal, ...]:
    """Every clause that keeps this payment from being made this way."""
    venue = state.venues[session.venue]
    most = threshold(state, venue)
    found = list(venue_refusals(book, venue, venue.venue))
    by_venue = sum(one.cents for one in command.payouts if one.payout in VENUE_PAYS)
    waiting = needs_verifying(state, session)
    found += book.check(JACKPOTS, JackpotPaymentFacts(waiting, verified=False))
    web = any(state.sold[s].entry.channel == Channel.INTERNET for s in session.serials)
    for asked in command.payouts:
        found += book.check(WEB_PRIZES, WebPayFacts(web, asked.payout))
        facts = PayFacts(
            payout=asked.payout,
            venue_cents=by_venue,
            threshold_cents=most,
            total_cents=session.cents,
            at_casino=venue.kind is VenueKind.CASINO,
            eft_permitted=venue.eft_permitted,
            payee=asked.payee,
        )
        found += book.check(PAYOUTS, facts)
    found += _sum_refusals(book, state, command, session, by_venue)
    if waits(state, session):
        found.append(refusal(book, "claim/disqualified", "21(a)", session=session.session))
    if not _renewable(state, command, len(_running(book, state, command, session))):
        found.append(refusal(book, "ticket/no_continuation", "14(d)", session=session.session))
    return tuple(dict.fromkeys(found))


def _sum_refusals(
    book: NswKeno, state: KenoState, command: PaySession, session: Session, by_venue: int
) -> tuple[Refusal, ...]:
    """Payouts add up to what is due, and Venue and fund each pay their part (M28)."""
    due = parlay_collected(session.cents, session.parlay_cents)
    asked = sum(one.cents for one in command.payouts)
    if asked != due or any(one.cents <= 0 for one in command.payouts):
        facts = {"asked_cents": asked, "due_cents": due}
        return (refusal(book, "payout/not_the_total", "2:Total Prize Money", **facts),)
    most = threshold(state, state.venues[session.venue])
    venue_part, _ = venue_and_fund_parts(session.cents, most, all_from_fund=command.all_from_fund)
    venue_part = max(0, venue_part - session.parlay_cents)
    if by_venue == venue_part or by_venue > most:
        return _document_refusals(book, state, command)
    number = "15(e)(iii)(a)" if command.all_from_fund else "15(e)(ii)(a)"
    facts = {"venue_cents": by_venue, "venue_part_cents": venue_part}
    return (refusal(book, "payout/parts", number, **facts),)


def _document_refusals(book: NswKeno, state: KenoState, command: PaySession) -> tuple[Refusal, ...]:
    serials = [one.document for one in command.payouts if one.payout in BY_RECEIPT]
    fresh = all(serial and serial not in state.documents for serial in serials)
    if fresh and len(set(serials)) == len(serials):
        return ()
    return (refusal(book, "receipt/serial", "15(e)(i)(b)"),)


def _running(
    book: NswKeno, state: KenoState, command: PaySession, session: Session
) -> tuple[str, ...]:
    """Tickets with games to come, or with a prize that a terminal may still be asked for.

    That one was won after the ticket was handed in; for a late one there is the claim form.
    """
    day, found = command.at.date(), list[str]()
    for sold in (state.sold[serial] for serial in session.serials):
        left = (last_claim_day(one.keno_day, book.figures) for one in open_prizes(state, sold))
        if sold.end > state.frontier or any(day <= last for last in left):
            found.append(sold.entry.serial)
    return tuple(found)


def _renewable(state: KenoState, command: PaySession, running: int) -> bool:
    """Whether each running ticket gets a serial of its own that nobody holds."""
    given = command.continuations[:running]
    fresh = {one for one in given if one and one not in state.sold and one not in state.tickets}
    return len(fresh) == running


def _made(book: NswKeno, state: KenoState, command: PaySession, asked: PayoutAsked) -> PayoutMade:
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
