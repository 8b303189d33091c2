"""The public record: statements for anyone who follows, and words of witnesses.

A witness needs no token: its word proves itself by its key. Words are checked here before the
writer sees them, so that strangers who send rubbish hold up no sale and fill no journal. A witness
that is ahead of a site that has just started sends its copy (see `central.site.restore.restart`).
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from eyesdown.central.site.public_record import RecordHead, lines_after
from eyesdown.central.site.restore.restart import Restart, own_lines, signed_here
from eyesdown.central.site.site import Site
from eyesdown.central.site.witness_words import NoteAnswer, NoteSeen, NoteSilence
from eyesdown.central.site.witnessing import Witnessing
from eyesdown.central.witness.bundle import bundle
from eyesdown.display.record import RecordShown, head_shown, record_shown
from eyesdown.draw.follow import BadRecord
from eyesdown.kernel.cite import refusal_json
from eyesdown.kernel.refused import Refused
from eyesdown.rulebooks.central_site.record import refusal
from eyesdown.web.frame.context import Web, web_of
from eyesdown.web.frame.problems import Problem

LOG = logging.getLogger("eyesdown.site")
LINES_MAX = 2000
NEWEST_MAX = 20
"""A follower that lacks more than these reads them on a separate connection: no one who asks for
the whole record again and again holds up a sale."""
PAST_MAX = 2
"""Followers of the past that read at the same time, so that other long questions get their turn."""
START = "eyesdown-start"
"""The header that asks witnesses how far their copies go, after a start."""
WAIT_SECONDS_MAX = 25.0
LOOK_SECONDS = 0.25
"""How often a waiting request looks whether the server stops; a new row wakes it at once."""
WORD_BYTES_MAX = 8192
_UNREADABLE = (msgspec.DecodeError, KeyError, TypeError, ValueError, RecursionError)
CHECKING_MAX = 8
"""Words that are checked at the same time; further ones take their turn in the order they came."""


async def record(request: Request) -> Response:
    """Statements after a number as JSON Lines; waits for the next one if asked to."""
    web = _recorded(request)
    after = _number(request.query_params.get("after", "0"))
    wait = min(_number(request.query_params.get("wait", "0")), WAIT_SECONDS_MAX)
    loop = asyncio.get_running_loop()
    behind, greets = await web.ask_site(lambda site: _behind(web, site, after))
    if behind is not None:
        return behind
    headers = {"cache-control": "no-store"}
    if greets and request.query_params.get("start") != greets:
        wait, headers[START] = 0, greets
    until = loop.time() + wait
    lines: list[bytes] = []
    while True:
        seq = web.sequencer.seq
        if web.sequencer.statements > after:  # most rows are sales, which state nothing
            lines = await _lines_after(request, web, after)
        stopping = getattr(request.app.state, "stopping", lambda: False)
        if lines or loop.time() >= until or stopping():
            break
        await web.sequencer.grown(min(LOOK_SECONDS, until - loop.time()), seq)
    body = b"".join(line + b"\n" for line in lines)
    return Response(body, media_type="application/jsonl", headers=headers)


async def _lines_after(request: Request, web: Web[Any], after: int) -> list[bytes]:
    """The statements after a number; only a few newest ones are read by the writer's thread."""
    if web.sequencer.statements - after <= NEWEST_MAX:
        return await web.ask_site(lambda site: lines_after(site.store, after, NEWEST_MAX))
    async with _turns(request, "past_turns", PAST_MAX):
        return await web.ask_store(lambda store: lines_after(store, after, LINES_MAX))


def _behind(web: Web[Any], site: Site[Any], after: int) -> tuple[Response | None, str]:
    """The response to a follower that is ahead of us, and the start that a witness is to greet."""
    restart = web.restart
    known = site.record if restart is None else restart.known(site.record)
    takes = restart is not None and restart.stated_nothing(site.record)
    start = restart.start if restart is not None and takes else ""
    if after > known.number:
        detail = f"the newest statement here is {known.number}"
        asks = restart.start if restart is not None else ""
        facts = {"head": f"{known}", "start": asks, "late": not takes}
        return _problem(409, detail, code="record/behind", **facts), start
    return None, start if _restarting(web, site) else ""


def _recorded(request: Request) -> Web[Any]:
    """The tenant whose record an address names; a Problem of 404 if it has none."""
    web = web_of(request)
    if web.tenant.witnessed is None:
        raise Problem(404, "record/none", f"{web.tenant.name} draws nothing on a record")
    return web


def _witnessed(web: Web[Any], site: Site[Any]) -> Witnessing:
    assert web.tenant.witnessed is not None
    return web.tenant.witnessed(site.state)


def _record_and_keys(web: Web[Any], site: Site[Any]) -> tuple[str, dict[str, str]]:
    witnessed = _witnessed(web, site)
    return witnessed.record, {**witnessed.keys}


def _restarting(web: Web[Any], site: Site[Any]) -> bool:
    """Whether the site states nothing yet: a witness may still be ahead of its record."""
    keys = _witnessed(web, site).keys
    return web.restart is not None and web.restart.holds_back(site.record, keys)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0


async def take_word(request: Request) -> Response:
    """Put a witness's word on record; 422 with the clause if it is refused.

    No word is turned away because others are being checked: strangers who send a thousand a second
    would keep every witness out. A turn is taken once the body is there, so that a client that
    sends it slowly holds up no one.
    """
    web, body = _recorded(request), await request.body()
    async with _turns(request, "word_turns", CHECKING_MAX):
        if await request.is_disconnected():
            return Response(status_code=400)
        if request.url.path.endswith("/copy"):
            return await _copied(web, body)
        if len(body) > WORD_BYTES_MAX:
            return _problem(413, "a word has at most 8 kB")
        return await _noted(web, body)


def _turns(request: Request, name: str, most: int) -> asyncio.Semaphore:
    """Who may do something long now, for all tenants of the site together."""
    shared = request.app.state
    if not hasattr(shared, name):
        setattr(shared, name, asyncio.Semaphore(most))
    turns: asyncio.Semaphore = getattr(shared, name)
    return turns


async def _copied(web: Web[Any], body: bytes) -> Response:
    """Lines of a witness's copy that we lack, after its signed head."""
    first, *lines = [line for line in body.split(b"\n") if line] or [b""]
    try:
        word = _signed_head(msgspec.json.decode(first))
    except _UNREADABLE as bad:
        return _problem(400, f"not a copy of a witness: {bad}")
    code = await _not_here(web, word, late=True)
    if code:
        return _problem(422, "the copy was refused", code=code, refusals=_refusals(code, word))
    restart = web.restart
    assert restart is not None
    own = await web.ask_store(own_lines)
    record = await web.ask_site(lambda site: site.record)
    late = not restart.stated_nothing(record)
    fault = await asyncio.to_thread(_fault, restart, own, lines, word, record if late else None)
    if late and not fault:
        LOG.error("a witness's copy parts from our record", extra={"head": word["head"]})
    if not fault:
        return JSONResponse({"taken": True})
    LOG.error("a witness's copy does not follow our record", extra={"words": fault})
    code = "record/copy_does_not_follow"
    return _problem(422, fault, code=code, refusals=_refusals(code, word))


def _fault(
    restart: Restart,
    own: list[bytes],
    lines: list[bytes],
    word: dict[str, str],
    late: RecordHead | None,
) -> str:
    """The first line of a copy that does not hold; empty if all of them are kept.

    `late` is our head if we have stated something since the start: then the copy has parted.
    """
    try:
        if late is None:
            restart.follow(own, lines, word)
        else:
            restart.follow_parted(own, lines, word, late)
    except (BadRecord, ValueError) as bad:
        return f"{bad}"
    return ""


def _signed_head(word: dict[str, Any]) -> dict[str, str]:
    """The fields of a signed head as strings; KeyError if one is missing."""
    return {name: str(word[name]) for name in ("witness", "head", "start", "answer")}


async def _not_here(web: Web[Any], word: dict[str, str], *, late: bool = False) -> str:
    """Why a signed head is refused: nothing waits for it, or another signed it."""
    restart = web.restart
    if restart is None:
        return "record/not_restoring"
    if not late and not await web.ask_site(lambda site: restart.stated_nothing(site.record)):
        return "record/not_restoring"
    record, keys = await web.ask_site(lambda site: _record_and_keys(web, site))
    if word["witness"] not in keys:
        return "witness/not_appointed"
    try:
        key = keys[word["witness"]]
        signed = await asyncio.to_thread(signed_here, record, key, restart.start, word)
    except ValueError:
        signed = False
    return "" if signed else "witness/not_its_word"


async def _greeted(web: Web[Any], word: dict[str, str]) -> Response:
    """Note how far a witness's copy goes, if we have its newest statement."""
    code = await _not_here(web, word)
    if code:
        return _problem(422, "the word was refused", code=code, refusals=_refusals(code, word))
    restart = web.restart
    assert restart is not None
    number, _, digest = word["head"].partition(":")
    has = await web.ask_site(lambda site: restart.has(site, _number(number), digest))
    if not has:
        LOG.error("a witness has another record", extra={"head": word["head"]})
        code = "record/copy_does_not_follow"
        return _problem(422, "this head is not of our record", code=code)
    restart.note_here(word["witness"])
    return JSONResponse({"taken": True})


def _refusals(code: str, word: dict[str, str]) -> list[Any]:
    return [refusal_json(refusal(code, about=word["witness"]))]


async def _noted(web: Web[Any], body: bytes) -> Response:
    try:
        word = msgspec.json.decode(body)
        if word["kind"] == "here":
            return await _greeted(web, _signed_head(word))
        command = _command(web.now(), word)
    except _UNREADABLE as bad:
        return _problem(400, f"not a word of a witness: {bad}")
    # Decided twice: first without a row, so that a forged word leaves nothing in the journal.
    events = await web.ask_site(lambda site: _tried(web, site, command))
    if not events:
        return _problem(503, "the site waits for its witnesses after a restart")
    if not isinstance(events[0], Refused):
        events = await web.submit(command)
    if isinstance(events[0], Refused):
        refusals = [refusal_json(refusal) for refusal in events[0].refusals]
        code = events[0].refusals[0].code
        return _problem(422, "the word was refused", code=code, refusals=refusals)
    return JSONResponse({"taken": True})


def _tried(web: Web[Any], site: Site[Any], command: Any) -> tuple[Any, ...]:
    """What would come of a word now; nothing while the site waits for its witnesses."""
    return () if _restarting(web, site) else web.dry_run_now(site, command, web.clock_us())


def _command(now: Any, word: dict[str, Any]) -> Any:
    """The command that a word becomes; what it says is checked when it is decided."""
    text = {name: str(value) for name, value in word.items()}
    match word["kind"]:
        case "seen":
            given = (text["head"], text["previous"], text["time"], text["answer"])
            return NoteSeen(now, text["witness"], *given)
        case "answer":
            place = int(word["place"])
            return NoteAnswer(now, text["witness"], int(text["game"]), place, text["answer"])
        case "silent":
            about = (text["by"], text["witness"], int(text["game"]), int(word["place"]))
            return NoteSilence(now, *about, text["time"], text["previous"], text["answer"])
        case kind:
            raise ValueError(f"unknown kind {kind!r}")


def _problem(status: int, detail: str, **more: Any) -> Response:
    body = {"status": status, "title": "Not taken", "detail": detail, **more}
    return JSONResponse(body, status, media_type="application/problem+json")


def shown(web: Web[Any], site: Site[Any]) -> RecordShown:
    """The newest head, and the promise of the open game with who signed it."""
    head = head_shown(site.record.number, site.record.hash)
    if _restarting(web, site):
        return RecordShown(head, "", (), (), alone=False, restarting=True)
    open_draw = web.tenant.open_draw(site.state)
    taking = None if open_draw is None else _witnessed(web, site).draws.get(open_draw)
    if taking is None:
        return record_shown(head, "", (), ())
    witnesses = [name for name, _ in taking.promise.witnesses]
    promise = taking.promise
    return record_shown(head, promise.commitment, witnesses, taking.signed, slow=promise.slow > 0)


async def record_line(web: Web[Any]) -> str:
    """The record's line for a page: newest head, promise of the open game, who has signed it."""
    return await web.ask_site(lambda site: shown(web, site).words)


async def record_now(request: Request) -> Response:
    """The record's line for pages that stay open."""
    web = _recorded(request)
    line = await web.ask_site(lambda site: shown(web, site))
    body = {"words": line.words, "head": line.head, "promise": line.promise}
    return JSONResponse(body, headers={"cache-control": "no-store"})


async def witness_program(_: Request) -> Response:
    """The witness as one file, to read and to run."""
    headers = {"content-disposition": 'attachment; filename="witness.py"'}
    return PlainTextResponse(bundle(), headers=headers)


def routes_at(prefix: str) -> tuple[Route, ...]:
    """The record's routes below a tenant's address."""
    return (
        Route(f"{prefix}/record", record),
        Route(f"{prefix}/record", take_word, methods=["POST"]),
        Route(f"{prefix}/record/copy", take_word, methods=["POST"]),
        Route(f"{prefix}/record/now", record_now),
    )


ROUTES = (*routes_at(""), Route("/witness.py", witness_program))
