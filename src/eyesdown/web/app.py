"""The site as one application: its tenants' routes, its own pages, its feeds and its errors."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount

from eyesdown.kernel.errors import BadInput, JournalError
from eyesdown.web.frame import sign_on
from eyesdown.web.frame.context import Hosted
from eyesdown.web.frame.delivery.compression import Compressed
from eyesdown.web.frame.delivery.headers import API, NOWHERE, BodyLimit, SafeHeaders, body_bytes_max
from eyesdown.web.frame.delivery.static_files import static_files
from eyesdown.web.frame.problems import LOG, Problem, refused
from eyesdown.web.frame.publishing import publish
from eyesdown.web.frame.sign_on import person_of, turned_away
from eyesdown.web.inspector import exports as inspector_exports
from eyesdown.web.inspector import pages as inspector_pages
from eyesdown.web.public import card_check, proof_page, record
from eyesdown.web.public import rules as rules_pages

_NOT_SO = Problem(405, "api/method", "this address answers to other methods only")
_BROKE = Problem(500, "site/broke", "our own mistake; ask again with the same id")


def create_app(
    start: Callable[[], AsyncIterator[Hosted]], tenants: Sequence[BaseRoute]
) -> Starlette:
    """The application over the site that `start` opens; the tenants' own routes come first."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        stopping = getattr(app.state, "stopping", lambda: False)
        async for site in start():
            app.state.hosted = site
            feeds = asyncio.create_task(publish(site.tenants.values(), stopping))
            try:
                yield
            finally:
                feeds.cancel()
                await asyncio.gather(feeds, return_exceptions=True)  # the site stops all the same

    routes = [
        *tenants,  # routes are tried in turn: programs ask most often, then tills
        *record.ROUTES,
        *sign_on.ROUTES,
        *inspector_pages.ROUTES,
        *inspector_exports.ROUTES,
        *rules_pages.ROUTES,
        *card_check.ROUTES,
        *proof_page.ROUTES,
        Mount("/static", static_files),
    ]
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(SafeHeaders), Middleware(Compressed), Middleware(BodyLimit)],
        exception_handlers={
            404: _not_found,
            405: _not_found,
            413: _too_much,
            500: _broken,
            BadInput: _bad_input,
            ClientDisconnect: _gone,
            JournalError: _away,
            Problem: _problem,
        },
    )


async def _not_found(request: Request, why: Exception) -> Response:
    assert isinstance(why, HTTPException)
    if request.url.path.startswith(API):
        answer = refused(API, NOWHERE if why.status_code == 404 else _NOT_SO)
    else:
        request.state.person = await person_of(request)  # for the link back to their work
        text = "There is no page at this address. Check it, or start from the home page."
        if why.status_code == 405:
            text = "This address only takes forms from its own page. Nothing was done."
        code = "page/method" if why.status_code == 405 else "page/unknown"
        answer = turned_away(request, why.status_code, code, "Nothing here", text)
    answer.headers.update(why.headers or {})  # which methods are allowed
    return answer


async def _too_much(request: Request, _: Exception) -> Response:
    most = body_bytes_max(request.url.path)
    size = f"{most / 1_000_000:g} MB" if most >= 1_000_000 else f"{most / 1_000:g} kB"
    text = f"You sent more than {size}. Nothing was done. Go back and send less."
    return turned_away(request, 413, "input/too_long", "Too much at once", text)


async def _gone(_: Request, __: Exception) -> Response:
    """The client closed the connection in the middle of a request; it gets no response."""
    return Response(status_code=400)


async def _away(request: Request, trouble: Exception) -> Response:
    LOG.warning("unavailable", extra={"words": str(trouble)})
    text = "The site can’t be reached just now. Nothing was done. Try again soon."
    if request.method == "POST":  # a commit whose answer was lost, or that took too long
        text = (
            "The site can’t be reached just now. What you sent may have been done all the same: "
            "check before you send it again."
        )
    return turned_away(request, 503, "site/unavailable", "Back in a moment", text)


async def _problem(request: Request, raised: Exception) -> Response:
    assert isinstance(raised, Problem)
    if request.url.path.startswith(API):
        return refused(API, raised)
    body = raised.body
    return turned_away(request, raised.status, body.code, body.title, body.detail)


async def _bad_input(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, BadInput)
    text = f"{wrong.field}: {wrong.message}"
    return turned_away(request, 400, "input/bad", "Not understood", text)


async def _broken(request: Request, _: Exception) -> Response:
    if request.url.path.startswith(API):
        return refused(API, _BROKE)
    text = "Something broke on our side. Nothing was lost. Try again in a moment."
    return turned_away(request, 500, "site/broke", "Our mistake", text)
