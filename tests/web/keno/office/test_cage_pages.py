"""Two people at the ball cage, each with a page of their own."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from html import unescape
from typing import Any

import httpx

from eyesdown.web.frame.people import Person
from kit.public_site import ROLES_AT, PublicSite, RunsScenario, csrf_of, sign_on, visitor
from kit.served_site import PASSWORD, give_access

BALLS = tuple(range(1, 21))


class AtCage:
    """A supervisor who reads balls off the cage."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http, self.csrf = http, ""

    async def sees(self) -> str:
        return unescape((await self.http.get("/office/cage")).text)

    async def keys(self, game: object, ball: object) -> httpx.Response:
        self.csrf = self.csrf or await csrf_of(self.http, "/office/cage")
        asked = {"csrf": self.csrf, "game": f"{game}", "ball": f"{ball}"}
        return await self.http.post("/office/cage", data=asked)


async def another_supervisor(hall: PublicSite) -> str:
    """Another person with the same password and role."""
    bob = Person("Bob", "supervisor")
    await give_access(hall.web, [bob], hall.hosted.people.hasher.hash(PASSWORD))
    return bob.name


def at_the_cage(scenario: Any) -> None:
    """Two supervisors and a game that has closed; the cage draws every game of this site."""

    async def whole() -> None:
        hall = PublicSite()
        hall.plan = replace(hall.plan, cage=True)
        async with (
            hall.app.router.lifespan_context(hall.app),
            visitor(hall) as first,
            visitor(hall) as second,
        ):
            await hall.play()
            await sign_on(first, ROLES_AT["supervisor"])
            await sign_on(second, await another_supervisor(hall))
            await scenario(hall, AtCage(first), AtCage(second))

    asyncio.run(whole())


def test_a_ball_counts_when_two_people_keyed_it_and_the_game_goes_on() -> None:
    async def scenario(hall: PublicSite, ann: AtCage, bob: AtCage) -> None:
        assert "0 of 20" in await ann.sees()
        for number, ball in enumerate(BALLS, start=1):
            first, second = (ann, bob) if number % 2 else (bob, ann)  # whoever is quicker
            assert (await first.keys(0, ball)).status_code == 303
            assert "Another person now keys the same ball" in await first.sees()
            assert (await second.keys(0, ball)).status_code == 303
            assert f"{number} of 20" in await second.sees()
        assert (await ann.keys(0, 33)).status_code == 409
        await hall.work()
        assert "No game is waiting" in await ann.sees()
        told = await ann.http.get("/results/2026-11-14/0")
        assert told.status_code == 200
        assert "keyed by two people" in told.text

    at_the_cage(scenario)


def test_a_game_that_was_promised_before_the_site_had_a_cage_is_keyed_here_too(
    site: RunsScenario,
) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["supervisor"])
        hall.plan = replace(hall.plan, cage=True)
        await hall.play()
        assert "0 of 20" in await AtCage(http).sees()
        assert (await AtCage(http).keys(0, 7)).status_code == 303

    site(scenario)


def test_what_one_keyed_is_not_told_to_the_other_and_a_slip_counts_nothing() -> None:
    async def scenario(_: PublicSite, ann: AtCage, bob: AtCage) -> None:
        await ann.keys(0, 71)
        seen = await bob.sees()
        assert f"{ROLES_AT['supervisor']} keyed a ball." in seen
        assert "71" not in seen.partition("<main")[2]
        again = await ann.keys(0, 72)
        assert again.status_code == 409
        assert "another person must key it" in again.text
        other = await bob.keys(0, 17)
        assert other.status_code == 409
        assert "neither counts" in other.text
        assert "0 of 20" in await ann.sees()
        assert "Slips so far: 2" in await ann.sees()
        for ball, words in ((81, "No ball has this number"), ("x", "isn’t a whole number")):
            assert words in unescape((await ann.keys(0, ball)).text)
        await ann.keys(0, 5)
        await bob.keys(0, 5)
        assert "out already" in (await bob.keys(0, 5)).text
        assert "1 of 20" in await bob.sees()

    at_the_cage(scenario)


def test_balls_of_a_game_that_does_not_wait_for_them_are_refused() -> None:
    async def scenario(_: PublicSite, ann: AtCage, __: AtCage) -> None:
        for game in (1, 999):  # it is still open; there is none
            answer = await ann.keys(game, 7)
            assert answer.status_code == 409, (game, answer.text)
            assert "Nothing was done" in answer.text
        assert 'href="/office/cage"' in (await ann.http.get("/office")).text

    at_the_cage(scenario)
