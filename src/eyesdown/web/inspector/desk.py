"""The desk of one tenant: questions about its rows, who may ask them, and a record of each look."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from functools import wraps
from typing import Any, TypeAlias, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from eyesdown.central.desk.row_facts import row_facts
from eyesdown.central.desk.row_index import Asked, JournalParted, RowIndex
from eyesdown.central.hall.tenant import KIND as HALL
from eyesdown.central.site.first_row import NoteLook
from eyesdown.central.site.people.access import Access
from eyesdown.central.store.base import Store
from eyesdown.central.store.journal import Row
from eyesdown.display.inspector import RowShown, ordered_subjects
from eyesdown.kernel.errors import BadInput, JournalCorrupt
from eyesdown.kernel.ids import PersonId
from eyesdown.web.frame.context import Web, hosted
from eyesdown.web.frame.pages import page
from eyesdown.web.frame.problems import Problem
from eyesdown.web.frame.sign_on import csrf_token, needs

T = TypeVar("T")
DeskEndpoint: TypeAlias = Callable[[Request, Web[Any]], Awaitable[Response]]

FOLLOW_SECONDS = 2.0
"""How long one question reads rows that are new to the desk, before it says how far it is."""
SUBJECTS_SHOWN = 4
ROW_DIGITS = 16
"""The number of a row has fewer digits than this."""


class StillReading(Exception):
    """The desk has not read the whole journal yet."""

    def __init__(self, seq: int, last: int) -> None:
        super().__init__(f"row {seq:,} of {last:,} is read")
        self.seq, self.last = seq, last


async def ask_desk(web: Web[Any], question: Callable[[RowIndex, Store], T]) -> T:
    """The answer to a question about all rows until now; StillReading while the desk reads."""

    def answer(store: Store) -> T:
        index = web.row_index
        if not index.follow(store, FOLLOW_SECONDS):
            raise StillReading(index.seq, store.head().seq)
        return question(index, store)

    return await web.ask_store(answer)


def row_shown(web: Web[Any], row: Row) -> RowShown:
    """A row for a list."""
    facts = row_facts(row)
    return RowShown(
        seq=row.seq,
        at=web.tenant.now(row.at_us),
        command=facts.command,
        by=facts.by,
        subjects=ordered_subjects(facts.subjects, SUBJECTS_SHOWN),
        events=facts.events,
        refusals=facts.refusals,
    )


def inspected(request: Request) -> dict[str, Web[Any]]:
    """The tenants that the inspector was given, by name: by the office of each.

    They signed on at the first tenant, as its inspector.
    """
    site, name = hosted(request), request.state.person.name
    return {
        tenant: web
        for tenant, web in site.tenants.items()
        if web is site.first or _is_inspector(web, name)
    }


def _is_inspector(web: Web[Any], name: str) -> bool:
    access: Access | None = getattr(web.sequencer.state, "access", {}).get(name)
    return access is not None and "inspector" in access.roles


def on_the_desk(endpoint: DeskEndpoint) -> Callable[[Request], Awaitable[Response]]:
    """Admit inspectors, find the tenant of the address, and put the look on record first."""

    @needs("inspector")
    @wraps(endpoint)
    async def looked_at(request: Request) -> Response:
        name = request.path_params["tenant"]
        web = inspected(request).get(name)
        if web is None:
            text = f"this site has no {name}, or its office has not made you its inspector"
            raise Problem(404, "tenant/unknown", text)
        await note_look(request, web)
        try:
            return await endpoint(request, web)
        except StillReading as reading:
            return desk_page(request, web, "inspector/reading.html", reading=reading)
        except JournalParted as parted:
            return desk_page(request, web, "inspector/parted.html", parted=parted)
        except JournalCorrupt as changed:
            return desk_page(request, web, "inspector/parted.html", changed=str(changed))

    return looked_at


async def note_look(request: Request, web: Web[Any]) -> None:
    """Put on record what an inspector looks at: the address."""
    asked = f"{request.url.path}?{request.url.query}".rstrip("?")[:300]
    await web.submit(NoteLook(web.now(), PersonId(request.state.person.name), asked))


def desk_page(request: Request, web: Web[Any], template: str, **facts: Any) -> Response:
    """A page of the desk, with its tenant and tabs around it."""
    frame = {
        "tenant": web.tenant.name,
        "book": web.tenant.book,
        "zone": web.tenant.zone.key,
        "person": request.state.person,
        "csrf": csrf_token(request),
        "tabs": (*TABS, *HALL_TABS) if web.tenant.kind == HALL else TABS,
        "path": request.url.path,
    }
    return page(template, here="/inspector", mode="desk", **frame | facts)


TABS = (
    ("", "Overview"),
    ("/rows", "Journal"),
    ("/odd", "Odd events"),
    ("/refusals", "Refusals"),
    ("/balances", "Books"),
    ("/heads", "Heads"),
)
HALL_TABS = (("/sessions", "Games"), ("/series", "Series"))


def asked_in(request: Request, web: Web[Any]) -> Asked:
    """The rows that the address asks for."""
    query = request.query_params
    kind, name = query.get("kind", ""), query.get("name", "").strip()
    return Asked(
        command=query.get("command", ""),
        event=query.get("event", ""),
        by=query.get("by", "").strip(),
        subject=(kind, name),
        code=query.get("code", ""),
        clause=query.get("clause", ""),
        without_looks=_leaves_looks_out(query),
        from_us=_moment("from", query.get("from", ""), web),
        to_us=_moment("to", query.get("to", ""), web),
        before=_whole("before", query.get("before", "")),
    )


def _leaves_looks_out(query: Mapping[str, str]) -> bool:
    """Whether rows of looks are left out: not if they, or one person's rows, are asked for."""
    asked_for = any(query.get(name) for name in ("command", "event", "by"))
    return not asked_for and query.get("looks") != "yes"


def _moment(field: str, text: str, web: Web[Any]) -> int:
    """A wall time of the tenant in microseconds UTC; zero for none. BadInput if it is no time."""
    if not text:
        return 0
    try:
        at = datetime.fromisoformat(text)
        return int(at.replace(tzinfo=at.tzinfo or web.tenant.zone).timestamp() * 1_000_000)
    except (ValueError, OverflowError):
        raise BadInput(field, "must be a day and a time, such as 2026-11-18T19:30") from None


def _whole(field: str, text: str) -> int:
    if not text:
        return 0
    if not is_row_number(text):
        raise BadInput(field, "must be the number of a row")
    return int(text)


def is_row_number(text: str) -> bool:
    """Whether a journal can have a row of this number.

    >>> is_row_number("1042"), is_row_number("-1"), is_row_number("9" * 30)
    (True, False, False)
    """
    return text.isascii() and text.isdigit() and len(text) < ROW_DIGITS
