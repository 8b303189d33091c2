"""The JSON API: every command and every question, for terminals and the office's own programs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from time import perf_counter
from typing import Any, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from eyesdown.central.door import Credential, Doorkeeper, DoorRole, NotAllowed
from eyesdown.central.keno import (
    COMMANDS,
    EVENTS,
    PRIZES,
    KenoSite,
    SiteCommand,
    SiteEvent,
    game_key,
)
from eyesdown.central.keno_door import KenoDoor
from eyesdown.central.recall import accepted, prizes_of, recalled
from eyesdown.central.sequencer import Sequencer
from eyesdown.central.serials import tidy
from eyesdown.central.site import COMMANDS_MAX, Broke, Done, IdTaken, Reply, Site, Submitted
from eyesdown.kernel.canon import plain
from eyesdown.kernel.cite import as_json
from eyesdown.kernel.errors import BadInput, JournalError
from eyesdown.ledger.books import shown
from eyesdown.ledger.chart import kind_of
from eyesdown.ledger.statement import accounts_of_venue, statement
from eyesdown.web.context import web_of
from eyesdown.web.metrics import MEDIA, Metrics, Moment
from eyesdown.web.openapi import SET_BY_THE_SITE, Question, describe

LOG = logging.getLogger("eyesdown.api")
BODY_BYTES_MAX = 4_000_000
ROWS_MAX = 1000
FOLLOW_SECONDS = 0.05
PING_SECONDS = 15.0

_NOT_YET = "1970-01-01T00:00:00+00:00"  # until the site puts its own time in
_write = msgspec.json.Encoder().encode
_write_sorted = msgspec.json.Encoder(order="sorted").encode
_parse = msgspec.json.Decoder().decode


class Problem(Exception):
    """A no of the API: what it is, in the one shape."""

    def __init__(self, status: int, code: str, detail: str = "", **facts: Any) -> None:
        super().__init__(code)
        self.status = status
        self.body = {"code": code, "status": status, "detail": detail, **facts}


def _json(body: Any, status: int = 200) -> Response:
    media = "application/json" if status < 400 else "application/problem+json"
    headers = {"retry-after": "1"} if status == 503 else None
    return Response(_write(body), status, headers, media)


@dataclass(slots=True)
class Api:
    """The door, its keeper, and what has been counted since the start."""

    keeper: Doorkeeper
    door: KenoDoor
    counted: Metrics = field(default_factory=Metrics)

    # --- commands ---------------------------------------------------------------------------------

    async def commands(self, request: Request) -> Response:
        who = self._who(request)
        raw = await _body(request)
        sequencer = web_of(request).sequencer
        if isinstance(raw, list):
            if len(raw) > COMMANDS_MAX:
                raise Problem(400, "input/bad", f"at most {COMMANDS_MAX} commands at once")
            return _json(await self._answers(sequencer, who, raw))
        [body] = await self._answers(sequencer, who, [raw])
        return _json(body, body.get("status", 200))

    async def _answers(
        self, sequencer: Sequencer[KenoSite], who: Credential, raws: list[Any]
    ) -> list[dict[str, Any]]:
        """Every command's answer, in order; whatever went wrong is an answer too."""
        began = perf_counter()
        asked = [await self._let_in(sequencer, who, raw) for raw in raws]
        ready = [one for one in asked if isinstance(one, Submitted)]
        try:
            replies = iter(await sequencer.submit_all(ready))
            bodies = [
                _told(one.command_id, next(replies)) if isinstance(one, Submitted) else one
                for one in asked
            ]
        except JournalError as away:
            no = Problem(503, "site/unavailable", str(away)).body
            bodies = [no if isinstance(one, Submitted) else one for one in asked]
        self.counted.took(perf_counter() - began)
        for raw, body in zip(raws, bodies, strict=True):
            self._count(who, raw, body)
        return bodies

    async def _let_in(
        self, sequencer: Sequencer[KenoSite], who: Credential, raw: Any
    ) -> Submitted | dict[str, Any]:
        """A command on its way to the sequencer, or why the door turned it away."""
        try:
            name, asked = _asked(raw)
            command = COMMANDS.of_plain({"at": _NOT_YET, **asked})
            ready = await recalled(sequencer, self.door.let_in(who, command))
            return Submitted(name, ready, _write_sorted(asked))
        except NotAllowed as no:
            return Problem(403, no.code, no.message).body
        except BadInput as bad:
            return Problem(400, "input/bad", bad.message, field=bad.field).body
        except JournalError as away:
            return Problem(503, "site/unavailable", str(away)).body

    def _count(self, who: Credential, raw: Any, body: dict[str, Any]) -> None:
        status = body.get("status", 200)
        command = raw.get("command") if isinstance(raw, dict) else None
        kind = command.get("type") if isinstance(command, dict) else None
        known = kind if isinstance(kind, str) and kind in _KINDS else "?"
        self.counted.answered(known, status)
        if status != 200:
            LOG.info("refused", extra={"kind": known, "role": who.role, "code": body["code"]})

    def _who(self, request: Request, *roles: DoorRole) -> Credential:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        who = self.keeper.admit(token) if scheme.lower() == "bearer" else None
        if who is None:
            raise Problem(401, "door/unknown", "a token of this site is needed")
        if roles and who.role not in roles:
            raise Problem(403, "door/not_your_role", f"this is for {', '.join(roles)}")
        return who

    # --- questions --------------------------------------------------------------------------------

    async def now(self, request: Request) -> Response:
        return _json(await web_of(request).sequencer.ask(_now))

    async def result(self, request: Request) -> Response:
        key = f"{request.path_params['day']}/{request.path_params['number']:03d}"
        row = await web_of(request).sequencer.ask(lambda site: site.store.record("result", key))
        if row is None:
            raise Problem(404, "result/unknown", f"no result of {key} has been published")
        return Response(row.body, media_type="application/json")

    async def ticket(self, request: Request) -> Response:
        serial = request.path_params["serial"]
        if not self.door.serials.genuine(serial):
            raise Problem(404, "ticket/not_genuine", "this serial was never issued here")
        found = await web_of(request).sequencer.ask(lambda site: _ticket(site, tidy(serial)))
        if found is None:
            raise Problem(404, "ticket/unknown", "no such ticket is on record")
        return _json(found)

    async def balances(self, request: Request) -> Response:
        self._who(request, DoorRole.OFFICE, DoorRole.INSPECTOR)
        at = _whole(request, "at")
        found = await web_of(request).sequencer.ask(lambda site: site.store.balances(at))
        rows = {name: plain(shown(name, value)) for name, value in sorted(found.items())}
        return _json({"at": at, "balances": rows})

    async def statement(self, request: Request) -> Response:
        account = request.path_params["account"]
        who = self._who(request, DoorRole.OFFICE, DoorRole.INSPECTOR, DoorRole.WRITER)
        if who.role is DoorRole.WRITER and account not in accounts_of_venue(who.venue):
            raise Problem(403, "door/not_your_venue", f"this terminal belongs to {who.venue}")
        if kind_of(account) is None:
            raise Problem(404, "account/unknown", f"{account} is not on the chart")
        after = _whole(request, "after") or 0

        def question(site: Site[KenoSite]) -> Any:
            opening = site.store.balances(after).get(account, 0)
            return plain(statement(account, site.store.lines(account, after), opening))

        return _json(await web_of(request).sequencer.ask(question))

    async def journal(self, request: Request) -> Response:
        self._who(request, DoorRole.INSPECTOR)
        after = _whole(request, "after") or 0
        return _json([_row(row) for row in await _rows(request, after)])

    async def follow(self, request: Request) -> Response:
        """The journal as it grows, from a row on; `Last-Event-ID` takes up where a line broke."""
        self._who(request, DoorRole.INSPECTOR)
        last = request.headers.get("last-event-id", "")
        after = int(last) if last.isdecimal() else _whole(request, "after") or 0
        return StreamingResponse(_following(request, after), media_type="text/event-stream")

    # --- how it goes ------------------------------------------------------------------------------

    async def ready(self, request: Request) -> Response:
        seq = await web_of(request).sequencer.ask(lambda site: site.store.head().seq)
        return _json({"ready": True, "seq": seq})

    async def metrics(self, request: Request) -> Response:
        sequencer = web_of(request).sequencer
        feed = getattr(request.app.state, "board_feed", None)
        displays = 0 if feed is None else feed.watching
        now = Moment(sequencer.seq, sequencer.waiting, displays)
        with suppress(JournalError):  # a store that is away is told of, too
            now = await sequencer.ask(lambda site: _games(site, now))
        return Response(self.counted.text(now), media_type=MEDIA)

    def routes(self) -> list[Route]:
        """Every route of the API, each answering trouble in the one shape."""
        ways: list[tuple[str, str, Callable[[Request], Any]]] = [
            ("POST", "/api/commands", self.commands),
            ("GET", "/api/now", self.now),
            ("GET", "/api/results/{day}/{number:int}", self.result),
            ("GET", "/api/tickets/{serial}", self.ticket),
            ("GET", "/api/books/balances", self.balances),
            ("GET", "/api/books/statements/{account:path}", self.statement),
            ("GET", "/api/journal", self.journal),
            ("GET", "/api/journal/follow", self.follow),
            ("GET", "/api/openapi.json", _openapi),
            ("GET", "/health", _health),
            ("GET", "/ready", self.ready),
            ("GET", "/metrics", self.metrics),
        ]
        return [Route(path, _answering(path, way), methods=[method]) for method, path, way in ways]


_KINDS = frozenset(one.__name__ for one in get_args(SiteCommand))

QUESTIONS: dict[str, Question] = {
    "/api/now": Question("The open game, and games on their way to a result.", (503,)),
    "/api/results/{day}/{number}": Question("A published result with its proof.", (404, 503)),
    "/api/tickets/{serial}": Question(
        "A ticket with its prizes, for whoever holds its serial.", (404, 503)
    ),
    "/api/books/balances": Question(
        "Every balance, now or after row `at`; office and inspector.", (400, 401, 403, 503), "at"
    ),
    "/api/books/statements/{account}": Question(
        "An account's lines after row `after`; a writer: his own.",
        (400, 401, 403, 404, 503),
        "after",
    ),
    "/api/journal": Question(
        "Rows of the journal after row `after`; inspector.", (400, 401, 403, 503), "after"
    ),
    "/api/journal/follow": Question(
        "The journal as it grows, as server-sent events; inspector.",
        (400, 401, 403),
        "after",
        "text/event-stream",
    ),
    "/health": Question("The process lives."),
    "/ready": Question("The store answers.", (503,)),
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
            problem = Problem(503, "site/unavailable", str(away))
        else:
            return answer
        LOG.info("refused", extra={"path": path, "code": problem.body["code"]})
        return _json(problem.body, problem.status)

    return endpoint


async def _health(_: Request) -> Response:
    return _json({"alive": True})


async def _openapi(_: Request) -> Response:
    return _json(describe(get_args(SiteCommand), get_args(SiteEvent), QUESTIONS))


async def _body(request: Request) -> Any:
    """The request's JSON; too much of it is not even read to its end."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > BODY_BYTES_MAX:
            raise Problem(413, "input/too_long", f"at most {BODY_BYTES_MAX:,} bytes at once")
        parts.append(part)
    try:
        return _parse(b"".join(parts))
    except (msgspec.DecodeError, RecursionError) as bad:
        raise Problem(400, "input/bad", f"not JSON: {bad}", field="json") from bad


def _asked(raw: Any) -> tuple[str, dict[str, Any]]:
    if not isinstance(raw, dict) or raw.keys() != {"id", "command"}:
        raise BadInput("command", "an object with id and command is needed")
    if not isinstance(raw["id"], str):
        raise BadInput("id", "a text is needed")
    if not isinstance(raw["command"], dict):
        raise BadInput("command", "an object is needed")
    for ours in SET_BY_THE_SITE:
        if ours in raw["command"]:
            raise BadInput(f"command.{ours}", "is set by the site")
    return raw["id"], raw["command"]


def _told(name: str, reply: Reply) -> dict[str, Any]:
    """A reply in JSON words: events, or the problem that the first refusal is."""
    match reply:
        case IdTaken(seq=seq):
            return Problem(409, "command/id_taken", f"row {seq} has this id").body
        case Broke():
            LOG.error("broke", extra={"words": reply.words})
            return Problem(500, "site/broke", "our own mistake; nothing was done").body
        case Done(events=events):
            refusals = [no for event in events for no in getattr(event, "refusals", ())]
            if refusals:
                first, *others = (as_json(no) for no in refusals)
                return {
                    **Problem(422, str(first["code"])).body,
                    **first,
                    "also": others,
                    "id": name,
                    "seq": reply.seq,
                }
            told = msgspec.Raw(reply.written)
            return {"id": name, "seq": reply.seq, "again": reply.again, "events": told}


def _now(site: Site[KenoSite]) -> dict[str, Any]:
    keno = site.state.keno
    game = keno.games.get(keno.open_game) if keno.open_game is not None else None
    return {
        "seq": site.head.seq,
        "keno_day": keno.day.isoformat() if keno.day else None,
        "open": game_key(game) if game else None,
        "closes_at": game.closes_at.isoformat() if game else None,
        "unsettled": [game_key(keno.games[number]) for number in keno.unsettled],
        "stopped": sorted(site.state.draws.stopped),
    }


def _games(site: Site[KenoSite], now: Moment) -> Moment:
    keno, stopped = site.state.keno, len(site.state.draws.stopped)
    game = -1 if keno.open_game is None else keno.open_game
    site.store.head()
    return replace(now, store_up=1, game=game, unsettled=len(keno.unsettled), stopped=stopped)


def _ticket(site: Site[KenoSite], serial: str) -> dict[str, Any] | None:
    """A ticket as it was sold; prizes only of games whose result is out."""
    sold = accepted(site.store, serial)
    if sold is None:
        return None
    serial, published = sold.entry.serial, site.state.draws.published_max
    prizes = prizes_of(site, serial)
    return {
        "ticket": EVENTS.plain(sold),
        "cancelled": site.store.record("cancelled", serial) is not None,
        "prizes": [PRIZES.plain(won) for game, won in prizes.items() if game <= published],
    }


def _whole(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 18):
        raise Problem(400, "input/bad", "a whole number is needed", field=name)
    return int(text)


def _row(row: Any) -> dict[str, Any]:
    return {
        "seq": row.seq,
        "at_us": row.at_us,
        "id": row.command_id,
        "command": _parse(row.command),
        "events": _parse(row.events),
        "prev_hash": row.prev_hash.hex(),
        "hash": row.hash.hex(),
    }


async def _rows(request: Request, after: int) -> list[Any]:
    ask = web_of(request).sequencer.ask
    return await ask(lambda site: list(islice(site.store.rows(after), ROWS_MAX)))


async def _following(request: Request, after: int) -> AsyncIterator[bytes]:
    waited = 0.0
    while not await request.is_disconnected():
        rows = await _rows(request, after) if web_of(request).sequencer.seq > after else []
        for row in rows:
            yield b"id: %d\ndata: %s\n\n" % (row.seq, _write(_row(row)))
            after = row.seq
        if not rows:
            await asyncio.sleep(FOLLOW_SECONDS)
            waited += FOLLOW_SECONDS
            if waited >= PING_SECONDS:
                waited = 0.0
                yield b": still here\n\n"
