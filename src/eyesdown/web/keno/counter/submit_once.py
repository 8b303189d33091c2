"""Commands of pages: done once, however often a button is pressed and in however many tabs."""

from __future__ import annotations

from functools import partial
from typing import Any

from eyesdown.central.keno import lookups
from eyesdown.central.keno.machine import COMMANDS, EVENTS
from eyesdown.central.keno.rights import AMOUNT_CENTS_MAX, check_amount
from eyesdown.central.site.credentials import NotAllowed
from eyesdown.display.keno.settings import hours_shown
from eyesdown.display.refusals import RefusalShown, refusal_shown
from eyesdown.kernel.cite import Facts
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.money import dollars
from eyesdown.kernel.refused import Refused, refusals_in
from eyesdown.kernel.written import Written, replace
from eyesdown.web.frame.people import Person
from eyesdown.web.frame.problems import LOG, is_odd
from eyesdown.web.keno.context import KenoWeb

SET_BY_THE_SITE: dict[str, frozenset[str]] = {
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
"""Fields that the site fills in, so they differ between two presses of one button."""


class IdReused(Exception):
    """The id was used before, for something else; `events` are those of the first use."""

    def __init__(self, events: tuple[Any, ...]) -> None:
        super().__init__("this id was used for something else")
        self.events = events


def command_id(person: Person, slip: str) -> str:
    """The id of a slip's command: pages of two terminals may make the same slip id."""
    return f"{person.terminal}/{slip}"


async def submit_once(web: KenoWeb, person: Person, slip: str, command: Any) -> tuple[Any, ...]:
    """The events of a command, from the first time its slip was sent.

    The page makes the slip's id, the site makes the serials and the time inside the command. A
    second press arrives with other serials: it is the same action if everything else is equal.
    """
    slip_id = command_id(person, slip)
    if hasattr(command, "by") and not command.by:
        command = replace(command, by=person.name)
    if person.role in AMOUNT_CENTS_MAX:
        _check_amount(web, person, command)
    try:
        events = await web.submit(command, slip_id)
    except BadInput as wrong:
        if wrong.field != "command_id":
            raise
    else:
        _note_odd(web, command, events)
        return events
    row = await web.ask_site(lambda site: site.store.find([slip_id])[slip_id])
    events = EVENTS.read_all(row.events)
    if _bare(COMMANDS.read(row.command)) != _bare(command):
        raise IdReused(events)
    return events


SPENT = {
    "claim/already_paid": "serial",
    "receipt/not_valid": "receipt",
    "voucher/not_valid": "voucher",
}
"""Refusals of papers that may have been spent, and the fact with the serial."""


async def shown_at_desk(web: KenoWeb, event: Any) -> list[RefusalShown]:
    """The refusals of an event, with venues by their names and hours, and when a paper was used."""
    if not isinstance(event, Refused):
        return []
    shown = []
    venues = await web.ask_state(lambda site: {**site.keno.venues})
    for refusal in event.refusals:
        at = None
        if refusal.code in SPENT:
            serial = str(dict(refusal.facts)[SPENT[refusal.code]])
            at = await web.ask_site(partial(lookups.spent_at, serial=serial))
        besides: Facts = (("spent_at", at.isoformat()),) if at is not None else ()
        for name, value in refusal.facts:
            if value in venues:
                venue = venues[str(value)]
                besides += ((name, venue.name), ("hours", hours_shown(venue)))
        shown.append(refusal_shown(refusal, besides))
    return shown


def _check_amount(web: KenoWeb, person: Person, command: Any) -> None:
    """The same bound on an amount as at the API; BadInput in a cashier's words."""
    most = AMOUNT_CENTS_MAX[person.role]
    try:
        check_amount(most, command)
    except NotAllowed:
        web.counts["odd_amounts"] += 1
        raise BadInput("amount", f"is more than {dollars(most)}; check it") from None


def _note_odd(web: KenoWeb, command: Any, events: tuple[Any, ...]) -> None:
    """Log and count an amount that a ceiling refused."""
    if any(is_odd(no.code) for no in refusals_in(events)):
        web.counts["odd_amounts"] += 1
        LOG.warning("odd amount", extra={"kind": type(command).__name__})


def _bare(value: Any) -> Any:
    """The value without the fields that the site fills in."""
    if isinstance(value, tuple):
        return tuple(_bare(inner) for inner in value)
    if not isinstance(value, Written):
        return value
    name = type(value).__name__
    ours = SET_BY_THE_SITE.get(name, frozenset({"at"})) | {"kept", "approval"}
    names = [field for field in value.__struct_fields__ if field not in ours]
    return name, {field: _bare(getattr(value, field)) for field in names}
