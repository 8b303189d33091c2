"""Words for slips, papers and refusals: what a bet is, and which clause said no in our words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, assert_never

from eyesdown.display.keno import group_marks
from eyesdown.keno.bets import (
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
from eyesdown.keno.entries import has_bonus
from eyesdown.keno.price import combinations_of, no_such_bet
from eyesdown.kernel.cite import Fact, Refusal
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.coverage import read_coverage
from eyesdown.rulebooks.nsw_keno.book import NswKeno

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
class LineWords:
    """One line of a slip or ticket; `groups` are (letter, numbers), the letter mostly empty."""

    game: str
    what: str
    stake: str
    groups: tuple[tuple[str, tuple[int, ...]], ...]


def line_words(book: NswKeno, bet: Bet) -> LineWords:
    """
    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> line_words(book, Racing("trifecta", "box", ((), (), ()), (), (2, 3, 6), 100)).what
    'Trifecta, boxed: 2 3 6'
    """
    groups: tuple[tuple[str, tuple[int, ...]], ...] = ()
    match bet:
        case Regular():
            game, what, groups = "Keno Classic", _spots(bet.spots), (("", bet.spots),)
        case Keno2():
            game, what, groups = "Keno Mega Millions", _spots(bet.spots), (("", bet.spots),)
        case LuckyLast():
            game, what, groups = "Lucky Last", _spots(bet.spots), (("", bet.spots),)
        case Combination():
            game = "Keno Classic" if bet.game == "regular" else "Keno Mega Millions"
            groups = tuple(zip(group_marks(len(bet.groups)), bet.groups, strict=True))
            types = f" of {' '.join(map(str, bet.sizes))} spots" if bet.sizes else ""
            what = f"Combination{types}, {len(bet.groups)} groups"
        case HeadsOrTails():
            game, what = "Heads or Tails?", bet.selection.capitalize()
        case Prepick():
            game, what = "Heads or Tails?", f"Prepick: {' '.join(bet.selections)}"
        case LetItRun():
            game, what = "Heads or Tails?", f"Let it Run: {' '.join(bet.selections)}"
        case Roulette():
            game, what = "Keno Roulette", _roulette(bet)
        case Racing():
            game, what = "Keno Racing", _racing(bet)
        case _:
            assert_never(bet)
    return LineWords(game, what, _stake(book, bet), groups)


def _spots(spots: tuple[int, ...]) -> str:
    return f"{len(spots)} spot{'' if len(spots) == 1 else 's'}"


def _roulette(bet: Roulette) -> str:
    chosen = bet.selection
    numbers = " ".join(map(str, chosen)) if isinstance(chosen, tuple) else str(chosen)
    return f"{ROULETTE_WORDS[bet.bet]} {numbers}".strip().capitalize()


def _racing(bet: Racing) -> str:
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


def _stake(book: NswKeno, bet: Bet) -> str:
    stake = dollars(bet.subscription_cents)
    bonus = " + Keno Bonus" if has_bonus(bet) else ""
    if isinstance(bet, Combination | Racing) and not no_such_bet(book, bet):
        count = combinations_of(book, bet)
        if count > 1:
            return f"{count} combinations at {stake}{bonus}"
    return f"{stake}{bonus}"


@cache
def _clauses() -> dict[str, str]:
    return {row.clause: row.says for row in read_coverage("nsw-keno")}


def said(refusals: Iterable[Refusal]) -> list[dict[str, Any]]:
    """Refusals as a page shows them: the clause in our words, its code, and what decided."""
    return [
        {
            "code": no.code,
            "clause": no.clause.number,
            "book": no.clause.book,
            "says": _clauses().get(no.clause.number, no.code),
            "facts": dict(_fact(name, value) for name, value in no.facts if value != ""),
        }
        for no in refusals
    ]


def _fact(name: str, value: Fact) -> tuple[str, str]:
    """A fact for a human eye.

    >>> _fact("cost_cents", 26000), _fact("games_max", 100)
    (('cost', '$260.00'), ('games max', '100'))
    """
    money = name.endswith("_cents") or name == "cents"
    words = name.removesuffix("cents").strip("_").replace("_", " ") or "amount"
    return words, dollars(value) if money and isinstance(value, int) else str(value)
