"""An Entry put together again from what a store has of it, once it has left memory."""

from __future__ import annotations

from collections.abc import Callable

from eyesdown.keno.events import EntryAccepted, EntryCancelled
from eyesdown.keno.words.records import Prize, PrizeState, Sold
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Channel


def stored(
    accepted: EntryAccepted,
    ticket: str,
    renewals: tuple[str, ...],
    *,
    cancelled: EntryCancelled | None,
    excluded: bool,
    anonymous: bool,
) -> Sold:
    """The Entry as it was sold, with what became of it.

    `ticket` is the serial that is out with the player, none once it was paid and kept; an Entry is
    excluded if its receipt was never delivered.
    """
    gross, ends_before = accepted.cost_cents, None
    if excluded:
        gross, ends_before = 0, accepted.first_game
    elif cancelled is not None:
        gross, ends_before = cancelled.gross_cents, cancelled.from_game
    return Sold(
        accepted.entry,
        accepted.at,
        accepted.site,
        accepted.keno_day,
        accepted.first_game,
        gross,
        accepted.used,
        accepted.staked,
        accepted.location,
        completed_at=None if excluded else accepted.at,
        ends_before=ends_before,
        anonymous=anonymous,
        ticket=ticket,
        renewals=renewals,
    )


def tickets_since(
    serial: str, handed_in: Callable[[str], str | None]
) -> tuple[str, tuple[str, ...]]:
    """The ticket of an Entry that is out with the player, and its continuation tickets in order.

    `handed_in` is what came instead of a ticket: another, none (an empty name), or None while it
    is out.

    >>> tickets_since("A", {"A": "B", "B": "C"}.get), tickets_since("A", {"A": ""}.get)
    (('C', ('B', 'C')), ('', ()))
    """
    out, renewals = serial, list[str]()
    while out and (instead := handed_in(out)) is not None:
        assert instead not in (serial, *renewals), f"{instead} was given out twice"
        out = instead
        renewals += [instead] if instead else []
    return out, tuple(renewals)


def prize_now(accepted: EntryAccepted, settled: Prize, *, unclaimed: bool) -> Prize:
    """A prize by its newest record, and whether it went to the unclaimed money since.

    A web prize that waits for nothing reached its account with the settlement, which leaves no
    record of its own.
    """
    if settled.state is not PrizeState.PAYABLE:
        return settled
    if accepted.entry.channel == Channel.INTERNET:
        return replace(settled, state=PrizeState.PAID)
    return replace(settled, state=PrizeState.UNCLAIMED) if unclaimed else settled
