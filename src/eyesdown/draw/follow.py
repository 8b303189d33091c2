"""Following the public record: each statement is checked against all that came before it.

A witness, an inspector's copy and the site itself run this. It names the first statement that does
not hold, and never accepts one after it. Standard library only.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

from eyesdown.draw import slow, vrf
from eyesdown.draw.drbg import SEED_BYTES_MIN
from eyesdown.draw.forms import has_form
from eyesdown.draw.statements import (
    KINDS,
    LINE_BYTES_MAX,
    NOTHING_BEFORE,
    Statement,
    draw_question,
    head_of,
    seen_question,
    silent_question,
    slow_question,
)
from eyesdown.draw.witnessed import entropy_of, fits, numbers_of
from eyesdown.kernel.plain_json import json_bytes

_HASH = re.compile(r"[0-9a-f]{64}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z", re.ASCII)
_HEX = re.compile(r"(?:[0-9a-f]{2})+")
NAME_CHARACTERS_MAX = 60
POOLS = (75, 80, 90)
KENO_POOL, KENO_COUNT = 80, 20
HEAD_CHARACTERS = 16
"""The number of characters of a hash that a ticket prints."""
SLOW_LATER_MAX = 20_000
"""The most slow steps that are put off; each of them takes 1.5 kB."""
ENDED_KEPT = 100
"""Draws whose witnesses may still send an answer that came too late."""


class BadRecord(Exception):
    """A statement that does not follow from those before it."""

    def __init__(self, number: int, because: str) -> None:
        super().__init__(f"statement {number}: {because}")
        self.number = number
        self.because = because


@dataclass(slots=True)
class Draw:
    """A game on its way from promise to result, as the record tells it."""

    promise: Statement
    seal: dict[str, Any] = field(default_factory=dict)
    head: str = ""  # of the promise; witnesses sign it
    signed: set[str] = field(default_factory=set)  # who did so before the close
    values: list[str] = field(default_factory=list)
    answers: dict[tuple[int, str], str] = field(default_factory=dict)  # (place, witness) -> answer
    silent: dict[tuple[int, str], str] = field(default_factory=dict)  # (place, witness) -> spare

    @property
    def game(self) -> str:
        """The game's name."""
        return str(self.promise["game"])

    def due(self, place: int) -> list[str]:
        """Who must answer for a place, in order: each witness, or the spare that took over.

        A spare may be silent as well; then the spare that signed that silence is due.
        """
        return [self._stand_in(place, name) for name, _ in self.promise["witnesses"]]

    def _stand_in(self, place: int, name: str) -> str:
        while (place, name) in self.silent:
            name = self.silent[place, name]
        return name

    def asked(self, place: int) -> list[str]:
        """Who was ever due for a place: the witnesses, and every spare that took over."""
        takers = [by for (at, _), by in self.silent.items() if at == place]
        return [*(name for name, _ in self.promise["witnesses"]), *takers]

    def replaces(self, place: int, name: str, spare: str) -> bool:
        """Whether a spare that signs a witness's silence answers from then on.

        Otherwise its word came too late, or another spare was first: it is noted and changes
        nothing.
        """
        due = self.due(place)
        is_due = name in due and (place, name) not in self.answers
        return is_due and spare not in due and (place, spare) not in self.silent

    def answered(self, place: int) -> list[str] | None:
        """The answers for a place in the promise's order; none while one is missing."""
        answers = [self.answers.get((place, name)) for name in self.due(place)]
        return None if None in answers else [answer for answer in answers if answer is not None]


class SlowClaim(NamedTuple):
    """A slow step that a result shows, and what it starts from."""

    number: int
    question: bytes
    step: slow.SlowStep

    @property
    def fault(self) -> str:
        """What is wrong with it, in words; empty if the step was made. It takes ten ms."""
        if slow.holds(self.question, self.step):
            return ""
        return f"statement {self.number}: the slow step does not hold"


@dataclass(slots=True)
class Follower:
    """A record up to its newest statement.

    Lines that were `checked_before`, as those of one's own copy, are checked for their links, their
    form and their order only. A slow proof takes ten milliseconds to check, everything else of a
    game less than one: with `slow_later` such claims are put there, and the caller checks them.
    """

    checked_before: bool = False
    slow_later: deque[SlowClaim] | None = None
    record: str = ""
    name: str = ""
    hashes: list[str] = field(default_factory=list)
    keys: dict[str, int] = field(default_factory=dict)  # witnesses in office
    former_keys: dict[str, int] = field(default_factory=dict)  # of witnesses that were withdrawn
    last_words: dict[str, str] = field(default_factory=dict)  # witness -> hash of its last word
    draws: dict[str, Draw] = field(default_factory=dict)  # promised, no result yet
    ended: dict[str, Draw] = field(default_factory=dict)  # the latest, for words that come late
    promised: set[str] = field(default_factory=set)  # every game ever promised
    sealed: set[str] = field(default_factory=set)  # every game ever sealed, by its public name
    results: set[str] = field(default_factory=set)  # every game that has one
    silences: dict[str, int] = field(default_factory=dict)  # witness -> how often it was silent

    @property
    def head(self) -> str:
        """Number and hash of the newest statement."""
        return f"{len(self.hashes)}:{self.hashes[-1]}" if self.hashes else f"0:{NOTHING_BEFORE}"

    def take(self, line: bytes) -> Statement:
        """Check the next line of the record and add it; BadRecord if it does not hold."""
        number = len(self.hashes) + 1
        body, text = _parsed(number, line)
        try:
            self._check_link(number, body)
            self._need(has_form(body["kind"], text), f"it does not have the form of {body['kind']}")
            _CHECKS[body["kind"]](self, body)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as bad:
            raise BadRecord(number, f"cannot be read ({type(bad).__name__}: {bad})") from bad
        # Only a statement that holds is added, so that the next one is
        # checked against true words alone.
        self.hashes.append(sha256(line).hexdigest())  # canonical, so this is `hash_of(body)`
        return body

    def _check_link(self, number: int, body: Statement) -> None:
        before = self.hashes[-1] if self.hashes else NOTHING_BEFORE
        self._need(body["n"] == number, f"its number is {body['n']}")
        self._need(body["prev"] == before, "it does not follow the statement before it")
        self._need(body["kind"] in KINDS, f"unknown kind {body['kind']!r}")
        self._need((body["kind"] == "opened") == (number == 1), "a record is opened once, first")

    def _need(self, holds: object, because: str) -> None:
        if not holds:
            raise BadRecord(len(self.hashes) + 1, because)

    def _opened(self, body: Statement) -> None:
        self._need(_HEX.fullmatch(body["record"]), "the record's id is not hex")
        self.record, self.name = body["record"], str(body["name"])

    def _appointed(self, body: Statement) -> None:
        name, key = body["witness"], int(body["key"], 16)
        self._need(is_name(name), "a witness needs a printable name")
        self._need(name not in self.keys, f"{name} is appointed already")
        self._need(key not in self.keys.values(), "another witness has this key")
        self._need(not vrf.key_fault(key), vrf.key_fault(key))
        if self.former_keys.pop(name, key) != key:
            self.last_words.pop(name, None)  # with another key it has given no word yet
        self.keys[name] = key

    def _withdrawn(self, body: Statement) -> None:
        self._need(body["witness"] in self.keys, f"{body['witness']} is not appointed")
        self.former_keys[body["witness"]] = self.keys.pop(body["witness"])

    def _promise(self, body: Statement) -> None:
        game = body["game"]
        self._need(is_name(game), "a game needs a printable name")
        self._need(game not in self.promised, f"game {game} is promised a second time")
        self._need(_HASH.fullmatch(body["commitment"]), "the commitment is not a hash")
        self._need(not body["closes"] or is_time(body["closes"]), "no such closing time")
        self._need(_is_draw(body["pool"], body["count"]), "no such draw")
        self._need(body["values"] in (1, body["count"]), "the number of values is out of range")
        self._need(0 <= body["slow"] <= slow.TURNS_MAX, "the slow step is out of range")
        self._need(body["values"] == 1 or not body["slow"], "ball by ball there is no slow step")
        named = [*body["witnesses"], *body["spares"]]
        for name, key in named:
            self._need(name in self.keys, f"{name} is not appointed")
            self._need(key == key_hash(self.keys[name]), f"{name} has another key")
        self._need(len({name for name, _ in named}) == len(named), "a witness is named twice")
        self.promised.add(game)
        self.draws[game] = Draw(body, head=head_of(body))

    def _seen(self, body: Statement) -> None:
        name, head, previous = body["witness"], body["head"], body["previous"]
        number, _, digest = head.partition(":")
        self._need(_HASH.fullmatch(digest), "no such head")
        self._need(is_time(body["time"]), "no such time")
        missing = head_fault(self.hashes, head)
        self._need(not missing, f"{name} signed head {number}, and the record {missing}")
        self._need(previous == self.last_words.get(name, ""), f"a word of {name} is missing")
        question = seen_question(self.record, name, head, previous, body["time"])
        self._check_answer(name, question, body["answer"])
        for draw in self.draws.values():
            # Before the close by the witness's clock, and before the seal
            # by the order of the record.
            if draw.head == head and not draw.seal and is_before(body["time"], draw.promise):
                draw.signed.add(name)

    def _seal(self, body: Statement) -> None:
        draw = self._draw(body)
        self._need(not draw.seal, f"game {draw.game} is sealed a second time")
        name = body["seal"]["game"]
        self._need(is_name(name), "a sealed game needs a printable name")
        self._need(name not in self.sealed, "the seal is of another game")
        self.sealed.add(name)
        draw.seal = body["seal"]

    def _reveal(self, body: Statement) -> None:
        draw = self.ended.get(body["game"]) or self._draw(body)  # broken off: shown all the same
        self._need(draw.seal, f"game {draw.game} is not sealed")
        self._need(body["place"] == len(draw.values) + 1, "a value is out of order")
        self._need(len(draw.values) < draw.promise["values"], "more values than were promised")
        answered = not draw.values or draw.answered(len(draw.values)) is not None
        self._need(answered, "the value before it was not answered")
        self._need(_HEX.fullmatch(body["value"]), "the value is not hex")
        values = [bytes.fromhex(value) for value in (*draw.values, body["value"])]
        self._need(len(values[-1]) >= SEED_BYTES_MIN, "the value is too short to draw from")
        self._need(fits(draw.promise["commitment"], values), "the value was not promised")
        draw.values.append(body["value"])

    def _answer(self, body: Statement) -> None:
        """An answer; one that comes after the draw has ended changes nothing, but was given."""
        name, place = body["witness"], body["place"]
        draw = self.ended.get(body["game"]) or self._draw(body)
        self._need(1 <= place <= len(draw.values), "the value was not revealed")
        self._need((place, name) not in draw.answers, f"{name} answers a second time")
        self._need(name in draw.asked(place), f"{name} was not asked")
        signed = name in draw.signed or draw.game in self.ended
        self._need(signed, f"{name} did not sign the promise before the close")
        value = draw.values[place - 1]
        question = draw_question(
            self.record, name, promise=draw.promise, seal=draw.seal, place=place, value=value
        )
        self._check_answer(name, question, body["answer"], draw.promise)
        draw.answers[place, name] = body["answer"]

    def _silent(self, body: Statement) -> None:
        """A spare takes over; one that signs too late changes nothing, and is noted."""
        name, place, spare = body["witness"], body["place"], body["by"]
        draw = self.ended.get(body["game"]) or self._draw(body)
        self._need(1 <= place <= len(draw.values), "the value was not revealed")
        self._need(name in draw.asked(place), f"{name} was not asked")
        spares = [known for known, _ in draw.promise["spares"]]
        self._need(spare in spares, f"{spare} is not a spare of this game")
        signed = spare in draw.signed or draw.game in self.ended
        self._need(signed, f"{spare} did not sign the promise before the close")
        self._need(body["previous"] == self.last_words.get(spare, ""), f"a word of {spare} lacks")
        question = silent_question(self.record, spare, body)
        self._check_answer(spare, question, body["answer"], draw.promise)
        if draw.game in self.draws and draw.replaces(place, name, spare):
            draw.silent[place, name] = spare
            self.silences[name] = self.silences.get(name, 0) + 1

    def _broken(self, body: Statement) -> None:
        draw = self._draw(body)
        self._need(body["because"], "a draw is broken off for a reason")
        last = len(draw.values)
        known = last == draw.promise["values"] and draw.answered(last) is not None
        self._need(not known, "numbers that everyone can work out are not exchanged for others")
        self._end(draw)

    def _result(self, body: Statement) -> None:
        game, draw = body["game"], self.draws.get(body["game"])
        self._need(game not in self.results, f"game {game} has a second result")
        if draw is None:  # drawn by a cage: never promised, or broken off
            self._need(body["how"] == "cage", f"game {game} was not promised")
            self._need(body["slow"] is None, "a cage makes no slow step")
            self.results.add(game)
            return
        self._need(body["how"] == how_drawn(draw.promise), "it does not say how it was drawn")
        self._need(bool(body["slow"]) == bool(draw.promise["slow"]), "the slow step is not due")
        entropies = [self._entropy(draw, place, body) for place in range(1, len(draw.values) + 1)]
        self._need(entropies, "no value was revealed")
        pool, count = draw.promise["pool"], draw.promise["count"]
        if not self.checked_before:
            numbers = numbers_of(draw.seal, pool, count, draw.promise["values"], entropies)
            self._need(numbers == body["numbers"], "the numbers do not follow")
        self.results.add(game)
        self._end(draw)

    def _end(self, draw: Draw) -> None:
        self.ended[draw.game] = self.draws.pop(draw.game)
        while len(self.ended) > ENDED_KEPT:
            del self.ended[next(iter(self.ended))]

    def _entropy(self, draw: Draw, place: int, result: Statement) -> bytes:
        answers = draw.answered(place)
        self._need(answers is not None, "an answer is missing")
        value, step = draw.values[place - 1], b""
        if draw.promise["slow"]:
            # The turns are those promised, whatever the result says.
            shown = result["slow"]
            step_made = slow.SlowStep(
                draw.promise["slow"], int(shown["result"], 16), int(shown["proof"], 16)
            )
            question = slow_question(
                self.record,
                promise=draw.promise,
                seal=draw.seal,
                value=value,
                answers=answers or [],
            )
            claim = SlowClaim(len(self.hashes) + 1, question, step_made)
            if self.slow_later is not None and len(self.slow_later) < SLOW_LATER_MAX:
                self.slow_later.append(claim)
            elif not self.checked_before:
                self._need(not claim.fault, "the slow step does not hold")
            step = step_made.value
        return entropy_of(bytes.fromhex(value), [bytes.fromhex(a) for a in answers or []], step)

    def _restored(self, body: Statement) -> None:
        """Games go to the cage; `words` are last words that a parted copy has and we do not.

        A game that had its result gets another one, by the cage: its entries are in no journal.
        """
        for name, word in body.get("words", {}).items():
            self._need(name in self.keys and _HASH.fullmatch(word), "no such word")
            self.last_words[name] = word
        for game in body["games"]:
            self.results.discard(game)
            if game in self.draws:
                self._end(self.draws[game])

    def _draw(self, body: Statement) -> Draw:
        draw = self.draws.get(body["game"])
        self._need(draw is not None, f"game {body['game']} is not on its way")
        assert draw is not None
        return draw

    def _check_answer(
        self, name: str, question: bytes, answer: str, promise: Statement | None = None
    ) -> None:
        """A word is signed with the witness's key; for a draw, with the key its promise names."""
        self._need(name in self.keys, f"{name} is not appointed")
        if promise is not None:
            named = [*promise["witnesses"], *promise["spares"]]
            self._need([name, key_hash(self.keys[name])] in named, f"{name} has another key")
        self._need(_HEX.fullmatch(answer), "the answer is not hex")
        if not self.checked_before:
            signed = vrf.holds(self.keys[name], question, bytes.fromhex(answer))
            self._need(signed, f"this is not {name}'s answer")
        self.last_words[name] = word_hash(answer)


def how_drawn(promise: Statement) -> str:
    """How a draw was made that follows from this promise, in the word that its result has.

    >>> how_drawn({"witnesses": [], "slow": 7})
    'slowly'
    """
    if promise["witnesses"]:
        return "witnessed"
    return "slowly" if promise["slow"] else "alone"


def _is_draw(pool: int, count: int) -> bool:
    """Whether a game of ours draws this many balls; `verify_draw.py` knows the same games."""
    if pool == KENO_POOL:
        return count == KENO_COUNT
    return pool in POOLS and 1 <= count <= pool


def key_hash(key: int) -> str:
    """The whole hash of a key, as promises name it; people compare its first half.

    >>> key_hash(3233)[:16]
    'e2e6d79b3f9ba9e4'
    """
    return sha256(key.to_bytes(-(-key.bit_length() // 8), "big")).hexdigest()


def head_fault(hashes: Sequence[str], head: str) -> str:
    """Why a record with these hashes does not have a head, in words; empty if it has it.

    A ticket prints half of the hash. A head beyond the end shows that the end was cut off.

    >>> head_fault(["ab" * 32], "1:" + "ab" * 8), head_fault(["ab" * 32], "7:" + "ab" * 8)
    ('', 'is cut: it ends at statement 1')
    """
    number, _, digest = head.partition(":")
    if not (number.isascii() and number.isdigit() and int(number)):
        return "has no such statement"
    if int(number) > len(hashes):
        return f"is cut: it ends at statement {len(hashes)}"
    if len(digest) < HEAD_CHARACTERS or not hashes[int(number) - 1].startswith(digest):
        return f"has another statement {number}"
    return ""


def is_hex(text: str) -> bool:
    """Whether a string is bytes in lower-case hex, at least one.

    >>> is_hex("0aff"), is_hex("0AFF"), is_hex("")
    (True, False, False)
    """
    return _HEX.fullmatch(text) is not None


def is_time(text: str) -> bool:
    """Whether a string is a moment as statements write it.

    >>> is_time("2026-11-16T01:03:00Z"), is_time("2026-11-31T01:03:00Z"), is_time("soon")
    (True, False, False)
    """
    try:
        return bool(_TIME.fullmatch(text) and datetime.fromisoformat(text))
    except ValueError:
        return False


def is_before(time: str, promise: Statement) -> bool:
    """Whether a moment by a witness's clock is before the close that a promise names, if any.

    >>> is_before("2026-11-16T01:02:59.5Z", {"closes": "2026-11-16T01:03:00Z"})
    True
    """
    # One form and one zone, so the strings compare as moments do; without the Z a
    # fraction of a second sorts after none.
    closes = promise["closes"]
    return not closes or time.rstrip("Z") < closes.rstrip("Z")


def word_hash(answer: str) -> str:
    """The name of a witness's last word, which its next word repeats.

    >>> word_hash('00')[:16]
    '6e340b9cffb37a98'
    """
    return sha256(bytes.fromhex(answer)).hexdigest()


def is_name(value: object) -> bool:
    """Whether a value can name a witness or a game.

    >>> is_name("Ada"), is_name(""), is_name("A" * 61), is_name("A\\n")
    (True, False, False, False)
    """
    return isinstance(value, str) and 0 < len(value) <= NAME_CHARACTERS_MAX and value.isprintable()


def is_one_name(name: str) -> bool:
    """Whether a name cannot be read as two where names are listed with commas and "and".

    >>> is_one_name("Ada"), is_one_name("Ada and the inspector")
    (True, False)
    """
    return is_name(name) and " and " not in name and "," not in name


def _parsed(number: int, line: bytes) -> tuple[Statement, str]:
    if len(line) > LINE_BYTES_MAX:
        raise BadRecord(number, "the line is too long")
    try:
        text = line.decode()
        body = json.loads(text)
        canonical = isinstance(body, dict) and json_bytes(body) == line
    except (ValueError, RecursionError) as bad:
        raise BadRecord(number, "the line is not JSON") from bad
    if not canonical:
        raise BadRecord(number, "the line is not canonical JSON")
    if not isinstance(body.get("kind"), str):
        raise BadRecord(number, "the statement has no kind")
    return body, text


_CHECKS: dict[str, Callable[[Follower, Statement], None]] = {
    kind: getattr(Follower, f"_{kind}") for kind in KINDS
}
