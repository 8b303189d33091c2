"""A ticket on a phone, and the pace at which everyone sees a draw."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import partial
from html import unescape
from typing import Any

import httpx
import pytest

from eyesdown.central.keno import lookups
from eyesdown.central.keno.feeds import HURRY
from eyesdown.display.keno.wall import Snapshot
from eyesdown.keno.bets.bet import HeadsOrTails, LetItRun, Regular
from eyesdown.keno.claims.commands import ClaimPrize, PayoutAsked, PaySession
from eyesdown.keno.games.commands import CloseGame
from eyesdown.keno.sales.commands import CancelEntry
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.rulebook.keno_words import HeadsOrTailsResult, Payout
from eyesdown.web.keno.public.wall import wall_now
from kit.public_site import EVERY, ONE, START, PublicSite, visitor
from kit.served_site import run_scenario

PACE = timedelta(seconds=60)
BALL = PACE / 20
ALL_FORTY = Regular(tuple(range(1, 41)), 100)


def paced() -> PublicSite:
    return PublicSite(draw_time=PACE)


async def doors(hall: PublicSite, http: httpx.AsyncClient, serial: str) -> dict[str, str]:
    """Everything the public can ask about the first game."""
    day = START.date().isoformat()
    number = await hall.web.ask_state(lambda state: state.keno.games[0].number)
    paths = {
        "result": f"/results/{day}/{number}",
        "proof": f"/results/{day}/{number}/evidence.json",
        "results": "/results",
        "numbers": "/numbers",
        "ticket": f"/check?serial={serial}",
        "api result": f"/api/results/{day}/{number}",
        "api ticket": f"/api/tickets/{serial}",
    }
    return {name: unescape((await http.get(path)).text) for name, path in paths.items()}


def test_no_door_shows_a_ball_before_the_wall() -> None:
    async def scenario(hall: PublicSite) -> None:
        serial = await hall.sell(ALL_FORTY)
        await hall.play()
        drawn = await hall.web.ask_state(lambda state: state.keno.games[0].numbers)
        assert len(drawn) == 20
        async with visitor(hall) as http:
            for balls in range(20):
                wall = await wall_now(hall.web)
                assert (wall.game, wall.drawn) == (0, drawn[:balls])
                assert (wall.phase_words, wall.multiplier) == ("Eyes down", None)
                home = unescape((await http.get("/")).text)
                assert home.count('class="sr"> drawn') == balls
                if balls in (0, 19):
                    early = await doors(hall, http, serial)
                    assert "no result" in early["result"]
                    assert "No proof" in early["proof"]
                    assert "Nothing drawn" in early["results"]
                    assert "No draws yet" in early["numbers"]
                    assert "not drawn yet" in early["ticket"]
                    assert "result/unknown" in early["api result"]
                    assert '"prizes":[]' in early["api ticket"]
                hall.at += BALL
            shown = await doors(hall, http, serial)
            assert (await wall_now(hall.web)).phase_words == "Result"
            assert "not drawn yet" not in shown["ticket"]
            assert "No proof" not in shown["proof"]

    run_scenario(paced(), scenario)


def test_a_ticket_says_that_its_game_has_closed_and_then_that_it_falls() -> None:
    """No countdown to the game after it, as if its own were forgotten."""

    async def scenario(hall: PublicSite) -> None:
        one, three = await hall.sell(ALL_FORTY), await hall.sell(ALL_FORTY, games=3)

        async def lead(serial: str) -> str:
            async with visitor(hall) as http:
                text = unescape((await http.get(f"/check?serial={serial}")).text)
            found = re.search(r'<p class="lead" role="status">(.*?)</p>', text, re.DOTALL)
            assert found
            return " ".join(re.sub("<[^>]+>", "", found[1]).split())

        assert (await lead(one)).startswith("Next ")
        number = await hall.web.ask_state(lambda state: state.keno.games[0].number)
        hall.at += EVERY
        await hall.do(CloseGame(hall.at, hall.at + EVERY))
        closed = f"Game {number} has closed and is drawn next"
        assert (await lead(one), await lead(three)) == (closed, closed)
        await hall.work()
        assert await lead(three) == f"Game {number} is being drawn now"
        hall.at += PACE
        assert "being drawn" not in await lead(one)
        assert "next" in (await lead(three)).lower()

    run_scenario(paced(), scenario)


def _after(source: Any, at: datetime, shown: Snapshot | None, site: Any) -> list[Snapshot]:
    return list(source(site, at, shown))


def test_the_feed_sends_every_ball_once_at_its_time() -> None:
    async def scenario(hall: PublicSite) -> None:
        source = hall.web.tenant.feeds["wall"]
        shown: Snapshot | None = None
        counts: list[tuple[int | None, int]] = []
        await hall.play()
        for _ in range(80):
            sent = await hall.web.ask_site(partial(_after, source, hall.at, shown))
            counts += [(wall.game, len(wall.drawn)) for wall in sent]
            shown = sent[-1] if sent else shown
            due = await hall.web.ask_site(lambda site: hall.web.tenant.feeds_due(site, hall.at))
            if due is None:
                break
            hall.at = due.astimezone(hall.at.tzinfo)
        assert counts == [(0, balls) for balls in range(21)]

    run_scenario(paced(), scenario)


def test_a_result_that_comes_while_another_falls_waits_and_falls_faster() -> None:
    """A game is open for three minutes here, and its draw is shown for five."""
    long = timedelta(minutes=5)

    async def scenario(hall: PublicSite) -> None:
        await hall.play()
        first, start = await wall_now(hall.web), hall.at
        await hall.play()
        published = await hall.web.ask_state(lambda state: state.draws.published_max)
        seconds = {0: (0, 0), 200: (0, 13), 299: (0, 19), 300: (1, 0), 337: (1, 9), 375: (1, 20)}
        for after, (game, balls) in seconds.items():
            hall.at = start + timedelta(seconds=after)
            wall = await wall_now(hall.web)
            assert (wall.game, len(wall.drawn)) == ((first.game or 0) + game, balls), after
        assert (published, long / HURRY) == (1, timedelta(seconds=75))

    run_scenario(PublicSite(draw_time=long), scenario)


def test_a_wall_that_starts_after_the_show_has_it_all() -> None:
    async def scenario(hall: PublicSite) -> None:
        await hall.play(3)
        hall.at += PACE
        wall = await wall_now(hall.web)
        assert (wall.game, len(wall.drawn), wall.phase_words) == (2, 20, "Result")

    run_scenario(paced(), scenario)


async def seen(hall: PublicSite, http: httpx.AsyncClient, serial: str) -> str:
    return unescape((await http.get(f"/check?serial={serial}")).text)


def test_the_verdict_comes_first() -> None:
    async def scenario(hall: PublicSite) -> None:
        running = await hall.sell(ALL_FORTY, games=5)
        loser = await hall.sell(Regular((79, 80), 100))
        gone = await hall.sell(Regular((1,), 100), games=5)
        async with visitor(hall) as http:
            before = await seen(hall, http, running)
            assert "0 of 5 games drawn</h1>" in before
            closes = hall.at + EVERY
            assert f'data-clock="{closes.isoformat()}"' in before
            later = hall.at + 2 * EVERY
            assert f"about {later:%H:%M}" in before
            await hall.do(CancelEntry(hall.at, gone, "s-1", ONE.venue))
            assert "No game was played</h1>" in await seen(hall, http, gone)
            await hall.play()
            draw = await hall.web.ask_site(lambda site: hall.web.newest.read(site, 1)[0].draw)
            lost = await seen(hall, http, loser)
            if draw.caught & {79, 80} != {79, 80}:
                assert "No win this time</h1>" in lost
                assert "The game is drawn." in lost
            assert "1 of 5 games drawn" in await seen(hall, http, running)
            await hall.play(4)
            record = await hall.web.ask_site(lambda site: lookups.ticket(site, running))
            assert record is not None
            shown = await seen(hall, http, running)
            if record.won_cents:
                assert f"You won ${record.won_cents / 100:,.2f}</h1>" in shown
                assert "Collect by 14 Nov 2027 at any counter or terminal." in shown
            else:
                assert "All 5 games are drawn." in shown
            for prize in record.prizes:
                assert f"= ${prize.cents / 100:,.2f}".removesuffix(".00") in shown

    run_scenario(PublicSite(), scenario)


def test_a_paid_ticket_says_so_and_plays_again() -> None:
    async def scenario(hall: PublicSite) -> None:
        all_sides: tuple[HeadsOrTailsResult, ...] = ("heads", "tails", "evens")
        sides = [await hall.sell(HeadsOrTails(side, 100)) for side in all_sides]
        await hall.play()
        async with visitor(hall) as http:
            pages = {serial: await seen(hall, http, serial) for serial in sides}
            (won,) = [serial for serial, text in pages.items() if "You won" in text]
            sold = await hall.web.ask_site(lambda site: lookups.entry_of(site, won))
            assert sold is not None
            check = ticket_check(sold.entry)
            claim = ClaimPrize(hall.at, won, "s-2", ONE.venue, ONE.terminal, check)
            (lodged,) = await hall.do(claim)
            assert "A counter has taken the claim" in await seen(hall, http, won)
            paid = (PayoutAsked(Payout.CASH, lodged.cents),)
            await hall.do(PaySession(hall.at, "s-2", ONE.venue, paid))
            after = await seen(hall, http, won)
            assert "Paid." in after
            assert 'aria-label="QR code to play these numbers again"' in after
            pasted = f"http://hall/check?serial={won}&check={check}"
            again = await http.get("/check", params={"serial": pasted})
            assert again.status_code == 200
            assert won in again.text

    run_scenario(PublicSite(), scenario)


def test_a_run_that_was_lost_has_nothing_payable() -> None:
    async def scenario(hall: PublicSite) -> None:
        sides: tuple[HeadsOrTailsResult, ...] = ("heads", "tails", "evens")
        runs = {
            side: await hall.sell(LetItRun((side,) * 2, 100), games=2, cents=100) for side in sides
        }
        await hall.play(2)
        async with visitor(hall) as http:
            for serial in runs.values():
                text = await seen(hall, http, serial)
                assert ("You won" in text) == ("payable" in text)
                assert ("You won" in text) != ("No win this time" in text)

    run_scenario(PublicSite(), scenario)


@pytest.mark.parametrize("skip", ["99999999999", "-1", "x", "³"])
def test_any_page_number_is_answered(skip: str) -> None:
    async def scenario(hall: PublicSite) -> None:
        serial = await hall.sell(Regular((1,), 100))
        async with visitor(hall) as http:
            answer = await http.get("/check", params={"serial": serial, "skip": skip})
            assert answer.status_code == 200

    run_scenario(PublicSite(), scenario)


def test_the_scenes_between_draws_name_no_one_and_follow_the_wall() -> None:
    async def scenario(hall: PublicSite) -> None:
        sides: tuple[HeadsOrTailsResult, ...] = ("heads", "tails", "evens")
        sold = [await hall.sell(HeadsOrTails(side, 5000)) for side in sides]
        await hall.play()
        async with visitor(hall) as http:
            early = unescape((await http.get("/wall/between")).text)
            assert "Last results" not in early
            assert "Biggest wins" not in early
            assert "How to play" in early
            hall.at += PACE
            shown = unescape((await http.get("/wall/between")).text)
            assert "Last results" in shown
            assert "Biggest wins of the last games" in shown
            assert "Club V0001" in shown
            assert not any(serial in shown for serial in sold)
            wall = unescape((await http.get("/wall?venue=V0001")).text)
            assert ">Club V0001<" in wall
            version = re.findall(r'data-version="([^"]+)"', wall + shown)
            assert len(version) == 2
            assert version[0] == version[1]
            assert ">Eyes Down<" in (await http.get("/wall?venue=nowhere")).text

    run_scenario(paced(), scenario)


def test_numbers_are_marked_by_standard_deviations() -> None:
    async def scenario(hall: PublicSite) -> None:
        await hall.play(12)
        async with visitor(hall) as http:
            text = unescape((await http.get("/numbers")).text)
        results = await hall.web.ask_site(lambda site: hall.web.newest.read(site, 12))
        counts = [sum(n in one.draw.caught for one in results) for n in range(1, 81)]
        # 12 games: 3 on average, give or take 1.5; two deviations are 0 or 6 and more
        far = [count for count in counts if count == 0 or count >= 6]
        assert "give or take 1.5" in text
        assert text.count(' marked"') == text.count("times, marked") == len(far)
        for words in ("Longest gaps", "Most often together", f"are {len(far)}."):
            assert words in text
        assert "clearly" not in text

    run_scenario(PublicSite(), scenario)
