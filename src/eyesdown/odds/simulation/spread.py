"""Lower bounds on the variance of a game's prizes, from exact laws.

The error of a simulated mean is estimated from the sample. A jackpot that was not won in the sample
is missing from the mean and from its error, and the interval would be too narrow around a wrong
mean. The functions here give the part of the variance that is certain; no reported error is smaller
than that part allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp, log1p
from typing import TypeAlias

from eyesdown.keno.bets.bet import Keno2, LuckyLast, Regular
from eyesdown.keno.bets.price import bet_cost, bet_form
from eyesdown.odds.keno.bets import BONUS, draws_of, law_of
from eyesdown.odds.keno.ticket import bet_law
from eyesdown.odds.law import Law
from eyesdown.odds.simulation.keno import Favourite, KenoGames
from eyesdown.odds.simulation.sold import SoldGames
from eyesdown.rulebooks.nsw_keno.book import NswKeno, open_on

ALIKE = frozenset({"heads_or_tails", "roulette"})  # their entries win together, and often

Win: TypeAlias = tuple[float, float]
"""An amount in cents, and its chance."""


def least_of(job: KenoGames, key: str) -> float:
    """Least variance of the schedule prizes on one key, in cents squared per game."""
    picked = sum(count for entry_key, count in job.entries if entry_key == key)
    fixed = [favourite for favourite in job.favourites if favourite.key == key]
    book = open_on(job.day)
    return picked * _entry(book, key) + _fixed(book, fixed, 0.0)


def least_in_all(job: KenoGames) -> float:
    """Least variance of all that is paid, with fill and bonus jackpots, in cents squared."""
    book = open_on(job.day)
    holders: dict[str, int] = {}
    for key, count in [*job.entries, *((fixed.key, 1) for fixed in job.favourites)]:
        holders[key] = holders.get(key, 0) + count
    alike = sum(count * _mean(_wins(book, key)) for key, count in job.entries if _is_alike(key))
    variance = sum(count * _entry(book, key) for key, count in job.entries)
    variance += _fixed(book, job.favourites, alike)
    for name, terms in book.tables.jackpots.items():
        bonus = holders.get(name.replace("/", f"{BONUS}/"), 0)
        law = law_of(book, name)
        variance += _once(law, holders.get(name, 0) + bonus, 1.0, terms.fill_cents)
        variance += _once(law, bonus, _due(book), terms.bonus_jackpot_cents)
    return variance


def least_sold(job: SoldGames) -> float:
    """Least variance of everything paid for bets as sold, without jackpots."""
    book = open_on(job.day)
    wins: list[Win] = []
    beside = 0.0
    for bet, count in job.bets:
        if isinstance(bet, Regular | Keno2 | LuckyLast):  # the law does not depend on which spots
            form = bet_form(bet)
            stakes = bet.subscription_cents / book.figures.prize_stake_cents[form]
            key = f"{form}{BONUS if bet.bonus else ''}/{len(bet.spots)}"
            wins += [(cents * stakes * count, chance) for cents, chance in _wins(book, key)]
            continue
        law = bet_law(book, bet)
        if law is None:  # a Combination Bet with too many cases
            beside += count * bet_cost(book, bet)  # an upper bound of its mean
        else:
            wins += [(cents * count, chance) for cents, chance in _wins_of(law)]
    return _least(book, wins, beside)


def _fixed(book: NswKeno, favourites: Iterable[Favourite], beside: float) -> float:
    """Least variance of entries that share their numbers and so win together."""
    wins = [
        (cents * fixed.count, chance)
        for fixed in favourites
        for cents, chance in _wins(book, fixed.key)
    ]
    return _least(book, wins, beside)


def _least(book: NswKeno, wins: Sequence[Win], beside: float) -> float:
    """Least variance of a sum of wins, however they depend on each other and on other prizes.

    `beside` is the mean of the other prizes. No prize is negative, so the square of a sum is at
    least the sum of the squares, and the covariance of two sums is at least minus the product of
    their means. The same holds for the larger wins alone, with the rest among the others; the
    best of these bounds is returned.
    """
    cap = book.figures.pro_rating_cap_cents
    mean = _mean(wins) + beside
    most = squares = part = 0.0
    for cents, chance in sorted(wins, reverse=True):
        paid = min(cents, cap)  # pro-rating takes away what is above
        squares += chance * paid**2
        part += chance * paid
        most = max(most, squares - part * (2 * mean - part))
    return most


def _mean(wins: Iterable[Win]) -> float:
    return sum(chance * cents for cents, chance in wins)


@lru_cache(maxsize=256)
def _wins(book: NswKeno, key: str) -> tuple[Win, ...]:
    return _wins_of(law_of(book, key))


def _wins_of(law: Law) -> tuple[Win, ...]:
    return tuple((float(o.prize) * 100, float(o.probability)) for o in law.outcomes if o.prize)


def _is_alike(key: str) -> bool:
    return key.partition("/")[0].removesuffix(BONUS) in ALIKE


@lru_cache(maxsize=256)
def _entry(book: NswKeno, key: str) -> float:
    """Variance of one random entry given the drawn numbers."""
    if _is_alike(key):
        return 0.0
    return float(law_of(book, key.replace(BONUS, "")).variance) * 100**2 * _squares(book, key)


def _squares(book: NswKeno, key: str) -> float:
    """The mean square of the multiplier for a Bonus key, otherwise 1."""
    law = draws_of(book).multiplier if BONUS in key else {1: 1}
    return float(sum(x * x * chance for x, chance in law.items()))


def _once(law: Law, holders: int, share: float, cents: int) -> float:
    """Variance added by an amount that is paid once per game if any of the holders wins."""
    chance, base_cents = float(law.jackpot_chance), float(law.top_prize) * 100
    none_wins = exp(holders * log1p(-chance))
    won = (1 - none_wins) * share
    with_base = holders * chance * none_wins * share * base_cents
    return won * (1 - won) * cents**2 + 2 * with_base * cents


def _due(book: NswKeno) -> float:
    figures = book.figures
    law = draws_of(book).multiplier
    return float(sum(law[x] for x in figures.bonus_jackpot_multipliers))
