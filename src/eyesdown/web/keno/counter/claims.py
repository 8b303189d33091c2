"""The Pay and Cancel pages: a scanned ticket, its claim, its payout or its refund."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from msgspec import structs
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno import lookups
from eyesdown.central.keno.machine import EVENTS, KenoSite
from eyesdown.central.site.site import Site
from eyesdown.display.for_players import to_players
from eyesdown.display.keno.results import TicketView
from eyesdown.display.keno.ticket import cheque
from eyesdown.display.keno.words import LineShown, line_shown
from eyesdown.display.refusals import RefusalShown, refusals_shown
from eyesdown.keno.claims.commands import ClaimPrize, PayoutAsked, PaySession, RequestPrintPay
from eyesdown.keno.claims.events import SessionPaid
from eyesdown.keno.desk.ceilings import Needs
from eyesdown.keno.sales.commands import CancelEntry
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.keno.state.payouts import venue_payout_max
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.claims import Session
from eyesdown.keno.words.desk import Given
from eyesdown.keno.words.prizes import PrizeState
from eyesdown.kernel.money import dollars
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Payout, VenueKind
from eyesdown.rulebooks.nsw_keno.c15_payouts import venue_and_fund_parts
from eyesdown.web.frame.people import Person
from eyesdown.web.keno.context import KenoWeb, keno_of
from eyesdown.web.keno.counter.approval import approved, needs_of
from eyesdown.web.keno.counter.drafts import session_key
from eyesdown.web.keno.counter.forms import Fields, at_the_desk, done, read_form, scan_of, words
from eyesdown.web.keno.counter.frame import customer_name, desk_page
from eyesdown.web.keno.counter.papers.paper import KINDS, games_words
from eyesdown.web.keno.counter.scan import scanned
from eyesdown.web.keno.counter.submit_once import shown_at_desk

LODGED = PrizeState.LODGED
VENUE_WAYS = {
    "cash": Payout.CASH,
    "cash_voucher": Payout.CASH_VOUCHER,
    "chip": Payout.CHIP,
    "venue_eft": Payout.VENUE_EFT,
}
FUND_WAYS = {"cheque": Payout.CHEQUE, "eft": Payout.EFT}
EMPTY_FORM = dict.fromkeys(("venue_way", "fund_way", "payee", "claimant", "anonymous"), "")
PAYOUT_WORDS = {
    Payout.CASH: "Cash",
    Payout.CASH_VOUCHER: "Cash voucher",
    Payout.SST_RECEIPT: "SST receipt",
    Payout.CHIP: "Chips",
    Payout.VENUE_EFT: "Transfer by the venue",
    Payout.CHEQUE: "Cheque, crossed, account payee only",
    Payout.EFT: "Transfer from the prize fund",
    Payout.ACCOUNT: "Account",
}


@dataclass(frozen=True, slots=True)
class Scanned:
    """A scanned ticket: its record, its lines in words, and what a claim or refund gives."""

    serial: str
    check: str
    record: TicketView | None
    lines: tuple[LineShown, ...]
    games: str
    would: Any  # the event of a claim or cancellation now, or None
    refusals: list[RefusalShown]
    paper: str = ""  # what it is if it is a voucher or receipt, in words
    plain: str = ""  # the record's check, if the one that was scanned is right
    copied: bool = False  # whether the check that was scanned is not the ticket's


@dataclass(frozen=True, slots=True)
class Due:
    """What a Customer Session is owed, and which part the venue and the prize fund pay."""

    session: Session
    tickets: tuple[tuple[str, int], ...]
    due_cents: int
    threshold_cents: int
    venue_cents: int
    fund_cents: int
    ways: tuple[str, ...]
    eft: bool


def _record(site: Site[KenoSite], serial: str) -> tuple[TicketView | None, str, str]:
    """A ticket's record, its check, and its games in words."""
    record = lookups.ticket(site, serial)
    if record is None:
        return None, "", ""
    sold = record.accepted
    name = lookups.game_name(site, sold.first_game)
    return record, ticket_check(sold.entry), games_words(name, sold.entry.games)


def claim_of(person: Person, serial: str, check: str, customer: str, at: datetime) -> ClaimPrize:
    """The command that claims a ticket in a customer's session."""
    session = session_key(person, customer)
    return ClaimPrize(at, serial, session, person.venue, person.terminal, check)


async def look_at(request: Request, typed: str, customer: str, *, cancel: bool = False) -> Scanned:
    """A scanned ticket with its dry run; if no check was scanned, the record's own is used."""
    web, person = keno_of(request), request.state.person
    serial, check = scanned(typed)
    record, true_check, games = await web.ask_site(lambda site: _record(site, serial))
    lines: tuple[LineShown, ...] = ()
    if record is not None:
        lines = tuple(line_shown(web.book, bet) for bet in record.accepted.entry.lines)
    plain = await web.record_check(serial, check) if check else true_check
    command: Any = claim_of(person, serial, plain, customer, web.now())
    if cancel:
        command = cancel_of(web, person, serial, customer, as_chips=False)
    event = (await web.dry_run(command))[0]
    refused = await shown_at_desk(web, event)
    if "claim/already_paid" in (no.code for no in refused):
        mine = session_key(person, customer)
        refused = await web.ask_state(
            lambda state: _still_owed(state.keno, person, serial, refused, mine)
        )
    if person.role == "self_service":
        refused = to_players(refused)
    would = None if refused else event
    paper = None if record else await web.ask_state(lambda state: lookups.good_paper(state, serial))
    paper_shown = f"{KINDS[paper.kind]} for {dollars(paper.face_cents)}" if paper else ""
    copied = record is not None and plain != true_check
    return Scanned(serial, check, record, lines, games, would, refused, paper_shown, plain, copied)


def _still_owed(
    state: KenoState, person: Person, serial: str, refused: list[RefusalShown], mine: str
) -> list[RefusalShown]:
    """The refusals of a claimed ticket: one not paid yet names who is owed, and where.

    `mine` is the session of the customer whose page this is.
    """
    for session in state.sessions.values():
        if serial not in session.serials or session.paid or session.venue != person.venue:
            continue
        if session.session == mine:
            says = f"It is part of the {dollars(session.due_cents)} that this customer is owed."
            to_do = "Pay it under “Owed to this customer”, with their other tickets."
            return [structs.replace(no, says=says, next=to_do) for no in refused]
        terminal, _, customer = session.session.partition("/")
        here = (
            "under “Still owed, from before”" if terminal == person.terminal else f"at {terminal}"
        )
        says = f"Claimed already, not paid yet: {dollars(session.due_cents)} is owed."
        to_do = f"Don’t pay it twice. Pay customer {customer[:6]} {here}."
        return [structs.replace(no, says=says, next=to_do) for no in refused]
    return refused


def due_of(state: KenoState, key: str, *, all_from_fund: bool) -> Due | None:
    """What a Customer Session is owed, split between venue and fund by the rules."""
    session = state.sessions.get(key)
    if session is None or session.paid:
        return None
    venue = state.venues[session.venue]
    most = venue_payout_max(state, venue)
    by_venue, _ = venue_and_fund_parts(session.cents, most, all_from_fund=all_from_fund)
    by_venue = max(0, by_venue - session.parlay_cents)
    tickets = tuple(
        (serial, sum(p.cents for p in state.prizes[serial].values() if p.state is LODGED))
        for serial in session.serials
    )
    ways = ["cash", "cash_voucher"]
    ways += ["chip"] * (venue.kind is VenueKind.CASINO) + ["venue_eft"] * venue.eft_permitted
    return Due(
        session,
        tickets,
        session.due_cents,
        most,
        by_venue,
        session.due_cents - by_venue,
        tuple(ways),
        venue.eft_permitted,
    )


def waiting_at(state: KenoState, person: Person, customer: str) -> list[tuple[str, int]]:
    """Other customers of this terminal who are still owed money, with the amounts."""
    mine = session_key(person, "")
    return [
        (key.removeprefix(mine), session.due_cents)
        for key, session in state.sessions.items()
        if key.startswith(mine) and not session.paid and key != session_key(person, customer)
    ]


def pay_of(web: KenoWeb, person: Person, due: Due, fields: Fields) -> PaySession:
    """The command of the payment that a form asks for."""
    payee = words(fields, "payee")
    payouts = []
    if due.venue_cents:
        way = VENUE_WAYS.get(fields.get("venue_way", "cash"), Payout.CASH)
        paper = web.serial() if way is Payout.CASH_VOUCHER else ""
        payouts.append(PayoutAsked(way, due.venue_cents, payee, paper))
    if due.fund_cents:
        way = FUND_WAYS.get(fields.get("fund_way", "cheque"), Payout.CHEQUE)
        payouts.append(PayoutAsked(way, due.fund_cents, payee))
    return PaySession(
        web.now(),
        due.session.session,
        person.venue,
        tuple(payouts),
        claimant=words(fields, "claimant"),
        all_from_fund="all_from_fund" in fields,
        anonymous="anonymous" in fields,
        continuations=tuple(web.serial() for _ in due.session.serials),
        because=words(fields, "because"),
        approval=fields.get("approval", ""),
    )


@at_the_desk
async def pay(request: Request) -> Response:
    """The Pay page."""
    customer = customer_name(request)
    return await pay_page(request, customer, request.query_params.get("scan", ""))


async def pay_page(
    request: Request,
    customer: str,
    scan: str,
    status: int = 200,
    typed: Fields | None = None,
    **more: Any,
) -> Response:
    """The Pay page: the scanned ticket, and what this customer is owed.

    `typed` is a form that was refused: its fields are filled in again, to be corrected.
    """
    web, person = keno_of(request), request.state.person
    key = session_key(person, customer)
    ticket = await look_at(request, scan, customer) if scan.strip() else None
    fund = "all_from_fund" in (request.query_params if typed is None else typed)
    due = await web.ask_state(lambda state: due_of(state.keno, key, all_from_fund=fund))
    blocked: list[Any] = []
    above = Needs()
    if due is not None:
        fields = {"payee": "the claimant", **({"all_from_fund": "on"} if fund else {})}
        event = (await web.dry_run(pay_of(web, person, due, fields)))[0]
        blocked = refusals_shown(event.refusals) if isinstance(event, Refused) else []
        above = await needs_of(request, Given.PAYOUT, due.venue_cents)
    waiting = await web.ask_state(lambda state: waiting_at(state.keno, person, customer))
    facts: dict[str, Any] = {"ticket": ticket, "due": due, "blocked": blocked, "above": above}
    facts["above_refusals"] = refusals_shown([above.refusal]) if above.refusal else []
    facts |= {"all_from_fund": fund, "typed": EMPTY_FORM | (typed or {})}
    facts |= {"refusals": [], "printed": "", "waiting": waiting, "changed": ""} | more
    return await desk_page(
        request, "counter_pay.html", "/counter/pay", customer=customer, status=status, **facts
    )


@at_the_desk
async def claim(request: Request) -> Response:
    """Claim a ticket in the customer's session."""
    fields = await read_form(request)
    customer = customer_name(request, words(fields, "customer", needed=True))
    serial = scan_of(fields)
    check = await keno_of(request).record_check(serial, words(fields, "check").lower())
    command = claim_of(request.state.person, serial, check, customer, keno_of(request).now())
    _, refused = await done(request, fields, command)
    if refused:
        return await pay_page(request, customer, serial, 409, refusals=refused)
    return RedirectResponse(f"/counter/pay?{urlencode({'customer': customer})}", 303)


@at_the_desk
async def pay_out(request: Request) -> Response:
    """Pay what the session is owed, once."""
    web, person, fields = keno_of(request), request.state.person, await read_form(request)
    customer = customer_name(request, words(fields, "customer", needed=True))
    key, fund = session_key(person, customer), "all_from_fund" in fields
    due = await web.ask_state(lambda state: due_of(state.keno, key, all_from_fund=fund))
    if due is None:
        return await _paid_before(request, fields, customer)
    if fields.get("due", str(due.due_cents)) != str(due.due_cents):
        changed = f"This customer is owed {dollars(due.due_cents)} now. Look again, then pay."
        return await pay_page(request, customer, "", 409, typed=fields, changed=changed)
    fields["approval"] = await approved(request, {**fields, "what": Given.PAYOUT})
    event, refused = await done(request, fields, pay_of(web, person, due, fields))
    if refused:
        return await pay_page(request, customer, "", 409, refusals=refused, typed=fields)
    return await _paid_page(request, customer, event)


async def _paid_before(request: Request, fields: Fields, customer: str) -> Response:
    """The same form again after its payment: shows what was paid then and pays nothing."""
    web, person = keno_of(request), request.state.person
    name = f"{person.terminal}/{fields.get('slip', '')}"
    row = await web.ask_site(lambda site: site.store.find([name]).get(name))
    events = () if row is None else EVENTS.read_all(row.events)
    paid = next((event for event in events if isinstance(event, SessionPaid)), None)
    if paid is None:  # it was refused then, or paid nothing
        return await pay_page(request, customer, "", 409)
    return await _paid_page(request, customer, paid)


async def _paid_page(request: Request, customer: str, event: Any) -> Response:
    runners = await keno_of(request).ask_site(
        lambda site: [serial for serial in event.serials if _by_runner(site, serial)]
    )
    cheques = [cheque(paid) for paid in event.payouts if paid.payout is Payout.CHEQUE]
    facts = {"paid": event, "ways": PAYOUT_WORDS, "print_pay": runners, "cheques": cheques}
    return await desk_page(request, "counter_paid.html", "/counter/pay", customer=customer, **facts)


def _by_runner(site: Site[KenoSite], serial: str) -> bool:
    """Whether a runner placed the Entry, which asks for a Print Pay Ticket."""
    sold = lookups.entry_of(site, serial)
    return sold is not None and bool(sold.entry.runner)


@at_the_desk
async def print_pay(request: Request) -> Response:
    """Issue a Print Pay Ticket on request, on the day and after the payment."""
    fields = await read_form(request)
    customer = customer_name(request, words(fields, "customer", needed=True))
    serial = scan_of(fields)
    _, refused = await done(request, fields, RequestPrintPay(keno_of(request).now(), serial))
    if refused:
        return await pay_page(request, customer, serial, 409, refusals=refused)
    return await pay_page(request, customer, serial, printed=serial)


def cancel_of(
    web: KenoWeb, person: Person, serial: str, customer: str, *, as_chips: bool
) -> CancelEntry:
    """The command that cancels an Entry in a customer's session."""
    return CancelEntry(
        web.now(),
        serial,
        session_key(person, customer),
        venue=person.venue,
        as_chips=as_chips,
        replacement_serial=web.serial(),
    )


@at_the_desk
async def cancel(request: Request) -> Response:
    """The Cancel page."""
    customer, scan = customer_name(request), request.query_params.get("scan", "")
    return await cancel_page(request, customer, scan)


async def cancel_page(
    request: Request,
    customer: str,
    scan: str,
    status: int = 200,
    typed: Fields | None = None,
    **more: Any,
) -> Response:
    """The Cancel page: what a cancellation would give back."""
    ticket = await look_at(request, scan, customer, cancel=True) if scan.strip() else None
    above = Needs()
    if ticket is not None and ticket.would is not None:
        above = await needs_of(request, Given.CANCELLATION, ticket.would.refund_cents)
    facts: dict[str, Any] = {"ticket": ticket, "cancelled": None, "refusals": [], "kinds": KINDS}
    facts |= {"above": above, "typed": typed or {}}
    facts["above_refusals"] = refusals_shown([above.refusal]) if above.refusal else []
    return await desk_page(
        request,
        "counter_cancel.html",
        "/counter/cancel",
        customer=customer,
        status=status,
        **facts | more,
    )


@at_the_desk
async def cancel_out(request: Request) -> Response:
    """Cancel an Entry, once."""
    web, fields = keno_of(request), await read_form(request)
    customer = customer_name(request, words(fields, "customer", needed=True))
    serial = scan_of(fields)
    command = cancel_of(web, request.state.person, serial, customer, as_chips="as_chips" in fields)
    approval = await approved(request, {**fields, "what": Given.CANCELLATION})
    command = replace(command, because=words(fields, "because"), approval=approval)
    event, refused = await done(request, fields, command)
    if refused:
        return await cancel_page(request, customer, serial, 409, typed=fields, refusals=refused)
    return await cancel_page(request, customer, "", cancelled=event)


ROUTES = (
    Route("/counter/pay", pay),
    Route("/counter/pay/claim", claim, methods=["POST"]),
    Route("/counter/pay/out", pay_out, methods=["POST"]),
    Route("/counter/pay/print-pay", print_pay, methods=["POST"]),
    Route("/counter/cancel", cancel),
    Route("/counter/cancel/out", cancel_out, methods=["POST"]),
)
