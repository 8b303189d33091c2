"""Bets in columns: one small array a field, so that a million of them can be settled in passes.

Numbers are bits: bit n-1 is number n, in two words of 64. Rows are bits of one byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from eyesdown.keno.bets.bet import (
    RACING_BETS,
    RESULTS,
    ROULETTE_BETS,
    Combination,
    HeadsOrTails,
    Keno2,
    LuckyLast,
    Racing,
    Regular,
    Roulette,
    SingleBet,
)
from eyesdown.rulebooks.nsw_keno.book import NswKeno

Words: TypeAlias = NDArray[np.uint64]
Bytes: TypeAlias = NDArray[np.uint8]
Cents: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]
Places: TypeAlias = NDArray[np.int64]

WORD_BITS = 64
WORD = (1 << WORD_BITS) - 1
GAMES = ("regular", "keno2", "lucky_last")
ROULETTE_NUMBERS = ("0", "00", *map(str, range(1, 37)))
RACE = 6  # the most places a racing bet names
STAKE_MAX = 10**9
"""The largest stake, in cents, whose prizes stay far inside 64 bits."""


@dataclass(frozen=True, slots=True)
class SpotColumns:
    """Regular Keno, the $2 Game and Lucky Last; `place` is where a bet stood in the list."""

    place: Places
    game: Bytes  # index in GAMES
    spots: Bytes
    low: Words  # numbers 1 to 64
    high: Words  # numbers 65 to 80
    stake: Cents
    bonus: Flags


@dataclass(frozen=True, slots=True)
class ResultColumns:
    """Heads or Tails?; `selection` is an index in RESULTS."""

    place: Places
    selection: Bytes
    stake: Cents
    bonus: Flags


@dataclass(frozen=True, slots=True)
class RouletteColumns:
    """`covers` has a bit for each of ROULETTE_NUMBERS; `bet` is an index in ROULETTE_BETS."""

    place: Places
    bet: Bytes
    covers: Words
    stake: Cents
    bonus: Flags


@dataclass(frozen=True, slots=True)
class RacingColumns:
    """`fixed` has the Rows of each place of an ordered bet, 0 where `fill` takes turns."""

    place: Places
    bet: Bytes  # index in RACING_BETS
    ordered: Flags
    fixed: NDArray[np.uint8]  # one row a bet, RACE across
    named: Bytes
    fill: Bytes
    stake: Cents
    bonus: Flags


@dataclass(frozen=True, slots=True)
class CombinationColumns:
    """The Groups of all bets in a row; `first` has where each bet's begin, and the end."""

    place: Places
    game: Bytes
    sizes: Words  # bit s for a type of s Spots
    first: Places
    low: Words
    high: Words
    stake: Cents
    bonus: Flags


@dataclass(frozen=True, slots=True)
class Columns:
    """All bets of a game."""

    count: int
    spots: SpotColumns
    results: ResultColumns
    roulette: RouletteColumns
    racing: RacingColumns
    combinations: CombinationColumns


KINDS: Mapping[type[SingleBet], int] = {
    Regular: 0,  # the first three are in the order of GAMES
    Keno2: 1,
    LuckyLast: 2,
    HeadsOrTails: 3,
    Roulette: 4,
    Racing: 5,
    Combination: 6,
}


def columns_of(book: NswKeno, bets: Sequence[SingleBet]) -> Columns:
    """Bets sorted into columns by kind. They must exist; nothing is checked here."""
    kinds: Bytes = _column(map(KINDS.__getitem__, map(type, bets)), np.uint8, len(bets))
    stake: Cents = _column(map(_STAKE, bets), np.int64, len(bets))
    bonus: Flags = _column(map(_BONUS, bets), np.bool_, len(bets))
    assert not len(bets) or stake.max() <= STAKE_MAX

    def where(of_kind: Flags) -> tuple[Places, list[Any], tuple[Cents, Flags]]:
        """The places of some bets, the bets, and their money."""
        place = np.flatnonzero(of_kind)
        return place, list(map(bets.__getitem__, place.tolist())), (stake[place], bonus[place])

    return Columns(
        len(bets),
        _spots(kinds, *where(kinds < len(GAMES))),
        _results(*where(kinds == KINDS[HeadsOrTails])),
        _roulette(book, *where(kinds == KINDS[Roulette])),
        _racing(*where(kinds == KINDS[Racing])),
        _combinations(book, *where(kinds == KINDS[Combination])),
    )


def bits_of(numbers: Iterable[int]) -> int:
    """
    >>> bin(bits_of([1, 4]))
    '0b1001'
    """
    bits = 0
    for number in numbers:
        bits |= 1 << number - 1
    return bits


_STAKE, _BONUS = attrgetter("subscription_cents"), attrgetter("bonus")
_Money: TypeAlias = tuple[Cents, Flags]

_BITS = np.zeros((2, 2 * WORD_BITS + 1), np.uint64)  # what a number is in either word
_BITS[0, 1 : WORD_BITS + 1] = _BITS[1, WORD_BITS + 1 :] = np.uint64(1) << np.arange(
    WORD_BITS, dtype=np.uint64
)


def _spots(
    kinds: Bytes, place: Places, bets: Sequence[Regular | Keno2 | LuckyLast], money: _Money
) -> SpotColumns:
    spots = [bet.spots for bet in bets]
    count: Bytes = _column(map(len, spots), np.uint8, len(bets))
    return SpotColumns(place, kinds[place], count, *_masks(spots), *money)


def _results(place: Places, bets: Sequence[HeadsOrTails], money: _Money) -> ResultColumns:
    index = _index(RESULTS)
    chosen: Bytes = _column((index[bet.selection] for bet in bets), np.uint8, len(bets))
    return ResultColumns(place, chosen, *money)


def _roulette(
    book: NswKeno, place: Places, bets: Sequence[Roulette], money: _Money
) -> RouletteColumns:
    number_at = _index(ROULETTE_NUMBERS)
    # All selections of the grid are turned into bits once; a bet then costs one lookup.
    covers = {
        (bet, selection): sum(1 << number_at[number] for number in covered)
        for bet, selections in book.roulette.items()
        for selection, covered in selections.items()
    }
    index = _index(ROULETTE_BETS)
    kind: Bytes = _column((index[bet.bet] for bet in bets), np.uint8, len(bets))
    chosen = (covers[bet.bet, bet.selection] for bet in bets)
    return RouletteColumns(place, kind, _column(chosen, np.uint64, len(bets)), *money)


def _racing(place: Places, bets: Sequence[Racing], money: _Money) -> RacingColumns:
    index = _index(RACING_BETS)
    kind: Bytes = _column((index[bet.bet] for bet in bets), np.uint8, len(bets))
    places = [bet.places for bet in bets]
    taken: Places = _column(map(len, places), np.int64, len(bets))
    rows, _ = _masks(list(chain.from_iterable(places)))
    fixed = np.zeros((len(bets), RACE), np.uint8)
    fixed[np.arange(RACE) < taken[:, None]] = rows  # place by place, bet by bet
    named, _ = _masks([bet.named for bet in bets])
    fill, _ = _masks([bet.fill for bet in bets])
    as_bytes = named.astype(np.uint8), fill.astype(np.uint8)
    return RacingColumns(place, kind, taken > 0, fixed, *as_bytes, *money)


def _combinations(
    book: NswKeno, place: Places, bets: Sequence[Combination], money: _Money
) -> CombinationColumns:
    offered = book.figures.spot_counts
    game: Bytes = _column((GAMES.index(bet.game) for bet in bets), np.uint8, len(bets))
    sizes = (_types(bet.sizes or offered) for bet in bets)
    groups = list(chain.from_iterable([bet.groups for bet in bets]))
    first = np.zeros(len(bets) + 1, np.int64)
    np.cumsum([len(bet.groups) for bet in bets], out=first[1:])
    size_bits = _column(sizes, np.uint64, len(bets))
    return CombinationColumns(place, game, size_bits, first, *_masks(groups), *money)


@lru_cache
def _types(sizes: tuple[int, ...]) -> int:
    return sum(1 << size for size in sizes)


def _masks(groups: Sequence[tuple[int, ...]]) -> tuple[Words, Words]:
    """The bits of each group of numbers, numbers 1 to 64 in the first word.

    >>> _masks([(1, 4), (), (65, 2)])
    (array([9, 0, 2], dtype=uint64), array([0, 0, 1], dtype=uint64))
    """
    sizes: Places = _column(map(len, groups), np.int64, len(groups))
    numbers = np.frombuffer(b"".join(map(bytes, groups)), np.uint8)
    low, high = np.zeros(len(groups), np.uint64), np.zeros(len(groups), np.uint64)
    filled = np.flatnonzero(sizes)
    if len(filled):
        # `reduceat` gives an empty group the next group's number, so empty ones are left out.
        first = (np.cumsum(sizes) - sizes)[filled]
        low[filled] = np.bitwise_or.reduceat(_BITS[0][numbers], first)
        high[filled] = np.bitwise_or.reduceat(_BITS[1][numbers], first)
    return low, high


def _index(names: Sequence[str]) -> Mapping[str, int]:
    return {name: at for at, name in enumerate(names)}


def _column(values: Iterable[Any], kind: type[np.generic], count: int) -> NDArray[Any]:
    return np.fromiter(values, kind, count)
