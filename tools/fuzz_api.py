"""Call the JSON API with whatever its own description allows, and with what it does not.

    python tools/fuzz_api.py --calls 100000 --tenant hall

schemathesis makes the calls from our OpenAPI document, a whole site in memory answers them. Words
and numbers that mean something to that site are put in now and then, so that commands get past the
door. No answer may be a 500; each must be one that the description names, in the one
shape of a refusal, and every refusal must be in the log.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from rich.console import Console
from rich.progress import Progress
from schemathesis import GenerationMode

from eyesdown.central.site.credentials import INSPECTOR
from eyesdown.proof.times import times
from eyesdown.web.api.openapi import describe
from eyesdown.web.api.vocabulary import Vocabulary
from eyesdown.web.frame.problems import LOG
from eyesdown.web.keno.api.vocabulary import KENO
from fuzz_targets import TARGETS, KenoTarget, Target

STREAM = "/journal/follow"
CALLS_A_GAME = 200
CALLS_A_SALE = 10
SERIALS_KEPT = 50
EXAMPLE_MAX = 3000
CALLS_AT_ONCE_MIN = 10
"""The first few examples of anything are its plainest ones."""


class _Log(logging.Handler):
    """Counts refusals, and collects the site's messages about its own mistakes."""

    def __init__(self) -> None:
        super().__init__()
        self.refusals = 0
        self.words = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.refusals += record.getMessage() == "refused"
        self.words = getattr(record, "words", self.words)


def _token(role: str) -> dict[str, str]:
    return {"authorization": f"Bearer token of {role}"}


@dataclass(slots=True)
class Fuzzer:
    """Sends calls and looks at the answers."""

    target: Target
    dice: random.Random
    log: _Log = field(default_factory=_Log)
    calls: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    wrong: dict[str, str] = field(default_factory=dict)
    events: Counter[str] = field(default_factory=Counter)
    serials: list[str] = field(default_factory=list)

    def send(self, case: Any, documented: Mapping[str, Any]) -> None:
        """One call, as it was made or with words that this site knows."""
        asked = case.as_transport_kwargs()
        if "json" in asked and self.dice.random() < 0.7:
            asked["json"] = self._sensible(self._knowing(asked["json"]))
        role = self._role(asked.get("json"), case.path)
        headers = {} if role is None else _token(role)
        self.calls += 1
        refusals_before = self.log.refusals
        try:
            answer = self.target.call(
                case.method,
                str(asked["url"]).replace("http://127.0.0.1", "").replace("http://localhost", ""),
                params=asked.get("params"),
                headers=headers,
                content=_raw(asked.get("json")),
            )
        except Exception as bug:  # noqa: BLE001 -- whatever it is, it is what we look for
            trouble = f"{type(bug).__name__}: {bug}"
        else:
            self.answers[f"{answer.status_code}"] += 1
            trouble = self._trouble(answer, documented, self.log.refusals - refusals_before)
        if trouble:
            body = json.dumps(asked.get("json"))[:EXAMPLE_MAX]
            self.wrong.setdefault(trouble, f"{case.method} {asked['url']} as {role}: {body}")
        if self.calls % CALLS_A_SALE == 0:
            self._go_on()
        if self.calls % CALLS_A_GAME == 0:
            self.target.play()

    def _go_on(self) -> None:
        """An honest command in between, so that there is something to ask about."""
        honest = self.target.honest(self.dice)
        if honest is None:
            return
        role, command = honest
        body = {"id": f"honest/{self.calls}", "command": command}
        path = self.target.vocabulary.commands_path
        answer = self.target.call("POST", path, content=_raw(body), headers=_token(role))
        self._keep([answer.json()])

    def _role(self, body: Any, path: str) -> str | None:
        """Mostly a role that may ask for this, now and then any role, or none."""
        command = body.get("command") if isinstance(body, dict) else None
        kind = command.get("type") if isinstance(command, dict) else None
        allowed = self.target.allowed
        may: list[str | None] = [
            role for role, kinds in allowed.items() if kind in [each.__name__ for each in kinds]
        ]
        if path.endswith(STREAM):
            may = [role for role in allowed if role != INSPECTOR]  # it has no end
        elif self.dice.random() < 0.15:
            may = [*allowed, None]
        return self.dice.choice(may or list(allowed))

    def _sensible(self, body: Any) -> Any:
        command = body.get("command") if isinstance(body, dict) else None
        if not isinstance(command, dict):
            return body
        return {**body, "command": self.target.sensible(self.dice, command)}

    def _knowing(self, value: Any) -> Any:
        """The same shape, with some of its words and numbers replaced by known ones."""
        match value:
            case dict():
                return {key: self._word(key, self._knowing(one)) for key, one in value.items()}
            case list():
                return [self._knowing(one) for one in value]
            case bool() | float() | None | str():
                return value
            case int():
                return self.dice.choice((value, 0, 1, 2, 3, 5, 10, 20, 100, 500, 4000))
        return value

    def _word(self, key: str, value: Any) -> Any:
        if not isinstance(value, str) or key == "type" or self.dice.random() < 0.2:
            return value
        if key == "id":
            return f"fuzz/{self.dice.randrange(10**9)}"
        known = self.target.words(self.dice, self.serials)
        return known.get(key, self.dice.choice((value, "a", "b")))  # so that names meet again

    def _trouble(self, answer: httpx.Response, documented: Mapping[str, Any], logged: int) -> str:
        """What is wrong with an answer; nothing when all is well."""
        status, media = answer.status_code, answer.headers.get("content-type", "")
        if status == 404 and media.startswith("text/plain"):
            return ""  # there is no such path at all
        if str(status) not in documented:
            return f"{status} is not in the description ({self.log.words})"
        if not media.startswith(tuple(documented[str(status)]["content"])):
            return f"a {status} as {media}"
        if "json" not in media:
            return ""
        body = answer.json()
        bodies = body if isinstance(body, list) else [body]
        refusals = [
            one for one in bodies if isinstance(one, dict) and one.get("status", 200) >= 400
        ]
        for no in refusals:
            if no["status"] == 500:
                return f"500 {self.log.words}"
            if not no.get("code"):
                return f"a {no['status']} without a code"
        self._keep(bodies)
        return f"{len(refusals)} refusals, {logged} in the log" if len(refusals) != logged else ""

    def _keep(self, bodies: list[Any]) -> None:
        for one in bodies:
            for event in one.get("events", ()) if isinstance(one, dict) else ():
                self.events[event["type"]] += 1
                entry = event.get("entry")
                serial = entry.get("serial") if isinstance(entry, dict) else None
                if serial and serial not in self.serials:
                    self.serials = [*self.serials, serial][-SERIALS_KEPT:]


def _raw(body: Any) -> bytes | None:
    return None if body is None else json.dumps(body).encode("utf-8", "surrogatepass")


def documents(vocabulary: Vocabulary = KENO) -> Iterator[dict[str, Any]]:
    """Our description, cut into small ones: a kind of command each, then the questions."""
    whole = json.loads(json.dumps(describe(vocabulary)))
    known = whole["components"]["schemas"]
    post = whole["paths"].pop(vocabulary.commands_path)["post"]
    one = known["GivenCommand"]
    kinds = [kind["$ref"] for kind in one["properties"]["command"]["oneOf"]]
    for kind in kinds:
        only = {**one, "properties": {**one["properties"], "command": {"$ref": kind}}}
        body = {"oneOf": [only, {"type": "array", "items": only, "maxItems": 3}]}
        content = {"application/json": {"schema": body}}
        asked = {**post, "requestBody": {"required": True, "content": content}}
        yield _document(whole, {vocabulary.commands_path: {"post": asked}}, known)
    for path, question in whole["paths"].items():
        yield _document(whole, {path: question}, known)


def _document(whole: Any, paths: Any, known: Any) -> dict[str, Any]:
    """A description of these paths, with no schema that they do not use."""
    used: dict[str, Any] = {}
    waiting = [paths]
    while waiting:
        for part in json.dumps(waiting.pop()).split('"#/components/schemas/')[1:]:
            name = part.partition('"')[0]
            if name not in used:
                used[name] = known[name]
                waiting.append(known[name])
    return {
        "openapi": whole["openapi"],
        "info": whole["info"],
        "paths": paths,
        "components": {"schemas": used},
    }


def fuzz(
    calls: int,
    start: int = 1,
    progress: Callable[[int], object] = lambda _: None,
    kind: type[Target] = KenoTarget,
) -> Fuzzer:
    """Make `calls` calls, spread over every command and every question, allowed and not."""
    level, propagates = LOG.level, LOG.propagate
    parts = list(documents(kind.vocabulary))
    with asyncio.Runner() as runner:
        target = kind(runner)
        fuzzer = Fuzzer(target, random.Random(start))  # noqa: S311 -- made-up calls, not a draw
        LOG.addHandler(fuzzer.log)
        LOG.setLevel(logging.INFO)
        LOG.propagate = False
        try:
            for turn in count(start):
                fuzzer.dice.shuffle(parts)
                share = max(CALLS_AT_ONCE_MIN, (calls - fuzzer.calls) // (2 * len(parts)))
                for document in parts:
                    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                        _fuzz_one(fuzzer, document, mode, share, turn)
                    progress(fuzzer.calls)
                    if fuzzer.calls >= calls:
                        return fuzzer
        finally:
            LOG.removeHandler(fuzzer.log)
            LOG.setLevel(level)
            LOG.propagate = propagates
            target.stop()
    raise AssertionError("counting has no end")


def _fuzz_one(
    fuzzer: Fuzzer, document: dict[str, Any], mode: GenerationMode, many: int, start: int
) -> None:
    schema = schemathesis.openapi.from_dict(document)
    [(path, methods)] = document["paths"].items()
    [(method, described)] = methods.items()

    @seed(start)
    @settings(
        max_examples=many,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=schema[path][method].as_strategy(generation_mode=mode))
    def calling(case: Any) -> None:
        fuzzer.send(case, described["responses"])

    with suppress(Unsatisfiable):  # a question without parameters cannot be asked wrongly
        calling()


def main() -> int:
    parser = argparse.ArgumentParser(description="Call the API with anything there is.")
    parser.add_argument("--calls", type=times, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tenant", choices=tuple(TARGETS), default="keno")
    options = parser.parse_args()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("calls", total=options.calls)
        kind = TARGETS[options.tenant]
        found = fuzz(options.calls, options.seed, lambda n: bar.update(task, completed=n), kind)
    statuses = ", ".join(f"{many:,} × {status}" for status, many in sorted(found.answers.items()))
    print(
        f"{found.calls:,} calls: {statuses}; {len(found.events)} kinds of event, "
        f"{len(found.wrong)} of trouble"
    )
    for trouble, call in found.wrong.items():
        print(f"- {trouble}\n  {call}")
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
