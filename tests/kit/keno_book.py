"""The book on its first day, and the draws that the worked cases name."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from eyesdown.keno.bets.bet import SingleBet
from eyesdown.keno.bets.draws import Draw, draw_of
from eyesdown.keno.bets.reading import read_bet
from eyesdown.keno.bets.settle import Settled, settle
from eyesdown.rulebooks.nsw_keno.book import NswKeno, open_on
from eyesdown.rulebooks.nsw_keno.figures import Figures

# Rows 2, 3, 6 lead with 5, 4 and 3; Rows 1, 7, 8 have two each, reached on balls 5, 12 and 13;
# Rows 4 and 5 have one each. The first ball is 18, the last 14, nine are above 40.
D1 = (18, 3, 25, 55, 7, 61, 71, 12, 27, 58, 33, 66, 79, 20, 29, 51, 44, 11, 21, 14)


@pytest.fixture(scope="session")
def book() -> NswKeno:
    return open_on(date(2024, 1, 12))


@pytest.fixture(scope="session")
def figures(book: NswKeno) -> Figures:
    return book.figures


@pytest.fixture(scope="session")
def d1(book: NswKeno) -> Draw:
    return draw_of(book, D1)


@pytest.fixture
def won(book: NswKeno, d1: Draw) -> Callable[..., Settled]:
    """A bet written as its JSON fields, settled against D1 or another draw."""

    def settled(kind: str, stake: int, draw: Draw = d1, **fields: object) -> Settled:
        bet = read_bet(book, {"type": kind, "subscription_cents": stake, **fields})
        assert isinstance(bet, SingleBet)
        return settle(book, bet, draw)

    return settled
