"""A till in a real browser from its float to its count: sell, take back, pay a prize, cash up."""

from __future__ import annotations

from typing import Any

from eyesdown.proof.hall.setting import VIC
from kit.hall_opened import SESSION, evening
from kit.hall_pages import DESK, HallPages, hall_pages, screenshot
from kit.hall_site import NAME

GAME = {"session": SESSION, "game": 1}
DEVICE = "Blower 2"
STEPS = {"by": "sue", "serial": "A1", "witness": "bob"}


def sell(page: Any, player: str, count: int) -> None:
    page.fill("#player", player)
    page.fill("#count", str(count))
    page.check("[name=game][value='1']")
    page.locator("#to-pay", has_text=f"${2.5 * count:.2f}").wait_for()
    page.click("#sell")
    page.wait_for_selector("#sold svg")
    page.keyboard.press("Enter")  # the next customer
    page.wait_for_selector("#sell")


async def won_by_ann(hall: HallPages) -> None:
    """Game 1 is called over the API until ann has it; the prize is declared."""
    sale = {**GAME, "player": "bob", "serial": "A1", "count": 1, "paid_cents": 250}
    await hall.do("seller", "OpenTill", point="bar", by="ben", float_cents=10_000)
    await hall.do("seller", "SellCards", **sale, point="bar", by="ben")  # a witness
    caller, supervisor = {**GAME, "by": "cal"}, {**GAME, "by": "sue"}
    await hall.do("office", "ApproveDevice", device=DEVICE, approval="A-17")
    await hall.do("caller", "StartGame", **caller, selector="device", selector_id=DEVICE)
    await hall.do("caller", "Announce", **caller, topics=[])
    await hall.do("caller", "EyesDown", **caller)
    held = hall.site.state.hall.sessions[SESSION].holdings.values()
    card = next(each.key for each in held if each.player == "ann")
    for row in hall.site.state.hall.printed(card).boxes[0].rows:
        for number in filter(None, row):
            await hall.do("caller", "BeginCall", **caller, number=number)
            await hall.do("caller", "FinishCall", **caller)
    [claim, *_] = await hall.do("verifier", "Claim", **GAME, player="ann")
    for step in (await hall.get("/staff", "supervisor"))["claims"][0]["steps_left"]:
        words = {**GAME, **STEPS, "claim": claim["claim"], "steps": [step]}
        await hall.do("supervisor", "CheckClaim", **words)
    await hall.do("supervisor", "ConfirmClaim", **supervisor, claim=claim["claim"])
    await hall.do("supervisor", "DeclareResult", **supervisor)
    await hall.do("supervisor", "CloseGame", **supervisor)


def test_a_till_from_its_float_to_its_count() -> None:
    with hall_pages(VIC) as hall:
        hall.run(evening(hall, tills=False))
        page = hall.sign_on("bea", "seller")
        page.keyboard.press("F2")  # the first thing: count the float
        page.wait_for_url("**/cash-up*")
        page.fill("[name=float_dollars]", "200")
        page.keyboard.press("Enter")
        page.wait_for_selector("html[data-ready] #sale")
        for player, count in (("ann", 3), ("cat", 4)):
            sell(page, player, count)
        page.goto(f"/halls/{NAME}/seller/sales")
        page.set_viewport_size({"width": 360, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        page.set_viewport_size(DESK)
        page.locator("tr:has-text('cat') summary").click()
        page.locator("tr:has-text('cat') button.danger").click()
        page.get_by_text("Give the customer $10.00").wait_for()
        hall.run(won_by_ann(hall))
        page.goto(f"/halls/{NAME}/seller")
        assert "Pay $100.00 of prizes: ann" in page.inner_text(".next-says")
        page.keyboard.press("F2")
        page.wait_for_selector("html[data-ready] #owed button.main")
        page.click("#owed button.main")
        page.get_by_text("Paid $100.00 to ann").wait_for()
        page.goto(f"/halls/{NAME}/seller/cash-up")  # 200 + 3 x 2.50 - 100 = 107.50
        for field, count in (("#n5000", 2), ("#n500", 1), ("#n100", 1), ("#n50", 1)):
            page.fill(field, str(count))
        assert page.inner_text("#counted-sum") == "$106.50"
        assert "107.50" not in page.inner_text("main"), "what it should be is not known yet"
        page.keyboard.press("Control+Enter")
        page.get_by_text("too little").wait_for()
        counted = page.inner_text("section[aria-labelledby=counted]")
        for words in ("$107.50", "$106.50", "-$1.00", "signed off by\nbea"):
            assert words in counted, counted
        screenshot(page, "seller-counted", full_page=True)
