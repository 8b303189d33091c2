"""A scanner at the counter: a stack of papers, a page that still loads, half a code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from kit.counter_site import Door, Live
from kit.scanner import scan_at_once

Sold = dict[str, Any]


@pytest.fixture
def desk(live: Live) -> Iterator[Any]:
    page = live.sign_on("club writer", viewport={"width": 1440, "height": 900})
    page.goto("/counter")
    page.wait_for_load_state()
    yield page
    page.context.close()


def scan(page: Any, code: str, end: str = "Enter") -> None:
    page.keyboard.type(code)
    page.keyboard.press(end)


async def _sold(live: Live) -> tuple[list[Sold], list[Sold], list[Sold]]:
    """Winners of $3 each, losers, and tickets with games to come; the first winner is paid."""
    async with Door(live.hall).visit() as writer:

        async def sell(number: int, slip: str, games: int = 1) -> Sold:
            bet = {"type": "regular", "spots": [number], "subscription_cents": 100}
            return await writer.sell(bet, slip=slip, games=games)

        won = [await sell(n, f"w{n}") for n in range(1, 9)]
        lost = [await sell(n, f"l{n}") for n in range(60, 67)]
        later = [await sell(70, "m", games=3)]
        await live.hall.play()
        await writer.claim(won[0], customer="before")
        await writer.pay(customer="before")
        return won, lost, later


def test_twenty_mixed_papers_are_all_in_the_list_with_the_right_total(
    desk: Any, live: Live
) -> None:
    """Sent as fast as a scanner can, with Enter and Tab by turns; none waits for the page."""
    won, lost, later = live.run(_sold(live))
    stack = [*won, *lost, *later]
    scans = [f"{live.site.address}/check?serial={t['serial']}&check={t['check']}" for t in stack]
    scans += [f"{won[1]['serial']} {won[1]['check']}", scans[8]]  # twice: a winner and a loser
    scans += [f"{won[2]['serial']} 000000000000", "000000-000000-000000-000000"]
    assert len(scans) == 20
    desk.goto("/counter/pay")
    desk.wait_for_load_state()
    for at, code in enumerate(scans):
        scan(desk, code, "Tab" if at % 2 else "Enter")
    looked = desk.locator("#stack li")
    expect(looked).to_have_count(18)  # two of the twenty are in the list already
    expect(desk.locator("#stack [data-total]")).to_have_text("18 scanned, 7 won, $21.00 in all")
    tags = [looked.nth(at).locator(".tag").text_content() for at in range(18)]
    no = "Do not pay"  # paid before, a forged copy of a winner, and no ticket of ours
    assert tags == [no, *["Won"] * 7, *["No prize"] * 7, "Not all drawn", no, no]
    expect(desk.locator("#stack li", has_text="Scanned twice")).to_have_count(2)
    expect(looked.nth(16)).to_contain_text("the code on this paper doesn’t match ticket")
    expect(desk.locator("#owed-here")).to_contain_text("$21.00")


def test_a_scan_while_the_page_still_loads_is_not_lost(desk: Any, live: Live) -> None:
    won, _, _ = live.run(_sold(live))
    held: list[Any] = []
    script = re.compile(r"/scan\.[^/]*js")

    def hold(route: Any) -> None:
        held.append(route)

    desk.route(script, hold)
    desk.goto("/counter/cash-up", wait_until="commit")
    desk.wait_for_function("() => window.keepKey && document.querySelector('.till-foot')")
    scan(desk, f"{won[3]['serial']} {won[3]['check']}", "Tab")
    held.pop().continue_()
    desk.unroute(script)
    expect(desk.locator("#stack li")).to_contain_text(won[3]["serial"])


def test_a_voucher_scanned_before_the_first_line_is_in_sight(desk: Any, live: Live) -> None:
    async def issue() -> str:
        async with Door(live.hall).visit() as writer:
            await writer.post("/counter/vouchers/cash-voucher", amount="30", slip="early")
            documents = await live.hall.web.ask_state(lambda state: list(state.keno.documents))
            return str(documents[-1])

    empty = desk.locator("#lines-empty")
    expect(empty).to_contain_text("Type a line")
    scan(desk, live.run(issue()))
    expect(empty).to_contain_text(
        "A voucher or receipt is scanned, and pays for the lines you add."
    )
    desk.keyboard.type("1 2 $30")
    desk.keyboard.press("Enter")
    expect(desk.locator("#tenders")).to_contain_text("$30.00")
    desk.keyboard.press("F8")
    expect(empty).to_contain_text("Type a line")


def test_a_line_entered_while_the_page_still_loads_is_on_the_slip(desk: Any) -> None:
    held: list[Any] = []
    script = re.compile(r"/counter\.[^/]*js")
    desk.route(script, lambda route: held.append(route))  # noqa: PLW0108 -- it counts arguments
    desk.goto("/counter", wait_until="commit")
    desk.wait_for_function("() => window.keepKey && document.activeElement?.id === 'quick'")
    scan(desk, "5 12")
    held.pop().continue_()
    desk.unroute(script)
    expect(desk.locator("#lines li")).to_have_count(1)
    expect(desk.locator("#quick")).to_have_value("")


@pytest.mark.parametrize("page", ["/counter/cash-up", "/counter/duty"])
def test_half_a_code_is_answered_on_the_page(desk: Any, page: str) -> None:
    desk.goto(page)
    desk.wait_for_load_state()
    desk.evaluate("() => document.activeElement.blur()")
    scan_at_once(desk, "R40M30-E209EP-XXHNBP")
    expect(desk.get_by_role("alert")).to_contain_text("wasn’t read whole")
    desk.context.set_offline(True)
    scan_at_once(desk, "000G40-R40M30-E209EP-XXHNBP")
    expect(desk.get_by_role("alert")).to_contain_text("The site can’t be reached")
    desk.context.set_offline(False)
