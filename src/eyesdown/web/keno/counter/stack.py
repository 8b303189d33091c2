"""Scanning: what a scanned paper is, and a stack of tickets taken one after another."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.keno import lookups
from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.site.site import Site
from eyesdown.display.refusals import RefusalShown, what_happened
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.advice import advice
from eyesdown.web.frame.problems import in_json
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.counter.api import Json, till
from eyesdown.web.keno.counter.claims import Scanned, claim_of, due_of, look_at
from eyesdown.web.keno.counter.drafts import SCAN_MAX, read_json, session_key, text
from eyesdown.web.keno.counter.forms import done
from eyesdown.web.keno.counter.frame import customer_name
from eyesdown.web.keno.counter.papers.paper import KINDS
from eyesdown.web.keno.counter.scan import scanned


@till
async def what(request: Request) -> Response:
    """What a scanned code belongs to: a ticket, a voucher or receipt, a player card, or nothing."""
    typed = text(dict(request.query_params), "scan", SCAN_MAX)
    serial, check = scanned(typed)

    def kind(site: Site[KenoSite]) -> Json:
        keno = site.state.keno
        if typed in keno.cards:
            return {"kind": "card", "card": typed}
        document = keno.documents.get(serial)
        if document is not None:
            return {"kind": document.kind, "serial": serial, "words": KINDS[document.kind]}
        if lookups.entry_of(site, serial) is not None:
            return {"kind": "ticket", "serial": serial, "check": check}
        return {"kind": "unknown", "serial": serial}

    return in_json(await keno_of(request).ask_site(kind))


def _row(serial: str, result: str, words: str, cents: int = 0) -> Json:
    return {
        "serial": serial,
        "result": result,
        "words": words,
        "cents": cents,
        "amount": dollars(cents) if cents else "",
    }


def _refused_row(serial: str, refused: list[RefusalShown]) -> Json:
    """What is wrong with the ticket itself comes before what is wrong with the customer's visit."""
    no = next((no for no in refused if no.code.startswith("claim/")), refused[0])
    return _row(serial, "refused", f"{no.says} {no.next}")


def _outcome(ticket: Scanned) -> Json:
    """A ticket that is not claimed now, as a row of the list: lost, not drawn yet, or refused."""
    if ticket.paper:
        words = f"{ticket.paper}: not a ticket. Redeem it under Vouchers."
        return _row(ticket.serial, "paper", words)
    if ticket.record is None:
        return _row(
            ticket.serial, "unknown", "Do not pay: no ticket has this serial. Scan it again."
        )
    if ticket.refusals and [no.code for no in ticket.refusals] != ["claim/no_win"]:
        return _refused_row(ticket.serial, ticket.refusals)
    ended = "cancelled" if ticket.record.cancelled else "lost"
    result = "waits" if ticket.record.to_come else ended
    return _row(ticket.serial, result, ticket.record.without_prize)


@till
async def take(request: Request) -> Response:
    """Look at one scanned ticket and, if it has won, claim it for this customer; pays nothing.

    The row says what became of it, and what the customer is owed in all.
    """
    web, person, raw = keno_of(request), request.state.person, await read_json(request)
    customer = customer_name(request, str(raw.get("customer", "")))
    typed = text(raw, "scan", SCAN_MAX)
    if await web.ask_state(lambda state: typed in state.keno.cards):
        return in_json(_row(typed, "paper", "A Keno Player Card: not a ticket. Scan it on Sell."))
    ticket = await look_at(request, typed, customer)
    key = session_key(person, customer)
    row: Json
    session = await web.ask_state(lambda state: state.keno.sessions.get(key))
    if ticket.copied:
        says, _ = what_happened("claim/ticket_disagrees", (("serial", ticket.serial),))
        row = _row(ticket.serial, "refused", f"{says} {advice()['claim/ticket_disagrees']}")
    elif session is not None and not session.paid and ticket.serial in session.serials:
        row = _row(ticket.serial, "twice", "Scanned twice: it is in this customer’s list already.")
    elif ticket.would is None:
        row = _outcome(ticket)
    elif not ticket.check:
        row = _row(ticket.serial, "check", "Won. Scan the code, or type the check from the paper.")
    else:
        command = claim_of(person, ticket.serial, ticket.plain, customer, web.now())
        event, refused = await done(request, {"slip": str(raw.get("slip", ""))}, command)
        row = (
            _refused_row(ticket.serial, refused)
            if refused
            else _row(ticket.serial, "won", "Won, claim taken.", event.cents)
        )
    due = await web.ask_state(lambda state: due_of(state.keno, key, all_from_fund=False))
    more: dict[str, Any] = {"due": dollars(due.due_cents) if due else "$0.00"}
    return in_json(row | more | {"due_cents": due.due_cents if due else 0})


ROUTES = (
    Route("/till/what", what),
    Route("/till/take", take, methods=["POST"]),
)
