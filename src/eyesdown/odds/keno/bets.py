"""The law of every keno bet of rule 18, with and without Keno Bonus.

If no spots are given, they are taken at random: then the number of matches says nothing about the
total of the draw, and the multiplier is independent of it. For given spots, halves and roulette
numbers both are counted together, since low numbers come with low totals.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from functools import lru_cache

from eyesdown.keno.bets.bet import ORDERED
from eyesdown.kernel.errors import BadInput, quoted
from eyesdown.odds.keno.draws import Draws, Joint, first_mapped
from eyesdown.odds.keno.racing import Field, Places
from eyesdown.odds.law import ZERO, Law, Outcome, hypergeometric
from eyesdown.rulebook.keno_words import HeadsOrTailsResult, RacingBet, RouletteBet
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_games import bonus_jackpot_is_due, heads_or_tails
from eyesdown.rulebooks.nsw_keno.c02_racing import right_in_any_order, right_in_order
from eyesdown.rulebooks.nsw_keno.c02_roulette import Choice
from eyesdown.rulebooks.nsw_keno.c02_roulette import roulette_number_of as number_of
from eyesdown.rulebooks.nsw_keno.figures import Figures

BONUS = "+bonus"


def draws_of(book: NswKeno) -> Draws:
    """The law of the book's draw and its multipliers."""
    return _draws(
        book.figures.numbers_max, book.figures.numbers_drawn, tuple(book.tables.multipliers.items())
    )


@lru_cache(maxsize=4)
def _draws(pool: int, drawn: int, multipliers: tuple[tuple[int, int], ...]) -> Draws:
    by_total = dict(multipliers)
    return Draws(pool, drawn, tuple(by_total.get(total, 0) for total in range(max(by_total) + 1)))


def every_bet(book: NswKeno) -> dict[str, Law]:
    """The law of every bet of rule 18 by its key; `+bonus` keys take spots at random."""
    return {key: _law(book, key) for key in keys(book)}


def keys(book: NswKeno) -> Iterator[str]:
    """Keys such as `regular/1`, in the order of rule 18, plain bets before those with Bonus.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> next(keys(book))
    'regular/1'
    """
    plain = [
        *(f"{game}/{spots}" for game, table in book.tables.spots.items() for spots in table),
        *(f"lucky_last/{spots}" for spots in book.tables.lucky_last),
        *(f"heads_or_tails/{result}" for result in book.tables.heads_or_tails),
        *(f"racing/{bet}" for bet in book.tables.racing),
        *(f"roulette/{bet}" for bet in book.tables.roulette),
    ]
    yield from plain
    for key in plain:
        form, kind = key.split("/")
        if form not in book.figures.forms_without_bonus:
            yield f"{form}{BONUS}/{kind}"


def law_of(book: NswKeno, key: str) -> Law:
    """The law of one bet by its key, such as `regular/10` or `lucky_last+bonus/3`.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> law_of(book, 'heads_or_tails/evens').rtp
    Fraction(1095177402176, 1347127860995)
    """
    if key not in set(keys(book)):
        raise BadInput("bet", f"{quoted(key)} is not a bet of rule 18; use one like regular/10")
    return _law(book, key)


def _law(book: NswKeno, key: str) -> Law:
    form, _, kind = key.partition("/")
    bonus = form.endswith(BONUS)
    form = form.removesuffix(BONUS)
    match form:
        case "regular" | "keno2":
            return spots_law(book, form, int(kind), bonus=bonus)
        case "lucky_last":
            return lucky_last_law(book, int(kind), bonus=bonus)
        case "heads_or_tails":
            return heads_or_tails_law(book, kind, bonus=bonus)
        case "roulette":
            return roulette_law(book, kind, bonus=bonus)  # type: ignore[arg-type]  # a key of it
        case _:
            return racing_law(book, kind)  # type: ignore[arg-type]  # a key of the racing table


def spots_law(book: NswKeno, game: str, pick: int | Collection[int], *, bonus: bool = False) -> Law:
    """Regular Keno or the $2 Game, for a number of random spots or for given spots."""
    draws, figures = draws_of(book), book.figures
    spots = pick if isinstance(pick, int) else len(pick)
    pays = book.tables.spots[game][spots]
    if not bonus:
        chances = hypergeometric(draws.pool, draws.drawn, spots)
        joint = {(m, 1): chance for m, chance in enumerate(chances) if chance}
    elif isinstance(pick, int):
        joint = _independent(draws, hypergeometric(draws.pool, draws.drawn, spots))
    else:
        joint = draws.matched(frozenset(pick))
    terms = book.tables.jackpots.get(f"{game}/{spots}")
    outcomes = []
    for (matched, x), chance in sorted(joint.items()):
        prize = Fraction(pays[matched] * x, 100)
        if terms is None or matched < spots:
            outcomes.append(Outcome(_label(str(matched), x, bonus=bonus), chance, prize))
            continue
        due = bonus_jackpot_is_due(x, bonus=bonus, figures=figures)
        flat = Fraction(terms.bonus_jackpot_cents, 100) if due else ZERO
        fill = Fraction(terms.fill_cents, 100)
        label = _label(str(matched), x, bonus=bonus)
        outcomes.append(Outcome(label, chance, prize, fill, flat, jackpot=True))
    return Law(_stake(figures, game, bonus=bonus), tuple(outcomes))


def lucky_last_law(book: NswKeno, pick: int | Collection[int], *, bonus: bool = False) -> Law:
    """Lucky Last, for a number of random spots or for given spots."""
    draws = draws_of(book)
    spots = pick if isinstance(pick, int) else len(pick)
    won = Fraction(spots, draws.pool)
    if not bonus:
        joint = {(0, 1): 1 - won, (1, 1): won}
    elif isinstance(pick, int):
        joint = _independent(draws, (1 - won, won))
    else:
        joint = draws.last_matched(frozenset(pick))
    return _won_or_lost(
        joint,
        Fraction(book.tables.lucky_last[spots], 100),
        _stake(book.figures, "lucky_last", bonus=bonus),
        bonus=bonus,
    )


def heads_or_tails_law(book: NswKeno, selection: str, *, bonus: bool = False) -> Law:
    """Heads, Tails or Evens; with Bonus the low numbers are counted jointly with the total.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> heads_or_tails_law(book, 'heads', bonus=False).rtp
    Fraction(1073333510451, 1347127860995)
    """
    figures = book.figures
    low = frozenset(range(1, figures.heads_number_max + 1))
    joint: Joint = {}
    for (heads, x), chance in draws_of(book).matched(low).items():
        key = (int(result_of(heads, figures) == selection), x if bonus else 1)
        joint[key] = joint.get(key, ZERO) + chance
    prize = Fraction(book.tables.heads_or_tails[selection], 100)
    return _won_or_lost(joint, prize, _stake(figures, "heads_or_tails", bonus=bonus), bonus=bonus)


def result_of(low: int, figures: Figures) -> HeadsOrTailsResult:
    """The result (heads, tails or evens) of a draw with `low` numbers in the lower half.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> result_of(11, figures), result_of(10, figures)
    ('heads', 'evens')
    """
    high = figures.numbers_drawn - low
    return heads_or_tails((1,) * low + (figures.numbers_max,) * high, figures)


def roulette_law(
    book: NswKeno, bet: RouletteBet, choice: Choice | None = None, *, bonus: bool = False
) -> Law:
    """A bet on the roulette number, for a random selection or for `choice`."""
    selections = book.roulette[bet]
    chosen = list(selections.values()) if choice is None else [selections[choice]]
    joint: Joint = {}
    for number, chances in roulette_numbers(book, bonus=bonus).items():
        share = Fraction(sum(number in wins for wins in chosen), len(chosen))
        for x, chance in chances.items():
            joint[1, x] = joint.get((1, x), ZERO) + chance * share
            joint[0, x] = joint.get((0, x), ZERO) + chance * (1 - share)
    terms = book.tables.roulette[bet]
    stake = Fraction(terms.minimum_cents * (2 if bonus else 1), 100)
    return _won_or_lost(joint, Fraction(terms.pays_cents, 100), stake, bonus=bonus)


def roulette_numbers(book: NswKeno, *, bonus: bool) -> dict[str, dict[int, Fraction]]:
    """The chance of each roulette number, by multiplier when there is Bonus.

    Without Bonus all numbers are equally likely: each is on the same number of balls.
    """
    figures = book.figures
    names = {ball: number_of(ball, figures) for ball in draws_of(book).numbers}
    by_number: dict[str, dict[int, Fraction]] = {}
    if not bonus:
        balls = [name for name in names.values() if name is not None]
        return {name: {1: Fraction(balls.count(name), len(balls))} for name in balls}
    blanks = frozenset(ball for ball, name in names.items() if name is None)
    for ball, chances in first_mapped(draws_of(book), blanks).items():
        by_multiplier = by_number.setdefault(str(names[ball]), {})
        for x, chance in chances.items():
            by_multiplier[x] = by_multiplier.get(x, ZERO) + chance
    return by_number


def field_of(book: NswKeno) -> Field:
    """The field of Keno Racing as the book's figures give it."""
    return Field(book.figures.grid_rows, book.figures.grid_row_numbers, book.figures.numbers_drawn)


def racing_law(book: NswKeno, bet: RacingBet) -> Law:
    """A straight forecast; by symmetry any rows have the law of rows 1, 2, 3 and so on."""
    figures = book.figures
    rows = tuple(range(1, figures.racing_rows_named[bet] + 1))
    levels = book.tables.racing[bet]
    top = len(rows)
    by_level: dict[int, Fraction] = {}
    field = field_of(book)
    count = field.straight if bet in ORDERED else field.law
    for correct, chance in count(depth_of(bet, figures), level_of(bet, rows, figures)).items():
        level = correct if correct in levels else 0
        by_level[level] = by_level.get(level, ZERO) + chance
    outcomes = tuple(
        Outcome(
            _correct(level, top, consolation=len(levels) > 1),
            by_level[level],
            Fraction(levels[level].pays_cents, 100) if level else ZERO,
            jackpot=level == top and bet in figures.racing_growth_rates,
        )
        for level in sorted(by_level)
    )
    growth = figures.racing_growth_rates.get(bet)
    return Law(_stake(figures, "racing", bonus=False), outcomes, growth)


def depth_of(bet: RacingBet, figures: Figures) -> int:
    """The number of places that decide a bet.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> depth_of('trifecta', figures)
    3
    """
    if bet in ("place", "quinella_place"):
        return figures.racing_place_max
    return figures.racing_rows_named[bet]


def level_of(bet: RacingBet, rows: Places, figures: Figures) -> Callable[[Places], int]:
    """The function that scores a result for a straight forecast of these rows.

    An ordered bet scores the places right from First on; any other scores all rows or none.
    """
    if bet in ORDERED:
        forecast = tuple((row,) for row in rows)

        def ordered(result: Places) -> int:
            return right_in_order(forecast, (), result, figures).index(1)

        return ordered

    def unordered(result: Places) -> int:
        return len(rows) * right_in_any_order(bet, rows, (), result, figures)

    return unordered


def _correct(level: int, top: int, *, consolation: bool) -> str:
    if not level:
        return "lost"
    if not consolation:
        return "won"
    return f"all {top} correct" if level == top else f"first {level} correct"


def _independent(draws: Draws, chances: tuple[Fraction, ...]) -> Joint:
    return {
        (value, x): chance * times
        for value, chance in enumerate(chances)
        if chance
        for x, times in draws.multiplier.items()
    }


def _won_or_lost(joint: Joint, prize: Fraction, stake: Fraction, *, bonus: bool) -> Law:
    return Law(
        stake,
        tuple(
            Outcome(_label("won" if won else "lost", x, bonus=bonus), chance, prize * won * x)
            for (won, x), chance in sorted(joint.items())
            if chance
        ),
    )


def _label(outcome: str, x: int, *, bonus: bool) -> str:
    return f"{outcome} x{x}" if bonus else outcome


def _stake(figures: Figures, form: str, *, bonus: bool) -> Fraction:
    """The stake a table is printed for; Keno Bonus costs as much again."""
    return Fraction(figures.prize_stake_cents[form] * (2 if bonus else 1), 100)
