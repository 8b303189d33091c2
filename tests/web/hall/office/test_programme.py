"""The programme as a table: typed, checked by the rules while typing, fixed, copied, amended."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from eyesdown.proof.hall.setting import NSW, NZ, VIC
from kit.hall_opened import SESSION, evening
from kit.hall_site import NAME, Browser, HallDesk, hidden_fields

ADDRESS = f"/halls/{NAME}/office/programme"
JSON = {"accept": "application/json"}
GAMES = {
    VIC: {"versions": "4", "prizes": "ticket 80", "price": "2"},
    NZ: {"versions": "3", "prizes": "part series 40, series 120", "price": "10"},
    NSW: {"prizes": "bingo 200, four corners 25", "price": "", "levels": "gold 500 in 45"},
}


def in_the_office(
    story: Callable[[HallDesk, Browser], Awaitable[None]], book: str = VIC
) -> HallDesk:
    desk = HallDesk(book)

    async def whole() -> None:
        async with desk.open():
            await evening(desk)
            await story(desk, await desk.signed_on("olga"))

    asyncio.run(whole())
    return desk


async def table(olga: Browser, book: str, games: int = 2, path: str = "") -> dict[str, Any]:
    """The form of the table with games typed into it."""
    form = hidden_fields(await olga.page(f"/office/programme{path}"), "programme")
    typed = {
        f"g{game}-{name}": value
        for game in range(1, games + 1)
        for name, value in GAMES[book].items()
    }
    fee = {"entry_fee": "15", "boxes": "6"} if book == NSW else {}
    when = {"session": "next tuesday", "starts_at": "2026-06-09T19:00"}
    return {**form, **when, **fee, **typed}


@pytest.mark.parametrize("book", [VIC, NZ, NSW])
def test_a_programme_is_checked_then_fixed(book: str) -> None:
    async def story(desk: HallDesk, olga: Browser) -> None:
        form = await table(olga, book)
        checked = (await olga.http.post(f"{ADDRESS}/check", data=form, headers=JSON)).json()
        assert checked["refusals"] == []
        assert "next tuesday" not in desk.site.state.hall.sessions
        reply = await olga.http.post(ADDRESS, data=form)
        assert reply.status_code == 303, reply.text
        assert "is fixed" in (await olga.http.get(reply.headers["location"])).text
        assert len(desk.site.state.hall.sessions["next tuesday"].games) == 2

    in_the_office(story, book)


def test_a_limit_of_the_book_shows_while_typing() -> None:
    async def story(_: HallDesk, olga: Browser) -> None:
        form = await table(olga, NZ, games=51)
        checked = (await olga.http.post(f"{ADDRESS}/check", data=form, headers=JSON)).json()
        assert any(no["clause"] for no in checked["refusals"])
        assert checked["games"][0]["cards"] == 17  # 90% of 17 times $10 is less than $160

    in_the_office(story, NZ)


def test_a_prize_without_an_amount_is_named_by_its_game() -> None:
    async def story(_: HallDesk, olga: Browser) -> None:
        form = {**await table(olga, VIC), "g2-prizes": "ticket"}
        reply = await olga.http.post(f"{ADDRESS}/check", data=form, headers=JSON)
        assert reply.status_code == 400
        assert "game 2" in reply.json()["detail"]

    in_the_office(story)


def test_last_week_s_programme_is_copied_to_this_week() -> None:
    async def story(_: HallDesk, olga: Browser) -> None:
        page = await olga.page(f"/office/programme?copy={SESSION}")
        assert 'value="2026-06-09T19:00"' in page
        assert 'value="ticket 100"' in page

    in_the_office(story)


def test_a_programme_is_amended_until_the_first_card_is_sold() -> None:
    async def story(desk: HallDesk, olga: Browser) -> None:
        form = await table(olga, VIC, path=f"?session={SESSION}")
        form |= {"session": SESSION, "starts_at": "2026-06-02T19:30"}
        reply = await olga.http.post(ADDRESS, data=form)
        assert reply.status_code == 303, reply.text
        assert desk.site.state.hall.sessions[SESSION].plan.games[0].price_cents == 200
        copy = await olga.page(f"/office/programme?copy={SESSION}")
        assert 'value="2026-06-09T19:30"' in copy
        sale = {"session": SESSION, "game": 1, "serial": "A1", "count": 1, "paid_cents": 200}
        await desk.do("seller", "SellCards", **sale, point="door")
        report = await olga.page(f"/office/reports?by=session&name={SESSION}")
        assert "1 sale, 1 card" in report
        again = {**await table(olga, VIC, path=f"?session={SESSION}"), "session": SESSION}
        assert (await olga.http.post(ADDRESS, data=again)).status_code == 422

    in_the_office(story)
