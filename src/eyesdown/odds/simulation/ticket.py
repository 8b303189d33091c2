"""Entries whose chance of any prize cannot be counted exactly, simulated."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import numpy as np

from eyesdown.keno.bets.bet import Bet, LetItRun, Prepick
from eyesdown.keno.bets.draws import Draw, draw_of
from eyesdown.keno.bets.series import settle_let_it_run, settle_prepick
from eyesdown.keno.bets.settle import settle
from eyesdown.kernel.canon import digest
from eyesdown.odds.simulation.draws import draw_many
from eyesdown.odds.simulation.tally import Tally
from eyesdown.rulebooks.nsw_keno.book import NswKeno, open_on


@dataclass(frozen=True, slots=True)
class EntryGames:
    """The job: one trial plays the entry once; the keno room settles it."""

    day: date
    bets: tuple[Bet, ...]
    block_trials: int = 2000

    @property
    def name(self) -> str:
        """The job's name, with a digest of its bets."""
        return "entry " + digest(self)

    def run(self, stream: np.random.Generator) -> Tally:
        """The tally of `block_trials` plays of the entry."""
        book = open_on(self.day)
        figures = book.figures
        games = max(
            len(bet.selections) if isinstance(bet, Prepick | LetItRun) else 1 for bet in self.bets
        )
        count = self.block_trials * games
        drawn = draw_many(stream, count, figures.numbers_max, figures.numbers_drawn)
        draws = [draw_of(book, numbers) for numbers in drawn.tolist()]
        paid = [
            sum(paid_cents(book, bet, draws[at : at + games]) for bet in self.bets)
            for at in range(0, count, games)
        ]
        tally = Tally(self.block_trials)
        prizes = np.array(paid, dtype=np.int64)
        tally.count("paid", prizes)
        tally.count("any_prize", (prizes > 0).astype(np.int64))
        return tally


def paid_cents(book: NswKeno, bet: Bet, draws: list[Draw]) -> int:
    """What one bet wins by the schedules, in cents; a series uses one draw per game."""
    match bet:
        case Prepick(selections=selections):
            return settle_prepick(book, bet, draws[: len(selections)]).paid_cents
        case LetItRun(selections=selections):
            return settle_let_it_run(book, bet, draws[: len(selections)]).paid_cents
        case _:
            return settle(book, bet, draws[0]).prize_cents
