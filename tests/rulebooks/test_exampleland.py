"""exampleland-bingo90: the fictional book, clause by clause."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from eyesdown.kernel.cite import Refusal
from eyesdown.rulebook.book import Book
from eyesdown.rulebook.facts.exampleland import ClaimFacts, SaleFacts
from eyesdown.rulebooks import SHELF
from eyesdown.rulebooks.exampleland_bingo90.book import open_on, patterns
from eyesdown.rulebooks.exampleland_bingo90.c04_sales import SALES
from eyesdown.rulebooks.exampleland_bingo90.c06_winning import completed_on_call
from eyesdown.rulebooks.exampleland_bingo90.c07_claims import CLAIMS, shares_of_a_tied_prize
from eyesdown.rulebooks.exampleland_bingo90.figures import Figures

BOOK = "exampleland-bingo90"
BOOK_2025 = open_on(date(2025, 12, 31))
BOOK_2026 = open_on(date(2026, 1, 1))
SALE = SaleFacts(cards_count=6, price_cents=200, game_price_cents=200, calls_made=0)
CLAIM = ClaimFacts(card=11, card_sold_for_game=True, completed_on_call=41, claimed_on_call=41)
TICKET = ((3, 25, 48, 62, 85), (7, 19, 39, 67, 90), (12, 34, 50, 71, 80))


def claim_codes(book: Book[Figures], facts: ClaimFacts) -> list[str]:
    return [refusal.code for refusal in book.check(CLAIMS, facts)]


def sale_codes(facts: SaleFacts) -> list[str]:
    return [refusal.code for refusal in BOOK_2026.check(SALES, facts)]


@pytest.mark.clause(BOOK, "1")
def test_1__the_book_opens_on_its_first_day_and_not_the_day_before() -> None:
    early = SHELF.open(BOOK, date(2019, 2, 28))
    assert isinstance(early, Refusal)
    assert (early.code, early.clause.number) == ("rules/not_in_force", "1")
    assert isinstance(SHELF.open(BOOK, date(2019, 3, 1)), Book)


@pytest.mark.clause(BOOK, "4(1)")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [(5, []), (6, []), (7, ["sale/too_many_cards"])],
    ids=["below", "at", "above"],
)
def test_4_1__at_most_six_cards(cards: int, expected: list[str]) -> None:
    assert sale_codes(replace(SALE, cards_count=cards)) == expected


@pytest.mark.clause(BOOK, "4(2)")
@pytest.mark.parametrize("price", [199, 201])
def test_4_2__one_price_a_game(price: int) -> None:
    assert sale_codes(SALE) == []
    assert sale_codes(replace(SALE, price_cents=price)) == ["sale/price_differs"]


@pytest.mark.clause(BOOK, "4(3)")
def test_4_3__nothing_is_sold_once_a_number_is_out() -> None:
    assert sale_codes(replace(SALE, calls_made=1)) == ["sale/game_has_begun"]


@pytest.mark.clause(BOOK, "4(1)", "4(2)", "4(3)")
def test_refusals_come_in_printed_order() -> None:
    worst = SaleFacts(cards_count=7, price_cents=1, game_price_cents=2, calls_made=3)
    assert [no.clause.number for no in BOOK_2026.check(SALES, worst)] == ["4(1)", "4(2)", "4(3)"]


@pytest.mark.clause(BOOK, "6(1)")
def test_6_1__a_pattern_completes_on_the_call_that_marks_its_last_square() -> None:
    calls = [1, 7, 19, 39, 67, 2, 90, *TICKET[0], *TICKET[2]]
    assert completed_on_call(patterns()["any line"], TICKET, calls) == 7
    assert completed_on_call(patterns()["any line"], TICKET, calls[:6]) is None
    assert completed_on_call(patterns()["house"], TICKET, calls) == 17
    assert completed_on_call(patterns()["house"], TICKET, calls[:-1]) is None


@pytest.mark.clause(BOOK, "7(1)")
def test_7_1__a_card_not_sold_for_the_game_cannot_claim() -> None:
    assert claim_codes(BOOK_2026, CLAIM) == []
    unsold = replace(CLAIM, card_sold_for_game=False)
    assert claim_codes(BOOK_2026, unsold) == ["claim/card_not_in_play"]


@pytest.mark.clause(BOOK, "7(2)(a)")
def test_7_2_a__an_unfilled_pattern_cannot_claim() -> None:
    unfilled = replace(CLAIM, completed_on_call=None)
    assert claim_codes(BOOK_2026, unfilled) == ["claim/pattern_incomplete"]


@pytest.mark.clause(BOOK, "7(2)(b)")
@pytest.mark.parametrize(
    ("book", "claimed_on_call", "expected"),
    [
        pytest.param(BOOK_2025, 41, [], id="2025-below"),
        pytest.param(BOOK_2025, 42, [], id="2025-at"),
        pytest.param(BOOK_2025, 43, ["claim/late"], id="2025-above"),
        pytest.param(BOOK_2026, 41, [], id="2026-at"),
        pytest.param(BOOK_2026, 42, ["claim/late"], id="2026-above"),
    ],
)
def test_7_2_b__a_claim_must_beat_the_next_call(
    book: Book[Figures], claimed_on_call: int, expected: list[str]
) -> None:
    assert claim_codes(book, replace(CLAIM, claimed_on_call=claimed_on_call)) == expected


@pytest.mark.clause(BOOK, "7(4)")
@pytest.mark.parametrize(
    ("prize", "winners", "expected"),
    [(1000, 1, (1000, 0)), (1000, 3, (333, 1)), (2, 3, (0, 2)), (0, 3, (0, 0))],
)
def test_7_4__a_tied_prize_is_shared_to_the_cent(
    prize: int, winners: int, expected: tuple[int, int]
) -> None:
    assert shares_of_a_tied_prize(prize, winners) == expected
