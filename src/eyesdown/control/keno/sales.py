"""Counting a game's sales again before it may be drawn."""

from __future__ import annotations

from fractions import Fraction

from eyesdown.control.keno.commissions import FUND_RATES, sales_differ
from eyesdown.control.keno.stakes import stakes
from eyesdown.control.keno.tally import Tally, bets_in

RACING_GROWTH = {
    "racing/quartet": Fraction(10, 100),
    "racing/five_up": Fraction(10, 100),
    "racing/superfecta": Fraction(4, 100),
}


def count_sales(tally: Tally, game: int) -> str:
    """The first thing about a closed game's sales that differs; nothing when all agrees."""
    closed = tally.closed[game]
    gross: dict[str, int] = {}
    staked: dict[str, int] = {}
    for bet in bets_in(tally, game):
        for category, jackpot, cents in stakes(bet):
            gross[category] = gross.get(category, 0) + cents
            if jackpot:
                staked[jackpot] = staked.get(jackpot, 0) + cents
    booked = {str(fed.category): fed.gross_cents for fed in closed.funds if fed.gross_cents}
    for category in sorted(gross.keys() | booked.keys()):
        if gross.get(category, 0) != booked.get(category, 0):
            return (
                f"game {game}, category {category}: counted {gross.get(category, 0)} cents "
                f"of sales, booked {booked.get(category, 0)}"
            )
    return _funds(tally, game) or _growth(tally, game, staked) or sales_differ(tally, game)


def _funds(tally: Tally, game: int) -> str:
    """Contributions by rule 2, raised or lowered by rule 10B."""
    for fed in tally.closed[game].funds:
        change = tally.flexed[game].get(fed.category, Fraction(0))
        full = FUND_RATES[fed.category] * fed.gross_cents
        main = full if change >= 0 else full + full * change
        promotion = abs(full * change)
        if (fed.main_cents, fed.promotion_cents) != (main, promotion):
            return (
                f"game {game}, category {fed.category}: counted {main} and {promotion} cents for "
                f"the fund and its sub-account, booked {fed.main_cents} and {fed.promotion_cents}"
            )
    return ""


def _growth(tally: Tally, game: int, staked: dict[str, int]) -> str:
    booked = {added.jackpot: added for added in tally.closed[game].growth if added.gross_cents}
    for jackpot in sorted(staked.keys() | booked.keys()):
        rate = RACING_GROWTH.get(jackpot, tally.rates_of[game].get(jackpot, Fraction(0)))
        counted = staked.get(jackpot, 0) * rate
        growth = booked[jackpot].cents if jackpot in booked else 0
        if counted != growth:
            return f"game {game}, jackpot {jackpot}: counted {counted} cents, booked {growth}"
    return ""
