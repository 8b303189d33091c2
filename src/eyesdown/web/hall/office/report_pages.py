"""Reports as a page, as PDF and as CSV."""

from __future__ import annotations

import io

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.store.base import Store
from eyesdown.kernel.money import dollars
from eyesdown.press.receipts import Bars, Block, Cut, Pair, Words, write
from eyesdown.web.frame.context import web_of
from eyesdown.web.frame.problems import Problem
from eyesdown.web.hall.office.page import READERS, office_page
from eyesdown.web.hall.office.reports import (
    SCOPES,
    Listed,
    Report,
    bars,
    chosen,
    csv_of,
    listed,
    report_of,
    total_words,
)
from eyesdown.web.hall.sign_on import PREFIX, hall_of, needs_hall

LISTED_MAX = 60


def _wanted(request: Request) -> tuple[str, str]:
    scope = request.query_params.get("by", "session")
    return (scope if scope in SCOPES else "session"), request.query_params.get("name", "")[:120]


async def _report(request: Request) -> tuple[list[Listed], Report | None]:
    scope, name = _wanted(request)

    def read(store: Store) -> tuple[list[Listed], Report | None]:
        sessions = listed(store)
        of_these = chosen(sessions, scope, name)
        return sessions, report_of(store, of_these, name) if of_these else None

    answer: tuple[list[Listed], Report | None] = await web_of(request).ask_store(read)
    return answer


@needs_hall(*READERS)
async def reports_page(request: Request) -> Response:
    """The list of sessions, days and sequences, and the report of one of them."""
    scope, name = _wanted(request)
    sessions, report = await _report(request)
    days = list(dict.fromkeys(f"{each.starts_at:%Y-%m-%d}" for each in sessions))
    sequences = list(dict.fromkeys(each.sequence for each in sessions if each.sequence))
    return await office_page(
        request,
        "office_reports",
        "office/reports",
        scope=scope,
        name=name,
        sessions=sessions[:LISTED_MAX],
        days=days[:LISTED_MAX],
        sequences=sequences[:LISTED_MAX],
        r=report,
        bars=bars(report) if report else [],
    )


@needs_hall(*READERS)
async def report_file(request: Request) -> Response:
    """A report as a file: CSV for a spreadsheet, or PDF."""
    _, report = await _report(request)
    medium = request.path_params["medium"]
    if report is None or medium not in ("csv", "pdf"):
        raise Problem(404, "report/unknown", "there is no such report")
    plain = "".join(c if c.isascii() and c.isalnum() else "-" for c in report.title)
    headers = {"content-disposition": f'attachment; filename="{plain}.{medium}"'}
    if medium == "csv":
        return Response(csv_of(report), media_type="text/csv; charset=utf-8", headers=headers)
    out = io.BytesIO()
    write(out, f"Report {report.title}", _paper(hall_of(request), report), "pdf")
    return Response(out.getvalue(), media_type="application/pdf", headers=headers)


def _paper(hall: str, report: Report) -> list[Block]:
    games: list[Block] = [
        Bars(name, f"{dollars(receipts)} in, {dollars(prizes)} out", taken / 100, given / 100)
        for name, receipts, prizes, taken, given in bars(report)
    ]
    returns = [
        Pair(
            f"{each.scope} {each.session}",
            f"{dollars(each.prizes_cents)} of at least {dollars(each.least_cents)}",
        )
        for each in report.returns
        if each.least is not None
    ]
    breaches = [
        Pair(f"{at:%d %b %H:%M} {where}", f"rule {no.clause}, {no.code}")
        for at, where, no in report.breaches
    ]
    pools = [
        Pair(name, f"{dollars(into)} in, {dollars(out)} out")
        for name, (into, out) in report.pools.items()
    ]
    tills = [
        Pair(f"{each.point}, {each.by}", f"difference {dollars(each.difference_cents)}")
        for each in report.tills
    ]
    return [
        Words(hall, 15, strong=True),
        Words(report.title, 12, strong=True),
        Words(", ".join(report.sessions), 8),
        Cut(strong=True),
        *(Pair(name, cents) for name, cents in total_words(report)),
        Cut(),
        *([Words("Games: receipts grey, prizes black", 8)] if games else []),
        *games,
        Cut(),
        *_part("Returns", returns),
        *_part("Pools", pools),
        *_part("Breaches", breaches),
        *_part("Tills", tills),
    ]


def _part(title: str, rows: list[Pair]) -> list[Block]:
    """Rows under their title; nothing where there are none."""
    return [Words(title, 10, strong=True), *rows] if rows else []


ROUTES = (
    Route(f"{PREFIX}/office/reports", reports_page),
    Route(f"{PREFIX}/office/reports.{{medium}}", report_file),
)
