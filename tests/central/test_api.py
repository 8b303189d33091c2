"""The JSON API: who may ask, what is answered, and every way to ask wrongly."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from hashlib import sha256, shake_256
from itertools import count
from types import SimpleNamespace
from typing import Any, get_args

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect

from eyesdown.central.door import Credential, Doorkeeper, DoorRole
from eyesdown.central.keno import EVENTS, SYDNEY, KenoSite, SiteCommand, machine
from eyesdown.central.keno_door import KenoDoor
from eyesdown.central.memory import MemoryStore
from eyesdown.central.runner import Plan, next_step
from eyesdown.central.sequencer import Sequencer
from eyesdown.central.serials import Serials
from eyesdown.central.site import Site, Submitted
from eyesdown.central.verify import verify
from eyesdown.keno.bets import Regular
from eyesdown.keno.office_commands import AppointVenue
from eyesdown.keno.payable import check_of
from eyesdown.kernel.errors import JournalUnavailable
from eyesdown.testing.keno_load import Ask, places, sale, set_up
from eyesdown.web.api import QUESTIONS, Api, _following
from eyesdown.web.api_commands import Commands
from eyesdown.web.app import create_app
from eyesdown.web.context import Web
from eyesdown.web.people import People

ONE, TWO = places(2)
START = datetime(2026, 11, 15, 10, 0, tzinfo=SYDNEY)
NOBODY = People({}, lambda: 0.0)
ROLES = {role: f"token of {role}" for role in DoorRole}


def keeper() -> Doorkeeper:
    def credential(role: DoorRole) -> Credential:
        digest = sha256(ROLES[role].encode()).hexdigest()
        return Credential(role, role, digest, ONE.venue, ONE.terminal, "acc-1")

    return Doorkeeper(tuple(credential(role) for role in DoorRole))


class Cutoff(MemoryStore):
    away = False

    def append(self, batch: Any) -> None:
        if self.away:
            raise JournalUnavailable("the database is away")
        super().append(batch)

    def head(self) -> Any:
        if self.away:
            raise JournalUnavailable("the database is away")
        return super().head()


class Running:
    """A site with its API, a scripted clock, and a till's way of asking."""

    def __init__(self) -> None:
        self.now = START
        self.store = Cutoff()
        turns, names = count(), count()
        self.read = lambda size: shake_256(b"%d" % next(turns)).digest(size)
        self.site: Site[KenoSite] = Site(machine(), self.store, self.clock_us)
        for command in set_up(self.now, (ONE, TWO)):
            self.site.run([Submitted(f"set-up/{next(names)}", command)])
        self.work()
        self.door = KenoDoor(Serials(b"k" * 32, self.clock_us), self.read)
        self.api = Api(keeper(), self.door)
        self.app = Starlette(routes=self.api.routes())

    def clock_us(self) -> int:
        return int(self.now.timestamp() * 1_000_000)

    def work(self) -> None:
        while make := next_step(self.site, Plan(self.read), self.now):
            self.site.run([make()])

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        sequencer = Sequencer(self.site, wrote=self.api.counted.wrote)
        app.state.web = Web(sequencer, self.door.serials, NOBODY, b"", self.clock_us)
        yield
        await sequencer.stop()


@pytest.fixture
def running() -> Running:
    return Running()


class Client:
    """Requests one after the other, on the loop that the site lives on."""

    def __init__(self, runner: asyncio.Runner, app: Starlette) -> None:
        self._runner = runner
        self._http = httpx.AsyncClient(
            transport=httpx.ASGITransport(app, raise_app_exceptions=False), base_url="http://site"
        )

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self._runner.run(self._http.get(path, **more))

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self._runner.run(self._http.post(path, **more))

    def request(self, method: str, path: str) -> httpx.Response:
        return self._runner.run(self._http.request(method, path))

    def close(self) -> None:
        self._runner.run(self._http.aclose())


@pytest.fixture
def client(running: Running) -> Iterator[Client]:
    with asyncio.Runner() as runner:
        life = running.lifespan(running.app)
        runner.run(life.__aenter__())
        opened = Client(runner, running.app)
        yield opened
        opened.close()
        runner.run(life.__aexit__(None, None, None))


def token(role: DoorRole) -> dict[str, str]:
    return {"authorization": f"Bearer {ROLES[role]}"}


WRITER = token(DoorRole.WRITER)
ASK = Ask((Regular((1, 2, 3), 100),), 1, 100)


def order(**changes: Any) -> dict[str, Any]:
    """A sale as a terminal asks for it: no time, no serial."""
    command = machine().commands.plain(sale(START, "", ONE, ASK))
    del command["at"]
    command["entry"] |= changes.pop("entry", {})
    return {**command, **changes}


def post(client: Client, name: str, command: Any, role: DoorRole = DoorRole.WRITER) -> Any:
    return client.post("/api/commands", json={"id": name, "command": command}, headers=token(role))


def sold_serial(answer: Any) -> str:
    serial = answer.json()["events"][0]["entry"]["serial"]
    assert isinstance(serial, str)
    return serial


def test_a_sale_is_answered_with_its_serial_and_the_sites_own_time(
    client: Client, running: Running
) -> None:
    answer = post(client, "till/1", order())
    assert answer.status_code == 200
    body = answer.json()
    assert [event["type"] for event in body["events"]] == ["EntryAccepted"]
    assert body["events"][0]["at"] == START.isoformat()
    assert running.door.serials.genuine(sold_serial(answer))
    assert not body["again"]


def test_asking_again_sells_once(client: Client, running: Running) -> None:
    first, again = post(client, "till/1", order()), post(client, "till/1", order())
    assert again.json() == {**first.json(), "again": True}
    other = post(client, "till/1", order(entry={"games": 2}))
    assert (other.status_code, other.json()["code"]) == (409, "command/id_taken")
    assert len(running.site.state.keno.sold) == 1


def test_a_batch_has_an_answer_for_each(client: Client) -> None:
    orders = [{"id": f"till/{n}", "command": order()} for n in range(5)]
    orders[3]["command"] = order(entry={"games": 0})
    orders.append({"id": "till/9"})
    answers = client.post("/api/commands", json=orders, headers=WRITER).json()
    assert [answer.get("status", 200) for answer in answers] == [200, 200, 200, 422, 200, 400]


def test_one_bad_command_of_a_batch_does_not_spoil_the_others(client: Client) -> None:
    good = json.dumps({"id": "till/1", "command": order()}).encode()
    body = b' [{"id": "till/0", "command": {"type": "\xff"}}, %s, 7, {"id": []}]' % good
    answer = client.post("/api/commands", content=body, headers=WRITER)
    assert [one.get("status", 200) for one in answer.json()] == [400, 200, 400, 400]


def test_whoever_hangs_up_before_the_end_has_asked_for_nothing(running: Running) -> None:
    async def story() -> None:
        parts = [{"type": "http.request", "body": b"{", "more_body": True}]

        async def receive() -> Any:
            return parts.pop() if parts else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            raise AssertionError(message)

        headers = [(b"authorization", b"Bearer " + ROLES[DoorRole.WRITER].encode())]
        scope = {"type": "http", "headers": headers}
        with pytest.raises(ClientDisconnect):
            await Commands(keeper(), running.door, running.api.counted)(scope, receive, send)

    asyncio.run(story())


def test_a_rules_no_names_its_clause(client: Client) -> None:
    answer = post(client, "till/1", order(entry={"games": 101}))
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    body = answer.json()
    assert (body["code"], body["book"], body["clause"]) == (
        "entry/games",
        "nsw-keno",
        "2:Multi-Game",
    )
    assert body["facts"] == {"games": 101, "games_max": 100}


@pytest.mark.parametrize(
    ("command", "field"),
    [
        (order(at="2026-11-15T10:00:00+11:00"), "command.at"),
        ({"type": "VerifyPrize", "serial": "S", "by": "me", "kept": None}, "command.kept"),
        ({**order(), "type": "Nothing"}, "type"),
        ({"type": "AcceptEntry"}, "entry"),
        (order(entry={"games": "1"}), "entry.games"),
        (order(entry={"lines": [{"type": "Regular", "spots": [1]}]}), "entry.lines"),
        (order(more=1), "more"),
        ([], "command"),
    ],
)
def test_a_malformed_command_is_told_where(client: Client, command: Any, field: str) -> None:
    answer = post(client, "till/1", command)
    assert (answer.status_code, answer.json()["code"]) == (400, "input/bad")
    assert answer.json()["field"].startswith(field)


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[" * 100_000, 400),
        (b'"text"', 400),
        (b'{"id": 1, "command": {}}', 400),
        (b'{"id": "", "command": {"type": "OpenDay"}}', 403),
        (b" " * 4_000_001, 413),
        (b"[" + b",".join([b"1"] * 1001) + b"]", 400),
        (b"\xff\xfe", 400),
        (b'{"id": "\xff", "command": {"type": "OpenDay"}}', 400),
        (b'{"id": "till/1", "command": {"type": "\xff"}}', 400),
        (b'{"id": "till/1", "command": ' + b"[" * 9000 + b"]" * 9000 + b"}", 400),
    ],
    ids=[
        *("empty", "open", "deep", "text", "number", "role", "long", "many", "not-utf8"),
        *("id-not-utf8", "command-not-utf8", "command-deep"),
    ],
)
def test_a_malformed_body_is_a_clear_no(client: Client, raw: bytes, status: int) -> None:
    answer = client.post("/api/commands", content=raw, headers=WRITER)
    assert answer.status_code == status
    assert answer.json()["code"]


def test_an_id_that_is_none(client: Client) -> None:
    answer = post(client, "", order())
    assert (answer.status_code, answer.json()["field"]) == (400, "command_id")


def test_nobody_gets_in_without_a_token(client: Client) -> None:
    for headers in ({}, {"authorization": "Bearer x"}, {"authorization": "Basic eDp5"}):
        answer = client.post("/api/commands", json={}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (401, "door/unknown")


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"venue": TWO.venue}, "door/not_your_venue"),
        ({"terminal": TWO.terminal}, "door/not_your_venue"),
        ({"channel": "internet"}, "door/not_your_channel"),
        ({"serial": "MINE"}, "door/serial_is_ours"),
    ],
)
def test_a_terminal_speaks_for_itself_only(
    client: Client, entry: dict[str, str], code: str
) -> None:
    answer = post(client, "till/1", order(entry=entry))
    assert (answer.status_code, answer.json()["code"]) == (403, code)


def test_a_player_plays_his_own_account_only(client: Client) -> None:
    command = {"type": "Deposit", "account": "acc-2", "cents": 100}
    answer = post(client, "web/1", command, DoorRole.PLAYER)
    assert (answer.status_code, answer.json()["code"]) == (403, "door/not_your_account")
    answer = post(client, "web/1", order(entry={"account": "acc-1"}), DoorRole.PLAYER)
    assert (answer.status_code, answer.json()["code"]) == (403, "door/not_your_channel")


def test_a_forged_or_altered_receipt_is_turned_away(client: Client) -> None:
    serial = sold_serial(post(client, "till/1", order()))
    altered = ("1" if serial[0] != "1" else "2") + serial[1:]
    cancel = {"type": "CancelEntry", "serial": altered, "session": "s", "venue": ONE.venue}
    answer = post(client, "till/2", cancel)
    assert (answer.status_code, answer.json()["code"]) == (403, "ticket/not_genuine")
    assert client.get(f"/api/tickets/{altered}").status_code == 404
    right = post(client, "till/3", {**cancel, "serial": serial.lower()})
    assert right.json()["events"][0]["type"] == "EntryCancelled"


@pytest.mark.clause("nsw-keno", "2:Cash Voucher", "9D(a)")
def test_what_is_left_of_a_voucher_comes_back_as_one(client: Client) -> None:
    """Decision M23: the door makes its serial, whether change was asked for or not."""
    issue = {"type": "IssueReceipt", "serial": "", "kind": "cash_voucher", "cents": 500}
    issued = post(client, "till/1", {**issue, "terminal": ONE.terminal}).json()["events"][0]
    voucher = {"type": "Tendered", "tender": "cash_voucher", "cents": 500}
    paid = [{**voucher, "document": issued["document"]["serial"]}]
    answer = post(client, "till/2", order(tenders=paid))
    change = answer.json()["events"][0]["change"]
    assert (change["kind"], change["face_cents"]) == ("cash_voucher", 400)
    assert change["serial"] not in ("", issued["document"]["serial"])
    again = post(client, "till/2", order(tenders=paid))
    assert again.json()["events"][0]["change"] == change
    mine = post(client, "till/3", order(tenders=paid, change_serial="MINE"))
    assert (mine.status_code, mine.json()["code"]) == (403, "door/serial_is_ours")


def test_a_ticket_shows_its_prizes_only_when_the_result_is_out(
    client: Client, running: Running
) -> None:
    every = [order(entry={"lines": [machine().commands.plain(_one_spot(n))]}) for n in range(1, 81)]
    serials = [sold_serial(post(client, f"till/{n}", one)) for n, one in enumerate(every)]
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
    assert client.get("/api/results/2026-11-15/1").status_code == 404


def test_a_ticket_that_is_over_is_answered_from_the_store(client: Client, running: Running) -> None:
    every = [order(entry={"lines": [machine().commands.plain(_one_spot(n))]}) for n in range(1, 81)]
    sold = [post(client, f"till/{n}", one) for n, one in enumerate(every)]
    running.now += timedelta(minutes=3)
    running.work()
    assert running.site.state.keno.sold == {}
    ask = {"type": "ClaimPrize", "session": "s", "venue": ONE.venue, "terminal": ONE.terminal}
    codes = []
    for number, answer in enumerate(sold):
        entry = running.site.machine.events.of_plain(answer.json()["events"][0]).entry
        claim = {**ask, "serial": entry.serial, "check": check_of(entry)}
        codes.append(post(client, f"claim/{number}", claim).json().get("code"))
    assert codes.count("claim/no_win") == 60
    assert codes.count(None) == 20
    lost = sold_serial(sold[codes.index("claim/no_win")])
    cancel = {"type": "CancelEntry", "serial": lost, "session": "s", "venue": ONE.venue}
    assert post(client, "late", cancel).json()["code"] == "cancel/all_drawn"
    assert post(client, "late", cancel).json()["code"] == "cancel/all_drawn"
    verify(running.site.machine, running.store, decide_again=True)


def _one_spot(number: int) -> Any:
    return Regular((number,), 100)


def test_the_books_are_for_the_office(client: Client) -> None:
    post(client, "till/1", order())
    office, inspector = token(DoorRole.OFFICE), token(DoorRole.INSPECTOR)
    balances = client.get("/api/books/balances", headers=office).json()["balances"]
    assert balances[f"venue_cash/{ONE.venue}"] == 100
    assert balances[f"venue_own/{ONE.venue}"] in (11, "11/1")
    assert client.get("/api/books/balances?at=1", headers=inspector).json()["balances"] == {}
    assert client.get("/api/books/balances?at=x", headers=inspector).status_code == 400
    assert client.get("/api/books/balances", headers=WRITER).status_code == 403
    assert client.get("/api/books/balances").status_code == 401


def test_a_statement_is_its_owners(client: Client) -> None:
    post(client, "till/1", order())
    mine = client.get(f"/api/books/statements/venue_cash/{ONE.venue}", headers=WRITER)
    assert [line["why"] for line in mine.json()["lines"]] == ["EntryAccepted"]
    other = client.get(f"/api/books/statements/venue_cash/{TWO.venue}", headers=WRITER)
    assert (other.status_code, other.json()["code"]) == (403, "door/not_your_venue")
    office = token(DoorRole.OFFICE)
    assert client.get("/api/books/statements/pocket/x", headers=office).status_code == 404


def test_the_journal_is_for_the_inspector(client: Client, running: Running) -> None:
    inspector = token(DoorRole.INSPECTOR)
    rows = client.get("/api/journal?after=3", headers=inspector).json()
    assert [row["seq"] for row in rows] == list(range(4, running.site.head.seq + 1))
    assert rows[1]["prev_hash"] == rows[0]["hash"]
    for role in set(DoorRole) - {DoorRole.INSPECTOR}:
        assert client.get("/api/journal", headers=token(role)).status_code == 403
        assert client.get("/api/journal/follow", headers=token(role)).status_code == 403


def test_the_journal_can_be_followed(running: Running) -> None:
    async def story() -> list[bytes]:
        app = Starlette()
        async with running.lifespan(app):
            gone = SimpleNamespace(now=False)

            async def is_disconnected() -> bool:
                return gone.now

            request: Any = SimpleNamespace(app=app, is_disconnected=is_disconnected)
            seen = []
            async for message in _following(request, running.site.head.seq - 2):
                seen.append(message)
                if len(seen) == 2:
                    command = sale(START, "S-1", ONE, ASK)
                    await app.state.web.sequencer.submit("till/1", command)
                gone.now = len(seen) == 3
            return seen

    seen = asyncio.run(story())
    assert len(seen) == 3
    assert seen[2].startswith(b"id: %d\ndata: " % running.site.head.seq)
    assert b'"EntryAccepted"' in seen[2]


def test_a_store_that_is_away_is_said_and_nothing_is_lost(client: Client, running: Running) -> None:
    assert client.get("/ready").json()["ready"]
    running.store.away = True
    answer = post(client, "till/1", order())
    assert (answer.status_code, answer.json()["code"]) == (503, "site/unavailable")
    assert answer.headers["retry-after"] == "1"
    assert client.get("/ready").status_code == 503
    assert client.get("/health").json() == {"alive": True}
    running.store.away = False
    assert post(client, "till/1", order()).status_code == 200
    assert client.get("/ready").json()["ready"]


def test_our_own_mistake_is_said_as_such(client: Client, running: Running) -> None:
    def broken(*_: object) -> Any:
        raise RuntimeError("a bug")

    object.__setattr__(running.site.machine, "decide", broken)
    answer = post(client, "till/1", order())
    assert (answer.status_code, answer.json()["code"]) == (500, "site/broke")
    assert "a bug" not in answer.text


def test_how_it_goes(client: Client, running: Running) -> None:
    post(client, "till/1", order())
    post(client, "till/2", order(entry={"games": 101}))
    post(client, "till/3", {"type": 'Drop"Table'})
    text = client.get("/metrics").text
    assert 'eyesdown_commands_total{command="AcceptEntry",status="200"} 1' in text
    assert 'eyesdown_commands_total{command="AcceptEntry",status="422"} 1' in text
    assert 'eyesdown_commands_total{command="?",status="400"} 1' in text
    assert "eyesdown_answer_seconds_count 3.0" in text
    assert "eyesdown_batch_commands_sum 2.0" in text
    assert "eyesdown_batch_seconds_count 2.0" in text
    assert f"eyesdown_journal_rows_total {running.site.head.seq}.0" in text
    assert "eyesdown_open_game 0.0" in text
    assert "eyesdown_store_up 1.0" in text
    now = client.get("/api/now").json()
    assert now["open"] == "2026-11-15/000"
    running.store.away = True
    assert "eyesdown_store_up 0.0" in client.get("/metrics").text


def test_the_description_knows_every_command_and_question(client: Client) -> None:
    document = client.get("/api/openapi.json").json()
    schemas = document["components"]["schemas"]
    for kind in get_args(SiteCommand):
        assert "at" not in schemas[kind.__name__]["properties"]
    assert set(document["paths"]) == {"/api/commands", *QUESTIONS}
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
        answer = post(client, f"v{number}", command | {"opens": text}, DoorRole.OFFICE)
        assert (answer.status_code != 400) is bool(re.fullmatch(pattern, text)), text


def test_a_check_is_worked_out_from_the_answer_as_described(client: Client) -> None:
    [event] = post(client, "till/1", order()).json()["events"]
    entry = event["entry"]
    raw = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert sha256(raw).hexdigest()[:12] == check_of(EVENTS.of_plain(event).entry)


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "api/unknown"),
        ("GET", "/api/commands", 405, "api/method"),
        ("DELETE", "/api/now", 405, "api/method"),
        ("GET", "/api/results/2026-11-15/" + "9" * 5000, 404, "api/unknown"),
        ("GET", "/results/2026-11-15/" + "9" * 5000, 404, "api/unknown"),
        ("GET", "/api/results/%00/1", 404, "api/unknown"),
        ("GET", "/check?serial=%00", 404, "api/unknown"),
    ],
)
def test_no_address_or_no_method_of_the_api(
    running: Running, method: str, path: str, status: int, code: str
) -> None:
    """A program that asks in vain gets no page for people, and no 500."""

    async def nobody() -> AsyncIterator[Web]:
        raise AssertionError("no state is needed to say no")
        yield

    app = create_app(nobody, running.api.routes())
    with asyncio.Runner() as runner:
        client = Client(runner, app)
        answer = client.request(method, path)
        client.close()
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/problem+json"
    assert ("allow" in answer.headers) is (status == 405)
