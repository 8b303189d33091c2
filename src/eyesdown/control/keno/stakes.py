"""What a bet stakes, counted combination by combination."""

from __future__ import annotations

from collections.abc import Iterator

from eyesdown.control.keno.prizes import JACKPOT_SPOTS, RACING_JACKPOTS, forecasts, unions
from eyesdown.control.keno.tally import Bet
from eyesdown.keno.bets.bet import Combination, HeadsOrTails, Keno2, Racing, Regular, Roulette


def stakes(bet: Bet) -> Iterator[tuple[str, str, int]]:
    """Category, jackpot and cents of everything a bet stakes."""
    staked = bet.bet
    each = staked.subscription_cents
    category = "I"
    jackpots = [""]
    match staked:
        case HeadsOrTails() | Roulette():
            category = "Q"
        case Regular(spots):
            jackpots = [_spot_jackpot("regular", len(spots))]
        case Keno2(spots):
            category, jackpots = "L", [_spot_jackpot("keno2", len(spots))]
        case Combination():
            category = "L" if staked.game == "keno2" else "I"
            jackpots = [_spot_jackpot(staked.game, len(spots)) for spots in unions(staked)]
        case Racing():
            name = f"racing/{staked.bet}" if staked.bet in RACING_JACKPOTS else ""
            jackpots = [name for _ in forecasts(staked)]
        case _:
            pass
    for jackpot in jackpots:
        yield category, jackpot, each
        if bet.carry is None and staked.bonus:
            yield "I", "", each
    if bet.carry is not None:
        yield "I", "", bet.carry.bonus_cents


def _spot_jackpot(game: str, spots: int) -> str:
    return f"{game}/{spots}" if spots in JACKPOT_SPOTS else ""
