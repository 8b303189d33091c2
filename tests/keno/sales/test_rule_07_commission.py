"""Rule 7(f): commission, agreed or by default."""

from __future__ import annotations

from datetime import time
from fractions import Fraction
from typing import Any

import pytest

from eyesdown.keno.bets.bet import HeadsOrTails, Keno2, LetItRun, Regular
from eyesdown.keno.office.commands import AgreeCommission, AppointVenue
from eyesdown.keno.sales.commands import CancelEntry
from eyesdown.rulebook.keno_words import VenueKind
from kit.desk import Desk


def pick(spots: int, cents: int = 100, **more: Any) -> Regular:
    return Regular(tuple(range(1, spots + 1)), cents, **more)


def test_m22__a_web_entry_bears_no_commission(shop: Desk) -> None:
    shop.sell_web(pick(3, 1_000))
    assert shop.purse("venue:club:commission") == 0
    assert shop.purse("licensees") == 1_000


def test_the_commission_of_a_carry_that_comes_back_was_never_the_entrys(desk: Desk) -> None:
    lines = LetItRun(("heads", "heads", "heads"), 1_000), Regular((71, 72, 73), 100)
    entry = desk.sell(*lines)
    assert desk.state.sold[entry.serial].commission_cents == 88 + 3 * 11
    desk.play()
    desk.do(CancelEntry(desk.now, entry.serial, session="x", venue="club"))
    assert desk.state.sold[entry.serial].commission_cents == 88 + 11


def test_a_web_let_it_run_carries_without_commission(desk: Desk) -> None:
    desk.account()
    web = desk.web_entry(LetItRun(("heads", "heads"), 1_000))
    desk.do(desk.sale(web))
    settled = desk.play()[0]
    assert settled.carried[0].carry.commission_cents == 0
    desk.play()
    assert desk.state.accounts["ann"].balance_cents == 10_000 - 1_000 + 4_000


clause = pytest.mark.clause

PICK = (1, 2, 3)


@clause("nsw-keno", "7(f)(i)")
def test_7_f_i__what_was_agreed_outlives_a_change_of_hours(desk: Desk) -> None:
    desk.do(AgreeCommission(desk.now, "club", Fraction(9, 100)))
    moved = ("floor",)
    desk.do(
        AppointVenue(
            desk.now, "club", VenueKind.CLUB, "C", "S", "A-9", moved, moved, time(8), time(22)
        )
    )
    desk.sell(Regular(PICK, 1_000))
    assert desk.purse("venue:club:commission") == 90


@clause("nsw-keno", "7(f)(ii)", "2:Commission(i)", "7(f):duty")
@pytest.mark.parametrize(
    ("bet", "commission"),
    [
        (Regular((1, 2, 3), 10_000), 1_100),
        (HeadsOrTails("heads", 10_000), 880),
        (Keno2((1, 2, 3), 10_000), 1_034),
        (Keno2((1, 2, 3), 200), Fraction(517, 25)),
        (Regular((1, 2, 3), 100), 11),
        (HeadsOrTails("heads", 100, bonus=True), Fraction(198, 10)),
    ],
)
def test_7_f_ii__default_commission_by_category(desk: Desk, bet: Any, commission: Any) -> None:
    """Decisions M12 and M32."""
    entry = desk.entry(bet)
    (done,) = desk.do(desk.sale(entry))
    assert done.commission_cents == commission
    assert done.commission_cents + done.net_cents == desk.cost(entry)


@clause("nsw-keno", "7(f)(i)")
def test_7_f_i__an_agreed_commission_comes_first(desk: Desk) -> None:
    desk.do(AgreeCommission(desk.now, "club", Fraction(9, 100)))
    (done,) = desk.do(desk.sale(desk.entry(Regular((1, 2), 1_000))))
    assert done.commission_cents == 90
    for rate in (Fraction(-1, 100), Fraction(101, 100)):
        refused = desk.refused(AgreeCommission(desk.now, "club", rate))
        assert refused == [("commission/not_a_share", "7(f)(i)")]
    desk.do(AgreeCommission(desk.now, "club", None))
    assert desk.do(desk.sale(desk.entry(Regular((1, 2), 1_000))))[0].commission_cents == 110
