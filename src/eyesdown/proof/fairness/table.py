"""A whole keno site in memory with witnesses at the same table, driven by a clock of our own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from eyesdown.central.keno.machine import EVENTS, KenoSite
from eyesdown.central.keno.tasks import Plan, next_step
from eyesdown.central.site.public_record import lines_after
from eyesdown.central.site.sealing import ResultPublished
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.site.witness_words import AppointWitness, NoteAnswer, NoteSeen, NoteSilence
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.witness.folder import KEY, WitnessFolder
from eyesdown.central.witness.witness import Message, Witness
from eyesdown.demo.keno_load import places, set_up
from eyesdown.kernel.plain_json import json_bytes
from eyesdown.proof.fairness.record_maker import key_of
from eyesdown.proof.faults.day import START, open_site

PLACES = places(1)
LINES_MAX = 10_000


def command_of(at: datetime, message: Message, game: int = -1) -> Any:
    """The command that a witness's word becomes, as the site's record page makes it."""
    given = {name: value for name, value in message.items() if name != "kind"}
    if "game" in given:
        given["game"] = int(given["game"])
    match message["kind"]:
        case "seen":
            return NoteSeen(at, **given, game=game)
        case "answer":
            return NoteAnswer(at, **given)
        case _:
            return NoteSilence(at, **given)


@dataclass
class Table:
    """The site, its witnesses, and the time that all of them see."""

    plan: Plan
    folder: Path
    names: Sequence[str] = ()
    now: datetime = START
    witnesses: list[Witness] = field(default_factory=list)
    commands: int = 0

    def __post_init__(self) -> None:
        self.site: Site[KenoSite] = open_site(MemoryStore())
        for command in set_up(START, PLACES):
            self.submit(command)
        self.go_on()
        for name in self.names:
            key = key_of(name)
            self.submit(AppointWitness(self.now, name, f"{key.n:x}", "office"))
            path = self.folder / name
            path.mkdir()
            body = {"name": name, "p": f"{key.p:x}", "q": f"{key.q:x}"}
            (path / KEY).write_bytes(json_bytes(body))
            self.witnesses.append(Witness.of_folder(WitnessFolder.open(path), self._clock, _zero))
        self.go_on()

    def _clock(self) -> float:
        return self.now.timestamp()

    def submit(self, command: Any) -> tuple[Any, ...]:
        """The events of a command that must be taken."""
        self.commands += 1
        [reply] = self.site.run([Submitted(f"client/{self.commands}", command)])
        assert isinstance(reply, Done), reply
        assert not any(getattr(event, "refusals", ()) for event in reply.events), reply
        return reply.events

    def go_on(self) -> None:
        """Do what the clock calls for, and let the witnesses answer, until all of it waits."""
        while True:
            while step := next_step(self.site, self.plan, self.now):
                self.site.run([step()])
            words = [self._hear(witness) for witness in self.witnesses]
            if not any(words):
                return

    def _hear(self, witness: Witness) -> bool:
        lines = lines_after(self.site.store, len(witness.follower.hashes), LINES_MAX)
        for line in lines:
            witness.take(line)
        words = witness.due()
        for word in words:
            draws = witness.follower.draws
            heads = {f"{draw.promise['n']}": int(game) for game, draw in draws.items()}
            number = word.get("head", "").partition(":")[0]
            self.submit(command_of(self.now, word, heads.get(number, -1)))
        return bool(words)

    def close_game(self) -> None:
        """Let the open game's time pass, up to its result."""
        self.now += self.plan.every + timedelta(milliseconds=1)
        self.go_on()

    def results(self) -> dict[int, tuple[int, ...]]:
        """The numbers of every published game."""
        return {
            event.game: tuple(event.numbers)
            for row in self.site.store.rows()
            for event in EVENTS.read_all(row.events)
            if isinstance(event, ResultPublished)
        }


def _zero() -> float:
    return 0.0


def dice_of(seed: str) -> Random:
    """Dice for made-up customers."""
    return Random(seed)  # noqa: S311 -- a script, not a draw
