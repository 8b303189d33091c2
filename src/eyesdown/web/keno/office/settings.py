"""What is set at the site, on one page, with the form that changes each part."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.display.keno.settings import settings_view
from eyesdown.web.frame.sign_on import needs
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.office.frame import office_page


@needs("office", "inspector")
async def settings(request: Request) -> Response:
    """Venues, terminals, limits, jackpots and offers, as they are now."""
    web = keno_of(request)
    view = await web.ask_state(lambda state: settings_view(web.book, state.keno, web.now()))
    return await office_page(request, "office_settings.html", view=view)


ROUTES = (Route("/office/settings", settings),)
