"""The site's pages and feeds put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress

from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles

from eyesdown.kernel.errors import BadInput, EyesdownError, JournalError
from eyesdown.web.counter import api as counter_api
from eyesdown.web.counter import claim_forms as counter_claim_forms
from eyesdown.web.counter import claims as counter_claims
from eyesdown.web.counter import desk as counter_desk
from eyesdown.web.counter import page as counter
from eyesdown.web.frame import sign_on
from eyesdown.web.frame.headers import API, BODY_BYTES_MAX, NOWHERE, BodyLimit, SafeHeaders
from eyesdown.web.frame.live import Feed
from eyesdown.web.frame.problems import LOG, Problem, refused
from eyesdown.web.frame.sign_on import person_of, turned_away
from eyesdown.web.keno.context import KenoWeb
from eyesdown.web.office import cage as cage_page
from eyesdown.web.office import page as office
from eyesdown.web.office import witnesses as office_witnesses
from eyesdown.web.public import design as design_page
from eyesdown.web.public import how as how_page
from eyesdown.web.public import odds as odds_page
from eyesdown.web.public import pages as public
from eyesdown.web.public import proof_page, record
from eyesdown.web.public import rules as rules_pages
from eyesdown.web.public import wall as wall_page
from eyesdown.web.public.proofs import Proofs
from eyesdown.web.terminal import page as terminal

LOOK_SECONDS = 0.05
"""How often the board checks whether the journal has grown; a ball waits at most this long."""

_NOT_SO = Problem(405, "api/method", "this address answers to other methods only")
_BROKE = Problem(500, "site/broke", "our own mistake; ask again with the same id")


def create_app(
    start: Callable[[], AsyncIterator[KenoWeb]], more: Sequence[BaseRoute] = ()
) -> Starlette:
    """The application over the tenant that `start` opens; `more` routes come first."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async for web in start():
            app.state.web = web
            app.state.wall_feed = wall_feed = Feed("wall", web.clock_words)
            app.state.board_feed = board_feed = Feed("board", web.clock_words)
            feeds = (wall_feed, board_feed)
            app.state.proofs = Proofs()
            stopping = getattr(app.state, "stopping", lambda: False)
            tasks = asyncio.gather(
                _publish_wall(web, feeds, stopping), *(feed.keep_alive() for feed in feeds)
            )
            try:
                yield
            finally:
                tasks.cancel()
                with suppress(asyncio.CancelledError):
                    await tasks

    routes = [
        *more,  # routes are tried in turn: programs ask most often, then tills
        *counter_api.ROUTES,
        *record.ROUTES,
        *public.ROUTES,
        *wall_page.ROUTES,
        *sign_on.ROUTES,
        *rules_pages.ROUTES,
        *odds_page.ROUTES,
        *how_page.ROUTES,
        *proof_page.ROUTES,
        *design_page.ROUTES,
        *counter.ROUTES,
        *counter_claims.ROUTES,
        *counter_claim_forms.ROUTES,
        *counter_desk.ROUTES,
        *cage_page.ROUTES,
        *office_witnesses.ROUTES,
        *office.ROUTES,
        *terminal.ROUTES,
        Mount("/static", StaticFiles(packages=[("eyesdown.web", "static")])),
    ]
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(SafeHeaders), Middleware(BodyLimit)],
        exception_handlers={
            404: _not_found,
            405: _not_found,
            413: _too_much,
            500: _broken,
            BadInput: _bad_input,
            ClientDisconnect: _gone,
            JournalError: _away,
        },
    )


async def _publish_wall(web: KenoWeb, feeds: Sequence[Feed], stopping: Callable[[], bool]) -> None:
    """Publish a snapshot whenever the wall has changed; a change of its clock alone does not count.

    Results that were published between two looks get a snapshot each, so none is left out. The
    server may put `stopping` into the state of the app: the feeds then end in time.
    """
    shown, seq = None, -1
    while True:
        if web.sequencer.seq != seq:
            with suppress(EyesdownError):  # an unavailable store comes back, and so does the wall
                at = web.sequencer.seq
                for now in await wall_page.snapshots_since(web, shown):
                    if shown is None or replace(now, now=shown.now) != shown:
                        shown = now
                        for feed in feeds:
                            feed.publish(wall_page.snapshot_bytes(now))
                seq = at
        if stopping():
            for feed in feeds:
                if not feed.ended:
                    feed.end()
        await asyncio.sleep(LOOK_SECONDS)


async def _not_found(request: Request, why: Exception) -> Response:
    assert isinstance(why, HTTPException)
    if request.url.path.startswith(API):
        answer = refused(API, NOWHERE if why.status_code == 404 else _NOT_SO)
    else:
        request.state.person = person_of(request)  # for the link back to their work
        text = "There is no page at this address. Check it, or start from the home page."
        if why.status_code == 405:
            text = "This address only takes forms from its own page. Nothing was done."
        code = "page/method" if why.status_code == 405 else "page/unknown"
        answer = turned_away(request, why.status_code, code, "Nothing here", text)
    answer.headers.update(why.headers or {})  # which methods are allowed
    return answer


async def _too_much(request: Request, _: Exception) -> Response:
    text = f"You sent more than {BODY_BYTES_MAX:,} bytes. Nothing was done. Go back and send less."
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


async def _bad_input(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, BadInput)
    text = f"{wrong.field}: {wrong.message}"
    return turned_away(request, 400, "input/bad", "Not understood", text)


async def _broken(request: Request, _: Exception) -> Response:
    if request.url.path.startswith(API):
        return refused(API, _BROKE)
    text = "Something broke on our side. Nothing was lost. Try again in a moment."
    return turned_away(request, 500, "site/broke", "Our mistake", text)
