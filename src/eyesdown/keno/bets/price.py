"""What bets cost, whether there are such bets, and what stops their sale."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, assert_never

from eyesdown.keno.bets.bet import (
    ORDERED,
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
from eyesdown.kernel import written
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebook.coverage import in_order
from eyesdown.rulebook.facts.keno_bets import (
    BetsFacts,
    BonusFacts,
    GroupsFacts,
    RacingFacts,
    RouletteFacts,
    SeriesFacts,
    StakeFacts,
)
from eyesdown.rulebook.keno_words import BetForm, RouletteBet, TerminalKind
from eyesdown.rulebooks.nsw_keno import c02_combinations
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_combinations import COMBINATIONS, combinations_made
from eyesdown.rulebooks.nsw_keno.c02_games import (
    BONUS,
    LUCKY_LAST,
    NUMBERS,
    SERIES,
    SPOTS,
    cost_of_games,
)
from eyesdown.rulebooks.nsw_keno.c02_racing import combinations_in, forecast_rules
from eyesdown.rulebooks.nsw_keno.c02_roulette import SELECTIONS
from eyesdown.rulebooks.nsw_keno.c02_terms import COMPANIONS, CompanionFacts
from eyesdown.rulebooks.nsw_keno.c09_subscriptions import (
    ENTRY,
    ROULETTE_STAKES,
    STAKES,
    bonus_by_game,
    cost_of_series,
    with_bonus,
)

STAKES_KEPT = 1 << 14  # stakes are round and few, bets are many

_FORMS: Mapping[type[Bet], BetForm] = {
    Regular: "regular",
    Keno2: "keno2",
    LuckyLast: "lucky_last",
    HeadsOrTails: "heads_or_tails",
    Roulette: "roulette",
    Racing: "racing",
    Prepick: "prepick",
    LetItRun: "let_it_run",
}


def bet_form(bet: Bet) -> BetForm:
    """The form whose rules a bet follows; a Combination Bet follows those of its game.

    >>> from datetime import date
    >>> bet = Regular(spots=(4, 8, 15), subscription_cents=200, bonus=True)
    >>> bet_form(bet)
    'regular'
    """
    return bet.game if isinstance(bet, Combination) else _FORMS[type(bet)]


class Priced(NamedTuple):
    """A bet, counted once: what it holds and costs in one game or as a series."""

    form: BetForm
    stake_cents: int  # on one game or combination
    combinations: int
    cost_cents: int
    is_combination: bool = False
    jackpot_entry: bool = False  # a Combination Bet with a Combination of jackpot size
    roulette_bet: RouletteBet | None = None


def priced(book: NswKeno, bet: Bet) -> Priced:
    """Combinations are counted and never listed; a Let it Run pays for its first game only.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> bet = Regular(spots=(4, 8, 15), subscription_cents=200, bonus=True)
    >>> priced(book, bet).combinations
    1
    """
    stake = bet.subscription_cents
    match bet:
        case Regular() | Keno2() | LuckyLast() | HeadsOrTails():
            return Priced(_FORMS[type(bet)], stake, 1, with_bonus(stake, bonus=bet.bonus))
        case Racing():
            count = combinations_in(bet.bet, bet.places, bet.named, bet.fill, book.figures)
            return Priced("racing", stake, count, stake * count)
        case Roulette():
            cost = with_bonus(stake, bonus=bet.bonus)
            return Priced("roulette", stake, 1, cost, roulette_bet=bet.bet)
        case Combination():
            by_size = combinations_by_size(book, bet)
            count = combinations_made(by_size.values())
            cost = with_bonus(stake * count, bonus=bet.bonus)
            jackpot = not by_size.keys().isdisjoint(book.figures.jackpot_spot_counts)
            return Priced(bet.game, stake, count, cost, is_combination=True, jackpot_entry=jackpot)
        case Prepick():
            games = len(bet.selections)
            cost = cost_of_series((stake,) * games, bonus_by_game(games, bet.bonus_games))
            return Priced("prepick", stake, games, cost)
        case LetItRun():
            cost = with_bonus(stake, bonus=bet.bonus_games > 0)
            return Priced("let_it_run", stake, len(bet.selections), cost)
        case _:
            assert_never(bet)


def combinations_by_size(book: NswKeno, bet: Combination) -> Mapping[int, int]:
    """How many Combinations of each number of Spots the Groups make.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> bet = Combination('regular', ((1, 2), (3,)), None, 100, bonus=False)
    >>> combinations_by_size(book, bet)
    {1: 1, 2: 1, 3: 1}
    """
    return _by_size(book, tuple([len(group) for group in bet.groups]), bet.sizes)


@lru_cache  # Groups of the same sizes come often
def _by_size(
    book: NswKeno, groups: tuple[int, ...], sizes: tuple[int, ...] | None
) -> Mapping[int, int]:
    return c02_combinations.combinations_by_size(groups, sizes, book.figures)


def combinations_of(book: NswKeno, bet: Bet) -> int:
    """Games or combinations in a bet.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> bet = Regular(spots=(4, 8, 15), subscription_cents=200, bonus=True)
    >>> combinations_of(book, bet)
    1
    """
    return priced(book, bet).combinations


def bet_cost(book: NswKeno, bet: Bet) -> int:
    """What the bet costs in one game, or as a whole series.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> bet = Regular(spots=(4, 8, 15), subscription_cents=200, bonus=True)
    >>> bet_cost(book, bet)
    400
    """
    return priced(book, bet).cost_cents


def no_such_bet(book: NswKeno, bet: Bet) -> tuple[Refusal, ...]:
    """Why the game has no such bet: empty when it has.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> bet = Regular(spots=(4, 8, 15), subscription_cents=200, bonus=True)
    >>> no_such_bet(book, bet)
    ()
    """
    match bet:
        case Regular() | Keno2() | LuckyLast():
            refusals = book.check(SPOTS, bet.spots)
        case HeadsOrTails():
            refusals = ()
        case Roulette():
            on_the_grid = bet.selection in book.roulette[bet.bet]
            facts = RouletteFacts(bet.bet, str(bet.selection), on_the_grid)
            refusals = book.check(SELECTIONS[bet.bet], facts)
        case Racing():
            refusals = book.check(forecast_rules(bet.bet, bet.option), _racing_facts(book, bet))
        case Combination():
            refusals = _no_such_combination(book, bet)
        case Prepick() | LetItRun():
            series = SeriesFacts(isinstance(bet, LetItRun), len(bet.selections))
            refusals = book.check(SERIES, series)
            bonus = _no_such_bonus(book, "heads_or_tails") if bet.bonus_games else ()
            return in_order(refusals + bonus)
        case _:
            assert_never(bet)
    return in_order(refusals + _no_such_bonus(book, bet_form(bet)) if bet.bonus else refusals)


@lru_cache
def _no_such_bonus(book: NswKeno, form: BetForm) -> tuple[Refusal, ...]:
    return book.check(BONUS, BonusFacts(form, bonus=True))


def _racing_facts(book: NswKeno, bet: Racing) -> RacingFacts:
    rows = bet.named or sum(bet.places, ())
    placed = len(bet.named) or len(bet.places) - bet.places.count(())
    named = rows if bet.option == "field" else rows + bet.fill
    return RacingFacts(bet.bet, bet.option, named, placed, len(bet.fill), _in_form(book, bet))


def _in_form(book: NswKeno, bet: Racing) -> bool:
    """Whether a forecast is put together as `Racing` tells; what is not would be priced wrongly."""
    if bet.option == "field":
        fixed = bet.named + sum(bet.places, ())
        rest = [row for row in range(1, book.figures.grid_rows + 1) if row not in fixed]
        if sorted(bet.fill) != rest:
            return False
    if bet.bet not in ORDERED:
        return not bet.places and not (bet.option == "box" and bet.named)
    if bet.named:
        return False
    if bet.option == "straight":
        return not bet.fill and all(len(rows) == 1 for rows in bet.places)
    all_places = len(bet.places) == book.figures.racing_rows_named[bet.bet]
    return all_places and not (bet.option == "box" and any(bet.places))


def _no_such_combination(book: NswKeno, bet: Combination) -> tuple[Refusal, ...]:
    spots = tuple([spot for group in bet.groups for spot in group])
    if book.check(NUMBERS, spots):
        for group in bet.groups:  # a spot twice may also be one in two Groups
            refusals = book.check(NUMBERS, group)
            if refusals:
                return refusals
    combinations = 0
    if len(bet.groups) <= book.figures.groups_max:  # more would take long to count
        combinations = combinations_made(combinations_by_size(book, bet).values())
    return book.check(COMBINATIONS, GroupsFacts(bet.groups, bet.sizes, combinations))


def stake_facts(bets: Sequence[Priced]) -> Iterator[StakeFacts]:
    """What rule 9 looks at in each bet; the Combinations of the whole Entry count (G20)."""
    beside = [bet for bet in bets if bet.is_combination]
    combinations = sum(bet.combinations for bet in beside)
    jackpot = any(bet.jackpot_entry for bet in beside)
    for bet in bets:
        yield StakeFacts(
            form=bet.form,
            stakes_cents=(bet.stake_cents,),
            combinations=combinations if bet.is_combination else 0,
            jackpot_entry=jackpot and bet.is_combination,
            roulette_bet=bet.roulette_bet,
        )


def entry_facts(bets: Sequence[Priced], games: int, terminal: TerminalKind) -> BetsFacts:
    """What the rules about a whole Entry look at: all its games and all its forms (G22)."""
    cost = racing = selections = 0
    for bet in bets:
        if bet.form in {"prepick", "let_it_run"}:
            cost += bet.cost_cents
            selections += 1
        else:
            cost += cost_of_games(bet.cost_cents, games)
            racing += bet.cost_cents if bet.form == "racing" else 0
            selections += bet.form == "heads_or_tails"
    forms = tuple(dict.fromkeys([bet.form for bet in bets]))
    stakes = tuple(dict.fromkeys([bet.stake_cents for bet in bets if bet.is_combination]))
    return BetsFacts(terminal, forms, games, cost, racing, selections, stakes)


def limits_broken(
    book: NswKeno,
    bets: Sequence[Priced],
    games: int = 1,
    terminal: TerminalKind = "venue",
    cost_cents: int | None = None,
) -> tuple[Refusal, ...]:
    """Every minimum, step and maximum of rules 7 and 9 that these bets break on one Entry.

    `cost_cents` is given where Keno Bonus goes with the first games only.
    """
    return _limits_broken(book, tuple(bets), games, terminal, cost_cents)


@lru_cache(maxsize=STAKES_KEPT)
def _limits_broken(
    book: NswKeno,
    bets: tuple[Priced, ...],
    games: int,
    terminal: TerminalKind,
    cost_cents: int | None,
) -> tuple[Refusal, ...]:
    refusals: list[Refusal] = []
    for stake in stake_facts(bets):
        rules = ROULETTE_STAKES[stake.roulette_bet] if stake.roulette_bet else STAKES[stake.form]
        refusals += book.check(rules, stake)
    facts = entry_facts(bets, games, terminal)
    if cost_cents is not None:
        facts = replace(facts, cost_cents=cost_cents)
    return in_order((*refusals, *book.check(ENTRY, facts)))


def costs_of(book: NswKeno, bets: Sequence[Bet], games: int, bonus_games: int | None) -> list[int]:
    """What each bet costs over the games of one Entry, Keno Bonus on the first ones (9(l))."""
    first = games if bonus_games is None else min(bonus_games, games)
    costs = []
    for bet in bets:
        cost = bet_cost(book, bet)
        if not isinstance(bet, Prepick | LetItRun):
            # After the games with Keno Bonus, the same bet goes on without it.
            plain = bet_cost(book, written.replace(bet, bonus=False)) if first < games else 0
            cost = cost_of_games(cost, first) + cost_of_games(plain, games - first)
        costs.append(cost)
    return costs


def not_for_sale(
    book: NswKeno,
    bets: Sequence[Bet],
    games: int = 1,
    terminal: TerminalKind = "venue",
    bonus_games: int | None = None,
) -> tuple[Refusal, ...]:
    """Everything that stops the sale of these bets on one Entry: no such bet, company, limits."""
    # What does not exist has no price: its refusals come alone.
    unknown = tuple(refusal for bet in bets for refusal in no_such_bet(book, bet))
    if unknown:
        return in_order(unknown)
    counted = [priced(book, bet) for bet in bets]
    refusals = series_length(book, bets, games) + bonus_length(book, bets, games, bonus_games)
    refusals += companions(book, bets)
    cost = None if bonus_games is None else sum(costs_of(book, bets, games, bonus_games))
    return in_order(refusals + limits_broken(book, counted, games, terminal, cost))


def never_for_sale(
    book: NswKeno, bets: Sequence[Bet], games: int = 1, terminal: TerminalKind = "venue"
) -> tuple[Refusal, ...]:
    """What stops the sale of these bets, whatever else is on their Entry.

    Other bets can lower the least stake of a Combination (G20) and make up for little racing.
    """
    refusals = not_for_sale(book, bets, games, terminal)
    with_others = {"entry/racing_below_minimum"}
    if any(isinstance(bet, Combination) for bet in bets):
        with_others |= {"stake/below_minimum", "stake/not_a_step"}
    return tuple(refusal for refusal in refusals if refusal.code not in with_others)


def series_length(book: NswKeno, bets: Sequence[Bet], games: int) -> tuple[Refusal, ...]:
    """A series has one forecast a game, so its Entry runs over just as many games."""
    lengths = [len(bet.selections) for bet in bets if isinstance(bet, Prepick | LetItRun)]
    return tuple(
        Refusal(
            "series/games",
            book.clause("2:Prepick"),
            (("games", games), ("selections", length)),
        )
        for length in lengths
        if length != games
    )


def bonus_length(
    book: NswKeno, bets: Sequence[Bet], games: int, bonus_games: int | None
) -> tuple[Refusal, ...]:
    """Keno Bonus goes with the games there are: an Entry or a series asks for none beyond."""
    bonuses = [] if bonus_games is None else [(bonus_games, games)]
    series = [bet for bet in bets if isinstance(bet, Prepick | LetItRun)]
    bonuses += [(bet.bonus_games, len(bet.selections)) for bet in series]
    return tuple(
        Refusal("bonus/games", book.clause("9(l)"), (("bonus_games", bonus), ("games", most)))
        for bonus, most in bonuses
        if not 0 <= bonus <= most
    )


def _spots_of(bet: Regular | Keno2 | Combination) -> frozenset[int]:
    groups = bet.groups if isinstance(bet, Combination) else (bet.spots,)
    return frozenset(spot for group in groups for spot in group)


def companions(book: NswKeno, bets: Sequence[Bet]) -> tuple[Refusal, ...]:
    """What stops Lucky Last from going with these forms, and each from going with its pick.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> bet = Regular(spots=(4, 8, 15), subscription_cents=200, bonus=True)
    >>> companions(book, [bet])
    ()
    """
    company = book.check(LUCKY_LAST, tuple(dict.fromkeys([bet_form(bet) for bet in bets])))
    if company:
        return company
    picks: dict[frozenset[int], set[bool]] = {}
    for bet in bets:
        if isinstance(bet, Regular | Keno2 | Combination):
            picks.setdefault(_spots_of(bet), set()).add(bet.bonus)
    keno2 = any(bet_form(bet) == "keno2" for bet in bets)
    refusals: list[Refusal] = []
    for bet in bets:
        if isinstance(bet, LuckyLast):
            spots = frozenset(bet.spots)
            beside = frozenset(picks.get(spots, ()))
            refusals += book.check(COMPANIONS, CompanionFacts(len(spots), beside, keno2, bet.bonus))
    return tuple(refusals)
