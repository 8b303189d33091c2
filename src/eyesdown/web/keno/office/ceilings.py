"""The office sets how much one person at a venue may give at once, alone and in a day.

A ceiling that is raised waits, as a payment, for another person of the office.
"""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.office.payment_words import ProposePayment
from eyesdown.central.keno.office.two_people import why_not_alone
from eyesdown.display.refusals import RefusalShown, refusals_shown
from eyesdown.keno.desk.ceilings import default_ceilings
from eyesdown.keno.desk.commands import SetCeiling
from eyesdown.keno.words.desk import Given
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.refused import refusals_in
from eyesdown.web.frame.sign_on import needs
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.counter.drafts import read_cents
from eyesdown.web.keno.office.frame import office_page

WORDS = {
    Given.PREPAID_VOUCHER: "Vouchers at the operator’s cost",
    Given.RECEIPT: "Receipts and cash vouchers issued",
    Given.REDEMPTION: "Receipts paid out",
    Given.REFUND: "Vouchers refunded",
    Given.PAYOUT: "Prizes paid by the venue",
    Given.CANCELLATION: "Money back for cancelled entries",
}
AMOUNTS = ("reason", "alone", "most", "day")


@needs("office", "inspector")
async def ceilings(request: Request) -> Response:
    """Every ceiling, and the form to set one."""
    return await _page(request)


async def _page(
    request: Request, status: int = 200, refused: list[RefusalShown] | None = None, wrong: str = ""
) -> Response:
    today = keno_of(request).now().date()

    def view(state: KenoSite) -> dict[str, Any]:
        defaults = default_ceilings(state.keno.day or today)
        everywhere = {
            ceiling.what
            for ceiling in state.keno.ceilings.values()
            if not ceiling.venue and not ceiling.self_service
        }
        return {
            "ceilings": list(state.keno.ceilings.values()),
            "defaults": [
                ceiling for ceiling in defaults.values() if ceiling.what not in everywhere
            ],
            "venues": [(venue.venue, venue.name) for venue in state.keno.venues.values()],
            "venue_names": {venue.venue: venue.name for venue in state.keno.venues.values()},
        }

    facts = await keno_of(request).ask_state(view)
    facts |= {"words": WORDS, "refusals": refused or [], "wrong": wrong}
    return await office_page(request, "office_ceilings.html", status, **facts)


@needs("office")
async def set_ceiling(request: Request) -> Response:
    """Set a ceiling, on record under the name of the person in the office."""
    form, web = await request.form(), keno_of(request)
    try:
        what = Given(str(form.get("what", "")))
        reason, alone, most, day = (
            read_cents(name, str(form.get(name, "")) or "0") for name in AMOUNTS
        )
    except ValueError:
        return await _page(request, 422, wrong="Choose one of the list")
    except BadInput as bad:
        return await _page(request, 422, wrong=f"{bad.field.capitalize()} {bad.message}")
    command = SetCeiling(
        web.now(),
        what,
        most,
        alone,
        reason,
        day,
        "self_service" in form,
        str(form.get("venue", "")),
        request.state.person.name,
    )
    alone = await web.ask_state(lambda state: why_not_alone(state, command) is None)
    proposal = token_hex(12)
    asked = command if alone else ProposePayment(web.now(), proposal, command, command.by)
    refused = refusals_in(await web.submit(asked))
    if refused:
        return await _page(request, 409, refusals_shown(refused))
    return RedirectResponse("/office/ceilings" if alone else "/office/payments", 303)


ROUTES = (
    Route("/office/ceilings", ceilings),
    Route("/office/ceilings/set", set_ceiling, methods=["POST"]),
)
