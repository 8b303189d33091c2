"""The slow step in a process of its own, so that sales do not wait for it.

Two cores of a machine may share their arithmetic, so that a step slows sales down whatever its
priority is. It therefore rests while commands wait for the site's writer, some seconds in all: at
a steady pace of sales it hardly takes longer, and a rush does not hold up the draw without end.
"""

from __future__ import annotations

import logging
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from ctypes import c_bool
from multiprocessing import get_context
from time import monotonic, process_time, sleep
from typing import Any

from eyesdown.central.desk.own_process import step_back
from eyesdown.draw.slow import SlowStep, Turning
from eyesdown.kernel.errors import JournalUnavailable

LOG = logging.getLogger("eyesdown.slow_step")

MEASURE_TURNS = 20_000
STARTS_MAX = 3
"""How often in a row a step is begun again whose process was killed."""
REST_SECONDS = 0.002
"""How often a step that rests looks whether the writer is still busy."""


class SlowProcess:
    """One process that makes slow steps, started with the first one.

    A step rests while the site's writer is busy, `held_up_seconds_max` at most.
    """

    def __init__(self, held_up_seconds_max: float = 0.0) -> None:
        self._stopped = False
        self._held_up_seconds_max = held_up_seconds_max
        self._context = get_context("spawn")
        self._busy = self._context.RawValue(c_bool, False)
        self._pool = self._new_pool()

    def note_busy(self, busy: bool) -> None:  # noqa: FBT001 -- it is called with a truth alone
        """Note whether commands wait for the site's writer; the process reads it."""
        self._busy.value = busy

    def step(self, question: bytes, turns: int) -> SlowStep:
        """The result of a slow step and its proof; waits until it is made.

        A process that was killed leaves a pool that takes nothing more. Another one makes the step
        again: it comes to the same result.
        """
        for start in range(1, STARTS_MAX + 1):
            try:
                return self._pool.submit(_made, question, turns, self._held_up_seconds_max).result()
            except BrokenProcessPool:
                if self._stopped:
                    raise
                LOG.warning("the process of the slow step was killed; tries so far: %d", start)
                self._pool = self._new_pool()
        raise JournalUnavailable("the process of the slow step is killed again and again")

    def stop(self) -> None:
        """End the process, also in the middle of a step: the next start makes it again."""
        self._stopped = True
        processes = list((self._pool._processes or {}).values())  # noqa: SLF001 -- no public way
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, self._context, initializer=_begin, initargs=(self._busy,))


class GivingWay:
    """Rests while the writer is busy, for some seconds in all: call it again and again."""

    def __init__(self, busy: Any, seconds_max: float) -> None:
        """`busy.value` is true while commands wait for the writer."""
        self._busy = busy
        self.seconds_left = seconds_max

    def __call__(self, _: int = 0) -> None:
        while self._busy.value and self.seconds_left > 0:
            began = monotonic()
            sleep(REST_SECONDS)
            self.seconds_left -= monotonic() - began


_writer: Any = None
"""In the process of the slow step: whether the writer of the site is busy."""


def _begin(busy: Any) -> None:
    global _writer  # noqa: PLW0603 -- a process that begins has no other place for it
    _writer = busy
    step_back()


def turns_for(seconds: float) -> int:
    """How many turns this machine makes in some seconds of its core's time, in round thousands.

    Core time and not the time of day: a site that starts on a busy machine must not promise an
    easier step than on a calm one.

    >>> turns_for(0)
    0
    """
    if seconds <= 0:
        return 0
    turning = Turning.of(b"how fast is this machine", MEASURE_TURNS)
    began = process_time()
    turning.run()
    return max(1000, int(MEASURE_TURNS / (process_time() - began) * seconds) // 1000 * 1000)


def _made(question: bytes, turns: int, held_up_seconds_max: float) -> SlowStep:
    turning, give_way = Turning.of(question, turns), GivingWay(_writer, held_up_seconds_max)
    turning.run(give_way)
    return turning.prove(give_way)
