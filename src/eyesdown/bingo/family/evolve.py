"""Applying an event of the family game to its state, in place."""

from __future__ import annotations

from typing import get_args

from eyesdown.bingo.family.events import (
    BankerNamed,
    BingoCried,
    CardDealt,
    CountersRemoved,
    DiscCalled,
    DiscTakenBack,
    Event,
    NumberCovered,
    PlayerLeft,
    RoundStarted,
    RoundVoided,
    RoundWon,
    RowReadBack,
    SeriesBegun,
    SeriesEnded,
    SeriesTied,
    SeriesWon,
)
from eyesdown.bingo.family.house import person_of
from eyesdown.bingo.family.state import Cry, FamilyState
from eyesdown.kernel.handlers import Handlers, every
from eyesdown.kernel.refused import Refused
from eyesdown.rulebooks.family_bingo.c03_play import square_of

EVOLVES = Handlers()


def evolve(state: FamilyState, event: Event) -> FamilyState:
    """The same state, changed in place: the caller owns it and passes it on."""
    _EVOLVE[type(event)](state, event)
    return state


@EVOLVES.handles(Refused, SeriesTied)
def _on_record(_state: FamilyState, _event: Refused | SeriesTied) -> None:
    """Change nothing: these events are only recorded."""


@EVOLVES.handles(SeriesBegun)
def _series_begun(state: FamilyState, event: SeriesBegun) -> None:
    fresh = FamilyState(
        phase="seated",
        cards=event.cards,
        scoring=event.scoring,
        rounds_agreed=event.rounds_agreed,
        auto_cover=event.auto_cover,
        house=event.house,
    )
    for name in FamilyState.__struct_fields__:
        setattr(state, name, getattr(fresh, name))


@EVOLVES.handles(CardDealt)
def _card_dealt(state: FamilyState, event: CardDealt) -> None:
    state.dealt = {**state.dealt, event.player: event.card}
    if state.phase == "playing":
        state.covered = {**state.covered, event.player: event.covered}
        state.removed = {**state.removed, event.player: ()}


@EVOLVES.handles(PlayerLeft)
def _player_left(state: FamilyState, event: PlayerLeft) -> None:
    hands = [name for name in state.dealt if person_of(name, state.house) == event.player]
    for name in ("dealt", "covered", "removed"):
        by_hand = getattr(state, name)
        setattr(state, name, {hand: by_hand[hand] for hand in by_hand if hand not in hands})
    state.cries = tuple(cry for cry in state.cries if cry.player not in hands)
    if state.phase != "playing" and event.player in (state.banker, *state.choices):
        state.choices = ()  # anyone may be chosen again
        state.banker = "" if state.banker == event.player else state.banker


@EVOLVES.handles(BankerNamed)
def _banker_named(state: FamilyState, event: BankerNamed) -> None:
    state.banker = event.person
    state.dealt = {
        name: card
        for name, card in state.dealt.items()
        if person_of(name, state.house) != event.person
    }


@EVOLVES.handles(RoundStarted)
def _round_started(state: FamilyState, event: RoundStarted) -> None:
    state.phase, state.round = "playing", event.round
    state.called, state.cries = (), ()
    state.covered = dict.fromkeys(event.players, event.free)
    state.removed = dict.fromkeys(event.players, ())


@EVOLVES.handles(DiscCalled)
def _disc_called(state: FamilyState, event: DiscCalled) -> None:
    state.called = (*state.called, event.disc)
    state.cries = ()
    for player in event.covered_by:
        _cover(state, player, event.disc)


@EVOLVES.handles(DiscTakenBack)
def _disc_taken_back(state: FamilyState, event: DiscTakenBack) -> None:
    state.called, state.cries = state.called[:-1], ()
    for player in state.dealt:
        square = square_of(event.disc, state.card_of(player).rows)
        left = tuple(place for place in state.covered[player] if place != square)
        state.covered = {**state.covered, player: left}


@EVOLVES.handles(NumberCovered)
def _number_covered(state: FamilyState, event: NumberCovered) -> None:
    _cover(state, event.player, event.number)


def _cover(state: FamilyState, player: str, number: int) -> None:
    square = square_of(number, state.card_of(player).rows)
    assert square is not None
    if square not in state.covered[player]:
        state.covered = {**state.covered, player: (*state.covered[player], square)}


@EVOLVES.handles(BingoCried)
def _bingo_cried(state: FamilyState, event: BingoCried) -> None:
    others = tuple(cry for cry in state.cries if cry.player != event.player)
    state.cries = (*others, Cry(event.player))


@EVOLVES.handles(RowReadBack)
def _row_read_back(state: FamilyState, event: RowReadBack) -> None:
    checked = Cry(event.player, event.right, event.total)
    state.cries = tuple(checked if cry.player == event.player else cry for cry in state.cries)


@EVOLVES.handles(CountersRemoved)
def _counters_removed(state: FamilyState, event: CountersRemoved) -> None:
    """Take counters off; what was called by now remains uncovered for this round (K05)."""
    player = event.player
    rows = state.card_of(player).rows
    out = {0, *state.called}
    spent = [(line, column) for line, column in event.squares if rows[line][column] in out]
    left = tuple(square for square in state.covered[player] if square not in event.squares)
    state.covered = {**state.covered, player: left}
    removed = tuple(dict.fromkeys((*state.removed[player], *spent)))
    state.removed = {**state.removed, player: removed}


@EVOLVES.handles(RoundWon)
def _round_won(state: FamilyState, event: RoundWon) -> None:
    rounds, points = dict(state.rounds_won), dict(state.points)
    for player in event.winners:
        rounds[player] = rounds.get(player, 0) + 1
    for player, total in event.totals:
        points[player] = points.get(player, 0) + total
    state.rounds_won, state.points = rounds, points
    state.rounds_counted += 1
    state.phase, state.choices = "seated", event.next_banker


@EVOLVES.handles(RoundVoided)
def _round_voided(state: FamilyState, _event: RoundVoided) -> None:
    state.phase, state.choices = "seated", (state.banker,)


@EVOLVES.handles(SeriesWon, SeriesEnded)
def _series_over(state: FamilyState, _event: SeriesWon | SeriesEnded) -> None:
    state.phase = "over"


_EVOLVE = every(EVOLVES, kinds=get_args(Event))
