"""The part that others take in a draw: witnesses, values, answers, silences, the slow step.

Every event here is a statement of the public record (see `public_record`). The order is held here:
a value is revealed only after the seal and the count, an answer is taken only to a revealed value,
and a spare answers only after it signed the silence of the witness before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from msgspec import Struct, field

from eyesdown.central.site.sealing import (
    Count,
    DrawPromised,
    GameSealed,
    PromiseDraw,
    ResultPublished,
    Sealing,
)
from eyesdown.central.site.witness_words import (
    AppointWitness,
    BreakOffDraw,
    DrawCutShort,
    HeadSeen,
    NoteAnswer,
    NoteSeen,
    NoteSilence,
    NoteSlowStep,
    OpenRecord,
    RecordOpened,
    RevealValue,
    SlowStepMade,
    ValueRevealed,
    WithdrawWitness,
    WitnessAnswered,
    WitnessAppointed,
    WitnessingCommand,
    WitnessingEvent,
    WitnessSilent,
    WitnessWithdrawn,
)
from eyesdown.draw import slow, statements, vrf
from eyesdown.draw.evidence import Seal
from eyesdown.draw.follow import is_name, key_hash, word_hash
from eyesdown.draw.slow import SlowStep
from eyesdown.draw.witnessed import entropy_of, fits, numbers_of
from eyesdown.kernel.canon import plain
from eyesdown.kernel.handlers import Handlers, every
from eyesdown.kernel.refused import Refused, refused
from eyesdown.kernel.written import replace
from eyesdown.rulebooks.central_site.record import refusal

ANSWER_SECONDS = 5
"""How long after the last spare's turn the site waits for an answer that is on its way."""
PRESENT_PROMISES = 3
"""A witness that signed none of this many latest promises is not named in the next one."""


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
    last_words: dict[str, str] = field(default_factory=dict)
    last_promise: dict[str, int] = field(default_factory=dict)  # witness -> promise count it signed
    promises: int = 0
    silences: dict[str, int] = field(default_factory=dict)
    draws: dict[int, Taking] = field(default_factory=dict)
    broken_off: int = 0
    late: dict[int, Taking] = field(default_factory=dict)  # ended; an answer may still come

    def present(self) -> list[str]:
        """Witnesses in office that signed one of the latest promises, or their appointment."""
        least = self.promises - PRESENT_PROMISES
        return [name for name in self.keys if self.last_promise.get(name, least) > least]


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


DECIDES = Handlers()


def decide_witnessing(
    state: Witnessing, sealing: Sealing, command: WitnessingCommand
) -> tuple[WitnessingEvent | Refused, ...]:
    """What comes of a command about witnesses and what they give."""
    code, event = _DECIDES[type(command)](state, sealing, command)
    if not code:
        assert event is not None
        return (event,)
    about = getattr(command, "witness", "") or f"{getattr(command, 'game', '')}"
    return refused(command, (refusal(code, about=about),), about)


@DECIDES.handles(OpenRecord)
def _open_record(
    state: Witnessing, _: Sealing, command: OpenRecord
) -> tuple[str, RecordOpened | None]:
    if state.record:
        return "record/open_already", None
    return "", RecordOpened(command.at, command.record, command.name)


@DECIDES.handles(AppointWitness)
def _appoint(
    state: Witnessing, _: Sealing, command: AppointWitness
) -> tuple[str, WitnessAppointed | None]:
    """A key serves once: one that was withdrawn does not come back under another name."""
    try:
        key = int(command.key, 16)
    except ValueError:
        return "witness/bad_key", None
    if vrf.key_fault(key) or f"{key:x}" != command.key:
        return "witness/bad_key", None
    if not is_name(command.witness):
        return "witness/bad_name", None
    if not state.record:
        return "record/not_open", None
    if command.witness in state.keys:
        return "witness/appointed_already", None
    if command.key in state.keys.values():
        return "witness/key_taken", None
    return "", WitnessAppointed(command.at, command.witness, command.key, command.by)


@DECIDES.handles(WithdrawWitness)
def _withdraw(
    state: Witnessing, _: Sealing, command: WithdrawWitness
) -> tuple[str, WitnessWithdrawn | None]:
    if command.witness not in state.keys:
        return "witness/not_appointed", None
    waits = [draw for draw in state.draws.values() if draw.values and not draw.broken]
    if any(command.witness in draw.missing(len(draw.values)) for draw in waits):
        return "witness/answer_due", None
    return "", WitnessWithdrawn(command.at, command.witness, command.because, command.by)


@DECIDES.handles(NoteSeen)
def _seen(state: Witnessing, _: Sealing, command: NoteSeen) -> tuple[str, HeadSeen | None]:
    if command.previous != state.last_words.get(command.witness, ""):
        return "witness/word_missing", None
    fields = (command.head, command.previous, command.time)
    question = statements.seen_question(state.record, command.witness, *fields)
    code = _unsigned(state, command.witness, question, command.answer)
    if code:
        return code, None
    return "", HeadSeen(command.at, command.witness, *fields, command.answer, command.game)


@DECIDES.handles(RevealValue)
def _reveal(
    state: Witnessing, sealing: Sealing, command: RevealValue
) -> tuple[str, ValueRevealed | None]:
    draw = state.draws.get(command.game)
    if draw is None:
        return "draw/never_promised", None
    if command.game not in sealing.sealed:
        return "game/not_sealed", None
    if Count.SALES not in sealing.agreed.get(command.game, ()):
        return "game/sales_not_counted", None
    if command.place != len(draw.values) + 1:
        return "draw/value_out_of_order", None
    if command.place > draw.promise.values:
        return "draw/value_not_promised", None
    if draw.values and draw.missing(len(draw.values)):
        return "draw/answer_missing", None
    values = [bytes.fromhex(value) for value in (*draw.values, command.value)]
    if not fits(draw.promise.commitment, values):
        return "draw/value_not_promised", None
    return "", ValueRevealed(command.at, command.game, command.place, command.value)


@DECIDES.handles(NoteAnswer)
def _answer(
    state: Witnessing, _: Sealing, command: NoteAnswer
) -> tuple[str, WitnessAnswered | None]:
    draw = state.draws.get(command.game) or state.late.get(command.game)
    if draw is None or not 1 <= command.place <= len(draw.values):
        return "witness/not_asked", None
    if command.witness not in draw.due(command.place):
        return "witness/not_asked", None
    if f"{command.place} {command.witness}" in draw.answers:
        return "witness/answered_already", None
    question = statements.draw_question(
        state.record,
        command.witness,
        promise=promise_says(draw.promise),
        seal=draw.plain_seal,
        place=command.place,
        value=draw.values[command.place - 1],
    )
    code = _unsigned(state, command.witness, question, command.answer, draw.promise)
    if code:
        return code, None
    given = (command.witness, command.game, command.place, command.answer)
    return "", WitnessAnswered(command.at, *given)


@DECIDES.handles(NoteSilence)
def _silence(
    state: Witnessing, _: Sealing, command: NoteSilence
) -> tuple[str, WitnessSilent | None]:
    draw, place = state.draws.get(command.game), command.place
    if draw is None or draw.broken or not 1 <= place <= len(draw.values):
        return "witness/not_asked", None
    if command.witness not in draw.missing(place):
        return "witness/answered_already", None
    spares = [name for name, _ in draw.promise.spares]
    if command.by not in spares or command.by in draw.due(place):
        return "witness/not_a_spare", None
    if command.previous != state.last_words.get(command.by, ""):
        return "witness/word_missing", None
    says = {
        "witness": command.witness,
        "game": f"{command.game}",
        "place": place,
        "time": command.time,
        "previous": command.previous,
    }
    question = statements.silent_question(state.record, command.by, says)
    code = _unsigned(state, command.by, question, command.answer, draw.promise)
    if code:
        return code, None
    named = (command.by, command.witness, command.game, place)
    return "", WitnessSilent(command.at, *named, command.time, command.previous, command.answer)


@DECIDES.handles(NoteSlowStep)
def _slow_step(
    state: Witnessing, _: Sealing, command: NoteSlowStep
) -> tuple[str, SlowStepMade | None]:
    draw = state.draws.get(command.game)
    if draw is None or draw.broken or not draw.promise.slow:
        return "draw/no_slow_step", None
    if not draw.values or draw.missing(1):
        return "draw/no_slow_step", None
    if draw.result:
        return "draw/slow_step_made", None
    try:
        step = SlowStep(draw.promise.slow, int(command.result, 16), int(command.proof, 16))
    except ValueError:
        return "draw/slow_step_wrong", None
    if not slow.holds(slow_question_of(state, command.game), step):
        return "draw/slow_step_wrong", None
    return "", SlowStepMade(command.at, command.game, command.result, command.proof)


@DECIDES.handles(BreakOffDraw)
def _break_off(
    state: Witnessing, _: Sealing, command: BreakOffDraw
) -> tuple[str, DrawCutShort | None]:
    """Numbers that everyone can work out are never exchanged for others."""
    draw = state.draws.get(command.game)
    if draw is None:
        return "draw/never_promised", None
    if draw.broken:
        return "draw/broken_off_already", None
    if not command.because.strip():
        return "draw/reason_missing", None
    if len(draw.values) == draw.promise.values and not draw.missing(len(draw.values)):
        return "draw/numbers_known", None
    return "", DrawCutShort(command.at, command.game, command.because, command.by)


def _unsigned(
    state: Witnessing,
    witness: str,
    question: bytes,
    answer: str,
    promise: DrawPromised | None = None,
) -> str:
    """Why a witness's word is not taken; empty if its key gave it to this question.

    For a draw it must be the key that the promise names: a witness that was appointed again under
    another key while the game was open has not promised anything.
    """
    if witness not in state.keys:
        return "witness/not_appointed"
    if promise is not None:
        key = (witness, key_hash(int(state.keys[witness], 16)))
        if key not in (*promise.witnesses, *promise.spares):
            return "witness/not_its_word"
    try:
        raw = bytes.fromhex(answer)
    except ValueError:
        return "witness/not_its_word"
    right = answer == raw.hex() and vrf.holds(int(state.keys[witness], 16), question, raw)
    return "" if right else "witness/not_its_word"


_DECIDES: Mapping[type, Any] = every(
    DECIDES,
    kinds=(
        *(OpenRecord, AppointWitness, WithdrawWitness, NoteSeen, RevealValue),
        *(NoteAnswer, NoteSilence, NoteSlowStep, BreakOffDraw),
    ),
)


def evolve_witnessing(state: Witnessing, event: Any) -> None:  # noqa: PLR0912 -- wide, not deep
    """Take an event of witnesses or of the seal into the state, in place."""
    match event:
        case RecordOpened():
            state.record, state.name = event.record, event.name
        case WitnessAppointed():
            state.keys[event.witness] = event.key
        case WitnessWithdrawn():
            del state.keys[event.witness]
            state.last_promise.pop(event.witness, None)
        case DrawPromised() if event.pool:
            state.promises += 1
            state.draws[event.game] = Taking(event)
        case GameSealed() if event.game in state.draws:
            state.draws[event.game].seal = event.seal
        case HeadSeen():
            state.last_words[event.witness] = word_hash(event.answer)
            state.last_promise[event.witness] = state.promises
            if event.game in state.draws:
                state.draws[event.game].signed.append(event.witness)
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
            state.draws[event.game].silent[f"{event.place} {event.witness}"] = event.by
            state.silences[event.witness] = state.silences.get(event.witness, 0) + 1
        case SlowStepMade():
            draw = state.draws[event.game]
            draw.result, draw.proof = event.result, event.proof
        case DrawCutShort():
            break_off(state, event.game)
        case ResultPublished():
            end_draw(state, event.game)
        case _:
            pass


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
        for old in sorted(state.late)[:-2]:
            del state.late[old]


def new_record_id(read: Any) -> str:
    """A fresh id of a record, so that no answer fits another site's draw."""
    return sha256(read(32)).hexdigest()[:32]


def named(state: Witnessing, names: list[str]) -> tuple[tuple[str, str], ...]:
    """Witnesses as a promise names them: name and the hash of the key."""
    return tuple((name, key_hash(int(state.keys[name], 16))) for name in names)


def promise_of(
    state: Witnessing, promise: PromiseDraw, *, slow_turns: int = 0, witnesses_max: int = 2
) -> PromiseDraw:
    """A promise with the witnesses that are present; without one, with a slow step.

    Of the witnesses that are present `witnesses_max` are asked, the others are spares.
    """
    present = state.present()
    asked, spares = present[:witnesses_max], present[witnesses_max:]
    return replace(
        promise,
        slow=0 if asked else slow_turns,
        witnesses=named(state, asked),
        spares=named(state, spares),
    )
