"""The noes of the JSON API, all of one shape, and who is let in at all."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from eyesdown.central.site.door import Credential, Doorkeeper, DoorRole
from eyesdown.kernel.errors import JournalError
from eyesdown.rulebook.advice import advice

LOG = logging.getLogger("eyesdown.api")

write = msgspec.json.Encoder().encode


class Problem(Exception):
    """A no of the API: what it is, in the one shape."""

    def __init__(self, status: int, code: str, detail: str = "", **facts: Any) -> None:
        super().__init__(code)
        self.status = status
        self.body = {
            "code": code,
            "status": status,
            "detail": detail,
            "next": advice().get(code, ""),
            **facts,
        }


class InJson(Response):
    """An answer of the API; nearly every one is sent in the next moment, so little is set up."""

    def __init__(self, body: bytes, status: int) -> None:
        self.body, self.status_code, self.background = body, status, None
        media = b"application/json" if status < 400 else b"application/problem+json"
        self.raw_headers = [(b"content-length", b"%d" % len(body)), (b"content-type", media)]
        if status == 401:
            self.raw_headers.append((b"www-authenticate", b"Bearer"))
        if status == 503:
            self.raw_headers.append((b"retry-after", b"1"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        head = {"status": self.status_code, "headers": self.raw_headers}
        await send({"type": "http.response.start", **head})
        await send({"type": "http.response.body", "body": self.body})


def in_json(body: Any, status: int = 200) -> Response:
    return InJson(write(body), status)


def refused(path: str, no: Problem) -> Response:
    """A no as an answer; it stands in the log, by path and code."""
    LOG.info("refused", extra={"path": path, "code": no.body["code"]})
    return in_json(no.body, no.status)


def unavailable(trouble: JournalError) -> Problem:
    """The one no while the store does not do its part; where it is and what it said is logged."""
    LOG.warning("unavailable", extra={"words": str(trouble)})
    return Problem(503, "site/unavailable", "the site cannot do this just now; ask again")


def admitted(keeper: Doorkeeper, scope: Scope, *roles: DoorRole) -> Credential:
    """Whose token a request brings; a Problem if it is nobody's, or not of these roles."""
    who = None
    for name, value in scope["headers"]:
        if name == b"authorization":
            scheme, _, token = value.decode("latin-1").partition(" ")
            who = keeper.admit(token) if scheme.lower() == "bearer" else None
            break
    if who is None:
        raise Problem(401, "door/unknown", "a token of this site is needed")
    if roles and who.role not in roles:
        raise Problem(403, "door/not_your_role", f"this is for {', '.join(roles)}")
    return who
