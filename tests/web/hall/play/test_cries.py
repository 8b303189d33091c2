"""A player's cry is taken in the game that is being called, whatever an older page says."""

from __future__ import annotations

import asyncio

import pytest

from eyesdown.proof.hall.setting import VIC
from kit.hall_evening import VERIFIER, Night
from kit.hall_site import NAME, HallDesk, form_in


@pytest.mark.parametrize("behind", [{"game": "2"}, {"session": "mon"}])
def test_a_page_that_is_a_moment_behind_does_not_lose_a_claim(behind: dict[str, str]) -> None:
    desk = HallDesk(VIC)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            await night.sell("ann")
            await night.start()
            await night.ball(1)
            vera = await desk.signed_on(VERIFIER)
            cry = {**form_in(await vera.page("/verifier"), "Claim"), "player": "ann", **behind}
            reply = await vera.http.post(f"/halls/{NAME}/claims/hear", data=cry)
            assert "claim/incomplete" in reply.text  # checked, though one number is not a ticket

    asyncio.run(whole())
