"""Sessions, roles and the token that proves a form came from our own page."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from functools import wraps
from secrets import token_urlsafe
from typing import TypeAlias

from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from eyesdown.web.context import Web, web_of
from eyesdown.web.pages import page
from eyesdown.web.people import Person, Role

COOKIE = "eyesdown"
SESSION_SECONDS = 12 * 3600
BODY_BYTES_MAX = 65_536

Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


def _signer(web: Web) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(web.session_key, salt="session")


def session_of(connection: HTTPConnection) -> dict[str, str]:
    """What the cookie says, if we signed it and it is not too old."""
    try:
        raw = _signer(web_of(connection)).loads(
            connection.cookies.get(COOKIE, ""), max_age=SESSION_SECONDS
        )
    except BadSignature:
        return {}
    return raw if isinstance(raw, dict) else {}


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


def turned_away(request: Request, status: int, title: str, text: str) -> Response:
    """A no of the door: a page for people, problem JSON for scripts."""
    if wants_json(request):
        problem = {"title": title, "detail": text, "status": status}
        return JSONResponse(problem, status, media_type="application/problem+json")
    return page(
        "message.html", status=status, title=title, text=text, href="/sign-on", link="Sign on"
    )


def needs(*roles: Role) -> Callable[[Endpoint], Endpoint]:
    """Only these roles get in; what changes something must carry the session's token."""

    def bind(endpoint: Endpoint) -> Endpoint:
        @wraps(endpoint)
        async def guarded(request: Request) -> Response:
            person = person_of(request)
            if person is None:
                if request.method == "GET" and not wants_json(request):
                    return RedirectResponse(f"/sign-on?next={request.url.path}", 303)
                text = "Your session has ended. Sign on again; nothing you sent was done."
                return turned_away(request, 401, "Signed off", text)
            if person.role not in roles:
                text = f"This page is for {', '.join(roles)}; you are signed on as {person.role}."
                return turned_away(request, 403, "Not your page", text)
            if int(request.headers.get("content-length") or 0) > BODY_BYTES_MAX:
                text = f"More than {BODY_BYTES_MAX:,} bytes were sent; nothing was done."
                return turned_away(request, 413, "Too much at once", text)
            if request.method != "GET":
                sent, kept = await _token_sent(request), csrf_token(request)
                if not kept or not hmac.compare_digest(sent, kept):
                    text = "The page was too old or not ours. Load it again and repeat."
                    return turned_away(request, 403, "Not accepted", text)
            request.state.person = person
            return await endpoint(request)

        return guarded

    return bind


HOME: dict[Role, str] = {
    "writer": "/counter",
    "self_service": "/terminal",
    "supervisor": "/office",
    "office": "/office",
    "inspector": "/office",
}


async def sign_on(request: Request) -> Response:
    if request.method == "GET":
        return page("sign_on.html", here="/sign-on", name="", wrong="", next=_next(request))
    web = web_of(request)
    form = await request.form()
    name, password = str(form.get("name", ""))[:100], str(form.get("password", ""))[:200]
    wait = web.people.wait_seconds(name)
    person = None if wait else web.people.sign_on(name, password)
    if person is None:
        wrong = (
            f"Too many tries. Wait {wait} seconds, then try again."
            if wait
            else "Name and password do not go together."
        )
        facts = {"name": name, "wrong": wrong, "next": _next(request)}
        return page("sign_on.html", here="/sign-on", status=429 if wait else 401, **facts)
    answer = RedirectResponse(_next(request) or HOME[person.role], 303)
    cookie = _signer(web).dumps({"name": person.name, "csrf": token_urlsafe(24)})
    secure = request.url.scheme == "https"
    answer.set_cookie(
        COOKIE, cookie, max_age=SESSION_SECONDS, httponly=True, samesite="strict", secure=secure
    )
    return answer


async def sign_off(_: Request) -> Response:
    answer = RedirectResponse("/", 303)
    answer.delete_cookie(COOKIE)
    return answer


def _next(request: Request) -> str:
    """Where to go afterwards: only a path of our own, never somebody else's address."""
    wanted = request.query_params.get("next", "")
    return wanted if wanted.startswith("/") and not wanted.startswith(("//", "/\\")) else ""


ROUTES = (
    Route("/sign-on", sign_on, methods=["GET", "POST"]),
    Route("/sign-off", sign_off, methods=["POST"]),
)
