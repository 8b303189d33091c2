"""Metrics for Prometheus: how many commands, how long they took, how long the journal is."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

MEDIA = "text/plain; version=0.0.4; charset=utf-8"
COMMANDS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class _Spread:
    """A histogram: how often a value was at most each bound.

    Only one thread uses it. The library's own histogram takes a lock for each value, which would
    cost a sale more than finding its credential.
    """

    def __init__(self, name: str, meaning: str, bounds: tuple[float, ...]) -> None:
        self._name, self._meaning, self._bounds = name, meaning, bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def add(self, value: float) -> None:
        """Count a value."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def metric(self) -> Metric:
        """The histogram in the library's form."""
        names = [*(f"{float(bound)}" for bound in self._bounds), "+Inf"]
        buckets = list(zip(names, accumulate(self._counts), strict=True))
        return HistogramMetricFamily(self._name, self._meaning, buckets, self._sum)


@dataclass(frozen=True, slots=True)
class Moment:
    """The site at the moment of a scrape."""

    seq: int
    waiting: int
    displays: int
    store_up: int = 0
    game: int = -1
    unsettled: int = 0
    stopped: int = 0
    tickets_missing: int = 0
    broken_off: int = 0


class Metrics(Collector):
    """Counted since the start by command and answer; the rest is looked up when asked for."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._answers = Counter[tuple[str, int]]()
        self._seconds = _Spread(
            "eyesdown_answer_seconds",
            "From the arrival of a command, or of many at once, to the answer after the commit.",
            SECONDS,
        )
        self._batches = _Spread(
            "eyesdown_batch_commands", "Commands that went to the disk together.", COMMANDS
        )
        self._commits = _Spread(
            "eyesdown_batch_seconds",
            "From the decision of a batch's first command to its commit.",
            SECONDS,
        )
        ProcessCollector(registry=self._registry)
        self._now = Moment(0, 0, 0)
        self._registry.register(self)

    def answered(self, command: str, status: int) -> None:
        """Count a command by its kind and the status of its response."""
        self._answers[command, status] += 1

    def took(self, seconds: float) -> None:
        """Count how long a request took until its response."""
        self._seconds.add(seconds)

    def wrote(self, commands: int, seconds: float) -> None:
        """Count a batch: its commands, and the seconds until they were on disk."""
        self._batches.add(commands)
        self._commits.add(seconds)

    def text(self, now: Moment) -> bytes:
        """All metrics in Prometheus' text format."""
        self._now = now
        return generate_latest(self._registry)

    def collect(self) -> Iterable[Metric]:
        """The metrics of this moment, as the library asks for them."""
        now = self._now
        answers = CounterMetricFamily(
            "eyesdown_commands",
            "Commands by kind and by the status of their answer.",
            labels=("command", "status"),
        )
        for (command, status), count in self._answers.items():
            answers.add_metric((command, f"{status}"), count)
        yield answers
        yield from (spread.metric() for spread in (self._seconds, self._batches, self._commits))
        yield CounterMetricFamily(
            "eyesdown_journal_rows", "Rows of the journal that are on disk.", now.seq
        )
        yield CounterMetricFamily(
            "eyesdown_draws_broken_off", "Draws that were broken off.", now.broken_off
        )
        yield CounterMetricFamily(
            "eyesdown_tickets_missing",
            "Questions for a genuine ticket that is not on record.",
            now.tickets_missing,
        )
        for name, meaning, value in (
            ("commands_waiting", "Commands that wait for their turn.", now.waiting),
            ("displays", "Walls and phones that watch the feed.", now.displays),
            (
                "store_up",
                "Whether the store answers and took what was last written.",
                now.store_up,
            ),
            ("open_game", "Running number of the open game; -1 while none is.", now.game),
            ("games_unsettled", "Games that are closed and not settled.", now.unsettled),
            ("games_stopped", "Games that control stopped; each waits for a person.", now.stopped),
        ):
            yield GaugeMetricFamily(f"eyesdown_{name}", meaning, value)
