"""The clocks of a hall in the nights when clocks are changed."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from kit.hall_site import HallDesk, printed

NZ = "nz-casino-bingo"
PRIZE = {"prize": "part series", "amount_cents": 2000}


async def begun(desk: HallDesk, begins: datetime) -> None:
    """A session whose first game has started, on a gaming day from six to six."""
    for person in ("cal", "sue"):
        about = {"person": person, "role": "employee", "staff": True}
        await desk.do("office", "RegisterPerson", **about)
    await desk.do("office", "FixGamingDay", starts="06:00:00")
    await desk.do("office", "RegisterSeries", serial="A1", colour="blue", cards=printed(12))
    games = [
        {"game": number, "versions": [1], "price_cents": 100, "prizes": [PRIZE]}
        for number in (1, 2)
    ]
    plan = {"session": "tue", "starts_at": begins.isoformat(), "place": "Hall", "games": games}
    await desk.do("office", "PlanSession", **plan)
    for person, duty in (("cal", "caller"), ("sue", "supervisor")):
        await desk.do("office", "AppointPerson", session="tue", person=person, duty=duty)
    await desk.do("office", "OpenSession", session="tue")
    desk.at = begins
    await desk.do("caller", "StartGame", session="tue", game=1, by="cal")


@pytest.mark.clause(NZ, "5.1 span", "1.1 'Gaming Day'")
@pytest.mark.parametrize(
    ("begins", "ends", "day_ends"),
    [
        ("2027-04-04T00:31:00+13:00", "2027-04-04T02:31:01+12:00", "2027-04-04T06:00:00+12:00"),
        ("2026-09-27T00:31:00+12:00", "2026-09-27T04:31:01+13:00", "2026-09-27T06:00:00+13:00"),
    ],
)
def test_times_are_shown_as_the_hall_s_clocks_will_show_them(
    begins: str, ends: str, day_ends: str
) -> None:
    """Three hours are three hours in such a night; the gaming day ends at six all the same."""
    starts = datetime.fromisoformat(begins)
    desk = HallDesk(NZ, at=starts.astimezone(UTC) - timedelta(minutes=30))

    async def story() -> dict[str, str]:
        async with desk.open():
            await begun(desk, starts.astimezone(UTC))
            running = (await desk.get("/clocks", "office"))["clocks"]
            return {clock["name"]: clock["due_at"] for clock in running}

    assert asyncio.run(story()) == {"span": ends, "gaming day": day_ends}
