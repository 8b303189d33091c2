"""Sign-on and sign-off, who may open which page, and the token that forms must carry."""

from __future__ import annotations

import hmac
import re
from collections.abc import Awaitable, Callable
from functools import wraps
from ipaddress import IPv4Address, ip_address
from secrets import token_urlsafe
from typing import Any, TypeAlias
from urllib.parse import quote, urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.site.credentials import Role
from eyesdown.web.frame.context import hosted
from eyesdown.web.frame.pages import page
from eyesdown.web.frame.people import OWN_DEVICE, ROLES, People, Person, TooMany
from eyesdown.web.frame.problems import problem
from eyesdown.web.frame.sessions import SESSION_SECONDS

COOKIE = "eyesdown"
DEVICE = "eyesdown-device"
DEVICE_SECONDS = 400 * 24 * 3600
_SESSION = "eyesdown.session"
"""Where a request keeps its session once it is read."""
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


def session_of(connection: HTTPConnection) -> dict[str, str]:
    """The session of the cookie a browser sent; empty after sign-off or with another password.

    It is read once for each request.
    """
    session: dict[str, str] | None = connection.scope.get(_SESSION)
    if session is None:
        session = connection.scope[_SESSION] = _read_session(connection)
    return session


def _read_session(connection: HTTPConnection) -> dict[str, str]:
    site = hosted(connection)
    cookie = connection.cookies.get(cookie_name(connection), "")
    session, people = site.sessions.read(cookie), site.people
    if not session or people.ended(session.get("csrf", "")):
        return {}
    return session if session.get("mark") == people.mark(session.get("name", "")) else {}


def person_of(connection: HTTPConnection) -> Person | None:
    """The person who is signed on; None if no one is, or their name was taken off the list."""
    return hosted(connection).people.person(session_of(connection).get("name", ""))


def csrf_token(connection: HTTPConnection) -> str:
    """The token that every form of this session carries; empty without a session."""
    return session_of(connection).get("csrf", "")


async def _token_sent(request: Request) -> str:
    header = request.headers.get("x-csrf")
    if header is not None:
        return header
    if request.headers.get("content-type", "").startswith("application/json"):
        return ""
    return str((await request.form()).get("csrf", ""))


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


def needs(*roles: Role) -> Callable[[Endpoint], Endpoint]:
    """A decorator that lets only these roles in; changes also need the session's token."""

    def bind(endpoint: Endpoint) -> Endpoint:
        @wraps(endpoint)
        async def guarded(request: Request) -> Response:
            reads_only = request.method in ("GET", "HEAD")
            person = person_of(request)
            if person is None:
                if reads_only and not wants_json(request):
                    return RedirectResponse(f"/sign-on?next={quote(request.url.path)}", 303)
                text = "Your session has ended and nothing you sent was done. Sign on again."
                return turned_away(request, 401, "page/signed_off", "Signed off", text)
            request.state.person = person
            if person.role not in roles:
                theirs = " or ".join(ROLE_WORDS[role] for role in roles)
                mine = ROLE_WORDS[person.role]
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
    sent, expected = await _token_sent(request), csrf_token(request)
    return bool(expected) and hmac.compare_digest(sent.encode(), expected.encode())


HOME: dict[Role, str] = {
    "writer": "/counter",
    "self_service": "/terminal",
    "supervisor": "/office",
    "office": "/office",
    "inspector": "/inspector",
}


def _sign_on_page(request: Request, status: int = 200, name: str = "", wrong: str = "") -> Response:
    facts = {"name": name, "wrong": wrong, "next": next_page(request), "person": person_of(request)}
    response = page("sign_on.html", here="/sign-on", status=status, **facts)
    response.headers["cache-control"] = "no-store"
    return response


def place_of(host: str) -> str:
    """Where a sign-on comes from: the address, of IPv6 the part that one household shares.

    >>> place_of("203.0.113.7"), place_of("::ffff:203.0.113.7")
    ('203.0.113.7', '::ffff:203.0.113.7')
    >>> place_of("2001:db8::1:7") == place_of("2001:db8::2:9")
    True
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address) or address.ipv4_mapped is not None:
        return host
    return f"{int(address) >> 64:x}::/64"


async def sign_on(request: Request) -> Response:
    """The sign-on page, and the sign-on itself: a new session, then the page that was asked for."""
    if request.method != "POST":
        return _sign_on_page(request)
    site = hosted(request)
    if from_elsewhere(request):
        return _sign_on_page(request, 403, wrong="Sign on from this page, not from another site.")
    form = await request.form()
    name, password = str(form.get("name", ""))[:100], str(form.get("password", ""))[:200]
    place = try_place(request, name)
    wait = site.people.wait_seconds(name, place)
    if wait:
        wrong = f"Too many tries. Wait {wait} seconds, then try again."
        return _sign_on_page(request, 429, name, wrong)
    try:
        person = await site.people.signed_on(name, password, place)
    except TooMany:
        wrong = "Too many people are signing on. Wait a moment, then try again."
        return _sign_on_page(request, 503, name, wrong)
    if person is None:
        return _sign_on_page(request, 401, name, "Wrong name or password. Try again.")
    response = RedirectResponse(next_page(request) or HOME[person.role], 303)
    cookie = site.sessions.write(new_session(site.people, person))
    secure = request.url.scheme == "https"
    kept: dict[str, Any] = {"httponly": True, "samesite": "strict", "secure": secure}
    response.set_cookie(cookie_name(request), cookie, max_age=SESSION_SECONDS, **kept)
    remember_device(request, response, name)
    return response


def _device_cookie(request: Request) -> str:
    return f"__Host-{DEVICE}" if request.url.scheme == "https" else DEVICE


def remember_device(request: Request, response: Response, name: str) -> None:
    """Give a browser on which a person signed on a cookie that says so.

    Strangers who guess at that person's password elsewhere then cannot lock this browser out.
    """
    devices = hosted(request).sessions.devices
    response.set_cookie(
        _device_cookie(request),
        devices.write({"name": name, "device": token_urlsafe(12)}),
        max_age=DEVICE_SECONDS,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


def try_place(request: Request, name: str) -> str:
    """Where wrong passwords of a name are counted: the person's own browser, else the address."""
    known = hosted(request).sessions.devices.read(request.cookies.get(_device_cookie(request), ""))
    if known.get("name") == name and known.get("device"):
        return f"{OWN_DEVICE}{known['device']}"
    return place_of(request.client.host if request.client else "?")


async def check_second_person(request: Request, name: str, password: str) -> Person | None:
    """A second person who signs on another's page with name and password; no session begins."""
    people = hosted(request).people
    place = place_of(request.client.host if request.client else "?")
    if people.wait_seconds(name[:100], place):
        return None
    try:
        return await people.signed_on(name[:100], password[:200], place)
    except TooMany:
        return None


def new_session(people: People, person: Person) -> dict[str, str]:
    """A session for a person, with a CSRF token of its own."""
    return {"name": person.name, "mark": people.mark(person.name), "csrf": token_urlsafe(24)}


async def sign_off(request: Request) -> Response:
    """End the session for everyone who holds its cookie, not only in this browser."""
    if from_elsewhere(request):
        text = "Another site can’t sign you off."
        return turned_away(request, 403, "page/other_site", "Not accepted", text)
    session = csrf_token(request)
    if session:
        hosted(request).people.end(session, SESSION_SECONDS)
    response = RedirectResponse("/", 303)
    secure = request.url.scheme == "https"
    name = cookie_name(request)
    response.delete_cookie(name, httponly=True, samesite="strict", secure=secure)
    return response


@needs(*ROLES)
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
