"""Commands by HTTP, one or many at a time, each answered after it is on disk."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from eyesdown.central.keno.door import LOOKED_AT, KenoDoor, looked_at
from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.recall import replays
from eyesdown.central.site.door import Credential, Doorkeeper, NotAllowed
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.site import COMMANDS_MAX, Broke, Done, IdTaken, Reply, Submitted
from eyesdown.kernel.cite import refusal_json
from eyesdown.kernel.errors import BadInput, JournalError
from eyesdown.rulebook.advice import advice
from eyesdown.web.api.command_reader import Envelope, kind_of, opened, read
from eyesdown.web.api.screens import has_screen, screen
from eyesdown.web.counter.words import in_our_words
from eyesdown.web.frame.metrics import Metrics
from eyesdown.web.frame.problems import LOG, Problem, admitted, in_json, refused, unavailable

PATH = "/api/commands"
BODY_BYTES_MAX = 4_000_000


@dataclass(frozen=True, slots=True)
class Commands:
    """The route that most requests take, so nothing stands between it and the bytes."""

    keeper: Doorkeeper
    door: KenoDoor
    counted: Metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            who = admitted(self.keeper, scope)
            asked = _opened(await _body(receive))
        except Problem as no:
            answer = refused(PATH, no)
        except ClientDisconnect:  # in the middle of his sentence: there is nobody to answer
            return
        else:
            sequencer = scope["app"].state.web.sequencer
            if isinstance(asked, list):
                answer = in_json(await self._answers(sequencer, who, asked))
            else:
                [told] = await self._answers(sequencer, who, [asked])
                answer = in_json(told, told.get("status", 200))
        await answer(scope, receive, send)

    async def _answers(
        self, sequencer: Sequencer[KenoSite], who: Credential, asked: list[Envelope | None]
    ) -> list[dict[str, Any]]:
        """Every command's answer, in order; whatever went wrong is an answer too."""
        began = perf_counter()
        tried: list[Submitted | dict[str, Any]]
        try:
            tried = [await self._let_in(sequencer, who, envelope) for envelope in asked]
        except JournalError as away:  # whoever asks for many does not wait for each
            tried = [unavailable(away).body] * len(asked)
        ready = [one for one in tried if isinstance(one, Submitted)]
        try:
            replies = await sequencer.submit_all(ready)
        except JournalError as away:
            told = [unavailable(away).body] * len(ready)
        else:
            told = [_told(one.command_id, reply) for one, reply in zip(ready, replies, strict=True)]
            for sent, answer in zip(ready, told, strict=True):
                if has_screen(sent.command, answer):
                    answer["screen"] = await _screen(sequencer, sent.command)
        self.counted.took(perf_counter() - began)
        bodies, left = [], iter(told)
        for envelope, one in zip(asked, tried, strict=True):
            if isinstance(one, Submitted):
                kind, body = type(one.command).__name__, next(left)
            else:
                kind, body = kind_of(envelope), one
            self._count(who, kind, body)
            bodies.append(body)
        return bodies

    async def _let_in(
        self, sequencer: Sequencer[KenoSite], who: Credential, envelope: Envelope | None
    ) -> Submitted | dict[str, Any]:
        """A command on its way to the sequencer, or why the door turned it away."""
        try:
            command_id, command, asked = read(envelope)
            ready = self.door.let_in(who, command)
            if type(ready) in LOOKED_AT or replays(ready):
                ready = await sequencer.ask(lambda site: looked_at(site, who, ready))
            return Submitted(command_id, ready, asked)
        except NotAllowed as no:
            return Problem(403, no.code, no.message).body
        except BadInput as bad:
            return Problem(400, "input/bad", bad.message, field=bad.field).body

    def _count(self, who: Credential, kind: str, body: dict[str, Any]) -> None:
        status = body.get("status", 200)
        self.counted.answered(kind, status)
        if status != 200:
            more = {"kind": kind, "role": who.role, "code": body["code"]}
            LOG.info("refused", extra=more | ({"seq": body["seq"]} if "seq" in body else {}))


async def _screen(sequencer: Sequencer[KenoSite], command: Any) -> Any:
    try:
        return await sequencer.ask(lambda site: screen(site.state, command))
    except JournalError:  # the answer itself is on disk and goes out
        return None


def _opened(body: bytes) -> Envelope | list[Envelope | None] | None:
    try:
        asked = opened(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as bad:
        raise Problem(400, "input/bad", f"not JSON: {bad}", field="json") from bad
    if isinstance(asked, list) and len(asked) > COMMANDS_MAX:
        raise Problem(400, "input/bad", f"at most {COMMANDS_MAX} commands at once")
    return asked


async def _body(receive: Receive) -> bytes:
    """The request's body; too much of it is not even read to its end."""
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        part = message.get("body", b"")
        size += len(part)
        if size > BODY_BYTES_MAX:
            raise Problem(413, "input/too_long", f"at most {BODY_BYTES_MAX:,} bytes at once")
        parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts)


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
                first, *others = (
                    {**refusal_json(no), "detail": in_our_words(no), "next": advice()[no.code]}
                    for no in refusals
                )
                return {
                    **Problem(422, refusals[0].code).body,
                    **first,
                    "also": others,
                    "id": name,
                    "seq": reply.seq,
                }
            told = msgspec.Raw(reply.written)
            return {"id": name, "seq": reply.seq, "again": reply.again, "events": told}
