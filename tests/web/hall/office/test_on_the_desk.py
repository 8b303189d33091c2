"""A hall on the inspector's desk: games call by call, series against their manifest, who may."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from html import unescape
from io import BytesIO
from typing import Any

import httpx
import msgspec
import pytest

from eyesdown.cards.series import SeriesPlan
from eyesdown.central.hall.stock import put_in, unpacked
from eyesdown.proof.hall.setting import VIC
from kit.hall_evening import SESSION, Night
from kit.hall_site import BASE, NAME, PASSWORD, HallDesk
from kit.series import delivered

DESK = f"/inspector/{NAME}"
PLAN = SeriesPlan("B700", "red", books=4, games=2, up="six_up", game_colours=("pink", "blue"))


async def signed_on(desk: HallDesk, name: str, role: str) -> httpx.AsyncClient:
    """A browser that signed on at the site's own page."""
    await desk.staff(name, role)
    http = httpx.AsyncClient(transport=desk.http._transport, base_url=BASE)
    reply = await http.post("/sign-on", data={"name": name, "password": PASSWORD})
    assert reply.status_code == 303, reply.status_code
    return http


async def text_of(http: httpx.AsyncClient, path: str, status: int = 200) -> str:
    reply = await http.get(path)
    assert reply.status_code == status, (path, reply.status_code, reply.text[:300])
    return unescape(reply.text)


def in_hall(story: Callable[[Night], Awaitable[None]]) -> None:
    async def whole() -> None:
        desk = HallDesk(VIC)
        async with desk.open():
            evening = Night(desk)
            await evening.prepare()
            await story(evening)

    asyncio.run(whole())


def test_a_game_is_replayed_call_by_call_with_its_rows() -> None:
    async def story(evening: Night) -> None:
        await evening.sell("ann", 3)
        await evening.start()
        called = [await evening.ball(call) for call in (1, 2, 3)]
        http = await signed_on(evening.desk, "ina", "inspector")
        page = await text_of(http, f"{DESK}/sessions/{SESSION}/1")
        steps = [f"Call {call}: {number}." for call, number in enumerate(called, 1)]
        assert [page.index(step) for step in steps] == sorted(page.index(step) for step in steps)
        assert page.index("Eyes down") < page.index(steps[0])
        assert page.count("data-ball") == 3
        assert "No game has ended yet" in await text_of(http, f"{DESK}/sessions")
        assert "has no game 77" in await text_of(http, f"{DESK}/sessions/{SESSION}/77", 404)
        found = await http.get(f"{DESK}/sessions", params={"session": SESSION, "game": "1"})
        assert found.headers["location"] == f"{DESK}/sessions/{SESSION}/1"
        await text_of(http, f"{DESK}/sessions?session=&game=x", 404)

    in_hall(story)


def test_a_series_is_checked_again_and_a_changed_file_is_noticed() -> None:
    async def story(evening: Night) -> None:
        desk, files = evening.desk, delivered(PLAN)
        stock = put_in(
            desk.store, unpacked(files.manifest, BytesIO(files.table), BytesIO(files.index))
        )
        await desk.do("office", "TakeInSeries", stock=msgspec.to_builtins(stock))
        http = await signed_on(desk, "ina", "inspector")
        assert "B700" in await text_of(http, f"{DESK}/series")
        assert "is as its manifest seals it" in await text_of(http, f"{DESK}/series?check=B700")
        assert "no printed series Z1" in await text_of(http, f"{DESK}/series?check=Z1", 404)
        table = desk.store.print_of(stock.table)
        desk.store._prints[stock.table] = table[:-1] + bytes([table[-1] ^ 1])
        page = await text_of(http, f"{DESK}/series?check=B700")
        assert "is not what its manifest seals" in page

    in_hall(story)


@pytest.mark.parametrize("role", ["caller", "seller", "verifier"])
def test_people_of_a_hall_sign_on_at_their_hall(role: str) -> None:
    async def story(evening: Night) -> None:
        await evening.desk.staff("pat", role)
        fields = {"name": "pat", "password": PASSWORD}
        reply = await evening.desk.http.post("/sign-on", data=fields)
        assert (reply.status_code, "at their hall’s page" in reply.text) == (403, True)
        assert (await evening.desk.signed_on("pat")).home == f"/halls/{NAME}/{role}"

    in_hall(story)


def test_an_inspector_sees_only_tenants_whose_office_gave_them_the_role() -> None:
    async def story(evening: Night) -> None:
        http = await signed_on(evening.desk, "ina", "inspector")
        hosted: Any = evening.desk.http._transport.app.state.hosted
        other = HallDesk(VIC)
        async with other.open():
            hosted.tenants["pier"] = other.web
            assert "pier" not in await text_of(http, "/inspector")
            await text_of(http, "/inspector/pier", 404)
            await other.staff("ina", "inspector")
            await text_of(http, "/inspector/pier")
            await other.do("office", "GiveAccess", person="ina", roles=["seller"], till="x")
            await text_of(http, "/inspector/pier", 404)
            del hosted.tenants["pier"]

    in_hall(story)
