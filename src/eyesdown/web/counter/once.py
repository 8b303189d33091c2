"""A deed that is done once, however often its button is pressed, from however many tabs."""

from __future__ import annotations

from typing import Any

from eyesdown.central.keno.machine import COMMANDS, EVENTS
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.written import Written
from eyesdown.web.frame.context import Web
from eyesdown.web.frame.people import Person

MADE_HERE: dict[str, frozenset[str]] = {
    "AcceptEntry": frozenset({"at", "change_serial"}),
    "Entry": frozenset({"serial"}),
    "PaySession": frozenset({"at", "continuations"}),
    "PayoutAsked": frozenset({"document"}),
    "SellGiftVoucher": frozenset({"at", "serial"}),
    "IssuePrepaidVoucher": frozenset({"at", "serial"}),
    "IssueReceipt": frozenset({"at", "serial"}),
    "LodgeClaimForm": frozenset({"at", "form"}),
    "CancelEntry": frozenset({"at", "replacement_serial"}),
}
"""What the door puts into a command itself, and so differs between two presses of one button."""


class Otherwise(Exception):
    """The id was used before, for something else; `events` is what came of that."""

    def __init__(self, events: tuple[Any, ...]) -> None:
        super().__init__("this id was used for something else")
        self.events = events


async def once(web: Web, person: Person, slip: str, command: Any) -> tuple[Any, ...]:
    """What came of a command the first time its slip was sent.

    A page makes the slip's id; the serials and the time inside the command are ours. So a second
    press arrives with other serials: it is the same deed if all the rest is the same.
    """
    command_id = f"{person.terminal}/{slip}"
    try:
        return await web.submit(command, command_id)
    except BadInput as wrong:
        if wrong.field != "command_id":
            raise
    row = await web.look_up(lambda site: site.store.find([command_id])[command_id])
    events = EVENTS.read_all(row.events)
    if _bare(COMMANDS.read(row.command)) != _bare(command):
        raise Otherwise(events)
    return events


def _bare(value: Any) -> Any:
    """The value without what the door made up."""
    if isinstance(value, tuple):
        return tuple(_bare(inner) for inner in value)
    if not isinstance(value, Written):
        return value
    name = type(value).__name__
    ours = MADE_HERE.get(name, frozenset({"at"})) | {"kept"}
    names = [field for field in value.__struct_fields__ if field not in ours]
    kept = {field: _bare(getattr(value, field)) for field in names}
    return name, kept
