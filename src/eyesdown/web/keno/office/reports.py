"""Reports by day, week, venue, game and jackpot: as page, PDF and CSV."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from datetime import date, timedelta
from io import StringIO
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.office.takings import (
    GameTakings,
    days_between,
    games_of_day,
    rows_between,
    venue_takings,
)
from eyesdown.central.site.site import Site
from eyesdown.central.store.base import Store
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.money import dollars
from eyesdown.press.reports import Bar, table_report
from eyesdown.web.frame.problems import Problem
from eyesdown.web.frame.sign_on import needs
from eyesdown.web.keno.context import KenoWeb, keno_of
from eyesdown.web.keno.office.frame import office_page

BY = ("day", "week", "venue", "game", "jackpot")
DAYS_MAX = 92


@dataclass(frozen=True, slots=True)
class Report:
    """A table with its title; the cells are words, `values` what the chart of the PDF shows."""

    by: str
    title: str
    first: date
    last: date
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    values: tuple[float, ...]


async def report_of(web: KenoWeb, by: str, first: date, last: date) -> Report:
    """A report over some Keno Days, at most three months; of jackpots, as they are now."""
    if by not in BY:
        raise BadInput("by", f"must be one of {', '.join(BY)}")
    if last < first or (last - first).days >= DAYS_MAX:
        raise BadInput("days", f"from a day to a later one, at most {DAYS_MAX} days")
    if by == "jackpot":
        return await web.ask_site(lambda site: _jackpots(site, first, last))
    if by == "venue":
        names = await web.ask_state(
            lambda state: {name: venue.name for name, venue in state.keno.venues.items()}
        )
        return await web.ask_store(lambda store: _venues(store, names, first, last))
    return await web.ask_store(lambda store: _games(store, by, first, last))


def _jackpots(site: Site[KenoSite], first: date, last: date) -> Report:
    held = sorted(site.state.keno.jackpots.values(), key=lambda each: each.jackpot)
    rows = tuple(
        (
            each.jackpot,
            dollars(each.available_cents),
            dollars(each.given_cents),
            f"{float(each.rate_on(last) or 0):.3%}",
            "pooled" if each.pooled else "own",
        )
        for each in held
    )
    columns = ("Jackpot", "To be won now", "Won so far", "Growth", "Kept")
    values = tuple(float(each.available_cents) for each in held)
    return Report("jackpot", "Jackpots", first, last, columns, rows, values)


def _venues(store: Store, names: dict[str, str], first: date, last: date) -> Report:
    after, until = rows_between(store, first, last)
    takings = [venue_takings(store, name, after, until) for name in sorted(names)]
    rows = tuple(
        (
            each.venue,
            names[each.venue],
            dollars(each.taken_cents),
            dollars(each.paid_cents),
            dollars(each.net_cents),
        )
        for each in takings
    )
    columns = ("Venue", "Name", "Taken at tills", "Paid at tills", "Net")
    values = tuple(float(each.taken_cents) for each in takings)
    return Report("venue", "Venues", first, last, columns, rows, values)


def _games(store: Store, by: str, first: date, last: date) -> Report:
    games = [game for day in days_between(store, first, last) for game in games_of_day(store, day)]
    grouped: dict[str, list[GameTakings]] = {}
    for game in games:
        grouped.setdefault(_group(by, game), []).append(game)
    rows, values = [], []
    for name, group in grouped.items():
        sold = sum(game.sold_cents for game in group)
        won = sum(game.won_cents or 0 for game in group)
        entries = sum(game.entries for game in group)
        rows.append(
            (
                name,
                f"{len(group)}",
                f"{entries:,}",
                dollars(sold),
                dollars(won),
                dollars(sold - won),
            )
        )
        values.append(float(sold))
    columns = (by.capitalize(), "Games", "Entries", "Sold", "Won", "Net")
    return Report(by, f"By {by}", first, last, columns, tuple(rows), tuple(values))


def _group(by: str, game: GameTakings) -> str:
    """The name of the group that a game belongs to.

    >>> _group("week", GameTakings("2026-11-14", 7, 0, 0, 0))
    '2026, week 46'
    """
    if by == "week":
        year, week, _ = date.fromisoformat(game.day).isocalendar()
        return f"{year}, week {week}"
    return game.day if by == "day" else f"{game.day}/{game.number:03d}"


async def _asked(request: Request) -> Report:
    web, query = keno_of(request), request.query_params
    today = web.now().date()
    try:
        first = date.fromisoformat(query.get("from", "") or f"{today - timedelta(days=6)}")
        last = date.fromisoformat(query.get("to", "") or f"{today}")
    except ValueError:
        raise BadInput("days", "write them as 2026-11-14") from None
    return await report_of(web, query.get("by", "day"), first, last)


@needs("office", "inspector")
async def reports(request: Request) -> Response:
    """A report as a page."""
    report = await _asked(request)
    return await office_page(request, "office_reports.html", report=report, kinds=BY)


@needs("office", "inspector")
async def file(request: Request) -> Response:
    """A report as CSV or PDF."""
    form = request.path_params["format"]
    if form not in _FORMATS:
        raise Problem(404, "page/unknown", "a report is a page, csv or pdf")
    report = await _asked(request)
    media, write = _FORMATS[form]
    name = f"{report.by}-{report.first}-{report.last}.{form}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(write(report), media_type=media, headers=headers)


def as_csv(report: Report) -> bytes:
    """The report as CSV; a cell that a spreadsheet would take for a formula gets a quote.

    >>> as_csv(Report("day", "By day", date(2026, 1, 1), date(2026, 1, 1), ("a",), (("=1",),), ()))
    b"a\\r\\n'=1\\r\\n"
    """
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow(report.columns)
    for row in report.rows:
        writer.writerow([f"'{cell}" if cell[:1] in "=+@\t" and cell else cell for cell in row])
    return out.getvalue().encode()


def as_pdf(report: Report) -> bytes:
    """The report on paper, with bars."""
    bars = [
        Bar(row[0], value, row[3] if len(row) > 5 else row[-3])
        for row, value in zip(report.rows, report.values, strict=True)
    ]
    under = f"Keno Days {report.first} to {report.last}"
    return table_report(report.title, report.columns, report.rows, under=under, bars=bars)


_FORMATS: dict[str, tuple[str, Any]] = {
    "csv": ("text/csv; charset=utf-8", as_csv),
    "pdf": ("application/pdf", as_pdf),
}

ROUTES = (Route("/office/reports", reports), Route("/office/reports.{format}", file))
