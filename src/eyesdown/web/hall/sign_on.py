"""Sign-on to a hall's pages, who may open which page, and the token that its forms carry."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from functools import wraps
from secrets import token_urlsafe
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.site.credentials import Role
from eyesdown.central.site.people.access import Access
from eyesdown.web.frame.context import TENANT, Web, hosted, web_of
from eyesdown.web.frame.pages import page
from eyesdown.web.frame.problems import problem
from eyesdown.web.frame.sessions import SESSION_SECONDS
from eyesdown.web.frame.sign_on import (
    Endpoint,
    from_elsewhere,
    next_page,
    wants_json,
)
from eyesdown.web.frame.signing.known_people import Known, known_as
from eyesdown.web.frame.signing.places import remember_device
from eyesdown.web.frame.signing.two_steps import take_step
from eyesdown.web.hall.people import ROLE_WORDS, HallPerson, person_with

COOKIE = "eyesdown-hall"
PREFIX = f"/halls/{{{TENANT}}}"
_SESSION = "eyesdown.hall.session"


def hall_of(request: Request) -> str:
    """The name of the hall in a request's address."""
    name: str = request.path_params[TENANT]
    return name


async def person_at(request: Request) -> HallPerson | None:
    """The person who is signed on at the hall of this address; None if no one is.

    A person who was barred, or whose password or codes were changed, is out at once.
    """
    web, hall, site = web_of(request), hall_of(request), hosted(request)
    session = site.sessions.read(request.cookies.get(cookie_name(request), ""))
    if session.get("hall") != hall or site.people.ended(session.get("csrf", "")):
        return None
    name = session.get("name", "")
    known = await known_as(web, site.people, name)
    if not known.mark or session.get("mark") != known.mark:
        return None
    request.scope[_SESSION] = session
    return person_with(hall, name, known.access)


def hall_csrf(request: Request) -> str:
    """The token that every form of this session carries; empty without a session."""
    session: dict[str, str] = request.scope.get(_SESSION, {})
    return session.get("csrf", "")


def needs_hall(*roles: Role) -> Callable[[Endpoint], Endpoint]:
    """A decorator that admits people of the hall in these roles; changes need the form's token.

    The endpoint finds the person as `request.state.hall_person`.
    """

    def bind(endpoint: Endpoint) -> Endpoint:
        @wraps(endpoint)
        async def guarded(request: Request) -> Response:
            reads_only = request.method in ("GET", "HEAD")
            person = await person_at(request)
            if person is None:
                if reads_only and not wants_json(request):
                    where = f"/halls/{quote(hall_of(request))}/sign-on?next="
                    return RedirectResponse(where + quote(request.url.path), 303)
                text = "You are signed off and nothing you sent was done. Sign on again."
                return turned_away(request, 401, "page/signed_off", "Signed off", text)
            request.state.hall_person = person
            if not person.is_any(*roles):
                theirs = " or ".join(ROLE_WORDS[role] for role in roles)
                mine = " and ".join(ROLE_WORDS[role] for role in person.roles)
                text = f"This page is for {theirs}; you are signed on as {mine}."
                return turned_away(request, 403, "page/not_your_role", "Not your page", text)
            if not reads_only and not await _token_holds(request):
                text = (
                    "This page is too old, or someone else has signed on since. Nothing was done. "
                    "Load it again and repeat."
                )
                return turned_away(request, 403, "page/expired", "Not accepted", text)
            response = await endpoint(request)
            response.headers.setdefault("cache-control", "no-store")
            return response

        return guarded

    return bind


async def _token_holds(request: Request) -> bool:
    sent = request.headers.get("x-csrf")
    if sent is None and not request.headers.get("content-type", "").startswith("application/json"):
        sent = str((await request.form()).get("csrf", ""))
    expected = hall_csrf(request)
    return bool(expected) and hmac.compare_digest((sent or "").encode(), expected.encode())


def turned_away(
    request: Request, status: int, code: str, title: str, text: str, **more: Any
) -> Response:
    """An error response: a page for people, problem JSON for a page's script."""
    if wants_json(request):
        return problem(status, code, title, text, **more)
    hall = hall_of(request)
    href, link = f"/halls/{quote(hall)}", "What’s on"
    person = getattr(request.state, "hall_person", None)
    if person is not None:
        href, link = person.home, "Back to work"
    if status == 401:
        href, link = f"/halls/{quote(hall)}/sign-on", "Sign on"
    facts = {"title": title, "text": text, "href": href, "link": link, **more}
    response = page("hall/message.html", status=status, hall=hall, **{"refusals": [], **facts})
    response.headers["cache-control"] = "no-store"
    return response


class _HallDoor:
    """The sign-on page of a hall."""

    def __init__(self, web: Web[Any], hall: str) -> None:
        self.web, self.hall = web, hall

    def key(self, name: str) -> str:
        """The name at this hall."""
        return f"{self.hall}/{name}"

    def person(self, name: str, access: Access | None) -> HallPerson | None:
        """The person with this access to the hall."""
        return person_with(self.hall, name, access)

    async def shows(self, request: Request, status: int = 200, **facts: Any) -> Response:
        """The sign-on page."""
        plain = {"name": "", "wrong": "", "half": "", "setting_up": None}
        person, then = await person_at(request), next_page(request)
        facts = {**plain, **facts, "hall": self.hall, "next": then, "person": person}
        response = page("hall/sign_on.html", status=status, **facts)
        response.headers["cache-control"] = "no-store"
        return response

    def begins(self, request: Request, name: str, known: Known) -> Response:
        """A new session, then the page that was asked for."""
        person = person_with(self.hall, name, known.access)
        assert person is not None
        response = RedirectResponse(next_page(request) or person.home, 303)
        session = {"hall": self.hall, "name": name, "csrf": token_urlsafe(24), "mark": known.mark}
        response.set_cookie(
            cookie_name(request),
            hosted(request).sessions.write(session),
            max_age=SESSION_SECONDS,
            path=_path(self.hall),
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        remember_device(request, response, self.key(name))
        return response


async def sign_on(request: Request) -> Response:
    """The sign-on page of a hall, and the sign-on itself."""
    door = _HallDoor(web_of(request), hall_of(request))
    if request.method != "POST":
        return await door.shows(request)
    if from_elsewhere(request):
        wrong = "Sign on from this page, not from another site."
        return await door.shows(request, 403, wrong=wrong)
    return await take_step(request, door)


def cookie_name(request: Request) -> str:
    """The name of a hall's session cookie; over TLS one that only secure pages can set."""
    return f"__Secure-{COOKIE}" if request.url.scheme == "https" else COOKIE


async def sign_off(request: Request) -> Response:
    """End the session for everyone who holds its cookie, not only in this browser."""
    if from_elsewhere(request):
        text = "Another site can’t sign you off."
        return turned_away(request, 403, "page/other_site", "Not accepted", text)
    hall, site = hall_of(request), hosted(request)
    session = site.sessions.read(request.cookies.get(cookie_name(request), ""))
    if session:
        site.people.end(session.get("csrf", ""), SESSION_SECONDS)
    response = RedirectResponse(f"{_path(hall)}/sign-on", 303)
    secure = request.url.scheme == "https"
    response.delete_cookie(
        cookie_name(request), path=_path(hall), httponly=True, samesite="strict", secure=secure
    )
    return response


def _path(hall: str) -> str:
    """The address of a hall, to which its session cookie goes: each hall has its own."""
    return f"/halls/{quote(hall)}"


ROUTES = (
    Route(f"{PREFIX}/sign-on", sign_on, methods=["GET", "POST"]),
    Route(f"{PREFIX}/sign-off", sign_off, methods=["POST"]),
)
