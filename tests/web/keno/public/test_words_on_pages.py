"""Words on the public pages: what was entered, how to play, and on which terms."""

from __future__ import annotations

import re
from datetime import timedelta
from fractions import Fraction
from html import unescape

import httpx
import pytest

from eyesdown.central.keno.machine import book_on
from eyesdown.display.keno.site import HOW_TO_ENTER
from eyesdown.keno.bets.bet import (
    Bet,
    Combination,
    HeadsOrTails,
    LetItRun,
    Racing,
    Regular,
    Roulette,
)
from eyesdown.keno.claims.commands import Disqualify, Reinstate
from eyesdown.keno.games.commands import CorrectDisplay, ReportWrongDisplay
from eyesdown.keno.office.commands import FlexContribution, PublishInstructions, SwitchPool
from eyesdown.rulebook.keno_words import Category, Ground, HeadsOrTailsResult
from eyesdown.rulebooks.family_bingo.words import rules_page
from eyesdown.rulebooks.nsw_keno.c09_subscriptions import minimum_stakes
from kit.public_site import ROLES_AT, PublicSite, RunsScenario, csrf_of, sign_on


@pytest.mark.parametrize(
    ("bet", "words"),
    [
        (Roulette("red_black", "red", 500), "Red"),
        (Roulette("split", (17, 18), 100), "Split 17 18"),
        (Roulette("six_line", 13, 100), "Six-line from 13"),
        (Racing("win", "straight", (), (), (2,), 100), "Win: 2"),
        (HeadsOrTails("evens", 100), "Evens"),
    ],
)
def test_a_ticket_says_what_was_entered_as_its_paper_does(
    site: RunsScenario, bet: Bet, words: str
) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        serial = await hall.sell(bet)
        await hall.play()
        page = unescape((await http.get(f"/check?serial={serial}")).text)
        assert page.count(f">{words}<") == 2  # once as entered, once in its game
        assert not re.search("red_black|six_line|[(]17, 18[)]", page)

    site(scenario)


@pytest.mark.parametrize(
    ("bet", "games", "cents", "words"),
    [
        (Combination("regular", ((1,), (2,)), None, 100), 1, 300, "3 combinations at $1.00"),
        (Racing("quinella", "box", (), (), (1, 2, 3), 100), 1, 300, "3 combinations at $1.00"),
        (LetItRun(("heads", "tails"), 500), 2, 500, "$5.00 for the run"),
        (Regular((1, 2), 200), 2, 400, "$2.00 a game"),
    ],
)
def test_a_ticket_says_what_its_stake_is_for(
    site: RunsScenario, bet: Bet, games: int, cents: int, words: str
) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        serial = await hall.sell(bet, games=games, cents=cents)
        page = unescape((await http.get(f"/check?serial={serial}")).text)
        assert f">{words}<" in page
        assert f"Bought for ${cents / 100:.2f} on" in page

    site(scenario)


@pytest.mark.clause(
    "nsw-keno",
    *("7A(b):info", "9(c):info", "2:Licensees", "2:Operating Company", "3(a):order", "3(b)"),
    *("2(b)(v)", "15(l)"),
)
def test_how_to_play_has_the_stakes_and_the_terms(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        answer = await http.get("/how")
        page = " ".join(re.sub("<[^>]+>", " ", unescape(answer.text)).split())
        for step in HOW_TO_ENTER:
            assert step in page
        assert "Keno Classic $1.00" in page
        assert "Keno Mega Millions $2.00" in page
        assert "Keno Racing one combination $0.50 Keno Racing all of a game $1.00" in page
        assert "low or high, red or black, odd or even $5.00" in page
        minimums = {cents for _, cents in minimum_stakes(book_on(hall.at.date()).figures)}
        for cents in minimums:
            assert f"${cents / 100:.2f}" in page
        for company in ("Clubkeno Holdings Pty Limited, ABN 51 002 821 570", "ABN 16 003 992 327"):
            assert company in page
        assert "the Act comes first, then the keno rules, then the account terms" in page
        assert "accept the keno rules" in page
        assert "Australian dollars (AUD)" in page
        assert "pooled jackpot may be won in another state" in page
        assert "within 12 months" in page
        assert 'href="/how"' in (await http.get("/")).text

    site(scenario)


@pytest.mark.parametrize("path", ["/nothing/here", "/results/2026-11-14/999", "/rules/no-book"])
def test_a_page_that_is_not_there_has_a_heading(site: RunsScenario, path: str) -> None:
    async def scenario(_: PublicSite, http: httpx.AsyncClient) -> None:
        answer = await http.get(path)
        assert answer.status_code == 404
        assert answer.text.count("<h1>") == 1

    site(scenario)


def test_the_next_draw_is_told_without_a_script(site: RunsScenario) -> None:
    async def scenario(_: PublicSite, http: httpx.AsyncClient) -> None:
        assert ">at 10:03:00</span>" in (await http.get("/")).text

    site(scenario)


def test_the_rarest_numbers_are_listed_from_the_lowest(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await hall.play(5)
        page = (await http.get("/numbers")).text
        assert "comes up 1.25 times in 5 games" in page
        least = page.partition("Least often")[2].partition("</ol>")[0]
        numbers = [int(one) for one in re.findall("<strong>([0-9]+)</strong>", least)]
        counts = [int(one) for one in re.findall("right..([0-9]+)<", least)]
        assert len(numbers) == 10
        assert sorted(zip(counts, numbers, strict=True)) == list(zip(counts, numbers, strict=True))

    site(scenario)


@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ({"position": "x", "shown": "5"}, 400, "position: 'x' isn’t a whole number"),
        ({"position": "3", "shown": "81"}, 409, "display/not_wrong"),
        ({"position": "3", "shown": "0"}, 409, "display/not_wrong"),
        ({"position": "21", "shown": "5"}, 409, "display/not_wrong"),
    ],
)
def test_a_wrong_number_no_wall_can_show_is_not_reported(
    site: RunsScenario, fields: dict[str, str], status: int, words: str
) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await hall.play()
        await sign_on(http, ROLES_AT["supervisor"])
        csrf = await csrf_of(http, "/office")
        answer = await http.post("/office/wrong", data={"csrf": csrf, "game": "0", **fields})
        page = unescape(answer.text)
        assert answer.status_code == status
        assert words in page
        assert "Nothing was done." in page
        assert "<h1>Today</h1>" in page
        assert "wrong number shown" not in page

    site(scenario)


@pytest.mark.parametrize(
    ("role", "path", "status", "link"),
    [
        ("writer", "/counter?customer=a%20b", 400, '"/counter">Back to work<'),
        ("writer", "/office", 403, '"/counter">Back to work<'),
        ("self_service", "/counter", 403, '"/terminal">Start again<'),
    ],
)
def test_a_mistyped_address_leads_staff_back_to_their_work(
    site: RunsScenario, role: str, path: str, status: int, link: str
) -> None:
    async def scenario(_: PublicSite, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT[role])
        answer = await http.get(path)
        assert answer.status_code == status
        assert f'<a class="button" href={link}' in answer.text

    site(scenario)


@pytest.mark.clause("nsw-keno", "12(c):flash")
def test_12_c_flash__the_last_number_flashes_on_whats_on_too(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await hall.play()
        drawn = await hall.web.ask_state(lambda state: state.keno.games[0].numbers)
        other = next(number for number in range(1, 81) if number not in drawn)
        await hall.do(ReportWrongDisplay(hall.at, 0, 3, other))
        page = (await http.get("/")).text
        flashing = re.findall(r'<li class="drawn last  wrong">(\d+)<', page)
        assert flashing == [str(drawn[-1])]
        await hall.do(CorrectDisplay(hall.at, 0))
        assert " wrong" not in (await http.get("/")).text

    site(scenario)


@pytest.mark.clause("nsw-keno", "7(l):part", "7(l):conflict")
def test_instructions_of_the_licensees_can_be_read_where_the_rules_are(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        assert "Instructions," not in (await http.get("/how")).text
        for version, words in (("1", "Old words."), ("2", "Mark <b>one</b> box.\nThen pay.")):
            await hall.do(PublishInstructions(hall.at, version, "form", words))
        page = (await http.get("/how")).text
        assert "Instructions, form" in page
        assert "Mark &lt;b&gt;one&lt;/b&gt; box." in page
        assert "Then pay." in page
        assert "Old words." not in page
        assert "where they differ, the rules hold" in page
        hall.at -= timedelta(minutes=1)  # the clock was set back behind them
        page = (await http.get("/how")).text
        assert "Instructions," not in page
        assert "Terms" in page

    site(scenario)


@pytest.mark.clause("nsw-keno", "10B(c)")
@pytest.mark.parametrize(
    ("days", "words"),
    [
        (200, ""),
        (330, "must go back to players within 60 days"),
        (400, "should have gone back to players by now"),
    ],
)
def test_the_office_is_reminded_of_promotional_money(
    site: RunsScenario, days: int, words: str
) -> None:
    """Decision M20."""

    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        today = hall.at.date()
        change = FlexContribution(hall.at, Category.I, Fraction(1, 20), today, today)
        await hall.do(change)
        await hall.sell(Regular((1, 2), 1000))
        await hall.play()
        hall.at += timedelta(days=days)
        await sign_on(http, ROLES_AT["office"])
        page = (await http.get("/office")).text
        assert words in page
        assert ("Promotional money of category I" in page) == bool(words)

    site(scenario)


@pytest.mark.clause("nsw-keno", "21(a)")
def test_a_disqualified_ticket_is_not_told_that_it_won(site: RunsScenario) -> None:
    """Neither one that would have won, nor one that had; once it is reinstated, both are."""

    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        sides: tuple[HeadsOrTailsResult, ...] = ("heads", "tails", "evens")
        early = [await hall.sell(HeadsOrTails(side, 100)) for side in sides]
        late = [await hall.sell(HeadsOrTails(side, 100)) for side in sides]
        for serial in early:
            await hall.do(Disqualify(hall.at, serial, Ground.FRAUD, "sue"))
        await hall.play()
        for serial in late:
            await hall.do(Disqualify(hall.at, serial, Ground.FRAUD, "sue"))
        for serial in early + late:
            page = (await http.get(f"/check?serial={serial}")).text
            assert "This entry was disqualified</h1>" in page
            assert "You won" not in page
            assert (await http.get(f"/api/tickets/{serial}")).json()["disqualified"]
            await hall.do(Reinstate(hall.at, serial, "A-1", "sue"))
        pages = [(await http.get(f"/check?serial={serial}")).text for serial in early + late]
        assert not any("disqualified" in page for page in pages)
        assert sum("You won" in page for page in pages) == 2
        told = (await http.get(f"/api/tickets/{early[0]}")).json()
        assert not told["disqualified"]

    site(scenario)


def test_the_family_game_is_read_out_in_both_languages_of_its_source(site: RunsScenario) -> None:
    async def scenario(_: PublicSite, http: httpx.AsyncClient) -> None:
        page = unescape((await http.get("/rules/family-bingo")).text)
        for language in ("en", "fr"):
            section = page.split(f'lang="{language}"><h2>')[1].split("</section>")[0]
            assert all(f"<p>{line}</p>" in section for line in rules_page(language))
        for path in ("/rules/family-bingo?find=free", "/rules/nsw-keno"):
            assert 'lang="fr"' not in (await http.get(path)).text

    site(scenario)


@pytest.mark.clause("nsw-keno", "16(c)")
def test_16_c__a_letter_is_signed_for_the_operating_company(site: RunsScenario) -> None:
    async def scenario(_: PublicSite, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["office"])
        csrf = await csrf_of(http, "/office")
        asked = {"csrf": csrf, "to": "Ann <Example>", "about": "the prize of ticket K1"}
        letter = await http.post("/office/letter", data=asked)
        assert str(letter.request.url).endswith("/office/letter"), "no name in an address"
        page = unescape(letter.text)
        assert "Ann <Example>" in page
        assert "About: the prize of ticket K1" in page
        assert f"{ROLES_AT['office']}<br>for Keno (NSW) Pty Ltd" in page
        assert '<button type="button" data-print>Print</button>' in page
        assert "/static/counter-desk." in page
        empty = await http.post("/office/letter", data=asked | {"to": " "})
        assert (empty.status_code, "to whom it goes" in empty.text) == (400, True)

    site(scenario)


@pytest.mark.clause("nsw-keno", *(f"Schedule:Part {part}" for part in "ABCDEF"))
def test_Schedule__every_total_can_be_read_before_paying(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        page = (await http.get("/how")).text
        parts = re.findall(r"<strong>(\d+)×</strong>.*?<p class=\"small\">([\d ]+)</p>", page)
        shown = {int(total): int(times) for times, some in parts for total in some.split()}
        assert shown == book_on(hall.at.date()).tables.multipliers

    site(scenario)


@pytest.mark.clause("nsw-keno", "2:Pooled Jackpot Amount", "2:Keno $2 Game Pooled Jackpot Amount")
def test_2_Pooled_Jackpot_Amount__is_on_the_page_and_on_the_wall(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        assert " pooled" not in (await http.get("/")).text
        await hall.do(SwitchPool(hall.at, "regular/10", True, ("NSW", "VIC")))
        assert "$0.00 pooled with NSW, VIC" in (await http.get("/")).text
        wall = unescape((await http.get("/wall")).text)
        assert '"pool_cents": 0' in wall

    site(scenario)


def test_a_refusal_of_the_sites_own_order_has_words_and_a_link_to_its_clause(
    site: RunsScenario,
) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await hall.play()
        await sign_on(http, ROLES_AT["supervisor"])
        form = {"csrf": await csrf_of(http, "/office"), "game": "0", "because": "counted"}
        page = await http.post("/office/go-on", data=form)
        assert page.status_code == 409
        assert "The result is out already." in page.text
        assert 'data-code="game/published_already"' in page.text
        assert "There is nothing to do." in page.text
        assert 'href="/rules/central-site/1.1"' in page.text
        clause = await http.get("/rules/central-site/1.1")
        assert (clause.status_code, "A published result is final." in clause.text) == (200, True)

    site(scenario)
