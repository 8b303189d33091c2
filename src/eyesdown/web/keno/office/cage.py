"""The ball cage: two supervisors, each at a screen of their own, key the ball that they see."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno.lifecycle import waits_for_balls
from eyesdown.central.keno.machine import KenoSite, cage_of, game_key
from eyesdown.central.site.sealing import CageChanged, ConfirmBall, KeyBall
from eyesdown.display.keno.office import CageView
from eyesdown.display.refusals import refusals_shown
from eyesdown.draw.cage import Slip
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.ids import Ball, PersonId
from eyesdown.web.frame.pages import page
from eyesdown.web.frame.sign_on import csrf_token, needs
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.counter.drafts import whole_typed

SLIPS = {
    Slip.DRAW_COMPLETE: "Every ball of this game is out.",
    Slip.NOT_IN_THE_POOL: "No ball has this number.",
    Slip.ALREADY_OUT: "This ball is out already.",
    Slip.BALL_WAITS: "The ball before is still waiting: another person must key it as well.",
    Slip.NOTHING_WAITS: "Someone else was quicker. See which balls are out, then key the next one.",
    Slip.SAME_PERSON: "Another person must key this ball as well.",
    Slip.NOT_THE_SAME_BALL: "You keyed different balls, so neither counts. "
    "Both of you: look at the ball and key it again.",
}


def cage_view(state: KenoSite, *, every: bool) -> CageView | None:
    """The first game that waits for its balls; None if there is none."""
    games = state.keno.games
    waiting = (
        number for number in sorted(games) if waits_for_balls(state, games[number], cage=every)
    )
    game = next(waiting, None)
    if game is None:
        return None
    cage = cage_of(state, games[game])
    keyed_by = cage.waiting[1] if cage.waiting else ""
    return CageView(
        game, game_key(games[game]), cage.numbers, cage.count, keyed_by, len(cage.slips)
    )


@needs("supervisor")
async def cage(request: Request) -> Response:
    """The page on which a supervisor keys the balls of a cage."""
    return await _cage_page(request)


@needs("supervisor")
async def ball(request: Request) -> Response:
    """Key a ball, or confirm the ball that another person keyed; the journal has both."""
    web, by = keno_of(request), PersonId(request.state.person.name)
    form = await request.form()
    try:
        game, number = whole_typed(form, "game"), Ball(whole_typed(form, "ball"))
    except BadInput as bad:
        return await _cage_page(request, 400, wrong=bad.message)
    view = await web.ask_state(lambda state: cage_view(state, every=web.cage))
    first = view is None or view.game != game or view.keyed_by in ("", by)
    command = (KeyBall if first else ConfirmBall)(web.now(), game, number, by)
    [event] = await web.submit(command)
    if not isinstance(event, CageChanged):
        return await _cage_page(request, 409, refusals=refusals_shown(event.refusals))
    if event.slip is not None:
        return await _cage_page(request, 409, wrong=SLIPS[event.slip])
    return RedirectResponse("/office/cage", 303)


async def _cage_page(request: Request, status: int = 200, **more: Any) -> Response:
    web = keno_of(request)
    view = await web.ask_state(lambda state: cage_view(state, every=web.cage))
    facts = {
        "refusals": (),
        "wrong": "",
        "view": view,
        "person": request.state.person,
        "csrf": csrf_token(request),
    } | more
    return page("cage.html", here="/office", mode="desk", status=status, **facts)


ROUTES = (Route("/office/cage", cage), Route("/office/cage", ball, methods=["POST"]))
