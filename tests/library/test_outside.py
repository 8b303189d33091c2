"""Rulebooks from outside: the tutorial is followed to its end, and what is missing is named."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import eyesdown
from eyesdown.library.outside import add_folder, new_book, problems

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


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
    assert "my-club is complete: 53 clauses" in done.stdout
    assert "1 passed" in done.stdout
    assert (tmp_path / "night.csv").exists()


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    folder = new_book("corner-club", "nz-casino-bingo", tmp_path)
    figures = folder / "figures.toml"
    text = figures.read_text("utf-8")
    assert "value = { 1 = [" in text
    figures.write_text(text.replace("value = { 1 = [", 'value = { 4 = ["series"], 1 = ['), "utf-8")
    missing = list(problems(add_folder(folder)))
    assert any("version 4: nothing refuses a claim for 'series'" in each for each in missing)


def test_a_night_is_played_under_a_copied_book(tmp_path: Path) -> None:
    book = add_folder(new_book("night-club", "nz-casino-bingo", tmp_path))
    golden = (ROOT / "tests" / "goldens" / "nz-session.eyes").read_text("utf-8")
    ours = eyesdown.play(golden)
    theirs = eyesdown.play(golden.replace("nz-casino-bingo", book))
    assert theirs.books == ours.books


@pytest.mark.parametrize("name", ["My Club", "vic-bingo", ""])
def test_a_name_that_cannot_be_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(eyesdown.BadInput):
        new_book(name, "vic-bingo", tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_no_book_is_named(tmp_path: Path) -> None:
    with pytest.raises(eyesdown.BadInput, match=r"no source\.toml"):
        add_folder(tmp_path)
