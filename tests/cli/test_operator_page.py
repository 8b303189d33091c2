"""The page of an operator's first day, followed from an empty folder to a store on PostgreSQL."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

PAGE = Path(__file__).parents[2] / "docs" / "people" / "operator.md"
FILE = re.compile(
    r"^[^\n]*`(?P<name>[\w-]+\.toml)`[^\n]*\n\n```toml\n(?P<text>.*?)^```", re.MULTILINE | re.DOTALL
)
SECTION = re.compile(r"^## \d\. (?P<title>[^\n]+)\n(?P<text>.*?)(?=^## )", re.MULTILINE | re.DOTALL)
COMMANDS = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
PASSWORD = "correct horse battery"


@pytest.fixture
def environment(tmp_path: Path, postgres: str) -> dict[str, str]:
    """`eyesdown` is this tree's, the port is free, and the database is empty."""
    program = tmp_path / "bin" / "eyesdown"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m eyesdown "$@"\n')
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "EYESDOWN_PORT": "0", "DATABASE": postgres}


def sections() -> dict[str, str]:
    """The commands of each section; what is installed is here already."""
    text = PAGE.read_text("utf-8")
    return {
        section["title"]: "\n".join(
            line
            for block in COMMANDS.findall(section["text"])
            for line in block.splitlines()
            if not line.startswith("pip install")
        )
        for section in SECTION.finditer(text)
    }


@contextmanager
def started(command: str, folder: Path, environment: dict[str, str]) -> Iterator[str]:
    """A site that the page's command starts; its address."""
    [line] = command.split("\n")
    with subprocess.Popen(
        shlex.split(line), cwd=folder, env=environment, stderr=subprocess.PIPE, text=True
    ) as site:
        assert site.stderr is not None
        try:
            address = ""
            for message in map(json.loads, site.stderr):
                address = message.get("address", address)
                if message["says"] == "Application startup complete.":
                    break
            yield address
        finally:
            site.send_signal(signal.SIGTERM)
            site.stderr.read()
    assert site.returncode == 0


def test_the_first_day_is_followed_to_its_end(tmp_path: Path, environment: dict[str, str]) -> None:
    folder = tmp_path / "site"
    folder.mkdir()

    def run(script: str) -> str:
        done = subprocess.run(
            ["sh", "-ec", script],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    hashed = run(f"eyesdown serve hash --password '{PASSWORD}'").strip()
    files = {found["name"]: found["text"] for found in FILE.finditer(PAGE.read_text("utf-8"))}
    assert files.keys() == {"site.toml", "people.toml", "set-up.toml"}
    for name, text in files.items():
        (folder / name).write_text(text.replace('hash = "$argon2id$..."', hashed), "utf-8")
    do = sections()
    run(do["Say where things are"])
    set_up = run(do["Set the site up"])
    assert "5 to apply" in set_up
    assert "5 applied" in set_up
    with started(do["Start"], folder, environment) as address:
        form = {"name": "Wanda Writer", "password": PASSWORD}
        listening = httpx.HTTPTransport(retries=5)  # a moment after it said that it starts
        with httpx.Client(
            base_url=address, transport=listening, follow_redirects=True, timeout=60
        ) as browser:
            counter = browser.post("/sign-on", data=form)
        assert "Sell entries" in counter.text
        checked = run(do["Back up, check, restore"])
        assert checked.count("every keyed tag is right") == 3
    moved = run(do["Move to PostgreSQL"])
    assert "every keyed tag is right" in moved
