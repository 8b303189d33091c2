"""A whole game over columns: the prizes of `settle` and `whole_game`, a million bets at a time.

Amounts on the way are whole tenths of a cent, which every printed prize is for every stake of a
cent; so nothing is rounded before rule 15(k) does it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import comb, perm
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from eyesdown.keno.bets.bet import RACING_BETS, RESULTS, ROULETTE_BETS
from eyesdown.keno.bets.bulk_columns import (
    GAMES,
    RACE,
    ROULETTE_NUMBERS,
    WORD,
    WORD_BITS,
    Bytes,
    Cents,
    Columns,
    CombinationColumns,
    Flags,
    Places,
    RacingColumns,
    ResultColumns,
    RouletteColumns,
    SpotColumns,
    Words,
    bits_of,
)
from eyesdown.keno.bets.draws import Draw
from eyesdown.keno.bets.whole_game import Winners
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_combinations import shapes_of
from eyesdown.rulebooks.nsw_keno.c02_games import bonus_jackpot_is_due
from eyesdown.rulebooks.nsw_keno.c02_racing import last_place

TENTHS = 10
BLOCK = 1 << 14  # entries a pass works on at once: their columns stay in a core's own cache
# Fixed for the shape of the flat table; the book's figures decide what is in it.
SPOTS_MAX, DRAWN = 40, 20
SHAPES = (SPOTS_MAX + 1) * (DRAWN + 1)
COMPILED_FROM = 1 << 22  # picks of one game; below that numpy is done before numba is loaded
UNIONS_MAX = 12  # Groups whose unions are listed; above that they are counted
UNION_CELLS = 1 << 20  # unions worked on at once

_RACING: Mapping[str, int] = {bet: place for place, bet in enumerate(RACING_BETS)}

Units: TypeAlias = NDArray[np.int64]  # tenths of a cent
Rows: TypeAlias = NDArray[np.intp] | int  # where in the flat table, for each pick or for all
SpotPrizes: TypeAlias = Callable[..., Cents]  # `spot_prizes` or its compiled twin
_Staked: TypeAlias = SpotColumns | RacingColumns | CombinationColumns


@dataclass(frozen=True, slots=True)
class JackpotLine:
    """Lines of one bet that won one jackpot, and the schedule prize each of them won."""

    key: str
    winners: Winners
    units: int


@dataclass(slots=True)
class Won:
    """What the bets of a game have won, by their index in it."""

    prizes: Cents
    majors: list[tuple[Places, Places, Units]] = field(default_factory=list)
    jackpots: list[JackpotLine] = field(default_factory=list)
    staked: dict[str, int] = field(default_factory=dict)  # cents on each jackpot (M15)

    def stake(self, key: str, cents: int) -> None:
        """Count cents staked on a jackpot."""
        self.staked[key] = self.staked.get(key, 0) + cents


@dataclass(frozen=True, slots=True)
class Rates:
    """The pay tables in tenths of a cent for each cent staked."""

    spots: Units  # GAMES by spots by matched, flat
    results: Units
    roulette: Units
    racing: Units  # RACING_BETS by right
    step: int  # tenths of a cent a prize is rounded down to
    major: int  # tenths of a cent above which a prize is a Major Prize
    step_cents: int


def rates_of(book: NswKeno) -> Rates:
    """Every printed prize for one cent of stake; all of them are whole tenths of a cent."""
    tables, per = book.tables, book.figures.prize_stake_cents
    spots = np.zeros((len(GAMES), SPOTS_MAX + 1, DRAWN + 1), np.int64)
    for game in ("regular", "keno2"):
        for count, prizes in tables.spots[game].items():
            for matched, cents in enumerate(prizes):
                spots[GAMES.index(game), count, matched] = _tenths(cents, per[game])
    for count, cents in tables.lucky_last.items():
        spots[GAMES.index("lucky_last"), count, 1] = _tenths(cents, per["lucky_last"])
    results = [_tenths(tables.heads_or_tails[result], per["heads_or_tails"]) for result in RESULTS]
    roulette = [
        _tenths(tables.roulette[bet].pays_cents, tables.roulette[bet].minimum_cents)
        for bet in ROULETTE_BETS
    ]
    racing = np.zeros((len(RACING_BETS), RACE + 1), np.int64)
    for line, bet in enumerate(RACING_BETS):
        for correct, prize in tables.racing[bet].items():
            racing[line, correct] = _tenths(prize.pays_cents, per["racing"])
    step = book.figures.prize_step_cents
    return Rates(
        spots.ravel(),
        np.array(results, np.int64),
        np.array(roulette, np.int64),
        racing,
        TENTHS * step,
        TENTHS * book.figures.major_prize_above_cents,
        step,
    )


def _tenths(pays_cents: int, per_cents: int) -> int:
    tenths, part = divmod(TENTHS * pays_cents, per_cents)
    assert not part, "a printed prize is not a whole number of tenths for each cent"
    return tenths


@dataclass(frozen=True, slots=True)
class _Game:
    """The inputs and the result that every step below shares."""

    book: NswKeno
    rates: Rates
    draw: Draw
    won: Won

    def note(self, place: Places, units: Units, count: Places | None = None) -> None:
        """Add prizes to bets, each at most once in `place`; keep the Major ones."""
        rates, won = self.rates, self.won
        # Each combination is rounded by itself (15(k)), then counted.
        cents = units // rates.step * rates.step_cents
        # An index twice in `place` would be added once: the caller gives each bet once.
        won.prizes[place] += cents if count is None else cents * count
        major = np.flatnonzero(units > rates.major)
        if len(major):
            counts = np.ones(len(major), np.int64) if count is None else count[major]
            won.majors.append((place[major], counts, units[major]))

    def note_jackpot(self, key: str, bets: _Staked, line: int, count: int, units: int) -> None:
        bonus = key.startswith("regular/") and bool(bets.bonus[line])
        due = bonus_jackpot_is_due(self.draw.multiplier, bonus=bonus, figures=self.book.figures)
        place, stake = int(bets.place[line]), int(bets.stake[line])
        winners = Winners(place, count, stake, due)
        self.won.jackpots.append(JackpotLine(key, winners, units))

    def times(self, bonus: Flags) -> Units:
        """The multiplier of each stake: that of Keno Bonus, else 1."""
        return np.where(bonus, np.int64(self.draw.multiplier), np.int64(1))


def settle_columns(book: NswKeno, draw: Draw, bets: Columns) -> Won:
    """The schedule prize of every bet, and the lines that are Major Prizes or won a jackpot."""
    # Every jackpot has its key, even with nothing staked on it (M15).
    won = Won(np.zeros(bets.count, np.int64), staked=dict.fromkeys(book.tables.jackpots, 0))
    game = _Game(book, rates_of(book), draw, won)
    _spots(game, bets.spots)
    _results(game, bets.results)
    _roulette(game, bets.roulette)
    _racing(game, bets.racing)
    _combinations(game, bets.combinations)
    return won


def spot_prizes(
    low: Words, high: Words, stake: Cents, draw: Draw, *, row: Rows, rates: Rates
) -> Cents:
    """Prizes of picks without Keno Bonus, block by block; `row` is where their table row begins."""
    prizes = np.empty(len(low), np.int64)
    mask = bits_of(draw.numbers)
    drawn_low, drawn_high = np.uint64(mask & WORD), np.uint64(mask >> WORD_BITS)
    word, at = np.empty(BLOCK, np.uint64), np.empty(BLOCK, np.intp)
    some, more = np.empty(BLOCK, np.uint8), np.empty(BLOCK, np.uint8)
    for start in range(0, len(low), BLOCK):
        part = slice(start, min(start + BLOCK, len(low)))
        here = slice(0, part.stop - start)
        units = prizes[part]
        np.bitwise_count(np.bitwise_and(low[part], drawn_low, out=word[here]), out=some[here])
        # Counts of either word stay below 21, so bytes hold their sum.
        np.bitwise_count(np.bitwise_and(high[part], drawn_high, out=word[here]), out=more[here])
        np.add(some[here], more[here], out=some[here])
        np.add(some[here], row if isinstance(row, int) else row[part], out=at[here], dtype=np.intp)
        # Every index is valid; "clip" saves the check of bounds.
        np.take(rates.spots, at[here], out=units, mode="clip")
        units *= stake[part]
        units //= rates.step
        units *= rates.step_cents
    return prizes


def spots_row(game: str, spots: int) -> int:
    """Where the prizes of a pick begin in `Rates.spots`.

    >>> spots_row('regular', 10)
    210
    """
    return GAMES.index(game) * SHAPES + spots * (DRAWN + 1)


def quickest(picks: int) -> SpotPrizes:
    """`spot_prizes`, compiled where the game is large enough to pay for loading the compiler."""
    if picks < COMPILED_FROM:
        return spot_prizes
    try:
        from eyesdown.keno.bets import bulk_numba
    except ImportError:  # the `fast` extra is not installed
        return spot_prizes
    return bulk_numba.spot_prizes


def _spots(game: _Game, bets: SpotColumns) -> None:
    """Settle the picks: count stakes on jackpots, pay the schedules, note what is large."""
    levels = game.book.figures.jackpot_spot_counts
    for name in ("regular", "keno2"):
        ours = bets.game == GAMES.index(name)
        for spots in levels:
            cents = bets.stake[ours & (bets.spots == spots)].sum()
            game.won.stake(f"{name}/{spots}", int(cents))
    if not len(bets.stake):
        return
    # A Major Prize is at least this much after rounding down; so is a full catch of jackpot size,
    # for the smallest stake there is. Only such picks are looked at one by one.
    rates = game.rates
    full = [
        int(rates.spots[spots_row(name, count) + count])
        for name in ("regular", "keno2")
        for count in levels
    ]
    least = min(rates.major, min(full) * int(bets.stake.min())) // rates.step * rates.step_cents
    lucky = GAMES.index("lucky_last")
    settle_picks = quickest(len(bets.stake))
    # Block by block, so that the columns in between stay in a core's own cache.
    for start in range(0, len(bets.stake), BLOCK):
        part = slice(start, start + BLOCK)
        kind = bets.game[part]
        staked = bets.stake[part] * game.times(bets.bonus[part])
        # Where a pick's row of prizes begins; the hits are added to it.
        row = kind.astype(np.intp) * SHAPES + bets.spots[part] * np.intp(DRAWN + 1)
        low, high = bets.low[part], bets.high[part]
        prizes = settle_picks(low, high, staked, game.draw, row=row, rates=rates)
        # Only the last number drawn can win Lucky Last, so those picks are settled afterwards.
        prizes[kind == lucky] = 0
        game.won.prizes[bets.place[part]] += prizes
        for at in np.flatnonzero(prizes >= least):
            _note_large(game, bets, start + int(at), int(row[at]))
    _lucky_last(game, bets, np.flatnonzero(bets.game == lucky))


def _lucky_last(game: _Game, bets: SpotColumns, lines: Places) -> None:
    # One number can hit, so `hit` is 0 or 1, and the table has its prize at 1 (see `rates_of`).
    hit = _caught(bets.low[lines], bets.high[lines], bits_of([game.draw.last])).astype(np.int64)
    row = GAMES.index("lucky_last") * SHAPES + bets.spots[lines] * np.int64(DRAWN + 1)
    units = game.rates.spots[row + hit] * bets.stake[lines] * game.times(bets.bonus[lines])
    game.note(bets.place[lines], units)


def _note_large(game: _Game, bets: SpotColumns, line: int, row: int) -> None:
    """Keep a pick that is a Major Prize or has won a jackpot; its prize is counted already.

    Rounding has hidden the exact amount, so it is worked out again.
    """
    pick = slice(line, line + 1)
    caught = int(_caught(bets.low[pick], bets.high[pick], bits_of(game.draw.numbers))[0])
    units = game.rates.spots[row + caught] * bets.stake[pick] * game.times(bets.bonus[pick])
    if units[0] > game.rates.major:
        game.won.majors.append((bets.place[pick], np.ones(1, np.int64), units))
    spots = int(bets.spots[line])
    if caught == spots and spots in game.book.figures.jackpot_spot_counts:
        game.note_jackpot(f"{GAMES[bets.game[line]]}/{spots}", bets, line, 1, int(units[0]))


def _caught(low: Words, high: Words, mask: int) -> Bytes:
    caught: Bytes = np.bitwise_count(low & np.uint64(mask & WORD))
    caught += np.bitwise_count(high & np.uint64(mask >> WORD_BITS))
    return caught


def _results(game: _Game, bets: ResultColumns) -> None:
    result = RESULTS.index(game.draw.heads_or_tails)
    right = np.flatnonzero(bets.selection == result)
    units = game.rates.results[result] * bets.stake[right] * game.times(bets.bonus[right])
    game.note(bets.place[right], units)


def _roulette(game: _Game, bets: RouletteColumns) -> None:
    number = np.uint64(1 << ROULETTE_NUMBERS.index(game.draw.roulette))
    right = np.flatnonzero(bets.covers & number)
    rates = game.rates.roulette[bets.bet[right]]
    game.note(bets.place[right], rates * bets.stake[right] * game.times(bets.bonus[right]))


def _racing(game: _Game, bets: RacingColumns) -> None:
    """Settle the racing bets by how many forecasts of each are right."""
    figures = game.book.figures
    at = [0] * (RACE + 1)  # the Rows in each place, as bits
    # Places beyond RACE are named by no bet.
    for row, place in enumerate(game.draw.racing_places):
        if place <= RACE:
            at[place] |= 1 << row
    last = last_place(game.draw.racing_places, figures)
    # Empty Rows share every place from `last` on, so each of these
    # places is won by all of them (G02).
    for place in range(last + 1, RACE + 1):
        at[place] = at[last]
    sizes = np.array([figures.racing_rows_named[bet] for bet in RACING_BETS], np.int64)
    ordered = np.flatnonzero(bets.ordered)
    forecasts = np.zeros(len(ordered), np.int64)
    for correct, count in enumerate(_in_order(bets, ordered, sizes, at, last)):
        forecasts += count
        some = count > 0
        _note_racing(game, bets, ordered[some], count[some], correct)
    for name in figures.racing_growth_rates:
        those = bets.bet[ordered] == _RACING[name]
        cents = (forecasts[those] * bets.stake[ordered[those]]).sum()
        game.won.stake(f"racing/{name}", int(cents))
    loose = np.flatnonzero(~bets.ordered)
    count = _in_any_order(bets, loose, sizes, at, figures.racing_place_max)
    # Prizes of unordered bets are listed under all their Rows right.
    for size in np.unique(sizes):
        some = (count > 0) & (sizes[bets.bet[loose]] == size)
        _note_racing(game, bets, loose[some], count[some], int(size))


def _note_racing(
    game: _Game, bets: RacingColumns, lines: Places, counts: Places, correct: int
) -> None:
    units = game.rates.racing[bets.bet[lines], correct] * bets.stake[lines]
    game.note(bets.place[lines], units, counts)
    for name in game.book.figures.racing_growth_rates:
        if game.book.figures.racing_rows_named[name] != correct:
            continue
        for at in np.flatnonzero(bets.bet[lines] == _RACING[name]):
            line = int(lines[at])
            game.note_jackpot(f"racing/{name}", bets, line, int(counts[at]), int(units[at]))


def _in_order(
    bets: RacingColumns, lines: Places, sizes: Places, at: list[int], last: int
) -> Iterator[Places]:
    """For 0, 1, 2, ... right from First without a gap: how many forecasts of each bet."""
    size = sizes[bets.bet[lines]]
    fixed, fill = bets.fixed[lines], bets.fill[lines]
    spare = np.bitwise_count(fill).astype(np.int64)
    places = np.arange(1, RACE + 1)
    free = (fixed == 0) & (places <= size[:, None])
    perms = np.array([[perm(n, k) for k in range(RACE + 1)] for n in range(9)], np.int64)
    named = np.bitwise_count(fixed).astype(np.int64)
    # Forecasts that agree in the first places differ in the others: `after` counts the ways to fill
    # those, `right` the ways to fill the places so far correctly. Their product is the number of
    # forecasts with at least that many places right.
    after = perms[spare, free.sum(axis=1)] * np.where(named > 0, named, 1).prod(axis=1)
    right = np.ones(len(lines), np.int64)
    used_up = np.zeros(len(lines), np.int64)  # Rows of `fill` already in a place like this one
    at_least = after
    for place in range(1, RACE + 1):
        playing = size >= place
        rows = np.where(free[:, place - 1], fill, fixed[:, place - 1])
        fitting = np.bitwise_count(rows & np.uint8(at[place])).astype(np.int64)
        right = right * (fitting - np.where(free[:, place - 1], used_up, 0))
        # Empty Rows share every place from the last one on, so a Row that is used there is no
        # longer available for the next.
        if place >= last:
            used_up += free[:, place - 1]
        used = np.where(free[:, place - 1], spare, named[:, place - 1])
        # Dividing is exact: this place's choices were a factor of `after` from the beginning.
        after = after // np.maximum(used, 1)
        spare = spare - free[:, place - 1]
        further = np.where(playing, right * after, 0)
        yield at_least - further
        at_least = further
    yield at_least


def _in_any_order(
    bets: RacingColumns, lines: Places, sizes: Places, at: list[int], place_max: int
) -> Places:
    """How many forecasts of each bet are right whatever their order."""
    kind, named, fill = bets.bet[lines], bets.named[lines], bets.fill[lines]
    size = sizes[kind]
    left = size - np.bitwise_count(named)
    ways = np.array([[comb(n, k) for k in range(RACE + 1)] for n in range(9)], np.int64)
    near = 0
    for place in range(1, place_max + 1):
        near |= at[place]
    # Place and Quinella Place want their Rows among the first places, in any order.
    within = ways[np.bitwise_count(fill & np.uint8(near)), left]
    within[named & np.uint8(~near & 0xFF) != 0] = 0
    exact = np.ones(len(lines), np.int64)
    wanted = np.zeros(len(lines), np.uint8)
    for place in range(1, int(sizes.max()) + 1):
        playing = size >= place
        rows = np.uint8(at[place])
        wanted |= np.where(playing, rows, 0).astype(np.uint8)
        # In a place with a named Row just one fits; else as many as Rows of `fill` share it.
        taken = np.bitwise_count(named & rows)
        fits = np.where(taken > 0, taken == 1, np.bitwise_count(fill & rows))
        exact *= np.where(playing, fits, 1)
    exact[named & ~wanted != 0] = 0
    loose = [RACING_BETS.index("place"), RACING_BETS.index("quinella_place")]
    return np.where(np.isin(kind, loose), within, exact)


def _combinations(game: _Game, bets: CombinationColumns) -> None:
    """Unions of few Groups are all formed at once; of many, counted one bet at a time."""
    sizes = np.bitwise_count(bets.low) + np.bitwise_count(bets.high)
    caught = _caught(bets.low, bets.high, bits_of(game.draw.numbers))
    packed = sizes.astype(np.int32) * np.int32(DRAWN + 1) + caught
    # Bets with as many Groups have as many unions, so their unions make one rectangle.
    groups = np.diff(bets.first)
    for count in np.unique(groups):
        lines = np.flatnonzero(groups == count)
        if count > UNIONS_MAX:
            for line in lines:
                part = slice(int(bets.first[line]), int(bets.first[line + 1]))
                shapes = list(zip(sizes[part].tolist(), caught[part].tolist(), strict=True))
                _count_unions(game, bets, int(line), shapes)
            continue
        step = max(1, UNION_CELLS >> int(count))
        for start in range(0, len(lines), step):
            _list_unions(game, bets, lines[start : start + step], packed, int(count))


def _list_unions(
    game: _Game,
    bets: CombinationColumns,
    lines: Places,
    packed: NDArray[np.int32],
    count: int,
) -> None:
    """Every union of these bets' Groups, as its size and how many of it were drawn, packed."""
    # Column n is the union of the Groups whose bits are set in n. Groups share no number, so sizes
    # and catches add up, and each further Group doubles the columns that are filled.
    shapes = np.zeros((len(lines), 1 << count), np.int32)
    for group in range(count):
        more = packed[bets.first[lines] + group][:, None]
        shapes[:, 1 << group : 2 << group] = shapes[:, : 1 << group] + more
    size = shapes // (DRAWN + 1)
    wanted_sizes = (bets.sizes[lines][:, None] >> size.astype(np.uint64)) & np.uint64(1) > 0
    wanted_sizes &= size <= SPOTS_MAX
    games = bets.game[lines]
    # A union that is not wanted is looked up as no Spots, which pays nothing.
    row = np.where(wanted_sizes, shapes, 0) + games[:, None].astype(np.int64) * SHAPES
    units = game.rates.spots[row] * (bets.stake[lines] * game.times(bets.bonus[lines]))[:, None]
    cents = (units // game.rates.step).sum(axis=1) * game.rates.step_cents
    game.won.prizes[bets.place[lines]] += cents
    major, union = np.nonzero(units > game.rates.major)
    if len(major):
        ones = np.ones(len(major), np.int64)
        game.won.majors.append((bets.place[lines[major]], ones, units[major, union]))
    for spots in game.book.figures.jackpot_spot_counts:
        staked = (wanted_sizes & (size == spots)).sum(axis=1) * bets.stake[lines]
        for name in np.unique(games):
            game.won.stake(f"{GAMES[name]}/{spots}", int(staked[games == name].sum()))
        full = wanted_sizes & (shapes == spots * (DRAWN + 1) + spots)
        times = full.sum(axis=1)
        for at in np.flatnonzero(times):
            # Unions of one bet caught whole at one size all win the same, so
            # the first is as good as any.
            key, base = f"{GAMES[games[at]]}/{spots}", int(units[at, full[at]][0])
            game.note_jackpot(key, bets, int(lines[at]), int(times[at]), base)


def _count_unions(
    game: _Game, bets: CombinationColumns, line: int, groups: list[tuple[int, int]]
) -> None:
    figures = game.book.figures
    wanted_sizes = [size for size in figures.spot_counts if int(bets.sizes[line]) >> size & 1]
    name = GAMES[bets.game[line]]
    stake = bets.stake[line : line + 1] * game.times(bets.bonus[line : line + 1])
    for (size, hits), count in shapes_of(groups, wanted_sizes, figures).items():
        units = game.rates.spots[spots_row(name, size) + hits] * stake
        game.note(bets.place[line : line + 1], units, np.array([count]))
        if size not in figures.jackpot_spot_counts:
            continue
        game.won.stake(f"{name}/{size}", count * int(bets.stake[line]))
        if size == hits:
            game.note_jackpot(f"{name}/{size}", bets, line, count, int(units[0]))
