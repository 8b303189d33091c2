"""The frame of every counter page: venue, open game, customer and the writer in control."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from eyesdown.central.keno.machine import KenoSite
from eyesdown.keno.state.payouts import parlay_available
from eyesdown.keno.words.claims import Session
from eyesdown.keno.words.places import Venue
from eyesdown.web.frame.pages import page
from eyesdown.web.frame.sign_on import csrf_token, turned_away
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.counter.api import game_now
from eyesdown.web.keno.counter.drafts import read_id, session_key
from eyesdown.web.public.record import record_line

TABS = (
    ("/counter", "Sell", "1"),
    ("/counter/pay", "Pay", "2"),
    ("/counter/cancel", "Cancel", "3"),
    ("/counter/vouchers", "Vouchers", "4"),
    ("/counter/runners", "Runners", "5"),
    ("/counter/duty", "Duty", "6"),
    ("/counter/cash-up", "Cash-up", "7"),
    ("/counter/claim-forms", "Forms", "8"),
)


@dataclass(frozen=True, slots=True)
class Customer:
    """The customer being served: a Customer Session, begun with its first claim."""

    name: str
    key: str
    session: Session | None
    parlay_cents: int

    @property
    def due_cents(self) -> int:
        """The amount that the customer is still owed."""
        return 0 if self.session is None or self.session.paid else self.session.due_cents


def customer_name(request: Request, given: str | None = None) -> str:
    """The customer named in the address or the form; a new one where there is none."""
    name = given if given is not None else request.query_params.get("customer", "")
    return read_id("customer", name) if name else token_hex(8)


def not_appointed(request: Request) -> Response:
    """The page for a person whose venue the office has not appointed yet."""
    text = (
        f"{request.state.person.venue} isn’t appointed on this site yet, so nothing can be sold or "
        "paid there. Ask the office to appoint it, then load this page again."
    )
    return turned_away(request, 409, "venue/not_appointed", "No such venue yet", text)


async def desk_page(
    request: Request,
    template: str,
    tab: str,
    *,
    customer: str = "",
    status: int = 200,
    **facts: Any,
) -> Response:
    """A counter page with its frame; its form gets an id of its own, so that it is done once."""
    web, person = keno_of(request), request.state.person
    name = customer or customer_name(request)
    key = session_key(person, name)

    def frame(state: KenoSite) -> tuple[Venue | None, dict[str, Any], Customer, str]:
        keno = state.keno
        customer = Customer(
            name, key, keno.sessions.get(key), parlay_available(web.book, keno, key)
        )
        senior = keno.senior_writer(person.venue)
        return keno.venues.get(person.venue), game_now(web, keno), customer, senior

    venue, game, served, senior = await web.ask_state(frame)
    if venue is None:
        return not_appointed(request)
    return page(
        template,
        status=status,
        mode="desk",
        person=person,
        venue=venue,
        game=game,
        customer=served,
        senior=senior,
        own_printer=person.terminal in web.printers,
        tabs=TABS,
        tab=tab,
        csrf=csrf_token(request),
        slip=token_hex(12),
        record_line=await record_line(web),
        **facts,
    )
