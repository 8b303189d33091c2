"""Whole bingo sessions under one of the books; the jackpot rolls from session to session.

Every player claims in time. Each block makes a new stock of tickets in strips; each game of the
block draws new calls over that stock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from eyesdown.bingo.tracking.columns import completing_calls, squares_of
from eyesdown.cards.sampler import WORDS_PER_ATTEMPT, sample
from eyesdown.kernel.canon import digest
from eyesdown.kernel.money import round_down, round_up, share_equally_up
from eyesdown.odds.simulation.programme import BALLS, Game, Programme, patterns
from eyesdown.odds.simulation.tally import Tally
from eyesdown.rulebook.patterns import Pattern

Squares = NDArray[np.uint8]

STRIP_TICKETS = 6
_SUMS = (
    "receipts",
    "paid",
    "jackpot_paid",
    "jackpot_won",
    "games_short",
    "sessions_short",
    "must_go",
)
SPARE = 1.1  # the card maker rejects about one attempt in fifty


@dataclass(frozen=True, slots=True)
class BingoSessions:
    """The job: one trial is the whole run of sessions of a programme."""

    programme: Programme
    block_trials: int = 4

    @property
    def name(self) -> str:
        """The job's name, with a digest of its programme."""
        return "bingo sessions " + digest(self)

    def run(self, stream: np.random.Generator) -> Tally:
        """The tally of `block_trials` runs of sessions over one stock of tickets."""
        programme = self.programme
        room = 2 if programme.attendance_varies else 1
        stock = strips(stream, programme.players * programme.tickets * room)
        trials = [_Sequence(programme, stock, stream) for _ in range(self.block_trials)]
        tally = Tally(self.block_trials)
        for trial in trials:
            trial.play()
        sums = {
            name: np.array([trial.sums[name] for trial in trials], dtype=np.int64)
            for name in trials[0].sums
        }
        tally.count_pair("paid", "receipts", sums.pop("paid"), sums.pop("receipts"))
        for name, counted in sums.items():
            tally.count(name, counted)
        for name in {name for trial in trials for name in trial.observed}:
            values = [value for trial in trials for value in trial.observed.get(name, [])]
            tally.histogram(name, np.array(values, dtype=np.int64))
        return tally


def strips(stream: np.random.Generator, tickets: int) -> Squares:
    """At least `tickets` tickets in whole strips, as fifteen columns of squares."""
    wanted = -(-tickets // STRIP_TICKETS)
    word_count = int(wanted * SPARE + 32) * WORDS_PER_ATTEMPT
    cards = sample(stream.integers(0, 2**64, size=word_count, dtype=np.uint64))[:wanted]
    assert len(cards) == wanted
    return squares_of(cards.reshape(-1, *cards.shape[-2:]))


@lru_cache(maxsize=1)
def _patterns() -> dict[str, Pattern]:
    return patterns()


class _Sequence:
    """One run of sessions: prizes paid, minimum returns missed, and when the jackpot is won."""

    def __init__(self, programme: Programme, stock: Squares, stream: np.random.Generator) -> None:
        self.programme = programme
        self.patterns = _patterns() | dict(programme.drawn)
        self.stock = stock
        self.stream = stream
        self.pool_cents = programme.jackpot.opening_cents if programme.jackpot else 0
        self.must_go = False
        self.sums = dict.fromkeys(_SUMS, 0)
        self.observed: dict[str, list[int]] = {}

    def play(self) -> None:
        for session in range(1, self.programme.sessions + 1):
            self._session()
            if self.sums["jackpot_paid"] and not self.sums["jackpot_won"]:
                self.sums["jackpot_won"] = 1
                self._observe("sessions_to_jackpot", session)
        self._observe("closing_pool_dollars", self.pool_cents // 100)

    def _session(self) -> None:
        """Play one session: its games in order, then its returns and the pool."""
        programme = self.programme
        players = programme.players
        if programme.attendance_varies:
            players_max = self.stock.shape[1] // programme.tickets
            players = int(min(max(self.stream.poisson(players), 1), players_max))
        fees = players * programme.entry_fee_cents
        self.must_go = False
        self._feed(round_down(fees * programme.terms.fee_to_jackpot))
        receipts, paid = fees, 0
        for index, game in enumerate(programme.games):
            taken = players * programme.tickets * game.price_cents
            fed = round_down(taken * game.to_jackpot)
            last = index + 1 == len(programme.games)
            prizes, jackpot = self._game(game, players, taken, last=last)
            self._feed(fed)
            if last and self.must_go:  # money that came in after the game is paid with it (G05)
                jackpot += self._empty()
            self._against("games_short", programme.terms.game_minimum, prizes + jackpot, taken)
            receipts += taken
            paid += prizes + jackpot
        self.sums["receipts"] += receipts
        self.sums["paid"] += paid
        self.sums["must_go"] += self.must_go
        self._against("sessions_short", programme.terms.session_minimum, paid, receipts)
        self._observe("session_paid_dollars", -(-paid // 100))

    def _feed(self, cents: int) -> None:
        self.pool_cents += cents
        limit = self.programme.terms.must_go_cents
        if limit is not None and self.pool_cents >= limit:
            self.must_go = True  # until the session ends (G03, G04)

    def _empty(self) -> int:
        cents, self.pool_cents = self.pool_cents, 0
        self.sums["jackpot_paid"] += cents
        if cents:
            self._observe("jackpot_dollars", cents // 100)
        return cents

    def _game(self, game: Game, players: int, taken: int, *, last: bool) -> tuple[int, int]:
        """Prizes and jackpot paid in one game."""
        tickets = players * self.programme.tickets
        spare = (self.stock.shape[1] - tickets) // STRIP_TICKETS  # six tickets are one whole strip
        # A stretch of the stock that begins with a whole strip: tickets of a strip share no number.
        start = STRIP_TICKETS * int(self.stream.integers(spare + 1))
        held = self.stock[:, start : start + tickets]
        calls = self.stream.permutation(BALLS) + 1
        done = completing_calls(held, self._wanted(game), calls.tolist())
        paid = 0
        for prize in game.prizes:
            ball, winners = self._winners(done[prize.pattern])
            self._observe(f"balls/{prize.pattern}", ball)
            self._observe(f"winners/{prize.pattern}", winners)
            amount = prize.cents or round_up(taken * prize.share)
            share, _ = share_equally_up(amount, winners)  # the operator adds the cents (C13)
            paid += share * winners
        if not game.jackpot or self.programme.jackpot is None:
            return paid, 0
        if (last and self.must_go) or self._jackpot_won(ball, int(calls[ball - 1])):
            return paid, self._empty()
        return paid, 0

    def _wanted(self, game: Game) -> Sequence[Pattern]:
        return [self.patterns[prize.pattern] for prize in game.prizes]

    def _winners(self, done: NDArray[np.uint8]) -> tuple[int, int]:
        """The winning ball, and how many players complete on it: players share, not cards (C12)."""
        ball = int(done.min())
        return ball, len(set((np.flatnonzero(done == ball) // self.programme.tickets).tolist()))

    def _jackpot_won(self, ball: int, number: int) -> bool:
        terms = self.programme.jackpot
        assert terms is not None
        if terms.within_balls:
            return ball <= terms.within_balls
        drawn = self.stream.permutation(BALLS)[: terms.numbers] + 1  # a draw of their own (G11)
        return number in drawn

    def _against(self, name: str, least: Fraction | None, paid: int, receipts: int) -> None:
        if least is not None and paid < least * receipts:
            self.sums[name] += 1

    def _observe(self, name: str, value: int) -> None:
        self.observed.setdefault(name, []).append(value)
