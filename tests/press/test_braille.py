"""Braille tickets, read back cell by cell."""

from __future__ import annotations

import io
from typing import Any, TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from eyesdown.kernel.errors import BadInput
from eyesdown.press import braille
from eyesdown.press.cards import PageOptions, write_brf

Cells: TypeAlias = NDArray[np.uint8]
DIGITS = str.maketrans("ABCDEFGHIJ", "1234567890")


def embossed(kind: str, cards: list[Cells], **options: Any) -> tuple[int, list[list[str]]]:
    out = io.BytesIO()
    pages = write_brf(out, kind, cards, PageOptions(**options))
    text = out.getvalue().decode("ascii")
    assert text.endswith("\r\n\f")
    return pages, [page.split("\r\n")[:-1] for page in text.split("\f")[:-1]]


def number_in(cell: str) -> int:
    cell = cell.strip()
    if cell in ("---", ",,FREE"):
        return 0
    assert cell[0] == "#"
    return int(cell[1:].translate(DIGITS))


def test_a_ticket_keeps_its_columns(ticket: Cells) -> None:
    pages, ((*head, one, two, three),) = embossed(
        "ticket90", [ticket], serial="382558", title="Hall"
    )
    assert pages == 1
    assert head == [",HALL", ",CARD #A", ",SERIAL NUMBER #CHBEEH"]
    read = [[number_in(line[at : at + 3]) for at in range(0, 36, 4)] for line in (one, two, three)]
    assert read == ticket.tolist()


def test_colour_and_notice_are_not_for_eyes_alone(ticket: Cells) -> None:
    said = {"series_colour": "blue", "notice": "Ask for help: 0800 654 655"}
    pages, made = embossed("ticket90", [ticket] * 5, **said)
    assert pages == len(made) == 2
    for page, first in zip(made, "AE", strict=True):
        assert page[:2] == [f",CARD #{first}", ",BLUE SERIES"]
        assert page[-2:] == ["", ",ASK FOR HELP3 #JHJJ #FED #FEE"]
        assert len(page) <= braille.LINES
    with pytest.raises(BadInput, match="notice: leaves no room"):
        embossed("ticket90", [ticket], notice="Ä1 " * 150)


def test_a_75_ball_card_has_letters_and_a_free_centre(card75: Cells) -> None:
    _, ((_, letters, *rows),) = embossed("card75", [card75])
    assert [letters[at : at + 2] for at in range(0, 35, 7)] == [",B", ",I", ",N", ",G", ",O"]
    read = [[number_in(line[at : at + 7]) for at in range(0, 35, 7)] for line in rows]
    assert read == card75.tolist()


def test_pages_hold_whole_tickets_of_forty_cells_and_twentyfive_lines(strip: Cells) -> None:
    pages, made = embossed("strip90", [strip] * 3, serial="1", title="A rather long name " * 3)
    assert pages == len(made) > 1
    assert all(len(page) <= braille.LINES for page in made)
    assert all(len(line) <= braille.CELLS for page in made for line in page)
    rows = [line for page in made for line in page if line.startswith(("#", "---"))]
    assert len(rows) == 3 * 18
    cards = [line for page in made for line in page if line.startswith(",CARD")]
    assert cards == [braille.translated(f"Card {number}") for number in range(1, 19)]


@pytest.mark.parametrize(
    ("print_words", "cells"),
    [
        ("Bingo", ",BINGO"),
        ("RSL CLUB", ",,RSL ,,CLUB"),
        ("cafe\u0301", "CAF^/E"),
        ("ÉA Bar 2B", ",,^/EA ,BAR #B,B"),
        ("TVs AB12CD", ",,TV,'S ,,AB#AB,,CD"),
        ("A-B ΩA", ',A-,B ",A'),
        ("10", "#AJ"),
        ("2b or 3k", "#B;B OR #CK"),
        ("$1,000.50", "@S#A1JJJ4EJ"),
        ("no. 5, 6", "NO4 #E1 #F"),
        ("Tāmaki", ",T@-AMAKI"),
        ("Été", "^/,ET^/E"),
        ("夜", '"'),
    ],
)
def test_words_in_uncontracted_braille(print_words: str, cells: str) -> None:
    assert braille.translated(print_words) == cells


@given(st.integers(0, 10**12))
def test_a_number_reads_back(value: int) -> None:
    assert int(braille.number(value)[1:].translate(DIGITS)) == value


def test_nothing_to_emboss_is_bad_input(ticket: Cells) -> None:
    with pytest.raises(BadInput, match="cards"):
        write_brf(io.BytesIO(), "ticket90", [], PageOptions())
    with pytest.raises(BadInput, match="cards"):
        write_brf(io.BytesIO(), "ticket90", [np.zeros((3, 8), np.uint8)], PageOptions())
    with pytest.raises(BadInput, match="cards"):
        write_brf(io.BytesIO(), "ticket90", [ticket + 100], PageOptions())
