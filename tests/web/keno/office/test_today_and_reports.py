"""The office's day and its reports agree with what was sold, won and posted."""

from __future__ import annotations

import csv
import re

import httpx
import pytest

from eyesdown.central.keno.stored_tickets import entry_of
from eyesdown.cli.demo.site import _collect
from eyesdown.keno.bets.bet import HeadsOrTails, Regular
from eyesdown.keno.claims.commands import Disqualify
from eyesdown.keno.office.commands import TakeOverJackpot
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.keno_words import Ground
from eyesdown.web.keno.office.home import today as today_page
from eyesdown.web.keno.office.home.today import today_of
from kit.office_site import OfficeSite, at_the_office, on_office_site
from kit.public_site import ONE


def test_today_adds_up_what_was_sold_and_won() -> None:
    async def scenario(hall: OfficeSite) -> None:
        async with at_the_office(hall) as http:
            assert "No game has closed yet" in (await http.get("/office")).text
            disputed = await hall.sell(Regular((1, 2, 3), 1000))
            await hall.sell(HeadsOrTails("heads", 500))
            await hall.do(Disqualify(hall.at, disputed, Ground.FRAUD, "sue"))
            await hall.play(1)
            await hall.sell(Regular((4,), 300))
            today = await today_of(hall.web)
            assert today is not None
            assert today.sold_cents == 1500
            assert today.on_sale_cents == 300
            assert today.net_cents == 1500 - today.won_cents
            assert today.out_of_balance == 0
            [taken] = [each for each, _, _ in today.venues if each.venue == ONE.venue]
            assert taken.taken_cents == 1800
            assert today.paid_cents == 0
            shown = (await http.get("/office/today")).text
            assert "$15.00" in shown
            assert "balanced" in shown
            assert "Disputes: 1" in shown, "after its game, too"
            assert disputed in shown
            assert "Suspected fraud" in shown

    on_office_site(scenario)


def test_today_says_what_the_tills_paid_and_names_what_it_leaves_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scenario(hall: OfficeSite) -> None:
        for result in ("heads", "tails", "evens"):
            await hall.sell(HeadsOrTails(result, 500))
        await hall.play(1)
        for record in await hall.web.ask_state(lambda state: list(state.keno.owed)):
            entry = await hall.web.ask_site(lambda site, of=record: entry_of(site, of))
            assert entry is not None
            await _collect(hall.web, entry)
        monkeypatch.setattr(today_page, "VENUES_SHOWN", 1)
        today = await today_of(hall.web)
        assert today is not None
        assert today.paid_cents == today.won_cents > 0
        async with at_the_office(hall) as http:
            shown = (await http.get("/office/today")).text
        assert f"{dollars(today.won_cents)} paid out at the tills" in shown
        assert re.search(r"<td class=\"num\">-?\$\d+\.\d\d</td>\s*</tr>", shown), "whole cents"
        assert not re.search(r"\$\d+\.\d{3}", shown)
        assert "Not listed here: 1; see" in " ".join(shown.split())

    on_office_site(scenario)


@pytest.mark.parametrize("by", ["day", "week", "venue", "game", "jackpot"])
def test_reports_come_as_page_csv_and_pdf_with_the_same_rows(by: str) -> None:
    async def scenario(hall: OfficeSite) -> None:
        await hall.sell(Regular((1, 2, 3), 1000))
        await hall.play(2)
        async with at_the_office(hall) as http:
            asked = f"by={by}&from=2026-11-14&to=2026-11-14"
            page = (await http.get(f"/office/reports?{asked}")).text
            rows = (await http.get(f"/office/reports.csv?{asked}")).text.splitlines()[1:]
            assert rows or by == "jackpot"
            for row in rows:
                assert row.split(",")[0].strip('"') in page
            if by in ("day", "week", "venue"):
                assert dollars(1000) in page
            paper = await http.get(f"/office/reports.pdf?{asked}")
            assert paper.content.startswith(b"%PDF")
            assert (await http.get("/office/reports?by=moon")).status_code == 400
            assert (await http.get("/office/reports?from=2020-01-01")).status_code == 400

    on_office_site(scenario)


async def report(http: httpx.AsyncClient, asked: str) -> dict[str, list[str]]:
    """The rows of a report by their first cell."""
    lines = (await http.get(f"/office/reports.csv?{asked}")).text.splitlines()
    return {row[0]: row[1:] for row in csv.reader(lines[1:])}


def test_a_report_of_jackpots_follows_each_from_its_opening_to_what_is_left() -> None:
    async def scenario(hall: OfficeSite) -> None:
        at, by = hall.at, "operator"
        await hall.do(TakeOverJackpot(at, "regular/7", 500_000, "the system before", by))
        await hall.play()
        await hall.next_day()
        await hall.sell(Regular(tuple(range(1, 8)), 100_000))
        await hall.play()
        async with at_the_office(hall) as http:
            rows = await report(http, "by=jackpot&from=2026-11-15&to=2026-11-15")
            assert len(rows) == 11, "also those that never grew"
            opening, came_in, won, closing = rows["Classic, 7 spots"][:4]
            assert (opening, won) == ("$5,000.00", "$0.00")
            grown = float(came_in.removeprefix("$"))
            assert grown > 0
            assert f"${5_000 + grown:,.2f}" == closing
            rows = await report(http, "by=jackpot&from=2026-11-14&to=2026-11-14")
            assert rows["Classic, 7 spots"][:4] == ["$0.00", "$5,000.00", "$0.00", "$5,000.00"]

    on_office_site(scenario)


@pytest.mark.parametrize("by", ["day", "game", "venue"])
def test_a_report_ends_with_its_totals(by: str) -> None:
    async def scenario(hall: OfficeSite) -> None:
        for cents in (1000, 2300):
            await hall.sell(Regular((1, 2, 3), cents))
            await hall.play()
        async with at_the_office(hall) as http:
            asked = f"by={by}&from=2026-11-14&to=2026-11-14"
            last = (await http.get(f"/office/reports.csv?{asked}")).text.splitlines()[-1]
            assert last.startswith("All")
            assert dollars(3300) in last

    on_office_site(scenario)
