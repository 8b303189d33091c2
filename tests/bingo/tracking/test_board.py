"""The board of a game against one grid at a time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eyesdown.bingo.state.grids import completes, marks
from eyesdown.bingo.tracking.board import Board, groups_of, printed_numbers
from eyesdown.bingo.words.printed import CardKey
from eyesdown.rulebook.patterns import DrawnPattern
from eyesdown.rulebooks.nsw_casino_bingo.appendix_a import PATTERNS
from kit.fixtures import NINETY, Q1

HOUSE = DrawnPattern("bingo", ((1 << 15) - 1,))
ALL = (*PATTERNS.items(), ("bingo", HOUSE))


def board_of(grids: np.ndarray, boxes: list[int]) -> Board:
    keys = [CardKey("7", card) for card in range(1, len(boxes) + 1)]
    return Board(keys, [f"player {key.card}" for key in keys], boxes, grids)


def random_grids(count: int, seed: int) -> np.ndarray:
    dice = np.random.default_rng(seed)
    return dice.permuted(np.tile(np.arange(1, 91), (count, 1)), axis=1)[:, :15]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 89), st.integers(0, 3))
def test_every_prize_is_completed_where_one_grid_alone_completes_it(
    seed: int, called: int, wrong: int
) -> None:
    """Also where a number that was announced wrongly is drawn again later (D05)."""
    grids = random_grids(12, seed)
    calls = [int(ball) for ball in np.random.default_rng(seed).permutation(90) + 1]
    before, number = calls[:called], calls[called - wrong if wrong <= called else called]
    completed = board_of(grids, [6, 6]).completed(ALL, before, number)
    assert all(len(boxes) for boxes in completed.values())
    for prize, pattern in ALL:
        alone = [
            place
            for place, grid in enumerate(grids.tolist())
            if completes(pattern, marks(grid, before), marks(grid, [*before, number]))
        ]
        assert completed.get(prize, np.empty(0)).tolist() == alone, prize


def test_grids_know_their_card_and_their_place_on_it() -> None:
    board = board_of(printed_numbers(NINETY.values()), [6, 1, len(NINETY) - 7])
    assert board.card_of[:8].tolist() == [0, 0, 0, 0, 0, 0, 1, 2]
    assert board.box_of[:8].tolist() == [1, 2, 3, 4, 5, 6, 1, 1]
    cards = board.card_of[[0, 5, 6, 7]]
    assert board.first_of_holders("card", cards) == [0, 1, 2]
    for ball in Q1:
        bearing = [place for place, t in enumerate(NINETY.values()) if ball in t.numbers]
        assert board.bearing(ball).tolist() == bearing


@pytest.mark.parametrize("number", [0, 91, -1])
def test_a_number_that_is_no_ball_completes_nothing(number: int) -> None:
    board = board_of(random_grids(6, 1), [6])
    assert board.completed(ALL, [], number) == {}
    assert board_of(random_grids(0, 1), []).completed(ALL, [], 1) == {}


def test_more_ways_than_a_word_holds_make_a_second_table() -> None:
    lines = tuple((f"line {at}", DrawnPattern("line", (31, 31 << 5, 31 << 10))) for at in range(30))
    groups = groups_of(lines)
    assert [len(group.bits) for group in groups] == [21, 9]
    board = board_of(np.arange(1, 16)[None], [1])
    completed = board.completed(lines, [1, 2, 3, 4], 5)
    assert list(completed) == [name for name, _ in lines]
