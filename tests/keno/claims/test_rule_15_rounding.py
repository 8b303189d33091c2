"""Rule 15(k): prizes are rounded down to ten cents, once for each line."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from eyesdown.keno.bets.draws import Draw
from eyesdown.keno.bets.reading import read_bet
from eyesdown.keno.bets.whole_game import settle_game
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c15_rounding import payable
from eyesdown.rulebooks.nsw_keno.figures import Figures


def paid(book: NswKeno, d1: Draw, raws: Any, pots: Any) -> Any:
    bets = [read_bet(book, raw) for raw in raws]
    return settle_game(book, d1, bets, pots)


def quartet(stake: Any) -> Any:
    return {
        "type": "racing",
        "bet": "quartet",
        "option": "straight",
        "rows": [2, 3, 6, 1],
        "subscription_cents": stake,
    }


@pytest.mark.clause("nsw-keno", "15(k):exact", "15(k):down")
@pytest.mark.parametrize(
    ("cents", "pays"),
    [(1_230, 1_230), (1_237, 1_230), (Fraction(123_999, 100), 1_230), (1_240, 1_240), (9, 0)],
)
def test_15_k__down_to_ten_cents(figures: Figures, cents: Any, pays: Any) -> None:
    assert payable(cents, figures) == pays


@pytest.mark.clause("nsw-keno", "15(k):down")
def test_15_k__once_per_line(book: NswKeno, d1: Draw) -> None:
    """Each boxed line loses its own odd cents: eighteen of 15 cents pay ten each."""
    raw = {**quartet(15), "option": "box", "rows": [2, 3, 6, 1, 7]}
    settled = paid(book, d1, [raw], None)
    assert settled.bets[0].histogram[10] == 18
    assert settled.left_in_fund_cents == 18 * 5 + 4 * 5  # and four of 45 cents pay forty
