"""Money groups that balance and dates that end with the calendar."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.words.money import group
from eyesdown.rulebooks.nsw_keno.dates import days_after, months_after
from kit.desk import Desk

PICK = (1, 2, 3)


def test_no_till_is_noted_that_is_at_no_venue(desk: Desk) -> None:
    desk.account()
    desk.do(desk.sale(desk.web_entry(Regular(PICK, 100))))
    desk.play()
    assert "" not in desk.state.besides_cents
    assert all(desk.state.besides_cents.values())


def test_a_group_that_does_not_balance_is_our_bug() -> None:
    with pytest.raises(AssertionError):
        group(("player", -100), ("fund", Fraction(299, 3)))
    assert group(("a", Fraction(1, 3)), ("b", Fraction(2, 3)), ("c", -1))[2].cents == -1
    assert group(("a", 5), ("a", -5)) == ()


def test_dates_end_with_the_calendar() -> None:
    assert months_after(date(9999, 3, 1), 12) == date.max
    assert days_after(date(9999, 12, 30), 7) == date.max
