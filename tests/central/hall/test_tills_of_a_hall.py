"""Cash at a sale point of a hall on the site: an open till, and no more than it holds."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from eyesdown.proof.hall.setting import VIC
from kit.hall_nights import numbers_held, play_to_the_end, prepare, sell, start
from kit.hall_site import HallDesk

SALE: dict[str, Any] = {"session": "tue", "game": 1, "player": "ann", "serial": "A1", "count": 1}
AT_DOOR: dict[str, Any] = {"paid_cents": 250, "point": "door"}


def at_the_hall(story: Callable[[HallDesk], Awaitable[None]]) -> HallDesk:
    desk = HallDesk(VIC)

    async def whole() -> None:
        async with desk.open():
            await prepare(desk)
            await story(desk)

    asyncio.run(whole())
    return desk


async def count(desk: HallDesk, cents: int) -> None:
    await desk.do("seller", "CountTill", point="door", by="bea", counted_cents=cents)


@pytest.mark.clause("central-site", "7.6")
def test_cash_at_a_point_needs_its_open_till() -> None:
    async def story(desk: HallDesk) -> None:
        await count(desk, 20_000)
        assert await desk.refused("seller", "SellCards", **SALE, **AT_DOOR) == "till/not_open"
        await desk.do("seller", "SellCards", **SALE, **AT_DOOR, tender="card")
        await desk.do("seller", "OpenTill", point="door", by="bea", float_cents=0)
        await desk.do("seller", "SellCards", **SALE, **AT_DOOR)

    desk = at_the_hall(story)
    assert desk.site.state.hall.tills["door"].expected_cents == 250
    assert desk.site.balances["hall_cash/door"] == 250


@pytest.mark.clause("central-site", "7.6")
@pytest.mark.parametrize(
    ("float_cents", "refusal"), [(8_999, "till/too_little"), (9_000, ""), (9_001, "")]
)
def test_a_till_pays_no_prize_that_it_does_not_hold(float_cents: int, refusal: str) -> None:
    async def story(desk: HallDesk) -> None:
        slips = {player: (await sell(desk, player, 2))["slip"] for player in ("ann", "bob")}
        await start(desk)
        await play_to_the_end(desk, await numbers_held(desk, slips))
        await count(desk, 21_000)
        awards = list(desk.site.state.hall.awards.values())
        held = float_cents - 9_000 + awards[0].amount_cents
        await desk.do("seller", "OpenTill", point="door", by="bea", float_cents=held)
        name = next(iter(desk.site.state.hall.awards))
        if refusal:
            answered = await desk.refused("seller", "PayPrize", award=name, point="door", by="bea")
            assert answered == refusal
            parts = [{"method": "cheque", "amount_cents": awards[0].amount_cents}]
            await desk.do("seller", "PayPrize", award=name, point="door", by="bea", parts=parts)
        else:
            await desk.do("seller", "PayPrize", award=name, point="door", by="bea")

    at_the_hall(story)


@pytest.mark.clause("central-site", "7.6")
def test_a_sale_is_taken_back_from_a_till_that_holds_its_price() -> None:
    async def story(desk: HallDesk) -> None:
        sold = await sell(desk, "ann", 2)
        await count(desk, 20_500)
        await desk.do("seller", "OpenTill", point="door", by="bea", float_cents=499)
        back = {"session": "tue", "purchase": sold["purchase"], "by": "sue", "reason": "wrong"}
        assert await desk.refused("supervisor", "TakeBackSale", **back) == "till/too_little"
        await sell(desk, "bob", 1)
        await desk.do("supervisor", "TakeBackSale", **back)

    desk = at_the_hall(story)
    assert desk.site.state.hall.tills["door"].expected_cents == 499 + 250 - 500
