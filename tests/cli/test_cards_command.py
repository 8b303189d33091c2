"""The command `eyesdown cards`: what it writes and answers, and that nothing is left half done."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from eyesdown.cards import stream
from eyesdown.cli.cards.command import cards
from eyesdown.cli.outfile import whole_files
from eyesdown.kernel.errors import BadInput, EyesdownError

SERIES = ("--serial", "382558", "--colour", "red", "--games", "5", "--rulebook", "vic-bingo")
COLOURS = ("--game-colours", "red,blue,green,yellow,pink")


def run(*words: str, given: str | None = None) -> Result:
    return CliRunner().invoke(cards, words, input=given, catch_exceptions=True)


def refused(result: Result) -> BadInput:
    assert isinstance(result.exception, BadInput)
    assert result.exception.exit_code == 2
    return result.exception


@pytest.mark.parametrize("kind", ["strip90", "ticket90", "card75"])
def test_the_same_seed_gives_the_same_cards(kind: str, tmp_path: Path) -> None:
    first = run("make", "--kind", kind, "--count", "7", "--seed", "x", "--out", "-")
    again = run("make", "--kind", kind, "--count", "7", "--seed", "x", "--out", "-")
    other = run("make", "--kind", kind, "--count", "7", "--out", "-")
    assert first.exit_code == 0
    assert first.stdout == again.stdout != other.stdout
    assert len(first.stdout.splitlines()) == 7
    checked = run("check", "-", given=first.stdout)
    assert checked.exit_code == 0
    assert all(json.loads(line)["valid"] for line in checked.stdout.splitlines())


@pytest.mark.parametrize("medium", ["jsonl", "csv", "parquet", "pdf", "svg", "brf"])
def test_every_format_is_written_whole(medium: str, tmp_path: Path) -> None:
    out = tmp_path / f"cards.{medium}"
    result = run("make", "--count", "4", "--format", medium, "--title", "Hall", "--out", str(out))
    assert result.exit_code == 0, result.exception
    kept = ["cards.jsonl"] if medium in ("pdf", "svg", "brf") else []
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted([out.name, *kept])
    starts = {"parquet": b"PAR1", "pdf": b"%PDF", "csv": b"strip,card", "jsonl": b'{"tickets":'}
    assert out.read_bytes().startswith(starts.get(medium, b""))
    assert out.stat().st_size > 500


def test_parquet_carries_the_commitment_and_not_the_seed(tmp_path: Path) -> None:
    out = tmp_path / "a.parquet"
    run("make", "--count", "60000", "--seed", "secret", "--format", "parquet", "--out", str(out))
    said = pq.read_schema(out).metadata
    assert pq.read_metadata(out).num_rows == 60_000
    assert len(said[b"commitment"]) == 64
    assert b"secret" not in out.read_bytes()


@pytest.mark.parametrize("count", ["0", "-3"])
def test_a_count_below_one_is_bad_usage(count: str, tmp_path: Path) -> None:
    wrong = refused(run("make", "--count", count, "--out", str(tmp_path / "x")))
    assert wrong.field == "--count"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("name", "says"), [("x.doc", True), ("x.jsonl", False), ("x", False)])
def test_an_ending_that_names_no_format_is_not_passed_over(
    name: str, says: bool, tmp_path: Path
) -> None:
    result = run("make", "--count", "2", "--seed", "x", "--out", str(tmp_path / name))
    assert result.exit_code == 0
    assert ("is written as JSON Lines; --format names another" in result.stderr) == says
    assert len((tmp_path / name).read_text("utf-8").splitlines()) == 2


def test_a_path_that_cannot_be_written_is_bad_usage(tmp_path: Path) -> None:
    away = refused(run("make", "--count", "1", "--out", str(tmp_path / "no" / "x")))
    assert "cannot be written" in away.message
    folder = refused(run("make", "--count", "1", "--out", str(tmp_path)))
    assert "is a folder" in folder.message
    assert refused(run("make", "--count", "1", "--format", "pdf", "--out", "-")).field == "--out"


def test_a_logo_that_is_no_picture_leaves_nothing(tmp_path: Path) -> None:
    logo = tmp_path / "logo.png"
    logo.write_bytes(b"no picture")
    out = tmp_path / "x.pdf"
    words = ("make", "--count", "2", "--format", "pdf", "--logo", str(logo), "--out", str(out))
    assert refused(run(*words)).field
    assert [file.name for file in tmp_path.iterdir()] == ["logo.png"]


@pytest.mark.parametrize("trouble", [KeyboardInterrupt(), OSError(errno.ENOSPC, "full")])
def test_whatever_stops_the_work_leaves_no_file(
    trouble: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Iterator[Any]:
        yield from ()
        raise trouble

    monkeypatch.setattr(stream, "stream", broken)
    out = tmp_path / "x.jsonl"
    out.write_text("the old one")
    result = run("make", "--count", "5", "--out", str(out), "--overwrite")
    assert result.exit_code != 0
    assert [file.name for file in tmp_path.iterdir()] == ["x.jsonl"]
    assert out.read_text() == "the old one"


def test_a_full_disk_is_a_broken_machine(tmp_path: Path) -> None:
    def fill() -> None:
        with whole_files(str(tmp_path / "a"), str(tmp_path / "b")) as (first, _):
            first.write(b"half")
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(EyesdownError, match="the disk is full") as stopped:
        fill()
    assert stopped.value.exit_code == 3
    assert list(tmp_path.iterdir()) == []


def test_a_pipe_is_written_to_and_not_put_out_of_the_way(tmp_path: Path) -> None:
    """Or `--out /dev/null`, run by root, would leave a file where the device was."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        result = run("make", "--count", "1", "--seed", "x", "--out", str(pipe))
        assert result.exit_code == 0, result.exception
        assert os.read(reader, 10_000).startswith(b'{"tickets":')
    finally:
        os.close(reader)
    assert [file.name for file in tmp_path.iterdir()] == ["pipe"]
    assert pipe.is_fifo()


def test_a_seed_that_is_no_text_is_bad_usage() -> None:
    assert refused(run("make", "--count", "1", "--seed", "\udcff", "--out", "-")).field == "--seed"


def test_the_manifest_takes_its_name_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that dies in between must not leave a manifest without what it vouches for."""
    named: list[str] = []
    replace = Path.replace

    def noted(draft: Path, path: Path) -> Path:
        named.append(path.suffix)
        return replace(draft, path)

    monkeypatch.setattr(Path, "replace", noted)
    words = ("series", *SERIES, *COLOURS, "--books", "1", "--parquet", "--out", str(tmp_path / "s"))
    assert run(*words).exit_code == 0
    assert sorted(named) == [".csv", ".index", ".json", ".parquet", ".seed"]
    assert named[-1] == ".json"


@pytest.fixture
def made(tmp_path: Path) -> Path:
    base = tmp_path / "s"
    words = ("series", *SERIES, *COLOURS, "--books", "30", "--parquet", "--seed", "t")
    result = run(*words, "--out", str(base))
    assert result.exit_code == 0, result.exception
    return base


def test_a_series_is_made_found_and_proved(made: Path) -> None:
    names = sorted(file.name for file in made.parent.iterdir())
    assert names == ["s.csv", "s.index", "s.json", "s.parquet", "s.seed"]
    assert (made.parent / "s.seed").stat().st_mode & 0o777 == 0o600
    found = json.loads(run("find", str(made), "--card", "77", "--json").stdout)
    assert (found["serial"], found["card"], found["book"], found["game"], found["box"]) == (
        "382558",
        77,
        3,
        3,
        5,
    )
    assert found["colour"] == "green"
    numbers = ",".join(str(cell) for row in found["rows"] for cell in row if cell)
    assert json.loads(run("find", str(made), "--numbers", numbers, "--json").stdout) == found
    proved = run("verify", str(made), "--seed", "t", "--json")
    assert json.loads(proved.stdout) == {"valid": True, "cards": 900, "faults": []}
    by_file = run("verify", f"{made}.csv", "--seed-file", f"{made}.seed")
    assert by_file.exit_code == 0
    assert "all different" in by_file.stdout


def test_another_series_is_not_written_over(tmp_path: Path) -> None:
    words = ("series", *SERIES, *COLOURS, "--books", "1", "--out", str(tmp_path / "s"))
    assert run(*words).exit_code == 0
    files = {path: path.read_bytes() for path in tmp_path.iterdir()}
    no = refused(run(*words, "--seed", "other"))
    assert (no.field, "382558" in no.message) == ("--out", True)
    assert files == {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert run(*words[:-1], str(tmp_path / "s.csv")).exit_code == 0  # its files are others
    (tmp_path / "s.index").unlink()
    assert refused(run(*words, "--seed", "other")).field == "--out"
    (tmp_path / "s.json").write_bytes(b"{}")
    assert "is no series manifest" in refused(run(*words, "--seed", "other")).message
    (tmp_path / "s.json").unlink()
    assert run(*words, "--seed", "t").exit_code == 0
    assert run(*words, "--seed", "t").exit_code == 0


def test_what_is_not_there_is_answered_with_no(made: Path) -> None:
    assert run("find", str(made), "--card", "901").exit_code == 1
    assert run("find", str(made), "--card", "1", "--serial", "other").exit_code == 1
    assert run("find", str(made), "--card", "1", "--serial", "382558").exit_code == 0
    assert refused(run("find", str(made), "--numbers", "1,2,3")).field == "--numbers"
    assert refused(run("find", str(made), "--numbers", "a,b")).field == "--numbers"
    assert refused(run("find", str(made))).field == "find"
    assert refused(run("find", str(made.parent / "none"), "--card", "1")).field == "series"


@pytest.mark.parametrize("ending", ["csv", "index", "parquet"])
def test_one_altered_byte_is_found_out(made: Path, ending: str) -> None:
    path = Path(f"{made}.{ending}")
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 4
    path.write_bytes(bytes(raw))
    result = run("verify", str(made))
    assert result.exit_code == 1
    assert "not" in result.stdout


def test_an_altered_manifest_and_a_wrong_seed_are_found_out(made: Path) -> None:
    assert run("verify", str(made), "--seed", "another").exit_code == 1
    bad = made.parent / "bad.seed"
    bad.write_text("zz")
    assert refused(run("verify", str(made), "--seed-file", str(bad))).field == "--seed-file"
    path = Path(f"{made}.json")
    path.write_bytes(path.read_bytes().replace(b'"red"', b'"rad"', 1))
    told = run("verify", str(made), "--json")
    assert told.exit_code == 1
    assert json.loads(told.stdout)["faults"][0]["where"] == "manifest"
    assert refused(run("find", str(made), "--card", "1")).field == "manifest"


@pytest.mark.parametrize("rows", [0, 1, 5, 7])
def test_a_table_cut_short_is_found_out_wherever_it_ends(made: Path, rows: int) -> None:
    table = made.with_suffix(".csv")
    table.write_bytes(b"".join(table.read_bytes().splitlines(keepends=True)[: 1 + rows]))
    result = run("verify", str(made))
    assert result.exit_code == 1
    assert "is missing: the table ends" in result.stdout


def test_a_manifest_of_brackets_is_none(made: Path) -> None:
    made.with_suffix(".json").write_text("[" * 200_000)
    result = run("verify", str(made))
    assert result.exit_code == 1
    assert "manifest: is no series manifest" in result.stdout


def test_games_need_colours_by_their_rulebook(tmp_path: Path) -> None:
    few = ("--game-colours", "red,blue,green,yellow")
    out = ("--books", "2", "--out", str(tmp_path / "s"))
    too_few = refused(run("series", *SERIES, *few, *out)).message
    assert too_few == "5 games need 5 different colours (vic-bingo cl. 5(b)(ii))"
    assert refused(run("series", *SERIES, *out)).field == "--game-colours"
    assert refused(run("series", *SERIES, *COLOURS, *out, "--books", "0")).field == "--books"
    many = ("--games", f"{10**10}")
    assert refused(run("series", *SERIES, *COLOURS, *out, *many)).field == "--games"
    own = refused(run("series", *SERIES, *few, *out, "--colour-lookback", "3"))
    assert own.message == "vic-bingo sets it itself"
    assert list(tmp_path.iterdir()) == []
    nsw = (*SERIES, *few, *out, "--rulebook", "nsw-casino-bingo")
    assert refused(run("series", *nsw)).field == "--game-colours"
    assert run("series", *nsw, "--out", f"{tmp_path}/n", "--colour-lookback", "3").exit_code == 0
    own = ("--serial", "1", "--colour", "red", "--games", "2", "--rulebook", "nz-casino-bingo")
    assert run("series", *own, *out).exit_code == 0


def test_malformed_lines_are_answered_in_their_place() -> None:
    good = run("make", "--count", "1", "--seed", "x", "--out", "-").stdout
    result = run("check", "-", given=f'nonsense\n{good}{{"rows": 3}}\n{{"rows": [[1]]}}\n')
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [list(answer) for answer in answers] == [
        ["error"],
        ["valid", "faults", "warnings"],
        ["error"],
        ["valid", "faults", "warnings"],
    ]
    assert answers[1]["valid"]
    assert not answers[3]["valid"]
    assert result.exit_code == 1


@pytest.mark.parametrize("odd", ["1.5", "true", '"1"', "[1]", "1" + "0" * 5000])
def test_a_card_holds_whole_numbers_and_nothing_else(odd: str) -> None:
    card = run("make", "--kind", "card75", "--count", "1", "--seed", "x", "--out", "-").stdout
    first = json.loads(card)["rows"][0][0]
    spoiled = card.replace(f"[[{first},", f"[[{odd},")
    assert spoiled != card
    result = run("check", "-", given=f"{card}\n{spoiled}{'[' * 200_000}")
    good, *bad = (json.loads(line) for line in result.stdout.splitlines())
    assert good["valid"]
    assert [answer["error"]["field"] for answer in bad] == ["line", "line"]
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("name", "begins"), [("c.PDF", b"%PDF"), ("c.csv", b"strip,card,"), ("c.txt", b'{"tickets":')]
)
def test_cards_are_written_as_the_name_of_the_file_says(
    tmp_path: Path, name: str, begins: bytes
) -> None:
    out = tmp_path / name
    assert run("make", "--count", "1", "--out", str(out)).exit_code == 0
    assert out.read_bytes().startswith(begins)


@pytest.mark.parametrize("out", ["", "-", ".", "folder/"])
def test_a_series_needs_a_name_for_its_files(out: str) -> None:
    words = ("series", "--serial", "1", "--colour", "red", "--books", "1", "--out", out)
    wrong = run(*words).exception
    assert isinstance(wrong, BadInput)
    assert wrong.field == "--out"
