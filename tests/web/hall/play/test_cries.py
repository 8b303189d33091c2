"""A player's cry is taken in the game that is being called, whatever an older page says."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from eyesdown.proof.hall.setting import VIC
from kit.hall_evening import SESSION, VERIFIER, Night, someone_claims
from kit.hall_site import NAME, Browser, HallDesk, form_in


def after_one_ball(story: Callable[[Night, Browser], Awaitable[None]]) -> None:
    """Ann holds a card, one number is out, and a verifier is signed on."""
    desk = HallDesk(VIC)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            await night.sell("ann")
            await night.start()
            await night.ball(1)
            await story(night, await desk.signed_on(VERIFIER))

    asyncio.run(whole())


@pytest.mark.parametrize("behind", [{"game": "2"}, {"session": "mon"}])
def test_a_page_that_is_a_moment_behind_does_not_lose_a_claim(behind: dict[str, str]) -> None:
    async def story(night: Night, vera: Browser) -> None:
        cry = {**form_in(await vera.page("/verifier"), "Claim"), "player": "ann", **behind}
        reply = await vera.http.post(f"/halls/{NAME}/claims/hear", data=cry)
        assert "claim/incomplete" in reply.text  # checked, though one number is not a ticket
        [number] = night.desk.site.state.hall.game(SESSION, 1).called
        own = await vera.http.get(f"/halls/{NAME}/phone/{night.slips['ann']}/own")
        assert own.json()["claims"][0]["number"] == number

    after_one_ball(story)


def test_a_cry_that_names_no_one_is_not_recorded() -> None:
    async def story(night: Night, vera: Browser) -> None:
        cry = form_in(await vera.page("/verifier"), "Claim")
        reply = await vera.http.post(f"/halls/{NAME}/claims/hear", data=cry)
        assert reply.status_code == 400
        assert "who called out?" in reply.text
        assert not night.desk.site.state.hall.game(SESSION, 1).claims

    after_one_ball(story)


def test_a_checklist_without_a_tick_says_what_to_do() -> None:
    desk = HallDesk(VIC)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            for player in ("ann", "bob", "cat"):
                await night.sell(player, 6)
            await night.start()
            await someone_claims(desk, night)
            vera = await desk.signed_on(VERIFIER)
            reply = await vera.press("/verifier", "CheckClaim")
            assert reply.status_code == 400
            assert "Steps: tick what you have done" in reply.text

    asyncio.run(whole())
