"""The part that others take in a draw: witnesses, values, answers, silences, the slow step.

Every event here is a statement of the public record (see `public_record`). The order is held here:
a value is revealed only after the seal and the count, an answer is taken only to a revealed value,
and a spare answers only after it signed the silence of the witness before it.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from msgspec import Struct, field

from eyesdown.central.site.sealing import (
    DrawPromised,
    GameSealed,
    ResultPublished,
)
from eyesdown.central.site.witness_words import (
    DrawCutShort,
    HeadSeen,
    RecordOpened,
    SlowStepMade,
    ValueRevealed,
    WitnessAnswered,
    WitnessAppointed,
    WitnessSilent,
    WitnessWithdrawn,
)
from eyesdown.draw import slow, statements
from eyesdown.draw.evidence import Seal
from eyesdown.draw.follow import (
    ENDED_KEPT,
    is_before,
    is_time,
    key_hash,
    word_hash,
)
from eyesdown.draw.witnessed import entropy_of, numbers_of
from eyesdown.kernel.canon import plain

ANSWER_SECONDS = 5
"""How long after the last spare's turn the site waits for an answer that is on its way."""
PROMISES_KEPT = 3
"""Promises whose time is kept: no more are made within a few seconds."""


class Taking(Struct):
    """What others have given to one draw. Keys are "place name"."""

    promise: DrawPromised
    seal: Seal | None = None
    signed: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    revealed_at: datetime | None = None
    answers: dict[str, str] = field(default_factory=dict)
    silent: dict[str, str] = field(default_factory=dict)
    result: str = ""
    proof: str = ""
    broken: bool = False

    @property
    def plain_seal(self) -> dict[str, Any]:
        """The seal as statements and questions have it."""
        seal = plain(self.seal)
        assert isinstance(seal, dict)
        return seal

    def due(self, place: int) -> list[str]:
        """Who must answer for a place, in order: each witness, or the spare that took over."""
        return [self._stand_in(place, name) for name, _ in self.promise.witnesses]

    def _stand_in(self, place: int, name: str) -> str:
        while f"{place} {name}" in self.silent:
            name = self.silent[f"{place} {name}"]
        return name

    def asked(self, place: int) -> list[str]:
        """Who was ever due for a place: the witnesses, and every spare that took over."""
        takers = [by for key, by in self.silent.items() if key.startswith(f"{place} ")]
        return [*(name for name, _ in self.promise.witnesses), *takers]

    def replaces(self, place: int, name: str, spare: str) -> bool:
        """Whether a spare that signs a witness's silence answers from then on; see `follow`."""
        taken = spare in self.due(place) or f"{place} {spare}" in self.silent
        return name in self.missing(place) and not taken

    def missing(self, place: int) -> list[str]:
        """Whose answer for a place is not there yet."""
        return [name for name in self.due(place) if f"{place} {name}" not in self.answers]

    def answered(self, place: int) -> list[str]:
        """The answers for a place in the promise's order; all must be there."""
        return [self.answers[f"{place} {name}"] for name in self.due(place)]

    @property
    def patience(self) -> timedelta:
        """How long after a reveal the site waits for answers, those of every spare included."""
        turns = len(self.promise.spares) + 1
        return timedelta(seconds=self.promise.wait * turns + ANSWER_SECONDS)

    def is_overdue(self, now: datetime) -> bool:
        """Whether an answer to the newest value is missing and no spare can still replace it."""
        if self.revealed_at is None or not self.missing(len(self.values)):
            return False
        return now >= self.revealed_at + self.patience


class Witnessing(Struct):
    """The record's id, the witnesses in office, and the draws on their way."""

    record: str = ""
    name: str = ""
    keys: dict[str, str] = field(default_factory=dict)
    former_keys: dict[str, str] = field(default_factory=dict)  # of witnesses that were withdrawn
    last_words: dict[str, str] = field(default_factory=dict)
    last_promise: dict[str, int] = field(default_factory=dict)  # witness -> promise count it signed
    promises: int = 0
    promised_at: list[datetime] = field(default_factory=list)  # the newest promises
    signed_promises: list[str] = field(default_factory=list)  # witnesses that signed one in time
    clocks: dict[str, int] = field(default_factory=dict)  # witness -> seconds ahead of ours
    silences: dict[str, int] = field(default_factory=dict)
    draws: dict[int, Taking] = field(default_factory=dict)
    broken_off: int = 0
    late: dict[int, Taking] = field(default_factory=dict)  # ended; an answer may still come


def promise_says(promise: DrawPromised) -> dict[str, Any]:
    """What a promise fixes, as the record states it."""
    closes = "" if promise.closes_at is None else utc(promise.closes_at)
    return {
        "game": f"{promise.game}",
        "pool": promise.pool,
        "count": promise.count,
        "commitment": promise.commitment,
        "values": promise.values,
        "closes": closes,
        "slow": promise.slow,
        "witnesses": [list(named) for named in promise.witnesses],
        "spares": [list(named) for named in promise.spares],
        "wait": promise.wait,
    }


def utc(moment: datetime) -> str:
    """A moment as statements write it.

    >>> utc(datetime(2026, 11, 16, tzinfo=UTC))
    '2026-11-16T00:00:00.000000Z'
    """
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def numbers_so_far(state: Witnessing, game: int) -> list[int]:
    """The numbers that follow from what was revealed and answered, up to the first gap."""
    draw = state.draws[game]
    entropies = []
    for place, value in enumerate(draw.values, start=1):
        if draw.missing(place):
            break
        answers = [bytes.fromhex(answer) for answer in draw.answered(place)]
        step = int(draw.result, 16).to_bytes(slow.BYTES, "big") if draw.promise.slow else b""
        entropies.append(entropy_of(bytes.fromhex(value), answers, step))
    promise = draw.promise
    return numbers_of(draw.plain_seal, promise.pool, promise.count, promise.values, entropies)


def slow_question_of(state: Witnessing, game: int) -> bytes:
    """What the slow step of a draw starts from; its first value must be revealed and answered."""
    draw = state.draws[game]
    return statements.slow_question(
        state.record,
        promise=promise_says(draw.promise),
        seal=draw.plain_seal,
        value=draw.values[0],
        answers=draw.answered(1),
    )


def evolve_witnessing(state: Witnessing, event: Any) -> None:  # noqa: PLR0912 -- wide, not deep
    """Take an event of witnesses or of the seal into the state, in place."""
    match event:
        case RecordOpened():
            state.record, state.name = event.record, event.name
        case WitnessAppointed():
            note_appointed(state, event.witness, event.key)
        case WitnessWithdrawn():
            forget_witness(state, event.witness)
        case DrawPromised() if event.pool:
            note_promise(state, event.at)
            state.draws[event.game] = Taking(event)
        case GameSealed() if event.game in state.draws:
            state.draws[event.game].seal = event.seal
        case HeadSeen():
            state.last_words[event.witness] = word_hash(event.answer)
            state.clocks[event.witness] = _seconds_ahead(event.time, event.at)
            if event.game < 0:  # its appointment
                state.last_promise[event.witness] = state.promises
            elif event.game in state.draws:
                note_signed(state, event.game, event.witness, event.time)
        case ValueRevealed():
            draw = state.draws[event.game]
            draw.values.append(event.value)
            draw.revealed_at = event.at
        case WitnessAnswered():
            state.last_words[event.witness] = word_hash(event.answer)
            draw = state.draws.get(event.game) or state.late[event.game]
            draw.answers[f"{event.place} {event.witness}"] = event.answer
        case WitnessSilent():
            state.last_words[event.by] = word_hash(event.answer)
            draw = state.draws.get(event.game) or state.late[event.game]
            note_silence(state, draw, event.place, event.witness, event.by)
        case SlowStepMade():
            draw = state.draws[event.game]
            draw.result, draw.proof = event.result, event.proof
        case DrawCutShort():
            break_off(state, event.game)
        case ResultPublished():
            end_draw(state, event.game)
        case _:
            pass


def note_appointed(state: Witnessing, witness: str, key: str) -> None:
    """A witness takes office. With another key than before it has given no word yet."""
    if state.former_keys.pop(witness, key) != key:
        state.last_words.pop(witness, None)
    state.keys[witness] = key


def forget_witness(state: Witnessing, witness: str) -> None:
    """A witness was withdrawn: appointed again, it shows anew that it is there."""
    if witness in state.keys:
        state.former_keys[witness] = state.keys.pop(witness)
    state.last_promise.pop(witness, None)
    state.clocks.pop(witness, None)
    if witness in state.signed_promises:
        state.signed_promises.remove(witness)


def note_promise(state: Witnessing, at: datetime) -> None:
    """Count a promise; those that witnesses had time to sign say who is present."""
    state.promises += 1
    state.promised_at = [*state.promised_at, at][-PROMISES_KEPT:]


def note_signed(state: Witnessing, game: int, witness: str, time: str) -> None:
    """A witness signed a promise: it counts before the seal, and before the close by its clock."""
    draw = state.draws[game]
    early = is_before(time, {"closes": promise_says(draw.promise)["closes"]})
    if draw.seal is not None or not early or witness in draw.signed:
        return
    draw.signed.append(witness)
    state.last_promise[witness] = state.promises
    if witness not in state.signed_promises:
        state.signed_promises.append(witness)


def _seconds_ahead(time: str, at: datetime) -> int:
    """How far a witness's clock is ahead of ours; an older release took any string as its time."""
    return round((datetime.fromisoformat(time) - at).total_seconds()) if is_time(time) else 0


def note_silence(state: Witnessing, draw: Taking, place: int, witness: str, by: str) -> None:
    """A spare takes a silent witness's part, unless its word came too late."""
    if draw.promise.game in state.draws and not draw.broken and draw.replaces(place, witness, by):
        draw.silent[f"{place} {witness}"] = by
        state.silences[witness] = state.silences.get(witness, 0) + 1


def break_off(state: Witnessing, game: int) -> None:
    """A draw was broken off: nothing more can be drawn from what is still given to it."""
    state.broken_off += 1
    if game in state.draws:
        state.draws[game].broken = True


def end_draw(state: Witnessing, game: int) -> None:
    """A draw that has its result, or was broken off: late answers are still noted for a while."""
    draw = state.draws.pop(game, None)
    if draw is not None:
        state.late[game] = draw
        # A word may be under way when a result comes: the two newest are kept whatever they have.
        whole = [old for old in sorted(state.late)[:-2] if not _lacks_a_word(state.late[old])]
        for old in (*whole, *sorted(set(state.late) - set(whole))[:-ENDED_KEPT]):
            del state.late[old]


def _lacks_a_word(draw: Taking) -> bool:
    places = range(1, len(draw.values) + 1)
    return any(
        f"{place} {name}" not in draw.answers for place in places for name in draw.asked(place)
    )


def new_record_id(read: Any) -> str:
    """A fresh id of a record, so that no answer fits another site's draw."""
    return sha256(read(32)).hexdigest()[:32]


def named(state: Witnessing, names: list[str]) -> tuple[tuple[str, str], ...]:
    """Witnesses as a promise names them: name and the hash of the key."""
    return tuple((name, key_hash(int(state.keys[name], 16))) for name in names)
