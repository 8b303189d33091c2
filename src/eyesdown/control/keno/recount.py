"""A published game counted again from its tickets, long after control forgot it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from eyesdown.control.keno.prizes import Won, games_played
from eyesdown.control.keno.tally import Entered, bets_of
from eyesdown.control.keno.winners import majors_of, paid_for
from eyesdown.keno.bets.bet import LetItRun
from eyesdown.keno.games.events import GameSettled


@dataclass(frozen=True, slots=True, kw_only=True)
class Recount:
    """What a recount saw. `differs` names the first entries whose prize is another."""

    entries: int
    winners: int
    prizes_cents: int
    """Of the entries that were recounted."""
    left_out: int
    """Entries that a jackpot or a Let it Run touches: their prize follows from other games too."""
    differs: tuple[str, ...]


DIFFERS_MAX = 20


def recount(
    entered: Iterable[tuple[str, Entered]],
    game: int,
    numbers: tuple[int, ...],
    day: date,
    settled: GameSettled,
) -> Recount:
    """Every entry's prize in a game worked out again, against what was settled."""
    won: dict[str, list[Won]] = {}
    runs: set[str] = set()
    for serial, entry in entered:
        won[serial] = [
            win
            for bet in bets_of(serial, entry, game)
            for win in games_played(bet.bet, numbers, day)
        ]
        if any(isinstance(line, LetItRun) for line in entry.entry.lines):
            runs.add(serial)
    majors = majors_of(win for wins in won.values() for win in wins)
    paid = {prize.serial: prize.cents for prize in settled.prizes}
    touched = runs | {barred.serial for barred in settled.barred or ()}
    touched |= {serial for serial, wins in won.items() if any(win.jackpot for win in wins)}
    differs, winners, total = [], 0, 0
    for serial, wins in won.items():
        if serial in touched:
            continue
        cents = sum(paid_for(win, majors) for win in wins)
        winners += cents > 0
        total += cents
        if cents != paid.get(serial, 0):
            differs.append(f"{serial}: counted {cents}, settled {paid.get(serial, 0)} cents")
    differs += [
        f"{serial}: settled, but not among the sealed" for serial in paid.keys() - won.keys()
    ]
    return Recount(
        entries=len(won),
        winners=winners,
        prizes_cents=total,
        left_out=len(touched & won.keys()),
        differs=tuple(differs[:DIFFERS_MAX]),
    )
