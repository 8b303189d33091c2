"""docs/json.md names every command that answers in JSON, and the fields it answers with."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from eyesdown.cli.main import eyesdown

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "json.md").read_text("utf-8")
ROWS = dict(re.findall(r"^\| `([a-z]+ [^`]*)` \| (.*) \|$", PAGE, re.MULTILINE))

BET = {"type": "regular", "spots": [1, 2], "subscription_cents": 100}
GAME = str(ROOT / "tests" / "goldens" / "nz-session.eyes")

TICKET = {
    "rows": [
        [7, 0, 23, 33, 40, 0, 63, 0, 0],
        [8, 10, 0, 0, 44, 0, 0, 71, 85],
        [0, 14, 0, 38, 0, 51, 64, 77, 0],
    ]
}
ASKED: dict[str, tuple[str, Any]] = {
    "rules list --json": ("rules list --json", None),
    "rules coverage --json": ("rules coverage --json", None),
    "rules show BOOK CLAUSE --json": ("rules show nsw-keno 15(k):down --json", None),
    "rules search WORDS --json": ("rules search rounding --json", None),
    "rules why CODE --json": ("rules why claim/late --json", None),
    "rules diff --from DAY --to DAY --json": (
        "rules diff --from 2025-01-01 --to 2026-06-01 --json",
        None,
    ),
    "keno check --spots NUMBERS --drawn NUMBERS --json": (
        f"keno check --spots 1,2 --drawn {','.join(map(str, range(1, 21)))} --json",
        None,
    ),
    "keno results NUMBERS --json": (
        f"keno results {' '.join(map(str, range(1, 21)))} --json",
        None,
    ),
    "keno prizes --json": ("keno prizes --json", None),
    "keno price FILE --json": ("keno price --json", {"bet": BET}),
    "odds keno --json": ("odds keno --bet regular+bonus/10 --json", None),
    "odds ticket FILE --json": ("odds ticket --json", {"bet": BET}),
    "odds bingo --json": ("odds bingo --pattern house --json", None),
    "odds randomness --json": ("odds randomness --games 1000 --seed 1 --json", None),
    "simulate keno MIX --json": (
        "simulate keno - --games 1 --workers 1 --json",
        {"entries": {"regular/3": 1}},
    ),
    "simulate bingo PROGRAMME --json": (
        "simulate bingo - --sequences 1 --workers 1 --json",
        {"book": "family-bingo", "players": 2},
    ),
    "cards find NAME --card N --json": ("cards find {folder}/white --card 1 --json", None),
    "cards verify NAME --json": ("cards verify {folder}/white --json", None),
    "cards check FILE": ("cards check", {"rows": [[1] * 9] * 3}),
    "cards check FILE --calls NUMBERS --json": ("cards check --calls 7 --json", TICKET),
    "play FILE --json": (f"play {GAME} --json", None),
    "play FILE --hall --json": (f"play {GAME} --hall --json", None),
    "play FILE --books --json": (f"play {GAME} --books --json", None),
}
ELSEWHERE = ("books ", "journal ", "bench ")  # a store or a clock is needed: their own tests


def _commands(command: click.Command, name: str = "") -> Iterator[tuple[str, click.Command]]:
    yield name.strip(), command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for word in command.list_commands(context):
            below = command.get_command(context, word)
            assert below is not None
            yield from _commands(below, f"{name} {word}")


def test_every_command_with_json_is_on_the_page() -> None:
    listed = [row for row in ROWS if "--json" in row]
    missing = [
        name
        for name, command in _commands(eyesdown)
        if any("--json" in parameter.opts for parameter in command.params)
        and not any(row.startswith(f"{name} ") for row in listed)
    ]
    assert missing == []
    assert [row for row in ROWS if not row.startswith(ELSEWHERE)] == list(ASKED)


@pytest.mark.parametrize("row", ASKED)
def test_a_command_answers_with_the_fields_on_the_page(row: str, tmp_path: Path) -> None:
    words, given = ASKED[row]
    runner = CliRunner()
    if "{folder}" in words:
        made = f"cards series --serial 7 --colour white --books 1 --out {tmp_path}/white"
        assert runner.invoke(eyesdown, made.split()).exit_code == 0
    told = runner.invoke(
        eyesdown,
        words.replace("{folder}", str(tmp_path)).split(),
        input=None if given is None else json.dumps(given),
    )
    first = json.loads(told.stdout.splitlines()[0])
    shape = re.search(r"`(\[?)\{([^}]*)\}", ROWS[row])
    assert shape is not None
    assert isinstance(first, list) == bool(shape[1])
    fields = shape[2].split(", ")
    known = set(first[0] if shape[1] else first)
    assert {field for field in fields if not field.endswith("?")} <= known
    if given is None:  # what came in, and what a programme asked for, stands beside the answer
        assert known <= {field.removesuffix("?") for field in fields}
