"""How much a game's prizes must vary, by exact laws: what a simulation may not have met yet.

The error of a mean is worked out from what was seen. A jackpot that nobody won so far is missing
from the mean and from its error alike, and the interval would be narrow about the wrong place.
These sums are the part of the variance that is sure; no error is taken smaller than they allow.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import exp, log1p

from eyesdown.keno.bets import Keno2, Regular
from eyesdown.keno.price import form_of
from eyesdown.odds.keno import BONUS, draws_of, law_of
from eyesdown.odds.law import Law
from eyesdown.odds.simulation.keno import KenoGames
from eyesdown.odds.simulation.sold import SoldGames
from eyesdown.rulebooks.nsw_keno.book import NswKeno, open_on

ALIKE = frozenset({"heads_or_tails", "roulette"})  # win together, and never rarely


def least_of(job: KenoGames, key: str) -> float:
    """Of the schedule prizes on one key, in cents squared a game."""
    return sum(variance for found, variance in _parts(job) if found == key)


def least_in_all(job: KenoGames) -> float:
    """Of everything paid, with fill and bonus jackpots, in cents squared a game."""
    book = open_on(job.day)
    holders: dict[str, int] = {}
    for key, count in [*job.entries, *((fixed.key, 1) for fixed in job.favourites)]:
        holders[key] = holders.get(key, 0) + count
    found = sum(variance for _, variance in _parts(job))
    for name, terms in book.tables.jackpots.items():
        bonus = holders.get(name.replace("/", f"{BONUS}/"), 0)
        law = law_of(book, name)
        found += _once(law, holders.get(name, 0) + bonus, 1.0, terms.fill_cents)
        found += _once(law, bonus, _due(book), terms.bonus_jackpot_cents)
    return found


def least_sold(job: SoldGames) -> float:
    """Of everything paid for bets as sold: their jackpots alone, without growth."""
    book = open_on(job.day)
    found = 0.0
    for bet, count in job.bets:
        if isinstance(bet, Regular | Keno2):
            form = form_of(bet)
            key = f"{form}{BONUS if bet.bonus else ''}/{len(bet.spots)}"
            stakes = bet.subscription_cents / book.limits.prize_stake_cents[form]
            found += _jackpot(book, key) * (stakes * count) ** 2
    return found


def _parts(job: KenoGames) -> Iterator[tuple[str, float]]:
    """Random picks match independently of each other; fixed ones win their jackpot all at once."""
    book = open_on(job.day)
    for key, count in job.entries:
        yield key, count * _entry(book, key)
    for fixed in job.favourites:
        yield fixed.key, _jackpot(book, fixed.key) * fixed.count**2


@lru_cache(maxsize=256)
def _entry(book: NswKeno, key: str) -> float:
    """Of one entry that picks at random, once the numbers are out."""
    if key.partition("/")[0].removesuffix(BONUS) in ALIKE:
        return 0.0
    return float(law_of(book, key.replace(BONUS, "")).variance) * 100**2 * _squares(book, key)


def _jackpot(book: NswKeno, key: str) -> float:
    """Of the base prize of a jackpot, for the stake its table is printed for."""
    law = law_of(book, key.replace(BONUS, ""))
    chance = float(law.jackpot_chance)
    return chance * (1 - chance) * (float(law.top_prize) * 100) ** 2 * _squares(book, key)


def _squares(book: NswKeno, key: str) -> float:
    """The mean square of the multiplier, where it counts."""
    law = draws_of(book).multiplier if BONUS in key else {1: 1}
    return float(sum(x * x * chance for x, chance in law.items()))


def _once(law: Law, holders: int, share: float, cents: int) -> float:
    """Of a sum that is paid once a game if any of the holders wins, on top of their base prizes."""
    chance, base_cents = float(law.jackpot_chance), float(law.top_prize) * 100
    nobody = exp(holders * log1p(-chance))
    won = (1 - nobody) * share
    with_base = holders * chance * nobody * share * base_cents
    return won * (1 - won) * cents**2 + 2 * with_base * cents


def _due(book: NswKeno) -> float:
    figures = book.limits
    law = draws_of(book).multiplier
    return float(sum(law[x] for x in figures.bonus_jackpot_multipliers))
