"""Every page is linked from another one, for whoever may see it, and no link leads nowhere."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from starlette.routing import Route

from eyesdown.central.keno.office.roles import SIGNING_ON
from kit.public_site import ROLES_AT, RunsScenario, sign_on

from .test_access import ACCESS, EVERYBODY

UNLINKED = {
    "/office/today",  # the office’s page fetches it again
    "/office/look/{slip}",  # what a form that was sent would do
    "/office/players/look/{slip}",  # the same for an account
    "/office/made/{slip}",  # what came of a form that was sent
    "/_design",  # for those who build pages
    "/display",  # the wall's address before 0.2.0
    "/live/board",  # the feed's address before 0.2.0
    "/live/wall",  # a feed
    "/inspector/{tenant}/session.eyes",  # a form on the desk of a hall
    "/wall/between",  # the wall's script asks for it between draws
    "/office/players/{account}/papers/{number:int}",  # listed once a player has sent papers
    "/record",  # for witnesses and for those who keep a copy
    "/record/now",  # for pages that stay open
    "/check/{serial}/{day}/{number:int}/ticket.json",  # for whoever holds a serial
}
ALIKE_MAX = 2
"""So many pages of one route are looked at."""


def _pages(role: str) -> set[str]:
    """The pages of the routes that somebody may open."""
    found = set()
    for listed, who in ACCESS.items():
        method, _, path = listed.partition(" ")
        mine = who == EVERYBODY or role in who
        if method == "GET" and mine and not path.startswith("/till/"):
            found.add(path)
    return found - UNLINKED


async def _walk(hall: Any, http: Any, start: str) -> tuple[set[str], list[str]]:
    """The routes that links lead to from a page on, and links that lead to nothing."""
    routes = [route for route in hall.app.routes if isinstance(route, Route)]

    def route_of(address: str) -> str:
        path = urlsplit(address).path
        return next((each.path for each in routes if each.path_regex.match(path)), "")

    reached: set[str] = set()
    dead, known, todo = [], {start: route_of(start)}, [start]
    while todo:
        address = todo.pop(0)
        answer = await http.get(address, follow_redirects=True)
        reached |= {route_of(str(one.url)) for one in (*answer.history, answer)}
        if answer.status_code != 200:
            dead.append(f"{answer.status_code} {address}")
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        forms = re.findall(r'<form [^>]*method="get" action="([^"]+)"', answer.text)
        reached |= {route_of(form) for form in forms}
        links = re.findall(r'<a [^>]*href="([^"]+)"', answer.text)
        for link in links:
            to = urljoin(str(answer.url), link.replace("&amp;", "&")).partition("#")[0]
            if to not in known and list(known.values()).count(route_of(to)) < ALIKE_MAX:
                known[to] = route_of(to)
                todo.append(to)
    return reached, dead


@pytest.mark.parametrize("role", ["", *SIGNING_ON])
def test_every_page_is_reached_by_links_and_none_is_a_dead_end(
    site: RunsScenario, role: str
) -> None:
    async def scenario(hall: Any, http: Any) -> None:
        await hall.play(2)
        start = "/"
        if role:
            start = (await sign_on(http, ROLES_AT[role])).headers["location"]
        reached, dead = await _walk(hall, http, start)
        assert dead == []
        desk = role in ("writer", "self_service")  # it keeps to its own pages
        own = {path for path in _pages(role) if not desk or path.startswith(("/counter", "/term"))}
        assert own - reached == set()

    site(scenario)


def test_whoever_is_signed_on_finds_back_from_any_page(site: RunsScenario) -> None:
    async def scenario(_: Any, http: Any) -> None:
        await sign_on(http, ROLES_AT["inspector"])
        home = await http.get("/")
        assert 'href="/sign-on"' in home.text
        assert (
            'inspector person is signed on here. <a href="/me">'
            in (await http.get("/sign-on")).text
        )
        assert 'href="/inspector"' in (await http.get("/me")).text

    site(scenario)
