"""What a hall is asked by mistake or in a rush: an answer, nothing lost, and the hall goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

from eyesdown.bingo.play.commands import CallNumber
from eyesdown.central.hall.machine import machine
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.proof.hall.setting import VIC
from kit.hall_nights import ball, numbers_held, prepare, sell, start
from kit.hall_site import NAME, HallDesk

GAME: dict[str, Any] = {"session": "tue", "game": 1}


def at_the_hall(story: Callable[[HallDesk], Awaitable[None]]) -> HallDesk:
    """Run a story in a hall that has opened its session, then verify its journal."""
    desk = HallDesk(VIC)

    async def whole() -> None:
        async with desk.open():
            await prepare(desk)
            await story(desk)

    asyncio.run(whole())
    verified = verify_journal(machine(VIC, desk.tenant.zone), desk.store, decide_again=True)
    assert verified.rows == desk.site.head.seq
    return desk


async def at_once(desk: HallDesk, *asked: tuple[str, dict[str, Any]]) -> list[tuple[int, str]]:
    """Commands that arrive together; each answer's status and code."""
    bodies = [
        (role, {"id": f"rush {number}", "command": command})
        for number, (role, command) in enumerate(asked)
    ]
    replies = await asyncio.gather(
        *(
            desk.http.post(f"/api/halls/{NAME}/commands", json=body, headers=desk.token(role))
            for role, body in bodies
        )
    )
    await desk.work()
    return [(reply.status_code, reply.json().get("code", "")) for reply in replies]


def test_two_callers_ask_for_the_same_ball_and_one_is_drawn() -> None:
    async def story(desk: HallDesk) -> None:
        await sell(desk, "ann", 2)
        await start(desk)
        asked = {"type": "AskForBall", **GAME, "by": "cal", "call": 1}
        replies = await at_once(desk, ("caller", asked), ("caller", asked))
        assert sorted(replies) == [(200, ""), (422, "ball/asked_already")]

    desk = at_the_hall(story)
    assert len(desk.site.state.hall.sessions["tue"].games[1].calls) == 1


def test_someone_who_is_not_the_caller_calls_nothing() -> None:
    async def story(desk: HallDesk) -> None:
        await sell(desk, "ann", 2)
        await start(desk)
        code = await desk.refused("caller", "AskForBall", **GAME, by="kim", call=1)
        assert code == "draw/not_the_caller"
        await desk.do("caller", "AskForBall", **GAME, by="cal", call=1)
        finished = await desk.refused("caller", "FinishCall", **GAME, by="kim")
        assert finished == "call/not_the_caller", "another's press opens no window for claims"
        await desk.do("caller", "FinishCall", **GAME, by="cal")

    at_the_hall(story)


def test_a_caller_does_not_supervise_the_same_game() -> None:
    async def story(desk: HallDesk) -> None:
        appointed = {"session": "tue", "person": "cal", "duty": "supervisor"}
        assert await desk.refused("office", "AppointPerson", **appointed) == "people/same_person"
        official = desk.site.state.hall.sessions["tue"].official
        assert (official("caller", 1), official("supervisor", 1)) == ("cal", "sue")

    at_the_hall(story)


def test_a_sale_that_arrives_with_eyes_down_is_in_play_or_refused() -> None:
    async def story(desk: HallDesk) -> None:
        await sell(desk, "ann", 2)
        game = {**GAME, "by": "cal"}
        await desk.do("caller", "StartGame", **game)
        await desk.do("caller", "Announce", **GAME, by="cal", topics=[])
        sale = {"type": "SellCards", **GAME, "serial": "A1", "count": 1, "paid_cents": 250}
        sales = [("seller", {**sale, "player": f"p{n}", "point": "door"}) for n in range(4)]
        down = ("caller", {"type": "EyesDown", **game})
        replies = await at_once(desk, *sales[:2], down, *sales[2:])
        assert replies[2] == (200, "")
        refused = [reply for reply in replies if reply != (200, "")]
        assert set(refused) <= {(422, "sale/eyes_down")}
        in_play = desk.site.state.hall.sessions["tue"].held_in(1)
        assert len(in_play) == 2 + 4 - len(refused)
        await desk.do("caller", "AskForBall", **game, call=1)

    at_the_hall(story)


def test_a_clock_that_is_set_back_changes_no_order_and_the_hall_goes_on() -> None:
    async def story(desk: HallDesk) -> None:
        first = await sell(desk, "ann", 2)
        await start(desk)
        await ball(desk, 1)
        desk.at -= timedelta(hours=3)
        await ball(desk, 2)
        assert first["cards"] == [1, 2]

    desk = at_the_hall(story)
    assert len(desk.site.state.hall.sessions["tue"].games[1].calls) == 2


def test_a_supervisor_who_leaves_in_the_middle_of_a_check_is_replaced() -> None:
    async def story(desk: HallDesk) -> None:
        slips = {player: (await sell(desk, player, 3))["slip"] for player in ("ann", "bob")}
        await start(desk)
        held, called = await numbers_held(desk, slips), set[int]()
        while not any(numbers <= called for _, numbers in held.values()):
            called.add(await ball(desk, len(called) + 1))
        winner = next(player for player, numbers in held.values() if numbers <= called)
        witness = "bob" if winner == "ann" else "ann"
        await desk.do("verifier", "Claim", **GAME, player=winner)
        check = {**GAME, "claim": "claim 1", "serial": "A1", "witness": witness}
        steps = (await desk.get("/staff", "supervisor"))["claims"][0]["steps_left"]
        await desk.do("supervisor", "CheckClaim", **check, by="sue", steps=steps[:1])
        await desk.do("office", "RegisterPerson", person="tom", role="volunteer")
        appointed = {"session": "tue", "person": "tom", "duty": "supervisor"}
        await desk.do("office", "AppointPerson", **appointed)
        left = (await desk.get("/staff", "supervisor"))["claims"][0]["steps_left"]
        assert left == steps[1:]
        await desk.do("supervisor", "CheckClaim", **check, by="tom", steps=left)
        await desk.do("supervisor", "ConfirmClaim", **GAME, claim="claim 1", by="tom")
        await desk.do("supervisor", "DeclareResult", **GAME, by="tom")

    desk = at_the_hall(story)
    assert desk.site.state.hall.sessions["tue"].games[1].won


def test_only_the_site_s_clock_says_when_an_announcement_ends() -> None:
    """An end sent for tomorrow would keep every claim and every number waiting until then."""

    async def story(desk: HallDesk) -> None:
        await sell(desk, "ann", 2)
        await start(desk, selector="receptacle")
        tomorrow = (desk.at + timedelta(days=1)).isoformat()
        number = {**GAME, "by": "cal", "number": 5}
        reply = await desk.send("caller", "CallNumber", **number, finished=tomorrow)
        assert (reply.status_code, reply.json()["field"]) == (400, "command.finished")
        asked = CallNumber(at=desk.at, **number, finished=desk.at + timedelta(days=1))
        stamped = desk.site.machine.stamp(asked, desk.clock_us())
        assert stamped.finished is None
        [called] = await desk.do("caller", "CallNumber", **number)
        assert called["finished"] == called["at"]

    at_the_hall(story)
