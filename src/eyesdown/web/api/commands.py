"""Commands by HTTP, one or many at a time, each answered after it is on disk."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any

import msgspec
from msgspec import structs
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from eyesdown.central.site.credentials import Credential, Doorkeeper, NotAllowed
from eyesdown.central.site.site import COMMANDS_MAX, Broke, Done, IdTaken, Reply, Submitted
from eyesdown.display.refusals import refusals_shown
from eyesdown.kernel.errors import BadInput, JournalError
from eyesdown.kernel.refused import refusals_in
from eyesdown.web.api.answers import CommandAnswer, CommandRefused, command_refused
from eyesdown.web.api.command_reader import CommandReader, Envelope, opened
from eyesdown.web.api.questions import check_tenant
from eyesdown.web.api.vocabulary import Vocabulary
from eyesdown.web.frame.context import Web, web_in
from eyesdown.web.frame.metrics import Metrics
from eyesdown.web.frame.problems import (
    LOG,
    Problem,
    ProblemJson,
    admitted,
    in_json,
    is_odd,
    refused,
    unavailable,
)
from eyesdown.web.frame.quotas import BURST, EARNED, Quotas, cost_of
from eyesdown.web.frame.signing.places import place_of

BODY_BYTES_MAX = 4_000_000


@dataclass(frozen=True, slots=True)
class Commands:
    """The endpoint of commands, a bare ASGI application: most requests of a site are sales."""

    keeper: Doorkeeper
    vocabulary: Vocabulary
    counted: Metrics
    reader: CommandReader
    quotas: Quotas | None = None
    """How often each token may be refused; None for no limit."""
    strangers: Quotas | None = None
    """How often each address may send no valid token; None for no limit."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one command with its status, or a batch with 200 and an answer for each."""
        try:
            who, web = self._admitted(scope), web_in(scope)
        except TooFast as fast:
            await fast.response()(scope, receive, send)
            return
        except Problem as problem:
            await refused(self.vocabulary.commands_path, problem)(scope, receive, send)
            return
        # Taken off while the request is answered: many connections of one token share its quota.
        self._spend(who, 1.0)
        try:
            response = await self._response(who, web, receive)
        finally:
            self._spend(who, -1.0)
        if response is not None:
            await response(scope, receive, send)

    async def _response(self, who: Credential, web: Web[Any], receive: Receive) -> Response | None:
        """The response to an admitted request; None if no one waits for it any more."""
        try:
            check_tenant(who, web)
            sent = self._opened(who, await _body(receive))
        except Problem as problem:
            return refused(self.vocabulary.commands_path, problem)
        except ClientDisconnect:  # before the end of the body
            return None
        if isinstance(sent, list):
            return in_json(await self._answers(web, who, sent))
        [answer] = await self._answers(web, who, [sent])
        return in_json(answer, _status(answer))

    def _admitted(self, scope: Scope) -> Credential:
        """The credential of a request; TooFast for one that was refused too often.

        Strangers are counted by address, and a till may share its address with them: a valid token
        is admitted whatever they do.
        """
        try:
            who = admitted(self.keeper, scope)
        except Problem:
            client = scope.get("client")
            place = place_of(client[0]) if client and self.strangers else ""
            if place and self.strangers:
                stranger_waits = self.strangers.wait_seconds(place)
                self.strangers.spend(place, 1.0)
                if stranger_waits:
                    raise TooFast(stranger_waits) from None
            raise
        wait = self.quotas.wait_seconds(who.token_sha256) if self.quotas else 0
        if wait:
            raise TooFast(wait)
        return who

    def _opened(self, who: Credential, body: bytes) -> Envelope | list[Envelope | None] | None:
        try:
            return _opened(body)
        except Problem:
            self._spend(who, min(cost_of(len(body)), BURST))  # it leaves no row
            raise

    def _spend(self, who: Credential, cost: float) -> None:
        if self.quotas is not None:
            self.quotas.spend(who.token_sha256, cost)

    async def _answers(
        self, web: Web[Any], who: Credential, envelopes: list[Envelope | None]
    ) -> list[CommandAnswer]:
        """An answer for every command, in order; a problem is an answer, too."""
        began = perf_counter()
        checked: list[Submitted | ProblemJson]
        try:
            checked = [await self._let_in(web, who, envelope) for envelope in envelopes]
        except JournalError as away:  # one wait for the whole batch, not one for each command
            checked = [unavailable(away).body] * len(envelopes)
        ready = [item for item in checked if isinstance(item, Submitted)]
        done = iter(await self._submitted(web, ready))
        self.counted.took(perf_counter() - began)
        answers: list[CommandAnswer] = []
        for envelope, item in zip(envelopes, checked, strict=True):
            if isinstance(item, Submitted):
                kind, answer = type(item.command).__name__, next(done)
            else:
                kind, answer = self.reader.kind_of(envelope), item
            self._count(who, kind, answer)
            size = len(bytes(envelope.command)) if envelope is not None else 0
            refused_by_us = isinstance(answer, ProblemJson) and answer.status < 500
            self._spend(who, cost_of(size) if refused_by_us else -EARNED)
            if isinstance(answer, ProblemJson) and is_odd(answer.code):
                web.counts["odd_amounts"] += 1
                LOG.warning("odd amount", extra={"kind": kind, "role": who.role})
            answers.append(answer)
        return answers

    async def _submitted(self, web: Web[Any], ready: list[Submitted]) -> list[CommandAnswer]:
        """The answers to commands that the door let in, after they are on disk."""
        try:
            replies = await web.sequencer.submit_all(ready)
        except JournalError as away:
            return [unavailable(away).body] * len(ready)
        answers = []
        for submitted, reply in zip(ready, replies, strict=True):
            answer = self._answer(submitted.command_id, reply)
            if self.vocabulary.has_screen(submitted.command, answer):
                answer = structs.replace(answer, screen=await self._screen(web, submitted.command))
            answers.append(answer)
        return answers

    async def _let_in(
        self, web: Web[Any], who: Credential, envelope: Envelope | None
    ) -> Submitted | ProblemJson:
        """A command ready for the sequencer, or why the door turned it away."""
        try:
            command_id, command, as_sent = self.reader.read(envelope)
            tenant = web.tenant
            ready = tenant.admit(who, command)
            if tenant.needs_site(ready):
                ready = await web.ask_site(lambda site: tenant.complete(site, who, ready))
            await web.work_ahead(ready)
            return Submitted(command_id, ready, as_sent)
        except NotAllowed as error:
            return Problem(403, error.code, error.message).body
        except BadInput as bad:
            return Problem(400, "input/bad", bad.message, field=bad.field).body

    async def _screen(self, web: Web[Any], command: Any) -> Any:
        """What the person sees with the answer; None if the store has become unavailable."""
        screen = self.vocabulary.screen
        assert screen is not None
        try:
            return await web.ask_state(lambda state: screen(state, command))
        except JournalError:  # the command itself is on disk and is answered
            return None

    def _answer(self, command_id: str, reply: Reply) -> CommandAnswer:
        """The site's reply as the API answers it: events, or a problem with every refusal."""
        match reply:
            case IdTaken(seq=seq):
                return Problem(409, "command/id_taken", f"row {seq} has this id").body
            case Broke():
                LOG.error("broke", extra={"words": reply.words})
                return Problem(500, "site/broke", "our own mistake; nothing was done").body
            case Done(events=events):
                refusals = refusals_in(events)
                if refusals:
                    shown = refusals_shown(refusals)
                    return command_refused(self.vocabulary.refused, command_id, reply.seq, shown)
                written = msgspec.Raw(reply.written)
                return self.vocabulary.done(
                    id=command_id, seq=reply.seq, again=reply.again, events=written
                )

    def _count(self, who: Credential, kind: str, answer: CommandAnswer) -> None:
        self.counted.answered(kind, _status(answer))
        if isinstance(answer, ProblemJson):
            more: dict[str, Any] = {"kind": kind, "role": who.role, "code": answer.code}
            if isinstance(answer, CommandRefused):
                more["seq"] = answer.seq
            LOG.info("refused", extra=more)


class TooFast(Exception):
    """The client has used up its quota; nothing of its request was read."""

    def __init__(self, wait: int) -> None:
        super().__init__("door/slow_down")
        self.wait = wait

    def response(self) -> Response:
        """A 429 that is not logged: a flood must not fill the log, either."""
        detail = f"too much of what you sent was refused; wait {self.wait} seconds"
        response = in_json(Problem(429, "door/slow_down", detail).body, 429)
        response.raw_headers.append((b"retry-after", b"%d" % self.wait))
        return response


def _status(answer: CommandAnswer) -> int:
    return answer.status if isinstance(answer, ProblemJson) else 200


def _opened(body: bytes) -> Envelope | list[Envelope | None] | None:
    try:
        envelopes = opened(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as bad:
        raise Problem(400, "input/bad", f"not JSON: {bad}", field="json") from bad
    if isinstance(envelopes, list) and len(envelopes) > COMMANDS_MAX:
        raise Problem(400, "input/bad", f"at most {COMMANDS_MAX} commands at once")
    return envelopes


async def _body(receive: Receive) -> bytes:
    """The request's body; one that is too long is not read to its end."""
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
