"""Promotions on the office's page: offered with a checklist of terms, lodged in time, published."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from eyesdown.proof.hall.setting import NSW, VIC
from kit.hall_opened import evening
from kit.hall_site import NAME, Browser, HallDesk, hidden_fields

ADDRESS = f"/halls/{NAME}/office/promotions"
OFFER = {
    "promotion": "winter hamper",
    "mechanism": "draw",
    "starts_at": "2026-06-10T18:00",
    "award_manner": "a random draw",
    "eligibility": "members",
    "p1-prize": "hamper",
    "p1-value": "150",
}


def in_the_office(
    story: Callable[[HallDesk, Browser], Awaitable[None]], book: str = NSW
) -> HallDesk:
    desk = HallDesk(book)

    async def whole() -> None:
        async with desk.open():
            await evening(desk)
            await story(desk, await desk.signed_on("olga"))

    asyncio.run(whole())
    return desk


def test_a_promotion_is_offered_and_its_terms_are_lodged() -> None:
    async def story(desk: HallDesk, olga: Browser) -> None:
        form = {**hidden_fields(await olga.page("/office/promotions"), "offer"), **OFFER}
        json = {"accept": "application/json"}
        checked = (await olga.http.post(f"{ADDRESS}/check", data=form, headers=json)).json()
        assert checked["refusals"] == []
        assert not desk.site.state.promotions.promotions
        assert (await olga.http.post(ADDRESS, data=form)).status_code == 303
        assert "Where they are awarded: not stated" in await olga.page("/office/promotions")
        assert (await olga.press("/office/promotions", "LodgeTerms")).status_code == 303
        assert "lodged" in await olga.page("/office/promotions")

    in_the_office(story)


def test_a_prohibited_prize_is_refused_while_the_terms_are_typed() -> None:
    async def story(_: HallDesk, olga: Browser) -> None:
        form = hidden_fields(await olga.page("/office/promotions"), "offer")
        form |= {**OFFER, "p1-prize": "box of cigars", "p1-contents": "cigars"}
        json = {"accept": "application/json"}
        checked = (await olga.http.post(f"{ADDRESS}/check", data=form, headers=json)).json()
        assert checked["refusals"][0]["clause"].startswith("10.5")

    in_the_office(story)


def test_a_book_without_promotions_says_so() -> None:
    async def story(_: HallDesk, olga: Browser) -> None:
        assert "no rules on promotions" in await olga.page("/office/promotions")

    in_the_office(story, VIC)
