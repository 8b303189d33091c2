"""Finding the table that an address names, and who asks for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import NamedTuple, TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from eyesdown.bingo.family.house import person_of
from eyesdown.central.family.feeds import snapshot, speaker
from eyesdown.central.family.table import Table
from eyesdown.display.family.snapshot import Snapshot
from eyesdown.display.family.words import refusal_text
from eyesdown.web.family.context import (
    FamilyWeb,
    family_of,
    is_host,
    language_of,
    message,
    place_of,
    seat_cookie,
    seat_of,
)


class Visit(NamedTuple):
    """A request at a table: which one, as whom, and what is to be seen."""

    web: FamilyWeb
    code: str
    is_host: bool
    seat: str
    name: str
    banker: str
    table: Table
    """The writer's own state: read it in questions to the site only."""
    hands: list[dict[str, object]]
    is_waiting: bool
    """Whether this browser has knocked and the host has not answered."""

    async def shown(self) -> Snapshot:
        """The table as everyone sees it."""
        return await self.web.ask_state(lambda _: snapshot(self.code, self.table))


Endpoint: TypeAlias = Callable[[Request, Visit], Awaitable[Response]]


def at_table(endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint for one table, found by the code in its address."""

    @wraps(endpoint)
    async def found(request: Request) -> Response:
        web, code = family_of(request), request.path_params["code"].upper()
        visit = await web.ask_state(lambda state: _visit(request, web, code, state.tables))
        is_known = visit is not None and (visit.seat or visit.is_host or visit.is_waiting)
        wait = 0 if is_known else web.guess_wait_seconds(place_of(request))
        if wait:
            return _slow_down(request, wait)
        if visit is None:
            web.note_guess(place_of(request))
            return _turned_away(request, 404, "table/unknown", table=code)
        return await endpoint(request, visit)

    return found


def _visit(request: Request, web: FamilyWeb, code: str, tables: dict[str, Table]) -> Visit | None:
    table = tables.get(code)
    if table is None:
        return None
    seat = seat_of(request, code, table)
    name = table.seats[seat].name if seat else ""
    waiting = request.cookies.get(seat_cookie(code), "") != "" and not seat and bool(table.knocks)
    host = is_host(request, code, table)
    hands = hands_of(table, seat) if seat else []
    return Visit(web, code, host, seat, name, table.banker, table, hands, waiting)


def hands_of(table: Table, seat: str) -> list[dict[str, object]]:
    """The cards of a person with their counters, as their phone shows them."""
    game, voice = table.game, speaker(table)
    is_played = game.phase == "playing"
    return [
        {
            "hand": name,
            "card": card,
            "rows": game.cards[card - 1].rows,
            "labels": [
                [voice.label(cell) if cell else "" for cell in row]
                for row in game.cards[card - 1].rows
            ],
            "covered": game.covered.get(name, ()) if is_played else (),
            "cried": any(cry.player == name and cry.right is None for cry in game.cries),
            "removed": game.removed.get(name, ()) if is_played else (),
        }
        for name, card in game.dealt.items()
        if seat and person_of(name, game.house) == seat
    ]


def wants_json(request: Request) -> bool:
    """Whether a script asks."""
    sent = request.headers.get("accept", "") + request.headers.get("content-type", "")
    return "application/json" in sent


def _turned_away(request: Request, status: int, code: str, **facts: str | int) -> Response:
    if wants_json(request):
        words = refusal_text(code, language_of(request), facts)
        return JSONResponse({"ok": False, "code": code, "text": words}, status)
    return message(request, status, code, **facts)


def _slow_down(request: Request, seconds: int) -> Response:
    response = _turned_away(request, 429, "table/slow_down", seconds=seconds)
    response.headers["retry-after"] = str(seconds)
    return response


def plain(shown: Snapshot) -> object:
    """A snapshot as a page or a script gets it."""
    return msgspec.to_builtins(shown)
