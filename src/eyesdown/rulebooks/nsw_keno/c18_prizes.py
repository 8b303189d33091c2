"""Rule 18: the Schedules of Prizes, and what a stake wins by them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from eyesdown.rulebook.chapter import Chapter
from eyesdown.rulebooks.nsw_keno.figures import Figures
from eyesdown.rulebooks.nsw_keno.tables import RacingPrize, Tables

PRIZES: Chapter[object, Figures] = Chapter("nsw-keno", "Rule 18 - Schedules of Prizes")

SPOT_ROWS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "15", "20", "40")


def scaled(
    pays_cents: int, per_cents: int, stake_cents: int, multiplier: int = 1
) -> int | Fraction:
    """A printed prize for the stake actually made, exact; a whole number where it is one.

    >>> scaled(300, 100, 200, 2)
    1200
    """
    amount = pays_cents * stake_cents * multiplier
    whole, part = divmod(amount, per_cents)
    return Fraction(amount, per_cents) if part else whole


@PRIZES.computes("18(b):scope", *(f"18(b):{spots} spots" for spots in SPOT_ROWS))
def regular_prize(spots: int, matched: int, tables: Tables) -> int:
    """For each dollar."""
    return tables.spots["regular"][spots][matched]


@PRIZES.computes("18(c):scope", *(f"18(c):{spots} spots" for spots in SPOT_ROWS))
def keno2_prize(spots: int, matched: int, tables: Tables) -> int:
    """For each two dollars (M05); the forty-spot column stays as printed (M41)."""
    return tables.spots["keno2"][spots][matched]


@PRIZES.computes("18(d):scope", *(f"18(d):{spots}" for spots in SPOT_ROWS))
def lucky_last_prize(spots: int, tables: Tables) -> int:
    """For each dollar, if the last number drawn is one of the spots."""
    return tables.lucky_last[spots]


@PRIZES.computes(
    "2:Heads or Tails?:prize", "18(e):Heads", "18(e):Tails", "18(e):Evens", "18(e):bonus"
)
def heads_or_tails_prize(selection: str, result: str, tables: Tables) -> int:
    """For each dollar; nothing for a wrong forecast."""
    return tables.heads_or_tails[selection] if selection == result else 0


@PRIZES.computes(
    "2:Keno Racing:prize",
    "18(f):Win",
    "18(f):Place",
    "18(f):Quinella Place",
    "18(f):Quinella",
    "18(f):Exact Quinella",
    "18(f):Trio",
    "18(f):Trifecta",
    *(f"18(f):Quartet:{level}" for level in SPOT_ROWS[: SPOT_ROWS.index("5")]),
    *(f"18(f):Five Up:{level}" for level in SPOT_ROWS[: SPOT_ROWS.index("6")]),
    *(f"18(f):Superfecta:{level}" for level in SPOT_ROWS[: SPOT_ROWS.index("7")]),
)
def racing_prize(bet: str, correct: int, tables: Tables) -> RacingPrize | None:
    """The prize for each dollar by the number right from First on; the best level only (G03)."""
    return tables.racing[bet].get(correct)


@PRIZES.computes(
    "2:Keno Roulette:prize",
    "18(g):Straight Up",
    "18(g):Split",
    "18(g):Row",
    "18(g):Corner",
    "18(g):Six Line",
    "18(g):Column",
    "18(g):Dozens",
    "18(g):Low or High",
    "18(g):Red or Black",
    "18(g):Odd or Even",
    "18(g):bonus",
)
def roulette_prize(bet: str, stake_cents: int, multiplier: int, tables: Tables) -> int | Fraction:
    """The printed prize is for the minimum stake; a higher stake wins in proportion (G12)."""
    prize = tables.roulette[bet]
    return scaled(prize.pays_cents, prize.minimum_cents, stake_cents, multiplier)


def schedule_rows(tables: Tables) -> Iterator[tuple[str, str, str, int]]:
    """Every printed prize as game, bet, outcome and cents, to show the tables (18(a))."""
    for game, by_spots in tables.spots.items():
        for spots, prizes in by_spots.items():
            for matched, cents in enumerate(prizes):
                if cents:
                    yield game, f"{spots} spots", f"{matched} matched", cents
    for spots, cents in tables.lucky_last.items():
        yield "lucky_last", f"{spots} spots", "last number", cents
    for selection, cents in tables.heads_or_tails.items():
        yield "heads_or_tails", selection, selection, cents
    for bet, levels in tables.racing.items():
        for correct, racing in levels.items():
            yield "racing", bet, f"{correct} right", racing.pays_cents
    for bet, roulette in tables.roulette.items():
        yield "roulette", bet, "covered", roulette.pays_cents
