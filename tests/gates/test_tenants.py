"""Site and frame know tenants only: no file outside a tenant's folder names a game."""

from __future__ import annotations

import re
from pathlib import Path

import eyesdown

HOME = Path(eyesdown.__file__).parent
GAME = re.compile(r"keno|bingo|housie", re.IGNORECASE)

TENANTS = tuple(
    f"{room}/{tenant}/" for room in ("central", "web") for tenant in ("keno", "hall", "family")
)
"""Folders that belong to a kind of tenant."""

GAMES_BY_NEED = {
    "central/site/verify_draw.py": "stands alone in an inspector's hands and names what it checks",
    "web/public/rules.py": "shows the leaflet of the one book that has two languages",
}


def _files() -> list[str]:
    every = [
        path.relative_to(HOME).as_posix()
        for room in ("central", "web")
        for path in (HOME / room).rglob("*.py")
    ]
    return sorted(name for name in every if not name.startswith(TENANTS))


def test_no_game_is_named_outside_a_tenants_folder() -> None:
    named = [
        f"{name}:{n}: {line.strip()}"
        for name in _files()
        if name not in GAMES_BY_NEED
        for n, line in enumerate((HOME / name).read_text("utf-8").split("\n"), 1)
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
