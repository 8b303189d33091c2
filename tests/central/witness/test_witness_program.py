"""Copies of the record are compared, and one file of the standard library is a whole witness."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from eyesdown.central.witness.bundle import bundle
from eyesdown.central.witness.folder import WitnessFolder
from eyesdown.central.witness.run import compare
from eyesdown.proof.fairness.record_maker import RecordMaker


@pytest.fixture
def maker() -> RecordMaker:
    return RecordMaker.with_witnesses("Ada", "Bob")


def test_copies_are_compared_at_the_first_line_where_they_part(maker: RecordMaker) -> None:
    forked = [*maker.lines[:-1], b'{"kind":"x"}']
    assert compare({"ours": maker.lines, "theirs": maker.lines[:-1]}) == ""
    assert compare({"ours": maker.lines, "theirs": forked}).startswith("statement 3 differs")


def test_one_file_of_the_standard_library_does_it_all(maker: RecordMaker, tmp_path: Path) -> None:
    program, copy, fork = tmp_path / "witness.py", tmp_path / "copy", tmp_path / "fork"
    program.write_text(bundle())
    maker.played("1", "Ada")
    copy.write_bytes(b"\n".join(maker.lines))
    fork.write_bytes(b"\n".join([*maker.lines[:-1], maker.lines[-1].replace(b"00", b"01", 1)]))

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", str(program), *arguments]
        return subprocess.run(command, check=False, capture_output=True, text=True)

    held = run("check", str(copy))
    assert held.returncode == 0, held.stderr
    assert f"{len(maker.lines)} statements hold" in held.stdout
    assert run("check", str(copy), str(fork)).returncode == 1
    noted = f"{len(maker.lines)} · {maker.follower.hashes[-1][:16]}"
    for typed in (noted, f"Record {noted}", noted.upper()):
        assert run("check", str(copy), "--head", typed).returncode == 0
    assert "python witness.py run ada --site" in run("--help").stdout
    copy.write_bytes(b"\n".join(maker.lines[:-2]))
    cut = run("check", str(copy), "--head", noted)
    assert cut.returncode == 1
    assert f"is cut: it ends at statement {len(maker.lines) - 2} (noted {noted})" in cut.stdout
    other = run("check", str(copy), "--head", f"2:{'ab' * 8}")
    assert "has another statement 2" in other.stdout
    assert run("new", str(tmp_path / "w"), "--name", "Zoe").returncode == 0
    assert WitnessFolder.open(tmp_path / "w").name == "Zoe"
    assert run("check", str(tmp_path / "missing")).returncode == 2
