"""People of keno on the office's page: added, given roles and passwords, and barred."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import httpx
import pytest

from kit.public_site import ONE, ROLES_AT, PublicSite, RunsScenario, csrf_of, sign_on, visitor

PAGE = "/office/people"
OFFICE = ROLES_AT["office"]


class Office:
    """The office's browser."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http, self.slips = http, iter(f"{number:032x}" for number in range(1, 100))

    async def send(self, what: str, **fields: str) -> httpx.Response:
        csrf = await csrf_of(self.http, PAGE)
        data = {"csrf": csrf, "slip": next(self.slips), **fields}
        return await self.http.post(f"{PAGE}/{what}", data=data)


async def office_of(http: httpx.AsyncClient) -> Office:
    assert (await sign_on(http, OFFICE)).status_code == 303
    return Office(http)


def test_a_person_is_added_works_gets_another_role_and_leaves(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        office = await office_of(http)
        wanda = {"person": "Wanda", "role": "writer", "terminal": ONE.terminal}
        added = await office.send("access", **wanda, password="wanda's first one")
        assert added.status_code == 303
        shown = (await http.get(added.headers["location"])).text
        assert "Wanda may sign on as writer." in shown
        async with visitor(hall) as till:
            assert (await sign_on(till, "Wanda", "wanda's first one")).status_code == 303
            assert (await till.get("/counter")).status_code == 200
            await office.send("access", person="Wanda", role="inspector")
            assert (await till.get("/counter")).status_code == 403
            assert (await till.get("/inspector")).status_code == 200
            await office.send("password", person="Wanda", password="another one now")
            assert (await till.get("/inspector")).status_code == 303
            assert (await sign_on(till, "Wanda", "another one now")).status_code == 303
            out = await office.send("access", person="Wanda", role="")
            assert "is out" in (await http.get(out.headers["location"])).text
            assert (await till.get("/inspector")).status_code == 303
            assert (await sign_on(till, "Wanda", "another one now")).status_code == 401
        # one who comes back does not get in with the password of before
        await office.send("access", person="Wanda", role="inspector")
        async with visitor(hall) as till:
            assert (await sign_on(till, "Wanda", "another one now")).status_code == 401

    site(scenario)


@pytest.mark.clause("central-site", "12.4")
@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ({"person": "", "role": "office"}, 400, "write a name"),
        ({"person": "x" * 61, "role": "office"}, 400, "write a name"),
        ({"person": "Will", "role": "writer"}, 409, "venue and a terminal"),
        ({"person": "Will", "role": "writer", "terminal": "nowhere"}, 400, "none of the approved"),
        ({"person": "Will", "role": "king"}, 409, "no role “king”"),
        ({"person": "Will", "role": "office", "password": "short"}, 400, "at least 10"),
        ({"person": OFFICE, "role": "inspector"}, 409, "office rights"),
        ({"person": "<script>alert(1)</script>", "role": "writer"}, 409, "venue and a terminal"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_done(
    site: RunsScenario, fields: dict[str, Any], status: int, words: str
) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        office, before = await office_of(http), dict(hall.web.sequencer.state.access)
        reply = await office.send("access", **fields)
        assert (reply.status_code, words in reply.text) == (status, True)
        assert "<script>alert" not in reply.text
        assert hall.web.sequencer.state.access == before

    site(scenario)


def test_pressing_twice_adds_once(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        office = await office_of(http)
        csrf = await csrf_of(http, PAGE)
        form = {"csrf": csrf, "slip": "f" * 32, "person": "Ian", "role": "inspector"}
        before = hall.web.sequencer.seq
        for _ in range(2):
            assert (await office.http.post(f"{PAGE}/access", data=form)).status_code == 303
        assert hall.web.sequencer.seq == before + 1

    site(scenario)


@pytest.mark.clause("central-site", "12.4")
def test_the_api_gives_one_role_and_a_token_that_ends_with_it(site: RunsScenario) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        digest = sha256(b"ians token").hexdigest()
        given = {"type": "GiveAccess", "person": "Ian", "token_sha256": digest}
        headers = {"authorization": "Bearer token of office"}

        async def give(number: int, *roles: str) -> httpx.Response:
            command = {**given, "roles": list(roles)}
            body = {"id": f"give {number}", "command": command}
            return await http.post("/api/commands", json=body, headers=headers)

        two = await give(1, "inspector", "supervisor")
        assert (two.status_code, two.json()["code"]) == (422, "access/one_role")
        assert (await give(2, "inspector")).status_code == 200
        mine = {"authorization": "Bearer ians token"}
        assert (await http.get("/api/journal", headers=mine)).status_code == 200
        assert (await give(3)).status_code == 200
        assert (await http.get("/api/journal", headers=mine)).status_code == 401

    site(scenario)


@pytest.mark.parametrize("role", ["offi\x00ce", "\x00"])
def test_a_character_that_no_store_keeps_is_no_mistake_of_ours(
    site: RunsScenario, role: str
) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        office = await office_of(http)
        before = hall.web.sequencer.seq
        reply = await office.send("access", person="Will", role=role)
        assert (reply.status_code, "a character that can’t be kept" in reply.text) == (400, True)
        assert hall.web.sequencer.seq == before

    site(scenario)
