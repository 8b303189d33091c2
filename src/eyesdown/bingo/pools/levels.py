"""What the jackpot levels of a game are worth."""

from __future__ import annotations

from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.bingo.words.parts import Level


def level_cents(state: HallState, session: Session, game: Game, level: Level) -> int:
    """What a jackpot level is worth: its own money, what rolled in, and the pool if it is that."""
    own = game.levels.get(level.level, 0)
    if not level.whole_pool or session.plan.pool not in state.pools:
        return own
    return own + state.pools[session.plan.pool].balance_cents
