"""A seller at the till: sells, takes back, pays, cashes up; each press done once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable

import pytest

from eyesdown.proof.hall.setting import BOOKS, NSW, NZ, VIC
from kit.hall_opened import SESSION, evening
from kit.hall_site import NAME, Browser, HallDesk, hidden_fields

SELL = f"/halls/{NAME}/seller/sell"


def at_the_till(
    story: Callable[[HallDesk, Browser], Awaitable[None]], book: str = VIC, *, tills: bool = True
) -> HallDesk:
    desk = HallDesk(book)

    async def whole() -> None:
        async with desk.open():
            await evening(desk, tills=tills)
            await story(desk, await desk.signed_on("bea"))

    asyncio.run(whole())
    return desk


async def sale(bea: Browser, **fields: str) -> dict[str, str]:
    """The fields of the sale form, with some of them set."""
    form = hidden_fields(await bea.page("/seller"), "sale")
    return {**form, "serial": "A1", "game": "1", "count": "1", "by": "count", **fields}


@pytest.mark.parametrize("book", [VIC, NZ])
def test_cards_are_sold_by_count_with_change_and_a_slip(book: str) -> None:
    async def story(desk: HallDesk, bea: Browser) -> None:
        each = 250 if book == VIC else 300
        page = await bea.page("/seller")
        assert f"${each / 100:.2f}" in page
        reply = await bea.http.post(SELL, data=await sale(bea, count="3", tendered_dollars="20"))
        assert reply.status_code == 303, reply.text
        shown = (await bea.http.get(reply.headers["location"])).text
        assert f"${(2000 - 3 * each) / 100:.2f}" in shown
        [purchase] = desk.site.state.hall.sessions[SESSION].purchases.values()
        assert (purchase.cards, purchase.by, purchase.point) == ((1, 2, 3), "bea", "door")
        assert f'href="/halls/{NAME}/phone/{purchase.slip}"' in shown
        slip = await bea.http.get(f"/halls/{NAME}/seller/slip/{purchase.slip}.svg")
        assert purchase.slip in slip.text
        cards = await bea.http.get(f"/halls/{NAME}/seller/slip/{purchase.slip}/cards.pdf")
        assert cards.content.startswith(b"%PDF")

    at_the_till(story, book)


def test_a_sale_sent_twice_is_sold_once() -> None:
    async def story(desk: HallDesk, bea: Browser) -> None:
        form = await sale(bea, count="2")
        first, second = [await bea.http.post(SELL, data=form) for _ in range(2)]
        assert first.headers["location"] == second.headers["location"]
        assert len(desk.site.state.hall.sessions[SESSION].purchases) == 1

    at_the_till(story)


def test_the_price_is_the_one_that_the_rules_charge() -> None:
    async def story(_: HallDesk, bea: Browser) -> None:
        form = await sale(bea, count="4")
        address, json = f"/halls/{NAME}/seller/price", {"accept": "application/json"}
        answer = (await bea.http.post(address, data=form, headers=json)).json()
        assert (answer["price_cents"], answer["refusals"]) == (1000, [])
        wrong = {**form, "paid_cents": "900"}
        refused = await bea.http.post(SELL, data=wrong, headers=json)
        assert refused.status_code == 422
        assert refused.json()["refusals"][0]["clause"]

    at_the_till(story)


def test_the_last_card_wanted_at_two_counters_goes_to_one() -> None:
    async def story(desk: HallDesk, bea: Browser) -> None:
        ben = await desk.signed_on("ben")
        await bea.http.post(SELL, data=await sale(bea, count="59"))
        forms = [await sale(bea), await sale(ben)]
        replies = await asyncio.gather(
            bea.http.post(SELL, data=forms[0]), ben.http.post(SELL, data=forms[1])
        )
        assert sorted(reply.status_code for reply in replies) == [303, 422]

    at_the_till(story)


def test_a_sale_keyed_by_mistake_is_taken_back_and_its_cards_are_spoiled() -> None:
    async def story(desk: HallDesk, bea: Browser) -> None:
        await bea.http.post(SELL, data=await sale(bea, count="2"))
        reply = await bea.press("/seller/sales", "TakeBackSale", reason="wrong game")
        assert reply.status_code == 303, reply.text
        assert "Give the customer $5.00" in (await bea.http.get(reply.headers["location"])).text
        assert list(desk.site.state.hall.series["A1"].spoiled) == [1, 2]
        [slip] = desk.site.store.records("slip")
        for paper in (".pdf", ".svg", "/cards.pdf"):
            reply = await bea.http.get(f"/halls/{NAME}/seller/slip/{slip.key}{paper}")
            assert reply.status_code == 404
            assert "this sale was taken back" in reply.text

    at_the_till(story)


def test_a_spoiled_card_leaves_the_stock() -> None:
    async def story(desk: HallDesk, bea: Browser) -> None:
        reply = await bea.press(
            "/seller/sales", "WithdrawCard", serial="A1", card="5", reason="torn"
        )
        assert reply.status_code == 303, reply.text
        assert 5 in desk.site.state.hall.series["A1"].spoiled

    at_the_till(story)


def test_a_till_is_opened_with_a_float_and_counted_by_notes_and_coins() -> None:
    async def story(desk: HallDesk, bea: Browser) -> None:
        await bea.press("/seller/cash-up", "OpenTill", float_dollars="100")
        await bea.http.post(SELL, data=await sale(bea, count="4"))
        form = hidden_fields(await bea.page("/seller/cash-up"), "count-form")
        counted = {**form, "n5000": "2", "n200": "4", "n50": "3"}
        reply = await bea.http.post(f"/halls/{NAME}/seller/count", data=counted)
        assert reply.status_code == 303, reply.text
        shown = (await bea.http.get(reply.headers["location"])).text
        assert re.search(r"Difference.*?-\$0\.50.*?too little", shown, re.DOTALL)
        assert not desk.site.state.hall.tills

    at_the_till(story, tills=False)


def test_a_fee_is_taken_and_scorecards_are_handed_out() -> None:
    async def story(desk: HallDesk, bea: Browser) -> None:
        await bea.press("/seller", "RegisterPerson", person="ann")
        paid = await bea.press("/seller", "ChargeAdmission", player="ann", tendered_dollars="20")
        assert paid.status_code == 303, paid.text
        shown = (await bea.http.get(paid.headers["location"])).text
        assert "$5.00" in shown
        issued = await bea.press(
            "/seller", "IssueScorecards", player="ann", serial="A1", count="1", medium="electronic"
        )
        assert issued.status_code == 303, issued.text
        [held] = desk.site.state.hall.sessions[SESSION].holdings.values()
        assert (held.player, held.medium) == ("ann", "electronic")
        assert "Came back" in await bea.page("/seller/sales")

    at_the_till(story, NSW)


def test_a_seller_enters_no_staff() -> None:
    async def story(desk: HallDesk, bea: Browser) -> None:
        reply = await bea.press("/seller", "RegisterPerson", person="mole", staff="true")
        assert reply.status_code == 403
        assert "mole" not in desk.site.state.hall.people

    at_the_till(story, NSW)


@pytest.mark.parametrize("book", BOOKS)
def test_every_page_of_the_seller_opens_under_each_book(book: str) -> None:
    async def story(_: HallDesk, bea: Browser) -> None:
        for path in ("", "/pay", "/sales", "/cash-up"):
            assert "<h1" in await bea.page(f"/seller{path}")

    at_the_till(story, book)


def test_script_in_a_name_is_shown_as_text() -> None:
    async def story(_: HallDesk, bea: Browser) -> None:
        await bea.http.post(SELL, data=await sale(bea, player="<script>alert(1)</script>"))
        page = await bea.page("/seller/sales")
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page

    at_the_till(story)


def test_a_rule_of_the_site_is_not_shown_as_one_of_the_book() -> None:
    async def story(_: HallDesk, bea: Browser) -> None:
        refused = await bea.http.post(SELL, data=await sale(bea))
        assert refused.status_code == 422
        assert "till/not_open" in refused.text
        assert 'Site rule <a href="/rules/central-site/7.6">' in refused.text

    at_the_till(story, tills=False)
