"""Any command in any state gives events, never an exception; and replaying them gives the state."""

from __future__ import annotations

import typing
from copy import deepcopy
from datetime import datetime, time, timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eyesdown.bingo.claims.commands import Claim
from eyesdown.bingo.commands import Command
from eyesdown.bingo.decide import decide
from eyesdown.bingo.evolve import evolve
from eyesdown.bingo.state.state import HallState
from eyesdown.bingo.words.parts import Level, Offer, Part, PlannedGame
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.cards.ticket import Ticket90
from eyesdown.kernel.canon import canonical
from kit import halls

NOON = datetime(2026, 5, 5, 12)
PEOPLE = ("ann", "bob", "cal", "dan", "sue", "max", "zoe", "")
WORDS: dict[str, tuple[Any, ...]] = {
    "session": ("S1", "S1", "S1", "S2", "no"),
    "game": (0, 1, 1, 1, 2, 9),
    "serial": ("382558", "501777", "N77", "X", ""),
    "card": (0, 1, 2, 11, 77),
    "cards": ((), (1,), (2, 3), (11, 12), (77,)),
    "books": ((), (1001,), (9,)),
    "count": (0, 1, 3),
    "pool": ("Gold", "Jack", "", "no"),
    "award": ("S1/1/part series/ann", "S1/1/bingo/bob", "no"),
    "claim": ("claim 1", "claim 2", "no"),
    "dispute": ("D1", "D2"),
    "duty": ("caller", "supervisor", "king"),
    "role": ("player", "dealer", "machine", "gaming services supervisor"),
    "cause": ("fire", "fraud", "rain"),
    "person_kind": ("player", "employee", ""),
    "selector": ("device", "receptacle", "hat"),
    "error": ("announcement", "display"),
    "word": ("bingo", "line"),
    "channel": ("announced", "displayed"),
    "topics": ((), ("version",), ("closing balance",), ("nonsense",)),
    "steps": ((), ("collect",), ("collect", "serial", "numbers"), ("dance",)),
    "medium": ("paper", "electronic", "stone"),
    "prize": ("part series", "bingo", "", "nonsense"),
    "details": ((), (("time", "19:00"), ("date", "x"), ("place", "y"))),
    "parts": ((), (Part(method="cash", amount_cents=10000),)),
    "starts": (time(0), time(6)),
    "games": (
        (),
        (PlannedGame(game=1, versions=(1,)),),
        tuple(
            PlannedGame(
                game=n,
                versions=(1,),
                prizes=(Offer(prize="bingo", amount_cents=5),),
                levels=(Level(whole_pool=True),),
            )
            for n in (1, 2)
        ),
    ),
    "pool_games": ((), (2,)),
    "numbers": ((), (5,), (1, 2, 3, 4, 5, 6)),
    "marked": ((), (1, 2, 3)),
    "boxes": (1, 6),
    "minutes": (1440, 1500),
    "finished": (None, NOON + timedelta(hours=2)),
}
SHORT = PrintedCard(card=1, boxes=(Ticket90.of([(1, 2), (3,)]), Ticket90.of([()])))
NUMBERS = st.integers(-1, 91)
CENTS = st.sampled_from((-1, 0, 1, 100, 1000, 1500, 2_000_000))


def value(name: str, kind: Any) -> st.SearchStrategy[Any]:
    if "PrintedCard" in str(kind):
        return st.sampled_from(((), (SHORT,), (SHORT, SHORT)))
    if name in WORDS:
        return st.sampled_from(WORDS[name])
    if name.endswith("_cents"):
        return CENTS
    if kind is bool:
        return st.booleans()
    if kind is int:
        return NUMBERS
    if kind is datetime:
        return st.integers(-600, 20_000).map(lambda s: NOON + timedelta(seconds=s))
    if kind is str:
        return st.sampled_from(PEOPLE)
    return st.just(())


def command(kind: type[Any]) -> st.SearchStrategy[Any]:
    hints = typing.get_type_hints(kind)
    names = kind.__struct_fields__
    return st.builds(kind, **{name: value(name, hints[name]) for name in names})


KINDS = typing.get_args(Command)
SCRIPTS = st.lists(st.one_of([command(kind) for kind in KINDS]), min_size=1, max_size=40)


def busy_halls() -> list[Any]:
    """A hall of each book in the middle of a game, one of them with a claim open."""
    nz = halls.nz_running(3, "ann", "bob")
    nz.call(7, 23, 33, 40, 63)
    nz.ok(Claim, player="ann")
    vic = halls.vic_running(5, "ann", "bob")
    vic.call(7, 23)
    nsw = halls.nsw_running("ann", "bob", levels=(Level(whole_pool=True),))
    nsw.call(11, 25)
    return [nz, vic, nsw]


HALLS: list[Any] = []  # made once; too large to be printed as an argument


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(commands=SCRIPTS)
def test_decide_is_total_and_evolve_follows(commands: list[Any]) -> None:
    if not HALLS:
        HALLS.extend(busy_halls())
    for hall in HALLS:
        state: HallState = deepcopy(hall.state)
        for each in commands:
            events = decide(hall.book, state, each)
            assert events
            for event in events:
                canonical(event)
                state = evolve(state, event)
        assert all(pool.balance_cents >= 0 for pool in state.pools.values())


def test_replaying_the_events_gives_the_same_state() -> None:
    hall = halls.nz_running(3, "ann", "bob")
    hall.call(*halls.TICKETS["T0"].numbers)
    halls.nz_win(hall, "ann")
    halls.finish(hall)
    state = HallState()
    for event in hall.log:
        state = evolve(state, event)
    assert state == hall.state
