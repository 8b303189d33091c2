"""What supervisors do about a wrong clock, on the pages of keno's office and of a hall."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta

import httpx
import pytest

from eyesdown.central.hall.tasks import HallPlan
from eyesdown.central.hall.tenant import KIND, open_hall
from eyesdown.central.site.first_row import ClockSettled, Owner
from eyesdown.central.site.upkeep.watched_clock import WatchedClock
from eyesdown.keno.games.events import GameTimeCorrected
from eyesdown.web.frame.people import Person
from kit.hall_site import NAME, HallDesk
from kit.public_site import PublicSite, csrf_of, sign_on, visitor
from kit.served_site import PASSWORD, run_scenario

BY, SECOND, CLERK = "sue", "sam", "ada"


@dataclass
class TwoSupervisors(PublicSite):
    def people(self) -> list[Person]:
        more = [Person(BY, "supervisor"), Person(SECOND, "supervisor"), Person(CLERK, "office")]
        return [*super().people(), *more]

    def newest(self, kind: type) -> list[object]:
        """The events of one kind in the last rows."""
        rows = self.store.rows(max(0, self.store.head().seq - 40))
        events = (self.web.tenant.machine.events.read_all(row.events) for row in rows)
        return [event for row in events for event in row if isinstance(event, kind)]


@pytest.mark.clause("central-site", "13.2")
def test_two_supervisors_close_a_game_of_the_future() -> None:
    async def scenario(site: TwoSupervisors) -> None:
        site.at += timedelta(hours=25)
        await site.work()
        site.at -= timedelta(hours=25)
        async with visitor(site) as http:
            await sign_on(http, BY)
            assert "was opened in the future" in (await http.get("/office")).text
            form = {
                "csrf": await csrf_of(http, "/office"),
                "game": str(await site.web.ask_state(lambda state: state.keno.open_game)),
                "because": "the clock was a day ahead",
                "second_name": SECOND,
                "second_password": PASSWORD,
            }
            wrong = ({"second_name": CLERK}, {"second_password": "x"}, {"second_name": ""})
            for each in wrong:
                assert (await http.post("/office/game-time", data=form | each)).status_code == 400
            alone = await http.post("/office/game-time", data=form | {"second_name": BY})
            assert alone.status_code == 409
            assert "alone" in alone.text
            ahead = [gauge for gauge in await _gauges(site) if gauge[0] == "game_ahead_seconds"]
            assert ahead[0][1] > 80_000
            assert (await http.post("/office/game-time", data=form)).status_code == 303
            await site.work()
            assert "was opened in the future" not in (await http.get("/office")).text
        [corrected] = site.newest(GameTimeCorrected)
        assert isinstance(corrected, GameTimeCorrected)
        assert (corrected.by, corrected.second) == (BY, SECOND)
        assert ("game_ahead_seconds", 0) in await _gauges(site)

    run_scenario(TwoSupervisors(), scenario)


async def _gauges(site: PublicSite) -> list[tuple[str, float]]:
    gauges = await site.web.ask_site(lambda one: list(site.web.gauges(one)))
    return [(gauge.name, gauge.value) for gauge in gauges]


AHEAD = "The machine’s clock is 25 hours ahead."


class JumpingHall(HallDesk):
    """A hall whose wall clock a test moves away from the steady one."""

    jump_us = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        clock = WatchedClock(lambda: self.clock_us() + self.jump_us, self.clock_us)
        owner = Owner(KIND, NAME, self.book, self.tenant.zone.key)
        plan: HallPlan = self.plan
        self.tenant, self.site = open_hall(owner, self.store, plan, clock)


def test_a_supervisor_of_a_hall_says_which_clock_is_right() -> None:
    async def scenario() -> None:
        async with JumpingHall("vic-bingo").open() as desk:
            await desk.staff("olga", "office")
            await desk.staff("sue", "supervisor")
            await desk.staff("cal", "caller")
            desk.jump_us = 25 * 3600 * 1_000_000
            desk.site.now_us()
            assert desk.site.clock_doubt_us == desk.jump_us
            caller, supervisor = await desk.signed_on("cal"), await desk.signed_on("sue")
            seen = await caller.page("/caller")
            assert AHEAD in " ".join(seen.split())
            assert "set the clock" not in seen, "only a supervisor decides"
            page = await supervisor.page("/supervisor")
            assert AHEAD in " ".join(page.split())
            reply = await _settle(supervisor.http, page)
            assert reply.status_code == 303
            assert desk.site.clock_doubt_us == 0
            assert "The machine’s clock is" not in await supervisor.page("/supervisor")
            row = list(desk.store.rows(desk.site.head.seq - 1))[-1]
            [settled] = desk.tenant.machine.events.read_all(row.events)
            assert isinstance(settled, ClockSettled)
            assert (settled.by, settled.wall) == ("sue", True)

    asyncio.run(scenario())


async def _settle(http: httpx.AsyncClient, page: str) -> httpx.Response:
    csrf = page.partition('name="csrf" value="')[2].partition('"')[0]
    return await http.post(f"/halls/{NAME}/clock", data={"csrf": csrf, "wall": "yes"})
