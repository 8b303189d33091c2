"""The cash-up of a till: its float, the count by notes and coins, and the hand-over."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite
from eyesdown.keno.desk.commands import CountDrawer, OpenDrawer
from eyesdown.keno.words.desk import Counted, Drawer
from eyesdown.keno.words.places import OnDuty
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.written import Exact
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.counter.drafts import read_cents
from eyesdown.web.keno.counter.forms import Fields, at_the_desk, done, read_form, words
from eyesdown.web.keno.counter.frame import desk_page

PIECES = (10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5)
"""Australian notes and coins, in cents."""
PIECES_MAX = 100_000


@at_the_desk
async def cash_up(request: Request) -> Response:
    """The till's drawer and the venue's day."""
    return await _page(request)


async def _page(
    request: Request, status: int = 200, typed: Mapping[str, str] | None = None, **more: Any
) -> Response:
    web, person = keno_of(request), request.state.person
    tally = web.tally
    await tally.catch_up(web)

    def till(state: KenoSite) -> tuple[list[OnDuty], Exact, date | None, Drawer | None]:
        people = [duty for duty in state.keno.on_duty.values() if duty.place == person.venue]
        drawer = state.keno.drawers.get(person.terminal)
        return people, state.keno.owed_by(person.venue), state.keno.day, drawer

    people, licensees, day, drawer = await web.ask_state(till)
    since = request.query_params.get("since")
    chosen = next((duty for duty in people if duty.person == since), None)
    kinds = tally.shift(person.venue, chosen.since if chosen else None)
    own = tally.shift(person.venue, drawer.since, person.terminal) if drawer else []
    moved = sum(kind.drawer_cents for kind in own)
    facts: dict[str, Any] = {
        "people": people,
        "chosen": chosen,
        "kinds": kinds,
        "drawer": sum(kind.drawer_cents for kind in kinds),
        "box": sum(kind.box_cents for kind in kinds),
        "licensees": licensees,
        "day": day,
        "own": drawer,
        "own_kinds": own,
        "expected": drawer.float_cents + moved if drawer else 0,
        "pieces": PIECES,
        "counts": tally.counts.get(person.venue, []),
        "tills": tally.tills(person.venue),
        "hours": tally.hours(person.venue),
        "typed": typed or {},
        "refusals": [],
    }
    return await desk_page(
        request, "counter_cash_up.html", "/counter/cash-up", status=status, **facts | more
    )


@at_the_desk
async def open_drawer(request: Request) -> Response:
    """Begin this till's drawer with a float."""
    web, person, fields = keno_of(request), request.state.person, await read_form(request)
    cents = read_cents("float", fields.get("float", "") or "0")
    command = OpenDrawer(web.now(), person.terminal, cents, by=person.name)
    _, refused = await done(request, fields, command)
    if refused:
        return await _page(request, 409, refusals=refused)
    return RedirectResponse("/counter/cash-up", 303)


@at_the_desk
async def count(request: Request) -> Response:
    """Count this till's drawer, and hand it over or close it."""
    web, person, fields = keno_of(request), request.state.person, await read_form(request)
    await web.tally.catch_up(web)
    drawer = await web.ask_state(lambda state: state.keno.drawers.get(person.terminal))
    kinds = web.tally.shift(person.venue, drawer.since, person.terminal) if drawer else []
    expected = sum(kind.drawer_cents for kind in kinds) + (drawer.float_cents if drawer else 0)
    command = CountDrawer(
        web.now(),
        person.terminal,
        tuple(Counted(value, _pieces(fields, value)) for value in PIECES),
        expected,
        read_cents("left", fields.get("left", "") or "0"),
        words(fields, "because"),
        words(fields, "handed_to"),
        by=person.name,
    )
    _, refused = await done(request, fields, command)
    if refused:
        return await _page(request, 409, typed=fields, refusals=refused)
    return RedirectResponse("/counter/cash-up", 303)


def _pieces(fields: Fields, value: int) -> int:
    typed = fields.get(f"n{value}", "").strip() or "0"
    if not (typed.isascii() and typed.isdecimal() and int(typed) <= PIECES_MAX):
        raise BadInput("count", f"has “{typed}”, which isn’t a number of notes or coins")
    return int(typed)


ROUTES = (
    Route("/counter/cash-up", cash_up),
    Route("/counter/cash-up/open", open_drawer, methods=["POST"]),
    Route("/counter/cash-up/count", count, methods=["POST"]),
)
