"""A file that is not what a command wants: one sentence with its name, the place and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from eyesdown.cli.main import eyesdown
from eyesdown.kernel.errors import EyesdownError

WORDS = [f"word{number}" for number in range(1, 31)]


def refused(command: str, file: Path) -> str:
    """What a command says of a file, which is called FILE in the answer."""
    words = [word.replace("FILE", str(file)) for word in command.split()]
    done = CliRunner().invoke(eyesdown, words)
    assert isinstance(done.exception, EyesdownError), done.output
    return str(done.exception).replace(str(file), "FILE")


PARTY = "cards party --count 2 --out nowhere.pdf"
CASES = [
    (f"{PARTY} --words FILE", "\n".join([*WORDS[:29], "Word3"]),
     "--words: FILE: 'Word3' is there twice, on lines 3 and 30; change one of them"),
    (f"{PARTY} --words FILE", "\n".join([*WORDS, "one more"]),
     "--words: FILE: 30, 45, 60 or 75 words are needed, not 31"),
    (f"{PARTY} --words FILE", "\n".join(["", *WORDS[:29], "w" * 25]),
     f"--words: FILE, line 31: '{'w' * 25}' must be printable and at most 24 characters"),
    (f"{PARTY} --picture FILE", "no picture",
     "--picture: FILE is not a picture we can read; use a PNG or JPEG file"),
    ("cards make --kind card75 --count 1 --out nowhere.pdf --logo FILE", "no picture",
     "--logo: FILE is not a picture we can read; use a PNG or JPEG file"),
    ("call --cards FILE", "",
     "--cards: FILE is empty; `cards make --out cards.jsonl` makes a list"),
    ("call --cards FILE", '{"rows": [[1]]}\n',
     "--cards: FILE, line 1 is not a card: is not 3 lines of 9 spaces"),
    ("serve --config FILE", "store = [",
     "--config: FILE is not TOML: Invalid value (at end of document)"),
    ("serve --config FILE", b"\xff", "--config: FILE is not UTF-8 text"),
    ("odds keno --table FILE", b"\xff", "--table: FILE is not UTF-8 text"),
    ("simulate keno FILE", "[]", "mix: FILE is not a JSON object"),
    ("simulate keno --entry regular/1=1 --games 1 --checkpoint FILE/deeper", "",
     "checkpoint: FILE/deeper cannot be written: Not a directory"),
    ("books balance FILE", "a letter" * 100,
     "FILE is not a store, or its first bytes are damaged"),
]  # fmt: skip


@pytest.mark.parametrize(("command", "content", "says"), CASES)
def test_a_wrong_file_is_named_with_what_to_do(
    command: str, content: str | bytes, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "given.txt"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert refused(command, file) == says
    assert [path.name for path in tmp_path.iterdir()] == ["given.txt"]


@pytest.mark.parametrize(
    "command",
    ["serve --config FILE", "serve setup FILE", f"{PARTY} --words FILE", "odds keno --table FILE"],
)
def test_a_file_that_is_not_there_is_named(command: str, tmp_path: Path) -> None:
    file = tmp_path / "nothing"
    assert refused(command, file).endswith("FILE cannot be read: No such file or directory")


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    assert refused("journal verify FILE", tmp_path) == "store: FILE is a folder; name a file in it"


def test_a_price_that_cannot_be_read_names_its_entry() -> None:
    bet = '{"bet": {"type": "keno2", "spots": [1], "subscription_cents": 200}}'
    done = CliRunner().invoke(eyesdown, ["keno", "price"], input=f"{bet}\n{{}}\n{{\n")
    first, second, third = done.stdout.splitlines()
    assert first.startswith("$2.00")
    assert second.startswith("entry 2, ")
    assert third.startswith("entry 3: is not a JSON object")
