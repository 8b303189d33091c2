"""Money back for a cancelled entry has a ceiling, like every amount that one person gives."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.desk.ceilings import Wanted, default_ceilings, needs
from eyesdown.keno.desk.commands import ApproveAmount, SetCeiling
from eyesdown.keno.desk.events import AmountGiven
from eyesdown.keno.sales.commands import CancelEntry
from eyesdown.keno.words.desk import Given
from kit.desk import Desk

BACK = Given.CANCELLATION


@pytest.fixture
def desk() -> Desk:
    """A shop whose office gives back $10 without a reason, $50 alone, $90 at most, $120 a day."""
    shop = Desk.trading(date(2024, 5, 1))
    shop.do(SetCeiling(shop.now, BACK, 9_000, 5_000, 1_000, 12_000, by="olly"))
    return shop


def _cancel(desk: Desk, cents: int, **more: Any) -> CancelEntry:
    return desk.cancel(desk.sell(Regular((1, 2, 3), cents)), **{"by": "walt", **more})


def _code(desk: Desk, command: CancelEntry) -> str:
    refused = desk.refused(command)
    return refused[0][0] if refused else ""


@pytest.mark.clause("central-site", "11.1", "11.2", "11.3")
def test_a_cancellation_needs_a_reason_a_second_person_and_an_end(desk: Desk) -> None:
    assert _code(desk, _cancel(desk, 1_000)) == "", "exactly what needs no reason"
    assert _code(desk, _cancel(desk, 1_100)) == "ceiling/no_reason"
    assert _code(desk, _cancel(desk, 5_000, because="wrong numbers")) == "", "exactly alone"
    alone = _cancel(desk, 5_100, because="wrong numbers")
    assert _code(desk, alone) == "ceiling/second_person"
    desk.do(ApproveAmount(desk.now, "a1", BACK, "club", 5_100, "mia"))
    approved = desk.cancel(desk.sell(Regular((4,), 5_100)), by="walt", because="x", approval="a1")
    *_, given = desk.do(approved)
    assert isinstance(given, AmountGiven)
    assert (given.what, given.cents, given.by, given.approval) == (BACK, 5_100, "walt", "a1")
    assert _code(desk, _cancel(desk, 9_100, because="x")) == "ceiling/above_most"
    assert _code(desk, _cancel(desk, 1_000)) == "ceiling/above_day", "$111 of $120 was given"
    assert _code(desk, _cancel(desk, 900)) == "", "exactly the day's amount"


@pytest.mark.clause("central-site", "11.1")
def test_nothing_is_cancelled_by_a_refused_cancellation(desk: Desk) -> None:
    entry = desk.sell(Regular((1, 2, 3), 2_000))
    before = desk.purse("player")
    assert _code(desk, desk.cancel(entry, by="walt")) == "ceiling/no_reason"
    assert desk.purse("player") == before
    assert _code(desk, desk.cancel(entry, by="walt", because="left early")) == ""


@pytest.mark.clause("central-site", "11.1")
def test_money_that_goes_to_an_account_is_given_by_no_person(desk: Desk) -> None:
    entry = desk.sell_web(Regular((1, 2, 3), 9_100), cents=10_000)
    assert _code(desk, desk.cancel(entry)) == ""


@pytest.mark.clause("central-site", "11.1")
def test_the_books_own_ceiling_begins_on_its_day() -> None:
    assert BACK not in default_ceilings(date(2026, 11, 18))
    assert default_ceilings(date(2026, 11, 19))[BACK].alone_cents == 50_000


@pytest.mark.clause("central-site", "11.2", "11.3")
def test_what_an_amount_needs_is_known_before_it_is_given(desk: Desk) -> None:
    def asked(cents: int, by: str = "walt") -> tuple[bool, bool, str]:
        got = needs(desk.state, desk.book.day, Wanted(BACK, "club", cents), by)
        return got.reason, got.second, got.refusal.code if got.refusal else ""

    assert asked(1_000) == (False, False, "")
    assert asked(1_001) == (True, False, "")
    assert asked(5_001) == (True, True, "")
    assert asked(9_001) == (True, True, "ceiling/above_most")
    assert asked(9_001, by="") == (False, False, "")
