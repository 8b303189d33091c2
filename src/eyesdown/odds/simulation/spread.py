"""How much a game's prizes must vary, by exact laws: what a simulation may not have met yet.

The error of a mean is worked out from what was seen. A jackpot that nobody won so far is missing
from the mean and from its error alike, and the interval would be narrow about the wrong place.
These sums are the part of the variance that is sure; no error is taken smaller than they allow.
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

ALIKE = frozenset({"heads_or_tails", "roulette"})  # win together, and never rarely

Win: TypeAlias = tuple[float, float]
"""So many cents, and their chance."""


def least_of(job: KenoGames, key: str) -> float:
    """Of the schedule prizes on one key, in cents squared a game."""
    picked = sum(count for found, count in job.entries if found == key)
    fixed = [favourite for favourite in job.favourites if favourite.key == key]
    book = open_on(job.day)
    return picked * _entry(book, key) + _fixed(book, fixed, 0.0)


def least_in_all(job: KenoGames) -> float:
    """Of everything paid, with fill and bonus jackpots, in cents squared a game."""
    book = open_on(job.day)
    holders: dict[str, int] = {}
    for key, count in [*job.entries, *((fixed.key, 1) for fixed in job.favourites)]:
        holders[key] = holders.get(key, 0) + count
    alike = sum(count * _mean(_wins(book, key)) for key, count in job.entries if _is_alike(key))
    found = sum(count * _entry(book, key) for key, count in job.entries)
    found += _fixed(book, job.favourites, alike)
    for name, terms in book.tables.jackpots.items():
        bonus = holders.get(name.replace("/", f"{BONUS}/"), 0)
        law = law_of(book, name)
        found += _once(law, holders.get(name, 0) + bonus, 1.0, terms.fill_cents)
        found += _once(law, bonus, _due(book), terms.bonus_jackpot_cents)
    return found


def least_sold(job: SoldGames) -> float:
    """Of everything paid for bets as sold, without fill, growth and bonus jackpots."""
    book = open_on(job.day)
    wins: list[Win] = []
    beside = 0.0
    for bet, count in job.bets:
        if isinstance(bet, Regular | Keno2 | LuckyLast):  # whichever its spots
            form = bet_form(bet)
            stakes = bet.subscription_cents / book.figures.prize_stake_cents[form]
            key = f"{form}{BONUS if bet.bonus else ''}/{len(bet.spots)}"
            wins += [(cents * stakes * count, chance) for cents, chance in _wins(book, key)]
            continue
        law = bet_law(book, bet)
        if law is None:  # a Combination Bet of very many cases
            beside += count * bet_cost(book, bet)  # its mean is less
        else:
            wins += [(cents * count, chance) for cents, chance in _wins_of(law)]
    return _least(book, wins, beside)


def _fixed(book: NswKeno, favourites: Iterable[Favourite], beside: float) -> float:
    """Of entries that share their numbers, and so win all at once."""
    wins = [
        (cents * fixed.count, chance)
        for fixed in favourites
        for cents, chance in _wins(book, fixed.key)
    ]
    return _least(book, wins, beside)


def _least(book: NswKeno, wins: Sequence[Win], beside: float) -> float:
    """Of the sum of wins, whatever they have to do with each other and with a mean beside them.

    No prize is negative, so the square of a sum is no less than the sum of the squares, and two
    sums go together no worse than if they never met. That holds for the larger wins alone, too,
    with the others beside them: whichever part makes most of it.
    """
    cap = book.figures.pro_rating_cap_cents
    mean = _mean(wins) + beside
    most = squares = part = 0.0
    for cents, chance in sorted(wins, reverse=True):
        paid = min(cents, cap)  # what is above is pro-rated away
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
    """Of one entry that picks at random, once the numbers are out."""
    if _is_alike(key):
        return 0.0
    return float(law_of(book, key.replace(BONUS, "")).variance) * 100**2 * _squares(book, key)


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
    figures = book.figures
    law = draws_of(book).multiplier
    return float(sum(law[x] for x in figures.bonus_jackpot_multipliers))
