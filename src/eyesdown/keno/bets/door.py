"""Reads and checks what a caller hands in, alike for the library and the command line.

A caller's mistake raises BadInput, which names the field. What no rule allows is a refusal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeAlias, get_args

import msgspec

from eyesdown.keno.bets.bet import Bet, LetItRun, Prepick, SingleBet
from eyesdown.keno.bets.draws import read_numbers
from eyesdown.keno.bets.reading import CENTS_MAX, read_bet
from eyesdown.keno.bets.whole_game import Pot
from eyesdown.kernel.errors import BadInput, quoted
from eyesdown.rulebook.keno_words import TerminalKind
from eyesdown.rulebooks.nsw_keno.book import NswKeno

SERIES = (Prepick, LetItRun)
BETS: tuple[type, ...] = get_args(Bet)
TERMINALS: tuple[TerminalKind, ...] = get_args(TerminalKind)

Fields: TypeAlias = Mapping[str, Any]


class Ticket(NamedTuple):
    """A bet, its draw or the draws of its series, and growth by jackpot if it is known."""

    bet: Bet
    draws: list[list[int]]
    growth_cents: dict[str, int] | None


class Entry(NamedTuple):
    """Bets that are sold together."""

    bets: list[Bet]
    games: int
    terminal: TerminalKind
    bonus_games: int | None


POT_FIELDS = frozenset({"growth_cents", "pooled", "elsewhere_cents", "guarantee_cents"})


def read_ticket(book: NswKeno, fields: Fields) -> Ticket:
    """`bet` with `drawn`, or a series with `draws`; `growth_cents` may be left out."""
    bet = given_bet(book, needed(fields, "bet"))
    if isinstance(bet, SERIES):
        return Ticket(bet, _draws(book, needed(fields, "draws"), len(bet.selections)), None)
    drawn = given_numbers(book, needed(fields, "drawn"), "drawn")
    growth = _growth(book, fields["growth_cents"]) if "growth_cents" in fields else None
    return Ticket(bet, [drawn], growth)


def read_entry(book: NswKeno, fields: Fields) -> Entry:
    """`bet` or `bets`; `games`, `terminal` and `bonus_games` may be left out."""
    if "bet" in fields and "bets" in fields:
        raise BadInput("bet", "and bets exclude each other")
    if "bet" in fields:
        bets = [given_bet(book, fields["bet"])]
    else:
        bets = given_bets(book, needed(fields, "bets"))
    if not bets:
        raise BadInput("bets", "is empty")
    lengths = [len(bet.selections) for bet in bets if isinstance(bet, Prepick | LetItRun)]
    games = _count(fields["games"], "games", 1) if "games" in fields else max(lengths, default=1)
    bonus = _count(fields["bonus_games"], "bonus_games", 0) if "bonus_games" in fields else None
    return Entry(bets, games, _terminal(fields.get("terminal", "venue")), bonus)


def read_game(book: NswKeno, fields: Fields) -> tuple[list[int], list[SingleBet]]:
    """A whole game: `drawn` and the `bets` on it, none of them a series."""
    drawn = given_numbers(book, needed(fields, "drawn"), "drawn")
    bets: list[SingleBet] = []
    for index, bet in enumerate(given_bets(book, needed(fields, "bets"))):
        if isinstance(bet, Prepick | LetItRun):
            raise BadInput(f"bets[{index}].type", "a series is not a bet on one game")
        bets.append(bet)
    return drawn, bets


def read_pots(book: NswKeno, fields: Fields) -> dict[str, Pot] | None:
    """`jackpots` of a whole game as they stood at its close, by key; None where none is given."""
    if "growth_cents" in fields:
        words = 'is not used here; give jackpots, such as {"regular/10": {"growth_cents": 5000}}'
        raise BadInput("growth_cents", words)
    if "jackpots" not in fields:
        return None
    given = fields["jackpots"]
    if not isinstance(given, dict):
        raise BadInput("jackpots", "must be an object of jackpots by key")
    return {key: _pot(book, key, pot) for key, pot in given.items()}


def _pot(book: NswKeno, key: object, given: object) -> Pot:
    where = f"jackpots.{key}"
    if key not in book.tables.jackpots:
        raise BadInput(where, f"is none of {', '.join(book.tables.jackpots)}")
    if not isinstance(given, dict) or given.keys() - POT_FIELDS:
        raise BadInput(where, f"must be an object of {', '.join(sorted(POT_FIELDS))}")
    pooled = given.get("pooled", False)
    if not isinstance(pooled, bool):
        raise BadInput(f"{where}.pooled", "must be true or false")
    names = ("growth_cents", "elsewhere_cents", "guarantee_cents")
    growth, elsewhere, guarantee = (
        _amounts(f"{where}.{name}", [given.get(name, 0)], least=0)[0] for name in names
    )
    return Pot(growth, pooled, elsewhere, guarantee)


def read_prizes(fields: Fields) -> list[int]:
    """Bare prizes of one game: `prizes_cents`."""
    return _amounts("prizes_cents", needed(fields, "prizes_cents"), least=0)


def read_shares(fields: Fields) -> tuple[int, list[int]]:
    """An amount and the stakes that share it: `amount_cents` and `subscriptions_cents`."""
    [amount] = _amounts("amount_cents", [needed(fields, "amount_cents")], least=0)
    stakes = _amounts("subscriptions_cents", needed(fields, "subscriptions_cents"), least=1)
    if not stakes:
        raise BadInput("subscriptions_cents", "must hold at least one stake")
    return amount, stakes


def given_bet(book: NswKeno, given: object, field: str = "bet") -> Bet:
    """A bet in its JSON shape or as a bet object; both are checked alike.

    >>> from datetime import date
    >>> from eyesdown.keno.bets.bet import Regular
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> given_bet(open_on(date(2024, 1, 12)), Regular((4, 8), 1.5))
    Traceback (most recent call last):
    eyesdown.kernel.errors.BadInput: bet.subscription_cents: 1.5 is not a whole number
    """
    if not isinstance(given, BETS):
        return read_bet(book, _listed(given), field)
    try:
        return _taken_apart(given, field)
    except RecursionError:
        raise BadInput(field, "is nested too deeply") from None
    except UnicodeEncodeError:
        raise BadInput(field, "has text that is not UTF-8") from None


def _taken_apart(given: object, field: str) -> Bet:
    """A bet object that was read again: it is not checked when it is made."""
    stake = getattr(given, "subscription_cents", None)
    if type(stake) is not int:
        raise BadInput(f"{field}.subscription_cents", f"{quoted(stake)} is not a whole number")
    _amounts(f"{field}.subscription_cents", [stake], least=1)
    try:
        bet: Any = msgspec.convert(msgspec.to_builtins(given), type(given))
    except (msgspec.ValidationError, TypeError, OverflowError) as wrong:
        message, _, place = str(wrong).partition(" - at `$")
        raise BadInput(f"{field}{place.rstrip('`')}", message.replace("`", "")) from None
    if isinstance(bet, SERIES) and not 0 <= bet.bonus_games <= len(bet.selections):
        message = f"{quoted(bet.bonus_games)} is not between 0 and {len(bet.selections)}"
        raise BadInput(f"{field}.bonus_games", message)
    read: Bet = bet
    return read


def given_bets(book: NswKeno, given: object) -> list[Bet]:
    """A list of bets."""
    if not isinstance(given, list | tuple):
        raise BadInput("bets", "is not a list of bets")
    return [given_bet(book, bet, f"bets[{index}]") for index, bet in enumerate(given)]


def given_numbers(book: NswKeno, given: object, field: str) -> list[int]:
    """The numbers of a draw in the order drawn; any sequence of whole numbers will do."""
    if isinstance(given, Sequence) and not isinstance(given, list | str | bytes):
        given = list(islice(given, book.figures.numbers_max + 1))  # a longer one is refused as well
    return read_numbers(book, given, field)


def needed(fields: Fields, name: str) -> Any:
    """A field that must be there."""
    if name not in fields:
        raise BadInput(name, "is missing")
    return fields[name]


def _listed(given: object) -> object:
    """The same value with tuples as lists: Python callers use either."""
    if isinstance(given, Mapping) and type(given) is not dict:
        given = dict(given)
    if type(given) is dict:
        if any(type(value) is tuple or type(value) is dict for value in given.values()):
            return {name: _listed(value) for name, value in given.items()}
        nested = given.get("groups")
        return {**given, "groups": _listed(nested)} if type(nested) is list else given
    if isinstance(given, list | tuple):
        return [_listed(value) for value in given]
    return given


def _draws(book: NswKeno, given: object, games: int) -> list[list[int]]:
    if not isinstance(given, list | tuple):
        raise BadInput("draws", "is not a list of draws")
    if len(given) != games:
        raise BadInput("draws", f"{len(given)} draws for {games} games")
    return [given_numbers(book, drawn, f"draws[{index}]") for index, drawn in enumerate(given)]


def _count(given: object, field: str, least: int) -> int:
    if type(given) is not int or given < least:
        raise BadInput(field, f"{quoted(given)} is not a whole number from {least} up")
    if given > CENTS_MAX:
        raise BadInput(field, "is out of range")
    return given


def _terminal(given: object) -> TerminalKind:
    for kind in TERMINALS:
        if isinstance(given, str) and given == kind:  # an array would compare its elements
            return kind
    raise BadInput("terminal", f"{quoted(given)} is not one of {', '.join(TERMINALS)}")


def _growth(book: NswKeno, given: object) -> dict[str, int]:
    """Growth by jackpot, written {"regular/10": cents} or {"regular": {"10": cents}}."""
    if not isinstance(given, dict):
        raise BadInput("growth_cents", "is not an object")
    flat = {
        (f"{key}/{level}" if level else key): cents
        for key, value in given.items()
        for level, cents in (value.items() if isinstance(value, dict) else [("", value)])
    }
    for key, cents in flat.items():
        if key not in book.tables.jackpots:
            keys = ", ".join(book.tables.jackpots)
            raise BadInput("growth_cents", f"{quoted(key)} is not one of {keys}")
        _amounts(f"growth_cents.{key}", [cents], least=0)
    return flat


def _amounts(field: str, given: object, *, least: int) -> list[int]:
    if not isinstance(given, list | tuple):
        raise BadInput(field, "is not a list of amounts")
    for cents in given:
        if type(cents) is not int or cents < least:
            raise BadInput(field, f"{quoted(cents)} is not a whole number of cents from {least} up")
        if cents > CENTS_MAX:
            raise BadInput(field, "is out of range")
    return list(given)
