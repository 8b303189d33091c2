"""Facts of keno clauses about games, bets, limits and prizes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from eyesdown.rulebook.keno_words import (
    BetForm,
    HeadsOrTailsResult,
    RacingBet,
    RacingOption,
    RouletteBet,
    TerminalKind,
)


class BonusFacts(NamedTuple):
    """Whether Keno Bonus is asked for, and with which form; no form when it is asked for alone."""

    form: BetForm | None
    bonus: bool


@dataclass(frozen=True, slots=True)
class SeriesFacts:
    """A Prepick or Let it Run series."""

    let_it_run: bool
    games: int


@dataclass(frozen=True, slots=True)
class GroupsFacts:
    """Groups of a Combination Bet, the types asked for (None: all), and what they make."""

    groups: tuple[tuple[int, ...], ...]
    sizes: tuple[int, ...] | None
    combinations: int
    asked: int | None = None  # how many the player wants, if they say


class RacingFacts(NamedTuple):
    """A racing bet: every Row it names, and how many places it fixes and leaves to fill."""

    bet: RacingBet
    option: RacingOption
    rows: tuple[int, ...]
    placed: int  # places (ordered bets) or Rows (the others) that are fixed
    fill: int  # Rows that fill the rest
    in_form: bool  # fixed and filled as this bet and this option have it


class RouletteFacts(NamedTuple):
    """A roulette selection, as text, and whether the grid has it."""

    bet: RouletteBet
    selection: str
    on_the_grid: bool


@dataclass(frozen=True, slots=True)
class StakeFacts:
    """What is staked on one bet: the Subscription of one game or combination, game by game."""

    form: BetForm
    stakes_cents: tuple[int, ...]  # one a game; a single figure where all games carry the same
    combinations: int = 0  # of a Combination Bet; 0 for any other bet
    jackpot_entry: bool = False
    roulette_bet: RouletteBet | None = None


@dataclass(frozen=True, slots=True)
class BetsFacts:
    """One Entry as a whole: the forms on it and what it costs."""

    terminal: TerminalKind
    forms: tuple[BetForm, ...]
    games: int
    cost_cents: int
    racing_cents: int  # per game
    heads_or_tails_selections: int  # per game
    combination_stakes_cents: tuple[int, ...] = ()  # every different one


@dataclass(frozen=True, slots=True)
class AggregateFacts:
    """What is staked on one result of Heads or Tails? in one game, and what is to be added.

    `reserved_cents` is what Let it Run may carry there before long.
    """

    result: HeadsOrTailsResult
    sold_cents: int
    stake_cents: int
    reserved_cents: int = 0


@dataclass(frozen=True, slots=True)
class JackpotPaymentFacts:
    """A jackpot prize about to be paid."""

    prize_cents: int
    verified: bool


@dataclass(frozen=True, slots=True)
class BonusPrizeFacts:
    """A game played that may win a Bonus Prize, and the game in which it was already won."""

    form: BetForm
    combination: bool
    meets_requirements: bool
    game: int
    won_in: int | None
