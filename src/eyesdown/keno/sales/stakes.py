"""What the bets of an Entry stake in each of its games, and what the Entry costs."""

from __future__ import annotations

from typing import assert_never

from eyesdown.keno.bets.bet import (
    Combination,
    HeadsOrTails,
    Keno2,
    LetItRun,
    LuckyLast,
    Prepick,
    Racing,
    Regular,
    Roulette,
    SingleBet,
)
from eyesdown.keno.bets.price import combinations_by_size, combinations_of
from eyesdown.keno.words.entry import Entry, Staked, Totals, entry_form, line_in_game
from eyesdown.rulebook.keno_words import Form
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_money import category_of


def staked_on(book: NswKeno, bet: SingleBet) -> Staked:
    """One bet's stake in one game. Keno Bonus is a stake of its own, in its own category.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> bet = Regular(spots=(4, 8, 15), subscription_cents=200, bonus=True)
    >>> staked_on(book, bet)
    Staked(by_category=((<Category.I: 'I'>, 400),), by_jackpot=(), by_result=())
    """
    cents = combinations_of(book, bet) * bet.subscription_cents
    form = entry_form(bet)
    by_category = {category_of(form, book.figures): cents}
    if bet.bonus:
        bonus = category_of(Form.BONUS, book.figures)
        by_category[bonus] = by_category.get(bonus, 0) + cents
    categories = tuple(by_category.items())
    match bet:
        case HeadsOrTails():
            return Staked(categories, (), ((bet.selection, cents),))
        case Regular() | Keno2():
            level = len(bet.spots)
            jackpot = level in book.figures.jackpot_spot_counts
            return Staked(categories, ((f"{form}/{level}", cents),) if jackpot else ())
        case Combination():
            levels = combinations_by_size(book, bet).items()
            return Staked(
                categories,
                tuple(
                    (f"{form}/{size}", count * bet.subscription_cents)
                    for size, count in levels
                    if size in book.figures.jackpot_spot_counts
                ),
            )
        case Racing():
            jackpot = bet.bet in book.figures.racing_growth_rates
            return Staked(categories, ((f"racing/{bet.bet}", cents),) if jackpot else ())
        case LuckyLast() | Roulette():
            return Staked(categories)
        case _:
            assert_never(bet)


def staked_in_game(book: NswKeno, entry: Entry, index: int) -> Staked:
    """What an Entry stakes in its game `index`."""
    lines = range(len(entry.lines))
    bets = [bet for line in lines if (bet := line_in_game(entry, line, index)) is not None]
    if len(bets) == 1:
        return staked_on(book, bets[0])
    totals = Totals()
    for bet in bets:
        totals.add(staked_on(book, bet))
    return totals.frozen()


def staked_by_game(book: NswKeno, entry: Entry) -> tuple[Staked, ...]:
    """What an Entry stakes game by game; a single figure where all games stake the same."""
    if any(isinstance(bet, (Prepick, LetItRun)) for bet in entry.lines):
        return tuple(staked_in_game(book, entry, index) for index in range(entry.games))
    first = staked_in_game(book, entry, 0)
    if entry.bonus_games is None or entry.bonus_games >= entry.games:
        return (first,)
    plain = staked_in_game(book, entry, entry.bonus_games)
    return (first,) * entry.bonus_games + (plain,) * (entry.games - entry.bonus_games)


def entry_cost(entry: Entry, staked: tuple[Staked, ...]) -> int:
    """The Gross Subscription of the whole Entry."""
    if len(staked) == 1:
        return staked[0].cents * entry.games
    return sum(stake.cents for stake in staked)
