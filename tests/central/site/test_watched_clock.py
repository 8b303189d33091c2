"""A wall clock that runs away from the steady one holds games until a supervisor speaks."""

from __future__ import annotations

import logging

import pytest

from eyesdown.central.site.upkeep.watched_clock import WatchedClock

HOUR_US = 3600 * 1_000_000
NOW_US = 1_795_000_000_000_000


class Clocks:
    def __init__(self) -> None:
        self.wall, self.steady = NOW_US, 77

    def tick(self, us: int) -> None:
        self.wall += us
        self.steady += us


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


@pytest.fixture
def clock(clocks: Clocks) -> WatchedClock:
    return WatchedClock(lambda: clocks.wall, lambda: clocks.steady)


@pytest.mark.parametrize("jump_us", [25 * HOUR_US, -HOUR_US, 400 * 24 * HOUR_US, -NOW_US])
def test_a_jump_is_not_followed(
    clocks: Clocks, clock: WatchedClock, jump_us: int, caplog: pytest.LogCaptureFixture
) -> None:
    clocks.tick(1_000_000)
    assert clock() == NOW_US + 1_000_000
    clocks.wall += jump_us
    clocks.tick(9_000_000)
    with caplog.at_level(logging.WARNING):
        assert clock() == NOW_US + 10_000_000, "the site goes on by the steady clock"
        assert clock.doubt_us == jump_us
        clocks.wall -= jump_us
        assert clock() == NOW_US + 10_000_000
    assert clock.doubt_us == 0
    says = [record.message for record in caplog.records]
    assert says[0].startswith("the clock jumped")
    assert says[1:] == ["the clock is right again"]


def test_small_corrections_are_followed(clocks: Clocks, clock: WatchedClock) -> None:
    for _ in range(100):
        clocks.wall += 59_000_000
        assert clock() == clocks.wall
        assert not clock.doubt_us


def test_a_supervisor_says_that_the_wall_clock_is_right(
    clocks: Clocks, clock: WatchedClock
) -> None:
    clocks.wall += HOUR_US
    assert clock() == NOW_US
    clock.settle(wall=True)
    assert clock() == NOW_US + HOUR_US
    assert not clock.doubt_us


def test_a_wrong_clock_that_was_not_set_parts_again(clocks: Clocks, clock: WatchedClock) -> None:
    clocks.wall += HOUR_US
    clock()
    clock.settle(wall=False)
    assert clock() == NOW_US
    assert clock.doubt_us == HOUR_US


@pytest.mark.parametrize(
    ("last_us", "held"),
    [
        (0, False),
        (NOW_US - HOUR_US, False),
        (NOW_US + 59_000_000, False),
        (NOW_US + HOUR_US, True),
        (NOW_US - 367 * 24 * HOUR_US, True),
    ],
)
def test_a_start_compares_the_clock_with_the_journal(
    clock: WatchedClock, last_us: int, *, held: bool
) -> None:
    clock.compare(last_us)
    clock()
    assert bool(clock.doubt_us) is held
    clock.settle(wall=True)
    clock()
    assert not clock.doubt_us
