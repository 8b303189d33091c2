"""Bonus Prizes and whoever comes back: what control makes of a prize on top of the others."""

from __future__ import annotations

from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from eyesdown.control.keno.sales import count_sales
from eyesdown.control.keno.tally import forget
from eyesdown.control.keno.winners import count_winners
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.claims.commands import Disqualify, Reinstate
from eyesdown.keno.games.events import GameSettled
from eyesdown.keno.office.commands import (
    ApprovePrize,
    FlexContribution,
    GuaranteeJackpot,
    SetGrowthRate,
)
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Category, Ground

AT = datetime(2026, 11, 15, 10, 0, tzinfo=ZoneInfo("Australia/Sydney"))
DAY = AT.date()
LOW = (*range(1, 19), 80, 20)  # their total of 590 is a multiplier of 1


def bar(book: Any, serial: str) -> None:
    book.do(Disqualify(AT, serial, Ground.FRAUD, "olga"))


def unpaid(event: GameSettled, *, won: bool) -> GameSettled:
    """The Bonus Prize of a game kept back."""
    prize = event.prizes[0]
    lines = tuple(line for line in prize.lines if not line.extra)
    less = prize.cents - sum(line.cents for line in lines)
    money = tuple(
        replace(one, cents=one.cents - less) if one.purse == "prizes:payable" else one
        for one in event.money
    )
    prizes = (replace(prize, lines=lines, cents=prize.cents - less),)
    return replace(event, prizes=prizes, extras=event.extras if won else (), money=money)


@pytest.mark.parametrize("won", [False, True])
def test_a_bonus_prize_that_was_not_paid_is_named(book: Any, won: bool) -> None:
    until = AT + timedelta(days=1)
    book.do(ApprovePrize(AT, "Sunday", True, 10_000, "a", "regular", 3, 3, AT, until))
    book.sell(Regular((1, 2, 3), 100), cents=100)
    book.tally.settled[0] = unpaid(book.play(LOW), won=won)
    assert count_winners(book.tally, 0) == ("game 0, Sunday: counted [('S001', 10000)], settled []")


def test_a_bonus_prize_that_nobody_won_is_still_there(book: Any) -> None:
    until = AT + timedelta(days=1)
    book.do(ApprovePrize(AT, "Sunday", True, 10_000, "a", "regular", 3, 3, AT, until))
    settled = book.play(LOW)
    book.tally.settled[0] = replace(settled, extras=("Sunday",))
    assert "Sunday" in count_winners(book.tally, 0)


@pytest.mark.parametrize(
    ("from_at", "to_at"),
    [
        (timedelta(minutes=3, seconds=1), timedelta(days=1)),
        (timedelta(0), timedelta(minutes=2, seconds=59)),
    ],
)
def test_a_bonus_prize_of_another_time(book: Any, from_at: timedelta, to_at: timedelta) -> None:
    first, last = (AT + from_at).replace(tzinfo=None), AT + to_at
    book.do(ApprovePrize(AT, "Sunday", True, 10_000, "a", "regular", 3, 3, first, last))
    book.sell(Regular((1, 2, 3), 100), cents=100)
    assert book.play(LOW).extras == ()


def test_a_bonus_prize_is_won_once_and_an_additional_one_in_every_game(book: Any) -> None:
    until = AT + timedelta(days=1)
    book.do(ApprovePrize(AT, "Sunday", True, 10_000, "a", "regular", 3, 3, AT, until))
    book.do(ApprovePrize(AT, "Extra", False, 5_000, "a", "regular", 3, 3, AT, until))
    book.sell(Regular((1, 2, 3), 100), cents=200, games=2)
    assert book.play(LOW).extras == ("Sunday", "Extra")
    forget(book.tally, 0)
    assert book.play(LOW, game=1).extras == ("Extra",)


def test_a_jackpot_is_smaller_after_its_winner_came_back(book: Any) -> None:
    book.sell(Regular(LOW[:7], 100), cents=100)
    bar(book, "S001")
    book.play(LOW)
    forget(book.tally, 0)
    assert book.tally.meters["regular/7"] == Fraction(101, 10)
    book.do(Reinstate(AT, "S001", "A-9", "olga"))
    assert book.tally.meters["regular/7"] == 0
    book.sell(Regular(LOW[:7], 100), cents=100)
    assert book.play(LOW, game=1).jackpots[0].cents == Fraction(101, 10)


@pytest.mark.parametrize("field", ["cents", "until_cents", "guarantee_cents", ""])
def test_growth_that_waits_for_a_disqualified_winner_is_counted(book: Any, field: str) -> None:
    book.sell(Regular(LOW[:7], 100), cents=100)
    bar(book, "S001")
    settled = book.play(LOW)
    [left] = settled.barred
    more = (replace(left, **{field: getattr(left, field) + 1}),) if field else ()
    book.tally.settled[0] = replace(settled, barred=more)
    assert "would have left less in the jackpots" in count_winners(book.tally, 0)


def test_a_bonus_prize_waits_for_a_disqualified_entry_once(book: Any) -> None:
    until = AT + timedelta(days=1)
    book.do(ApprovePrize(AT, "Sunday", True, 10_000, "a", "regular", 3, 3, AT, until))
    book.sell(Regular((1, 2, 3), 100), cents=300, games=3)
    book.sell(Regular((4, 5, 6), 300), cents=300)
    bar(book, "S001")
    bar(book, "S002")
    prizes = {prize.serial: prize.cents for prize in book.play(LOW).prizes}
    assert prizes == {"S001": 4_400 + 2_500, "S002": 13_200 + 7_500}
    forget(book.tally, 0)
    assert book.play(LOW, game=1).prizes[0].cents == 4_400
    forget(book.tally, 1)
    book.do(Reinstate(AT, "S002", "A-9", "olga"))
    book.sell(Regular((4, 5, 6), 100), cents=100)
    assert book.play(LOW, game=2).extras == ()


def test_what_is_set_after_a_close_is_for_the_games_that_follow(book: Any) -> None:
    book.sell(Regular(LOW[:8], 100), cents=200, games=2)
    book.close()
    book.do(SetGrowthRate(AT, "regular/8", Fraction(5, 100), DAY))
    book.do(FlexContribution(AT, Category.I, Fraction(1, 20), DAY, DAY))
    assert count_sales(book.tally, 0) == ""
    book.close()
    assert count_sales(book.tally, 1) == ""
    assert book.tally.meters["regular/8"] == 10 + 5


def test_what_is_promised_after_a_settlement_is_for_the_games_that_follow(book: Any) -> None:
    until = AT + timedelta(days=1)
    book.sell(Regular(LOW[:7], 100), cents=100)
    settled = book.play(LOW)
    book.do(GuaranteeJackpot(AT, "regular/7", 900_000, DAY, DAY))
    book.do(ApprovePrize(AT, "Sunday", True, 10_000, "a", "regular", 7, 7, AT, until))
    assert settled.jackpots[0].guarantee_cents == 0
    assert count_winners(book.tally, 0) == ""
