"""A published game on the inspector's desk: ball by ball, with its rows and control's recount."""

from __future__ import annotations

import re
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.desk.row_index import Asked, RowIndex
from eyesdown.central.keno.recounting import (
    GameFile,
    RecountPlan,
    game_file,
    recount_game,
    recount_plan,
)
from eyesdown.central.keno.tenant import KIND
from eyesdown.central.store.base import Store
from eyesdown.central.store.journal import Row
from eyesdown.display.inspector import GAME_STEPS
from eyesdown.web.frame.context import Web
from eyesdown.web.frame.problems import Problem
from eyesdown.web.inspector.desk import ask_desk, desk_page, on_the_desk, row_shown

_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


@on_the_desk
async def game(request: Request, web: Web[Any]) -> Response:
    """The steps of a game from its promise to its result, its numbers, and the recount."""
    day, number = request.path_params["day"], request.path_params["number"]

    def question(
        index: RowIndex, store: Store
    ) -> tuple[GameFile, RecountPlan, list[tuple[str, Row]]] | None:
        file = game_file(store, f"{day}/{number:03d}") if web.tenant.kind == KIND else None
        if file is None:
            return None
        subject = ("game", f"{file.published.game}")
        steps = [
            (words, row)
            for event, words in GAME_STEPS.items()
            for row in index.find(store, Asked(event=event, subject=subject))
        ]
        return file, recount_plan(index, store, file), steps

    answer = await ask_desk(web, question)
    if answer is None:
        raise Problem(404, "game/unknown", f"game {number} of {day} has no result")
    file, plan, steps = answer
    counted = await web.ask_process(recount_game, plan)
    steps.sort(key=lambda step: step[1].seq)
    return desk_page(
        request,
        web,
        "inspector/game.html",
        day=day,
        number=number,
        numbers=file.published.numbers,
        entries=len(file.serials),
        counted=counted,
        steps=[(words, row_shown(web, row)) for words, row in steps],
        last=web.tenant.now(steps[-1][1].at_us) if steps else None,
    )


@on_the_desk
async def find_game(request: Request, web: Web[Any]) -> Response:
    """A game by its day and number, from the form on the desk."""
    query = request.query_params
    day, number = query.get("day", ""), query.get("number", "")
    if not (_DAY.fullmatch(day) and number.isascii() and number.isdigit() and len(number) < 5):
        raise Problem(404, "game/unknown", "write a day and the number of a game")
    return RedirectResponse(f"/inspector/{web.tenant.name}/games/{day}/{int(number)}", 303)


ROUTES = (
    Route("/inspector/{tenant}/games", find_game),
    Route("/inspector/{tenant}/games/{day}/{number:int}", game),
)
