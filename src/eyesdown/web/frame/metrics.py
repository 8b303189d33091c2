"""Metrics for Prometheus: how many commands, how long they took, how long the journal is."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
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

from eyesdown.central.tenant import Gauge

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
    """One tenant at the moment of a scrape."""

    tenant: str
    seq: int
    waiting: int
    displays: int
    store_up: int = 0
    gauges: tuple[Gauge, ...] = ()

    def all_gauges(self) -> Iterable[Gauge]:
        """The figures of every tenant, then those of its own."""
        yield Gauge("journal_rows", "Rows of the journal that are on disk.", self.seq, True)
        yield Gauge("commands_waiting", "Commands that wait for their turn.", self.waiting)
        yield Gauge("displays", "Walls and phones that watch the feeds.", self.displays)
        meaning = "Whether the store answers and took what was last written."
        yield Gauge("store_up", meaning, self.store_up)
        yield from self.gauges


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
        self._now: Sequence[Moment] = ()
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

    def text(self, now: Sequence[Moment]) -> bytes:
        """All metrics in Prometheus' text format; `now` has every tenant."""
        self._now = now
        return generate_latest(self._registry)

    def collect(self) -> Iterable[Metric]:
        """The metrics of this moment, as the library asks for them."""
        answers = CounterMetricFamily(
            "eyesdown_commands",
            "Commands by kind and by the status of their answer.",
            labels=("command", "status"),
        )
        for (command, status), count in self._answers.items():
            answers.add_metric((command, f"{status}"), count)
        yield answers
        yield from (spread.metric() for spread in (self._seconds, self._batches, self._commits))
        yield from _by_tenant(self._now)


def _by_tenant(moments: Sequence[Moment]) -> Iterable[Metric]:
    """Every figure once, with the tenant as its label."""
    families: dict[str, CounterMetricFamily | GaugeMetricFamily] = {}
    for moment in moments:
        for gauge in moment.all_gauges():
            kind = CounterMetricFamily if gauge.only_grows else GaugeMetricFamily
            if gauge.name not in families:
                name = f"eyesdown_{gauge.name}"
                families[gauge.name] = kind(name, gauge.meaning, labels=("tenant",))
            families[gauge.name].add_metric((moment.tenant,), gauge.value)
    return families.values()
