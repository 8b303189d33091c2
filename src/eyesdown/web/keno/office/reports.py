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
    VenueTakings,
    days_between,
    games_of_day,
    jackpot_moves,
    rows_between,
    venue_takings,
)
from eyesdown.central.store.base import Store
from eyesdown.display.game_names import jackpot_in_words
from eyesdown.keno.office.jackpots import jackpot_keys
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.money import dollars
from eyesdown.ledger.books import Amount
from eyesdown.press.reports import Bar, table_report
from eyesdown.web.frame.pages import long_day
from eyesdown.web.frame.problems import Problem
from eyesdown.web.frame.sign_on import needs
from eyesdown.web.keno.context import KenoWeb, keno_of
from eyesdown.web.keno.office.frame import office_page

BY = ("day", "week", "venue", "game", "jackpot")
DAYS_MAX = 92


@dataclass(frozen=True, slots=True)
class Report:
    """A table with its title; the cells are words, `bars` the chart of the PDF."""

    by: str
    title: str
    first: date
    last: date
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    bars: tuple[Bar, ...]
    totals: tuple[str, ...] = ()
    """The sums under the rows; none where they would mean nothing."""

    @property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """The rows and their totals."""
        return (*self.rows, self.totals) if self.totals else self.rows


async def report_of(web: KenoWeb, by: str, first: date, last: date) -> Report:
    """A report over some Keno Days, at most three months."""
    if by not in BY:
        raise BadInput("by", f"must be one of {', '.join(BY)}")
    if last < first or (last - first).days >= DAYS_MAX:
        raise BadInput("days", f"from a day to a later one, at most {DAYS_MAX} days")
    if by == "jackpot":
        jackpots = await web.ask_state(lambda state: _jackpots_kept(web, state))
        return await web.ask_store(lambda store: _jackpots(store, jackpots, first, last))
    if by == "venue":
        names = await web.ask_state(
            lambda state: {name: venue.name for name, venue in state.keno.venues.items()}
        )
        return await web.ask_store(lambda store: _venues(store, names, first, last))
    return await web.ask_store(lambda store: _games(store, by, first, last))


def _jackpots_kept(web: KenoWeb, state: KenoSite) -> dict[str, tuple[str, str]]:
    """Every jackpot that can grow, in the rulebook's order: its name and who keeps it."""
    held = state.keno.jackpots
    return {
        key: (jackpot_in_words(key), "with others" if key in held and held[key].pooled else "here")
        for key in jackpot_keys(web.book)
    }


def _jackpots(store: Store, names: dict[str, tuple[str, str]], first: date, last: date) -> Report:
    after, until = rows_between(store, first, last)
    rows, bars = [], []
    for key, (name, holder) in names.items():
        moved = jackpot_moves(store, key, after, until)
        amounts = (moved.opening_cents, moved.grown_cents, moved.won_cents, moved.closing_cents)
        rows.append((name, *map(dollars, amounts), holder))
        bars.append(Bar(name, float(moved.closing_cents), dollars(moved.closing_cents)))
    columns = ("Jackpot", "At the start", "Came in", "Won", "At the end", "Kept")
    return Report("jackpot", "Jackpots", first, last, columns, tuple(rows), tuple(bars))


def _venues(store: Store, names: dict[str, str], first: date, last: date) -> Report:
    after, until = rows_between(store, first, last)
    takings = [venue_takings(store, name, after, until) for name in sorted(names)]
    rows = tuple((each.venue, names[each.venue], *map(dollars, _sums(each))) for each in takings)
    columns = ("Venue", "Name", "Taken at tills", "Paid at tills", "Net")
    bars = tuple(
        Bar(names[each.venue], float(each.taken_cents), dollars(each.taken_cents))
        for each in takings
    )
    sums = (sum(parts) for parts in zip(*map(_sums, takings), strict=True))
    totals = ("All venues", "", *map(dollars, sums)) if takings else ()
    return Report("venue", "Venues", first, last, columns, rows, bars, totals)


def _sums(takings: VenueTakings) -> tuple[Amount, Amount, Amount]:
    return takings.taken_cents, takings.paid_cents, takings.net_cents


def _games(store: Store, by: str, first: date, last: date) -> Report:
    games = [game for day in days_between(store, first, last) for game in games_of_day(store, day)]
    grouped: dict[str, list[GameTakings]] = {}
    for game in games:
        grouped.setdefault(_group(by, game), []).append(game)
    rows = tuple((name, *_counted(by, group)) for name, group in grouped.items())
    bars = []
    for name, group in grouped.items():
        sold = sum(game.sold_cents for game in group)
        bars.append(Bar(name, float(sold), dollars(sold)))
    columns = (by.capitalize(), *(() if by == "game" else ("Games",)), *_COUNTED)
    totals = ("All", *_counted(by, games)) if games else ()
    return Report(by, f"By {by}", first, last, columns, rows, tuple(bars), totals)


_COUNTED = ("Entries", "Sold", "Won", "Net")


def _counted(by: str, games: list[GameTakings]) -> tuple[str, ...]:
    """Games, entries, sold, won and net of some games; of a single game not the number of games."""
    sold = sum(game.sold_cents for game in games)
    won = sum(game.won_cents or 0 for game in games)
    entries = f"{sum(game.entries for game in games):,}"
    counted = (entries, dollars(sold), dollars(won), dollars(sold - won))
    return counted if by == "game" else (f"{len(games):,}", *counted)


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
    for row in report.lines:
        writer.writerow([f"'{cell}" if cell[:1] in "=+@\t" and cell else cell for cell in row])
    return out.getvalue().encode()


def as_pdf(report: Report) -> bytes:
    """The report on paper, with bars."""
    under = f"Keno Days {long_day(report.first)} to {long_day(report.last)}"
    return table_report(report.title, report.columns, report.lines, under=under, bars=report.bars)


_FORMATS: dict[str, tuple[str, Any]] = {
    "csv": ("text/csv; charset=utf-8", as_csv),
    "pdf": ("application/pdf", as_pdf),
}

ROUTES = (Route("/office/reports", reports), Route("/office/reports.{format}", file))
