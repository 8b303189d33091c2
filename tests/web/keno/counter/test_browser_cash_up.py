"""A till from its float to its hand-over, and what no writer may tick or give unseen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from eyesdown.keno.desk.commands import SetCeiling
from eyesdown.keno.words.desk import Given
from kit.counter_site import Live


@pytest.fixture
def desk(live: Live) -> Iterator[Any]:
    page = live.sign_on("club writer", viewport={"width": 1280, "height": 800})
    page.goto("/counter")
    yield page
    page.context.close()


def test_a_drawer_is_opened_counted_explained_and_handed_over(desk: Any) -> None:
    desk.goto("/counter/cash-up")
    desk.get_by_label("Float").fill("100")
    desk.keyboard.press("Enter")
    expect(desk.locator("#expected")).to_have_text("$100.00")
    desk.goto("/counter")
    expect(desk.locator("#add")).to_be_enabled()
    desk.fill("#quick", "1 2 $5")
    desk.keyboard.press("Enter")
    expect(desk.locator("#sell")).to_be_enabled()
    desk.keyboard.press("Control+Enter")
    desk.wait_for_selector("#sold-paper svg")
    desk.goto("/counter/cash-up")
    expect(desk.locator("#expected")).to_have_text("$105.00")
    desk.fill("#n5000", "2")
    expect(desk.locator("main")).to_contain_text("Counted $100.00: $5.00 short.")
    desk.click("text=Sign the count as club writer")
    expect(desk.locator("[data-code='drawer/no_reason']")).to_contain_text(
        "$100.00 was counted, and $105.00 should be there."
    )
    expect(desk.locator("#n5000")).to_have_value("2")  # nothing is typed again
    desk.get_by_label("Reason for a difference").fill("a note was lost")
    desk.get_by_label("Handed over to").fill("cass")
    desk.get_by_label("Stays as float").fill("100")
    desk.click("text=Sign the count as club writer")
    row = desk.locator("tr", has_text="a note was lost")
    for words in ("$105.00", "$100.00", "-$5.00", "cass"):
        expect(row).to_contain_text(words)
    expect(desk.locator("#own-h")).to_contain_text("cass, since")


def test_nothing_is_attested_before_a_writer_ticks_it(desk: Any) -> None:
    for page in ("vouchers", "pay", "claim-forms", "cancel", "duty"):
        desk.goto(f"/counter/{page}")
        assert desk.locator("input[type=checkbox]:checked").count() == 0, page


def test_a_voucher_at_the_operators_cost_needs_its_reason_and_a_second_person(
    desk: Any, live: Live
) -> None:
    most = SetCeiling(
        live.hall.at, Given.PREPAID_VOUCHER, 50_000, 5_000, 2_000, 100_000, by="office"
    )
    live.run(live.hall.do(most))
    for amount, reason, no in (
        ("40", "", "$40.00 needs a reason, as any amount above $20.00 does."),
        ("100", "raffle", "$100.00 needs a second person; you may give $50.00 alone."),
    ):
        desk.goto("/counter/vouchers")
        form = desk.locator("form", has=desk.locator("button:text-is('Give')"))
        form.get_by_label("Amount").fill(amount)
        form.get_by_label("Reason").fill(reason)
        form.locator("button:text-is('Give')").click()
        expect(desk.locator(".note.no")).to_contain_text(no)
        expect(desk.locator(".note.no")).to_contain_text("Nothing was done.")
