"""Books: covers, colours, and numbers that run on."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from eyesdown.drawing import faces
from eyesdown.kernel.errors import BadInput
from eyesdown.press.books import BookPlan, write_books
from eyesdown.press.cards import PageOptions

Cells: TypeAlias = NDArray[np.uint8]
ReadPdf: TypeAlias = Callable[[bytes], Any]
COLOURS = ("red", "blue", "green", "yellow", "pink")


def bound(strips: list[Cells], games: int, first_book: int = 1001, **options: Any) -> bytes:
    out = io.BytesIO()
    plan = BookPlan("strip90", strips, games, first_book)
    write_books(out, plan, PageOptions(game_colours=COLOURS, **options))
    return out.getvalue()


def test_books_have_a_cover_and_a_page_a_game(read_pdf: ReadPdf, strip: Cells) -> None:
    pages = read_pdf(bound([strip] * 6, 3, serial="501777", title="Hall")).pages
    assert len(pages) == 2 * (1 + 3)
    for page, book in ((pages[0], 1001), (pages[4], 1002)):
        assert f"Book {book}" in page.texts
        assert "Serial number 501777" in page.texts
        assert [colour for colour in page.texts if colour in ("Red", "Blue", "Green")] == [
            "Red",
            "Blue",
            "Green",
        ]
    assert "Cards 1 to 18" in pages[0].texts
    assert "Cards 19 to 36" in pages[4].texts
    heads = [next(t for t in page.texts if t.startswith("Game")) for page in pages[1:4]]
    assert heads == ["Game 1 · Red", "Game 2 · Blue", "Game 3 · Green"]


@pytest.mark.clause("vic-bingo", "5(a)(ii)", "5(b)(i)")
def test_5_b_i__book_and_card_numbers_run_on_through_the_series(
    read_pdf: ReadPdf, strip: Cells
) -> None:
    pages = read_pdf(bound([strip] * 4, 2, first_book=7, serial="5", first_card_number=101)).pages
    inside = [page for page in pages if any(t.startswith("Card ") for t in page.texts)]
    cards = [int(t.split()[1]) for page in inside for t in page.texts if t.startswith("Card ")]
    assert cards == list(range(101, 125))
    books = [{t for t in page.texts if t.startswith("Book ")} for page in inside]
    assert books == [{"Book 7"}, {"Book 7"}, {"Book 8"}, {"Book 8"}]
    assert all(page.texts.count("Serial number 5") == 6 for page in inside)
    assert all(page.texts.count("Book 7") in (0, 6) for page in inside)


@pytest.mark.clause("vic-bingo", "5(b)(ii)")
def test_5_b_ii__each_game_is_printed_in_its_own_colour(read_pdf: ReadPdf, strip: Cells) -> None:
    pages = read_pdf(bound([strip] * 6, 6)).pages[1:]
    inks = [page.drawn.split(b"\n", 2)[1] for page in pages]
    assert len(set(inks[:5])) == 5
    assert inks[5] == inks[0]


def test_a_book_with_serials_behind_keeps_faces_on_the_front(
    read_pdf: ReadPdf, strip: Cells
) -> None:
    pages = read_pdf(bound([strip], 1, serial="5", serial_side="reverse")).pages
    assert len(pages) == 4
    assert pages[1].texts == []
    assert pages[3].texts == ["Serial number 5"] * 6


def test_every_page_can_be_torn_out_of_the_book(read_pdf: ReadPdf, strip: Cells) -> None:
    pages = read_pdf(bound([strip], 1)).pages
    assert [page.drawn.count(b"[2.4 2.4] 0 d") for page in pages] == [1, 1]
    assert min(word.x for word in pages[1].words) > 34 + 26


@pytest.mark.parametrize(
    ("field", "strips", "games", "first_book"),
    [
        ("cards", 3, 2, 1),
        ("cards", 0, 2, 1),
        ("games", 2, 0, 1),
        ("games", 2, 61, 1),
        ("first_book", 2, 2, -1),
    ],
)
def test_bad_books_name_what_is_wrong(
    strip: Cells, field: str, strips: int, games: int, first_book: int
) -> None:
    with pytest.raises(BadInput) as refused:
        bound([strip] * strips, games, first_book)
    assert refused.value.field == field


def test_a_long_book_number_stays_on_the_cover(read_pdf: ReadPdf, strip: Cells) -> None:
    cover = read_pdf(bound([strip], 1, first_book=9_999_999_999)).pages[0]
    (number,) = [word for word in cover.words if word.words == "Book 9999999999"]
    assert number.x + faces.width(number.words, number.size, number.face) <= 595.28 - 33


def test_sixty_games_fit_on_the_cover(read_pdf: ReadPdf, strip: Cells) -> None:
    cover = read_pdf(bound([strip] * 60, 60, page="letter")).pages[0]
    chips = [word for word in cover.words if word.words.isdigit()]
    assert sorted(int(word.words) for word in chips) == list(range(1, 61))
    assert min(word.y for word in chips) > 40
    assert min(word.size for word in chips) > 5
