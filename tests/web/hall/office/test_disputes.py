"""Disputes on pages: named by the page, shown where F2 leads, decided by whom the book names."""

from __future__ import annotations

import asyncio

from eyesdown.proof.hall.setting import NZ
from kit.hall_evening import SESSION, SUPERVISOR, Night
from kit.hall_site import HallDesk, form_in


def test_a_dispute_is_named_decided_and_closed_on_pages() -> None:
    desk = HallDesk(NZ)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            await desk.staff("ian", "inspector")
            sue, ian = await desk.signed_on(SUPERVISOR), await desk.signed_on("ian")
            about = {"game": "1", "person": "ann", "about": "the line"}
            reply = await sue.press("/supervisor", "RaiseDispute", **about)
            assert reply.status_code == 303
            page = await sue.page("/supervisor")
            assert "Dispute D1: ann" in page
            top = page.partition('id="next"')[2].partition("</section>")[0]
            assert '<p class="next-says">Decide the dispute D1</p>' in top, "hers, not the caller’s"
            assert form_in(page, "RaiseDispute")["dispute"] == "D2"
            assert form_in(page, "DecideDispute")["dispute"] == "D1"

            decided = await ian.press("/office/disputes", "DecideDispute", decision="it stands")
            assert decided.status_code == 303
            assert "it stands" in await ian.page("/office/disputes")
            assert "it stands" in await sue.page("/supervisor")
            closed = await ian.press("/office/disputes", "CloseDispute", satisfied="true")
            assert closed.status_code == 303
            assert desk.site.state.hall.disputes["D1"].closed
            assert "Dispute D1" not in await sue.page("/supervisor")
            assert desk.site.state.hall.disputes["D1"].session == SESSION

    asyncio.run(whole())
