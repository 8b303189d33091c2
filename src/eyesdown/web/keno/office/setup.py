"""Set-up on a page: paste a file, see the difference, apply it once."""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.office.setup import Entry, read_setup
from eyesdown.central.site.people.proofs import put_password
from eyesdown.central.site.site import Site
from eyesdown.kernel.written import replace
from eyesdown.web.frame.sign_on import needs
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.office.frame import office_page

SETUP_CHARACTERS_MAX = 200_000


@needs("office")
async def setup(request: Request) -> Response:
    """The page to paste a set-up file into."""
    template = "office_setup.html"
    return await office_page(request, template, text="", setup=None, applied=None)


@needs("office")
async def check_or_apply(request: Request) -> Response:
    """The difference of a file to the store; applied if that was asked and nothing is wrong."""
    web, form = keno_of(request), await request.form()
    text = str(form.get("text", ""))[:SETUP_CHARACTERS_MAX]
    checked = await web.ask_state(lambda state: read_setup(state, text, web.now()))
    applied = None
    if form.get("apply") == "yes" and not checked.problems:
        for entry in checked.changes:
            if entry.password_hash:
                await web.ask_site(partial(_put_password, entry))
            command = replace(entry.command, by=request.state.person.name)
            await web.submit(command, entry.command_id)
        applied = len(checked.changes)
        checked = await web.ask_state(lambda state: read_setup(state, text, web.now()))
    status = 400 if checked.problems else 200
    facts = {"text": text, "setup": checked, "applied": applied}
    return await office_page(request, "office_setup.html", status, **facts)


def _put_password(entry: Entry, site: Site[KenoSite]) -> None:
    put_password(site.store, entry.command.person, entry.password_hash)


ROUTES = (
    Route("/office/setup", setup),
    Route("/office/setup", check_or_apply, methods=["POST"]),
)
