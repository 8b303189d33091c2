"""Payments and raises that one person of the office proposed and another confirms or drops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import time
from fractions import Fraction
from secrets import token_hex
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.office.payment_words import ConfirmPayment, DropPayment
from eyesdown.central.site.people.second_person import why_not_second
from eyesdown.central.site.site import Site
from eyesdown.display.keno.office_forms import CommandForm, FormField, command_form
from eyesdown.display.keno.settings import share_shown
from eyesdown.display.refusals import RefusalShown, refusal_shown
from eyesdown.keno.office.commands import AgreeCommission, AppointVenue, SetPayoutLimit
from eyesdown.keno.state.state import KenoState
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.money import dollars
from eyesdown.web.frame.sign_on import needs
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.office.commands import (
    Outcome,
    choices,
    outcome_of,
    shown_value,
    slip_of,
    submitted,
)
from eyesdown.web.keno.office.frame import office_page

PAYMENTS_SHOWN = 100
REASON_MAX = 200


@dataclass(frozen=True, slots=True)
class Waiting:
    """A payment that waits: what it is, who proposed it, and what it would post now."""

    proposal: str
    title: str
    values: tuple[tuple[str, str], ...]
    by: str
    outcome: Outcome
    too_new: tuple[RefusalShown, ...]
    """Why the person at the page is no second person for it, if they were let in lately."""


@needs("office", "inspector")
async def payments(request: Request) -> Response:
    """Every payment that waits, with what it would post."""
    return await _page(request)


async def _page(request: Request, status: int = 200, **more: Any) -> Response:
    web, name = keno_of(request), request.state.person.name

    def read(site: Site[KenoSite]) -> list[Waiting]:
        rows, lists = [], choices(site, web)
        for each in list(site.state.payments.values())[:PAYMENTS_SHOWN]:
            form = command_form(type(each.payment))
            values = tuple(_values(site.state.keno, form, each.payment, lists))
            outcome = outcome_of(web, site, each.payment)
            too_new = why_not_second(site.state, each.by, name, web.now())
            no = () if too_new is None else (refusal_shown(too_new),)
            rows.append(Waiting(each.proposal, form.title, values, each.by, outcome, no))
        return rows

    waiting = await web.ask_site(read)
    facts = {"waiting": waiting, "slip": token_hex(16), **more}
    return await office_page(request, "office_payments.html", status, **facts)


def _values(
    keno: KenoState, form: CommandForm, payment: Any, lists: Mapping[str, list[tuple[str, str]]]
) -> Iterator[tuple[str, str]]:
    """What a payment says, field by field, and what is set now where it would change that."""
    set_now = _set_now(keno, payment)
    for field in form.fields:
        value = getattr(payment, field.name)
        shown = _shown(field, value, lists)
        if field.name in set_now and set_now[field.name] != value:
            yield field.label, f"{shown} (now: {_shown(field, set_now[field.name], lists)})"
        elif shown:
            yield field.label, shown


def _set_now(keno: KenoState, payment: Any) -> dict[str, Any]:
    """What is set now in place of the fields of a raise, by field; empty for a payment."""
    match payment:
        case SetPayoutLimit():
            return {"cents": keno.payout_limit_cents}
        case AgreeCommission(venue=name) if name in keno.venues:
            return {"rate": keno.venues[name].commission}
        case AppointVenue(venue=name) if name in keno.venues:
            venue = keno.venues[name]
            return {field: getattr(venue, field) for field in venue.__struct_fields__}
        case _:
            return {}


def _shown(field: FormField, value: Any, lists: Mapping[str, list[tuple[str, str]]]) -> str:
    """A value as people read it; empty for nothing.

    >>> limit = FormField("cents", "Limit", "", "amount", required=False, when_empty="no limit")
    >>> _shown(limit, 1_250_000, {}), _shown(limit, None, {})
    ('$12,500.00', 'no limit')
    """
    match value:
        case None:
            return field.when_empty or "none"
        case bool():
            return "yes" if value else "no"
        case int() if field.kind == "amount":
            return dollars(value)
        case Fraction():
            return share_shown(value)
        case time():
            return f"{value:%H:%M}"
        case tuple():
            return ", ".join(f"{each}" for each in value)
        case _:
            return shown_value(field, f"{value}", lists)


@needs("office")
async def decide(request: Request) -> Response:
    """Confirm a payment that another person proposed, or drop one."""
    web, form = keno_of(request), await request.form()
    proposal, by = str(form.get("proposal", ""))[:60], request.state.person.name
    try:
        slip = slip_of(form)
        if request.path_params["action"] == "confirm":
            return await submitted(request, ConfirmPayment(web.now(), proposal, by), slip)
        dropped = DropPayment(web.now(), proposal, _reason(form), by)
        return await submitted(request, dropped, slip)
    except BadInput as bad:
        return await _page(request, 400, wrong=f"{bad.field}: {bad.message}")


def _reason(form: Any) -> str:
    because = str(form.get("because", "")).strip()[:REASON_MAX]
    if not because:
        raise BadInput("Reason", "say why it is not paid")
    return because


ROUTES = (
    Route("/office/payments", payments),
    Route("/office/payments/{action}", decide, methods=["POST"]),
)
