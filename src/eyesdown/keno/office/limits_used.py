"""How limits, time-outs and exclusions change the state, and what players have used of them."""

from __future__ import annotations

from datetime import datetime

from eyesdown.keno.office.events import (
    AccountExcluded,
    PlayLimitSet,
    RealityCheckAnswered,
    RealityCheckSet,
    TimeOutTaken,
)
from eyesdown.keno.state.state import KenoState
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.written import replace
from eyesdown.players.limits import (
    Measure,
    PlayerLimits,
    with_answer,
    with_exclusion,
    with_limit,
    with_play,
    with_time_out,
    with_used,
)

EVOLVES = Handlers()


@EVOLVES.handles(PlayLimitSet)
def play_limit_set(state: KenoState, event: PlayLimitSet) -> None:
    """Keep a limit of an account."""
    player = state.player_limits.get(event.account, PlayerLimits())
    state.player_limits[event.account] = with_limit(player, event.limit)


@EVOLVES.handles(TimeOutTaken)
def time_out_taken(state: KenoState, event: TimeOutTaken) -> None:
    """Keep the end of an account's time-out."""
    player = state.player_limits.get(event.account, PlayerLimits())
    state.player_limits[event.account] = with_time_out(player, event.until)


@EVOLVES.handles(AccountExcluded)
def account_excluded(state: KenoState, event: AccountExcluded) -> None:
    """Keep the end of an account's exclusion; None is for good."""
    player = state.player_limits.get(event.account, PlayerLimits())
    state.player_limits[event.account] = with_exclusion(player, event.until)


@EVOLVES.handles(RealityCheckSet)
def reality_check_set(state: KenoState, event: RealityCheckSet) -> None:
    """Keep after how many minutes play stops for a check."""
    player = state.player_limits.get(event.account, PlayerLimits())
    state.player_limits[event.account] = replace(player, reality=event.check)


@EVOLVES.handles(RealityCheckAnswered)
def reality_check_answered(state: KenoState, event: RealityCheckAnswered) -> None:
    """Begin a new period of play with the next stake."""
    player = state.player_limits.get(event.account, PlayerLimits())
    state.player_limits[event.account] = with_answer(player)


def note_stake(state: KenoState, name: str, cents: int, at: datetime) -> None:
    """Count a stake against the limits of stakes and of net loss; less than 0 if it came back."""
    note_used(state, name, Measure.SPEND, cents, at)
    note_used(state, name, Measure.LOSS, cents, at)
    state.player_limits[name] = with_play(state.player_limits[name], cents, at)


def note_prize(state: KenoState, name: str, cents: int, at: datetime) -> None:
    """Count a prize: it lowers the net loss of the span in which it is credited."""
    note_used(state, name, Measure.LOSS, -cents, at)
    state.player_limits[name] = with_play(state.player_limits[name], -cents, at)


def note_used(state: KenoState, name: str, measure: Measure, cents: int, at: datetime) -> None:
    """Count what an account has deposited or staked against the limits its holder may set."""
    player = state.player_limits.get(name, PlayerLimits())
    state.player_limits[name] = with_used(player, measure, cents, at)
