"""The life of a draw in one place: what a closed game needs next, or what it waits for.

The tasks do the next step, the office shows what a game waits for, and the cage's page shows the
game that waits for balls: all three ask here.

A game closes on one of two paths, whichever comes first: the sales task closes it on time, and
`due` closes it before a batch that comes in after its time, so that no sale gets in late. Both make
the same command with the same id, so the second one finds its id taken and nothing happens twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from eyesdown.central.keno.by_hand import why_no_ball
from eyesdown.central.keno.machine import KenoSite, cage_of
from eyesdown.central.site.sealing import Count
from eyesdown.central.site.witnessing import Taking
from eyesdown.keno.words.games import Game, GameState
from eyesdown.keno.words.offers import OURS


class NextStep(StrEnum):
    """What the site does next for a game."""

    SEAL = "seal"
    COUNT_SALES = "count-sales"
    REVEAL = "reveal"
    SLOW_STEP = "slow-step"
    BREAK_OFF = "break-off"
    DRAW = "draw"
    SETTLE = "settle"
    COUNT_WINNERS = "count-winners"
    PUBLISH = "publish"


@dataclass(frozen=True, slots=True)
class Waits:
    """Why a game does not go on by itself, as a code and as a sentence for the office."""

    code: str
    sentence: str


def waiting(
    state: KenoSite,
    game: Game,
    now: datetime,
    *,
    cage: bool,
    pool_wait: timedelta,
    restarting: bool = False,
) -> NextStep | Waits | None:
    """The next step of a game, or what it waits for; None while it is open or once published.

    `cage` says that two people key the balls of every game; `pool_wait` how long a drawn game
    waits for other jurisdictions' reports. `restarting` says that the witnesses are awaited.
    """
    number, draws = game.game, state.draws
    if game.state is GameState.OPEN or number <= draws.published_max:
        return None
    if restarting:
        return Waits("restart", "waits for the witnesses after a restart")
    stopped = draws.stopped.get(number)
    if stopped is not None:
        return Waits("stopped", f"control counts other {stopped}")
    step = step_at_close(state, game)
    if step is not None:
        return step
    if game.state is GameState.CLOSED:
        return _before_the_draw(state, game, now, cage=cage)
    if game.state is GameState.DRAWN:
        missing = sorted({where for _, where in _reports_missing(state, game)})
        until = game.parts[-1].at + pool_wait
        if missing and now < until:
            names = ", ".join(missing)
            sentence = f"waits for pool reports of {names}, until {until:%H:%M:%S}"
            return Waits("pool_reports", sentence)
        return NextStep.SETTLE
    if Count.WINNERS not in draws.agreed[number]:
        return NextStep.COUNT_WINNERS
    return NextStep.PUBLISH


def game_ahead(state: KenoSite, now: datetime) -> Game | None:
    """The open game, if a clock that was ahead opened it in the future; it would close late."""
    game = None if state.keno.open_game is None else state.keno.games[state.keno.open_game]
    return game if game is not None and game.opened_at > now else None


def step_at_close(state: KenoSite, game: Game) -> NextStep | None:
    """A step that a closed game takes at once, whatever the games before it wait for."""
    number, draws = game.game, state.draws
    if number in draws.stopped:
        return None
    if number not in draws.sealed:
        return NextStep.SEAL
    return None if Count.SALES in draws.agreed.get(number, ()) else NextStep.COUNT_SALES


def _before_the_draw(state: KenoSite, game: Game, now: datetime, *, cage: bool) -> NextStep | Waits:
    if not state.keno.supervisor(state.keno.site):  # rule 6(a)
        return Waits("supervisor", "waits for a supervisor on duty")
    by_cage = is_drawn_by_cage(state, game, cage=cage)
    balls = cage_of(state, game)
    if by_cage and not balls.complete:
        broken = "broken off; " if game.parts else ""
        confirmed = f"{len(balls.numbers)} seen by two"
        return Waits("balls", f"{broken}waits for the balls of the cage, {confirmed}")
    if any(other.game < game.game for other in unpublished(state)):
        return Waits("game_before", "waits for the game before it")
    taking = state.witnessed.draws.get(game.game)
    if by_cage or taking is None:
        return NextStep.DRAW
    if cage and not taking.values:  # promised before the cage drew every game
        return NextStep.BREAK_OFF
    return _with_witnesses(taking, now)


def _with_witnesses(taking: Taking, now: datetime) -> NextStep | Waits:
    """The steps between the seal and the numbers: reveal, answers, slow step."""
    if not taking.values:
        return NextStep.REVEAL
    missing = taking.missing(1)
    if missing:
        if taking.is_overdue(now):
            return NextStep.BREAK_OFF
        return Waits("witness", f"waits for the answer of {' and '.join(missing)}")
    if taking.promise.slow and not taking.result:
        return NextStep.SLOW_STEP
    return NextStep.DRAW


def is_owed_a_value(state: KenoSite, game: Game) -> bool:
    """Whether a draw was broken off before its value was shown: then everyone is to see it."""
    taking = state.witnessed.draws.get(game.game)
    return bool(game.parts) and taking is not None and not taking.values


def unpublished(state: KenoSite) -> list[Game]:
    """Games that are closed and whose result is not published, in order."""
    published = state.draws.published_max
    games = (game for number, game in state.keno.games.items() if number > published)
    closed = (game for game in games if game.state is not GameState.OPEN)
    return sorted(closed, key=lambda game: game.game)


def waits_for_balls(state: KenoSite, game: Game, *, cage: bool) -> bool:
    """Whether a closed game is still to be drawn by the ball cage."""
    is_closed = game.state is GameState.CLOSED and game.game > state.draws.published_max
    return is_closed and is_drawn_by_cage(state, game, cage=cage)


def is_drawn_by_cage(state: KenoSite, game: Game, *, cage: bool) -> bool:
    """Whether balls decide a game: it was never promised, or its draw was broken off.

    A game that the first release promised is also the cage's if the cage draws every game, or if
    two people have seen a ball of it.
    """
    if game.parts or game.game not in state.draws.promised:
        return True
    balls = state.draws.cages.get(game.game)
    is_seen = balls is not None and bool(balls.numbers)
    return not why_no_ball(game, state.witnessed) and (cage or is_seen)


def _reports_missing(state: KenoSite, game: Game) -> Iterable[tuple[str, str]]:
    """Jackpots and jurisdictions of a pool whose winners are not reported yet (19(h), 19(j))."""
    reported = {(report.jackpot, report.jurisdiction) for report in game.winners_away}
    pools = (jackpot for jackpot in state.keno.jackpots.values() if jackpot.pooled)
    others = ((pool.jackpot, where) for pool in pools for where in pool.jurisdictions)
    return [other for other in others if other[1] != OURS and other not in reported]
