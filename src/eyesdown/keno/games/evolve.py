"""How days and games change the state."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from eyesdown.keno.bets.bet import LetItRun
from eyesdown.keno.events import (
    DayClosed,
    DayOpened,
    DisplayCorrected,
    DrawInterrupted,
    GameClosed,
    GameEvent,
    GameOpened,
    GameSettled,
    JackpotPaid,
    NumbersDrawn,
    WrongNumberShown,
)
from eyesdown.keno.sales.evolve import give_back_documents, leave_games
from eyesdown.keno.state.carry_room import drop_series, note_carry
from eyesdown.keno.state.forgetting import forget_the_day, let_go
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.entries import Totals
from eyesdown.keno.words.money import promotion
from eyesdown.keno.words.records import Game, GameState, Jackpot, WrongDisplay
from eyesdown.kernel.written import replace
from eyesdown.rulebooks.nsw_keno.c10b_promotion import Allocation, spend


def evolve_game(state: KenoState, event: GameEvent) -> None:
    match event:
        case DayOpened(keno_day=day):
            state.day = state.last_day = day
            state.next_number = None
        case DayClosed():
            _day_closed(state, event)
        case GameOpened(game=game, number=number):
            opened = Game(game, event.keno_day, number, event.at, event.closes_at)
            state.games[game] = opened
            state.totals.setdefault(game, Totals())
            state.open_game, state.next_game, state.next_number = game, game + 1, number + 1
        case GameClosed():
            _closed(state, event)
        case DrawInterrupted(game=game, part=part):
            kept = state.games[game]
            state.games[game] = replace(kept, parts=(*kept.parts, part), site=event.site)
        case NumbersDrawn(game=game, part=part):
            kept = state.games[game]
            state.games[game] = replace(
                kept,
                parts=(*kept.parts, part),
                site=event.site,
                medium=event.medium,
                supervisor=event.supervisor,
                state=GameState.DRAWN,
            )
        case WrongNumberShown(game=game):
            wrong = WrongDisplay(event.position, event.shown, event.at)
            others = _still_wrong(state.games[game], event.position)
            state.games[game] = replace(state.games[game], wrong=(*others, wrong))
        case DisplayCorrected(game=game):
            others = _still_wrong(state.games[game], event.position)
            state.games[game] = replace(state.games[game], wrong=others)
        case GameSettled():
            _settled(state, event)
        case _:
            assert_never(event)


def _still_wrong(game: Game, position: int) -> tuple[WrongDisplay, ...]:
    """The other numbers that are shown wrongly."""
    return tuple(one for one in game.wrong if one.position != position)


def _day_closed(state: KenoState, event: DayClosed) -> None:
    state.day = None
    forget_the_day(state)
    done = [
        number
        for number, game in state.games.items()
        if game.state is GameState.SETTLED and game.keno_day < event.keno_day
    ]
    for number in done:
        del state.games[number]


def _closed(state: KenoState, event: GameClosed) -> None:
    game = state.games[event.game]
    growth = tuple((added.jackpot, added.cents) for added in event.growth)
    state.games[event.game] = replace(
        game, state=GameState.CLOSED, closed_at=event.at, growth=growth
    )
    state.open_game = None
    state.unsettled.append(event.game)
    for serial in event.excluded:
        kept = state.sold[serial]
        drop_series(state, kept)
        leave_games(state, kept, event.game)
        give_back_documents(state, kept)
        state.sold[serial] = replace(kept, ends_before=kept.first_game, gross_cents=0)
        del state.undelivered[serial]
    for fed in event.funds:
        if fed.promotion_cents:
            more = Allocation(event.at.date(), fed.promotion_cents)
            state.promotion[fed.category] = (*state.promotion.get(fed.category, ()), more)
    for added in event.growth:
        kept_pot = state.jackpots.get(added.jackpot, Jackpot(added.jackpot))
        _grow(state, kept_pot, added.cents, pooled=added.pooled)


def _grow(state: KenoState, jackpot: Jackpot, cents: Fraction, *, pooled: bool) -> None:
    if pooled:
        jackpot = replace(jackpot, pool_cents=jackpot.pool_cents + cents)
    else:
        jackpot = replace(jackpot, growth_cents=jackpot.growth_cents + cents)
    state.jackpots[jackpot.jackpot] = jackpot


def _settled(state: KenoState, event: GameSettled) -> None:
    game = state.games[event.game]
    assert state.unsettled[0] == event.game
    state.unsettled.pop(0)
    state.games[event.game] = replace(game, state=GameState.SETTLED)
    for prize in event.prizes:
        state.prizes.setdefault(prize.serial, {})[prize.game] = prize
    for serial in event.ended:
        state.carries.pop(serial, None)
        kept = state.sold[serial]
        if all(isinstance(bet, LetItRun) for bet in kept.entry.lines):
            state.sold[serial] = replace(kept, ends_before=event.game + 1)
    for carried in event.carried:
        if not carried.refusals:
            state.carries[carried.serial] = carried.carry
            state.totals.setdefault(carried.game, Totals()).add(carried.carry.staked)
            note_carry(state, state.sold[carried.serial], carried.carry)
    for paid in event.jackpots:
        jackpot_paid(state, paid)
    for part in event.barred or ():
        state.barred[part.serial] = (*state.barred.get(part.serial, ()), part)
    for name in event.extras:
        extra = state.extras[name]
        state.extras[name] = replace(extra, won_in=event.game)
    let_go(state, state.in_game.pop(event.game, ()))
    state.totals.pop(event.game, None)
    state.series.pop(event.game, None)


def jackpot_paid(state: KenoState, paid: JackpotPaid) -> None:
    """A jackpot gave something: its meter or pool has so much less."""
    kept = state.jackpots.get(paid.jackpot, Jackpot(paid.jackpot))
    given = paid.cents + paid.elsewhere_cents
    kept = replace(kept, given_cents=kept.given_cents + given)
    _grow(state, kept, -given, pooled=paid.pooled)
    for category, allocations in state.promotion.items():
        if paid.guarantee_from == promotion(category):
            state.promotion[category] = spend(allocations, paid.guarantee_cents)
