"""Laws as JSON values, the same for the command line and the pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

from eyesdown.kernel.cite import Refusal, refusal_json
from eyesdown.kernel.errors import BadInput, NotInForce, RulebookDataError, quoted
from eyesdown.odds.keno.bets import draws_of, every_bet, keys, law_of
from eyesdown.odds.law import Law, as_text, money
from eyesdown.rulebook.catalogue import near_to
from eyesdown.rulebook.loading import DataFile
from eyesdown.rulebooks import SHELF
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.tables import parse_spots


def keno_book(day: date) -> NswKeno:
    """The keno book in force on a day; raises NotInForce if there is none.

    >>> keno_book(date(2026, 11, 16)).id
    'nsw-keno'
    """
    book = SHELF.open("nsw-keno", on=day)
    if isinstance(book, Refusal):
        raise NotInForce("--on", str(book))
    assert isinstance(book, NswKeno)
    return book


def with_pay_table(book: NswKeno, name: str, text: str) -> NswKeno:
    """The book with another pay table of Regular Keno; BadInput names the line that is wrong.

    The table has a column for each number of spots that it offers, and a row for each number
    matched, from 0 on; prizes are for $1.
    """
    lines = text.strip().splitlines()
    figures, offered = book.figures, (lines[0] if lines else "").split(",")[1:]
    counts = tuple(spots for spots in figures.spot_counts if str(spots) in map(str.strip, offered))
    if not counts or len(counts) != len(offered):
        known = ", ".join(map(str, figures.spot_counts))
        raise BadInput("table", f"{name}: the first line is matched, then spots out of {known}")
    empty = "," * len(counts)
    lines += [f"{matched}{empty}" for matched in range(len(lines) - 1, figures.numbers_drawn + 1)]
    file = DataFile("", name, "\n".join(lines))
    try:
        table = parse_spots(file, replace(figures, spot_counts=counts))
    except RulebookDataError as wrong:
        raise BadInput("table", str(wrong).lstrip("/")) from wrong
    return replace(book, tables=replace(book.tables, spots={**book.tables.spots, "regular": table}))


def keno_answer(
    book: NswKeno, wanted: Iterable[str] = (), growth: int | None = None
) -> dict[str, Any]:
    """The laws of every bet of rule 18, or of the named keys or games, and of the multiplier."""
    laws = chosen(book, tuple(wanted))
    multiplier = draws_of(book).multiplier
    return {
        "bets": {key: law_answer(law, growth) for key, law in laws.items()},
        "multiplier": {str(x): as_text(chance) for x, chance in multiplier.items()},
    }


def chosen(book: NswKeno, wanted: tuple[str, ...]) -> dict[str, Law]:
    """The laws of the named keys or games, or of every bet if `wanted` is empty.

    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> sorted(chosen(book, ('heads_or_tails/evens',)))
    ['heads_or_tails/evens']
    """
    if not wanted:
        return every_bet(book)
    every_key = list(keys(book))
    laws: dict[str, Law] = {}
    for name in wanted:
        fitting = [key for key in every_key if name in (key, key.split("/")[0])]
        if not fitting:
            games = dict.fromkeys(key.split("/")[0] for key in every_key)
            near = near_to(name, [*every_key, *games])
            use = f"did you mean {' or '.join(near)}?" if near else f"use {', '.join(games)}"
            raise BadInput("bet", f"{quoted(name)} is not a bet; {use}")
        laws |= {key: law_of(book, key) for key in fitting}
    return laws


def law_answer(law: Law, growth: int | None = None) -> dict[str, Any]:
    """One law: fractions as 'a/b', amounts in dollars; `growth` is the jackpot's growth."""
    answer: dict[str, Any] = {
        "stake": money(law.stake),
        "hit_rate": as_text(law.hit_rate),
        "rtp": as_text(law.rtp),
        "house_edge": as_text(1 - law.rtp),
    }
    if law.has_fill:
        answer["rtp_with_jackpot_fill"] = as_text(law.rtp_with_jackpot_fill)
    if any(o.bonus_jackpot for o in law.outcomes):
        answer["rtp_with_bonus_jackpot"] = as_text(law.rtp_with_bonus_jackpot)
    if law.rtp_with_growth is not None:
        answer["rtp_with_growth"] = as_text(law.rtp_with_growth)
    if law.growth_to_break_even is not None:
        answer["growth_to_break_even"] = as_text(law.growth_to_break_even)
        if growth is not None:
            answer["rtp_at_growth"] = as_text(law.rtp_at(Fraction(growth)))
    answer["variance"] = as_text(law.variance)
    answer["outcomes"] = [
        {"outcome": o.outcome, "probability": as_text(o.probability), "prize": money(o.prize)}
        for o in law.outcomes
    ]
    return answer


def refused_answer(refusals: Iterable[Refusal]) -> dict[str, Any]:
    """The answer for bets that the rules refuse."""
    return {"refused": [refusal_json(refusal) for refusal in refusals]}
