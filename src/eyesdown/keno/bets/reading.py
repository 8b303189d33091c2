"""Bets read from JSON objects.

A BadInput names the field that is wrong. Only shapes are looked at here; `price.no_such_bet` cites
the clauses by which a game has no such bet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, TypeAlias

from eyesdown.keno.bets.bet import (
    ORDERED,
    RACING_BETS,
    RACING_OPTIONS,
    RESULTS,
    ROULETTE_BETS,
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
    Selection,
)
from eyesdown.kernel.errors import BadInput, quoted
from eyesdown.rulebook.keno_words import HeadsOrTailsResult, RacingOption, SpotGame
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_terms import canonical_term

INTS = frozenset({int})  # of JSON's numbers only these are numbers here; true and 1.0 are not


CENTS_MAX = 10**100  # above any money; what is worked out from it can still be written down


Raw: TypeAlias = Mapping[str, Any]


def read_bet(book: NswKeno, raw: object, field: str = "bet") -> Bet:
    """A bet from a JSON object, or BadInput naming the field that is not of its shape.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> read_bet(book, {"type": "regular", "spots": [7, 11], "subscription_cents": 100})
    Regular(spots=(7, 11), subscription_cents=100, bonus=False)
    >>> read_bet(book, {"type": "regular", "spots": [7, "11"], "subscription_cents": 100})
    Traceback (most recent call last):
    ...
    eyesdown.kernel.errors.BadInput: bet.spots: '11' is not a whole number
    """
    if not isinstance(raw, dict):
        raise BadInput(field, "is not an object")
    kind = raw.get("type")
    reader = _READERS.get(bet_type(kind)) if isinstance(kind, str) else None
    if "type" not in raw:
        raise BadInput(f"{field}.type", "is missing")
    if reader is None:
        raise BadInput(f"{field}.type", f"{quoted(kind)} is not one of {', '.join(_READERS)}")
    fields = _FIELDS[reader]
    if not raw.keys() <= fields:
        stray = next(name for name in raw if name not in fields)
        near = get_close_matches(stray, fields) if isinstance(stray, str) else ()
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(sorted(fields))}"
        name = stray if isinstance(stray, str) else quoted(stray)
        raise BadInput(f"{field}.{name}", f"is not a field of this bet; {hint}")
    try:
        return reader(book, raw)
    except BadInput as wrong:
        given = wrong.field.partition(".")[0] in raw
        raise BadInput(f"{field}.{wrong.field}", wrong.message if given else "is missing") from None


def bet_type(typed: str) -> str:
    """The type of a bet as we name it; the spellings of the text are read too (X12).

    >>> bet_type("Let it Run"), bet_type("let_it_run")
    ('let_it_run', 'let_it_run')
    """
    return typed if typed in _READERS else canonical_term(typed)


def _regular(_: NswKeno, raw: Raw) -> Regular:
    return Regular(_numbers("spots", raw.get("spots")), _stake(raw), _bonus(raw))


def _keno2(_: NswKeno, raw: Raw) -> Keno2:
    return Keno2(_numbers("spots", raw.get("spots")), _stake(raw), _bonus(raw))


def _lucky_last(_: NswKeno, raw: Raw) -> LuckyLast:
    return LuckyLast(_numbers("spots", raw.get("spots")), _stake(raw), _bonus(raw))


def _heads_or_tails(_: NswKeno, raw: Raw) -> HeadsOrTails:
    return HeadsOrTails(_one_of(raw, "selection", RESULTS), _stake(raw), _bonus(raw))


def _roulette(book: NswKeno, raw: Raw) -> Roulette:
    bet = _name(raw, "bet", ROULETTE_BETS)
    choice = raw.get("selection")
    selection: Selection
    zero_splits = book.figures.roulette_zero_splits
    if bet == "split" and isinstance(choice, str) and choice in zero_splits:
        selection = choice
    elif bet in ("split", "corner"):
        selection = _numbers("selection", choice)
    elif bet in ("row", "six_line", "column", "dozen"):
        selection = _whole("selection", choice)
    elif isinstance(choice, str):
        selection = choice
    else:
        raise BadInput("selection", f"{quoted(choice)} is not a string")
    return Roulette(bet, selection, _stake(raw), _bonus(raw))


def _racing(book: NswKeno, raw: Raw) -> Racing:
    """A racing bet from JSON: its Rows by place, or all together where order does not count."""
    bet = _name(raw, "bet", RACING_BETS)
    option: RacingOption = "straight"
    if "option" in raw:
        option = _name(raw, "option", RACING_OPTIONS)
    size = book.figures.racing_rows_named[bet]
    ordered = bet in ORDERED
    places: tuple[tuple[int, ...], ...] = ()
    named: tuple[int, ...] = ()
    if option in ("straight", "box"):
        fill = _numbers("rows", raw.get("rows"))
        if ordered and option == "straight":
            places, fill = tuple([(row,) for row in fill]), ()
        elif ordered:
            places = ((),) * size
    else:
        if ordered:
            places = _placed(raw, size)
            taken = [row for rows in places for row in rows]
        else:
            named = _numbers("standout", raw.get("standout"))
            taken = list(named)
        all_rows = range(1, book.figures.grid_rows + 1)
        fill = (
            _numbers("with", raw.get("with"))
            if option == "standout"
            else tuple([row for row in all_rows if row not in taken])
        )
    return Racing(bet, option, places, named, fill, _stake(raw), _bonus(raw))


def _placed(raw: Raw, size: int) -> tuple[tuple[int, ...], ...]:
    """Rows by place; a plain list gives them First, Second, ... in its order (G05)."""
    standout = raw.get("standout")
    if isinstance(standout, list):
        rows = _numbers("standout", raw.get("standout"))
        if len(rows) > size:
            raise BadInput("standout", f"{len(rows)} Rows for {size} places")
        return tuple([(row,) for row in rows]) + ((),) * (size - len(rows))
    if not isinstance(standout, dict):
        raise BadInput("standout", "is neither a list of Rows nor Rows by place")
    places: list[tuple[int, ...]] = [()] * size
    for key in standout:
        if key not in [f"{place}" for place in range(1, size + 1)]:
            raise BadInput("standout", f"there is no place {quoted(key)} among {size}")
        places[int(key) - 1] = _numbers(f"standout.{key}", standout[key])
    return tuple(places)


def _combination(_: NswKeno, raw: Raw) -> Combination:
    game: SpotGame = _one_of(raw, "game", ("regular", "keno2"))
    groups = raw.get("groups")
    if not isinstance(groups, list):
        raise BadInput("groups", "is not a list of groups")
    read = tuple([_numbers("groups", group) for group in groups])
    given = raw.get("sizes")
    sizes = None if given is None else tuple(dict.fromkeys(_numbers("sizes", given)))
    return Combination(game, read, sizes, _stake(raw), _bonus(raw))


def _prepick(_: NswKeno, raw: Raw) -> Prepick:
    selections = _selections(raw)
    return Prepick(selections, _stake(raw), _bonus_games(raw, len(selections)))


def _let_it_run(_: NswKeno, raw: Raw) -> LetItRun:
    selections = _selections(raw)
    return LetItRun(selections, _stake(raw), _bonus_games(raw, len(selections)))


_READERS: Mapping[str, Callable[[NswKeno, Raw], Bet]] = {
    "regular": _regular,
    "keno2": _keno2,
    "lucky_last": _lucky_last,
    "heads_or_tails": _heads_or_tails,
    "roulette": _roulette,
    "racing": _racing,
    "combination": _combination,
    "prepick": _prepick,
    "let_it_run": _let_it_run,
}


_SHARED = frozenset({"type", "subscription_cents"})
_SPOTS = _SHARED | {"spots", "bonus"}
_SERIES = _SHARED | {"selections", "bonus_games"}
_FIELDS: Mapping[Callable[[NswKeno, Raw], Bet], frozenset[str]] = {
    _regular: _SPOTS,
    _keno2: _SPOTS,
    _lucky_last: _SPOTS,
    _heads_or_tails: _SHARED | {"selection", "bonus"},
    _roulette: _SHARED | {"bet", "selection", "bonus"},
    _racing: _SHARED | {"bet", "option", "rows", "standout", "with", "bonus"},
    _combination: _SHARED | {"game", "groups", "sizes", "bonus"},
    _prepick: _SERIES,
    _let_it_run: _SERIES,
}
"""The fields of each bet; any other one is a mistake of the writer, such as `bonsu`."""


def _numbers(field: str, value: object) -> tuple[int, ...]:
    if type(value) is not list:
        raise BadInput(field, f"{quoted(value)} is not a list of numbers")
    if not INTS.issuperset(map(type, value)):
        odd = next(number for number in value if type(number) is not int)
        raise BadInput(field, f"{quoted(odd)} is not a whole number")
    if value and not -CENTS_MAX <= min(value) <= max(value) <= CENTS_MAX:
        raise BadInput(field, "has a number that is out of range")
    return tuple(value)


def _stake(raw: Raw) -> int:
    """Whole cents above 0; rule 9 decides whether the amount may be staked."""
    stake = raw.get("subscription_cents")
    if type(stake) is not int:
        raise BadInput("subscription_cents", f"{quoted(stake)} is not a whole number")
    if stake < 1:
        raise BadInput("subscription_cents", f"{quoted(stake)} is not an amount above nothing")
    if stake > CENTS_MAX:
        raise BadInput("subscription_cents", "is out of range")
    return stake


def _bonus(raw: Raw) -> bool:
    bonus = raw.get("bonus", False)
    if type(bonus) is not bool:
        raise BadInput("bonus", f"{quoted(bonus)} is neither true nor false")
    return bonus


def _bonus_games(raw: Raw, games: int) -> int:
    count = _whole("bonus_games", raw.get("bonus_games", 0))
    if not 0 <= count <= games:
        raise BadInput("bonus_games", f"{count} is not between 0 and {games}")
    return count


def _selections(raw: Raw) -> tuple[HeadsOrTailsResult, ...]:
    value = raw.get("selections")
    if not isinstance(value, list):
        raise BadInput("selections", f"{quoted(value)} is not a list")
    return tuple(_one_of({"selections": choice}, "selections", RESULTS) for choice in value)


def _whole(field: str, value: object) -> int:
    if type(value) is not int:
        raise BadInput(field, f"{quoted(value)} is not a whole number")
    if not -CENTS_MAX <= value <= CENTS_MAX:
        raise BadInput(field, "is out of range")
    return value


def _name(raw: Raw, field: str, names: tuple[Any, ...]) -> Any:
    """A bet or an option by its name, in any of the spellings of the text (X12)."""
    value = raw.get(field)
    if isinstance(value, str) and value not in names:
        value = canonical_term(value)
    known = isinstance(value, str) and value in names
    return value if known else _one_of(raw, field, names)


def _one_of(raw: Raw, field: str, names: tuple[Any, ...]) -> Any:
    value = raw.get(field)
    if not isinstance(value, str) or value not in names:  # an array would compare its elements
        raise BadInput(field, f"{quoted(value)} is not one of {', '.join(names)}")
    return value
