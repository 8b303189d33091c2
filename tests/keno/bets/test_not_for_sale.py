"""What stops the sale of bets that are no Entry yet: the same clauses as at a counter."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from eyesdown.keno.bets.bet import (
    Combination,
    HeadsOrTails,
    Keno2,
    LuckyLast,
    Prepick,
    Racing,
    Regular,
)
from eyesdown.keno.bets.price import costs_of, never_for_sale, not_for_sale
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


def three_combinations(cents: int) -> Combination:
    return Combination("regular", ((1,), (2,)), None, cents)


def trifecta(cents: int) -> Racing:
    return Racing("trifecta", "straight", ((1,), (2,), (3,)), (), (), cents)


LOW, STEP = "stake/below_minimum", "stake/not_a_step"


@pytest.mark.clause("nsw-keno", "9(c)(i)", "9(d)(i)(a)", "9(g):game")
@pytest.mark.parametrize(
    ("bet", "alone", "never"),
    [
        (three_combinations(50), [LOW], []),
        (three_combinations(110), [STEP], []),
        (three_combinations(100), [], []),
        (Regular(PICK, 50), [LOW], [LOW]),
        (Regular(PICK, 150), [STEP], [STEP]),
        (trifecta(50), ["entry/racing_below_minimum"], []),
        (trifecta(40), [LOW, "entry/racing_below_minimum"], [LOW]),
        (trifecta(100), [], []),
    ],
)
def test_what_other_bets_of_the_entry_can_mend_is_not_refused_for_good(
    bet: Any, alone: list[str], never: list[str]
) -> None:
    """More Combinations lower the least stake of each (G20); more racing bets add up (G09)."""
    assert [refusal.code for refusal in not_for_sale(BOOK, (bet,))] == alone
    assert [refusal.code for refusal in never_for_sale(BOOK, (bet,))] == never


@pytest.mark.clause("nsw-keno", "9(l)")
@pytest.mark.parametrize(
    ("bonus_games", "cents"), [(None, 600), (0, 300), (1, 400), (2, 500), (3, 600), (4, 600)]
)
def test_9_l__keno_bonus_is_paid_for_in_the_first_games_only(
    bonus_games: int | None, cents: int
) -> None:
    """$1 a game, and another $1 with Keno Bonus; a series says itself which games have it."""
    series = Prepick(("heads", "tails", "heads"), 200, bonus_games=1)
    costs = costs_of(BOOK, (Regular(PICK, 100, bonus=True), series), 3, bonus_games)
    assert costs == [cents, 800]
