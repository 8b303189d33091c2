"""Every grid in play in a game, in columns: which of them a number completes, for all prizes.

A grid is a row of sixteen bytes, its fifteen numbers in printed order. An index from number to
grids means that a call looks only at the sixth of the grids that bear it. Their marks before the
call and after it are two masks of fifteen bits each, and one table over the 2^15 masks holds, for
every prize at once, the ways of winning it that a mask has completed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from eyesdown.bingo.tracking.columns import BALLS_MAX, Bytes
from eyesdown.bingo.words.printed import CardKey
from eyesdown.cards.ticket import Ticket90
from eyesdown.rulebook.patterns import LINE, LINE_NUMBERS, SQUARES, AtLeast, Pattern

Boxes = NDArray[np.int32]
Masks = NDArray[np.uint16]
Ways = NDArray[np.uint64]

ROW = 16
"""Bytes of a row: a power of two, so that the marks of a row pack into one mask."""

WAYS_MAX = 64
"""Ways of winning that one word of a table can tell apart."""


@dataclass(frozen=True, slots=True)
class Group:
    """Prizes whose ways of winning fit into one word: by mask, the ways that it completes."""

    ways: Ways
    bits: Mapping[str, int]


@lru_cache(maxsize=8)  # a table is a quarter of a megabyte
def groups_of(patterns: tuple[tuple[str, Pattern], ...]) -> tuple[Group, ...]:
    """The tables of prizes and their patterns; kept, because a game asks on every call.

    >>> from eyesdown.bingo.tracking.columns import ANY_LINE, HOUSE
    >>> (group,) = groups_of((("line", ANY_LINE), ("house", HOUSE)))
    >>> bin(group.ways[0b11111]), group.bits
    ('0b1', {'line': 7, 'house': 8})
    """
    masks = np.arange(1 << SQUARES, dtype=np.uint32)
    groups: list[Group] = []
    ways, bits, used = np.zeros(len(masks), dtype=np.uint64), dict[str, int](), 0
    for prize, pattern in patterns:
        complete = _complete(pattern, masks)
        # A pattern's ways stay in one word, so that one comparison decides about the prize.
        if used + len(complete) > WAYS_MAX:
            groups.append(Group(ways, bits))
            ways, bits, used = np.zeros(len(masks), dtype=np.uint64), {}, 0
        bits[prize] = ((1 << len(complete)) - 1) << used
        for done in complete:
            ways |= done.astype(np.uint64) << np.uint64(used)
            used += 1
    return (*groups, Group(ways, bits))


def _complete(pattern: Pattern, masks: NDArray[np.uint32]) -> list[NDArray[np.bool_]]:
    """By mask, whether it has each way of a pattern; 'at least' has one way, won once (F12)."""
    if isinstance(pattern, AtLeast):
        won = np.ones(len(masks), dtype=bool)
        for line, least in enumerate(pattern.lines):
            won &= np.bitwise_count(masks >> line * LINE_NUMBERS & LINE) >= least
        return [won]
    assert len(pattern.ways) <= WAYS_MAX, f"{pattern.name} has more ways than a word has bits"
    return [masks & way == way for way in pattern.ways]


class Board:
    """The grids of cards, in the order of the cards; a board never changes.

    >>> board = Board([CardKey("7", 1)], ["ann"], [1], np.arange(1, 16)[None])
    >>> from eyesdown.bingo.tracking.columns import ANY_LINE
    >>> board.completed([("line", ANY_LINE)], [1, 2, 3, 4, 90], 5)["line"].tolist()
    [0]
    >>> board.completed([("line", ANY_LINE)], [1, 2, 3, 4, 5], 6)
    {}
    """

    def __init__(
        self,
        keys: Sequence[CardKey],
        players: Sequence[str],
        boxes: Sequence[int],
        grids: Bytes,
    ) -> None:
        """`boxes` are the number of grids of each card, `grids` their numbers in printed order."""
        self.keys, self.players = keys, players
        self.names = [key.name for key in keys]
        self._places: dict[str, dict[str, list[int]]] = {}
        self._player_of: Boxes | None = None
        self.rows: Bytes = np.zeros((len(grids), ROW), dtype=np.uint8)
        self.rows[:, :SQUARES] = grids
        counts = np.asarray(boxes, dtype=np.int32)
        assert counts.sum() == len(self.rows), "a grid is of no card"
        self.card_of: Boxes = np.repeat(np.arange(len(keys), dtype=np.int32), counts)
        firsts = np.cumsum(counts) - counts
        self.box_of: Boxes = np.arange(len(self.rows), dtype=np.int32) - firsts[self.card_of] + 1
        # Grids by the numbers they bear: a stable sort keeps them in their order under each.
        numbers = self.rows[:, :SQUARES].ravel()
        order = np.argsort(numbers, kind="stable").astype(np.int32)
        self._bearing: Boxes = order // np.int32(SQUARES)
        self._ends = np.zeros(BALLS_MAX + 2, dtype=np.intp)
        self._ends[1:] = np.cumsum(np.bincount(numbers, minlength=BALLS_MAX + 1))

    def holders(self, scope: str) -> Sequence[str]:
        """By card, what cannot win a prize that it lost: its player, or else the card's name."""
        return self.players if scope == "player" else self.names

    def first_of_holders(self, scope: str, cards: Boxes) -> list[int]:
        """Of some cards the first of each holder, in their order.

        >>> grids = np.tile(np.arange(1, 16), (2, 1))
        >>> board = Board([CardKey("7", 1), CardKey("7", 2)], ["ann", "ann"], [1, 1], grids)
        >>> cards = np.array([1, 0, 1])
        >>> board.first_of_holders("player", cards), board.first_of_holders("card", cards)
        ([1], [1, 0])
        """
        holders = cards
        if scope == "player":
            if self._player_of is None:
                numbers: dict[str, int] = {}
                each = [numbers.setdefault(player, len(numbers)) for player in self.players]
                self._player_of = np.array(each, dtype=np.int32)
            holders = self._player_of[cards]
        _, firsts = np.unique(holders, return_index=True)
        return cards[np.sort(firsts)].tolist()  # type: ignore[no-any-return]  # numpy says Any

    def places(self, scope: str, who: str) -> Sequence[int]:
        """The places of a player's cards on the board, or of a card by its name.

        >>> grids = np.tile(np.arange(1, 16), (2, 1))
        >>> board = Board([CardKey("7", 1), CardKey("7", 2)], ["ann", "ann"], [1, 1], grids)
        >>> board.places("player", "ann"), board.places("card", "7/2")
        ([0, 1], [1])
        """
        return self.places_by_holder(scope).get(who, ())

    def places_by_holder(self, scope: str) -> Mapping[str, Sequence[int]]:
        """The same for every player, or for every card by its name."""
        if scope not in self._places:
            places: dict[str, list[int]] = {}
            for place, holder in enumerate(self.holders(scope)):
                places.setdefault(holder, []).append(place)
            self._places[scope] = places
        return self._places[scope]

    def bearing(self, number: int) -> Boxes:
        """The grids with a number on them, in order.

        >>> board = Board([CardKey("7", 1)], ["ann"], [1], np.arange(1, 16)[None])
        >>> board.bearing(15).tolist(), board.bearing(16).tolist()
        ([0], [])
        """
        if not 0 < number <= BALLS_MAX:
            return self._bearing[:0]
        return self._bearing[self._ends[number] : self._ends[number + 1]]

    def completed(
        self, patterns: Iterable[tuple[str, Pattern]], before: Collection[int], number: int
    ) -> dict[str, Boxes]:
        """The grids that a number completes a prize on, or another way of it, after others.

        Prizes that it completes nowhere are left out; grids are in their order.
        """
        grids = self.bearing(number)
        if number in before or not len(grids):
            return {}
        rows = self.rows[grids]
        out = np.zeros(BALLS_MAX + 1, dtype=bool)
        out[[ball for ball in before if 0 < ball <= BALLS_MAX]] = True
        was = _packed(out[rows])
        now = was | _packed(rows == number)
        completed: dict[str, Boxes] = {}
        for group in groups_of(tuple(patterns)):
            # Ways that are complete now and were not before; a prize may
            # be won again by another way.
            new = group.ways[now] & ~group.ways[was]
            some = np.flatnonzero(new)
            new, winners = new[some], grids[some]
            for prize, bits in group.bits.items():
                won = winners[new & np.uint64(bits) != 0]
                if len(won):
                    completed[prize] = won
        return completed


def printed_numbers(tickets: Iterable[Ticket90]) -> Bytes:
    """The fifteen numbers of each ticket in printed order, a ticket a row.

    >>> ticket = Ticket90(((1, 0, 2, 3, 4, 5), (6, 7, 8, 9, 10), (11, 12, 13, 14, 15)))
    >>> printed_numbers([ticket]).tolist() == [list(range(1, 16))]
    True
    """
    cells = np.frombuffer(
        b"".join([bytes(row) for ticket in tickets for row in ticket.rows]), dtype=np.uint8
    )
    numbers: Bytes = cells[cells != 0].reshape(-1, SQUARES)
    return numbers


def _packed(marked: NDArray[np.bool_]) -> Masks:
    """The marks of rows as masks, bit 0 the first number of the top line."""
    packed: Masks = np.packbits(marked, axis=1, bitorder="little").view(np.dtype("<u2")).ravel()
    return packed
