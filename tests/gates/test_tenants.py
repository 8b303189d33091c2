"""Site and frame know tenants only: no file outside a tenant's folder names a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import eyesdown

HOME = Path(eyesdown.__file__).parent
GAME = re.compile(r"keno|bingo|housie", re.IGNORECASE)

TENANTS = ("central/keno", "central/hall", "central/family")
"""Folders of central that belong to a tenant."""

GAMES_BY_NEED = {
    "central/site/verify_draw.py": "stands alone in an inspector's hands and names what it checks",
}

WEB_FRAME = ("web/frame",)
WEB_API = ("command_reader", "openapi", "schemas", "vocabulary")
"""The parts of the API that know no game. Its other modules, `web/app.py`, and the pages in
web/keno, web/counter, web/terminal, web/office and web/public are keno's."""


def _files() -> list[str]:
    every = [path.relative_to(HOME).as_posix() for path in (HOME / "central").rglob("*.py")]
    central = [name for name in every if not name.startswith(TENANTS)]
    frame = [
        path.relative_to(HOME).as_posix()
        for folder in WEB_FRAME
        for path in (HOME / folder).rglob("*.py")
    ]
    return sorted({*central, *frame, *(f"web/api/{name}.py" for name in WEB_API)})


@pytest.mark.parametrize("name", [name for name in _files() if name not in GAMES_BY_NEED])
def test_no_game_is_named_outside_a_tenants_folder(name: str) -> None:
    text = (HOME / name).read_text("utf-8")
    named = [
        f"{name}:{n}: {line.strip()}"
        for n, line in enumerate(text.split("\n"), 1)
        if GAME.search(line)
    ]
    assert named == []


def test_every_exception_is_still_needed() -> None:
    for name in GAMES_BY_NEED:
        assert GAME.search((HOME / name).read_text("utf-8")), name


def test_a_name_of_a_game_is_noticed() -> None:
    assert GAME.search("from eyesdown.central.keno import machine")
    assert GAME.search("class KenoSite")
    assert not GAME.search("a tenant's machine")
