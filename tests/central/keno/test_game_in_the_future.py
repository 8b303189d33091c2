"""A clock that was ahead opened a game in the future; two supervisors put it right."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest

from eyesdown.central.keno.machine import SYDNEY, KenoSite, machine, sydney
from eyesdown.central.keno.tasks import Plan, next_step
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.memory import MemoryStore
from eyesdown.demo.keno_load import Ask, places, sale, set_up
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.games.commands import CorrectGameTime
from eyesdown.keno.games.events import GameTimeCorrected
from eyesdown.keno.words.games import GameState
from eyesdown.kernel.refused import refusals_in

NOON = datetime(2026, 11, 15, 12, tzinfo=SYDNEY)
PLACES = places(1)
BY, SECOND = "sue", "sam"


@dataclass
class Clocked:
    """A keno site whose clock a test sets."""

    now: datetime = NOON
    plan: Plan = field(default_factory=lambda: Plan(os.urandom))

    def __post_init__(self) -> None:
        self.site: Site[KenoSite] = Site(machine(), MemoryStore(), self.now_us)
        for command in set_up(self.now, PLACES):
            self.do(command)
        self.wait()

    def now_us(self) -> int:
        return int(self.now.timestamp() * 1_000_000)

    def do(self, command: Any) -> tuple[Any, ...]:
        [reply] = self.site.run([Submitted(f"test/{self.site.head.seq}", command)])
        assert isinstance(reply, Done)
        return reply.events

    def wait(self, **time: float) -> None:
        """Let time pass, and the site do what is due then."""
        self.now += timedelta(**time)
        while make := next_step(self.site, self.plan, sydney(self.now_us())):
            self.site.run([make()])

    def sell(self, serial: str) -> int:
        """The game that a ticket sold now is in."""
        [sold] = self.do(sale(self.now, serial, PLACES[0], Ask((Regular((1, 2, 3), 100),), 1, 100)))
        return int(sold.first_game)

    def correct(self, **changes: Any) -> tuple[Any, ...]:
        game = self.site.state.keno.open_game
        facts = {"game": game, "second": SECOND, "because": "the clock was ahead", "by": BY}
        return self.do(CorrectGameTime(self.now, **(facts | changes)))

    def code(self, **changes: Any) -> str:
        return refusals_in(self.correct(**changes))[0].code


@pytest.fixture
def clocked() -> Clocked:
    return Clocked()


@pytest.mark.clause("central-site", "13.1")
@pytest.mark.parametrize("ahead", [timedelta(hours=25), timedelta(days=400)])
def test_a_game_of_the_future_is_closed_now_and_today_goes_on(
    clocked: Clocked, ahead: timedelta
) -> None:
    clocked.sell("S00000001")
    clocked.wait(days=ahead.days, seconds=ahead.seconds)
    lost = clocked.site.state.keno.open_game
    clocked.now -= ahead
    assert clocked.sell("S00000002") == lost, "it sells into the future"
    clocked.wait(minutes=30)
    keno = clocked.site.state.keno
    assert keno.open_game == lost, "and never closes"
    assert keno.day == (NOON + ahead).date()
    [corrected] = clocked.correct()
    assert isinstance(corrected, GameTimeCorrected)
    assert (corrected.by, corrected.second) == (BY, SECOND)
    clocked.wait()
    assert lost is not None
    assert keno.games[lost].state is GameState.SETTLED
    assert clocked.site.state.draws.published_max == lost
    opened = keno.games[lost + 1]
    assert (opened.keno_day, opened.number) == (NOON.date(), 1), "today goes on"
    clocked.wait(minutes=4)
    assert keno.games[lost + 2].number == 2
    assert verify_journal(clocked.site.machine, clocked.site.store, decide_again=True)


@pytest.mark.clause("central-site", "13.1")
def test_when_the_future_day_comes_no_game_has_a_name_twice(clocked: Clocked) -> None:
    clocked.wait(hours=25)
    clocked.now -= timedelta(hours=25)
    clocked.correct()
    clocked.wait()
    names = {(game.keno_day, game.number) for game in clocked.site.state.keno.games.values()}
    clocked.wait(hours=26)
    clocked.wait()
    keno = clocked.site.state.keno
    assert keno.day == (NOON + timedelta(days=1)).date()
    assert keno.open_game is not None
    opened = keno.games[keno.open_game]
    assert opened.number == 1, "numbers begin with 0, and that one was played"
    assert (opened.keno_day, opened.number) not in names
    verify_journal(clocked.site.machine, clocked.site.store, decide_again=True)


@pytest.mark.clause("central-site", "13.1")
def test_a_game_that_is_open_now_closes_at_its_time(clocked: Clocked) -> None:
    assert clocked.code() == "clock/not_ahead"
    assert clocked.code(game=77) == "clock/not_ahead"


@pytest.mark.clause("central-site", "13.2")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"second": ""}, "clock/same_person"),
        ({"second": BY}, "clock/same_person"),
        ({"because": "  "}, "clock/no_reason"),
    ],
)
def test_two_people_and_a_reason_are_needed(
    clocked: Clocked, changes: dict[str, str], code: str
) -> None:
    clocked.wait(hours=25)
    clocked.now -= timedelta(hours=25)
    assert clocked.code(**changes) == code
