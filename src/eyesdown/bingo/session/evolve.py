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
    ProgrammeAmended,
    ReturnReported,
    SalePointOpened,
    SeriesRegistered,
    SessionClosed,
    SessionOpened,
    SessionPlanned,
)
from eyesdown.bingo.state.game import JACKPOT, Game
from eyesdown.bingo.state.log import EVOLVES
from eyesdown.bingo.state.state import GamingDay, HallState, Person, Plan, Session, Turn
from eyesdown.bingo.state.stock import Ranges, Series
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
    state.series[printed.serial] = Series(printed.serial, printed.colour, cards, Ranges.of(cards))


@EVOLVES.handles(SessionPlanned)
def _session_planned(state: HallState, event: SessionPlanned) -> None:
    plan = part_of(Plan, event.plan)
    session = Session(plan=plan, games={game.game: new_game(game) for game in plan.games})
    state.sessions[plan.session] = session
    _carry(state, session, event.carried)
    _take_turn(state, plan)


def _take_turn(state: HallState, plan: Plan) -> None:
    """A session comes next in the history of its pool."""
    if plan.pool:
        pool = state.pools[plan.pool]
        turn = Turn(plan.session, plan.starts_at.date(), pool.balance_cents)
        pool.turns = (*pool.turns, turn)


@EVOLVES.handles(ProgrammeAmended)
def _programme_amended(state: HallState, event: ProgrammeAmended) -> None:
    """Begin the games anew; people appointed to a game that is still there stay appointed."""
    planless = unplanned(state, event.session)
    plan = part_of(Plan, event.plan)
    session = state.sessions[event.session]
    session.plan = plan
    session.games = {game.game: new_game(game) for game in plan.games}
    session.announced = ()
    session.appointed = {
        duty: {
            game: person for game, person in by_game.items() if not game or game in session.games
        }
        for duty, by_game in session.appointed.items()
    }
    state.waiting, state.pools = planless.waiting, planless.pools
    session.carried = ()
    _carry(state, session, event.carried)
    _take_turn(state, plan)


def unplanned(state: HallState, name: str) -> HallState:
    """The state as if a session had not been planned: what it took over waits again.

    A working copy without the session; its pool has no turn of it.
    """
    without_session = state.working_copy("")
    session = without_session.sessions.pop(name)
    for each in session.carried:
        waited_as = each.waited_as or each.prize
        prize = JACKPOT + waited_as if each.jackpot else waited_as
        cents = without_session.waiting.get(prize, 0) + each.amount_cents
        without_session.waiting = put(without_session.waiting, prize, cents)
    for pool in without_session.pools.values():
        pool.turns = tuple(turn for turn in pool.turns if turn.session != name)
        pool.must_go = tuple(each for each in pool.must_go if each != name)
    return without_session


def new_game(plan: PlannedGame) -> Game:
    """A game as its programme has it."""
    offers = {offer.prize: offer.amount_cents for offer in plan.prizes}
    return Game(plan, offers, {level.level: level.amount_cents for level in plan.levels})


def _carry(state: HallState, session: Session, carried: tuple[Carried, ...]) -> None:
    """A session takes over what waits: all jackpots or none, and likewise all prizes."""
    for each in carried:
        session.take_over(each)
    session.carried = (*session.carried, *carried)
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
    """Change nothing: a report is only recorded."""
