"""Questions about the books and the journal, the same for every tenant."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from eyesdown.central.site.credentials import INSPECTOR, OFFICE, Credential, Role
from eyesdown.central.site.row_summaries import row_summaries, sums
from eyesdown.central.store.base import Store
from eyesdown.central.store.journal import Row
from eyesdown.kernel.errors import JournalError
from eyesdown.ledger.books import Amount, shown
from eyesdown.ledger.chart import kind_of
from eyesdown.ledger.statement import Posted
from eyesdown.ledger.statement import statement as statement_of
from eyesdown.web.api.answers import (
    Balances,
    JournalRow,
    JournalRows,
    RowSums,
    Statement,
    StatementLine,
)
from eyesdown.web.api.questions import DIGITS_MAX, Call, Question, question
from eyesdown.web.frame.context import web_of
from eyesdown.web.frame.live import UNBUFFERED, heading
from eyesdown.web.frame.problems import Problem, unavailable, write

ROWS_MAX = 1000
FOLLOW_SECONDS = 0.05
PING_SECONDS = 15.0
OFFICES = (OFFICE, INSPECTOR)


@question("/books/balances", "Every balance, now or after row `at`.", roles=OFFICES, number="at")
async def balances(call: Call) -> Balances:
    """Every balance on its owner's side, now or after a row."""
    at = call.number("at")

    def after_row(store: Store, row: int) -> dict[str, Amount] | None:
        return store.balances(row) if row <= store.head().seq else None

    amounts: dict[str, Amount] | None
    if at is None:
        amounts = await call.web.ask_site(lambda site: dict(site.balances))
    else:
        amounts = await call.web.ask_store(lambda store: after_row(store, at))
    if amounts is None:
        raise Problem(400, "input/bad", f"the journal has no row {at} yet", field="at")
    return Balances(at, {name: shown(name, amount) for name, amount in sorted(amounts.items())})


@dataclass(frozen=True, slots=True)
class OwnAccounts:
    """Which accounts a role may read besides the office: its own, or else this problem."""

    code: str
    words: Callable[[Credential], str]
    accounts: Callable[[Credential], Collection[str]]


def _statement(own: Mapping[Role, OwnAccounts]) -> Question:
    """The question for an account's lines; `own` are the roles that may read some accounts."""

    async def statement(call: Call) -> Statement:
        """The next lines of an account, with the balance before and after them."""
        account, who = call.in_path("account"), call.who
        allowed = own.get(who.role)
        if allowed is not None and account not in allowed.accounts(who):
            raise Problem(403, allowed.code, allowed.words(who))
        if kind_of(account) is None:
            raise Problem(404, "account/unknown", f"{account} is not on the chart")
        after = call.number("after") or 0

        def read(store: Store) -> tuple[Amount, list[Posted], bool]:
            return store.balance(account, after), *lines_after(store, account, after)

        opening, posted, more = await call.web.ask_store(read)
        part = statement_of(account, posted, opening)
        lines = tuple(
            StatementLine((line.place.seq, line.place.group), line.why, line.amount, line.balance)
            for line in part.lines
        )
        return Statement(part.account, part.opening, lines, part.closing, more)

    summary = (
        "An account's lines after row `after`, about a thousand at a time. "
        "Roles outside the office may ask for their own accounts."
    )
    make = question(
        "/books/statements/{account:path}",
        summary,
        roles=(*OFFICES, *own),
        number="after",
        missing=True,
    )
    return make(statement)


def lines_after(store: Store, account: str, after: int) -> tuple[list[Posted], bool]:
    """The next lines of an account, whole rows of them, and whether there are more."""
    lines = store.lines(account, after, ROWS_MAX)
    if len(lines) < ROWS_MAX:
        return lines, False
    last = lines[-1].place.seq
    whole = [line for line in store.row_lines(last) if line.account == account]
    page = [line for line in lines if line.place.seq < last] + whole
    return page, bool(store.lines(account, last, 1))


@question(
    "/books/rows/{seq:int}",
    "What a row of the journal was about, and what it moved, by reason and account.",
    roles=OFFICES,
    missing=True,
)
async def row(call: Call) -> RowSums:
    """What a row moved: where the money of a statement's line comes from and goes to."""
    seq = call.in_path("seq")

    def read(store: Store) -> RowSums | None:
        if not 0 < seq <= store.head().seq:
            return None
        [action] = row_summaries(store, [seq], call.web.tenant.zone)
        moved = sums(store.row_lines(seq))
        return RowSums(action.seq, action.at, action.command, action.about, moved)

    answer = await call.web.ask_store(read)
    if answer is None:
        raise Problem(404, "row/unknown", f"the journal has no row {seq}")
    return answer


@question(
    "/journal",
    "Rows of the journal after row `after`, a thousand at a time.",
    roles=(INSPECTOR,),
    number="after",
)
async def journal(call: Call) -> JournalRows:
    """The next rows of the journal."""
    rows = await _rows(call.request, call.number("after") or 0)
    return [_row(row) for row in rows]


@question(
    "/journal/follow",
    "The journal as it grows, as server-sent events, each row with its number as id; "
    "`Last-Event-ID` takes precedence over `after`. The stream ends when the site stops or its "
    "store is unavailable.",
    roles=(INSPECTOR,),
    number="after",
    reads=False,
    media="text/event-stream",
)
async def follow(call: Call) -> Response:
    """The journal as it grows; `Last-Event-ID` continues a broken connection."""
    last = call.request.headers.get("last-event-id", "")
    resumes = last.isdecimal() and len(last) <= DIGITS_MAX
    after = int(last) if resumes else call.number("after") or 0
    if call.request.method == "HEAD":
        return heading()
    return StreamingResponse(
        following(call.request, after), media_type="text/event-stream", headers=UNBUFFERED
    )


def _row(row: Row) -> JournalRow:
    return JournalRow(
        seq=row.seq,
        at_us=row.at_us,
        id=row.command_id,
        asked=row.asked.hex(),
        command=msgspec.Raw(row.command),
        events=msgspec.Raw(row.events),
        prev_hash=row.prev_hash.hex(),
        hash=row.hash.hex(),
    )


async def _rows(request: Request, after: int) -> list[Row]:
    web = web_of(request)
    return await web.ask_site(lambda site: list(islice(site.store.rows(after), ROWS_MAX)))


async def following(request: Request, after: int) -> AsyncIterator[bytes]:
    """Rows as events until the client leaves, the site stops or its store is unavailable."""
    waited, stopping = 0.0, getattr(request.app.state, "stopping", lambda: False)
    while not (stopping() or await request.is_disconnected()):
        try:
            rows = await _rows(request, after) if web_of(request).sequencer.seq > after else []
        except JournalError as away:
            unavailable(away)
            return
        for row in rows:
            yield b"id: %d\ndata: %s\n\n" % (row.seq, write(_row(row)))
            after = row.seq
        if not rows:
            await asyncio.sleep(FOLLOW_SECONDS)
            waited += FOLLOW_SECONDS
            if waited >= PING_SECONDS:
                waited = 0.0
                yield b": still here\n\n"


def book_questions(own: Mapping[Role, OwnAccounts] = MappingProxyType({})) -> tuple[Question, ...]:
    """The questions; `own` says which roles besides the office may read which accounts."""
    return (balances, _statement(own), row, journal, follow)
