"""Set-up on a page: choose or paste a file, see the difference, apply it once.

What a file raises is proposed, and waits for another person of the office.
"""

from __future__ import annotations

from functools import partial
from secrets import token_hex
from typing import Any

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.office.payment_words import ProposePayment
from eyesdown.central.keno.office.setup import Entry, Setup, read_setup
from eyesdown.central.site.people.proofs import put_password
from eyesdown.central.site.site import Site
from eyesdown.display.refusals import refusals_shown
from eyesdown.kernel.refused import refusals_in
from eyesdown.kernel.written import replace
from eyesdown.web.frame.sign_on import needs
from eyesdown.web.keno.context import KenoWeb, keno_of
from eyesdown.web.keno.office.frame import office_page

SETUP_CHARACTERS_MAX = 200_000
LOOK = "set-up"
SAMPLE = """\
payout_limit = "10000.00"

[[venue]]
venue = "V0001"
kind = "club"                 # club, hotel or casino
name = "Example Bowling Club"
area = "Leeton"
approval = "V-2026-001"
premises = ["1 Example Street, Leeton"]
permitted_area = ["the club"]
opens = 09:00:00
closes = 23:30:00
commission = "7.5%"

[[terminal]]
terminal = "V0001-T1"
venue = "V0001"
approval = "T-2026-001"

[[jackpot]]
jackpot = "regular/10"
growth = "1%"
opening = "1250000.00"        # only if it ran elsewhere before
ran_at = "the system before this one"

[[person]]
person = "Wanda Writer"
role = "writer"               # writer, self_service, supervisor, office or inspector
terminal = "V0001-T1"
"""
"""What the page shows of a file; a test applies it."""


@needs("office")
async def setup(request: Request) -> Response:
    """The page for a set-up file; what was checked or applied last, if the address names it."""
    web, slip = keno_of(request), request.query_params.get("look", "")[:40]
    checked_last = web.looks.find(request.state.person.name, slip)
    if checked_last is None or checked_last[0] != LOOK:
        return await _page(request)
    text, done = checked_last[1]["text"], checked_last[1]
    checked = await _checked(web, text, request.state.person.name)
    applied, proposed = done.get("applied"), done.get("proposed")
    return await _page(request, text=text, setup=checked, applied=applied, proposed=proposed)


async def _page(request: Request, status: int = 200, **more: Any) -> Response:
    facts = {"text": "", "setup": None, "applied": None, "proposed": None, "sample": SAMPLE, **more}
    return await office_page(request, "office_setup.html", status, **facts)


async def _checked(web: KenoWeb, text: str, person: str) -> Setup:
    return await web.ask_state(lambda state: read_setup(state, text, web.now(), person))


@needs("office")
async def check_or_apply(request: Request) -> Response:
    """The difference of a file to the store; applied if that was asked and nothing is wrong."""
    web, form, person = keno_of(request), await request.form(), request.state.person.name
    text = await _text(form)
    if text is None:
        wrong = "The file isn’t text, or has more than 200,000 characters"
        return await _page(request, 400, wrong=wrong)
    checked = await _checked(web, text, person)
    if checked.problems:
        return await _page(request, 400, text=text, setup=checked)
    typed = {"text": text}
    if form.get("apply") == "yes":
        for entry in checked.changes:
            if entry.password_hash:
                await web.ask_site(partial(_put_password, entry))
            refused = refusals_in(await _applied(web, entry, person))
            if refused:  # things have changed since it was checked; the rest is left alone
                return await _page(request, 409, text=text, refusals=refusals_shown(refused))
        proposed = sum(entry.needs_second for entry in checked.changes)
        typed["applied"] = f"{len(checked.changes) - proposed}"
        typed["proposed"] = f"{proposed or ''}"
    slip = token_hex(16)
    web.looks.keep(person, slip, LOOK, typed)
    return RedirectResponse(f"/office/setup?look={slip}", 303)


async def _applied(web: KenoWeb, entry: Entry, person: str) -> tuple[Any, ...]:
    """The events of an entry in a person's name: what needs a second person is proposed."""
    command = replace(entry.command, by=person)
    if entry.needs_second:
        return await web.submit(ProposePayment(command.at, token_hex(12), command, person))
    return await web.submit(command, entry.command_id)


async def _text(form: FormData) -> str | None:
    """The file that was chosen, or the text that was pasted; None if it cannot be read."""
    chosen = form.get("file")
    if not isinstance(chosen, UploadFile) or not chosen.filename:
        text = str(form.get("text", ""))
        return text if len(text) <= SETUP_CHARACTERS_MAX else None
    content = await chosen.read(4 * SETUP_CHARACTERS_MAX + 1)
    await form.close()
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return None
    return text if len(text) <= SETUP_CHARACTERS_MAX else None


def _put_password(entry: Entry, site: Site[KenoSite]) -> None:
    put_password(site.store, entry.command.person, entry.password_hash)


ROUTES = (
    Route("/office/setup", setup),
    Route("/office/setup", check_or_apply, methods=["POST"]),
)
