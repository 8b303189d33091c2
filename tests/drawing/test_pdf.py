"""The file itself: its table of offsets, its page tree, the fonts and pictures inside it."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from eyesdown.drawing import faces
from eyesdown.drawing.bitmap import PIXELS_MAX, read_logo
from eyesdown.drawing.colours import Cmyk, Rgb, read_colour
from eyesdown.drawing.marks import Group, Mark, Placed, Rect, Stroke, Text
from eyesdown.drawing.page_size import PageSize
from eyesdown.drawing.pdf import PdfFile
from eyesdown.drawing.pdf_operators import fill_colour, paint
from eyesdown.drawing.qr import QUIET, Codes
from eyesdown.kernel.errors import BadInput

ReadPdf: TypeAlias = Callable[[bytes], Any]
CODES = {a: Codes(a) for a in ("https://h.example/{card}", "HTTP://H/{card}?{card}")}


def one_page(*marks: Mark, size: PageSize | None = None) -> bytes:
    out = io.BytesIO()
    pdf = PdfFile(out, size or PageSize(200, 100), "Test")
    pdf.page(paint(pdf, marks))
    pdf.close()
    return out.getvalue()


def picture(kind: str = "PNG", size: tuple[int, int] = (40, 20), mode: str = "RGBA") -> bytes:
    stream = io.BytesIO()
    Image.new(mode, size, (10, 20, 30, 128)[: len(mode)]).save(stream, kind)
    return stream.getvalue()


@pytest.mark.parametrize("pages", [1, 199, 200, 201, 450])
def test_the_page_tree_holds_every_page_in_order(read_pdf: ReadPdf, pages: int) -> None:
    out = io.BytesIO()
    pdf = PdfFile(out, PageSize(200, 100), "Many")
    for number in range(pages):
        pdf.page(paint(pdf, [Text(10, 20, f"p{number}", 9)]))
    assert pdf.close() == pages
    reader = read_pdf(out.getvalue())
    assert [page.texts for page in reader.pages] == [[f"p{n}"] for n in range(pages)]
    assert out.getvalue().endswith(b"%%EOF\n")


def test_fonts_are_inside_cut_down_and_readable(read_pdf: ReadPdf) -> None:
    raw = one_page(Text(1, 9, "Ōtāhuhu 90 – €", 9, "bold"), Text(1, 20, "Ж", 9))
    reader = read_pdf(raw)
    assert reader.pages[0].texts == ["Ōtāhuhu 90 – €", "Ж"]
    assert set(reader.named("Font")) == {"bold", "medium"}
    programs = re.findall(rb"/FontFile2 (\d+) 0 R", raw)
    assert len(programs) == 2
    for place in programs:
        program = reader.stream(int(place))
        assert program[:4] == b"\x00\x01\x00\x00"
        assert b"/Length1 %d" % len(program) in reader.objects[int(place)]
        assert len(program) < 20_000
    assert b"/BaseFont/EYESDN+Inter-Bold" in raw


def test_an_unused_font_is_left_out() -> None:
    raw = one_page(Text(1, 9, "1", 9, "bold"))
    assert b"Inter-Bold" in raw
    assert b"Inter-Medium" not in raw


def test_words_are_set_where_their_anchor_says(read_pdf: ReadPdf) -> None:
    wide = faces.width("88", 10, "bold")
    raw = one_page(*(Text(100, 40, "88", 10, "bold", anchor=a) for a in ("start", "middle", "end")))
    start, middle, end = read_pdf(raw).pages[0].words
    assert (start.x, start.y) == (100, 60)
    assert middle.x == pytest.approx(100 - wide / 2, abs=0.01)
    assert end.x == pytest.approx(100 - wide, abs=0.01)


def test_a_group_is_moved_and_scaled_about_its_top_left_corner(read_pdf: ReadPdf) -> None:
    raw = one_page(Group(20, 10, 2, (Text(5, 15, "a", 8), Rect(5, 15, 10, 4, Cmyk(black=1)))))
    page = read_pdf(raw).pages[0]
    (word,) = page.words
    assert (word.x, word.y, word.size) == (30, 100 - 40, 16)
    assert page.rects == [(30, 100 - 48, 20, 8)]


def test_black_stays_on_the_black_plate() -> None:
    assert fill_colour(Cmyk(black=0.86)) == b"0.14 g"
    assert fill_colour(read_colour("c", "#000000")) == b"0 g"
    assert fill_colour(read_colour("c", "#ff0000")) == b"0 1 1 0 k"
    assert fill_colour(Rgb("#ff8000")) == b"1 0.502 0 rg"
    assert read_colour("c", "yellow").light
    assert not read_colour("c", "navy").light


def test_a_line_keeps_its_dashes_to_itself(read_pdf: ReadPdf) -> None:
    drawn = (
        read_pdf(one_page(Stroke(((0, 10), (9, 10)), dash=(2, 1)), Stroke(((0, 20), (9, 20)))))
        .pages[0]
        .drawn
    )
    dashed, plain = drawn.splitlines()
    assert b"[2 1] 0 d" in dashed
    assert b"d " not in plain


def test_a_curve_goes_through_its_points_with_round_bends(read_pdf: ReadPdf) -> None:
    curve = Stroke(((0, 0), (10, 20), (20, 0)), Rgb("#0000ff"), 2)
    (drawn,) = read_pdf(one_page(curve)).pages[0].drawn.splitlines()
    assert drawn == b"q 1 j 2 w 0 0 1 RG 0 100 m 10 80 l 20 100 l S Q"


def test_the_subject_is_in_the_file_where_there_is_one() -> None:
    out = io.BytesIO()
    pdf = PdfFile(out, PageSize(200, 100), "Title", "Subject")
    pdf.page(b"")
    pdf.close()
    assert "Subject".encode("utf-16-be").hex().upper().encode() in out.getvalue()
    assert b"/Subject" not in one_page()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "BMP", "WEBP", "TIFF"])
def test_a_logo_goes_in_once_with_its_shape_kept(read_pdf: ReadPdf, kind: str) -> None:
    logo = read_logo(picture(kind, mode="RGB"))
    raw = one_page(Placed(10, 10, 50, 50, logo), Placed(70, 10, 50, 50, logo))
    assert raw.count(b"/SMask") == 1
    drawn = read_pdf(raw).pages[0].drawn
    assert b"50 0 0 25 10 52.5 cm" in drawn
    assert (logo.width, logo.height) == (40, 20)
    assert set(logo.alpha) == {255}


def test_a_logo_may_be_see_through_and_is_made_small() -> None:
    logo = read_logo(picture(size=(1800, 900)))
    assert (logo.width, logo.height) == (900, 450)
    assert set(logo.alpha) == {128}
    assert logo.data_uri.startswith("data:image/png;base64,")


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        picture()[:60],
        b"\x89PNG\r\n\x1a\n" + b"\0" * 30,
        picture(size=(8_000, PIXELS_MAX // 8_000 + 1), mode="L"),
    ],
    ids=["empty", "svg", "cut short", "only a signature", "too large"],
)
def test_what_is_no_picture_is_bad_input(raw: bytes) -> None:
    with pytest.raises(BadInput) as refused:
        read_logo(raw)
    assert refused.value.field == "logo"


@given(st.integers(0, 10**9), st.sampled_from(sorted(CODES)))
def test_codes_are_the_librarys_own(number: int, address: str) -> None:
    words = address.replace("{card}", str(number))
    made = segno.make(words, error="m", mode="byte", boost_error=False, micro=False, mask=3)
    expected = np.array(made.matrix, dtype=np.uint8)
    mark = CODES[address].mark(number, 0, 0, 100)
    assert mark.runs[0] == (4, 4, 7)  # four light squares around, then the corner
    side = len(expected) + 2 * QUIET
    drawn = np.zeros((side, side), dtype=np.uint8)
    for column, row, length in mark.runs:
        assert not drawn[row, column : column + length].any()
        drawn[row, column : column + length] = 1
    assert (drawn[QUIET:-QUIET, QUIET:-QUIET] == expected).all()
    assert drawn.sum() == expected.sum()
    assert mark.square * side == pytest.approx(100)


def test_lines_of_a_notice_are_about_equally_long() -> None:
    words = "one two three four five six seven eight nine ten eleven twelve"
    room = 0.7 * faces.width(words, 8)
    first, second = faces.balanced(words, 8, room)
    assert f"{first} {second}" == words
    assert 0.6 < faces.width(second, 8) / faces.width(first, 8) <= 1.4
    assert faces.balanced("", 8, room) == []
