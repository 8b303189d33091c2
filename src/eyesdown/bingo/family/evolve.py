"""From what was known and what happened to what is known."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from eyesdown.bingo.family.events import (
    BankerNamed,
    BingoCried,
    CardDealt,
    CountersRemoved,
    DiscCalled,
    Event,
    NumberCovered,
    Refused,
    RoundStarted,
    RoundVoided,
    RoundWon,
    RowReadBack,
    SeriesBegun,
    SeriesTied,
    SeriesWon,
)
from eyesdown.bingo.family.state import Cry, State
from eyesdown.rulebook.facts.family import Square
from eyesdown.rulebooks.family_bingo.c03_play import square_of


def evolve(state: State, event: Event) -> State:
    match event:
        case Refused() | SeriesTied():
            return state
        case SeriesBegun() | CardDealt() | BankerNamed() | RoundStarted():
            return _seated(state, event)
        case DiscCalled() | NumberCovered() | BingoCried() | RowReadBack() | CountersRemoved():
            return _played(state, event)
        case RoundWon():
            return _scored(state, event)
        case RoundVoided():
            return replace(state, phase="seated", choices=(state.banker,))
        case SeriesWon():
            return replace(state, phase="over")
        case _:
            assert_never(event)


def _seated(state: State, event: SeriesBegun | CardDealt | BankerNamed | RoundStarted) -> State:
    match event:
        case SeriesBegun():
            return State(
                phase="seated",
                cards=event.cards,
                scoring=event.scoring,
                rounds_agreed=event.rounds_agreed,
                auto_cover=event.auto_cover,
            )
        case CardDealt(player=player, card=card):
            return replace(state, dealt={**state.dealt, player: card})
        case BankerNamed(person=person):
            dealt = {name: card for name, card in state.dealt.items() if name != person}
            return replace(state, banker=person, dealt=dealt)
        case RoundStarted(round=number, players=players, free=free):
            return replace(
                state,
                phase="playing",
                round=number,
                called=(),
                cries=(),
                covered=dict.fromkeys(players, frozenset(free)),
                removed=dict.fromkeys(players, frozenset()),
            )
        case _:
            assert_never(event)


def _played(
    state: State, event: DiscCalled | NumberCovered | BingoCried | RowReadBack | CountersRemoved
) -> State:
    match event:
        case DiscCalled(disc=disc, covered_by=players):
            called = replace(state, called=(*state.called, disc), cries=())
            for player in players:
                called = _cover(called, player, disc)
            return called
        case NumberCovered(player=player, number=number):
            return _cover(state, player, number)
        case BingoCried(player=player):
            kept = tuple(cry for cry in state.cries if cry.player != player)
            return replace(state, cries=(*kept, Cry(player)))
        case RowReadBack(player=player, right=right, total=total):
            cries = tuple(
                Cry(player, right, total) if cry.player == player else cry for cry in state.cries
            )
            return replace(state, cries=cries)
        case CountersRemoved(player=player, squares=squares):
            return _uncover(state, player, frozenset(squares))
        case _:
            assert_never(event)


def _cover(state: State, player: str, number: int) -> State:
    square = square_of(number, state.card_of(player).rows)
    assert square is not None
    covered = {**state.covered, player: state.covered[player] | {square}}
    return replace(state, covered=covered)


def _uncover(state: State, player: str, row: frozenset[Square]) -> State:
    """Counters come off; what was called by now stays off for this round (K05)."""
    rows = state.card_of(player).rows
    out = {0, *state.called}
    spent = frozenset((line, column) for line, column in row if rows[line][column] in out)
    return replace(
        state,
        covered={**state.covered, player: state.covered[player] - row},
        removed={**state.removed, player: state.removed[player] | spent},
    )


def _scored(state: State, won: RoundWon) -> State:
    rounds = dict(state.rounds_won)
    for player in won.winners:
        rounds[player] = rounds.get(player, 0) + 1
    points = dict(state.points)
    for player, total in won.totals:
        points[player] = points.get(player, 0) + total
    return replace(
        state,
        phase="seated",
        rounds_counted=state.rounds_counted + 1,
        rounds_won=rounds,
        points=points,
        choices=won.next_banker,
    )
