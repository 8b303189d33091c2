"""What a bet stakes, counted combination by combination."""

from __future__ import annotations

from collections.abc import Iterator

from eyesdown.control.keno.prizes import JACKPOT_SPOTS, RACING_JACKPOTS, forecasts, unions
from eyesdown.control.keno.tally import Bet
from eyesdown.keno.bets.bet import Combination, HeadsOrTails, Keno2, Racing, Regular, Roulette


def stakes(bet: Bet) -> Iterator[tuple[str, str, int]]:
    """Category, jackpot and cents of everything a bet stakes."""
    one = bet.bet
    each = one.subscription_cents
    category = "I"
    jackpots = [""]
    match one:
        case HeadsOrTails() | Roulette():
            category = "Q"
        case Regular(spots):
            jackpots = [_spot_jackpot("regular", len(spots))]
        case Keno2(spots):
            category, jackpots = "L", [_spot_jackpot("keno2", len(spots))]
        case Combination():
            category = "L" if one.game == "keno2" else "I"
            jackpots = [_spot_jackpot(one.game, len(spots)) for spots in unions(one)]
        case Racing():
            name = f"racing/{one.bet}" if one.bet in RACING_JACKPOTS else ""
            jackpots = [name for _ in forecasts(one)]
        case _:
            pass
    for jackpot in jackpots:
        yield category, jackpot, each
        if bet.carry is None and one.bonus:
            yield "I", "", each
    if bet.carry is not None:
        yield "I", "", bet.carry.bonus_cents


def _spot_jackpot(game: str, spots: int) -> str:
    return f"{game}/{spots}" if spots in JACKPOT_SPOTS else ""
