"""How to play and on which terms: what a player must be able to read before paying."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite
from eyesdown.display.keno.notices import CHECK_RECEIPT, terms_page
from eyesdown.display.keno.site import HOW_TO_ENTER, instructions_on
from eyesdown.display.keno.words import GAMES
from eyesdown.keno.words.places import Instructions
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c09_subscriptions import minimum_stakes
from eyesdown.rulebooks.nsw_keno.c23_schedule import totals_of
from eyesdown.web.frame.pages import page
from eyesdown.web.keno.context import keno_of

EVEN = {"low_high": "low or high", "red_black": "red or black", "odd_even": "odd or even"}


def stakes_shown(book: NswKeno) -> list[tuple[str, str, int]]:
    """Every minimum stake as (game, bet, cents); bets of one game that cost the same are one row.

    In racing there are two: for one combination, and for all of them in a game.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> stakes_shown(open_on(date(2024, 1, 12)))[1]
    ('Keno Mega Millions', '', 200)
    """
    bets: dict[tuple[str, int], list[str]] = {}
    for name, cents in minimum_stakes(book.figures):
        game, _, bet = name.partition("/")
        words = "one combination" if game == "racing" else EVEN.get(bet, bet.replace("_", " "))
        bets.setdefault((game, cents), []).append(words)
        if game == "racing":
            bets[game, book.figures.racing_game_min_cents] = ["all of a game"]
    return [(GAMES[game].title, ", ".join(filter(None, of)), at) for (game, at), of in bets.items()]


def bonus_shown(book: NswKeno) -> list[tuple[int, tuple[int, ...]]]:
    """The Schedule: each Multiplier, highest first, with the totals that carry it.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> [(times, len(totals)) for times, totals in bonus_shown(open_on(date(2024, 1, 12)))]
    [(10, 14), (5, 54), (4, 30), (3, 338), (2, 199), (1, 566)]
    """
    parts = sorted(book.figures.multipliers.items(), key=lambda part: -part[1])
    known = book.tables.multipliers
    return [(times, totals_of(part, known, book.figures)) for part, times in parts]


async def how(request: Request) -> Response:
    web = keno_of(request)
    now = web.now()

    def published(site: KenoSite) -> list[Instructions]:
        media = sorted({one.medium for one in site.keno.instructions})
        found = (instructions_on(site.keno, medium, now) for medium in media)
        return [one for one in found if one is not None]

    facts: dict[str, Any] = {
        "steps": HOW_TO_ENTER,
        "games": GAMES,
        "stakes": stakes_shown(web.book),
        "figures": web.book.figures,
        "bonus": bonus_shown(web.book),
        "terms": terms_page(),
        "check_words": CHECK_RECEIPT,
        "instructions": await web.ask_state(published),
    }
    return page("how.html", here="/how", **facts)


ROUTES = (Route("/how", how),)
