"""What a person does on a hall's page: one command, done once, however often it is sent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from hashlib import sha256
from typing import Any, TypeAlias
from urllib.parse import quote, urlencode

import msgspec
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.hall.machine import EVENTS
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.credentials import NotAllowed
from eyesdown.central.site.site import Broke, Done, IdTaken, Site, Submitted
from eyesdown.display.refusals import RefusalShown, refusals_shown
from eyesdown.kernel.errors import BadInput, EyesdownError
from eyesdown.kernel.refused import refusals_in
from eyesdown.web.api.command_reader import Sent, opened
from eyesdown.web.frame.context import Web, web_of
from eyesdown.web.frame.problems import in_json
from eyesdown.web.frame.sign_on import OWN_PATH, wants_json
from eyesdown.web.hall.forms import command_of, reader
from eyesdown.web.hall.people import STAFF, HallPerson
from eyesdown.web.hall.sign_on import PREFIX, needs_hall, turned_away

ID_LENGTH_MAX = 40


class Refusals(Exception):
    """The rules refuse what a person sent; nothing was done."""

    def __init__(self, refusals: list[RefusalShown]) -> None:
        super().__init__(refusals[0].code)
        self.refusals = refusals


def own_id(person: HallPerson, sent: str) -> str:
    """The id of a person's command: two people's pages may make the same one.

    >>> own_id(HallPerson("dome", "bea", ("seller",)), "17ab").rpartition("/")[2]
    '17ab'
    """
    if not (sent.isascii() and sent.isalnum() and len(sent) <= ID_LENGTH_MAX):
        raise BadInput("id", "isn’t one of this page’s; load it again")
    return f"page/{sha256(person.name.encode()).hexdigest()[:12]}/{sent}"


async def submit_as(web: Web[HallSite], person: HallPerson, sent: Sent) -> tuple[Any, ...]:
    """The events of a command that a person gives in their own name, once they are on disk.

    NotAllowed if none of their roles may give it, Refusals if a rule refuses it. A second sending
    under the same id gets the events of the first.
    """
    tenant = web.tenant
    who = person.for_command(type(sent.command))
    ready = tenant.admit(who, sent.command)
    if tenant.needs_site(ready):
        ready = await web.ask_site(lambda site: tenant.complete(site, who, ready))
    await web.work_ahead(ready)
    [reply] = await web.sequencer.submit_all([Submitted(sent.command_id, ready, sent.asked)])
    match reply:
        case Done(events=events):
            return allowed(events)
        case IdTaken():
            raise BadInput("id", "was used before, for something else; load the page again")
        case Broke(words=words):
            raise EyesdownError(words)


async def dry_run_as(web: Web[HallSite], person: HallPerson, sent: Sent) -> tuple[Any, ...]:
    """The events that `submit_as` would have now; nothing changes."""
    ready = web.tenant.admit(person.for_command(type(sent.command)), sent.command)
    return allowed(await web.dry_run(ready))


def allowed(events: tuple[Any, ...]) -> tuple[Any, ...]:
    """The events of a command; Refusals if the rules refused it."""
    refused = refusals_in(events)
    if refused:
        raise Refusals(refusals_shown(refused))
    return events


async def read_sent(request: Request, leave_out: Collection[str] = ()) -> tuple[Sent, str]:
    """The command of a request, as a form or as the API's JSON, and the page to open then.

    `leave_out` are fields of the form that are not the command's.
    """
    person: HallPerson = request.state.hall_person
    if request.headers.get("content-type", "").startswith("application/json"):
        try:
            envelope = opened(await request.body())
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise BadInput("json", "isn’t JSON") from None
        if isinstance(envelope, list) or envelope is None:
            raise BadInput("command", "one command at a time, with its id")
        envelope.id = own_id(person, str(envelope.id))
        return reader().read(envelope), ""
    form = await request.form()
    command_id = own_id(person, str(form.get("id", "")))
    own = FormData([(name, value) for name, value in form.multi_items() if name not in leave_out])
    return command_of(own, web_of(request).tenant.zone, command_id), next_of(person, form)


def next_of(person: HallPerson, form: FormData) -> str:
    """The page that a form names to be opened next: only a path of this site."""
    then = str(form.get("next", ""))[:300]
    return then if OWN_PATH.fullmatch(then) else person.home


Read: TypeAlias = Callable[[Request], Awaitable[tuple[Sent, str]]]
"""Reads the command of a request, and the page to open when it is done."""


async def perform(request: Request, read: Read) -> Response:
    """Do the command of a page's form or script; then open the page that goes with it."""
    try:
        sent, then = await read(request)
        events = await submit_as(web_of(request), request.state.hall_person, sent)
    except Refusals as no:
        return refused_page(request, no)
    except NotAllowed as no:
        return turned_away(request, 403, no.code, "Not yours to do", no.message)
    except BadInput as bad:
        return bad_input(request, bad)
    return answered(request, events, then, sent.command_id)


def answered(request: Request, events: tuple[Any, ...], then: str, command_id: str) -> Response:
    """The response to a command that was done: the page to open next, which shows its events."""
    then = done_at(then, command_id)
    if wants_json(request):
        return in_json({"next": then, "events": _written(events)})
    return RedirectResponse(then, 303)


async def rehearse(request: Request, read: Read, **more: Any) -> Response:
    """What a command would come to now, by the check that decides it; nothing is done."""
    try:
        sent, _ = await read(request)
        events = await dry_run_as(web_of(request), request.state.hall_person, sent)
    except Refusals as no:
        return in_json({"refusals": no.refusals, **more})
    except NotAllowed as no:
        return turned_away(request, 403, no.code, "Not yours to do", no.message)
    except BadInput as bad:
        wrong = {"field": bad.field, "says": bad.message}
        return in_json({"wrong": wrong, "refusals": [], **more})
    return in_json({"refusals": [], "events": _written(events), **more})


@needs_hall(*STAFF)
async def do(request: Request) -> Response:
    """Do one command of any page of the hall."""
    return await perform(request, read_sent)


@needs_hall(*STAFF)
async def attempt(request: Request) -> Response:
    """Whether one command of any page would be allowed now."""
    return await rehearse(request, read_sent)


def done_at(then: str, command_id: str) -> str:
    """The page that shows what a command did: its address names the command.

    >>> done_at("/halls/dome/seller?game=2", "page/77/17ab")
    '/halls/dome/seller?game=2&done=17ab'
    """
    mark = "&" if "?" in then else "?"
    return f"{then}{mark}{urlencode({'done': command_id.rpartition('/')[2]}, quote_via=quote)}"


async def just_done(request: Request) -> tuple[Any, ...]:
    """The events of the person's own command that the address names; none if it names none."""
    sent = request.query_params.get("done", "")
    if not sent:
        return ()
    try:
        command_id = own_id(request.state.hall_person, sent)
    except BadInput:
        return ()
    return await done_before(request, command_id)


async def done_before(request: Request, command_id: str) -> tuple[Any, ...]:
    """The events of a command that is in the journal; none if it is not."""

    def events(site: Site[HallSite]) -> tuple[Any, ...]:
        row = site.store.find([command_id]).get(command_id)
        return EVENTS.read_all(row.events) if row else ()

    done: tuple[Any, ...] = await web_of(request).ask_site(events)
    return done


def _written(events: tuple[Any, ...]) -> list[msgspec.Raw]:
    return [msgspec.Raw(EVENTS.write(event)) for event in events]


def refused_page(request: Request, no: Refusals) -> Response:
    """The refusals as a page for people, or as problem JSON for a page's script."""
    first = no.refusals[0]
    text = "Nothing was done." if not first.next else first.next
    more = {"refusals": no.refusals}
    return turned_away(request, 422, first.code, "The rules don’t allow this", text, **more)


def bad_input(request: Request, bad: BadInput) -> Response:
    """The response to a form whose field is wrong."""
    field = bad.field.replace("_", " ")
    text = f"{field[:1].upper()}{field[1:]}: {bad.message}"
    more = {"field": bad.field} if wants_json(request) else {}
    return turned_away(request, 400, "input/bad", "Check what you typed", text, **more)


ROUTES = (
    Route(f"{PREFIX}/do", do, methods=["POST"]),
    Route(f"{PREFIX}/try", attempt, methods=["POST"]),
)
