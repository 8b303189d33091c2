"""An operator's first days by pages alone: from an empty store to a draw, and to a remittance."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from pathlib import Path

import httpx

from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.office.commands import SetGrowthRate, SignOff
from eyesdown.keno.office.jackpots import jackpots_to_rate
from eyesdown.web.frame.people import Person
from kit.office_site import (
    FIRST,
    SECOND,
    OfficeSite,
    at_the_office,
    confirm,
    csrf_of,
    do,
    on_office_site,
)
from kit.public_site import ONE
from kit.served_site import run_scenario

SAMPLE = (Path(__file__).parents[4] / "deploy" / "site-setup.toml").read_text("utf-8")


@dataclass
class EmptySite(OfficeSite):
    """A site before anyone has done anything."""

    def people(self) -> list[Person]:
        return [*super().people(), Person("sue", "supervisor")]

    async def open(self) -> None:
        """Nothing is set up."""


def test_from_an_empty_store_to_the_first_published_draw_by_pages_alone() -> None:
    async def scenario(hall: EmptySite) -> None:
        async with at_the_office(hall) as office, at_the_office(hall, "sue") as supervisor:
            assert "No Keno Day yet" in (await office.get("/office")).text
            token = await csrf_of(office, "/office/setup")
            form = {"csrf": token, "text": SAMPLE}
            seen = await office.post("/office/setup", data=form, follow_redirects=True)
            assert "Apply 8" in seen.text
            wrong = await office.post(
                "/office/setup", data=form | {"text": SAMPLE + "\nx = 1", "apply": "yes"}
            )
            assert "Nothing was done" in wrong.text
            assert not await hall.web.ask_state(lambda state: state.keno.venues)
            apply = {"data": form | {"apply": "yes"}, "follow_redirects": True}
            done = await office.post("/office/setup", **apply)
            assert "8 applied" in done.text
            again = await office.post("/office/setup", **apply)
            assert "0 applied" in again.text
            await supervisor.post("/office/on", data={"csrf": await csrf_of(supervisor, "/office")})
            await hall.work()
            await hall.play(2)
            results = await office.get("/results")
            assert "Game 1" in results.text

    run_scenario(EmptySite(), scenario)


def test_the_steps_to_the_first_draw_can_all_be_done() -> None:
    async def scenario(hall: EmptySite) -> None:
        async with at_the_office(hall) as http:
            assert "Set the growth of the jackpots: 8 of 8 have none" in (await read(http)).text
            rates = (await http.get("/office/do/SetGrowthRate")).text
            for key in jackpots_to_rate(hall.web.book):
                assert f'value="{key}"' in rates
                await hall.do(SetGrowthRate(hall.at, key, Fraction(1, 100), date(2026, 11, 1)))
            assert 'value="racing' not in rates, "10(b) fixes those"
            assert "<span>Set the growth of the jackpots</span>" in (await read(http)).text

    run_scenario(EmptySite(), scenario)


def test_the_steps_do_not_come_back_when_people_go_off_duty() -> None:
    async def scenario(hall: OfficeSite) -> None:
        async with at_the_office(hall) as http:
            await hall.sell(Regular((1, 2, 3), 100))
            await hall.play()
            await hall.do(SignOff(hall.at, "supervisor-1"))
            assert not await hall.web.ask_state(lambda state: state.keno.sold)
            assert "Before the first draw" not in (await read(http)).text

    on_office_site(scenario)


async def read(http: httpx.AsyncClient) -> httpx.Response:
    return await http.get("/office")


def test_a_session_that_ended_half_way_does_nothing() -> None:
    async def scenario(hall: OfficeSite) -> None:
        async with at_the_office(hall) as http:
            token = await csrf_of(http, "/office/do/SetPayoutLimit")
            await http.post("/sign-off")
            rows = hall.store.head().seq
            data = {"csrf": token, "slip": "a" * 16, "cents": "10"}
            late = await http.post("/office/do/SetPayoutLimit", data=data)
            assert late.status_code == 401
            assert "nothing you sent was done" in late.text
            assert hall.store.head().seq == rows

    on_office_site(scenario)


def test_a_day_from_appointing_a_venue_to_remitting() -> None:
    async def scenario(hall: OfficeSite) -> None:
        async with at_the_office(hall, FIRST) as first, at_the_office(hall, SECOND) as second:
            approved = await do(
                first, "ApproveTerminal", terminal="T-9", venue=ONE.venue, approval="A-9"
            )
            assert "Terminal approved" in approved.text
            agreed = await do(first, "AgreeCommission", venue=ONE.venue, rate="6")
            assert "Commission agreed" in agreed.text
            await hall.sell(Regular((1, 2, 3), 2000))
            await hall.play(2)
            await do(first, "RemitVenue", venue=ONE.venue)
            assert "1 payment waits" in (await second.get("/office")).text
            assert "Venue remitted" in (await confirm(second)).text
            twice = await first.get("/office/payments")
            assert "None waits" in twice.text
        assert sum((await hall.web.ask_site(lambda site: site.balances)).values()) == 0

    on_office_site(scenario)
