"""Claim forms, for prizes whose ticket, receipt or voucher cannot be handed in."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.keno.claims.commands import LodgeClaimForm
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.keno_words import FormReason
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.counter.forms import at_the_desk, done, read_form, scan_of, words
from eyesdown.web.keno.counter.frame import desk_page

REASONS = {
    FormReason.LOST: "Lost, stolen or destroyed",
    FormReason.MUTILATED: "Mutilated",
    FormReason.UNREADABLE: "A terminal cannot read it",
    FormReason.ARCHIVED: "Too old for a terminal",
}


@at_the_desk
async def forms(request: Request) -> Response:
    """The page of claim forms."""
    return await _forms_page(request)


async def _forms_page(request: Request, status: int = 200, **more: Any) -> Response:
    facts = {"refusals": [], "lodged": None, "reasons": REASONS} | more
    return await desk_page(
        request, "counter_claim_forms.html", "/counter/claim-forms", status=status, **facts
    )


@at_the_desk
async def lodge(request: Request) -> Response:
    """Lodge a claim form; the Operating Company decides whether it is paid."""
    fields = await read_form(request)
    reason = fields.get("reason", "")
    if reason not in REASONS:
        raise BadInput("reason", "isn’t a reason for a claim form; choose one of the list")
    command = LodgeClaimForm(
        keno_of(request).now(),
        f"F{token_hex(5).upper()}",
        FormReason(reason),
        scan_of(fields),
        words(fields, "name", needed=True),
        words(fields, "card_notice"),
    )
    event, refused = await done(request, fields, command)
    if refused:
        return await _forms_page(request, 409, refusals=refused)
    return await _forms_page(request, lodged=event)


ROUTES = (
    Route("/counter/claim-forms", forms),
    Route("/counter/claim-forms/lodge", lodge, methods=["POST"]),
)
