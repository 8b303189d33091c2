"""The odds page: the exact odds of every bet, worked out once a day."""

from __future__ import annotations

import asyncio
from datetime import date
from fractions import Fraction
from functools import lru_cache
from threading import Lock

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.keno.machine import book_on
from eyesdown.display.game_names import GAMES
from eyesdown.display.keno.how import EVEN
from eyesdown.display.keno.odds import BetOdds, GameOdds, Rung
from eyesdown.odds.keno.bets import BONUS, every_bet
from eyesdown.odds.law import Law
from eyesdown.web.frame.pages import page
from eyesdown.web.keno.context import keno_of

PICKED = frozenset({"regular", "keno2", "lucky_last"})
_working = Lock()


def _bet(key: str, law: Law) -> BetOdds:
    form, _, kind = key.partition("/")
    picked = form.removesuffix(BONUS) in PICKED
    name = EVEN.get(kind, kind.replace("_", " "))
    if picked:
        name = f"{kind} number{'s' * (kind != '1')}"
    ladder = [
        Rung(
            f"{outcome.outcome} drawn" if outcome.outcome.isdecimal() else outcome.outcome,
            int(outcome.prize * 100),
            float(1 / outcome.probability),
            outcome.jackpot,
        )
        for outcome in law.outcomes
        if outcome.prize
    ]
    return BetOdds(
        name,
        int(law.stake * 100),
        float(1 / law.hit_rate),
        _cents(law.rtp),
        _cents(law.rtp_with_jackpot_fill) if law.has_fill else None,
        () if BONUS in form else tuple(reversed(ladder)),
    )


def _cents(share: Fraction) -> float:
    return float(100 * share)


@lru_cache(maxsize=2)
def _worked_out(day: date) -> tuple[GameOdds, ...]:
    laws = every_bet(book_on(day))

    def bets(form: str) -> tuple[BetOdds, ...]:
        return tuple(_bet(key, law) for key, law in laws.items() if key.startswith(f"{form}/"))

    return tuple(
        GameOdds(key, name.title, name.how, bets(key), bets(key + BONUS))
        for key, name in GAMES.items()
    )


def odds_on(day: date) -> tuple[GameOdds, ...]:
    """The exact odds of every bet on a day; a second caller waits for the first one's work."""
    with _working:
        return _worked_out(day)


async def odds(request: Request) -> Response:
    """What every bet costs, how often it wins and what comes back."""
    games = await asyncio.to_thread(odds_on, keno_of(request).now().date())
    return page("odds.html", here="/odds", games=games)


ROUTES = (Route("/odds", odds),)
