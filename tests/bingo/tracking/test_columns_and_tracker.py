"""Columns against one ticket at a time, and the live board against both."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eyesdown.bingo.tracking.columns import (
    ANY_LINE,
    ANY_TWO_LINES,
    BLOCK,
    HOUSE,
    NEVER,
    completing_calls,
    places_of,
    squares_of,
)
from eyesdown.bingo.tracking.tracker import Tracker
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.patterns import completing_call
from eyesdown.rulebooks.nsw_casino_bingo.appendix_a import PATTERNS
from kit.fixtures import NINETY, Q1, Q2

ALL = (ANY_LINE, ANY_TWO_LINES, HOUSE, *PATTERNS.values())
GRIDS = np.array([ticket.rows for ticket in NINETY.values()])


def random_tickets(count: int, seed: int) -> np.ndarray:
    dice = np.random.default_rng(seed)
    return dice.permuted(np.tile(np.arange(1, 91), (count, 1)), axis=1)[:, :15]


def lines_of(numbers: np.ndarray) -> list[list[int]]:
    return numbers.reshape(3, 5).tolist()


def test_grids_and_printed_numbers_give_the_same_columns() -> None:
    numbers = np.array([ticket.numbers for ticket in NINETY.values()])
    assert (squares_of(GRIDS) == squares_of(numbers)).all()
    assert squares_of(GRIDS)[:5, 0].tolist() == [7, 23, 33, 40, 63]


@pytest.mark.parametrize("calls", [Q1, Q2, Q1[:40], Q2[:1], ()])
def test_every_pattern_completes_on_the_same_ball_as_one_ticket_alone(
    calls: tuple[int, ...],
) -> None:
    found = completing_calls(squares_of(GRIDS), ALL, calls)
    for pattern in ALL:
        for place, ticket in enumerate(NINETY.values()):
            alone = completing_call(pattern, ticket.lines, calls)
            assert found[pattern.name][place] == (alone or NEVER), (pattern.name, place)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 90))
def test_random_tickets_and_calls_agree(seed: int, called: int) -> None:
    tickets = random_tickets(7, seed)
    calls = [int(ball) for ball in random_tickets(90, seed + 1).ravel()]
    calls = list(dict.fromkeys(calls))[:called]
    found = completing_calls(squares_of(tickets), ALL, calls)
    for pattern in ALL:
        alone = [completing_call(pattern, lines_of(ticket), calls) or NEVER for ticket in tickets]
        assert found[pattern.name].tolist() == alone


def test_blocks_join_without_a_seam() -> None:
    tickets = random_tickets(BLOCK + 3, 5)
    whole = completing_calls(squares_of(tickets), [HOUSE], Q1)["house"]
    ends = [0, BLOCK - 1, BLOCK, BLOCK + 2]
    assert (
        whole[ends].tolist()
        == completing_calls(squares_of(tickets[ends]), [HOUSE], Q1)["house"].tolist()
    )
    assert completing_calls(squares_of(tickets[:0]), [HOUSE], Q1)["house"].tolist() == []


def test_the_live_board_agrees_with_the_columns_after_every_ball() -> None:
    squares = squares_of(random_tickets(300, 11))
    tracker = Tracker(squares)
    done = completing_calls(squares, [ANY_LINE, HOUSE], Q1)
    for call, ball in enumerate(Q1, start=1):
        now = tracker.call(ball)
        assert now.line_winners.tolist() == np.flatnonzero(done["line"] == call).tolist()
        assert now.house_winners.tolist() == np.flatnonzero(done["house"] == call).tolist()
        assert now.lines_complete == (done["line"] <= call).sum()
        assert now.houses_complete == (done["house"] <= call).sum()
        lacking = (~np.isin(squares, Q1[:call])).reshape(3, 5, -1).sum(axis=1)
        waits = (lacking == 1).any(axis=0) & (lacking > 0).all(axis=0)
        assert now.line_waiting == waits.sum()
        assert now.house_waiting == (lacking.sum(axis=0) == 1).sum()
        assert (now.ball, now.call) == (ball, call)


def test_a_struck_ball_leaves_the_board_as_if_it_had_never_been_called() -> None:
    squares = squares_of(random_tickets(200, 3))
    straight, corrected = Tracker(squares), Tracker(squares)
    for ball in (77, *Q2[:49]):
        corrected.call(ball)
    struck = corrected.strike(77)
    assert len(struck.line_winners) == len(struck.house_winners) == 0
    assert corrected.called == Q2[:49]
    for ball in Q2[:49]:
        straight.call(ball)
    expected, again = straight.call(Q2[49]), corrected.call(Q2[49])
    assert again.line_winners.tolist() == expected.line_winners.tolist()
    assert (again.lines_complete, again.line_waiting, again.house_waiting) == (
        expected.lines_complete,
        expected.line_waiting,
        expected.house_waiting,
    )


@pytest.mark.parametrize(
    ("tickets", "message"),
    [
        (np.zeros((1, 3, 9), dtype=int), "a line has not 5 numbers"),
        (np.ones((2, 14), dtype=int), r"shape is \(2, 14\)"),
        (np.arange(77, 92)[None, :], "a number is not between 1 and 90"),
    ],
)
def test_bad_tickets_are_named(tickets: np.ndarray, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        squares_of(tickets)


def test_bad_calls_are_named() -> None:
    tracker = Tracker(squares_of(GRIDS))
    tracker.call(5)
    for bad, message in ((5, "called already"), (0, "not between"), (91, "not between")):
        with pytest.raises(BadInput, match=message):
            tracker.call(bad)
    with pytest.raises(BadInput, match="was never called"):
        tracker.strike(6)
    with pytest.raises(BadInput, match="a number is called twice"):
        places_of([5, 5])
    with pytest.raises(BadInput, match="not between 1 and 90"):
        places_of([91])
