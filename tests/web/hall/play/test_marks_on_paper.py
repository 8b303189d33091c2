"""A paper scorecard wins by its marks (nsw-casino-bingo 7.4): a person reads them off it."""

from __future__ import annotations

import asyncio
import re

from eyesdown.proof.hall.setting import NSW
from kit.hall_evening import SESSION, SUPERVISOR, VERIFIER, Night, someone_claims
from kit.hall_site import NAME, Browser, HallDesk


async def settle_all(desk: HallDesk, sue: Browser) -> None:
    page = await sue.page("/supervisor")
    token = page.partition('data-csrf="')[2].partition('"')[0]
    form = {"csrf": token, "id": "all1", "check": "1"}
    reply = await sue.http.post(f"/halls/{NAME}/supervisor/settle", data=form)
    assert reply.status_code == 303
    await desk.work()


def test_confirming_all_leaves_paper_until_its_marks_are_read() -> None:
    desk = HallDesk(NSW)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            for player in ("ann", "bob"):
                await night.sell(player, medium="paper")
            await night.open_session()
            await night.enter_range(2)
            await night.start()
            await someone_claims(desk, night)
            game = desk.site.state.hall.game(SESSION, 1)
            [claim] = game.undecided
            sue = await desk.signed_on(SUPERVISOR)
            await settle_all(desk, sue)
            [left] = game.undecided
            assert left.steps, "the checklist is done"
            assert not left.marked, "and no mark was made up"
            page = await sue.page("/supervisor")
            assert f"Confirm {claim.claim}" not in page
            assert "Numbers marked on the paper" in page
            assert "Numbers marked on the paper" in await (await desk.signed_on(VERIFIER)).page(
                "/verifier"
            )
            marked = " ".join(f"{call.number}" for call in game.calls)
            fields = {"steps": "numbers", "marked": marked}
            assert (await sue.press("/supervisor", "CheckClaim", **fields)).status_code == 303
            assert re.search(f"Confirm {claim.claim}", await sue.page("/supervisor"))
            assert (await sue.press("/supervisor", "ConfirmClaim")).status_code == 303
            assert not game.undecided
            assert game.claims[claim.claim].status == "allowed"

    asyncio.run(whole())
