"""A hall's journal written as a script, which plays to the same events."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from eyesdown.central.hall.machine import COMMANDS, EVENTS
from eyesdown.kernel.errors import BadInput
from eyesdown.notation.checking import differences
from eyesdown.notation.document import parse, print_script
from eyesdown.notation.exporting import JournalEntry, exported
from kit.hall_nights import numbers_held, play_to_the_end, prepare, sell, start
from kit.hall_site import HallDesk


def entries(desk: HallDesk) -> list[JournalEntry]:
    """Every row of the hall's journal."""
    commands, events = desk.tenant.machine.commands, desk.tenant.machine.events
    return [
        JournalEntry(row.seq, commands.read(row.command), events.read_all(row.events))
        for row in desk.store.rows()
    ]


def night() -> HallDesk:
    desk = HallDesk("vic-bingo")

    async def whole() -> None:
        async with desk.open():
            await prepare(desk)
            slips = {player: (await sell(desk, player, 4))["slip"] for player in ("ann", "bob")}
            await start(desk)
            await play_to_the_end(desk, await numbers_held(desk, slips))

    asyncio.run(whole())
    return desk


def test_a_night_on_the_site_is_a_script_that_checks() -> None:
    desk = night()
    text = print_script(exported("vic-bingo", entries(desk)))
    script = parse(text)
    assert list(differences(script)) == []
    assert print_script(script) == text
    assert "eyes down" in text
    assert "PrizeWon" in text


def test_a_session_that_is_not_there() -> None:
    with pytest.raises(BadInput, match="session"):
        exported("vic-bingo", entries(night())[:1], "wed")


def test_a_row_that_the_rules_do_not_give_again() -> None:
    listed = entries(night())
    sold = next(entry for entry in listed if type(entry.command).__name__ == "SellCards")
    changed: Any = [entry._replace(events=()) if entry is sold else entry for entry in listed]
    with pytest.raises(BadInput, match=f"row {sold.seq}"):
        exported("vic-bingo", changed)
    assert COMMANDS
    assert EVENTS
