"""The proof of one draw, cut out of the public record: a small file that anyone checks offline.

The site, a witness's page and the tests make it with `proof_of`; `verify_draw.py` and the result
page read it. Standard library only, like everything a witness runs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from eyesdown.draw.follow import Draw
from eyesdown.draw.statements import Statement, head_of
from eyesdown.kernel.plain_json import json_bytes

Proof: TypeAlias = dict[str, Any]

_SIGNATURE = ("witness", "previous", "time", "answer")
_SILENCE = ("by", "witness", "game", "place", "time", "previous", "answer")
_ALWAYS_READ = (b'"kind":"opened"', b'"kind":"appointed"')


def proof_of(lines: Iterable[bytes], game: str) -> Proof | None:
    """The proof of a game's draw, from the lines of a record that was followed already.

    None if the record has no result of the game, or one by a ball cage, which has no secret to
    prove. A game of which the site says that it went back to an older journal is the cage's, also
    if it had a result. The lines may be part of a record if they include its first, the
    appointments before the promise, and every statement from the promise to the result.
    """
    cut = _Cut(game)
    quoted = json_bytes(game)
    for line in lines:
        # Most lines are about other games. To find that out without parsing them makes a year's
        # record ten times as quick to search.
        if quoted in line or any(part in line for part in (*_ALWAYS_READ, cut.head)):
            cut.take(json.loads(line))
    return cut.proof()


@dataclass(slots=True)
class _Cut:
    """What the record says of one game."""

    game: str
    record: str = ""
    appointed: dict[str, str] = field(default_factory=dict)  # witness -> key in hex
    keys: dict[str, str] = field(default_factory=dict)  # of those that the promise names
    draw: Draw | None = None
    head: bytes = _ALWAYS_READ[0]  # the promise's number and hash, once there is one
    signatures: dict[str, Statement] = field(default_factory=dict)
    silences: list[Statement] = field(default_factory=list)
    result: Statement | None = None
    ended: bool = False

    def take(self, statement: Statement) -> None:
        """Note a statement if it belongs to the draw."""
        match statement["kind"]:
            case "opened":
                self.record = statement["record"]
            case "appointed" if self.draw is None:
                self.appointed[statement["witness"]] = f"{int(statement['key'], 16):x}"
            case "promise" if statement["game"] == self.game:
                self._promise(statement)
            case "seen" if statement["head"].encode() == self.head:
                self.signatures.setdefault(statement["witness"], statement)
            case "restored" if self.game in statement["games"]:
                self.result, self.ended = None, True
            case _ if statement.get("game") == self.game and self.draw and not self.ended:
                self._part(self.draw, statement)
            case _:
                pass

    def _promise(self, statement: Statement) -> None:
        self.draw, self.head = Draw(statement), head_of(statement).encode()
        named = [*statement["witnesses"], *statement["spares"]]
        self.keys = {name: self.appointed[name] for name, _ in named}

    def _part(self, draw: Draw, statement: Statement) -> None:
        match statement["kind"]:
            case "seal":
                draw.seal = statement["seal"]
            case "reveal":
                draw.values.append(statement["value"])
            case "answer":
                draw.answers[statement["place"], statement["witness"]] = statement["answer"]
            case "silent":
                place, name, spare = (statement[part] for part in ("place", "witness", "by"))
                if draw.replaces(place, name, spare):
                    draw.silent[place, name] = spare
                    self.silences.append(statement)
            case "result":
                self.result, self.ended = statement, True
            case "broken":
                self.ended = True
            case _:
                pass

    def proof(self) -> Proof | None:
        """The parts together; None if the draw did not come to a result of its own."""
        draw, result = self.draw, self.result
        if draw is None or result is None:
            return None
        signed = [self.signatures[name] for name in self.keys if name in self.signatures]
        return {
            "record": self.record,
            "keys": self.keys,
            "promise": draw.promise,
            "seen": [_parts(_SIGNATURE, statement) for statement in signed],
            "seal": draw.seal,
            "values": draw.values,
            "answers": [draw.answered(place) for place in range(1, len(draw.values) + 1)],
            "silent": [_parts(_SILENCE, statement) for statement in self.silences],
            "slow": result["slow"] or None,
            "numbers": result["numbers"],
        }


def _parts(names: tuple[str, ...], statement: Statement) -> dict[str, Any]:
    return {name: statement[name] for name in names}
