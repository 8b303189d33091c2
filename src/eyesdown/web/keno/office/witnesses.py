"""The office's page of witnesses: who serves, who was silent, appointing and withdrawing."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite, sydney
from eyesdown.central.site.draws.asked import clock_words, present
from eyesdown.central.site.site import Site
from eyesdown.central.site.witness_words import AppointWitness, WithdrawWitness
from eyesdown.display.record import head_shown
from eyesdown.display.refusals import refusals_shown
from eyesdown.draw import vrf
from eyesdown.kernel.refused import Refused
from eyesdown.web.frame.sign_on import needs
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.office.frame import office_page

NAME_CHARACTERS_MAX = 60


@dataclass(frozen=True, slots=True)
class WitnessRow:
    """A witness in office."""

    name: str
    fingerprint: str
    present: bool
    silences: int
    clock: str


@dataclass(frozen=True, slots=True)
class WitnessesView:
    """The record's head and everyone who serves."""

    head: str
    witnesses: tuple[WitnessRow, ...]


def witnesses_view(site: Site[KenoSite]) -> WitnessesView:
    """The page as the state is now."""
    state = site.state.witnessed
    there = set(present(state, sydney(site.now_us())))
    rows = tuple(
        WitnessRow(
            name,
            vrf.fingerprint(int(key, 16))[:16],
            name in there,
            state.silences.get(name, 0),
            clock_words(state, name),
        )
        for name, key in state.keys.items()
    )
    return WitnessesView(head_shown(site.record.number, site.record.hash), rows)


@needs("office", "inspector")
async def witnesses(request: Request) -> Response:
    """Who serves, and the form to appoint another."""
    return await _page(request)


async def _page(
    request: Request, events: tuple[object, ...] = (), name: str = "", key: str = ""
) -> Response:
    """The page; what was typed stays in its fields when it was refused."""
    view = await keno_of(request).ask_site(witnesses_view)
    refused = events and isinstance(events[0], Refused)
    facts = {
        "view": view,
        "typed": {"name": name, "key": key},
        "refusals": refusals_shown(events[0].refusals) if refused else [],  # type: ignore[attr-defined]  # narrowed by `refused`
    }
    return await office_page(request, "office_witnesses.html", 422 if refused else 200, **facts)


@needs("office")
async def appoint(request: Request) -> Response:
    """Appoint a witness by the name and key that it printed."""
    form, web = await request.form(), keno_of(request)
    name = str(form.get("witness", "")).strip()[:NAME_CHARACTERS_MAX]
    key = "".join(str(form.get("key", "")).split()).lower()
    events = await web.submit(AppointWitness(web.now(), name, key, request.state.person.name))
    if isinstance(events[0], Refused):
        return await _page(request, events, name, key)
    return RedirectResponse("/office/witnesses", 303)


@needs("office")
async def withdraw(request: Request) -> Response:
    """Withdraw a witness, with the reason."""
    form, web = await request.form(), keno_of(request)
    name, because = str(form.get("witness", "")), str(form.get("because", "")).strip()[:200]
    command = WithdrawWitness(
        web.now(), name, because or "no reason given", request.state.person.name
    )
    events = await web.submit(command)
    if isinstance(events[0], Refused):
        return await _page(request, events)
    return RedirectResponse("/office/witnesses", 303)


ROUTES = (
    Route("/office/witnesses", witnesses),
    Route("/office/witnesses/appoint", appoint, methods=["POST"]),
    Route("/office/witnesses/withdraw", withdraw, methods=["POST"]),
)
