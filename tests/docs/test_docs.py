"""Every command shown in the README and the docs is run, and prints what is shown."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def _shown() -> list[tuple[str, str, str]]:
    """Page, command and expected output of every `$ eyesdown` line shown."""
    found = []
    for page in PAGES:
        for block in BLOCK.findall(page.read_text("utf-8")):
            for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = step.partition("\n")
                if command.startswith(("eyesdown", "echo", "printf")):
                    found.append((page.name, command, output))
    return found


@pytest.mark.parametrize(
    ("page", "command", "expected"),
    [pytest.param(*shown, id=f"{shown[0]} {shown[1][:40]}") for shown in _shown()],
)
def test_a_shown_command_prints_what_is_shown(
    page: str, command: str, expected: str, tmp_path: Path
) -> None:
    ours = f"{shlex.quote(sys.executable)} -m eyesdown"
    line = re.sub(r"(^|\| )eyesdown\b", rf"\1{ours}", command)
    env = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONUTF8": "1"}
    done = subprocess.run(
        line, shell=True, cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    got = done.stdout + done.stderr
    checker = doctest.OutputChecker()
    assert checker.check_output(expected, got, FLAGS), f"{page}: {command}\n{got}"


def test_the_readme_shows_commands() -> None:
    """Guards the reader above: a block it cannot see would be a promise nobody keeps."""
    assert any(page == "README.md" for page, _, _ in _shown())
