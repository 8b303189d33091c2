"""The caller's charts and sheets, and the keno entry forms."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable
from datetime import date
from typing import Any, TypeAlias
from xml.etree import ElementTree as ET

import pytest

from eyesdown.kernel.errors import BadInput
from eyesdown.press.caller import write_calling_sheet, write_chart
from eyesdown.press.cards import PageOptions
from eyesdown.press.forms import FORMS, RED, SPOTS, write_form
from eyesdown.press.words import LANGUAGES
from eyesdown.rulebooks.nsw_keno.book import open_on

ReadPdf: TypeAlias = Callable[[bytes], Any]
OPTIONS = PageOptions(title="Harbour Hall", notice="Keep this sheet.")


def page_of(
    read_pdf: ReadPdf, write: Callable[..., int], what: Any, options: PageOptions = OPTIONS
) -> Any:
    out = io.BytesIO()
    assert write(out, what, options) == 1
    (page,) = read_pdf(out.getvalue()).pages
    return page


@pytest.mark.parametrize("balls", [75, 90])
def test_a_chart_shows_every_number_once_in_order(read_pdf: ReadPdf, balls: int) -> None:
    words = page_of(read_pdf, write_chart, balls).balls()
    read = sorted(words, key=lambda word: (-round(word.y), word.x))
    assert [int(word.words) for word in read] == list(range(1, balls + 1))


def test_the_75_chart_has_a_line_for_each_letter(read_pdf: ReadPdf) -> None:
    page = page_of(read_pdf, write_chart, 75)
    letters = {word.words: word for word in page.words if word.words in tuple("BINGO")}
    assert list(letters) == list("BINGO")
    for place, letter in enumerate("BINGO"):
        line = [w for w in page.balls() if abs(w.y - letters[letter].y) < 20]
        assert sorted(int(word.words) for word in line) == list(
            range(15 * place + 1, 15 * place + 16)
        )
        assert all(word.x > letters[letter].x for word in line)


@pytest.mark.parametrize("balls", [75, 90])
def test_a_calling_sheet_has_a_box_for_each_call(read_pdf: ReadPdf, balls: int) -> None:
    page = page_of(read_pdf, write_calling_sheet, balls)
    assert [int(word.words) for word in page.balls()] == list(range(1, balls + 1))
    assert {"Claims", "Serial number", "On last call"} <= set(page.texts)


def test_chart_and_calling_sheet_speak_french_and_forms_refuse_to(read_pdf: ReadPdf) -> None:
    french = PageOptions(language="fr")
    sheet = set(page_of(read_pdf, write_calling_sheet, 75, french).texts)
    assert {"Feuille de tirage", "Annonces de bingo", "Tout est sorti"} <= sheet
    english = LANGUAGES["en"]
    assert not sheet & {*english.sheet_facts[1:], *english.claim, *english.claim_checks}
    assert "Tableau de contrôle" in page_of(read_pdf, write_chart, 90, french).texts
    with pytest.raises(BadInput, match="English only"):
        write_form(io.BytesIO(), "standard", french)


@pytest.mark.parametrize("write", [write_chart, write_calling_sheet])
def test_there_is_no_chart_for_other_numbers(write: Callable[..., int]) -> None:
    with pytest.raises(BadInput, match="balls"):
        write(io.BytesIO(), 80, OPTIONS)


def halves(page: Any) -> list[Any]:
    """The words of the upper and of the lower form."""
    middle = 841.89 / 2
    upper = [word for word in page.words if word.y > middle]
    lower = [word for word in page.words if word.y < middle]
    assert Counter(w.words for w in upper) == Counter(w.words for w in lower)
    return upper


@pytest.mark.clause("nsw-keno", "2:Keno Grid")
def test_the_standard_form_has_eight_rows_of_ten(read_pdf: ReadPdf) -> None:
    upper = halves(page_of(read_pdf, write_form, "standard"))
    grid = [w for w in upper if w.words.isdigit() and w.x < 345]
    read = sorted(grid, key=lambda word: (-round(word.y), word.x))
    assert [int(word.words) for word in read] == list(range(1, 81))
    rows = sorted({round(word.y) for word in grid}, reverse=True)
    assert len(rows) == 8
    assert [int(w.words) for w in read if round(w.y) == rows[2]] == list(range(21, 31))
    beside = [w.words for w in upper if w.x > 345]
    assert {"Keno Bonus", "Lucky Last", "Kwikipik", "15", "20", "40", "$5"} <= set(beside)


@pytest.mark.clause("nsw-keno", "2:Keno Roulette Grid")
def test_the_roulette_form_has_its_38_numbers_once(read_pdf: ReadPdf) -> None:
    upper = halves(page_of(read_pdf, write_form, "roulette"))
    grid = [w for w in upper if w.words.isdigit() and w.x < 250]
    assert Counter(w.words for w in grid) == Counter(["0", "00", *map(str, range(1, 37))])
    rows = sorted({round(word.y) for word in grid}, reverse=True)
    assert len(rows) == 13
    for row in range(1, 13):
        line = sorted((w for w in grid if round(w.y) == rows[row]), key=lambda word: word.x)
        assert [int(word.words) for word in line] == [3 * row - 2, 3 * row - 1, 3 * row]
    texts = {w.words for w in upper}
    assert {"Straight up", "Split", "Row", "Corner", "Six line", "Column 1", "Column 3"} <= texts
    assert {"1-12", "13-24", "25-36", "Low 1-18", "High 19-36", "Red", "Odd"} <= texts


def test_the_racing_form_has_eight_rows_and_six_places(read_pdf: ReadPdf) -> None:
    page = page_of(read_pdf, write_form, "racing")
    upper = halves(page)
    texts = [w.words for w in upper]
    assert [t for t in texts if t.startswith("Row ")] == [f"Row {n}" for n in range(1, 9)]
    assert "71-80" in texts
    bets = {"Win", "Place", "Quinella place", "Quinella", "Exact quinella", "Trio", "Trifecta"}
    assert bets | {"Quartet", "Five up", "Superfecta"} <= set(texts)
    assert {"Straight", "Box", "Standout", "With the field"} <= set(texts)
    assert "Keno Bonus" not in texts


def test_heads_or_tails_has_five_games_to_forecast(read_pdf: ReadPdf) -> None:
    texts = [w.words for w in halves(page_of(read_pdf, write_form, "heads-or-tails"))]
    assert [texts.count(name) for name in ("Heads", "Evens", "Tails")] == [5, 5, 5]
    assert {"Prepick", "Let it Run", "Keno Bonus"} <= set(texts)


@pytest.mark.parametrize("game", FORMS)
@pytest.mark.parametrize("page", ["a4", "letter"])
def test_forms_stay_on_the_paper_and_large_print_is_larger(
    read_pdf: ReadPdf, game: str, page: str
) -> None:
    wide, high = {"a4": (595, 842), "letter": (612, 792)}[page]
    plain = page_of(read_pdf, write_form, game, PageOptions(page=page))
    large = page_of(read_pdf, write_form, game, PageOptions(page=page, large_print=True))
    for made, (w, h) in ((plain, (wide, high)), (large, (high, wide))):
        assert all(15 < word.x < w - 15 and 10 < word.y < h - 10 for word in made.words)
    assert max(w.size for w in large.words) > 1.25 * max(w.size for w in plain.words)


@pytest.mark.parametrize("game", FORMS)
def test_forms_are_the_same_in_svg(read_pdf: ReadPdf, game: str) -> None:
    out = io.BytesIO()
    assert write_form(out, game, OPTIONS, medium="svg") == 1
    root = ET.fromstring(out.getvalue())
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert Counter(words) == Counter(page_of(read_pdf, write_form, game).texts)


def test_forms_offer_what_the_book_sells(read_pdf: ReadPdf) -> None:
    figures = open_on(date(2024, 1, 12)).figures
    assert (figures.spot_counts, set(figures.roulette_red)) == (SPOTS, RED)
    bets = {bet.replace("_", " ").capitalize() for bet in figures.racing_rows_named}
    assert bets <= set(page_of(read_pdf, write_form, "racing").texts)


def test_bad_forms_name_what_is_wrong() -> None:
    with pytest.raises(BadInput, match="game"):
        write_form(io.BytesIO(), "lotto", OPTIONS)
    with pytest.raises(BadInput, match="notice"):
        write_form(io.BytesIO(), "racing", PageOptions(notice="word " * 80))
    with pytest.raises(BadInput, match="medium"):
        write_form(io.BytesIO(), "racing", OPTIONS, medium="docx")
