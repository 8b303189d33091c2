"""Prepick and Let it Run: series of Heads or Tails? games, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from eyesdown.odds.keno.bets import heads_or_tails_law
from eyesdown.odds.law import ZERO, Law, gather, law_of_prizes
from eyesdown.rulebook.facts.keno_bets import AggregateFacts
from eyesdown.rulebook.keno_words import HeadsOrTailsResult
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c09_subscriptions import (
    bonus_by_game,
    carry_within_aggregate,
    cost_of_series,
    split_carry,
)
from eyesdown.rulebooks.nsw_keno.c15_rounding import payable


def prepick_law(
    book: NswKeno,
    selections: Sequence[HeadsOrTailsResult],
    subscription_cents: int,
    bonus_games: int = 0,
) -> Law:
    """Separate games on one entry: independent games whose prizes add up."""
    bonus = bonus_by_game(len(selections), bonus_games)
    total = {ZERO: Fraction(1)}
    for selection, with_bonus in zip(selections, bonus, strict=True):
        law = heads_or_tails_law(book, selection, bonus=with_bonus)
        game = _prizes(book, law, subscription_cents)
        total = gather(
            (won + prize, chance * other)
            for won, chance in total.items()
            for prize, other in game.items()
        )
    cost = cost_of_series([subscription_cents] * len(selections), bonus)
    return law_of_prizes(Fraction(cost, 100), _in_dollars(total))


def let_it_run_law(
    book: NswKeno,
    selections: Sequence[HeadsOrTailsResult],
    subscription_cents: int,
    bonus_games: int = 0,
) -> Law:
    """Each prize is the stake of the next game; only the end of the series pays.

    A carry above the limit of a result ends the series and pays its prize. The law takes the
    limit as if there were no other bets on that result.
    """
    figures = book.figures
    bonus = bonus_by_game(len(selections), bonus_games)
    cost = cost_of_series([subscription_cents], bonus[:1])
    paid: dict[Fraction, Fraction] = {}
    running = {subscription_cents: Fraction(1)}
    for place, selection in enumerate(selections):
        carried: dict[int, Fraction] = {}
        game = heads_or_tails_law(book, selection, bonus=bonus[place])
        for stake, chance in running.items():
            for prize, share in _prizes(book, game, stake).items():
                stake_next = None
                if prize and place + 1 < len(selections):
                    next_cents, _ = split_carry(
                        int(prize), bonus_next=bonus[place + 1], figures=figures
                    )
                    facts = AggregateFacts(selections[place + 1], 0, next_cents)
                    if carry_within_aggregate(facts, figures) is None:
                        stake_next = next_cents
                if stake_next is None:
                    paid[prize] = paid.get(prize, ZERO) + chance * share
                else:
                    carried[stake_next] = carried.get(stake_next, ZERO) + chance * share
        running = carried
    return law_of_prizes(Fraction(cost, 100), _in_dollars(paid))


def _prizes(book: NswKeno, law: Law, stake_cents: int) -> dict[Fraction, Fraction]:
    """The chance of each prize in cents for one game with this base stake."""
    return gather(
        (Fraction(payable(o.prize * stake_cents, book.figures)), o.probability)
        for o in law.outcomes
    )


def _in_dollars(cents: dict[Fraction, Fraction]) -> dict[Fraction, Fraction]:
    return {amount / 100: chance for amount, chance in cents.items()}
