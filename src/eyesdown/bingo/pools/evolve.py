"""How prizes on offer, awards and pools change."""

from __future__ import annotations

from eyesdown.bingo.pools.events import (
    MustGoSet,
    OperatorContributed,
    PoolCredited,
    PoolDebited,
    PoolOpened,
    PrizeRolled,
    PrizeWon,
)
from eyesdown.bingo.state.game import JACKPOT_ANNOUNCED, Game, SentOn, Won
from eyesdown.bingo.state.log import EVOLVES
from eyesdown.bingo.state.state import Award, HallState, Pool, award_id
from eyesdown.bingo.state.values import joined, part_of, put, without

NOT_WON, EXHAUSTED, BACK = "not won", "exhausted", "result fell"
"""Why a prize goes on at the result of a game, and why it comes back to that game (D03)."""

TAKEN_BACK = "sale taken back"
"""Why a pool gives back what it held of a sale (S05)."""


@EVOLVES.handles(PoolOpened)
def _pool_opened(state: HallState, event: PoolOpened) -> None:
    state.pools[event.pool] = Pool(event.sequence)


@EVOLVES.handles(MustGoSet)
def _must_go_set(state: HallState, event: MustGoSet) -> None:
    pool = state.pools[event.pool]
    pool.must_go = joined(pool.must_go, (event.session,))


@EVOLVES.handles(OperatorContributed)
def _operator_contributed(state: HallState, event: OperatorContributed) -> None:
    if event.prize:
        state.game(event.session, event.game).add_to_prize(event.prize, event.amount_cents)


@EVOLVES.handles(PrizeWon)
def _prize_won(state: HallState, event: PrizeWon) -> None:
    game = state.game(event.session, event.game)
    for player in event.winners if event.share_cents else ():
        name = award_id(event.session, event.game, event.prize, player)
        state.awards[name] = Award(
            event.session, event.game, event.prize, player, event.share_cents, event.jackpot
        )
    game.won = put(game.won, event.prize, part_of(Won, event))


@EVOLVES.handles(PrizeRolled)
def _prize_rolled(state: HallState, event: PrizeRolled) -> None:
    # From no game: it had waited for a session.
    if not event.game:
        left = state.waiting[event.prize] - event.amount_cents
        waiting = put(state.waiting, event.prize, left)
        state.waiting = {prize: cents for prize, cents in waiting.items() if cents}
    else:
        _leaves(state.game(event.session, event.game), event)
    if event.to_pool:
        return
    if not event.to_game:
        waits = state.waiting.get(event.to_prize, 0) + event.amount_cents
        state.waiting = put(state.waiting, event.to_prize, waits)
        return
    target = state.game(event.to_session, event.to_game)
    if event.jackpot:
        level = target.levels.get(event.to_prize, 0) + event.amount_cents
        target.levels = put(target.levels, event.to_prize, level)
        target.announce_again(JACKPOT_ANNOUNCED)
    else:
        target.add_to_prize(event.to_prize, event.amount_cents)


def _leaves(game: Game, event: PrizeRolled) -> None:
    """A prize leaves a game; one that goes back to where it came from makes it only less."""
    purse = game.levels if event.jackpot else game.offers
    # A purse without an entry has nothing on offer; one with 0 is on offer and empty.
    left = without(purse, event.prize)
    if event.reason == BACK:
        left = {**purse, event.prize: purse[event.prize] - event.amount_cents}
    if event.reason in (NOT_WON, EXHAUSTED):
        game.sent_on = (*game.sent_on, part_of(SentOn, event))
    if event.jackpot:
        if event.to_pool:
            own = game.levels.get(event.prize, 0)
            game.into_pool = put(game.into_pool, event.prize, own)
        game.levels = left
        return
    game.offers = left
    if event.prize == game.last_prize and event.reason != BACK:
        game.from_pool_cents = 0


@EVOLVES.handles(PoolCredited)
def _pool_credited(state: HallState, event: PoolCredited) -> None:
    pool = state.pools[event.pool]
    # Only the players' money is noted by game: it alone goes back if the game is invalidated.
    if event.source in ("receipts", EXHAUSTED):
        held = pool.fed_by(event.session, event.game) + event.amount_cents
        by_game = put(pool.fed.get(event.session, {}), event.game, held)
        pool.fed = put(pool.fed, event.session, by_game)
    pool.balance_cents += event.amount_cents
    # Events carry the balance, so that a reader of one row can check it.
    assert pool.balance_cents == event.balance_cents
    _balance_changed(state, event)


@EVOLVES.handles(PoolDebited)
def _pool_debited(state: HallState, event: PoolDebited) -> None:
    pool = state.pools[event.pool]
    if event.reason == "invalidated":
        by_game = without(pool.fed.get(event.session, {}), event.game)
        pool.fed = put(pool.fed, event.session, by_game)
    if event.reason == TAKEN_BACK and event.game:
        held = pool.fed_by(event.session, event.game) - event.amount_cents
        by_game = put(pool.fed.get(event.session, {}), event.game, held)
        pool.fed = put(pool.fed, event.session, by_game)
    pool.balance_cents -= event.amount_cents
    assert pool.balance_cents == event.balance_cents >= 0
    _balance_changed(state, event)
    if event.reason == "won":
        state.game(event.session, event.game).paid_by_pool_cents += event.amount_cents
    elif event.prize:
        game = state.game(event.session, event.game)
        game.add_to_prize(event.prize, event.amount_cents)
        game.from_pool_cents += event.amount_cents


def _balance_changed(state: HallState, event: PoolCredited | PoolDebited) -> None:
    """A balance that was announced is no longer the balance."""
    session = state.sessions[event.session]
    for game in session.games.values():
        if any(level.whole_pool for level in game.plan.levels):
            game.announce_again(JACKPOT_ANNOUNCED)
    session.announced = tuple(topic for topic in session.announced if topic != "closing balance")
