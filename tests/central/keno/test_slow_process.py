"""The process of the slow step: killed it begins again, and it gives way to sales for a while."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from threading import Thread

import pytest

from eyesdown.central.keno.slow_process import STARTS_MAX, GivingWay, SlowProcess
from eyesdown.draw import slow
from eyesdown.draw.slow import SlowStep
from eyesdown.kernel.errors import JournalUnavailable

QUESTION, LONG = b"which numbers", slow.TURNS_MAX
HELD_UP_SECONDS = 0.02


@pytest.fixture
def process() -> Iterator[SlowProcess]:
    made = SlowProcess(HELD_UP_SECONDS)
    yield made
    made.stop()


def kill_when_there(process: SlowProcess, known: frozenset[int] = frozenset()) -> int:
    """Kill the process that makes steps, once there is one that was not known before."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        new = set(process._pool._processes or {}) - known
        if new:
            os.kill(new_one := new.pop(), signal.SIGKILL)
            return new_one
        time.sleep(0.01)
    raise AssertionError("no process was started")


def test_a_killed_process_is_replaced(process: SlowProcess) -> None:
    first = process.step(QUESTION, 1_000)
    kill_when_there(process)
    process.note_busy(True)
    again = process.step(QUESTION, 1_000)
    assert again == first, "and a writer that is always busy holds it up for a while only"
    assert slow.holds(QUESTION, again)


def test_a_process_that_is_killed_each_time_is_given_up_in_words(process: SlowProcess) -> None:
    trouble: list[Exception] = []

    def ask() -> None:
        try:
            made: SlowStep = process.step(QUESTION, LONG)
            raise AssertionError(made)
        except JournalUnavailable as given_up:
            trouble.append(given_up)

    asking = Thread(target=ask)
    asking.start()
    killed = frozenset[int]()
    for _ in range(STARTS_MAX):
        killed |= {kill_when_there(process, killed)}
    asking.join(60)
    assert "again and again" in str(trouble[0])
    assert process.step(QUESTION, 1_000), "and a later step is made"


class Writer:
    """A writer that is found busy this many times, and then no more."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    @property
    def value(self) -> bool:
        self.looks -= 1
        return self.looks >= 0


def test_a_step_rests_while_the_writer_is_busy_and_goes_on_when_it_is_not() -> None:
    writer = Writer(3)
    give_way = GivingWay(writer, 60)
    give_way()
    assert writer.looks == -1
    assert 0 < give_way.seconds_left < 60
    left = give_way.seconds_left
    give_way()
    assert give_way.seconds_left == left, "it takes nothing off while no one sells"


def test_sales_hold_a_step_up_for_so_many_seconds_in_all() -> None:
    writer = Writer(10_000)
    give_way = GivingWay(writer, HELD_UP_SECONDS)
    give_way()
    looks = writer.looks
    assert give_way.seconds_left <= 0 < looks
    give_way()
    assert writer.looks == looks - 1, "it looks once, and rests no more"
