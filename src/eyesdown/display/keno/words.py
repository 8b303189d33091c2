"""Keno in words, defined once: the names of the games, a bet, and what is staked on it.

Ticket paper, counter, terminal, wall, odds page and the API all take their words from here.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase
from typing import NamedTuple, assert_never

from msgspec import structs

from eyesdown.display.game_names import GAMES
from eyesdown.display.view import View
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
from eyesdown.keno.bets.price import combinations_by_size, combinations_of, no_such_bet
from eyesdown.keno.words.entry import entry_form, has_bonus
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.keno_words import Form
from eyesdown.rulebooks.nsw_keno.book import NswKeno


class EntryForm(NamedTuple):
    """A form to make a bet with, at the counter and at a terminal: its tab, and what it is."""

    id: str
    name: str
    hint: str


ENTRY_FORMS = (
    EntryForm("classic", GAMES[Form.REGULAR].short, "1 to 10, 15, 20 or 40 numbers"),
    EntryForm("mega", GAMES[Form.KENO2].short, "The $2 game with bigger top prizes"),
    EntryForm("heads", GAMES[Form.HEADS_OR_TAILS].short, "More numbers in the top half, or below?"),
    EntryForm("racing", GAMES[Form.RACING].short, "Which row of the grid fills up first?"),
    EntryForm("roulette", GAMES[Form.ROULETTE].short, "Where does the first number land?"),
    EntryForm("combination", "Combination", "Many bets from a few groups of numbers"),
    EntryForm("superplay", "Superplay", "Ready-made combinations"),
)

PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")
ROULETTE_BETS = {
    "straight_up": "straight up",
    "split": "split",
    "row": "row",
    "corner": "corner",
    "six_line": "six-line from",
    "column": "column",
    "dozen": "dozen",
    "low_high": "",
    "red_black": "",
    "odd_even": "",
}


class LineShown(View, frozen=True):
    """One line of an Entry in words, the same on a slip, on paper and on every screen.

    `game` is the game's title, `brand` the same as a ticket prints it; `bet` is what is bet on, and
    `what` the same with the number of Combinations of each size. `marks` are (Group, spot)
    and `groups` the same by Group, whose mark is empty outside a Combination. `counts` are (spots,
    number of Combinations). `staked` says what the subscription buys: a game, each combination, or
    a whole run.
    """

    game: str
    brand: str
    bet: str
    what: str
    marks: tuple[tuple[str, int], ...]
    groups: tuple[tuple[str, tuple[int, ...]], ...]
    counts: tuple[tuple[int, int], ...]
    subscription_cents: int
    bonus: bool
    staked: str

    @property
    def counted(self) -> str:
        """The number of Combinations of each size, as a ticket prints it."""
        return ", ".join(f"{spots}-SPOT x {count}" for spots, count in self.counts)


def line_shown(book: NswKeno, bet: Bet) -> LineShown:
    """A bet in words; also one that no rule allows, which has no counts then.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> shown = line_shown(book, Combination("regular", ((3,), (10, 20)), None, 100))
    >>> shown.what
    'Combination, 2 groups: 1-SPOT x 1, 2-SPOT x 1, 3-SPOT x 1'
    >>> shown.marks
    (('A', 3), ('B', 10), ('B', 20))
    """
    name, groups, counts = GAMES[entry_form(bet)], groups_of(bet), _counts(book, bet)
    shown = LineShown(
        game=name.title,
        brand=name.brand,
        bet=bet_in_words(bet),
        what=bet_in_words(bet),
        marks=tuple((mark, spot) for mark, spots in groups for spot in spots),
        groups=groups,
        counts=counts,
        subscription_cents=bet.subscription_cents,
        bonus=has_bonus(bet),
        staked=stake_in_words(book, bet),
    )
    return structs.replace(shown, what=f"{shown.bet}: {shown.counted}") if counts else shown


def bet_in_words(bet: Bet) -> str:
    """What is bet on, without its numbers where they are shown as marks.

    >>> bet_in_words(Racing("trifecta", "box", ((), (), ()), (), (2, 3, 6), 100))
    'Trifecta, boxed: 2 3 6'
    """
    match bet:
        case Regular() | Keno2() | LuckyLast():
            return spots_in_words(bet.spots)
        case Combination():
            return f"Combination, {len(bet.groups)} groups"
        case HeadsOrTails():
            return bet.selection.capitalize()
        case Prepick():
            return f"Prepick: {' '.join(bet.selections)}"
        case LetItRun():
            return f"Let it Run: {' '.join(bet.selections)}"
        case Roulette():
            return roulette_in_words(bet)
        case Racing():
            return racing_in_words(bet)
        case _:
            assert_never(bet)


def groups_of(bet: Bet) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The numbers a bet is about, by Group; a Group has a mark in a Combination only.

    >>> groups_of(Regular((4, 8), 200, bonus=False))
    (('', (4, 8)),)
    """
    match bet:
        case Regular() | Keno2() | LuckyLast():
            return (("", bet.spots),)
        case Combination():
            return tuple(zip(group_marks(len(bet.groups)), bet.groups, strict=True))
        case _:
            return ()


def numbers_of(bet: Bet) -> tuple[int, ...]:
    """The numbers a bet is about, in the order shown; none of a bet without numbers.

    >>> numbers_of(Combination("regular", ((3,), (10, 20)), None, 100))
    (3, 10, 20)
    """
    return tuple(number for _, numbers in groups_of(bet) for number in numbers)


def _counts(book: NswKeno, bet: Bet) -> tuple[tuple[int, int], ...]:
    if not isinstance(bet, Combination) or no_such_bet(book, bet):
        return ()
    return tuple(sorted(combinations_by_size(book, bet).items()))


def group_marks(groups: int) -> Iterator[str]:
    """A mark for each Group: single letters first, then a letter and a digit (G19).

    >>> list(group_marks(28))[24:]
    ['Y', 'Z', 'A1', 'B1']
    """
    for index in range(groups):
        turn, letter = divmod(index, len(ascii_uppercase))
        yield ascii_uppercase[letter] + (str(turn) if turn else "")


def spots_in_words(spots: tuple[int, ...]) -> str:
    """The number of spots.

    >>> spots_in_words((7,)), spots_in_words((7, 8))
    ('1 spot', '2 spots')
    """
    return f"{len(spots)} spot{'' if len(spots) == 1 else 's'}"


def roulette_in_words(bet: Roulette) -> str:
    """A roulette bet as a player says it.

    >>> roulette_in_words(Roulette("split", (17, 18), 100))
    'Split 17 18'
    >>> roulette_in_words(Roulette("red_black", "red", 500))
    'Red'
    """
    chosen = bet.selection
    numbers = " ".join(map(str, chosen)) if isinstance(chosen, tuple) else str(chosen)
    return f"{ROULETTE_BETS[bet.bet]} {numbers}".strip().capitalize()


def racing_in_words(bet: Racing) -> str:
    """A racing bet as a player says it.

    >>> racing_in_words(Racing("trifecta", "standout", ((2,), (), ()), (), (3, 6), 50))
    'Trifecta, standout 1st 2 with 3 6'
    """
    name = bet.bet.replace("_", " ").capitalize()
    fill = " ".join(map(str, bet.fill))
    if bet.bet in ORDERED:
        placed = ", ".join(
            f"{PLACES[at]} {' '.join(map(str, rows))}" for at, rows in enumerate(bet.places) if rows
        )
    else:
        placed = " ".join(map(str, bet.named))
    match bet.option:
        case "straight":
            return f"{name}: {placed or fill}"
        case "box":
            return f"{name}, boxed: {fill}"
        case "standout":
            return f"{name}, standout {placed} with {fill}"
        case "field":
            return f"{name}, {placed} with the field"
        case _:
            assert_never(bet.option)


def stake_in_words(book: NswKeno, bet: Bet) -> str:
    """What is staked, and on what: a game, each combination, or a whole run.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> stake_in_words(book, Combination("regular", ((3,), (10, 20)), None, 100, bonus=True))
    '3 combinations at $1.00, with Keno Bonus'
    >>> stake_in_words(book, LetItRun(("heads", "tails"), 500, 1))
    '$5.00 for the run, with Keno Bonus in the first game'
    """
    stake, bonus = dollars(bet.subscription_cents), ", with Keno Bonus" if has_bonus(bet) else ""
    if isinstance(bet, Prepick | LetItRun) and 0 < bet.bonus_games < len(bet.selections):
        first = f"{bet.bonus_games} games" if bet.bonus_games > 1 else "game"
        bonus += f" in the first {first}"
    if isinstance(bet, LetItRun):
        return f"{stake} for the run{bonus}"
    if isinstance(bet, Combination | Racing) and not no_such_bet(book, bet):
        count = combinations_of(book, bet)
        if count > 1:
            return f"{count} combinations at {stake}{bonus}"
    return f"{stake} a game{bonus}"
