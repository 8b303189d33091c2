"""Pools fed, paid and carried; jackpots won or rolled."""

from __future__ import annotations

from datetime import datetime
from itertools import chain, count
from typing import Any

from eyesdown.bingo.pools.commands import Contribute, DistributePool, HoldForPool, OpenPool
from eyesdown.bingo.pools.events import (
    MustGoSet,
    OperatorContributed,
    PoolCredited,
    PoolDebited,
    PoolOpened,
    PrizeRolled,
    PrizeWon,
)
from eyesdown.bingo.pools.evolve import NOT_WON
from eyesdown.bingo.pools.levels import level_cents
from eyesdown.bingo.state.desk import in_game, in_session, is_last
from eyesdown.bingo.state.game import JACKPOT, Game, Won
from eyesdown.bingo.state.log import Log
from eyesdown.bingo.state.state import HallState, Pool, Session
from eyesdown.bingo.words.commands import GameCommand, SessionCommand
from eyesdown.bingo.words.events import Events
from eyesdown.bingo.words.parts import Level
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.facts.bingo import OfferFacts, PoolFacts

DECIDES = Handlers()


@DECIDES.handles(OpenPool)
def open_pool(book: BingoBook[Any], state: HallState, command: OpenPool) -> Events:
    """Open a pool under a name that no other pool has."""
    if not command.pool:  # a session without a name here has no pool
        return refused(command, (book.refusal("pool/unknown", "pool", pool=command.pool),))
    if command.pool in state.pools:
        return refused(command, (book.refusal("pool/exists", "pool", pool=command.pool),))
    return (PoolOpened(at=command.at, pool=command.pool, sequence=command.sequence),)


def spendable_cents(pool: Pool, session: Session, game: int, *, last: bool) -> int:
    """What a pool may pay in a game: not what that game or a later one fed it (G19, G05)."""
    name = session.plan.session
    # Then the pool must be emptied, also of what this session has fed it (G04, G05).
    if name in pool.must_go and last:
        return pool.balance_cents
    order = session.in_order_of_play()
    # Money of the operator names no game, and then all that this session has fed stays.
    later = order[order.index(game) :] if game else order
    return max(0, pool.balance_cents - sum(pool.fed_by(name, number) for number in later))


def must_go_events(book: BingoBook[Any], state: HallState, at: datetime, name: str) -> Events:
    """The duty to empty the pool, once its balance asks for it; it sticks (G03, G04, G07)."""
    session = state.sessions[name]
    pool = state.pools.get(session.plan.pool)
    if pool is None or name in pool.must_go or session.closed:
        return ()
    reached = book.ways.must_go(pool.balance_cents)
    if not reached and not session.plan.last_in_sequence:
        return ()
    reason = "balance" if reached else "last session of the sequence"
    return (
        MustGoSet(
            at=at,
            session=name,
            pool=session.plan.pool,
            balance_cents=pool.balance_cents,
            reason=reason,
        ),
    )


def _pool_facts(
    book: BingoBook[Any], state: HallState, command: HoldForPool | Contribute | DistributePool
) -> PoolFacts:
    """Of money for or from a pool; what the operator gives comes from no game."""
    session, pool = state.sessions[command.session], state.pools[command.pool]
    game = 0 if isinstance(command, Contribute) else command.game
    played = session.games.get(game)
    last = bool(game) and is_last(book, session, game, command.at)
    return PoolFacts(
        pool=command.pool,
        session_pool=session.plan.pool,
        amount_cents=command.amount_cents,
        balance_cents=pool.balance_cents,
        spendable_cents=spendable_cents(pool, session, game, last=last),
        last_game=last,
        rolling=bool(pool.sequence),
        game=game,
        announced=game in session.plan.pool_games or session.plan.session in pool.must_go,
        jackpot_game=bool(played and played.plan.levels),
        jackpot_won=bool(played and _jackpot_won(book, played)),
    )


def _jackpot_won(book: BingoBook[Any], game: Game) -> bool:
    """Whether the result met a level, also one without money of its own (S14)."""
    final = game.won.get(game.last_prize)
    met = final is not None and any(_met(book, game, level, final) for level in game.plan.levels)
    return met or any(won.jackpot for won in game.won.values())


@DECIDES.handles(HoldForPool)
@in_game
def hold_for_pool(
    book: BingoBook[Any], state: HallState, command: HoldForPool, _session: Session, game: Game
) -> Events:
    """Put part of a game's receipts into a pool; in a must-go last game pay it out too (G05)."""
    if command.pool not in state.pools:
        return refused(command, (book.refusal("pool/unknown", "pool", pool=command.pool),))
    refusals = book.check(book.actions.credit, _pool_facts(book, state, command))
    held = state.pools[command.pool].fed_by(command.session, command.game)
    if not 0 < command.amount_cents <= game.receipts_cents - held:
        left = game.receipts_cents - held
        refusals += (book.refusal("pool/more_than_receipts", "pool", left_cents=left),)
    if refusals:
        return refused(command, book.in_order(refusals))
    log = Log(state, command.session)
    log.add(*credit(log.state, command, command.pool, "receipts", command.amount_cents))
    log.add(*must_go_events(book, log.state, command.at, command.session))
    log.add(*pay_must_go(book, log.state, command))
    return log.all()


def credit(state: HallState, command: SessionCommand, pool: str, source: str, cents: int) -> Events:
    """Money comes into a pool."""
    return (
        PoolCredited(
            at=command.at,
            session=command.session,
            game=getattr(command, "game", 0),
            pool=pool,
            source=source,
            amount_cents=cents,
            balance_cents=state.pools[pool].balance_cents + cents,
        ),
    )


@DECIDES.handles(Contribute)
@in_session
def contribute(
    book: BingoBook[Any], state: HallState, command: Contribute, session: Session
) -> Events:
    """Add the operator's own money, which counts as prize money and never as receipts (H04)."""
    refusals = _contribution_trouble(book, state, session, command)
    if refusals:
        return refused(command, book.in_order(refusals))
    log = Log(state, command.session)
    prize = ""
    if not command.pool:
        prize = _prize(book, session.games[command.game], command)
    log.add(
        OperatorContributed(
            at=command.at,
            session=command.session,
            game=command.game,
            prize=prize,
            pool=command.pool,
            amount_cents=command.amount_cents,
        )
    )
    if command.pool:
        log.add(*credit(log.state, command, command.pool, "operator", command.amount_cents))
        log.add(*must_go_events(book, log.state, command.at, command.session))
    return log.all()


def _contribution_trouble(
    book: BingoBook[Any], state: HallState, session: Session, command: Contribute
) -> tuple[Refusal, ...]:
    if command.amount_cents <= 0:
        cents = command.amount_cents
        return (book.refusal("contribution/not_positive", "contribution", amount_cents=cents),)
    if command.pool:
        if command.pool not in state.pools:
            return (book.refusal("pool/unknown", "pool", pool=command.pool),)
        return book.check(book.actions.credit, _pool_facts(book, state, command))
    game = session.games.get(command.game)
    if game is None:
        return (book.refusal("game/unknown", "game", game=command.game),)
    prize = _prize(book, game, command)
    if prize not in game.open_prizes or game.phase == "closed":
        return (book.refusal("prize/not_open", "prize", prize=prize),)
    return book.check(book.actions.offer, _offer_facts(game, prize, from_pool=False))


def _prize(book: BingoBook[Any], game: Game, command: Contribute) -> str:
    return book.ways.prize_name(command.prize) or game.last_prize


def _offer_facts(game: Game, prize: str, *, from_pool: bool) -> OfferFacts:
    announced = any(topic in game.announced for topic in ("prizes", "prize list"))
    return OfferFacts(
        prize,
        announced=announced,
        prizes_count=len(game.plan.prizes),
        numbers_out=len(game.calls),
        from_pool=from_pool,
    )


@DECIDES.handles(DistributePool)
@in_game
def distribute_pool(
    book: BingoBook[Any], state: HallState, command: DistributePool, _session: Session, game: Game
) -> Events:
    """Pay pool money with a game's last prize: on top of it before the result, shared after it."""
    if command.pool not in state.pools:
        return refused(command, (book.refusal("pool/unknown", "pool", pool=command.pool),))
    won = game.won.get(game.last_prize)
    if game.phase == "closed" and (won is None or game.outcome != "won"):
        return refused(command, (book.refusal("game/over", "game", game=command.game),))
    facts = _pool_facts(book, state, command)
    refusals = book.check(book.actions.debit, facts)
    # No amount means all that this game may pay.
    amount = command.amount_cents or facts.spendable_cents
    if not 0 < amount <= facts.spendable_cents and not refusals:
        refusals = (book.refusal("pool/too_little", "pool", spendable_cents=facts.spendable_cents),)
    if won is None:
        refusals += book.check(
            book.actions.offer, _offer_facts(game, game.last_prize, from_pool=True)
        )
    if refusals:
        return refused(command, book.in_order(refusals))
    if won is not None:
        return _to_winners(book, state, command, amount, won)
    return (debit(state, command, command.pool, amount, reason="prize", prize=game.last_prize),)


def debit(
    state: HallState,
    command: SessionCommand,
    pool: str,
    cents: int,
    *,
    reason: str,
    prize: str = "",
) -> PoolDebited:
    """Money leaves a pool."""
    return PoolDebited(
        at=command.at,
        session=command.session,
        game=getattr(command, "game", 0),
        pool=pool,
        prize=prize,
        reason=reason,
        amount_cents=cents,
        balance_cents=state.pools[pool].balance_cents - cents,
    )


def _to_winners(
    book: BingoBook[Any], state: HallState, command: GameCommand, cents: int, won: Won
) -> Events:
    """Pool money shared like the prize it goes with (G20)."""
    session = state.sessions[command.session]
    game = session.games[command.game]
    # Awards are named by prize, so a second jackpot of a game needs a name of its own.
    taken = {*game.won, *(level.level for level in game.plan.levels)}
    names = chain(("jackpot",), (f"jackpot {time}" for time in count(2)))
    name = next(name for name in names if name not in taken)
    return (
        debit(state, command, session.plan.pool, cents, reason="won"),
        jackpot_won(book, command, name, cents, won),
    )


def jackpot_won(
    book: BingoBook[Any], command: GameCommand, name: str, cents: int, won: Won
) -> PrizeWon:
    """A jackpot goes to the winners of a prize, in equal shares (C13)."""
    share, added = book.ways.share(cents, len(won.winners))
    return PrizeWon(
        at=command.at,
        session=command.session,
        game=command.game,
        prize=name,
        place="",
        call=won.call,
        number=won.number,
        amount_cents=cents,
        winners=won.winners,
        share_cents=share,
        rounding_contribution_cents=added,
        jackpot=True,
    )


def pay_must_go(book: BingoBook[Any], state: HallState, command: GameCommand) -> Events:
    """In the last game of a must-go session the whole pool goes with its last prize (G04)."""
    session = state.sessions[command.session]
    pool = state.pools.get(session.plan.pool)
    game = session.games[command.game]
    won = game.won.get(game.last_prize)
    if pool is None or won is None or not pool.balance_cents:
        return ()
    if command.session not in pool.must_go:
        return ()
    if not is_last(book, session, command.game, command.at):
        return ()
    return _to_winners(book, state, command, pool.balance_cents, won)


def settle_levels(book: BingoBook[Any], state: HallState, command: GameCommand, won: Won) -> Events:
    """The best level met is won, if there is money in it (S14); every other rolls (G12 to G16)."""
    log = Log(state, command.session)
    session = state.sessions[command.session]
    game = session.games[command.game]
    met = tuple(level.level for level in game.plan.levels if _met(book, game, level, won))
    best = book.ways.best_level(met)
    # What another level brings to the pool is for a later game, so the winner is paid first.
    for level in sorted(game.plan.levels, key=lambda level: level.level != best):
        cents = level_cents(log.state, session, game, level)
        own = game.levels.get(level.level, 0)
        if level.level == best:
            if level.whole_pool and cents > own:
                log.add(debit(log.state, command, session.plan.pool, cents - own, reason="won"))
            if cents:
                log.add(jackpot_won(book, command, level.level, cents, won))
        else:
            log.add(*roll_level(log.state, command, level))
    return log.all()


def _met(book: BingoBook[Any], game: Game, level: Level, won: Won) -> bool:
    if level.numbers_max and won.call > level.numbers_max:
        return False
    return not level.on_jackpot_number or book.ways.wins_jackpot(won.number, game.jackpot_numbers)


def roll_level(
    state: HallState, command: GameCommand, level: Level, reason: str = NOT_WON, paid_cents: int = 0
) -> Events:
    """An unwon level goes to the next jackpot game in schedule order, or waits for one (G16)."""
    session = state.sessions[command.session]
    game = session.games[command.game]
    # What was paid of a level does not roll; what lies above its own money was the pool's.
    paid = min(paid_cents, game.levels.get(level.level, 0))
    own = game.levels.get(level.level, 0) - paid
    cents = level_cents(state, session, game, level) - paid
    later = [
        number
        for number in session.still_to_play(command.game)
        if session.games[number].plan.levels
    ]
    to_game, to_prize = 0, level.level
    if later:
        to_game = later[0]
        names = [each.level for each in session.games[to_game].plan.levels]
        to_prize = level.level if level.level in names else names[0]
    pool = session.plan.pool if level.whole_pool else ""
    rolled = PrizeRolled(
        at=command.at,
        session=command.session,
        game=command.game,
        prize=level.level,
        amount_cents=cents if pool else own,
        to_session=command.session if to_game else "",
        to_game=to_game,
        # The mark keeps a waiting jackpot apart from a waiting prize of the same name.
        to_prize=to_prize if to_game or pool else JACKPOT + level.level,
        to_pool=pool,
        reason=reason,
        jackpot=True,
    )
    if pool and own:
        return (*credit(state, command, pool, "rolled", own), rolled)
    return (rolled,) if rolled.amount_cents else ()
