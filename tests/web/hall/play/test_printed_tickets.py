"""Tickets that a factory numbered one by one: found by that number, on whichever page they are."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from io import BytesIO

import msgspec
import pytest

from eyesdown.cards.series import SeriesPlan
from eyesdown.central.hall.stock import put_in, unpacked
from eyesdown.proof.hall.setting import VIC
from kit.hall_evening import PRICE, SESSION, VERIFIER, Night, someone_claims
from kit.hall_site import NAME, Browser, HallDesk, form_in
from kit.series import delivered

PLAN = SeriesPlan("R1", "red", books=4, up="six_up")
"""Four pages with the tickets 1 to 24: ticket 8 is the second one of page 2."""


def with_pages(story: Callable[[Night, Browser], Awaitable[None]]) -> None:
    """Ann holds page 1 and bob page 2 of a factory's series, and one number is out."""
    desk = HallDesk(VIC)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            files = delivered(PLAN)
            table, index = BytesIO(files.table), BytesIO(files.index)
            stock = put_in(desk.store, unpacked(files.manifest, table, index))
            await desk.do("office", "TakeInSeries", stock=msgspec.to_builtins(stock))
            for player in ("ann", "bob"):
                await night.sell(player, serial="R1", paid_cents=6 * PRICE[VIC])
            await night.start()
            await night.ball(1)
            await story(night, await desk.signed_on(VERIFIER))

    asyncio.run(whole())


async def cries(vera: Browser, **fields: str) -> tuple[int, str]:
    """The answer to a cry that the verifier enters."""
    cry = {**form_in(await vera.page("/verifier"), "Claim"), **fields}
    reply = await vera.http.post(f"/halls/{NAME}/claims/hear", data=cry)
    return reply.status_code, reply.text


@pytest.mark.parametrize(("ticket", "holder"), [(1, "ann"), (6, "ann"), (7, "bob"), (12, "bob")])
def test_a_cry_by_the_number_of_a_ticket_is_its_holders(ticket: int, holder: str) -> None:
    async def story(night: Night, vera: Browser) -> None:
        for fields in ({"serial": "R1"}, {}):  # no other series is numbered so
            _, text = await cries(vera, ticket=str(ticket), **fields)
            assert "claim/incomplete" in text
        for player, slip in night.slips.items():
            own = await vera.http.get(f"/halls/{NAME}/phone/{slip}/own")
            assert len(own.json()["claims"]) == (2 if player == holder else 0)

    with_pages(story)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"ticket": "25"}, "no ticket 25 is in series R1"),
        ({"ticket": "0"}, "no ticket 0 is in series R1"),
        ({"ticket": "8", "card": "1"}, "ticket 8 is on card 2, not 1"),
        ({"ticket": "8", "serial": "A1"}, "of which series is the ticket?"),
    ],
)
def test_a_ticket_that_is_not_there_is_no_claim(fields: dict[str, str], says: str) -> None:
    async def story(night: Night, vera: Browser) -> None:
        status, text = await cries(vera, **fields)
        assert (status, says in text) == (400, True), text
        assert not night.desk.site.state.hall.game(SESSION, 1).claims

    with_pages(story)


def test_a_ticket_is_looked_at_by_its_number() -> None:
    async def story(_: Night, vera: Browser) -> None:
        page = await vera.page("/verifier?serial=R1&ticket=8")
        assert "Card 2 of serial R1" in page
        assert '<p class="small strong">Ticket 8</p>' in page
        assert "Ticket 12" in page
        assert "No ticket 25 of serial" in await vera.page("/verifier?serial=R1&ticket=25")
        assert "No card 5 of serial" in await vera.page("/verifier?serial=R1&card=5")

    with_pages(story)


def test_the_stock_says_what_its_numbers_are() -> None:
    async def story(night: Night, _: Browser) -> None:
        olga = await night.desk.signed_on("olga")
        assert "have their own numbers in print" in await olga.page("/office/stock")
        page = await olga.page("/office/stock?serial=R1&find=3")
        assert "R1 · card 3, tickets 13–18" in page
        assert "R1 · card 1, tickets 1–6" in page

    with_pages(story)


def test_the_checker_reads_the_number_of_the_ticket() -> None:
    async def story(night: Night, vera: Browser) -> None:
        await someone_claims(night.desk, night, first=2)
        [claim] = night.desk.site.state.hall.game(SESSION, 1).undecided
        completed = claim.completed[0]
        ticket = 6 * (completed.card - 1) + completed.box
        assert f"· box {completed.box} · ticket {ticket}" in " ".join(
            (await vera.page("/verifier")).split()
        )

    with_pages(story)
