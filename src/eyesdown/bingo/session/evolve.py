"""How the people, places, stock and sessions of a hall change."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from eyesdown.bingo.session.events import (
    Announced,
    ClosingSignShown,
    GamingDayFixed,
    PersonAppointed,
    PersonRegistered,
    ReturnReported,
    SalePointOpened,
    SeriesRegistered,
    SessionClosed,
    SessionOpened,
    SessionPlanned,
)
from eyesdown.bingo.state.game import JACKPOT, Game
from eyesdown.bingo.state.log import EVOLVES
from eyesdown.bingo.state.state import GamingDay, HallState, Person, Plan, Series, Session, Turn
from eyesdown.bingo.state.values import joined, part_of, put
from eyesdown.bingo.words.parts import Carried, PlannedGame


@EVOLVES.handles(PersonRegistered)
def _person_registered(state: HallState, event: PersonRegistered) -> None:
    state.people[event.person] = part_of(Person, event)


@EVOLVES.handles(GamingDayFixed)
def _gaming_day_fixed(state: HallState, event: GamingDayFixed) -> None:
    state.day = part_of(GamingDay, event)


@EVOLVES.handles(SalePointOpened)
def _sale_point_opened(state: HallState, event: SalePointOpened) -> None:
    state.points = joined(state.points, (event.point,))


@EVOLVES.handles(SeriesRegistered)
def _series_registered(state: HallState, event: SeriesRegistered) -> None:
    printed = event.series
    cards = {card.card: card for card in printed.cards}
    state.series[printed.serial] = Series(printed.serial, printed.colour, cards, sorted(cards))


@EVOLVES.handles(SessionPlanned)
def _session_planned(state: HallState, event: SessionPlanned) -> None:
    plan = part_of(Plan, event.plan)
    session = Session(plan=plan, games={game.game: new_game(game) for game in plan.games})
    state.sessions[plan.session] = session
    _carry(state, session, event.carried)
    if plan.pool:
        pool = state.pools[plan.pool]
        turn = Turn(plan.session, plan.starts_at.date(), pool.balance_cents)
        pool.turns = (*pool.turns, turn)


def new_game(plan: PlannedGame) -> Game:
    """A game as its programme has it."""
    offers = {offer.prize: offer.amount_cents for offer in plan.prizes}
    return Game(plan, offers, {level.level: level.amount_cents for level in plan.levels})


def _carry(state: HallState, session: Session, carried: tuple[Carried, ...]) -> None:
    """A session takes over what waits: all jackpots or none, and likewise all prizes."""
    for each in carried:
        game = session.games[each.game]
        if each.jackpot:
            level = game.levels.get(each.prize, 0) + each.amount_cents
            game.levels = put(game.levels, each.prize, level)
        else:
            game.add_to_prize(each.prize, each.amount_cents)
    taken = {each.jackpot for each in carried}
    state.waiting = {
        prize: cents
        for prize, cents in state.waiting.items()
        if prize.startswith(JACKPOT) not in taken
    }


@EVOLVES.handles(SessionOpened)
def _session_opened(state: HallState, event: SessionOpened) -> None:
    session = state.sessions[event.session]
    session.opened = True
    session.gaming_day = event.gaming_day
    _carry(state, session, event.carried)
    if session.plan.pool:
        # The pool's opening balance is what it holds when the session opens.
        balance = state.pools[session.plan.pool].balance_cents
        _change_turns(state, session, lambda turn: replace(turn, opening_cents=balance))


def _change_turns(state: HallState, session: Session, change: Callable[[Turn], Turn]) -> None:
    """Change a session's entry in the history of its pool."""
    pool = state.pools[session.plan.pool]
    pool.turns = tuple(
        change(turn) if turn.session == session.plan.session else turn for turn in pool.turns
    )


@EVOLVES.handles(PersonAppointed)
def _person_appointed(state: HallState, event: PersonAppointed) -> None:
    session = state.sessions[event.session]
    by_game = put(session.appointed.get(event.duty, {}), event.game, event.person)
    session.appointed = put(session.appointed, event.duty, by_game)


@EVOLVES.handles(Announced)
def _announced(state: HallState, event: Announced) -> None:
    session = state.sessions[event.session]
    about = session.games[event.game] if event.game else session
    about.announced = joined(about.announced, (event.topic,))


@EVOLVES.handles(ClosingSignShown)
def _closing_sign_shown(state: HallState, event: ClosingSignShown) -> None:
    session = state.sessions[event.session]
    if event.closes_at != session.sign_time:  # a second sign with the same time changes nothing
        session.sign_shown_at = event.at
    session.sign_time = event.closes_at


@EVOLVES.handles(SessionClosed)
def _session_closed(state: HallState, event: SessionClosed) -> None:
    session = state.sessions[event.session]
    session.closed = True
    session.ended_at = session.ended_at or event.at
    if event.pool:
        closing = event.pool_closing_cents
        _change_turns(state, session, lambda turn: replace(turn, closing_cents=closing))


@EVOLVES.handles(ReturnReported)
def return_reported(_state: HallState, _event: ReturnReported) -> None:
    """A report changes nothing."""
