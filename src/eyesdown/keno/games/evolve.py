"""How days and games change the state."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from eyesdown.keno.bets.bet import LetItRun
from eyesdown.keno.games.events import (
    DayClosed,
    DayOpened,
    DisplayCorrected,
    DrawInterrupted,
    GameClosed,
    GameOpened,
    GameSettled,
    GameTimeCorrected,
    JackpotPaid,
    NumbersDrawn,
    WrongNumberShown,
)
from eyesdown.keno.sales.evolve import give_back_documents, leave_games
from eyesdown.keno.state.let_it_run import drop_series, note_carry
from eyesdown.keno.state.memory import clear_day, unload_settled
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.entry import Totals
from eyesdown.keno.words.games import Game, GameState, WrongDisplay
from eyesdown.keno.words.money import promotion
from eyesdown.keno.words.offers import Jackpot
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.written import replace
from eyesdown.rulebooks.nsw_keno.c10b_promotion import Allocation, spend

EVOLVES = Handlers()


@EVOLVES.handles(DayOpened)
def day_opened(state: KenoState, event: DayOpened) -> None:
    """Begin a Keno Day; game numbers start again."""
    _go_on_with(state, event.keno_day)


def _go_on_with(state: KenoState, day: date) -> None:
    """Games follow under this Keno Day; a clock that was ahead may have opened some of it."""
    state.day = state.last_day = day
    of_day = (game.number for game in state.games.values() if game.keno_day == day)
    last = max(of_day, default=None)
    state.next_number = None if last is None else last + 1


@EVOLVES.handles(GameOpened)
def game_opened(state: KenoState, event: GameOpened) -> None:
    """Open a game for sales."""
    game, number = event.game, event.number
    state.games[game] = Game(game, event.keno_day, number, event.at, event.closes_at)
    state.totals.setdefault(game, Totals())
    state.open_game, state.next_game, state.next_number = game, game + 1, number + 1


@EVOLVES.handles(GameTimeCorrected)
def game_time_corrected(state: KenoState, event: GameTimeCorrected) -> None:
    """Let a game close now; the numbers of the day's games go on where they were."""
    game = state.games[event.game]
    state.games[event.game] = replace(game, closes_at=event.at)
    if event.keno_day != event.keno_day_was:
        _go_on_with(state, event.keno_day)


@EVOLVES.handles(DrawInterrupted)
def draw_interrupted(state: KenoState, event: DrawInterrupted) -> None:
    """Keep the numbers that a device drew before it failed."""
    game = state.games[event.game]
    state.games[event.game] = replace(game, parts=(*game.parts, event.part), site=event.site)


@EVOLVES.handles(NumbersDrawn)
def numbers_drawn(state: KenoState, event: NumbersDrawn) -> None:
    """Keep the draw of a game."""
    game = state.games[event.game]
    state.games[event.game] = replace(
        game,
        parts=(*game.parts, event.part),
        site=event.site,
        medium=event.medium,
        supervisor=event.supervisor,
        state=GameState.DRAWN,
    )


@EVOLVES.handles(WrongNumberShown)
def wrong_number_shown(state: KenoState, event: WrongNumberShown) -> None:
    """Note a wrongly shown number; a second report for the same position replaces the first."""
    game = state.games[event.game]
    wrong = WrongDisplay(event.position, event.shown, event.at)
    others = _still_wrong(game, event.position)
    state.games[event.game] = replace(game, wrong=(*others, wrong))


@EVOLVES.handles(DisplayCorrected)
def display_corrected(state: KenoState, event: DisplayCorrected) -> None:
    """Drop a wrongly shown number."""
    game = state.games[event.game]
    state.games[event.game] = replace(game, wrong=_still_wrong(game, event.position))


def _still_wrong(game: Game, position: int) -> tuple[WrongDisplay, ...]:
    """The numbers that are shown wrongly at other positions."""
    return tuple(wrong for wrong in game.wrong if wrong.position != position)


@EVOLVES.handles(DayClosed)
def day_closed(state: KenoState, event: DayClosed) -> None:
    """End a Keno Day; settled games of earlier days leave memory."""
    state.day = None
    clear_day(state)
    state.given.clear()
    state.approvals.clear()
    state.prints.clear()  # a paper of an earlier day is printed as a copy only
    ended = [
        number
        for number, game in state.games.items()
        if game.state is GameState.SETTLED and game.keno_day < event.keno_day
    ]
    for number in ended:
        del state.games[number]


@EVOLVES.handles(GameClosed)
def game_closed(state: KenoState, event: GameClosed) -> None:
    """Close a game for sales; excluded Entries get their documents back."""
    game = state.games[event.game]
    growth = tuple((added.jackpot, added.cents) for added in event.growth)
    state.games[event.game] = replace(
        game, state=GameState.CLOSED, closed_at=event.at, growth=growth
    )
    state.open_game = None
    state.unsettled.append(event.game)
    for serial in event.excluded:
        sold = state.sold[serial]
        drop_series(state, sold)
        leave_games(state, sold, event.game)
        give_back_documents(state, sold)
        state.sold[serial] = replace(sold, ends_before=sold.first_game, gross_cents=0)
        del state.undelivered[serial]
    for fed in event.funds:
        if fed.promotion_cents:
            more = Allocation(event.at.date(), fed.promotion_cents)
            state.promotion[fed.category] = (*state.promotion.get(fed.category, ()), more)
    for added in event.growth:
        jackpot = state.jackpots.get(added.jackpot, Jackpot(added.jackpot))
        _grow(state, jackpot, added.cents, pooled=added.pooled)


def _grow(state: KenoState, jackpot: Jackpot, cents: Fraction, *, pooled: bool) -> None:
    if pooled:
        jackpot = replace(jackpot, pool_cents=jackpot.pool_cents + cents)
    else:
        jackpot = replace(jackpot, growth_cents=jackpot.growth_cents + cents)
    state.jackpots[jackpot.jackpot] = jackpot


@EVOLVES.handles(GameSettled)
def game_settled(state: KenoState, event: GameSettled) -> None:
    """Keep the prizes of a game, carry Let it Run on, and unload Entries that have ended."""
    game = state.games[event.game]
    assert state.unsettled[0] == event.game
    state.unsettled.pop(0)
    state.games[event.game] = replace(game, state=GameState.SETTLED)
    for prize in event.prizes:
        state.prizes.setdefault(prize.serial, {})[prize.game] = prize
    for serial in event.ended:
        state.carries.pop(serial, None)
        sold = state.sold[serial]
        if all(isinstance(bet, LetItRun) for bet in sold.entry.lines):
            state.sold[serial] = replace(sold, ends_before=event.game + 1)
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
    unload_settled(state, state.in_game.pop(event.game, ()))
    state.totals.pop(event.game, None)
    state.series.pop(event.game, None)


def jackpot_paid(state: KenoState, paid: JackpotPaid) -> None:
    """Take what a jackpot has paid out of its meter or pool, and its guarantee out of promotion."""
    jackpot = state.jackpots.get(paid.jackpot, Jackpot(paid.jackpot))
    given = paid.cents + paid.elsewhere_cents
    jackpot = replace(jackpot, given_cents=jackpot.given_cents + given)
    _grow(state, jackpot, -given, pooled=paid.pooled)
    for category, allocations in state.promotion.items():
        if paid.guarantee_from == promotion(category):
            state.promotion[category] = spend(allocations, paid.guarantee_cents)
