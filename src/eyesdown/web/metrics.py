"""What Prometheus may ask a site: how many commands, how long they took, where the journal is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

MEDIA = "text/plain; version=0.0.4; charset=utf-8"
COMMANDS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # the library's own gap


@dataclass(frozen=True, slots=True)
class Moment:
    """The site as it is when somebody looks."""

    seq: int
    waiting: int
    displays: int
    store_up: int = 0
    game: int = -1
    unsettled: int = 0
    stopped: int = 0


class Metrics(Collector):
    """Counted since the start by command and answer; the rest is looked up when asked for."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._commands = Counter(
            "eyesdown_commands",
            "Commands by kind and by the status of their answer.",
            ("command", "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "eyesdown_answer_seconds",
            "From the arrival of a command, or of many at once, to the answer after the commit.",
            buckets=SECONDS,
            registry=self._registry,
        )
        self._batches = Histogram(
            "eyesdown_batch_commands",
            "Commands that went to the disk together.",
            buckets=COMMANDS,
            registry=self._registry,
        )
        self._commits = Histogram(
            "eyesdown_batch_seconds",
            "From the decision of a batch's first command to its commit.",
            buckets=SECONDS,
            registry=self._registry,
        )
        ProcessCollector(registry=self._registry)
        self._now = Moment(0, 0, 0)
        self._known: dict[tuple[str, int], Counter] = {}
        self._registry.register(self)

    def answered(self, command: str, status: int) -> None:
        one = self._known.get((command, status))
        if one is None:  # asking the library for it every time costs more than counting
            one = self._known[command, status] = self._commands.labels(command, f"{status}")
        one.inc()

    def took(self, seconds: float) -> None:
        self._seconds.observe(seconds)

    def wrote(self, commands: int, seconds: float) -> None:
        self._batches.observe(commands)
        self._commits.observe(seconds)

    def text(self, now: Moment) -> bytes:
        """Everything, in Prometheus' words."""
        self._now = now
        return generate_latest(self._registry)

    def collect(self) -> Iterable[Metric]:
        now = self._now
        yield CounterMetricFamily(
            "eyesdown_journal_rows", "Rows of the journal that are on disk.", now.seq
        )
        for name, words, value in (
            ("commands_waiting", "Commands that wait for their turn.", now.waiting),
            ("displays", "Walls and phones that watch the board.", now.displays),
            (
                "store_up",
                "Whether the store answers; of games nothing is known else.",
                now.store_up,
            ),
            ("open_game", "Running number of the open game; -1 while none is.", now.game),
            ("games_unsettled", "Games that are closed and not settled.", now.unsettled),
            ("games_stopped", "Games that control stopped; each waits for a person.", now.stopped),
        ):
            yield GaugeMetricFamily(f"eyesdown_{name}", words, value)
