"""Is a generator fair? The classic statistics on draws, each with its correct law.

Numbers drawn without replacement are not independent, so the textbook sums are scaled by the true
covariance of a draw: the table of single numbers by (N-1)/(N-k); positions and pairs on the
subspaces where their covariance is a constant times the identity. The sample size is fixed before
the first draw is examined, and the p-values are corrected for their number by Holm's method.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import comb, sqrt
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from eyesdown.kernel.errors import BadInput
from eyesdown.odds.gamma import chi_square_tail, normal_tails

Draws: TypeAlias = NDArray[np.uint8]
"""One row per game, numbers in the order drawn."""

ALPHA = 0.01
POWER = 0.99
CELL_MIN = 10.0
LAGS = 100
SET_BINS = 500
SET_SIZE = 5
GAMES_MIN = 50
"""Below this, not even the frequencies follow their law well enough."""
GAMES_FOR_ALL = 1000
"""Below this, only the checks whose laws hold for small samples are made."""


@dataclass(frozen=True, slots=True)
class Check:
    """One statistic and its p-value; `p_holm` is corrected for all checks of the report."""

    name: str
    says: str
    statistic: float
    degrees: int
    p: float
    p_holm: float = 1.0

    @property
    def suspicious(self) -> bool:
        """Whether the corrected p-value is below ALPHA."""
        return self.p_holm < ALPHA


Step: TypeAlias = Callable[[], Check]
"""A check that is still to be made."""


@dataclass(frozen=True, slots=True)
class Report:
    """All checks of one fixed sample, and the tables for its charts."""

    games: int
    pool: int
    drawn: int
    checks: tuple[Check, ...]
    ball_z: tuple[float, ...]
    overlap: tuple[tuple[int, int, float], ...]  # value, observed, expected

    @property
    def few(self) -> bool:
        """Whether there are too few draws for all checks."""
        return self.games < GAMES_FOR_ALL

    @property
    def fair(self) -> bool:
        """Whether no check is suspicious."""
        return not any(check.suspicious for check in self.checks)

    @property
    def bias_seen(self) -> float | None:
        """The relative bias of one ball that 99 of 100 such samples would detect.

        The level is divided by the number of balls and of checks; None if every draw holds all
        balls.
        """
        if self.drawn == self.pool:
            return None
        alpha = ALPHA / (self.pool * len(self.checks))
        return _reach(alpha, POWER) * sqrt((self.pool - self.drawn) / (self.drawn * self.games))


def checked(rows: Sequence[Sequence[int]] | NDArray[np.integer], pool: int) -> Draws:
    """Draws as an array; raises BadInput naming the first row that is not a draw."""
    try:
        draws = np.asarray(rows)
    except ValueError as ragged:
        raise BadInput("drawn", "must all have the same number of balls") from ragged
    if draws.ndim != 2 or draws.dtype.kind not in "iu":
        raise BadInput("drawn", "must be lists of whole numbers, all of the same length")
    ordered = np.sort(draws, axis=1)
    wrong = (
        (ordered[:, 0] < 1) | (ordered[:, -1] > pool) | (np.diff(ordered, axis=1) == 0).any(axis=1)
    )
    if wrong.any():
        row = int(np.argmax(wrong))
        raise BadInput("drawn", f"draw {row + 1} is not made of different numbers 1 to {pool}")
    return draws.astype(np.uint8)


def examine(
    draws: Draws, pool: int, track: Callable[[list[Step]], Iterable[Step]] = iter
) -> Report:
    """The report of every check that is possible for draws of this shape and number.

    `track` hands the checks out one by one, and may show how far they are.
    """
    games, drawn = draws.shape
    if games < GAMES_MIN:
        raise BadInput("games", f"{games} draws are too few; at least {GAMES_MIN} are needed")
    few = games < GAMES_FOR_ALL
    if few and drawn == pool:
        raise BadInput("games", f"whole orders need {GAMES_FOR_ALL} draws; there are {games}")
    member = np.zeros((games, pool), dtype=bool)
    np.put_along_axis(member, draws.astype(np.int64) - 1, values=True, axis=1)
    totals = draws.sum(axis=1, dtype=np.int64)
    checks: list[Step] = []
    if not few:
        checks = [partial(positions, draws, pool), partial(first_sets, draws, pool)]
    overlap: tuple[tuple[int, int, float], ...] = ()
    ball_z = np.zeros(pool)
    if drawn < pool:  # a full order holds every ball: only positions can be checked
        ball_z = single_z(member, drawn)
        overlap = _against(_overlaps(member), pool, drawn, drawn)
        heads = _against(member[:, : pool // 2].sum(axis=1), pool, pool // 2, drawn)
        all_sizes: list[Step] = [
            partial(frequency, member, drawn),
            partial(_fit, "heads", "numbers in the lower half", heads),
            partial(_fit, "overlap", "numbers shared with the game before", overlap),
            partial(runs, totals, drawn, pool),
        ]
        large: list[Step] = [
            partial(worst_ball, ball_z),
            *([partial(pairs, member, drawn)] if pool - drawn > 1 else []),
            partial(gaps, member, drawn),
            partial(collector, member, drawn),
            partial(serial, totals),
        ]  # with one ball left out, pairs add nothing
        checks += all_sizes if few else [*all_sizes, *large]
    corrected = holm([check() for check in track(checks)])
    return Report(games, pool, drawn, corrected, tuple(map(float, ball_z)), overlap)


def holm(checks: Sequence[Check]) -> tuple[Check, ...]:
    """The checks with p-values corrected for their number.

    >>> [c.p_holm for c in holm([Check("a", "", 0, 1, 0.01), Check("b", "", 0, 1, 0.5)])]
    [0.02, 0.5]
    """
    corrected: dict[str, float] = {}
    worst = 0.0
    # From the smallest p-value up; none may be corrected to less than the one before it.
    for rank, check in enumerate(sorted(checks, key=lambda c: c.p)):
        worst = max(worst, min(1.0, check.p * (len(checks) - rank)))
        corrected[check.name] = worst
    return tuple(
        Check(c.name, c.says, c.statistic, c.degrees, c.p, corrected[c.name]) for c in checks
    )


def frequency(member: NDArray[np.bool_], drawn: int) -> Check:
    """Pearson's sum over single numbers, times (N-1)/(N-k).

    The counts of two numbers are negatively correlated, since a draw has only k places; without
    the factor the sum would be smaller than chi-square and a fault would be missed.
    """
    games, pool = member.shape
    expected = games * drawn / pool
    pearson = float(((member.sum(axis=0) - expected) ** 2).sum() / expected)
    statistic = pearson * (pool - 1) / (pool - drawn)
    says = "each number as often as any other"
    return _chi("frequency", says, statistic, pool - 1)


def single_z(member: NDArray[np.bool_], drawn: int) -> NDArray[np.float64]:
    """Each ball's distance from its expected count, in standard deviations."""
    games, pool = member.shape
    share = drawn / pool
    z: NDArray[np.float64] = (member.sum(axis=0) - games * share) / sqrt(
        games * share * (1 - share)
    )
    return z


def worst_ball(ball_z: NDArray[np.float64]) -> Check:
    """The ball farthest from its expectation, corrected for the number of balls."""
    worst = float(np.abs(ball_z).max())
    p = min(1.0, normal_tails(worst) * len(ball_z))
    return Check(
        "worst_ball",
        f"ball {int(np.abs(ball_z).argmax()) + 1} is farthest from its expectation",
        worst,
        1,
        p,
    )


def positions(draws: Draws, pool: int) -> Check:
    """The table of positions by balls with the single-number table removed: (k-1)(N-1) degrees."""
    games, drawn = draws.shape
    index = draws.astype(np.int64) - 1 + np.arange(drawn) * pool
    table = np.bincount(index.ravel(), minlength=drawn * pool).reshape(drawn, pool)
    # Each ball's own mean over the positions is taken off, so that
    # `frequency` is not counted twice.
    away = table - table.mean(axis=0)
    statistic = float((away**2).sum() * (pool - 1) / games)
    says = "each number as often in each position"
    return _chi("positions", says, statistic, (drawn - 1) * (pool - 1))


def pairs(member: NDArray[np.bool_], drawn: int) -> Check:
    """Pair counts with the single-number counts removed, which leaves all pairs one variance."""
    games, pool = member.shape
    together = np.zeros((pool, pool))
    for start in range(0, games, 1 << 16):
        # Counts up to 2**24 are exact in float32, and its matrix product is the fast one.
        part = member[start : start + (1 << 16)].astype(np.float32)
        together += part.T @ part
    # The diagonal counts single numbers, which are no pairs.
    np.fill_diagonal(together, 0.0)
    each = together.sum(axis=0) / (pool - 2)
    mean = together.sum() / (pool * (pool - 1))
    centre = each - mean * (pool - 1) / (pool - 2)
    residual = together - mean - centre[:, None] - centre[None, :]
    upper = residual[np.triu_indices(pool, 1)]
    # The variance of what is left of a pair's count, from the chances that two, three or four
    # given numbers are all drawn.
    two, three, four = (_all_drawn(pool, drawn, n) for n in (2, 3, 4))
    statistic = float((upper**2).sum() / (games * (two - 2 * three + four)))
    says = "each pair as often as any other"
    return _chi("pairs", says, statistic, comb(pool, 2) - pool)


def gaps(member: NDArray[np.bool_], drawn: int) -> Check:
    """Games between two appearances of a ball, against the geometric law."""
    games, pool = member.shape
    share = drawn / pool
    longest = 1
    # Cells are added while each still expects enough gaps; the rest is one cell.
    while games * share * share * (1 - share) ** longest > CELL_MIN * 5 and longest < 40:
        longest += 1
    cells = np.append(share * (1 - share) ** np.arange(longest), (1 - share) ** longest)
    statistic, balls = 0.0, 0
    for ball in range(pool):
        lengths = np.diff(np.flatnonzero(member[:, ball]))
        if not len(lengths):  # a number never drawn has no gaps; `frequency` detects it
            continue
        balls += 1
        observed = np.bincount(np.minimum(lengths, longest + 1) - 1, minlength=longest + 1)
        expected = cells * len(lengths)
        statistic += float(((observed - expected) ** 2 / expected).sum())
    return _chi("gaps", "games between two appearances of a number", statistic, balls * longest)


def runs(totals: NDArray[np.int64], drawn: int, pool: int) -> Check:
    """Runs of totals above and below the middle; totals equal to it are left out."""
    middle = drawn * (pool + 1)
    # Doubled, so that a middle of half a number stays whole.
    above = totals[2 * totals != middle] * 2 > middle
    n = len(above)
    high = int(above.sum())
    low = n - high
    count = 1 + int((above[1:] != above[:-1]).sum())
    mean = 2 * high * low / max(n, 1) + 1
    z = -sqrt(len(totals))  # all on one side: about as far off as a single run among fair halves
    if mean > 2:
        z = (count - mean) / sqrt((mean - 1) * (mean - 2) / (n - 1))
    return Check("runs", "runs of high and low totals", z, 1, normal_tails(z))


def collector(member: NDArray[np.bool_], drawn: int) -> Check:
    """Games until every number has been drawn, counted again and again through the sample."""
    pool = member.shape[1]
    lengths = []
    start = 0
    while True:
        # Windows double until one holds every number: a search from the start would be quadratic.
        window = 256
        while (
            start + window <= len(member) and not member[start : start + window].any(axis=0).all()
        ):
            window *= 2
        part = member[start : start + window]
        if not part.any(axis=0).all():
            break
        lengths.append(int(part.argmax(axis=0).max()) + 1)
        start += lengths[-1]
    says = "games until every number was drawn"
    if not lengths:
        return Check("collector", says, 0.0, 0, 1.0)
    observed = np.bincount(lengths)
    # Inclusion and exclusion over the numbers that have not come within t games.
    within = [
        sum(
            (-1) ** j * comb(pool, j) * (comb(pool - j, drawn) / comb(pool, drawn)) ** t
            for j in range(pool - drawn + 1)
        )
        if t * drawn >= pool
        else 0.0
        for t in range(len(observed))
    ]
    law = np.diff(within, prepend=0.0)
    rows = [
        (t, int(s), float(e) * len(lengths))
        for t, (s, e) in enumerate(zip(observed, law, strict=True))
    ]
    # What takes longer than any wait seen is one more cell.
    rows.append((len(observed), 0, (1.0 - within[-1]) * len(lengths)))
    return _fit("collector", says, tuple(rows))


def serial(totals: NDArray[np.int64], lags: int = LAGS) -> Check:
    """The Ljung-Box statistic of the totals.

    Its mean is that of chi-square, but its variance is larger by 1 + 2 lags / n, since the
    autocorrelations of one sample are not independent. Without the correction a sample of a
    thousand fair draws would fail twice as often as it should.
    """
    centred = totals - totals.mean()
    n = len(centred)
    power = float(centred @ centred)
    squares = [
        (float(centred[:-lag] @ centred[lag:]) / power if power else 1.0) ** 2 / (n - lag)
        for lag in range(1, lags + 1)
    ]
    statistic = n * (n + 2) * sum(squares)
    scale = 1 + 2 * lags / n
    says = f"totals against totals up to {lags} games before"
    return Check("serial", says, statistic, lags, chi_square_tail(statistic / scale, lags / scale))


def first_sets(draws: Draws, pool: int) -> Check:
    """The first five numbers as a set: its rank among all sets of five, in equal bins."""
    first = np.sort(draws[:, :SET_SIZE].astype(np.int64), axis=1) - 1
    binomials = np.array([[comb(n, k) for k in range(SET_SIZE + 1)] for n in range(pool + 1)])
    # The combinatorial number system numbers all sets of five from 0 without gaps.
    rank = sum(binomials[first[:, place], place + 1] for place in range(SET_SIZE))
    sets = comb(pool, SET_SIZE)
    bins = min(SET_BINS, max(2, len(draws) // 50))
    observed = np.bincount(np.asarray(rank) * bins // sets, minlength=bins)
    edges = [-(-place * sets // bins) for place in range(bins + 1)]
    expected = np.diff(edges) * (len(draws) / sets)
    statistic = float(((observed - expected) ** 2 / expected).sum())
    return _chi("first_sets", "every set of the first five numbers", statistic, bins - 1)


def draws_needed(
    bias: float, share: float = 0.25, alpha: float = ALPHA, power: float = POWER
) -> int:
    """Draws needed to detect a relative bias of one ball, chosen beforehand, with this power.

    >>> draws_needed(0.01), round(draws_needed(0.001), -5)
    (720940, 72100000)
    """
    z = _reach(alpha, power)
    return round(z * z * (1 - share) / (share * bias * bias))


def _reach(alpha: float, power: float) -> float:
    """The shift in standard deviations that a test at this level detects with this power."""
    law = NormalDist()
    return law.inv_cdf(1 - alpha / 2) + law.inv_cdf(power)


def _all_drawn(pool: int, drawn: int, numbers: int) -> float:
    """The chance that `numbers` given numbers are all drawn."""
    return comb(drawn, numbers) / comb(pool, numbers)


def _overlaps(member: NDArray[np.bool_]) -> NDArray[np.int64]:
    shared: NDArray[np.int64] = (member[1:] & member[:-1]).sum(axis=1)
    return shared


def _against(
    values: NDArray[np.int64], pool: int, marked: int, drawn: int
) -> tuple[tuple[int, int, float], ...]:
    observed = np.bincount(values, minlength=drawn + 1)
    whole = comb(pool, drawn)
    return tuple(
        (
            k,
            int(observed[k]),
            len(values) * comb(marked, k) * comb(pool - marked, drawn - k) / whole,
        )
        for k in range(drawn + 1)
    )


def _fit(name: str, says: str, rows: tuple[tuple[int, int, float], ...]) -> Check:
    """Pearson's sum; cells that expect fewer than CELL_MIN are joined to their neighbours."""
    cells: list[list[float]] = []
    observed = expected = 0.0
    for _, count, mean in rows:
        observed += count
        expected += mean
        if expected >= CELL_MIN:
            cells.append([observed, expected])
            observed = expected = 0.0
    if not cells:
        return Check(name, says, 0.0, 0, 1.0)
    cells[-1][0] += observed
    cells[-1][1] += expected
    statistic = sum((s - e) ** 2 / e for s, e in cells)
    return _chi(name, says, statistic, len(cells) - 1)


def _chi(name: str, says: str, statistic: float, degrees: int) -> Check:
    return Check(
        name, says, statistic, degrees, chi_square_tail(statistic, degrees) if degrees else 1.0
    )


def planted(draws: Draws, ball: int, bias: float, pool: int, stream: np.random.Generator) -> Draws:
    """The draws with a fault to detect: one ball comes more often by the share `bias`."""
    games, drawn = draws.shape
    share = drawn / pool
    missing = ~(draws == ball).any(axis=1)
    swapped = missing & (stream.random(games) < share * bias / (1 - share))
    spoiled = draws.copy()
    spoiled[swapped, stream.integers(drawn, size=int(swapped.sum()))] = ball
    return spoiled
