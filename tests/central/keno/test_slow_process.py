"""The process of the slow step may be killed: the step is made again, with the same result."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from threading import Thread

import pytest

from eyesdown.central.keno.slow_process import STARTS_MAX, SlowProcess
from eyesdown.draw import slow
from eyesdown.draw.slow import SlowStep
from eyesdown.kernel.errors import JournalUnavailable

QUESTION, LONG = b"which numbers", 2_000_000_000


@pytest.fixture
def process() -> Iterator[SlowProcess]:
    made = SlowProcess()
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
    again = process.step(QUESTION, 1_000)
    assert again == first
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
