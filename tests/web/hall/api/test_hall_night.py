"""A night under vic-bingo over HTTP, with the site's own device: sale, eyes down, balls, prizes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from eyesdown.central.hall.machine import machine
from eyesdown.central.site import verify_draw
from eyesdown.central.site.public_record import lines_after
from eyesdown.central.site.verify_journal import verify_journal
from kit.hall_nights import PRIZE, ball, numbers_held, play_to_the_end, prepare, sell, start
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
        mistake = await sell(desk, "cat", 1)
        undone = {"session": "tue", "purchase": mistake["purchase"], "reason": "wrong key"}
        await desk.do("seller", "TakeBackSale", **undone, by=mistake["by"])
        await start(desk)
        late = {"session": "tue", "game": 1, "player": "cat", "serial": "A1", "count": 1}
        assert await desk.refused("seller", "SellCards", **late, paid_cents=250, point="door")
        stock = await desk.get("/stock", "seller")
        assert stock["series"][0]["left"] == [[10, 12]]
        await play_to_the_end(desk, await numbers_held(desk, slips))
        owed = await desk.get("/owed", "seller")
        assert sum(award["amount_cents"] for award in owed["awards"]) == 10_000
        assert all(award["counted"] for award in owed["awards"])
        for award in owed["awards"]:
            await desk.do("seller", "PayPrize", award=award["award"], point="door")
        assert not desk.site.state.open_draws
        await check_proofs(desk)
        await archive(desk)
        await check_proofs(desk)
        await read_by_key(desk, owed["awards"][0], mistake["slip"])

    kinds = _record(in_hall(story))
    assert kinds[0] == "opened"
    assert {"promise", "seal", "reveal", "result"} <= set(kinds)


async def archive(desk: HallDesk) -> None:
    """The session leaves memory, because nothing of it is owed and another one has opened."""
    about = {"session": "tue", "game": 1, "person": "bob", "about": "the line", "dispute": "D1"}
    await desk.do("supervisor", "RaiseDispute", **about)
    await desk.do("supervisor", "DecideDispute", dispute="D1", by="sue", decision="it stands")
    await desk.do("supervisor", "CloseDispute", dispute="D1", satisfied=True)
    await desk.do("supervisor", "CloseSession", session="tue", by="sue")
    game = {"game": 1, "versions": [4], "price_cents": 250, "prizes": [PRIZE]}
    plan = {"session": "wed", "starts_at": "2026-06-03T19:00:00+10:00", "games": [game]}
    await desk.do("office", "PlanSession", **plan, place="Hall")
    for person, duty in (("cal", "caller"), ("sue", "supervisor")):
        await desk.do("office", "AppointPerson", session="wed", person=person, duty=duty)
    await desk.do("office", "OpenSession", session="wed", notice_displayed=True)
    await desk.do("seller", "CountTill", point="door", by="bea", counted_cents=12_000)
    assert list(desk.site.state.hall.sessions) == ["wed"]
    await desk.do("supervisor", "RaiseDispute", **{**about, "dispute": "D2"})


async def read_by_key(desk: HallDesk, award: dict[str, Any], taken_back: str) -> None:
    """Sales, cards, claims, results, awards and disputes of a session that was archived."""
    name, player = award["award"], award["player"]
    for key, field, value in (
        ("purchase/purchase 1", "player", "ann"),
        ("card/A1/3", "player", "ann"),
        ("card/A1/9", "spoiled", True),
        ("claim/tue/1/claim 1", "type", "ClaimAllowed"),
        ("result/tue/1", "outcome", "won"),
        ("won/tue/1/ticket", "amount_cents", 10_000),
        (f"award/{name}", "paid", True),
        (f"paid/{name}", "player", player),
        ("dispute/D1", "decision", "it stands"),
        ("closed/tue", "by", "sue"),
        ("archived/tue", "prizes_cents", 10_000),
    ):
        shown = await desk.get(f"/records/{key}", "inspector")
        assert shown["record"][field] == value, shown
    assert (await desk.get(f"/slips/{taken_back}"))["taken_back"]
    for role, key, status in (
        ("inspector", "claim/tue/1/claim 9", 404),
        ("inspector", "slip/" + taken_back, 404),
        ("seller", "claim/tue/1/claim 1", 403),
    ):
        path = f"/api/halls/{NAME}/records/{key}"
        assert (await desk.http.get(path, headers=desk.token(role))).status_code == status


async def check_proofs(desk: HallDesk) -> None:
    """The draw's proof holds, and a card that was sold is under its seal; another is not."""
    proof = await desk.get("/proofs/tue/1")
    card = await desk.get("/proofs/tue/1/A1/3")
    asked = SimpleNamespace(key=[], game="tue/1", serial="A1/3", record="")
    checks = list(verify_draw.all_checks(verify_draw.read_proof(proof), [card], asked))
    assert [words for holds, words in checks if holds is False] == []
    assert any("A1/3" in words for holds, words in checks if holds)
    path = f"/api/halls/{NAME}/proofs/tue/1/A1/10"
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


@pytest.mark.clause("central-site", "7.2")
def test_no_one_puts_another_number_in_the_place_of_one_that_the_site_drew() -> None:
    """A correction is for a number announced for another ball; ours is announced as it is drawn."""

    async def story(desk: HallDesk) -> None:
        await prepare(desk)
        await sell(desk, "ann", 1)
        await start(desk)
        drawn = [await ball(desk, 1), await ball(desk, 2)]
        other = next(number for number in range(1, 91) if number not in drawn)
        error = {"session": "tue", "game": 1, "by": "sue", "wrong": drawn[0], "right": other}
        for kind in ("CorrectNumber", "ReportError"):
            assert await desk.refused("supervisor", kind, **error) == "correction/our_ball"
        shown = {"session": "tue", "game": 1, "by": "sue", "shown": other, "right": drawn[0]}
        await desk.do("supervisor", "CorrectDisplay", **shown)
        assert (await desk.get("/board"))["board"]["numbers"] == drawn
        assert await ball(desk, 3)

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
