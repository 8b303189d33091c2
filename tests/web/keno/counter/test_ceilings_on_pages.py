"""Amounts above a person's ceiling: the page asks for what is missing, and pays once."""

from __future__ import annotations

import re

import pytest

from eyesdown.keno.desk.commands import SetCeiling
from eyesdown.keno.sales.commands import CancelEntry
from eyesdown.keno.words.desk import Given
from eyesdown.kernel.refused import refusals_in
from kit.counter_site import CounterSite, Door, RunsScenario
from kit.served_site import PASSWORD

LINE = {"type": "regular", "spots": [1, 2, 3], "subscription_cents": 6_000}


async def _ceiling(hall: CounterSite, what: Given, *cents: int) -> None:
    most, alone, reason, day = cents
    await hall.do(SetCeiling(hall.at, what, most, alone, reason, day, by="office"))


@pytest.mark.clause("central-site", "11.3")
def test_a_cancellation_above_the_ceiling_asks_for_a_second_person(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        await _ceiling(hall, Given.CANCELLATION, 9_000, 5_000, 1_000, 20_000)
        async with door.visit() as writer:
            serial = (await writer.sell(LINE))["serial"]
            page = (await writer.get(f"/counter/cancel?scan={serial}")).text
            assert "A second person approves $60.00" in page
            assert "Needed above $10.00" in page
            out = {"scan": serial, "customer": "c1"}
            alone = await writer.post("/counter/cancel/out", slip="x1", because="changed", **out)
            assert alone.status_code == 409
            assert "ceiling/second_person" in alone.text
            assert 'value="changed"' in alone.text, "what was typed is still there"
            signed = {"because": "changed", "approved_amount": "60.00", "second_password": PASSWORD}
            wrong = signed | {"second_name": "hotel writer", "slip": "x2"}
            assert (await writer.post("/counter/cancel/out", **out, **wrong)).status_code == 422
            for guess in range(60):  # a stranger on the same network; the till goes on
                tried = hall.hosted.people.check("office", f"guess {guess}", "", "127.0.0.1")
                assert not tried
            right = signed | {"second_name": "office", "slip": "x3"}
            for _ in range(2):  # pressed twice: given back once
                done = await writer.post("/counter/cancel/out", **out, **right)
                assert "Give back $60.00 as cash" in door.shown(done, "cancelled")

    site(scenario)


@pytest.mark.clause("central-site", "11.1")
def test_an_amount_that_no_one_may_give_cannot_be_pressed(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        await _ceiling(hall, Given.CANCELLATION, 5_000, 5_000, 5_000, 20_000)
        async with door.visit() as writer:
            serial = (await writer.sell(LINE))["serial"]
            page = (await writer.get(f"/counter/cancel?scan={serial}")).text
            assert "ceiling/above_most" in page
            assert re.search(r'id="cancel" disabled', page)

    site(scenario)


@pytest.mark.clause("central-site", "11.2")
def test_a_prize_above_the_ceiling_can_still_be_paid_with_its_reason(site: RunsScenario) -> None:
    """Looking at the page is not giving: it asks for the reason and does not refuse at once."""

    async def scenario(hall: CounterSite, door: Door) -> None:
        await _ceiling(hall, Given.PAYOUT, 100_000, 100_000, 1_000, 100_000)
        async with door.visit() as writer:
            sold = await writer.sell(LINE | {"subscription_cents": 100})
            await hall.play()
            await writer.claim(sold)
            page = (await writer.get("/counter/pay?customer=c1")).text
            assert "Needed above $10.00" in page
            assert not re.search(r'id="pay"[^>]* disabled', page)
            paid = await writer.pay(because="a regular", slip="p2")
            assert door.shown(paid, "paid") == "$44.00"

    site(scenario)


@pytest.mark.clause("central-site", "11.3")
def test_the_same_ceiling_holds_without_a_page(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        await _ceiling(hall, Given.CANCELLATION, 9_000, 5_000, 1_000, 20_000)
        async with door.visit() as writer:
            serial = (await writer.sell(LINE))["serial"]
        asked = CancelEntry(hall.at, serial, "s", "club", by="till token", because="x")
        codes = [no.code for no in refusals_in(await hall.web.submit(asked))]
        assert codes == ["ceiling/second_person"]

    site(scenario)
