"""The proof of fairness at its smallest size, and that it notices a check which is missing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from eyesdown.central.witness.witness import Witness
from eyesdown.draw import follow
from eyesdown.proof.fairness import grinding, insider
from eyesdown.proof.fairness.attack_runs import attack, fresh_bench
from eyesdown.proof.fairness.record_attacks import ATTACKS, Bench


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    with fresh_bench() as fresh:
        yield fresh


def test_an_insider_without_the_witness_s_key_hits_by_chance_only() -> None:
    guessed = insider.guess(40, witness="Ada")
    assert guessed.holds
    assert insider.guess(40, witness="").hits == (0, 0, 0, 0, 0, 0, 40)


def test_hits_that_are_not_by_chance_are_noticed() -> None:
    expected = [round(10_000 * chance) for chance in insider.law()]
    assert insider.Guessed(tuple(expected)).holds
    better = [count - 60 * (hits == 1) + 60 * (hits == 3) for hits, count in enumerate(expected)]
    assert insider.Guessed(tuple(better)).holds
    better = [count - 200 * (hits == 1) + 200 * (hits == 3) for hits, count in enumerate(expected)]
    assert not insider.Guessed(tuple(better)).holds


def test_a_serial_that_suits_wins_only_where_no_witness_answers() -> None:
    assert grinding.grind(3, seed=1).won
    assert not grinding.grind(3, seed=1, witness="Ada").won


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_on_the_record_is_caught(bench: Bench, name: str) -> None:
    attacked = attack(bench, name, 2)
    assert attacked.holds, attacked.missed


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("promise", "second promise"),
        ("seal", "second seal"),
        ("seal", "seal of another game"),
        ("answer", "answer for another seal"),
        ("seen", "hidden answer"),
        ("seen", "cut record"),
        ("seen", "restored witness"),
        ("result", "ball order"),
        ("result", "negative slow result"),
    ],
)
def test_a_follower_without_its_check_fails_the_proof(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, kind: str, name: str
) -> None:
    check = follow._CHECKS[kind]

    def blind(follower: follow.Follower, statement: follow.Statement) -> None:
        try:
            check(follower, statement)
        except follow.BadRecord:
            return

    attack(bench, name, 1)  # the bench's records are made while every check is on
    monkeypatch.setitem(follow._CHECKS, kind, blind)
    attacked = attack(bench, name, 3)
    assert not attacked.holds
    assert attacked.missed == "nothing noticed it"


def test_a_witness_that_signs_late_promises_fails_the_proof(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sign(
        witness: Witness, promise: follow.Statement, *, sealed: bool
    ) -> Iterator[dict[str, str]]:
        del sealed
        yield witness._seen(f"seen {promise['game']}", witness.follower.head)

    monkeypatch.setattr(Witness, "_sign", sign)
    assert not attack(bench, "promise seen late", 6).holds
