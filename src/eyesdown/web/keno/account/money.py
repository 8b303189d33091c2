"""Money of an account: withdrawals, and the statement as page, CSV and PDF."""

from __future__ import annotations

import asyncio
import csv
import io
from datetime import date, timedelta
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno.account_statement import (
    SPANS,
    AccountStatement,
    account_statement,
    last_withdrawals,
    span_days,
)
from eyesdown.central.keno.machine import KenoSite
from eyesdown.keno.office.commands import AskWithdrawal
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.money import dollars
from eyesdown.press.reports import table_report
from eyesdown.web.frame.pages import long_day
from eyesdown.web.keno.account.frame import account_page, act, needs_player, refused_words
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.counter.drafts import read_cents

DAY_FIRST, DAY_LAST = date(2000, 1, 1), date(2200, 1, 1)
WITHDRAWALS_SHOWN = 8
FORMULA = ("=", "+", "-", "@", "\t")
"""How a cell begins that a spreadsheet would take for a formula."""


@needs_player
async def money(request: Request) -> Response:
    """The balance, withdrawals that wait, and the form to ask for one."""
    return await _page(request)


async def _page(request: Request, status: int = 200, **more: Any) -> Response:
    web, account = keno_of(request), request.state.player.account

    def waiting(state: KenoSite) -> set[int]:
        withdrawals = state.keno.withdrawals.values()
        return {each.number for each in withdrawals if each.account == account}

    # What waited before or after the store was read waits: no new or refused one looks paid.
    before = await web.ask_state(waiting)
    asked = await web.ask_store(lambda store: last_withdrawals(store, account, WITHDRAWALS_SHOWN))
    facts = {"waiting": before | await web.ask_state(waiting), "asked": asked, **more}
    return await account_page(
        request, "account_money.html", "/account/money", status=status, **facts
    )


@needs_player
async def withdraw(request: Request) -> Response:
    """Ask for money; it leaves the account at once and waits for the office."""
    web, form = keno_of(request), await request.form()
    cents = read_cents("amount", str(form.get("amount", "")))
    command = AskWithdrawal(web.now(), request.state.player.account, cents)
    refusals = refused_words(await act(request, form, command))
    if refusals:
        return await _page(request, 409, refusals=refusals)
    return RedirectResponse("/account/money?done=asked", 303)


def _wanted(request: Request) -> tuple[str, date]:
    span, today = request.query_params.get("span", "month"), keno_of(request).now().date()
    typed = request.query_params.get("on", "") or today.isoformat()
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        raise BadInput("day", "must be written like 2026-11-18") from None
    if span not in SPANS or not DAY_FIRST <= day <= DAY_LAST:
        raise BadInput("span", "isn’t one that we have; choose another")
    return span, day


async def _statement(request: Request) -> tuple[str, AccountStatement]:
    web, account = keno_of(request), request.state.player.account
    span, day = _wanted(request)
    first, last = span_days(span, day)
    return span, await web.ask_store(lambda store: account_statement(store, account, first, last))


@needs_player
async def statement(request: Request) -> Response:
    """Every cent of a day, a week, a month or a year."""
    span, booked = await _statement(request)
    _, day = _wanted(request)
    facts: dict[str, Any] = {
        "s": booked,
        "span": span,
        "day": day,
        "spans": SPANS,
        "before": booked.first - timedelta(days=1),
        "after": booked.last + timedelta(days=1),
        "sums": [
            (name, booked.total(name)) for name in ("Deposit", "Entry", "Prize", "Withdrawal")
        ],
    }
    return await account_page(request, "account_statement.html", "/account/money", **facts)


@needs_player
async def statement_file(request: Request) -> Response:
    """The same statement as a CSV or PDF file."""
    _, booked = await _statement(request)
    medium = request.path_params["medium"]
    if medium not in ("csv", "pdf"):
        raise BadInput("file", "is CSV or PDF")
    name = f"statement-{booked.first}-{booked.last}.{medium}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    if medium == "csv":
        return Response(_csv(booked), media_type="text/csv; charset=utf-8", headers=headers)
    paper = await asyncio.to_thread(_paper, booked)  # a year may have thousands of lines
    return Response(paper, media_type="application/pdf", headers=headers)


def _csv(booked: AccountStatement) -> str:
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(["time", "what", "about", "amount", "balance"])
    rows.writerow([booked.first, "Opening balance", "", "", f"{booked.opening_cents / 100:.2f}"])
    for line in booked.lines:
        amounts = (f"{line.cents / 100:.2f}", f"{line.balance_cents / 100:.2f}")
        about = f"'{line.about}" if line.about.startswith(FORMULA) else line.about
        rows.writerow([line.at.isoformat(timespec="seconds"), line.says, about, *amounts])
    return out.getvalue()


def _paper(booked: AccountStatement) -> bytes:
    first = ("", "Opening balance", "", "", dollars(booked.opening_cents))
    last = ("", "Closing balance", "", "", dollars(booked.closing_cents))
    rows = [
        (
            f"{line.at:%d %b %Y, %H:%M}",
            line.says,
            line.about,
            dollars(line.cents),
            dollars(line.balance_cents),
        )
        for line in booked.lines
    ]
    return table_report(
        f"Statement of account {booked.account}",
        ("Time", "What", "About", "Amount", "Balance"),
        (first, *rows, last),
        under=f"{long_day(booked.first)} to {long_day(booked.last)}, Sydney time",
    )


ROUTES = (
    Route("/account/money", money),
    Route("/account/money/withdraw", withdraw, methods=["POST"]),
    Route("/account/statement", statement),
    Route("/account/statement.{medium}", statement_file),
)
