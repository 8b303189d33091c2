"""Signing on at a hall: people kept by its office, out at once when they are barred."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from kit.hall_site import NAME, HallDesk

SIGN_ON = f"/halls/{NAME}/sign-on"


def in_hall(story: Callable[[HallDesk], Awaitable[None]], book: str = "vic-bingo") -> None:
    desk = HallDesk(book)

    async def whole() -> None:
        async with desk.open():
            await desk.staff("olga", "office")
            await story(desk)

    asyncio.run(whole())


def test_a_person_signs_on_and_lands_on_the_page_of_their_role() -> None:
    async def story(desk: HallDesk) -> None:
        await desk.staff("bea", "seller", till="door")
        bea = await desk.signed_on("bea")
        assert bea.home == f"/halls/{NAME}/seller"
        wrong = {"name": "bea", "password": "not her password"}
        reply = await desk.http.post(SIGN_ON, data=wrong)
        assert reply.status_code == 401
        assert "Wrong name or password" in reply.text

    in_hall(story)


def test_a_wrong_password_too_often_locks_the_name_in_this_hall() -> None:
    async def story(desk: HallDesk) -> None:
        for _ in range(5):
            reply = await desk.http.post(SIGN_ON, data={"name": "olga", "password": "guess"})
            assert reply.status_code == 401
        reply = await desk.http.post(SIGN_ON, data={"name": "olga", "password": "guess"})
        assert reply.status_code == 429

    in_hall(story)


def test_a_person_who_is_barred_is_out_at_once() -> None:
    async def story(desk: HallDesk) -> None:
        await desk.staff("cal", "office")
        cal = await desk.signed_on("cal")
        csrf = {"csrf": "any", "id": "1", "command": "OpenSalePoint", "point": "bar"}
        assert (await cal.http.post(f"/halls/{NAME}/do", data=csrf)).status_code == 403
        await desk.do("office", "GiveAccess", person="cal", roles=[])
        reply = await cal.http.post(f"/halls/{NAME}/do", data=csrf)
        assert reply.status_code == 401
        assert "signed off" in reply.text

    in_hall(story)


def test_a_new_password_ends_the_sessions_of_the_old_one() -> None:
    async def story(desk: HallDesk) -> None:
        olga = await desk.signed_on("olga")
        data = {"id": "1", "command": "OpenSalePoint", "point": "bar"}
        assert (await olga.http.post(f"/halls/{NAME}/do", data=data)).status_code == 403
        await desk.staff("olga", "office")
        assert (await olga.http.post(f"/halls/{NAME}/do", data=data)).status_code == 401

    in_hall(story)


def test_a_session_of_one_hall_opens_no_other() -> None:
    async def story(desk: HallDesk) -> None:
        olga = await desk.signed_on("olga")
        reply = await olga.http.post("/halls/pier/do", data={})
        assert reply.status_code == 404

    in_hall(story)


def test_signing_off_ends_the_session_everywhere() -> None:
    async def story(desk: HallDesk) -> None:
        olga = await desk.signed_on("olga")
        cookies = dict(olga.http.cookies)
        assert (await olga.http.post(f"/halls/{NAME}/sign-off")).status_code == 303
        olga.http.cookies.update(cookies)
        assert (await olga.http.post(f"/halls/{NAME}/do", data={})).status_code == 401

    in_hall(story)
