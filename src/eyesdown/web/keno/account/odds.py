"""How often a bet wins and what comes back on average, beside the choice on the play page."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import lru_cache
from typing import Any

from eyesdown.central.keno.machine import book_on
from eyesdown.keno.bets.bet import Bet
from eyesdown.keno.bets.price import no_such_bet
from eyesdown.odds.keno.ticket import ticket_odds
from eyesdown.web.frame.pages import one_in
from eyesdown.web.frame.people import lower_priority

_worker = ThreadPoolExecutor(1, "odds", lower_priority)
BETS_REMEMBERED = 4096


@lru_cache(maxsize=BETS_REMEMBERED)
def _worked_out(day: date, bet: Bet) -> dict[str, str]:
    odds = ticket_odds(book_on(day), [bet]).bets[0]
    law = odds.law
    chance = f"1 in {one_in(float(1 / law.hit_rate))}" if law is not None and law.hit_rate else ""
    return {"one_in": chance, "back": f"{float(100 * odds.rtp):.1f}%"}


async def odds_of(day: date, bets: tuple[Bet, ...]) -> list[dict[str, str]]:
    """The odds of each bet by itself, worked out in a thread that holds up no sale.

    A bet that does not exist has none.
    """
    book = book_on(day)

    def work() -> list[dict[str, Any]]:
        return [{} if no_such_bet(book, bet) else _worked_out(day, bet) for bet in bets]

    return await asyncio.get_running_loop().run_in_executor(_worker, work)
