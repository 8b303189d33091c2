"""Games unlike most: disqualified winners, pools, and what comes between a close and a count."""

from __future__ import annotations

from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from eyesdown.control.keno.sales import count_sales
from eyesdown.control.keno.winners import count_winners
from eyesdown.keno.bets.bet import LetItRun, Regular
from eyesdown.keno.claims.commands import Disqualify, Reinstate
from eyesdown.keno.games.commands import RecordDraw, SettleGame
from eyesdown.keno.office.commands import ReportPool, SetGrowthRate, SwitchPool
from eyesdown.keno.words.prizes import PrizeState
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import DrawSite, Ground

AT = datetime(2026, 11, 15, 10, 0, tzinfo=ZoneInfo("Australia/Sydney"))
DAY = AT.date()
LOW = (*range(1, 19), 80, 20)  # their total of 590 is a multiplier of 1


def bar(book: Any, serial: str) -> None:
    book.do(Disqualify(AT, serial, Ground.FRAUD, "olga"))


def test_a_disqualified_winner_is_left_out_and_what_it_would_have_won_is_counted(
    book: Any,
) -> None:
    book.sell(Regular((1, 2, 3, 4, 5, 6), 200), cents=200)
    book.sell(Regular((1, 2, 3), 100), cents=100)
    bar(book, "S001")
    settled = book.play(LOW)  # both counts agree, or this fails
    assert {prize.serial: prize.state for prize in settled.prizes} == {
        "S001": PrizeState.BARRED,
        "S002": PrizeState.PAYABLE,
    }
    assert settled.major_cents == 0


@pytest.mark.parametrize("barred", ["S001", "S002"])
def test_a_disqualified_entry_takes_no_part_of_a_jackpot(book: Any, barred: str) -> None:
    book.sell(Regular(LOW[:7], 100), cents=100)
    book.sell(Regular(LOW[7:14], 300), cents=300)
    bar(book, barred)
    settled = book.play(LOW)
    [paid] = settled.jackpots
    assert paid.cents == 400 * Fraction(101, 1000)


def _forged(book: Any, **changes: Any) -> str:
    """What control says of a game in which the first prize was put down otherwise."""
    settled = book.tally.settled[0]
    prize = settled.prizes[0]
    line = replace(prize.lines[0], **changes)
    others = settled.prizes[1:]
    forged = replace(prize, lines=(line, *prize.lines[1:]), cents=prize.cents + 10)
    book.tally.settled[0] = replace(settled, prizes=(forged, *others))
    return count_winners(book.tally, 0)


def test_what_a_disqualified_winner_of_a_jackpot_would_have_won_is_counted(book: Any) -> None:
    book.sell(Regular(LOW[:7], 100), cents=100)
    book.sell(Regular(LOW[7:14], 300), cents=300)
    bar(book, "S001")
    bar(book, "S002")
    settled = book.play(LOW)
    assert not settled.jackpots
    growth = 400 * Fraction(101, 1000)
    assert [prize.cents for prize in settled.prizes] == [
        (500_000 + growth / 4) // 10 * 10,
        (1_500_000 + growth * 3 / 4) // 10 * 10,
    ]
    cents = settled.prizes[0].cents
    assert f"S001, line 1: counted {cents} cents" in _forged(book, cents=cents + 10)


def test_a_disqualified_winner_of_a_pool_that_was_won_elsewhere(book: Any) -> None:
    book.do(SwitchPool(AT, "regular/8", pooled=True, jurisdictions=("VIC",)))
    book.do(ReportPool(AT, "regular/8", "VIC", Fraction(10_000)))
    book.sell(Regular(LOW[:8], 100), cents=100)
    bar(book, "S001")
    book.close()
    book.do(RecordDraw(AT, 0, LOW, "cage", DrawSite.CENTRAL, "journal"))
    [settled] = book.do(SettleGame(AT, 0, {"regular/8": (300,)}))
    assert settled.prizes[0].cents == 2_500_000 + 2_500  # a quarter of the pool, and a part cent
    assert count_winners(book.tally, 0) == ""
    assert "S001, line 1" in _forged(book, cents=2_502_510)


def test_a_disqualified_let_it_run_goes_on(book: Any) -> None:
    book.sell(LetItRun(("heads", "heads"), 500), cents=500, games=2)
    bar(book, "S001")
    assert book.play(LOW).carried
    assert book.play(LOW, game=1).prizes[0].state is PrizeState.BARRED


def test_an_entry_reinstated_in_time_counts_like_any_other(book: Any) -> None:
    book.sell(Regular(LOW[:7], 100), cents=100)
    bar(book, "S001")
    book.do(Reinstate(AT, "S001", "A-9", "olga"))
    assert book.play(LOW).prizes[0].state is PrizeState.PAYABLE


def test_a_prize_that_is_barred_without_a_disqualification_is_named(book: Any) -> None:
    book.sell(Regular((1, 2, 3), 100), cents=100)
    book.close()
    book.do(RecordDraw(AT, 0, LOW, "cage", DrawSite.CENTRAL, "journal"))
    [settled] = book.do(SettleGame(AT, 0))
    prize = replace(settled.prizes[0], state=PrizeState.BARRED)
    book.tally.settled[0] = replace(settled, prizes=(prize,))
    assert "the prize of S001 should be payable" in count_winners(book.tally, 0)


def test_a_pool_that_was_won_elsewhere_alone(book: Any) -> None:
    book.do(SwitchPool(AT, "regular/8", pooled=True, jurisdictions=("VIC",)))
    book.do(ReportPool(AT, "regular/8", "VIC", Fraction(10_000)))
    book.sell(Regular((61, 62, 63, 64, 65, 66, 67, 68), 100), cents=100)
    book.close()
    book.do(RecordDraw(AT, 0, LOW, "cage", DrawSite.CENTRAL, "journal"))
    book.do(SettleGame(AT, 0, {"regular/8": (300,)}))
    assert count_winners(book.tally, 0) == ""
    assert book.tally.pools["regular/8"] == 0


def test_what_reaches_a_pool_after_the_close_is_for_the_next_game(book: Any) -> None:
    book.do(SwitchPool(AT, "regular/8", pooled=True, jurisdictions=("VIC",)))
    book.do(ReportPool(AT, "regular/8", "VIC", Fraction(10_000)))
    book.sell(Regular(LOW[:8], 100), cents=100)
    book.close()
    book.do(ReportPool(AT, "regular/8", "VIC", Fraction(5_000)))
    book.do(RecordDraw(AT, 0, LOW, "cage", DrawSite.CENTRAL, "journal"))
    [settled] = book.do(SettleGame(AT, 0))
    assert settled.jackpots[0].cents == 10_010
    assert count_winners(book.tally, 0) == ""
    assert book.tally.pools["regular/8"] == 5_000


def test_a_pool_keeps_its_money_when_growth_is_our_own_again(book: Any) -> None:
    book.do(SwitchPool(AT, "regular/8", pooled=True, jurisdictions=("VIC",)))
    book.do(ReportPool(AT, "regular/8", "VIC", Fraction(10_000)))
    book.do(SwitchPool(AT, "regular/8", pooled=False))
    book.sell(Regular(LOW[:8], 100), cents=100)
    settled = book.play(LOW)
    assert settled.jackpots[0].cents == 10
    assert book.tally.pools["regular/8"] == 10_000


def test_a_rate_counts_from_its_day_on(book: Any) -> None:
    tomorrow = DAY + timedelta(days=1)
    book.do(SetGrowthRate(AT, "regular/8", Fraction(5, 100), tomorrow))
    book.sell(Regular(LOW[:8], 100), cents=100)
    book.close()
    assert count_sales(book.tally, 0) == ""
    assert book.tally.meters["regular/8"] == 10
