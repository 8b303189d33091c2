"""Every route of the whole application against every role, every token, and no token at all."""

from __future__ import annotations

import re

import httpx
import pytest
from starlette.routing import Mount, Route

from eyesdown.central.keno.office.roles import SIGNING_ON, KenoRole
from eyesdown.central.site.credentials import Role
from eyesdown.web.frame.delivery.headers import HEADERS
from eyesdown.web.frame.sign_on import COOKIE
from eyesdown.web.keno.account.frame import COOKIE as PLAYER_COOKIE
from kit.public_site import ROLES_AT, PublicSite, RunsScenario, sign_on, token, visitor

PERSON = {
    "sign_on": "ann",
    "name": "Ann Example",
    "born": "1990-01-01",
    "address": "1 Example Street",
    "password": "ten letters or more",
}
EVERYBODY: frozenset[Role] = frozenset()
WRITER: frozenset[Role] = frozenset({"writer"})
DESKS: frozenset[Role] = frozenset({"writer", "self_service"})
ACCESS: dict[str, frozenset[Role]] = {
    **dict.fromkeys(
        (
            "GET /",
            "GET /display",
            "GET /wall",
            "GET /wall/between",
            "GET /results",
            "GET /results/{day}.csv",
            "GET /results/{day}/{number:int}",
            "GET /results/{day}/{number:int}/evidence.json",
            "GET /check",
            "GET /check-card",
            "GET /check/{serial}/{day}/{number:int}/ticket.json",
            "GET /check-card",
            "GET /verify_draw.py",
            "GET /record",
            "POST /record",
            "POST /record/copy",
            "GET /record/now",
            "GET /witness.py",
            "GET /numbers",
            "GET /odds",
            "GET /how",
            "GET /proof",
            "GET /rules",
            "GET /rules/{book}",
            "GET /rules/{book}/{clause:path}",
            "GET /_design",
            "GET /sign-on",
            "POST /sign-on",
            "POST /sign-off",
            "GET /live/board",
            "GET /live/wall",
            "GET /account/sign-on",
            "POST /account/sign-on",
            "POST /account/sign-off",
            "GET /account/register",
            "POST /account/register",
            "GET /account/reset",
            "POST /account/reset",
            "GET /account/terms",
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
            "POST /counter/vouchers/{action}",
            "GET /counter/runners",
            "POST /counter/runners/collect",
            "GET /counter/duty",
            "POST /counter/duty/{action}",
            "GET /counter/cash-up",
            "POST /counter/cash-up/open",
            "POST /counter/cash-up/count",
            "GET /counter/printer",
            "POST /counter/printer/test",
            "GET /counter/claim-forms",
            "POST /counter/claim-forms/lodge",
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
            "GET /till/what",
            "POST /till/take",
            "POST /till/print/{serial}",
            "GET /till/printer",
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
    **dict.fromkeys(
        (
            "GET /inspector",
            "GET /inspector/{tenant}",
            "POST /inspector/{tenant}/search",
            "GET /inspector/{tenant}/rows",
            "GET /inspector/{tenant}/rows/{seq:int}",
            "GET /inspector/{tenant}/odd",
            "GET /inspector/{tenant}/refusals",
            "GET /inspector/{tenant}/balances",
            "GET /inspector/{tenant}/heads",
            "GET /inspector/{tenant}/export.{format}",
            "GET /inspector/{tenant}/session.eyes",
            "GET /inspector/{tenant}/games",
            "GET /inspector/{tenant}/games/{day}/{number:int}",
        ),
        frozenset[Role]({"inspector"}),
    ),
    "GET /me": frozenset(SIGNING_ON),
    "GET /office": frozenset[Role]({"supervisor", "office", "inspector"}),
    "POST /office/letter": frozenset[Role]({"office"}),
    "GET /office/cage": frozenset[Role]({"supervisor"}),
    "POST /office/cage": frozenset[Role]({"supervisor"}),
    "GET /office/witnesses": frozenset[Role]({"office", "inspector"}),
    "GET /office/ceilings": frozenset[Role]({"office", "inspector"}),
    "POST /office/ceilings/set": frozenset[Role]({"office"}),
    "POST /office/witnesses/appoint": frozenset[Role]({"office"}),
    "POST /office/witnesses/withdraw": frozenset[Role]({"office"}),
    **dict.fromkeys(
        (
            "GET /office/cards",
            "POST /office/cards/look",
            "POST /office/cards/issue",
            "POST /office/cards/find",
            "POST /office/cards/take-out",
        ),
        frozenset[Role]({"office"}),
    ),
    "GET /office/players": frozenset[Role]({"office", "inspector"}),
    "POST /office/players/find": frozenset[Role]({"office"}),
    "GET /office/players/look/{slip}": frozenset[Role]({"office"}),
    "POST /office/players/code": frozenset[Role]({"office"}),
    "POST /office/players/take-out": frozenset[Role]({"office"}),
    "POST /office/players/{action}": frozenset[Role]({"office"}),
    "GET /office/players/{account}/papers/{number:int}": frozenset[Role]({"office"}),
    "GET /office/today": frozenset[Role]({"supervisor", "office", "inspector"}),
    "GET /office/reports": frozenset[Role]({"office", "inspector"}),
    "GET /office/reports.{format}": frozenset[Role]({"office", "inspector"}),
    "GET /office/people": frozenset[Role]({"office", "inspector"}),
    "POST /office/people/access": frozenset[Role]({"office"}),
    "POST /office/people/password": frozenset[Role]({"office"}),
    "POST /office/people/codes": frozenset[Role]({"office"}),
    "GET /office/settings": frozenset[Role]({"office", "inspector"}),
    "GET /office/setup": frozenset[Role]({"office"}),
    "POST /office/setup": frozenset[Role]({"office"}),
    "GET /office/do": frozenset[Role]({"supervisor", "office"}),
    "GET /office/do/{command}": frozenset[Role]({"supervisor", "office"}),
    "POST /office/do/{command}": frozenset[Role]({"supervisor", "office"}),
    "POST /office/do/{command}/look": frozenset[Role]({"supervisor", "office"}),
    "GET /office/look/{slip}": frozenset[Role]({"supervisor", "office"}),
    "GET /office/made/{slip}": frozenset[Role]({"supervisor", "office"}),
    "GET /office/payments": frozenset[Role]({"office", "inspector"}),
    "POST /office/payments/{action}": frozenset[Role]({"office"}),
    "POST /office/{action}": frozenset[Role]({"supervisor"}),
}
"""Every page and who may use it; a route that is not listed here fails the test."""

PLAYERS_PAGES = (
    "GET /account",
    "GET /account/play",
    "POST /account/till/price",
    "POST /account/till/sell",
    "GET /account/till/slip",
    "POST /account/till/acknowledge",
    "POST /account/till/pick",
    "GET /account/till/now",
    "GET /account/till/replay",
    "POST /account/till/favourite",
    "GET /account/details",
    "POST /account/details/{what}",
    "POST /account/paper",
    "GET /account/export.json",
    "GET /account/entries",
    "GET /account/entries/{serial}",
    "POST /account/entries/{serial}/cancel",
    "GET /account/money",
    "POST /account/money/withdraw",
    "GET /account/statement",
    "GET /account/statement.{medium}",
    "GET /account/care",
    "GET /account/care/exclude",
    "POST /account/care/{what}",
    "POST /account/terms",
    "GET /account/reality",
    "POST /account/reality",
)
"""Pages of players, who sign on by themselves and with another cookie than staff."""

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
API_ACCESS: dict[str, frozenset[KenoRole]] = {
    "POST /api/commands": frozenset(KenoRole),
    "GET /api/tickets/{serial}/check": frozenset({KenoRole.WRITER, KenoRole.SELF_SERVICE}),
    "GET /api/account": frozenset({KenoRole.PLAYER}),
    "GET /api/account/entries": frozenset({KenoRole.PLAYER}),
    "GET /api/books/balances": frozenset({KenoRole.OFFICE, KenoRole.INSPECTOR}),
    "GET /api/books/statements/{account:path}": frozenset(
        {KenoRole.OFFICE, KenoRole.INSPECTOR, KenoRole.WRITER, KenoRole.PLAYER}
    ),
    "GET /api/books/rows/{seq:int}": frozenset({KenoRole.OFFICE, KenoRole.INSPECTOR}),
    "GET /api/books/days/{day}": frozenset({KenoRole.OFFICE, KenoRole.INSPECTOR}),
    "GET /api/books/games/{day}/{number:int}": frozenset({KenoRole.OFFICE, KenoRole.INSPECTOR}),
    "GET /api/journal": frozenset({KenoRole.INSPECTOR}),
    "GET /api/journal/follow": frozenset({KenoRole.INSPECTOR}),
}
STREAMS = frozenset({"GET /live/board", "GET /live/wall", "GET /api/journal/follow"})


def ways(hall: PublicSite) -> list[str]:
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
    path = path.replace("{account:path}", "prize_fund").replace("{seq:int}", "1")
    return re.sub(r"{[^}]*}", "x", path)


async def knock(http: httpx.AsyncClient, way: str, csrf: str = "") -> httpx.Response:
    method, path = way.split()
    headers = {"x-csrf": csrf} if csrf else {}
    if method == "POST" and "/till/" in path:
        return await http.request(method, address(path), json={}, headers=headers)
    return await http.request(method, address(path), headers=headers)


def test_every_route_is_in_the_table(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, _: httpx.AsyncClient) -> None:
        known = ACCESS.keys() | API_ACCESS.keys() | API_ANYBODY | set(PLAYERS_PAGES)
        assert set(ways(hall)) == known

    site(scenario)


@pytest.mark.clause("central-site", "4.1")
@pytest.mark.parametrize("role", [None, *SIGNING_ON])
def test_each_role_on_each_page(site: RunsScenario, role: Role | None) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        csrf = ""
        if role is not None:
            assert (await sign_on(http, ROLES_AT[role])).status_code == 303
            csrf = hall.hosted.sessions.read(http.cookies[COOKIE])["csrf"]
        for way, allowed in ACCESS.items():
            if way in STREAMS or way.endswith(
                ("POST /sign-on", "/sign-off", "POST /account/sign-on")
            ):
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


@pytest.mark.parametrize("role", [None, *SIGNING_ON])
def test_no_role_of_staff_opens_a_players_page(site: RunsScenario, role: Role | None) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        csrf = ""
        if role is not None:
            await sign_on(http, ROLES_AT[role])
            csrf = hall.hosted.sessions.read(http.cookies[COOKIE])["csrf"]
            http.cookies.set(PLAYER_COOKIE, http.cookies[COOKIE])
        before = hall.web.sequencer.seq
        for way in PLAYERS_PAGES:
            answer = await knock(http, way, csrf)
            if way.startswith("GET"):
                assert answer.headers["location"].startswith("/account/sign-on?next="), way
            else:
                assert answer.status_code == 401, way
        assert hall.web.sequencer.seq == before

    site(scenario)


def test_a_player_opens_no_page_of_staff(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await http.post("/account/register", data={**PERSON, "slip": "s", "terms": "yes"})
        csrf = hall.hosted.sessions.read(http.cookies[PLAYER_COOKIE])["csrf"]
        http.cookies.set(COOKIE, http.cookies[PLAYER_COOKIE])
        before = hall.web.sequencer.seq
        for way, allowed in ACCESS.items():
            if allowed:
                assert (await knock(http, way, csrf)).status_code in (303, 401), way
        for way in API_ACCESS:
            assert (await knock(http, way, csrf)).status_code == 401, way
        assert hall.web.sequencer.seq == before
        for way in PLAYERS_PAGES:
            assert (await knock(http, way, csrf)).status_code not in (401, 403, 500), way

    site(scenario)


@pytest.mark.clause("central-site", "4.2")
def test_a_players_form_without_its_token_does_nothing(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await http.post("/account/register", data={**PERSON, "slip": "s", "terms": "yes"})
        before = hall.web.sequencer.seq
        for way in PLAYERS_PAGES:
            if way.startswith("POST"):
                for wrong in ("", "x" * 32, "é"):
                    headers = {"x-csrf": wrong.encode()} if wrong else {}
                    path = address(way.split()[1])
                    answer = await http.post(path, data={"csrf": "y"}, headers=headers)
                    assert answer.status_code == 403, (way, wrong)
        assert hall.web.sequencer.seq == before

    site(scenario)


@pytest.mark.parametrize("role", [None, *KenoRole])
def test_each_token_on_each_route_of_the_api(site: RunsScenario, role: KenoRole | None) -> None:
    async def scenario(hall: PublicSite, _: httpx.AsyncClient) -> None:
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
                    own = role in (KenoRole.WRITER, KenoRole.PLAYER) and "statements" in way
                    # this player has no account, no game was played and no ticket sold
                    nothing = way == "GET /api/account" or "/games/" in way or "/check" in way
                    nothing = nothing or way.endswith("/check")
                    answers = (403,) if own else (404,) if nothing else (200, 400)
                    assert got in answers, (role, way, got)
                else:
                    assert got == 403, (role, way, got)

    site(scenario)


def test_whoever_is_at_work_and_comes_to_the_wrong_page_is_shown_the_way_back(
    site: RunsScenario,
) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["writer"])
        for path, status, words in (
            ("/terminal", 403, "for a self-service terminal; you are signed on as a writer"),
            ("/counter/pay/out", 405, "only takes forms from its own page"),
            ("/counter/pya", 404, "There is no page at this address"),
        ):
            answer = await http.get(path)
            assert (answer.status_code, words in answer.text) == (status, True)
            assert 'href="/counter">Back to work<' in answer.text
        await hall.web.ask_state(lambda state: state.keno.venues.clear())
        answer = await http.get("/counter")
        assert answer.status_code == 409
        assert "Ask the office to appoint it" in answer.text

    site(scenario)


def test_a_session_of_a_page_opens_nothing_in_the_api(site: RunsScenario) -> None:
    async def scenario(_: PublicSite, http: httpx.AsyncClient) -> None:
        await sign_on(http, ROLES_AT["inspector"])
        assert (await http.get("/api/journal")).status_code == 401
        assert (
            await http.get("/counter", headers={"authorization": "Bearer x"})
        ).status_code == 403

    site(scenario)


@pytest.mark.clause("central-site", "4.2")
def test_a_form_without_the_sessions_token_does_nothing(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
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


def test_every_answer_carries_the_policy(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
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
