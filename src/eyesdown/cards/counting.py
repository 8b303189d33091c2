"""How many tickets and strips there are, in whole numbers; all tables come from here.

A column of a ticket holds one number and perhaps one or two more, its *excess*. A strip is a
matrix of excesses (a row a ticket, a column a column), a layout of each ticket, and a deal of
each column's numbers to the tickets. `docs/uniform-cards.md` has the derivation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, permutations, product
from math import comb, factorial, perm, prod
from typing import TypeAlias

from eyesdown.cards.ticket import LINES

Vector: TypeAlias = tuple[int, ...]
EXCESS_MAX = LINES - 1
FAVOUR = 4  # a column of three numbers has a quarter of the weight: close to its true share


@dataclass(frozen=True, slots=True)
class StripShape:
    """Numbers in each column of a strip, tickets of the strip, and numbers in a line.

    >>> STRIP90.excesses, STRIP90.ticket_excess
    ((3, 4, 4, 4, 4, 4, 4, 4, 5), 6)
    """

    sizes: Vector
    tickets: int
    line: int

    def __post_init__(self) -> None:
        assert sum(self.sizes) == self.tickets * self.line * LINES

    @property
    def excesses(self) -> Vector:
        """By column: its numbers beyond one for each ticket."""
        return tuple(size - self.tickets for size in self.sizes)

    @property
    def ticket_excess(self) -> int:
        """A ticket's numbers beyond one for each column."""
        return self.line * LINES - len(self.sizes)


STRIP90 = StripShape(sizes=(9, 10, 10, 10, 10, 10, 10, 10, 11), tickets=6, line=5)


@cache
def vectors(length: int, total: int) -> tuple[Vector, ...]:
    """Every list of excesses of that length and sum, in dictionary order.

    >>> vectors(2, 3)
    ((1, 2), (2, 1))
    """
    if length == 0:
        return ((),) if total == 0 else ()
    heads = range(min(total, EXCESS_MAX) + 1)
    return tuple((head, *tail) for head in heads for tail in vectors(length - 1, total - head))


def threes(excess: Vector) -> int:
    """The number of columns that hold three numbers.

    >>> threes((2, 0, 1, 2))
    2
    """
    return excess.count(EXCESS_MAX)


@cache
def layouts(excess: Vector, line: int) -> tuple[Vector, ...]:
    """Every way to lay a ticket out: for each column a pattern, bit r being line r.

    >>> len(layouts((1, 1, 1, 1, 1, 1, 0, 0, 0), 5))
    1710
    """

    def place(column: int, room: Vector) -> Iterator[Vector]:
        if column == len(excess):
            yield ()
            return
        # From 1: a column of a ticket is never empty.
        for pattern in range(1, 1 << LINES):
            if pattern.bit_count() != excess[column] + 1:
                continue
            left = tuple(free - (pattern >> row & 1) for row, free in enumerate(room))
            if min(left) >= 0:
                yield from ((pattern, *rest) for rest in place(column + 1, left))

    return tuple(place(0, (line,) * LINES))


def excess_with_threes(shape: StripShape, threes_count: int) -> Vector:
    """The excesses of a ticket with that many threes, widest column first.

    The number of layouts of a ticket depends on nothing else.

    >>> excess_with_threes(STRIP90, 1)
    (2, 1, 1, 1, 1, 0, 0, 0, 0)
    """
    twos = shape.ticket_excess - EXCESS_MAX * threes_count
    ones = len(shape.sizes) - twos - threes_count
    return (2,) * threes_count + (1,) * twos + (0,) * ones


@cache
def layout_counts(shape: StripShape) -> Vector:
    """The number of layouts of a ticket, by its number of three-number columns.

    >>> layout_counts(STRIP90)
    (1710, 639, 240, 90)
    """
    most = shape.ticket_excess // EXCESS_MAX
    return tuple(len(layouts(excess_with_threes(shape, n3), shape.line)) for n3 in range(most + 1))


def ticket_vectors(shape: StripShape) -> tuple[Vector, ...]:
    """Every list of column excesses that a ticket may have.

    >>> len(ticket_vectors(STRIP90))
    1554
    """
    return vectors(len(shape.sizes), shape.ticket_excess)


def _choices(shape: StripShape, excess: Vector) -> int:
    return prod(comb(size, e + 1) for size, e in zip(shape.sizes, excess, strict=True))


def number_sets(shape: StripShape = STRIP90) -> int:
    """The number of sets of numbers that a ticket may hold, in any layout.

    >>> number_sets()
    6080082602343750
    """
    return sum(_choices(shape, excess) for excess in ticket_vectors(shape))


def ticket_count(shape: StripShape = STRIP90) -> int:
    """The number of different tickets.

    >>> ticket_count()
    3669688706217187500
    """
    counts = layout_counts(shape)
    return sum(counts[threes(e)] * _choices(shape, e) for e in ticket_vectors(shape))


def card75_count() -> int:
    """The number of 75-ball cards with a free centre.

    >>> card75_count()
    552446474061128648601600000
    """
    return perm(15, 5) ** 4 * perm(15, 4)


@cache
def strip_count(shape: StripShape = STRIP90) -> int:
    """The number of strips, their tickets in order.

    >>> strip_count() == 467711541132248468278363019351514108076722415153589853880320000 * 10**15
    True
    """
    return sum(strips_by_threes(shape))


@cache
def strips_by_threes(shape: StripShape = STRIP90) -> Vector:
    """The number of strips, by the number of three-number columns of the first ticket.

    >>> [round(count / strip_count(), 4) for count in strips_by_threes()]
    [0.3883, 0.5044, 0.1053, 0.002]
    """
    # A column's deals are n! / (2! ... 3! ...); collected by ticket, the small factorials depend
    # on its number of threes only. `whole` keeps the division exact to the end.
    whole = 12**shape.ticket_excess
    weight = [
        count * whole // (2 ** (shape.ticket_excess - 2 * n3) * 6**n3)
        for n3, count in enumerate(layout_counts(shape))
    ]
    deals = prod(factorial(size) for size in shape.sizes)
    # `marked` counts threes of the first ticket in the digits of one large number: a single walk
    # over the matrices sums up all of them. No sum reaches `base`, so digits never carry.
    base = (max(weight) * len(ticket_vectors(shape))) ** shape.tickets + 1
    marked = [worth * base**n3 for n3, worth in enumerate(weight)]
    total = _weigh(shape, weight, marked)
    counts = []
    for _ in weight:
        total, part = divmod(total, base)
        ways, rest = divmod(part * deals, whole**shape.tickets)
        assert rest == 0
        counts.append(ways)
    return tuple(counts)


NIBBLE = 4
GUARD = 8  # the top bit of a nibble: lost when a column would give more than it has


def _weigh(shape: StripShape, weight: Sequence[int], first: Sequence[int]) -> int:
    """Sum over all excess matrices of the product of their tickets' weights.

    Half of the tickets are laid down one by one; what they leave is what the other half takes.
    Columns of one size are interchangeable, so the rest is sorted among them: few different rests
    remain. The first ticket has weights of its own, so that a caller can separate its matrices.
    """
    assert shape.tickets % 2 == 0
    assert max(shape.excesses) < GUARD
    spans = [len(list(run)) for _, run in groupby(shape.excesses)]
    starts = [sum(spans[:at]) for at in range(len(spans))]
    guards = _packed([GUARD] * len(shape.sizes))
    vectors_packed = [(_packed(e), threes(e)) for e in ticket_vectors(shape)]

    def runs(left: Sequence[int]) -> list[list[int]]:
        return [sorted(left[at : at + span]) for at, span in zip(starts, spans, strict=True)]

    def lay(before: Counter[Vector], weights: Sequence[int]) -> Counter[Vector]:
        choices = [(code, weights[n3]) for code, n3 in vectors_packed]
        rough: Counter[int] = Counter()
        for left, ways in before.items():
            guarded = _packed(left) | guards
            for code, worth in choices:
                # A column that would give more than it has borrows from its
                # guard bit, which then shows.
                rest = guarded - code
                if rest & guards == guards:
                    rough[rest] += ways * worth
        after: Counter[Vector] = Counter()
        for code, ways in rough.items():
            spare = [code >> NIBBLE * at & GUARD - 1 for at in range(len(shape.sizes))]
            after[tuple(value for run in runs(spare) for value in run)] += ways
        return after

    def half(weights: Sequence[int]) -> Counter[Vector]:
        laid = lay(Counter({shape.excesses: 1}), weights)
        for _ in range(shape.tickets // 2 - 1):
            laid = lay(laid, weight)
        return laid

    others, total = half(weight), 0
    # The other half must take what is left here, hence it leaves what this half took.
    for left, ways in half(first).items():
        taken = runs([a - b for a, b in zip(shape.excesses, left, strict=True)])
        # `others` adds up every arrangement of alike columns, all of one
        # weight; one arrangement fits.
        looks = prod(factorial(len(r)) // prod(map(factorial, Counter(r).values())) for r in taken)
        total += ways * others[tuple(value for run in taken for value in run)] // looks
    return total


def _packed(values: Sequence[int]) -> int:
    return sum(value << NIBBLE * at for at, value in enumerate(values))


@dataclass(frozen=True, slots=True)
class ColumnStep:
    """One column's excesses over the tickets, most needy first, and where that leads."""

    columns: tuple[Vector, ...]  # two for the opening step, else one
    order: Vector  # the ticket that is now at each place
    needs: Vector
    weight: int


@cache
def opening(shape: StripShape) -> tuple[ColumnStep, ...]:
    """First and last column together, one step for all that differ in ticket order only."""
    first, last = shape.excesses[0], shape.excesses[-1]
    alike: Counter[tuple[tuple[int, int], ...]] = Counter()
    for left, right in product(vectors(shape.tickets, first), vectors(shape.tickets, last)):
        # By what a ticket has taken, least first, so that the most
        # needy come first, as in `onward`.
        alike[tuple(sorted(zip(left, right, strict=True), key=lambda e: (sum(e), e)))] += 1
    steps = []
    for pairs, looks in alike.items():
        left, right = (tuple(side) for side in zip(*pairs, strict=True))
        needs = tuple(shape.ticket_excess - sum(pair) for pair in pairs)
        if min(needs) < 0:
            continue
        # The ticket order is drawn apart from this, uniformly: a case is
        # worth as many orders as it has.
        weight = looks * _favour(first, left) * _favour(last, right)
        steps.append(ColumnStep((left, right), tuple(range(shape.tickets)), needs, weight))
    return tuple(steps)


@cache
def onward(needs: Vector, total: int) -> tuple[ColumnStep, ...]:
    """Every way to fill one more column, given what the tickets still need, most needy first.

    >>> [step.columns[0] for step in onward((1, 0), 1)]
    [(1, 0)]
    """
    steps = []
    for column in vectors(len(needs), total):
        left = [need - e for need, e in zip(needs, column, strict=True)]
        if min(left) < 0:
            continue
        order = tuple(sorted(range(len(needs)), key=lambda place: -left[place]))
        after = tuple(left[place] for place in order)
        steps.append(ColumnStep((column,), order, after, _favour(total, column)))
    return tuple(steps)


def _favour(total: int, column: Vector) -> int:
    """The column's weight in the proposal, as a whole number: least for the most threes."""
    return int(FAVOUR ** (total // EXCESS_MAX - threes(column)))


def orders(count: int) -> tuple[Vector, ...]:
    """Every order of `count` tickets.

    >>> orders(2)
    ((0, 1), (1, 0))
    """
    return tuple(permutations(range(count)))
