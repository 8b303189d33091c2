"""Reports as a page, as PDF and as CSV."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.store.base import Store
from eyesdown.kernel.money import dollars
from eyesdown.press.reports import Bar, table_report
from eyesdown.web.frame.context import web_of
from eyesdown.web.frame.problems import Problem
from eyesdown.web.hall.board import hall_words
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
    table_rows,
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
    if report is None and not name and sessions:
        return RedirectResponse(f"{request.url.path}?{urlencode({'name': sessions[0].name})}", 303)
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
    return Response(_paper(hall_of(request), report), media_type="application/pdf", headers=headers)


def _paper(hall: str, report: Report) -> bytes:
    """The report on A4: a chart of what each game took in and paid out, then every figure."""
    games = [
        Bar(name, receipts, dollars(receipts), prizes, dollars(prizes))
        for name, receipts, prizes, _, _ in bars(report)
    ]
    began = f", from {report.starts_at:%d %B %Y, %H:%M}" if report.starts_at else ""
    return table_report(
        f"{hall_words(hall)}: {report.title}",
        ("", "", "Amount"),
        table_rows(report),
        under=", ".join(report.sessions) + began,
        bars=games,
        key=("paid by players", "prizes"),
    )


ROUTES = (
    Route(f"{PREFIX}/office/reports", reports_page),
    Route(f"{PREFIX}/office/reports.{{medium}}", report_file),
)
