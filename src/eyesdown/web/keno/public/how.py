"""How to play and on which terms: what a player must be able to read before paying."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite
from eyesdown.display.game_names import GAMES
from eyesdown.display.keno.how import bonus_shown, stakes_shown
from eyesdown.display.keno.notices import CHECK_RECEIPT, terms_page
from eyesdown.display.keno.site import HOW_TO_ENTER, instructions_on
from eyesdown.keno.words.places import ACCOUNT_TERMS, Instructions
from eyesdown.odds.keno.bets import draws_of
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.web.frame.pages import page
from eyesdown.web.keno.context import keno_of


def _bonus_chances(book: NswKeno) -> dict[int, float]:
    """The chance of each multiplier of Keno Bonus."""
    return {times: float(chance) for times, chance in draws_of(book).multiplier.items()}


async def how(request: Request) -> Response:
    """How to play, the stakes, the terms, and the instructions in force."""
    web = keno_of(request)
    now = web.now()

    def published(site: KenoSite) -> list[Instructions]:
        published = {instructions.medium for instructions in site.keno.instructions}
        media = sorted(published - {ACCOUNT_TERMS})
        current = (instructions_on(site.keno, medium, now) for medium in media)
        return [instructions for instructions in current if instructions is not None]

    facts: dict[str, Any] = {
        "steps": HOW_TO_ENTER,
        "games": GAMES,
        "stakes": stakes_shown(web.book),
        "figures": web.book.figures,
        "bonus": bonus_shown(web.book),
        "bonus_chances": await asyncio.to_thread(_bonus_chances, web.book),
        "terms": terms_page(),
        "check_words": CHECK_RECEIPT,
        "instructions": await web.ask_state(published),
    }
    return page("how.html", here="/how", **facts)


ROUTES = (Route("/how", how),)
