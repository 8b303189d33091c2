"""Error responses, all in the one shape of problem JSON, and token authentication of the API."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from hashlib import sha256
from typing import Annotated, Any

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from eyesdown.central.site.credentials import Credential, Doorkeeper, Role
from eyesdown.display.refusals import RefusalShown, refusal_shown
from eyesdown.kernel.canon import plain
from eyesdown.kernel.errors import JournalCorrupt, JournalError
from eyesdown.rulebook.advice import advice
from eyesdown.rulebooks.central_site.record import CLAUSES, refusal

LOG = logging.getLogger("eyesdown.api")
TYPE = "urn:problem-type:eyesdown:"
TITLES = {
    400: "Not understood",
    401: "Not signed on",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    409: "Conflict",
    413: "Too large",
    422: "Refused by a rule",
    429: "Too many requests",
    500: "Our mistake",
    503: "Back in a moment",
}
"""A title for people, where the caller has none that says more."""
AT_THE_DOOR = ("door", "tenant")


def _exact(value: object) -> object:
    """Parts of a cent as text, like everywhere else."""
    if isinstance(value, Fraction):
        return plain(value)
    raise TypeError(f"{type(value).__name__} is not for JSON")


write = msgspec.json.Encoder(enc_hook=_exact).encode


class ProblemJson(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """An error response (RFC 9457): what went wrong and what to do next.

    `refusals` has every rule that refuses, in the book's order of precedence; `code` is then the
    code of the first of them. A client that is not let in gets the clause of the site's own book.
    `field` is there with a 400 only.
    """

    type: Annotated[str, msgspec.Meta(description="a URN that ends with the code")]
    title: Annotated[str, msgspec.Meta(description="what went wrong, in a few words")]
    status: Annotated[int, msgspec.Meta(description="the HTTP status, also inside a batch")]
    code: Annotated[str, msgspec.Meta(description="stable name of the problem, for programs")]
    detail: Annotated[str, msgspec.Meta(description="what went wrong, in a sentence")]
    next: Annotated[str, msgspec.Meta(description="what to do about it")]
    field: Annotated[str, msgspec.Meta(description="the field that a 400 is about")] = ""
    refusals: tuple[RefusalShown, ...] = ()


def problem_json(
    status: int,
    code: str,
    detail: str = "",
    *,
    title: str = "",
    field: str = "",
    refusals: Sequence[RefusalShown] = (),
) -> ProblemJson:
    """An error response; its next step is the advice for its code.

    >>> problem_json(404, "ticket/unknown", "No ticket has this serial.").title
    'Not found'
    """
    return ProblemJson(
        type=f"{TYPE}{code}",
        title=title or TITLES.get(status, "Not possible"),
        status=status,
        code=code,
        detail=detail,
        next=advice().get(code, ""),
        field=field,
        refusals=tuple(refusals) or _by_the_site(code),
    )


@cache
def _by_the_site(code: str) -> tuple[RefusalShown, ...]:
    """What the site's own book says to those that its door lets not in; of other codes nothing."""
    is_the_door = code in CLAUSES and code.partition("/")[0] in AT_THE_DOOR
    return (refusal_shown(refusal(code)),) if is_the_door else ()


def problem(status: int, code: str, title: str, detail: str, **more: Any) -> Response:
    """An error response for a page's own script, with whatever more the script shows."""
    field, refusals = more.pop("field", ""), more.pop("refusals", ())
    body = problem_json(status, code, detail, title=title, field=field, refusals=refusals)
    return in_json({**msgspec.to_builtins(body), **more}, status)


class Problem(Exception):
    """An error response of the API, raised where it is noticed."""

    def __init__(self, status: int, code: str, detail: str = "", *, field: str = "") -> None:
        super().__init__(code)
        self.status = status
        self.body = problem_json(status, code, detail, field=field)


class InJson(Response):
    """A JSON response, cheaper to set up than Starlette's: most requests are sales."""

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
    """A JSON response; one of 400 or above is problem JSON."""
    return InJson(write(body), status)


def is_odd(code: str) -> bool:
    """Whether a refusal is of an amount above a ceiling, which is an alarm.

    >>> is_odd("ceiling/above_most"), is_odd("claim/late")
    (True, False)
    """
    return code.startswith("ceiling/") or code == "door/too_much"


def refused(path: str, problem: Problem) -> Response:
    """The response to a request that failed; path and code are logged."""
    LOG.info("refused", extra={"path": path, "code": problem.body.code})
    return in_json(problem.body, problem.status)


def unavailable(trouble: JournalError) -> Problem:
    """The response while the store cannot be reached; which store and why is logged only."""
    if isinstance(trouble, JournalCorrupt):  # someone else wrote to it while the site runs
        LOG.error("the store was changed", extra={"words": str(trouble)})
    else:
        LOG.warning("unavailable", extra={"words": str(trouble)})
    return Problem(503, "site/unavailable", "the site cannot do this just now; ask again")


def _of_tenant(scope: Scope, token: str) -> Credential | None:
    """The credential of a token that the office of the address's tenant has given."""
    web = scope["app"].state.hosted.named(scope["path_params"].get("hall"))
    digest = sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
    credential: Credential | None = None
    if web is not None:
        credential = web.tenant.token(web.sequencer.state, digest)
    return credential


def admitted(keeper: Doorkeeper, scope: Scope, *roles: Role) -> Credential:
    """The credential of a request's token; a Problem if there is none, or not of these roles."""
    credential = None
    for name, value in scope["headers"]:
        if name == b"authorization":
            scheme, _, token = value.decode("latin-1").partition(" ")
            if scheme.lower() == "bearer":
                credential = keeper.admit(token) or _of_tenant(scope, token)
            break
    if credential is None:
        raise Problem(401, "door/unknown", "a token of this site is needed")
    if roles and credential.role not in roles:
        raise Problem(403, "door/not_your_role", f"this is for {', '.join(roles)}")
    return credential
