"""Who gets in where, what a form must carry, what comes back, and what is never told."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator
from html import unescape
from typing import Any

import httpx
import pytest
from starlette.routing import Mount, Route

from eyesdown.central.door import DoorRole
from eyesdown.keno.bets import Regular
from eyesdown.web import auth, people
from eyesdown.web.headers import BODY_BYTES_MAX, HEADERS
from eyesdown.web.people import ROLES, Role

from .conftest import PASSWORD, ROLES_AT, TWO, Hall, csrf_of, sign_on, token, visitor

EVERYBODY: frozenset[Role] = frozenset()
WRITER: frozenset[Role] = frozenset({"writer"})
DESKS: frozenset[Role] = frozenset({"writer", "self_service"})
ACCESS: dict[str, frozenset[Role]] = {
    **dict.fromkeys(
        (
            "GET /",
            "GET /display",
            "GET /results",
            "GET /results/{day}/{number:int}",
            "GET /results/{day}/{number:int}/evidence.json",
            "GET /check",
            "GET /check/{serial}/{day}/{number:int}/ticket.json",
            "GET /verify_draw.py",
            "GET /numbers",
            "GET /odds",
            "GET /rules",
            "GET /rules/{book}",
            "GET /rules/{book}/{clause:path}",
            "GET /_design",
            "GET /sign-on",
            "POST /sign-on",
            "POST /sign-off",
            "GET /live/board",
        ),
        EVERYBODY,
    ),
    **dict.fromkeys(
        (
            "GET /counter",
            "GET /counter/pay",
            "POST /counter/pay/claim",
            "POST /counter/pay/out",
            "POST /counter/pay/print-pay",
            "GET /counter/cancel",
            "POST /counter/cancel/out",
            "GET /counter/vouchers",
            "POST /counter/vouchers/{deed}",
            "GET /counter/runners",
            "POST /counter/runners/collect",
            "GET /counter/duty",
            "POST /counter/duty/{deed}",
            "GET /counter/cash-up",
            "GET /till/print-pay/{serial}.{medium}",
        ),
        WRITER,
    ),
    **dict.fromkeys(
        (
            "GET /till/ticket/{serial}.{medium}",
            "GET /till/paper/{serial}.{medium}",
            "POST /till/quick",
            "POST /till/pick",
            "POST /till/price",
            "POST /till/sell",
            "GET /till/now",
            "GET /till/document",
            "GET /till/replay",
            "GET /till/card",
        ),
        DESKS,
    ),
    **dict.fromkeys(
        (
            "GET /terminal",
            "GET /terminal/check",
            "POST /terminal/redeem",
            "POST /terminal/receipt",
        ),
        frozenset[Role]({"self_service"}),
    ),
    "GET /me": frozenset(ROLES),
    "GET /office": frozenset[Role]({"supervisor", "office", "inspector"}),
    "POST /office/{deed}": frozenset[Role]({"supervisor"}),
}
"""Every page and who may use it; a route that is not listed here fails the test."""

API_ANYBODY = frozenset(
    {
        "GET /api/now",
        "GET /api/results/{day}/{number:int}",
        "GET /api/tickets/{serial}",
        "GET /api/openapi.json",
        "GET /health",
        "GET /ready",
        "GET /metrics",
    }
)
API_ACCESS: dict[str, frozenset[DoorRole]] = {
    "POST /api/commands": frozenset(DoorRole),
    "GET /api/books/balances": frozenset({DoorRole.OFFICE, DoorRole.INSPECTOR}),
    "GET /api/books/statements/{account:path}": frozenset(
        {DoorRole.OFFICE, DoorRole.INSPECTOR, DoorRole.WRITER}
    ),
    "GET /api/journal": frozenset({DoorRole.INSPECTOR}),
    "GET /api/journal/follow": frozenset({DoorRole.INSPECTOR}),
}
STREAMS = frozenset({"GET /live/board", "GET /api/journal/follow"})
SCRIPT = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"


def ways(hall: Hall) -> list[str]:
    """Every method and path of the whole application."""
    found = []
    for route in hall.app.routes:
        if isinstance(route, Route):
            found += [
                f"{method} {route.path}" for method in route.methods or () if method != "HEAD"
            ]
        else:
            assert isinstance(route, Mount)
            assert route.path == "/static"
    return sorted(found)


def address(path: str) -> str:
    path = path.replace("{number:int}", "1").replace("{day}", "2026-11-14")
    path = path.replace("{account:path}", "prize_fund")
    return re.sub(r"{[^}]*}", "x", path)


async def knock(http: httpx.AsyncClient, way: str, csrf: str = "") -> httpx.Response:
    method, path = way.split()
    headers = {"x-csrf": csrf} if csrf else {}
    if method == "POST" and path.startswith("/till"):
        return await http.request(method, address(path), json={}, headers=headers)
    return await http.request(method, address(path), headers=headers)


def test_every_route_is_in_the_table(site: Any) -> None:
    async def scenario(hall: Hall, _: httpx.AsyncClient) -> None:
        known = ACCESS.keys() | API_ACCESS.keys() | API_ANYBODY
        assert set(ways(hall)) == known

    site(scenario)


@pytest.mark.parametrize("role", [None, *ROLES])
def test_each_role_on_each_page(site: Any, role: Role | None) -> None:
    async def scenario(hall: Hall, http: httpx.AsyncClient) -> None:
        csrf = ""
        if role is not None:
            assert (await sign_on(http, ROLES_AT[role])).status_code == 303
            csrf = auth._signer(hall.web).loads(http.cookies[auth.COOKIE])["csrf"]
        for way, allowed in ACCESS.items():
            if way in STREAMS or way in ("POST /sign-on", "POST /sign-off"):
                continue
            answer = await knock(http, way, csrf)
            got = answer.status_code
            if not allowed or role in allowed:
                assert got not in (401, 403, 500), (role, way, got)
                assert "/sign-on" not in answer.headers.get("location", ""), (role, way)
            elif role is None and way.startswith("GET") and not way.startswith("GET /till/now"):
                path = httpx.URL(answer.headers["location"])
                assert (got, path.path) == (303, "/sign-on"), way
                assert path.params["next"] == address(way.split()[1])
            else:
                assert got in ({401, 303} if role is None else {403}), (role, way, got)

    site(scenario)


@pytest.mark.parametrize("role", [None, *DoorRole])
def test_each_token_on_each_route_of_the_api(site: Any, role: DoorRole | None) -> None:
    async def scenario(hall: Hall, _: httpx.AsyncClient) -> None:
        headers = {"authorization": f"Bearer {token(role)}"} if role else {}
        async with visitor(hall, headers=headers) as http:
            for way in sorted(API_ANYBODY):
                assert (await knock(http, way)).status_code in (200, 404), way
            for way, allowed in API_ACCESS.items():
                if way in STREAMS and role in allowed:
                    continue  # it would go on for ever; the others are turned away at once
                got = (await knock(http, way)).status_code
                if role is None:
                    assert got == 401, way
                elif role in allowed:
                    own = role is DoorRole.WRITER and "statements" in way
                    assert got in ((403,) if own else (200, 400)), (role, way, got)
                else:
                    assert got == 403, (role, way, got)

    site(scenario)


def test_a_session_of_a_page_opens_nothing_in_the_api(site: Any) -> None:
    async def scenario(_: Hall, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["inspector"])
        assert (await http.get("/api/journal")).status_code == 401
        assert (
            await http.get("/counter", headers={"authorization": "Bearer x"})
        ).status_code == 403

    site(scenario)


def test_a_form_without_the_sessions_token_does_nothing(site: Any) -> None:
    async def scenario(hall: Hall, http: httpx.AsyncClient) -> None:
        for role in ("writer", "self_service", "supervisor"):
            await sign_on(http, ROLES_AT[role])
            before = hall.web.sequencer.seq
            for way, allowed in ACCESS.items():
                if role not in allowed or not way.startswith("POST"):
                    continue
                for wrong in ("", "x" * 32, "é"):
                    headers = {"x-csrf": wrong.encode()} if wrong else {}
                    answer = await http.post(
                        address(way.split()[1]), data={"csrf": "y"}, headers=headers
                    )
                    assert answer.status_code == 403, (way, wrong)
                    assert "Load it again" in answer.text
            assert hall.web.sequencer.seq == before

    site(scenario)


def test_another_site_can_neither_sign_on_nor_off(site: Any) -> None:
    async def scenario(hall: Hall, http: httpx.AsyncClient) -> None:
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


def test_a_cookie_ends_with_its_session(site: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(hall: Hall, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["writer"])
        stolen = http.cookies[auth.COOKIE]
        assert (await http.get("/me")).status_code == 200
        with monkeypatch.context() as later:
            later.setattr(auth, "SESSION_SECONDS", -1)
            late = await http.get("/counter")
            assert late.headers["location"] == "/sign-on?next=/counter"
            answer = await http.post("/till/sell", json={})
            assert answer.status_code == 401
            assert "nothing you sent was done" in answer.text
        assert (await http.get("/me")).status_code == 200
        await http.post("/sign-off")
        async with visitor(hall, cookies={auth.COOKIE: stolen}) as thief:
            assert (await thief.get("/me")).status_code == 303
        for forged in (stolen[:-2] + "xx", "", "e30.x.y", stolen.replace(".", "")):
            async with visitor(hall, cookies={auth.COOKIE: forged}) as forger:
                assert (await forger.get("/me")).status_code == 303

    site(scenario)


def test_somebody_taken_off_the_list_is_out_at_once(site: Any) -> None:
    async def scenario(hall: Hall, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["writer"])
        assert (await http.get("/counter")).status_code == 200
        hall.web.people.hashes = {}
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
def test_after_signing_on_one_stays_here(site: Any, wanted: str) -> None:
    async def scenario(_: Hall, http: httpx.AsyncClient) -> None:
        form = {"name": ROLES_AT["writer"], "password": PASSWORD}
        answer = await http.post("/sign-on", params={"next": wanted}, data=form)
        assert answer.status_code == 303
        where = httpx.URL(answer.headers["location"])
        assert where.is_relative_url
        assert where.path == "/counter" or set(where.path) <= set("/x")

    site(scenario)


def test_nobody_learns_who_exists(site: Any) -> None:
    async def scenario(_: Hall, http: httpx.AsyncClient) -> None:
        known, unknown = ROLES_AT["writer"], "nobody at all"
        for _ in range(people.TRIES_MAX + 2):
            answers = [await sign_on(http, name, "wrong") for name in (known, unknown)]
            pages = [a.text.replace(known, "*").replace(unknown, "*") for a in answers]
            assert answers[0].status_code == answers[1].status_code
            assert pages[0] == pages[1]
        assert answers[0].status_code == 429

    site(scenario)


def test_tries_are_counted_by_name_and_by_place(site: Any) -> None:
    async def scenario(hall: Hall, _: httpx.AsyncClient) -> None:
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


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_cookie_is_for_this_site_alone(site: Any, scheme: str) -> None:
    async def scenario(hall: Hall, _: httpx.AsyncClient) -> None:
        async with visitor(hall, base_url=f"{scheme}://hall") as http:
            answer = await sign_on(http, ROLES_AT["writer"])
            said = answer.headers["set-cookie"].lower()
            assert "httponly" in said
            assert "samesite=strict" in said
            assert ("secure" in said) == (scheme == "https")
            assert ("strict-transport-security" in answer.headers) == (scheme == "https")
            assert PASSWORD not in said

    site(scenario)


def test_every_answer_carries_the_policy(site: Any) -> None:
    async def scenario(hall: Hall, http: httpx.AsyncClient) -> None:
        found = [await knock(http, way) for way in ways(hall) if way not in STREAMS]
        found += [
            await http.get(path) for path in ("/static/eyesdown.css", "/static/no", "/nothing")
        ]
        found.append(await http.put("/results"))
        for answer in found:
            for name, value in HEADERS:
                assert answer.headers[name.decode()] == value.decode()
        policy = found[0].headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "*" not in policy
        await sign_on(http, ROLES_AT["writer"])
        assert (await http.get("/counter")).headers["cache-control"] == "no-store"

    site(scenario)


def test_a_huge_body_is_not_read_to_its_end(site: Any) -> None:
    async def scenario(hall: Hall, http: httpx.AsyncClient) -> None:
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
            assert "nothing was done" in answer.text
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
            ],
        ),
        ("self_service", ["/terminal", "/terminal/check"]),
        ("supervisor", ["/office"]),
    ],
)
def test_script_in_every_field_stays_text(site: Any, role: Role | None, pages: list[str]) -> None:
    """Whatever form a page has: every field of it gets a script, and none comes back as one."""

    async def scenario(hall: Hall, http: httpx.AsyncClient) -> None:
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


def test_a_serial_one_letter_off_is_nobodys(site: Any) -> None:
    async def scenario(hall: Hall, http: httpx.AsyncClient) -> None:
        serial = await hall.sell(Regular((1,), 100))
        for place, letter in enumerate(serial):
            if letter == "-":
                continue
            other = serial[:place] + ("2" if letter != "2" else "3") + serial[place + 1 :]
            for path in (f"/check?serial={other}", f"/api/tickets/{other}"):
                assert (await http.get(path)).status_code == 404

    site(scenario)


def test_a_ticket_of_another_venue_is_not_printed(site: Any) -> None:
    async def scenario(hall: Hall, http: httpx.AsyncClient) -> None:
        from eyesdown.testing.keno_load import Ask, sale

        own, other = await hall.sell(Regular((1,), 100)), hall.web.serial()
        await hall.do(sale(hall.at, other, TWO, Ask((Regular((2,), 100),), 1, 100)))
        await sign_on(http, ROLES_AT["writer"])
        assert (await http.get(f"/till/ticket/{own}.pdf")).status_code == 200
        assert (await http.get(f"/till/ticket/{other}.pdf")).status_code == 404

    site(scenario)


def test_trouble_of_our_own_is_a_page_that_says_so(
    site: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(hall: Hall, http: httpx.AsyncClient) -> None:
        from eyesdown.kernel.errors import JournalUnavailable

        def away(*_: Any) -> Any:
            raise JournalUnavailable("the database is away")

        monkeypatch.setattr(hall.store, "records", away)
        answer = await http.get("/results")
        assert answer.status_code == 503
        assert "Nothing you sent was done" in answer.text
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
            "title": "Nothing here",
            "detail": "There is no page at this address. It may have been typed wrongly, or moved.",
            "status": 404,
        }
        assert (await http.put("/results")).status_code == 405

    site(scenario)


def test_secrets_stay_out_of_the_log(site: Any, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def scenario(hall: Hall, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["writer"], "a wrong guess")
        await sign_on(http, ROLES_AT["writer"])
        csrf = await csrf_of(http, "/counter")
        assert csrf
        await http.post("/till/sell", json={"x": 1}, headers={"x-csrf": csrf})
        bearer = {"authorization": f"Bearer {token(DoorRole.WRITER)}"}
        await http.post("/api/commands", json={"id": "1", "command": {}}, headers=bearer)
        await hall.play()
        secrets = [bytes(body).hex() for body in hall.store._secrets.values()]
        for secret in (
            PASSWORD,
            "a wrong guess",
            csrf,
            http.cookies[auth.COOKIE],
            token(DoorRole.WRITER),
            *secrets,
        ):
            assert secret not in caplog.text

    site(scenario)
