"""A workload: our rate, the reference's rate in the same run, and how the cost grows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Measured:
    """The result of one run. `ours` and `reference` are rates in the workload's unit."""

    ours: float
    reference: float | None
    reference_name: str
    work: int


@dataclass(frozen=True, slots=True)
class Workload:
    """A named job; `measure(scale)` does `scale` times the usual amount of work."""

    name: str
    unit: str
    measure: Callable[[int], Measured]


def best_seconds(job: Callable[[], object], rounds: int = 3) -> float:
    """The shortest of several runs: the one least disturbed by the rest of the machine."""
    times = []
    for _ in range(rounds):
        start = perf_counter()
        job()
        times.append(perf_counter() - start)
    return min(times)
