"""The verifier's page: the checklist of a claim, and who may be its witness."""

from __future__ import annotations

import asyncio
import re

from eyesdown.bingo.claims.commands import Claim
from eyesdown.proof.hall.setting import NZ, VIC
from kit.hall_evening import SESSION, SUPERVISOR, VERIFIER, Night
from kit.hall_site import HallDesk, printed

JOINT = ("ann", "bob")
GAME = {"session": SESSION, "game": 1}


async def until_complete(desk: HallDesk, night: Night, player: str) -> None:
    """Numbers are called until a player may claim."""
    for call in range(1, 91):
        await night.ball(call)
        claim = Claim(at=desk.web.now(), **GAME, player=player)
        if not any(getattr(each, "refusals", ()) for each in await desk.web.dry_run(claim)):
            return
    raise AssertionError(f"{player} never completed a prize")


async def joint_claims(desk: HallDesk) -> None:
    """Ann and bob have the same ticket and claim on the same number; cat has another ticket."""
    night = Night(desk)
    await night.prepare()
    twin = printed(1)
    await desk.do("office", "RegisterSeries", serial="B2", colour="red", cards=twin)
    await night.sell("ann")
    await night.sell("cat")
    await night.sell("bob", serial="B2")
    await night.start()
    await until_complete(desk, night, "ann")
    for player in JOINT:
        await desk.do("verifier", "Claim", **GAME, player=player)


def offered(page: str) -> list[str]:
    """The players whom a page offers as witnesses."""
    [names] = re.findall(r"<datalist id=\"free\".*?</datalist>", page, re.DOTALL)
    return re.findall(r'value="([^"]*)"', names)


def test_a_joint_winner_is_no_witness_for_the_other_also_once_allowed() -> None:
    desk = HallDesk(VIC)

    async def whole() -> None:
        async with desk.open():
            await joint_claims(desk)
            vera = await desk.signed_on(VERIFIER)
            assert offered(await vera.page("/verifier")) == ["cat"]
            first = (await desk.get("/staff", "supervisor"))["claims"][0]
            check = {**GAME, "claim": first["claim"], "by": SUPERVISOR}
            steps = first["steps_left"]
            await desk.do("supervisor", "CheckClaim", **check, steps=steps, witness="cat")
            await desk.do("supervisor", "ConfirmClaim", **check)
            assert offered(await vera.page("/verifier")) == ["cat"]

    asyncio.run(whole())


def test_each_step_has_its_own_tick_and_then_who_did_it() -> None:
    desk = HallDesk(VIC)

    async def whole() -> None:
        async with desk.open():
            await joint_claims(desk)
            vera = await desk.signed_on(VERIFIER)
            before = await vera.page("/verifier")
            assert before.count('name="steps"') == 2 * 4
            assert "It was sold for this game" in before
            claim = (await desk.get("/staff", "supervisor"))["claims"][0]["claim"]
            check = {**GAME, "claim": claim, "by": SUPERVISOR}
            await desk.do("supervisor", "CheckClaim", **check, steps=["sold"])
            after = await vera.page("/verifier")
            assert after.count('name="steps"') == 2 * 4 - 1
            assert f"✓ {SUPERVISOR}" in after

    asyncio.run(whole())


def test_where_no_one_can_witness_the_page_says_so() -> None:
    desk = HallDesk(VIC)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            await night.sell("ann")
            await night.start()
            await until_complete(desk, night, "ann")
            await desk.do("verifier", "Claim", **GAME, player="ann")
            page = await (await desk.signed_on(VERIFIER)).page("/verifier")
            assert offered(page) == []
            assert "no other player has a card: leave it empty" in page

    asyncio.run(whole())


def test_the_callers_step_is_offered_to_no_one_else() -> None:
    desk = HallDesk(NZ)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            await night.sell("ann", 6)
            await night.start()
            await until_complete(desk, night, "ann")
            await desk.do("verifier", "Claim", **GAME, player="ann")
            sue, vera = await desk.signed_on(SUPERVISOR), await desk.signed_on(VERIFIER)
            offered_steps = re.findall(r'name="steps" value="(.*?)"', await sue.page("/supervisor"))
            assert sorted(set(offered_steps)) == [
                *("collect", "last number", "numbers", "public reading", "serial"),
            ]
            assert 'name="steps"' not in await vera.page("/verifier")

    asyncio.run(whole())
