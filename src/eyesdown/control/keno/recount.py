"""A published game counted again, after control has dropped it from its tally."""

from __future__ import annotations

from dataclasses import dataclass

from eyesdown.control.keno.tally import Tally, follow
from eyesdown.control.keno.winners import count_winners
from eyesdown.keno.games.events import GameSettled

STRANGERS_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Recount:
    """What was settled for a game, and the first thing of it that control counts otherwise."""

    entries: int
    winners: int
    prizes_cents: int
    runs_on: int
    """Let it Runs that stake their prize again in the next game."""
    differs: str


def recount(tally: Tally, settled: GameSettled, missing: int = 0) -> Recount:
    """Every prize, jackpot, Let it Run and cent of a game, worked out again.

    `tally` is as it was before the game was settled; `missing` sealed tickets are not on record.
    """
    entries = len(tally.in_game.get(settled.game, ()))
    differs = f"{missing} sealed tickets are not on record" if missing else ""
    strangers = [prize.serial for prize in settled.prizes if prize.serial not in tally.entries] + [
        carried.serial for carried in settled.carried if carried.serial not in tally.entries
    ]
    if strangers:
        names = ", ".join(strangers[:STRANGERS_NAMED])
        # Without the entries behind these prizes nothing else can be counted.
        differs = differs or f"settled, but not among the sealed: {names}"
    else:
        follow(tally, settled)
        differs = differs or count_winners(tally, settled.game)
    return Recount(
        entries=entries,
        winners=len(settled.prizes),
        prizes_cents=sum(prize.cents for prize in settled.prizes),
        runs_on=sum(1 for carried in settled.carried if not carried.refusals),
        differs=differs,
    )
