"""What would tell a result before the wall does: a terminal's answer, a jackpot's amount."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from html import unescape

from eyesdown.central.keno.feeds import given_unseen, wall_at
from eyesdown.demo.keno_load import Ask, Place, sale
from eyesdown.keno.bets.bet import Regular
from kit.counter_site import LOW, CounterSite
from kit.public_site import ROLES_AT, PublicSite, RunsScenario, sign_on, site, visitor
from kit.served_site import run_scenario

__all__ = ["site"]

PACE = timedelta(seconds=60)


def test_a_terminal_says_nothing_of_a_draw_that_the_wall_still_shows() -> None:
    async def scenario(hall: PublicSite) -> None:
        serial = await hall.sell(Regular(tuple(range(1, 41)), 100))
        await hall.play()
        async with visitor(hall) as box:
            await sign_on(box, ROLES_AT["self_service"])
            early = unescape((await box.get(f"/terminal/check?scan={serial}")).text)
            assert "being shown" in early
            assert "no prize" not in early
            assert "You won" not in early
            hall.at += PACE
            shown = unescape((await box.get(f"/terminal/check?scan={serial}")).text)
            assert "being shown" not in shown
            assert "no prize" in shown or "You won" in shown

    run_scenario(PublicSite(draw_time=PACE), scenario)


def test_a_jackpot_keeps_its_amount_until_the_game_that_won_it_was_shown() -> None:
    async def scenario(hall: CounterSite) -> None:
        spots = Regular(LOW[:7], 100)
        ask = sale(hall.at, hall.web.serial(), Place("club", "club-1"), Ask((spots,), 1, 100))
        await hall.do(ask)
        game = await hall.close()
        before = await hall.web.ask_state(lambda state: wall_at(state, hall.at, -1).jackpots)
        await hall.play_closed(game)
        unseen = await hall.web.ask_site(lambda site: given_unseen(site, game - 1))
        assert unseen["regular/7"] > Fraction(0)
        assert await hall.web.ask_site(lambda site: given_unseen(site, game)) == {}
        held = await hall.web.ask_state(
            lambda state: wall_at(state, hall.at, game - 1, 0, unseen).jackpots
        )
        dropped = await hall.web.ask_state(lambda state: wall_at(state, hall.at, game).jackpots)
        assert held == before
        assert dropped != before

    run_scenario(CounterSite(), scenario)


def test_a_day_is_downloaded_as_a_table_and_compared_with_own_numbers(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: object) -> None:
        await hall.play(2)
        day = hall.at.date().isoformat()
        numbers = await hall.web.ask_state(lambda state: state.keno.games[0].numbers)
        async with visitor(hall) as browser:
            table = await browser.get(f"/results/{day}.csv")
            head, first, _second = table.text.strip().split("\r\n")
            assert head.startswith("day,game,published,ball 1,")
            assert ",".join(map(str, numbers)) in first
            mine = "+".join(map(str, numbers[:3]))
            page = await browser.get(f"/results?mine={mine}+99")
            assert "3 of your 3" in unescape(page.text)
            assert "“99” isn’t a number from 1 to 80." in page.text
            words = await browser.get("/results?mine=seven+0")
            assert "“seven 0” aren’t numbers from 1 to 80." in words.text
            assert "of your" not in words.text
            assert (await browser.get("/results/2020-01-01.csv")).status_code == 404

    site(scenario)
