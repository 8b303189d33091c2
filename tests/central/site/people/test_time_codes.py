"""Time-based codes: the values of RFC 6238, one step of drift, and no code twice."""

from __future__ import annotations

import pytest

from eyesdown.central.site.people.proofs import (
    STEP_SECONDS,
    Whose,
    factor_of,
    set_up_factor,
    take_code,
    time_code,
)
from eyesdown.central.store.memory import MemoryStore

RFC = b"12345678901234567890"
OLGA = Whose("olga", 0)


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_codes_are_those_of_rfc_6238(seconds: int, code: str) -> None:
    assert time_code(RFC, seconds // STEP_SECONDS, digits=8) == code


def at(step: int) -> int:
    return step * STEP_SECONDS * 1_000_000


def set_up_at(step: int) -> MemoryStore:
    store = MemoryStore()
    assert set_up_factor(store, OLGA, RFC, time_code(RFC, step), at(step))
    return store


@pytest.mark.parametrize(
    ("steps", "right"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)]
)
def test_a_clock_may_be_one_step_off_either_way(steps: int, right: bool) -> None:
    store = set_up_at(100)
    assert take_code(store, OLGA, time_code(RFC, 200 + steps), at(200)) is right


def test_a_code_works_once_and_makes_earlier_ones_void() -> None:
    store = set_up_at(100)
    assert not take_code(store, OLGA, time_code(RFC, 100), at(100))  # used to set it up
    assert take_code(store, OLGA, time_code(RFC, 201), at(200))
    assert not take_code(store, OLGA, time_code(RFC, 201), at(201))
    assert not take_code(store, OLGA, time_code(RFC, 200), at(201))
    assert take_code(store, OLGA, time_code(RFC, 202), at(201))


def test_a_second_set_up_does_not_replace_the_first_before_a_reset() -> None:
    store, another = set_up_at(100), b"another secret here."
    assert not set_up_factor(store, OLGA, another, time_code(another, 200), at(200))
    reset = OLGA._replace(resets=1)
    assert factor_of(store, reset) is None
    assert not take_code(store, reset, time_code(RFC, 200), at(200))
    assert set_up_factor(store, reset, another, time_code(another, 200), at(200))
    assert take_code(store, reset, time_code(another, 201), at(201))


@pytest.mark.parametrize("code", ["", "12345", "1234567", "abcdef", "１２３４５６"])
def test_what_is_no_code_is_wrong(code: str) -> None:
    assert not take_code(set_up_at(100), OLGA, code, at(200))
