"""The desk of one tenant: questions about its rows, who may ask them, and a record of each look."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import wraps
from typing import Any, TypeAlias, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from eyesdown.central.desk.row_facts import row_facts
from eyesdown.central.desk.row_index import Asked, JournalParted, RowIndex
from eyesdown.central.site.first_row import NoteLook
from eyesdown.central.store.base import Store
from eyesdown.central.store.journal import Row
from eyesdown.display.inspector import RowShown, ordered_subjects
from eyesdown.kernel.ids import PersonId
from eyesdown.web.frame.context import Web, hosted
from eyesdown.web.frame.pages import page
from eyesdown.web.frame.problems import Problem
from eyesdown.web.frame.sign_on import needs

T = TypeVar("T")
DeskEndpoint: TypeAlias = Callable[[Request, Web[Any]], Awaitable[Response]]

FOLLOW_SECONDS = 2.0
"""How long one question reads rows that are new to the desk, before it says how far it is."""
SUBJECTS_SHOWN = 4


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
    """The tenants that know inspectors, by name; a family's tables are no one's business."""
    tenants = hosted(request).tenants
    return {name: web for name, web in tenants.items() if "inspector" in web.tenant.roles}


def on_the_desk(endpoint: DeskEndpoint) -> Callable[[Request], Awaitable[Response]]:
    """Admit inspectors, find the tenant of the address, and put the look on record first."""

    @needs("inspector")
    @wraps(endpoint)
    async def looked_at(request: Request) -> Response:
        name = request.path_params["tenant"]
        web = inspected(request).get(name)
        if web is None:
            raise Problem(404, "tenant/unknown", f"there is no {name} on this site")
        asked = f"{request.url.path}?{request.url.query}".rstrip("?")[:300]
        by = PersonId(request.state.person.name)
        await web.submit(NoteLook(web.now(), by, asked))
        try:
            return await endpoint(request, web)
        except StillReading as reading:
            return desk_page(request, web, "inspector/reading.html", reading=reading)
        except JournalParted as parted:
            return desk_page(request, web, "inspector/parted.html", parted=parted)

    return looked_at


def desk_page(request: Request, web: Web[Any], template: str, **facts: Any) -> Response:
    """A page of the desk, with its tenant and tabs around it."""
    frame = {
        "tenant": web.tenant.name,
        "book": web.tenant.book,
        "zone": web.tenant.zone.key,
        "person": request.state.person,
        "tabs": TABS,
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
        from_us=_moment(query.get("from", ""), web),
        to_us=_moment(query.get("to", ""), web),
        before=_whole(query.get("before", "")),
    )


def _moment(text: str, web: Web[Any]) -> int:
    """A wall time of the tenant in microseconds UTC; zero for none, or for no time at all."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return 0
    return int(at.replace(tzinfo=at.tzinfo or web.tenant.zone).timestamp() * 1_000_000)


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0
