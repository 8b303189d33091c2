"""Keno papers and screens of one Entry: receipt, web screens, print pay, cheque, history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from string import ascii_uppercase
from typing import assert_never

from eyesdown.display.keno.notices import (
    BOUND,
    CHECK_RECEIPT,
    CHECK_SCREEN,
    CURRENCY,
    LICENSEES,
    NO_ANSWER,
    Company,
)
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
from eyesdown.keno.events import EntryAccepted, PayoutMade
from eyesdown.keno.state.payable import check_of
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.entries import Entry, cost_of, form_of, has_bonus, staked_by_game
from eyesdown.keno.words.records import HistoryLine, Prize, PrizeState, Sold
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.keno_words import Channel, Form, Payout
from eyesdown.rulebooks.nsw_keno.book import NswKeno

BRANDS = {
    Form.REGULAR: "KENO CLASSIC",
    Form.KENO2: "KENO MEGA MILLIONS",
    Form.LUCKY_LAST: "LUCKY LAST",
    Form.HEADS_OR_TAILS: "HEADS OR TAILS?",
    Form.RACING: "KENO RACING",
    Form.ROULETTE: "KENO ROULETTE",
}

PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")
ROULETTE_WORDS = {
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


@dataclass(frozen=True, slots=True)
class LineShown:
    """One line of an Entry. `marks` are (Group, spot), `counts` (spots, how many Combinations).

    `staked` says what the subscription is for: a game, each combination, or a whole run.
    """

    brand: str
    what: str
    marks: tuple[tuple[str, int], ...]
    counts: tuple[tuple[int, int], ...]
    subscription_cents: int
    bonus: bool
    staked: str


@dataclass(frozen=True, slots=True)
class EntryShown:
    """The particulars of an Entry, the same on paper and on every screen."""

    lines: tuple[LineShown, ...]
    first_game: int
    last_game: int
    games: int
    bonus_games: int
    cost_cents: int
    currency: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """A Receipt Ticket: serial-numbered, with every particular of the Entry."""

    serial: str
    check: str
    shown: EntryShown
    keno_day: date
    issued_at: datetime
    venue: str
    terminal: str
    writer: str
    runner: str
    licensees: tuple[Company, ...]
    bound: str
    check_words: str


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The screen before a web purchase; nothing is debited until it comes back confirmed."""

    shown: EntryShown
    balance_cents: int
    check_words: str


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """The screen after a web purchase; with no stored Entry it has no serial, only advice."""

    serial: str
    shown: EntryShown | None
    no_answer: str


@dataclass(frozen=True, slots=True)
class PrintPay:
    """Every game an Entry played and what it won in each."""

    serial: str
    games: tuple[tuple[int, int], ...]
    total_cents: int
    asked_by_runner: bool


@dataclass(frozen=True, slots=True)
class Cheque:
    payee: str
    cents: int
    crossed: bool
    not_negotiable: bool
    account_payee_only: bool


def group_marks(groups: int) -> Iterator[str]:
    """A mark for each Group: single letters first, then a letter and a digit (G19)."""
    for place in range(groups):
        turn, letter = divmod(place, len(ascii_uppercase))
        yield ascii_uppercase[letter] + (str(turn) if turn else "")


def spots_in_words(spots: tuple[int, ...]) -> str:
    return f"{len(spots)} spot{'' if len(spots) == 1 else 's'}"


def roulette_in_words(bet: Roulette) -> str:
    """
    >>> roulette_in_words(Roulette("split", (17, 18), 100))
    'Split 17 18'
    >>> roulette_in_words(Roulette("red_black", "red", 500))
    'Red'
    """
    chosen = bet.selection
    numbers = " ".join(map(str, chosen)) if isinstance(chosen, tuple) else str(chosen)
    return f"{ROULETTE_WORDS[bet.bet]} {numbers}".strip().capitalize()


def racing_in_words(bet: Racing) -> str:
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
    """
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


def line_shown(book: NswKeno, bet: Bet) -> LineShown:
    """
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> combo = Combination("regular", ((3,), (10, 20)), None, 100)
    >>> line_shown(book, combo).marks
    (('A', 3), ('B', 10), ('B', 20))
    """
    marks: tuple[tuple[str, int], ...] = ()
    counts: tuple[tuple[int, int], ...] = ()
    match bet:
        case Regular() | Keno2() | LuckyLast():
            marks = tuple(("", spot) for spot in bet.spots)
            what = spots_in_words(bet.spots)
        case Combination():
            names = group_marks(len(bet.groups))
            marks = tuple(
                (name, s) for name, spots in zip(names, bet.groups, strict=True) for s in spots
            )
            counts = tuple(sorted(combinations_by_size(book, bet).items()))
            what = ", ".join(f"{spots}-SPOT x {count}" for spots, count in counts)
        case HeadsOrTails():
            what = bet.selection.capitalize()
        case Prepick() | LetItRun():
            form = "Prepick" if isinstance(bet, Prepick) else "Let it Run"
            what = f"{form}: {' '.join(bet.selections)}"
        case Roulette():
            what = roulette_in_words(bet)
        case Racing():
            what = racing_in_words(bet)
        case _:
            assert_never(bet)
    brand = BRANDS[form_of(bet)]
    staked = stake_in_words(book, bet)
    return LineShown(brand, what, marks, counts, bet.subscription_cents, has_bonus(bet), staked)


def entry_shown(book: NswKeno, entry: Entry, first_game: int) -> EntryShown:
    bonus_games = entry.games if entry.bonus_games is None else entry.bonus_games
    with_bonus = any(has_bonus(bet) for bet in entry.lines)
    return EntryShown(
        tuple(line_shown(book, bet) for bet in entry.lines),
        first_game,
        first_game + entry.games - 1,
        entry.games,
        bonus_games if with_bonus else 0,
        cost_of(entry, staked_by_game(book, entry)),
        CURRENCY,
    )


def receipt(book: NswKeno, sold: Sold) -> Receipt:
    """The ticket of a stored Entry; a reprint is the same ticket."""
    entry = sold.entry
    return Receipt(
        serial=sold.ticket,
        check=check_of(entry),
        shown=entry_shown(book, entry, sold.first_game),
        keno_day=sold.keno_day,
        issued_at=sold.at,
        venue=entry.venue,
        terminal=entry.terminal,
        writer=entry.writer,
        runner=entry.runner,
        licensees=LICENSEES,
        bound=BOUND,
        check_words=CHECK_RECEIPT,
    )


def confirmation(book: NswKeno, state: KenoState, entry: Entry) -> Confirmation:
    """What a web player must check before buying: every selection, the games and the cost."""
    account = state.accounts.get(entry.account)
    first = state.next_game if state.open_game is None else state.open_game
    balance = account.balance_cents if account else 0
    return Confirmation(entry_shown(book, entry, first), balance, CHECK_SCREEN)


def acknowledgement(book: NswKeno, state: KenoState, serial: str) -> Acknowledgement:
    """The answer to a web purchase, read from the central record and from nothing else."""
    sold = state.sold.get(serial)
    if sold is None or sold.entry.channel != Channel.INTERNET:
        return Acknowledgement("", None, NO_ANSWER)
    return Acknowledgement(serial, entry_shown(book, sold.entry, sold.first_game), "")


def account_history(stored: Iterable[EntryAccepted]) -> tuple[HistoryLine, ...]:
    """Every web Entry of an account that the Central Site has stored, oldest first."""
    return tuple(
        HistoryLine(one.entry.serial, one.at, one.first_game, one.entry.games, one.cost_cents)
        for one in stored
    )


def print_pay(sold: Sold, prizes: Mapping[int, Prize], serial: str) -> PrintPay:
    """A Print Pay Ticket; an Entry a runner placed is taken to have asked for it."""
    won = {game: p.cents for game, p in prizes.items() if p.state is PrizeState.PAID}
    games = tuple((game, won.get(game, 0)) for game in range(sold.first_game, sold.end))
    return PrintPay(serial, games, sum(won.values()), asked_by_runner=bool(sold.entry.runner))


def cheque(payout: PayoutMade) -> Cheque:
    """A cheque is crossed, not negotiable and for the payee's account only."""
    assert payout.payout is Payout.CHEQUE
    return Cheque(
        payout.payee, payout.cents, crossed=True, not_negotiable=True, account_payee_only=True
    )
