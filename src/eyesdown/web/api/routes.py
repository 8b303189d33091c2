"""The JSON API: every command and every question, for terminals and the office's own programs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice, takewhile
from typing import Any, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from eyesdown.central.keno.machine import (
    EVENTS,
    PRIZES,
    KenoSite,
    SiteCommand,
    SiteEvent,
    game_key,
    sydney,
)
from eyesdown.central.keno.reports import day_sums, deeds_at, game_sums, sums
from eyesdown.central.keno.rights import KenoRights, KenoRole
from eyesdown.central.keno.stored_tickets import accepted, disqualified, history, prizes_of
from eyesdown.central.site.credentials import Credential, Doorkeeper
from eyesdown.central.site.serials import tidy
from eyesdown.central.site.site import Site
from eyesdown.central.store.base import Store
from eyesdown.central.store.journal import Row
from eyesdown.display.keno.account import account_view
from eyesdown.display.keno.ticket import account_history
from eyesdown.keno.events import EntryAccepted
from eyesdown.kernel import written
from eyesdown.kernel.canon import plain
from eyesdown.kernel.errors import BadInput, JournalError, JournalUnavailable
from eyesdown.ledger.books import Amount, shown
from eyesdown.ledger.chart import kind_of
from eyesdown.ledger.statement import Posted, accounts_of_venue, statement
from eyesdown.players.care import Care
from eyesdown.web.api.commands import PATH, Commands
from eyesdown.web.api.openapi import Question, describe
from eyesdown.web.frame.context import web_of
from eyesdown.web.frame.live import UNBUFFERED, heading
from eyesdown.web.frame.metrics import MEDIA, Metrics, Moment
from eyesdown.web.frame.problems import Problem, admitted, in_json, refused, unavailable, write
from eyesdown.web.public.reads import game_name, result_told

ROWS_MAX = 1000
FOLLOW_SECONDS = 0.05
PING_SECONDS = 15.0
PROBE_SECONDS = 2.0
"""How long whoever watches over the site waits for the store."""

_parse = msgspec.json.Decoder().decode


@dataclass(slots=True)
class Api:
    """The door, its keeper, and what has been counted since the start."""

    keeper: Doorkeeper
    door: KenoRights
    counted: Metrics = field(default_factory=Metrics)

    def _who(self, request: Request, *roles: KenoRole) -> Credential:
        return admitted(self.keeper, request.scope, *roles)

    # --- questions --------------------------------------------------------------------------------

    async def now(self, request: Request) -> Response:
        return in_json(await web_of(request).sequencer.ask(_now))

    async def result(self, request: Request) -> Response:
        key = _game_key(request)
        found = await web_of(request).sequencer.ask(lambda site: result_told(site, key))
        if found is None:
            raise Problem(404, "result/unknown", f"no result of {key} has been published")
        return in_json(found)

    async def ticket(self, request: Request) -> Response:
        serial = request.path_params["serial"]
        if not self.door.serials.genuine(serial):
            raise Problem(404, "ticket/not_genuine", "this serial was never issued here")
        found = await web_of(request).sequencer.ask(lambda site: _ticket(site, tidy(serial)))
        if found is None:
            raise Problem(404, "ticket/unknown", "no such ticket is on record")
        return in_json(found)

    async def account(self, request: Request) -> Response:
        who = self._who(request, KenoRole.PLAYER)
        found = await web_of(request).sequencer.ask(lambda site: _account(site, who.account))
        if found is None:
            raise Problem(404, "account/none", "no such account was opened")
        return in_json(found)

    async def entries(self, request: Request) -> Response:
        """An account's history: every web Entry, a thousand at a time, the oldest first."""
        who = self._who(request, KenoRole.PLAYER)
        after = _whole(request, "after")
        since = 0 if after is None else after + 1

        def question(store: Store) -> list[EntryAccepted]:
            return [one for one in history(store, who.account) if one.first_game >= since]

        found = await web_of(request).ask_store(question)
        first = _first(found)
        told = plain(account_history(first))
        return in_json({"entries": told, "more": len(first) < len(found)})

    async def balances(self, request: Request) -> Response:
        self._who(request, KenoRole.OFFICE, KenoRole.INSPECTOR)
        at = _whole(request, "at")
        web = web_of(request)

        def question(store: Store, row: int) -> dict[str, Amount] | None:
            return store.balances(row) if row <= store.head().seq else None

        if at is None:
            found = await web.ask_site(lambda site: dict(site.balances))
        else:
            then = await web.ask_store(lambda store: question(store, at))
            if then is None:
                raise Problem(400, "input/bad", f"the journal has no row {at} yet", field="at")
            found = then
        rows = {name: plain(shown(name, value)) for name, value in sorted(found.items())}
        return in_json({"at": at, "balances": rows})

    async def statement(self, request: Request) -> Response:
        account = request.path_params["account"]
        who = self._who(
            request, KenoRole.OFFICE, KenoRole.INSPECTOR, KenoRole.WRITER, KenoRole.PLAYER
        )
        if who.role == KenoRole.WRITER and account not in accounts_of_venue(who.venue):
            raise Problem(403, "door/not_your_venue", f"this terminal belongs to {who.venue}")
        if who.role == KenoRole.PLAYER and account != f"subscriber/{who.account}":
            raise Problem(403, "door/not_your_account", f"yours is subscriber/{who.account}")
        if kind_of(account) is None:
            raise Problem(404, "account/unknown", f"{account} is not on the chart")
        after = _whole(request, "after") or 0

        def question(store: Store) -> tuple[Amount, list[Posted], bool]:
            return store.balance(account, after), *_some_lines(store, account, after)

        opening, found, more = await web_of(request).ask_store(question)
        return in_json({**_fields(statement(account, found, opening)), "more": more})

    async def row(self, request: Request) -> Response:
        """What one row did with its money: where a line of a statement comes from and goes to."""
        self._who(request, KenoRole.OFFICE, KenoRole.INSPECTOR)
        seq = request.path_params["seq"]

        def question(store: Store) -> dict[str, Any] | None:
            if not 0 < seq <= store.head().seq:
                return None
            [deed] = deeds_at(store, [seq])
            return {**_fields(deed), "sums": plain(sums(store.row_lines(seq)))}

        told = await web_of(request).ask_store(question)
        if told is None:
            raise Problem(404, "row/unknown", f"the journal has no row {seq}")
        return in_json(told)

    async def day(self, request: Request) -> Response:
        """What a Keno Day changed on every account: the operator's statement and every venue's."""
        self._who(request, KenoRole.OFFICE, KenoRole.INSPECTOR)
        name = request.path_params["day"]
        found = await web_of(request).ask_store(lambda store: day_sums(store, name))
        if found is None:
            raise Problem(404, "day/unknown", f"no Keno Day {name} was opened")
        return in_json({"day": name, "sums": plain(found)})

    async def game(self, request: Request) -> Response:
        """What a published game did with its money when it was closed and settled."""
        self._who(request, KenoRole.OFFICE, KenoRole.INSPECTOR)
        key = _game_key(request)
        found = await web_of(request).ask_store(lambda store: game_sums(store, key))
        if found is None:
            raise Problem(404, "result/unknown", f"no result of {key} has been published")
        return in_json({"game": key, "sums": plain(found)})

    async def journal(self, request: Request) -> Response:
        self._who(request, KenoRole.INSPECTOR)
        after = _whole(request, "after") or 0
        return in_json([_row(row) for row in await _rows(request, after)])

    async def follow(self, request: Request) -> Response:
        """The journal as it grows, from a row on; `Last-Event-ID` takes up where a line broke."""
        self._who(request, KenoRole.INSPECTOR)
        last = request.headers.get("last-event-id", "")
        known = last.isdecimal() and len(last) <= 18
        after = int(last) if known else _whole(request, "after") or 0
        if request.method == "HEAD":
            return heading()
        return StreamingResponse(
            _following(request, after), media_type="text/event-stream", headers=UNBUFFERED
        )

    # --- how it goes ------------------------------------------------------------------------------

    async def ready(self, request: Request) -> Response:
        sequencer = web_of(request).sequencer
        seq = await sequencer.ask(lambda site: site.store.head().seq, PROBE_SECONDS)
        if sequencer.write_failed:
            raise JournalUnavailable("what was last written did not get to disk")
        return in_json({"ready": True, "seq": seq})

    async def metrics(self, request: Request) -> Response:
        sequencer = web_of(request).sequencer
        feed = getattr(request.app.state, "board_feed", None)
        displays = 0 if feed is None else feed.watching
        now = Moment(sequencer.seq, sequencer.waiting, displays)
        with suppress(JournalError):  # a store that is away is told of, too
            now = await sequencer.ask(lambda site: _games(site, now), PROBE_SECONDS)
        if sequencer.write_failed:
            now = replace(now, store_up=0)
        return Response(self.counted.text(now), media_type=MEDIA)

    def routes(self) -> list[Route]:
        """Every route of the API, each answering trouble in the one shape."""
        ways: list[tuple[str, Callable[[Request], Any]]] = [
            ("/api/now", self.now),
            ("/api/results/{day}/{number:int}", self.result),
            ("/api/tickets/{serial}", self.ticket),
            ("/api/account", self.account),
            ("/api/account/entries", self.entries),
            ("/api/books/balances", self.balances),
            ("/api/books/statements/{account:path}", self.statement),
            ("/api/books/rows/{seq:int}", self.row),
            ("/api/books/days/{day}", self.day),
            ("/api/books/games/{day}/{number:int}", self.game),
            ("/api/journal", self.journal),
            ("/api/journal/follow", self.follow),
            ("/api/openapi.json", _openapi),
            ("/health", _health),
            ("/ready", self.ready),
            ("/metrics", self.metrics),
        ]
        commands = Commands(self.keeper, self.door, self.counted)
        return [
            Route(PATH, commands, methods=["POST"]),
            *(Route(path, _answering(path, way)) for path, way in ways),
        ]


QUESTIONS: dict[str, Question] = {
    "/api/now": Question(
        "The open game and games on their way to a result; `games` has both names of each: the "
        "running number `game` that commands take, and day and number for people. `promised` is "
        "the hash of its secret, `seal` what was sold: note them before it is drawn, its evidence "
        "must have the same.",
        (503,),
    ),
    "/api/results/{day}/{number}": Question("A published result with its proof.", (404, 503)),
    "/api/tickets/{serial}": Question(
        "A ticket with its prizes, for whoever holds its serial; serials of paper money that paid "
        "for it or came back as change are left empty.",
        (404, 503),
    ),
    "/api/account": Question(
        "A player's own account: balance, limits and what is used of them, time-out, exclusion.",
        (401, 403, 404, 503),
    ),
    "/api/account/entries": Question(
        "A player's own entries, oldest first, a thousand at a time; after game `after`, by its "
        "running number.",
        (400, 401, 403, 503),
        "after",
    ),
    "/api/books/balances": Question(
        "Every balance, now or after row `at`; office and inspector.", (400, 401, 403, 503), "at"
    ),
    "/api/books/statements/{account}": Question(
        "An account's lines after row `after`, some thousand at a time; with `more`, ask again "
        "after the row of the last one. A writer: his venue's; a player: his own, "
        "`subscriber/` and its number.",
        (400, 401, 403, 404, 503),
        "after",
    ),
    "/api/books/rows/{seq}": Question(
        "What one row of the journal was about, and what it did with its money, by account; "
        "office and inspector.",
        (401, 403, 404, 503),
    ),
    "/api/books/days/{day}": Question(
        "What a Keno Day changed on every account, from its opening to the next one's, or until "
        "now; office and inspector.",
        (401, 403, 404, 503),
    ),
    "/api/books/games/{day}/{number}": Question(
        "What a published game moved when it was closed and settled, by account; office and "
        "inspector.",
        (401, 403, 404, 503),
    ),
    "/api/journal": Question(
        "Rows of the journal after row `after`; inspector.", (400, 401, 403, 503), "after"
    ),
    "/api/journal/follow": Question(
        "The journal as it grows, as server-sent events, each row with its number as id; "
        "`Last-Event-ID` goes before `after`. It ends when the site stops or its store is away; "
        "inspector.",
        (400, 401, 403),
        "after",
        "text/event-stream",
    ),
    "/health": Question("The process lives."),
    "/ready": Question("The store answers, and took what was last written.", (503,)),
    "/metrics": Question("Counters in Prometheus' words.", media="text/plain"),
}


def _answering(path: str, way: Callable[[Request], Any]) -> Callable[[Request], Any]:
    """An endpoint whose every no has the one shape and stands in the log, by path and code."""

    async def endpoint(request: Request) -> Response:
        try:
            answer: Response = await way(request)
        except Problem as no:
            problem = no
        except BadInput as bad:
            problem = Problem(400, "input/bad", bad.message, field=bad.field)
        except JournalError as away:
            problem = unavailable(away)
        else:
            return answer
        return refused(path, problem)

    return endpoint


async def _health(_: Request) -> Response:
    return in_json({"alive": True})


async def _openapi(_: Request) -> Response:
    return Response(_described(), media_type="application/json")


@cache
def _described() -> bytes:
    """Put together once: it takes as long as fifty sales, and anybody may ask for it."""
    return write(describe(get_args(SiteCommand), get_args(SiteEvent), QUESTIONS))


def _now(site: Site[KenoSite]) -> dict[str, Any]:
    keno, draws = site.state.keno, site.state.draws
    game = keno.games.get(keno.open_game) if keno.open_game is not None else None
    stopped = sorted(draws.stopped)
    on_their_way = sorted(number for number in keno.games if number > draws.published_max)
    return {
        "seq": site.head.seq,
        "keno_day": keno.day.isoformat() if keno.day else None,
        "open": game_key(game) if game else None,
        "closes_at": game.closes_at.isoformat() if game else None,
        "unsettled": [game_key(keno.games[number]) for number in keno.unsettled],
        "stopped": stopped,
        "games": [
            {
                "game": number,
                "name": game_key(keno.games[number]),
                "state": keno.games[number].state.value,
                "stopped": number in stopped,
                "promised": draws.promised.get(number),
                "seal": plain(draws.sealed.get(number)),
            }
            for number in on_their_way
        ],
    }


def _games(site: Site[KenoSite], now: Moment) -> Moment:
    keno, stopped = site.state.keno, len(site.state.draws.stopped)
    game = -1 if keno.open_game is None else keno.open_game
    site.store.head()
    return replace(now, store_up=1, game=game, unsettled=len(keno.unsettled), stopped=stopped)


def _ticket(site: Site[KenoSite], serial: str) -> dict[str, Any] | None:
    """A ticket as it was sold; prizes only of games whose result is out.

    Of paper money that paid for it or came back as change no serial is told: whoever knows one is
    paid for it, and many see a ticket who hold nothing else.
    """
    sold = accepted(site.store, serial)
    if sold is None:
        return None
    serial, published = sold.entry.serial, site.state.draws.published_max
    prizes = prizes_of(site, serial)
    used = tuple(written.replace(one, document="") for one in sold.used)
    change = None if sold.change is None else written.replace(sold.change, serial="")
    return {
        "ticket": EVENTS.plain(written.replace(sold, used=used, change=change)),
        "cancelled": site.store.record("cancelled", serial) is not None,
        "disqualified": disqualified(site, serial),
        "prizes": [PRIZES.plain(won) for game, won in prizes.items() if game <= published],
        "games": {
            game: name
            for game in range(sold.first_game, sold.first_game + sold.entry.games)
            if (name := game_name(site, game))
        },
    }


def _account(site: Site[KenoSite], name: str) -> dict[str, Any] | None:
    keno = site.state.keno
    kept = keno.accounts.get(name)
    if kept is None:
        return None
    return _fields(account_view(kept, keno.care.get(name, Care()), sydney(site.now_us())))


def _some_lines(store: Store, account: str, after: int) -> tuple[list[Posted], bool]:
    """The next lines of an account, whole rows of them, and whether there are more."""
    found = store.lines(account, after, ROWS_MAX)
    if len(found) < ROWS_MAX:
        return found, False
    last = found[-1].place.seq
    whole = [line for line in store.row_lines(last) if line.account == account]
    some = [line for line in found if line.place.seq < last] + whole
    return some, bool(store.lines(account, last, 1))


def _first(found: list[EntryAccepted]) -> list[EntryAccepted]:
    """So many that whoever asks on after the game of the last misses none."""
    last = [one.first_game for one in found[:ROWS_MAX]][-1:]
    rest = takewhile(lambda one: [one.first_game] == last, found[ROWS_MAX:])
    return found[:ROWS_MAX] + list(rest)


def _fields(record: Any) -> dict[str, Any]:
    told = plain(record)
    assert isinstance(told, dict)
    return told


def _game_key(request: Request) -> str:
    return f"{request.path_params['day']}/{request.path_params['number']:03d}"


def _whole(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 18):
        raise Problem(400, "input/bad", "a whole number is needed", field=name)
    return int(text)


def _row(row: Row) -> dict[str, Any]:
    return {
        "seq": row.seq,
        "at_us": row.at_us,
        "id": row.command_id,
        "asked": row.asked.hex(),
        "command": _parse(row.command),
        "events": _parse(row.events),
        "prev_hash": row.prev_hash.hex(),
        "hash": row.hash.hex(),
    }


async def _rows(request: Request, after: int) -> list[Row]:
    ask = web_of(request).sequencer.ask
    return await ask(lambda site: list(islice(site.store.rows(after), ROWS_MAX)))


async def _following(request: Request, after: int) -> AsyncIterator[bytes]:
    """Rows until he leaves, the site stops or its store is away: then he comes again."""
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
