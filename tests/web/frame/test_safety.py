"""Sessions, sign-on, big bodies, scripts in fields, other people's papers, and the log."""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from collections.abc import AsyncIterator
from html import unescape
from typing import Any

import httpx
import pytest

from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.site.credentials import Role
from eyesdown.central.site.people.words import GiveAccess
from eyesdown.keno.bets.bet import Regular
from eyesdown.web.frame import people
from eyesdown.web.frame.delivery.headers import BODY_BYTES_MAX
from eyesdown.web.frame.sign_on import COOKIE
from eyesdown.web.frame.signing.known_people import set_password
from eyesdown.web.keno.public import proofs
from kit.public_site import (
    PASSWORD,
    ROLES_AT,
    TWO,
    PublicSite,
    RunsScenario,
    csrf_of,
    sign_on,
    token,
    visitor,
)

SCRIPT = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"


@pytest.mark.clause("central-site", "4.2")
def test_another_site_can_neither_sign_on_nor_off(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        form = {"name": ROLES_AT["writer"], "password": PASSWORD}
        for headers in ({"sec-fetch-site": "cross-site"}, {"origin": "https://evil.example"}):
            answer = await http.post("/sign-on", data=form, headers=headers)
            assert answer.status_code == 403
            assert "set-cookie" not in answer.headers
        own = {"sec-fetch-site": "same-origin", "origin": "http://hall"}
        assert (await http.post("/sign-on", data=form, headers=own)).status_code == 303
        evil = await http.post("/sign-off", headers={"sec-fetch-site": "cross-site"})
        assert evil.status_code == 403
        assert (await http.get("/me")).status_code == 200

    site(scenario)


def test_a_cookie_ends_with_its_session(
    site: RunsScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["writer"])
        stolen = http.cookies[COOKIE]
        assert (await http.get("/me")).status_code == 200
        with monkeypatch.context() as later:
            later.setattr(hall.hosted.sessions, "seconds", -1)
            late = await http.get("/counter")
            assert late.headers["location"] == "/sign-on?next=/counter"
            answer = await http.post("/till/sell", json={})
            assert answer.status_code == 401
            assert "nothing you sent was done" in answer.text
        assert (await http.get("/me")).status_code == 200
        await http.post("/sign-off")
        async with visitor(hall, cookies={COOKIE: stolen}) as thief:
            assert (await thief.get("/me")).status_code == 303
        for forged in (stolen[:-2] + "xx", "", "e30.x.y", stolen.replace(".", "")):
            async with visitor(hall, cookies={COOKIE: forged}) as forger:
                assert (await forger.get("/me")).status_code == 303

    site(scenario)


def test_a_new_password_ends_the_sessions_of_the_old_one(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["writer"])
        csrf = await csrf_of(http, "/counter")
        name = ROLES_AT["writer"]
        await set_password(hall.web, hall.hosted.people, name, "another one", "olga")
        assert (await http.get("/counter")).status_code == 303
        sold = await http.post("/till/sell", json={}, headers={"x-csrf": csrf})
        assert sold.status_code == 401
        assert (await sign_on(http, name)).status_code == 401
        assert (await sign_on(http, name, "another one")).status_code == 303
        assert (await http.get("/counter")).status_code == 200

    site(scenario)


def test_strangers_who_sign_on_from_everywhere_hold_up_nobody(site: RunsScenario) -> None:
    """Passwords are looked at one at a time, by nobody who also draws; few wait for their turn."""

    async def scenario(hall: PublicSite, _: httpx.AsyncClient) -> None:
        staff, looking, at_once = hall.hosted.people, threading.Event(), []

        class Slow:
            def verify(self, *_: str) -> bool:
                at_once.append(threading.current_thread().name)
                assert looking.wait(60)
                return True

        staff.hasher = Slow()

        async def stranger(number: int) -> int:
            transport = httpx.ASGITransport(hall.app, client=(f"10.0.1.{number}", 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://hall") as http:
                return (await sign_on(http, f"nobody {number}", "guess")).status_code

        many = people.WAITING_MAX + 10
        tried = [asyncio.create_task(stranger(number)) for number in range(many)]
        turned_away, _waiting = await asyncio.wait(tried, return_when=asyncio.FIRST_COMPLETED)
        assert {one.result() for one in turned_away} == {503}
        assert at_once == ["passwords_0"]
        looking.set()
        answers = await asyncio.gather(*tried)
        assert (answers.count(401), answers.count(503)) == (people.WAITING_MAX, 10)
        assert set(at_once) == {"passwords_0"}

    site(scenario)


def test_somebody_taken_off_the_list_is_out_at_once(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["writer"])
        assert (await http.get("/counter")).status_code == 200
        gone = GiveAccess(at=hall.web.now(), person=ROLES_AT["writer"], roles=())
        await hall.do(gone)
        assert (await http.get("/counter")).status_code == 303

    site(scenario)


@pytest.mark.parametrize(
    "wanted",
    [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        " /counter",
        "javascript:alert(1)",
        "/counter\r\nset-cookie: a=b",
        "/" + "x" * 5000,
    ],
)
def test_after_signing_on_one_stays_here(site: RunsScenario, wanted: str) -> None:
    async def scenario(_: PublicSite, http: httpx.AsyncClient) -> None:
        form = {"name": ROLES_AT["writer"], "password": PASSWORD}
        answer = await http.post("/sign-on", params={"next": wanted}, data=form)
        assert answer.status_code == 303
        where = httpx.URL(answer.headers["location"])
        assert where.is_relative_url
        assert where.path == "/counter" or set(where.path) <= set("/x")

    site(scenario)


def test_nobody_learns_who_exists(site: RunsScenario) -> None:
    async def scenario(_: PublicSite, http: httpx.AsyncClient) -> None:
        known, unknown = ROLES_AT["writer"], "nobody at all"
        for _ in range(people.TRIES_MAX + 2):
            answers = [await sign_on(http, name, "wrong") for name in (known, unknown)]
            pages = [a.text.replace(known, "*").replace(unknown, "*") for a in answers]
            assert answers[0].status_code == answers[1].status_code
            assert pages[0] == pages[1]
        assert answers[0].status_code == 429

    site(scenario)


def test_tries_are_counted_by_name_and_by_place(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, _: httpx.AsyncClient) -> None:
        name = ROLES_AT["writer"]

        def at(host: str) -> httpx.AsyncClient:
            transport = httpx.ASGITransport(hall.app, client=(host, 1))
            return httpx.AsyncClient(transport=transport, base_url="http://hall")

        async with at("10.0.0.1") as stranger, at("10.0.0.2") as owner:
            for _ in range(people.TRIES_MAX):
                assert (await sign_on(stranger, name, "guess")).status_code == 401
            locked = await sign_on(stranger, name)
            assert locked.status_code == 429
            assert f"Wait {people.TRIES_SECONDS + 1} seconds" in locked.text
            assert (await sign_on(owner, name)).status_code == 303
            for number in range(people.PLACE_TRIES_MAX - people.TRIES_MAX):
                await sign_on(stranger, f"name {number}", "guess")
            assert (await sign_on(stranger, ROLES_AT["office"])).status_code == 429
        for number in range(people.NAME_TRIES_MAX):
            async with at(f"10.1.0.{number}") as crowd:
                await sign_on(crowd, name, "guess")
        async with at("10.0.0.3") as anybody:
            assert (await sign_on(anybody, name)).status_code == 429
            hall.at = hall.at.replace(hour=hall.at.hour + 1)
            assert (await sign_on(anybody, name)).status_code == 303

    site(scenario)


def test_a_household_with_many_addresses_is_one_place(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, _: httpx.AsyncClient) -> None:
        async def tried(host: str, name: str) -> int:
            transport = httpx.ASGITransport(hall.app, client=(host, 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://hall") as http:
                return (await sign_on(http, name, "guess")).status_code

        for number in range(people.PLACE_TRIES_MAX):
            assert await tried(f"2001:db8:0:1::{number:x}", f"name {number}") == 401
        assert await tried("2001:db8:0:1:ffff::1", "somebody") == 429
        assert await tried("2001:db8:0:2::1", "somebody") == 401

    site(scenario)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_cookie_is_for_this_site_alone(site: RunsScenario, scheme: str) -> None:
    async def scenario(hall: PublicSite, _: httpx.AsyncClient) -> None:
        async with visitor(hall, base_url=f"{scheme}://hall") as http:
            answer = await sign_on(http, ROLES_AT["writer"])
            said = answer.headers["set-cookie"].lower()
            assert "httponly" in said
            assert "samesite=strict" in said
            assert ("secure" in said) == (scheme == "https")
            assert said.startswith("__host-") == (scheme == "https"), "no other host can set it"
            assert ("path=/;" in said, "domain=" in said) == (True, False)
            assert ("strict-transport-security" in answer.headers) == (scheme == "https")
            assert PASSWORD not in said

    site(scenario)


@pytest.mark.clause("central-site", "5.2")
def test_a_huge_body_is_not_read_to_its_end(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["writer"])
        csrf = await csrf_of(http, "/counter")
        sent = 0

        async def flood() -> AsyncIterator[bytes]:
            nonlocal sent
            for _ in range(10_000):
                sent += 10_000
                yield b"a" * 10_000

        form = {"content-type": "application/x-www-form-urlencoded"}
        big = b"name=" + b"a" * BODY_BYTES_MAX
        for path, body, headers in (
            ("/sign-on", big, form),
            ("/sign-on", flood(), form),
            ("/counter/pay/claim", flood(), form),
            ("/till/sell", flood(), {"x-csrf": csrf, "content-type": "application/json"}),
        ):
            answer = await http.post(path, content=body, headers=headers)
            assert answer.status_code == 413, path
            assert "Nothing was done" in answer.text
        assert sent < 4 * 10 * BODY_BYTES_MAX
        files = {"upload": ("x.bin", b"a" * BODY_BYTES_MAX, "application/octet-stream")}
        assert (await http.post("/sign-on", files=files)).status_code == 413

    site(scenario)


FORM = re.compile(r"(<form[^>]*>).*?</form>", re.DOTALL)
FIELD = re.compile(r"<(?:input|select|textarea)[^>]*?name=\"([^\"]+)\"[^>]*")


def attribute(tag: str, name: str) -> str:
    found = re.search(rf'{name}="([^"]*)"', tag)
    return unescape(found[1]) if found else ""


@pytest.mark.parametrize(
    ("role", "pages"),
    [
        (None, ["/check", "/results", "/rules/nsw-keno", "/sign-on"]),
        (
            "writer",
            [
                "/counter",
                "/counter/pay",
                "/counter/cancel",
                "/counter/vouchers",
                "/counter/runners",
                "/counter/duty",
                "/counter/cash-up",
                "/counter/claim-forms",
            ],
        ),
        ("self_service", ["/terminal", "/terminal/check"]),
        ("supervisor", ["/office"]),
    ],
)
def test_script_in_every_field_stays_text(
    site: RunsScenario, role: Role | None, pages: list[str]
) -> None:
    """Whatever form a page has: every field of it gets a script, and none comes back as one."""

    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await hall.play()
        if role is not None:
            await sign_on(http, ROLES_AT[role])
        tried = 0
        for path in pages:
            text = (await http.get(path)).text
            for form in FORM.finditer(text):
                method, action = attribute(form[1], "method"), attribute(form[1], "action")
                if action in ("", "/sign-off"):
                    continue
                names = set(FIELD.findall(form[0])) - {"csrf"}
                own = re.search(r'name="csrf" value="([^"]+)"', form[0])
                for name in names:
                    fields = dict.fromkeys(names, "1") | {name: SCRIPT}
                    if own:
                        fields["csrf"] = own[1]
                    answer = await (
                        http.post(action, data=fields)
                        if method == "post"
                        else http.get(action, params=fields)
                    )
                    assert answer.status_code < 500, (action, name)
                    assert "<script>alert" not in answer.text, (action, name)
                    assert "<img src=x" not in answer.text, (action, name)
                    tried += 1
        assert tried

    site(scenario)


def test_a_serial_one_letter_off_is_nobodys(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        serial = await hall.sell(Regular((1,), 100))
        for place, letter in enumerate(serial):
            if letter == "-":
                continue
            other = serial[:place] + ("2" if letter != "2" else "3") + serial[place + 1 :]
            for path in (f"/check?serial={other}", f"/api/tickets/{other}"):
                assert (await http.get(path)).status_code == 404

    site(scenario)


def test_a_game_is_read_once_for_its_proofs_and_for_its_own_tickets_only(
    site: RunsScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All entries of a game are under its seal: who asks in vain must not have them all read."""
    read: list[str] = []
    leaves = proofs._leaves

    def counted(there: Any, serials: list[str]) -> list[bytes]:
        read.extend(serials)
        return leaves(there, serials)

    monkeypatch.setattr(proofs, "_leaves", counted)

    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        first = [await hall.sell(Regular((number,), 100)) for number in range(1, 6)]
        await hall.play()
        late = await hall.sell(Regular((1,), 100))
        await hall.play()
        where = "2026-11-14/0/ticket.json"
        assert (await http.get(f"/check/{late}/{where}")).status_code == 404
        assert read == []
        asked = [http.get(f"/check/{serial}/{where}") for serial in first * 4]
        assert {one.status_code for one in await asyncio.gather(*asked)} == {200}
        assert read == first

    site(scenario)


def test_a_ticket_of_another_venue_is_not_printed(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        from eyesdown.demo.keno_load import Ask, sale

        own, other = await hall.sell(Regular((1,), 100)), hall.web.serial()
        await hall.do(sale(hall.at, other, TWO, Ask((Regular((2,), 100),), 1, 100)))
        await sign_on(http, ROLES_AT["writer"])
        assert (await http.get(f"/till/ticket/{own}.pdf")).status_code == 200
        assert (await http.get(f"/till/ticket/{other}.pdf")).status_code == 404

    site(scenario)


def test_trouble_of_our_own_is_a_page_that_says_so(
    site: RunsScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        from eyesdown.kernel.errors import JournalUnavailable

        def away(*_: Any) -> Any:
            raise JournalUnavailable("the database is away")

        monkeypatch.setattr(hall.store, "records", away)
        answer = await http.get("/results")
        assert answer.status_code == 503
        assert "Nothing was done" in answer.text
        assert "database" not in answer.text

        def broken(*_: Any) -> Any:
            raise RuntimeError("a secret of ours")

        monkeypatch.setattr(hall.store, "records", broken)
        answer = await http.get("/results")
        assert answer.status_code == 500
        assert "Our mistake" in answer.text
        assert "secret of ours" not in answer.text
        missing = await http.get("/nothing", headers={"accept": "application/json"})
        assert missing.json() == {
            "type": "urn:problem-type:eyesdown:page/unknown",
            "code": "page/unknown",
            "next": "Check the address, or start from the first page.",
            "title": "Nothing here",
            "detail": "There is no page at this address. Check it, or start from the home page.",
            "status": 404,
        }
        elsewise = await http.put("/results")
        assert elsewise.status_code == 405
        assert set(elsewise.headers["allow"].split(", ")) == {"GET", "HEAD"}

    site(scenario)


def test_secrets_stay_out_of_the_log(site: RunsScenario, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["writer"], "a wrong guess")
        await sign_on(http, ROLES_AT["writer"])
        csrf = await csrf_of(http, "/counter")
        assert csrf
        await http.post("/till/sell", json={"x": 1}, headers={"x-csrf": csrf})
        bearer = {"authorization": f"Bearer {token(KenoRole.WRITER)}"}
        await http.post("/api/commands", json={"id": "1", "command": {}}, headers=bearer)
        await hall.play()
        secrets = [bytes(body).hex() for body, _ in hall.store._secrets.values()]
        for secret in (
            PASSWORD,
            "a wrong guess",
            csrf,
            http.cookies[COOKIE],
            token(KenoRole.WRITER),
            *secrets,
        ):
            assert secret not in caplog.text

    site(scenario)
