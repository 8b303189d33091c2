"""Ceilings, approvals, prints and drawers: what one person gives, and what stays on record."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any

import pytest

from eyesdown.keno.decide import decide
from eyesdown.keno.desk.commands import (
    ApproveAmount,
    CountDrawer,
    OpenDrawer,
    PrintPaper,
    SetCeiling,
)
from eyesdown.keno.desk.events import AmountGiven, DrawerCounted, PaperPrinted
from eyesdown.keno.evolve import evolve
from eyesdown.keno.games.commands import CloseDay, OpenDay
from eyesdown.keno.office.commands import AppointVenue, ApproveTerminal
from eyesdown.keno.sales.commands import IssuePrepaidVoucher
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.desk import Counted, Given
from eyesdown.kernel.refused import refusals_in
from eyesdown.rulebook.keno_words import Form, VenueKind
from eyesdown.rulebooks.nsw_keno.book import open_on

BOOK = open_on(date(2024, 5, 1))
AT = datetime.fromisoformat("2024-05-01T10:00:00+10:00")


class DeskOfTest:
    """A venue with one till, and every command's events."""

    def __init__(self) -> None:
        self.state, self.book = KenoState(), BOOK
        club = AppointVenue(
            AT, "club", VenueKind.CLUB, "C", "S", "A", ("b",), ("b",), time(9), time(23)
        )
        self.do(club)
        self.do(ApproveTerminal(AT, "club-1", "club", False, "A-2"))

    def do(self, command: Any) -> tuple[Any, ...]:
        events = decide(self.book, self.state, command)
        for event in events:
            evolve(self.state, event)
        return events

    def code(self, command: Any) -> str:
        refused = refusals_in(self.do(command))
        return refused[0].code if refused else ""

    def voucher(self, serial: str, cents: int, **more: str) -> IssuePrepaidVoucher:
        facts = {"by": "walt", **more}
        return IssuePrepaidVoucher(AT, serial, "club", Form.REGULAR, cents, **facts)  # type: ignore[arg-type]  # names of fields


@pytest.fixture
def desk() -> DeskOfTest:
    return DeskOfTest()


def _ceiling(**more: Any) -> SetCeiling:
    facts = {"most": 50_000, "alone": 5_000, "reason": 1_000, "day": 60_000} | more
    what = Given.PREPAID_VOUCHER
    return SetCeiling(
        AT, what, facts["most"], facts["alone"], facts["reason"], facts["day"], by="olly"
    )


@pytest.mark.clause("central-site", "11.1")
def test_nothing_above_the_ceiling_is_given_at_once_or_in_a_day(desk: DeskOfTest) -> None:
    assert desk.code(desk.voucher("V1", 2_500_000)) == "", "the book had no ceilings on that day"
    desk.do(_ceiling())
    assert desk.code(desk.voucher("V2", 50_001, because="x")) == "ceiling/above_most"
    assert desk.code(desk.voucher("V3", 1_000)) == ""
    for number in range(11):
        assert desk.code(desk.voucher(f"D{number}", 5_000, because="x")) == ""
    assert desk.code(desk.voucher("V4", 5_000, because="x")) == "ceiling/above_day"
    assert desk.code(desk.voucher("V5", 4_000, because="x")) == "", "exactly the day's amount"


@pytest.mark.clause("central-site", "11.1")
def test_a_site_whose_office_set_none_has_the_ceilings_of_its_own_book(desk: DeskOfTest) -> None:
    """From the day the book has them; the office's own ceiling replaces the book's."""
    desk.book = open_on(date(2026, 11, 18))
    assert desk.code(desk.voucher("V1", 2_500_000, because="x")) == "ceiling/above_most"
    assert desk.code(desk.voucher("V2", 5_001, because="x")) == "ceiling/second_person"
    assert desk.code(desk.voucher("V3", 2_001)) == "ceiling/no_reason"
    assert desk.code(desk.voucher("V4", 2_000)) == ""
    assert desk.code(desk.voucher("V5", 2_500_000, by="")) == "", "no person gave it"
    desk.do(_ceiling(most=3_000_000, alone=3_000_000, reason=3_000_000, day=3_000_000))
    assert desk.code(desk.voucher("V6", 2_500_000)) == ""


@pytest.mark.clause("central-site", "11.1")
def test_the_amounts_of_a_ceiling_rise(desk: DeskOfTest) -> None:
    assert desk.code(_ceiling(alone=60_000)) == "ceiling/amounts"
    assert desk.code(_ceiling(reason=-1)) == "ceiling/amounts"


@pytest.mark.clause("central-site", "11.2")
def test_above_an_amount_a_reason_is_given_and_kept(desk: DeskOfTest) -> None:
    desk.do(_ceiling())
    assert desk.code(desk.voucher("V1", 1_000)) == ""
    assert desk.code(desk.voucher("V2", 1_001)) == "ceiling/no_reason"
    assert desk.code(desk.voucher("V2", 1_001, because="  ")) == "ceiling/no_reason"
    *_, given = desk.do(desk.voucher("V2", 1_001, because="spilt drink"))
    assert isinstance(given, AmountGiven)
    assert (given.because, given.by, given.cents) == ("spilt drink", "walt", 1_001)


@pytest.mark.clause("central-site", "11.3")
def test_above_an_amount_a_second_person_approves_once(desk: DeskOfTest) -> None:
    desk.do(_ceiling())
    asked = desk.voucher("V1", 20_000, because="prize draw")
    assert desk.code(asked) == "ceiling/second_person"
    own = ApproveAmount(AT, "a0", Given.PREPAID_VOUCHER, "club", 20_000, "walt")
    desk.do(own)
    by_oneself = desk.voucher("V1", 20_000, because="x", approval="a0")
    assert desk.code(by_oneself) == "ceiling/same_person"
    desk.do(ApproveAmount(AT, "a1", Given.PREPAID_VOUCHER, "club", 20_000, "mia"))
    assert desk.code(ApproveAmount(AT, "a1", Given.REFUND, "club", 1, "mia")) == (
        "ceiling/approval_used"
    )
    more = desk.voucher("V2", 20_001, because="x", approval="a1")
    assert desk.code(more) == "ceiling/other_amount"
    assert desk.code(desk.voucher("V3", 20_000, because="x", approval="a1")) == ""
    again = desk.voucher("V4", 20_000, because="x", approval="a1")
    assert desk.code(again) == "ceiling/second_person"


@pytest.mark.clause("central-site", "11.4")
def test_a_later_print_is_a_copy_with_a_reason(desk: DeskOfTest) -> None:
    """A paper that is not of this Keno Day is a copy from the first print on."""
    [first] = desk.do(PrintPaper(AT, "S1", "club-1", by="walt"))
    assert isinstance(first, PaperPrinted)
    assert first.copy == 1
    assert desk.code(PrintPaper(AT, "S1", "club-1", by="walt")) == "print/no_reason"
    [second] = desk.do(PrintPaper(AT, "S1", "club-1", "jammed", "walt"))
    assert (second.copy, second.because) == (2, "jammed")


@pytest.mark.clause("central-site", "11.1", "11.3", "11.4")
def test_what_was_given_approved_and_printed_on_a_day_is_over_with_it(desk: DeskOfTest) -> None:
    desk.do(OpenDay(AT))
    desk.do(_ceiling(most=60_000, alone=60_000))
    desk.do(PrintPaper(AT, "S1", "club-1", by="walt"))
    desk.do(ApproveAmount(AT, "a1", Given.PREPAID_VOUCHER, "club", 20_000, "mia"))
    assert desk.code(desk.voucher("V1", 60_000, because="x")) == ""
    assert desk.code(desk.voucher("V2", 60_000, because="x")) == "ceiling/above_day"
    desk.do(CloseDay(AT))
    assert desk.code(desk.voucher("V2", 60_000, because="x")) == ""
    assert desk.code(ApproveAmount(AT, "a1", Given.REFUND, "club", 1, "mia")) == ""
    [first] = desk.do(PrintPaper(AT, "S1", "club-1", by="walt"))
    assert first.copy == 1


@pytest.mark.clause("central-site", "11.5")
def test_one_person_answers_for_a_drawer(desk: DeskOfTest) -> None:
    assert desk.code(OpenDrawer(AT, "club-9", 0, "walt")) == "terminal/unknown"
    assert desk.code(OpenDrawer(AT, "club-1", -1, "walt")) == "drawer/amount"
    assert desk.code(CountDrawer(AT, "club-1", (), 0, 0, by="walt")) == "drawer/not_open"
    desk.do(OpenDrawer(AT, "club-1", 20_000, "walt"))
    assert desk.code(OpenDrawer(AT, "club-1", 100, "mia")) == "drawer/open"


@pytest.mark.clause("central-site", "11.6")
def test_a_count_that_differs_needs_a_reason_and_hands_the_float_over(desk: DeskOfTest) -> None:
    desk.do(OpenDrawer(AT, "club-1", 20_000, "walt"))
    counted = (Counted(10_000, 2), Counted(500, 3))
    short = CountDrawer(AT, "club-1", counted, 21_600, 20_000, handed_to="mia", by="walt")
    assert desk.code(short) == "drawer/no_reason"
    told = CountDrawer(AT, "club-1", counted, 21_600, 21_501, "wrong change", "mia", "walt")
    assert desk.code(told) == "drawer/left"
    right = CountDrawer(AT, "club-1", counted, 21_600, 20_000, "wrong change", "mia", "walt")
    [event] = desk.do(right)
    assert isinstance(event, DrawerCounted)
    assert (event.counted_cents, event.difference_cents) == (21_500, -100)
    assert desk.state.drawers["club-1"].person == "mia"
    assert desk.state.drawers["club-1"].float_cents == 20_000
    desk.do(CountDrawer(AT, "club-1", (Counted(10_000, 2),), 20_000, 0, by="mia"))
    assert desk.state.drawers == {}
