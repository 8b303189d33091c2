"""A night under vic-bingo over HTTP, with the site's own device: sale, eyes down, balls, prizes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import pytest

from eyesdown.central.hall.machine import machine
from eyesdown.central.site import verify_draw
from eyesdown.central.site.public_record import lines_after
from eyesdown.central.site.verify_journal import verify_journal
from kit.hall_nights import ball, numbers_held, play_to_the_end, prepare, sell, start
from kit.hall_site import NAME, HallDesk

VIC = "vic-bingo"


def in_hall(story: Callable[[HallDesk], Awaitable[None]]) -> HallDesk:
    """Run a story in a hall under vic-bingo, then verify its journal."""
    desk = HallDesk(VIC)

    async def whole() -> None:
        async with desk.open():
            await story(desk)

    asyncio.run(whole())
    zone = desk.tenant.zone
    assert verify_journal(machine(VIC, zone), desk.store, decide_again=True).rows
    return desk


def test_a_whole_game_by_the_site_s_own_device() -> None:
    async def story(desk: HallDesk) -> None:
        await prepare(desk)
        slips = {player: (await sell(desk, player, 4))["slip"] for player in ("ann", "bob")}
        assert len(set(slips.values())) == 2
        await start(desk)
        late = {"session": "tue", "game": 1, "player": "cat", "serial": "A1", "count": 1}
        assert await desk.refused("seller", "SellCards", **late, paid_cents=250, point="door")
        stock = await desk.get("/stock", "seller")
        assert stock["series"][0]["left"] == [[9, 12]]
        await play_to_the_end(desk, await numbers_held(desk, slips))
        owed = await desk.get("/owed", "seller")
        assert sum(award["amount_cents"] for award in owed["awards"]) == 10_000
        assert all(award["counted"] for award in owed["awards"])
        for award in owed["awards"]:
            await desk.do("seller", "PayPrize", award=award["award"], point="door")
        assert not desk.site.state.open_draws
        await check_proofs(desk)

    kinds = _record(in_hall(story))
    assert kinds[0] == "opened"
    assert {"promise", "seal", "reveal", "result"} <= set(kinds)


async def check_proofs(desk: HallDesk) -> None:
    """The draw's proof holds, and a card that was sold is under its seal; another is not."""
    proof = await desk.get("/proofs/tue/1")
    card = await desk.get("/proofs/tue/1/A1/3")
    asked = SimpleNamespace(key=[], game="tue/1", serial="A1/3", record="")
    checks = list(verify_draw.all_checks(verify_draw.read_proof(proof), [card], asked))
    assert [words for holds, words in checks if holds is False] == []
    assert any("A1/3" in words for holds, words in checks if holds)
    path = f"/api/halls/{NAME}/proofs/tue/1/A1/9"
    assert (await desk.http.get(path)).status_code == 404
    assert (await desk.http.get(f"/api/halls/{NAME}/proofs/tue/2")).status_code == 404


def _record(desk: HallDesk) -> list[str]:
    return [json.loads(line)["kind"] for line in lines_after(desk.store, 0, 1000)]


@pytest.mark.clause("central-site", "7.1")
def test_the_first_ball_waits_for_eyes_down() -> None:
    async def story(desk: HallDesk) -> None:
        await prepare(desk)
        await sell(desk, "ann", 1)
        game = {"session": "tue", "game": 1, "by": "cal"}
        await desk.do("caller", "StartGame", **game)
        await desk.do("caller", "Announce", session="tue", game=1, by="cal", topics=[])
        assert await desk.refused("caller", "AskForBall", **game, call=1) == "hall/eyes_not_down"
        await desk.do("caller", "EyesDown", **game)
        assert await ball(desk, 1)

    in_hall(story)


@pytest.mark.clause("central-site", "7.2")
def test_no_one_sends_in_a_number_for_the_site_s_device() -> None:
    async def story(desk: HallDesk) -> None:
        await prepare(desk)
        await sell(desk, "ann", 1)
        await start(desk)
        game = {"session": "tue", "game": 1, "by": "cal"}
        assert await desk.refused("caller", "BeginCall", **game, number=7) == "door/not_your_device"
        assert await desk.refused("caller", "AskForBall", **game, call=2)
        first = await ball(desk, 1)
        assert (await desk.send("caller", "AskForBall", **game, call=1)).status_code == 422
        assert (await desk.get("/board"))["board"]["numbers"] == [first]

    in_hall(story)


@pytest.mark.clause("central-site", "7.3")
def test_a_device_that_the_office_has_not_approved() -> None:
    async def story(desk: HallDesk) -> None:
        await prepare(desk)
        await sell(desk, "ann", 1)
        game = {"session": "tue", "game": 1, "by": "cal"}
        keyed = {**game, "selector": "device", "selector_id": "Blower 2"}
        assert await desk.refused("caller", "StartGame", **keyed) == "device/not_approved"
        await desk.do("office", "ApproveDevice", device="Blower 2", approval="A-17")
        await desk.do("caller", "StartGame", **keyed)
        await desk.do("caller", "Announce", session="tue", game=1, by="cal", topics=[])
        await desk.do("caller", "EyesDown", **game)
        assert await desk.refused("caller", "AskForBall", **game, call=1) == "hall/no_device"
        await desk.do("caller", "BeginCall", **game, number=7)
        assert (await desk.get("/board"))["board"]["last_number"] == 7

    in_hall(story)
