"""The odds of any entry: each bet's law for its own stake, and the chance of any prize."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import assert_never

from eyesdown.keno.bets.bet import (
    Bet,
    Combination,
    HeadsOrTails,
    Keno2,
    LetItRun,
    LuckyLast,
    Prepick,
    Racing,
    Regular,
    Roulette,
)
from eyesdown.keno.bets.price import bet_cost, bet_form
from eyesdown.odds.keno.bets import (
    depth_of,
    draws_of,
    field_of,
    heads_or_tails_law,
    lucky_last_law,
    result_of,
    roulette_law,
    spots_law,
)
from eyesdown.odds.keno.combination import bonus_return, combination_law, combination_return
from eyesdown.odds.keno.racing import Places
from eyesdown.odds.keno.series import let_it_run_law, prepick_law
from eyesdown.odds.law import ZERO, Law, law_of_prizes
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_combinations import shapes_of
from eyesdown.rulebooks.nsw_keno.c02_racing import right_in_any_order, right_in_order
from eyesdown.rulebooks.nsw_keno.c02_roulette import roulette_number_of as number_of
from eyesdown.rulebooks.nsw_keno.c15_rounding import payable
from eyesdown.rulebooks.nsw_keno.c18_prizes import racing_prize, scaled

VECTORS_MAX = 50_000
DOLLAR = 100

Counts = Mapping[frozenset[int], int]
"""How many numbers of each named set were drawn."""


@dataclass(frozen=True, slots=True)
class BetOdds:
    """One bet of an entry. `law` is None for a Combination Bet with too many cases to count."""

    bet: Bet
    cost_cents: int
    law: Law | None
    rtp: Fraction
    rtp_for_random_spots: bool = False


@dataclass(frozen=True, slots=True)
class TicketOdds:
    """A whole entry. `any_prize` is None if it can only be estimated by simulation."""

    bets: tuple[BetOdds, ...]
    any_prize: Fraction | None

    @property
    def cost_cents(self) -> int:
        """What all bets cost together."""
        return sum(odds.cost_cents for odds in self.bets)

    @property
    def rtp(self) -> Fraction:
        """Expected prizes over cost; expectations add up even for dependent bets."""
        return sum((odds.rtp * odds.cost_cents for odds in self.bets), ZERO) / self.cost_cents


def ticket_odds(book: NswKeno, bets: Sequence[Bet]) -> TicketOdds:
    """The odds of bets, in one draw or series; `no_such_bet` must have accepted them."""
    assert bets
    odds = tuple(_odds_of(book, bet) for bet in bets)
    first = odds[0].law
    alone = first.hit_rate if len(odds) == 1 and first is not None else None
    return TicketOdds(odds, any_prize(book, bets) if alone is None else alone)


def _odds_of(book: NswKeno, bet: Bet) -> BetOdds:
    cost = bet_cost(book, bet)
    law = bet_law(book, bet)
    if law is not None:
        return BetOdds(bet, cost, law, law.rtp)
    assert isinstance(bet, Combination)
    if bet.bonus:
        rtp_of_spots = bonus_return(book, bet.groups, bet.sizes, bet.subscription_cents)
        if rtp_of_spots is not None:
            return BetOdds(bet, cost, None, rtp_of_spots)
    rtp = combination_return(
        book, bet.game, bet.groups, bet.sizes, bet.subscription_cents, bonus=bet.bonus
    )
    return BetOdds(bet, cost, None, rtp, rtp_for_random_spots=bet.bonus)


def bet_law(book: NswKeno, bet: Bet) -> Law | None:
    """The law of a bet with its own spots and stake, prizes rounded by 15(k)."""
    stake = bet.subscription_cents
    match bet:
        case Regular() | Keno2():
            game = bet_form(bet)
            return _at(book, spots_law(book, game, bet.spots, bonus=bet.bonus), stake, bet.bonus)
        case LuckyLast():
            return _at(book, lucky_last_law(book, bet.spots, bonus=bet.bonus), stake, bet.bonus)
        case HeadsOrTails():
            law = heads_or_tails_law(book, bet.selection, bonus=bet.bonus)
            return _at(book, law, stake, bet.bonus)
        case Roulette():
            law = roulette_law(book, bet.bet, bet.selection, bonus=bet.bonus)
            return _at(book, law, stake, bet.bonus)
        case Racing():
            return _racing(book, bet)
        case Combination():
            return combination_law(book, bet.game, bet.groups, bet.sizes, stake, bonus=bet.bonus)
        case Prepick():
            return prepick_law(book, bet.selections, stake, bet.bonus_games)
        case LetItRun():
            return let_it_run_law(book, bet.selections, stake, bet.bonus_games)
        case _:
            assert_never(bet)


def _at(book: NswKeno, law: Law, stake_cents: int, bonus: bool) -> Law:  # noqa: FBT001 - private
    """The law for another stake; jackpot fill and bonus jackpot stay the same."""
    cost = Fraction(stake_cents * (2 if bonus else 1), 100)
    outcomes = tuple(
        replace(o, prize=Fraction(payable(o.prize * cost / law.stake * 100, book.figures), 100))
        for o in law.outcomes
    )
    return Law(cost, outcomes, law.growth_rate)


def _racing(book: NswKeno, bet: Racing) -> Law:
    law = field_of(book).law(depth_of(bet.bet, book.figures), _race(book, bet))
    cost = Fraction(bet_cost(book, bet), 100)
    return law_of_prizes(cost, {Fraction(cents, 100): chance for cents, chance in law.items()})


def _any_racing(book: NswKeno, bets: Sequence[Racing]) -> Fraction:
    """The chance that any of these bets on one race wins."""
    races = [_race(book, bet) for bet in bets]
    depth = max(depth_of(bet.bet, book.figures) for bet in bets)
    law = field_of(book).law(depth, lambda result: any(race(result) for race in races))
    return law.get(True, ZERO)


def _race(book: NswKeno, bet: Racing) -> Callable[[Places], int]:
    """The function from a race's result to what the bet wins, in cents."""
    figures, tables = book.figures, book.tables

    def pays(correct: int) -> int:
        prize = racing_prize(bet.bet, correct, tables)
        per = figures.prize_stake_cents["racing"]
        if prize is None:
            return 0
        return payable(scaled(prize.pays_cents, per, bet.subscription_cents), figures)

    levels = [pays(correct) for correct in range(figures.racing_rows_named[bet.bet] + 1)]

    def total(result: Places) -> int:
        if bet.places:
            right = right_in_order(bet.places, bet.fill, result, figures)
            return sum(count * each for count, each in zip(right, levels, strict=True))
        return levels[-1] * right_in_any_order(bet.bet, bet.named, bet.fill, result, figures)

    return total


def any_prize(book: NswKeno, bets: Sequence[Bet]) -> Fraction | None:
    """The exact chance that at least one bet wins; None if there are too many cases to count.

    The pool is split into atoms: sets of numbers that the same bets use. How many of each atom are
    drawn decides every spot game and Heads or Tails?. Given those counts, any drawn number is
    equally likely to be the last ball, and any mapped one to be the first mapped ball. Bets that
    need both the last and the first ball, or a race or series beside counts, are not counted.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> any_prize(book, [HeadsOrTails('evens', 100, bonus=False)])
    Fraction(273794350544, 1347127860995)
    """
    draws, figures = draws_of(book), book.figures
    racing = [bet for bet in bets if isinstance(bet, Racing)]
    if len(racing) == len(bets):
        return _any_racing(book, racing)
    last = frozenset(spot for bet in bets if isinstance(bet, LuckyLast) for spot in bet.spots)
    first = _roulette_balls(book, bets)
    if (last and first) or not all(_is_counted(book, bet) for bet in bets):
        return None
    # Balls with no roulette number do not decide which mapped ball is first; how many came does.
    blanks = frozenset(n for n in draws.numbers if number_of(n, figures) is None) if first else last
    sets = [s for bet in bets for s in _sets(book, bet)] + [s for s in (last, first, blanks) if s]
    atoms = _atoms(sets, draws.numbers)
    if _vectors([len(atom) for atom in atoms], draws.drawn) > VECTORS_MAX:
        return None
    tests = [_test(book, bet) for bet in bets if not isinstance(bet, LuckyLast | Roulette)]
    members = {s: [place for place, atom in enumerate(atoms) if atom <= s] for s in set(sets)}
    lost = ZERO  # draws on which every bet loses: a fraction, as the last ball is random
    # The losing draws are counted: losing is one case, winning many that overlap.
    for vector, ways in draws.groups(atoms).items():
        counts = {s: sum(vector[place] for place in places) for s, places in members.items()}
        if any(won(counts) for won in tests):
            continue
        ball_wins = ZERO
        if last:
            ball_wins = Fraction(counts[last], draws.drawn)
        elif first:
            ball_wins = Fraction(counts[first], draws.drawn - counts[blanks])
        lost += (1 - ball_wins) * ways
    return 1 - lost / draws.sets


def _is_counted(book: NswKeno, bet: Bet) -> bool:
    """Whether the counts of drawn numbers, with the last or first ball, decide about a bet.

    They decide about table prizes; one that is rounded to nothing would be taken for a win.
    """
    return not isinstance(bet, Racing | Prepick | LetItRun) and not _rounds_away(book, bet)


def _rounds_away(book: NswKeno, bet: Bet) -> bool:
    """Whether the stake is so small that the smallest prize (a dollar in the table) is nothing."""
    per = book.figures.prize_stake_cents.get(bet_form(bet), DOLLAR)
    return not payable(scaled(DOLLAR, per, bet.subscription_cents), book.figures)


def _roulette_balls(book: NswKeno, bets: Sequence[Bet]) -> frozenset[int]:
    numbers = {
        name
        for bet in bets
        if isinstance(bet, Roulette)
        for name in book.roulette[bet.bet][bet.selection]
    }
    balls = draws_of(book).numbers
    return frozenset(ball for ball in balls if number_of(ball, book.figures) in numbers)


def _sets(book: NswKeno, bet: Bet) -> list[frozenset[int]]:
    match bet:
        case Regular() | Keno2():
            return [frozenset(bet.spots)]
        case Combination():
            return [frozenset(group) for group in bet.groups]
        case HeadsOrTails():
            return [frozenset(range(1, book.figures.heads_number_max + 1))]
        case _:
            return []


def _test(book: NswKeno, bet: Bet) -> Callable[[Counts], bool]:
    """The function that says whether a bet wins, from how many numbers of its sets were drawn."""
    sets = _sets(book, bet)
    match bet:
        case Regular() | Keno2():
            pays = book.tables.spots[bet_form(bet)][len(bet.spots)]
            return lambda counts: pays[counts[sets[0]]] > 0
        case HeadsOrTails():
            return lambda counts: result_of(counts[sets[0]], book.figures) == bet.selection
        case Combination():
            table = book.tables.spots[bet.game]

            def won(counts: Counts) -> bool:
                groups = [(len(s), counts[s]) for s in sets]
                shapes = shapes_of(groups, bet.sizes, book.figures)
                return any(table[size][caught] for size, caught in shapes)

            return won
        case _:
            raise AssertionError(f"{bet} is not decided by counts")


def _vectors(sizes: Sequence[int], drawn: int) -> int:
    """The number of ways to spread the drawn numbers over atoms of these sizes and the rest.

    >>> _vectors([2, 3], 4), _vectors([2, 3], 5)
    (11, 12)
    """
    ways = [1] + [0] * drawn
    for size in sizes:
        # An atom gives 0 to `size` numbers, so the ways are a moving sum.
        ways = [sum(ways[max(0, held - size) : held + 1]) for held in range(drawn + 1)]
    return sum(ways)


def _atoms(sets: Sequence[frozenset[int]], numbers: frozenset[int]) -> list[frozenset[int]]:
    """The pool split by the sets a number is in; numbers in no set are left out."""
    by_signature: dict[tuple[bool, ...], set[int]] = {}
    for number in numbers:
        by_signature.setdefault(tuple(number in s for s in sets), set()).add(number)
    return [frozenset(atom) for signature, atom in by_signature.items() if any(signature)]
