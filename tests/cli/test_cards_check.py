"""`eyesdown cards check` and what `cards make` keeps for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from click.testing import CliRunner, Result

import eyesdown
from eyesdown.cards.card_text import card_text, read_card_text
from eyesdown.cards.keys import card75_keys
from eyesdown.central.hall.stock import receive
from eyesdown.central.store.base import Store
from eyesdown.cli.cards.command import cards
from eyesdown.kernel.errors import BadInput
from eyesdown.library.series import opened_series


def run(*words: str, given: str | None = None) -> Result:
    return CliRunner().invoke(cards, words, input=given, catch_exceptions=True)


def refused(result: Result) -> BadInput:
    assert isinstance(result.exception, BadInput), result.output
    return result.exception


@pytest.fixture
def printed(tmp_path: Path) -> Path:
    out = tmp_path / "fair.pdf"
    made = run("make", "--kind", "card75", "--count", "8", "--first-card", "101", "--out", str(out))
    assert made.exit_code == 0, made.exception
    return out


def test_paper_without_a_seed_can_be_made_again(tmp_path: Path) -> None:
    words = ("make", "--kind", "strip90", "--count", "2", "--out")
    made = run(*words, str(tmp_path / "a.pdf"))
    seed = next(line for line in made.stderr.splitlines() if line.startswith("seed "))
    again = run(*words, str(tmp_path / "b.pdf"), "--seed", seed.removeprefix("seed "))
    assert "seed " not in again.stderr
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
    listed = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert [line["card"] for line in listed] == [1, 7]
    assert run("check", str(tmp_path / "a.jsonl")).exit_code == 0


@pytest.mark.parametrize("there", ["a.pdf", "a.jsonl"])
def test_nothing_is_overwritten_unless_asked(tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("another evening")
    words = ("make", "--kind", "card75", "--count", "2", "--out", str(tmp_path / "a.pdf"))
    no = refused(run(*words))
    assert no.field == "--out"
    assert there in no.message
    assert "--overwrite" in no.message
    assert [file.name for file in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text() == "another evening"
    assert run(*words, "--overwrite").exit_code == 0
    assert (tmp_path / there).read_text("latin-1") != "another evening"


def test_a_winner_is_checked_by_its_number(printed: Path) -> None:
    listed = printed.with_suffix(".jsonl")
    rows = json.loads(listed.read_text().splitlines()[4])["rows"]
    calls = [*rows[0][:4], 75 if rows[0][4] != 75 else 74, rows[0][4]]
    asked = ("check", str(listed), "--card", "105", "--calls")
    text = run(*asked, ", ".join(f"{number}" for number in calls))
    assert text.exit_code == 0
    assert f"row of five    complete on call 6, number {rows[0][4]}" in text.stdout
    answer = json.loads(run(*asked, " ".join(map(str, calls[:5])), "--json").stdout)
    assert answer["card"] == 105
    row, corners, *_ = answer["prizes"]
    assert row == {
        "prize": "row of five",
        "complete_on_call": None,
        "missing": [rows[0][4]],
        "needed": 1,
    }
    assert set(corners["missing"]) == {rows[4][0], rows[0][4], rows[4][4]} - set(calls[:5])
    assert refused(run(*asked[:3], "109", "--calls", "1")).message.endswith("has no card 109")


def test_a_whole_file_names_its_winners(printed: Path) -> None:
    listed = printed.with_suffix(".jsonl")
    rows = json.loads(listed.read_text().splitlines()[0])["rows"]
    calls = " ".join(str(row[4]) for row in rows)
    done = run("check", str(listed), "--calls", calls)
    assert "card 101: row of five, complete on call 5" in done.stdout
    assert "of 8 cards have won" in done.stderr
    assert run("check", str(listed), "--calls", str(rows[0][0])).exit_code == 1


@pytest.mark.parametrize("kind", ["card75", "ticket90"])
def test_the_text_of_a_card_is_the_card(kind: str) -> None:
    for number, card in enumerate(eyesdown.make_cards(kind, 200, seed="qr"), start=1):
        rows = card.rows
        text = card_text(rows, number)  # type: ignore[arg-type]
        assert read_card_text(text.lower()) == (number, card)
        assert len(text) <= 38 - 10 + len(str(number))
    assert eyesdown.check_card(text, [])[0].needed in (4, 5)  # the free square helps a row
    done = run("check", text, "--calls", "1 2 3", "--json")
    assert json.loads(done.stdout)["card"] == 200


def test_a_wrong_character_in_a_cards_text_is_noticed() -> None:
    text = card_text(next(iter(eyesdown.make_cards("card75", 1, seed="qr"))).rows, 7)  # type: ignore[arg-type]
    for place in range(10, len(text)):
        for wrong in "0Z5A":
            if text[place] != wrong:
                changed = text[:place] + wrong + text[place + 1 :]
                if {text[place], wrong} != {"0", "Z"}:  # equal to a sum of 31
                    with pytest.raises(BadInput):
                        read_card_text(changed)
    assert refused(run("check", text[:-1], "--calls", "1")).field == "card"


def test_files_that_are_cut_or_of_another_program_are_named(tmp_path: Path, printed: Path) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(printed.with_suffix(".jsonl").read_bytes()[:300])
    no = refused(run("check", str(cut), "--calls", "1 2"))
    assert (no.field, "line 3 is not a card, or is cut short" in no.message) == (str(cut), True)
    sheet = refused(run("check", str(printed), "--calls", "1 2"))
    assert sheet.message.endswith(f"its list of cards is {printed.with_suffix('.jsonl')}")
    alone = tmp_path / "alone.pdf"
    alone.write_bytes(printed.read_bytes())
    other = refused(run("check", str(alone), "--calls", "1 2"))
    assert "line 1 is not a card" in other.message
    twice = tmp_path / "twice.jsonl"
    twice.write_text('{"rows": [[1]], "rows": [[2]]}')
    assert "line 1 is not a card" in refused(run("check", str(twice), "--calls", "1")).message
    free = ("--count", "1", "--free", "x", "--out", str(tmp_path / "x.pdf"))
    assert refused(run("make", "--kind", "ticket90", *free)).field == "--free"
    away = refused(run("check", str(tmp_path / "none"), "--calls", "1"))
    assert "cannot be read" in away.message
    assert refused(run("check", str(cut), "--book", "vic-bingo")).field == "--book"
    listed = str(printed.with_suffix(".jsonl"))
    assert refused(run("check", listed, "--calls", "1 x")).field == "--calls"
    slip = refused(run("check", listed, "--calls", "B4 B71"))
    assert slip.message == "call 2, 'B71', is on no card: 71 is O71"
    assert refused(run("check", listed, "--calls", "80")).field == "--calls"
    assert refused(run("check", listed, "--calls", "8", "--book", "vic-bingo")).field == "--book"
    assert refused(run("check", listed, "--calls", "@" + str(tmp_path))).field == "--calls"
    empty, binary = tmp_path / "empty.jsonl", tmp_path / "binary"
    empty.touch()
    binary.write_bytes(b"\xff\xfe\x00")
    assert refused(run("check", str(empty), "--calls", "8")).field == "what"
    for words in (
        ("check", listed, "--calls", f"@{binary}"),
        ("party", "--count", "4", "--words", str(binary), "--out", str(tmp_path / "w.pdf")),
    ):
        assert "is not UTF-8 text" in refused(run(*words)).message
    series = refused(run("find", listed, "--card", "1"))
    assert series.message.endswith("; give the name that the files of a series share")


@pytest.mark.parametrize("kind", ["strip90", "ticket90", "card75"])
def test_csv_with_a_byte_order_mark_is_read(tmp_path: Path, kind: str) -> None:
    words = ("make", "--kind", kind, "--count", "3", "--seed", "x", "--format")
    plain, marked = tmp_path / "a.jsonl", tmp_path / "a.csv"
    assert run(*words, "jsonl", "--out", str(plain)).exit_code == 0
    assert run(*words, "csv", "--out", str(marked)).exit_code == 0
    marked.write_bytes(b"\xef\xbb\xbf" + marked.read_bytes())
    asked = ("--calls", "1 2 3 4 5 6 7 8 9 10", "--json")
    by_csv = run("check", str(marked), *asked)
    assert by_csv.stdout == run("check", str(plain), *asked).stdout
    assert len(by_csv.stdout.splitlines()) == (18 if kind == "strip90" else 3)
    assert run("check", str(marked)).exit_code == 0


def test_a_card_of_a_series_is_checked_by_its_number(tmp_path: Path) -> None:
    base = str(tmp_path / "white")
    series = eyesdown.make_series(base, serial="7", colour="white", books=3, seed="x")
    ticket = series.find(card=9)
    assert ticket is not None
    calls = " ".join(str(number) for number in ticket.ticket.lines[1])
    asked = ("check", base, "--card", "9", "--calls", calls, "--book", "vic-bingo")
    assert "any line       complete on call 5" in run(*asked).stdout
    assert refused(run("check", base, "--calls", calls)).field == "--card"
    for asked in (("19", "--calls", calls), ("19",)):
        assert refused(run("check", base, "--card", *asked)).field == "--card"


def test_75_ball_series_are_certified_found_and_verified(tmp_path: Path) -> None:
    base = tmp_path / "blue"
    words = ("series", "--kind", "card75", "--serial", "9", "--colour", "blue", "--books", "4")
    assert (
        run(*words, "--games", "2", "--seed", "x", "--parquet", "--out", str(base)).exit_code == 0
    )
    card = json.loads(run("find", str(base), "--card", "30", "--json").stdout)
    assert (card["book"], card["game"], card["box"]) == (3, 1, 6)
    numbers = ",".join(str(cell) for row in reversed(card["rows"]) for cell in row if cell)
    assert json.loads(run("find", str(base), "--numbers", numbers, "--json").stdout) == card
    assert "24 different numbers" in refused(run("find", str(base), "--numbers", "1,2")).message
    assert run("verify", str(base), "--seed", "x").exit_code == 0
    assert run("verify", str(base), "--seed", "y").exit_code == 1
    series = eyesdown.open_series(base)
    match = series.find(card=30)
    assert match is not None
    assert (series.balls, match.ticket.rows[2][2]) == (75, 0)
    out = str(tmp_path / "books.pdf")
    assert run("print", "book", "--series", str(base), "--out", out).exit_code == 0
    assert refused(run(*words, "--rulebook", "vic-bingo", "--out", "x")).field == "--rulebook"


@pytest.mark.parametrize(
    ("column", "digits", "fault"),
    [(0, b"76", "not one of 1 to 75"), (0, b"17", "not in its column"), (1, None, "twice")],
)
def test_a_changed_75_ball_card_is_named(
    tmp_path: Path, column: int, digits: bytes | None, fault: str
) -> None:
    base = tmp_path / "blue"
    eyesdown.make_series(base, serial="9", colour="blue", books=3, seed="x", balls=75)
    table = base.with_suffix(".csv")
    lines = table.read_bytes().splitlines(keepends=True)
    cells = lines[7].split(b",")
    cells[5 + column] = digits or cells[5 + column + 5]  # the number below it
    lines[7] = b",".join(cells)
    table.write_bytes(b"".join(lines))
    faults = [str(fault) for fault in eyesdown.open_series(base).verify().faults]
    assert any(line.startswith("card 7:") and fault in line for line in faults)


def test_a_hall_does_not_take_in_a_75_ball_series(tmp_path: Path) -> None:
    base = tmp_path / "blue"
    eyesdown.make_series(base, serial="9", colour="blue", books=1, seed="x", balls=75)
    with opened_series(str(base)) as files, pytest.raises(BadInput, match="75-ball cards"):
        receive(cast("Store", None), Path(f"{base}.json").read_bytes(), files.table, files.index)


def test_the_numbers_of_75_ball_cards_have_their_own_keys() -> None:
    cards = np.array([card.rows for card in eyesdown.make_cards("card75", 5000, seed="k")])
    keys = card75_keys(cards.astype(np.uint8))
    sets = {frozenset(card.reshape(-1).tolist()) for card in cards}
    assert (keys >= 0).all()
    assert len(set(keys.tolist())) == len(sets)
    turned = cards[:, ::-1].astype(np.uint8)  # the same numbers, other squares
    assert (card75_keys(turned) == keys).all()
    assert card75_keys(np.full((1, 5, 5), 7, np.uint8)).tolist() == [-1]


@pytest.mark.parametrize(
    "content", [b"%PDF-1.7\n%\xe2\n1 0 obj\n", b"\xef\xbb\xbfname;amount\nx;3\n"]
)
def test_a_file_of_another_program_is_refused_in_one_sentence(
    content: bytes, tmp_path: Path
) -> None:
    other = tmp_path / "other.txt"
    other.write_bytes(content)
    result = run("check", str(other))
    assert refused(result).message.startswith("line 1 is not a card; give a file of `cards make`")
    assert result.output == ""
