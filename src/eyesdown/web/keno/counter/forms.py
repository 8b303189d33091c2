"""The counter's forms: reading their fields, and submitting each form once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, TypeAlias

from starlette.requests import Request
from starlette.responses import Response

from eyesdown.kernel.errors import BadInput
from eyesdown.web.frame.sign_on import needs
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.counter.drafts import SCAN_MAX, read_cents, read_id, text
from eyesdown.web.keno.counter.frame import desk_page
from eyesdown.web.keno.counter.scan import scanned
from eyesdown.web.keno.counter.submit_once import IdReused, shown_at_desk, submit_once

Fields: TypeAlias = dict[str, str]
Handler: TypeAlias = Callable[[Request], Awaitable[Response]]


async def read_form(request: Request) -> Fields:
    """The fields of a form; BadInput for a file."""
    form = dict(await request.form())
    await request.close()
    fields = {name: value for name, value in form.items() if isinstance(value, str)}
    for name in form.keys() - fields.keys():
        raise BadInput(name, "must be text")
    return fields


def words(fields: Fields, name: str, *, needed: bool = False) -> str:
    """A field of the form in single spaces; BadInput if it is needed and empty."""
    value = text(dict(fields), name)
    if needed and not value:
        raise BadInput(name, "is empty; fill it in")
    return value


def scan_of(fields: Fields) -> str:
    """The serial that was scanned into a form."""
    serial, _ = scanned(text(dict(fields), "scan", SCAN_MAX))
    if not serial:
        raise BadInput("scan", "is empty; scan it or type the serial")
    return serial


def amount(fields: Fields) -> int:
    """The amount in a form, in cents."""
    return read_cents("amount", fields.get("amount", ""))


def at_the_desk(endpoint: Handler) -> Handler:
    """A decorator for a writer's pages; bad input gets a page that names the field."""

    @needs("writer")
    @wraps(endpoint)
    async def guarded(request: Request) -> Response:
        try:
            return await endpoint(request)
        except BadInput as wrong:
            back = "/" + "/".join(request.url.path.strip("/").split("/")[:2])
            facts = {"field": wrong.field.replace("_", " "), "message": wrong.message, "back": back}
            return await desk_page(request, "counter_wrong.html", back, status=422, **facts)

    return guarded


async def done(request: Request, fields: Fields, command: Any) -> tuple[Any, list[Any]]:
    """The first event of a command done once for its form, and its refusals, if any."""
    slip = read_id("slip", fields.get("slip"))
    try:
        events = await submit_once(keno_of(request), request.state.person, slip, command)
    except IdReused:
        raise BadInput("form", "was sent before with other entries; load the page again") from None
    event = events[0] if events else None
    return event, await shown_at_desk(keno_of(request), event)
