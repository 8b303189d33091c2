"""An Entry put together again from what a store has of it, once it has left memory."""

from __future__ import annotations

from eyesdown.keno.events import EntryAccepted, EntryCancelled
from eyesdown.keno.records import Sold


def stored(
    accepted: EntryAccepted,
    ticket: str,
    *,
    cancelled: EntryCancelled | None = None,
    excluded: bool = False,
    anonymous: bool = False,
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
        completed_at=accepted.at,
        ends_before=ends_before,
        anonymous=anonymous,
        ticket=ticket,
    )
