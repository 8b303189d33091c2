"""Every route of a hall and of a family table against every role, and against no one at all."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from typing import Any

import httpx
import pytest
from starlette.routing import Route

from eyesdown.central.hall.roles import HallRole
from eyesdown.central.site.credentials import Role
from eyesdown.web.family.actions import BANKER_ACTS, HOST_ACTS, SEAT_ACTS
from eyesdown.web.family.routes import ROUTES as FAMILY_ROUTES
from eyesdown.web.frame.sessions import Sessions
from eyesdown.web.hall.api.vocabulary import HALL
from eyesdown.web.hall.people import SIGNING_ON, STAFF
from eyesdown.web.hall.routes import ROUTES as HALL_ROUTES
from eyesdown.web.hall.sign_on import COOKIE
from kit.family_site import FamilyHouse
from kit.family_visitor import Visitor, run, visitor
from kit.hall_site import NAME, PASSWORD, HallDesk

EVERYBODY: frozenset[Role] = frozenset()
ALL_STAFF: frozenset[Role] = frozenset(STAFF)
OFFICE: frozenset[Role] = frozenset({HallRole.OFFICE})
READERS: frozenset[Role] = frozenset({HallRole.OFFICE, HallRole.INSPECTOR})
SELLER: frozenset[Role] = frozenset({HallRole.SELLER})
CHECKING: frozenset[Role] = frozenset({HallRole.SUPERVISOR, HallRole.VERIFIER})
SUPERVISOR: frozenset[Role] = frozenset({HallRole.SUPERVISOR})
CALLER: frozenset[Role] = frozenset({HallRole.CALLER})

HALL_ACCESS: dict[str, frozenset[Role]] = {
    **dict.fromkeys(
        (
            "GET /phone/{slip}",
            "GET /halls/{hall}",
            "GET /halls/{hall}/",
            "GET /halls/{hall}/board",
            "GET /halls/{hall}/live/board",
            "GET /halls/{hall}/phone/{slip}",
            "GET /halls/{hall}/phone/{slip}/own",
            "POST /halls/{hall}/phone/{slip}/press",
            "GET /halls/{hall}/results",
            "GET /halls/{hall}/slip",
            "GET /halls/{hall}/check-card",
            "GET /halls/{hall}/sign-on",
            "POST /halls/{hall}/sign-on",
            "POST /halls/{hall}/sign-off",
            "GET /halls/{hall}/record",
            "POST /halls/{hall}/record",
            "POST /halls/{hall}/record/copy",
            "GET /halls/{hall}/record/now",
        ),
        EVERYBODY,
    ),
    **dict.fromkeys(
        (
            "POST /halls/{hall}/do",
            "POST /halls/{hall}/try",
            "GET /halls/{hall}/live/staff",
            "GET /halls/{hall}/seller/slip/{slip}.{medium}",
            "GET /halls/{hall}/seller/slip/{slip}/cards.pdf",
        ),
        ALL_STAFF,
    ),
    **dict.fromkeys(
        (
            "GET /halls/{hall}/seller",
            "GET /halls/{hall}/seller/pay",
            "GET /halls/{hall}/seller/sales",
            "GET /halls/{hall}/seller/cash-up",
            "POST /halls/{hall}/seller/issue",
            "POST /halls/{hall}/seller/sell",
            "POST /halls/{hall}/seller/price",
            "POST /halls/{hall}/seller/count",
        ),
        SELLER,
    ),
    "GET /halls/{hall}/caller": CALLER,
    "POST /halls/{hall}/announce": CALLER | SUPERVISOR,
    "POST /halls/{hall}/claims/hear": CALLER | CHECKING,
    "POST /halls/{hall}/supervisor/settle": SUPERVISOR,
    "GET /halls/{hall}/supervisor": SUPERVISOR,
    "POST /halls/{hall}/clock": SUPERVISOR,
    "GET /halls/{hall}/verifier": CHECKING,
    **dict.fromkeys(
        (
            "GET /halls/{hall}/office",
            "GET /halls/{hall}/office/people",
            "GET /halls/{hall}/office/stock",
            "GET /halls/{hall}/office/points",
            "GET /halls/{hall}/office/pools",
            "GET /halls/{hall}/office/disputes",
            "GET /halls/{hall}/office/programme",
            "GET /halls/{hall}/office/promotions",
            "GET /halls/{hall}/office/reports",
            "GET /halls/{hall}/office/reports.{medium}",
            "GET /halls/{hall}/office/settings",
        ),
        READERS,
    ),
    **dict.fromkeys(
        (
            "POST /halls/{hall}/office/people/access",
            "POST /halls/{hall}/office/people/password",
            "POST /halls/{hall}/office/stock/series",
            "POST /halls/{hall}/office/programme",
            "POST /halls/{hall}/office/programme/check",
            "POST /halls/{hall}/office/promotions",
            "POST /halls/{hall}/office/promotions/check",
            "POST /halls/{hall}/office/settings",
        ),
        OFFICE,
    ),
}
"""Every page of a hall and who may use it; a route that is not listed here fails the test."""

ON_THE_DESK = frozenset(
    {
        "GET /inspector/{tenant}/sessions",
        "GET /inspector/{tenant}/sessions/{session}/{game:int}",
        "GET /inspector/{tenant}/series",
    }
)
"""Pages of a hall for inspectors, who sign on at the site's own page."""
STREAMS = frozenset(
    {"GET /halls/{hall}/live/board", "GET /halls/{hall}/live/staff", "GET /family/{code:str}/live"}
)
NOT_KNOCKED_AT = frozenset(
    {"GET /halls/{hall}/sign-on", "POST /halls/{hall}/sign-on", "POST /halls/{hall}/sign-off"}
)


def ways(routes: Iterable[Any]) -> set[str]:
    """Every method and path of some routes."""
    assert all(isinstance(route, Route) for route in routes)
    return {
        f"{method} {route.path}"
        for route in routes
        for method in route.methods or ()
        if method != "HEAD"
    }


def address(path: str, hall: str = NAME) -> str:
    """The address of a path: this hall, and something that does not exist for all else."""
    path = path.replace("{hall}", hall).replace("{tenant}", hall)
    return re.sub(r"{[^}]*}", "x", re.sub(r"{[^}]*:int}", "1", path))


async def knock(
    http: httpx.AsyncClient, way: str, csrf: str = "", hall: str = NAME
) -> httpx.Response:
    method, path = way.split()
    headers = {"x-csrf": csrf} if csrf else {}
    return await http.request(method, address(path, hall), headers=headers)


async def signed_on(desk: HallDesk, role: Role) -> tuple[httpx.AsyncClient, str]:
    """The browser of a person in a role, and the token of their forms."""
    name = f"the {role}"
    await desk.staff(name, role, till="door" if role == HallRole.SELLER else "")
    http = (await desk.signed_on(name)).http
    [cookie] = [value for name, value in http.cookies.items() if COOKIE in name]
    return http, Sessions(b"s" * 32).read(cookie)["csrf"]


def test_every_route_of_halls_and_tables_is_in_a_table() -> None:
    assert ways(HALL_ROUTES) == HALL_ACCESS.keys() | ON_THE_DESK
    assert ways(FAMILY_ROUTES) == FAMILY_ACCESS.keys()


@pytest.mark.parametrize("role", [None, *SIGNING_ON])
def test_each_role_of_a_hall_on_each_page(role: Role | None) -> None:
    async def whole() -> None:
        desk = HallDesk("vic-bingo")
        async with desk.open():
            http, csrf = (desk.http, "") if role is None else await signed_on(desk, role)
            for way, allowed in HALL_ACCESS.items():
                if way in STREAMS | NOT_KNOCKED_AT:
                    continue
                before = desk.web.sequencer.seq
                reply = await knock(http, way, csrf)
                got = reply.status_code
                if not allowed or role in allowed:
                    assert got not in (401, 403, 500), (role, way, got)
                    assert "/sign-on" not in reply.headers.get("location", ""), (role, way)
                    continue
                assert desk.web.sequencer.seq == before, (role, way)
                if role is None and way.startswith("GET"):
                    assert reply.headers["location"].startswith(f"/halls/{NAME}/sign-on"), way
                else:
                    assert got == (401 if role is None else 403), (role, way, got)
            if role is None:
                return
            for way, allowed in HALL_ACCESS.items():
                if way.startswith("POST") and role in allowed:
                    reply = await knock(http, way, "x" * 32)
                    assert reply.status_code == 403, (role, way, "a form without its token")
                if allowed and way not in STREAMS:
                    reply = await knock(http, way, csrf, hall="pier")
                    assert reply.status_code == 404, (role, way, "another hall")

    asyncio.run(whole())


@pytest.mark.parametrize("role", [None, "office", "supervisor", "inspector"])
def test_each_role_of_a_hall_on_its_pages_of_the_desk(role: Role | None) -> None:
    async def whole() -> None:
        desk = HallDesk("vic-bingo")
        async with desk.open():
            if role is not None:
                await desk.staff("pat", role)
                await desk.http.post("/sign-on", data={"name": "pat", "password": PASSWORD})
            for way in ON_THE_DESK:
                before = desk.web.sequencer.seq
                reply = await knock(desk.http, way)
                if role == HallRole.INSPECTOR:
                    assert reply.status_code in (200, 404), way
                    assert desk.web.sequencer.seq == before + 1, (way, "a look is on record")
                    continue
                assert desk.web.sequencer.seq == before, way
                assert reply.status_code == (403 if role else 303), way

    asyncio.run(whole())


@pytest.mark.parametrize("role", [None, *HallRole])
def test_each_role_of_a_hall_on_each_question_of_the_api(role: Role | None) -> None:
    async def whole() -> None:
        desk = HallDesk("vic-bingo")
        async with desk.open():
            headers = desk.token(role) if role else {}
            for asked in HALL.questions:
                path = asked.path_under(HALL.prefix)
                if path.endswith(("/live", "/follow")) or "/live/" in path:
                    continue
                reply = await desk.http.request(asked.method, address(path), headers=headers)
                if role == HallRole.SELLER and path.endswith("{account:path}"):
                    assert reply.json()["code"] == "door/not_your_till", "another's statement"
                elif not asked.roles or role in asked.roles:
                    assert reply.status_code not in (401, 403, 500), (role, path)
                else:
                    assert reply.status_code == (403 if role else 401), (role, path)

    asyncio.run(whole())


HOST, CODE = "the host", "who has the code"
FAMILY_ACCESS: dict[str, str] = {
    "POST /family/open": "",
    "GET /family": "",
    "GET /family/rules": "",
    "POST /family/{code:str}/sit": CODE,
    "POST /family/{code:str}/do": "who the action is for",
    "GET /family/{code:str}": CODE,
    "GET /family/{code:str}/me": CODE,
    "GET /family/{code:str}/host": HOST,
    "GET /family/{code:str}/door": CODE,
    "POST /family/{code:str}/door": HOST,
    "GET /family/{code:str}/options": CODE,
    "GET /family/{code:str}/board": CODE,
    "GET /family/{code:str}/live": CODE,
    "GET /family/{code:str}/scores": CODE,
    "GET /family/{code:str}/check": CODE,
    "GET /family/{code:str}/cards.pdf": CODE,
    "GET /family/{code:str}/discs.pdf": CODE,
    "GET /family/{code:str}/evening.eyes": CODE,
    "GET /family/{code:str}/picture/{mark:str}": CODE,
}
"""What is open at a family table, and for whom; a code is known to those who were asked to play."""


def test_each_visitor_of_a_family_table_on_each_page() -> None:
    async def scenario(house: FamilyHouse, host: Visitor) -> None:
        await host.open()
        key = await house.web.host_key(host.code)
        async with visitor(house, "10.0.0.2") as guest, visitor(house, "10.0.0.3") as stranger:
            guest.code = stranger.code = host.code
            await guest.http.post(f"/family/{host.code}/sit", data={"name": "Ana"})
            for way, who in FAMILY_ACCESS.items():
                method, path = way.replace("{mark:str}", "x").split()
                if way in STREAMS or not who or path.endswith(("/sit", "/do")):
                    continue
                for person in (guest, stranger):
                    at_table = path.replace("{code:str}", host.code)
                    reply = await person.http.request(method, at_table)
                    assert key not in reply.text, way
                    if who == HOST and method == "POST":
                        assert reply.status_code == 403, way
                    else:
                        assert reply.status_code in (200, 404), way
                nowhere = path.replace("{code:str}", "NOTABLE")
                async with visitor(house, "10.0.0.4") as guessing:
                    missing = await guessing.http.request(method, nowhere)
                assert missing.status_code in (404, 429), (way, "a code of no table")

    run(scenario)


@pytest.mark.parametrize("action", [*HOST_ACTS, *BANKER_ACTS, *SEAT_ACTS])
def test_no_visitor_of_a_family_table_does_what_is_anothers(action: str) -> None:
    async def scenario(house: FamilyHouse, host: Visitor) -> None:
        await host.open()
        async with visitor(house, "10.0.0.2") as guest, visitor(house, "10.0.0.3") as stranger:
            guest.code = stranger.code = host.code
            await guest.http.post(f"/family/{host.code}/sit", data={"name": "Ana"})
            seat = (await host.get("/me")).json()["seat"]
            before = house.web.sequencer.seq
            for person in (guest, stranger):
                answer = await person.do(do=action, hand=seat, seat=seat, name="Eve", call=1)
                assert answer["code"] == "seat/not_yours"
            assert house.web.sequencer.seq == before

    run(scenario)
