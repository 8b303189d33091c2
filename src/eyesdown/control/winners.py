"""Counting a game's winners and money again before its result is published."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from eyesdown.control.printed import printed
from eyesdown.control.prizes import Won, games_played
from eyesdown.control.tally import Bet, Tally, bets_in
from eyesdown.keno.bets import Keno2, LetItRun, Regular
from eyesdown.keno.events import GameSettled, JackpotPaid
from eyesdown.keno.records import ExtraPrize, PrizeState

MAJOR_ABOVE_CENTS = 1_000_00
MAJOR_TOTAL_MAX_CENTS = 3_000_000_00
STEP_CENTS = 10
PAYABLE = "prizes:payable"


def count_winners(tally: Tally, game: int) -> str:
    """The first thing about a settled game that differs; nothing when all agrees."""
    settled, numbers = tally.settled[game], tally.drawn[game]
    all_played = [(bet, list(games_played(bet.bet, numbers))) for bet in bets_in(tally, game)]
    out = frozenset(tally.out[game])
    played = [(bet, wins) for bet, wins in all_played if not _is_out(tally, out, bet)]
    everything = [won for _, wins in played for won in wins]
    majors = _majors(everything)
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
    left_out = _left_out(tally, out, all_played)
    wrong = _compare(settled, counted, left_out, out)
    bets = [bet for bet, _ in played if bet.serial not in out]
    return wrong or _extras(tally, settled, bets)


def _majors(everything: Iterable[Won]) -> Fraction:
    return sum((won.cents for won in everything if won.cents > MAJOR_ABOVE_CENTS), Fraction(0))


def _is_out(tally: Tally, out: frozenset[str], bet: Bet) -> bool:
    """A disqualified entry neither wins nor shares; only its Let it Run goes on."""
    if bet.serial not in out:
        return False
    return not isinstance(tally.entries[bet.serial].entry.lines[bet.line], LetItRun)


def _left_out(
    tally: Tally, out: frozenset[str], played: list[tuple[Bet, list[Won]]]
) -> dict[tuple[str, int], int | None]:
    """What the disqualified would have won among all; not known where it is a jackpot."""
    majors = _majors(won for _, wins in played for won in wins)
    found: dict[tuple[str, int], int | None] = {}
    for bet, wins in played:
        if wins and _is_out(tally, out, bet):
            paid = [int(_pro_rated(won.cents, majors) // STEP_CENTS) * STEP_CENTS for won in wins]
            known = not any(won.jackpot for won in wins)
            found[bet.serial, bet.line] = sum(paid) if known else None
    return found


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
        pot = tally.pots[game].get(jackpot, Fraction(0))
        if jackpot not in winners and _won_away(paid[jackpot], pot):
            continue
        if (jackpot in winners) != (jackpot in paid):
            who = "nobody" if jackpot in paid else "somebody"
            return {}, f"game {game}: {who} won {jackpot}, and that is not what was settled"
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


def _won_away(given: JackpotPaid, pot: Fraction) -> bool:
    """A pool that was won in other jurisdictions alone goes there whole."""
    return given.pooled and not given.cents and given.elsewhere_cents == pot


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


def _compare(
    settled: GameSettled,
    counted: dict[tuple[str, int], int],
    left_out: dict[tuple[str, int], int | None],
    out: frozenset[str],
) -> str:
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
    for key, would_be in left_out.items():
        counted[key] = found.get(key, 0) if would_be is None else would_be
    for key in sorted(counted.keys() | found.keys()):
        if counted.get(key, 0) != found.get(key, 0):
            return (
                f"game {settled.game}, entry {key[0]}, line {key[1] + 1}: counted "
                f"{counted.get(key, 0)} cents, settled {found.get(key, 0)}"
            )
    posted = sum(amount.cents for amount in settled.money if amount.purse == PAYABLE)
    for prize in settled.prizes:
        if (prize.state is PrizeState.BARRED) != (prize.serial in out):
            return f"game {settled.game}: {prize.serial} is disqualified, or it is not"
    due = sum(prize.cents for prize in settled.prizes if prize.serial not in out)
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
