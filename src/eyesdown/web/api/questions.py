"""Questions to the API: one declaration makes the route, the check of the token, the document."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, get_type_hints

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from eyesdown.central.site.credentials import Credential, Role
from eyesdown.kernel.errors import BadInput, JournalError
from eyesdown.web.frame.context import Web, web_of
from eyesdown.web.frame.problems import Problem, admitted, in_json, refused, unavailable

if TYPE_CHECKING:
    from eyesdown.web.api.routes import Api

JSON = "application/json"
DIGITS_MAX = 18
"""A number in an address has at most this many digits, so it fits 63 bits."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request for an answer; `who` is whose token it carries, where a role is needed."""

    api: Api
    request: Request
    credential: Credential | None
    takes: Any = None

    @property
    def web(self) -> Web[Any]:
        """The tenant behind the API."""
        return web_of(self.request)

    @property
    def who(self) -> Credential:
        """The credential of the caller, where the question names roles."""
        assert self.credential is not None
        return self.credential

    def in_path(self, name: str) -> Any:
        """A value of the address."""
        return self.request.path_params[name]

    async def body(self) -> Any:
        """What was sent, as the type that it must have; BadInput if it has not."""
        takes = self.takes
        try:
            return msgspec.json.decode(await self.request.body(), type=takes)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as bad:
            raise BadInput("json", str(bad)) from bad

    def number(self, name: str) -> int | None:
        """A whole number of the query, if it is there."""
        text = self.request.query_params.get(name)
        if text is None:
            return None
        if not (text.isascii() and text.isdecimal() and len(text) <= DIGITS_MAX):
            raise Problem(400, "input/bad", "must be a whole number", field=name)
        return int(text)


Ask: TypeAlias = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Question:
    """A path, what it answers, who may ask, and which problems it may answer with.

    The path follows the tenant's own in the address, unless the question is about the whole site.
    """

    path: str
    summary: str
    ask: Ask
    roles: tuple[Role, ...] = ()
    number: str = ""
    missing: bool = False
    reads: bool = True
    media: str = JSON
    of_the_site: bool = False
    takes: Any = None
    """The type of the body that is sent with POST; None for a question, which has no body."""

    @property
    def method(self) -> str:
        """GET, or POST where something is sent."""
        return "GET" if self.takes is None else "POST"

    @property
    def answer(self) -> Any:
        """The type of the answer; a Response where it is not JSON."""
        return get_type_hints(self.ask, include_extras=True)["return"]

    def path_under(self, prefix: str) -> str:
        """The path below a tenant's own.

        >>> Question("/now", "x", _nothing).path_under("/api")
        '/api/now'
        """
        return self.path if self.of_the_site else prefix + self.path

    def described_path(self, prefix: str) -> str:
        """The path without the types of its parts, as an OpenAPI document has it.

        >>> Question("/rows/{seq:int}", "x", _nothing).described_path("/api")
        '/api/rows/{seq}'
        """
        return re.sub(r":[a-z]+}", "}", self.path_under(prefix))

    @property
    def problems(self) -> tuple[int, ...]:
        """The statuses of its error responses.

        >>> Question("/x", "x", _nothing, ("office",), number="at").problems
        (400, 401, 403, 503)
        """
        return (
            *((400,) if self.number or self.takes is not None else ()),
            *((401, 403) if self.roles else ()),
            *((404,) if self.missing else ()),
            *((503,) if self.reads else ()),
        )

    def endpoint(self, api: Api) -> Callable[[Request], Awaitable[Response]]:
        """The endpoint that answers it; every problem has the one shape and is logged."""

        async def endpoint(request: Request) -> Response:
            try:
                credential = (
                    admitted(api.keeper, request.scope, *self.roles) if self.roles else None
                )
                if credential is not None:
                    check_tenant(credential, web_of(request))
                answer = await self.ask(Call(api, request, credential, self.takes))
            except Problem as raised:
                problem = raised
            except BadInput as bad:
                problem = Problem(400, "input/bad", bad.message, field=bad.field)
            except JournalError as away:
                problem = unavailable(away)
            else:
                return answer if isinstance(answer, Response) else in_json(answer)
            return refused(self.path, problem)

        return endpoint


def check_tenant(credential: Credential, web: Web[Any]) -> None:
    """A Problem if a token is another tenant's; one without a tenant is the first one's."""
    if not web.is_own(credential.tenant):
        message = f"this token is not of {web.tenant.name}"
        raise Problem(403, "door/another_tenant", message)


async def _nothing(_: Call) -> None:
    """The answer to no question."""


def question(path: str, summary: str, **more: Any) -> Callable[[Ask], Question]:
    """Declare a question: the decorated function answers it, its return type is the schema."""
    return lambda ask: Question(path, summary, ask, **more)
