"""What is shown: receipts, brands, marks, notices, facts of the web pages."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from eyesdown.display.keno.notices import terms_page, unclaimed_letter
from eyesdown.display.keno.ticket import receipt
from eyesdown.display.keno.words import group_marks, line_shown
from eyesdown.keno.bets.bet import (
    Combination,
    HeadsOrTails,
    Keno2,
    LetItRun,
    LuckyLast,
    Prepick,
    Racing,
    Regular,
    Roulette,
)
from eyesdown.rulebooks.nsw_keno.book import open_on
from kit.desk import Desk

clause = pytest.mark.clause
BOOK = open_on(date(2024, 5, 1))
GROUPS = ((3,), (10, 20), (31, 32, 33))


@clause("nsw-keno", "2:Combination Bet:letters", "2:Combination Bet:count shown")
def test_2_Combination_Bet__marks_and_counts_on_the_ticket(desk: Desk) -> None:
    entry = desk.sell(Combination("regular", GROUPS, None, 50))
    line = receipt(desk.book, desk.state.sold[entry.serial]).shown.lines[0]
    assert line.marks == (("A", 3), ("B", 10), ("B", 20), ("C", 31), ("C", 32), ("C", 33))
    assert dict(line.counts)[3] == 2
    assert "3-SPOT x 2" in line.what
    only = line_shown(desk.book, Combination("regular", GROUPS, (3,), 100))
    assert only.counts == ((3, 2),)


@clause("nsw-keno", "2:Combination Bet:letters")
def test_2_Combination_Bet__twenty_six_letters_then_two_signs() -> None:
    """Decision G19."""
    marks = list(group_marks(53))
    assert (marks[0], marks[25], marks[26], marks[52]) == ("A", "Z", "A1", "A2")
    assert len(set(marks)) == 53


@clause("nsw-keno", "2:Regular Keno:brand", "2:Keno $2 Game:brand")
@pytest.mark.parametrize(
    ("bet", "brand", "what"),
    [
        (Regular((1, 2), 100), "KENO CLASSIC", "2 spots"),
        (Regular((1,), 100), "KENO CLASSIC", "1 spot"),
        (Keno2((1, 2), 200), "KENO MEGA MILLIONS", "2 spots"),
        (
            Combination("keno2", GROUPS, (3,), 200),
            "KENO MEGA MILLIONS",
            "Combination, 3 groups: 3-SPOT x 2",
        ),
        (LuckyLast((1, 2), 100), "LUCKY LAST", "2 spots"),
        (HeadsOrTails("evens", 100), "HEADS OR TAILS?", "Evens"),
        (Prepick(("heads", "tails"), 100), "HEADS OR TAILS?", "Prepick: heads tails"),
        (LetItRun(("heads", "tails"), 100), "HEADS OR TAILS?", "Let it Run: heads tails"),
        (Roulette("split", (1, 2), 100), "KENO ROULETTE", "Split 1 2"),
        (Roulette("red_black", "red", 500), "KENO ROULETTE", "Red"),
        (
            Racing("trifecta", "standout", ((2,), (), ()), (), (3, 6), 50),
            "KENO RACING",
            "Trifecta, standout 1st 2 with 3 6",
        ),
        (
            Racing("quinella", "straight", (), (1, 2), (), 50),
            "KENO RACING",
            "Quinella: 1 2",
        ),
    ],
)
def test_2_brand__every_line_says_its_game_as_players_know_it(
    bet: Any, brand: str, what: str
) -> None:
    line = line_shown(BOOK, bet)
    assert (line.brand, line.what) == (brand, what)


@clause("nsw-keno", "7(i):check", "3(b)", "2(b)(v)", "2:Licensees", "2:Operating Company")
def test_7_i__a_receipt_prints_all_particulars(desk: Desk) -> None:
    entry = desk.sell(
        Regular((7, 17), 200, bonus=True), games=4, bonus_games=1, runner="rita", writer="wendy"
    )
    paper = receipt(desk.book, desk.state.sold[entry.serial])
    shown = paper.shown
    assert (paper.serial, paper.venue, paper.terminal) == (entry.serial, "club", "club-1")
    assert (paper.writer, paper.runner, paper.keno_day) == ("wendy", "rita", date(2024, 5, 1))
    assert (shown.first_game, shown.last_game, shown.games, shown.bonus_games) == (0, 3, 4, 1)
    assert (shown.cost_cents, shown.currency) == (1_000, "AUD")
    assert (shown.lines[0].subscription_cents, shown.lines[0].bonus) == (200, True)
    assert "accept the keno rules" in paper.bound
    assert "check" in paper.check_words
    assert [company.abn for company in paper.licensees] == ["51 002 821 570", "16 003 992 327"]


@clause("nsw-keno", "2:Licensees", "2:Operating Company", "3(a):order", "2(b)(v)", "15(l)")
def test_2_Licensees__the_terms_page() -> None:
    page = terms_page()
    assert [company.name for company in page.licensees] == [
        "Clubkeno Holdings Pty Limited",
        "Keno (NSW) Pty Ltd",
    ]
    assert page.operating_company.abn == "16 003 992 327"
    assert page.precedence == ("the Act", "the keno rules", "the account terms")
    assert page.currency == "AUD"
    assert page.pooled


@clause("nsw-keno", "16(c)")
def test_16_c__letters_are_signed_for_the_operating_company() -> None:
    letter = unclaimed_letter("Bea", "ticket S1", "O. Vidal")
    assert (letter.to, letter.signed_by, letter.signed_for) == (
        "Bea",
        "O. Vidal",
        "Keno (NSW) Pty Ltd",
    )
    with pytest.raises(AssertionError):
        unclaimed_letter("Bea", "ticket S1", "")
