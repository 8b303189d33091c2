"""Single 90-ball tickets: every ticket has a number, so a uniform number is a uniform ticket."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from eyesdown.cards.counting import (
    STRIP90,
    StripShape,
    layout_counts,
    threes,
    ticket_count,
    ticket_vectors,
)
from eyesdown.cards.tables import (
    DIGIT_BITS,
    PATTERN_AT,
    PLACE_BITS,
    WORD,
    Array,
    StripTables,
    column_bases,
    share_out,
    slot_bits,
    strip_tables,
)
from eyesdown.cards.ticket import LINES

WORDS_PER_ATTEMPT = 1
ATTEMPTS_PER_BLOCK = 3100

Tickets = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class TicketTables:
    """Which numbers belong to which column counts, and how each count's choices are numbered."""

    strip: StripTables
    total: int
    width: int
    cut: Array
    shift: Array
    vector: Array  # by piece
    code: Array  # by vector
    choices: Array  # by vector: ways to choose its numbers
    radix: Array  # [column, vector]: ways to choose the column's
    first: Array  # [column, vector]: where these begin in `chosen`
    chosen: Array  # packed digits


@cache
def ticket_tables(shape: StripShape = STRIP90) -> TicketTables:
    """The tables of the ticket sampler, built once."""
    vectors = ticket_vectors(shape)
    counts = layout_counts(shape)
    radix = [[comb(size, v[at] + 1) for v in vectors] for at, size in enumerate(shape.sizes)]
    # A ticket's number is mixed radix: column counts, then layout, then a digit for each column.
    choices = [prod(column) for column in zip(*radix, strict=True)]
    masses = [counts[threes(v)] * ways for v, ways in zip(vectors, choices, strict=True)]
    width = slot_bits(len(masses), ticket_count(shape))
    pieces = [piece for pair in share_out(masses, width) for piece in pair]
    chosen: list[int] = []
    where: dict[tuple[int, int], int] = {}
    for size in sorted(set(shape.sizes)):
        for count in range(1, LINES + 1):
            # Columns 2 to 8 have ten numbers each and share these lists of choices.
            where[size, count] = len(chosen)
            chosen += [
                sum(digit << DIGIT_BITS * at for at, digit in enumerate(held))
                for held in combinations(range(size), count)
            ]
    first = [[where[size, v[at] + 1] for v in vectors] for at, size in enumerate(shape.sizes)]
    return TicketTables(
        strip=strip_tables(shape),
        total=ticket_count(shape),
        width=width,
        cut=np.array([piece.stop for piece in pieces[::2]]),
        shift=np.array([piece.shift for piece in pieces]),
        # No number comes to a rejected piece, so its vector may be any.
        vector=np.array([max(piece.step, 0) for piece in pieces]),
        code=np.array([sum(e * 3**at for at, e in enumerate(v)) for v in vectors]),
        choices=np.array(choices),
        radix=np.array(radix),
        first=np.array(first),
        chosen=np.array(chosen),
    )


def sample(words: NDArray[np.uint64], out: Tickets | None = None) -> Tickets:
    """A ticket for every word; about one word in two hundred is dropped.

    >>> sample(np.arange(2, dtype=np.uint64) << np.uint64(60)).shape
    (2, 3, 9)
    """
    tables = ticket_tables(STRIP90)
    share = WORD // tables.total
    drawn = empty_tickets(len(words)) if out is None else out
    done = 0
    for at in range(0, len(words), ATTEMPTS_PER_BLOCK):
        some = words[at : at + ATTEMPTS_PER_BLOCK]
        # Words above the highest multiple of the total are rejected: each ticket has `share` words.
        accepted = some[some < np.uint64(share * tables.total)]
        cards = numbered(tables, (accepted // np.uint64(share)).view(np.int64))
        drawn[done : done + len(cards)] = cards
        done += len(cards)
    return drawn[:done]


def empty_tickets(attempts: int) -> Tickets:
    """An array with space for the tickets of `attempts` words.

    >>> empty_tickets(2).shape
    (2, 3, 9)
    """
    return np.empty((attempts, LINES, len(STRIP90.sizes)), np.uint8)


def numbered(tables: TicketTables, number: Array) -> Tickets:
    """The tickets with these numbers, which run from 0 to one below their total.

    A ticket's number divides into its column counts, its layout, and a choice for each column.
    """
    strip = tables.strip
    width, count = len(strip.shape.sizes), len(number)
    slot = number >> tables.width
    piece = 2 * slot + (number >= tables.cut.take(slot))
    vector = tables.vector.take(piece)
    # `shift` turns the number into one within its vector; there the layout counts slowest.
    layout, rest = np.divmod(number + tables.shift.take(piece), tables.choices.take(vector))
    places = strip.laid.take(tables.code.take(vector))
    row = strip.layout_rows.take(strip.layout_first.take(places >> PLACE_BITS * width) + layout)
    lines = np.empty((width, count), np.uint32)
    # Each column takes the lowest digit that is left, as `choices` was multiplied up.
    for at in range(width):
        radix = tables.radix[at].take(vector)
        left = rest // radix
        digits = tables.chosen.take(tables.first[at].take(vector) + (rest - left * radix))
        pattern = row >> (places >> PLACE_BITS * at & (1 << PLACE_BITS) - 1)
        digits |= pattern & ((1 << LINES) - 1) << PATTERN_AT
        strip.printed.take(digits, out=lines[at], mode="clip")
        rest = left
    cards = np.empty((count, LINES, width), np.uint8)
    cards[...] = lines.view(np.uint8).reshape(width, count, 4)[..., :LINES].transpose(1, 2, 0)
    flat = cards.reshape(count, -1)
    # Digits count from 1 in their column; blanks stay 0.
    flat += (flat > 0) * np.tile(np.array(column_bases(strip.shape), np.uint8), LINES)
    return cards
