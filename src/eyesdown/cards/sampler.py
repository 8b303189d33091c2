"""Exactly uniform strips from ideally random words, by NumPy alone.

An attempt takes nine words: one for the excess matrix and the ticket order, then sixteen halves,
namely fresh bits for the matrix, a layout for each ticket, a deal for each column. Every draw is
a whole number below a limit that does not depend on what was drawn before, so that dropping an
attempt never favours a strip.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from math import factorial

import numpy as np
from numpy.typing import NDArray

from eyesdown.cards.counting import STRIP90
from eyesdown.cards.tables import (
    CODE_BITS,
    COLUMN,
    DEAD,
    DIGIT_BITS,
    DIGIT_MAX,
    FRESH_BITS,
    NEXT,
    PATTERN_AT,
    PLACE_BITS,
    TURN,
    WEIGHT,
    WIDTH,
    WORD,
    Array,
    StripTables,
    column_bases,
    strip_tables,
    unpack,
)
from eyesdown.cards.ticket import COLUMNS, LINES

WORDS_PER_ATTEMPT = 9
HALF_BITS = 32
ATTEMPTS_PER_BLOCK = 5500  # no power of two: columns would then share the same cache lines

Strips = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Picks:
    """What each attempt drew: whole numbers below fixed limits."""

    matrix: Array  # below the opening's mass
    order: Array
    fresh: Array  # FRESH_BITS for each middle column but the last
    layouts: Array  # [ticket, attempt], below layout_range
    deals: Array  # [column, attempt], below the factorial of the column's size


def sample(words: NDArray[np.uint64], out: Strips | None = None) -> Strips:
    """One strip for every nine words; about one attempt in fifty is dropped.

    The strips are written into `out` where it is given: new memory costs as much as the strips.

    >>> words = np.arange(900, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    >>> strips = sample(words)
    >>> strips.shape[1:]
    (6, 3, 9)
    >>> sorted(set(strips[0].ravel().tolist())) == list(range(91))
    True
    """
    attempts = words.reshape(-1, WORDS_PER_ATTEMPT)
    tables = strip_tables(STRIP90)
    strips = empty_strips(len(attempts)) if out is None else out
    count = 0
    for at in range(0, len(attempts), ATTEMPTS_PER_BLOCK):
        picks, drawn = pick(tables, attempts[at : at + ATTEMPTS_PER_BLOCK])
        block, accepted = assemble(tables, picks)
        accepted &= drawn
        stop = count + int(accepted.sum())
        # Compressed straight into the result: an array of the accepted
        # strips would be a second copy.
        np.compress(accepted, block, axis=0, out=strips[count:stop])
        count = stop
    return strips[:count]


def empty_strips(attempts: int) -> Strips:
    """An array with space for the strips of `attempts` attempts.

    >>> empty_strips(2).shape
    (2, 6, 3, 9)
    """
    return np.empty((attempts, STRIP90.tickets, LINES, COLUMNS), np.uint8)


def pick(tables: StripTables, attempts: NDArray[np.uint64]) -> tuple[Picks, Array]:
    """The numbers that each attempt draws, and which attempts drew all of theirs.

    A half word times a limit, shifted down by 32 bits, is below the limit. Products whose low half
    is below `spare` are rejected, so that every number has equally many half words (Lemire).
    """
    shape = tables.shape
    word = attempts[:, 0]
    # One word carries the ticket order above the number that chooses the matrix.
    order, matrix = np.divmod(word, np.uint64(tables.mass))
    # Words from 720 whole masses up are rejected, so each order and number has exactly one word.
    drawn = order < factorial(shape.tickets)
    # Low half first on a little-endian machine, as the compiled kernel splits words. C order makes
    # each draw one contiguous row, so that every pass below runs over neighbours.
    halves = np.ascontiguousarray(attempts[:, 1:]).view(np.uint32).T.astype(np.uint64, order="C")
    fresh, rest = halves[0], halves[1:]
    limits = [tables.layout_range] * shape.tickets + [factorial(size) for size in shape.sizes]
    scaled = rest * np.array(limits, np.uint64)[:, None]
    # The cast keeps the low half of each product, which decides the rejection.
    low = scaled.astype(np.uint32)
    spare = np.array([(WORD >> HALF_BITS) % limit for limit in limits], np.uint32)
    drawn &= (low >= spare[:, None]).all(axis=0)
    scaled >>= np.uint64(HALF_BITS)
    # All are below 2**32, so the signed view, which `take` wants, holds the same numbers.
    numbers = scaled.view(np.int64)
    order[~drawn] = 0  # so that lookups of dropped attempts stay inside the tables
    return (
        Picks(
            matrix.view(np.int64),
            order.view(np.int64),
            fresh.view(np.int64),
            numbers[: shape.tickets],
            numbers[shape.tickets :],
        ),
        drawn,
    )


def assemble(tables: StripTables, picks: Picks) -> tuple[Strips, Array]:
    """The strip of every attempt, and which attempts are accepted."""
    columns, alive = _columns(tables, picks)
    places, rows, laid = _layouts(tables, columns, picks.layouts)
    return _place(tables, columns, places, rows, _deal(tables, picks.deals)), alive & laid


def _columns(tables: StripTables, picks: Picks) -> tuple[Array, Array]:
    """The id of each column's excesses, [column, attempt], and which attempts have them all."""
    walk, seats = tables.walk, tables.seats.ravel()
    middle, stride = len(tables.shape.sizes) - 2, tables.seats.shape[1]
    columns = np.empty((middle + 2, len(picks.matrix)), np.int64)
    # First and last column come from one step; its weight is divided out of the number here,
    # because it is no power of two as the others are.
    # The alias table: a shift finds the slot, one comparison the low or high piece of it.
    slot = picks.matrix >> walk.width
    piece = 2 * slot + (picks.matrix >= walk.cut.take(slot))
    number = (picks.matrix + walk.shift.take(piece)) // walk.weight.take(piece)
    seat = picks.order * stride
    packed = walk.piece.take(piece)
    columns[0] = seats.take(seat + unpack(packed, COLUMN))
    columns[-1] = seats.take(seat + walk.last_column.take(piece))
    for at in range(middle - 1):
        # Fresh bits keep the numbers fine enough for the masses of the columns still to come.
        number = (number << FRESH_BITS) | unpack(picks.fresh, (FRESH_BITS, FRESH_BITS * at))
        slot = unpack(packed, NEXT) + (number >> unpack(packed, WIDTH))
        piece = 2 * slot + (number >= walk.cut.take(slot))
        packed = walk.piece.take(piece)
        number = (number + walk.shift.take(piece)) >> unpack(packed, WEIGHT)
        columns[at + 1] = seats.take(seat + unpack(packed, COLUMN))
        # The graph sorts the tickets by need; `seat` has the ticket that is at each place.
        seat = seats.take(seat + (unpack(packed, TURN) + tables.columns)) * np.int64(stride)
    # DEAD is the topmost bit of a piece, so a comparison tests it.
    alive = packed < 1 << DEAD[1]
    # Nothing is left to choose for the last middle column: it takes what the tickets need.
    columns[middle] = seats.take(seat + np.where(alive, unpack(packed, NEXT), 0))
    return columns, alive


def _layouts(tables: StripTables, columns: Array, drawn: Array) -> tuple[Array, Array, Array]:
    """Each ticket's places by column and its layout, [ticket, attempt], and which attempts are
    accepted: the share rejected here corrects the proposal's weight for columns of three.
    """
    width, half = len(columns), tables.shape.tickets // 2
    # `codes` is indexed [column, id], flat.
    numbered = columns + tables.columns * np.arange(width)[:, None]
    # A ticket's nine excesses in base three index `laid`; half of the tickets are summed at once.
    code = np.empty_like(drawn)
    for side, lanes in enumerate(code.reshape(2, half, -1)):
        # Each column has its own power of three and a digit of 0 to 2:
        # nothing carries into another lane.
        packed = np.add.reduce(tables.codes[side].take(numbered), axis=0)
        for lane in range(half):
            np.bitwise_and(packed >> CODE_BITS * lane, (1 << CODE_BITS) - 1, out=lanes[lane])
    places = tables.laid.take(code)
    threes = places >> PLACE_BITS * width
    # Whole numbers this small divide exactly in doubles once moved off the boundary by a half.
    row = ((drawn + 0.5) * tables.layout_share.take(threes)).astype(np.int64)
    accepted = row < tables.layout_count.take(threes)
    # What is rejected reads row 0, so that the lookup stays inside its threes.
    row *= accepted
    return (
        places,
        tables.layout_rows.take(tables.layout_first.take(threes) + row),
        np.logical_and.reduce(accepted, axis=0),
    )


def _deal(tables: StripTables, drawn: Array) -> Array:
    """Each column's numbers in a random order, [column, attempt], DIGIT_BITS each."""
    dealt = np.empty_like(drawn)
    start = 0
    for _, alike in groupby(tables.dealers, key=lambda by: by.size):  # fewer, longer passes
        by, *more = alike
        stop = start + 1 + len(more)
        order, orders = drawn[start:stop], dealt[start:stop]
        start = stop
        late = None
        if by.late:
            order, late = np.divmod(order, by.size)
        left = order // by.right_orders
        # `left` names a set and its order; less the order it is the
        # set, whose complement is wanted.
        right = left // by.left_orders
        # In the list of sets, a set's complement is as far from the end as the set from the start.
        right += left
        # The rank of the right half's order is `order - left * right_orders`. Both products have
        # the same factor, so they are subtracted together, in place.
        np.subtract(by.sets - 1, right, out=right)
        right *= by.right_orders
        right += order
        orders[:] = by.right.take(right)
        orders <<= DIGIT_BITS * (by.looked_up // 2)
        orders |= by.left.take(left)
        if late is not None:
            # The eleventh number takes a random place; the number there moves to the end.
            late *= DIGIT_BITS
            orders |= by.looked_up << DIGIT_BITS * by.looked_up
            # Adding the differences swaps both digits: neither falls
            # below 0, so nothing is borrowed.
            digit = orders >> late & DIGIT_MAX
            orders += (by.looked_up - digit) << late
            orders += (digit - by.looked_up) << DIGIT_BITS * by.looked_up
    return dealt


def _place(tables: StripTables, columns: Array, places: Array, rows: Array, dealt: Array) -> Strips:
    """The numbers on the tickets: in each column of a ticket the lowest number is at the top."""
    shape = tables.shape
    width, count = columns.shape
    column_at = PLACE_BITS * np.arange(width)[:, None]
    lines = np.empty((shape.tickets, width, count), np.uint32)
    pattern, digits = np.empty_like(dealt), np.empty_like(dealt)  # new memory costs more than sums
    for ticket, out in enumerate(lines):
        np.right_shift(places[ticket], column_at, out=pattern)
        pattern &= (1 << PLACE_BITS) - 1
        # Layout rows are built above PATTERN_AT, so that a shifted row meets
        # its digits without another shift.
        np.right_shift(rows[ticket], pattern, out=pattern)
        pattern &= ((1 << LINES) - 1) << PATTERN_AT
        # With `out` NumPy copies through a buffer, lest an index past the end spoil the array. No
        # index here is past the end, and "clip" saves the copy.
        tables.first_digit[ticket].take(columns, out=digits, mode="clip")
        np.right_shift(dealt, digits, out=digits)
        digits &= (1 << PATTERN_AT) - 1
        digits |= pattern
        tables.printed.take(digits, out=out, mode="clip")
    strips = np.empty((count, shape.tickets, LINES, width), np.uint8)
    # Each number of 32 bits has the three lines of a column, a byte each, and a byte of nothing.
    cells = lines.view(np.uint8).reshape(shape.tickets, width, count, 4)[..., :LINES]
    strips[...] = cells.transpose(2, 0, 3, 1)
    flat = strips.reshape(count, -1)
    bases = np.tile(np.array(column_bases(shape), np.uint8), shape.tickets * LINES)
    # Digits count from 1 in their column; blanks stay 0 when the column's base is added.
    shown = np.minimum(flat, 1)
    shown *= bases
    flat += shown
    return strips
