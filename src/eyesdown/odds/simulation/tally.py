"""What a simulation counts, in whole numbers only, so that the order of adding does not matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

Whole: TypeAlias = NDArray[np.integer]

CONFIDENCE_Z = 1.959963984540054  # 95% of a normal law lies within
FEW = 1000  # below this number of trials Student's law differs visibly from the normal
_HALF = 1 << 22


def confidence(trials: int) -> float:
    """Half the width of a 95% interval in standard errors, for an error estimated from `trials`.

    Student's law by its expansion around the normal law; the first two values are exact.

    >>> [round(confidence(n), 2) for n in (2, 3, 4, 5, 11, 101, 5000)]
    [12.71, 4.3, 3.18, 2.78, 2.23, 1.98, 1.96]
    """
    degrees, z = trials - 1, CONFIDENCE_Z
    if not 1 <= degrees < FEW:
        return z
    if degrees <= 2:
        return (12.706204736432095, 4.302652729911275)[degrees - 1]
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(degrees) ** power for power, term in enumerate(terms, start=1))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its standard error, from `trials` trials."""

    mean: float
    error: float
    trials: int

    @property
    def reach(self) -> float:
        """Half the width of the 95% interval."""
        return confidence(self.trials) * self.error

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval."""
        return self.mean - self.reach, self.mean + self.reach


class Chance(Estimate):
    """A chance with Wilson's interval, which stays inside 0 and 1 even if the event never occurred.

    >>> low, high = Chance(0.0, 0.0, 1000).interval
    >>> round(low, 9), round(high, 4)
    (0.0, 0.0038)
    """

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval."""
        p = min(max(self.mean, 0.0), 1.0)
        # The trials that such an error would take, which are fewer
        # where trials are not independent.
        n = p * (1 - p) / self.error**2 if self.error else float(self.trials)
        wide = confidence(self.trials)
        z = wide**2 / n
        middle = (p + z / 2) / (1 + z)
        reach = wide * sqrt(p * (1 - p) / n + z / (4 * n)) / (1 + z)
        return max(middle - reach, 0.0), min(middle + reach, 1.0)


@dataclass(slots=True)
class Tally:
    """Sums, sums of squares and histograms over trials; `add` joins another.

    >>> tally = Tally()
    >>> tally.count("won", np.array([0, 200, 400]))
    >>> tally.trials = 3
    >>> tally.mean("won").mean, tally.sums["won"]
    (200.0, 600)
    """

    trials: int = 0
    sums: dict[str, int] = field(default_factory=dict)
    squares: dict[str, int] = field(default_factory=dict)
    histograms: dict[str, Counter[int]] = field(default_factory=dict)

    def count(self, name: str, values: Whole) -> None:
        """Add one whole number per trial under a name."""
        self.sums[name] = self.sums.get(name, 0) + int(values.sum(dtype=np.int64))
        self.squares[name] = self.squares.get(name, 0) + _sum_of_squares(values)

    def histogram(self, name: str, values: Whole) -> None:
        """Count how often each value occurs."""
        distinct, times = np.unique(values, return_counts=True)
        counts = dict(zip(distinct.tolist(), times.tolist(), strict=True))
        self.histograms.setdefault(name, Counter()).update(counts)

    def add(self, other: Tally) -> None:
        """Add the counts of another tally."""
        self.trials += other.trials
        for mine, theirs in ((self.sums, other.sums), (self.squares, other.squares)):
            for name, value in theirs.items():
                mine[name] = mine.get(name, 0) + value
        for name, counts in other.histograms.items():
            self.histograms.setdefault(name, Counter()).update(counts)

    def mean(self, name: str, unit: float = 1.0, variance_min: float = 0.0) -> Estimate:
        """The mean of a counted name over all trials, in multiples of the unit.

        Its error is at least what `variance_min`, a variance known beforehand, implies.
        """
        estimate = _estimate(self.sums.get(name, 0), self.squares.get(name, 0), self.trials)
        error = max(estimate.error, sqrt(variance_min / self.trials))
        return Estimate(estimate.mean / unit, error / unit, estimate.trials)

    def chance(self, name: str, unit: float = 1.0) -> Chance:
        """The chance of an event that is possible `unit` times in a trial."""
        estimate = self.mean(name, unit)
        return Chance(estimate.mean, estimate.error, estimate.trials)

    def spread(self, name: str) -> Estimate:
        """The mean of a histogram, each count taken as a trial of its own."""
        counts = self.histograms[name]
        n = counts.total()
        total = sum(value * times for value, times in counts.items())
        square = sum(value * value * times for value, times in counts.items())
        return _estimate(total, square, n)

    def count_pair(self, over: str, under: str, tops: Whole, bottoms: Whole) -> None:
        """Count both, and their sum, whose squares give the covariance."""
        self.count(over, tops)
        self.count(under, bottoms)
        self.count(f"{over}+{under}", tops + bottoms)

    def ratio(self, over: str, under: str) -> Estimate:
        """One sum divided by another, such as a return, with the error of a ratio.

        >>> tally = Tally(3)
        >>> tally.count_pair("paid", "taken", np.array([8, 16, 24]), np.array([10, 20, 30]))
        >>> tally.ratio("paid", "taken")
        Estimate(mean=0.8, error=0.0, trials=3)
        """
        top, bottom, n = self.sums[over], self.sums[under], self.trials
        if not bottom:
            return Estimate(0.0, 0.0, n)
        tops, bottoms = self.squares[over], self.squares[under]
        twice = self.squares[f"{over}+{under}"] - tops - bottoms
        away = tops * bottom**2 - twice * top * bottom + bottoms * top**2  # exact: whole numbers
        return Estimate(top / bottom, sqrt(away / bottom**4 * n / max(n - 1, 1)), n)

    def quantile(self, name: str, share: float) -> int:
        """The smallest value that at least this share of the counts does not exceed.

        >>> tally = Tally()
        >>> tally.histogram("balls", np.array([40, 41, 41, 50]))
        >>> tally.quantile("balls", 0.5)
        41
        """
        counts = self.histograms[name]
        wanted = share * counts.total()
        running = 0
        for value in sorted(counts):
            running += counts[value]
            if running >= wanted:
                return value
        raise AssertionError(f"{name} is empty")

    def to_json(self) -> dict[str, Any]:
        """The tally as a JSON value, for a checkpoint."""
        return {
            "trials": self.trials,
            "sums": self.sums,
            "squares": self.squares,
            "histograms": {
                name: {str(v): counts[v] for v in sorted(counts)}
                for name, counts in self.histograms.items()
            },
        }

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> Self:
        """The tally that `to_json` wrote."""
        histograms = {
            name: Counter({int(v): int(n) for v, n in counts.items()})
            for name, counts in raw["histograms"].items()
        }
        return cls(int(raw["trials"]), dict(raw["sums"]), dict(raw["squares"]), histograms)


def _estimate(total: int, square: int, n: int) -> Estimate:
    spread = max(n * square - total * total, 0)  # exact: all are whole numbers
    return Estimate(total / n, sqrt(spread / n / n / max(n - 1, 1)), n)


def _sum_of_squares(values: Whole) -> int:
    """The exact sum; squares of cents do not fit 64 bits, so each number is split into halves."""
    high, low = np.divmod(values.astype(np.int64), _HALF)
    assert int(high.max(initial=0)) < _HALF
    parts = int((high * high).sum()), int((high * low).sum()), int((low * low).sum())
    return parts[0] * _HALF * _HALF + 2 * parts[1] * _HALF + parts[2]
