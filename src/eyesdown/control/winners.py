"""Counting a game's winners and money again before its result is published."""

from __future__ import annotations

from fractions import Fraction

from eyesdown.control.printed import printed
from eyesdown.control.prizes import Won, games_played
from eyesdown.control.tally import Bet, Tally, bets_in
from eyesdown.keno.bets import Keno2, Regular
from eyesdown.keno.events import GameSettled
from eyesdown.keno.records import ExtraPrize

MAJOR_ABOVE_CENTS = 1_000_00
MAJOR_TOTAL_MAX_CENTS = 3_000_000_00
STEP_CENTS = 10
PAYABLE = "prizes:payable"


def count_winners(tally: Tally, game: int) -> str:
    """The first thing about a settled game that differs; nothing when all agrees."""
    settled, numbers = tally.settled[game], tally.drawn[game]
    played = [(bet, list(games_played(bet.bet, numbers))) for bet in bets_in(tally, game)]
    everything = [won for _, wins in played for won in wins]
    majors = sum((won.cents for won in everything if won.cents > MAJOR_ABOVE_CENTS), Fraction(0))
    if majors != settled.major_cents:
        return f"game {game}: counted {majors} cents of Major Prizes, settled {settled.major_cents}"
    shares, wrong = _jackpot_shares(tally, game, everything)
    if wrong:
        return wrong
    counted: dict[tuple[str, int], int] = {}
    for bet, wins in played:
        for won in wins:
            exact = _pro_rated(won.cents, majors) + _share(won, shares)
            paid = int(exact // STEP_CENTS) * STEP_CENTS
            key = bet.serial, bet.line
            counted[key] = counted.get(key, 0) + paid
    return _compare(settled, counted) or _extras(tally, settled, [b for b, _ in played])


def _pro_rated(cents: Fraction, majors: Fraction) -> Fraction:
    """Rule 19(a) to (c): held to the cap together, none below a thousand dollars."""
    if cents <= MAJOR_ABOVE_CENTS or majors <= MAJOR_TOTAL_MAX_CENTS:
        return cents
    return max(cents / majors * MAJOR_TOTAL_MAX_CENTS, Fraction(MAJOR_ABOVE_CENTS))


def _share(won: Won, shares: dict[str, tuple[Fraction, Fraction]]) -> Fraction:
    """A jackpot winner's part, a cent of stake at a time."""
    if not won.jackpot:
        return Fraction(0)
    each, bonus_each = shares[won.jackpot]
    return won.stake_cents * (each + (bonus_each if won.bonus_jackpot else 0))


def _jackpot_shares(
    tally: Tally, game: int, everything: list[Won]
) -> tuple[dict[str, tuple[Fraction, Fraction]], str]:
    """For each jackpot won: what a cent of stake takes of it and of the bonus jackpot."""
    winners: dict[str, list[Won]] = {}
    for won in everything:
        if won.jackpot:
            winners.setdefault(won.jackpot, []).append(won)
    paid = {one.jackpot: one for one in tally.settled[game].jackpots}
    shares = {}
    for jackpot in sorted(winners.keys() | paid.keys()):
        if (jackpot in winners) != (jackpot in paid):
            who = "nobody" if jackpot in paid else "somebody"
            return {}, f"game {game}: {who} won {jackpot}, and that is not what was settled"
        pot = tally.pots[game].get(jackpot, Fraction(0))
        given = paid[jackpot]
        if given.cents + given.elsewhere_cents != pot:
            return {}, f"game {game}, {jackpot}: {pot} cents stood in it, {given.cents} were given"
        top_up = _top_up(tally, game, jackpot, pot)
        if top_up != given.guarantee_cents:
            return {}, f"game {game}, {jackpot}: the guarantee adds {top_up} cents"
        total = sum(won.stake_cents for won in winners[jackpot])
        bonus = sum(won.stake_cents for won in winners[jackpot] if won.bonus_jackpot)
        amount = given.cents + printed().fill[jackpot] + top_up
        flat = printed().bonus_jackpot[jackpot]
        shares[jackpot] = (amount / total, flat / bonus if bonus else Fraction(0))
    return shares, ""


def _top_up(tally: Tally, game: int, jackpot: str, pot: Fraction) -> Fraction:
    day = tally.days[game]
    promised = [
        one.cents
        for one in tally.guarantees
        if one.jackpot == jackpot and one.from_day <= day <= one.to_day
    ]
    kind, _, level = jackpot.partition("/")
    if kind == "racing":
        base = max(pays for (bet, _), pays in printed().racing.items() if bet == level)
    else:
        base = printed().spots[kind, int(level), int(level)]
    return max(
        Fraction(max(promised, default=0)) - base - printed().fill[jackpot] - pot, Fraction(0)
    )


def _compare(settled: GameSettled, counted: dict[tuple[str, int], int]) -> str:
    """Every line's prize; a Let it Run that goes on has its prize in what it carries."""
    found: dict[tuple[str, int], int] = {}
    for prize in settled.prizes:
        if prize.cents != sum(line.cents for line in prize.lines):
            return f"game {settled.game}: the lines of {prize.serial} do not add up to its prize"
        for line in prize.lines:
            if not line.extra:
                key = prize.serial, line.line
                found[key] = found.get(key, 0) + line.cents
    for carried in settled.carried:
        if not carried.refusals:
            found[carried.serial, carried.carry.line] = carried.carry.cents
    for key in sorted(counted.keys() | found.keys()):
        if counted.get(key, 0) != found.get(key, 0):
            return (
                f"game {settled.game}, entry {key[0]}, line {key[1] + 1}: counted "
                f"{counted.get(key, 0)} cents, settled {found.get(key, 0)}"
            )
    posted = sum(amount.cents for amount in settled.money if amount.purse == PAYABLE)
    due = sum(prize.cents for prize in settled.prizes)
    if posted != due:
        return f"game {settled.game}: {posted} cents were set aside for prizes of {due}"
    return ""


def _extras(tally: Tally, settled: GameSettled, played: list[Bet]) -> str:
    """Bonus Prizes and additional prizes: who meets the terms, and what each one's part is."""
    numbers = tally.drawn[settled.game]
    for name in settled.extras:
        extra = tally.extras[name]
        winners = [bet for bet in played if _meets(extra, bet, numbers)]
        total = sum(bet.bet.subscription_cents for bet in winners)
        due = sorted(
            (
                bet.serial,
                extra.cents * bet.bet.subscription_cents // total // STEP_CENTS * STEP_CENTS,
            )
            for bet in winners
        )
        given = sorted(
            (prize.serial, line.cents)
            for prize in settled.prizes
            for line in prize.lines
            if line.extra == name
        )
        if due != given:
            return f"game {settled.game}, {name}: counted {due}, settled {given}"
    return ""


def _meets(extra: ExtraPrize, bet: Bet, numbers: tuple[int, ...]) -> bool:
    one = bet.bet
    if not isinstance(one, Regular if extra.form == "regular" else Keno2):
        return False
    caught = sum(1 for spot in one.spots if spot in numbers)
    return (len(one.spots), caught) == (extra.spots, extra.caught)
