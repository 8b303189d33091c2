"""Why a bet wins what it wins, step by step, as a player at the counter is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from eyesdown.keno.bets.bet import (
    Combination,
    HeadsOrTails,
    Keno2,
    LuckyLast,
    Racing,
    Regular,
    Roulette,
    SingleBet,
)
from eyesdown.keno.bets.draws import draw_of
from eyesdown.keno.bets.settle import settle
from eyesdown.rulebooks.nsw_keno.book import NswKeno

# Multiplier 10, heads, roulette number 1, last ball 59; Rows 1, 6, 8, 5 and 2 are First to Fifth.
DRAWN = (*range(1, 11), 58, 74, 75, 73, 55, 52, 43, 15, 44, 59)
TEN, EIGHT = tuple(range(1, 11)), tuple(range(1, 9))
BONUS = "2:Keno Bonus(i) | the numbers add up to 603: stake x 10"
ROWS = "2:Keno Racing | places of the Rows: 1 5 6 6 4 2 6 3"

CASES: list[tuple[SingleBet, str]] = [
    (
        Regular(TEN, 100, bonus=True),
        f"""
        2:Regular Keno | 10 of 10 spots drawn
        18(b):10 spots | $250,000.00 for each $1.00
        2:Regular Keno Jackpot | all 10 spots drawn: the jackpot is won
        10(d)(ii) | $750,000.00 jackpot fill | 75000000
        2:Keno Bonus Jackpot Prize | $2,900,000.00 bonus jackpot | 290000000
        {BONUS}
        15(k):exact | $2,500,000.00 payable | 250000000
        """,
    ),
    (
        Keno2(TEN, 200),
        """
        2:Keno $2 Game | 10 of 10 spots drawn
        18(c):10 spots | $500,000.00 for each $2.00
        2:Keno $2 Game Keno Jackpot | all 10 spots drawn: the jackpot is won
        10(e)(ii) | $4,500,000.00 jackpot fill | 450000000
        15(k):exact | $500,000.00 payable | 50000000
        """,
    ),
    (
        Regular((71, 72, 76), 100),
        """
        2:Regular Keno | 0 of 3 spots drawn
        18(b):3 spots | no prize
        """,
    ),
    (
        Combination("regular", tuple((spot,) for spot in EIGHT), (7, 8), 100),
        """
        2:Combination Bet:formation | 9 combinations
        18(b):7 spots | 8 with 7 of 7: $5,000.00 for each $1.00
        2:Regular Keno Jackpot | all 7 spots drawn: the jackpot is won
        18(b):8 spots | 1 with 8 of 8: $25,000.00 for each $1.00
        2:Regular Keno Jackpot | all 8 spots drawn: the jackpot is won
        15(k):exact | $65,000.00 payable | 6500000
        """,
    ),
    (
        LuckyLast((59, 60), 100),
        """
        2:Lucky Last | last number 59 is among the spots
        18(d):2 | $30.00 for each $1.00
        15(k):exact | $30.00 payable | 3000
        """,
    ),
    (LuckyLast((60, 61), 100), "2:Lucky Last | last number 59 is not among the spots"),
    (
        HeadsOrTails("heads", 100, bonus=True),
        f"""
        2:Heads or Tails?(i) | the result is heads
        18(e):Heads | $2.00 for each $1.00
        {BONUS}
        15(k):exact | $20.00 payable | 2000
        """,
    ),
    (
        HeadsOrTails("tails", 100),
        """
        2:Heads or Tails?(i) | the result is heads
        18(e):Tails | no prize
        """,
    ),
    (
        Roulette("split", (1, 2), 100, bonus=True),
        f"""
        2:Keno Roulette Number | the roulette number is 1
        2:Split | split 1-2 covers it
        18(g):Split | $15.30 for each $1.00
        {BONUS}
        15(k):exact | $153.00 payable | 15300
        """,
    ),
    (
        Roulette("red_black", "black", 100),
        """
        2:Keno Roulette Number | the roulette number is 1
        2:Keno Roulette(ix) | black does not cover it
        """,
    ),
    (
        Racing("win", "straight", ((8,),), (), (), 100),
        f"{ROWS}\n2:Keno Racing:bet(i) | no forecast wins",
    ),
    (
        Racing("trifecta", "box", ((), (), ()), (), (1, 6, 8, 5), 100),
        f"""
        {ROWS}
        18(f):Trifecta | 1 of 24 with 3 right: $252.00 for each $1.00
        15(k):exact | $252.00 payable | 25200
        """,
    ),
    (
        Racing("quartet", "straight", ((1,), (6,), (8,), (5,)), (), (), 100),
        f"""
        {ROWS}
        18(f):Quartet:4 | 1 of 1 with 4 right: $800.00 for each $1.00
        2:Keno Racing Jackpot | all in order: the jackpot is won
        15(k):exact | $800.00 payable | 80000
        """,
    ),
]


@pytest.mark.parametrize(("bet", "steps"), CASES, ids=range(len(CASES)))
def test_every_step_to_a_prize_cites_its_clause(book: NswKeno, bet: SingleBet, steps: str) -> None:
    settled: Any = settle(book, bet, draw_of(book, DRAWN))
    told = [
        " | ".join(str(part) for part in (step.clause, step.says, step.cents) if part is not None)
        for step in settled.because
    ]
    assert told == [line.strip() for line in steps.strip().splitlines()]


@pytest.mark.clause("nsw-keno", "15(k):down")
@pytest.mark.parametrize(
    ("stake", "rounding"), [(100, "15(k):exact"), (105, "15(k):exact"), (107, "15(k):down")]
)
def test_15_k__rounding_is_told_where_a_prize_was_rounded(
    book: NswKeno, stake: int, rounding: str
) -> None:
    """Heads pays twice the stake, in steps of 10 cents."""
    settled = settle(book, HeadsOrTails("heads", stake), draw_of(book, DRAWN))
    assert settled.because[-1].clause == rounding


@pytest.mark.clause("nsw-keno", "15(k):down")
def test_15_k__one_rounded_prize_among_others_is_told(book: NswKeno) -> None:
    """At 55 cents a Spot drawn pays $1.65, in steps of 10 cents $1.60; two of two pay $6.60."""
    bet = Combination("regular", ((1,), (71,), (2, 3)), None, 55)
    settled = settle(book, bet, draw_of(book, DRAWN))
    exact = {line.exact_cents % 10 == 0 for line in settled.lines}
    assert exact == {True, False}
    assert settled.because[-1].clause == "15(k):down"


EMPTY = (1, 11, 12, 21, 22, 23, *range(31, 35), *range(41, 47), *range(51, 55))
"""Rows 1 to 8 hold 1, 2, 3, 4, 6, 4, 0 and 0 of these numbers."""


@pytest.mark.clause("nsw-keno", "2:Keno Racing:zero")
@pytest.mark.parametrize(
    ("drawn", "reading", "places"),
    [
        (EMPTY, "spread", "6 5 4 2 1 3 7-8 7-8"),
        (EMPTY, "single_place", "6 5 4 2 1 3 7 7"),
        ((*EMPTY[:-1], 71), "spread", "6 5 3 2 1 4 8 7"),
        ((*EMPTY[:-2], 61, 71), "spread", "6 4 3 2 1 5 7 8"),
        (DRAWN, "spread", "1 5 6-8 6-8 4 2 6-8 3"),
    ],
)
def test_2_Keno_Racing_zero__empty_rows_are_told_the_places_they_share(
    book: NswKeno, drawn: tuple[int, ...], reading: Any, places: str
) -> None:
    """Decision G02."""
    read = replace(book, figures=replace(book.figures, empty_rows=reading))
    bet = Racing("win", "straight", ((8,),), (), (), 100)
    said = settle(read, bet, draw_of(read, drawn)).because[0].says
    assert said == f"places of the Rows: {places}"
