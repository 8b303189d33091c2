"""A hall on the inspector's desk: its games call by call, and its series against their manifest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.desk.row_facts import row_facts
from eyesdown.central.desk.row_index import Asked, RowIndex
from eyesdown.central.hall.stock import check_series_again
from eyesdown.central.hall.tenant import KIND
from eyesdown.central.store.base import Store
from eyesdown.central.store.journal import Row
from eyesdown.display.hall.steps import game_steps
from eyesdown.web.frame.context import Web
from eyesdown.web.frame.problems import Problem
from eyesdown.web.inspector.desk import ask_desk, desk_page, on_the_desk

GAMES_SHOWN = 20
_read = msgspec.json.Decoder().decode


class GameName(NamedTuple):
    """A game of a session."""

    session: str
    game: int


def _hall(web: Web[Any]) -> None:
    if web.tenant.kind != KIND:
        raise Problem(404, "page/unknown", f"{web.tenant.name} is not a bingo hall")


@on_the_desk
async def games(request: Request, web: Web[Any]) -> Response:
    """The newest games of a hall, and a form that finds any; with a game asked for, its page."""
    _hall(web)
    session, game = (
        request.query_params.get("session", "").strip(),
        request.query_params.get("game"),
    )
    if game is not None:
        if not (session and game.isascii() and game.isdigit() and len(game) < 5):
            raise Problem(404, "game/unknown", "write a session and the number of a game")
        where = f"/inspector/{web.tenant.name}/sessions/{quote(session, safe='')}/{int(game)}"
        return RedirectResponse(where, 303)

    def question(index: RowIndex, store: Store) -> list[Row]:
        return index.find(store, Asked(event="GameClosed"), GAMES_SHOWN)

    closed = [
        (GameName(event["session"], event["game"]), event["outcome"], web.tenant.now(row.at_us))
        for row in await ask_desk(web, question)
        for event in _read(row.events)
        if event["type"] == "GameClosed"
    ]
    return desk_page(request, web, "inspector/hall_games.html", games=closed)


@on_the_desk
async def game(request: Request, web: Web[Any]) -> Response:
    """A game call by call, with what the board and the phones showed from when on."""
    _hall(web)
    session, number = request.path_params["session"], request.path_params["game"]

    def question(index: RowIndex, store: Store) -> list[Row]:
        return list(index.all(store, Asked(subject=("session", session))))

    rows = [row for row in await ask_desk(web, question) if ("game", f"{number}") in _about(row)]
    steps = game_steps(_events(reversed(rows), web, session, number))
    if not steps:
        raise Problem(404, "game/unknown", f"session {session} has no game {number} on record")
    return desk_page(
        request,
        web,
        "inspector/hall_game.html",
        session=session,
        number=number,
        steps=steps,
        numbers=[step.number for step in steps if step.number],
    )


def _about(row: Row) -> frozenset[tuple[str, str]]:
    return row_facts(row).subjects


def _events(
    rows: Iterable[Row], web: Web[Any], session: str, game: int
) -> Iterable[tuple[int, Any, dict[str, Any]]]:
    """Every event of a game: its row, the row's time, and the event itself."""
    for row in rows:
        for event in _read(row.events):
            if (event.get("session"), event.get("game")) == (session, game):
                yield row.seq, web.tenant.now(row.at_us), event


@on_the_desk
async def series(request: Request, web: Web[Any]) -> Response:
    """The series in stock; with one asked for, its files are read and checked again."""
    _hall(web)
    plans = await web.ask_state(
        lambda state: {name: each.stock for name, each in state.hall.series.items()}
    )
    asked, faults = request.query_params.get("check", ""), None
    if asked:
        plan = plans.get(asked)
        if plan is None:
            raise Problem(404, "series/unknown", f"no printed series {asked} is in stock")
        faults = await web.ask_process(check_series_again, plan)
    return desk_page(
        request, web, "inspector/hall_series.html", plans=plans, asked=asked, faults=faults
    )


_PREFIX = "/inspector/{tenant}"
ROUTES = (
    Route(f"{_PREFIX}/sessions", games),
    Route(f"{_PREFIX}/sessions/{{session}}/{{game:int}}", game),
    Route(f"{_PREFIX}/series", series),
)
