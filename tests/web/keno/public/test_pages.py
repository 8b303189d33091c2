"""The public pages over HTTP: results, tickets with reasons, numbers, odds, proofs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from datetime import timedelta
from html import unescape
from typing import Any
from urllib.parse import quote, unquote

import httpx
import pytest

from eyesdown.central.keno import lookups
from eyesdown.central.keno.machine import book_on
from eyesdown.central.site import verify_draw
from eyesdown.display.keno.how import EVEN
from eyesdown.display.keno.results import ResultView
from eyesdown.keno.bets.bet import HeadsOrTails, LetItRun, Regular
from eyesdown.keno.claims.commands import ClaimPrize, PayoutAsked, PaySession
from eyesdown.keno.games.commands import CorrectDisplay, ReportWrongDisplay
from eyesdown.keno.office.commands import ApprovePrize
from eyesdown.keno.sales.commands import CancelEntry
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.rulebook.keno_words import Payout
from eyesdown.rulebooks.nsw_keno.c18_prizes import schedule_rows
from eyesdown.web.keno.public import odds
from eyesdown.web.keno.public.wall import wall_now
from kit.public_site import ONE, START, PublicSite, RunsScenario


def text_of(answer: httpx.Response) -> str:
    return unescape(answer.text)


async def result(hall: PublicSite, game: int) -> ResultView:
    found = await hall.web.ask_site(lambda site: hall.web.newest.read(site, 100))
    return found[::-1][game]


def test_an_empty_site_says_so(site: RunsScenario) -> None:
    async def scenario(_: PublicSite, http: httpx.AsyncClient) -> None:
        for path, words in {
            "/": "No results yet",
            "/results": "Nothing drawn on this day yet",
            "/numbers": "No draws yet",
            "/check": "No ticket yet",
        }.items():
            answer = await http.get(path)
            assert answer.status_code == 200
            assert words in text_of(answer)

    site(scenario)


@pytest.mark.clause("nsw-keno", "12(b)", "13:other")
def test_12_b__home_shows_when_the_game_closes_and_the_latest_result(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await hall.play()
        shown = text_of(await http.get("/"))
        closes = hall.at + timedelta(minutes=3)
        assert f"close at {closes:%H:%M:%S}" in shown
        assert f'data-clock="{closes.isoformat()}"' in shown
        drawn = (await result(hall, 0)).draw
        assert all(f"<li>{number}</li>" in shown for number in drawn.numbers[:-1])
        assert f"{drawn.multiplier}×" in shown

    site(scenario)


@pytest.mark.clause("nsw-keno", "2:Cash Game")
def test_2_cash_game__home_names_the_prize_on_top(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        assert "Cash game" not in (await http.get("/")).text
        await hall.do(
            ApprovePrize(
                hall.at,
                "Spring <b>bonus</b>",
                True,
                50_000,
                "A-9",
                "regular",
                3,
                3,
                hall.at,
                hall.at + timedelta(days=1),
            )
        )
        shown = await http.get("/")
        assert "Cash game" in shown.text
        assert "Spring <b>bonus</b>" in text_of(shown)
        assert "<b>bonus</b>" not in shown.text
        assert "Classic: 3 of 3 numbers" in shown.text

    site(scenario)


@pytest.mark.clause("nsw-keno", "2:Game Results Inquiry", "7A(b):info", "13:inquiry")
def test_2_game_results_inquiry__by_day_and_by_numbers(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await hall.play(3)
        day = START.date().isoformat()
        await hall.next_day()
        await hall.play()
        everything = text_of(await http.get(f"/results?day={day}"))
        numbers = [(await result(hall, game)).number for game in range(3)]
        links = [f'href="/results/{day}/{number}"' for number in numbers]
        assert [link in everything for link in links] == [True] * 3
        middle = text_of(await http.get(f"/results?day={day}&first={numbers[1]}&last={numbers[1]}"))
        assert [link in middle for link in links] == [False, True, False]
        turned = text_of(await http.get(f"/results?day={day}&first={numbers[1]}&last=0"))
        assert [link in turned for link in links] == [True, True, False]
        for game, number in enumerate(numbers):
            balls = everything.split(f">Game {number}</a>")[1].split("</ol>")[0]
            drawn = (await result(hall, game)).draw.numbers
            assert [int(one) for one in re.findall(r">(\d+)</li>", balls)] == list(drawn)
        newest = text_of(await http.get("/results"))
        assert not any(link in newest for link in links)
        assert f'href="/results?day={day}"' in newest
        assert (
            "No results are kept for that day" in (await http.get("/results?day=1999-01-01")).text
        )
        odd = await http.get(f"/results?day={day}&first=x&last=-3&skip=9999")
        assert odd.status_code == 200

    site(scenario)


def test_a_long_day_is_shown_in_pages(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await hall.play(28)
        day = START.date().isoformat()
        first = (await http.get("/results")).text
        rest = (await http.get(f"/results?day={day}&skip=25")).text
        assert first.count(f'<a href="/results/{day}/') == 25
        assert rest.count(f'<a href="/results/{day}/') == 3
        assert "26 to 28 of 28" in rest

    site(scenario)


@pytest.mark.clause("nsw-keno", "13:inquiry")
def test_13__a_result_has_the_multiplier_every_side_game_and_what_it_paid(
    site: RunsScenario,
) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        for side in ("heads", "tails", "evens"):
            await hall.sell(HeadsOrTails(side, 100))
        await hall.play()
        found = await result(hall, 0)
        shown = text_of(await http.get(f"/results/{found.day}/{found.number}"))
        won = book_on(START.date()).tables.heads_or_tails[found.draw.heads_or_tails]
        for words in (
            f"{found.draw.multiplier}×",
            f"add up to {found.draw.total}",
            found.draw.heads_or_tails.capitalize(),
            f"<dd>{found.draw.last}</dd>",
            f"<dd>{found.draw.roulette} ",
            f"<b>First</b> row {found.places[0][0]}<",
            f"<b>Sixth</b> row {found.places[5][0]}",
            f'Heads or Tails?</th><td class="num">1</td><td class="num">${won / 100:.2f}</td>',
        ):
            assert words in shown, words
        for path in (f"/results/{found.day}/998", "/results/not-a-day/1", "/results/%00/1"):
            nothing = await http.get(path)  # a page, whatever the address
            assert (nothing.status_code, "<main" in nothing.text) == (404, True)

    site(scenario)


def test_a_result_is_out_only_when_control_has_counted(site: RunsScenario) -> None:
    """A settled prize of a game that is not published yet is nobody's to see."""

    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        from eyesdown.central.keno.tasks import next_step

        serial = await hall.sell(Regular(tuple(range(1, 21)), 100))
        hall.at += timedelta(minutes=3)
        published = False
        while not published:
            make = await hall.web.ask_site(lambda site: next_step(site, hall.plan, hall.at))
            assert make is not None
            step = make()
            shown = (await http.get(f"/check?serial={serial}")).text
            assert "not drawn yet" in shown
            assert "drawn 1" not in (await http.get("/")).text
            published = type(step.command).__name__ == "PublishResult"
            await hall.web.sequencer.submit(step.command_id, step.command)
        assert "not drawn yet" not in (await http.get(f"/check?serial={serial}")).text

    site(scenario)


def test_a_ticket_says_what_matched_and_why(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await hall.fill()
        seen = await hall.web.ask_site(
            lambda site: lookups.ticket(site, hall.tickets["three games"])
        )
        assert seen is not None
        assert seen.drawn == 3
        book = book_on(START.date())
        for game in seen.games:
            assert game.draw is not None
            caught = len(game.draw.caught & {1, 2, 3, 4})
            pays = book.tables.spots["regular"][4][caught]
            assert game.lines[0].prize_cents == pays
            clauses = [step.clause for step in game.lines[0].because]
            assert clauses[:2] == ["2:Regular Keno", "18(b):4 spots"]
        assert seen.won_cents == sum(line.prize_cents for g in seen.games for line in g.lines)
        shown = text_of(await http.get(f"/check?serial={hall.tickets['three games'].lower()}"))
        assert "3 of 3" in shown
        assert 'href="/rules/nsw-keno/18%28b%29%3A4%20spots"' in shown
        for name in hall.tickets:
            answer = await http.get(f"/check?serial={hall.tickets[name]}")
            assert answer.status_code == 200, name
        assert "not drawn yet" in answer.text

    site(scenario)


def test_a_let_it_run_shows_what_runs_on_and_where_it_ended(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        sides: tuple[Any, ...] = ("heads", "tails", "evens")
        runs = {
            side: await hall.sell(LetItRun((side,) * 2, 100), games=2, cents=100) for side in sides
        }
        await hall.play()
        first = (await result(hall, 0)).draw.heads_or_tails
        pays = book_on(START.date()).tables.heads_or_tails
        running = text_of(await http.get(f"/check?serial={runs[first]}"))
        assert f"${pays[first] / 100:.2f} runs on" in running
        lost = next(side for side in sides if side != first)
        assert (
            "the run ended in an earlier game"
            in (await http.get(f"/check?serial={runs[lost]}")).text
        )
        await hall.play()
        seen = await hall.web.ask_site(lambda site: lookups.ticket(site, runs[first]))
        assert seen is not None
        second = (await result(hall, 1)).draw.heads_or_tails
        stake = pays[first]
        assert seen.games[1].lines[0].prize_cents == (
            stake * pays[first] // 100 if second == first else 0
        )

    site(scenario)


def test_a_cancelled_ticket_and_a_continuation(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        gone = await hall.sell(Regular((1,), 100), games=5)
        kept = await hall.sell(Regular(tuple(range(1, 41)), 100), games=40)
        await hall.play()
        await hall.do(CancelEntry(hall.at, gone, "s-1", ONE.venue))
        shown = text_of(await http.get(f"/check?serial={gone}"))
        assert "This entry was cancelled." in shown
        assert shown.count(">cancelled<") == 4
        assert "1 of 5 games drawn" in shown
        assert "Its game 5 of 5" in shown
        for _ in range(30):
            prizes = await hall.web.ask_state(lambda state: dict(state.keno.prizes.get(kept, {})))
            if prizes:
                break
            await hall.play()
        sold = await hall.web.ask_state(lambda state: state.keno.sold[kept])
        claim = ClaimPrize(hall.at, kept, "s-2", ONE.venue, ONE.terminal, ticket_check(sold.entry))
        (lodged,) = await hall.do(claim)
        new = hall.web.serial()
        paid = (PayoutAsked(Payout.CASH, lodged.cents),)
        await hall.do(PaySession(hall.at, "s-2", ONE.venue, paid, continuations=(new,)))
        await hall.next_day()
        for serial in (kept, new):
            shown = text_of(await http.get(f"/check?serial={serial}"))
            assert kept in shown
            assert "1 to 20 of 40" in shown
            assert "paid" in shown

    site(scenario)


def test_an_old_ticket_is_still_explained(site: RunsScenario) -> None:
    """The live state forgets a losing ticket with its day, and its games a day later."""

    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        serial = await hall.sell(Regular((1, 2, 3, 80), 100))
        await hall.play()
        before = text_of(await http.get(f"/check?serial={serial}"))
        for _ in range(3):
            await hall.next_day()
            await hall.play()
        assert await hall.web.ask_state(lambda state: 0 not in state.keno.games)
        after = text_of(await http.get(f"/check?serial={serial}"))
        assert after.split("Game by game")[1] == before.split("Game by game")[1]

    site(scenario)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "nonsense",
        "000000-000000-000000-000000",
        "<script>alert(1)</script>",
        "é\x00",
        "9" * 900,
    ],
)
def test_a_serial_that_is_none_is_answered_kindly(site: RunsScenario, typed: str) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await hall.sell(Regular((1,), 100))
        answer = await http.get("/check", params={"serial": typed})
        assert answer.status_code == (404 if typed else 200)
        assert "<script>alert" not in answer.text
        proof = await http.get(f"/check/{quote(typed, safe='') or 'x'}/2026-11-14/1/ticket.json")
        assert proof.status_code == 404

    site(scenario)


def test_a_draw_and_a_ticket_are_proven_offline(site: RunsScenario, tmp_path: Any) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        serials = [await hall.sell(Regular((n,), 100), games=2) for n in range(1, 8)]
        other = await hall.sell(Regular((9,), 100))
        await hall.do(CancelEntry(hall.at, other, "s-1", ONE.venue))
        await hall.play()
        found = await result(hall, 0)
        where = f"{found.day}/{found.number}"
        evidence = (await http.get(f"/results/{where}/evidence.json")).json()
        assert evidence["seal"]["entries"] == 7
        for serial in serials:
            answer = await http.get(f"/check/{serial}/{where}/ticket.json")
            ticket = answer.json()
            checks = list(verify_draw.check_draw(verify_draw.read_proof(evidence), {}))
            assert all(holds is not False for holds, _ in checks), checks
            assert verify_draw.root_of(ticket) == evidence["seal"]["root"]
            ticket["entry"]["games"] += 1
            assert verify_draw.root_of(ticket) != evidence["seal"]["root"]
        assert (await http.get(f"/check/{other}/{where}/ticket.json")).status_code == 404
        (tmp_path / "evidence.json").write_text(json.dumps(evidence))
        (tmp_path / "ticket.json").write_bytes(answer.content)
        program = tmp_path / "verify_draw.py"
        program.write_bytes((await http.get("/verify_draw.py")).content)

    site(scenario)
    run = subprocess.run(
        [sys.executable, "-I", "verify_draw.py", "evidence.json", "ticket.json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("yes  ") == 5


def test_numbers_come_with_the_sentence_and_the_chi_square(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await hall.play(3)
        few = text_of(await http.get("/numbers"))
        assert "Past draws do not change the odds" in few
        assert "Too few games so far" in few
        heat = re.compile(r'<li class="heat--?[1-3]')
        assert not heat.search(few.split('class="heat"')[1])  # nor does it say so in colour
        await hall.play(9)
        shown = text_of(await http.get("/numbers"))
        assert "Past draws do not change the odds" in shown
        assert "on 79 degrees of freedom" in shown
        assert heat.search(shown.split('class="heat"')[1])
        counts: dict[int, int] = {}
        for game in range(12):
            for number in (await result(hall, game)).draw.numbers:
                counts[number] = counts.get(number, 0) + 1
        hottest = min(counts, key=lambda number: (-counts[number], number))
        first = shown.split('class="bars"><li>')[1]
        assert first.startswith(f"<strong>{hottest}</strong>")
        assert f'<span class="right">{counts[hottest]}<' in first

    site(scenario)


@pytest.mark.clause("nsw-keno", "18(a)", "7A(b):info", "2:Schedule of Prizes")
def test_18_a__the_odds_page_shows_every_printed_prize(site: RunsScenario) -> None:
    games = {game.key: game for game in odds.odds_on(START.date())}
    printed: dict[tuple[str, str], set[int]] = {}
    for game, bet, _, cents in schedule_rows(book_on(START.date()).tables):
        name = EVEN.get(bet, bet.replace("_", " "))
        name = f"{name.split()[0]} number{'s' * (name != '1 spots')}" if "spots" in name else name
        printed.setdefault((game, name), set()).add(cents)
    shown = {
        (game.key, bet.name): {rung.cents for rung in bet.ladder}
        for game in games.values()
        for bet in game.plain
    }
    assert shown == printed
    assert games["regular"].plain[9].ladder[0].one_in == pytest.approx(8_911_711.18, abs=0.01)
    assert games["regular"].plain[0].back == 75.0

    async def scenario(_: PublicSite, http: httpx.AsyncClient) -> None:
        page = text_of(await http.get("/odds"))
        assert "8,911,711" in page
        assert "$250,000.00" in page
        assert "on average you lose" in page

    site(scenario)


def test_each_rulebook_can_be_read_and_searched(site: RunsScenario) -> None:
    async def scenario(_: PublicSite, http: httpx.AsyncClient) -> None:
        shelf = text_of(await http.get("/rules"))
        for book in ("nsw-keno", "nsw-casino-bingo", "nz-casino-bingo", "vic-bingo"):
            assert f'href="/rules/{book}"' in shelf
        lost = (await http.get("/rules?find=lost+ticket")).text
        best = re.search(r'class="clauses card">.*?href="([^"]+)"', lost, re.DOTALL)
        assert best
        assert unquote(best[1]) == "/rules/nsw-keno/2:Unclaimed Prize Claim Form(i)"
        assert lost.index("17(a)") < lost.index("20 of 80")  # the answer is above the list of books
        whole = text_of(await http.get("/rules/nsw-keno"))
        assert "1 to 100 of 599" in whole
        found = text_of(await http.get("/rules/nsw-keno?find=flashes&part=12"))
        assert "12(c), flash" in found
        assert "1 clause" in found
        assert "No such clause" in (await http.get("/rules/nsw-keno?find=zebra")).text
        clause = text_of(await http.get("/rules/nsw-keno/9(c)(i)"))
        assert "stake/below_minimum" in clause
        assert "$1.00" in clause
        assert "100 cents" not in clause
        by_game = text_of(await http.get("/rules/nsw-keno/18(b)"))
        assert "heads or tails: $1.00" in by_game
        assert "{" not in by_game
        for path in ("/rules/no-such-book", "/rules/nsw-keno/999(z)", "/rules/x/y"):
            assert (await http.get(path)).status_code == 404

    site(scenario)


@pytest.mark.clause("nsw-keno", "12(c):flash")
def test_12_c_flash__the_board_has_the_wrong_number_until_it_is_corrected(
    site: RunsScenario,
) -> None:
    async def scenario(hall: PublicSite, _: httpx.AsyncClient) -> None:
        await hall.play()
        right = await wall_now(hall.web)
        absent = next(number for number in range(1, 81) if number not in right.drawn)
        await hall.do(ReportWrongDisplay(hall.at, 0, 3, absent))
        wrong = await wall_now(hall.web)
        assert (wrong.wrong, wrong.drawn[2]) == (3, absent)
        assert wrong.steps == right.steps
        await hall.do(CorrectDisplay(hall.at, 0))
        assert await wall_now(hall.web) == right

    site(scenario)
