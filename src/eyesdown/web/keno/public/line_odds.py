"""How often a bet wins, the most it pays and what comes back, beside a line that is chosen."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import lru_cache
from typing import Any

from eyesdown.central.keno.machine import book_on
from eyesdown.keno.bets.bet import Bet
from eyesdown.keno.bets.price import no_such_bet
from eyesdown.kernel.money import dollars
from eyesdown.odds.keno.ticket import ticket_odds
from eyesdown.web.frame.pages import one_in
from eyesdown.web.frame.people import lower_priority

_worker = ThreadPoolExecutor(1, "odds", lower_priority)
BETS_REMEMBERED = 4096


@lru_cache(maxsize=BETS_REMEMBERED)
def _worked_out(day: date, bet: Bet) -> dict[str, str]:
    odds = ticket_odds(book_on(day), [bet]).bets[0]
    law = odds.law
    back = f"{float(100 * odds.rtp):.1f}%"
    if law is None or not law.hit_rate:
        return {"one_in": "", "most": "", "back": back}
    top = max(law.outcomes, key=lambda outcome: outcome.prize + outcome.fill)
    most = dollars(int(100 * top.prize)).removesuffix(".00")
    return {
        "one_in": f"1 in {one_in(float(1 / law.hit_rate))}",
        "most": f"{most} and the jackpot" if top.fill else most,
        "back": back,
    }


async def odds_of(day: date, bets: tuple[Bet, ...]) -> list[dict[str, str]]:
    """The odds of each bet by itself, worked out in a thread that holds up no sale.

    A bet that does not exist has none.
    """
    book = book_on(day)

    def work() -> list[dict[str, Any]]:
        return [{} if no_such_bet(book, bet) else _worked_out(day, bet) for bet in bets]

    return await asyncio.get_running_loop().run_in_executor(_worker, work)
