"""Bets in columns: one small array a field, so that a million of them can be settled in passes.

Numbers are bits: bit n-1 stands for number n, in two words of 64. Rows are bits of one byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from eyesdown.keno.bets import (
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
    """Groups stand one after the other; `first` says where each bet's begin, and the end."""

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


def columns_of(book: NswKeno, bets: Sequence[SingleBet]) -> Columns:
    """Bets sorted into columns by kind. They must exist; nothing is checked here."""
    spots: list[tuple[int, int, Regular | Keno2 | LuckyLast]] = []
    results: list[tuple[int, HeadsOrTails]] = []
    roulette: list[tuple[int, Roulette]] = []
    racing: list[tuple[int, Racing]] = []
    combinations: list[tuple[int, Combination]] = []
    for place, bet in enumerate(bets):
        assert bet.subscription_cents <= STAKE_MAX
        match bet:
            case Regular():
                spots.append((place, 0, bet))
            case Keno2():
                spots.append((place, 1, bet))
            case LuckyLast():
                spots.append((place, 2, bet))
            case HeadsOrTails():
                results.append((place, bet))
            case Roulette():
                roulette.append((place, bet))
            case Racing():
                racing.append((place, bet))
            case Combination():
                combinations.append((place, bet))
            case _:
                assert_never(bet)
    return Columns(
        len(bets),
        _spots(spots),
        ResultColumns(
            _places(place for place, _ in results),
            _bytes(RESULTS.index(bet.selection) for _, bet in results),
            *_money(bet for _, bet in results),
        ),
        _roulette(book, roulette),
        _racing(racing),
        _combinations(book, combinations),
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


def _spots(bets: Sequence[tuple[int, int, Regular | Keno2 | LuckyLast]]) -> SpotColumns:
    masks = [bits_of(bet.spots) for _, _, bet in bets]
    return SpotColumns(
        _places(place for place, _, _ in bets),
        _bytes(game for _, game, _ in bets),
        _bytes(len(bet.spots) for _, _, bet in bets),
        _words(mask & WORD for mask in masks),
        _words(mask >> WORD_BITS for mask in masks),
        *_money(bet for _, _, bet in bets),
    )


def _roulette(book: NswKeno, bets: Sequence[tuple[int, Roulette]]) -> RouletteColumns:
    bit = {number: 1 << place for place, number in enumerate(ROULETTE_NUMBERS)}
    covers = {
        (bet, selection): sum(bit[number] for number in covered)
        for bet, selections in book.roulette.items()
        for selection, covered in selections.items()
    }
    return RouletteColumns(
        _places(place for place, _ in bets),
        _bytes(ROULETTE_BETS.index(bet.bet) for _, bet in bets),
        _words(covers[bet.bet, bet.selection] for _, bet in bets),
        *_money(bet for _, bet in bets),
    )


def _racing(bets: Sequence[tuple[int, Racing]]) -> RacingColumns:
    fixed = np.zeros((len(bets), RACE), np.uint8)
    for line, (_, bet) in enumerate(bets):
        for place, rows in enumerate(bet.places):
            fixed[line, place] = bits_of(rows)
    return RacingColumns(
        _places(place for place, _ in bets),
        _bytes(RACING_BETS.index(bet.bet) for _, bet in bets),
        np.array([bool(bet.places) for _, bet in bets], np.bool_),
        fixed,
        _bytes(bits_of(bet.named) for _, bet in bets),
        _bytes(bits_of(bet.fill) for _, bet in bets),
        *_money(bet for _, bet in bets),
    )


def _combinations(book: NswKeno, bets: Sequence[tuple[int, Combination]]) -> CombinationColumns:
    offered = book.limits.spot_counts
    masks = [bits_of(group) for _, bet in bets for group in bet.groups]
    return CombinationColumns(
        _places(place for place, _ in bets),
        _bytes(GAMES.index(bet.game) for _, bet in bets),
        _words(sum(1 << size for size in bet.sizes or offered) for _, bet in bets),
        np.cumsum([0, *(len(bet.groups) for _, bet in bets)], dtype=np.int64),
        _words(mask & WORD for mask in masks),
        _words(mask >> WORD_BITS for mask in masks),
        *_money(bet for _, bet in bets),
    )


def _places(values: Iterable[int]) -> Places:
    return np.fromiter(values, np.int64)


def _bytes(values: Iterable[int]) -> Bytes:
    return np.fromiter(values, np.uint8)


def _words(values: Iterable[int]) -> Words:
    return np.fromiter(values, np.uint64)


def _money(bets: Iterable[SingleBet]) -> tuple[Cents, Flags]:
    pairs = [(bet.subscription_cents, bet.bonus) for bet in bets]
    stake = np.array([stake for stake, _ in pairs], np.int64)
    return stake, np.array([bonus for _, bonus in pairs], np.bool_)
