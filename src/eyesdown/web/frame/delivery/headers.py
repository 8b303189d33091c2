"""Security headers of every response, and the limits of every request."""

from __future__ import annotations

from asyncio import CancelledError

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eyesdown.kernel.errors import JournalError, JournalUnavailable
from eyesdown.web.frame.problems import Problem, refused, unavailable

POLICY = (
    "default-src 'none'; "
    "script-src 'self'; "
    "style-src 'self'; "
    "img-src 'self' data:; "
    "font-src 'self'; "
    "connect-src 'self'; "
    "form-action 'self'; "
    "base-uri 'none'; "
    "frame-ancestors 'none'; "
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(self), microphone=(), geolocation=()"),
)
NO_STORE = (b"cache-control", b"no-store")
PERSONAL = ("/api/", "/check", "/sign-on", "/me")
"""Where the answers about tickets, accounts and people are: no cache keeps them."""
HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")

PATH_BYTES_MAX = 2000
"""Ten times the longest address of our own."""
BODY_BYTES_MAX = 65_536
UPLOAD_BYTES_MAX = {
    "/office/stock/series": 256_000_000,
    "/account/paper": 5_000_000,
    "/office/setup": 1_000_000,
}
"""The most bytes by how paths end that take files; only a person who is signed on may send any."""
API = "/api/"
"""Paths of the API, which has a larger limit of its own."""
NOWHERE = Problem(404, "api/unknown", "there is nothing at this address")
BARE_SEND = "eyesdown.send"
"""Key in the scope for the server's own `send`, for streams whose headers are sent already."""


def body_bytes_max(path: str) -> int:
    """The most bytes that a form or file at a path may have.

    >>> body_bytes_max("/account/paper"), body_bytes_max("/sign-on")
    (5000000, 65536)
    """
    sizes = (most for end, most in UPLOAD_BYTES_MAX.items() if path.endswith(end))
    return next(sizes, BODY_BYTES_MAX)


def _length_sent(scope: Scope) -> int:
    """The length of the body as its headers give it; 0 if they do not."""
    length = dict(scope["headers"]).get(b"content-length", b"")
    return int(length) if length.isdigit() and len(length) < 16 else 0


class SafeHeaders:
    """Middleware that adds the security headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        scope[BARE_SEND] = send
        secure = [HTTPS_ONLY] if scope["scheme"] == "https" else []
        begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                own = message["headers"]
                personal = scope["path"].startswith(PERSONAL) and not any(
                    name == b"cache-control" for name, _ in own
                )
                message["headers"] = [*own, *HEADERS, *secure, *([NO_STORE] if personal else [])]
            await send(message)

        try:
            await self.app(scope, receive, send_with_headers)
        except CancelledError:  # the server stops and does not wait for a store that hangs
            if begun:
                raise
            away = JournalUnavailable("the site stopped before the store answered")
            if scope["path"].startswith(API):
                answer = refused(API, unavailable(away))
            else:
                answer = await scope["app"].exception_handlers[JournalError](Request(scope), away)
            await answer(scope, receive, send_with_headers)


class BodyLimit:
    """Middleware that refuses bodies larger than a form, without reading them to the end.

    It also refuses overlong addresses and those with a zero byte, which no database looks up.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path = scope.get("raw_path", b"")
        if len(path) > PATH_BYTES_MAX or b"%00" in path + scope["query_string"]:
            answer = refused(API, NOWHERE)
            if not scope["path"].startswith(API):
                nowhere = scope["app"].exception_handlers[404]
                answer = await nowhere(Request(scope), HTTPException(404))
            await answer(scope, receive, send)
            return
        if scope["path"].startswith(API):
            await self.app(scope, receive, send)
            return
        size = 0
        most = body_bytes_max(scope["path"])
        if _length_sent(scope) > most:  # not one byte of it is read
            answer = await scope["app"].exception_handlers[413](Request(scope), HTTPException(413))
            await answer(scope, receive, send)
            return

        async def counted() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > most:
                raise HTTPException(413)
            return message

        await self.app(scope, counted, send)
