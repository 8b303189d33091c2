"""Keno games with bets as they are sold: every form, all rules, jackpots that grow until won.

Slower than a mix of random picks, since the keno room itself settles, shares and pro-rates each
game; a block is a run of games that share their jackpot meters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from eyesdown.keno.bets.bet import LetItRun, Prepick, SingleBet
from eyesdown.keno.bets.bulk import settle_columns
from eyesdown.keno.bets.bulk_columns import Columns, columns_of
from eyesdown.keno.bets.bulk_payout import pay_out
from eyesdown.keno.bets.draws import draw_of
from eyesdown.keno.bets.price import bet_cost, no_such_bet
from eyesdown.keno.bets.reading import read_bet
from eyesdown.keno.bets.whole_game import Pot
from eyesdown.kernel.canon import digest
from eyesdown.kernel.errors import BadInput, quoted
from eyesdown.odds.simulation.draws import draw_many
from eyesdown.odds.simulation.tally import Tally
from eyesdown.rulebooks.nsw_keno.book import NswKeno, open_on
from eyesdown.rulebooks.nsw_keno.c10_jackpots import growth_with

ENTRIES_MAX = 1_000_000


@dataclass(frozen=True, slots=True)
class SoldGames:
    """The job: the same bets in every game; meters start at zero in each block.

    A trial is a game. A jackpot's growth depends on the games before, but who wins does not, so
    taking games as independent makes the error of a return slightly too large, never too small.
    """

    day: date
    bets: tuple[tuple[SingleBet, int], ...]
    growth_rates: tuple[tuple[str, Fraction], ...]
    block_trials: int = 100

    @property
    def name(self) -> str:
        """The job's name, with a digest of its bets."""
        return "sold " + digest(self)

    @property
    def staked_cents(self) -> int:
        """What all bets of one game cost."""
        return sum(bet_cost(open_on(self.day), bet) * count for bet, count in self.bets)

    def run(self, stream: np.random.Generator) -> Tally:
        """The tally of a run of games; it records each jackpot's age and size when won."""
        book = open_on(self.day)
        figures, columns, rates = book.figures, _columns(self), dict(self.growth_rates)
        growth: dict[str, Fraction] = {}
        since: dict[str, int] = {}
        observed: dict[str, list[int]] = {}
        paid = np.zeros(self.block_trials, dtype=np.int64)
        pro_rated = np.zeros(self.block_trials, dtype=np.int64)
        draws = draw_many(stream, self.block_trials, figures.numbers_max, figures.numbers_drawn)
        for game, numbers in enumerate(draws.tolist(), start=1):
            won = settle_columns(book, draw_of(book, numbers), columns)
            # A game's own stakes are in the jackpot that it may win (M14).
            for key, staked in won.staked.items():
                if staked:
                    rate = rates.get(key, Fraction(0))
                    growth[key] = growth_with(growth.get(key, Fraction(0)), staked, rate)
            pots = {key: Pot(growth_cents=cents) for key, cents in growth.items()}
            settled = pay_out(book, won, pots)
            for key in settled.jackpots:
                observed.setdefault(f"growth_dollars/{key}", []).append(int(growth[key] // 100))
                observed.setdefault(f"games/{key}", []).append(game - since.get(key, 0))
                growth[key], since[key] = Fraction(0), game  # growth starts from zero again (M14)
            paid[game - 1] = settled.paid_cents.sum()
            pro_rated[game - 1] = settled.pro_rated
        for key, cents in growth.items():
            observed.setdefault(f"growth_left_dollars/{key}", []).append(int(cents // 100))
        tally = Tally(self.block_trials)
        tally.count("paid", paid)
        tally.count("pro_rated", pro_rated)
        tally.histogram("paid_dollars", -(-paid // 100))
        for name, values in observed.items():
            tally.histogram(name, np.array(values, dtype=np.int64))
        return tally


@lru_cache(maxsize=2)
def _columns(job: SoldGames) -> Columns:
    listed = [bet for bet, count in job.bets for _ in range(count)]
    return columns_of(open_on(job.day), listed)


def read_sold(book: NswKeno, raw: Mapping[str, Any], games: int) -> SoldGames:
    """A job from `{"bets": [{"bet": {...}, "count": 40}], "growth_rates": {"regular/10": "1/10"}}`.

    Racing grows at the rates the rules fix; those of the spot games are the operator's (M01).
    """
    for field in raw.keys() - {"bets", "growth_rates"}:
        raise BadInput(f"mix.{field}", "is not a field; beside bets there may be growth_rates")
    listed = raw.get("bets")
    if not isinstance(listed, list) or not listed:
        raise BadInput("bets", "is not a list of at least one bet with its count")
    bets = tuple(_bet(book, item, index) for index, item in enumerate(listed))
    if sum(count for _, count in bets) > ENTRIES_MAX:
        raise BadInput("bets", f"are more than {ENTRIES_MAX:,} together")
    rates = {f"racing/{bet}": rate for bet, rate in book.figures.racing_growth_rates.items()}
    given_rates = raw.get("growth_rates", {})
    if not isinstance(given_rates, dict):
        raise BadInput("growth_rates", "is not an object of jackpots and their rates")
    for key, rate in given_rates.items():
        if key not in book.tables.jackpots or key in rates:
            raise BadInput(
                "growth_rates", f"{quoted(key)} is not a jackpot whose rate the operator sets"
            )
        rates[key] = _rate(f"growth_rates.{key}", rate)
    return SoldGames(book.day, bets, tuple(rates.items()), games)


def _rate(field: str, text: Any) -> Fraction:
    try:
        rate = Fraction(text)
    except (TypeError, ValueError, ZeroDivisionError, OverflowError) as bad:
        raise BadInput(field, f"{quoted(text)} is not a share like '1/10'") from bad
    if not 0 <= rate <= 1:
        raise BadInput(field, f"{quoted(text)} is not a share from 0 to 1")
    return rate


def _bet(book: NswKeno, raw: Any, index: int) -> tuple[SingleBet, int]:
    field = f"bets[{index}]"
    if not isinstance(raw, dict) or raw.keys() - {"bet", "count"} or "bet" not in raw:
        raise BadInput(field, "is not an object of bet and count")
    bet = read_bet(book, raw["bet"], f"{field}.bet")
    if isinstance(bet, Prepick | LetItRun):
        raise BadInput(field, "is a series of games; use single games instead")
    refusals = no_such_bet(book, bet)
    if refusals:
        raise BadInput(field, str(refusals[0]))
    count = raw.get("count", 1)
    if type(count) is not int or count < 1:
        raise BadInput(f"{field}.count", f"{quoted(count)} is not a whole number from 1")
    return bet, count
