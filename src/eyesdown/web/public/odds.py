"""What every bet costs, how often it wins and what comes back, worked out once for everybody."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache
from threading import Lock

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.keno.machine import book_on
from eyesdown.display.keno.words import GAMES
from eyesdown.odds.keno.bets import BONUS, every_bet
from eyesdown.odds.law import Law
from eyesdown.web.frame.pages import page
from eyesdown.web.keno.context import keno_of

PICKED = frozenset({"regular", "keno2", "lucky_last"})
_once = Lock()


@dataclass(frozen=True, slots=True)
class Rung:
    """One way to win: what must happen, what it pays and how rarely it happens."""

    words: str
    cents: int
    one_in: float
    jackpot: bool


@dataclass(frozen=True, slots=True)
class BetOdds:
    """A bet at its price. `back` is what comes back of a dollar on average, in cents."""

    name: str
    price_cents: int
    one_in: float
    back: float
    back_with_fill: float | None
    ladder: tuple[Rung, ...]


@dataclass(frozen=True, slots=True)
class GameOdds:
    key: str
    title: str
    how: str
    plain: tuple[BetOdds, ...]
    bonus: tuple[BetOdds, ...]


def _bet(key: str, law: Law) -> BetOdds:
    form, _, kind = key.partition("/")
    picked = form.removesuffix(BONUS) in PICKED
    name = kind.replace("_", " ") if not picked else f"{kind} number{'s' * (kind != '1')}"
    ladder = [
        Rung(
            f"{one.outcome} drawn" if one.outcome.isdecimal() else one.outcome,
            int(one.prize * 100),
            float(1 / one.probability),
            one.jackpot,
        )
        for one in law.outcomes
        if one.prize
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
    """The exact odds of every bet on a day; whoever asks meanwhile waits for the first."""
    with _once:
        return _worked_out(day)


async def odds(request: Request) -> Response:
    games = await asyncio.to_thread(odds_on, keno_of(request).now().date())
    return page("odds.html", here="/odds", games=games)


ROUTES = (Route("/odds", odds),)
