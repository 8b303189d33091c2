"""Cards on paper, read back from the file that a print shop gets."""

from __future__ import annotations

import io
import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, TypeAlias
from xml.etree import ElementTree as ET

import numpy as np
import pytest
import segno
from numpy.typing import NDArray
from PIL import Image

from eyesdown.drawing import faces
from eyesdown.drawing.marks import Text
from eyesdown.drawing.qr_text import CHARACTERS, text_squares
from eyesdown.kernel.errors import BadInput
from eyesdown.library.cards import make_cards
from eyesdown.press.books import BookPlan, write_books
from eyesdown.press.card_design import CardDesign
from eyesdown.press.cards import PageOptions, write_brf, write_pdf, write_svg
from eyesdown.press.layout import Box
from eyesdown.press.squares import square_words

Cells: TypeAlias = NDArray[np.uint8]
ReadPdf: TypeAlias = Callable[[bytes], Any]


def printed(kind: str, cards: list[Cells], **options: Any) -> bytes:
    out = io.BytesIO()
    write_pdf(out, kind, cards, PageOptions(**options))
    return out.getvalue()


def lines_of(words: Iterable[Any]) -> list[list[int]]:
    """Numbers as read: line by line from the top, each from the left."""
    by_line: dict[float, list[Any]] = {}
    for word in words:
        by_line.setdefault(word.y, []).append(word)
    return [
        [int(word.words) for word in sorted(by_line[y], key=lambda word: word.x)]
        for y in sorted(by_line, reverse=True)
    ]


@pytest.mark.clause("nsw-casino-bingo", "1.1 'six-up card'")
def test_every_number_of_a_strip_stands_once_in_its_line(read_pdf: ReadPdf, strip: Cells) -> None:
    (page,) = read_pdf(printed("strip90", [strip])).pages
    assert lines_of(page.balls()) == [[int(n) for n in row if n] for row in strip.reshape(18, 9)]


@pytest.mark.clause("nz-casino-bingo", "Appendix face")
def test_Appendix_face__numbers_stand_in_their_columns_and_blanks_are_tinted(
    read_pdf: ReadPdf, ticket: Cells
) -> None:
    (page,) = read_pdf(printed("ticket90", [ticket], per_page=1, serial="382558")).pages
    balls = page.balls()
    assert lines_of(balls) == [[7, 23, 33, 40, 63], [8, 10, 44, 71, 85], [14, 38, 51, 64, 77]]
    assert "Serial number 382558" in page.texts
    wide, high = page.rects[0][2:]
    tints = [rect for rect in page.rects if rect[2:] == (wide, high)]
    assert len(tints) == 12
    left, top = min(rect[0] for rect in tints), max(rect[1] for rect in tints)
    blanks = {(round((top - y) / high), round((x - left) / wide)) for x, y, _, _ in tints}
    assert blanks == {(int(r), int(c)) for r, c in np.argwhere(ticket == 0)}
    for ball in balls:
        column = int((ball.x - left) / wide)
        line = int((top + high - ball.y) / high)
        assert ticket[line, column] == int(ball.words)


@pytest.mark.parametrize(
    "case",  # kind, number to a page, cards, pages
    [
        ("strip90", None, 3, 3),
        ("strip90", 3, 1, 2),
        ("strip90", 4, 2, 3),
        ("ticket90", 2, 3, 2),
        ("card75", 2, 4, 2),
        ("card75", 4, 5, 2),
        ("strip90", 12, 3, 2),
        ("ticket90", 1, 2, 2),
        ("ticket90", 3, 4, 2),
        ("ticket90", 6, 7, 2),
        ("ticket90", 12, 12, 1),
        ("card75", 1, 2, 2),
        ("card75", 3, 3, 1),
        ("card75", 6, 7, 2),
        ("card75", 12, 13, 2),
    ],
)
@pytest.mark.parametrize("page", ["a4", "letter"])
def test_cards_fill_pages_and_stay_inside_them(
    read_pdf: ReadPdf,
    by_kind: dict[str, Cells],
    case: tuple[str, int | None, int, int],
    page: str,
) -> None:
    kind, per_page, cards, pages = case
    card = by_kind[kind]
    url = "https://hall.example/{serial}/{card}"
    reader = read_pdf(
        printed(
            kind,
            [card] * cards,
            per_page=per_page,
            page=page,
            title="Hall",
            serial="77",
            qr_url=url,
        )
    )
    assert len(reader.pages) == pages
    numbers = [int(t.split()[1]) for p in reader.pages for t in p.texts if t.startswith("Card ")]
    in_card = 6 if kind == "strip90" else 1
    assert numbers == list(range(1, cards * in_card + 1))
    balls = [int(word.words) for p in reader.pages for word in p.balls()]
    assert Counter(balls) == Counter(int(n) for n in card.reshape(-1) if n for _ in range(cards))
    wide, high = sorted({"a4": (595.28, 841.89), "letter": (612, 792)}[page])
    for made in reader.pages:
        box = [float(n) for n in re.search(rb"/MediaBox\[(.*?)\]", made.head)[1].split()]
        assert sorted(box[2:]) == [wide, high]
        for word in made.words:
            assert 20 < word.x < box[2] - 20
            assert 15 < word.y < box[3] - 15
        for x, y, w, h in made.rects:
            assert x > 15
            assert y > 15
            assert x + w < box[2] - 15
            assert y + h < box[3] - 15


@pytest.mark.clause("nsw-casino-bingo", "1.1 'twelve-up card'")
def test_twelve_up_holds_two_strips_one_in_each_column(read_pdf: ReadPdf, strip: Cells) -> None:
    (page,) = read_pdf(printed("strip90", [strip, strip[::-1]], per_page=12)).pages
    middle = 595.28 / 2
    left = [word for word in page.balls() if word.x < middle]
    right = [word for word in page.balls() if word.x > middle]
    assert lines_of(left) == [[int(n) for n in row if n] for row in strip.reshape(18, 9)]
    assert lines_of(right) == [[int(n) for n in row if n] for row in strip[::-1].reshape(18, 9)]


@pytest.mark.clause("family-bingo", "Free space (French)")
def test_a_75_ball_card_has_its_heading_and_free_centre(read_pdf: ReadPdf, card75: Cells) -> None:
    (page,) = read_pdf(printed("card75", [card75], per_page=1)).pages
    letters = [word for word in page.words if word.words in "BINGO"]
    assert "".join(word.words for word in sorted(letters, key=lambda w: w.x)) == "BINGO"
    assert len({word.y for word in letters}) == 1
    assert lines_of(page.balls()) == [[int(n) for n in row if n] for row in card75]
    (free,) = [word for word in page.words if word.words == "FREE"]
    third = sorted({word.y for word in page.balls()}, reverse=True)[2]
    n_column = next(word.x for word in letters if word.words == "N")
    assert abs(free.y - third) < 20
    assert abs(free.x - n_column) < 40


def test_a_page_that_is_not_full_shows_no_empty_frames(read_pdf: ReadPdf, ticket: Cells) -> None:
    reader = read_pdf(printed("ticket90", [ticket] * 7, serial="5", per_page=6))
    assert [page.texts.count("Serial number 5") for page in reader.pages] == [6, 1]


@pytest.mark.clause("nz-casino-bingo", "3.2(c)(i)", "3.2(c)(ii)", "Appendix reverse")
@pytest.mark.clause("vic-bingo", "5(a)(ii)")
def test_the_serial_stands_with_its_words_on_each_card_or_behind_it(
    read_pdf: ReadPdf, strip: Cells
) -> None:
    face = read_pdf(printed("strip90", [strip], serial="382558", series_colour="blue"))
    assert [page.texts.count("Serial number 382558") for page in face.pages] == [6]
    assert "Blue series" in face.pages[0].texts
    both = read_pdf(printed("strip90", [strip], serial="382558", serial_side="reverse"))
    assert [page.texts.count("Serial number 382558") for page in both.pages] == [0, 6]
    assert [t for t in both.pages[0].texts if t.startswith("Card")] == [
        f"Card {n}" for n in range(1, 7)
    ]
    assert not both.pages[1].balls()
    with pytest.raises(BadInput, match="serial_side"):
        printed("strip90", [strip], serial="382558", serial_side="edge")


def test_colours_by_game_are_taken_in_turn(read_pdf: ReadPdf, strip: Cells) -> None:
    pages = read_pdf(printed("strip90", [strip] * 3, game_colours=("red", "#00ff00"))).pages
    assert [page.texts[0] for page in pages] == ["Game 1 · Red", "Game 2", "Game 1 · Red"]
    tints = [page.drawn.split(b"\n", 2)[1] for page in pages]
    assert tints[0] == tints[2] != tints[1]


def test_crop_marks_stand_outside_the_trimmed_page(read_pdf: ReadPdf, strip: Cells) -> None:
    (page,) = read_pdf(printed("strip90", [strip], crop_marks=True)).pages
    assert b"/MediaBox[0 0 643.28 889.89]" in page.head
    assert b"/TrimBox[24 24 619.28 865.89]" in page.head
    assert b"/BleedBox[15.5 15.5 627.78 874.39]" in page.head
    plain = printed("strip90", [strip])
    assert b"/MediaBox[0 0 595.28 841.89]/BleedBox[0 0 595.28 841.89]" in plain


def test_perforations_part_the_tickets(read_pdf: ReadPdf, strip: Cells) -> None:
    torn = read_pdf(printed("strip90", [strip], perforation=True)).pages[0].drawn
    whole = read_pdf(printed("strip90", [strip])).pages[0].drawn
    assert torn.count(b"[2.4 2.4] 0 d") == 5
    assert b"] 0 d" not in whole


def test_large_print_is_larger(read_pdf: ReadPdf, ticket: Cells) -> None:
    def size(**options: Any) -> float:
        return read_pdf(printed("ticket90", [ticket], **options)).pages[0].balls()[0].size

    assert size(large_print=True) > size(per_page=3) > size(per_page=6) > size(per_page=12) > 12
    assert size(large_print=True) > 36


def test_the_same_cards_are_the_same_bytes(strip: Cells) -> None:
    options = {"title": "Hall", "serial": "9", "qr_url": "https://h.example/{card}"}
    assert printed("strip90", [strip], **options) == printed("strip90", [strip], **options)
    assert printed("strip90", [strip]) != printed("strip90", [strip[::-1]])


def test_pages_leave_before_the_next_card_is_asked_for(strip: Cells) -> None:
    out = io.BytesIO()
    sizes = []

    def cards() -> Iterator[Cells]:
        for _ in range(4):
            sizes.append(out.tell())
            yield strip

    write_pdf(out, "strip90", cards(), PageOptions())
    grown = [later - sooner for sooner, later in itertools.pairwise(sizes)]
    assert all(more > 800 for more in grown)


def test_svg_shows_the_same_words_as_pdf(read_pdf: ReadPdf, strip: Cells) -> None:
    options = PageOptions(title="A & B <Hall>", serial="77", notice="Please note", perforation=True)
    out = io.BytesIO()
    assert write_svg(out, "strip90", [strip] * 2, options) == 2
    root = ET.fromstring(out.getvalue())
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    pdf = io.BytesIO()
    write_pdf(pdf, "strip90", [strip] * 2, options)
    pages = read_pdf(pdf.getvalue()).pages
    assert Counter(words) == Counter(word for page in pages for word in page.texts)
    assert "A & B <Hall>" in words


def test_an_accent_typed_apart_from_its_letter_is_printed(read_pdf: ReadPdf, strip: Cells) -> None:
    (page,) = read_pdf(printed("strip90", [strip], title="Cafe\u0301 To\u0304ku")).pages
    assert "Café Tōku" in page.texts


@pytest.mark.parametrize("per_page", [3, 6, 12])
@pytest.mark.parametrize("in_books", [False, True])
def test_card_book_and_serial_numbers_never_run_into_each_other(
    read_pdf: ReadPdf, strip: Cells, per_page: int, *, in_books: bool
) -> None:
    out = io.BytesIO()
    long = {"serial": "ABCDEFGHIJ-1234567890-ABCDEFGHIJ-123456", "first_card_number": 9_999_999_999}
    options = PageOptions(per_page=per_page, perforation=True, title="Hall", **long)  # type: ignore[arg-type]
    if in_books:
        write_books(out, BookPlan("strip90", [strip] * 2, 1, 1_000_000), options)
    else:
        write_pdf(out, "strip90", [strip] * 2, options)
    page = read_pdf(out.getvalue()).pages[in_books]
    for y in {word.y for word in page.words if word.words.startswith("Card ")}:
        line = sorted((word for word in page.words if word.y == y), key=lambda word: word.x)
        assert len(line) >= 2
        for left, right in itertools.pairwise(line):
            assert left.x + faces.width(left.words, left.size, left.face) < right.x


@pytest.mark.parametrize(
    ("field", "options"),
    [
        ("page", {"page": "a5"}),
        ("per_page", {"per_page": 5}),
        ("per_page", {"per_page": 0}),
        ("language", {"language": "tlh"}),
        ("free", {"free": "x" * 41}),
        ("picture", {"free_picture": b"no picture"}),
        ("qr_url", {"qr_card": True, "qr_url": "https://h.example/{card}"}),
        ("per_page", {"per_page": 6, "large_print": True}),
        ("serial_side", {"serial_side": "neither", "serial": "1"}),
        ("serial_side", {"serial_side": "reverse"}),
        ("first_card_number", {"first_card_number": -1}),
        ("first_card_number", {"first_card_number": 10**10}),
        ("series_colour", {"series_colour": "octarine"}),
        ("game_colours", {"game_colours": ("red", "#12345")}),
        ("title", {"title": "x" * 81}),
        ("title", {"title": "ビンゴ"}),
        ("notice", {"notice": "word " * 119}),
        ("notice", {"notice": "Play fair " + "w" * 160}),
        ("qr_url", {"qr_url": "https://h.example/{player}"}),
        ("qr_url", {"qr_url": "ftp://h.example/{card}"}),
        ("qr_url", {"qr_url": "https://h.example/é"}),
        ("serial", {"qr_url": "https://h.example/{serial}", "serial": "A B"}),
        ("logo", {"logo": b"this is no picture"}),
        ("logo", {"logo": b""}),
    ],
)
def test_bad_options_name_their_field(strip: Cells, field: str, options: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as refused:
        printed("strip90", [strip], **options)
    assert refused.value.field == field


@pytest.mark.parametrize("write", [write_pdf, write_svg])
def test_bad_cards_are_named(
    strip: Cells, ticket: Cells, card75: Cells, write: Callable[..., int]
) -> None:
    for kind, cards in [
        ("strip90", []),
        ("strip90", [ticket]),
        ("card75", [strip]),
        ("card75", [card75 + 10]),
        ("ticket90", [ticket + 20]),
    ]:
        with pytest.raises(BadInput) as refused:
            write(io.BytesIO(), kind, cards, PageOptions())
        assert refused.value.field == "cards"
    with pytest.raises(BadInput, match="kind"):
        write(io.BytesIO(), "card80", [card75], PageOptions())


@pytest.mark.parametrize("up", [2, 3, 4, 6, 12])
@pytest.mark.parametrize("kind", ["strip90", "ticket90", "card75"])
def test_the_title_is_on_every_card(
    read_pdf: ReadPdf, by_kind: dict[str, Cells], kind: str, up: int
) -> None:
    title = "The Friends of the Old Town Hall Library, Summer Fair"
    cards = [by_kind[kind]] * (12 if kind != "strip90" else 2)
    options = {"per_page": up, "title": title, "serial": "382558", "qr_card": True}
    pages = read_pdf(printed(kind, cards, **options)).pages
    titles = sum(page.texts.count(title) for page in pages)
    assert titles == 12 + len(pages)  # and at the head of each page


def test_paper_in_french(read_pdf: ReadPdf, card75: Cells, strip: Cells) -> None:
    words = {"language": "fr", "serial": "77", "series_colour": "red"}
    (page,) = read_pdf(printed("card75", [card75], per_page=1, **words)).pages
    assert {"LIBRE", "Carte 1", "Numéro de série 77", "Série rouge"} <= set(page.texts)
    coded = {"qr_url": "https://h.example/{card}"}
    (page,) = read_pdf(printed("strip90", [strip], **words, **coded)).pages
    assert page.texts.count("Scannez pour vérifier") == 6
    assert not [text for text in page.texts if text.startswith(("Card", "Serial", "Scan to"))]
    with pytest.raises(BadInput, match="Braille"):
        write_brf(io.BytesIO(), "card75", [card75], PageOptions(language="fr"))


def test_the_free_square_has_the_operators_words_or_picture(
    read_pdf: ReadPdf, card75: Cells
) -> None:
    (page,) = read_pdf(printed("card75", [card75], per_page=1, free="Ada 8")).pages
    assert "FREE" not in page.texts
    assert "Ada 8" in page.texts
    picture = io.BytesIO()
    Image.new("RGB", (20, 20), "red").save(picture, "PNG")
    raw = printed("card75", [card75], per_page=1, free_picture=picture.getvalue())
    assert b"/Subtype/Image" in raw
    assert "FREE" not in read_pdf(raw).pages[0].texts


@pytest.mark.parametrize("words", ["FREE", "Happy 80th birthday dear Grandma", "a " * 20, "W" * 40])
@pytest.mark.parametrize("high", [30.0, 90.0])
def test_words_stay_in_their_square(words: str, high: float) -> None:
    square = Box(100, 200, 1.2 * high, high)
    lines = [mark for mark in square_words(square, words, 0.3) if isinstance(mark, Text)]
    assert " ".join(line.words for line in lines) == words.strip()
    for line in lines:
        assert faces.width(line.words, line.size, "bold") <= square.width
        assert square.y <= line.y - faces.CAP_HEIGHT * line.size
        assert line.y <= square.bottom


def test_a_code_of_a_card_is_the_one_the_library_makes() -> None:
    dice = Random(7)
    for length in (1, 2, 9, 30, 37, 38):
        text = "".join(dice.choice(CHARACTERS) for _ in range(length))
        whole = segno.make(
            text, version=2, error="m", mode="alphanumeric", boost_error=False, mask=3
        )
        assert text_squares(text)[:, 1:-1].tolist() == [list(row) for row in whole.matrix]


@pytest.mark.parametrize("kind", ["strip90", "ticket90", "card75"])
@pytest.mark.parametrize("up", [1, 2, 3, 4, 6, 12])
@pytest.mark.parametrize(
    "code", [{"qr_card": True}, {"qr_url": "https://hall.example/check/{serial}/{card}?from=paper"}]
)
def test_every_code_is_large_enough_to_be_scanned(kind: str, up: int, code: dict[str, Any]) -> None:
    """At 150 dpi a square is more than three dots wide; `make paper` reads them all."""
    options = PageOptions(per_page=up, title="Hall", serial="382558", **code)
    design = CardDesign(kind, options)
    cells = np.array(next(iter(make_cards("card75" if kind == "card75" else "ticket90", 1))).rows)
    for index, place in enumerate(design.layout.places):
        mark = design.code(index, 9_999_999, cells)
        assert mark is not None
        assert mark.square * 150 / 72 > 3
        assert place.code is not None
        assert place.code.x >= place.grid.right or place.code.bottom <= place.grid.y


def test_a_screen_reader_gets_each_card_as_a_table(strip: Cells, card75: Cells) -> None:
    raw = printed("card75", [card75], per_page=1, title="Fête", language="fr", qr_card=True)
    assert b"/Lang(fr)/MarkInfo<</Marked true>>/StructTreeRoot " in raw
    assert b"/DisplayDocTitle true" in raw
    elements = re.findall(rb"<</Type/StructElem/S/(\w+)/P \d+ 0 R(.*?)>>\n", raw)
    roles = Counter(role.decode() for role, _ in elements)
    assert roles == {
        "Document": 1,
        "Sect": 1,
        "H1": 1,
        "P": 1,
        "Table": 1,
        "TR": 5,
        "TD": 5,
        "Figure": 1,
    }
    rows = [
        re.search(rb"/ActualText\((.*?)\)", rest)[1] for role, rest in elements if role == b"TD"
    ]  # type: ignore[index]
    assert rows == [", ".join(str(n) for n in row if n).encode() for row in card75]
    assert b"/Alt(QR code, Carte 1)" in raw
    spoken = printed("strip90", [strip] * 2)
    assert spoken.count(b"/S/TR/") == 36
    assert len(re.findall(rb"/StructParents [01]/", spoken)) == 2


def test_what_is_marked_on_a_page_is_in_its_tree(read_pdf: ReadPdf, strip: Cells) -> None:
    reader = read_pdf(printed("strip90", [strip], title="Hall", qr_card=True))
    (page,) = reader.pages
    marks = [int(mark) for mark in re.findall(rb"/MCID (\d+)>>", page.drawn)]
    assert sorted(marks) == list(range(1 + 6 * (1 + 3 + 1)))
    (parents,) = [body for body in reader.objects.values() if body.startswith(b"[")]
    for mark, element in enumerate(re.findall(rb"(\d+) 0 R", parents)):
        assert b"/K %d" % mark in reader.objects[int(element)]
