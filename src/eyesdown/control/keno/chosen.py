"""The settings where the rules leave a choice, read a second time."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache

from eyesdown.rulebook.loading import read_text

_BOOK = "eyesdown.rulebooks.nsw_keno"
_HERE = ("empty_rows", "internet_commission_rate", "carry_commission", "bonus_prize_forms")


@dataclass(frozen=True, slots=True)
class Chosen:
    """The settings of the book that a prize or a Commission hangs on."""

    empty_rows_spread: bool
    """Rows without a number hold every place left, not the next one alone."""
    internet_commission: Fraction
    """Of the gross, for the Venue that an internet entry is tied to."""
    carries_bear_commission: bool
    bonus_prize_forms: tuple[str, ...]


@cache
def chosen_on(day: date) -> Chosen:
    """The choices in force on a day; the latest that has begun counts."""
    written = tomllib.loads(read_text(_BOOK, "figures.toml"))
    settings = {
        name: [dated["value"] for dated in written[name]["values"] if dated["from"] <= day][-1]
        for name in _HERE
    }
    return Chosen(
        settings["empty_rows"] == "spread",
        Fraction(settings["internet_commission_rate"]),
        settings["carry_commission"],
        tuple(settings["bonus_prize_forms"]),
    )
