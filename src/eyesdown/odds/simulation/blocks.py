"""Simulation in blocks, each with its own random stream, so that workers do not change results.

A block's stream is spawned from the seed by the block's number. Blocks are added in order and the
decision to stop is made after each, so one worker, eight, or a cluster give the same tally.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from signal import SIG_BLOCK, SIG_SETMASK, SIGINT, pthread_sigmask
from typing import Any, Protocol, Self, TypeAlias

import numpy as np

from eyesdown.kernel.errors import BadInput
from eyesdown.odds.simulation.tally import Tally

BLOCKS_MIN = 2  # a single block is too little for a standard error


class Job(Protocol):
    """What a block does: `block_trials` trials from one stream. Must survive pickling."""

    @property
    def block_trials(self) -> int:
        """Trials in one block."""
        ...

    @property
    def name(self) -> str:
        """What exactly is simulated; a checkpoint of a job with another name is refused."""
        ...

    def run(self, stream: np.random.Generator) -> Tally:
        """The tally of one block."""
        ...


class Pending(Protocol):
    """A submitted block: a future of the standard library or of a cluster."""

    def result(self) -> Any:
        """Wait for the block's tally."""
        ...

    def cancel(self) -> Any:
        """Cancel the block if it has not started."""
        ...


Submit: TypeAlias = Callable[[Job, int, int], Pending]


def stream(seed: int, block: int) -> np.random.Generator:
    """The generator of one block.

    >>> bool(stream(7, 3).integers(1 << 60) == stream(7, 3).integers(1 << 60))
    True
    """
    return np.random.Generator(
        np.random.PCG64DXSM(np.random.SeedSequence(seed, spawn_key=(block,)))
    )


def seed_of(saved: Mapping[str, Any]) -> int:
    """The seed that a checkpoint was made with.

    >>> seed_of({'seed': 7})
    7
    """
    try:
        return int(saved["seed"])
    except (KeyError, TypeError, ValueError) as bad:
        raise BadInput("checkpoint", "is not a checkpoint of a simulation") from bad


def run_block(job: Job, seed: int, block: int) -> Tally:
    """The tally of a job's block by its number."""
    return job.run(stream(seed, block))


@dataclass(frozen=True, slots=True)
class Precision:
    """When to stop: once half the 95% interval of a counted name is at most `half_width` units."""

    name: str
    half_width: float
    unit: float = 1.0
    variance_min: float = 0.0

    def reached(self, tally: Tally) -> bool:
        """Whether the tally is precise enough."""
        return tally.mean(self.name, self.unit, self.variance_min).reach <= self.half_width


@dataclass(slots=True)
class Run:
    """A running simulation: the job, the number of blocks finished, and their tally."""

    job: Job
    seed: int
    blocks_max: int
    precision: Precision | None = None
    blocks_done: int = 0
    tally: Tally = field(default_factory=Tally)

    @property
    def finished(self) -> bool:
        """Whether all blocks are in, or the precision is reached."""
        if self.blocks_done >= self.blocks_max:
            return True
        if self.precision is None or self.blocks_done < BLOCKS_MIN:
            return False
        return self.precision.reached(self.tally)

    def checkpoint(self) -> dict[str, Any]:
        """All that is needed to continue later, as JSON."""
        return {
            "job": self.job.name,
            "seed": str(self.seed),
            "blocks_done": self.blocks_done,
            "tally": self.tally.to_json(),
        }

    def resume(self, saved: Mapping[str, Any]) -> Self:
        """Continue from a checkpoint of the same job and seed; raises BadInput for any other."""
        try:
            job, seed = saved["job"], int(saved["seed"])
            blocks_done, tally = int(saved["blocks_done"]), Tally.from_json(saved["tally"])
        except (KeyError, TypeError, ValueError, AttributeError) as bad:
            raise BadInput("checkpoint", "is not a checkpoint of a simulation") from bad
        if (job, seed) != (self.job.name, self.seed):
            raise BadInput("checkpoint", "belongs to another simulation or another seed")
        self.blocks_done, self.tally = blocks_done, tally
        return self

    def steps(self, submit: Submit, window: int) -> Iterator[Self]:
        """Run to the end, yielding after every block; `window` blocks are in progress at a time."""
        assert window >= 1
        waiting: deque[Pending] = deque()
        following = self.blocks_done
        try:
            # Blocks are added in the order of their numbers, so the stop does
            # not depend on who was quickest.
            while not self.finished:
                while len(waiting) < window and following < self.blocks_max:
                    waiting.append(submit(self.job, self.seed, following))
                    following += 1
                self.tally.add(waiting.popleft().result())
                self.blocks_done += 1
                yield self
        finally:
            # Blocks begun beyond the stop are thrown away; they would make
            # the tally depend on the window.
            for late in waiting:
                late.cancel()

    def finish(self, submit: Submit, window: int = 1) -> Tally:
        """Run to the end; returns the tally."""
        for _ in self.steps(submit, window):
            pass
        return self.tally


@dataclass(frozen=True, slots=True)
class FinishedBlock:
    """A block that has already run."""

    tally: Tally

    def result(self) -> Tally:
        """The tally."""
        return self.tally

    def cancel(self) -> None:
        """Nothing to do: the block has run."""


def here(job: Job, seed: int, block: int) -> Pending:
    """Run a block in this process."""
    return FinishedBlock(run_block(job, seed, block))


@contextmanager
def processes(workers: int) -> Iterator[Submit]:
    """A way to run blocks on `workers` processes; with 1 they run in this process."""
    if workers == 1:
        yield here
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        submit = on(pool)

        def submit_masked(job: Job, seed: int, block: int) -> Pending:
            with _interrupts_later():
                return submit(job, seed, block)

        yield submit_masked


@contextmanager
def _interrupts_later() -> Iterator[None]:
    """Hold an interrupt back while a worker may start.

    A worker inherits the mask for its whole life: an interrupt from the terminal is for the
    process that it works for, which then ends its workers.
    """
    before = pthread_sigmask(SIG_BLOCK, {SIGINT})
    try:
        yield
    finally:
        pthread_sigmask(SIG_SETMASK, before)


def on(pool: Executor) -> Submit:
    """A way to run blocks on an executor of the standard library."""

    def submit(job: Job, seed: int, block: int) -> Pending:
        return pool.submit(run_block, job, seed, block)

    return submit
