"""What a settlement writes down beside the amounts: each prize's particulars, and every purse."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from eyesdown.control.keno.commissions import carry_commission
from eyesdown.control.keno.tally import Tally
from eyesdown.keno.games.events import GameSettled
from eyesdown.keno.words.prizes import Prize, PrizeState
from eyesdown.kernel.written import replace

WEB_WAITS_FROM_CENTS = 10_000_00
PAYABLE = "prizes:payable"
ELSEWHERE = "jurisdiction:elsewhere"
BONUS_PRIZES = "fund:bonus_prizes"
FUND = "fund"
ROUNDING = "fund:rounding"
LICENSEES = "licensees"


def prizes_differ(tally: Tally, settled: GameSettled, largest: Mapping[str, int]) -> str:
    """Whether each prize is of this game and day, waits where it must, and is not verified yet.

    `largest` is an entry's largest jackpot prize, which may have to be verified.
    """
    game, day = settled.game, tally.days[settled.game]
    for prize in settled.prizes:
        state, jackpot = _state(tally, game, prize), largest.get(prize.serial, 0)
        due = replace(
            prize,
            game=game,
            keno_day=day,
            state=state,
            largest_jackpot_cents=jackpot,
            verified_by="",
        )
        if prize != due:
            expected = f"{state}, of {day} and unverified, its jackpot prize {jackpot} cents"
            return f"game {game}: the prize of {prize.serial} should be {expected}"
    return ""


def _state(tally: Tally, game: int, prize: Prize) -> PrizeState:
    if prize.serial in tally.out[game]:
        return PrizeState.BARRED
    on_the_web = tally.entries[prize.serial].entry.channel == "internet"
    waits = on_the_web and prize.cents >= WEB_WAITS_FROM_CENTS
    return PrizeState.PENDING if waits else PrizeState.PAYABLE


def money_differs(tally: Tally, settled: GameSettled, left_cents: Fraction) -> str:
    """Whether the money came from what gave it and went to the winners; the fund pays the rest.

    `left_cents` is what rounding has left of the lines.
    """
    out = tally.out[settled.game]
    won = [tally.extras[name] for name in settled.extras]
    paid = [prize for prize in settled.prizes if prize.serial not in out]
    on_top = sum(line.cents for prize in paid for line in prize.lines if line.extra)
    due: dict[str, int | Fraction] = {
        PAYABLE: sum(prize.cents for prize in paid),
        ROUNDING: left_cents + sum(extra.cents for extra in won) - on_top,
        BONUS_PRIZES: -sum(extra.cents for extra in won if extra.bonus),
        ELSEWHERE: sum(jackpot.elsewhere_cents for jackpot in settled.jackpots),
    }
    for jackpot in settled.jackpots:
        purse = f"{'pool' if jackpot.pooled else 'growth'}:{jackpot.jackpot}"
        due[purse] = -jackpot.cents - jackpot.elsewhere_cents
        source = jackpot.guarantee_from
        due[source] = due.get(source, 0) - jackpot.guarantee_cents
    for carried in settled.carried:
        if not carried.refusals:  # a Subscription again, of which the Venue keeps its part
            commission = carry_commission(tally, settled.game, carried)
            if carried.carry.commission_cents != commission:
                recorded = carried.carry.commission_cents
                return (
                    f"game {settled.game}, Commission on what {carried.serial} carries: "
                    f"counted {commission} cents, recorded {recorded}"
                )
            own = f"venue:{tally.entries[carried.serial].entry.venue}:commission"
            due[own] = due.get(own, 0) + commission
            due[LICENSEES] = due.get(LICENSEES, 0) + carried.carry.cents - commission
    # All else is known by now, so the fund's amount follows: a group of postings adds up to 0.
    due[FUND] = -sum(due.values())
    booked: dict[str, int | Fraction] = {}
    for amount in settled.money:
        booked[amount.purse] = booked.get(amount.purse, 0) + amount.cents
    for purse in sorted(due.keys() | booked.keys()):
        wanted, posted = due.get(purse, 0), booked.get(purse, 0)
        if wanted != posted:
            return f"game {settled.game}, {purse}: counted {wanted} cents, posted {posted}"
    return ""
