"""The noes of the JSON API, all of one shape, and who is let in at all."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from starlette.responses import Response
from starlette.types import Scope

from eyesdown.central.door import Credential, Doorkeeper, DoorRole

LOG = logging.getLogger("eyesdown.api")

write = msgspec.json.Encoder().encode


class Problem(Exception):
    """A no of the API: what it is, in the one shape."""

    def __init__(self, status: int, code: str, detail: str = "", **facts: Any) -> None:
        super().__init__(code)
        self.status = status
        self.body = {"code": code, "status": status, "detail": detail, **facts}


def in_json(body: Any, status: int = 200) -> Response:
    media = "application/json" if status < 400 else "application/problem+json"
    headers = {"retry-after": "1"} if status == 503 else None
    return Response(write(body), status, headers, media)


def refused(path: str, no: Problem) -> Response:
    """A no as an answer; it stands in the log, by path and code."""
    LOG.info("refused", extra={"path": path, "code": no.body["code"]})
    return in_json(no.body, no.status)


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
