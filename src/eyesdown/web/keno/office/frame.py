"""What all pages of the office share: the tabs, and what waits behind them."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from eyesdown.web.frame.pages import page
from eyesdown.web.frame.sign_on import csrf_token
from eyesdown.web.inspector.desk import note_look
from eyesdown.web.keno.context import keno_of

TABS = (
    ("/office", "Today", ("supervisor", "office", "inspector")),
    ("/office/do", "Actions", ("supervisor", "office")),
    ("/office/settings", "Settings", ("office", "inspector")),
    ("/office/payments", "Payments", ("office", "inspector")),
    ("/office/players", "Players", ("office", "inspector")),
    ("/office/reports", "Reports", ("office", "inspector")),
    ("/office/people", "People", ("office", "inspector")),
    ("/office/setup", "Set-up", ("office",)),
    ("/office/witnesses", "Witnesses", ("office", "inspector")),
)


async def office_page(request: Request, template: str, status: int = 200, **facts: Any) -> Response:
    """A page of the office with its tabs around it."""
    web, person = keno_of(request), request.state.person
    if person.role == "inspector":
        await note_look(request, web)
    waiting = await web.ask_state(lambda state: len(state.payments))
    frame = {
        "person": person,
        "csrf": csrf_token(request),
        "tabs": [(href, words) for href, words, roles in TABS if person.role in roles],
        "path": request.url.path,
        "payments_waiting": waiting,
        "wrong": "",
        "refusals": [],
    }
    return page(template, here="/office", mode="desk", status=status, **frame | facts)
