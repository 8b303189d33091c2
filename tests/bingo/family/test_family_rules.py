"""family-bingo: equipment, letters, rows and scores, clause by clause."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from eyesdown.cards.ticket import Card75
from eyesdown.kernel.errors import BadInput, RulebookDataError
from eyesdown.rulebook.facts.family import FamilyCardFacts
from eyesdown.rulebook.loading import DataFile
from eyesdown.rulebooks.family_bingo.book import open_on
from eyesdown.rulebooks.family_bingo.c01_people import banker_choices, card_handed_back
from eyesdown.rulebooks.family_bingo.c02_equipment import (
    CARDS,
    chart,
    covered_at_start,
    face_down,
    label,
    outcomes,
)
from eyesdown.rulebooks.family_bingo.c03_play import (
    checked,
    row_wins,
    rows_of_five,
    square_of,
)
from eyesdown.rulebooks.family_bingo.c04_scoring import (
    first_to_the_target,
    most_rounds,
    points_go_to,
    points_of,
    right_cries,
    round_goes_to,
)
from eyesdown.rulebooks.family_bingo.words import (
    LANGUAGES,
    RULES,
    WORDS,
    load_words,
    rules_page,
    say,
)
from kit.fixtures import F1, F2, F3

BOOK = open_on(date(2026, 6, 1))
FIGURES = BOOK.figures
CHART = frozenset(range(1, 76))


def with_cell(line: int, column: int, number: int) -> FamilyCardFacts:
    rows = [list(row) for row in F1.rows]
    rows[line][column] = number
    return FamilyCardFacts(1, Card75.of(rows).rows)


def codes(card: FamilyCardFacts) -> list[str]:
    return [f"{no.clause.number} {no.code}" for no in BOOK.check(CARDS, card)]


def test_the_fixtures_are_good_cards() -> None:
    assert [codes(FamilyCardFacts(1, card.rows)) for card in (F1, F2, F3)] == [[], [], []]


@pytest.mark.clause("family-bingo", "Column B", "Column I", "Column N", "Column G", "Column O")
@pytest.mark.parametrize(
    ("letter", "lowest", "highest"),
    [("B", 1, 15), ("I", 16, 30), ("N", 31, 45), ("G", 46, 60), ("O", 61, 75)],
)
def test_columns__each_letter_has_its_fifteen_numbers(
    letter: str, lowest: int, highest: int
) -> None:
    column = "BINGO".index(letter)
    assert label(lowest, FIGURES) == f"{letter}{lowest}"
    assert label(highest, FIGURES) == f"{letter}{highest}"
    for fine in (lowest, highest):
        if fine not in F1.numbers:
            assert codes(with_cell(0, column, fine)) == []
    for stray in (lowest - 1, highest + 1):
        if stray:
            assert codes(with_cell(0, column, stray)) == [f"Column {letter} card/wrong_column"]
    twice = F1.rows[1][column]
    assert codes(with_cell(0, column, twice)) == [f"Column {letter} card/wrong_column"]


@pytest.mark.clause("family-bingo", "Call letter")
def test_call_letter() -> None:
    assert [label(disc, FIGURES) for disc in (2, 34, 46)] == ["B2", "N34", "G46"]


@pytest.mark.clause("family-bingo", "Free space (English)", "Free space (French)")
def test_free_space__the_centre_is_free_and_covered_from_the_start() -> None:
    assert F1.rows[2][2] == 0
    assert covered_at_start(FIGURES) == {(2, 2)}
    assert codes(with_cell(2, 2, 33))[0] == "Free space (English) card/free_missing"
    assert codes(with_cell(0, 0, 0))[0] == "Free space (English) card/free_missing"


@pytest.mark.clause("family-bingo", "Discs", "Call random", "Checking chart")
def test_discs__seventy_five_each_as_likely_as_another() -> None:
    assert face_down(frozenset(), FIGURES) == tuple(range(1, 76))
    left = outcomes(frozenset({1, 75}), FIGURES)
    assert set(left) == set(range(2, 75))
    assert set(left.values()) == {Fraction(1, 73)}
    assert outcomes(CHART, FIGURES) == {}
    assert chart((3, 17)) == {3, 17}


@pytest.mark.clause("family-bingo", "Object")
def test_object__twelve_rows_and_the_centre_needs_four_numbers() -> None:
    rows = rows_of_five(FIGURES)
    assert len(rows) == len(set(rows)) == 12
    drawn = {tuple(F1.rows[line][column] for line, column in row) for row in rows}
    assert drawn == set(F1.ways)
    centre = [row for row in rows if (2, 2) in row]
    assert len(centre) == 4
    for row in rows:
        numbers = {F1.rows[line][column] for line, column in row} - {0}
        assert len(numbers) == (4 if row in centre else 5)
        covered = frozenset(row)
        assert row_wins(row, F1.rows, frozenset(numbers), covered)
        assert not row_wins(row, F1.rows, frozenset(sorted(numbers)[1:]), covered)
        assert not row_wins(row, F1.rows, frozenset(numbers), covered - {row[0]})


@pytest.mark.clause("family-bingo", "No number", "Cover")
def test_no_number__a_card_without_it_has_nothing_to_cover() -> None:
    assert square_of(17, F1.rows) == (0, 1)
    assert square_of(17, F2.rows) is None


@pytest.mark.clause("family-bingo", "Call back")
def test_call_back__each_number_against_the_chart() -> None:
    row = rows_of_five(FIGURES)[2]
    assert checked(row, F1.rows, frozenset({8, 29, 66})) == (
        (8, True),
        (29, True),
        (0, True),
        (50, False),
        (66, True),
    )


@pytest.mark.clause("family-bingo", "Points per round")
def test_points_per_round__the_sum_of_the_row() -> None:
    assert points_of(F1.rows[0], FIGURES) == 162
    assert points_of((62, 70, 66, 75, 73), FIGURES) == 346
    assert points_of(F1.rows[2], FIGURES) == 8 + 29 + 50 + 66
    assert points_of(F3.rows[0], FIGURES) == 170


@pytest.mark.clause("family-bingo", "Series scoring rounds")
def test_series_scoring_rounds__most_rounds_wins() -> None:
    assert most_rounds({"Ana": 3, "Ben": 2, "Cho": 1}) == ("Ana",)
    assert most_rounds({"Ana": 2, "Ben": 2, "Cho": 1}) == ("Ana", "Ben")
    assert most_rounds({}) == ()


@pytest.mark.clause("family-bingo", "Series scoring points")
def test_series_scoring_points__a_thousand_or_more() -> None:
    assert first_to_the_target({"Ana": 999, "Ben": 400}, FIGURES) == ()
    assert first_to_the_target({"Ana": 1000, "Ben": 400}, FIGURES) == ("Ana",)
    assert first_to_the_target({"Ana": 1000, "Ben": 1001}, FIGURES) == ("Ben",)
    assert first_to_the_target({"Ana": 1001, "Ben": 1001}, FIGURES) == ("Ana", "Ben")


@pytest.mark.clause("family-bingo", "Two winners check", "Two winners rounds", "Two winners points")
def test_two_winners() -> None:
    assert right_cries({"Ana": False, "Ben": True}) == ("Ben",)
    assert right_cries({"Ana": False, "Ben": False}) == ()
    totals = {"Ana": 162, "Cho": 170}
    assert round_goes_to(totals) == ("Cho",)
    assert points_go_to(totals) == {"Ana": 162, "Cho": 170}
    assert round_goes_to({"Ana": 162, "Ben": 162, "Cho": 99}) == ("Ana", "Ben")


@pytest.mark.clause("family-bingo", "Banker later rounds", "Banker first round (French)")
def test_banker__the_winner_or_the_present_one() -> None:
    assert banker_choices({"Ana": 162}, "Dad") == ("Ana", "Dad")
    assert banker_choices({"Ana": 162, "Cho": 170}, "Dad") == ("Cho", "Dad")
    assert banker_choices({"Ana": 170, "Cho": 170}, "Dad") == ("Ana", "Cho", "Dad")
    assert card_handed_back("Ana", {"Ana": 3}) == 3
    assert card_handed_back("Ben", {"Ana": 3}) == 0


@pytest.mark.clause("family-bingo", "French version", "Players (French)")
def test_french_version__every_sentence_is_said_in_both_languages() -> None:
    assert LANGUAGES == ("en", "fr")
    assert len(RULES) == 9
    for key, texts in WORDS.items():
        assert texts["en"] != texts["fr"] or not texts["en"].isalpha(), key
    english, french = rules_page("en"), rules_page("fr")
    assert len(english) == len(french)
    assert "card left" in english[0]
    assert "tant qu'il reste une carte" in french[0]
    for number in ("75", "15", "30", "45", "60"):
        assert number in " ".join(english)
        assert number in " ".join(french)
    with pytest.raises(BadInput, match="'de' is not one of en, fr"):
        say("call", "de", label="B2")


@pytest.mark.clause("family-bingo", "Safety warning")
def test_safety_warning__stands_on_the_rules_page_in_both_languages() -> None:
    assert "Not for children under 3" in rules_page("en")[-1]
    assert "Déconseillé aux enfants de moins de 3 ans" in rules_page("fr")[-1]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[a]\nen = "x"\n', "a has no words in en and fr"),
        ('[a]\nen = "{b}"\nfr = "{c}"\n', "a has different placeholders"),
    ],
)
def test_a_sentence_missing_in_one_language_is_named(text: str, problem: str) -> None:
    with pytest.raises(RulebookDataError, match=problem):
        load_words(DataFile("eyesdown", "words.toml", text))
