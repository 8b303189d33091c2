"""A live run: kills, cuts and a wrong clock; afterwards all that was written down must agree."""

from __future__ import annotations

import json
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from eyesdown.central.keno.machine import EVENTS, machine
from eyesdown.central.site.public_record import head_of, lines_after
from eyesdown.central.site.sealing import ResultPublished
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import Store
from eyesdown.central.store.connect import open_store
from eyesdown.central.witness.folder import WORDS
from eyesdown.central.witness.run import compare
from eyesdown.draw.follow import BadRecord, Follower
from eyesdown.draw.proof import proof_of
from eyesdown.draw.statements import Statement
from eyesdown.kernel.errors import EyesdownError
from eyesdown.proof.fairness.processes import START_SECONDS, Run
from eyesdown.proof.fairness.record_attacks import verified

NAMES, FAST = ("Ada", "Eve", "Bob", "Cho"), "Eve"
"""Eve's clock is an hour fast. Her signed appointment shows it, so no promise names her."""
STEPS = ("promise", "seen", "seal", "reveal", "answer", "result")
"""Statements of a draw, each of which is a moment to end a process at."""
KILLS = tuple((victim, step) for step in STEPS for victim in ("site", "Ada"))
STEP_SECONDS = 90
RESTART_SECONDS = 20
"""Between games, and for a witness that was killed: a busy machine starts it slowly."""
OTHERS = tuple(name for name in NAMES if name != FAST)
CUT_SECONDS = 3.0
LOOK_SECONDS = 0.5


@dataclass(slots=True)
class Lived:
    """What came of a live run; `wrong` are sentences about what does not agree."""

    kills: Counter[str] = field(default_factory=Counter)
    statements: int = 0
    results: int = 0
    witnessed: int = 0
    silences: int = 0
    broken: int = 0
    rows: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether everything agrees, and there was something to agree about."""
        return not self.wrong and self.witnessed > 0


def live(
    *,
    troubles: int,
    results: int,
    seconds_max: float,
    seed: int = 1,
    progress: Callable[[int], object] = lambda _: None,
) -> Lived:
    """Run a site with four witnesses, trouble them, wait for witnessed results, compare all."""
    dice, lived = Random(seed), Lived()  # noqa: S311 -- a script, not a draw
    with tempfile.TemporaryDirectory() as folder:
        run = Run(Path(folder), NAMES, FAST)
        until = time.monotonic() + seconds_max
        run.prepare(dice)
        try:
            run.start_site()
            for name in OTHERS:
                run.start_witness(name)
            # Eve comes last: a promise that names her alone could only be broken off.
            _wait_until(run, _have_all_greeted, until)
            run.start_witness(FAST)
            for number in range(troubles):
                if not _wait_for(run, number + 1, until):
                    break
                _trouble(run, dice, number, lived)
                progress(number + 1)
            _wait_for(run, troubles + results, until)
        finally:
            run.stop()
        check(run, lived)
    return lived


def killed(
    kills: Sequence[tuple[str, str]], progress: Callable[[int], object] = lambda _: None
) -> Lived:
    """End the site or a witness with SIGKILL as soon as the record shows a step of a draw."""
    lived = Lived()
    with tempfile.TemporaryDirectory() as folder:
        seconds = RESTART_SECONDS
        run = Run(Path(folder), OTHERS, "", wait_seconds=seconds, every_seconds=seconds)
        run.prepare(Random(1))  # noqa: S311 -- a script, not a draw
        until = time.monotonic() + START_SECONDS + STEP_SECONDS * len(kills)
        try:
            run.start_site()
            for name in OTHERS:
                run.start_witness(name)
            _wait_until(run, _have_all_greeted, until)
            for number, (victim, step) in enumerate(kills, start=1):
                _wait_for(run, number, until)
                if run.wait_for_next(step, STEP_SECONDS):
                    lived.kills[f"{victim} at {step}"] += 1
                    run.kill(victim)
                    run.start_site() if victim == "site" else run.start_witness(victim)
                progress(number)
            _wait_for(run, len(kills) + 1, until)
        finally:
            run.stop()
        check(run, lived)
    missed = [
        f"{victim} at {step}" for victim, step in kills if not lived.kills[f"{victim} at {step}"]
    ]
    lived.wrong += [f"not killed: {name}" for name in missed]
    return lived


def _trouble(run: Run, dice: Random, number: int, lived: Lived) -> None:
    """One trouble at a random moment: the site or a witness is killed, or a witness cut off."""
    time.sleep(dice.random() * 4)
    name = dice.choice(OTHERS)
    match number % 3:
        case 0:
            lived.kills["witness killed"] += 1
            run.kill(name)
            run.start_witness(name)
        case 1:
            lived.kills["site killed"] += 1
            run.kill("site")
            run.start_site()
        case _:
            lived.kills["witness cut off"] += 1
            run.cut_off(name, CUT_SECONDS)


def _wait_for(run: Run, results: int, until: float) -> bool:
    """Wait for this many witnessed results; a draw that was broken off ends the wait, too."""

    def enough(record: list[Statement]) -> bool:
        broken = any(statement["kind"] == "broken" for statement in record)
        return broken or sum(map(_is_witnessed, record)) >= results

    _wait_until(run, enough, until)
    return time.monotonic() < until


def _have_all_greeted(record: list[Statement]) -> bool:
    signed = {statement["witness"] for statement in record if statement["kind"] == "seen"}
    return signed >= set(OTHERS)


def _wait_until(run: Run, holds: Callable[[list[Statement]], bool], until: float) -> None:
    """Look at the record again and again until something holds, or the time is up."""
    while time.monotonic() < until:
        if holds([json.loads(line) for line in run.record()]):
            return
        time.sleep(LOOK_SECONDS)


def _is_witnessed(statement: Statement) -> bool:
    return bool(statement["kind"] == "result" and statement["how"] == "witnessed")


def check(run: Run, lived: Lived) -> None:
    """Hold the record, every copy, every word and the journal against each other."""
    store = open_store(run.store)
    lines = lines_after(store, 0, head_of(store).number)
    statements = [json.loads(line) for line in lines]
    kinds = Counter(statement["kind"] for statement in statements)
    lived.statements, lived.results = len(lines), kinds["result"]
    lived.silences, lived.broken = kinds["silent"], kinds["broken"]
    lived.witnessed = sum(map(_is_witnessed, statements))
    lived.wrong += _record_faults(lines, statements)
    copies = {name: _lines(run.folder / name / "record.jsonl") for name in run.names}
    parted = compare({"site": lines, **copies})
    lived.wrong += [parted] if parted else []
    for name in run.names:
        lived.wrong += _word_faults(run.folder / name / WORDS, name, statements)
    lived.wrong += _journal_faults(store, lived)
    store.close()


def _record_faults(lines: list[bytes], statements: list[Statement]) -> Iterator[str]:
    """The record follows from its first line; each game has one result, and its proof holds."""
    follower = Follower()
    try:
        for line in lines:
            follower.take(line)
    except BadRecord as bad:
        yield str(bad)
    results = Counter(
        statement["game"] for statement in statements if statement["kind"] == "result"
    )
    yield from (f"game {game} has {times} results" for game, times in results.items() if times > 1)
    for statement in filter(_is_witnessed, statements):
        proof = proof_of(lines, statement["game"])
        fault = verified(proof) if proof else "there is no proof"
        if fault:
            yield f"game {statement['game']}: {fault}"


def _word_faults(path: Path, name: str, statements: list[Statement]) -> Iterator[str]:
    """A witness gave one word about each thing, and the record has no other answer of it."""
    words = [json.loads(line) for line in _lines(path)]
    given = Counter(word["about"] for word in words)
    yield from (f"{name}: {times} words: {about}" for about, times in given.items() if times > 1)
    answers = {word["message"]["answer"] for word in words}
    for statement in statements:
        if (
            statement["kind"] == "answer"
            and statement["witness"] == name
            and statement["answer"] not in answers
        ):
            yield f"{name} did not keep its answer to game {statement['game']}"
    if name == FAST and any(about.startswith("answer") for about in given):
        yield f"{name} answered, although its clock says that every promise came after its close"


def _journal_faults(store: Store, lived: Lived) -> Iterator[str]:
    published = Counter(
        event.game
        for row in store.rows(1)  # the first names the journal's owner, in words of its own
        for event in EVENTS.read_all(row.events)
        if isinstance(event, ResultPublished)
    )
    yield from (f"game {game} was published twice" for game in published if published[game] > 1)
    try:
        lived.rows = verify_journal(machine(), store, decide_again=True).rows
    except EyesdownError as bad:
        yield f"the journal: {bad}"


def _lines(path: Path) -> list[bytes]:
    """The whole lines of a file; half a line that a kill left was never given out."""
    return path.read_bytes().split(b"\n")[:-1] if path.exists() else []
