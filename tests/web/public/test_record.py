"""The public record over HTTP: who may read it, whose words go on it, and what is refused."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.office.roles import SIGNING_ON, KenoRole
from eyesdown.central.keno.stored_tickets import find_anywhere
from eyesdown.central.site.site import Site
from eyesdown.central.site.witness_words import AppointWitness, WithdrawWitness
from eyesdown.draw.follow import Follower, key_hash
from eyesdown.draw.vrf import fingerprint
from eyesdown.keno.bets.bet import Regular
from eyesdown.press.escpos import escpos
from eyesdown.proof.fairness.record_maker import key_of
from eyesdown.web.frame.pages import long_day
from eyesdown.web.keno.counter.page import ticket_blocks
from eyesdown.web.public.record import CHECKING_MAX, WORD_BYTES_MAX
from kit.public_site import EVERY, ROLES_AT, PublicSite, RunsScenario, csrf_of, sign_on, token
from kit.witnessed_site import Guest, WitnessedSite, run_witnessed

STRANGERS = 1000


async def with_ada(hall: WitnessedSite, http: httpx.AsyncClient, folder: Path) -> Guest:
    """Ada, appointed and present, with a signed promise for the open game."""
    ada = Guest(hall, "Ada", folder / "ada")
    await hall.appoint("Ada")
    await hall.round(http, ada)
    for _ in range(3):
        hall.at += EVERY
        await hall.round(http, ada)
    return ada


async def post(http: httpx.AsyncClient, word: Any) -> tuple[int, str]:
    """Status and code of the response to a word."""
    content = word if isinstance(word, bytes) else json.dumps(word).encode()
    reply = await http.post("/record", content=content)
    body = reply.json() if "json" in reply.headers.get("content-type", "") else {}
    return reply.status_code, body.get("code", "")


def test_anyone_may_follow_the_record_and_it_holds(tmp_path: Path) -> None:
    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        await with_ada(hall, http, tmp_path)
        reply = await http.get("/record")
        assert reply.headers["content-type"].startswith("application/jsonl")
        follower = Follower()
        lines = [line for line in reply.content.split(b"\n") if line]
        for line in lines:
            follower.take(line)
        kinds = [json.loads(line)["kind"] for line in lines]
        assert kinds[:2] == ["opened", "promise"]
        assert {"appointed", "seen", "seal", "reveal", "result"} <= set(kinds)
        last = await hall.statements(http, after=len(lines) - 1)
        assert [json.dumps(each) for each in last] == [json.dumps(json.loads(lines[-1]))]
        assert await hall.statements(http, after=len(lines)) == []
        for number in ("-1", "x", "9" * 30):
            assert (await http.get(f"/record?after={number}")).content == reply.content

    run_witnessed(scenario)


def test_a_follower_waits_for_the_next_statement(tmp_path: Path) -> None:
    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        ada = await with_ada(hall, http, tmp_path)
        await ada.follow(http)
        waiting = asyncio.create_task(http.get(f"/record?after={ada.number}&wait=25"))
        await asyncio.sleep(0)
        assert not waiting.done()
        await hall.appoint("Bob")
        [line] = filter(None, (await waiting).content.split(b"\n"))
        assert json.loads(line)["witness"] == "Bob"

    run_witnessed(scenario)


@pytest.mark.clause("central-site", "6.7")
def test_a_follower_that_is_ahead_is_answered_with_the_head(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        head = await hall.web.ask_site(lambda site: f"{site.record}")
        reply = await http.get("/record?after=1000")
        assert reply.status_code == 409
        body = reply.json()
        assert (body["code"], body["head"], body["start"]) == ("record/behind", head, "")

    site(scenario)


def test_the_newest_head_and_who_signed_it_are_on_a_line(tmp_path: Path) -> None:
    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        await with_ada(hall, http, tmp_path)
        line = (await http.get("/record/now")).json()
        head = await hall.head()
        assert line["head"].startswith(head.partition(":")[0])
        assert line["words"].endswith("signed by Ada")

    run_witnessed(scenario)


def test_anyone_may_read_who_serves_with_which_key_and_how_often_it_was_silent(
    tmp_path: Path,
) -> None:
    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        assert "No one serves as a witness now" in (await http.get("/proof")).text
        await with_ada(hall, http, tmp_path)
        page = " ".join((await http.get("/proof")).text.split())
        row = page[page.index('<th scope="row">Ada</th>') :].partition("</tr>")[0]
        assert f"<code>{fingerprint(key_of('Ada').n)[:16]}</code>" in row
        assert f"<td>{long_day(hall.at.date())}</td>" in row
        assert '<td class="num">0</td>' in row

    run_witnessed(scenario)


@pytest.mark.parametrize(
    ("role", "address"),
    [("", "/"), ("", "/wall"), ("writer", "/counter"), ("self_service", "/terminal")],
)
def test_pages_have_promise_head_and_signatures_without_a_script(
    tmp_path: Path, role: str, address: str
) -> None:
    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        await with_ada(hall, http, tmp_path)
        if role:
            await sign_on(http, ROLES_AT[role])
        page = await http.get(address)
        number, _, digest = (await hall.head()).partition(":")
        promise = [each for each in await hall.statements(http) if each["kind"] == "promise"][-2]
        line = f"Record {number} · {digest[:16]} · promise {promise['commitment'][:16]}"
        assert page.status_code == 200
        assert f"{line} · signed by Ada" in page.text

    run_witnessed(scenario)


def printed_ticket(hall: WitnessedSite, site: Site[KenoSite], serial: str) -> str:
    """A ticket as it goes to a receipt printer, as text."""
    sold = find_anywhere(site, serial)
    assert sold is not None
    blocks = ticket_blocks(hall.web, site, sold, "https://keno.example/")
    return escpos(blocks).decode("cp1252", "replace")


def test_a_ticket_prints_promise_head_and_signatures(tmp_path: Path) -> None:
    """On paper and, by the same blocks, on a receipt printer."""

    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        await with_ada(hall, http, tmp_path)
        head = await hall.head()
        serial = await hall.sell(Regular((1, 2), 100))
        promise = [each for each in await hall.statements(http) if each["kind"] == "promise"][-2]
        paper = await hall.web.ask_site(lambda site: printed_ticket(hall, site, serial))
        number, _, digest = head.partition(":")
        assert f"Record {number} · {digest[:16]}\n" in paper
        assert f"Promise {promise['commitment'][:16]}\n" in paper
        assert "Signed by Ada\n" in paper

    run_witnessed(scenario)


@pytest.mark.clause("central-site", "6.4")
def test_words_that_are_not_the_witnesses_own_change_nothing(tmp_path: Path) -> None:
    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        ada = await with_ada(hall, http, tmp_path)
        words = ada.witness.folder.words.values()
        word = [each for each in words if each["kind"] == "seen"][-1]
        rows, head = hall.web.sequencer.seq, await hall.head()
        first = f"1:{ada.witness.follower.hashes[0]}"
        unsigned = {**word, "previous": ada.witness.folder.last_word, "answer": ""}
        wrong = {**unsigned, "answer": "ab" * 256}
        foreign = {**unsigned, "head": f"1:{'ab' * 32}"}
        cases: list[tuple[Any, int, str]] = [
            (word, 422, "witness/word_missing"),  # repeated
            (unsigned, 422, "witness/not_its_word"),
            (wrong, 422, "witness/not_its_word"),
            ({**wrong, "answer": "zz"}, 422, "witness/not_its_word"),
            ({**wrong, "witness": "Eve", "previous": ""}, 422, "witness/not_appointed"),
            (foreign, 422, "witness/not_our_head"),  # a head of another site
            ({**wrong, "head": first, "previous": "cd" * 32}, 422, "witness/word_missing"),
            ({**word, "kind": "result"}, 400, ""),
            ({"kind": "seen"}, 400, ""),
            ([], 400, ""),
            (None, 400, ""),
            (b"{", 400, ""),
            (b"\xff", 400, ""),
            (b" " * (WORD_BYTES_MAX + 1), 413, ""),
            (b"[" * 5000, 400, ""),
        ]
        for body, status, code in cases:
            assert await post(http, body) == (status, code), body
        assert (hall.web.sequencer.seq, await hall.head()) == (rows, head)

    run_witnessed(scenario)


@pytest.mark.clause("central-site", "6.5", "6.6")
def test_answers_and_silences_that_no_one_asked_for_are_refused(tmp_path: Path) -> None:
    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        ada = await with_ada(hall, http, tmp_path)
        words = list(ada.witness.folder.words.values())
        [answer] = [word for word in words if word["kind"] == "answer"][-1:]
        silent = {"kind": "silent", "by": "Ada", "time": "", "previous": "", "answer": ""}
        open_game = await hall.web.ask_state(lambda state: state.keno.open_game)
        cases: list[tuple[Any, int, str]] = [
            (answer, 422, "witness/answered_already"),
            ({**answer, "game": f"{open_game}"}, 422, "witness/not_asked"),
            ({**answer, "place": 2}, 422, "witness/not_asked"),
            ({**answer, "witness": "Eve"}, 422, "witness/not_asked"),
            ({**answer, "place": "x"}, 400, ""),
            ({**silent, "witness": "Ada", "game": "1", "place": 1}, 422, "witness/not_asked"),
        ]
        for body, status, code in cases:
            assert await post(http, body) == (status, code), body
        hall.at += EVERY
        await hall.work()  # revealed; Ada's answer is due and there is no spare
        game = f"{open_game}"
        missing = {**silent, "witness": "Ada", "game": game, "place": 1}
        assert await post(http, missing) == (422, "witness/not_a_spare")

    run_witnessed(scenario)


def test_sales_go_on_while_strangers_send_a_thousand_words(tmp_path: Path) -> None:
    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        ada = await with_ada(hall, http, tmp_path)
        last = ada.witness.folder.last_word
        word = {**ada.witness.folder.words["seen the appointment"], "previous": last}
        body = json.dumps({**word, "answer": "ab" * 256}).encode()
        head = await hall.head()
        posts = [http.post("/record", content=body) for _ in range(STRANGERS)]
        flood = asyncio.gather(*posts)
        for _ in range(5):
            assert await hall.sell(Regular((1, 2), 100))
        statuses = {reply.status_code for reply in await flood}
        assert statuses == {422}, "each is checked in its turn, so that no witness is turned away"
        assert await hall.head() == head

    run_witnessed(scenario)


def test_words_that_are_half_sent_hold_up_no_witness(tmp_path: Path) -> None:
    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        ada = await with_ada(hall, http, tmp_path)
        hang_up = asyncio.Event()

        async def half() -> AsyncIterator[bytes]:
            yield b"{"
            await hang_up.wait()

        held = [http.post("/record", content=half()) for _ in range(2 * CHECKING_MAX)]
        strangers = asyncio.gather(*held)
        await asyncio.sleep(0)
        hall.at += EVERY
        await hall.round(http, ada)
        draws = [each for each in await hall.statements(http) if each["kind"] == "result"]
        assert draws[-1]["how"] == "witnessed"
        assert not strangers.done()
        hang_up.set()
        assert {reply.status_code for reply in await strangers} == {400}

    run_witnessed(scenario)


@pytest.mark.clause("central-site", "6.2")
@pytest.mark.parametrize(
    "key",
    [
        "",
        "zz",
        f"{(1 << 2047) - 1:x}",  # short
        f"{1 << 2047:x}",  # even
        f"{(1 << 2203) - 1:x}",  # a prime
        f"0{key_of('Bob').n:x}",
        f"{key_of('Bob').n:X}",
        f"{key_of('Bob').n:x},3",  # another exponent cannot be given
    ],
)
def test_keys_that_are_no_keys_are_refused(site: RunsScenario, key: str) -> None:
    async def scenario(hall: PublicSite, _: httpx.AsyncClient) -> None:
        [event] = await hall.web.submit(AppointWitness(hall.at, "Bob", key, "office"))
        assert event.refusals[0].code == "witness/bad_key"

    site(scenario)


@pytest.mark.clause("central-site", "6.2", "6.3")
def test_a_key_changed_while_a_game_is_open_serves_the_next_promise(tmp_path: Path) -> None:
    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        ada = await with_ada(hall, http, tmp_path)
        new = f"{key_of('Bob').n:x}"
        [event] = await hall.web.submit(AppointWitness(hall.at, "Ada", new, "office"))
        assert event.refusals[0].code == "witness/appointed_already"
        await hall.do(WithdrawWitness(hall.at, "Ada", "a new key", "office"))
        await hall.do(AppointWitness(hall.at, "Ada", new, "office"))
        hall.at += EVERY
        await hall.work()
        for line in filter(
            None, (await http.get(f"/record?after={ada.number}")).content.split(b"\n")
        ):
            ada.witness.take(line)
        assert not ada.witness.stopped
        assert ada.witness.due() == [], "the old key signs nothing more"
        ada = Guest(hall, "Bob", tmp_path / "new")
        ada.witness.folder.name = "Ada"
        for _ in range(3):
            hall.at += EVERY
            await hall.round(http, ada)
        promises = [each for each in await hall.statements(http) if each["kind"] == "promise"]
        assert promises[-1]["witnesses"] == [["Ada", key_hash(key_of("Bob").n)]]
        line = (await http.get("/record/now")).json()["words"]
        assert line.endswith("signed by Ada"), "the new key has signed the open game's promise"

    run_witnessed(scenario)


@pytest.mark.clause("central-site", "6.3")
def test_no_one_is_withdrawn_who_was_never_appointed(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, _: httpx.AsyncClient) -> None:
        [event] = await hall.web.submit(WithdrawWitness(hall.at, "Eve", "", "office"))
        assert event.refusals[0].code == "witness/not_appointed"

    site(scenario)


def test_with_no_witness_left_games_are_promised_without_one(tmp_path: Path) -> None:
    async def scenario(hall: WitnessedSite, http: httpx.AsyncClient) -> None:
        await with_ada(hall, http, tmp_path)
        await hall.do(WithdrawWitness(hall.at, "Ada", "is gone", "office"))
        for _ in range(2):
            hall.at += EVERY
            await hall.work()
        assert await hall.sell(Regular((1, 2), 100)), "sales go on"
        promises = [each for each in await hall.statements(http) if each["kind"] == "promise"]
        assert promises[-1]["witnesses"] == []

    run_witnessed(scenario)


@pytest.mark.parametrize("role", sorted(SIGNING_ON))
def test_only_the_office_appoints_and_an_inspector_looks_on(site: RunsScenario, role: str) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT[role])
        looks = role in ("office", "inspector")
        assert ((await http.get("/office/witnesses")).status_code == 200) is looks
        csrf = await csrf_of(http, "/office/witnesses") if looks else ""
        form = {"witness": "Bob", "key": f"{key_of('Bob').n:x}", "csrf": csrf}
        reply = await http.post("/office/witnesses/appoint", data=form)
        in_office = await hall.web.ask_state(lambda state: list(state.witnessed.keys))
        assert in_office == (["Bob"] if role == "office" else []), reply.status_code
        if role == "office":
            reply = await http.post("/office/witnesses/appoint", data=form)
            assert reply.status_code == 422
            assert f">{form['key']}</textarea>" in reply.text, "what was typed stays"
            assert "Bob" in (await http.get("/office/witnesses")).text
            await http.post("/office/witnesses/withdraw", data={"witness": "Bob", "csrf": csrf})
            assert not await hall.web.ask_state(lambda state: list(state.witnessed.keys))

    site(scenario)


def test_a_genuine_ticket_that_is_not_on_record_is_an_error_and_is_counted(
    site: RunsScenario, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        lost, sold = hall.web.serial(), await hall.sell(Regular((1, 2), 100))
        forged = lost[:-1] + ("0" if lost[-1] != "0" else "1")
        headers = {"authorization": f"Bearer {token(KenoRole.INSPECTOR)}"}
        with caplog.at_level(logging.ERROR, "eyesdown.site"):
            for serial in (sold, forged):
                await http.get(f"/check?serial={serial}")
                await http.get(f"/api/tickets/{serial}", headers=headers)
            assert not caplog.records
            assert (await http.get(f"/check?serial={lost}")).status_code == 404
            reply = await http.get(f"/api/tickets/{lost}", headers=headers)
            assert reply.json()["code"] == "ticket/unknown"
        assert [each.message for each in caplog.records] == [
            "a genuine ticket is not on record"
        ] * 2
        assert lost not in caplog.text
        assert (
            'eyesdown_tickets_missing_total{tenant="keno"} 2.0' in (await http.get("/metrics")).text
        )

    site(scenario)
