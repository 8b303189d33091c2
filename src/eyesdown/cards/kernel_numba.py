"""The strip sampler compiled: the same words give the same strips, several times as fast.

A stage runs over a block of attempts, and where it looks something up the lookup has a loop of
its own: the arithmetic before and after it then works on many attempts at once. Numbers are
unsigned throughout, which saves the test for a negative index.
"""

from __future__ import annotations

from functools import cache
from math import factorial
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from eyesdown.cards.counting import STRIP90
from eyesdown.cards.sampler import WORDS_PER_ATTEMPT, Strips, empty_strips
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
    Array,
    StripTables,
    column_bases,
    layout_shares,
    strip_tables,
)
from eyesdown.cards.ticket import COLUMNS, LINES

U32, U64 = np.uint32, np.uint64
TICKETS = STRIP90.tickets
ROWS = TICKETS * LINES
STRIP_BYTES = ROWS * COLUMNS
HALF = TICKETS // 2
MIDDLE = COLUMNS - 2
DRAWS = TICKETS + COLUMNS
BLOCK = 360  # attempts a stage works on at once: their arrays stay near

NEXT_MASK = U64((1 << NEXT[0]) - 1)
WIDTH_AT, WIDTH_MASK = U64(WIDTH[1]), U64((1 << WIDTH[0]) - 1)
COLUMN_AT, COLUMN_MASK = U64(COLUMN[1]), U64((1 << COLUMN[0]) - 1)
TURN_AT, TURN_MASK = U64(TURN[1]), U64((1 << TURN[0]) - 1)
WEIGHT_AT, WEIGHT_MASK = U64(WEIGHT[1]), U64((1 << WEIGHT[0]) - 1)
DEAD_AT = U64(DEAD[1])
FRESH, FRESH_MASK = U64(FRESH_BITS), U64((1 << FRESH_BITS) - 1)
CODE_MASK = U64((1 << CODE_BITS) - 1)
NONE, ONE, TWO, THREE, DIGIT = U64(0), U64(1), U64(2), U64(3), U64(DIGIT_BITS)
LAST_POWER = U64(3 ** (COLUMNS - 1))
TEN, TEN_AT = U64(10), U64(10 * DIGIT_BITS)
LOW, WORD_HALF = U64((1 << 32) - 1), U64(32)

PLACES_EACH = 6  # places of a ticket's columns that 32 bits hold
PLACES_AT, PLACES_MASK = U64(PLACES_EACH * PLACE_BITS), U64((1 << PLACES_EACH * PLACE_BITS) - 1)
THREES_AT = U64(PLACE_BITS * COLUMNS)
PLACE_MASK, PATTERN_MASK = U32((1 << PLACE_BITS) - 1), U32((1 << LINES) - 1)
DIGITS_MASK, PATTERN_TO = U32((1 << PATTERN_AT) - 1), U32(PATTERN_AT)
NO_LAYOUT, LAYOUT_FLAG_AT = 1 << 31, U32(31)
SHOWN, TAKEN_AT = 0x80, U32(24)  # set in the byte of a line that shows a number; see `_entries`
SHOWN_AT, GOOD = U32(7), U32(1)
ONES = U32(0x010101)
BYTE, SECOND, THIRD = U32(0xFF), U32(0xFF00), U32(0xFF0000)
B1, B2, B3 = U32(8), U32(16), U32(24)


@cache
def _tables() -> tuple[Any, ...]:
    """The sampler's tables, a slot of the walk in one row, so that one cache line has all of it."""
    tables = strip_tables(STRIP90)
    walk = tables.walk
    limits = [tables.layout_range] * TICKETS + [factorial(size) for size in STRIP90.sizes]
    spare = [(1 << 32) % limit for limit in limits]
    # Of shift and piece, the low pieces, then the high ones: the order of a row is cut, then low
    # shift, low piece, high shift, high piece.
    halves = [part[side::2] for side in range(2) for part in (walk.shift, walk.piece)]
    slots = np.stack([walk.cut, *halves], axis=1).astype(U64)
    orders, stride = tables.seats.shape
    seats = tables.seats.reshape(-1).astype(np.uint16)
    nine, ten, *_ = tables.dealers
    return (
        (np.array(limits, U64), np.array(spare, U64)),
        (U64(tables.mass), slots, walk.weight.astype(U64), walk.last_column.astype(U64)),
        (U64(walk.width), U64(orders), U64(stride), U64(tables.columns)),
        (seats, np.ascontiguousarray(tables.codes[:, 0]).astype(U64)),
        (tables.laid.astype(U64), *_layouts_by_number(tables)),
        (nine.left, nine.right, ten.left),
        (_entries(tables.printed), np.array(column_bases(), U32) * ONES),
    )


def _layouts_by_number(tables: StripTables) -> tuple[Array, Array, Array]:
    """Layouts by threes, then one mark for all numbers past them; and 2**32 over each share.

    A share's inverse is rounded up: numbers are so small that the quotient stays exact.
    """
    rows: list[int] = []
    first, inverse = [], []
    for n3, share in enumerate(layout_shares(STRIP90)):
        at, count = int(tables.layout_first[n3]), int(tables.layout_count[n3])
        first.append(len(rows))
        rows += (tables.layout_rows[at : at + count] >> PATTERN_AT).tolist()
        rows += [NO_LAYOUT] * (-(-tables.layout_range // share) - count)
        inverse.append(-(-(1 << 32) // share))
        assert tables.layout_range * share < 1 << 32
    return np.array(rows, U32), np.array(first, U64), np.array(inverse, U64)


def _entries(printed: Array) -> Array:
    """What is printed, shown bytes marked; the fourth byte says how many bits of digits it took."""
    cells = printed.view(np.uint8).reshape(-1, 4).copy()
    cells[cells > 0] |= SHOWN
    cells[:, LINES] = DIGIT_BITS * (cells > 0).sum(axis=1)
    return cells.view(U32).reshape(-1)


def sample(words: NDArray[np.uint64], out: Strips | None = None) -> Strips:
    """The same strips as `sampler.sample` for these words."""
    attempts = np.ascontiguousarray(words).reshape(-1, WORDS_PER_ATTEMPT)
    strips = empty_strips(len(attempts)) if out is None else out
    assert strips.flags.c_contiguous
    # The ninth cell is written apart: nine bytes are no machine word.
    eights = np.ndarray((len(strips), ROWS), "<u8", strips, 0, (STRIP_BYTES, COLUMNS))
    return strips[: _sample(attempts, (eights, strips.reshape(-1, ROWS, COLUMNS)), _tables())]


@njit(cache=True, nogil=True)
def _sample(attempts: Array, strips: Any, tables: Any) -> int:
    """Write the accepted strips into `strips`, and return their number."""
    bounds, walk, sizes, seating, laying, dealing, printing = tables
    accepted = np.empty(BLOCK, U32)
    drawn = np.empty((DRAWS, BLOCK), U32)
    codes = np.empty((2, BLOCK), U64)
    places = np.empty((2, TICKETS, BLOCK), U32)
    layouts = np.empty((TICKETS, BLOCK), U32)
    deals = np.empty((COLUMNS, BLOCK), U64)
    eights = np.empty((ROWS, BLOCK), U64)
    ninths = np.empty((TICKETS, BLOCK), U32)
    written = 0
    for start in range(0, len(attempts), BLOCK):
        count = min(BLOCK, len(attempts) - start)
        # Arrays are passed whole, with where to start: slices of them compile to slower code.
        _numbers(attempts, start, count, bounds, (drawn, accepted))
        _columns(attempts, start, count, (walk, sizes, seating), (codes, accepted))
        _layouts(count, codes, drawn, laying, (places, layouts, accepted))
        _deal(count, drawn, dealing, deals)
        _print(count, (places, layouts, deals), printing, (eights, ninths))
        written = _copy_out(count, accepted, (eights, ninths), strips, written)
    return written


@njit(cache=True, nogil=True)
def _numbers(attempts: Array, start: int, count: int, bounds: Any, to: Any) -> None:
    """Layouts and deals from the half words; see `sampler.pick` for what is rejected."""
    limits, spare = bounds
    drawn, accepted = to
    for at in range(count):
        good = GOOD
        for draw in range(DRAWS):
            word = attempts[start + at, 1 + (draw + 1) // 2]
            half = word >> WORD_HALF if draw % 2 == 0 else word & LOW
            scaled = half * limits[draw]
            good &= U32(scaled & LOW >= spare[draw])
            drawn[draw, at] = U32(scaled >> WORD_HALF)
        accepted[at] = good


@njit(cache=True, nogil=True)
def _columns(attempts: Array, start: int, count: int, tables: Any, to: Any) -> None:
    """The tickets' excesses in base three, three tickets packed in a number."""
    (mass, slots, weight, last_column), (width, orders, stride, turns_from) = tables[:2]
    seats, spread = tables[2]
    codes, accepted = to
    numbers = np.empty(BLOCK, U64)
    packs = np.empty(BLOCK, U64)
    seated = np.empty(BLOCK, U64)
    for at in range(count):
        word = attempts[start + at, 0]
        order = word // mass
        number = word - order * mass
        ordered = order < orders
        accepted[at] &= U32(ordered)
        # A rejected order would read past the table; the attempt is dropped in the end.
        seat = order * stride if ordered else NONE
        slot = number >> width
        high = U64(number >= slots[slot, NONE])
        place = TWO * slot + high
        packed = slots[slot, TWO + TWO * high]
        numbers[at] = (number + slots[slot, ONE + TWO * high]) // weight[place]
        packs[at] = packed
        seated[at] = seat
        first = U64(seats[seat + (packed >> COLUMN_AT & COLUMN_MASK)])
        last = U64(seats[seat + last_column[place]])
        codes[0, at] = spread[0, first] + spread[0, last] * LAST_POWER
        codes[1, at] = spread[1, first] + spread[1, last] * LAST_POWER
    power = ONE
    # Two loops: the first has the lookups of the walk, the second those of the ticket order.
    for step in range(MIDDLE - 1):
        fresh_at = FRESH * U64(step)
        for at in range(count):
            packed = packs[at]
            fresh = (attempts[start + at, 1] & LOW) >> fresh_at & FRESH_MASK
            number = numbers[at] << FRESH | fresh
            slot = (packed & NEXT_MASK) + (number >> (packed >> WIDTH_AT & WIDTH_MASK))
            high = TWO * U64(number >= slots[slot, NONE])
            packed = slots[slot, TWO + high]
            numbers[at] = (number + slots[slot, ONE + high]) >> (packed >> WEIGHT_AT & WEIGHT_MASK)
            packs[at] = packed
        power *= THREE
        for at in range(count):
            packed, seat = packs[at], seated[at]
            column = U64(seats[seat + (packed >> COLUMN_AT & COLUMN_MASK)])
            codes[0, at] += spread[0, column] * power
            codes[1, at] += spread[1, column] * power
            seated[at] = stride * U64(seats[seat + turns_from + (packed >> TURN_AT & TURN_MASK)])
    power *= THREE
    for at in range(count):
        alive = packs[at] >> DEAD_AT == NONE
        accepted[at] &= U32(alive)
        column = U64(seats[seated[at] + (packs[at] & NEXT_MASK if alive else NONE)])
        codes[0, at] += spread[0, column] * power
        codes[1, at] += spread[1, column] * power


@njit(cache=True, nogil=True)
def _layouts(count: int, codes: Array, drawn: Array, laying: Any, to: Any) -> None:
    """Each ticket's places and layout. A product and a shift replace the division by a share."""
    laid, rows, first, inverse = laying
    places, layouts, accepted = to
    for ticket in range(TICKETS):
        side, lane = ticket // HALF, U64(CODE_BITS * (ticket % HALF))
        for at in range(count):
            place = laid[codes[side, at] >> lane & CODE_MASK]
            threes = place >> THREES_AT
            row = U64(drawn[ticket, at]) * inverse[threes] >> WORD_HALF
            layout = rows[first[threes] + row]
            places[0, ticket, at] = U32(place & PLACES_MASK)
            places[1, ticket, at] = U32(place >> PLACES_AT)
            layouts[ticket, at] = layout
            accepted[at] &= GOOD - (layout >> LAYOUT_FLAG_AT)


@njit(cache=True, nogil=True)
def _deal(count: int, drawn: Array, dealing: Any, deals: Array) -> None:
    """Drawn numbers become orders of their columns; see `sampler._deal`.

    Divisors are written as constants, so that the compiler multiplies instead: 24 = 4!, 120 = 5!,
    125 = 9 over 4 less 1, 251 = 10 over 5 less 1.
    """
    nine_left, nine_right, ten = dealing
    lefts = np.empty(BLOCK, U32)
    rights = np.empty(BLOCK, U32)
    late = np.empty(BLOCK, U32)
    first, last = drawn[TICKETS], drawn[DRAWS - 1]
    for at in range(count):
        left = U32(first[at] // U32(120))
        right = U32((U32(125) - U32(left // U32(24)) - left) * U32(120) + first[at])
        deals[0, at] = U64(nine_left[left]) | U64(nine_right[right]) << U64(4 * DIGIT_BITS)
    for at in range(count):
        order = U32(last[at] // U32(11))
        late[at] = U32(last[at] - order * U32(11))
        last[at] = order
    for column in range(1, COLUMNS):
        for at in range(count):
            number = drawn[TICKETS + column, at]
            left = U32(number // U32(120))
            lefts[at] = left
            rights[at] = U32((U32(251) - U32(left // U32(120)) - left) * U32(120) + number)
        for at in range(count):
            high = U64(ten[rights[at]]) << U64(5 * DIGIT_BITS)
            deals[column, at] = U64(ten[lefts[at]]) | high
    for at in range(count):
        place = U64(late[at]) * DIGIT
        dealt = deals[COLUMNS - 1, at] | TEN << TEN_AT
        digit = dealt >> place & U64(DIGIT_MAX)
        dealt += (TEN - digit) << place
        deals[COLUMNS - 1, at] = dealt - ((TEN - digit) << TEN_AT)


@njit(cache=True, nogil=True)
def _print(count: int, chosen: Any, printing: Any, to: Any) -> None:
    """The rows of every ticket; each takes its digits off the deals, so that the next are low."""
    places, layouts, deals = chosen
    entries, bases = printing
    eights, ninths = to
    looked_up = np.empty(BLOCK, U32)
    lines = np.empty((COLUMNS - 1, BLOCK), U32)
    for ticket in range(TICKETS):
        for column in range(COLUMNS):
            side, place_at = column // PLACES_EACH, U32(PLACE_BITS * (column % PLACES_EACH))
            for at in range(count):
                place = places[side, ticket, at] >> place_at & PLACE_MASK
                pattern = layouts[ticket, at] >> place & PATTERN_MASK
                looked_up[at] = pattern << PATTERN_TO | U32(deals[column, at]) & DIGITS_MASK
            for at in range(count):
                looked_up[at] = entries[looked_up[at]]
            shown = lines[column] if column < COLUMNS - 1 else ninths[ticket]
            for at in range(count):
                entry = looked_up[at]
                deals[column, at] = deals[column, at] >> U64(entry >> TAKEN_AT)
                # A mark becomes a mask of seven bits: blanks stay 0 after the base is added.
                # A mark and a number make 0x80 + 90 at most, so adding the base carries into no
                # other byte.
                marks = entry >> SHOWN_AT & ONES
                shown[at] = U32(entry + bases[column]) & U32((marks << SHOWN_AT) - marks)
        _rows(count, lines, eights, LINES * ticket)


@njit(cache=True, nogil=True)
def _rows(count: int, lines: Array, eights: Array, row: int) -> None:
    """Eight columns of three bytes turned into three rows of eight."""
    for at in range(count):
        a, b, c, d = lines[0, at], lines[1, at], lines[2, at], lines[3, at]
        left = (a & BYTE) | (b & BYTE) << B1 | (c & BYTE) << B2 | (d & BYTE) << B3
        a, b, c, d = lines[4, at], lines[5, at], lines[6, at], lines[7, at]
        right = (a & BYTE) | (b & BYTE) << B1 | (c & BYTE) << B2 | (d & BYTE) << B3
        eights[row, at] = U64(left) | U64(right) << WORD_HALF
    for at in range(count):
        a, b, c, d = lines[0, at], lines[1, at], lines[2, at], lines[3, at]
        left = (a >> B1 & BYTE) | (b & SECOND) | (c & SECOND) << B1 | (d & SECOND) << B2
        a, b, c, d = lines[4, at], lines[5, at], lines[6, at], lines[7, at]
        right = (a >> B1 & BYTE) | (b & SECOND) | (c & SECOND) << B1 | (d & SECOND) << B2
        eights[row + 1, at] = U64(left) | U64(right) << WORD_HALF
    for at in range(count):
        a, b, c, d = lines[0, at], lines[1, at], lines[2, at], lines[3, at]
        left = (a >> B2) | (b >> B1 & SECOND) | (c & THIRD) | (d & THIRD) << B1
        a, b, c, d = lines[4, at], lines[5, at], lines[6, at], lines[7, at]
        right = (a >> B2) | (b >> B1 & SECOND) | (c & THIRD) | (d & THIRD) << B1
        eights[row + 2, at] = U64(left) | U64(right) << WORD_HALF


@njit(cache=True, nogil=True)
def _copy_out(count: int, accepted: Array, rows: Any, strips: Any, first: int) -> int:
    """Copy the accepted attempts of a block from `first` on; return the next free index."""
    eights, ninths = rows
    wide, cells = strips
    for at in range(count):
        # The stages before work on rejected attempts as well, without a
        # branch; here those drop out.
        if accepted[at]:
            for row in range(ROWS):
                wide[first, row] = eights[row, at]
            for ticket in range(TICKETS):
                numbers = ninths[ticket, at]
                cells[first, LINES * ticket, COLUMNS - 1] = np.uint8(numbers)
                cells[first, LINES * ticket + 1, COLUMNS - 1] = np.uint8(numbers >> B1)
                cells[first, LINES * ticket + 2, COLUMNS - 1] = np.uint8(numbers >> B2)
            first += 1
    return first
