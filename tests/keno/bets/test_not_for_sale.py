"""What stops the sale of bets that are no Entry yet: the same clauses as at a counter."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from eyesdown.keno.bets.bet import Combination, HeadsOrTails, Keno2, LuckyLast, Regular
from eyesdown.keno.bets.price import not_for_sale
from eyesdown.rulebooks.nsw_keno.book import open_on

BOOK = open_on(date(2026, 11, 15))
PICK = (5, 6, 7)


@pytest.mark.parametrize(
    ("bets", "clauses"),
    [
        ((Regular(PICK, 100),), []),
        ((Regular(PICK, 100), LuckyLast(PICK, 100)), []),
        ((LuckyLast(PICK, 100),), ["2:Lucky Last:excluded"]),
        ((HeadsOrTails("heads", 100), LuckyLast(PICK, 100)), ["2:Lucky Last:excluded"]),
        ((Regular(PICK, 100), LuckyLast((1, 2, 3), 100)), ["2:Lucky Last"]),
        ((Keno2(PICK, 200, bonus=True),), ["2:Keno Bonus:excluded"]),
        ((Regular((1, 1), 100), LuckyLast(PICK, 100)), ["2:Spot"]),
    ],
)
def test_company_counts_before_a_sale(bets: tuple[Any, ...], clauses: list[str]) -> None:
    assert [refusal.clause.number for refusal in not_for_sale(BOOK, bets)] == clauses


def test_too_many_groups_are_not_counted_out() -> None:
    """Their Combinations would take long to count: the number of Groups alone refuses them."""
    most = BOOK.figures.groups_max
    groups = tuple((spot,) for spot in range(1, most + 2))
    for count, refused in ((most, False), (most + 1, True)):
        refusals = not_for_sale(BOOK, (Combination("regular", groups[:count], (1,), 100),))
        facts = [dict(each.facts) for each in refusals]
        assert any("groups" in each for each in facts) == refused, facts
