"""One bet against one draw: what it wins, and the clauses that say so.

Plain and readable; `bulk` does the same over columns and is tested against this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple, TypeAlias, assert_never

from eyesdown.keno.bets import (
    Combination,
    HeadsOrTails,
    Keno2,
    LuckyLast,
    Racing,
    Regular,
    Roulette,
    SingleBet,
)
from eyesdown.keno.draws import Draw
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.facts.keno import SpotGame
from eyesdown.rulebooks.nsw_keno import c02_racing, c02_roulette
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_combinations import (
    caught_whole,
    combinations_made,
    shapes_of,
)
from eyesdown.rulebooks.nsw_keno.c02_games import (
    bonus_jackpot_is_due,
    is_major,
    jackpot_won,
    lucky_last_won,
    matched,
    multiplier_for,
)
from eyesdown.rulebooks.nsw_keno.c09_subscriptions import with_bonus
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
from eyesdown.rulebooks.nsw_keno.tables import Tables

Amount: TypeAlias = int | Fraction


class Reason(NamedTuple):
    """One step towards a prize; `clause` is a number of the book."""

    clause: str
    says: str
    cents: int | None = None


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """So many combinations that each won the same exact amount, not yet rounded."""

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
        return f"{self.game}/{self.spots}"


@dataclass(frozen=True, slots=True)
class RacingJackpot:
    bet: str
    rows: tuple[int, ...]
    subscription_cents: int

    @property
    def key(self) -> str:
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


class _Found:
    """What one bet's settlement gathers on its way."""

    __slots__ = ("because", "combinations", "jackpots", "lines")

    def __init__(self) -> None:
        self.combinations = 1
        self.lines: list[PrizeLine] = []
        self.jackpots: list[Jackpot] = []
        self.because: list[Reason] = []

    def say(self, clause: str, says: str, cents: int | None = None) -> None:
        self.because.append(Reason(clause, says, cents))


def settle(book: NswKeno, bet: SingleBet, draw: Draw) -> Settled:
    """What a bet wins by the schedules, line by line, with reasons.

    >>> from datetime import date
    >>> from eyesdown.keno.draws import draw_of
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
    found = _Found()
    multiplier = multiplier_for(draw.multiplier, bonus=bet.bonus)
    match bet:
        case Regular() | Keno2():
            _picked(book, bet, draw, multiplier, found)
        case LuckyLast():
            _lucky_last(book, bet, draw, multiplier, found)
        case HeadsOrTails():
            _heads_or_tails(book, bet, draw, multiplier, found)
        case Roulette():
            _roulette(book, bet, draw, multiplier, found)
        case Racing():
            _racing(book, bet, draw, found)
        case Combination():
            _combination(book, bet, draw, multiplier, found)
        case _:
            assert_never(bet)
    return _sum_up(book, bet, draw, multiplier, found)


def _sum_up(book: NswKeno, bet: SingleBet, draw: Draw, multiplier: int, found: _Found) -> Settled:
    histogram: dict[int, int] = {}
    prize, majors, whole = 0, 0, True
    for line in found.lines:
        cents = payable(line.exact_cents, book.limits)
        whole = whole and cents == line.exact_cents
        if cents:
            histogram[cents] = histogram.get(cents, 0) + line.count
            prize += cents * line.count
        if is_major(line.exact_cents, book.limits):
            majors += line.count
    if found.lines:
        if bet.bonus:
            says = f"the numbers add up to {draw.total}: stake x {multiplier}"
            found.say("2:Keno Bonus(i)", says)
        rounding = "15(k):exact" if whole else "15(k):down"
        found.say(rounding, f"{dollars(prize)} payable", prize)
    return Settled(
        found.combinations,
        with_bonus(bet.subscription_cents * found.combinations, bonus=bet.bonus),
        multiplier,
        prize,
        histogram,
        majors,
        tuple(found.lines),
        tuple(found.jackpots),
        tuple(found.because),
    )


class _SpotGame(NamedTuple):
    """Where the rules of a spot game stand."""

    game: SpotGame
    object: str
    schedule: str
    prize: Callable[[int, int, Tables], int]


_SPOT_GAMES: Mapping[SpotGame, _SpotGame] = {
    "regular": _SpotGame("regular", "2:Regular Keno", "18(b)", regular_prize),
    "keno2": _SpotGame("keno2", "2:Keno $2 Game", "18(c)", keno2_prize),
}


def _picked(
    book: NswKeno, bet: Regular | Keno2, draw: Draw, multiplier: int, found: _Found
) -> None:
    rules = _SPOT_GAMES["regular" if isinstance(bet, Regular) else "keno2"]
    spots, caught = len(bet.spots), matched(bet.spots, draw.caught)
    found.say(rules.object, f"{caught} of {spots} spots drawn")
    pays = rules.prize(spots, caught, book.tables)
    per, stake = book.limits.prize_stake_cents[rules.game], bet.subscription_cents
    found.say(f"{rules.schedule}:{spots} spots", _pays(pays, per))
    if not pays:
        return
    jackpot = jackpot_won(rules.game, spots, caught, book.limits) or ""
    found.lines.append(PrizeLine(1, scaled(pays, per, stake, multiplier), jackpot))
    if jackpot:
        won = _spots_jackpot(book, jackpot, stake, draw, bonus=bet.bonus, found=found)
        found.jackpots.append(won)


def _spots_jackpot(
    book: NswKeno, key: str, stake_cents: int, draw: Draw, *, bonus: bool, found: _Found
) -> SpotsJackpot:
    """The jackpot of one line, as for a sole winner, with its reasons."""
    game, _, spots = key.partition("/")
    regular = game == "regular"
    fill = jackpot_fill(key, book.tables)
    due = regular and bonus_jackpot_is_due(draw.multiplier, bonus=bonus, figures=book.limits)
    bonus_jackpot = book.tables.jackpots[key].bonus_jackpot_cents if due else 0
    jackpot = "2:Regular Keno Jackpot" if regular else "2:Keno $2 Game Keno Jackpot"
    found.say(jackpot, f"all {spots} spots drawn: the jackpot is won")
    if fill:
        found.say("10(d)(ii)" if regular else "10(e)(ii)", f"{dollars(fill)} jackpot fill", fill)
    if due:
        says = f"{dollars(bonus_jackpot)} bonus jackpot"
        found.say("2:Keno Bonus Jackpot Prize", says, bonus_jackpot)
    return SpotsJackpot(game, int(spots), stake_cents, fill, bonus_jackpot)


def _lucky_last(book: NswKeno, bet: LuckyLast, draw: Draw, multiplier: int, found: _Found) -> None:
    if not lucky_last_won(bet.spots, draw.last):
        found.say("2:Lucky Last", f"last number {draw.last} is not among the spots")
        return
    found.say("2:Lucky Last", f"last number {draw.last} is among the spots")
    pays = lucky_last_prize(len(bet.spots), book.tables)
    per = book.limits.prize_stake_cents["lucky_last"]
    found.say(f"18(d):{len(bet.spots)}", _pays(pays, per))
    found.lines.append(PrizeLine(1, scaled(pays, per, bet.subscription_cents, multiplier)))


_RESULT_CLAUSES = {
    "heads": ("2:Heads or Tails?(i)", "18(e):Heads"),
    "tails": ("2:Heads or Tails?(ii)", "18(e):Tails"),
    "evens": ("2:Heads or Tails?(iii)", "18(e):Evens"),
}


def _heads_or_tails(
    book: NswKeno, bet: HeadsOrTails, draw: Draw, multiplier: int, found: _Found
) -> None:
    found.say(_RESULT_CLAUSES[draw.heads_or_tails][0], f"the result is {draw.heads_or_tails}")
    pays = heads_or_tails_prize(bet.selection, draw.heads_or_tails, book.tables)
    per = book.limits.prize_stake_cents["heads_or_tails"]
    found.say(_RESULT_CLAUSES[bet.selection][1], _pays(pays, per))
    if pays:
        found.lines.append(PrizeLine(1, scaled(pays, per, bet.subscription_cents, multiplier)))


def _roulette(book: NswKeno, bet: Roulette, draw: Draw, multiplier: int, found: _Found) -> None:
    found.say("2:Keno Roulette Number", f"the roulette number is {draw.roulette}")
    won = draw.roulette in book.roulette[bet.bet][bet.selection]
    covers = "covers it" if won else "does not cover it"
    found.say(c02_roulette.BET_CLAUSES[bet.bet], f"{bet.bet} {_chosen(bet.selection)} {covers}")
    if not won:
        return
    prize = book.tables.roulette[bet.bet]
    found.say(prize.clause, _pays(prize.pays_cents, prize.minimum_cents))
    exact = roulette_prize(bet.bet, bet.subscription_cents, multiplier, book.tables)
    found.lines.append(PrizeLine(1, exact))


def _racing(book: NswKeno, bet: Racing, draw: Draw, found: _Found) -> None:
    figures = book.limits
    result = draw.racing_places
    found.combinations = c02_racing.combinations_in(
        bet.bet, bet.places, bet.named, bet.fill, figures
    )
    found.say("2:Keno Racing", f"places of the Rows: {_row_places(result)}")
    size = figures.racing_rows_named[bet.bet]
    if bet.places:
        right = c02_racing.right_in_order(bet.places, bet.fill, result)
    else:
        count = c02_racing.right_in_any_order(bet.bet, bet.named, bet.fill, result, figures)
        right = (*(0,) * size, count)
    per = figures.prize_stake_cents["racing"]
    clause = c02_racing.BET_CLAUSES[bet.bet]
    jackpot_bet = bet.bet in figures.racing_growth_rates
    for correct, count in enumerate(right):
        prize = racing_prize(bet.bet, correct, book.tables) if count else None
        if prize is None:
            continue
        says = f"{count} of {found.combinations} with {correct} right"
        found.say(prize.clause, f"{says}: {_pays(prize.pays_cents, per)}")
        won = f"racing/{bet.bet}" if jackpot_bet and correct == size else ""
        exact = scaled(prize.pays_cents, per, bet.subscription_cents)
        found.lines.append(PrizeLine(count, exact, won))
        if won:
            for rows in c02_racing.winning_forecasts(bet.places, bet.fill, result):
                found.jackpots.append(RacingJackpot(bet.bet, rows, bet.subscription_cents))
            found.say("2:Keno Racing Jackpot", "all in order: the jackpot is won")
    if not found.lines:
        found.say(clause, "no forecast wins")


def _combination(
    book: NswKeno, bet: Combination, draw: Draw, multiplier: int, found: _Found
) -> None:
    figures = book.limits
    groups = [(len(group), matched(group, draw.caught)) for group in bet.groups]
    shapes = shapes_of(groups, bet.sizes, figures)
    found.combinations = combinations_made(shapes)
    found.say("2:Combination Bet:formation", f"{found.combinations} combinations")
    rules = _SPOT_GAMES[bet.game]
    per, stake = figures.prize_stake_cents[bet.game], bet.subscription_cents
    jackpots: dict[int, SpotsJackpot] = {}
    for (size, hits), count in sorted(shapes.items()):
        pays = rules.prize(size, hits, book.tables)
        if not pays:
            continue
        says = f"{count} with {hits} of {size}: {_pays(pays, per)}"
        found.say(f"{rules.schedule}:{size} spots", says)
        won = jackpot_won(bet.game, size, hits, figures) or ""
        found.lines.append(PrizeLine(count, scaled(pays, per, stake, multiplier), won))
        if won:
            jackpots[size] = _spots_jackpot(book, won, stake, draw, bonus=bet.bonus, found=found)
    if jackpots:
        sizes = frozenset(jackpots)
        unions = caught_whole(bet.groups, draw.caught, sizes)
        found.jackpots.extend([jackpots[size] for size in unions])


@cache
def _pays(pays_cents: int, per_cents: int) -> str:
    if not pays_cents:
        return "no prize"
    return f"{dollars(pays_cents)} for each {dollars(per_cents)}"


def _row_places(result: tuple[int, ...]) -> str:
    return str(result)[1:-1].replace(",", "")


def _chosen(selection: object) -> str:
    return "-".join(map(str, selection)) if isinstance(selection, tuple) else str(selection)
