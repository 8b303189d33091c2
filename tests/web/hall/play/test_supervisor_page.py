"""The supervisor's page with thousands of players: short, and with every count right."""

from __future__ import annotations

import asyncio

from eyesdown.bingo.state.game import Forfeit
from eyesdown.proof.hall.setting import VIC
from eyesdown.web.hall.play.supervisor import SILENT_NAMED
from kit.hall_evening import SERIAL, SESSION, SUPERVISOR, Night
from kit.hall_site import HallDesk

SILENT = 5_000
PAGE_BYTES_MAX = 50_000


def test_thousands_who_were_silent_are_counted_and_the_first_few_are_named() -> None:
    desk = HallDesk(VIC)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            await night.sell("ann")
            await night.start()
            await night.ball(1)
            lost = [
                Forfeit(f"player {place}", "ticket", SERIAL, place, 1, "player")
                for place in range(1, SILENT + 1)
            ]
            desk.site.state.hall.game(SESSION, 1).forfeit(*lost)
            page = await (await desk.signed_on(SUPERVISOR)).page("/supervisor")
            assert f"{SILENT} forfeited by silence" in page
            assert "player 1 on call 1," in page
            assert f"and {SILENT - SILENT_NAMED} more" in page
            assert len(page) < PAGE_BYTES_MAX

    asyncio.run(whole())
