"""An Entry and its prizes as the records of the store give them, once it has left memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eyesdown.keno.claims.commands import PayClaimForm
from eyesdown.keno.sales.events import EntryAccepted, EntryCancelled
from eyesdown.keno.state.memory import differs
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.prizes import Prize, PrizeState
from eyesdown.keno.words.tickets import EntryRecord, Overdue, StoredEntry
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Channel


def entry_from_store(
    accepted: EntryAccepted,
    ticket: str,
    renewals: tuple[str, ...],
    *,
    cancelled: EntryCancelled | None,
    excluded: bool,
    anonymous: bool,
) -> EntryRecord:
    """The record of an Entry: the sale, with what happened to it since.

    `ticket` is the serial that the player holds, empty once it was paid and handed in; an Entry is
    excluded if its receipt was never delivered.
    """
    gross, ends_before = accepted.cost_cents, None
    if excluded:
        gross, ends_before = 0, accepted.first_game
    elif cancelled is not None:
        gross, ends_before = cancelled.gross_cents, cancelled.from_game
    return EntryRecord(
        entry=accepted.entry,
        at=accepted.at,
        site=accepted.site,
        keno_day=accepted.keno_day,
        first_game=accepted.first_game,
        gross_cents=gross,
        used=accepted.used,
        staked=accepted.staked,
        location=accepted.location,
        completed_at=None if excluded else accepted.at,
        ends_before=ends_before,
        anonymous=anonymous,
        ticket=ticket,
        renewals=renewals,
    )


def tickets_since(
    serial: str, handed_in: Callable[[str], str | None]
) -> tuple[str, tuple[str, ...]]:
    """The ticket of an Entry that the player holds, and its continuation tickets in order.

    `handed_in` gives the ticket that replaced one: another serial, an empty string for none, or
    None while the player still holds it.

    >>> tickets_since("A", {"A": "B", "B": "C"}.get), tickets_since("A", {"A": ""}.get)
    (('C', ('B', 'C')), ('', ()))
    """
    out, renewals = serial, list[str]()
    while out and (instead := handed_in(out)) is not None:
        assert instead not in (serial, *renewals), f"{instead} was given out twice"
        out = instead
        renewals += [instead] if instead else []
    return out, tuple(renewals)


def prize_from_store(accepted: EntryAccepted, settled: Prize, *, unclaimed: bool) -> Prize:
    """A prize with its present state, from its newest record and whether it has expired since.

    A web prize that waits for nothing reached its account with the settlement, which leaves no
    record of its own.
    """
    if settled.state is not PrizeState.PAYABLE:
        return settled
    if accepted.entry.channel == Channel.INTERNET:
        return replace(settled, state=PrizeState.PAID)
    return replace(settled, state=PrizeState.UNCLAIMED) if unclaimed else settled


def changed_in_store(state: KenoState, command: Any) -> str:
    """The ticket of which a command carries something else than the journal has; empty if none."""
    reading = command.kept
    if not isinstance(reading, StoredEntry | Overdue | None):
        return ""
    form = state.forms.get(command.form) if isinstance(command, PayClaimForm) else None
    asked = form.serial if form is not None else getattr(command, "serial", "")
    return differs(state, reading, asked)
