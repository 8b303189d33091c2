"""The inspector's desk: from a complaint about one ticket to an export, and each look on record."""

from __future__ import annotations

import csv
import io
import json
from hashlib import sha256
from html import unescape
from typing import get_args

import httpx
import pytest

from eyesdown.central.desk.row_facts import COPIED
from eyesdown.central.desk.row_index import Asked
from eyesdown.central.hall import machine as hall_machine
from eyesdown.central.keno import machine as keno_machine
from eyesdown.display.inspector import CONTROL_EVENTS, ODD_EVENTS
from eyesdown.display.refusals import what_happened
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.claims.commands import Disqualify
from eyesdown.keno.desk.commands import PrintPaper
from eyesdown.keno.sales.commands import CancelEntry
from eyesdown.rulebook.keno_words import Ground
from kit.public_site import ONE, ROLES_AT, PublicSite, RunsScenario, csrf_of, sign_on

DESK = "/inspector/keno"


async def find(http: httpx.AsyncClient, typed: str) -> httpx.Response:
    """Send the desk's search form."""
    csrf = await csrf_of(http, DESK)
    return await http.post(f"{DESK}/search", data={"csrf": csrf, "q": typed})


async def text_of(http: httpx.AsyncClient, path: str, status: int = 200) -> str:
    answer = await http.get(path)
    assert answer.status_code == status, (path, answer.status_code, answer.text[:400])
    return unescape(answer.text)


def test_a_complaint_about_one_ticket_is_followed_to_an_export(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        serial = await hall.sell(Regular((1, 2, 3), 100))
        await hall.play()
        await sign_on(http, ROLES_AT["inspector"])
        assert "keno" in await text_of(http, "/inspector")
        assert "Newest rows" in await text_of(http, DESK)
        for typed in (serial.lower().replace("-", " "), serial):
            answer = await find(http, typed)
            assert answer.status_code == 303
        rows = await text_of(http, answer.headers["location"])
        assert "Sell an entry" in rows
        assert serial in rows
        assert f"/check?serial={serial}" in rows
        assert f"{DESK}/rows?kind=game&name=0" in rows, "from the ticket to its game"
        query = {"kind": "ticket", "name": serial}
        export = await http.get(f"{DESK}/export.jsonl", params=query)
        assert export.headers["x-sha256"] == sha256(export.content).hexdigest()
        lines = [json.loads(line) for line in export.text.splitlines()]
        assert lines[-1]["command"]["type"] == "AcceptEntry"
        sheet = await http.get(f"{DESK}/export.csv", params=query)
        assert next(csv.DictReader(io.StringIO(sheet.text)))["about"]
        paper = await http.get(f"{DESK}/export.pdf", params=query)
        assert paper.content.startswith(b"%PDF-")

    site(scenario)


def test_a_row_is_shown_with_its_postings_and_its_place_in_the_chain(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await hall.sell(Regular((1, 2, 3), 100))
        sold = hall.store.head().seq
        await hall.sell(Regular((1, 2, 3), 100))
        await sign_on(http, ROLES_AT["inspector"])
        page = await text_of(http, f"{DESK}/rows/{sold}")
        assert f"Row {sold}: Sell an entry" in page
        assert "What it posted" in page
        assert "<td>Entry accepted</td>" in page, "why it posted, in words"
        assert "$1.00" in page.partition("What it posted")[0], "the cost, as people read it"
        assert "✓ the same" in page
        assert f"{DESK}/rows/{sold + 1}" in page
        assert "no row 99999 yet" in await text_of(http, f"{DESK}/rows/99999", 404)

    site(scenario)


def test_refusals_odd_events_books_and_heads_have_their_pages(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        [refused] = await hall.web.submit(CancelEntry(hall.at, "K-NONE", "x"))
        await hall.sell(Regular((1, 2, 3), 100))
        await hall.play()
        await sign_on(http, ROLES_AT["inspector"])
        refusals = await text_of(http, f"{DESK}/refusals")
        assert refused.refusals[0].code in refusals
        assert what_happened(refused.refusals[0].code)[0] in refusals
        assert "Count agreed" in await text_of(http, f"{DESK}/odd")
        assert "The books balance." in await text_of(http, f"{DESK}/balances")
        assert "The books balance." in await text_of(http, f"{DESK}/balances?at=3")
        assert "Its newest lines" in await text_of(http, f"{DESK}/balances?account=prize_fund")
        some = await text_of(http, f"{DESK}/balances?account=venue_")
        assert "Accounts named “venue_”" in some
        assert f"venue_cash/{ONE.venue}" in some
        assert "No account has this name" in await text_of(http, f"{DESK}/balances?account=A1")
        head = hall.store.head()
        noted = f"{head.seq}:{head.hash.hex()}"
        assert "The same." in await text_of(http, f"{DESK}/heads?noted={noted}")
        assert "Another hash." in await text_of(http, f"{DESK}/heads?noted={head.seq}:{'0' * 64}")
        assert "ends before this row" in await text_of(http, f"{DESK}/heads?noted=99999:{'0' * 64}")

    site(scenario)


def test_a_game_is_found_by_the_number_on_its_tickets(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await hall.play(3)
        await hall.next_day()
        today = hall.at.date().isoformat()
        await hall.play(2)
        await sign_on(http, ROLES_AT["inspector"])
        answer = await find(http, f"{today}/1")
        assert answer.headers["location"] == f"{DESK}/games/{today}/1"
        assert f"{DESK}/games/{today}/1" in (await find(http, f"{today}/001")).text
        page = (await find(http, "game 1")).text
        assert f"{DESK}/games/{today}/1" in page
        both = (await find(http, "1")).text
        assert both.index(f"{DESK}/games/{today}/1") < both.index(f"{DESK}/games/2026-11-14/1")
        assert "running number" in both

    site(scenario)


def test_odd_events_name_what_can_happen() -> None:
    """A list of events that no tenant has would be empty for ever."""
    tenants = (keno_machine.SiteEvent, hall_machine.Event)
    known = {kind.__name__ for events in tenants for kind in get_args(events)} | {COPIED}
    asked = {event for events in ODD_EVENTS.values() for event in events} | set(CONTROL_EVENTS)
    assert asked <= known, asked - known


def test_disputes_and_copies_of_papers_are_what_to_look_at_first(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        serial = await hall.sell(Regular((1, 2, 3), 100))
        for because in ("", "paper jam", "customer asked"):
            await hall.do(PrintPaper(hall.at, serial, ONE.terminal, because, "writer-1"))
        await hall.do(Disqualify(hall.at, serial, Ground.FRAUD, "", "sue"))
        await sign_on(http, ROLES_AT["inspector"])
        overview = await text_of(http, DESK)
        assert "2 reprints" in overview
        assert "1 disputes" in overview
        assert "Paper copied: " in await text_of(http, f"{DESK}/odd")
        copies = await text_of(http, f"{DESK}/rows?event={COPIED}")
        assert copies.count("paper copied") == 2

    site(scenario)


def test_a_refused_row_says_why_in_words(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await hall.web.submit(CancelEntry(hall.at, "K-NONE", "x"))
        await sign_on(http, ROLES_AT["inspector"])
        rows = await text_of(http, f"{DESK}/rows?command=CancelEntry")
        assert "Refused. " in rows
        assert "ticket/unknown" not in rows

    site(scenario)


def test_a_game_is_replayed_and_recounted(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        for first in range(1, 60):
            await hall.sell(Regular((first, first + 1, first + 2), 100))
        day = hall.at.date().isoformat()
        await hall.play()
        await sign_on(http, ROLES_AT["inspector"])
        assert f'href="{DESK}/games/{day}/0"' in await text_of(http, DESK)
        page = await text_of(http, f"{DESK}/games/{day}/0")
        assert "Every prize is right" in page
        assert "of 59 sealed" in page
        assert page.count("Sales ended") == page.count("The game opened") == 1, (
            "not the next game’s"
        )
        promised, sealed = page.index("promised the draw"), page.index("entries were sealed")
        assert promised < sealed < page.index("The result came out")
        assert "has no result" in await text_of(http, f"{DESK}/games/{day}/77", 404)
        answer = await http.get(f"{DESK}/games", params={"day": day, "number": "0"})
        assert answer.headers["location"] == f"{DESK}/games/{day}/0"
        answer = await http.get(f"{DESK}/games", params={"game": "0"})
        assert answer.headers["location"] == f"{DESK}/games/{day}/0"
        assert "not on record" in await text_of(http, f"{DESK}/games?game=x", 404)
        assert "the replay of game" in unescape((await find(http, f"{day}/000")).text)
        assert "What each viewer saw" in page

    site(scenario)


def test_every_look_is_on_record(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["inspector"])
        await text_of(http, f"{DESK}/balances?at=2")
        index = hall.web.row_index
        index.follow(hall.store, 60)
        [look] = index.find(hall.store, Asked(command="NoteLook"))
        event = json.loads(look.events)[0]
        assert event["by"] == ROLES_AT["inspector"]
        assert event["asked"] == f"{DESK}/balances?at=2"

    site(scenario)


def test_looks_are_left_out_of_the_journal_until_asked_for(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await hall.play()
        await sign_on(http, ROLES_AT["inspector"])
        for path in (DESK, f"{DESK}/rows", "/office", "/office/players"):
            await text_of(http, path)
        shown = await text_of(http, f"{DESK}/rows")
        assert "Looks of inspectors are left out" in shown
        assert "look noted" not in shown
        shown = await text_of(http, f"{DESK}/rows?looks=yes")
        assert shown.count("look noted") == 6, "also what the inspector saw of the office"
        assert "look noted" in await text_of(http, f"{DESK}/rows?command=NoteLook")

    site(scenario)


def test_what_is_typed_into_the_search_is_in_no_address_and_no_row(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["inspector"])
        for typed, words in (
            ("Wilhelmina Quackenbush", "Nothing is called Wilhelmina Quackenbush"),
            ("<script>", "Nothing is called <script>"),
            (f"#{10**30}", "Nothing is called #1"),
        ):
            answer = await find(http, typed)
            assert answer.status_code == 200
            assert words in unescape(answer.text)
            assert "<script>" not in answer.text
        rows = b"".join(row.command + row.events for row in hall.store.rows())
        assert b"Quackenbush" not in rows

    site(scenario)


def test_a_row_that_was_changed_is_not_called_the_same(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await hall.sell(Regular((1, 2, 3), 100))
        seq = hall.store.head().seq
        await sign_on(http, ROLES_AT["inspector"])
        page = await text_of(http, f"{DESK}/rows/{seq}")
        assert "made of this row’s content" in page
        row = hall.store._rows[seq - 1]
        changed = row._replace(command=row.command.replace(b"100", b"900"))
        assert changed != row
        hall.store._rows[seq - 1] = hall.store._by_id[row.command_id] = changed
        page = await text_of(http, f"{DESK}/rows/{seq}")
        assert "the row was changed after it was written" in page
        noted = f"{seq}:{row.hash.hex()}"
        assert "Another hash." in await text_of(http, f"{DESK}/heads?noted={noted}")

    site(scenario)


@pytest.mark.parametrize("role", ["writer", "supervisor", "office", "self_service"])
def test_only_an_inspector_sees_the_desk(site: RunsScenario, role: str) -> None:
    async def scenario(_: PublicSite, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT[role])
        for path in ("/inspector", DESK, f"{DESK}/rows", f"{DESK}/export.jsonl"):
            await text_of(http, path, 403)

    site(scenario)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/inspector/nowhere", 404),
        (f"{DESK}/balances?at=x", 400),
        (f"{DESK}/heads?noted=abc", 400),
        (f"{DESK}/rows?from=nonsense", 400),
        (f"{DESK}/rows?to=9999-99-99", 400),
        (f"{DESK}/rows?from=0001-01-01T00:00", 200),
        (f"{DESK}/rows?before=-1", 400),
        (f"{DESK}/rows?from=&to=&before=&command=&by=&kind=ticket&name=", 200),
        (f"{DESK}/rows/{10**30}", 404),
        (f"{DESK}/rows/0", 404),
        (f"{DESK}/games?day=2026-11-14&number=%C2%B2", 404),
        (f"{DESK}/games?day=../../../x&number=1", 404),
        (f"{DESK}/export.jsonl?from=nonsense", 400),
        (f"{DESK}/session.eyes?session=x", 404),
        (f"{DESK}/rows?kind=ticket&name=%3Cscript%3E", 200),
        (f"{DESK}/export.exe", 404),
    ],
)
def test_a_bad_question_gets_a_clear_answer(site: RunsScenario, path: str, status: int) -> None:
    async def scenario(_: PublicSite, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["inspector"])
        answer = await http.get(path)
        assert answer.status_code == status
        assert "<script>" not in answer.text.replace('<script src="', "")

    site(scenario)
