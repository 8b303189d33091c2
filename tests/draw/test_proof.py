"""The proof of one draw, cut out of the record: what is in it and how large it is."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.draw import statements
from eyesdown.draw.follow import key_hash
from eyesdown.draw.proof import Proof, proof_of
from eyesdown.kernel.plain_json import json_bytes
from eyesdown.proof.fairness.record_maker import RecordMaker, key_of
from kit.vectors import verdict

SPARES = [[name, key_hash(key_of(name).n)] for name in ("Cho", "Eve")]


@pytest.fixture
def maker() -> RecordMaker:
    return RecordMaker.with_witnesses("Ada", "Bob", "Cho", "Eve")


def proven(maker: RecordMaker, game: str) -> Proof:
    """The proof of a game, which verify_draw.py takes as it is."""
    proof = proof_of(maker.lines, game)
    assert proof is not None
    refused = [what for holds, what in verdict(json_bytes(proof).decode(), []) if holds is False]
    assert refused == []
    return proof


def sealed(maker: RecordMaker, game: str, *signed: str, **more: Any) -> None:
    """A game with Ada and Bob, sealed and revealed; `signed` are those that saw the promise."""
    promise = maker.promise(game, "Ada", "Bob", spares=SPARES, **more)
    for name in signed:
        maker.seen(name, promise)
    maker.seal(game)
    maker.reveal(game)


def test_keno_with_two_witnesses_and_a_slow_step_stays_below_8_kb(maker: RecordMaker) -> None:
    maker.played("2026-11-16/1", "Bob")
    result = maker.played("2026-11-16/11", "Ada", "Bob", slow=500)
    maker.played("2026-11-16/111", "Ada")
    proof = proven(maker, "2026-11-16/11")
    assert proof["numbers"] == result["numbers"]
    assert list(proof["keys"]) == ["Ada", "Bob"]
    assert len(json_bytes(proof)) < 8000


def test_ninety_balls_with_one_witness_stay_below_100_kb(maker: RecordMaker) -> None:
    result = maker.called("wed/1", "Ada", pool=90, balls=90)
    proof = proven(maker, "wed/1")
    assert sorted(proof["numbers"]) == list(range(1, 91))
    assert proof["numbers"] == result["numbers"]
    assert len(json_bytes(proof)) < 100_000


def test_what_was_never_called_is_not_in_the_proof(maker: RecordMaker) -> None:
    maker.called("wed/1", "Ada", pool=75, balls=3)
    proof = proven(maker, "wed/1")
    assert [len(proof[part]) for part in ("values", "answers", "numbers")] == [3, 3, 3]


def test_a_game_without_witness_is_proven_from_its_own_statements(maker: RecordMaker) -> None:
    maker.played("1", slow=100)
    assert proven(maker, "1")["answers"] == [[]]


def test_a_spare_that_took_over_is_in_the_proof_with_the_silence(maker: RecordMaker) -> None:
    sealed(maker, "1", "Ada", "Bob", "Cho")
    maker.answer("Bob", "1")
    maker.silent("Ada", "Cho", "1")
    maker.answer("Cho", "1")
    maker.result("1")
    proof = proven(maker, "1")
    assert [silent["by"] for silent in proof["silent"]] == ["Cho"]
    assert len(proof["answers"][0]) == 2


def test_a_witness_that_was_away_all_the_time_need_not_have_signed(maker: RecordMaker) -> None:
    sealed(maker, "1", "Bob", "Cho")
    maker.silent("Ada", "Cho", "1")
    maker.answer("Cho", "1")
    maker.answer("Bob", "1")
    maker.result("1")
    assert [seen["witness"] for seen in proven(maker, "1")["seen"]] == ["Bob", "Cho"]


def test_a_spare_of_the_spare_takes_over(maker: RecordMaker) -> None:
    sealed(maker, "1", "Ada", "Bob", "Cho", "Eve")
    maker.answer("Bob", "1")
    maker.silent("Ada", "Cho", "1")
    maker.silent("Cho", "Eve", "1")
    maker.silent("Eve", "Cho", "1")  # it was silent itself: noted, and Eve's answer counts
    maker.answer("Eve", "1")
    maker.result("1")
    assert len(proven(maker, "1")["silent"]) == 2


def test_the_key_of_a_name_that_was_appointed_again_is_the_promised_one(
    maker: RecordMaker,
) -> None:
    maker.played("1", "Ada")
    maker.add("withdrawn", witness="Ada", because="a new key", by="office")
    maker.add("appointed", witness="Ada", key=f"{_other():x}", by="office")
    assert proven(maker, "1")["keys"]["Ada"] == f"{key_of('Ada').n:x}"


def _other() -> int:
    return key_of("Ada").p * key_of("Bob").q


def test_a_part_of_the_record_is_enough(maker: RecordMaker) -> None:
    for game in ("1", "2", "3"):
        maker.played(game, "Ada")
    whole = proof_of(maker.lines, "2")
    part = [line for line in maker.lines if b'"game":"1"' not in line and b'"game":"3"' not in line]
    assert proof_of(part, "2") == whole is not None


def test_there_is_no_proof_without_a_draw_of_its_own(maker: RecordMaker) -> None:
    numbers = list(range(1, 21))
    cage = {"numbers": numbers, "how": "cage", "slow": None}
    assert proof_of(maker.lines, "1") is None, "never promised"
    maker.add("result", game="1", **cage)
    assert proof_of(maker.lines, "1") is None, "drawn by the cage"
    maker.promise("2", "Ada")
    maker.seal("2")
    maker.reveal("2")
    assert proof_of(maker.lines, "2") is None, "no result yet"
    maker.add("broken", game="2", because="Ada does not answer", by="sue")
    maker.add("result", game="2", **cage)
    assert proof_of(maker.lines, "2") is None, "broken off and drawn by the cage"
    maker.promise("3")
    maker.add("restored", games=["3"])
    maker.add("result", game="3", **cage)
    assert proof_of(maker.lines, "3") is None, "restored and drawn by the cage"
    maker.played("4", "Ada")
    maker.add("restored", games=["4"])
    maker.add("result", game="4", **cage)
    assert proof_of(maker.lines, "4") is None, "its first result counts no more"


def test_the_proof_holds_the_very_promise_that_the_witnesses_signed(maker: RecordMaker) -> None:
    maker.played("1", "Ada")
    proof = proven(maker, "1")
    head = statements.head_of(proof["promise"])
    assert any(head.encode() in line and b'"seen"' in line for line in maker.lines)
