"""Whole keno games with a given mix of entries.

Entries whose spots are picked at random for each game match independently of each other once the
numbers are drawn, so the winners among a thousand of them are one multinomial draw. Entries with
fixed numbers are matched against the drawn numbers themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eyesdown.kernel.canon import digest
from eyesdown.kernel.errors import BadInput, quoted
from eyesdown.odds.keno.bets import BONUS, depth_of, field_of, keys, level_of, result_of
from eyesdown.odds.law import hypergeometric
from eyesdown.odds.simulation.draws import Ints, Results, draw_many
from eyesdown.odds.simulation.tally import Tally
from eyesdown.rulebook.keno_words import RacingBet
from eyesdown.rulebooks.nsw_keno.book import NswKeno, open_on
from eyesdown.rulebooks.nsw_keno.c02_games import is_major
from eyesdown.rulebooks.nsw_keno.c02_roulette import roulette_number_of as number_of
from eyesdown.rulebooks.nsw_keno.c15_rounding import payable
from eyesdown.rulebooks.nsw_keno.c19_sharing import pro_rated, pro_rating_applies

ENTRIES_MAX = 10_000_000  # of one kind in a game; their prizes together still fit 64 bits

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Favourite:
    """`count` entries with the same fixed numbers."""

    game: str
    spots: tuple[int, ...]
    count: int
    bonus: bool = False

    @property
    def key(self) -> str:
        """The key of the bet, such as `regular/10`."""
        return f"{self.game}{BONUS if self.bonus else ''}/{len(self.spots)}"


@dataclass(frozen=True, slots=True)
class KenoGames:
    """The job: games with these entries, each for the stake its table is printed for."""

    day: date
    entries: tuple[tuple[str, int], ...]
    favourites: tuple[Favourite, ...] = ()
    block_trials: int = 8192

    @property
    def name(self) -> str:
        """The job's name, with a digest of its entries."""
        return "keno " + digest(self)

    def run(self, stream: np.random.Generator) -> Tally:
        """The tally of `block_trials` games."""
        return _Block(self, stream).tally()

    @property
    def staked_cents(self) -> int:
        """What all entries of one game cost."""
        book = open_on(self.day)
        counts = [*self.entries, *((fixed.key, fixed.count) for fixed in self.favourites)]
        return sum(stake_cents(book, key) * count for key, count in counts)


def read_mix(book: NswKeno, raw: Mapping[str, Any]) -> KenoGames:
    """A job from `{"entries": {"regular/10": 600}, "favourites": [{"game", "spots", "count"}]}`."""
    every_key = set(keys(book))
    entries, listed = raw.get("entries", {}), raw.get("favourites", [])
    for field in raw.keys() - {"entries", "favourites"}:
        raise BadInput(f"mix.{field}", "is not a field; a mix has entries and favourites, or bets")
    if not isinstance(entries, dict) or not isinstance(listed, list):
        raise BadInput("mix", "has entries (key to count) and favourites (a list), or bets")
    for key, count in entries.items():
        if key not in every_key:
            raise BadInput(
                "entries", f"{quoted(key)} is not a bet of rule 18; use one like regular/10"
            )
        _count(f"entries.{key}", count)
    favourites = tuple(_favourite(book, every_key, item) for item in listed)
    if not entries and not favourites:
        raise BadInput("mix", "has no entries")
    return KenoGames(book.day, tuple(sorted(entries.items())), favourites)


def _count(field: str, count: Any) -> int:
    if type(count) is not int or not 1 <= count <= ENTRIES_MAX:
        raise BadInput(field, f"{quoted(count)} is not a whole number from 1 to {ENTRIES_MAX}")
    return count


def _favourite(book: NswKeno, every_key: set[str], raw: Any) -> Favourite:
    if not isinstance(raw, dict) or raw.keys() - {"game", "spots", "count", "bonus"}:
        raise BadInput("favourites", "each has spots, and may have game, count and bonus")
    spots, game, bonus = raw.get("spots"), raw.get("game", "regular"), raw.get("bonus", False)
    if not isinstance(spots, list) or not isinstance(bonus, bool):
        raise BadInput("favourites", "spots are a list, and bonus is true or false")
    grid = range(1, book.figures.numbers_max + 1)
    if not all(type(spot) is int and spot in grid for spot in spots) or len({*spots}) < len(spots):
        raise BadInput("favourites", f"{spots} are not different numbers of the grid")
    count = _count("favourites.count", raw.get("count", 1))
    favourite = Favourite(str(game), tuple(sorted(spots)), count, bonus)
    if favourite.key not in every_key or game not in book.tables.spots:
        raise BadInput("favourites", f"{favourite.key} is not for sale with fixed spots")
    return favourite


def stake_cents(book: NswKeno, key: str) -> int:
    """The stake a bet's table is printed for, with that of its Keno Bonus.

    >>> book = open_on(date(2024, 1, 12))
    >>> stake_cents(book, 'regular/10')
    100
    """
    form, kind = key.split("/")
    plain = form.removesuffix(BONUS)
    minimum = book.tables.roulette[kind].minimum_cents if plain == "roulette" else 0
    each = minimum or book.figures.prize_stake_cents[plain]
    return each * (2 if form != plain else 1)


@lru_cache(maxsize=4)
def _chances(day: date) -> dict[str, Floats]:
    """The chance of each number of matches for every spot bet, as floats for the sampler."""
    book = open_on(day)
    figures = book.figures
    return {
        f"{game}/{spots}": np.array(
            [float(p) for p in hypergeometric(figures.numbers_max, figures.numbers_drawn, spots)]
        )[: len(pays)]
        for game, table in book.tables.spots.items()
        for spots, pays in table.items()
    }


@lru_cache(maxsize=64)
def _racing_chances(day: date, bet: RacingBet, live: int) -> Floats:
    """The chance of each level of a random forecast, given how many rows hold a number."""
    book = open_on(day)
    figures = book.figures
    rows = tuple(range(1, figures.racing_rows_named[bet] + 1))
    law = field_of(book).given(live, depth_of(bet, figures), level_of(bet, rows, figures))
    return np.array([float(law.get(level, 0)) for level in range(len(rows) + 1)])


class _Block:
    """One block: its draws, and what every game pays, added up bet by bet."""

    def __init__(self, job: KenoGames, stream: np.random.Generator) -> None:
        self.job = job
        self.stream = stream
        self.book = open_on(job.day)
        figures = self.book.figures
        self.games = job.block_trials
        draws = draw_many(stream, self.games, figures.numbers_max, figures.numbers_drawn)
        self.results = Results(draws, figures.numbers_max, figures.grid_rows)
        by_total = self.book.tables.multipliers
        lookup = np.array([by_total.get(total, 0) for total in range(max(by_total) + 1)])
        self.multiplier = lookup[self.results.totals]
        self.paid = np.zeros(self.games, dtype=np.int64)
        self.majors: list[tuple[Ints, Ints]] = []  # prize in cents, and how many won it
        self.hits: dict[str, NDArray[np.bool_]] = {}  # games in which a jackpot was won
        self.counts = Tally(self.games)

    def tally(self) -> Tally:
        for key, count in self.job.entries:
            form, kind = key.split("/")
            bonus = form.endswith(BONUS)
            self._random(key, form.removesuffix(BONUS), kind, count, bonus=bonus)
        for fixed in self.job.favourites:
            caught = self.results.member[:, [spot - 1 for spot in fixed.spots]].sum(axis=1)
            winners = np.zeros((self.games, len(fixed.spots) + 1), dtype=np.int64)
            winners[np.arange(self.games), caught] = fixed.count
            self._spots(fixed.key, fixed.game, len(fixed.spots), winners, bonus=fixed.bonus)
        self._jackpots()
        self._pro_rate()
        self.counts.count("paid", self.paid)
        self.counts.histogram("paid_dollars", _three_digits(-(-self.paid // 100)))
        return self.counts

    def _random(self, key: str, form: str, kind: str, count: int, *, bonus: bool) -> None:
        tables, figures, results = self.book.tables, self.book.figures, self.results
        match form:
            case "regular" | "keno2":
                chances = _chances(self.job.day)[f"{form}/{kind}"]
                winners = self.stream.multinomial(count, chances, size=self.games)
                self._spots(key, form, int(kind), winners, bonus=bonus)
            case "lucky_last":
                share = int(kind) / figures.numbers_max
                winners = self.stream.binomial(count, share, size=self.games)
                self._pay(key, tables.lucky_last[int(kind)], winners, bonus=bonus)
            case "heads_or_tails":
                wins = [result_of(low, figures) == kind for low in range(figures.numbers_drawn + 1)]
                winners = count * np.array(wins)[results.low(figures.heads_number_max)]
                self._pay(key, tables.heads_or_tails[kind], winners, bonus=bonus)
            case "roulette":
                winners = self.stream.binomial(count, self._roulette(kind))
                self._pay(key, tables.roulette[kind].pays_cents, winners, bonus=bonus)
            case _:
                self._racing(key, kind, count)  # type: ignore[arg-type]  # a key of the table

    def _spots(self, key: str, game: str, spots: int, winners: Ints, *, bonus: bool) -> None:
        """Count the schedule prizes of every level, and whether a jackpot is won."""
        pays = self.book.tables.spots[game][spots]
        won = np.zeros(self.games, dtype=np.int64)
        for matched, cents in enumerate(pays):
            if cents:
                won += self._level(cents, winners[:, matched], bonus=bonus)
        if f"{game}/{spots}" in self.book.tables.jackpots:
            self._hit(f"{game}/{spots}", winners[:, spots], bonus=bonus)
        self._book(key, won)

    def _hit(self, jackpot: str, winners: Ints, *, bonus: bool) -> None:
        """Note a jackpot as won: entries with and without Keno Bonus share one jackpot."""
        none = np.zeros(self.games, dtype=np.bool_)
        for name in (jackpot, jackpot + BONUS) if bonus else (jackpot,):
            self.hits[name] = self.hits.get(name, none) | (winners > 0)

    def _jackpots(self) -> None:
        """Pay fill and the flat bonus jackpot once per game, however many share it (19(e)-(h))."""
        due = np.isin(self.multiplier, self.book.figures.bonus_jackpot_multipliers)
        for name, terms in self.book.tables.jackpots.items():
            if name in self.hits:
                self.counts.count(f"jackpot/{name}", self.hits[name].astype(np.int64))
                self.paid += self.hits[name] * terms.fill_cents
            if name + BONUS in self.hits:
                self.paid += (self.hits[name + BONUS] & due) * terms.bonus_jackpot_cents

    def _pay(self, key: str, cents: int, winners: Ints, *, bonus: bool) -> None:
        self._book(key, self._level(cents, winners, bonus=bonus))

    def _level(self, cents: int, winners: Ints, *, bonus: bool) -> Ints:
        prize = cents * self.multiplier if bonus else np.full(self.games, cents)
        # Whole games are noted where any draw makes it Major; `_pro_rate` looks at each draw.
        if is_major(int(prize.max()), self.book.figures):
            self.majors.append((prize, winners))
        return prize * winners

    def _book(self, key: str, won: Ints) -> None:
        self.paid += won
        self.counts.count(f"won/{key}", won)

    def _roulette(self, bet: str) -> Floats:
        """The chance that a random selection wins, by game."""
        figures = self.book.figures
        covers = self.book.roulette[bet]  # type: ignore[index]  # a key of the table
        names = [number_of(ball, figures) for ball in range(1, figures.numbers_max + 1)]
        numbers = sorted({name for name in names if name is not None})
        values = np.array([-1] + [numbers.index(n) if n is not None else -1 for n in names])
        shares = [sum(n in wins for wins in covers.values()) / len(covers) for n in numbers]
        return np.array(shares)[self.results.first(values)]

    def _racing(self, key: str, bet: RacingBet, count: int) -> None:
        figures, levels = self.book.figures, self.book.tables.racing[bet]
        depth = depth_of(bet, figures)
        live = np.minimum(self.results.live, depth)
        winners = np.zeros((self.games, figures.racing_rows_named[bet] + 1), dtype=np.int64)
        for rows_live in np.unique(live).tolist():
            which = live == rows_live
            chances = _racing_chances(self.job.day, bet, rows_live)
            winners[which] = self.stream.multinomial(count, chances, size=int(which.sum()))
        won = np.zeros(self.games, dtype=np.int64)
        for level, prize in levels.items():
            won += self._level(prize.pays_cents, winners[:, level], bonus=False)
        if bet in figures.racing_growth_rates:
            self._hit(key, winners[:, -1], bonus=False)
        self._book(key, won)

    def _pro_rate(self) -> None:
        """Reduce Major Prizes where their sum exceeds the cap (19(a)-(c))."""
        figures = self.book.figures
        total = np.zeros(self.games, dtype=np.int64)
        for prize, winners in self.majors:
            total += np.where(prize > figures.major_prize_above_cents, prize * winners, 0)
        large = np.flatnonzero(total).tolist()
        cut = [game for game in large if pro_rating_applies(int(total[game]), figures)]
        self.counts.count("pro_rated", np.bincount(cut, minlength=self.games))
        for game in cut:
            for prize, winners in self.majors:
                cents, times = int(prize[game]), int(winners[game])
                if times and is_major(cents, figures):
                    paid = payable(pro_rated(cents, int(total[game]), figures), figures)
                    self.paid[game] += times * (paid - cents)


def _three_digits(values: Ints) -> Ints:
    """Values rounded up to three leading digits, to keep the histogram small."""
    scale = 10 ** np.maximum(np.floor(np.log10(np.maximum(values, 1))).astype(np.int64) - 2, 0)
    rounded: Ints = -(-values // scale) * scale
    return rounded
