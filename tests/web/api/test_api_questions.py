"""Questions to the JSON API: tickets, books, journal, and what it says of itself."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from datetime import date, datetime, timedelta
from fractions import Fraction
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import httpx
import pytest
from starlette.applications import Starlette

from eyesdown.central.keno.machine import SYDNEY, SiteCommand, machine
from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.keno.tasks import Plan, next_step
from eyesdown.central.site.sealing import AgreeCount, Count, StopGame
from eyesdown.central.site.site import Submitted
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import Batch, LineRow, Store
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.demo.keno_load import Ask, places, sale, set_up
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.office.commands import AppointVenue
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.kernel.errors import JournalError
from eyesdown.ledger import chart
from eyesdown.rulebooks.nsw_keno.book import open_on
from eyesdown.web.api.book_questions import following, lines_after
from eyesdown.web.app import create_app
from eyesdown.web.frame.context import Hosted
from eyesdown.web.frame.people import People
from eyesdown.web.keno.api.vocabulary import KENO
from eyesdown.web.keno.context import keno_web
from eyesdown.web.keno.routes import ROUTES
from kit.night import Night
from kit.sites import Client, Running

ONE, TWO = places(2)
START = datetime(2026, 11, 15, 10, 0, tzinfo=SYDNEY)
ASK = Ask((Regular((1, 2, 3), 100),), 1, 100)
KINDS = ("cash", "own", "agency")


def answer_schema(client: Client, path: str) -> Any:
    """What the document says of the answer to a question."""
    document = client.get("/api/openapi.json").json()
    response = document["paths"][path]["get"]["responses"]["200"]
    name = response["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    return document["components"]["schemas"][name]


def test_a_ticket_shows_its_prizes_only_when_the_result_is_out(
    client: Client, running: Running
) -> None:
    every = [
        client.order(entry={"lines": [machine().commands.plain(_one_spot(n))]})
        for n in range(1, 81)
    ]
    serials = [client.sold_serial(client.command(f"till/{n}", one)) for n, one in enumerate(every)]
    running.now += timedelta(minutes=3)
    while make := next_step(running.site, Plan(running.read), running.now):
        step = make()
        if type(step.command).__name__ == "PublishResult":
            won = [client.get(f"/api/tickets/{one}").json()["prizes"] for one in serials]
            assert not any(won)
        running.site.run([step])
    won = [client.get(f"/api/tickets/{one}").json()["prizes"] for one in serials]
    assert sum(1 for prizes in won if prizes) == 20
    result = client.get("/api/results/2026-11-15/0").json()
    assert {n + 1 for n, prizes in enumerate(won) if prizes} == set(result["numbers"])
    book = open_on(date(2026, 11, 15))
    assert result["multiplier"] == book.tables.multipliers[sum(result["numbers"])]
    answer = answer_schema(client, "/api/results/{day}/{number}")
    assert set(answer["properties"]) == set(result) == set(answer["required"])
    assert client.get("/api/results/2026-11-15/1").status_code == 404


def test_a_ticket_that_is_over_is_answered_from_the_store(client: Client, running: Running) -> None:
    every = [
        client.order(entry={"lines": [machine().commands.plain(_one_spot(n))]})
        for n in range(1, 81)
    ]
    sold = [client.command(f"till/{n}", one) for n, one in enumerate(every)]
    running.now += timedelta(minutes=3)
    running.work()
    assert running.site.state.keno.sold == {}
    ask = {"type": "ClaimPrize", "session": "s", "venue": ONE.venue, "terminal": ONE.terminal}
    codes = []
    for number, answer in enumerate(sold):
        entry = running.site.machine.events.of_plain(answer.json()["events"][0]).entry
        path, writer = f"/api/tickets/{entry.serial}/check", client.token(KenoRole.WRITER)
        printed = client.get(path, headers=writer).json()["check"]
        assert printed != ticket_check(entry), "public data does not pass for a ticket"
        claim = {**ask, "serial": entry.serial, "check": printed}
        codes.append(client.command(f"claim/{number}", claim).json().get("code"))
    assert codes.count("claim/no_win") == 60
    assert codes.count(None) == 20
    lost = client.sold_serial(sold[codes.index("claim/no_win")])
    cancel = {"type": "CancelEntry", "serial": lost, "session": "s", "venue": ONE.venue}
    assert client.command("late", cancel).json()["code"] == "cancel/game_closed"
    assert client.command("late", cancel).json()["code"] == "cancel/game_closed"
    verify_journal(running.site.machine, running.store, decide_again=True)


def _one_spot(number: int) -> Any:
    return Regular((number,), 100)


def test_every_game_on_its_way_has_both_its_names(client: Client, running: Running) -> None:
    """A command names a game by its running number; people by its Keno Day and number."""
    running.now += timedelta(minutes=3)
    while (make := next_step(running.site, Plan(running.read), running.now)) is not None:
        step = make()
        if isinstance(step.command, AgreeCount):
            step = Submitted("stop", StopGame(running.now, 0, Count.SALES, "a cent too much"))
        running.site.run([step])
    now = client.get("/api/now").json()
    assert (now["open"], now["unsettled"], now["stopped"]) == (
        "2026-11-15/001",
        ["2026-11-15/000"],
        [0],
    )
    assert [dict(islice(game.items(), 4)) for game in now["games"]] == [
        {"game": 0, "name": "2026-11-15/000", "state": "closed", "stopped": True},
        {"game": 1, "name": "2026-11-15/001", "state": "open", "stopped": False},
    ]
    assert answer_schema(client, "/api/now")["required"] == list(now)


def test_a_game_is_told_of_until_its_result_is_out(client: Client, running: Running) -> None:
    """Whoever waits for a result asks for it when its game is gone from the list, not before."""
    running.now += timedelta(minutes=3)
    seen = []
    while (make := next_step(running.site, Plan(running.read), running.now)) is not None:
        running.site.run([make()])
        first = client.get("/api/now").json()["games"][0]
        out = client.get("/api/results/2026-11-15/0").status_code == 200
        assert out == (first["game"] > 0)
        seen += [] if out or first["state"] in seen else [first["state"]]
    assert seen == ["closed", "drawn", "settled"]


def test_anybody_sees_promise_and_seal_before_the_draw(client: Client, running: Running) -> None:
    """Else the operator could choose a secret for the entries that he has."""
    client.command("till/1", client.order())
    [while_open] = client.get("/api/now").json()["games"]
    running.now += timedelta(minutes=3)
    seen = []
    while (make := next_step(running.site, Plan(running.read), running.now)) is not None:
        step = make()
        if isinstance(step.command, AgreeCount) and step.command.count is Count.SALES:
            seen.append(client.get("/api/now").json()["games"][0])
        running.site.run([step])
    [sealed] = seen
    evidence = client.get("/api/results/2026-11-15/0").json()["evidence"]
    assert while_open["promised"] == sealed["promised"] == evidence["commitment"]
    assert (while_open["seal"], sealed["seal"]) == (None, evidence["seal"])
    assert evidence["seal"]["entries"] == 1


def test_the_books_are_for_the_office(client: Client) -> None:
    client.command("till/1", client.order())
    office, inspector = client.token(KenoRole.OFFICE), client.token(KenoRole.INSPECTOR)
    balances = client.get("/api/books/balances", headers=office).json()["balances"]
    assert balances[f"venue_cash/{ONE.venue}"] == 100
    assert balances[f"venue_own/{ONE.venue}"] in (11, "11/1")
    assert client.get("/api/books/balances?at=1", headers=inspector).json()["balances"] == {}
    assert client.get("/api/books/balances?at=x", headers=inspector).status_code == 400
    last = client.get("/ready").json()["seq"]
    assert client.get(f"/api/books/balances?at={last}", headers=office).json()["at"] == last
    early = client.get(f"/api/books/balances?at={last + 1}", headers=office)
    assert (early.status_code, early.json()["field"]) == (400, "at")
    assert (
        client.get("/api/books/balances", headers=client.token(KenoRole.WRITER)).status_code == 403
    )
    assert client.get("/api/books/balances").status_code == 401


def test_a_statement_is_its_owners(client: Client) -> None:
    client.command("till/1", client.order())
    mine = client.get(
        f"/api/books/statements/venue_cash/{ONE.venue}", headers=client.token(KenoRole.WRITER)
    )
    assert [line["why"] for line in mine.json()["lines"]] == ["EntryAccepted"]
    other = client.get(
        f"/api/books/statements/venue_cash/{TWO.venue}", headers=client.token(KenoRole.WRITER)
    )
    assert (other.status_code, other.json()["code"]) == (403, "door/not_your_venue")
    office = client.token(KenoRole.OFFICE)
    assert client.get("/api/books/statements/pocket/x", headers=office).status_code == 404


def test_a_long_statement_comes_in_parts_that_join(
    client: Client, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody adds up the whole site's books for one line of a venue's, nor reads all of its own."""
    monkeypatch.setattr("eyesdown.web.api.book_questions.ROWS_MAX", 3)
    for number in range(8):
        client.command(f"till/{number}", client.order())
    store = running.site.store
    ask, read = store.balances, store.lines

    def some(account: str, after: int, most: int) -> Any:
        assert most <= 3
        return read(account, after, most)

    monkeypatch.setattr(store, "balances", lambda at=None: ask() if at is None else 1)
    monkeypatch.setattr(store, "lines", some)
    path, writer = f"/api/books/statements/venue_cash/{ONE.venue}", client.token(KenoRole.WRITER)
    after, balance, parts = 0, 0, []
    while not parts or parts[-1]["more"]:
        parts.append(client.get(f"{path}?after={after}", headers=writer).json())
        assert parts[-1]["opening"] == balance
        after, balance = parts[-1]["lines"][-1]["place"][0], parts[-1]["closing"]
    assert [len(part["lines"]) for part in parts] == [3, 3, 2]
    assert balance == 800
    assert client.get(f"{path}?after={after}", headers=writer).json()["opening"] == 800


def test_a_row_that_posts_to_an_account_many_times_is_told_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A game credits every web prize by itself; whoever asks on after its row misses none."""
    monkeypatch.setattr("eyesdown.web.api.book_questions.ROWS_MAX", 3)
    store = MemoryStore()
    for seq, times in ((1, 1), (2, 4), (3, 3)):
        rows = [LineRow(seq, 0, line, "prizes", 1, None, "x", None, None) for line in range(times)]
        store.append(Batch(lines=rows))
    parts = [lines_after(store, "prizes", after) for after in (0, 2, 3)]
    assert [([line.place.seq for line in found], more) for found, more in parts] == [
        ([1, 2, 2, 2, 2], True),
        ([3, 3, 3], False),
        ([], False),
    ]


def test_the_past_is_read_beside_the_writer_who_waits_for_nobody(tmp_path: Path) -> None:
    """Of one moment, whatever is written meanwhile; what was opened for it is closed."""
    writer, opened = Night(SqliteStore(tmp_path / "site.db")), []

    def beside() -> SqliteStore:
        opened.append(SqliteStore(tmp_path / "site.db"))
        return opened[-1]

    no_one: Any = None  # who is not asked
    web = keno_web(no_one, no_one, open_reader=beside)

    def question(store: Store) -> tuple[int, int]:
        before = store.head().seq
        writer.game(1)
        return before, store.head().seq

    before, after = asyncio.run(web.ask_store(question))
    assert before == after < writer.site.head.seq
    with pytest.raises(ZeroDivisionError):
        asyncio.run(web.ask_store(lambda _: 1 // 0))
    assert len(opened) == 2
    for store in opened:
        with pytest.raises(JournalError):
            store.head()
    writer.store.close()


@pytest.mark.clause("central-site", "5.3")
def test_what_a_dollar_became_is_one_question(client: Client, running: Running) -> None:
    sold = client.command("till/1", client.order()).json()
    serial = sold["events"][0]["entry"]["serial"]
    inspector = client.token(KenoRole.INSPECTOR)
    told = client.get(f"/api/books/rows/{sold['seq']}", headers=inspector).json()
    assert (told["action"], told["about"]) == ("AcceptEntry", f"serial {serial}")
    assert told["at"] == running.now.isoformat()
    cash, own, agency = (told["sums"][f"EntryAccepted: venue_{kind}/{ONE.venue}"] for kind in KINDS)
    assert cash == 100 == Fraction(own) + Fraction(agency)
    for unknown in (0, sold["seq"] + 1, 10**30):
        no = client.get(f"/api/books/rows/{unknown}", headers=inspector)
        assert (no.status_code, no.json()["code"]) == (404, "row/unknown")
    running.now += timedelta(minutes=3)
    while make := next_step(running.site, Plan(running.read), running.now):
        running.site.run([make()])
    path = "/api/books/games/2026-11-15/0"
    game = client.get(path, headers=client.token(KenoRole.OFFICE)).json()
    assert (game["game"], game["sums"]["GameClosed: prize_fund"]) == ("2026-11-15/000", 75)
    assert client.get("/api/books/games/2026-11-15/1", headers=inspector).status_code == 404
    day = client.get("/api/books/days/2026-11-15", headers=inspector).json()
    assert (day["day"], day["sums"][f"venue_cash/{ONE.venue}"]) == ("2026-11-15", 100)
    assert day["sums"]["prize_fund"] == 75 - day["sums"].get("prizes", 0)
    no = client.get("/api/books/days/2026-11-14", headers=inspector)
    assert (no.status_code, no.json()["code"]) == (404, "day/unknown")
    for refused in (path, "/api/books/days/2026-11-15", f"/api/books/rows/{sold['seq']}"):
        assert client.get(refused, headers=client.token(KenoRole.WRITER)).status_code == 403
        assert client.get(refused).status_code == 401


def test_the_journal_is_for_the_inspector(client: Client, running: Running) -> None:
    inspector = client.token(KenoRole.INSPECTOR)
    rows = client.get("/api/journal?after=3", headers=inspector).json()
    assert [row["seq"] for row in rows] == list(range(4, running.site.head.seq + 1))
    assert rows[1]["prev_hash"] == rows[0]["hash"]
    for role in set(KenoRole) - {KenoRole.INSPECTOR}:
        assert client.get("/api/journal", headers=client.token(role)).status_code == 403
        assert client.get("/api/journal/follow", headers=client.token(role)).status_code == 403


def test_whoever_asks_for_the_head_of_the_journal_alone_does_not_follow(client: Client) -> None:
    answer = client.request("HEAD", "/api/journal/follow", headers=client.token(KenoRole.INSPECTOR))
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["x-accel-buffering"] == "no"


def test_the_journal_can_be_followed(running: Running) -> None:
    async def story() -> list[bytes]:
        app = Starlette()
        async with running.lifespan(app):
            gone = SimpleNamespace(now=False)

            async def is_disconnected() -> bool:
                return gone.now

            request: Any = SimpleNamespace(
                app=app,
                scope={"app": app, "path_params": {}},
                is_disconnected=is_disconnected,
            )
            seen = []
            async for message in following(request, running.site.head.seq - 2):
                seen.append(message)
                if len(seen) == 2:
                    command = sale(START, "S-1", ONE, ASK)
                    await app.state.hosted.first.sequencer.submit("till/1", command)
                gone.now = len(seen) == 3
            return seen

    seen = asyncio.run(story())
    assert len(seen) == 3
    assert seen[2].startswith(b"id: %d\ndata: " % running.site.head.seq)
    assert b'"EntryAccepted"' in seen[2]


@pytest.mark.parametrize("trouble", ["stopping", "away"])
def test_whoever_follows_the_journal_holds_up_no_stop_and_breaks_nothing(
    running: Running, trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stop waited five seconds for him, and said twice that something broke."""

    def gone(_: int) -> Any:
        raise JournalError("away")

    async def story() -> int:
        app = Starlette()
        async with running.lifespan(app):

            async def is_disconnected() -> bool:
                return False

            request: Any = SimpleNamespace(
                app=app,
                scope={"app": app, "path_params": {}},
                is_disconnected=is_disconnected,
            )
            app.state.stopping = lambda: trouble == "stopping" and seen > 0
            seen = 0
            async for _ in following(request, 0):
                seen += 1
                if trouble == "away":
                    running.sequencer.seq += 1  # there would be one more
                    monkeypatch.setattr(running.store, "rows", gone)
            monkeypatch.undo()
            return seen

    assert asyncio.run(story()) == running.site.head.seq


def test_the_description_knows_every_command_and_question(client: Client) -> None:
    document = client.get("/api/openapi.json").json()
    schemas = document["components"]["schemas"]
    for kind in get_args(SiteCommand):
        assert "at" not in schemas[kind.__name__]["properties"]
    assert set(document["paths"]) == {
        "/api/commands",
        *(question.described_path(KENO.prefix) for question in KENO.questions),
    }
    text = client.get("/api/openapi.json").text
    for name in text.split('"#/components/schemas/')[1:]:
        assert name.split('"')[0] in schemas


def test_the_description_says_who_may_ask_and_what_is_answered(client: Client) -> None:
    """Whoever writes a terminal has nothing else to go by."""
    document = client.get("/api/openapi.json").json()
    schemas = document["components"]["schemas"]
    assert "Given by player, self_service, writer." in schemas["AcceptEntry"]["description"]
    assert schemas["SettleGame"]["description"].endswith("Given by the site alone.")
    assert schemas["Entry"]["properties"]["channel"] == {"enum": ["venue", "internet"]}
    assert not any(">>>" in one.get("description", "") for one in schemas.values())
    asked = document["paths"]["/api/journal/follow"]["get"]["parameters"]
    assert [(one["name"], one["in"]) for one in asked] == [
        ("after", "query"),
        ("Last-Event-ID", "header"),
    ]
    for path, question in document["paths"].items():
        for answer in question.get("get", {"responses": {}})["responses"].values():
            for media, described in answer["content"].items():
                assert described["schema"] or not media.endswith("json"), path


def test_a_time_of_day_is_described_as_it_is_read(client: Client) -> None:
    described = client.get("/api/openapi.json").json()["components"]["schemas"]["AppointVenue"]
    pattern = described["properties"]["opens"]["pattern"]
    venue = next(one for one in set_up(START, (ONE,)) if isinstance(one, AppointVenue))
    command = machine().commands.plain(venue)
    del command["at"]
    for number, text in enumerate(["09:00", "09:00:00", "24:00:00", "9:00:00"]):
        answer = client.command(f"v{number}", command | {"opens": text}, KenoRole.OFFICE)
        assert (answer.status_code != 400) is bool(re.fullmatch(pattern, text)), text


@pytest.mark.clause("central-site", "5.1")
@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "api/unknown"),
        ("GET", "/api/commands", 405, "api/method"),
        ("DELETE", "/api/now", 405, "api/method"),
        ("GET", "/api/results/2026-11-15/" + "9" * 5000, 404, "api/unknown"),
        ("GET", "/results/2026-11-15/" + "9" * 5000, 404, ""),
        ("GET", "/api/results/%00/1", 404, "api/unknown"),
        ("GET", "/check?serial=%00", 404, ""),
    ],
)
def test_no_address_or_no_method_of_the_api(
    running: Running, method: str, path: str, status: int, code: str
) -> None:
    """A program that asks in vain gets no page for people, people get one, and nobody a 500."""

    async def no_one() -> AsyncIterator[Hosted]:
        raise AssertionError("no state is needed to say no")
        yield

    app = create_app(no_one, [*running.api.routes(), *ROUTES])
    nothing: Any = running  # whose sequencer is not asked
    web = keno_web(nothing, running.door.serials)
    app.state.hosted = Hosted.alone(web, People(float))

    async def asked() -> httpx.Response:
        way = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=way, base_url="http://site") as http:
            return await http.request(method, path)

    answer = asyncio.run(asked())
    assert answer.status_code == status
    if code:
        assert answer.json()["code"] == code
    kind = "application/problem+json" if code else "text/html; charset=utf-8"
    assert answer.headers["content-type"] == kind
    assert ("allow" in answer.headers) is (status == 405)


def test_the_manual_names_every_account_of_keno() -> None:
    manual = (Path(__file__).parents[3] / "docs" / "operations.md").read_text("utf-8")
    [books] = [one for one in manual.split("\n## ") if one.startswith("The books\n")]
    told = set(re.findall(r"`([a-z0-9_]+)[/`]", books))
    assert told == {
        name for name in chart.KINDS if not name.startswith(("hall_", "takings", "till_"))
    }
