"""The slow step in a process of its own, so that sales do not wait for it."""

from __future__ import annotations

import logging
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from time import process_time

from eyesdown.central.desk.own_process import step_back
from eyesdown.draw.slow import SlowStep, Turning
from eyesdown.kernel.errors import JournalUnavailable

LOG = logging.getLogger("eyesdown.slow_step")

MEASURE_TURNS = 20_000
STARTS_MAX = 3
"""How often in a row a step is begun again whose process was killed."""


class SlowProcess:
    """One process that makes slow steps, started with the first one."""

    def __init__(self) -> None:
        self._stopped = False
        self._pool = _new_pool()

    def step(self, question: bytes, turns: int) -> SlowStep:
        """The result of a slow step and its proof; waits until it is made.

        A process that was killed leaves a pool that takes nothing more. Another one makes the step
        again: it comes to the same result.
        """
        for start in range(1, STARTS_MAX + 1):
            try:
                return self._pool.submit(_made, question, turns).result()
            except BrokenProcessPool:
                if self._stopped:
                    raise
                LOG.warning("the process of the slow step was killed, time %d in a row", start)
                self._pool = _new_pool()
        raise JournalUnavailable("the process of the slow step is killed again and again")

    def stop(self) -> None:
        """End the process, also in the middle of a step: the next start makes it again."""
        self._stopped = True
        processes = list((self._pool._processes or {}).values())  # noqa: SLF001 -- no public way
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


def _new_pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, get_context("spawn"), initializer=step_back)


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


def _made(question: bytes, turns: int) -> SlowStep:
    turning = Turning.of(question, turns)
    turning.run()
    return turning.prove()
