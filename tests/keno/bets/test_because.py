"""Why a bet wins what it wins, step by step, as a player at the counter is told."""

from __future__ import annotations

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
