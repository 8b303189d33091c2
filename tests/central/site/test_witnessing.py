"""What witnesses may say, and when: every refusal of the record, the values and the answers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import shake_256
from typing import Any

import pytest

from eyesdown.central.site.draws.deciding import decide_witnessing
from eyesdown.central.site.sealing import (
    Count,
    DrawPromised,
    GameSealed,
    ResultPublished,
    Sealing,
)
from eyesdown.central.site.witness_words import (
    NOT_OURS,
    AppointWitness,
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
    WitnessSilent,
)
from eyesdown.central.site.witnessing import (
    Witnessing,
    break_off,
    evolve_witnessing,
    named,
    promise_says,
    slow_question_of,
)
from eyesdown.draw import evidence, statements, vrf
from eyesdown.draw.follow import word_hash
from eyesdown.draw.slow import Turning
from eyesdown.draw.witnessed import chain_of, commitment_of
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.proof.fairness.record_maker import RECORD, key_of

AT = datetime(2026, 11, 16, 1, 0, tzinfo=UTC)
TIME = "2026-11-16T01:00:00.000000Z"
SEAL = evidence.seal("2026-11-16/000", [b"x"], 100)
SECRET = shake_256(b"secret").digest(128)
SLOW_TURNS = 300


def key_hex(name: str) -> str:
    return f"{key_of(name).n:x}"


class Table:
    """A record with three witnesses and one draw: Ada and Bob answer, Cid is the spare."""

    def __init__(
        self, *, values: int = 1, slow: int = 0, spares: tuple[str, ...] = ("Cid",)
    ) -> None:
        self.state, self.sealing = Witnessing(), Sealing()
        self.values = [value.hex() for value in chain_of(SECRET, values)]
        self.feed(RecordOpened(AT, RECORD, "Test site"))
        self.names = ("Ada", "Bob", *spares)
        for name in self.names:
            self.feed(WitnessAppointed(AT, name, key_hex(name), "office"))
        self.promise = DrawPromised(
            AT,
            0,
            commitment_of(bytes.fromhex(self.values[0])),
            pool=80,
            count=20,
            values=values,
            closes_at=AT + timedelta(minutes=3),
            slow=slow,
            witnesses=named(self.state, ["Ada", "Bob"]),
            spares=named(self.state, list(spares)),
            wait=5,
        )
        self.feed(self.promise)

    def feed(self, *events: Any) -> None:
        for event in events:
            evolve_witnessing(self.state, event)

    def ask(self, command: Any) -> Any:
        """Decide a command; an event is taken into the state."""
        [event] = decide_witnessing(self.state, self.sealing, command)
        if not isinstance(event, Refused):
            self.feed(event)
        return event

    def code(self, command: Any) -> str:
        event = self.ask(command)
        return event.refusals[0].code if isinstance(event, Refused) else ""

    def seal(self) -> None:
        for name in self.names:
            if name not in self.state.draws[0].signed:
                self.feed(HeadSeen(AT, name, "4:ab", "", TIME, "", 0))
        self.sealing.sealed[0] = SEAL
        self.sealing.agreed[0] = [Count.SALES]
        self.feed(GameSealed(AT, 0, SEAL))

    def reveal(self, place: int = 1) -> None:
        assert self.code(RevealValue(AT, 0, place, self.values[place - 1])) == ""

    def answer(self, name: str, place: int = 1, key: str = "") -> NoteAnswer:
        draw = self.state.draws.get(0) or self.state.late[0]
        question = statements.draw_question(
            RECORD,
            name,
            promise=promise_says(draw.promise),
            seal=draw.plain_seal,
            place=place,
            value=self.values[place - 1],
        )
        return NoteAnswer(AT, name, 0, place, vrf.prove(key_of(key or name), question).hex())

    def silence(self, by: str, witness: str, place: int = 1) -> NoteSilence:
        says = {
            "witness": witness,
            "game": "0",
            "place": place,
            "time": TIME,
            "previous": self.state.last_words.get(by, ""),
        }
        question = statements.silent_question(RECORD, by, says)
        signed = vrf.prove(key_of(by), question).hex()
        return NoteSilence(AT, by, witness, 0, place, TIME, says["previous"], signed)

    def seen(self, name: str, key: str = "") -> NoteSeen:
        previous = self.state.last_words.get(name, "")
        question = statements.seen_question(RECORD, name, "1:ab", previous, TIME)
        signed = vrf.prove(key_of(key or name), question).hex()
        return NoteSeen(AT, name, "1:ab", previous, TIME, signed, 0)


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def revealed(table: Table) -> Table:
    table.seal()
    table.reveal()
    return table


@pytest.mark.clause("central-site", "6.1")
def test_a_record_is_opened_once_and_before_the_first_appointment(table: Table) -> None:
    assert table.code(OpenRecord(AT, RECORD, "again")) == "record/open_already"
    empty = Table()
    empty.state = Witnessing()
    assert empty.code(AppointWitness(AT, "Ada", key_hex("Ada"))) == "record/not_open"
    assert empty.code(OpenRecord(AT, RECORD, "Test site")) == ""
    assert empty.code(AppointWitness(AT, "Ada", key_hex("Ada"))) == ""


@pytest.mark.clause("central-site", "6.2")
@pytest.mark.parametrize(
    ("name", "key", "code"),
    [
        ("Dot", key_hex("Dot"), ""),
        ("D" * 60, key_hex("Dot"), ""),
        ("D" * 61, key_hex("Dot"), "witness/bad_name"),
        ("", key_hex("Dot"), "witness/bad_name"),
        ("D\n", key_hex("Dot"), "witness/bad_name"),
        ("Dot and the inspector", key_hex("Dot"), "witness/bad_name"),
        ("Dot, slowly", key_hex("Dot"), "witness/bad_name"),
        ("Dot Anderson", key_hex("Dot"), ""),
        ("Ada", key_hex("Dot"), "witness/appointed_already"),
        ("Dot", key_hex("Ada"), "witness/key_taken"),
        ("Dot", "rubbish", "witness/bad_key"),
        ("Dot", key_hex("Dot").upper(), "witness/bad_key"),
        ("Dot", "0" + key_hex("Dot"), "witness/bad_key"),
        ("Dot", f"{key_of('Dot').n >> 1:x}", "witness/bad_key"),
        ("Dot", f"{key_of('Dot').n - 1:x}", "witness/bad_key"),
        ("Dot", f"{key_of('Dot').p:x}", "witness/bad_key"),
        ("Dot", f"{(1 << 2203) - 1:x}", "witness/bad_key"),
        ("Dot", f"{key_of('Dot').n ** 5:x}", "witness/bad_key"),
    ],
    ids=[
        *("right", "name of 60", "name of 61", "no name", "line break"),
        *("two names", "a list", "and within a word", "name taken"),
        *("key taken", "not hex", "capitals", "leading zero", "2047 bits", "even"),
        *("1024 bits", "prime", "10240 bits"),
    ],
)
def test_a_witness_is_appointed_by_name_and_key(
    table: Table, name: str, key: str, code: str
) -> None:
    assert table.code(AppointWitness(AT, name, key, "office")) == code


@pytest.mark.clause("central-site", "6.3")
def test_a_witness_is_withdrawn_but_not_while_its_answer_is_due(table: Table) -> None:
    assert table.code(WithdrawWitness(AT, "Eve", "moved")) == "witness/not_appointed"
    table.seal()
    table.reveal()
    assert table.code(WithdrawWitness(AT, "Ada", "moved")) == "witness/answer_due"
    table.ask(table.answer("Ada"))
    assert table.code(WithdrawWitness(AT, "Ada", "moved")) == "", "Bob's answer is due, not hers"
    assert table.code(table.seen("Ada")) == "witness/not_appointed"


@pytest.mark.clause("central-site", "6.3")
def test_a_draw_that_was_broken_off_waits_for_no_answer(revealed: Table) -> None:
    break_off(revealed.state, 0)
    assert revealed.code(WithdrawWitness(AT, "Ada", "moved")) == ""


@pytest.mark.clause("central-site", "6.4")
def test_a_word_is_signed_and_names_the_last_one(table: Table) -> None:
    first = table.seen("Ada")
    assert table.code(table.seen("Ada", key="Bob")) == "witness/not_its_word"
    assert table.code(replace(first, answer="zz")) == "witness/not_its_word"
    assert table.code(replace(first, answer=first.answer.upper())) == "witness/not_its_word"
    assert table.code(replace(first, time=TIME.replace("01:", "02:"))) == "witness/not_its_word"
    assert table.code(replace(first, previous="ab" * 32)) == "witness/word_missing"
    assert table.code(first) == ""
    assert table.state.last_words["Ada"] == word_hash(first.answer)
    assert table.code(first) == "witness/word_missing", "the same word a second time"
    assert table.code(table.seen("Ada")) == ""


@pytest.mark.clause("central-site", "6.5")
def test_each_value_is_answered_once_by_each_witness(table: Table) -> None:
    table.seal()
    early = NoteAnswer(AT, "Ada", 0, 1, "ab")
    assert table.code(early) == "witness/not_asked", "the value is not out"
    table.reveal()
    assert table.code(table.answer("Cid")) == "witness/not_asked", "a spare, and not yet"
    assert table.code(replace(table.answer("Ada"), game=1)) == "witness/not_asked"
    for place in (0, 2):
        assert table.code(replace(table.answer("Ada"), place=place)) == "witness/not_asked"
    assert table.code(table.answer("Ada", key="Bob")) == "witness/not_its_word"
    assert table.code(table.answer("Ada")) == ""
    assert table.code(table.answer("Ada")) == "witness/answered_already"
    table.sealing.sealed[1] = SEAL
    assert table.state.draws[0].missing(1) == ["Bob"]


@pytest.mark.clause("central-site", "6.4")
def test_an_answer_to_another_seal_is_not_its_word(revealed: Table) -> None:
    other = Table()
    other.seal()
    other.feed(GameSealed(AT, 0, evidence.seal("2026-11-16/000", [b"y"], 100)))
    assert revealed.code(other.answer("Ada")) == "witness/not_its_word"


@pytest.mark.clause("central-site", "6.5")
def test_an_answer_that_comes_after_the_result_is_noted(revealed: Table) -> None:
    revealed.feed(ResultPublished(AT, 0, (), None, "x"))
    assert revealed.code(revealed.answer("Ada")) == ""
    assert revealed.code(revealed.answer("Ada")) == "witness/answered_already"


@pytest.mark.clause("central-site", "6.6")
def test_only_a_spare_of_the_promise_takes_a_silent_witness_s_place(table: Table) -> None:
    table.seal()
    assert table.code(table.silence("Cid", "Ada")) == "witness/not_asked", "nothing is asked yet"
    table.reveal()
    assert table.code(table.silence("Bob", "Ada")) == "witness/not_a_spare"
    table.feed(WitnessAppointed(AT, "Dot", key_hex("Dot"), "office"))
    assert table.code(table.silence("Dot", "Ada")) == "witness/not_a_spare"
    assert table.code(replace(table.silence("Cid", "Ada"), place=2)) == "witness/not_asked"
    forged = replace(table.silence("Cid", "Ada"), witness="Bob")
    assert table.code(forged) == "witness/not_its_word"
    missing = replace(table.silence("Cid", "Ada"), previous="ab" * 32)
    assert table.code(missing) == "witness/word_missing"
    assert table.code(table.silence("Cid", "Ada")) == ""
    assert table.state.draws[0].due(1) == ["Cid", "Bob"]
    assert table.state.silences == {"Ada": 1}
    assert table.code(table.answer("Cid")) == ""
    table.ask(table.answer("Bob"))
    assert table.state.draws[0].missing(1) == []


@pytest.mark.clause("central-site", "6.4", "6.6")
def test_a_word_that_comes_too_late_is_noted_and_changes_nothing(table: Table) -> None:
    """Else the next word of that witness would name one that the record never gets."""
    table.seal()
    table.reveal()
    for name in ("Ada", "Bob"):
        table.ask(table.answer(name))
    assert isinstance(table.ask(table.silence("Cid", "Bob")), WitnessSilent)
    assert (table.state.draws[0].silent, table.state.silences) == ({}, {})
    table.feed(ResultPublished(AT, 0, (), None, "x"))
    assert isinstance(table.ask(table.silence("Cid", "Ada")), WitnessSilent)
    assert (table.state.late[0].silent, table.state.silences) == ({}, {})
    assert table.code(table.seen("Cid")) == "", "its words go on"


@pytest.mark.clause("central-site", "6.5")
def test_an_answer_that_crosses_the_silence_is_noted_and_does_not_count(revealed: Table) -> None:
    crossing = revealed.answer("Ada")
    assert revealed.code(revealed.silence("Cid", "Ada")) == ""
    assert isinstance(revealed.ask(crossing), WitnessAnswered)
    assert revealed.state.draws[0].missing(1) == ["Cid", "Bob"]
    assert revealed.code(revealed.seen("Ada")) == ""


@pytest.mark.clause("central-site", "6.6")
def test_a_spare_that_is_silent_is_replaced_by_the_next_and_does_not_come_back() -> None:
    table = Table(spares=("Cid", "Dot"))
    table.seal()
    table.reveal()
    assert table.code(table.silence("Cid", "Ada")) == ""
    assert table.code(table.silence("Dot", "Cid")) == ""
    assert table.state.draws[0].due(1) == ["Dot", "Bob"]
    assert isinstance(table.ask(table.silence("Cid", "Dot")), WitnessSilent)
    assert table.state.draws[0].due(1) == ["Dot", "Bob"], "Cid has had its turn"
    assert table.code(table.answer("Dot")) == ""
    assert table.state.silences == {"Ada": 1, "Cid": 1}


@pytest.mark.clause("central-site", "6.5")
def test_who_did_not_sign_before_the_close_gives_no_answer(table: Table) -> None:
    late = (TIME.replace("01:00", "01:03"), "after the close by its own clock")
    table.feed(HeadSeen(AT, "Ada", "4:ab", "", late[0], "", 0))
    assert table.state.draws[0].signed == [], late[1]
    table.sealing.sealed[0], table.sealing.agreed[0] = SEAL, [Count.SALES]
    table.feed(GameSealed(AT, 0, SEAL))
    table.feed(HeadSeen(AT, "Bob", "4:ab", "", TIME, "", 0))
    assert table.state.draws[0].signed == [], "after the seal"
    table.reveal()
    for name in ("Ada", "Bob"):
        assert table.code(table.answer(name)) == "witness/never_signed"
    assert table.code(table.silence("Cid", "Ada")) == "witness/never_signed"


@pytest.mark.clause("central-site", "6.4")
def test_a_head_that_is_not_of_our_record_is_refused(table: Table) -> None:
    other = replace(table.seen("Ada"), game=NOT_OURS)
    assert table.code(other) == "witness/not_our_head"


@pytest.mark.clause("central-site", "6.4", "6.6")
def test_a_spare_with_another_key_than_the_promise_names_takes_no_place(revealed: Table) -> None:
    revealed.ask(WithdrawWitness(AT, "Cid", "a trick"))
    revealed.ask(AppointWitness(AT, "Cid", key_hex("Dot"), "office"))
    silence = revealed.silence("Cid", "Ada")
    says = {"witness": "Ada", "game": "0", "place": 1, "time": TIME, "previous": ""}
    question = statements.silent_question(RECORD, "Cid", says)
    signed = vrf.prove(key_of("Dot"), question).hex()
    assert revealed.code(replace(silence, answer=signed)) == "witness/not_its_word"


# --- values and the slow step ---------------------------------------------------------------------


@pytest.mark.clause("central-site", "1.11")
def test_a_value_comes_after_seal_and_count_and_as_it_was_promised(table: Table) -> None:
    right = RevealValue(AT, 0, 1, table.values[0])
    assert table.code(replace(right, game=1)) == "draw/never_promised"
    assert table.code(right) == "game/not_sealed"
    table.seal()
    table.sealing.agreed.clear()
    assert table.code(right) == "game/sales_not_counted"
    table.sealing.agreed[0] = [Count.SALES]
    for place in (0, 2):
        assert table.code(replace(right, place=place)) == "draw/value_out_of_order"
    assert table.code(replace(right, value="ab" * 128)) == "draw/value_not_promised"
    assert isinstance(table.ask(right), ValueRevealed)
    assert table.code(right) == "draw/value_out_of_order", "a second time"
    assert table.code(replace(right, place=2)) == "draw/value_not_promised", "there is one"


@pytest.mark.clause("central-site", "1.11")
@pytest.mark.clause("central-site", "6.5")
def test_a_chain_is_revealed_and_answered_value_by_value() -> None:
    table = Table(values=3)
    table.seal()
    assert table.code(RevealValue(AT, 0, 1, table.values[1])) == "draw/value_not_promised"
    for place in (1, 2, 3):
        table.reveal(place)
        for name in ("Ada", "Bob"):
            assert isinstance(table.ask(table.answer(name, place)), WitnessAnswered)
    assert table.code(RevealValue(AT, 0, 4, table.values[2])) == "draw/value_not_promised"


@pytest.mark.clause("central-site", "1.12")
def test_a_slow_step_is_made_once_where_it_was_promised(revealed: Table) -> None:
    made = NoteSlowStep(AT, 0, "1", "1")
    for name in ("Ada", "Bob"):
        revealed.ask(revealed.answer(name))
    assert revealed.code(made) == "draw/no_slow_step", "none was promised"
    table = Table(slow=SLOW_TURNS)
    table.seal()
    assert table.code(made) == "draw/no_slow_step", "the value is not out"
    table.reveal()
    table.ask(table.answer("Ada"))
    assert table.code(made) == "draw/no_slow_step", "Bob has not answered"
    table.ask(table.answer("Bob"))
    turning = Turning.of(slow_question_of(table.state, 0), SLOW_TURNS)
    turning.run()
    step = turning.prove()
    right = NoteSlowStep(AT, 0, f"{step.result:x}", f"{step.proof:x}")
    assert table.code(replace(right, proof="zz")) == "draw/slow_step_wrong"
    assert table.code(replace(right, proof=f"{step.proof + 1:x}")) == "draw/slow_step_wrong"
    assert table.code(replace(right, result=f"{step.result + 1:x}")) == "draw/slow_step_wrong"
    assert isinstance(table.ask(right), SlowStepMade)
    assert table.code(right) == "draw/slow_step_made"


@pytest.mark.clause("central-site", "1.12")
def test_a_draw_that_was_broken_off_takes_no_slow_step_and_no_silence() -> None:
    table = Table(slow=SLOW_TURNS)
    table.seal()
    table.reveal()
    break_off(table.state, 0)
    assert table.code(NoteSlowStep(AT, 0, "1", "1")) == "draw/no_slow_step"
    assert isinstance(table.ask(table.silence("Cid", "Ada")), WitnessSilent), "it is noted"
    assert isinstance(table.ask(table.answer("Ada")), WitnessAnswered), "what would have been"
    assert table.state.draws[0].silent == {}
