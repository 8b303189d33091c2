"""`eyesdown call`: a live caller without a browser, kept as `.eyes` and resumed."""

from __future__ import annotations

import json
import re
import shutil
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image

from eyesdown.bingo.family.house import House
from eyesdown.cli.call.command import Desk
from eyesdown.cli.call.evening import opened
from eyesdown.cli.call.keys import console_key
from eyesdown.cli.call.screen import big, screen
from eyesdown.cli.call.voice import Voice
from eyesdown.cli.main import eyesdown
from eyesdown.kernel.errors import BadInput
from eyesdown.notation.document import parse
from eyesdown.notation.player import played

F1 = [[3, 17, 32, 48, 62], [11, 22, 45, 57, 70], [8, 29, 0, 50, 66], [14, 19, 38, 46, 75],
      [1, 25, 41, 60, 73]]  # fmt: skip


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    path = tmp_path / "cards.jsonl"
    path.write_text(json.dumps({"rows": F1}) + "\n", "utf-8")
    return path


def call(lines: list[str], *options: str) -> list[str]:
    outcome = CliRunner().invoke(
        eyesdown, ["call", "--silent", *options], input="\n".join(lines) + "\n"
    )
    if outcome.exception:
        raise outcome.exception
    return outcome.output.splitlines()


def test_every_ball_is_called_once() -> None:
    for balls, label in (("75", r"[BINGO]\d+"), ("90", r"\d+")):
        printed = call([""] * (int(balls) + 1), "--balls", balls)
        assert all(re.fullmatch(label, line) for line in printed[:-1])
        assert len(set(printed[:-1])) == int(balls)
        assert printed[-1] == "All discs are out."


def test_a_check_without_cards_says_how_to_get_them() -> None:
    assert call(["c 1"])[0].startswith("No cards to check: start with --cards")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_screen_fits_eighty_columns_in_good_french(language: str) -> None:
    evening, _ = opened(None, lambda: datetime(2026, 7, 4, 20))
    evening.begin((), House(paper=True), "Caller")
    evening.call()
    shown = [re.sub(r"\x1b\[\d+m", "", line) for line in screen(evening, language, 80).split("\n")]
    assert max(map(len, shown)) <= 80
    assert shown[0].split(" · ")[1] == {"en": "1 called", "fr": "1 sorti"}[language]


def test_a_claim_is_checked_by_the_number_of_its_card(cards: Path, tmp_path: Path) -> None:
    keep = tmp_path / "evening.eyes"
    lines = ["k 3", "k 17", "c 1", "k 32", "k 48", "k 62", "c 1", "", "w", "n", "c 7"]
    printed = call(lines, "--cards", str(cards), "--keep", str(keep))
    assert printed[2] == "Card 1 has not won: N32 G48 O62 not called."
    assert printed[6] == "Card 1 wins: B3 I17 N32 G48 O62."
    assert "has a right row" in printed[7]
    assert printed[8] == "The round is won. n begins the next one."
    assert printed[10] == "There is no card 7 in the file; it has 1."
    state = played(parse(keep.read_text("utf-8"))).state
    assert state.rounds_won == {"card 1": 1}
    assert (state.round, state.called) == (2, ())


def test_a_disc_goes_back_with_a_reason_only() -> None:
    printed = call(["k 34", "u", "u read upside down", "k 34", "k 34", "k 99"], "--language", "fr")
    assert printed[1] == "Dites pourquoi le disque retourne dans la boîte."
    assert printed[2] == "N34 ne compte pas : il retourne dans la boîte."
    assert printed[3] == "N34"
    assert printed[4] == "34 est déjà sorti."
    assert printed[5] == "Il n'y a pas de disque 99 dans cette boîte."


def test_without_a_file_of_cards_a_round_ends_when_the_caller_says_so(tmp_path: Path) -> None:
    """People check the claim by the chart; the program knows no card."""
    keep = tmp_path / "evening.eyes"
    printed = call(["k 34", "w", "n", "k 34", "n", "k 7"], "--keep", str(keep))
    assert printed[1] == "The round is won. n begins the next one."
    assert printed[3] == "N34", "all discs are back in the box"
    state = played(parse(keep.read_text("utf-8"))).state
    assert (state.round, state.called) == (3, (7,))


def test_a_round_without_a_claim_ends_when_every_disc_is_out(cards: Path) -> None:
    printed = call([*([" "] * 74), "n", " ", "n", "k 34"], "--cards", str(cards))
    assert printed[74] == "No row is right yet."
    assert printed[77] == "N34"


def test_a_pace_that_is_no_number_changes_nothing() -> None:
    assert "space: next" in call(["p soon"])[0]


def test_an_interrupted_evening_goes_on(tmp_path: Path) -> None:
    keep = tmp_path / "evening.eyes"
    first = call([""] * 5 + ["h"], "--keep", str(keep))[-1].split()
    with keep.open("a", encoding="utf-8") as file:
        file.write("> 19:00:00 call di")  # a power cut in the middle of a line
    second = call(["", "h"], "--keep", str(keep))[-1].split()
    assert second[:5] == first
    assert len(second) == 6
    assert len(played(parse(keep.read_text("utf-8"))).state.called) == 6


def test_other_wins_and_bad_options(cards: Path, tmp_path: Path) -> None:
    printed = call(
        ["k 3", "k 62", "k 1", "k 73", "c 1"], "--cards", str(cards), "--wins", "corners,full"
    )
    assert printed[-1] == "Card 1 wins: B3 O62 B1 O73."
    for options in (["--wins", "star"], ["--cards", str(tmp_path / "no")],
                    ["--keep", str(tmp_path / "no" / "file.eyes")],
                    ["--balls", "90", "--cards", str(cards)]):  # fmt: skip
        with pytest.raises(BadInput) as wrong:
            call([""], *options)
    assert str(wrong.value) == "--cards: hold cards that are not for 90 balls; see --balls"


def test_keys_without_a_meaning_show_the_keys() -> None:
    assert "space: next" in call(["zzz"])[0]
    assert call(["p 5", "p"]) == [
        "A disc every 5 seconds; p pauses.", "Paused. Space calls by hand.",
    ]  # fmt: skip


def test_big_digits_are_five_lines_high() -> None:
    assert len(big("O75", 4)) == 5
    assert max(len(line) for line in big("O75", 4)) <= 44


@pytest.mark.parametrize(("language", "program"), [("en", "espeak-ng"), ("fr", "say")])
def test_a_voice_program_speaks_letter_and_number(language: str, program: str) -> None:
    spoken: list[list[str]] = []

    class Speaking:
        """A program that has not ended."""

        ended = False

        def poll(self) -> None:
            return None

        def terminate(self) -> None:
            self.ended = True

    def start(arguments: list[str]) -> Any:
        spoken.append(arguments)
        return Speaking()

    voice = Voice(language, lambda name: name if name == program else None, start)
    assert voice.say("N34!")
    assert voice.say("B7!")
    assert [arguments[-1] for arguments in spoken] == ["N, 34!", "B, 7!"]
    assert spoken[0][0] == program
    assert not Voice(language, lambda _: None, start).say("B7!")


@pytest.mark.parametrize("packed", [False, True])
def test_a_folder_or_a_zip_of_pictures_becomes_cards(tmp_path: Path, *, packed: bool) -> None:
    folder = tmp_path / "animals"
    folder.mkdir()
    for number in range(30):
        Image.new("RGB", (40, 30), (number, 90, 9)).save(folder / f"big_cat {number}.png")
    (folder / "list.txt").write_text("not a picture", "utf-8")
    (folder / ".hidden.png").write_bytes(b"")
    source = shutil.make_archive(str(folder), "zip", folder) if packed else str(folder)
    pdf, discs = tmp_path / "c.pdf", tmp_path / "d.pdf"
    options = ["--count", "2", "--words", source, "--out", str(pdf), "--discs-out", str(discs)]
    outcome = CliRunner().invoke(eyesdown, ["cards", "party", *options])
    assert outcome.exit_code == 0, outcome.output
    assert pdf.read_bytes().count(b"/Subtype/Image") >= 24
    assert discs.read_bytes().count(b"/Subtype/Image") >= 30


def test_pictures_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    def refused(source: Path) -> str:
        options = ["--count", "1", "--words", str(source), "--out", str(tmp_path / "c.pdf")]
        return str(CliRunner().invoke(eyesdown, ["cards", "party", *options]).exception)

    folder = tmp_path / "animals"
    folder.mkdir()
    assert "has no PNG or JPEG file" in refused(folder)
    Image.new("RGB", (4, 4)).save(folder / "Cat.png")
    assert "30, 45, 60 or 75 words are needed, not 1" in refused(folder)
    Image.new("RGB", (4, 4)).save(folder / "cat.jpg")
    assert "twice" in refused(folder)
    (folder / "cat.jpg").write_bytes(b"no picture")
    (folder / "Cat.png").unlink()
    assert "cat.jpg is not a picture" in refused(folder)
    damaged = tmp_path / "a.zip"
    damaged.write_bytes(b"PK no zip")
    assert "cannot be read" in refused(damaged)


class FakeConsole:
    """Windows' keyboard: what was typed, and when it may be read."""

    def __init__(self, typed: str) -> None:
        self.typed = list(typed)

    def kbhit(self) -> bool:
        return bool(self.typed)

    def getwch(self) -> str:
        return self.typed.pop(0)


@pytest.mark.parametrize(
    ("typed", "key"),
    [("q", "q"), (" ", " "), ("é", "é"), ("\xe0Hq", "q"), ("\x00;", None), ("", None)],
)
def test_keys_are_read_on_windows(typed: str, key: str | None) -> None:
    """An arrow or function key comes as two characters and means nothing."""
    seconds = iter(range(100))
    pressed = console_key(FakeConsole(typed), 3, lambda: next(seconds), lambda _: None)
    assert pressed == key


def test_ctrl_c_ends_the_caller_on_windows() -> None:
    with pytest.raises(KeyboardInterrupt):
        console_key(FakeConsole("\x03"), 3, lambda: 0, lambda _: None)


def test_party_cards_can_be_called_and_checked(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("\n".join(f"animal {n}" for n in range(30)), "utf-8")
    pdf, cards, discs = (tmp_path / name for name in ("c.pdf", "c.jsonl", "d.pdf"))
    picture = tmp_path / "star.png"
    Image.new("RGB", (8, 8), "gold").save(picture)
    options = ["--count", "7", "--words", str(words), "--out", str(pdf), "--per-page", "3"]
    more = ["--cards-out", str(cards), "--discs-out", str(discs), "--picture", str(picture)]
    outcome = CliRunner().invoke(eyesdown, ["cards", "party", *options, *more])
    assert outcome.exit_code == 0, outcome.output
    assert pdf.read_bytes()[:5] == discs.read_bytes()[:5] == b"%PDF-"
    assert "has not won" in call(["", "c 7"], "--cards", str(cards))[-1]
    words.write_text("one\ntwo", "utf-8")
    wrong = CliRunner().invoke(eyesdown, ["cards", "party", *options, "--overwrite"])
    assert "30, 45, 60 or 75 words" in str(wrong.exception)


@pytest.mark.parametrize("is_kept", [True, False])
def test_the_file_of_an_evening_is_named_at_its_end_if_there_is_one(
    is_kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr("eyesdown.cli.call.command.raw_keys", nullcontext)
    monkeypatch.setattr("eyesdown.cli.call.command.next_key", lambda _: "q")
    file = tmp_path / "evening.eyes" if is_kept else None
    evening, _ = opened(file, lambda: datetime(2026, 7, 4, 20))
    evening.begin((), House(paper=True), "Caller")
    Desk(evening, "en", None, None).by_keys()
    last = capsys.readouterr().out.splitlines()[-1]
    assert (last == f"The evening is kept in {file}.") == is_kept
    assert ("kept in" in last) == is_kept
