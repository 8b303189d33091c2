"""Matching grids to the numbers called: which grid completes which pattern, on which call."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from eyesdown.bingo.state.game import Box, Game
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.bingo.tracking.board import Board
from eyesdown.bingo.words.parts import Completed
from eyesdown.bingo.words.printed import CardKey
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.patterns import SQUARES, AtLeast, Pattern


def marks(numbers: Sequence[int], out: Container[int]) -> int:
    """The squares of a grid whose numbers are out, one bit a number in printed order.

    >>> bin(marks((7, 23, 33), {33, 7}))
    '0b101'
    """
    return sum(1 << index for index, number in enumerate(numbers) if number in out)


def completes(pattern: Pattern, before: int, after: int) -> bool:
    """Whether new marks complete the pattern, or another way of it.

    More marks on an at-least pattern that was won already are no new completion (F12).
    """
    if isinstance(pattern, AtLeast):
        return pattern.won(after) and not pattern.won(before)
    return any(way & ~after == 0 and way & ~before for way in pattern.ways)


def first_completed(pattern: Pattern, numbers: Sequence[int], called: Sequence[int]) -> int:
    """The call on which a grid first won a pattern; 0 if it has not."""
    if not pattern.won(marks(numbers, called)):
        return 0
    calls = sorted(call for call, number in enumerate(called, start=1) if number in numbers)
    return next(call for call in calls if pattern.won(marks(numbers, called[:call])))


def boxes_on(state: HallState, key: CardKey) -> tuple[Box, ...]:
    """The grids of one card."""
    printed = state.printed(key)
    return tuple(
        Box(key, place, ticket.numbers) for place, ticket in enumerate(printed.boxes, start=1)
    )


def cards_of(state: HallState, session: Session, number: int, player: str) -> tuple[CardKey, ...]:
    """The cards a player holds in a game, in the order of their sale."""
    held = (session.holdings[name] for name in state.held(session).names(player))
    return tuple(each.key for each in held if number in each.games)


def boxes_of(state: HallState, session: Session, number: int, player: str) -> tuple[Box, ...]:
    """Every grid a player holds in a game."""
    cards = cards_of(state, session, number, player)
    return tuple(box for key in cards for box in boxes_on(state, key))


def board_of(state: HallState, session: Session, number: int) -> Board:
    """Every grid in play in a game, in columns; kept from call to call."""
    in_play = session.games[number].in_play
    if in_play.board is None:
        held = session.held_in(number)
        grids = [np.empty((0, SQUARES), dtype=np.uint8)]
        for serial, run in groupby(held, key=lambda each: each.serial):
            grids.append(state.series[serial].numbers_on([each.card for each in run]))
        in_play.board = Board(
            [each.key for each in held],
            [each.player for each in held],
            [state.series[each.serial].boxes_on(each.card) for each in held],
            np.concatenate(grids),
        )
    return in_play.board


def completed_on_call(
    book: BingoBook[Any], game: Game, boxes: Iterable[Box], call: int
) -> tuple[Completed, ...]:
    """Which of the grids completed an open prize on exactly this call."""
    before, after = set(game.called[: call - 1]), set(game.called[:call])
    grids = [(box, marks(box.numbers, before), marks(box.numbers, after)) for box in boxes]
    return tuple(
        completed(prize, box, call)
        for prize in game.open_prizes
        for box, was, now in grids
        if completes(book.patterns[prize], was, now)
    )


def still_complete(
    book: BingoBook[Any], state: HallState, done: Iterable[Completed], called: Sequence[int]
) -> tuple[Completed, ...]:
    """The completions that hold on their call against these numbers."""
    return tuple(each for each in done if _holds(book, state, each, called))


def _holds(book: BingoBook[Any], state: HallState, done: Completed, called: Sequence[int]) -> bool:
    numbers = boxes_on(state, CardKey(done.serial, done.card))[done.box - 1].numbers
    before, after = called[: done.call - 1], called[: done.call]
    return completes(book.patterns[done.prize], marks(numbers, before), marks(numbers, after))


def completed(prize: str, box: Box, call: int) -> Completed:
    """The record that a grid completed a prize on a call."""
    return Completed(prize=prize, serial=box.key.serial, card=box.key.card, box=box.box, call=call)


def is_forfeited(game: Game, player: str, done: Completed) -> bool:
    """Whether an earlier claim that was not made forfeits this completion (C05, C06, C25)."""
    by_player = game.lost("player", done.prize).get(player)
    by_card = game.lost("card", done.prize).get(CardKey(done.serial, done.card).name)
    return any(lost is not None and lost.call < done.call for lost in (by_player, by_card))
