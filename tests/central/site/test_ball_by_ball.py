"""Draws ball by ball, as a hall makes them: a chain of values, witnesses asked for each ball."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from hashlib import sha256, shake_256
from pathlib import Path
from typing import Any

import pytest

from eyesdown.central.site import public_record, verify_draw
from eyesdown.central.site.draws import ball_by_ball
from eyesdown.central.site.draws.deciding import decide_witnessing
from eyesdown.central.site.public_record import RecordHead
from eyesdown.central.site.sealing import (
    AgreeCount,
    Count,
    PublishResult,
    SealGame,
    Sealing,
    SealingCommand,
    decide_sealing,
    evolve_sealing,
)
from eyesdown.central.site.witness_words import (
    AppointWitness,
    BreakOffDraw,
    NoteAnswer,
    NoteSeen,
    NoteSilence,
    OpenRecord,
)
from eyesdown.central.site.witnessing import (
    Witnessing,
    evolve_witnessing,
    numbers_so_far,
)
from eyesdown.central.store.journal import Row
from eyesdown.central.witness.folder import KEY, WitnessFolder
from eyesdown.central.witness.witness import Witness
from eyesdown.draw import evidence
from eyesdown.draw.cage import Cage
from eyesdown.draw.follow import Follower
from eyesdown.draw.proof import proof_of
from eyesdown.kernel.errors import DrawSourceError
from eyesdown.kernel.refused import Refused
from eyesdown.proof.fairness.record_maker import RECORD, key_of
from kit.vectors import verdict

AT = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
NAMES = ("Ada", "Bob", "Cid")


def secret_of(game: int) -> bytes:
    return shake_256(f"hall secret {game}".encode()).digest(128)


class Hall:
    """The part of a hall that draws: its two states, its record, and witnesses that follow it."""

    def __init__(self, folder: Path, names: tuple[str, ...] = NAMES) -> None:
        self.draws = Sealing(in_order=False, published_max=0)
        self.witnessed = Witnessing()
        self.now = AT
        self.head, self.lines, self.seq = RecordHead(), list[bytes](), 0
        self.away: set[str] = set()
        self.ask(OpenRecord(AT, RECORD, "Test hall"))
        self.witnesses = {name: self._appointed(folder / name, name) for name in names}
        self.listen()

    def _appointed(self, path: Path, name: str) -> Witness:
        key = key_of(name)
        self.ask(AppointWitness(AT, name, f"{key.n:x}", "office"))
        path.mkdir()
        body = {"name": name, "p": f"{key.p:x}", "q": f"{key.q:x}"}
        (path / KEY).write_text(json.dumps(body))
        return Witness.of_folder(WitnessFolder.open(path), self.seconds, self.seconds)

    def seconds(self) -> float:
        return self.now.timestamp()

    def ask(self, command: Any) -> Any:
        """Decide a command; its event is stated and taken into both states."""
        if isinstance(command, SealingCommand):
            [event] = decide_sealing(self.draws, command, Cage(90, 90))
        else:
            [event] = decide_witnessing(self.witnessed, self.draws, command)
        if isinstance(event, Refused):
            return event.refusals[0].code
        assert ball_by_ball.audit(self.witnessed, event) == ""
        stated = ball_by_ball.says(self.witnessed, event)
        self.seq += 1
        row = Row(self.seq, 0, "", b"", b"", b"", b"", sha256(b"%d" % self.seq).digest())
        self.head, rows = public_record.linked(self.head, row, [stated] if stated else [])
        self.lines += [record.body for record in rows if record.kind == public_record.STATEMENT]
        if isinstance(command, SealingCommand):
            evolve_sealing(self.draws, event)
        evolve_witnessing(self.witnessed, event)
        return ""

    def listen(self) -> None:
        """Let every witness that is not away follow the record, and take its words."""
        heard = -1
        while heard != len(self.lines):
            heard = len(self.lines)
            for name, witness in self.witnesses.items():
                if name not in self.away:
                    for line in self.lines[len(witness.follower.hashes) :]:
                        witness.take(line)
                    assert not witness.stopped, witness.stopped
                    witness.due()
                    for word in witness.pending():
                        assert self.ask(self.command(word)) == "", word

    def command(self, word: dict[str, Any]) -> Any:
        if word["kind"] == "seen":
            made = json.loads(self.lines[int(word["head"].partition(":")[0]) - 1])
            game = int(made["game"]) if made["kind"] == "promise" else -1
            signed = (word["head"], word["previous"], word["time"], word["answer"])
            return NoteSeen(self.now, word["witness"], *signed, game)
        about = (int(word["game"]), word["place"])
        if word["kind"] == "answer":
            return NoteAnswer(self.now, word["witness"], *about, word["answer"])
        silence = (word["time"], word["previous"], word["answer"])
        return NoteSilence(self.now, word["by"], word["witness"], *about, *silence)

    def promise(self, game: int, pool: int = 90, **more: Any) -> None:
        promise = ball_by_ball.promise_by_ball(
            self.witnessed, secret_of(game), at=self.now, game=game, pool=pool, **more
        )
        assert self.ask(promise) == ""
        self.listen()

    def eyes_down(self, game: int) -> None:
        seal = evidence.seal(f"monday/{game}", CARDS, 300)
        assert self.ask(SealGame(self.now, game, seal)) == ""
        assert self.ask(AgreeCount(self.now, game, Count.SALES, len(CARDS))) == ""

    def reveal(self, game: int) -> Any:
        reveal = ball_by_ball.reveal_next(self.witnessed, game, secret_of(game), self.now)
        return self.ask(reveal)

    def call(self, game: int) -> int:
        """One call of the caller: reveal, answers, ball."""
        assert self.reveal(game) == ""
        self.listen()
        place = len(self.witnessed.draws[game].values)
        ball = ball_by_ball.ball_at(self.witnessed, game, place)
        assert ball is not None
        return ball

    def end(self, game: int, numbers: list[int]) -> Any:
        self.ask(AgreeCount(self.now, game, Count.WINNERS, 1))
        return self.ask(ball_by_ball.result_of(self.witnessed, game, self.now, numbers))

    def proof(self, game: int) -> dict[str, Any]:
        proof = proof_of(self.lines, f"{game}")
        assert proof is not None
        return proof


CARDS = [ball_by_ball.sealed_card(f"A-{n}", [[n, 20 + n], [40, 50 + n]]) for n in range(1, 4)]


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)


def failed(proof: dict[str, Any], tickets: list[Any] | None = None) -> list[str]:
    return [what for holds, what in verdict(json.dumps(proof), tickets or []) if holds is False]


@pytest.mark.parametrize("pool", [75, 90])
def test_a_whole_game_is_called_witnessed_and_proven(hall: Hall, pool: int) -> None:
    hall.promise(1, pool)
    hall.eyes_down(1)
    balls = [hall.call(1) for _ in range(pool)]
    assert sorted(balls) == list(range(1, pool + 1))
    assert balls == numbers_so_far(hall.witnessed, 1)
    assert hall.end(1, balls) == ""
    follower = Follower()
    for line in hall.lines:
        follower.take(line)
    proof = hall.proof(1)
    assert proof["numbers"] == balls
    card = ball_by_ball.card_proof(evidence.seal("monday/1", CARDS, 300), CARDS, 1)
    assert failed(proof, [card]) == []
    checks = verdict(json.dumps(proof), [card], serial="A-2")
    assert (None, "that your ticket says: row [2,22]") in checks
    assert len(json.dumps(proof)) < 100_000 * 2  # two witnesses; 100 kB are for one


def test_a_card_that_was_not_sealed_shows(hall: Hall) -> None:
    hall.promise(1)
    hall.eyes_down(1)
    assert hall.end(1, [hall.call(1)]) == ""
    late = [*CARDS, ball_by_ball.sealed_card("A-9", [[1, 2]])]
    card = ball_by_ball.card_proof(evidence.seal("monday/1", late, 300), late, 3)
    assert failed(hall.proof(1), [card]) == ["the entry A-9 is one of the 3 under the seal"]


def test_values_come_in_order_and_each_waits_for_the_answers_before(hall: Hall) -> None:
    hall.promise(1)
    assert hall.reveal(1) == "game/not_sealed"
    hall.eyes_down(1)
    assert hall.reveal(1) == ""
    assert ball_by_ball.missing(hall.witnessed, 1) == ["Ada", "Bob"]
    assert ball_by_ball.ball_at(hall.witnessed, 1, 1) is None
    assert hall.reveal(1) == "draw/answer_missing"
    hall.listen()
    assert ball_by_ball.missing(hall.witnessed, 1) == []
    first = ball_by_ball.ball_at(hall.witnessed, 1, 1)
    assert hall.call(1) != first


def test_another_secret_is_never_revealed(hall: Hall) -> None:
    hall.promise(1)
    hall.eyes_down(1)
    for other in (secret_of(2), b""):
        with pytest.raises(DrawSourceError):
            ball_by_ball.reveal_next(hall.witnessed, 1, other, hall.now)
    draws = hall.witnessed.draws.values()
    assert ball_by_ball.wrong_secret(draws, secret_of) == ""
    assert "draw 1" in ball_by_ball.wrong_secret(draws, lambda _: secret_of(2))
    assert ball_by_ball.wrong_secret(draws, lambda _: b"") == ""


def test_a_silent_witness_is_replaced_for_one_ball(hall: Hall) -> None:
    hall.promise(1)
    hall.eyes_down(1)
    first = hall.call(1)
    hall.away = {"Ada"}
    assert hall.reveal(1) == ""
    hall.listen()
    assert ball_by_ball.missing(hall.witnessed, 1) == ["Ada"]
    hall.now += timedelta(seconds=6)
    hall.listen()
    assert ball_by_ball.missing(hall.witnessed, 1) == []
    assert hall.witnessed.silences == {"Ada": 1}
    hall.away = set()
    assert hall.end(1, [first, numbers_so_far(hall.witnessed, 1)[1], hall.call(1)]) == ""
    assert failed(hall.proof(1)) == []


def test_with_no_spare_left_the_rest_comes_from_the_receptacle(hall: Hall) -> None:
    hall.promise(1)
    hall.eyes_down(1)
    out = [hall.call(1), hall.call(1)]
    hall.away = {"Ada", "Cid"}
    assert hall.reveal(1) == ""
    hall.listen()
    assert not ball_by_ball.is_overdue(hall.witnessed, 1, hall.now)
    hall.now += timedelta(seconds=20)
    assert ball_by_ball.is_overdue(hall.witnessed, 1, hall.now)
    assert hall.ask(BreakOffDraw(hall.now, 1, " ")) == "draw/reason_missing"
    assert hall.ask(BreakOffDraw(hall.now, 1, "Ada did not answer", "sue")) == ""
    assert hall.ask(BreakOffDraw(hall.now, 1, "again")) == "draw/broken_off_already"
    hall.listen()
    assert numbers_so_far(hall.witnessed, 1) == out
    rest = [ball for ball in range(1, 91) if ball not in out][:3]
    assert hall.end(1, [*out, *rest]) == ""
    assert proof_of(hall.lines, "1") is None
    stated = [json.loads(line) for line in hall.lines]
    assert [(made["kind"], made.get("how")) for made in stated if made["kind"] == "result"] == [
        ("result", "cage")
    ]


def test_numbers_that_everyone_knows_are_not_broken_off(hall: Hall) -> None:
    hall.promise(1, 75)
    hall.eyes_down(1)
    for _ in range(75):
        hall.call(1)
    assert hall.ask(BreakOffDraw(hall.now, 1, "the caller did not like it")) == "draw/numbers_known"
    assert hall.ask(BreakOffDraw(hall.now, 7, "no such draw")) == "draw/never_promised"


def test_the_audit_sees_balls_that_were_not_drawn(hall: Hall) -> None:
    hall.promise(1)
    hall.eyes_down(1)
    ball = hall.call(1)
    hall.ask(AgreeCount(hall.now, 1, Count.WINNERS, 1))
    other = PublishResult(hall.now, 1, (ball % 90 + 1,), 90, because="a better ball")
    [event] = decide_sealing(hall.draws, other, Cage(90, 90))
    assert "do not follow" in ball_by_ball.audit(hall.witnessed, event)


def test_games_end_in_any_order_and_each_once(hall: Hall) -> None:
    for game in (1, 2, 3):
        hall.promise(game)
    for game in (3, 1, 2):
        hall.eyes_down(game)
        ball = hall.call(game)
        assert hall.end(game, [ball]) == ""
        assert failed(hall.proof(game)) == []
    assert (hall.draws.published_max, hall.draws.published) == (3, [])
    assert hall.ask(SealGame(hall.now, 2, evidence.seal("again", CARDS, 1))) == (
        "game/published_already"
    )


def test_a_witness_signs_until_the_seal_where_no_closing_time_is_promised(hall: Hall) -> None:
    hall.away = {"Ada"}
    hall.promise(1)
    hall.eyes_down(1)
    hall.away = set()
    assert hall.reveal(1) == ""
    hall.listen()
    assert ball_by_ball.missing(hall.witnessed, 1) == ["Ada"]  # it saw the promise too late
    assert "after its close" in hall.witnesses["Ada"].refusals[0]
    checks = verdict(json.dumps({**_cut(hall), "numbers": []}), [])
    unchecked = [what for holds, what in checks if holds is None]
    assert any("signatures came before the seal" in what for what in unchecked)


def _cut(hall: Hall) -> dict[str, Any]:
    hall.promise(2)
    hall.eyes_down(2)
    assert hall.end(2, [hall.call(2)]) == ""
    return hall.proof(2)


def test_the_program_reads_both_pools() -> None:
    assert set(verify_draw.GAMES) == {75, 80, 90}
