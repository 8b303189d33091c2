"""Series of Heads or Tails?: Prepick, and Let it Run that carries its prize on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eyesdown.keno.bets.bet import HeadsOrTails, LetItRun, Prepick
from eyesdown.keno.bets.draws import Draw
from eyesdown.keno.bets.settle import Reason, Settled, settle
from eyesdown.rulebook.facts.keno_bets import AggregateFacts
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_games import carried
from eyesdown.rulebooks.nsw_keno.c09_subscriptions import (
    bonus_by_game,
    carry_within_aggregate,
    split_carry,
)


@dataclass(frozen=True, slots=True)
class SeriesSettled:
    """A series game by game; `paid_cents` is what is collected in the end."""

    games: tuple[Settled, ...]
    paid_cents: int
    because: tuple[Reason, ...]

    @property
    def prizes_cents(self) -> tuple[int, ...]:
        """The prize of each game that was played."""
        return tuple(game.prize_cents for game in self.games)


def settle_prepick(book: NswKeno, bet: Prepick, draws: Sequence[Draw]) -> SeriesSettled:
    """Every game for itself; Keno Bonus on the first ones."""
    bonus = bonus_by_game(len(bet.selections), bet.bonus_games)
    games = tuple(
        settle(book, HeadsOrTails(selection, bet.subscription_cents, with_it), draw)
        for selection, with_it, draw in zip(bet.selections, bonus, draws, strict=True)
    )
    because = tuple(reason for game in games for reason in game.because)
    return SeriesSettled(games, sum(game.prize_cents for game in games), because)


def settle_let_it_run(book: NswKeno, bet: LetItRun, draws: Sequence[Draw]) -> SeriesSettled:
    """A right forecast stakes its prize on the next game; a wrong one ends the series.

    What is carried is the prize after rounding (M45). One that is above the limit of its result
    alone ends the series (G29); what others have staked there is not known here.
    """
    bonus = bonus_by_game(len(bet.selections), bet.bonus_games)
    games: list[Settled] = []
    because: list[Reason] = []
    stake = bet.subscription_cents
    forecasts = enumerate(zip(bet.selections, draws, strict=True))
    for place, (selection, draw) in forecasts:  # pragma: no branch - the last carries nothing
        game = settle(book, HeadsOrTails(selection, stake, bonus[place]), draw)
        games.append(game)
        because.extend(game.because)
        on = carried(game.prize_cents, games_left=len(draws) - place - 1)
        if not on:
            break
        bonus_next = bonus[place + 1]
        stake, bonus_stake = split_carry(on, bonus_next=bonus_next, figures=book.figures)
        # Half of a carry may buy Keno Bonus; only the base stake counts
        # towards the limit of a result.
        facts = AggregateFacts(bet.selections[place + 1], sold_cents=0, stake_cents=stake)
        if carry_within_aggregate(facts, book.figures):
            because.append(Reason("9(h):LIR", "too much for the next game: the prize is paid", on))
            break
        because.append(Reason("2:Let it Run:carry", "the prize goes on to the next game", on))
        if bonus_next:
            because.append(Reason("9(k)(i)", "half of it buys Keno Bonus", bonus_stake))
    return SeriesSettled(tuple(games), games[-1].prize_cents, tuple(because))
