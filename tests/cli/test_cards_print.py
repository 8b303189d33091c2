"""`eyesdown cards print`, as typed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest
from click.testing import CliRunner, Result
from numpy.typing import NDArray

from eyesdown.cli.cards.command import cards
from eyesdown.cli.cards.print import print_
from eyesdown.kernel.errors import BadInput

Cells: TypeAlias = NDArray[np.uint8]
ReadPdf: TypeAlias = Callable[[bytes], Any]


SPOILED = (
    b'{"rows": [[0, 0, 23, 33, 40, 0, 63, 0, 0], [8, 10, 0, 0, 44, 0, 0, 71, 85], '
    b"[0, 14, 0, 38, 0, 51, 64, 77, 0]]}"
)


def run(*words: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(print_, words, input=stdin)


@pytest.mark.parametrize(
    "kind",
    [
        "chart90",
        "chart75",
        "calling-sheet",
        "form-standard",
        "form-roulette",
        "form-racing",
        "form-heads-or-tails",
    ],
)
@pytest.mark.parametrize("ending", ["pdf", "svg"])
def test_a_sheet_is_printed_by_the_ending_of_its_name(
    tmp_path: Path, kind: str, ending: str
) -> None:
    out = tmp_path / f"sheet.{ending}"
    done = run(kind, "--out", str(out), "--title", "Hall", "--page", "Letter")
    assert done.exit_code == 0, done.exception
    assert done.stderr == "1 page\n"
    assert out.read_bytes().startswith(b"%PDF-1.6" if ending == "pdf" else b"<svg")
    assert list(tmp_path.iterdir()) == [out]


def test_a_book_is_printed_from_made_cards(read_pdf: ReadPdf) -> None:
    made = CliRunner().invoke(cards, ["make", "--count", "4", "--seed", "x", "--out", "-"])
    done = run(
        *("book", "--out", "-", "--cards", "-", "--games", "2", "--first-book", "40"),
        *("--serial", "77", "--game-colours", "red, blue", "--first-card", "13"),
        stdin=made.stdout_bytes,
    )
    assert done.exit_code == 0, done.exception
    pages = read_pdf(done.stdout_bytes).pages
    assert len(pages) == 6
    assert "Book 41" in pages[3].texts
    assert "Cards 25 to 36" in pages[3].texts


@pytest.fixture
def series(tmp_path: Path) -> Path:
    base = tmp_path / "s"
    words = ("--serial", "382558", "--colour", "green", "--books", "2", "--games", "2")
    more = ("--game-colours", "red,blue", "--first-book", "31", "--first-card", "101")
    made = CliRunner().invoke(cards, ["series", *words, *more, "--out", str(base)])
    assert made.exit_code == 0, made.exception
    return base


def test_a_series_is_printed_card_for_card(series: Path, read_pdf: ReadPdf) -> None:
    done = run("book", "--series", str(series), "--out", "-", "--title", "Hall")
    assert done.exit_code == 0, done.exception
    pages = read_pdf(done.stdout_bytes).pages
    assert len(pages) == 2 * (1 + 2)
    assert {"Book 31", "Cards 101 to 112", "Serial number 382558"} <= set(pages[0].texts)
    assert "Book 32" in pages[3].texts
    for page, (first, game) in ((1, (101, "1 · Red")), (5, (119, "2 · Blue"))):
        texts = pages[page].texts
        assert f"Game {game}" in texts
        assert {f"Card {number}" for number in range(first, first + 6)} <= set(texts)
        found = [
            CliRunner().invoke(cards, ["find", str(series), "--card", str(number), "--json"])
            for number in range(first, first + 6)
        ]
        rows = [json.loads(answer.stdout)["rows"] for answer in found]
        balls = [str(ball) for ticket in rows for row in ticket for ball in row if ball]
        assert [text for text in texts if text.isdigit()] == balls


def test_paper_may_have_a_colour_we_have_no_ink_for(tmp_path: Path, read_pdf: ReadPdf) -> None:
    base = str(tmp_path / "s")
    words = ("--serial", "1", "--colour", "buff", "--games", "2", "--game-colours", "salmon,blue")
    assert (
        not CliRunner().invoke(cards, ["series", *words, "--books", "1", "--out", base]).exception
    )
    done = run("book", "--series", base, "--out", "-")
    assert done.exit_code == 0, done.exception
    cover, salmon, _ = read_pdf(done.stdout_bytes).pages
    assert "Bingo book · 2 games · Buff series" in cover.texts
    assert "Game 1 · Salmon" in salmon.texts


def test_an_altered_series_is_not_printed(series: Path, tmp_path: Path) -> None:
    table, out = Path(f"{series}.csv"), tmp_path / "book.pdf"
    raw = bytearray(table.read_bytes())
    raw[-2] ^= 1
    table.write_bytes(bytes(raw))
    done = run("book", "--series", str(series), "--out", str(out))
    assert isinstance(done.exception, BadInput)
    assert "not as it was sealed" in done.exception.message
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (("--serial", "382559"), "--serial"),
        (("--games", "1"), "--games"),
        (("--first-card", "1"), "--first-card"),
        (("--cards", "-"), "--cards"),
    ],
)
def test_a_series_is_not_printed_as_another(
    series: Path, tmp_path: Path, words: tuple[str, ...], field: str
) -> None:
    out = tmp_path / "book.pdf"
    done = run("book", "--series", str(series), *words, "--out", str(out))
    assert isinstance(done.exception, BadInput)
    assert done.exception.field == field
    assert not out.exists()
    assert (
        run("book", "--series", str(series), "--serial", "382558", "--out", str(out)).exit_code == 0
    )


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (b"", "has no cards"),
        (b"\xef\xbb\xbf\r\n", "has no cards"),
        (b"{\n", "line 1 is not a card"),
        (b'{"rows": [[1, 2], [3]]}\n', "line 1 is not a card"),
        (b'{"rows": [[1, 300]]}\n', "line 1 is not a card"),
        (b'\n{"rows": [[1, 2]]}\n', "line 2 is not a card: is not 3 lines of 9 spaces"),
        (SPOILED, "line 1 is not a card: line 1 holds 4 numbers, not 5"),
        (SPOILED.replace(b"[0, 0, 23", b"[8, 0, 23"), "line 1 is not a card: 8 is there twice"),
        (b'{"id": 5}\n', "line 1 is not a card"),
        (b'{"rows": [[1.5, 2]]}\n', "line 1 is not a card"),
        (b'{"rows": [["1", 2]]}\n', "line 1 is not a card"),
        (b'{"rows": ' + b"[" * 200_000 + b"\n", "line 1 is not a card"),
    ],
)
def test_bad_cards_say_which_line_and_leave_nothing_behind(
    tmp_path: Path, lines: bytes, message: str
) -> None:
    source, out = tmp_path / "cards.jsonl", tmp_path / "book.pdf"
    source.write_bytes(lines)
    done = run("book", "--out", str(out), "--cards", str(source))
    assert isinstance(done.exception, BadInput)
    assert message in str(done.exception)
    assert list(tmp_path.iterdir()) == [source]


def test_a_byte_order_mark_and_blank_lines_are_no_cards(tmp_path: Path, ticket: Cells) -> None:
    source, out = tmp_path / "cards.jsonl", tmp_path / "book.pdf"
    line = json.dumps({"rows": ticket.tolist()}).encode()
    source.write_bytes(b"\xef\xbb\xbf" + line + b"\r\n\r\n" + line + b"\n\n")
    done = run("book", "--out", str(out), "--cards", str(source), "--per-page", "1")
    assert done.exit_code == 0
    assert done.stderr == "4 pages\n"  # two books, each of a cover and a card


def test_a_late_bad_line_leaves_the_old_file_as_it_was(tmp_path: Path, ticket: Cells) -> None:
    source, out = tmp_path / "cards.jsonl", tmp_path / "book.pdf"
    out.write_bytes(b"old")
    good = json.dumps({"rows": ticket.tolist()}).encode() + b"\n"
    source.write_bytes(good * 12 + b"{}\n")
    done = run("book", "--out", str(out), "--cards", str(source), "--overwrite")
    assert "line 13" in str(done.exception)
    assert out.read_bytes() == b"old"
    assert {path.name for path in tmp_path.iterdir()} == {"cards.jsonl", "book.pdf"}


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (("chart90", "--logo", "{folder}/missing.png"), "--logo"),
        (("chart90", "--logo", "{folder}/text.png"), "--logo"),
        (("chart90", "--page", "a3"), "--page"),
        (("chart90", "--colour", "octarine"), "--colour"),
        (("chart90", "--first-card", "-1"), "--first-card"),
        (("chart90", "--qr-url", "h.example"), "--qr"),
        (("book",), "--cards"),
        (("book", "--cards", "{folder}/missing"), "--cards"),
        (("book", "--format", "svg"), "--format"),
    ],
)
def test_bad_asking_names_its_field(tmp_path: Path, words: tuple[str, ...], field: str) -> None:
    (tmp_path / "text.png").write_text("no picture")
    out = tmp_path / "out.pdf"
    filled = [word.replace("{folder}", str(tmp_path)) for word in words]
    done = run(*filled, "--out", str(out))
    assert isinstance(done.exception, BadInput)
    assert done.exception.field == field
    assert not out.exists()


@pytest.mark.parametrize("name", ["missing/out.pdf", "file/out.pdf", "folder"])
def test_an_unwritable_place_is_said_in_one_line(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    done = run("chart75", "--out", str(tmp_path / name))
    assert isinstance(done.exception, BadInput)
    assert done.exception.field == "--out"
    assert {path.name for path in tmp_path.iterdir()} == {"file", "folder"}
