"""The pages of the desk: overview, rows, one row, odd events, refusals, books, heads."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.desk.row_facts import SUBJECTS, row_facts
from eyesdown.central.desk.row_index import PAGE_ROWS, Asked, RowIndex
from eyesdown.central.site.serials import tidy
from eyesdown.central.store.base import Store
from eyesdown.central.store.journal import Row, check_content
from eyesdown.display.inspector import (
    CONTROL_EVENTS,
    ODD_EVENTS,
    PostingShown,
    command_words,
    event_words,
    field_lines,
)
from eyesdown.display.refusals import refusals_shown, what_happened
from eyesdown.kernel.cite import Clause, Refusal
from eyesdown.kernel.errors import BadInput, JournalCorrupt
from eyesdown.ledger.books import shown, whole
from eyesdown.ledger.chart import kind_of
from eyesdown.web.frame.context import Web
from eyesdown.web.frame.pages import page
from eyesdown.web.frame.problems import Problem
from eyesdown.web.frame.sign_on import needs
from eyesdown.web.inspector.desk import (
    ask_desk,
    asked_in,
    desk_page,
    inspected,
    is_row_number,
    on_the_desk,
    row_shown,
)
from eyesdown.web.inspector.exports import has_notation

KINDS = sorted(set(SUBJECTS.values()))
LINES_SHOWN = 200
GAMES_SHOWN = 5
_GAME_KEY = re.compile(r"(?P<day>\d{4}-\d\d-\d\d)/(?P<number>\d{1,3})", re.ASCII)
_GAME_NUMBER = re.compile(r"(?:game )?(\d{1,3})", re.ASCII | re.IGNORECASE)
_HASH = re.compile(r"[0-9a-f]{16,64}")
_read = msgspec.json.Decoder().decode


@needs("inspector")
async def tenants(request: Request) -> Response:
    """Every tenant of the site with its head."""
    rows = []
    for web in inspected(request).values():
        head = await web.ask_store(lambda store: store.head())
        rows.append((web.tenant.name, web.tenant.book, head.seq, head.hash.hex()))
    facts = {"tenants": rows, "person": request.state.person}
    return page("inspector/tenants.html", here="/inspector", mode="desk", **facts)


@on_the_desk
async def overview(request: Request, web: Web[Any]) -> Response:
    """What an inspector sees first: head, books, control, odd events, the newest rows."""

    def question(index: RowIndex, store: Store) -> dict[str, Any]:
        balances = store.balances()
        odd = {kind: index.events(events) for kind, events in ODD_EVENTS.items()}
        return {
            "head": store.head(),
            "out_of_balance": whole(sum(balances.values())),
            "control": index.events(CONTROL_EVENTS),
            "odd": {kind: sum(counts.values()) for kind, counts in odd.items()},
            "refused": sum(count for _, _, count in index.refusals()),
            "rows": index.find(store, Asked(without_looks=True), 10),
            "games": _newest_games(index, store, web),
        }

    facts = await ask_desk(web, question)
    facts["rows"] = [row_shown(web, row) for row in facts["rows"]]
    return desk_page(request, web, "inspector/overview.html", notation=has_notation(web), **facts)


def _newest_games(index: RowIndex, store: Store, web: Web[Any]) -> list[str]:
    """The newest games with a result that can be replayed, as parts of their addresses.

    Only two days are read: a game that is drawn after midnight is of the day before.
    """
    days = _last_days(index, store, web)
    keys = (record.key for day in days for record in store.records("result", f"{day}/"))
    matches = [match for key in keys if (match := _GAME_KEY.fullmatch(key))]
    shown_games = reversed(matches[-GAMES_SHOWN:])
    return [f"{match['day']}/{int(match['number'])}" for match in shown_games]


def _last_days(index: RowIndex, store: Store, web: Web[Any]) -> list[date]:
    """The day of the newest result, after the day before it."""
    newest = index.find(store, Asked(event="ResultPublished"), 1)
    last = [web.tenant.now(row.at_us).date() for row in newest]
    return [day - timedelta(days=back) for day in last for back in (1, 0)]


def _games_meant(index: RowIndex, store: Store, web: Web[Any], typed: str) -> list[tuple[str, int]]:
    """The games with a result that someone may mean by a day and a number, or by a number alone.

    Tickets and walls name a game by its number of the day.
    """
    if key := _GAME_KEY.fullmatch(typed):
        meant = [(key["day"], int(key["number"]))]
    elif number := _GAME_NUMBER.fullmatch(typed):
        meant = [(f"{day}", int(number[1])) for day in _last_days(index, store, web)[::-1]]
    else:
        return []
    return [(day, game) for day, game in meant if store.record("result", f"{day}/{game:03d}")]


def _kind_words(kind: str, name: str) -> str:
    """What a search calls a subject: in most rows a game has its running number."""
    return "game with the running number" if kind == "game" and name.isdigit() else kind


@on_the_desk
async def search(request: Request, web: Web[Any]) -> Response:
    """One field for everything: a row's number, a ticket, a card, an account, a person.

    It is sent as a form: what is typed may be a player's name, and that must be in no address.
    """
    name = str((await request.form()).get("q", "")).strip()[:100]
    if name.startswith("#") and is_row_number(name[1:].strip()):
        return RedirectResponse(f"/inspector/{web.tenant.name}/rows/{int(name[1:])}", 303)
    desk = f"/inspector/{web.tenant.name}"
    spellings = dict.fromkeys((name, tidy(name), name.upper()))  # a serial as it was typed

    def question(index: RowIndex, store: Store) -> list[tuple[str, str, str]]:
        places = [
            (
                _kind_words(kind, each),
                each,
                f"{desk}/rows?{urlencode({'kind': kind, 'name': each})}",
            )
            for each in spellings
            for kind in index.kinds_of(each)
        ]
        if index.find(store, Asked(by=name), 1):
            given = f"{desk}/rows?{urlencode({'by': name})}"
            places.append(("person who gave a command", name, given))
        places += [
            ("replay of game", f"{day}/{number}", f"{desk}/games/{day}/{number}")
            for day, number in _games_meant(index, store, web, name)
        ]
        return places

    places = await ask_desk(web, question)
    if len(places) == 1:
        return RedirectResponse(places[0][2], 303)
    return desk_page(request, web, "inspector/search.html", name=name, places=places)


@on_the_desk
async def rows(request: Request, web: Web[Any]) -> Response:
    """Rows by time, command, person and subject, newest first."""
    asked = asked_in(request, web)

    def question(index: RowIndex, store: Store) -> tuple[list[Row], list[tuple[str, int]], str]:
        kind, name = asked.subject
        known = kind in ("game", "ticket") and store.record(kind, name) is not None
        return index.find(store, asked, PAGE_ROWS + 1), index.commands(), kind if known else ""

    fitting, commands, on_record = await ask_desk(web, question)
    query = {name: value for name, value in request.query_params.items() if name != "before"}
    older = (
        urlencode({**query, "before": fitting[PAGE_ROWS - 1].seq})
        if len(fitting) > PAGE_ROWS
        else ""
    )
    return desk_page(
        request,
        web,
        "inspector/rows.html",
        rows=[row_shown(web, row) for row in fitting[:PAGE_ROWS]],
        commands=[(command, command_words(command), count) for command, count in commands],
        kinds=KINDS,
        query=request.query_params,
        without_looks=asked.without_looks,
        on_record=on_record,
        export=urlencode(query),
        older=older,
    )


@on_the_desk
async def one_row(request: Request, web: Web[Any]) -> Response:
    """A row in plain words, its postings, its bytes, and its neighbours in the chain."""
    seq: int = request.path_params["seq"]
    if not is_row_number(f"{seq}"):
        raise Problem(404, "journal/row", f"this journal has no row {seq} yet")

    def question(index: RowIndex, store: Store) -> tuple[list[Row | None], list[Any]]:
        near = [index.row(store, number) for number in (seq - 1, seq, seq + 1)]
        return near, store.row_lines(seq)

    (before, row, after), lines = await ask_desk(web, question)
    if row is None:
        raise Problem(404, "journal/row", f"this journal has no row {seq} yet")
    command, events = _read(row.command), _read(row.events)
    postings = [
        PostingShown(line.account, shown(line.account, line.amount), line.why)
        for line in lines[:LINES_SHOWN]
    ]
    return desk_page(
        request,
        web,
        "inspector/row.html",
        row=row_shown(web, row),
        raw=row,
        fits=fits(row),
        before=before,
        after=after,
        asked=field_lines(command),
        events=[(event_words(event["type"]), field_lines(event)) for event in events],
        refusals=refusals_shown(_refusals(events)),
        postings=postings,
        posted=len(lines),
        subjects=sorted(row_facts(row).subjects)[:LINES_SHOWN],
    )


def _refusals(events: list[dict[str, Any]]) -> list[Refusal]:
    return [
        Refusal(
            refusal["code"],
            Clause(refusal["clause"]["book"], refusal["clause"]["number"]),
            tuple((name, value) for name, value in refusal.get("facts", ())),
            refusal.get("decision", ""),
        )
        for event in events
        for refusal in event.get("refusals", ())
        if isinstance(refusal, dict) and "code" in refusal
    ]


@on_the_desk
async def odd(request: Request, web: Web[Any]) -> Response:
    """Corrections, disputes, forfeits, voids, reprints and stops, and control's verdicts."""

    def question(
        index: RowIndex, store: Store
    ) -> list[tuple[str, list[tuple[str, int, list[Row]]]]]:
        groups = {"control": CONTROL_EVENTS, **ODD_EVENTS}
        return [
            (
                kind,
                [
                    (event, count, index.find(store, Asked(event=event), 5))
                    for event, count in index.events(events).items()
                ],
            )
            for kind, events in groups.items()
        ]

    groups = [
        (
            kind,
            [
                (event, event_words(event), count, [row_shown(web, row) for row in newest])
                for event, count, newest in lists
            ],
        )
        for kind, lists in await ask_desk(web, question)
    ]
    return desk_page(request, web, "inspector/odd.html", groups=groups)


@on_the_desk
async def refusals(request: Request, web: Web[Any]) -> Response:
    """Every refusal by clause, with how often it was given."""
    counted = await ask_desk(web, lambda index, _: index.refusals())
    in_words = [(code, what_happened(code)[0], clause, times) for code, clause, times in counted]
    return desk_page(request, web, "inspector/refusals.html", refusals=in_words)


@on_the_desk
async def balances(request: Request, web: Web[Any]) -> Response:
    """The trial balance at any row, or one account's lines up to it.

    A part of a name, such as a player's account, gives every account that has it.
    """
    query = request.query_params
    text, account = query.get("at", "").strip(), query.get("account", "").strip()
    if text and not is_row_number(text):
        raise BadInput("at", "must be the number of a row")

    def question(_: RowIndex, store: Store) -> tuple[int, dict[str, Any], list[Any]]:
        at = min(int(text or store.head().seq), store.head().seq)
        held = store.balances(at)
        if account in held:
            lines = [line for line in store.lines(account) if line.place.seq <= at]
            return at, {account: held[account]}, lines[-LINES_SHOWN:]
        return at, {name: cents for name, cents in held.items() if account in name}, []

    at, amounts, lines = await ask_desk(web, question)
    return desk_page(
        request,
        web,
        "inspector/balances.html",
        at=at,
        account=account,
        balances=[
            (name, says_of(name), shown(name, amount)) for name, amount in sorted(amounts.items())
        ],
        is_one=account in amounts,
        out_of_balance=0 if account else whole(sum(amounts.values())),
        lines=[
            (line.place.seq, event_words(line.why), shown(account, line.amount)) for line in lines
        ],
    )


def says_of(account: str) -> str:
    """What an account is for; empty for one that the chart does not have."""
    kind = kind_of(account)
    return kind.says if kind else ""


@on_the_desk
async def heads(request: Request, web: Web[Any]) -> Response:
    """The head to note now, and whether a head that was noted before is still in the journal."""
    noted = request.query_params.get("noted", "").strip()
    answer = ""
    if noted:
        number, _, digest = noted.partition(":")
        answer = await _compare(web, number.strip(), digest.strip().lower())
    head = await ask_desk(web, lambda _, store: store.head())
    return desk_page(request, web, "inspector/heads.html", head=head, noted=noted, answer=answer)


async def _compare(web: Web[Any], number: str, digest: str) -> str:
    if not is_row_number(number) or not _HASH.fullmatch(digest):
        raise BadInput(
            "noted", "must be a row's number, a colon and at least 16 characters of its hash"
        )
    row = await ask_desk(web, lambda index, store: index.row(store, int(number)))
    if row is None:
        return "gone"
    return "same" if row.hash.hex().startswith(digest) and fits(row) else "other"


def fits(row: Row) -> bool:
    """Whether the hash of a row is that of its content and of the hash before it, as written."""
    try:
        check_content(row)
    except JournalCorrupt:
        return False
    return True


ROUTES = (
    Route("/inspector", tenants),
    Route("/inspector/{tenant}", overview),
    Route("/inspector/{tenant}/search", search, methods=["POST"]),
    Route("/inspector/{tenant}/rows", rows),
    Route("/inspector/{tenant}/rows/{seq:int}", one_row),
    Route("/inspector/{tenant}/odd", odd),
    Route("/inspector/{tenant}/refusals", refusals),
    Route("/inspector/{tenant}/balances", balances),
    Route("/inspector/{tenant}/heads", heads),
)
