"""Screens that were left open or asleep, and pages where there is no camera."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

from eyesdown.display.keno.wall import Snapshot
from eyesdown.keno.bets.bet import Regular
from eyesdown.web.keno.public.wall import wall_now
from kit.public_site import PublicSite, visitor
from kit.served_site import run_scenario

PACE = timedelta(seconds=60)
NUMBERS = Regular(tuple(range(1, 41)), 100)


def test_a_phone_that_slept_through_three_draws_has_all_of_them() -> None:
    async def scenario(hall: PublicSite) -> None:
        serial = await hall.sell(NUMBERS, games=5)
        async with visitor(hall) as http:
            before = unescape((await http.get(f"/check?serial={serial}")).text)
            await hall.play(3)
            hall.at += PACE
            woken = unescape((await http.get(f"/check?serial={serial}")).text)
        assert "3 of 5 games drawn" not in before
        assert "3 of 5" in woken
        assert len(re.findall(r"won|no prize", woken)) >= 3

    run_scenario(PublicSite(draw_time=PACE), scenario)


def test_a_wall_that_heard_nothing_for_a_week_gets_one_message_a_game_and_no_ball() -> None:
    async def scenario(hall: PublicSite) -> None:
        await hall.play()
        hall.at += PACE
        old = await wall_now(hall.web)
        await hall.play(3)
        hall.at += timedelta(days=7)
        source = hall.web.tenant.feeds["wall"]

        def since(site: Any) -> list[Snapshot]:
            return list(source(site, hall.at, old))

        sent = await hall.web.ask_site(since)
        assert [(wall.game, len(wall.drawn)) for wall in sent] == [(1, 20), (2, 20), (3, 20)]

    run_scenario(PublicSite(draw_time=PACE), scenario)


def test_a_wall_notices_that_the_site_came_back_as_another_version() -> None:
    async def scenario(hall: PublicSite) -> None:
        async with visitor(hall) as http:
            pages = [(await http.get(path)).text for path in ("/wall", "/wall/between")]
        versions = {re.findall(r'data-version="([^"]+)"', page)[0] for page in pages}
        assert len(versions) == 1, "the scenes are fetched again and carry the site's version"

    run_scenario(PublicSite(), scenario)


def test_without_a_camera_there_is_only_the_field() -> None:
    """The script shows the button where the browser can read codes."""

    async def scenario(hall: PublicSite) -> None:
        async with visitor(hall) as http:
            page = (await http.get("/check")).text
        button = re.findall(r"<button[^>]*data-camera[^>]*>", page)
        assert len(button) == 1
        assert " hidden" in button[0]
        assert re.search(r'<input[^>]*id="serial"', page)

    run_scenario(PublicSite(), scenario)
