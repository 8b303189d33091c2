"""State after an event. Nothing is decided here; an event is a fact."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from eyesdown.bingo import events as ev
from eyesdown.bingo.play.evolve import GameEvent, evolve_game
from eyesdown.bingo.pools.evolve import MoneyEvent, evolve_money
from eyesdown.bingo.session.evolve import SessionEvent, evolve_session
from eyesdown.bingo.state.state import Dispute, GamingDay, Person, Pool, Series, State, put


def evolve(state: State, event: ev.Event) -> State:  # noqa: PLR0912  a match over events is wide
    """The state that an event leads to.

    >>> from datetime import datetime
    >>> opened = ev.PoolOpened(at=datetime(2026, 1, 1), pool="Gold", sequence="")
    >>> evolve(State(), opened).pools["Gold"].balance_cents
    0
    """
    if isinstance(event, GameEvent):
        return evolve_game(state, event)
    if isinstance(event, SessionEvent):
        return evolve_session(state, event)
    if isinstance(event, MoneyEvent):
        return evolve_money(state, event)
    match event:
        case ev.Refused() | ev.BreachLogged() | ev.ReturnReported() | ev.SaleDeclined():
            return state
        case ev.PersonRegistered(person=name, role=role, staff=staff, member=member):
            return replace(state, people=put(state.people, name, Person(role, staff, member)))
        case ev.GamingDayFixed(starts=starts, minutes=minutes, inspector=inspector):
            return replace(state, day=GamingDay(starts, minutes, inspector))
        case ev.SalePointOpened(point=point):
            return replace(state, points=state.points | {point})
        case ev.SeriesRegistered(series=new):
            cards = {card.card: card for card in new.cards}
            series = Series(new.serial, new.colour, cards, tuple(sorted(cards)))
            return replace(state, series=put(state.series, new.serial, series))
        case ev.PoolOpened(pool=name, sequence=sequence):
            return replace(state, pools=put(state.pools, name, Pool(sequence)))
        case ev.DisputeRaised():
            dispute = Dispute(event.session, event.game, event.person, event.about)
            return replace(state, disputes=put(state.disputes, event.dispute, dispute))
        case ev.DisputeDecided(stage="review"):
            return state  # what was decided first is what a review is about
        case ev.DisputeDecided(dispute=name, by=by):
            decided = replace(state.disputes[name], decided_by=by)
            return replace(state, disputes=put(state.disputes, name, decided))
        case ev.DisputeClosed(dispute=name):
            closed = replace(state.disputes[name], closed=True)
            return replace(state, disputes=put(state.disputes, name, closed))
        case _:
            assert_never(event)
