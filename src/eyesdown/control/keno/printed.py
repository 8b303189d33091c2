"""The printed tables, read a second time and independently of the book's own reading."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from eyesdown.rulebook.loading import read_text

_BOOK = "eyesdown.rulebooks.nsw_keno"


@dataclass(frozen=True, slots=True)
class Printed:
    """Prizes in cents for the stake they are printed for."""

    spots: dict[tuple[str, int, int], Fraction]  # game, spots selected, spots matched
    lucky_last: dict[int, Fraction]
    heads_or_tails: dict[str, Fraction]
    racing: dict[tuple[str, int], Fraction]  # bet, how many from First are right
    roulette: dict[str, tuple[Fraction, Fraction]]  # minimum stake and prize
    fill: dict[str, Fraction]
    bonus_jackpot: dict[str, Fraction]
    multiplier: dict[int, int]


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(read_text(_BOOK, name))))


def _cents(dollars: str) -> Fraction:
    return Fraction(dollars.replace(",", "")) * 100


@cache
def printed() -> Printed:
    """The printed tables of the book."""
    spots = {}
    for game in ("regular", "keno2"):
        for row in _rows(f"prizes_{game}.csv"):
            matched = int(row.pop("matched"))
            for selected, pays in row.items():
                if pays:
                    spots[game, int(selected), matched] = _cents(pays)
    jackpots = _rows("prizes_jackpot.csv")
    return Printed(
        spots=spots,
        lucky_last={
            int(row["spots"]): _cents(row["pays"]) for row in _rows("prizes_lucky_last.csv")
        },
        heads_or_tails={
            row["selection"]: _cents(row["pays"]) for row in _rows("prizes_heads_or_tails.csv")
        },
        racing={
            (row["bet"], int(row["correct"])): _cents(row["pays"])
            for row in _rows("prizes_racing.csv")
        },
        roulette={
            row["bet"]: (_cents(row["minimum"]), _cents(row["pays"]))
            for row in _rows("prizes_roulette.csv")
        },
        fill={row["jackpot"]: _cents(row["fill"]) for row in jackpots},
        bonus_jackpot={row["jackpot"]: _cents(row["bonus_jackpot"]) for row in jackpots},
        multiplier=_multipliers(),
    )


def _multipliers() -> dict[int, int]:
    """Every total of twenty numbers with its multiplier; a part's heading ends in 'N x'."""
    multipliers: dict[int, int] = {}
    times = 0
    for line in read_text(_BOOK, "multipliers.txt").splitlines():
        if line.startswith("Part"):
            times = int(line.split()[-2])
        else:
            multipliers.update((int(total), times) for total in line.split())
    return multipliers
