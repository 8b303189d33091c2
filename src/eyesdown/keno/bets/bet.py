"""Every bet there is, as a small frozen value. `reading.read_bet` makes one from JSON."""

from __future__ import annotations

from typing import TypeAlias, get_args

from msgspec.structs import force_setattr

from eyesdown.kernel.written import Written
from eyesdown.rulebook.keno_words import (
    HeadsOrTailsResult,
    RacingBet,
    RacingOption,
    RouletteBet,
    SpotGame,
)

RESULTS: tuple[HeadsOrTailsResult, ...] = get_args(HeadsOrTailsResult)


RACING_BETS: tuple[RacingBet, ...] = get_args(RacingBet)


RACING_OPTIONS: tuple[RacingOption, ...] = get_args(RacingOption)


ROULETTE_BETS: tuple[RouletteBet, ...] = get_args(RouletteBet)


ORDERED = frozenset({"exact_quinella", "trifecta", "quartet", "five_up", "superfecta"})


Selection: TypeAlias = str | int | tuple[int, ...]


class Regular(Written, frozen=True):
    """A pick of Regular Keno."""

    spots: tuple[int, ...]
    subscription_cents: int
    bonus: bool = False


class Keno2(Written, frozen=True):
    """A pick of the Keno $2 Game."""

    spots: tuple[int, ...]
    subscription_cents: int
    bonus: bool = False  # there is no such bet; kept so that the refusal can say so


class LuckyLast(Written, frozen=True):
    """A Lucky Last: the last number drawn is one of these."""

    spots: tuple[int, ...]
    subscription_cents: int
    bonus: bool = False


class HeadsOrTails(Written, frozen=True):
    """A forecast of Heads or Tails? for one game."""

    selection: HeadsOrTailsResult
    subscription_cents: int
    bonus: bool = False


class Roulette(Written, frozen=True):
    """A selection on the grid; a Split or Corner is the same in whatever order it is named."""

    bet: RouletteBet
    selection: Selection
    subscription_cents: int
    bonus: bool = False

    def __post_init__(self) -> None:
        if type(self.selection) is tuple:
            force_setattr(self, "selection", tuple(sorted(self.selection)))


class Racing(Written, frozen=True):
    """A forecast of Rows in one form for all options.

    An ordered bet has one tuple of Rows a place, empty where the Rows of `fill` take turns. An
    unordered bet has no places: all Rows of `named` are in it and `fill` gives the others.
    """

    bet: RacingBet
    option: RacingOption
    places: tuple[tuple[int, ...], ...]
    named: tuple[int, ...]
    fill: tuple[int, ...]
    subscription_cents: int
    bonus: bool = False  # there is no such bet; kept so that the refusal can say so


class Combination(Written, frozen=True):
    """A Combination Bet: every union of Groups whose size is one of `sizes` (None: any size)."""

    game: SpotGame
    groups: tuple[tuple[int, ...], ...]
    sizes: tuple[int, ...] | None
    subscription_cents: int
    bonus: bool = False


class Prepick(Written, frozen=True):
    """A forecast of Heads or Tails? for each of some games."""

    selections: tuple[HeadsOrTailsResult, ...]
    subscription_cents: int
    bonus_games: int = 0


class LetItRun(Written, frozen=True):
    """A forecast for each of some games; a prize is staked in the next one."""

    selections: tuple[HeadsOrTailsResult, ...]
    subscription_cents: int
    bonus_games: int = 0


SingleBet: TypeAlias = Regular | Keno2 | LuckyLast | HeadsOrTails | Roulette | Racing | Combination


SeriesBet: TypeAlias = Prepick | LetItRun


Bet: TypeAlias = SingleBet | SeriesBet
