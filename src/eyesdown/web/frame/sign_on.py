"""Sign-on and sign-off, who may open which page, and the token that forms must carry."""

from __future__ import annotations

import hmac
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from secrets import token_urlsafe
from typing import Any, TypeAlias
from urllib.parse import quote, urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.site.credentials import Role
from eyesdown.central.site.people.access import Access
from eyesdown.web.frame.context import Web, hosted
from eyesdown.web.frame.pages import page
from eyesdown.web.frame.people import Person
from eyesdown.web.frame.problems import problem
from eyesdown.web.frame.sessions import SESSION_SECONDS
from eyesdown.web.frame.signing.known_people import Known, known_as
from eyesdown.web.frame.signing.places import place_beside, remember_device
from eyesdown.web.frame.signing.two_steps import Door, signs_here, take_step

COOKIE = "eyesdown"
_SESSION = "eyesdown.session"
"""Where a request keeps its session once `person_of` has read it."""
OWN_PATH = re.compile(r"/(?![/\\])[A-Za-z0-9_.~/?=&%+,:()-]*", re.ASCII)

ROLE_WORDS: dict[Role, str] = {
    "writer": "a writer",
    "self_service": "a self-service terminal",
    "supervisor": "a supervisor",
    "office": "the office",
    "inspector": "an inspector",
}

Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


def cookie_name(connection: HTTPConnection) -> str:
    """The name of the session cookie; over TLS one that only this host can set."""
    return f"__Host-{COOKIE}" if connection.url.scheme == "https" else COOKIE


async def person_of(connection: HTTPConnection) -> Person | None:
    """The person who is signed on; None if no one is, or they were barred meanwhile.

    A session also ends with sign-off, and with a new password or reset codes.
    """
    site = hosted(connection)
    session = site.sessions.read(connection.cookies.get(cookie_name(connection), ""))
    name = session.get("name", "")
    if not name or site.people.ended(session.get("csrf", "")):
        return None
    known = await known_as(site.first, site.people, name)
    if not known.mark or session.get("mark") != known.mark:
        return None
    connection.scope[_SESSION] = session
    return person_with(name, known.access)


def person_with(name: str, access: Access | None) -> Person | None:
    """A person in the first of their roles that has pages here; None without any."""
    role = next((role for role in access.roles if role in ROLE_WORDS), None) if access else None
    return Person(name, role, access.venue, access.till) if access and role else None


def csrf_token(connection: HTTPConnection) -> str:
    """The token that every form of this session carries; empty without a session."""
    session: dict[str, str] = connection.scope.get(_SESSION, {})
    return session.get("csrf", "")


async def token_holds(request: Request, expected: str) -> bool:
    """Whether a request carries the token of its session, in a header or in its form."""
    sent = request.headers.get("x-csrf")
    if sent is None:
        if request.headers.get("content-type", "").startswith("application/json"):
            return False  # a script names the token in the header
        sent = str((await request.form()).get("csrf", ""))
    return bool(expected) and hmac.compare_digest(sent.encode(), expected.encode())


def wants_json(request: Request) -> bool:
    """Whether the client accepts or sends JSON: then a script asks, not a person."""
    return "application/json" in (
        request.headers.get("accept", "") + request.headers.get("content-type", "")
    )


def turned_away(request: Request, status: int, code: str, title: str, text: str) -> Response:
    """An error response: a page for people, problem JSON for scripts."""
    if wants_json(request):
        return problem(status, code, title, text)
    person = getattr(request.state, "person", None)
    href, link = "/", "What’s on"
    if person is not None:
        href = HOME[person.role]
        link = "Start again" if person.role == "self_service" else "Back to work"
    if status == 401:
        href, link = "/sign-on", "Sign on"
    return page("message.html", status=status, title=title, text=text, href=href, link=link)


def from_elsewhere(request: Request) -> bool:
    """Whether the browser reports that another site made it send this request.

    Its `Sec-Fetch-Site` header takes precedence: a proxy may have changed the host.
    """
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site in ("cross-site", "same-site")
    origin = request.headers.get("origin", "")
    return bool(origin) and urlsplit(origin).netloc != request.headers.get("host", "")


@dataclass(frozen=True, slots=True)
class Guard:
    """How the pages of a tenant know who is signed on, and what they answer everyone else.

    An endpoint finds the person as `name_in_state` of `request.state`.
    """

    name_in_state: str
    person: Callable[[Request], Awaitable[Any]]
    token: Callable[[Request], str]
    sign_on_address: Callable[[Request], str]
    turned_away: Callable[[Request, int, str, str, str], Response]
    role_words: Mapping[Role, str]


def needs_by(guard: Guard, roles: tuple[Role, ...]) -> Callable[[Endpoint], Endpoint]:
    """A decorator that lets only these roles in; changes also need the session's token."""
    turned_away = guard.turned_away

    def bind(endpoint: Endpoint) -> Endpoint:
        @wraps(endpoint)
        async def guarded(request: Request) -> Response:
            reads_only = request.method in ("GET", "HEAD")
            person = await guard.person(request)
            if person is None:
                if reads_only and not wants_json(request):
                    where = f"{guard.sign_on_address(request)}?next={quote(request.url.path)}"
                    return RedirectResponse(where, 303)
                text = "You are signed off and nothing you sent was done. Sign on again."
                return turned_away(request, 401, "page/signed_off", "Signed off", text)
            setattr(request.state, guard.name_in_state, person)
            if not any(role in roles for role in person.roles):
                theirs = " or ".join(guard.role_words[role] for role in roles)
                mine = " and ".join(guard.role_words[role] for role in person.roles)
                text = f"This page is for {theirs}; you are signed on as {mine}."
                return turned_away(request, 403, "page/not_your_role", "Not your page", text)
            if not reads_only and not await token_holds(request, guard.token(request)):
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


_STAFF = Guard("person", person_of, csrf_token, lambda _: "/sign-on", turned_away, ROLE_WORDS)


def needs(*roles: Role) -> Callable[[Endpoint], Endpoint]:
    """A decorator that lets only these roles of the first tenant in."""
    return needs_by(_STAFF, roles)


HOME: dict[Role, str] = {
    "writer": "/counter",
    "self_service": "/terminal",
    "supervisor": "/office",
    "office": "/office",
    "inspector": "/inspector",
}


class _StaffDoor:
    """The sign-on page of the first tenant's staff."""

    def __init__(self, web: Web[Any]) -> None:
        self.web = web

    def key(self, name: str) -> str:
        """The name itself."""
        return name

    def person(self, name: str, access: Access | None) -> Person | None:
        """The person with this access."""
        return person_with(name, access)

    async def shows(self, request: Request, status: int = 200, **facts: Any) -> Response:
        """The sign-on page."""
        plain = {"name": "", "wrong": "", "half": "", "setting_up": None}
        facts = {**plain, **facts, "next": next_page(request), "person": await person_of(request)}
        response = page("sign_on.html", here="/sign-on", status=status, **facts)
        response.headers["cache-control"] = "no-store"
        return response

    def begins(self, request: Request, name: str, known: Known) -> Response:
        """A new session, then the page that was asked for."""
        person = person_with(name, known.access)
        assert person is not None
        response = RedirectResponse(next_page(request) or HOME[person.role], 303)
        put_session(request, response, cookie_name(request), new_session(name, known.mark))
        remember_device(request, response, name)
        return response


async def sign_on(request: Request) -> Response:
    """The sign-on page, and the sign-on itself."""
    return await sign_on_at(request, _StaffDoor(hosted(request).first))


async def sign_on_at(request: Request, door: Door) -> Response:
    """The page of a door, or the answer to what was typed on it."""
    if request.method != "POST":
        return await door.shows(request)
    if from_elsewhere(request):
        wrong = "Sign on from this page, not from another site."
        return await door.shows(request, 403, wrong=wrong)
    return await take_step(request, door)


async def check_second_person(
    request: Request, name: str, proofs: tuple[str, str]
) -> Person | None:
    """A second person who signs on another's page with password and code; no session begins."""
    site, place = hosted(request), place_beside(request.state.person.name)
    access = await signs_here(site.first, site.people, name[:100], proofs, place)
    return person_with(name[:100], access)


def new_session(name: str, mark: str) -> dict[str, str]:
    """A session for a person, with a CSRF token of its own."""
    return {"name": name, "mark": mark, "csrf": token_urlsafe(24)}


def put_session(
    request: Request, response: Response, cookie: str, session: dict[str, str], path: str = "/"
) -> None:
    """Give the browser a session, sent to the pages below `path` only."""
    response.set_cookie(
        cookie,
        hosted(request).sessions.write(session),
        max_age=SESSION_SECONDS,
        path=path,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


def end_session(request: Request, response: Response, cookie: str, path: str = "/") -> None:
    """End a session for everyone who holds its cookie, not only in this browser."""
    site = hosted(request)
    session = site.sessions.read(request.cookies.get(cookie, ""))
    if session:
        site.people.end(session.get("csrf", ""), SESSION_SECONDS)
    secure = request.url.scheme == "https"
    response.delete_cookie(cookie, path=path, httponly=True, samesite="strict", secure=secure)


async def sign_off(request: Request) -> Response:
    """End the session, and go to the front page."""
    if from_elsewhere(request):
        text = "Another site can’t sign you off."
        return turned_away(request, 403, "page/other_site", "Not accepted", text)
    response = RedirectResponse("/", 303)
    end_session(request, response, cookie_name(request))
    return response


@needs(*ROLE_WORDS)
async def me(request: Request) -> Response:
    """The page that says who is signed on and lets them sign off."""
    person = request.state.person
    return page("me.html", here="/me", person=person, home=HOME[person.role])


def next_page(request: Request) -> str:
    """The page to open after sign-on: only a path of this site, never another address."""
    path = request.query_params.get("next", "")[:300]
    return path if OWN_PATH.fullmatch(path) else ""


ROUTES = (
    Route("/sign-on", sign_on, methods=["GET", "POST"]),
    Route("/sign-off", sign_off, methods=["POST"]),
    Route("/me", me),
)
