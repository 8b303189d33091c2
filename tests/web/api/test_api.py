"""The JSON API: who may ask, what is answered, and every way to ask wrongly."""

from __future__ import annotations

import asyncio
import json
import re
from datetime import datetime, timedelta
from hashlib import sha256
from types import SimpleNamespace
from typing import Any

import pytest

from eyesdown.central.keno.machine import EVENTS, SYDNEY
from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.keno.tasks import Plan, next_step
from eyesdown.central.site.site import Submitted
from eyesdown.central.site.witness_words import RevealValue
from eyesdown.demo.keno_load import places
from eyesdown.keno.office.commands import SignOff
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.web.api.commands import Commands
from eyesdown.web.frame.context import Hosted
from eyesdown.web.keno.api.vocabulary import KENO
from eyesdown.web.keno.context import keno_web
from kit.sites import NO_ONE, Client, Running

ONE, TWO = places(2)
START = datetime(2026, 11, 15, 10, 0, tzinfo=SYDNEY)


def test_a_sale_is_answered_with_its_serial_and_the_sites_own_time(
    client: Client, running: Running
) -> None:
    answer = client.command("till/1", client.order())
    assert answer.status_code == 200
    body = answer.json()
    assert [event["type"] for event in body["events"]] == ["EntryAccepted"]
    assert body["events"][0]["at"] == START.isoformat()
    assert running.door.serials.genuine(client.sold_serial(answer))
    assert not body["again"]


@pytest.mark.clause("central-site", "5.4")
def test_asking_again_sells_once(client: Client, running: Running) -> None:
    first, again = (
        client.command("till/1", client.order()),
        client.command("till/1", client.order()),
    )
    assert again.json() == {**first.json(), "again": True}
    other = client.command("till/1", client.order(entry={"games": 2}))
    assert (other.status_code, other.json()["code"]) == (409, "command/id_taken")
    assert len(running.site.state.keno.sold) == 1


def test_a_batch_has_an_answer_for_each(client: Client) -> None:
    orders = [{"id": f"till/{n}", "command": client.order()} for n in range(5)]
    orders[3]["command"] = client.order(entry={"games": 0})
    orders.append({"id": "till/9"})
    answers = client.post(
        "/api/commands", json=orders, headers=client.token(KenoRole.WRITER)
    ).json()
    assert [answer.get("status", 200) for answer in answers] == [200, 200, 200, 422, 200, 400]


def test_one_bad_command_of_a_batch_does_not_spoil_the_others(client: Client) -> None:
    good = json.dumps({"id": "till/1", "command": client.order()}).encode()
    body = b' [{"id": "till/0", "command": {"type": "\xff"}}, %s, 7, {"id": []}]' % good
    answer = client.post("/api/commands", content=body, headers=client.token(KenoRole.WRITER))
    assert [one.get("status", 200) for one in answer.json()] == [400, 200, 400, 400]


def test_whoever_hangs_up_before_the_end_has_asked_for_nothing(running: Running) -> None:
    async def story() -> None:
        parts = [{"type": "http.request", "body": b"{", "more_body": True}]

        async def receive() -> Any:
            return parts.pop() if parts else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            raise AssertionError(message)

        headers = [(b"authorization", b"Bearer token of writer")]
        no_one: Any = None  # whose sequencer is not asked
        web = keno_web(no_one, running.door.serials)
        app = SimpleNamespace(state=SimpleNamespace(hosted=Hosted.alone(web, NO_ONE)))
        scope = {"type": "http", "headers": headers, "app": app, "path_params": {}}
        commands = Commands(running.api.keeper, KENO, running.api.counted, running.api.reader)
        await commands(scope, receive, send)

    asyncio.run(story())


def test_a_rules_no_names_its_clause(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    answer = client.command("till/1", client.order(entry={"games": 101}))
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    body = answer.json()
    assert (body["code"], body["book"], body["clause"]) == (
        "entry/games",
        "nsw-keno",
        "2:Multi-Game",
    )
    assert body["facts"] == {"games": 101, "games_max": 100}
    assert body["detail"] == "101 games can’t be sold on one entry; 100 is the most."
    [said] = (vars(record) for record in caplog.records if record.getMessage() == "refused")
    assert (said["code"], said["seq"]) == (body["code"], body["seq"]), "the log leads to the row"


@pytest.mark.clause("central-site", "5.2")
@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        (lambda order: order(at="2026-11-15T10:00:00+11:00"), "command.at"),
        (
            lambda _: {"type": "VerifyPrize", "serial": "S", "by": "me", "kept": None},
            "command.kept",
        ),
        (lambda order: {**order(), "type": "Nothing"}, "type"),
        (lambda _: {"type": "AcceptEntry"}, "entry"),
        (lambda order: order(entry={"games": "1"}), "entry.games"),
        (lambda order: order(entry={"games": 10**30}), "entry.games"),
        (lambda order: order(entry={"session": "a\x1b[2J"}), "entry.session"),
        (lambda order: order(location="x" * 2001), "location"),
        (lambda order: order(entry={"lines": [{"type": "Regular", "spots": [1]}]}), "entry.lines"),
        (lambda order: order(more=1), "more"),
        (lambda _: [], "command"),
    ],
)
def test_a_malformed_command_is_told_where(client: Client, wrong: Any, field: str) -> None:
    answer = client.command("till/1", wrong(client.order))
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
        (b'{"id": "x", "command": {"type": "OpenDay"}}', 403),
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
    answer = client.post("/api/commands", content=raw, headers=client.token(KenoRole.WRITER))
    assert answer.status_code == status
    assert answer.json()["code"]


def test_an_id_is_what_the_description_says(client: Client) -> None:
    described = client.get("/api/openapi.json").json()
    shape = described["components"]["schemas"]["GivenCommand"]["properties"]["id"]
    for name in ("", "x", "x" * 200, "x" * 201, "a b~", "caf\u00e9", "a\tb", "\x7f", "site/1"):
        described_so = bool(re.fullmatch(shape["pattern"], name)) and len(name) <= 200
        answer = client.command(name, client.order())
        if described_so and not name.startswith("site/"):
            assert answer.status_code == 200, name
        else:
            assert (answer.status_code, answer.json()["field"]) == (400, "id"), name


@pytest.mark.clause("central-site", "3.1")
def test_nobody_gets_in_without_a_token(client: Client) -> None:
    for headers in ({}, {"authorization": "Bearer x"}, {"authorization": "Basic eDp5"}):
        answer = client.post("/api/commands", json={}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (401, "door/unknown")
        assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.clause("central-site", "3.3", "3.4")
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
    answer = client.command("till/1", client.order(entry=entry))
    assert (answer.status_code, answer.json()["code"]) == (403, code)


def test_a_player_plays_his_own_account_only(client: Client) -> None:
    command = {"type": "AskWithdrawal", "account": "acc-2", "cents": 100}
    answer = client.command("web/1", command, KenoRole.PLAYER)
    assert (answer.status_code, answer.json()["code"]) == (403, "door/not_your_account")
    answer = client.command("web/1", client.order(entry={"account": "acc-1"}), KenoRole.PLAYER)
    assert (answer.status_code, answer.json()["code"]) == (403, "door/not_your_channel")


def test_a_receipt_is_delivered_where_it_was_sold(client: Client) -> None:
    """It completes the Entry and ends the Venue's duty: no other venue says that it is done."""
    serial = client.sold_serial(client.command("till/1", client.order(delivered=False)))
    deliver = {"type": "DeliverReceipt", "serial": serial}
    no = client.command("other/1", deliver, "other till")
    assert (no.status_code, no.json()["code"]) == (403, "door/not_your_venue")
    done = client.command("till/2", deliver)
    assert [event["type"] for event in done.json()["events"]] == ["EntryCompleted"]
    assert client.command("till/2", deliver).json()["again"]


def test_a_terminal_signs_people_on_and_off_at_its_own_venue(client: Client) -> None:
    """As the counter's page does; a supervisor is nobody's at a venue."""

    def on(person: str, duty: str, place: str) -> dict[str, str]:
        return {"type": "SignOn", "person": person, "duty": duty, "place": place}

    for duty, place in (
        ("writer", TWO.venue),
        ("supervisor", ONE.venue),
        ("supervisor", "central"),
    ):
        no = client.command(f"{duty}/{place}", on("Wim", duty, place))
        assert (no.status_code, no.json()["code"]) == (403, "door/not_your_venue")
    no = client.command("ghost", on("Wim", "runner", ONE.venue))
    assert (no.status_code, no.json()["code"]) == (403, "door/sign_on_as_yourself")
    assert client.command("on", on("writer", "runner", ONE.venue)).status_code == 200
    off = {"type": "SignOff", "person": "writer"}
    theirs = client.command("other", off, "other till")
    assert theirs.json()["code"] == "door/sign_on_as_yourself", "no one signs another person off"
    done = client.command("off", off).json()
    assert [event["type"] for event in done["events"]] == ["SignedOff"]


def test_a_player_cancels_his_own_entries_only(client: Client, running: Running) -> None:
    serial = client.sold_serial(client.command("till/1", client.order()))
    for kind, more in (
        ("CancelEntry", {"session": "s"}),
        ("AcknowledgeEntry", {}),
        ("AskAnonymity", {"anonymous": True}),
    ):
        command = {"type": kind, "serial": serial, **more}
        no = client.command(f"web/{kind}", command, KenoRole.PLAYER)
        assert (no.status_code, no.json()["code"]) == (403, "door/not_your_account")
    unknown = {"type": "AcknowledgeEntry", "serial": running.door.serials.new(running.read)}
    assert client.command("web/1", unknown, KenoRole.PLAYER).json()["code"] == "internet/no_entry"


def test_a_till_prints_and_names_tickets_of_its_own_venue_only(client: Client) -> None:
    """As its pages do: a first print is not marked as a copy, wherever it comes out."""
    serial = client.sold_serial(client.command("till/1", client.order()))
    receipt = {"kind": "cash_voucher", "terminal": ONE.terminal, "cents": 500, "serial": ""}
    [issued] = client.command("till/2", {"type": "IssueReceipt", **receipt}).json()["events"]
    bearer = issued["document"]["serial"]
    for number, (asked, paper, kind, more) in enumerate(
        (
            (serial, True, "PrintPaper", {"terminal": TWO.terminal}),
            (bearer, True, "PrintPaper", {"terminal": TWO.terminal}),
            (serial, False, "RequestPrintPay", {}),
            (serial, False, "AskAnonymity", {"anonymous": True}),
        )
    ):
        command = {"type": kind, "serial": asked, **more}
        no = client.command(f"away/{number}", command, "other till")
        assert (no.status_code, no.json()["code"]) == (403, "door/not_your_venue"), kind
        here = command | {"terminal": ONE.terminal} if paper else command
        assert client.command(f"here/{number}", here).status_code in (200, 422), kind
    printed = {"type": "PrintPaper", "serial": serial, "terminal": ONE.terminal}
    assert client.command("again", printed).json()["code"] == "print/no_reason"
    pay = {"type": "RequestPrintPay", "serial": bearer}
    no = client.command("bearer", pay, "other till")
    assert (no.status_code, no.json()["code"]) == (422, "print_pay/unpaid"), "no venue of its own"


def until_the_reveal(running: Running) -> None:
    """Close the open game and take its steps up to the one that would show its value."""
    running.now += timedelta(minutes=3)
    while not isinstance(
        (step := next_step(running.site, Plan(running.read), running.now)()).command, RevealValue
    ):
        running.site.run([step])


BREAK_OFF = {
    "type": "RecordDraw",
    "game": 0,
    "numbers": [],
    "device": "backup",
    "site": "central",
    "medium": "m",
    "malfunction": "procedure 4",
}


@pytest.mark.clause("nsw-keno", "12(d)")
@pytest.mark.clause("central-site", "1.8", "1.10")
def test_two_people_finish_a_draw_that_was_broken_off_ball_by_ball(
    client: Client, running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    """T19: people send no numbers, first or last; the value that was not used is shown."""
    until_the_reveal(running)
    numbers = {**BREAK_OFF, "numbers": [80, 3, 17], "by": "somebody else"}
    rest = {**BREAK_OFF, "malfunction": "", "numbers": list(range(1, 21))}
    key = {"type": "KeyBall", "game": 0, "ball": 5, "by": ""}
    steps = (numbers, rest, key, BREAK_OFF, numbers, rest, BREAK_OFF)
    asked = [{"id": f"a/{index}", "command": step} for index, step in enumerate(steps)]
    headers = client.token("supervisor")
    answers = client.post("/api/commands", json=asked, headers=headers).json()
    assert answers[3]["events"][0]["part"]["by"] == "supervisor"
    assert [answer.get("code") for answer in answers] == [
        "draw/key_the_balls",
        "draw/key_the_balls",
        "draw/not_broken_off",
        None,
        "draw/key_the_balls",
        "draw/key_the_balls",
        "draw/broken_off_already",
    ]
    [record] = [record for record in caplog.records if record.levelname == "ERROR"]
    assert record.getMessage() == "a draw was broken off"
    assert (record.game, record.by, record.because) == (0, "supervisor", "procedure 4")  # type: ignore[attr-defined]
    assert 'eyesdown_draws_broken_off_total{tenant="keno"} 1.0' in client.get("/metrics").text
    running.work()
    assert running.site.state.witnessed.draws[0].values, "everyone sees what would have been drawn"
    for ball in range(20, 40):
        client.command(f"key {ball}", {**key, "ball": ball}, "supervisor")
        again = client.command(
            f"same {ball}", {**key, "type": "ConfirmBall", "ball": ball}, "supervisor"
        )
        assert again.json()["events"][0]["slip"] == "cage/same_person"
        client.command(
            f"see {ball}", {**key, "type": "ConfirmBall", "ball": ball}, "other supervisor"
        )
    running.work()
    result = client.get("/api/results/2026-11-15/0").json()
    assert result["numbers"] == list(range(20, 40))
    assert result["evidence"] is None
    by = "broken off by supervisor: procedure 4"
    assert result["because"] == f"drawn by ball cage, keyed by two people, {by}"


@pytest.mark.clause("central-site", "3.7")
def test_a_made_up_supervisor_does_not_break_a_draw_off(client: Client, running: Running) -> None:
    """Two tokens chose twenty numbers: sign a ghost on and break the draw off in one request."""
    running.now += timedelta(minutes=3)
    off = [{"type": "SignOff", "person": "supervisor-1"}]
    ghost = {"type": "SignOn", "person": "ghost", "duty": "supervisor", "place": "central"}
    numbers = {**BREAK_OFF, "malfunction": "", "numbers": list(range(1, 21))}
    headers = client.token("supervisor")

    def post(name: str, commands: list[dict[str, Any]], who: dict[str, str]) -> list[Any]:
        body = [{"id": f"{name}/{n}", "command": each} for n, each in enumerate(commands)]
        answers: list[Any] = client.post("/api/commands", json=body, headers=who).json()
        return answers

    assert post("a", off, headers)[0]["code"] == "door/sign_on_as_yourself"
    running.site.run([Submitted("their own", SignOff(running.now, "supervisor-1"))])
    running.work()
    assert not running.site.state.keno.games[0].parts, "it waits for a supervisor"
    codes = [answer["code"] for answer in post("b", [ghost, BREAK_OFF], headers)]
    assert codes == ["door/sign_on_as_yourself", "draw/no_supervisor"]
    assert "ghost" not in running.site.state.keno.on_duty
    own = {**ghost, "person": "supervisor"}
    breaks = post("c", [own, BREAK_OFF], headers)
    assert breaks[1]["events"], "under their own name, for all to see"
    for who in ("supervisor", "other supervisor"):
        [no] = post(f"d {who}", [numbers], client.token(who))
        assert no["code"] == "draw/key_the_balls"
    running.work()
    assert running.site.state.witnessed.draws[0].values


@pytest.mark.clause("central-site", "1.8")
def test_a_draw_whose_value_is_out_is_not_broken_off(client: Client, running: Running) -> None:
    """The numbers follow from it, so someone might only dislike them."""
    until_the_reveal(running)
    running.site.run([next_step(running.site, Plan(running.read), running.now)()])
    no = client.command("a", BREAK_OFF, "supervisor")
    assert no.json()["code"] == "draw/numbers_known"
    running.work()
    assert running.site.state.draws.published_max == 0


def test_a_forged_or_altered_receipt_is_turned_away(client: Client) -> None:
    serial = client.sold_serial(client.command("till/1", client.order()))
    altered = ("1" if serial[0] != "1" else "2") + serial[1:]
    cancel = {"type": "CancelEntry", "serial": altered, "session": "s", "venue": ONE.venue}
    answer = client.command("till/2", cancel)
    assert (answer.status_code, answer.json()["code"]) == (403, "ticket/not_genuine")
    assert client.get(f"/api/tickets/{altered}").status_code == 404
    right = client.command("till/3", {**cancel, "serial": serial.lower()})
    assert right.json()["events"][0]["type"] == "EntryCancelled"


@pytest.mark.clause("nsw-keno", "2:Replay")
def test_an_old_ticket_is_played_again_however_its_serial_is_typed(client: Client) -> None:
    old = client.sold_serial(client.command("1", client.order()))
    for place, typed in enumerate((old, old.lower(), old.replace("-", " "))):
        entry = {"method": "replay", "replay_of": typed}
        again = client.command(f"again {place}", client.order(entry=entry))
        assert again.json()["events"][0]["entry"]["replay_of"] == old
    forged = old[:-1] + ("0" if old[-1] != "0" else "1")
    entry = {"method": "replay", "replay_of": forged}
    no = client.command("forged", client.order(entry=entry))
    assert (no.status_code, no.json()["code"]) == (403, "ticket/not_genuine")


@pytest.mark.clause("nsw-keno", "2:Cash Voucher", "9D(a)")
def test_what_is_left_of_a_voucher_comes_back_as_one(client: Client) -> None:
    """Decision M23: the door makes its serial, whether change was asked for or not."""
    issue = {"type": "IssueReceipt", "serial": "", "kind": "cash_voucher", "cents": 500}
    issued = client.command("till/1", {**issue, "terminal": ONE.terminal}).json()["events"][0]
    voucher = {"type": "Tendered", "tender": "cash_voucher", "cents": 500}
    paid = [{**voucher, "document": issued["document"]["serial"]}]
    answer = client.command("till/2", client.order(tenders=paid))
    change = answer.json()["events"][0]["change"]
    assert (change["kind"], change["face_cents"]) == ("cash_voucher", 400)
    assert change["serial"] not in ("", issued["document"]["serial"])
    again = client.command("till/2", client.order(tenders=paid))
    assert again.json()["events"][0]["change"] == change
    mine = client.command("till/3", client.order(tenders=paid, change_serial="MINE"))
    assert (mine.status_code, mine.json()["code"]) == (403, "door/serial_is_ours")
    told = client.get(f"/api/tickets/{client.sold_serial(answer)}")
    assert told.json()["ticket"]["change"]["face_cents"] == 400
    for serial in (change["serial"], issued["document"]["serial"]):
        assert serial not in told.text, "whoever sees a ticket could be paid for its change"


def test_our_own_mistake_is_said_as_such(client: Client, running: Running) -> None:
    def broken(*_: object) -> Any:
        raise RuntimeError("a bug")

    object.__setattr__(running.site.machine, "decide", broken)
    answer = client.command("till/1", client.order())
    assert (answer.status_code, answer.json()["code"]) == (500, "site/broke")
    assert "a bug" not in answer.text


def test_a_check_is_worked_out_from_the_answer_as_described(client: Client) -> None:
    [event] = client.command("till/1", client.order()).json()["events"]
    entry = event["entry"]
    raw = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert sha256(raw).hexdigest()[:12] == ticket_check(EVENTS.of_plain(event).entry)
