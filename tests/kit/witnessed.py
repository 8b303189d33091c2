"""A keno site with witnesses: real ones, each in its folder, with clocks that the test sets."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import shake_256
from pathlib import Path
from typing import Any

from eyesdown.central.site.public_record import lines_after
from eyesdown.central.site.witness_words import (
    AppointWitness,
    NoteAnswer,
    NoteSeen,
    NoteSilence,
)
from eyesdown.central.store.base import Store
from eyesdown.central.witness.folder import KEY, WitnessFolder
from eyesdown.central.witness.witness import Message, Witness
from eyesdown.draw.follow import Follower
from eyesdown.kernel.refused import Refused
from eyesdown.proof.fairness.record_maker import key_of
from kit.night import Night

LINES_MAX = 100_000


def statements_of(store: Store) -> list[dict[str, Any]]:
    """Every statement of a store's public record."""
    return [json.loads(line) for line in lines_after(store, 0, LINES_MAX)]


def followed(store: Store) -> Follower:
    """A follower that has checked every line of a store's record."""
    follower = Follower()
    for line in lines_after(store, 0, LINES_MAX):
        follower.take(line)
    return follower


@dataclass
class WitnessedNight:
    """A site whose witnesses follow its record; those in `away` neither hear nor speak."""

    store: Store
    folder: Path
    names: tuple[str, ...] = ("Ada", "Bob")
    away: set[str] = field(default_factory=set)
    ahead: dict[str, float] = field(default_factory=dict)
    """By how many seconds the wall clocks of some witnesses are ahead."""
    witnesses: dict[str, Witness] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.night = Night(self.store)
        # The same bytes however often they are read, so that a restart changes no number.
        entropy = shake_256(b"entropy").digest
        self.night.plan = replace(self.night.plan, entropy=entropy)
        for _ in range(2):  # the day, and the record
            step = self.night.step()
            assert step is not None
            self.night.submit(step)
        for name in self.names:
            self.appoint(name)
        self.reopen()
        while (word := self.next_word()) is not None:  # each signs its appointment
            self.note(word)

    def appoint(self, name: str, key: str = "") -> tuple[Any, ...]:
        """Appoint a witness and make its folder."""
        own = key_of(key or name)
        path = self.folder / name
        path.mkdir(exist_ok=True)
        body = {"name": name, "p": f"{own.p:x}", "q": f"{own.q:x}"}
        (path / KEY).write_text(json.dumps(body))
        return self.night.ask(AppointWitness(self.night.now, name, f"{own.n:x}", "office"))

    def reopen(self) -> None:
        """Start every witness again from its folder."""
        for name in self.names:
            folder = WitnessFolder.open(self.folder / name)
            wall = partial(self.seconds, name)
            self.witnesses[name] = Witness.of_folder(folder, wall, self.seconds)

    def seconds(self, name: str = "") -> float:
        """A witness's wall clock; without a name, every witness's clock for waiting."""
        return self.night.now.timestamp() + self.ahead.get(name, 0)

    def present(self) -> Iterable[Witness]:
        """Witnesses that hear the record, up to its newest line."""
        for name, witness in self.witnesses.items():
            if name not in self.away:
                followed_to = len(witness.follower.hashes)
                for line in lines_after(self.store, followed_to, LINES_MAX):
                    witness.take(line)
                assert not witness.stopped, witness.stopped
                yield witness

    def next_word(self) -> Message | None:
        """The next word of a witness that is not on record yet."""
        for witness in self.present():
            witness.due()
            pending = witness.pending()
            if pending:
                return pending[0]
        return None

    def note(self, word: Message) -> tuple[Any, ...]:
        """Put a word on record, as the site's door does."""
        return self.night.ask(self.command(word))

    def command(self, word: Message) -> Any:
        """The command that a word becomes."""
        now = self.night.now
        if word["kind"] == "seen":
            number, _, _ = word["head"].partition(":")
            [line] = lines_after(self.store, int(number) - 1, 1)
            made = json.loads(line)
            game = int(made["game"]) if made["kind"] == "promise" else -1
            signed = (word["head"], word["previous"], word["time"], word["answer"])
            return NoteSeen(now, word["witness"], *signed, game)
        about = (int(word["game"]), word["place"])
        if word["kind"] == "answer":
            return NoteAnswer(now, word["witness"], *about, word["answer"])
        silence = (word["time"], word["previous"], word["answer"])
        return NoteSilence(now, word["by"], word["witness"], *about, *silence)

    def act(self) -> bool:
        """The next step of the site or word of a witness; False if everything waits."""
        step = self.night.step()
        if step is not None:
            assert not isinstance(self.night.submit(step)[0], Refused), step
            return True
        word = self.next_word()
        if word is None:
            return False
        assert not isinstance(self.note(word)[0], Refused), word
        return True

    def work(self) -> None:
        """Everything that is to do now, by the site and its witnesses."""
        while self.act():
            pass
