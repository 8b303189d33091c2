"""Games that wait for somebody: told on every page, and kept in sight where it can be helped."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from html import unescape

import httpx

from eyesdown.keno.office.commands import ReportWinners, SignOff, SignOn, SwitchPool
from eyesdown.rulebook.keno_words import DrawSite as Place
from eyesdown.rulebook.keno_words import Duty
from eyesdown.web.keno.office.home.page import GAMES_SHOWN
from eyesdown.web.keno.public.wall import wall_now
from kit.public_site import ROLES_AT, PublicSite, RunsScenario, sign_on


async def told(http: httpx.AsyncClient, path: str) -> str:
    return unescape((await http.get(path)).text)


async def held_back(http: httpx.AsyncClient) -> dict[str, str]:
    """Every game on the office's page, and what it waits for."""
    name = r"Game (\d+)\s*(?:</a>)?\s*</th>"
    rows = re.findall(rf"{name}<td>.*?</td><td>([^<]*)<", await told(http, "/office"))
    return dict(rows)


def test_a_game_that_waits_is_named_and_stays_in_sight(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["inspector"])
        on_duty = await hall.web.ask_state(lambda state: list(state.keno.on_duty.values()))
        for one in on_duty:
            if one.duty is Duty.SUPERVISOR:
                await hall.do(SignOff(hall.at, one.person))
        await hall.play()
        assert "is delayed" not in await told(http, "/")  # it has only just closed
        await hall.play(GAMES_SHOWN + 2)
        assert "Game 0 is delayed: waits for a supervisor on duty." in await told(http, "/")
        assert (
            await wall_now(hall.web)
        ).late == "Game 0 is delayed: waits for a supervisor on duty"
        waiting = await held_back(http)
        assert waiting["0"] == "waits for a supervisor on duty"
        assert len(waiting) == GAMES_SHOWN + 4  # all that wait, and the open one
        await hall.do(SignOn(hall.at, "Sue", Duty.SUPERVISOR, Place.CENTRAL))
        await hall.work()
        assert "is delayed" not in await told(http, "/")
        assert not any((await held_back(http)).values())

    site(scenario)


def test_the_office_says_what_a_cage_waits_for_and_where_numbers_can_be_put_right(
    site: RunsScenario,
) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["supervisor"])
        await hall.play(2)
        hall.plan, hall.web.cage = replace(hall.plan, cage=True), True
        await hall.play(GAMES_SHOWN + 2)
        waiting = await held_back(http)
        balls = "broken off; waits for the balls of the cage, 0 seen by two"  # promised before
        assert waiting["2"] == balls
        assert waiting["5"] == "waits for the balls of the cage, 0 seen by two"
        assert not waiting["1"]  # on the walls, however long ago it was drawn
        assert (await told(http, "/office")).count("Wrong number on display") == 2
        assert waiting["3"] == "waits for the game before it"  # promised before, too

    site(scenario)


def test_the_office_says_that_a_drawn_game_waits_for_reports_of_a_pool(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["inspector"])
        await hall.do(SwitchPool(hall.at, "regular/10", True, ("NSW", "VIC", "QLD")))
        hall.web.pool_wait = timedelta(minutes=5)
        hall.plan = replace(hall.plan, pool_wait=hall.web.pool_wait)
        await hall.play()
        held = (await held_back(http))["0"]
        assert re.fullmatch(r"waits for pool reports of QLD, VIC, until \d\d:\d\d:\d\d", held)
        await hall.do(ReportWinners(hall.at, 0, "regular/10", "VIC", ()))
        assert "reports of QLD, until" in (await held_back(http))["0"]
        await hall.do(ReportWinners(hall.at, 0, "regular/10", "QLD", ()))
        await hall.work()
        assert (await held_back(http))["0"] == ""

    site(scenario)


def test_a_game_behind_one_that_waits_says_so(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["inspector"])
        hall.web.cage = True
        hall.plan = replace(hall.plan, cage=True)
        await hall.play()
        hall.web.cage = False
        hall.plan = replace(hall.plan, cage=False)
        await hall.play(3)
        held = await held_back(http)
        assert held["0"].startswith("broken off")
        assert held["2"] == "waits for the game before it"

    site(scenario)
