"""What comes of a command about witnesses, values and answers; every refusal of the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eyesdown.central.site.sealing import (
    Count,
    DrawPromised,
    Sealing,
)
from eyesdown.central.site.witness_words import (
    NOT_OURS,
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
from eyesdown.central.site.witnessing import Witnessing, promise_says, slow_question_of
from eyesdown.draw import slow, statements, vrf
from eyesdown.draw.follow import (
    is_one_name,
    is_time,
    key_hash,
)
from eyesdown.draw.slow import SlowStep
from eyesdown.draw.witnessed import fits
from eyesdown.kernel.handlers import Handlers, every
from eyesdown.kernel.refused import Refused, refused
from eyesdown.rulebooks.central_site.record import refusal

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
    if not is_one_name(command.witness):
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
    if command.game == NOT_OURS:
        return "witness/not_our_head", None
    if command.previous != state.last_words.get(command.witness, ""):
        return "witness/word_missing", None
    if not is_time(command.time):
        return "witness/not_its_word", None
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
    """Take an answer to a revealed value from a witness that was asked, once."""
    draw = state.draws.get(command.game) or state.late.get(command.game)
    if draw is None or not 1 <= command.place <= len(draw.values):
        return "witness/not_asked", None
    if command.witness not in draw.asked(command.place):
        return "witness/not_asked", None
    if command.witness not in draw.signed and command.game in state.draws:
        return "witness/never_signed", None
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
    """A silence that comes too late is noted: the spare's next word names it."""
    draw, place = state.draws.get(command.game) or state.late.get(command.game), command.place
    if draw is None or not 1 <= place <= len(draw.values):
        return "witness/not_asked", None
    if command.witness not in draw.asked(place):
        return "witness/not_asked", None
    if command.by not in [name for name, _ in draw.promise.spares]:
        return "witness/not_a_spare", None
    if command.by not in draw.signed and command.game in state.draws:
        return "witness/never_signed", None
    if command.previous != state.last_words.get(command.by, ""):
        return "witness/word_missing", None
    if not is_time(command.time):
        return "witness/not_its_word", None
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
