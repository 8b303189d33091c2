"""The caller's page: what is next where jackpot numbers are drawn by our device."""

from __future__ import annotations

import asyncio
import re

from eyesdown.proof.hall.setting import NSW
from kit.hall_evening import CALLER, SESSION, Night
from kit.hall_site import Browser, HallDesk

GAME = {"session": SESSION, "game": 1, "by": CALLER}
ON_A_NUMBER = {"level": "silver", "amount_cents": 5_000, "on_jackpot_number": True}


async def next_thing(browser: Browser) -> str:
    [says] = re.findall(r'class="next-says">([^<]*)<', await browser.page("/caller"))
    return str(says)


def test_the_jackpot_numbers_are_next_once_the_rest_is_read_out() -> None:
    desk = HallDesk(NSW)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk, games=1, levels=(ON_A_NUMBER,))
            await night.prepare()
            await night.sell("ann")
            await night.open_session()
            await night.enter_range(1)
            cal = await desk.signed_on(CALLER)
            await desk.do("caller", "StartGame", **GAME)
            await desk.do("caller", "Announce", **GAME, topics=[])
            assert await next_thing(cal) == "Draw the jackpot numbers"
            assert "The jackpot number is" not in await cal.page("/caller")

            await cal.press("/caller", "AskForJackpotNumbers", count="2")
            assert await next_thing(cal) == "Read out the jackpot numbers"

    asyncio.run(whole())
