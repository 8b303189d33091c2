"""The family game: rounds on 75-ball cards until a player has the points of a whole game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eyesdown.cards.card75 import WORDS_PER_ATTEMPT, sample
from eyesdown.cards.ticket import Card75
from eyesdown.kernel.canon import digest
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.errors import BadInput, NotInForce, quoted
from eyesdown.odds.simulation.tally import Tally
from eyesdown.rulebooks import SHELF
from eyesdown.rulebooks.family_bingo.figures import FamilyFigures

BALLS = 75
SPARE = 1.1  # the card maker rejects an attempt now and then
PLAYERS_MAX = 1000
ROUNDS_MAX = 1000  # far beyond any game to a thousand points

CELLS = np.arange(25).reshape(5, 5)
WAYS = np.array(Card75.of(CELLS.tolist()).ways)  # the twelve rows as square numbers


@dataclass(frozen=True, slots=True)
class FamilyGames:
    """The job: one trial is a game to the points of the book, new cards every round."""

    players: int
    points: int
    block_trials: int = 100

    @property
    def name(self) -> str:
        """The job's name, with a digest of its terms."""
        return "family " + digest(self)

    def run(self, stream: np.random.Generator) -> Tally:
        """The tally of `block_trials` games."""
        tally = Tally(self.block_trials)
        rounds = []
        calls: list[int] = []
        winners: list[int] = []
        for _ in range(self.block_trials):
            score = np.zeros(self.players, dtype=np.int64)
            played = 0
            while score.max() < self.points:
                assert played < ROUNDS_MAX
                call, points = self._round(stream)
                score += points
                calls.append(call)
                winners.append(int(np.count_nonzero(points)))
                played += 1
            rounds.append(played)
        tally.count("rounds", np.array(rounds))
        tally.histogram("rounds", np.array(rounds))
        tally.histogram("balls/row", np.array(calls))
        tally.histogram("winners/row", np.array(winners))
        return tally

    def _round(self, stream: np.random.Generator) -> tuple[int, NDArray[np.int64]]:
        """The winning call, and each player's points for a row that completes on it."""
        word_count = int(self.players * SPARE + 32) * WORDS_PER_ATTEMPT
        sampled = sample(stream.integers(0, 2**64, size=word_count, dtype=np.uint64))
        cards = sampled[: self.players].reshape(self.players, -1).astype(np.int64)
        places = np.zeros(BALLS + 1, dtype=np.int64)  # the free square is covered before any call
        places[stream.permutation(BALLS) + 1] = np.arange(1, BALLS + 1)
        done = places[cards][:, WAYS].max(axis=2)
        call = int(done.min())
        totals = cards[:, WAYS].sum(axis=2)  # the free square is 0 and adds nothing (K02)
        return call, np.where(done == call, totals, 0).max(axis=1)


def read_family(raw: Mapping[str, Any], day: date) -> FamilyGames:
    """A job from `{"book": "family-bingo", "players": 4}`."""
    players = raw.get("players")
    if raw.keys() - {"book", "players"}:
        raise BadInput("programme", "the family game takes players and nothing else")
    if type(players) is not int or not 1 <= players <= PLAYERS_MAX:
        raise BadInput(
            "players", f"{quoted(players)} is not a whole number from 1 to {PLAYERS_MAX}"
        )
    book = SHELF.open("family-bingo", on=day)
    if isinstance(book, Refusal):
        raise NotInForce("--on", str(book))
    assert isinstance(book.figures, FamilyFigures)
    return FamilyGames(players, book.figures.series_points)
