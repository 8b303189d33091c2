"""A casino's hall under nsw-casino-bingo: jackpot numbers of our device, a machine caller."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest

from eyesdown.central.hall.machine import machine
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.proof.hall.setting import strips
from kit.hall_site import HallDesk

NSW = "nsw-casino-bingo"
SIX_UP = [
    {
        "card": number,
        "book": number,
        "boxes": [{"rows": [list(row) for row in ticket.rows]} for ticket in strip],
    }
    for number, strip in enumerate(strips()[:4], 1)
]
LEVEL = {"level": "lucky", "on_jackpot_number": True, "amount_cents": 10_000}


def in_casino(story: Callable[[HallDesk], Awaitable[None]]) -> None:
    """Run a story in a casino's hall, then verify its journal."""
    desk = HallDesk(NSW)

    async def whole() -> None:
        async with desk.open():
            await story(desk)

    asyncio.run(whole())
    verified = verify_journal(machine(NSW, desk.tenant.zone), desk.store, decide_again=True)
    assert verified.rows == desk.site.head.seq


async def prepare(desk: HallDesk, caller: str, levels: list[dict[str, Any]]) -> None:
    """Members with scorecards; the session is open and its game is started."""
    people = {"dan": "dealer", "sue": "gaming services supervisor", "bot": "machine"}
    for person, role in people.items():
        await desk.do("office", "RegisterPerson", person=person, role=role, staff=True)
    for person in ("ann", "ben"):
        await desk.do("office", "RegisterPerson", person=person, role="player", member=True)
    await desk.do("office", "RegisterSeries", serial="N1", colour="red", cards=SIX_UP)
    prize = {"prize": "bingo", "amount_cents": 20_000}
    game = {"game": 1, "prizes": [prize], "colour": "red", "levels": levels}
    session = {"session": "tue"}
    await desk.do(
        "office",
        "PlanSession",
        **session,
        starts_at="2026-06-02T19:00:00+10:00",
        boxes=6,
        entry_fee_cents=1500,
        games=[game],
    )
    for person in ("ann", "ben"):
        await desk.do("seller", "ChargeAdmission", **session, player=person, amount_cents=1500)
        issued = {"player": person, "serial": "N1", "count": 1, "medium": "electronic"}
        await desk.do("seller", "IssueScorecards", **session, **issued)
    for person, duty in ((caller, "caller"), ("sue", "supervisor")):
        await desk.do("office", "AppointPerson", **session, person=person, duty=duty)
    await desk.do(
        "caller",
        "OpenSession",
        **session,
        by="dan",
        terminal="T1",
        software_approved=True,
        display_connected=True,
    )
    await desk.do("caller", "EnterSerialRange", **session, by="dan", serial="N1", first=1, last=2)
    await desk.do("caller", "StartGame", **session, game=1, by=caller)


async def go_on(desk: HallDesk, seconds: float) -> None:
    """Time passes; the site does its part."""
    desk.at += timedelta(seconds=seconds)
    await desk.work()


@pytest.mark.clause("nsw-casino-bingo", "6.5.1")
def test_jackpot_numbers_are_drawn_by_the_site_and_not_sent_in() -> None:
    async def story(desk: HallDesk) -> None:
        await prepare(desk, "dan", [LEVEL])
        game = {"session": "tue", "game": 1, "by": "dan"}
        sent = await desk.refused("caller", "DrawJackpotNumbers", **game, numbers=[7, 8, 9])
        assert sent == "draw/not_the_ball"
        await desk.do("caller", "AskForJackpotNumbers", **game, count=3)
        drawn = desk.site.state.hall.game("tue", 1).jackpot_numbers
        assert len(drawn) == len(set(drawn)) == 3
        await desk.do("caller", "Announce", session="tue", game=1, by="dan", topics=[])
        await desk.do("caller", "EyesDown", **game)
        await desk.do("caller", "AskForBall", **game, call=1)
        assert (await desk.get("/board"))["board"]["last_number"]

    in_casino(story)


@pytest.mark.clause("nsw-casino-bingo", "4.5")
def test_a_machine_calls_at_its_pace_and_stops_for_a_claim() -> None:
    async def story(desk: HallDesk) -> None:
        await prepare(desk, "bot", [])
        await desk.do("caller", "Announce", session="tue", game=1, by="dan", topics=[])
        await desk.do("caller", "EyesDown", session="tue", game=1, by="dan")
        game = desk.site.state.hall.game("tue", 1)
        for calls in range(1, 4):
            await go_on(desk, 5)
            assert len(game.calls) == calls - 1, "not before its pace"
            await go_on(desk, 1)
            assert len(game.calls) == calls
            assert game.calls[-1].finished is None
            await go_on(desk, 2)
            assert game.calls[-1].finished is not None
            desk.at -= timedelta(seconds=2)
        await desk.do("supervisor", "ReportMalfunction", session="tue", game=1, serial="N1", card=1)
        await go_on(desk, 60)
        assert len(game.calls) == 3

    in_casino(story)


def test_a_game_that_is_voided_before_its_first_number_leaves_no_draw_behind() -> None:
    async def story(desk: HallDesk) -> None:
        await prepare(desk, "dan", [LEVEL])
        await desk.do("supervisor", "FailTerminal", session="tue", game=1, by="sue")
        assert not desk.site.state.open_draws

    in_casino(story)
