"""Rule 2: the Keno Roulette Number, its grid and its bets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from eyesdown.control.keno.prizes import games_played
from eyesdown.keno.bets.draws import draw_of
from eyesdown.keno.bets.price import no_such_bet, not_for_sale
from eyesdown.keno.bets.reading import read_bet
from eyesdown.keno.bets.settle import Settled, settle
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebooks.nsw_keno import c02_roulette as roulette
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.figures import Figures


@pytest.mark.clause(
    "nsw-keno",
    "2:Keno Roulette Number:map a",
    "2:Keno Roulette Number:map(i)a",
    "2:Keno Roulette Number:map(i)b",
    "2:Keno Roulette Number:map(ii)",
    "2:Keno Roulette Number:map(iii)",
)
def test_2_Keno_Roulette_Number__every_ball(figures: Figures) -> None:
    meant = {ball: roulette.roulette_number_of(ball, figures) for ball in range(1, 81)}
    assert [meant[ball] for ball in range(1, 37)] == [str(n) for n in range(1, 37)]
    assert [meant[ball] for ball in range(41, 77)] == [str(n) for n in range(1, 37)]
    assert {meant[37], meant[77]} == {"0"}
    assert {meant[38], meant[78]} == {"00"}
    assert {meant[ball] for ball in (39, 40, 79, 80)} == {None}


@pytest.mark.clause("nsw-keno", "2:Keno Roulette Number")
@pytest.mark.parametrize(
    ("balls", "number"),
    [
        ((40, 39, 78), "00"),
        ((80, 79, 40, 39, 44), "4"),
        ((77,), "0"),
        ((76, 1), "36"),
    ],
)
def test_2_Keno_Roulette_Number__first_ball_that_stands_for_one(
    book: NswKeno, balls: Any, number: Any
) -> None:
    assert roulette.roulette_number(balls, book.wheel) == number


@pytest.mark.clause(
    "nsw-keno", "2:Keno Roulette Grid", "2:Column(i)", "2:Column(ii)", "2:Column(iii)"
)
def test_2_Keno_Roulette_Grid__twelve_rows_of_three(figures: Figures) -> None:
    grid = roulette.roulette_grid(figures)
    assert grid == tuple((n, n + 1, n + 2) for n in range(1, 37, 3))
    for place, column in enumerate(zip(*grid, strict=True), start=1):
        assert len(column) == 12
        assert {number % 3 for number in column} == {place % 3}


@pytest.mark.clause("nsw-keno", *(f"2:Row {row}" for row in range(1, 13)))
def test_2_Row__three_numbers_each(figures: Figures, book: NswKeno) -> None:
    for row in range(1, 13):
        members = (3 * row - 2, 3 * row - 1, 3 * row)
        assert roulette.roulette_grid(figures)[row - 1] == members
        assert book.roulette["row"][row] == {str(n) for n in members}


@pytest.mark.clause("nsw-keno", "2:Split", "2:Corner", "2:Keno Roulette(ii)", "2:Keno Roulette(iv)")
def test_2_Split_and_Corner__neighbours_on_the_grid(book: NswKeno) -> None:
    splits, corners = book.roulette["split"], book.roulette["corner"]
    assert len(splits) == 57
    assert len(corners) == 22
    assert (1, 2) in splits
    assert (33, 36) in splits
    assert (3, 4) not in splits
    assert (1, 2, 4, 5) in corners
    assert (1, 2, 3, 4) not in corners
    assert all(b - a == 3 or (b - a == 1 and a % 3) for a, b in splits)
    assert all(square == (a := square[0], a + 1, a + 3, a + 4) and a % 3 for square in corners)


@pytest.mark.clause("nsw-keno", "2:Split")
def test_2_Split__one_with_a_zero_is_a_change_of_the_data(figures: Figures, book: NswKeno) -> None:
    """Decision G11."""
    form = replace(figures, roulette_zero_splits=("0/00", "0/1"))
    roulette.check_grid(form)
    covers = roulette.covered(roulette.roulette_grid(form), form)
    printed = replace(book, figures=form, roulette=covers)
    assert len(covers["split"]) == 57 + 2
    raw = {"type": "roulette", "bet": "split", "selection": "0/00", "subscription_cents": 200}
    with pytest.raises(BadInput, match="is not a list of numbers"):
        read_bet(book, raw)
    for balls, paid in (([37], 3_060), ([78], 3_060), ([41], 0)):
        draw = draw_of(printed, balls + [n for n in range(2, 30) if n not in balls][:19])
        bet = read_bet(printed, raw)
        assert no_such_bet(printed, bet) == ()
        assert settle(printed, bet, draw).prize_cents == paid
        assert sum(won.cents for won in games_played(bet, draw.numbers, printed.day)) == paid
    for slip in ("1/0", "0/0", "0/37", "3/6"):
        with pytest.raises(AssertionError, match=slip):
            roulette.check_grid(replace(figures, roulette_zero_splits=(slip,)))


@pytest.mark.clause(
    "nsw-keno",
    "2:Keno Roulette",
    "2:Keno Roulette(i)",
    "2:Keno Roulette(ii)",
    "2:Keno Roulette(iii)",
    "2:Keno Roulette(iv)",
    "2:Keno Roulette(v)",
    "2:Keno Roulette(vi)",
    "2:Keno Roulette(vii)",
    "2:Keno Roulette(viii)",
    "2:Keno Roulette(ix)",
    "2:Keno Roulette(x)",
    "2:Keno Roulette:prize",
)
@pytest.mark.parametrize(
    ("bet", "choices", "stake", "prize"),
    [
        ("straight_up", ("18", "17"), 100, 3_050),
        ("split", ([17, 18], [16, 17]), 100, 1_530),
        ("row", (6, 5), 100, 1_020),
        ("corner", ([14, 15, 17, 18], [13, 14, 16, 17]), 100, 760),
        ("six_line", (13, 7), 100, 510),
        ("column", (3, 2), 200, 500),
        ("dozen", (2, 1), 200, 500),
        ("low_high", ("low", "high"), 500, 850),
        ("red_black", ("red", "black"), 500, 850),
        ("odd_even", ("even", "odd"), 500, 850),
    ],
)
def test_2_Keno_Roulette__number_18(
    won: Callable[..., Settled], bet: str, choices: Any, stake: int, prize: int
) -> None:
    right, wrong = choices
    assert won("roulette", stake, bet=bet, selection=right).prize_cents == prize
    assert won("roulette", stake, bet=bet, selection=wrong).prize_cents == 0
    assert won("roulette", 3 * stake, bet=bet, selection=right).prize_cents == 3 * prize


@pytest.mark.clause("nsw-keno", "2:Keno Roulette(i)", "2:Keno Roulette(vi)", "2:Keno Roulette(ix)")
def test_2_Keno_Roulette__how_many_selections_and_zero(book: NswKeno) -> None:
    counts = {bet: len(selections) for bet, selections in book.roulette.items()}
    assert counts == {
        "straight_up": 38,
        "split": 57,
        "row": 12,
        "corner": 22,
        "six_line": 11,
        "column": 3,
        "dozen": 3,
        "low_high": 2,
        "red_black": 2,
        "odd_even": 2,
    }
    for bet in ("column", "dozen", "low_high", "red_black", "odd_even", "row"):
        numbers = [n for covered in book.roulette[bet].values() for n in covered]
        assert sorted(numbers) == sorted(str(n) for n in range(1, 37))
    red = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
    assert book.roulette["red_black"]["red"] == {str(n) for n in red}


@pytest.mark.clause("nsw-keno", "2:Corner", "2:Split", "2:Keno Roulette(vi)", "2:Keno Roulette(i)")
@pytest.mark.parametrize(
    ("bet", "selection", "clause"),
    [
        ("straight_up", "37", "2:Keno Roulette(i)"),
        ("straight_up", "000", "2:Keno Roulette(i)"),
        ("split", [3, 4], "2:Split"),
        ("split", [1, 1], "2:Split"),
        ("split", [1], "2:Split"),
        ("split", [0, 1], "2:Split"),
        ("row", 13, "2:Keno Roulette(iii)"),
        ("corner", [1, 2, 3, 4], "2:Corner"),
        ("six_line", 2, "2:Keno Roulette(vi)"),
        ("six_line", 34, "2:Keno Roulette(vi)"),
        ("column", 0, "2:Keno Roulette(v)"),
        ("dozen", 4, "2:Keno Roulette(vii)"),
        ("low_high", "middle", "2:Keno Roulette(viii)"),
        ("red_black", "green", "2:Keno Roulette(ix)"),
        ("odd_even", "zero", "2:Keno Roulette(x)"),
    ],
)
def test_2_Keno_Roulette__selections_that_are_none(
    book: NswKeno, bet: Any, selection: Any, clause: Any
) -> None:
    raw = {"type": "roulette", "bet": bet, "selection": selection, "subscription_cents": 500}
    found = no_such_bet(book, read_bet(book, raw))
    assert [(no.code, no.clause.number) for no in found] == [("roulette/no_such_selection", clause)]


@pytest.mark.clause("nsw-keno", "2:Keno Roulette", "7(d)")
def test_2_Keno_Roulette__several_selections_on_one_entry(book: NswKeno) -> None:
    raw = {"type": "roulette", "bet": "straight_up", "subscription_cents": 100}
    bets = [read_bet(book, {**raw, "selection": str(number)}) for number in range(5)]
    assert not_for_sale(book, bets) == ()
