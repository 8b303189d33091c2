"""Tickets, scorecards and series against the words of the three 90-ball books."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from eyesdown.bingo.words import validity
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.cards.ticket import Ticket90
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.book import Book
from eyesdown.rulebook.facts.bingo_cards import CardFacts, ScorecardFacts, SeriesFacts
from eyesdown.rulebooks import SHELF
from kit.fixtures import A1, B6, F1, NINETY, T0, A, B

DAY = date(2026, 6, 1)


def opened(book: str) -> Book[Any]:
    found = SHELF.open(book, DAY)
    assert isinstance(found, Book)
    return found


NZ, VIC, NSW = opened("nz-casino-bingo"), opened("vic-bingo"), opened("nsw-casino-bingo")
CARD = validity.card_facts(T0, "382558")
SETS = tuple(frozenset(ticket.numbers) for ticket in NINETY.values())
SERIES = SeriesFacts(
    serial="382558",
    colour="blue",
    card_serials=("382558",) * len(SETS),
    card_numbers=tuple(range(1, len(SETS) + 1)),
    combinations=SETS,
    book_numbers=(1001, 1002, 1003),
    game_colours=tuple(enumerate(("red", "blue", "green", "yellow", "pink"), start=1)),
)
PAGE = ScorecardFacts(tuple(validity.card_facts(box, "77") for box in A.boxes), "77")


def said(refusals: tuple[Any, ...]) -> list[str]:
    return [f"{refusal.clause.number} {refusal.code}" for refusal in refusals]


def changed(line: int, column: int, cell: int, ticket: Ticket90 = T0) -> CardFacts:
    """A card with one cell printed otherwise."""
    rows = [list(row) for row in ticket.rows]
    rows[line][column] = cell
    return replace(CARD, rows=Ticket90.of(rows).rows)


MOVED = """
 7  . 23 33 40 41 63  .  .
 8 10  .  . 44  .  . 71  .
 . 14  . 38  . 51 64 77  .
"""
FOUR_LINES = T0.drawing() + "\n .  .  .  .  .  .  .  .  ."
RELAID = Ticket90.of([row[::-1] for row in T0.rows])


# --- nz-casino-bingo 3.2 and the appendix -------------------------------------------------------


@pytest.mark.clause("nz-casino-bingo", "3.2(a)")
def test_3_2_a__a_card_has_three_lines_of_nine_columns_and_a_serial() -> None:
    assert validity.card_refusals(NZ, CARD) == ()
    four = replace(CARD, rows=Ticket90.read(FOUR_LINES).rows)
    assert said(validity.card_refusals(NZ, four)) == [
        "3.2(a) card/wrong_form",
        "3.2(b) card/wrong_lines",
    ]
    narrow = replace(CARD, rows=tuple(row[:8] + row[8:] * 2 for row in T0.rows))
    assert "3.2(a) card/wrong_form" in said(validity.card_refusals(NZ, narrow))
    for bare in (replace(CARD, serial=""), replace(CARD, serial_side="edge")):
        assert said(validity.card_refusals(NZ, bare)) == ["3.2(a) card/no_serial"]
    assert validity.card_refusals(NZ, replace(CARD, serial_side="reverse")) == ()


@pytest.mark.clause("nz-casino-bingo", "3.2(b)")
@pytest.mark.clause("vic-bingo", "5(a)(i)")
@pytest.mark.parametrize(
    ("card", "code"),
    [
        pytest.param(changed(0, 0, 0), "wrong_lines", id="fourteen-numbers"),
        pytest.param(changed(0, 1, 11), "wrong_lines", id="sixteen-numbers"),
        pytest.param(replace(CARD, rows=Ticket90.read(MOVED).rows), "wrong_lines", id="6-4-5"),
        pytest.param(changed(0, 0, 8), "number_repeated", id="repeat"),
        pytest.param(changed(1, 8, 91), "number_out_of_range", id="91"),
        pytest.param(changed(1, 8, 90), None, id="90"),
        pytest.param(changed(0, 0, 1), None, id="1"),
        pytest.param(changed(0, 0, -1), "number_out_of_range", id="below-1"),
    ],
)
def test_three_lines_of_five_different_numbers(card: CardFacts, code: str | None) -> None:
    nz, vic = said(validity.card_refusals(NZ, card)), said(validity.card_refusals(VIC, card))
    assert nz == ([f"3.2(b) card/{code}"] if code else [])
    assert vic == ([f"5(a)(i) ticket/{code}"] if code else [])


@pytest.mark.clause("nz-casino-bingo", "3.2(a)")
def test_A01__a_broken_band_is_a_warning_until_the_hall_is_strict() -> None:
    loose = validity.card_facts(RELAID, "382558")
    assert validity.card_refusals(NZ, loose) == ()
    assert [warned.says for warned in validity.warnings(loose)] == ["63 is in column 3"]
    strict = validity.card_facts(RELAID, "382558", strict_banding=True)
    assert said(validity.card_refusals(NZ, strict)) == ["3.2(a) card/band_broken"]
    assert said(validity.card_refusals(VIC, strict)) == ["5(a)(i) ticket/band_broken"]
    assert validity.warnings(strict) == ()
    assert validity.warnings(CARD) == ()


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (Ticket90.of([T0.rows[1], T0.rows[0], T0.rows[2]]).rows, "column 1 does not rise"),
        (tuple((*row[:8], 0) for row in T0.rows), "column 9 has 0 numbers"),
        (T0.rows, ""),
    ],
)
def test_A01__columns_hold_one_to_three_rising_numbers(rows: Any, says: str) -> None:
    assert validity.broken_band(rows) == says


@pytest.mark.clause("nz-casino-bingo", "3.2(c)")
def test_3_2_c__a_card_without_a_series_is_refused() -> None:
    assert validity.series_refusals(NZ, SERIES) == ()
    bare = replace(SERIES, serial="", card_serials=("",) * len(SETS))
    assert said(validity.series_refusals(NZ, bare)) == ["3.2(c) card/no_series"]


@pytest.mark.clause("nz-casino-bingo", "3.2(c)(i)")
@pytest.mark.parametrize(
    ("series", "code"),
    [
        (replace(SERIES, colour=""), "series/no_colour"),
        (replace(SERIES, card_serials=(*SERIES.card_serials[:-1], "382559")), "series/two_serials"),
        (replace(SERIES, serial_words="No."), "series/serial_words_missing"),
        (replace(SERIES, serial_words="Serial Number."), None),
    ],
)
def test_3_2_c_i__colour_one_serial_and_its_words(series: SeriesFacts, code: str | None) -> None:
    expected = [f"3.2(c)(i) {code}"] if code else []
    assert said(validity.series_refusals(NZ, series)) == expected


@pytest.mark.clause("nz-casino-bingo", "3.2(c)(ii)")
def test_3_2_c_ii__card_numbers_run_on_by_one() -> None:
    def numbered(*numbers: int) -> SeriesFacts:
        serials = ("382558",) * len(numbers)
        return SeriesFacts("382558", "blue", serials, card_numbers=numbers)

    assert validity.series_refusals(NZ, numbered(*range(1, 121))) == ()
    gap = validity.series_refusals(NZ, numbered(1, 2, 4))
    assert said(gap) == ["3.2(c)(ii) series/cards_not_consecutive"]
    assert dict(gap[0].facts) == {"after": 2, "found": 4}
    fewer = replace(SERIES, card_numbers=(1, 2))
    assert said(validity.series_refusals(NZ, fewer)) == ["3.2(c)(ii) series/card_number_missing"]


@pytest.mark.clause("nz-casino-bingo", "3.2(c)(iii)")
@pytest.mark.clause("vic-bingo", "5(a)(i)")
@pytest.mark.clause("nsw-casino-bingo", "2.4")
def test_A03__the_same_numbers_laid_out_otherwise_are_the_same_card() -> None:
    doubled = replace(SERIES, combinations=(*SETS[:-1], frozenset(RELAID.numbers)))
    assert said(validity.series_refusals(NZ, doubled)) == ["3.2(c)(iii) series/same_numbers_twice"]
    assert said(validity.series_refusals(VIC, doubled)) == ["5(a)(i) series/same_numbers_twice"]
    assert said(validity.series_refusals(NSW, doubled)) == ["2.4 series/same_numbers_twice"]
    assert dict(validity.series_refusals(NZ, doubled)[0].facts) == {
        "first_place": 1,
        "second_place": len(SETS),
    }


@pytest.mark.clause("nz-casino-bingo", "3.2(c)(iv)")
def test_3_2_c_iv__a_serial_in_use_is_refused() -> None:
    used = replace(SERIES, serials_in_use=frozenset({"382558", "9"}))
    assert said(validity.series_refusals(NZ, used)) == ["3.2(c)(iv) series/serial_in_use"]
    other = replace(SERIES, serials_in_use=frozenset({"9"}))
    assert validity.series_refusals(NZ, other) == ()


# --- vic-bingo 5 --------------------------------------------------------------------------------


@pytest.mark.clause("vic-bingo", "5")
def test_5__only_an_approved_braille_ticket_is_exempt() -> None:
    plain = replace(changed(0, 0, 0), serial="")
    assert len(validity.card_refusals(VIC, plain)) == 2
    raw = replace(plain, braille=True)
    assert said(validity.card_refusals(VIC, raw)) == [
        "5 ticket/braille_not_approved",
        "5(a)(i) ticket/wrong_lines",
        "5(a)(ii) ticket/no_serial",
    ]
    assert validity.card_refusals(VIC, replace(raw, braille_approval="VCGR-7")) == ()


@pytest.mark.clause("vic-bingo", "5(a)(ii)")
def test_5_a_ii__the_serial_stands_on_the_ticket_with_its_words() -> None:
    assert validity.card_refusals(VIC, CARD) == ()
    wordless = replace(CARD, serial_words="No.")
    assert said(validity.card_refusals(VIC, wordless)) == ["5(a)(ii) ticket/serial_words_missing"]
    assert said(validity.card_refusals(VIC, replace(CARD, serial=""))) == [
        "5(a)(ii) ticket/no_serial"
    ]


@pytest.mark.clause("vic-bingo", "5(b)(i)")
@pytest.mark.clause("nsw-casino-bingo", "2.3.1")
def test_books_are_numbered_through_the_series() -> None:
    gapped = replace(SERIES, book_numbers=(1001, 1002, 1004))
    assert said(validity.series_refusals(VIC, gapped)) == ["5(b)(i) series/books_not_consecutive"]
    assert said(validity.series_refusals(NSW, gapped)) == ["2.3.1 series/books_not_consecutive"]
    for books in ((), (7,), (1001, 1002)):
        assert validity.series_refusals(VIC, replace(SERIES, book_numbers=books)) == ()


@pytest.mark.clause("vic-bingo", "5(b)(ii)")
@pytest.mark.clause("nsw-casino-bingo", "2.3.2")
@pytest.mark.parametrize(
    ("colours", "vic", "nsw"),
    [
        ("red blue green yellow red", 1, 1),
        ("red blue green yellow pink red", 0, 1),
        ("red blue green red", 1, 1),
        ("red blue green yellow pink white", 0, 0),
        ("red red", 1, 1),
    ],
)
def test_A06__how_far_back_a_colour_must_differ(colours: str, vic: int, nsw: int) -> None:
    series = replace(SERIES, game_colours=tuple(enumerate(colours.split(), start=1)))
    assert len(validity.series_refusals(VIC, series)) == vic
    assert len(validity.series_refusals(NSW, series)) == nsw
    narrowed = replace(series, colour_lookback_games=4)
    assert len(validity.series_refusals(NSW, narrowed)) == vic


# --- nsw-casino-bingo 1.1 and 2 -----------------------------------------------------------------


def page(*boxes: Ticket90, serial: str = "77") -> list[str]:
    facts = ScorecardFacts(tuple(validity.card_facts(box, serial) for box in boxes), serial)
    return said(validity.scorecard_refusals(NSW, facts))


@pytest.mark.clause(
    "nsw-casino-bingo", "1.1 'scorecard'", "1.1 'six-up card'", "1.1 'twelve-up card'"
)
def test_1_1_scorecard__six_or_twelve_boxes() -> None:
    assert page(*A.boxes) == page(*A.boxes, *B.boxes) == []
    assert page(*A.boxes[:5])[0] == "1.1 'scorecard' scorecard/wrong_boxes"
    assert page(*A.boxes, A1)[0] == "1.1 'scorecard' scorecard/wrong_boxes"


@pytest.mark.clause("nsw-casino-bingo", "1.1 'box'")
@pytest.mark.parametrize("cell", [0, 91, 82])
def test_1_1_box__fifteen_different_numbers(cell: int) -> None:
    spoiled = Ticket90.of([(*A1.rows[0][:8], cell), *A1.rows[1:]])
    assert "1.1 'box' box/wrong_numbers" in page(spoiled, *A.boxes[1:])
    assert page(*A.boxes) == []


@pytest.mark.clause("nsw-casino-bingo", "2.2.1")
def test_2_2_1__six_boxes_part_one_to_ninety() -> None:
    assert page(*A.boxes) == page(*B.boxes) == []
    mixed = replace(PAGE, boxes=(*PAGE.boxes[:5], validity.card_facts(B6, "77")))
    refusals = validity.scorecard_refusals(NSW, mixed)
    assert said(refusals) == ["2.2.1 scorecard/not_every_number"]
    facts = dict(refusals[0].facts)
    assert facts["missing"] == "4 10 13 16 23 27 35 47 55 64 68 69 74 77"
    assert facts["repeated"] == "6 8 14 15 21 22 36 48 54 58 61 63 70 82"
    swapped = (*A.boxes[:5], B6, *B.boxes[:5], A.boxes[5])
    assert page(*swapped) == ["2.2.1 scorecard/not_every_number"]


@pytest.mark.clause("nsw-casino-bingo", "2.2.2")
def test_2_2_2__a_scorecard_carries_its_serial() -> None:
    assert page(*A.boxes, serial="77") == []
    assert page(*A.boxes, serial="") == ["2.2.2 scorecard/no_serial"]


@pytest.mark.clause("nsw-casino-bingo", "2.4")
def test_2_4__three_lines_of_five_twelve_blanks_and_all_different() -> None:
    narrow = Ticket90.of([A1.lines[0], *A1.rows[1:]])
    assert page(narrow, *A.boxes[1:]) == ["2.4 box/wrong_lines"]
    first, second, third = A1.rows
    uneven = Ticket90.of([(*first[:1], 18, *first[2:]), (0, 0, *second[2:]), third])
    assert page(uneven, *A.boxes[1:]) == ["2.4 box/wrong_lines"]
    assert page(*A.boxes, *A.boxes) == ["2.4 box/same_numbers_twice"]
    turned = Ticket90.of([row[::-1] for row in A1.rows])
    broken = validity.card_facts(turned, "77", strict_banding=True)
    strict = replace(PAGE, boxes=(broken, *PAGE.boxes[1:]))
    assert said(validity.scorecard_refusals(NSW, strict)) == ["2.4 box/band_broken"]


def cards(*tickets: Ticket90, start: int = 1) -> tuple[PrintedCard, ...]:
    return tuple(PrintedCard(card=n, boxes=(t,)) for n, t in enumerate(tickets, start=start))


def test_a_whole_series_is_inspected_card_by_card() -> None:
    good = validity.inspect_series(NZ, "1", cards(*A.boxes), colour="blue")
    assert good == validity.Inspected((), ())
    four = Ticket90.of([(*T0.rows[0][:6], 0, 0, 0), *T0.rows[1:]])
    bad = validity.inspect_series(
        NZ, "1", (*cards(four, four, RELAID), *cards(A1, A1, start=5)), colour="blue"
    )
    assert said(bad.refusals) == [
        "3.2(b) card/wrong_lines",
        "3.2(c)(ii) series/cards_not_consecutive",
        "3.2(c)(iii) series/same_numbers_twice",
    ]
    assert bad.warnings == ("card 3: 63 is in column 3",)
    pages = tuple(PrintedCard(card=1, boxes=page.boxes, book=1, game=1) for page in (A,))
    assert validity.inspect_series(NSW, "77", pages).refusals == ()
    short = (PrintedCard(card=1, boxes=A.boxes[:5]),)
    assert said(validity.inspect_series(NSW, "77", short).refusals) == [
        "1.1 'scorecard' scorecard/wrong_boxes",
        "2.2.1 scorecard/not_every_number",
    ]


def test_a_book_without_words_on_the_thing_is_bad_input() -> None:
    with pytest.raises(BadInput, match="nsw-casino-bingo has no words on a single card"):
        validity.card_refusals(NSW, CARD)
    with pytest.raises(BadInput, match="vic-bingo has no words on a 75-ball card"):
        validity.card75_refusals(VIC, 1, F1)
    with pytest.raises(BadInput, match="vic-bingo has no words on a scorecard"):
        validity.scorecard_refusals(VIC, PAGE)
