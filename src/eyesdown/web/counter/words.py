"""Words for slips, papers and refusals: what a bet is, and which clause said no in our words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, assert_never

from eyesdown.display.keno.ticket import (
    group_marks,
    racing_in_words,
    roulette_in_words,
    spots_in_words,
)
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
from eyesdown.keno.bets.price import combinations_of, no_such_bet
from eyesdown.keno.words.entries import form_of, has_bonus
from eyesdown.kernel.cite import Fact, Refusal
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.advice import advice
from eyesdown.rulebook.coverage import read_coverage
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.web.public.odds import GAMES


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
        case Regular() | Keno2() | LuckyLast():
            what, groups = spots_in_words(bet.spots), (("", bet.spots),)
        case Combination():
            groups = tuple(zip(group_marks(len(bet.groups)), bet.groups, strict=True))
            types = f" of {' '.join(map(str, bet.sizes))} spots" if bet.sizes else ""
            what = f"Combination{types}, {len(bet.groups)} groups"
        case HeadsOrTails():
            what = bet.selection.capitalize()
        case Prepick():
            what = f"Prepick: {' '.join(bet.selections)}"
        case LetItRun():
            what = f"Let it Run: {' '.join(bet.selections)}"
        case Roulette():
            what = roulette_in_words(bet)
        case Racing():
            what = racing_in_words(bet)
        case _:
            assert_never(bet)
    return LineWords(GAMES[form_of(bet)][0], what, _stake(book, bet), groups)


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


def in_our_words(no: Refusal) -> str:
    """What the clause of a refusal says; the site's own order of steps is in no book.

    >>> from eyesdown.kernel.cite import Clause
    >>> in_our_words(Refusal("claim/no_win", Clause("nsw-keno", "7A(c)(iii)"), ()))
    'Account must be in credit'
    """
    return _clauses().get(no.clause.number, "The Central Site does things in its own order")


def said(refusals: Iterable[Refusal]) -> list[dict[str, Any]]:
    """Refusals as a page shows them: the clause in our words, its code, what decided, what next."""
    return [
        {
            "code": no.code,
            "clause": no.clause.number,
            "book": no.clause.book,
            "says": in_our_words(no),
            "facts": dict(_fact(name, value) for name, value in no.facts if value != ""),
            "next": advice()[no.code],
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
