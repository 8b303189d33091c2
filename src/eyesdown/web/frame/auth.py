"""Sessions, roles and the token that proves a form came from our own page."""

from __future__ import annotations

import hmac
import re
from collections.abc import Awaitable, Callable
from functools import wraps
from ipaddress import IPv4Address, ip_address
from secrets import token_urlsafe
from typing import TypeAlias
from urllib.parse import quote, urlsplit

from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.web.frame.context import Web, web_of
from eyesdown.web.frame.pages import page
from eyesdown.web.frame.people import ROLES, Person, Role, TooMany
from eyesdown.web.frame.problems import problem

COOKIE = "eyesdown"
SESSION_SECONDS = 12 * 3600
_OWN_PATH = re.compile(r"/(?![/\\])[A-Za-z0-9_.~/?=&%+,:()-]*", re.ASCII)

ROLE_WORDS: dict[Role, str] = {
    "writer": "a writer",
    "self_service": "a self-service terminal",
    "supervisor": "a supervisor",
    "office": "the office",
    "inspector": "an inspector",
}

Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


def _signer(web: Web) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(web.session_key, salt="session")


def session_of(connection: HTTPConnection) -> dict[str, str]:
    """What the cookie says, if we signed it, it is not too old and the password is the same."""
    people = web_of(connection).people
    try:
        raw = _signer(web_of(connection)).loads(
            connection.cookies.get(COOKIE, ""), max_age=SESSION_SECONDS
        )
    except BadSignature:
        return {}
    if not isinstance(raw, dict) or people.ended(raw.get("csrf", "")):
        return {}
    return raw if raw.get("mark") == people.mark(raw.get("name", "")) else {}


def person_of(connection: HTTPConnection) -> Person | None:
    """Who is signed on; nobody after the person was taken off the list."""
    return web_of(connection).people.person(session_of(connection).get("name", ""))


def csrf_token(connection: HTTPConnection) -> str:
    return session_of(connection).get("csrf", "")


async def _token_sent(request: Request) -> str:
    header = request.headers.get("x-csrf")
    if header is not None:
        return header
    if request.headers.get("content-type", "").startswith("application/json"):
        return ""
    return str((await request.form()).get("csrf", ""))


def wants_json(request: Request) -> bool:
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
    """Whether a browser says that another site made it send this.

    What it says of the site itself goes first: a proxy may have put another host in.
    """
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site in ("cross-site", "same-site")
    origin = request.headers.get("origin", "")
    return bool(origin) and urlsplit(origin).netloc != request.headers.get("host", "")


def needs(*roles: Role) -> Callable[[Endpoint], Endpoint]:
    """Only these roles get in; what changes something must carry the session's token."""

    def bind(endpoint: Endpoint) -> Endpoint:
        @wraps(endpoint)
        async def guarded(request: Request) -> Response:
            reads_only = request.method in ("GET", "HEAD")
            person = person_of(request)
            if person is None:
                if reads_only and not wants_json(request):
                    return RedirectResponse(f"/sign-on?next={quote(request.url.path)}", 303)
                text = "Your session has ended. Sign on again; nothing you sent was done."
                return turned_away(request, 401, "page/signed_off", "Signed off", text)
            request.state.person = person
            if person.role not in roles:
                theirs = " or ".join(ROLE_WORDS[role] for role in roles)
                mine = ROLE_WORDS[person.role]
                text = f"This page is for {theirs}; you are signed on as {mine}."
                return turned_away(request, 403, "page/not_your_role", "Not your page", text)
            if not reads_only and not await _token_holds(request):
                text = "The page was too old or not ours. Load it again and repeat."
                return turned_away(request, 403, "page/expired", "Not accepted", text)
            answer = await endpoint(request)
            answer.headers.setdefault("cache-control", "no-store")
            return answer

        return guarded

    return bind


async def _token_holds(request: Request) -> bool:
    sent, kept = await _token_sent(request), csrf_token(request)
    return bool(kept) and hmac.compare_digest(sent.encode(), kept.encode())


HOME: dict[Role, str] = {
    "writer": "/counter",
    "self_service": "/terminal",
    "supervisor": "/office",
    "office": "/office",
    "inspector": "/office",
}


def _sign_on_page(request: Request, status: int = 200, name: str = "", wrong: str = "") -> Response:
    facts = {"name": name, "wrong": wrong, "next": _next(request), "person": person_of(request)}
    answer = page("sign_on.html", here="/sign-on", status=status, **facts)
    answer.headers["cache-control"] = "no-store"
    return answer


def place_of(host: str) -> str:
    """Where somebody signs on from: an address, or of the long ones what a household has in common.

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
    if request.method != "POST":
        return _sign_on_page(request)
    web = web_of(request)
    if from_elsewhere(request):
        return _sign_on_page(request, 403, wrong="Sign on from this page, not from another site.")
    form = await request.form()
    name, password = str(form.get("name", ""))[:100], str(form.get("password", ""))[:200]
    place = place_of(request.client.host if request.client else "?")
    wait = web.people.wait_seconds(name, place)
    if wait:
        wrong = f"Too many tries. Wait {wait} seconds, then try again."
        return _sign_on_page(request, 429, name, wrong)
    try:
        person = await web.people.signed_on(name, password, place)
    except TooMany:
        return _sign_on_page(request, 503, name, "Too many sign on just now. Try again soon.")
    if person is None:
        return _sign_on_page(request, 401, name, "Name and password do not go together.")
    answer = RedirectResponse(_next(request) or HOME[person.role], 303)
    session = {"name": person.name, "mark": web.people.mark(person.name)}
    cookie = _signer(web).dumps({**session, "csrf": token_urlsafe(24)})
    secure = request.url.scheme == "https"
    answer.set_cookie(
        COOKIE, cookie, max_age=SESSION_SECONDS, httponly=True, samesite="strict", secure=secure
    )
    return answer


async def sign_off(request: Request) -> Response:
    """Ends the session itself, not only this browser's memory of it."""
    if from_elsewhere(request):
        text = "Another site cannot sign you off."
        return turned_away(request, 403, "page/other_site", "Not accepted", text)
    session = csrf_token(request)
    if session:
        web_of(request).people.end(session, SESSION_SECONDS)
    answer = RedirectResponse("/", 303)
    answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return answer


@needs(*ROLES)
async def me(request: Request) -> Response:
    """Who is signed on, where to, and the way out."""
    person = request.state.person
    return page("me.html", here="/me", person=person, home=HOME[person.role])


def _next(request: Request) -> str:
    """Where to go afterwards: only a path of our own, never somebody else's address."""
    wanted = request.query_params.get("next", "")[:300]
    return wanted if _OWN_PATH.fullmatch(wanted) else ""


ROUTES = (
    Route("/sign-on", sign_on, methods=["GET", "POST"]),
    Route("/sign-off", sign_off, methods=["POST"]),
    Route("/me", me),
)
