"""The self-service terminal: buy, check and redeem, on a touch screen and with its own limit.

It gives no cash: change and prizes are SST Receipts. What the venue may not pay by itself is paid
at the counter.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from secrets import token_hex
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.stored_tickets import prizes_of
from eyesdown.central.site.site import Site
from eyesdown.display.for_players import to_players
from eyesdown.display.game_names import GAMES
from eyesdown.display.keno.wall import Snapshot
from eyesdown.display.refusals import RefusalShown, refusals_shown
from eyesdown.keno.claims.commands import PayoutAsked, PaySession
from eyesdown.keno.sales.commands import IssueReceipt
from eyesdown.keno.sales.events import DocumentIssued, EntryAccepted
from eyesdown.keno.state.payouts import venue_payout_max
from eyesdown.keno.words.places import Venue
from eyesdown.keno.words.prizes import PrizeState
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.money import dollars
from eyesdown.kernel.refused import Refused
from eyesdown.rulebook.facts.keno_bets import JackpotPaymentFacts
from eyesdown.rulebook.keno_words import Form, Payout, Tender
from eyesdown.rulebooks.nsw_keno.c10_jackpots import JACKPOTS
from eyesdown.web.frame.pages import page
from eyesdown.web.frame.problems import problem
from eyesdown.web.frame.sign_on import csrf_token, needs
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.counter.api import game_now, not_sold, receipt_json, sold_now, till
from eyesdown.web.keno.counter.claims import Scanned, claim_of, look_at
from eyesdown.web.keno.counter.drafts import read_id, read_json, session_key, whole
from eyesdown.web.keno.counter.forms import read_form, scan_of, words
from eyesdown.web.keno.counter.frame import not_appointed
from eyesdown.web.keno.counter.page import forms_of
from eyesdown.web.keno.counter.picks import templates_at
from eyesdown.web.keno.counter.submit_once import IdReused, submit_once
from eyesdown.web.keno.public.odds import odds_on
from eyesdown.web.keno.public.wall import wall_now
from eyesdown.web.public.record import record_line

CASH_CENTS_MAX = 100_000
"""The most that one customer may put in, in notes."""


async def terminal_page(
    request: Request, template: str, *, status: int = 200, **facts: Any
) -> Response:
    """A page of the terminal, with the clock of the open game."""
    web, person = keno_of(request), request.state.person

    def venue_and_game(state: KenoSite) -> tuple[Venue | None, dict[str, Any]]:
        return state.keno.venues.get(person.venue), game_now(web, state.keno)

    venue, game = await web.ask_state(venue_and_game)
    if venue is None:
        return not_appointed(request)
    frame = {"venue": venue, "game": game, "person": person, "csrf": csrf_token(request)}
    frame["own_printer"] = person.terminal in web.printers
    frame["record_line"] = await record_line(web)
    return page(template, status=status, mode="hall", slip=token_hex(12), **frame | facts)


FORMS_OF: Mapping[str, str] = {
    Form.REGULAR: "classic",
    Form.KENO2: "mega",
    Form.HEADS_OR_TAILS: "heads",
    Form.RACING: "racing",
    Form.ROULETTE: "roulette",
}
"""The entry form of each game."""


def _jackpots(wall: Snapshot) -> dict[str, int]:
    """The largest jackpot of each entry form, in cents; a jackpot's name begins with its game."""
    largest: dict[str, int] = {}
    for jackpot in wall.jackpots:  # largest first
        for game, form in FORMS_OF.items():
            if jackpot.name.startswith(f"{GAMES[game].short},"):
                largest.setdefault(form, jackpot.cents)
    return largest


@needs("self_service")
async def terminal(request: Request) -> Response:
    """The terminal's first page, where entries are sold."""
    web, venue = keno_of(request), request.state.person.venue
    templates = await web.ask_state(lambda state: templates_at(state.keno, venue))
    walls = await wall_now(web)
    odds = await asyncio.to_thread(odds_on, web.now().date())
    facts: dict[str, Any] = {
        "jackpots": _jackpots(walls),
        "winnable": {FORMS_OF[game.key]: game.plain for game in odds if game.key in FORMS_OF},
        "forms": forms_of(web.book),
        "superplays": templates.values(),
        "customer": token_hex(8),
        "most": web.book.figures.self_service_entry_cents_max,
        "notes_most": CASH_CENTS_MAX,
    }
    return await terminal_page(request, "terminal.html", **facts)


@needs("self_service")
async def check(request: Request) -> Response:
    """The page of a scanned ticket: what it won, why, and whether it is paid here."""
    customer, scan = token_hex(8), request.query_params.get("scan", "")
    ticket = await look_at(request, scan, customer) if scan.strip() else None
    falling = bool(ticket and await is_falling(request, ticket))
    here = bool(ticket and ticket.would and not falling and await payable_here(request, ticket))
    return await _check_page(request, ticket, customer, here=here, falling=falling)


async def _check_page(
    request: Request,
    ticket: Scanned | None,
    customer: str,
    *,
    status: int = 200,
    here: bool = False,
    falling: bool = False,
    refusals: Sequence[RefusalShown] = (),
) -> Response:
    facts: dict[str, Any] = {"ticket": ticket, "customer": customer, "here": here}
    facts |= {"falling": falling, "refusals": refusals}
    return await terminal_page(request, "terminal_check.html", status=status, **facts)


async def is_falling(request: Request, ticket: Scanned) -> bool:
    """Whether the wall has not yet shown all the balls of a game that the ticket is played in."""
    web, record = keno_of(request), ticket.record
    if record is None:
        return False
    first = record.accepted.first_game
    games = range(first, first + record.takes_part)

    def falling(site: Site[KenoSite]) -> bool:
        shown, published = web.showing(site).game, site.state.draws.published_max
        return any(game in games for game in range(shown + 1, published + 1))

    return await web.ask_site(falling)


async def payable_here(request: Request, ticket: Scanned) -> bool:
    """Whether the venue may pay the whole claim without a person verifying it."""
    web, venue = keno_of(request), request.state.person.venue

    def payable(site: Site[KenoSite]) -> bool:
        state = site.state.keno
        won = prizes_of(site, ticket.would.serial).values()
        unseen = (p for p in won if p.state is PrizeState.PAYABLE and not p.verified_by)
        waiting = (prize.largest_jackpot_cents for prize in unseen)
        facts = JackpotPaymentFacts(max(waiting, default=0), verified=False)
        most = venue_payout_max(state, state.venues[venue])
        return ticket.would.cents <= most and not web.book.check(JACKPOTS, facts)

    return await web.ask_site(payable)


@needs("self_service")
async def redeem(request: Request) -> Response:
    """Claim a ticket and pay it as an SST Receipt, each once."""
    web, person, fields = keno_of(request), request.state.person, await read_form(request)
    slip = read_id("slip", fields.get("slip"))
    customer = read_id("customer", fields.get("customer"))
    serial = scan_of(fields)
    check = words(fields, "check").lower()
    ticket = await look_at(request, f"{serial} {check}", customer)
    again = await web.ask_state(lambda state: session_key(person, customer) in state.keno.sessions)
    if not again and await is_falling(request, ticket):
        return await _check_page(request, ticket, customer, status=409, falling=True)
    if not again and not (ticket.would and await payable_here(request, ticket)):
        return await _not_here(request, ticket, customer, ticket.refusals)
    claim = claim_of(person, serial, ticket.plain, customer, web.now())
    lodged = await _first(request, f"{slip}c", claim)
    if isinstance(lodged, Refused):
        return await _not_here(request, ticket, customer, refusals_shown(lodged.refusals))
    payout = PayoutAsked(Payout.SST_RECEIPT, lodged.cents, "", web.serial())
    payment = PaySession(
        web.now(), lodged.session, person.venue, (payout,), continuations=(web.serial(),)
    )
    event = await _first(request, f"{slip}p", payment)
    if isinstance(event, Refused):
        return await _not_here(request, ticket, customer, refusals_shown(event.refusals))
    return await terminal_page(request, "terminal_paid.html", paid=event)


async def _first(request: Request, slip: str, command: Any) -> Any:
    try:
        return (await submit_once(keno_of(request), request.state.person, slip, command))[0]
    except IdReused:
        raise BadInput("form", "was sent before with another ticket; start again") from None


async def _not_here(
    request: Request, ticket: Scanned, customer: str, refused: list[RefusalShown]
) -> Response:
    """The page for a ticket that the terminal does not pay: which rule, and where to go."""
    return await _check_page(request, ticket, customer, status=409, refusals=to_players(refused))


@needs("self_service")
@till
async def receipt(request: Request) -> Response:
    """Give back notes that bought nothing, as an SST Receipt.

    It has the id of the notes' slip, so they buy an entry or come back, never both.
    """
    web, person, raw = keno_of(request), request.state.person, await read_json(request)
    slip, cents = read_id("slip", raw.get("slip")), whole("cents", raw.get("cents"))
    if cents > CASH_CENTS_MAX:
        raise BadInput("cents", f"is more than {dollars(CASH_CENTS_MAX)}")
    command = IssueReceipt(web.now(), web.serial(), Tender.SST_RECEIPT, person.terminal, cents)
    try:
        event = (await submit_once(web, person, slip, command))[0]
    except IdReused as before:
        event = before.events[0]
        if isinstance(event, EntryAccepted):
            detail = "These notes bought an entry."
            sold = await sold_now(web, event)
            return problem(409, "slip/sold", "Bought already", detail, sold=sold)
        if isinstance(event, Refused):
            detail = "Nothing was sold with these notes."
            return problem(409, "slip/refused", "Not sold", detail, free=True)
    if isinstance(event, Refused):
        return await not_sold(web, event, person)
    assert isinstance(event, DocumentIssued)
    return JSONResponse(receipt_json(event))


ROUTES = (
    Route("/terminal", terminal),
    Route("/terminal/check", check),
    Route("/terminal/redeem", redeem, methods=["POST"]),
    Route("/terminal/receipt", receipt, methods=["POST"]),
)
