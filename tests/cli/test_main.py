"""The command from outside: what it answers when its streams are closed, full or cut off."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import apsw
import pytest
from click.testing import CliRunner

from eyesdown.__main__ import main as start
from eyesdown.cli.main import EXTRA_OF, eyesdown
from eyesdown.cli.outfile import whole_files
from eyesdown.cli.site.host import address_of
from eyesdown.kernel.errors import BadInput
from eyesdown.library.outside import new_book

EYESDOWN = [sys.executable, "-m", "eyesdown"]
DRAW = [str(number) for number in range(1, 21)]
SPEAKING = [
    pytest.param(("rules", "coverage", "--json"), id="long"),
    pytest.param(("rules", "list"), id="table"),
    pytest.param(("keno", "results", *DRAW), id="picture"),
    pytest.param(("cards", "make", "--count", "300", "--seed", "x", "--out", "-"), id="cards"),
]


def run(words: tuple[str, ...], **streams: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*EYESDOWN, *words], stderr=subprocess.PIPE, text=True, check=False, **streams
    )


@pytest.mark.parametrize("words", SPEAKING)
def test_a_reader_who_has_seen_enough_is_no_no(words: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as out:
        done = run(words, stdout=out)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_reader_who_has_gone_does_not_turn_an_error_into_a_yes(tmp_path: Path) -> None:
    folder = new_book("below-zero", "nz-casino-bingo", tmp_path)
    figures = folder / "figures.toml"
    text = figures.read_text("utf-8")
    figures.write_text(re.sub(r"value = \d+,", "value = -4,", text, count=1), "utf-8")
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as out:
        done = run(("rules", "check", str(folder)), stdout=out)
    assert (done.returncode, done.stderr) == (1, "")
    done = run(("rules", "check", str(folder)), stdout=subprocess.PIPE)
    assert done.returncode == 1
    assert "-4 from" in done.stdout
    assert "is below 0" in done.stdout


@pytest.mark.parametrize("words", [*SPEAKING, pytest.param(("--help",), id="help")])
def test_output_that_cannot_be_written_is_a_broken_machine(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = run(words, stdout=full)
    assert done.returncode == 3
    assert done.stderr.startswith("stopped: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("words", [*SPEAKING, pytest.param(("keno", "check"), id="reading")])
def test_closed_streams_are_as_good_as_nowhere(words: tuple[str, ...]) -> None:
    line = " ".join((*EYESDOWN, *words, "<&-", ">&-"))
    done = subprocess.run(line, shell=True, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", [("rules", "list"), ("keno", "results", *DRAW)])
def test_a_terminal_that_knows_few_letters_is_served(words: tuple[str, ...]) -> None:
    done = run(words, stdout=subprocess.PIPE, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()


def test_a_file_that_is_quoted_does_not_get_to_the_terminal(tmp_path: Path) -> None:
    """A terminal obeys some signs, and the file may be anybody's."""
    script = tmp_path / "x.eyes"
    script.write_text("book nsw-keno on 2026-06-01\n> 09:00 \x1b]0;title\x07 \x9b2J\n", "utf-8")
    done = run(("play", str(script)), stdout=subprocess.PIPE)
    assert done.returncode == 2
    assert "found ?]0;title?" in done.stderr
    assert done.stderr.strip().isprintable()


def test_a_terminate_signal_leaves_no_half_file(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(SystemExit) as ended, whole_files(str(tmp_path / "x")):
        signal.raise_signal(signal.SIGTERM)
    assert ended.value.code == 128 + signal.SIGTERM
    assert list(tmp_path.iterdir()) == []
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.parametrize("name", ["", ".", "/"])
def test_what_names_no_file_is_bad_input(name: str) -> None:
    with pytest.raises(BadInput, match="--png"), whole_files(name, option="--png"):
        pass


@pytest.mark.parametrize("words", [("journal", "verify"), ("journal", "export"), ("books", "day")])
def test_looking_into_a_file_makes_no_journal_of_it(words: tuple[str, ...], tmp_path: Path) -> None:
    empty, foreign = tmp_path / "empty.db", tmp_path / "foreign.db"
    empty.touch()
    theirs = apsw.Connection(str(foreign))
    theirs.execute("CREATE TABLE accounts(name TEXT)")
    theirs.close()
    for file in (empty, foreign):
        before = file.read_bytes()
        done = run((*words, str(file), *(["x"] if words[0] == "books" else [])))
        assert (done.returncode, done.stderr) == (2, f"store: {file} holds no journal of ours\n")
        assert file.read_bytes() == before


def test_the_demonstration_names_the_port_it_took() -> None:
    with socket.create_server(("127.0.0.1", 0)) as place:
        port = place.getsockname()[1]
        assert (port > 0, address_of(place)) == (True, f"http://127.0.0.1:{port}")


@pytest.mark.parametrize(
    ("words", "module", "extra"),
    [
        ("serve", "uvicorn", "site"),
        ("serve backup FILE copy.db", "apsw", "site"),
        ("serve restore FILE copy.db", "apsw", "site"),
        ("serve backup postgresql://127.0.0.1:1/x copy.db", "psycopg", "postgres"),
        ("journal verify FILE", "apsw", "site"),
        ("books balance FILE", "apsw", "site"),
        ("demo site --folder FOLDER", "argon2", "site"),
        ("serve hash --password x", "argon2", "site"),
    ],
)
def test_what_is_not_installed_is_told_with_its_extra(
    words: str, module: str, extra: str, tmp_path: Path
) -> None:
    file = tmp_path / "site.db"
    mark = b"SQLite format 3\0" + bytes(52) + b"eyes"
    file.write_bytes(mark)
    filled = words.replace("FILE", str(file)).replace("FOLDER", str(tmp_path / "demo"))
    without = (
        f"import sys; sys.modules[{module!r}] = None; from eyesdown.cli.main import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", without, *filled.split()],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    said = f"stopped: {module} is missing: pip install 'eyesdown[{extra}]'\n"
    assert (done.returncode, done.stderr) == (3, said)
    assert [path.name for path in tmp_path.iterdir()] == ["site.db"], "and nothing is begun"


def test_every_extra_is_known_by_what_it_brings() -> None:
    """A package that is installed with an extra is known by its name, or nothing would be told."""
    extras = set(metadata.metadata("eyesdown").get_all("Provides-Extra") or ())
    assert set(EXTRA_OF.values()) == extras


@pytest.mark.parametrize("words", [("--version",), ("keno", "check"), ("rules", "list")])
def test_without_asserts_nothing_is_run(words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-O", "-m", "eyesdown", *words],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert "python -O" in done.stderr


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("kneo", "'keno'"),
        ("card", "'cards'"),
        ("verify", "'cards verify' or 'journal verify'"),
        ("bing", "'odds bingo' or 'simulate bingo' or 'demo bingo'"),
        ("zzz", ""),
    ],
)
def test_a_misspelt_noun_brings_the_near_ones(word: str, near: str) -> None:
    done = CliRunner().invoke(eyesdown, [word])
    assert done.exit_code == 2
    assert f"No such command '{word}'." in done.output
    assert ("Did you mean" in done.output) == bool(near)
    assert near in done.output


def test_an_interrupt_while_the_program_loads_leaves_no_trace(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupted:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "eyesdown.cli.main":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "eyesdown.cli.main")
    monkeypatch.setattr(sys, "meta_path", [Interrupted(), *sys.meta_path])
    with pytest.raises(SystemExit) as ended:
        start()
    assert (ended.value.code, capsys.readouterr().err) == (130, "stopped\n")
