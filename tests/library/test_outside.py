"""Rulebooks from outside: the tutorial is followed to its end, and what is missing is named."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner

import eyesdown
from eyesdown.central.hall.tasks import HallPlan
from eyesdown.central.hall.tenant import open_hall
from eyesdown.central.site.first_row import Owner
from eyesdown.central.store.memory import MemoryStore
from eyesdown.cli.main import eyesdown as whole_command
from eyesdown.cli.site.settings import read_halls
from eyesdown.control.hall.follow import follow
from eyesdown.control.hall.reading import read_book
from eyesdown.control.hall.sales import count_sales
from eyesdown.control.hall.tally import Tally
from eyesdown.control.hall.winners import count_winners
from eyesdown.library.outside import add_folder, new_book, problems
from eyesdown.notation.document import Asked, parse
from eyesdown.notation.player import play
from eyesdown.odds.simulation.programme import read_programme, terms_of
from eyesdown.rulebook import loading
from eyesdown.rulebook.catalogue import changes
from eyesdown.rulebooks import SHELF

ROOT = Path(__file__).parents[2]
NOON_US = 1_780_279_200_000_000  # a day in June 2026
NUMBERS = count(1)  # Python imports a package of one name once
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.fixture(autouse=True)
def shelf_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "_OUTSIDE", dict(loading._OUTSIDE))


def test_the_tutorial_is_followed_to_its_end(tmp_path: Path) -> None:
    ours = shlex.quote(sys.executable)
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    for name, words in (("eyesdown", "-m eyesdown"), ("python", "")):
        (bin_folder / name).write_text(f'#!/bin/sh\nexec {ours} {words} "$@"\n')
        (bin_folder / name).chmod(0o755)
    env = {**os.environ, "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}"}
    text = (ROOT / "docs" / "tutorial-rulebook.md").read_text("utf-8")
    script = "set -e\n" + "\n".join(BLOCK.findall(text))
    done = subprocess.run(
        ["sh", "-c", script], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "my-club is complete: 27 clauses" in done.stdout
    assert "2 passed" in done.stdout
    assert "sale_cards_max" in done.stdout
    assert (tmp_path / "night.csv").exists()


def test_a_changed_table_of_prizes_is_told_in_words(tmp_path: Path) -> None:
    folder = new_book("worded-club", "exampleland-bingo90", tmp_path)
    figures = folder / "figures.toml"
    row = "  { from = 2019-03-01, value = { 1 = "
    line = next(each for each in figures.read_text("utf-8").splitlines() if each.startswith(row))
    later = '  { from = 2026-07-01, value = { 1 = ["house"] }, source = "Committee" },'
    text = figures.read_text("utf-8").replace(line, f"{line}\n{later}")
    figures.write_text(text, "utf-8")
    book = add_folder(folder)
    [change] = changes(SHELF, (book,), date(2026, 6, 30), date(2026, 7, 1))
    assert (change.before, change.after) == ("1: any line, house; 2: house", "1: house")


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    folder = new_book("corner-club", "nz-casino-bingo", tmp_path)
    figures = folder / "figures.toml"
    text = figures.read_text("utf-8")
    assert "value = { 1 = [" in text
    figures.write_text(text.replace("value = { 1 = [", 'value = { 4 = ["series"], 1 = ['), "utf-8")
    missing = list(problems(add_folder(folder)))
    assert any("version 4: nothing refuses a claim for 'series'" in each for each in missing)


@pytest.mark.parametrize("original", SHELF.own)
def test_a_fresh_copy_is_complete_or_is_not_made(original: str, tmp_path: Path) -> None:
    name = f"fresh-{next(NUMBERS)}"
    if original in COPIED:
        assert list(problems(add_folder(new_book(name, original, tmp_path)))) == []
        return
    with pytest.raises(eyesdown.BadInput, match="no games to play; start from one of nz-casino"):
        new_book(name, original, tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("drawn", "offered", "missing"),
    [
        ("four corners", "four corners", []),
        ("four corners", "for corners", ["offered but not drawn", "is drawn, but no version"]),
    ],
)
def test_a_prize_offered_from_a_later_day_is_checked_too(
    drawn: str, offered: str, missing: list[str], tmp_path: Path
) -> None:
    folder = new_book(f"later-{next(NUMBERS)}", "exampleland-bingo90", tmp_path)
    with (folder / "patterns.txt").open("a", encoding="utf-8") as patterns:
        patterns.write(f"\n{drawn}:\nx . . . x\n. . . . .\nx . . . x\n")
    figures = folder / "figures.toml"
    later = f'  {{ from = 2026-07-01, value = {{ 3 = ["{offered}"] }}, source = "Committee" }},\n'
    text = figures.read_text("utf-8")
    end = text.index("\n]\n", text.index("[versions]")) + 1
    figures.write_text(text[:end] + later + text[end:], "utf-8")
    found = list(problems(add_folder(folder)))
    assert len(found) == len(missing)
    assert all(part in sentence for part, sentence in zip(missing, found, strict=True))


def test_a_night_is_played_under_a_copied_book(tmp_path: Path) -> None:
    book = add_folder(new_book("night-club", "nz-casino-bingo", tmp_path))
    golden = (ROOT / "tests" / "goldens" / "nz-session.eyes").read_text("utf-8")
    ours = eyesdown.play(golden)
    theirs = eyesdown.play(golden.replace("nz-casino-bingo", book))
    assert theirs.books == ours.books


COPIED = {
    "nz-casino-bingo": "nz",
    "vic-bingo": "vic",
    "nsw-casino-bingo": "nsw",
    "exampleland-bingo90": "",
}


def _copied(original: str, folder: Path) -> tuple[str, str]:
    """A copy of a hall's book, and a golden night as it is written under the copy."""
    copied = new_book(f"club-{next(NUMBERS)}", original, folder)
    book = add_folder(copied)
    if original == "exampleland-bingo90":
        return book, (copied / "evening.eyes").read_text("utf-8")
    golden = ROOT / "tests" / "goldens" / f"{COPIED[original]}-session.eyes"
    return book, golden.read_text("utf-8").replace(original, book)


@pytest.mark.parametrize("original", COPIED)
def test_a_site_runs_a_hall_under_a_copied_book_and_control_counts_it_again(
    original: str, tmp_path: Path
) -> None:
    book, night = _copied(original, tmp_path)
    owner = Owner("hall", "club", book, "Australia/Melbourne")
    tenant, _ = open_hall(owner, MemoryStore(), HallPlan(os.urandom, name="club"), lambda: NOON_US)
    assert tenant.book == book
    script = parse(night)
    tally, counted = Tally(book), 0
    tally.settings = script.settings or tally.settings
    asked = [item for item in play(script) if isinstance(item, Asked)]
    for row, item in enumerate(asked, start=1):
        for event in item.events:
            follow(tally, row, event)
    for name, session in tally.sessions.items():
        for number, game in session.games.items():
            if game.phase == "closed":
                assert count_winners(tally, name, number).because == ""
                counted += 1
            assert count_sales(tally, name, number).because == ""
    assert tally.differences == []
    assert counted or not tally.sessions


@pytest.mark.parametrize("original", COPIED)
def test_a_cry_before_any_call_is_refused_under_a_copied_book(
    original: str, tmp_path: Path
) -> None:
    _, night = _copied(original, tmp_path)
    lines = night.splitlines()
    first = next(at for at, line in enumerate(lines) if re.match(r"> \S+ call number ", line))
    player = next(
        word[1]
        for line in lines[:first]
        if (word := re.search(r"CardsSold.* player=(\w+)", line))
        or (word := re.search(r"ScorecardsIssued.* player=(\w+)", line))
    )
    game = eyesdown.play("\n".join(lines[:first]) + "\n")
    [refused] = game.line(f"> {lines[first].split()[1]} claim player={player}")
    assert type(refused).__name__ == "ClaimRefused"
    assert {each.clause.book for each in refused.refusals} == {game.book_id}


def test_a_copied_book_is_simulated_like_its_original(tmp_path: Path) -> None:
    book, _ = _copied("nz-casino-bingo", tmp_path)
    patterns = tmp_path / book.replace("-", "_") / "patterns.txt"
    cross = "\n\ncross:\nx . . . x\n. . x . .\nx . . . x\n"
    patterns.write_text(patterns.read_text("utf-8").rstrip() + cross, "utf-8")
    asked = {
        "players": 4,
        "games": [{"prizes": {"house": 5_000}, "jackpot": True}],
        "jackpot": {"opening_cents": 100, "within_balls": 50},
    }
    day = date(2026, 6, 1)
    ours = read_programme({**asked, "book": "nz-casino-bingo"}, day)
    theirs = read_programme({**asked, "book": book}, day)
    assert theirs.terms == ours.terms
    own = read_programme(
        {"book": book, "players": 4, "games": [{"prizes": {"cross": 900, "house": 1_000}}]}, day
    )
    assert dict(own.drawn)["cross"].won(0b10001_00100_10001)
    games = [{"repeat": 1, "price_cents": 100, "prizes": {"cross": 900, "house": 1_000}}]
    by_path = json.dumps(
        {"book": str(tmp_path / book.replace("-", "_")), "players": 4, "games": games}
    )
    (tmp_path / "programme.json").write_text(by_path, "utf-8")
    words = ["simulate", "bingo", str(tmp_path / "programme.json"), "--sequences=1", "--workers=1"]
    done = CliRunner().invoke(whole_command, words)
    assert "balls: cross" in done.stdout, (done.output, done.exception)
    fee = _copied("nsw-casino-bingo", tmp_path)[0]
    assert terms_of(fee, day, jackpot=True) == terms_of("nsw-casino-bingo", day, jackpot=True)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda file: file.unlink(), "control.toml:0: the file is missing"),
        (lambda file: file.write_text("marked = true"), "in_card_order is missing"),
        (lambda file: file.write_text(file.read_text() + "more = 1"), "more is not one of"),
        (lambda file: file.write_text("marked ="), "is not TOML"),
    ],
)
def test_a_book_that_control_cannot_read_is_named_at_the_start(
    change: Callable[[Path], object], says: str, tmp_path: Path
) -> None:
    folder = new_book(f"no-control-{next(NUMBERS)}", "vic-bingo", tmp_path)
    change(folder / "control.toml")
    book = add_folder(folder)
    read_book.cache_clear()
    assert any(says in each for each in problems(book))
    owner = Owner("hall", "club", book, "Australia/Melbourne")
    with pytest.raises(eyesdown.EyesdownError, match=re.escape(says)):
        open_hall(owner, MemoryStore(), HallPlan(os.urandom, name="club"), lambda: NOON_US)


@pytest.mark.parametrize("book", ["central-site", "nsw-keno", "whist"])
def test_a_book_that_no_hall_plays_by_is_refused_in_one_sentence(book: str) -> None:
    owner = Owner("hall", "club", book, "Australia/Melbourne")
    with pytest.raises(eyesdown.BadInput, match=r"a hall is run by one of|is not on the shelf"):
        open_hall(owner, MemoryStore(), HallPlan(os.urandom, name="club"), lambda: NOON_US)


def test_the_settings_of_a_site_take_a_book_by_its_path(tmp_path: Path) -> None:
    folder = new_book("path-club", "vic-bingo", tmp_path)
    table = {"name": "club", "store": "club.db", "zone": "Australia/Melbourne"}
    [hall] = read_halls([{**table, "book": str(folder)}])
    assert hall.book == "path-club"
    assert eyesdown.open_book(str(folder), "2026-06-01").id == "path-club"
    ticket = next(eyesdown.make_cards("ticket90", 1, seed="x"))
    assert eyesdown.check_card(ticket, [], str(folder), version=5)[0].prize == "any line"
    for nowhere in (str(tmp_path / "nothing"), "./a\0b"):
        with pytest.raises(eyesdown.BadInput, match="book_id"):
            eyesdown.open_book(nowhere)
    with pytest.raises(eyesdown.BadInput, match=r"no source\.toml"):
        read_halls([{**table, "book": str(tmp_path / "nothing")}])


def test_a_book_that_an_installed_package_names_is_on_the_shelf(tmp_path: Path) -> None:
    new_book("entry-club", "vic-bingo", tmp_path)
    named = tmp_path / "entry_club-1.0.dist-info"
    named.mkdir()
    (named / "METADATA").write_text("Metadata-Version: 2.1\nName: entry-club\nVersion: 1.0\n")
    (named / "entry_points.txt").write_text("[eyesdown.rulebooks]\nentry-club = entry_club\n")
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-m", "eyesdown", "rules", "check", "entry-club"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "entry-club is complete: 53 clauses" in done.stdout, done.stderr


@pytest.mark.parametrize("name", ["My Club", "vic-bingo", ""])
def test_a_name_that_cannot_be_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(eyesdown.BadInput):
        new_book(name, "vic-bingo", tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_folder_with_the_name_of_another_package_is_not_taken_for_it(tmp_path: Path) -> None:
    folder = new_book("my-json", "vic-bingo", tmp_path).rename(tmp_path / "json")
    with pytest.raises(eyesdown.BadInput, match="another package called json"):
        add_folder(folder)


def test_a_folder_that_is_no_book_is_named(tmp_path: Path) -> None:
    with pytest.raises(eyesdown.BadInput, match=r"no source\.toml"):
        add_folder(tmp_path)
