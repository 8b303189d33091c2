"""The seller's pages in a real browser: keys, a lost answer, another counter, contrast, phone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from eyesdown.proof.hall.setting import VIC
from kit.hall_opened import SESSION, evening
from kit.hall_pages import (
    DESK,
    PHONE,
    HallPages,
    audited,
    bytes_of,
    findings,
    hall_pages,
    screenshot,
)

PAGES = ("seller", "seller/pay", "seller/sales", "seller/cash-up")
BYTES_MAX = 200_000


@pytest.fixture(scope="module")
def hall() -> Iterator[HallPages]:
    with hall_pages(VIC) as desk:
        desk.run(evening(desk))
        yield desk


def purchases(hall: HallPages) -> list[Any]:
    return list(hall.site.state.hall.sessions[SESSION].purchases.values())


def test_a_sale_with_the_keyboard_alone(hall: HallPages) -> None:
    page = hall.sign_on("bea", "seller")
    page.fill("#count", "3")
    page.keyboard.press("ArrowDown")
    page.locator("#to-pay", has_text="$7.50").wait_for()
    page.fill("#tendered", "10")
    assert page.inner_text("#change") == "$2.50"
    screenshot(page, "seller")
    page.keyboard.press("Enter")
    page.wait_for_selector("#sold svg")
    assert page.inner_text("#change-due") == "$2.50"
    screenshot(page, "seller-sold")
    assert page.is_disabled("#count"), "what is typed there now would be sold to no one"
    assert findings(page) == []
    page.keyboard.press("Enter")
    page.wait_for_selector("#sell")
    assert len(purchases(hall)[-1].cards) == 3
    assert purchases(hall)[-1].by == "bea"


def test_a_sale_whose_answer_is_lost_is_sent_again_and_sold_once(hall: HallPages) -> None:
    page, before, lost = hall.sign_on("bea", "seller"), len(purchases(hall)), []

    def lose_once(route: Any) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)  # the site sells, and the page does not hear of it
        route.abort()

    page.route("**/seller/sell", lose_once)
    page.locator("#to-pay", has_text="$").wait_for()
    page.click("#sell")
    page.wait_for_selector("#sold svg")
    hall.errors.clear()  # the browser notes the connection that was cut
    assert lost == [200]
    assert len(purchases(hall)) == before + 1


def test_a_sale_is_not_lost_when_another_counter_sells_meanwhile(hall: HallPages) -> None:
    """The offers come anew while the page waits for its price: it asks again, then sells."""
    page, before, held = hall.sign_on("bea", "seller"), len(purchases(hall)), []

    def hold_two(route: Any) -> None:
        if len(held) < 2:
            held.append(route)
        else:
            route.continue_()

    page.locator("#to-pay", has_text="$").wait_for()
    page.route("**/seller/price", hold_two)
    page.evaluate(
        """() => {
            const sale = document.getElementById("sale");
            sale.dispatchEvent(new Event("input"));
            sale.requestSubmit();
            const fresh = new CustomEvent("fresh", { bubbles: true });
            document.getElementById("offers").dispatchEvent(fresh);
        }"""
    )
    while len(held) < 2:
        page.wait_for_timeout(20)
    with page.expect_response("**/seller/price"):
        held[0].continue_()
    held[1].continue_()
    page.wait_for_selector("#sold svg")
    assert len(purchases(hall)) == before + 1


def test_what_another_counter_sells_shows_here(hall: HallPages) -> None:
    page = hall.sign_on("bea", "seller")
    left = int(page.locator("#offers tbody tr td").nth(2).inner_text())
    sale = {"session": SESSION, "game": 2, "serial": "A1", "count": 1, "paid_cents": 250}
    hall.run(hall.do("seller", "SellCards", **sale, point="bar"))
    page.locator("#offers td", has_text=str(left - 1)).first.wait_for()
    page.wait_for_selector(f"#serial option:has-text('{left - 1} left')", state="attached")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_every_page_is_light_and_can_be_read(hall: HallPages, size: dict[str, int]) -> None:
    page = hall.sign_on("bea", "seller", size)
    for path in PAGES:
        page.goto(f"/halls/dome/{path}")
        page.wait_for_load_state("load")
        assert bytes_of(page) < BYTES_MAX, path
        assert audited(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], path
