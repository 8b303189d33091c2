"""The strip sampler compiled: the same words give the same strips, several times as fast."""

from __future__ import annotations

from functools import cache
from math import factorial
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from eyesdown.cards.counting import STRIP90
from eyesdown.cards.sampler import WORDS_PER_ATTEMPT, Strips, room
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
    column_bases,
    strip_tables,
)
from eyesdown.cards.ticket import COLUMNS, LINES

TICKETS = STRIP90.tickets
HALF = TICKETS // 2
MIDDLE = COLUMNS - 2
DRAWS = TICKETS + COLUMNS
NEXT_MASK = (1 << NEXT[0]) - 1
WIDTH_AT, WIDTH_MASK = WIDTH[1], (1 << WIDTH[0]) - 1
COLUMN_AT, COLUMN_MASK = COLUMN[1], (1 << COLUMN[0]) - 1
TURN_AT, TURN_MASK = TURN[1], (1 << TURN[0]) - 1
WEIGHT_AT, WEIGHT_MASK = WEIGHT[1], (1 << WEIGHT[0]) - 1
DEAD_AT = DEAD[1]
CODE_MASK = (1 << CODE_BITS) - 1
FRESH_MASK = (1 << FRESH_BITS) - 1
PLACE_MASK = (1 << PLACE_BITS) - 1
PATTERN_MASK = ((1 << LINES) - 1) << PATTERN_AT
DIGITS_MASK = (1 << PATTERN_AT) - 1
LOW = np.uint64((1 << 32) - 1)
HALF_BITS = np.uint64(32)
BLOCK = 240  # attempts a stage works on at once: their loads overlap, their arrays stay near
LINES_SHOWN = [[0x01 << 8 * r for r in range(LINES) if p >> r & 1] for p in range(1 << LINES)]
SHOWN = np.array([0xFF * sum(ones) for ones in LINES_SHOWN], np.uint32)
ONES = np.uint32(sum(LINES_SHOWN[-1]))


@cache
def _tables() -> tuple[Any, ...]:
    """The sampler's tables, a slot of the walk in one row: what is used together lies together."""
    tables = strip_tables(STRIP90)
    walk = tables.walk
    limits = [tables.layout_range] * TICKETS + [factorial(size) for size in STRIP90.sizes]
    spare = [(1 << 32) % limit for limit in limits]
    halves = [part[side::2] for side in range(2) for part in (walk.shift, walk.piece)]
    slots = np.stack([walk.cut, *halves], axis=1)
    nine, ten, *_ = tables.dealers
    laying = (tables.codes, tables.laid, tables.layout_rows, tables.layout_first)
    return (
        (np.array(limits, np.uint64), np.array(spare, np.uint64)),
        (np.uint64(tables.mass), slots, walk.weight, walk.last_column, walk.width),
        (tables.seats.reshape(-1), *tables.seats.shape, tables.columns),
        (*laying, tables.layout_count, tables.layout_share),
        (nine.left, nine.right, ten.left),
        (tables.first_digit, tables.printed, SHOWN, np.array(column_bases(), np.uint32) * ONES),
    )


def sample(words: NDArray[np.uint64], out: Strips | None = None) -> Strips:
    """What `sampler.sample` gives for these words."""
    attempts = np.ascontiguousarray(words).reshape(-1, WORDS_PER_ATTEMPT)
    found = room(len(attempts)) if out is None else out
    return found[: _sample(attempts, found, _tables())]


@njit(cache=True, nogil=True)
def _sample(attempts: Array, found: Array, tables: Any) -> int:
    bounds, walk, seating, laying, dealing, printing = tables
    columns = np.empty((COLUMNS, BLOCK), np.int64)
    drawn = np.empty((DRAWS, BLOCK), np.int64)
    places = np.empty((TICKETS, BLOCK), np.int64)
    layouts = np.empty((TICKETS, BLOCK), np.int64)
    lines = np.empty((TICKETS, COLUMNS, BLOCK), np.uint32)
    kept = np.empty(BLOCK, np.bool_)
    made = 0
    for start in range(0, len(attempts), BLOCK):
        count = min(BLOCK, len(attempts) - start)
        # Arrays are passed whole, with where to start: slices of them compile to slower code.
        _numbers(attempts, start, count, bounds, (drawn, kept))
        _columns(attempts, start, count, (walk, seating), (columns, kept))
        _layouts(count, columns, drawn, laying, (places, layouts, kept))
        _deal(count, drawn, dealing)
        _print(count, columns, (places, layouts, drawn), printing, lines)
        for at in range(count):
            if kept[at]:
                _copy_out(at, lines, found, made)
                made += 1
    return made


@njit(cache=True, nogil=True)
def _numbers(attempts: Array, start: int, count: int, bounds: Any, to: Any) -> None:
    limits, spare = bounds
    drawn, kept = to
    for at in range(count):
        good = True
        for draw in range(DRAWS):
            word = attempts[start + at, 1 + (draw + 1) // 2]
            half = word >> HALF_BITS if draw % 2 == 0 else word & LOW
            scaled = half * limits[draw]
            good &= scaled & LOW >= spare[draw]
            drawn[draw, at] = np.int64(scaled >> HALF_BITS)
        kept[at] = good


@njit(cache=True, nogil=True)
def _columns(attempts: Array, start: int, count: int, tables: Any, to: Any) -> None:
    mass, slots, weight, last_column, width = tables[0]
    seats, orders, stride, turns_from = tables[1]
    columns, kept = to
    numbers = np.empty(BLOCK, np.int64)
    packs = np.empty(BLOCK, np.int64)
    seated = np.empty(BLOCK, np.int64)
    for at in range(count):
        word = attempts[start + at, 0]
        order = word // mass
        number = np.int64(word - order * mass)
        kept[at] &= order < np.uint64(orders)
        seat = np.int64(order) * stride if kept[at] else 0
        slot = number >> width
        high = number >= slots[slot, 0]
        place = 2 * slot + high
        numbers[at] = (number + slots[slot, 1 + 2 * high]) // weight[place]
        packs[at] = slots[slot, 2 + 2 * high]
        seated[at] = seat
        columns[0, at] = seats[seat + (packs[at] >> COLUMN_AT & COLUMN_MASK)]
        columns[COLUMNS - 1, at] = seats[seat + last_column[place]]
    for step in range(MIDDLE - 1):
        for at in range(count):
            packed, seat = packs[at], seated[at]
            fresh = np.int64(attempts[start + at, 1] & LOW) >> FRESH_BITS * step & FRESH_MASK
            number = numbers[at] << FRESH_BITS | fresh
            slot = (packed & NEXT_MASK) + (number >> (packed >> WIDTH_AT & WIDTH_MASK))
            half = 2 * (number >= slots[slot, 0])
            packed = slots[slot, 2 + half]
            numbers[at] = (number + slots[slot, 1 + half]) >> (packed >> WEIGHT_AT & WEIGHT_MASK)
            columns[step + 1, at] = seats[seat + (packed >> COLUMN_AT & COLUMN_MASK)]
            turned = seats[seat + turns_from + (packed >> TURN_AT & TURN_MASK)]
            seated[at] = stride * np.int64(turned)
            packs[at] = packed
    for at in range(count):
        alive = packs[at] >> DEAD_AT == 0
        kept[at] &= alive
        columns[MIDDLE, at] = seats[seated[at] + (packs[at] & NEXT_MASK if alive else 0)]


@njit(cache=True, nogil=True)
def _layouts(count: int, columns: Array, drawn: Array, laying: Any, to: Any) -> None:
    places, layouts, kept = to
    codes, laid, rows, first, counts, share = laying
    for at in range(count):
        for side in range(2):
            packed = np.int64(0)
            for column in range(COLUMNS):
                packed += codes[side, column, columns[column, at]]
            for lane in range(HALF):
                ticket = side * HALF + lane
                place = laid[packed >> CODE_BITS * lane & CODE_MASK]
                threes = place >> PLACE_BITS * COLUMNS
                row = np.int64((drawn[ticket, at] + 0.5) * share[threes])
                fits = row < counts[threes]
                kept[at] &= fits
                places[ticket, at] = place
                layouts[ticket, at] = rows[first[threes] + row * fits]


@njit(cache=True, nogil=True)
def _deal(count: int, drawn: Array, dealing: Any) -> None:
    """Numbers drawn become orders of their columns, in place; see `sampler._deal`."""
    nine_left, nine_right, ten = dealing
    first, last = drawn[TICKETS], drawn[DRAWS - 1]
    late = np.empty(BLOCK, np.int64)
    for at in range(count):
        left = first[at] // 120
        right = (125 - left // 24 - left) * 120 + first[at]
        first[at] = np.int64(nine_left[left]) | np.int64(nine_right[right]) << 4 * DIGIT_BITS
    for at in range(count):
        late[at] = last[at] % 11
        last[at] //= 11
    for column in range(1, COLUMNS):
        orders = drawn[TICKETS + column]
        for at in range(count):
            left = orders[at] // 120
            right = (251 - left // 120 - left) * 120 + orders[at]
            orders[at] = np.int64(ten[left]) | np.int64(ten[right]) << 5 * DIGIT_BITS
    for at in range(count):
        dealt = last[at] | np.int64(10) << 10 * DIGIT_BITS
        digit = dealt >> DIGIT_BITS * late[at] & DIGIT_MAX
        dealt += (10 - digit) << DIGIT_BITS * late[at]
        last[at] = dealt + ((digit - 10) << 10 * DIGIT_BITS)


@njit(cache=True, nogil=True)
def _print(count: int, columns: Array, made: Any, printing: Any, lines: Array) -> None:
    places, layouts, drawn = made
    first_digit, printed, shown, bases = printing
    for ticket in range(TICKETS):
        for column in range(COLUMNS):
            base = bases[column]
            for at in range(count):
                place = places[ticket, at] >> PLACE_BITS * column & PLACE_MASK
                pattern = layouts[ticket, at] >> place & PATTERN_MASK
                digits = drawn[TICKETS + column, at] >> first_digit[ticket, columns[column, at]]
                numbers = printed[pattern | digits & DIGITS_MASK] + base
                lines[ticket, column, at] = numbers & shown[pattern >> PATTERN_AT]


@njit(cache=True, nogil=True)
def _copy_out(at: int, lines: Array, found: Array, made: int) -> None:
    for ticket in range(TICKETS):
        for column in range(COLUMNS):
            numbers = lines[ticket, column, at]
            found[made, ticket, 0, column] = np.uint8(numbers & np.uint32(0xFF))
            found[made, ticket, 1, column] = np.uint8(numbers >> np.uint32(8) & np.uint32(0xFF))
            found[made, ticket, 2, column] = np.uint8(numbers >> np.uint32(16))
