"""The frame of a hall's pages: who is signed on, where, and the one thing to do next.

A page of a hall is made with `hall_page`; its template extends `hall/base.html` and finds the
`Frame` as `f`. A form that gives a command is made by the macro `act` of `hall/macros.html`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from secrets import token_hex
from types import MappingProxyType
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from eyesdown.central.hall.machine import book_on
from eyesdown.central.hall.roles import HallRole
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.credentials import Role
from eyesdown.central.site.site import Site
from eyesdown.display.hall.screens import current_session
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.web.frame.context import web_of
from eyesdown.web.frame.pages import page
from eyesdown.web.hall.board import hall_words
from eyesdown.web.hall.next_things import next_things
from eyesdown.web.hall.people import ROLE_PAGES, HallPerson
from eyesdown.web.hall.sign_on import hall_csrf, hall_of
from eyesdown.web.hall.things import Thing

PAGE_NAMES: dict[Role, str] = {
    HallRole.OFFICE: "Office",
    HallRole.SELLER: "Seller",
    HallRole.CALLER: "Caller",
    HallRole.SUPERVISOR: "Supervisor",
    HallRole.VERIFIER: "Verifier",
    HallRole.DISPLAY: "Board",
    HallRole.INSPECTOR: "Office",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What every page of a hall shows around its own part."""

    hall: str
    book: str
    person: HallPerson
    csrf: str
    here: str
    """The address of this page."""
    now: datetime
    session: str = ""
    """The session on the board; empty between sessions."""
    tab: str = ""
    """Which of its own tabs a page is on."""
    tabs: tuple[tuple[str, str, str], ...] = ()
    """The page's own tabs: name in the address, words, key."""
    mine: tuple[Thing, ...] = ()
    others: tuple[Thing, ...] = ()
    clock_doubt_us: int = 0
    """By how much the clock jumped; 0 while it is right."""
    facts: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def hall_words(self) -> str:
        """The hall's name as people read it."""
        return hall_words(self.hall)

    @property
    def root(self) -> str:
        """The address of the hall."""
        return f"/halls/{self.hall}"

    @property
    def pages(self) -> list[tuple[str, str]]:
        """The pages of the person's roles: address and name."""
        pages = {ROLE_PAGES[role]: PAGE_NAMES[role] for role in self.person.roles}
        return [(f"{self.root}/{address}", name) for address, name in pages.items()]

    def new_id(self) -> str:
        """An id for a form: what it sends is done once, however often it is sent."""
        return token_hex(12)


def book_of(site: Site[HallSite], now: datetime) -> BingoBook[Any]:
    """The book that the hall is run by, as it is in force now."""
    book = book_on(site.state.tally.book, now.date())
    assert isinstance(book, BingoBook)
    return book


async def frame_of(
    request: Request, tab: str = "", tabs: tuple[tuple[str, str, str], ...] = ()
) -> Frame:
    """The frame for the person who asks."""
    web, person = web_of(request), request.state.hall_person
    now = web.now()
    work = request.url.path.removeprefix(f"/halls/{hall_of(request)}/").partition("/")[0]

    def look(site: Site[HallSite]) -> tuple[str, tuple[Thing, ...], tuple[Thing, ...], int]:
        mine, others = next_things(book_of(site, now), site.state, person, now, work)
        return current_session(site.state.hall), mine, others, site.clock_doubt_us

    session, mine, others, doubt_us = await web.ask_site(look)
    return Frame(
        hall=hall_of(request),
        book=web.tenant.book,
        person=person,
        csrf=hall_csrf(request),
        here=request.url.path,
        now=now,
        session=session,
        tab=tab,
        tabs=tabs,
        mine=mine,
        others=others,
        clock_doubt_us=doubt_us,
    )


async def hall_page(
    request: Request,
    template: str,
    *,
    tab: str = "",
    tabs: tuple[tuple[str, str, str], ...] = (),
    mode: str = "desk",
    status: int = 200,
    **facts: Any,
) -> Response:
    """A page of the hall in its frame."""
    frame = await frame_of(request, tab, tabs)
    return page(template, here=request.url.path, status=status, mode=mode, f=frame, **facts)
