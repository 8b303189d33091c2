"""A wall clock that runs away from the steady one holds games until a supervisor speaks."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import pytest

from eyesdown.central.keno.machine import machine
from eyesdown.central.site.first_row import ClockSettled
from eyesdown.central.site.upkeep.watched_clock import WatchedClock, last_right_us
from eyesdown.central.store.journal import EMPTY, RowContent, linked
from eyesdown.kernel.ids import PersonId

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


@pytest.mark.parametrize("way", [1, -1])
def test_small_corrections_are_followed_up_to_a_minute_an_hour(
    clocks: Clocks, clock: WatchedClock, way: int
) -> None:
    for _ in range(100):
        clocks.wall += way * 60_000_000
        assert clock() == clocks.wall
        assert not clock.doubt_us
        clocks.tick(HOUR_US)
        clock()


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("each_us", [59_000_000, 1_000_000, 50_000])
def test_many_small_steps_move_the_time_no_further_than_one(
    clocks: Clocks, clock: WatchedClock, way: int, each_us: int
) -> None:
    for _ in range(2 * HOUR_US // each_us):
        clocks.wall += way * each_us
        clocks.tick(10_000)
        clock()
    seconds = (clock() - NOW_US - clocks.steady + 77) / 1e6
    spent = (clocks.steady - 77) / HOUR_US
    assert clock.doubt_us
    assert 0 < way * seconds <= 60 * (1 + spent)


def test_a_clock_that_was_walked_away_and_comes_back_is_right_again(
    clocks: Clocks, clock: WatchedClock
) -> None:
    for _ in range(20):
        clocks.wall += 30_000_000
        clock()
    assert clock.doubt_us == 600_000_000
    clocks.wall -= 600_000_000
    assert clock() == clocks.wall
    assert not clock.doubt_us


def test_corrections_count_half_after_half_an_hour(clocks: Clocks, clock: WatchedClock) -> None:
    clocks.wall += 60_000_000
    clock()
    clocks.tick(HOUR_US // 2)
    clocks.wall += 30_000_000
    assert clock() == clocks.wall
    clocks.wall += 1
    assert clock() == clocks.wall - 1
    assert clock.doubt_us == 60_000_001


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


YEAR_US = 366 * 24 * HOUR_US
SETTLED = b'[{"at":"now","by":"sue","type":"ClockSettled","wall":true}]'


@pytest.mark.parametrize(
    ("times", "settled", "right"),
    [
        ((), 0, 0),
        ((5, 7, 6), 0, 6),
        ((5, 5 + YEAR_US), 0, 5),
        ((5, 4 + YEAR_US), 0, 4 + YEAR_US),
        ((5 + YEAR_US, 5, 7, 6 + YEAR_US), 0, 6 + YEAR_US),
        ((5, 5 + YEAR_US, 9 + YEAR_US), 2, 9 + YEAR_US),
        ((NOW_US, 5, 6, 7), 3, 7),
        ((NOW_US, NOW_US - 60_000_000), 0, NOW_US),
        ((NOW_US, NOW_US - 59_999_999), 0, NOW_US - 59_999_999),
    ],
)
def test_rows_after_a_jump_do_not_count_until_it_is_settled(
    times: tuple[int, ...], settled: int, right: int
) -> None:
    """A second start would compare a wrong clock with rows that the first one wrote by it."""
    contents = [
        RowContent(at_us, f"c/{n}", b"", b"{}", SETTLED if n == settled else b"[]")
        for n, at_us in enumerate(times, 1)
    ]
    assert last_right_us(linked(EMPTY, contents)) == right


def test_a_supervisors_decision_is_written_as_the_start_looks_for_it() -> None:
    settled = ClockSettled(datetime(2026, 11, 15, tzinfo=UTC), PersonId("sue"), wall=True)
    raw = machine().events.write((settled,))
    row = RowContent(5, "c/2", b"", b"{}", raw)
    assert last_right_us(linked(EMPTY, [RowContent(NOW_US, "c/1", b"", b"{}", b"[]"), row])) == 5
