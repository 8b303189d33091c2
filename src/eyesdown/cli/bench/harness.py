"""One workload a row: our figure, the reference's figure in the same run, and how cost grows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Measured:
    """What one run saw. `ours` and `reference` are rates in the workload's unit."""

    ours: float
    reference: float | None
    reference_name: str
    work: int


@dataclass(frozen=True, slots=True)
class Workload:
    """A named job; `measure(scale)` does scale times the ordinary amount of work."""

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
