"""A public record made by hand: a site, its witnesses, and games from promise to result."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from hashlib import shake_256
from typing import Any

from eyesdown.draw import statements, vrf
from eyesdown.draw.follow import Follower, how_drawn, key_hash, word_hash
from eyesdown.draw.slow import Turning
from eyesdown.draw.statements import Statement
from eyesdown.draw.vrf import PrivateKey
from eyesdown.draw.witnessed import chain_of, commitment_of, entropy_of, numbers_of
from eyesdown.kernel.plain_json import json_bytes
from eyesdown.proof.fairness.keys import KEYS

RECORD = "5eed" * 8
AT = "2026-11-16T01:00:00Z"
CLOSES = "2026-11-16T01:03:00Z"
LATE = "2026-11-16T01:03:08Z"
SEAL = {"type": "Seal", "game": "", "root": "ab" * 32, "entries": 18, "total_cents": 1800}


@cache
def key_of(name: str) -> PrivateKey:
    """The same key for the same name, in every run."""
    if name in KEYS:
        return KEYS[name]
    stream = shake_256(name.encode())
    used = 0

    def read(count: int) -> bytes:
        nonlocal used
        used += count
        return stream.digest(used)[-count:]

    return vrf.new_key(read)


@dataclass
class RecordMaker:
    """Makes statements one after another; `follower` has checked each of them.

    Another `salt` gives games other secrets; `keys` are those of witnesses that have not their own.
    """

    lines: list[bytes] = field(default_factory=list)
    follower: Follower = field(default_factory=Follower)
    words: dict[str, str] = field(default_factory=dict)
    salt: str = ""
    keys: dict[str, PrivateKey] = field(default_factory=dict)

    @classmethod
    def with_witnesses(cls, *names: str, **more: Any) -> RecordMaker:
        """A record that was opened and has these witnesses."""
        maker = cls(**more)
        maker.add("opened", record=RECORD, name="Test hall")
        for name in names:
            maker.add("appointed", witness=name, key=f"{maker.key(name).n:x}", by="office")
        return maker

    def key(self, name: str) -> PrivateKey:
        """The key with which a witness signs in this record."""
        return self.keys.get(name) or key_of(name)

    def made(self, kind: str, **says: Any) -> Statement:
        """The next statement, not yet added."""
        number, _, before = self.follower.head.partition(":")
        return statements.statement(
            int(number) + 1, before, at=AT, journal=f"{number}:00", kind=kind, says=says
        )

    def add(self, kind: str, **says: Any) -> Statement:
        """The next statement, checked and added."""
        line = json_bytes(self.made(kind, **says))
        statement = self.follower.take(line)
        self.lines.append(line)
        return statement

    def promise(self, game: str, *names: str, **more: Any) -> Statement:
        """A promise of game by its name; the secret is the game's name stretched."""
        says = {
            "pool": 80,
            "count": 20,
            "values": 1,
            "slow": 0,
            "spares": [],
            "wait": 5,
            "closes": CLOSES,
            **more,
        }
        commitment = commitment_of(self.values_of(game, says["values"])[0])
        witnesses = [[name, key_hash(self.key(name).n)] for name in names]
        return self.add("promise", game=game, commitment=commitment, witnesses=witnesses, **says)

    def promised(self, game: str, *names: str, **more: Any) -> Statement:
        """A promise that its witnesses and spares have signed."""
        promise = self.promise(game, *names, **more)
        for name, _ in (*promise["witnesses"], *promise["spares"]):
            self.seen(name, promise)
        return promise

    def values_of(self, game: str, values: int) -> list[bytes]:
        """The values of a game's promise."""
        return chain_of(shake_256(f"{game}{self.salt}".encode()).digest(128), values)

    def seen(self, name: str, promise: Statement) -> Statement:
        """A witness signs the head that a promise is."""
        head, previous = statements.head_of(promise), self.words.get(name, "")
        question = statements.seen_question(RECORD, name, head, previous, AT)
        answer = self.signed(name, question)
        return self.add("seen", witness=name, head=head, previous=previous, time=AT, answer=answer)

    def signed(self, name: str, question: bytes) -> str:
        """A witness's answer in hex, remembered as its last word."""
        answer = vrf.prove(self.key(name), question).hex()
        self.words[name] = word_hash(answer)
        return answer

    def seal(self, game: str, **more: Any) -> Statement:
        """The seal of a game."""
        return self.add("seal", game=game, seal={**SEAL, **more, "game": game})

    def reveal(self, game: str, place: int = 1) -> Statement:
        """The next value of a game."""
        values = self.follower.draws[game].promise["values"]
        value = self.values_of(game, values)[place - 1].hex()
        return self.add("reveal", game=game, place=place, value=value)

    def answer_of(self, name: str, game: str, place: int = 1) -> str:
        """What a witness answers for a place."""
        draw = self.follower.draws[game]
        value = draw.values[place - 1]
        question = statements.draw_question(
            RECORD, name, promise=draw.promise, seal=draw.seal, place=place, value=value
        )
        return self.signed(name, question)

    def answer(self, name: str, game: str, place: int = 1) -> Statement:
        """A witness answers for a place."""
        answer = self.answer_of(name, game, place)
        return self.add("answer", witness=name, game=game, place=place, answer=answer)

    def silent(self, name: str, spare: str, game: str, place: int = 1) -> Statement:
        """A spare states under its key that a witness did not answer."""
        previous = self.words.get(spare, "")
        says = {"witness": name, "game": game, "place": place, "time": LATE, "previous": previous}
        answer = self.signed(spare, statements.silent_question(RECORD, spare, says))
        return self.add("silent", by=spare, answer=answer, **says)

    def result(self, game: str) -> Statement:
        """The result of a game that was answered."""
        draw = self.follower.draws[game]
        promise, slow, entropies = draw.promise, None, []
        for place, value in enumerate(draw.values, start=1):
            answers = draw.answered(place) or []
            step = b""
            if promise["slow"]:
                question = statements.slow_question(
                    RECORD, promise=promise, seal=draw.seal, value=value, answers=answers
                )
                turning = Turning.of(question, promise["slow"])
                turning.run()
                proven = turning.prove()
                slow, step = (
                    {"result": f"{proven.result:x}", "proof": f"{proven.proof:x}"},
                    proven.value,
                )
            signed = [bytes.fromhex(answer) for answer in answers]
            entropies.append(entropy_of(bytes.fromhex(value), signed, step))
        numbers = numbers_of(
            draw.seal, promise["pool"], promise["count"], promise["values"], entropies
        )
        how = how_drawn(promise)
        return self.add("result", game=game, numbers=numbers, how=how, slow=slow)

    def played(self, game: str, *names: str, **more: Any) -> Statement:
        """A game of one value from promise to result."""
        self.promised(game, *names, **more)
        self.seal(game)
        self.reveal(game)
        for name in names:
            self.answer(name, game)
        return self.result(game)

    def called(
        self, game: str, *names: str, pool: int, balls: int, closes: str = CLOSES, **sealed: Any
    ) -> Statement:
        """A game ball by ball, ended after some balls: the rest is never revealed."""
        self.promised(game, *names, pool=pool, count=pool, values=pool, closes=closes)
        self.seal(game, **sealed)
        for place in range(1, balls + 1):
            self.reveal(game, place)
            for name in names:
                self.answer(name, game, place)
        return self.result(game)
