"""What a witness does with each statement: follow, sign promises, answer values, once.

It answers only what it saw promised before the close by its own clock, only after the close by its
own clock, only a record that extends the one it knows, and each place of a draw once. A promise
without a closing time closes with its seal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from eyesdown.central.witness.folder import WitnessFolder
from eyesdown.draw import statements, vrf
from eyesdown.draw.follow import BadRecord, Draw, Follower, SlowClaim, key_hash, word_hash
from eyesdown.draw.statements import Statement
from eyesdown.kernel.errors import BadInput

Message = dict[str, Any]

AGAIN_SECONDS = 0.5
"""How long a spare waits for a witness that was silent at the ball before. One that is back answers
within this time, and from then on the whole wait counts again."""

LINES_AT_ONCE = 200
"""Of more lines than these the slow steps are checked later: years of them would take hours."""

DISK_REFUSES = (
    "the disk does not take what this witness must keep before it speaks: {}. Make room and start"
    " it again; it goes on where it was"
)
LACKS_A_WORD = (
    "the record has a word of this key that this folder lacks: the folder is an old copy, or"
    " another program runs with the same key. Run only one, from the newest folder; if that is"
    " lost, make a new witness and ask the office to withdraw this key and appoint the new one"
)
"""Why a witness stops: a word is kept before it is given, so the one folder of a key has each."""
NEVER_PARTED = (
    "statement {} says that the record had parted from this copy, which is not so: a word of this"
    " witness may be hidden. Compare the copies of others with this one, and ask the site"
)
"""Why a witness stops: such a statement would let the record hide one of its words."""


class Shown(NamedTuple):
    """What another witness's own page shows of a draw: the values it saw, its answer in hex."""

    values: int
    answer: str


Look = Callable[[str, str, int], Shown | None]


def utc(seconds: float) -> str:
    """A moment as statements write it.

    >>> utc(0)
    '1970-01-01T00:00:00.000000Z'
    """
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


@dataclass(slots=True)
class Waiting:
    """A value whose answer this spare waits for, since when by its own monotonic clock."""

    game: str
    place: int
    silent: str
    since: float


@dataclass(slots=True)
class Witness:
    """A follower with a key. Clocks are handed in: wall time and a monotonic one, in seconds."""

    folder: WitnessFolder
    wall: Callable[[], float]
    monotonic: Callable[[], float]
    look: Look = lambda _name, _game, _place: None
    """Asks another witness's own page what it saw and answered; None if it cannot be reached."""
    follower: Follower = field(default_factory=Follower)
    stopped: str = ""
    refusals: list[str] = field(default_factory=list)
    carried: dict[tuple[str, int, str], Message] = field(default_factory=dict)
    """Answers of others that their own pages show and the record does not: sent on for them."""
    slow_later: deque[SlowClaim] = field(default_factory=deque)
    """Slow steps of a long past that are not checked yet, the oldest first."""
    _waiting: dict[tuple[str, int, str], Waiting] = field(default_factory=dict)
    _settled: set[tuple[str, int]] = field(default_factory=set)
    """Draws that have ended, each with the number of its values, that were looked through."""

    @classmethod
    def of_folder(
        cls, folder: WitnessFolder, wall: Callable[[], float], monotonic: Callable[[], float]
    ) -> Witness:
        """The witness as it was when it stopped: its copy is followed again, nothing is signed."""
        witness = cls(folder, wall, monotonic)
        checked = folder.slow_steps_checked()
        witness.follower = _follower_of(folder.record(), None if checked is None else deque())
        claims = witness.follower.slow_later or ()
        witness.slow_later.extend(claim for claim in claims if claim.number > (checked or 0))
        witness.follower.slow_later = None
        for draw in witness.follower.draws.values():
            if draw.values:
                witness.watch(draw, len(draw.values))
        return witness

    @property
    def name(self) -> str:
        """The name under which the office appointed this witness."""
        return self.folder.name

    @property
    def appointed(self) -> bool:
        """Whether the record has this witness with this key."""
        return self.follower.keys.get(self.name) == self.folder.key.n

    def take(self, *lines: bytes) -> None:
        """Follow lines of the record and keep them; `due` says what they call for.

        They are written together, before anything is signed. A line that does not hold stops this
        witness for good: it keeps its copy as proof. Slow steps of a long past are checked later.
        """
        followed: list[bytes] = []
        self.follower.slow_later = self.slow_later if len(lines) > LINES_AT_ONCE else None
        for line in lines if not self.stopped else ():
            try:
                statement = self.follower.take(line)
            except BadRecord as bad:
                self.stopped = str(bad)
                break
            if self.name in statement.get("words", ()):  # a copy that had parted comes by `rejoin`
                self.stopped = NEVER_PARTED.format(statement["n"])
                break
            followed.append(line)
            if (
                statement["kind"] in ("reveal", "silent")
                and statement["game"] in self.follower.draws
            ):
                self.watch(self.follower.draws[statement["game"]], statement["place"])
        try:
            if self.slow_later:
                self.folder.note_slow_steps(self.slow_later[0].number - 1)
            if followed:
                self.folder.add_statements(followed)
        except OSError as full:
            self.stopped = DISK_REFUSES.format(full)

    def check_slow_steps(self, seconds: float) -> None:
        """Check slow steps that were put off, for some seconds; one that is wrong stops us."""
        until = self.monotonic() + seconds
        while self.slow_later and not self.stopped and self.monotonic() < until:
            self.stopped = self.slow_later[0].fault
            self.slow_later.popleft()
            if not self.slow_later:
                self.folder.forget_slow_steps()

    def rejoin(self, lines: list[bytes], number: int) -> Path:
        """Follow the site's own record after `number` lines; where the parted copy is kept.

        Only for a record that says of this copy that they have parted. BadRecord if it does not
        hold.
        """
        own = list(self.folder.record())[:number]
        follower = _follower_of(own)
        for line in lines:
            follower.take(line)
        parted = self.folder.part_record([*own, *lines])
        self.follower = follower
        self._waiting.clear()
        self._settled.clear()
        return parted

    def due(self) -> list[Message]:
        """The words that are due by the record and the clock, signed and kept."""
        if self.stopped or not self.appointed:
            return []
        if not self._knows_its_last_word():
            self.stopped = LACKS_A_WORD
            return []
        try:
            return [*self._greeting(), *self._signatures(), *self._answers(), *self._silences()]
        except OSError as full:
            self.stopped = DISK_REFUSES.format(full)
            return []

    def pending(self) -> list[Message]:
        """Words that were given and are not in the record yet, in the order given."""
        if not self._knows_its_last_word():
            return []  # none of this folder's words follows the one in the record
        recorded, own = self.follower.last_words.get(self.name, ""), list[Message]()
        for message in reversed(self.folder.words.values()):  # years of words are not gone through
            if word_hash(message["answer"]) == recorded:
                break
            own.append(message)
        return [*reversed(own), *self.carried.values()]

    def _knows_its_last_word(self) -> bool:
        """Whether this folder has the newest word that the record shows of its key."""
        recorded = self.follower.last_words.get(self.name, "")
        return not (recorded and self.appointed) or recorded in self.folder.word_hashes

    def _greeting(self) -> Iterator[Message]:
        """Say once that the appointment was seen: from then on promises name this witness."""
        if self.folder.word("seen the appointment") is None:
            yield self._seen("seen the appointment", self.follower.head)

    def _signatures(self) -> Iterator[Message]:
        """Say of each promise that it was seen before the close, whether or not it names us.

        A witness that was down shows in this way that it is back.
        """
        for draw in list(self.follower.draws.values()):
            if self.folder.word(f"seen {draw.game}") is None:
                yield from self._sign(draw.promise, sealed=bool(draw.seal))

    def _sign(self, promise: Statement, *, sealed: bool) -> Iterator[Message]:
        closes = promise["closes"]
        if sealed or (closes and utc(self.wall()) >= _full(closes)):
            self._refuse(f"the promise of game {promise['game']} was seen after its close")
            return
        yield self._seen(f"seen {promise['game']}", statements.head_of(promise))

    def _seen(self, about: str, head: str) -> Message:
        """Sign a head of the record."""
        now, previous = utc(self.wall()), self.folder.last_word
        question = statements.seen_question(self._record, self.name, head, previous, now)
        return self.folder.give(
            about,
            {
                "kind": "seen",
                "witness": self.name,
                "head": head,
                "previous": previous,
                "time": now,
                "answer": vrf.prove(self.folder.key, question).hex(),
            },
        )

    def here(self, start: str) -> Message:
        """How far this copy goes, signed for one start of the site. No word of a draw."""
        head = self.follower.head
        question = statements.here_question(self._record, self.name, head, start)
        answer = vrf.prove(self.folder.key, question).hex()
        fields = {"witness": self.name, "head": head, "start": start, "answer": answer}
        return {"kind": "here", **fields}

    @property
    def _record(self) -> str:
        return self.follower.record

    def _answers(self) -> Iterator[Message]:
        """Answers to every revealed value that is due from this witness and was not answered.

        A draw that was broken off is answered, too: then everyone sees what would have been drawn.
        """
        for draw in [*self.follower.draws.values(), *self.follower.ended.values()]:
            known = (draw.game, len(draw.values))
            if self.name not in draw.signed or known in self._settled or not self._is_named(draw):
                continue  # its signature came after the seal, or never: the answer would not count
            for place in range(1, len(draw.values) + 1):
                if self.name in draw.due(place) and (place, self.name) not in draw.answers:
                    yield from self._answer(draw, place)
            if draw.game in self.follower.ended:
                self._settled.add(known)

    def _is_named(self, draw: Draw, *lists: str) -> bool:
        """Whether a promise names this witness with this key; its name may have had another."""
        own = [self.name, key_hash(self.folder.key.n)]
        return any(own in draw.promise[each] for each in lists or ("witnesses", "spares"))

    def _answer(self, draw: Draw, place: int) -> Iterator[Message]:
        about = f"answer {draw.game} {place}"
        if self.folder.word(about) is not None:
            return  # given already; `pending` sends it again
        closes = draw.promise["closes"]
        if closes and utc(self.wall()) < _full(closes):
            self._refuse(f"game {draw.game}: asked before the close")
            return
        question = self._question(self.name, draw, place)
        answer = vrf.prove(self.folder.key, question).hex()
        yield self.folder.give(
            about,
            {
                "kind": "answer",
                "witness": self.name,
                "game": draw.game,
                "place": place,
                "answer": answer,
            },
        )

    def watch(self, draw: Draw, place: int) -> None:
        """A spare notes whose answer it waits for from now on: a witness's, or another spare's."""
        if self._is_named(draw, "spares"):
            for name in draw.due(place):
                key = (draw.game, place, name)
                self._waiting.setdefault(key, Waiting(*key, self.monotonic()))

    def _silences(self) -> Iterator[Message]:
        """The silence of a witness whose answer did not come in time, if this spare is next."""
        for key, waiting in list(self._waiting.items()):
            draw = self.follower.draws.get(waiting.game)
            if draw is None or (waiting.place, waiting.silent) in draw.answers:
                del self._waiting[key]
                self.carried.pop(key, None)
                continue
            waited = self.monotonic() - waiting.since
            late = waited >= self._patience(draw, waiting)
            takes_over = draw.replaces(waiting.place, waiting.silent, self.name)
            if late and takes_over and self.name in draw.signed and key not in self.carried:
                yield from self._sign_silence(draw, waiting)

    def _patience(self, draw: Draw, waiting: Waiting) -> float:
        """How long this spare waits, in seconds, before it signs a silence."""
        again = (waiting.place - 1, waiting.silent) in draw.silent
        wait: float = draw.promise["wait"]
        return (min(AGAIN_SECONDS, wait) if again else wait) * self._turn(draw, waiting.place)

    def _turn(self, draw: Draw, place: int) -> int:
        """How many waits this spare lets pass: those before it in the promise come first."""
        silent_or_due = [*draw.due(place), *(name for at, name in draw.silent if at == place)]
        spares = [name for name, _ in draw.promise["spares"] if name not in silent_or_due]
        return spares.index(self.name) + 1 if self.name in spares else 1

    def _sign_silence(self, draw: Draw, waiting: Waiting) -> Iterator[Message]:
        about = f"silent {draw.game} {waiting.place} {waiting.silent}"
        if self.folder.word(about) is not None or self._has_answered(draw, waiting):
            return
        says = {
            "witness": waiting.silent,
            "game": draw.game,
            "place": waiting.place,
            "time": utc(self.wall()),
            "previous": self.folder.last_word,
        }
        question = statements.silent_question(self._record, self.name, says)
        answer = vrf.prove(self.folder.key, question).hex()
        yield self.folder.give(about, {"kind": "silent", "by": self.name, "answer": answer, **says})

    def _has_answered(self, draw: Draw, waiting: Waiting) -> bool:
        """Whether the silent witness's own page shows its answer; then it is sent on for it.

        The record may lack an answer because the site, or the network, keeps it back.
        """
        name, place = waiting.silent, waiting.place
        shown = self.look(name, draw.game, place)
        if shown is None:
            return False
        if not shown.answer:
            if place > shown.values:
                self._refuse(f"game {draw.game}: {name} was not shown value {place}")
            return False
        question = self._question(name, draw, place)
        if not vrf.holds(self.follower.keys[name], question, bytes.fromhex(shown.answer)):
            self._refuse(f"game {draw.game}: {name}'s page shows what is not its answer")
            return False
        self._refuse(f"game {draw.game}: {name} has answered, and the record does not show it")
        fields = {"witness": name, "game": draw.game, "place": place, "answer": shown.answer}
        self.carried[draw.game, place, name] = {"kind": "answer", **fields}
        return True

    def _question(self, name: str, draw: Draw, place: int) -> bytes:
        return statements.draw_question(
            self._record,
            name,
            promise=draw.promise,
            seal=draw.seal,
            place=place,
            value=draw.values[place - 1],
        )

    def _refuse(self, because: str) -> None:
        if because not in self.refusals:
            self.refusals.append(because)


def _follower_of(own: Iterable[bytes], slow_later: deque[SlowClaim] | None = None) -> Follower:
    """A follower of this witness's own copy, which was checked before it was kept."""
    follower = Follower(checked_before=True, slow_later=slow_later)
    try:
        for line in own:
            follower.take(line)
    except BadRecord as bad:
        because = f"its copy of the record was changed: {bad}. Keep it as proof, elsewhere: with no"
        raise BadInput("folder", f"{because} record.jsonl the copy is fetched anew") from bad
    follower.checked_before = False
    return follower


def _full(moment: str) -> str:
    """A moment of a statement with its microseconds, so that two compare as text."""
    return utc(datetime.fromisoformat(moment).timestamp())
