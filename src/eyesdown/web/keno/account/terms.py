"""The terms of an account: what a player reads and accepts, and accepts again when they change."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite
from eyesdown.keno.office.commands import AcceptTerms
from eyesdown.keno.office.limits import REALITY_MINUTES_MAX, REALITY_MINUTES_MIN
from eyesdown.keno.state.checks import has_accepted_terms, published_terms
from eyesdown.keno.words.places import Instructions
from eyesdown.players.limits import EXCLUSION_DAYS_MIN, THINK_OVER_DAYS, TIME_OUT_DAYS_MAX
from eyesdown.web.frame.pages import page
from eyesdown.web.keno.account.frame import Player, act, message, needs_player, player_of
from eyesdown.web.keno.context import KenoWeb, keno_of

OUR_TERMS = "account-terms-1"
"""The version of the terms on the page until the operator publishes its own with them."""


async def terms_of(web: KenoWeb) -> Instructions | None:
    """The operator's own terms in force, which come on top of the site's."""
    now = web.now()
    return await web.ask_state(lambda state: published_terms(state.keno, now))


async def version_of(web: KenoWeb) -> str:
    """The version that a player accepts now."""
    own = await terms_of(web)
    return OUR_TERMS if own is None else own.version


async def terms(request: Request) -> Response:
    """The terms, for everyone to read; a player who has not accepted them yet can do so."""
    web, player = keno_of(request), await player_of(request)
    facts: dict[str, Any] = {
        "own": await terms_of(web),
        "version": await version_of(web),
        "figures": web.book.figures,
        "think_over": THINK_OVER_DAYS,
        "time_out_days": TIME_OUT_DAYS_MAX,
        "exclusion_days": EXCLUSION_DAYS_MIN,
        "reality": (REALITY_MINUTES_MIN, REALITY_MINUTES_MAX),
        "player": player,
        "accepted": player is not None and await _has_accepted(web, player),
        "csrf": player.csrf if player is not None else "",
        "slip": token_hex(10),
    }
    return page("account_terms.html", here="/account", **facts)


async def _has_accepted(web: KenoWeb, player: Player) -> bool:
    now = web.now()

    def read(state: KenoSite) -> bool:
        return has_accepted_terms(state.keno, state.keno.accounts[player.account], now)

    return await web.ask_state(read)


@needs_player
async def accept(request: Request) -> Response:
    """Accept the version that the page showed; not another that was published meanwhile."""
    web, form = keno_of(request), await request.form()
    version = await version_of(web)
    if form.get("version") != version or form.get("terms") != "yes":
        text = "Read the terms as they are now, tick that you accept them, then send them."
        return message(request, 409, "account/terms_not_accepted", "Not accepted yet", text)
    command = AcceptTerms(web.now(), request.state.player.account, version)
    await act(request, form, command)
    return RedirectResponse("/account", 303)


ROUTES = (
    Route("/account/terms", terms),
    Route("/account/terms", accept, methods=["POST"]),
)
