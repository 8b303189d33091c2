"""How prizes, awards, pools and receipts change."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias, assert_never

from eyesdown.bingo import events as ev
from eyesdown.bingo.commands import Offer
from eyesdown.bingo.play.evolve import award_id, without_awards
from eyesdown.bingo.session.evolve import JACKPOT_TOLD, told_no_more, with_more
from eyesdown.bingo.state.state import Award, Game, Session, State, put

NOT_WON, EXHAUSTED, BACK = "not won", "exhausted", "result fell"
"""Why a prize goes on at the result of a game, and why it comes back to that game (D03)."""

MoneyEvent: TypeAlias = (
    ev.PrizeWon
    | ev.PrizeRolled
    | ev.PrizePaid
    | ev.PoolCredited
    | ev.PoolDebited
    | ev.MustGoSet
    | ev.OperatorContributed
    | ev.GameVoided
    | ev.Refunded
    | ev.SumForfeited
)


def evolve_money(state: State, event: MoneyEvent) -> State:
    match event:
        case ev.PrizeWon():
            return _won(state, event)
        case ev.PrizeRolled():
            return _rolled(state, event)
        case ev.PrizePaid(award=name):
            paid = replace(state.awards[name], paid=True)
            return replace(state, awards=put(state.awards, name, paid))
        case ev.PoolCredited():
            return _credited(state, event)
        case ev.PoolDebited():
            return _debited(state, event)
        case ev.MustGoSet(pool=name, session=session):
            pool = state.pools[name]
            pool = replace(pool, must_go=pool.must_go | {session})
            return replace(state, pools=put(state.pools, name, pool))
        case ev.OperatorContributed(prize=prize, amount_cents=cents):
            if not prize:
                return state
            game = state.sessions[event.session].games[event.game]
            more = (Offer(prize=prize, amount_cents=cents),)
            return with_game(state, event.session, event.game, with_more(game, more))
        case ev.GameVoided():
            return _voided(state, event)
        case ev.Refunded() | ev.SumForfeited():
            return _given_back(state, event)
        case _:
            assert_never(event)


def with_game(state: State, session: str, number: int, game: Game) -> State:
    was = state.sessions[session]
    now = replace(was, games=put(was.games, number, game))
    return replace(state, sessions=put(state.sessions, session, now))


def _won(state: State, event: ev.PrizeWon) -> State:
    game = state.sessions[event.session].games[event.game]
    awards = dict(state.awards)
    for player in event.winners if event.share_cents else ():
        name = award_id(event.session, event.game, event.prize, player)
        awards[name] = Award(
            event.session, event.game, event.prize, player, event.share_cents, event.jackpot
        )
    state = replace(state, awards=awards)
    won = put(game.won, event.prize, event)
    return with_game(state, event.session, event.game, replace(game, won=won))


def _rolled(state: State, event: ev.PrizeRolled) -> State:
    if not event.game:
        left = {**state.waiting, event.prize: state.waiting[event.prize] - event.amount_cents}
        state = replace(state, waiting={prize: cents for prize, cents in left.items() if cents})
    else:
        game = _sent(state.sessions[event.session].games[event.game], event)
        state = with_game(state, event.session, event.game, game)
    if event.to_pool:
        return state
    if not event.to_game:
        waiting = state.waiting.get(event.to_prize, 0) + event.amount_cents
        return replace(state, waiting=put(state.waiting, event.to_prize, waiting))
    target = state.sessions[event.to_session].games[event.to_game]
    if event.jackpot:
        cents = target.levels.get(event.to_prize, 0) + event.amount_cents
        target = replace(target, levels=put(target.levels, event.to_prize, cents))
        target = told_no_more(target, JACKPOT_TOLD)
    else:
        more = (Offer(prize=event.to_prize, amount_cents=event.amount_cents),)
        target = with_more(target, more)
    return with_game(state, event.to_session, event.to_game, target)


def _sent(game: Game, event: ev.PrizeRolled) -> Game:
    """A game without a prize that went on; one that goes back to where it came from is less."""
    purse = game.levels if event.jackpot else game.offers
    left = {name: cents for name, cents in purse.items() if name != event.prize}
    if event.reason == BACK:
        left = {**purse, event.prize: purse[event.prize] - event.amount_cents}
    on = (*game.sent_on, event) if event.reason in (NOT_WON, EXHAUSTED) else game.sent_on
    if event.jackpot and event.to_pool:
        own = put(game.into_pool, event.prize, game.levels.get(event.prize, 0))
        return replace(game, levels=left, sent_on=on, into_pool=own)
    if event.jackpot:
        return replace(game, levels=left, sent_on=on)
    leaves = event.prize == game.last_prize and event.reason != BACK
    pooled = 0 if leaves else game.from_pool_cents
    return replace(game, offers=left, sent_on=on, from_pool_cents=pooled)


def _credited(state: State, event: ev.PoolCredited) -> State:
    pool = state.pools[event.pool]
    fed = pool.fed
    if event.source in ("receipts", EXHAUSTED):
        place = (event.session, event.game)
        fed = put(fed, place, fed.get(place, 0) + event.amount_cents)
    pool = replace(pool, balance_cents=pool.balance_cents + event.amount_cents, fed=fed)
    assert pool.balance_cents == event.balance_cents
    return _balance_untold(replace(state, pools=put(state.pools, event.pool, pool)), event)


def _debited(state: State, event: ev.PoolDebited) -> State:
    pool = state.pools[event.pool]
    fed = pool.fed
    if event.reason == "invalidated":
        fed = {place: cents for place, cents in fed.items() if place != (event.session, event.game)}
    pool = replace(pool, balance_cents=pool.balance_cents - event.amount_cents, fed=fed)
    assert pool.balance_cents == event.balance_cents >= 0
    state = _balance_untold(replace(state, pools=put(state.pools, event.pool, pool)), event)
    if event.reason == "won":
        game = state.sessions[event.session].games[event.game]
        game = replace(game, paid_by_pool_cents=game.paid_by_pool_cents + event.amount_cents)
        return with_game(state, event.session, event.game, game)
    if not event.prize:
        return state
    game = state.sessions[event.session].games[event.game]
    game = with_more(game, (Offer(prize=event.prize, amount_cents=event.amount_cents),))
    game = replace(game, from_pool_cents=game.from_pool_cents + event.amount_cents)
    return with_game(state, event.session, event.game, game)


def _balance_untold(state: State, event: ev.PoolCredited | ev.PoolDebited) -> State:
    """A balance that was announced is no longer the balance."""
    session = state.sessions[event.session]
    games = {
        number: told_no_more(game, JACKPOT_TOLD)
        if any(level.whole_pool for level in game.plan.levels)
        else game
        for number, game in session.games.items()
    }
    now = replace(session, games=games, told=session.told - {"closing balance"})
    return replace(state, sessions=put(state.sessions, event.session, now))


def _voided(state: State, event: ev.GameVoided) -> State:
    state = without_awards(state, event.annulled)
    session = state.sessions[event.session]
    game = replace(session.games[event.game], phase="closed", outcome="void", won={})
    now = replace(session, games=put(session.games, event.game, game), ended_at=event.at)
    return replace(state, sessions=put(state.sessions, event.session, now))


def _given_back(state: State, event: ev.Refunded | ev.SumForfeited) -> State:
    """Sums that were refunded or forfeited leave the receipts (I02)."""
    session = state.sessions[event.session]
    if not event.game:
        fees = {name: fee for name, fee in session.fees.items() if name != event.player}
        now: Session = replace(session, fees=fees)
        return replace(state, sessions=put(state.sessions, event.session, now))
    game = session.games[event.game]
    receipts = {name: cents for name, cents in game.receipts.items() if name != event.player}
    if event.player in session.fees:
        back = session.fees_back.get(event.player, 0) + event.amount_cents
        now = replace(session, fees_back=put(session.fees_back, event.player, back))
        state = replace(state, sessions=put(state.sessions, event.session, now))
    return with_game(state, event.session, event.game, replace(game, receipts=receipts))
