"""The words every room shares."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eyesdown.kernel import errors
from eyesdown.kernel.canon import canonical, digest
from eyesdown.kernel.cite import Clause, Refusal, refusal_json
from eyesdown.kernel.money import (
    dollars,
    round_down,
    round_half_even,
    round_half_up,
    round_up,
    share_by_weight,
    share_equally,
    share_equally_up,
    split_evenly,
)

AMOUNTS = st.integers(0, 10**12)
WINNERS = st.integers(1, 500)
WEIGHTS = st.lists(st.integers(1, 10**6), min_size=1, max_size=30)


@given(AMOUNTS, WINNERS)
def test_equal_shares_lose_and_invent_no_cent(amount: int, winners: int) -> None:
    share, left = share_equally(amount, winners)
    assert share * winners + left == amount
    assert 0 <= left < winners
    up, added = share_equally_up(amount, winners)
    assert up * winners - added == amount
    assert 0 <= added < winners
    assert up - share in (0, 1)


@given(AMOUNTS, WINNERS)
def test_even_parts_differ_by_at_most_a_cent_and_the_earliest_are_larger(
    amount: int, parts: int
) -> None:
    split = split_evenly(amount, parts)
    assert sum(split) == amount
    assert split[0] - split[-1] in (0, 1)
    assert list(split) == sorted(split, reverse=True)


@given(AMOUNTS, WEIGHTS)
def test_weighted_shares_are_exact(amount: int, weights: list[int]) -> None:
    shares = share_by_weight(amount, weights)
    assert sum(shares) == amount
    for share, weight in zip(shares, weights, strict=True):
        assert share * sum(weights) == amount * weight


@given(st.fractions(0, 10**9), st.sampled_from([1, 5, 10, 100]))
def test_rounding_stays_within_a_step(amount: Fraction, step: int) -> None:
    down, up = round_down(amount, step), round_up(amount, step)
    assert down % step == up % step == 0
    assert down <= amount < down + step
    assert up - step < amount <= up


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        (Fraction(1, 2), 0),
        (Fraction(3, 2), 2),
        (Fraction(5, 2), 2),
        (Fraction(251, 100), 3),
        (7, 7),
    ],
)
def test_a_tie_goes_to_the_even_cent(amount: Fraction, expected: int) -> None:
    assert round_half_even(amount) == expected


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        (0, "$0.00"),
        (5, "$0.05"),
        (-1, "-$0.01"),
        (100_000_000, "$1,000,000.00"),
        (Fraction(2068, 100), "$0.2068"),
    ],
)
def test_dollars_show_every_part_of_a_cent(amount: Fraction, expected: str) -> None:
    assert dollars(amount) == expected


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True)
class Point:
    x: int
    y: int


def test_canonical_bytes_do_not_depend_on_the_order_of_a_mapping() -> None:
    assert canonical({"a": 1, "b": 2}) == canonical({"b": 2, "a": 1})
    assert digest({"a": {3, 1, 2}}) == digest({"a": {2, 3, 1}})


def test_canonical_bytes_tell_types_apart() -> None:
    assert canonical(Point(1, 2)) == b'{"type":"Point","x":1,"y":2}'
    assert canonical(Colour.RED) == b'"red"'
    assert canonical(Fraction(6, 4)) == b'"3/2"'
    assert canonical(True) != canonical(1)


@pytest.mark.parametrize("value", [1.5, object(), {"a": 0.1}])
def test_a_float_has_no_canonical_bytes(value: object) -> None:
    with pytest.raises(TypeError, match="canonical"):
        canonical(value)


def test_a_refusal_has_one_shape_at_every_door() -> None:
    no = Refusal("claim/late", Clause("vic-bingo", "1.3"), (("calls_late", 2),))
    assert refusal_json(no) == {
        "code": "claim/late",
        "clause": "1.3",
        "book": "vic-bingo",
        "facts": {"calls_late": 2},
    }
    assert str(no) == "claim/late — vic-bingo cl. 1.3 (calls_late=2)"


def test_exit_codes_tell_bad_usage_from_a_broken_machine() -> None:
    assert errors.BadInput("count", "must be positive").exit_code == 2
    assert errors.JournalCorrupt("row 7").exit_code == 3
    assert str(errors.RulebookDataError("f.toml", 3, "is wrong")) == "f.toml:3: is wrong"


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        (0, "$0.00"),
        (-1, "-$0.01"),
        (Fraction(0), "$0.00"),
        (Fraction(1, 10**6), "$0.00000001"),
        (Fraction(1, 3), "$0.00333333"),
        (Fraction(-517, 25), "-$0.2068"),
        (Fraction(1001, 10), "$1.001"),
    ],
)
def test_parts_of_a_cent_are_shown_to_the_millionth(amount: int | Fraction, words: str) -> None:
    assert dollars(amount) == words


def test_half_a_cent_goes_up_below_nothing_too() -> None:
    halves = [Fraction(n, 4) for n in (-7, -6, -5, -2, -1, 1, 2, 3)]
    assert [round_half_up(each) for each in halves] == [-2, -1, -1, 0, 0, 0, 1, 1]
