"""A player at the self-service terminal, with nobody to ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

TALL = {"width": 1080, "height": 1500}


@pytest.fixture
def box(live: Any) -> Iterator[Any]:
    page = live.sign_on("club box", viewport=TALL, has_touch=True)
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto("/terminal")
    yield page
    page.context.close()
    assert trouble == []


def buy(page: Any) -> Any:
    """Presses Buy; gives the ticket's paper."""
    expect(page.locator("#buy")).to_be_enabled()
    page.dblclick("#buy")
    page.wait_for_selector("#sold-paper svg")
    return page.locator("#sold-paper")


def test_a_ticket_for_notes_its_change_spent_and_its_prize_redeemed(
    box: Any, live: Any, shot: Any
) -> None:
    shot(box, "terminal-home")
    box.tap("[data-go=classic]")
    for number in (1, 2, 3):
        box.tap(f"[data-screen=classic] [data-n='{number}']")
    shot(box, "terminal-classic")
    box.tap("[data-screen=classic] [data-add]")
    box.tap("#more")
    expect(box.locator("#cost")).to_have_text("$2.00")
    shot(box, "terminal-confirm")
    box.tap("#to-pay")
    expect(box.locator("#buy")).to_be_disabled()
    box.tap("[data-note='1000']")
    expect(box.locator("#change")).to_have_text("$8.00")
    shot(box, "terminal-pay")
    ticket = buy(box)
    serial, check = ticket.get_attribute("data-serial"), ticket.get_attribute("data-check")
    receipt = box.locator("#change-paper").get_attribute("data-serial")
    expect(box.locator("#change-paper")).to_contain_text("SST receipt")
    shot(box, "terminal-done")
    box.tap("#finish")
    box.tap("#lucky-dip")
    box.tap("#to-pay")
    box.fill("#paper", receipt)
    box.tap("#paper-form button")
    expect(box.locator("#change")).to_have_text("$7.00")
    buy(box)
    live.run(live.hall.play())
    box.goto("/terminal/check")
    box.fill("#scan", f"{live.address}/check?serial={serial}&check={check}")
    box.tap("form.scan button")
    expect(box.locator("article")).to_contain_text("You won $44.00")
    shot(box, "terminal-check")
    box.dblclick("#redeem")
    expect(box.locator("#paid")).to_have_text("Your SST receipt: $44.00")
    box.wait_for_selector(".paper svg")
    shot(box, "terminal-redeemed")


def test_more_than_the_rule_allows_is_refused_on_the_screen(box: Any, shot: Any) -> None:
    box.tap("[data-go=classic]")
    box.tap("[data-screen=classic] [data-n='9']")
    box.fill("#regular-stake", "251")
    box.tap("[data-screen=classic] [data-add]")
    expect(box.locator("#refusals .note")).to_contain_text("above_self_service_maximum")
    expect(box.locator("#to-pay")).to_be_disabled()
    shot(box, "terminal-refused")


def test_notes_that_buy_nothing_come_back_as_a_receipt(box: Any) -> None:
    box.tap("#lucky-dip")
    box.tap("#to-pay")
    box.tap("[data-note='2000']")
    expect(box.locator("#put-in")).to_have_text("$20.00")
    box.tap("[data-screen=pay] [data-go=confirm]")
    box.tap("[data-screen=confirm] [data-go=home]")
    box.tap("#wipe")
    expect(box.locator("#done-title")).to_have_text("Your money back: $20.00")
    expect(box.locator("#change-paper")).to_contain_text("$20.00")


def test_no_screen_makes_a_reader_stumble(
    box: Any, audit: Callable[[Any], list[str]], shot: Any
) -> None:
    assert audit(box) == []
    for name in ("classic", "heads", "racing", "roulette", "combination"):
        box.tap(f"[data-go={name}]:visible")
        assert audit(box) == []
        shot(box, f"terminal-{name}")
        box.tap(f"[data-screen={name}] [data-go=home]")
    box.goto("/terminal/check")
    assert audit(box) == []
