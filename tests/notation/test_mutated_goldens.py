"""Golden games with lines left out, repeated and altered: the rules answer, and never fall over."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from eyesdown.kernel.errors import BadInput
from eyesdown.notation.document import Asked, Script, parse
from eyesdown.notation.playing import Play
from eyesdown.notation.shapes import hints_of

GOLDENS = sorted((Path(__file__).parents[1] / "goldens").glob("*.eyes"))


def altered(command: Any, words: list[str], dice: Random) -> Any:
    """The command with up to two fields changed to something near or strange."""
    fields = list(hints_of(type(command)))
    changes: dict[str, Any] = {}
    for field in dice.sample(fields, min(len(fields), dice.randint(0, 2))):
        value = getattr(command, field)
        if isinstance(value, bool):
            changes[field] = not value
        elif isinstance(value, int):
            changes[field] = dice.choice([0, 1, -1, value + 1, value * 2, 91, 10**9])
        elif type(value) is str:
            changes[field] = dice.choice(["nobody", *words])
        elif isinstance(value, tuple):
            changes[field] = dice.choice([(), value[:1], value + value[:1], value[::-1]])
        elif isinstance(value, datetime):
            changes[field] = value + timedelta(seconds=dice.choice([-3600, -1, 1, 7200]))
    values = {field: getattr(command, field) for field in fields}
    return type(command)(**{**values, **changes})


def mangled(script: Script, dice: Random) -> list[Any]:
    """The commands of a script, some missing, with altered ones put in between."""
    asked = [item.command for item in script.items if isinstance(item, Asked)]
    values = [getattr(one, field) for one in asked for field in hints_of(type(one))]
    words = sorted({value for value in values if type(value) is str and value})
    commands = []
    for command in asked:
        if dice.random() > 0.08:
            commands.append(command)
        while dice.random() < 0.4:
            commands.append(altered(dice.choice(asked), words, dice))
    return commands


def events_of(script: Script, commands: list[Any]) -> int:
    """How many events there were; anything but events or BadInput is a bug."""
    game, happened = Play.begin(script), 0
    for command in commands:
        with suppress(BadInput):
            happened += len(game.item(Asked(command, ())))
    return happened


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_whatever_is_asked_the_rules_answer(path: Path) -> None:
    script = parse(path.read_text("utf-8"))
    for seed in range(3):
        assert events_of(script, mangled(script, Random(seed))) > 20
