"""A number for every set of fifteen numbers a ticket can hold: equal keys, equal sets.

There are 6,080,082,602,343,750 such sets, so the key is exact and fits a 64-bit word: two cards
of a series clash if and only if their keys are equal, and no hash has to be doubted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from eyesdown.cards.card75 import CENTRE, POOL, SIZE
from eyesdown.cards.counting import STRIP90, ticket_vectors
from eyesdown.cards.tables import Array, column_bases
from eyesdown.cards.ticket import COLUMNS, LINES

NOT_A_TICKET = -1


@dataclass(frozen=True, slots=True)
class KeyTables:
    """Lookups from a ticket's numbers to its key."""

    bit: Array  # by number: its bit within its column
    rank: Array  # [column, bits]: which choice of its size this is
    radix: Array  # [column, bits]: how many such choices there are; 0 for an impossible one
    code: Array  # [column, bits]: the column's digit in the code of counts
    first: Array  # by code: the first key of these counts, or NOT_A_TICKET


@cache
def key_tables() -> KeyTables:
    """The lookups of keys, built once."""
    most = 1 << max(STRIP90.sizes)
    bit = np.zeros(sum(STRIP90.sizes) + 1, np.int64)
    rank, radix, code = (np.zeros((COLUMNS, most), np.int64) for _ in range(3))
    for column, (base, size) in enumerate(zip(column_bases(), STRIP90.sizes, strict=True)):
        bit[base + 1 : base + size + 1] = 1 << np.arange(size)
        for count in range(1, LINES + 1):
            for at, held in enumerate(combinations(range(size), count)):
                bits = sum(1 << digit for digit in held)
                rank[column, bits], radix[column, bits] = at, comb(size, count)
                code[column, bits] = (count - 1) * LINES**column
    first = np.full(LINES**COLUMNS, NOT_A_TICKET, np.int64)
    total = 0
    for vector in ticket_vectors(STRIP90):
        first[sum(e * LINES**at for at, e in enumerate(vector))] = total
        total += prod(comb(size, e + 1) for size, e in zip(STRIP90.sizes, vector, strict=True))
    return KeyTables(bit, rank, radix, code, first)


def ticket_keys(tickets: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The key of each ticket [..., 3, 9]; NOT_A_TICKET where a column or the whole is impossible.

    Each number must be in its own column; `series_check` looks at that first.
    """
    tables = key_tables()
    cells = tickets.reshape(-1, LINES, COLUMNS)
    held = tables.bit.take(cells[:, 0])
    for line in range(1, LINES):
        held |= tables.bit.take(cells[:, line])
    key = np.zeros(len(cells), np.int64)
    code = np.zeros(len(cells), np.int64)
    possible = np.ones(len(cells), np.bool_)
    # Mixed radix, column by column. An impossible column has radix 0, and `possible` drops the key.
    for column in range(COLUMNS):
        bits = held[:, column]
        radix = tables.radix[column].take(bits)
        possible &= radix > 0
        key *= radix
        key += tables.rank[column].take(bits)
        # Counts differ, keys differ: each list of counts has a range of keys to itself.
        code += tables.code[column].take(bits)
    first = tables.first.take(code)
    return np.where(possible & (first >= 0), first + key, NOT_A_TICKET)


def laid_by_column(numbers: list[int]) -> NDArray[np.uint8] | None:
    """A grid with these numbers in their columns; None if no ticket has them.

    >>> laid_by_column([1, 2, 3]) is None
    True
    """
    cells = np.zeros((LINES, COLUMNS), np.uint8)
    filled = [0] * COLUMNS
    for number in sorted(numbers):
        if not 1 <= number <= sum(STRIP90.sizes):
            return None
        column = min(number // 10, COLUMNS - 1)
        if filled[column] == LINES:
            return None
        cells[filled[column], column] = number
        filled[column] += 1
    enough = len(set(numbers)) == len(numbers) == STRIP90.line * LINES
    return cells if enough and min(filled) >= 1 else None


@cache
def _ranks75() -> tuple[Array, Array]:
    """By the numbers of a column as bits: which choice of five, and of four, they are; or -1."""
    five, four = (np.full(1 << POOL, NOT_A_TICKET, np.int64) for _ in range(2))
    for ranks, count in ((five, SIZE), (four, SIZE - 1)):
        for at, held in enumerate(combinations(range(POOL), count)):
            ranks[sum(1 << digit for digit in held)] = at
    return five, four


def card75_keys(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The key of each 75-ball card [..., 5, 5]; NOT_A_TICKET where a column is impossible.

    There are 111,007,923,832,370,565 sets of 24 numbers. Two cards with the same numbers in other
    squares have the same key: a series has each set once, so that a card is found by its numbers.
    """
    cells = cards.reshape(-1, SIZE, SIZE).astype(np.int64)
    key = np.zeros(len(cells), np.int64)
    possible = np.ones(len(cells), np.bool_)
    five, four = _ranks75()
    for column in range(SIZE):
        digits = cells[:, :, column] - (POOL * column + 1)
        if column == CENTRE:
            digits = np.delete(digits, CENTRE, axis=1)
        inside = (digits >= 0) & (digits < POOL)
        possible &= inside.all(axis=1)
        # A number twice carries into another bit: fewer bits are set, and no choice has that rank.
        bits = (np.int64(1) << np.where(inside, digits, 0)).sum(axis=1) & ((1 << POOL) - 1)
        ranks = (four if column == CENTRE else five).take(bits)
        possible &= ranks >= 0
        key = key * comb(POOL, SIZE - (column == CENTRE)) + ranks
    return np.where(possible, key, NOT_A_TICKET)


def card75_by_column(numbers: list[int]) -> NDArray[np.uint8] | None:
    """A grid with these 24 numbers in their columns; None if no 75-ball card has them.

    >>> card75_by_column(list(range(1, 25))) is None
    True
    """
    columns: list[list[int]] = [[] for _ in range(SIZE)]
    for number in sorted(set(numbers)):
        if not 1 <= number <= SIZE * POOL:
            return None
        columns[(number - 1) // POOL].append(number)
    if [len(column) for column in columns] != [5, 5, 4, 5, 5] or len(numbers) != 24:
        return None
    columns[CENTRE].insert(CENTRE, 0)
    return np.array(columns, np.uint8).T
