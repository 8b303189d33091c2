"""One bet against one draw: what it wins, and the clauses that say so.

Plain and readable; `bulk` does the same over columns and is tested against this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias, assert_never

from eyesdown.keno.bets.bet import (
    Combination,
    HeadsOrTails,
    Keno2,
    LuckyLast,
    Racing,
    Regular,
    Roulette,
    Selection,
    SingleBet,
)
from eyesdown.keno.bets.draws import Draw
from eyesdown.keno.bets.price import Priced, priced
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.keno_words import HeadsOrTailsResult, RouletteBet, SpotGame
from eyesdown.rulebooks.nsw_keno import c02_racing, c02_roulette
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_combinations import caught_whole, shapes_of
from eyesdown.rulebooks.nsw_keno.c02_games import (
    bonus_jackpot_is_due,
    is_major,
    jackpot_won,
    lucky_last_won,
    matched,
    multiplier_for,
)
from eyesdown.rulebooks.nsw_keno.c10_jackpots import jackpot_fill
from eyesdown.rulebooks.nsw_keno.c15_rounding import payable
from eyesdown.rulebooks.nsw_keno.c18_prizes import (
    heads_or_tails_prize,
    keno2_prize,
    lucky_last_prize,
    racing_prize,
    regular_prize,
    roulette_prize,
    scaled,
)
from eyesdown.rulebooks.nsw_keno.figures import Figures
from eyesdown.rulebooks.nsw_keno.tables import Tables

Amount: TypeAlias = int | Fraction

OUTCOMES_KEPT = 1 << 10  # stakes are round and few: most bets end as one before them did
SHAPES_KEPT = 1 << 9


class Reason(NamedTuple):
    """One step towards a prize; `clause` is a number of the book."""

    clause: str
    says: str
    cents: int | None = None


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """Some combinations that each won the same exact amount, not yet rounded."""

    count: int
    exact_cents: Amount
    jackpot: str = ""  # the jackpot each of them also won, such as regular/10


@dataclass(frozen=True, slots=True)
class SpotsJackpot:
    """A spot jackpot won; fill and bonus jackpot as for a sole winner."""

    game: str
    spots: int
    subscription_cents: int
    fill_cents: int
    bonus_jackpot_cents: int

    @property
    def key(self) -> str:
        """The key of the jackpot, such as regular/10."""
        return f"{self.game}/{self.spots}"


@dataclass(frozen=True, slots=True)
class RacingJackpot:
    """A Racing jackpot that a bet has won."""

    bet: str
    rows: tuple[int, ...]
    subscription_cents: int

    @property
    def key(self) -> str:
        """The key of the jackpot, such as racing/quartet."""
        return f"racing/{self.bet}"


Jackpot: TypeAlias = SpotsJackpot | RacingJackpot


class Settled(NamedTuple):
    """A bet against a draw, before pro-rating, sharing and jackpots."""

    combinations: int
    stake_cents: int
    multiplier: int
    prize_cents: int
    histogram: Mapping[int, int]  # rounded prize to how many combinations won it
    major_prizes: int
    lines: tuple[PrizeLine, ...]
    jackpots: tuple[Jackpot, ...]
    because: tuple[Reason, ...]


class _Outcome:
    """What one bet's settlement gathers on its way."""

    __slots__ = ("because", "jackpots", "lines")

    def __init__(self, *because: Reason) -> None:
        self.lines: list[PrizeLine] = []
        self.jackpots: list[Jackpot] = []
        self.because = list(because)

    def say(self, clause: str, says: str, cents: int | None = None) -> None:
        self.because.append(Reason(clause, says, cents))


def settle(book: NswKeno, bet: SingleBet, draw: Draw) -> Settled:
    """What a bet wins by the schedules, line by line, with reasons.

    >>> from datetime import date
    >>> from eyesdown.keno.bets.draws import draw_of
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> won = settle(book, Regular((1, 2, 3, 80), 200, bonus=True), draw_of(book, range(1, 21)))
    >>> won.prize_cents, won.stake_cents
    (3200, 400)
    >>> for reason in won.because:
    ...     print(reason.clause, "|", reason.says)
    2:Regular Keno | 3 of 4 spots drawn
    18(b):4 spots | $4.00 for each $1.00
    2:Keno Bonus(i) | the numbers add up to 210: stake x 4
    15(k):exact | $32.00 payable
    """
    return settle_priced(book, bet, priced(book, bet), draw)


def settle_priced(book: NswKeno, bet: SingleBet, counted: Priced, draw: Draw) -> Settled:
    """The same for a bet that was counted before."""
    # The draw has a Multiplier for everyone; it counts for stakes with Keno Bonus only.
    multiplier = multiplier_for(draw.multiplier, bonus=bet.bonus)
    match bet:
        case Regular() | Keno2():
            caught = matched(bet.spots, draw.balls)
            won = _picked(book, counted, len(bet.spots), caught, multiplier, bonus=bet.bonus)
        case Racing():
            won = _racing(book, bet, counted, draw)
        case Roulette():
            won = _roulette(book, bet, counted, draw, multiplier)
        case LuckyLast():
            won = _lucky_last(book, bet, counted, draw, multiplier)
        case HeadsOrTails():
            won = _heads_or_tails(book, counted, bet.selection, draw.heads_or_tails, multiplier)
        case Combination():
            won = _combination(book, bet, counted, draw, multiplier)
        case _:
            assert_never(bet)
    return _multiplied(won, draw) if bet.bonus and won.lines else won


def _multiplied(won: Settled, draw: Draw) -> Settled:
    """With the Multiplier among the reasons, right before the last."""
    says = f"the numbers add up to {draw.total}: stake x {won.multiplier}"
    *before, payable_in_the_end = won.because
    because = (*before, Reason("2:Keno Bonus(i)", says), payable_in_the_end)
    return won._replace(because=because)


def _nothing_won(counted: Priced, multiplier: int, *because: Reason) -> Settled:
    combinations, cost = counted.combinations, counted.cost_cents
    return Settled(
        combinations=combinations,
        stake_cents=cost,
        multiplier=multiplier,
        prize_cents=0,
        histogram={},
        major_prizes=0,
        lines=(),
        jackpots=(),
        because=because,
    )


def _sum_up(book: NswKeno, counted: Priced, multiplier: int, outcome: _Outcome) -> Settled:
    """The bet's prize: each line's exact amount rounded, then times its combinations."""
    histogram: dict[int, int] = {}
    prize, majors, whole = 0, 0, True
    # Each combination is rounded by itself and then counted: rounding their sum
    # would pay more than rule 15(k) gives.
    for line in outcome.lines:
        cents = payable(line.exact_cents, book.figures)
        whole = whole and cents == line.exact_cents
        if cents:
            histogram[cents] = histogram.get(cents, 0) + line.count
            prize += cents * line.count
        # Majority is decided by the exact amount, as rule 19 does, not by
        # what is left after rounding.
        if is_major(line.exact_cents, book.figures):
            majors += line.count
    if outcome.lines:
        rounding = "15(k):exact" if whole else "15(k):down"
        outcome.say(rounding, f"{dollars(prize)} payable", prize)
    return Settled(
        combinations=counted.combinations,
        stake_cents=counted.cost_cents,
        multiplier=multiplier,
        prize_cents=prize,
        histogram=histogram,
        major_prizes=majors,
        lines=tuple(outcome.lines),
        jackpots=tuple(outcome.jackpots),
        because=tuple(outcome.because),
    )


class _SpotGame(NamedTuple):
    """The clause with the rules of a spot game."""

    game: SpotGame
    object: str
    schedule: str
    prize: Callable[[int, int, Tables], int]


_SPOT_GAMES: Mapping[str, _SpotGame] = {
    "regular": _SpotGame("regular", "2:Regular Keno", "18(b)", regular_prize),
    "keno2": _SpotGame("keno2", "2:Keno $2 Game", "18(c)", keno2_prize),
}


@lru_cache(maxsize=OUTCOMES_KEPT)
def _picked(
    book: NswKeno, counted: Priced, spots: int, caught: int, multiplier: int, *, bonus: bool
) -> Settled:
    rules = _SPOT_GAMES[counted.form]
    # Cached by the number of hits, so no reason may name a number of the pick.
    outcome = _Outcome(Reason(rules.object, f"{caught} of {spots} spots drawn"))
    pays = rules.prize(spots, caught, book.tables)
    per, stake = book.figures.prize_stake_cents[rules.game], counted.stake_cents
    outcome.say(f"{rules.schedule}:{spots} spots", _pays(pays, per))
    if pays:
        jackpot = jackpot_won(rules.game, spots, caught, book.figures) or ""
        outcome.lines.append(PrizeLine(1, scaled(pays, per, stake, multiplier), jackpot))
        if jackpot:
            won = _spots_jackpot(book, jackpot, stake, multiplier, bonus=bonus, outcome=outcome)
            outcome.jackpots.append(won)
    return _sum_up(book, counted, multiplier, outcome)


def _spots_jackpot(
    book: NswKeno, key: str, stake_cents: int, multiplier: int, *, bonus: bool, outcome: _Outcome
) -> SpotsJackpot:
    """The jackpot of one line, as for a sole winner, with its reasons."""
    game, _, spots = key.partition("/")
    regular = game == "regular"
    fill = jackpot_fill(key, book.tables)
    # Only Regular Keno has a Keno Bonus Jackpot Prize; it is due whenever
    # the Multiplier is above 1 (G27).
    due = regular and bonus_jackpot_is_due(multiplier, bonus=bonus, figures=book.figures)
    bonus_jackpot = book.tables.jackpots[key].bonus_jackpot_cents if due else 0
    jackpot = "2:Regular Keno Jackpot" if regular else "2:Keno $2 Game Keno Jackpot"
    outcome.say(jackpot, f"all {spots} spots drawn: the jackpot is won")
    if fill:
        outcome.say("10(d)(ii)" if regular else "10(e)(ii)", f"{dollars(fill)} jackpot fill", fill)
    if due:
        says = f"{dollars(bonus_jackpot)} bonus jackpot"
        outcome.say("2:Keno Bonus Jackpot Prize", says, bonus_jackpot)
    return SpotsJackpot(game, int(spots), stake_cents, fill, bonus_jackpot)


def _lucky_last(
    book: NswKeno, bet: LuckyLast, counted: Priced, draw: Draw, multiplier: int
) -> Settled:
    if not lucky_last_won(bet.spots, draw.last):
        missed = Reason("2:Lucky Last", f"last number {draw.last} is not among the spots")
        return _nothing_won(counted, multiplier, missed)
    outcome = _Outcome(Reason("2:Lucky Last", f"last number {draw.last} is among the spots"))
    pays = lucky_last_prize(len(bet.spots), book.tables)
    per = book.figures.prize_stake_cents["lucky_last"]
    outcome.say(f"18(d):{len(bet.spots)}", _pays(pays, per))
    outcome.lines.append(PrizeLine(1, scaled(pays, per, bet.subscription_cents, multiplier)))
    return _sum_up(book, counted, multiplier, outcome)


_RESULT_CLAUSES = {
    "heads": ("2:Heads or Tails?(i)", "18(e):Heads"),
    "tails": ("2:Heads or Tails?(ii)", "18(e):Tails"),
    "evens": ("2:Heads or Tails?(iii)", "18(e):Evens"),
}


@lru_cache(maxsize=OUTCOMES_KEPT)
def _heads_or_tails(
    book: NswKeno,
    counted: Priced,
    selection: HeadsOrTailsResult,
    result: HeadsOrTailsResult,
    multiplier: int,
) -> Settled:
    outcome = _Outcome(Reason(_RESULT_CLAUSES[result][0], f"the result is {result}"))
    pays = heads_or_tails_prize(selection, result, book.tables)
    per = book.figures.prize_stake_cents["heads_or_tails"]
    outcome.say(_RESULT_CLAUSES[selection][1], _pays(pays, per))
    if pays:
        outcome.lines.append(PrizeLine(1, scaled(pays, per, counted.stake_cents, multiplier)))
    return _sum_up(book, counted, multiplier, outcome)


def _roulette(
    book: NswKeno, bet: Roulette, counted: Priced, draw: Draw, multiplier: int
) -> Settled:
    number = Reason("2:Keno Roulette Number", f"the roulette number is {draw.roulette}")
    won = draw.roulette in book.roulette[bet.bet][bet.selection]
    covers = _covers(bet.bet, bet.selection, won=won)
    if not won:
        return _nothing_won(counted, multiplier, number, covers)
    outcome = _Outcome(number, covers)
    prize = book.tables.roulette[bet.bet]
    # Roulette pays by the minimum stake of each bet, not for each dollar.
    outcome.say(prize.clause, _pays(prize.pays_cents, prize.minimum_cents))
    exact = roulette_prize(bet.bet, bet.subscription_cents, multiplier, book.tables)
    outcome.lines.append(PrizeLine(1, exact))
    return _sum_up(book, counted, multiplier, outcome)


@cache
def _covers(bet: RouletteBet, selection: Selection, *, won: bool) -> Reason:
    chosen = "-".join(map(str, selection)) if isinstance(selection, tuple) else str(selection)
    covers = "covers it" if won else "does not cover it"
    halves = bet in ("low_high", "red_black", "odd_even")
    named = chosen if halves else f"{bet.replace('_', ' ')} {chosen}"
    return Reason(c02_roulette.BET_CLAUSES[bet], f"{named} {covers}")


def _places(result: c02_racing.Places, figures: Figures) -> str:
    """The place of each Row; empty Rows that spread hold several, as in '1 2 3 4 5-8 5-8' (G02)."""
    last, rows = c02_racing.last_place(result, figures), figures.grid_rows
    shared = f"{last}-{rows}"
    return " ".join([shared if place == last < rows else str(place) for place in result])


def _racing(book: NswKeno, bet: Racing, counted: Priced, draw: Draw) -> Settled:
    """A racing bet: its forecasts by how many Rows are right, and what these pay."""
    figures, result = book.figures, draw.racing_places
    places = Reason("2:Keno Racing", f"places of the Rows: {_places(result, figures)}")
    size = figures.racing_rows_named[bet.bet]
    if bet.places:
        right = c02_racing.right_in_order(bet.places, bet.fill, result, figures)
    else:
        # In any order a forecast has all its Rows right or none that
        # count: only index `size` is filled.
        count = c02_racing.right_in_any_order(bet.bet, bet.named, bet.fill, result, figures)
        right = (*(0,) * size, count)
    paying = [
        (correct, count, prize)
        for correct, count in enumerate(right)
        if count and (prize := racing_prize(bet.bet, correct, book.tables)) is not None
    ]
    if not paying:
        none = Reason(c02_racing.BET_CLAUSES[bet.bet], "no forecast wins")
        return _nothing_won(counted, 1, places, none)
    outcome = _Outcome(places)
    per = figures.prize_stake_cents["racing"]
    jackpot_bet = bet.bet in figures.racing_growth_rates
    for correct, count, prize in paying:
        says = f"{count} of {counted.combinations} with {correct} right"
        outcome.say(prize.clause, f"{says}: {_pays(prize.pays_cents, per)}")
        won = f"racing/{bet.bet}" if jackpot_bet and correct == size else ""
        exact = scaled(prize.pays_cents, per, bet.subscription_cents)
        outcome.lines.append(PrizeLine(count, exact, won))
        if won:
            for rows in c02_racing.winning_forecasts(bet.places, bet.fill, result, figures):
                outcome.jackpots.append(RacingJackpot(bet.bet, rows, bet.subscription_cents))
            outcome.say("2:Keno Racing Jackpot", "all in order: the jackpot is won")
    # There is no Keno Bonus on racing.
    return _sum_up(book, counted, 1, outcome)


def _combination(
    book: NswKeno, bet: Combination, counted: Priced, draw: Draw, multiplier: int
) -> Settled:
    """A Combination Bet, by the sorts of Combination that win something."""
    says = f"{counted.combinations} combinations"
    outcome = _Outcome(Reason("2:Combination Bet:formation", says))
    per, stake = book.figures.prize_stake_cents[bet.game], bet.subscription_cents
    jackpots: dict[int, SpotsJackpot] = {}
    # Groups share no number, so sizes and hits of a union add up, and unions need not be formed.
    groups = tuple([(len(group), matched(group, draw.balls)) for group in bet.groups])
    for shape in _paying_shapes(book, bet.game, groups, bet.sizes):
        outcome.because.append(shape.because)
        won = shape.jackpot
        exact = scaled(shape.pays_cents, per, stake, multiplier)
        outcome.lines.append(PrizeLine(shape.combinations, exact, won))
        if won:
            jackpot = _spots_jackpot(book, won, stake, multiplier, bonus=bet.bonus, outcome=outcome)
            jackpots[shape.size] = jackpot
    # A full catch is rare: only then are the winning unions looked up
    # one by one, each with a jackpot.
    if jackpots:
        sizes = frozenset(jackpots)
        unions = caught_whole(bet.groups, draw.caught, sizes)
        outcome.jackpots.extend([jackpots[size] for size in unions])
    return _sum_up(book, counted, multiplier, outcome)


class _Shape(NamedTuple):
    """Combinations of one size with as many hits, which all win the same."""

    size: int
    combinations: int
    pays_cents: int
    jackpot: str
    because: Reason


@lru_cache(maxsize=SHAPES_KEPT)
def _paying_shapes(
    book: NswKeno,
    game: SpotGame,
    groups: tuple[tuple[int, int], ...],
    sizes: tuple[int, ...] | None,
) -> tuple[_Shape, ...]:
    """Every sort of Combination that wins something, from the Spots and hits of each Group."""
    rules, per = _SPOT_GAMES[game], book.figures.prize_stake_cents[game]
    shapes: list[_Shape] = []
    # Sorted, so that the reasons come in the same order whichever Group was marked first.
    for (size, hits), count in sorted(shapes_of(groups, sizes, book.figures).items()):
        pays = rules.prize(size, hits, book.tables)
        if pays:
            says = f"{count} with {hits} of {size}: {_pays(pays, per)}"
            because = Reason(f"{rules.schedule}:{size} spots", says)
            jackpot = jackpot_won(game, size, hits, book.figures) or ""
            shapes.append(_Shape(size, count, pays, jackpot, because))
    return tuple(shapes)


@cache
def _pays(pays_cents: int, per_cents: int) -> str:
    if not pays_cents:
        return "no prize"
    return f"{dollars(pays_cents)} for each {dollars(per_cents)}"
