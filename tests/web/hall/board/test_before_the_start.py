"""The board before a game starts: it does not say what draws, since its caller chooses then."""

from __future__ import annotations

import asyncio

from eyesdown.proof.hall.setting import VIC
from kit.hall_evening import Night
from kit.hall_site import HallDesk


def test_what_draws_is_said_once_it_is_chosen() -> None:
    desk = HallDesk(VIC)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            await night.sell("ann")
            assert (await desk.get("/board"))["drawn_by"] == ""
            await night.start(selector="receptacle")
            assert (await desk.get("/board"))["drawn_by"] == "a receptacle of balls"

    asyncio.run(whole())
