"""Paying out a whole game over columns: pro-rating, jackpots and rounding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from eyesdown.keno.bets.bulk import TENTHS, Won
from eyesdown.keno.bets.bulk_columns import (
    Cents,
)
from eyesdown.keno.bets.whole_game import JackpotShare, Pot, share_jackpot
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_games import is_major
from eyesdown.rulebooks.nsw_keno.c15_rounding import payable
from eyesdown.rulebooks.nsw_keno.c19_sharing import pro_rated, pro_rating_applies


@dataclass(frozen=True, slots=True)
class BulkSettled:
    """All bets of one draw, by their place in the game."""

    prizes_cents: Cents
    paid_cents: Cents
    major_total_cents: Fraction
    pro_rated: bool
    jackpots: Mapping[str, JackpotShare]
    staked_cents: Mapping[str, int]  # on each jackpot: what its growth is a share of


def pay_out(book: NswKeno, won: Won, pots: Mapping[str, Pot]) -> BulkSettled:
    """Pro-rate, share and round; a step of its own, as growth is known only after settling."""
    figures = book.figures
    tenths = sum(int((count * units).sum()) for _, count, units in won.majors)
    total = Fraction(tenths, TENTHS)
    cut = pro_rating_applies(total, figures)

    def exact(units: int) -> Fraction:
        prize = Fraction(units, TENTHS)
        return pro_rated(prize, total, figures) if cut and is_major(prize, figures) else prize

    paid = won.prizes.copy()
    # `paid` has the rounded prizes already, so only what pro-rating takes from them is added.
    if cut:
        for place, count, units in won.majors:
            prizes, which = np.unique(units, return_inverse=True)
            cents = np.array([payable(exact(int(prize)), figures) for prize in prizes], np.int64)
            change = (
                cents - prizes // (TENTHS * figures.prize_step_cents) * figures.prize_step_cents
            )
            # A bet can have several Major lines, and `paid[place] +=` would count one of them.
            np.add.at(paid, place, count * change[which])
    jackpots: dict[str, JackpotShare] = {}
    for key in dict.fromkeys(line.key for line in won.jackpots):
        lines = [line for line in won.jackpots if line.key == key]
        winners = [line.winners for line in lines]
        parts, jackpots[key] = share_jackpot(book, key, pots.get(key, Pot()), winners)
        for line, part in zip(lines, parts, strict=True):
            base = exact(line.units)
            # Prize and jackpot are one amount, rounded once (15(k)); the
            # rounded prize is in `paid` already.
            whole = payable(base + part / line.winners.count, figures)
            change_cents = whole - payable(base, figures)
            paid[line.winners.place] += line.winners.count * change_cents
    return BulkSettled(won.prizes, paid, total, cut, jackpots, won.staked)
