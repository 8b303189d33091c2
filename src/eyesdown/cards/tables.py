"""Lookup tables for the strip sampler, built from `counting` at first use.

One word chooses the whole excess matrix. It carries a whole number that is uniform below the
*mass* of the state reached; each step owns as many of the state's numbers as it leads to, so what
is left after a step is again uniform, below the mass of the next state. No state has a chance of
rejection of its own that could tilt the choice: the masses telescope.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, combinations, product
from math import comb, factorial
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from eyesdown.cards.counting import (
    EXCESS_MAX,
    FAVOUR,
    STRIP90,
    ColumnStep,
    StripShape,
    Vector,
    excess_with_threes,
    layout_counts,
    layouts,
    onward,
    opening,
    orders,
    threes,
    ticket_vectors,
    vectors,
)
from eyesdown.cards.ticket import LINES

Array: TypeAlias = NDArray[Any]
WORD = 1 << 64
FRESH_BITS = 5  # random bits that each column's step adds, so that the masses stay fine to the end
CODE_BITS = 21  # space for one ticket's excesses, written in base three, in a packed sum
REJECT = -1
PLACE_BITS = 5  # a place in a packed layout, times LINES
DIGIT_BITS = 4  # a column holds eleven numbers at most
DIGIT_MAX = (1 << DIGIT_BITS) - 1
PATTERN_AT = LINES * DIGIT_BITS  # a pattern is above the three digits it shows
LOOKED_UP_MAX = 10


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of a state's numbers that take the same step; `shift` leads into the step's own."""

    start: int
    stop: int
    step: int
    shift: int


def share_out(masses: Sequence[int], bits: int, room: int = 0) -> list[tuple[Piece, Piece]]:
    """Slots of 2**bits numbers, each cut in two at most, that give every step exactly its mass.

    Walker's alias table over whole numbers: a lookup and a comparison find the step. Numbers past
    the masses, up to `room`, are rejected.

    >>> for low, high in share_out([5, 1], 1):
    ...     print(f"{low.start}-{low.stop} step {low.step}, then step {high.step}")
    0-1 step 1, then step 0
    2-4 step 0, then step 0
    4-6 step 0, then step -1
    """
    size, total = 1 << bits, sum(masses)
    # Of the slots that the masses need, the last may be cut short; it is the tail, laid out apart.
    full = -(-total // size) - 1
    assert full >= len(masses), "a full slot for every step, so that they divide evenly"
    left = [*masses, *[0] * (full - len(masses))]
    given = [0] * full

    def take(step: int, start: int, count: int) -> Piece:
        named = step if step < len(masses) else REJECT  # a filler: no numbers, never taken
        piece = Piece(start, start + count, named, given[step] - start)
        given[step] += count
        left[step] -= count
        return piece

    # What the biggest step gives to the tail leaves numbers for just `full` whole slots.
    biggest = max(range(len(masses)), key=lambda step: masses[step])
    tail = take(biggest, full * size, total - full * size), Piece(total, total, REJECT, 0)
    small = [step for step in range(full) if left[step] < size]
    large = [step for step in range(full) if left[step] >= size]
    slots = []
    # A step that does not fill its slot shares it with a large one, so no slot has three steps.
    for start in range(0, full * size, size):
        step = small.pop() if small else large.pop()
        low = high = take(step, start, min(left[step], size))
        if low.stop < start + size:
            high = take(large[-1], low.stop, start + size - low.stop)
            if left[large[-1]] < size:
                small.append(large.pop())
        slots.append((low, high))
    assert not any(left)
    dead = [Piece(start, start, REJECT, 0) for start in range((full + 1) * size, room, size)]
    # Dead slots last: a number that no step owns still finds a slot, and is rejected there.
    return [*slots, tail, *((piece, piece) for piece in dead)]


def slot_bits(steps: int, total: int) -> int:
    """The width in bits of the widest slots that leave a full slot for every step.

    >>> slot_bits(2, 6)
    1
    """
    return max(0, (total // (steps + 1)).bit_length() - 1)


@dataclass(frozen=True, slots=True)
class WalkState:
    """What the tickets still need, most needy first, before some column is filled."""

    needs: Vector
    steps: tuple[ColumnStep, ...]
    mass: int
    total: int  # of the steps' masses: at most mass << FRESH_BITS


@dataclass(frozen=True, slots=True)
class Graph:
    """Every state by the number of middle columns still to fill, and the mass of each."""

    shape: StripShape
    start: WalkState
    stages: tuple[dict[Vector, WalkState], ...]  # the last one holds the forced column

    def mass_after(self, stage: int, step: ColumnStep) -> int:
        """The mass of the state that a step of this stage leads to."""
        return self.stages[stage][step.needs].mass


def graph(shape: StripShape, precision: int) -> Graph:
    """Every state that can be reached, with its mass, worked out from the last column back.

    `precision` is the mass of the last, forced column: the larger, the less is rejected.
    """
    first = opening(shape)
    reached = [{step.needs for step in first}]
    middle = shape.excesses[1:-1]
    for total in middle[:-1]:
        reached.append({step.needs for needs in reached[-1] for step in onward(needs, total)})
    last = middle[-1]
    live: dict[Vector, WalkState] = {}
    for needs in reached[-1]:
        if max(needs) <= EXCESS_MAX:
            weight = precision * FAVOUR ** (last // EXCESS_MAX - threes(needs))
            live[needs] = WalkState(needs, (), weight, weight)
    stages = [live]
    for place in range(len(middle) - 2, -1, -1):
        now: dict[Vector, WalkState] = {}
        for needs in reached[place]:
            steps = tuple(s for s in onward(needs, middle[place]) if s.needs in stages[0])
            # Rounded up: a state may be reached with numbers that none of its
            # steps owns; those are rejected.
            total = sum(step.weight * stages[0][step.needs].mass for step in steps)
            if steps:
                now[needs] = WalkState(needs, steps, -(-total >> FRESH_BITS), total)
        stages.insert(0, now)
    steps = tuple(step for step in first if step.needs in stages[0])
    total = sum(step.weight * stages[0][step.needs].mass for step in steps)
    return Graph(shape, WalkState((), steps, total, total), tuple(stages))


@cache
def strip_graph(shape: StripShape = STRIP90) -> Graph:
    """The graph with masses as fine as one word can carry together with the ticket order."""
    room = WORD // factorial(shape.tickets)
    coarse = 1 << 10
    # Masses grow with the precision, up to rounding; the coarse graph tells how many times.
    precision = coarse * room // (graph(shape, coarse).start.mass + 1)
    fine = graph(shape, precision)
    assert fine.start.mass <= room
    return fine


# A piece of the walk, packed in one number: (bits, from bit) of each part.
NEXT = (16, 0)  # the first slot of the state reached; after the last step, its forced column
WIDTH = (6, 16)  # that state's slots hold 2**width numbers
COLUMN = (9, 22)  # the id of the excesses that this step gives its column
TURN = (10, 31)  # the id, among `turns`, of the order the tickets then take
WEIGHT = (3, 41)  # the step's weight, a power of two
DEAD = (1, 44)  # the numbers that no step owns


def unpack(packed: Array, part: tuple[int, int]) -> Array:
    """One part of packed numbers: its bits, from its bit on.

    >>> unpack(np.array([0b1101]), (2, 2)).tolist()
    [3]
    """
    bits, at = part
    return packed >> at & (1 << bits) - 1


@dataclass(frozen=True, slots=True)
class Walk:
    """The graph as arrays: slots of numbers, each cut into two pieces, low and high."""

    cut: Array  # by slot: numbers from here on belong to the high piece
    shift: Array  # by piece: added to a number, it leads into the step's own numbers
    piece: Array  # packed parts
    width: int  # of the opening's slots, which come first
    weight: Array  # by piece of the opening
    last_column: Array  # by piece of the opening


@dataclass(frozen=True, slots=True)
class Dealer:
    """Every order of a column's numbers: a set in each of its orders, then the rest in theirs.

    Two tables of half the numbers are far smaller than one of all orders (10! is 3,628,800).
    """

    size: int
    left_orders: int
    right_orders: int
    sets: int
    left: Array  # [set and order] -> DIGIT_BITS a number, from 0
    right: Array
    late: bool  # the last number is put in by a swap, which saves a large table

    @property
    def looked_up(self) -> int:
        """How many of the numbers the two tables put in order."""
        return self.size - self.late


@dataclass(frozen=True, slots=True)
class StripTables:
    """Everything the sampler looks up, for one shape of strip; small enough for the cache."""

    shape: StripShape
    mass: int
    walk: Walk
    columns: int  # how many column ids there are
    seats: Array  # [order, column id or turn] -> the column id, or the order, that it gives
    codes: Array  # [half, column, column id] -> the tickets' share of their codes, side by side
    laid: Array  # by code: PLACE_BITS a column for its place in the layout, then the threes
    layout_rows: Array  # a pattern of LINES bits a place
    layout_first: Array  # by threes: first row
    layout_count: Array  # by threes
    layout_share: Array  # by threes: one over the drawn numbers that each layout gets
    layout_range: int
    dealers: tuple[Dealer, ...]  # by column
    first_digit: Array  # [ticket, column id]: bits to the first of the ticket's numbers
    printed: Array  # [pattern and three digits] -> the lines, a byte each, rising


@cache
def strip_tables(shape: StripShape = STRIP90) -> StripTables:
    """The tables, built once."""
    return build(strip_graph(shape))


def build(plan: Graph) -> StripTables:
    """The tables of one graph."""
    shape = plan.shape
    ids = column_ids(shape)
    digits = np.array(list(ids))
    half = shape.tickets // 2
    # A ticket's excesses in base three are below 3**9, so three
    # tickets fit side by side in 63 bits.
    powers = 3 ** np.arange(len(shape.sizes))
    lanes = 1 << CODE_BITS * np.arange(half)
    codes = [
        powers[:, None] * (digits[:, side * half : (side + 1) * half] @ lanes)[None, :]
        for side in range(2)
    ]
    steps = (step for stage in plan.stages for state in stage.values() for step in state.steps)
    turns = {order: at for at, order in enumerate(sorted({step.order for step in steps}))}
    return StripTables(
        shape,
        plan.start.mass,
        _walk(plan, ids, turns),
        len(ids),
        _seats(shape, digits, turns),
        np.array(codes),
        **_layouts(shape),
        dealers=tuple(dealer(size) for size in shape.sizes),
        first_digit=_first_digits(digits),
        printed=_printed(),
    )


def _seats(shape: StripShape, digits: Array, turns: dict[Vector, int]) -> Array:
    """The column id and the order that a column and a turn give, for each order of the tickets."""
    every = np.array(orders(shape.tickets))
    # Found by a code of their digits, so that one pass translates them for all orders.
    by_code = np.zeros(3**shape.tickets, np.int64)
    by_code[digits @ 3 ** np.arange(shape.tickets)] = np.arange(len(digits))
    radix = shape.tickets ** np.arange(shape.tickets)
    by_order = np.zeros(shape.tickets**shape.tickets, np.int64)
    by_order[every @ radix] = np.arange(len(every))
    after = np.array(list(turns), np.int64).reshape(len(turns), shape.tickets)
    seats = np.hstack([by_code[3**every @ digits.T], by_order[every[:, after] @ radix]])
    return seats.astype(np.int16)


def column_ids(shape: StripShape) -> dict[Vector, int]:
    """Every list of excesses that some column may have, with its id."""
    totals = sorted(set(shape.excesses))
    return {v: at for at, v in enumerate(v for t in totals for v in vectors(shape.tickets, t))}


def _walk(plan: Graph, ids: dict[Vector, int], turns: dict[Vector, int]) -> Walk:
    """The graph as arrays. All states share one list of slots, so a state is its first slot."""
    states = [(0, plan.start)]
    states += [(at + 1, state) for at, stage in enumerate(plan.stages) for state in stage.values()]
    cut: list[int] = []
    pieces: list[tuple[int, int, ColumnStep | None]] = []
    places: dict[tuple[int, Vector], int] = {}
    for stage, state in states:
        if not state.steps:  # a forced column: nothing is drawn any more
            places[stage, state.needs] = ids[state.needs]
            continue
        masses = [step.weight * plan.mass_after(stage, step) for step in state.steps]
        width = slot_bits(len(masses), state.total)
        # A state is where its slots begin, and how wide they are: NEXT and WIDTH of a piece.
        places[stage, state.needs] = len(cut) | width << WIDTH[1]
        room = state.mass << FRESH_BITS if stage else state.mass
        for pair in share_out(masses, width, room):
            cut.append(pair[0].stop)
            for piece in pair:
                step = None if piece.step == REJECT else state.steps[piece.step]
                pieces.append((stage, piece.shift, step))
    # A dead number stays in a slot of its own: shifted down by more than a step shifts it up.
    dead = len(cut) | 62 << WIDTH[1] | 7 << WEIGHT[1] | 1 << DEAD[1]
    cut.append(0)
    pieces += [(1, 0, None)] * 2

    def packed(stage: int, step: ColumnStep | None) -> int:
        if step is None:
            return dead
        # The opening's weights are no powers of two; `_columns` divides
        # by them instead of a shift.
        weight = 0 if stage == 0 else step.weight.bit_length() - 1
        turn = 0 if stage == 0 else turns[step.order]
        return (
            places[stage + 1, step.needs]
            | ids[step.columns[0]] << COLUMN[1]
            | turn << TURN[1]
            | weight << WEIGHT[1]
        )

    opening_steps = [step for stage, _, step in pieces if stage == 0]
    return Walk(
        np.array(cut),
        np.array([shift for _, shift, _ in pieces]),
        np.array([packed(stage, step) for stage, _, step in pieces]),
        places[0, ()] >> WIDTH[1],
        np.array([step.weight if step else 1 for step in opening_steps]),
        np.array([ids[step.columns[-1]] if step else 0 for step in opening_steps]),
    )


def _layouts(shape: StripShape) -> dict[str, Any]:
    """The tables of layouts: rows of squares, and how many numbers each layout owns."""
    counts = layout_counts(shape)
    most = len(counts) - 1
    # The proposal favours threes a little wrongly. A ticket draws from as many numbers as give
    # its layouts just the weight that is missing: R / (2**n2 6**n3) over 4**-n3, times a constant.
    shares = layout_shares(shape)
    rows = [
        sum(pattern << LINES * at for at, pattern in enumerate(layout))
        for n3 in range(most + 1)
        for layout in layouts(excess_with_threes(shape, n3), shape.line)
    ]
    columns = len(shape.sizes)
    laid = np.zeros(3**columns, np.int64)
    for excess in ticket_vectors(shape):
        # Layouts are listed for the widest column first; a place says
        # which of these a column takes.
        widest_first = sorted(range(columns), key=lambda at: -excess[at])
        places = sum(LINES * at << PLACE_BITS * column for at, column in enumerate(widest_first))
        code = sum(e * 3**at for at, e in enumerate(excess))
        laid[code] = places | threes(excess) << PLACE_BITS * columns
    return {
        "laid": laid,
        "layout_rows": np.array(rows) << PATTERN_AT,
        "layout_first": np.array([0, *accumulate(counts)][:-1]),
        "layout_count": np.array(counts),
        "layout_share": 1 / np.array(shares),
        "layout_range": max(n * share for n, share in zip(counts, shares, strict=True)),
    }


def layout_shares(shape: StripShape) -> Vector:
    """The count of drawn numbers that each layout gets, by the ticket's number of threes.

    >>> layout_shares(STRIP90)
    (27, 72, 192, 512)
    """
    most = len(layout_counts(shape)) - 1
    # 1 / (2**(6-2k) 6**k) over 4**-k is (8/3)**k up to a constant, here times 3**most to be whole.
    return tuple(3 ** (most - n3) * 8**n3 for n3 in range(most + 1))


@cache
def dealer(size: int) -> Dealer:
    """The orders of `size` numbers; of eleven, ten are looked up and the last is swapped in."""
    looked_up = min(size, LOOKED_UP_MAX)
    assert size - looked_up <= 1
    few = looked_up // 2
    many = looked_up - few
    left = _orders_of_sets(looked_up, few)
    right = left if few == many else _orders_of_sets(looked_up, many)
    return Dealer(
        size,
        factorial(few),
        factorial(many),
        comb(looked_up, few),
        left,
        right,
        looked_up < size,
    )


def _orders_of_sets(size: int, count: int) -> Array:
    """Each set of `count` of `size` numbers in each of its orders, packed."""
    every = np.array(orders(count), np.int64).reshape(factorial(count), count)
    sets = np.array(list(combinations(range(size), count)), np.int64).reshape(-1, count)
    shifts = 1 << DIGIT_BITS * np.arange(count)
    return (sets[:, every] @ shifts).reshape(-1).astype(np.uint32)


def _first_digits(digits: Array) -> Array:
    """By ticket and column id: bits to skip to the ticket's own numbers of the dealt column."""
    # A ticket takes its digits after those of the tickets above it.
    taken = np.cumsum(digits + 1, axis=1) - (digits + 1)
    return np.ascontiguousarray(taken.T * DIGIT_BITS)


def _printed() -> Array:
    """The three lines of a ticket's column, counted from 1 and rising downwards; 0 is blank."""
    printed = np.zeros(1 << PATTERN_AT + LINES, np.uint32)
    for pattern, digits in product(range(1 << LINES), range(1 << PATTERN_AT)):
        lines = [line for line in range(LINES) if pattern >> line & 1]
        # All combinations of digits are listed, though most never occur: a lookup needs no search.
        held = [digits >> DIGIT_BITS * at & DIGIT_MAX for at in range(len(lines))]
        shown = zip(lines, sorted(held), strict=True)
        cells = sum(digit + 1 << 8 * line for line, digit in shown)
        printed[pattern << PATTERN_AT | digits] = cells
    return printed


def column_bases(shape: StripShape = STRIP90) -> Vector:
    """The number below the first of each column.

    >>> column_bases()
    (0, 9, 19, 29, 39, 49, 59, 69, 79)
    """
    return tuple(accumulate((0, *shape.sizes[:-1])))
