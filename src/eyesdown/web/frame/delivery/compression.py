"""Compresses the pages and answers that anyone may read.

The answer to a request with a cookie or a token is sent as it is: beside a secret, the length of a
compressed page could give the secret away, a character at a time.
"""

from __future__ import annotations

import gzip

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BYTES_MIN = 800
"""Less than this fits into one packet anyway."""
LEVEL = 5
MEDIA = ("text/html", "text/plain", "application/json", "image/svg+xml", "application/x-ndjson")


class Compressed:
    """Middleware that compresses whole answers; a stream passes through as it comes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _may_compress(Headers(scope=scope)):
            await self.app(scope, receive, send)
            return
        start: Message | None = None

        async def send_compressed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _is_worth_it(message):
                start = message
                return
            if start is not None:
                message = _compressed(start, message)
                await send(start)
                start = None
            await send(message)

        await self.app(scope, receive, send_compressed)


def _may_compress(headers: Headers) -> bool:
    takes = "gzip" in headers.get("accept-encoding", "")
    return takes and "cookie" not in headers and "authorization" not in headers


def _is_worth_it(start: Message) -> bool:
    headers = Headers(raw=start["headers"])
    size = headers.get("content-length", "")
    media = headers.get("content-type", "").partition(";")[0]
    plain = "content-encoding" not in headers and "set-cookie" not in headers
    return plain and media in MEDIA and size.isdecimal() and int(size) >= BYTES_MIN


def _compressed(start: Message, body: Message) -> Message:
    """The body of an answer compressed, and its headers changed; one in pieces stays as it is."""
    if body.get("more_body") or not body.get("body"):
        return body
    packed = gzip.compress(body["body"], LEVEL, mtime=0)
    headers = MutableHeaders(raw=start["headers"])
    headers["content-encoding"] = "gzip"
    headers["content-length"] = f"{len(packed)}"
    headers.add_vary_header("accept-encoding")
    start["headers"] = headers.raw
    return {**body, "body": packed}
