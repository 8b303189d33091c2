"""A published game on the inspector's desk: ball by ball, with its rows and control's recount."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.desk.row_index import Asked, RowIndex
from eyesdown.central.keno.feeds import shown_spans
from eyesdown.central.keno.machine import EVENTS, KenoSite
from eyesdown.central.keno.recounting import (
    GameFile,
    RecountPlan,
    game_file,
    recount_game,
    recount_plan,
)
from eyesdown.central.keno.tenant import KIND
from eyesdown.central.site.site import Site
from eyesdown.central.store.base import Store
from eyesdown.central.store.journal import Row
from eyesdown.display.inspector import GAME_STEPS
from eyesdown.web.frame.context import Web
from eyesdown.web.frame.problems import Problem
from eyesdown.web.inspector.desk import ask_desk, desk_page, on_the_desk, row_shown
from eyesdown.web.keno.context import KenoWeb

_read = msgspec.json.Decoder().decode
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
            if _is_about(row, event, file.published.game)
        ]
        return file, recount_plan(index, store, file), steps

    answer = await ask_desk(web, question)
    if answer is None:
        raise Problem(404, "game/unknown", f"game {number} of {day} has no result")
    file, plan, steps = answer
    counted = await web.ask_process(recount_game, plan)
    steps.sort(key=lambda step: step[1].seq)
    assert isinstance(web, KenoWeb)
    keno = web
    shown_at = await keno.ask_site(lambda site: _shown_at(site, keno, file.published.game))
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
        shown_at=[f"{web.tenant.now(at):%H:%M:%S}" for at in shown_at],
        wrongly_shown=_wrongly_shown(web, steps, file),
    )


def _shown_at(site: Site[KenoSite], web: KenoWeb, game: int) -> list[int]:
    """When each ball appeared on walls, phones, public pages and the API, in microseconds.

    None for a cage's balls, which appeared as they were keyed. The pace is the one set now.
    """
    for shown, starts, ends in shown_spans(site, game, web.draw_time):
        if shown == game:
            begun_us, ended_us = (int(at.timestamp() * 1_000_000) for at in (starts, ends))
            balls = web.book.figures.numbers_drawn
            step = (ended_us - begun_us) / balls
            return [begun_us + round(step * ball) for ball in range(1, balls + 1)]
    return []


def _wrongly_shown(web: Web[Any], steps: list[tuple[str, Row]], file: GameFile) -> list[str]:
    """Each wrong number that a display showed, in words: which ball, what, and for how long."""
    sentences = []
    for _, row in steps:
        at = f"{web.tenant.now(row.at_us):%H:%M:%S}"
        for event in _read(row.events):
            if event["type"] == "WrongNumberShown":
                position, wrong = event["position"], event["shown"]
                sentences.append(
                    f"{at}: a display showed {wrong} as ball {position}; "
                    f"{file.published.numbers[position - 1]} was drawn"
                )
            elif event["type"] == "DisplayCorrected":
                sentences.append(f"{at}: ball {event['position']} was put right")
    return sentences


def _is_about(row: Row, event: str, game: int) -> bool:
    """Whether a row has this event of this game: one row closes a game and opens the next one."""
    return any(each["type"] == event and each.get("game") == game for each in _read(row.events))


@on_the_desk
async def find_game(request: Request, web: Web[Any]) -> Response:
    """A game by its day and number, or by its running number, as rows name it."""
    query = request.query_params
    if query.get("game"):
        return await _by_running_number(web, query["game"])
    day, number = query.get("day", ""), query.get("number", "")
    if not (_DAY.fullmatch(day) and number.isascii() and number.isdigit() and len(number) < 5):
        raise Problem(404, "game/unknown", "write a day and the number of a game")
    return RedirectResponse(f"/inspector/{web.tenant.name}/games/{day}/{int(number)}", 303)


async def _by_running_number(web: Web[Any], number: str) -> Response:
    opened = await web.ask_store(lambda store: store.record("game", number[:12]))
    if opened is None:
        raise Problem(404, "game/unknown", f"game {number[:12]} is not on record")
    game = EVENTS.read(opened.body)
    address = f"/inspector/{web.tenant.name}/games/{game.keno_day}/{game.number}"
    return RedirectResponse(address, 303)


ROUTES = (
    Route("/inspector/{tenant}/games", find_game),
    Route("/inspector/{tenant}/games/{day}/{number:int}", game),
)
