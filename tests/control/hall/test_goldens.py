"""Control agrees with every golden night, and reads the books' patterns as the rules do."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from eyesdown.bingo.events import Event
from eyesdown.control.hall.follow import follow
from eyesdown.control.hall.reading import read_book
from eyesdown.control.hall.sales import count_sales
from eyesdown.control.hall.tally import Tally
from eyesdown.control.hall.undone import forget
from eyesdown.control.hall.winners import count_winners
from eyesdown.notation.document import Asked, parse
from eyesdown.notation.player import play
from eyesdown.proof.hall.setting import NSW, NZ, VIC
from eyesdown.rulebooks import SHELF

DAY = date(2026, 6, 1)
GOLDENS = sorted(
    path
    for book in ("nz", "vic", "nsw")
    for path in (Path(__file__).parents[2] / "goldens").glob(f"{book}-*.eyes")
)


def rows_of(path: Path) -> tuple[Tally, list[tuple[int, Event]]]:
    """A tally with the settings of a script, and the events of its rows."""
    script = parse(path.read_text("utf-8"))
    asked = [item for item in play(script) if isinstance(item, Asked)]
    tally = Tally(script.book)
    tally.settings = script.settings or tally.settings
    events = [(row, event) for row, item in enumerate(asked, start=1) for event in item.events]
    return tally, events


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_control_counts_what_the_rules_say_after_every_row(path: Path) -> None:
    tally, events = rows_of(path)
    ended: list[int] = []
    for place, (row, event) in enumerate(events):
        follow(tally, row, event)
        if place + 1 < len(events) and events[place + 1][0] == row:
            continue
        for name, session in tally.sessions.items():
            for number, game in session.games.items():
                if game.changed == row or game.phase == "closed":
                    assert count_winners(tally, name, number).because == ""
                    ended.append(number)
                assert count_sales(tally, name, number).because == ""
    assert tally.differences == []
    assert ended or not tally.sessions or "refused" in path.stem


def test_a_forgotten_session_leaves_nothing() -> None:
    tally, events = rows_of(GOLDENS[0].with_name("nsw-session.eyes"))
    for row, event in events:
        follow(tally, row, event)
    for name in list(tally.sessions):
        forget(tally, name)
    assert tally.sessions == {}
    assert not any(pool.fed or pool.must_go for pool in tally.pools.values())


@pytest.mark.parametrize("book", [NZ, VIC, NSW])
def test_patterns_read_twice_are_won_alike(book: str) -> None:
    rules: Any = SHELF.open(book, DAY)
    shapes, dice = read_book(book, DAY).shapes, Random(1)
    assert shapes.keys() == rules.patterns.keys()
    for name, pattern in rules.patterns.items():
        for _ in range(500):
            marks = dice.getrandbits(15) | dice.getrandbits(15)
            places = frozenset(place for place in range(15) if marks >> place & 1)
            assert shapes[name].done(places) == pattern.won(marks), (name, marks)
