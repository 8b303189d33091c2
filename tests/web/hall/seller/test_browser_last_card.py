"""The last card of a series, wanted at two counters at the same time, in a real browser."""

from __future__ import annotations

from eyesdown.proof.hall.setting import VIC
from kit.hall_opened import SESSION, evening
from kit.hall_pages import hall_pages


def test_the_last_card_wanted_at_two_counters_is_sold_once() -> None:
    with hall_pages(VIC) as desk:
        desk.run(evening(desk))
        pages = {name: desk.sign_on(name, "seller") for name in ("bea", "ben")}
        most = {"session": SESSION, "game": 1, "serial": "A1", "count": 59, "paid_cents": 14_750}
        desk.run(desk.do("seller", "SellCards", **most, point="door"))
        for page in pages.values():
            page.locator("#sale-cards", has_text="Card 60 of A1").wait_for()
        for page in pages.values():
            page.click("#sell", no_wait_after=True)
        for page in pages.values():
            page.wait_for_selector("#sold svg, .answer .note")
        purchases = list(desk.site.state.hall.sessions[SESSION].purchases.values())
        sold = [name for name, page in pages.items() if page.locator("#sold").count()]
        assert [purchase.by for purchase in purchases[1:]] == sold
        [name] = pages.keys() - {*sold}
        late = pages[name]
        late.get_by_text("Cards left in this series: 0").wait_for()
        late.locator("#to-pay", has_text="–").wait_for()
        assert "$0.00" not in late.inner_text("#offers")
