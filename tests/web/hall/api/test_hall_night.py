"""A night under vic-bingo over HTTP, with the site's own device: sale, eyes down, balls, prizes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from eyesdown.central.hall.machine import machine
from eyesdown.central.site.public_record import lines_after
from eyesdown.central.site.verify_journal import verify_journal
from kit.hall_site import HallDesk, printed

BALLS = 90
VIC = "vic-bingo"
PRIZE = {"prize": "ticket", "amount_cents": 10_000}


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


async def prepare(desk: HallDesk, games: int = 1) -> None:
    """People, a series and a programme; the session is open."""
    for person in ("cal", "sue"):
        await desk.do("office", "RegisterPerson", person=person, role="volunteer")
    await desk.do("office", "OpenSalePoint", point="door")
    await desk.do("office", "RegisterSeries", serial="A1", colour="blue", cards=printed(12))
    programme = [
        {"game": number, "versions": [4], "price_cents": 250, "prizes": [PRIZE]}
        for number in range(1, games + 1)
    ]
    plan: dict[str, Any] = {"session": "tue", "starts_at": "2026-06-02T19:00:00+10:00"}
    await desk.do("office", "PlanSession", **plan, place="Hall", games=programme)
    for person, duty in (("cal", "caller"), ("sue", "supervisor")):
        await desk.do("office", "AppointPerson", session="tue", person=person, duty=duty)
    await desk.do("office", "OpenSession", session="tue", notice_displayed=True)


async def sell(desk: HallDesk, player: str, cards: int) -> dict[str, Any]:
    """A sale at the door; its event."""
    [event] = await desk.do(
        "seller",
        "SellCards",
        session="tue",
        game=1,
        player=player,
        serial="A1",
        count=cards,
        paid_cents=250 * cards,
        point="door",
    )
    return event


async def start(desk: HallDesk, **more: Any) -> None:
    """The game is started, announced, and eyes are down."""
    game = {"session": "tue", "game": 1, "by": "cal"}
    await desk.do("caller", "StartGame", **game, **more)
    await desk.do("caller", "Announce", session="tue", game=1, by="cal", topics=[])
    await desk.do("caller", "EyesDown", **game)


async def ball(desk: HallDesk, call: int) -> int:
    """The number of the next call."""
    game = {"session": "tue", "game": 1, "by": "cal"}
    await desk.do("caller", "AskForBall", **game, call=call)
    await desk.do("caller", "FinishCall", **game)
    board = await desk.get("/board")
    number: int = board["board"]["last_number"]
    return number


async def numbers_held(desk: HallDesk, slips: dict[str, str]) -> dict[int, tuple[str, set[int]]]:
    """By card: who holds it, and its numbers."""
    held = {}
    for player, slip in slips.items():
        for card in (await desk.get(f"/slips/{slip}"))["cards"]:
            numbers = {number for row in card["boxes"][0] for number in row if number}
            held[card["card"]] = (player, numbers)
    return held


async def check(desk: HallDesk, player: str, witness: str) -> None:
    """A player cries; the supervisor goes through the checklist and confirms."""
    game = {"session": "tue", "game": 1}
    claimed = await desk.do("verifier", "Claim", **game, player=player)
    claim = next(event["claim"] for event in claimed if "claim" in event)
    assert await desk.refused("caller", "AskForBall", **game, by="cal", call=1)
    steps = (await desk.get("/staff", "supervisor"))["claims"][0]["steps_left"]
    checked = {"claim": claim, "by": "sue", "serial": "A1", "witness": witness}
    for step in steps:
        await desk.do("supervisor", "CheckClaim", **game, **checked, steps=[step])
    await desk.do("supervisor", "ConfirmClaim", **game, claim=claim, by="sue")


async def play_to_the_end(desk: HallDesk, held: dict[int, tuple[str, set[int]]]) -> None:
    """Balls until someone has every number; claims, result, close."""
    called: set[int] = set()
    winners: list[str] = []
    for call in range(1, BALLS + 1):
        called.add(await ball(desk, call))
        winners = sorted({player for player, numbers in held.values() if numbers <= called})
        if winners:
            break
    for player in winners:
        await check(desk, player, "bob" if player == "ann" else "ann")
    game = {"session": "tue", "game": 1, "by": "sue"}
    await desk.do("supervisor", "DeclareResult", **game)
    await desk.do("supervisor", "CloseGame", **game)


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

    kinds = _record(in_hall(story))
    assert kinds[0] == "opened"
    assert {"promise", "seal", "reveal", "result"} <= set(kinds)


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
