"""Counting a game's winners and money again before its result is published."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from eyesdown.control.keno.chosen import chosen_on
from eyesdown.control.keno.printed import printed
from eyesdown.control.keno.prizes import Won, games_played
from eyesdown.control.keno.record import money_differs, prizes_differ
from eyesdown.control.keno.tally import Bet, Tally, bets_in
from eyesdown.keno.bets.bet import HeadsOrTails, Keno2, LetItRun, Regular
from eyesdown.keno.games.events import Carried, GameSettled, JackpotPaid
from eyesdown.keno.words.offers import ExtraPrize
from eyesdown.kernel.written import Exact

MAJOR_ABOVE_CENTS = 1_000_00
MAJOR_TOTAL_MAX_CENTS = 3_000_000_00
STEP_CENTS = 10

Place: TypeAlias = tuple[str, int]
"""An entry and the number of its line."""


def count_winners(tally: Tally, game: int) -> str:
    """The first thing about a settled game that differs; nothing when all agrees."""
    settled, numbers = tally.settled[game], tally.drawn[game]
    day = tally.days[game]
    all_played = [(bet, list(games_played(bet.bet, numbers, day))) for bet in bets_in(tally, game)]
    out = frozenset(tally.out[game])
    played = [(bet, wins) for bet, wins in all_played if not _is_out(tally, out, bet)]
    # Pro-rating and sharing count among those who are paid; the disqualified are no part of it.
    everything = [won for _, wins in played for won in wins]
    majors = majors_of(everything)
    if majors != settled.major_cents:
        return f"game {game}: counted {majors} cents of Major Prizes, settled {settled.major_cents}"
    away = _staked_away(settled, _stakes(everything))
    wrong = _jackpots(tally, game, everything, away)
    if wrong:
        return wrong
    lines = list(_lines(played, majors, _jackpot_shares(tally, game, everything, away)))
    barred = _left_out(tally, game, all_played, out, away)
    counted = _sums([*lines, *barred])
    # Fractions are slow to add, and most lines are whole.
    parts = (line.exact_cents - line.cents for line in lines if line.exact_cents != line.cents)
    left = sum(parts, Fraction(0))
    bets = [bet for bet, _ in all_played]
    return (
        _compare(settled, counted)
        or prizes_differ(tally, settled, _largest([*lines, *barred]))
        or _carries(tally, settled, counted, played)
        or _extras(tally, settled, bets)
        or money_differs(tally, settled, left)
        or _growth_left(tally, settled, all_played, out)
    )


class Line(NamedTuple):
    """One game played that won: what it is due and what of it is paid."""

    place: Place
    exact_cents: Fraction
    cents: int
    jackpot: str


def _lines(
    played: list[tuple[Bet, list[Won]]],
    majors: Fraction,
    shares: dict[str, tuple[Fraction, Fraction]],
) -> Iterator[Line]:
    """What every game played wins: held to the cap, with its part of a jackpot, rounded once."""
    for bet, wins in played:
        for won in wins:
            exact = _pro_rated(won.cents, majors) + _share(won, shares)
            cents = int(exact // STEP_CENTS) * STEP_CENTS
            yield Line((bet.serial, bet.line), exact, cents, won.jackpot)


def _sums(lines: Iterable[Line]) -> dict[Place, int]:
    sums: dict[Place, int] = {}
    for line in lines:
        sums[line.place] = sums.get(line.place, 0) + line.cents
    return sums


def _largest(lines: Iterable[Line]) -> dict[str, int]:
    """Each entry's largest jackpot prize."""
    sums: dict[str, int] = {}
    for (serial, _), _, cents, jackpot in lines:
        if jackpot:
            sums[serial] = max(sums.get(serial, 0), cents)
    return sums


def majors_of(everything: Iterable[Won]) -> Fraction:
    """All Major Prizes of a game together, before they are held to the cap."""
    return sum((won.cents for won in everything if won.cents > MAJOR_ABOVE_CENTS), Fraction(0))


def _is_out(tally: Tally, out: frozenset[str], bet: Bet) -> bool:
    """A disqualified entry neither wins nor shares; only its Let it Run goes on."""
    if bet.serial not in out:
        return False
    return not isinstance(tally.entries[bet.serial].entry.lines[bet.line], LetItRun)


def _left_out(
    tally: Tally,
    game: int,
    played: list[tuple[Bet, list[Won]]],
    out: frozenset[str],
    away: dict[str, Exact],
) -> list[Line]:
    """What the disqualified would have won among all, jackpots and all."""
    if not out:
        return []
    everything = [won for _, wins in played for won in wins]
    shares = _jackpot_shares(tally, game, everything, away)
    theirs = [(bet, wins) for bet, wins in played if _is_out(tally, out, bet)]
    return list(_lines(theirs, majors_of(everything), shares))


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


def _stakes(everything: Iterable[Won]) -> dict[str, tuple[int, int]]:
    """For each jackpot won: what its winners staked, and those of them who hold Keno Bonus."""
    sums: dict[str, tuple[int, int]] = {}
    for won in everything:
        if won.jackpot:
            total, bonus = sums.get(won.jackpot, (0, 0))
            with_bonus = won.stake_cents if won.bonus_jackpot else 0
            sums[won.jackpot] = total + won.stake_cents, bonus + with_bonus
    return sums


def _staked_away(settled: GameSettled, stakes: dict[str, tuple[int, int]]) -> dict[str, Exact]:
    """What winners elsewhere staked; in an older journal it shows in what they were given."""
    sums: dict[str, Exact] = {}
    for given in settled.jackpots:
        sums[given.jackpot] = given.elsewhere_staked_cents
        # Older journals lack the stakes: shares are in the ratio of the stakes, so these follow.
        if not given.elsewhere_staked_cents and given.cents:
            here = stakes.get(given.jackpot, (0, 0))[0]
            sums[given.jackpot] = here * given.elsewhere_cents / given.cents
    return sums


def _jackpot_shares(
    tally: Tally, game: int, everything: Iterable[Won], away: dict[str, Exact]
) -> dict[str, tuple[Fraction, Fraction]]:
    """For each jackpot won: what a cent of stake takes of it and of the bonus jackpot."""
    shares = {}
    for jackpot, (total, bonus) in _stakes(everything).items():
        pot = tally.pots[game].get(jackpot, Fraction(0))
        ours = printed().fill[jackpot] + _top_up(tally, game, jackpot, pot)
        flat = printed().bonus_jackpot[jackpot]
        shares[jackpot] = (
            pot / (total + away.get(jackpot, 0)) + ours / total,
            flat / bonus if bonus else Fraction(0),
        )
    return shares


def _jackpots(tally: Tally, game: int, everything: list[Won], away: dict[str, Exact]) -> str:
    """Whether each jackpot gave what was in it, to winners here and elsewhere by their stakes."""
    stakes = _stakes(everything)
    paid = {given.jackpot: given for given in tally.settled[game].jackpots}
    for jackpot in sorted(stakes.keys() | paid.keys()):
        pot = tally.pots[game].get(jackpot, Fraction(0))
        if jackpot not in stakes and _won_away(paid[jackpot], pot):
            continue
        if (jackpot in stakes) != (jackpot in paid):
            who = "no one" if jackpot in paid else "someone"
            return f"game {game}: {who} won {jackpot}, and that is not what was settled"
        given, total = paid[jackpot], stakes[jackpot][0]
        here = pot * total / (total + away[jackpot])
        if (given.cents, given.elsewhere_cents) != (here, pot - here):
            return f"game {game}, {jackpot}: {pot} cents were in it, {given.cents} were given"
        top_up = _top_up(tally, game, jackpot, pot)
        if top_up != given.guarantee_cents:
            return f"game {game}, {jackpot}: the guarantee adds {top_up} cents"
    return ""


def _won_away(given: JackpotPaid, pot: Fraction) -> bool:
    """A pool that was won in other jurisdictions alone goes there whole."""
    return given.pooled and not given.cents and given.elsewhere_cents == pot


def _top_up(tally: Tally, game: int, jackpot: str, pot: Fraction) -> Fraction:
    kind, _, level = jackpot.partition("/")
    if kind == "racing":
        base = max(pays for (bet, _), pays in printed().racing.items() if bet == level)
    else:
        base = printed().spots[kind, int(level), int(level)]
    promised = tally.promised[game].get(jackpot, 0)
    return max(promised - base - printed().fill[jackpot] - pot, Fraction(0))


def _compare(settled: GameSettled, counted: dict[Place, int]) -> str:
    """Every line's prize; a Let it Run that goes on has its prize in what it carries."""
    sums: dict[Place, int] = {}
    for prize in settled.prizes:
        if prize.cents != sum(line.cents for line in prize.lines):
            return f"game {settled.game}: the lines of {prize.serial} do not add up to its prize"
        for line in prize.lines:
            if not line.extra:
                key = prize.serial, line.line
                sums[key] = sums.get(key, 0) + line.cents
    for carried in settled.carried:
        if not carried.refusals:
            sums[carried.serial, carried.carry.line] = carried.carry.cents
    # Sorted, so that the first difference named is the same at every count.
    for key in sorted(counted.keys() | sums.keys()):
        if counted.get(key, 0) != sums.get(key, 0):
            return (
                f"game {settled.game}, entry {key[0]}, line {key[1] + 1}: counted "
                f"{counted.get(key, 0)} cents, settled {sums.get(key, 0)}"
            )
    return ""


def _carries(
    tally: Tally,
    settled: GameSettled,
    counted: dict[Place, int],
    played: list[tuple[Bet, list[Won]]],
) -> str:
    """A Let it Run that won stakes its prize in its next game, if it has one, by halves or whole.

    One may be refused there; what the next game has room for is not counted again.
    """
    carried = {carry.serial: carry for carry in settled.carried}
    ended = set(settled.ended)
    for bet, _ in played:
        if not isinstance(bet.bet, HeadsOrTails):
            continue
        entered = tally.entries[bet.serial]
        series = entered.entry.lines[bet.line]
        turn = settled.game + 1 - entered.first_game
        if not isinstance(series, LetItRun) or entered.end <= settled.game + 1:
            continue  # cancelled since, or ended
        cents = counted.get((bet.serial, bet.line), 0)
        bonus = cents // 2 if turn < series.bonus_games else 0
        goes_on = cents > 0 and turn < len(series.selections)
        due = (bet.line, settled.game + 1, cents - bonus, bonus) if goes_on else None
        again = carried.get(bet.serial)
        if due != _staked_again(again):
            return f"game {settled.game}: {bet.serial} should stake {due or 'nothing'} again"
        if (bet.serial in ended) != (again is None or bool(again.refusals)):
            return f"game {settled.game}: the Let it Run of {bet.serial} is over, or it is not"
    return ""


def _staked_again(carried: Carried | None) -> tuple[int, int, int, int] | None:
    """Line, game, stake and Keno Bonus stake of what goes on."""
    if carried is None:
        return None
    carry = carried.carry
    return carry.line, carry.game, carry.base_cents, carry.bonus_cents


def _growth_left(
    tally: Tally, settled: GameSettled, played: list[tuple[Bet, list[Won]]], out: frozenset[str]
) -> str:
    """What the disqualified would have taken out of jackpots that no one has won."""
    game = settled.game
    if settled.barred is None:
        return ""
    stakes = _stakes(won for _, wins in played for won in wins)
    paid = {given.jackpot for given in settled.jackpots}
    due = []
    for bet, wins in played:
        mine = _stakes(wins) if _is_out(tally, out, bet) else {}
        for jackpot in mine.keys() - paid:
            pot = tally.pots[game].get(jackpot, Fraction(0))
            part = Fraction(mine[jackpot][0], stakes[jackpot][0])
            top_up = part * _top_up(tally, game, jackpot, pot)
            until = tally.untils[game].get(jackpot, Fraction(0))
            due.append((bet.serial, jackpot, tally.days[game], part * pot, until, top_up))
    recorded = [
        (
            left.serial,
            left.jackpot,
            left.keno_day,
            left.cents,
            left.until_cents,
            left.guarantee_cents,
        )
        for left in settled.barred
    ]
    if sorted(due) != sorted(recorded):
        return f"game {game}: the disqualified would have left less in the jackpots"
    return ""


def _extras(tally: Tally, settled: GameSettled, played: list[Bet]) -> str:
    """Bonus Prizes and additional prizes: who meets the terms, and what each one's part is.

    The disqualified are owed what their part would have been among all, of a Bonus Prize once.
    """
    game, numbers = settled.game, tally.drawn[settled.game]
    out, offers = tally.out[game], tally.offers[game]
    forms = chosen_on(tally.days[game]).bonus_prize_forms
    given: dict[str, list[tuple[str, int]]] = {name: [] for name in (*offers, *settled.extras)}
    for prize in settled.prizes:
        for line in prize.lines:
            if line.extra:
                given.setdefault(line.extra, []).append((prize.serial, line.cents))
    for name, parts in given.items():
        extra = tally.extras[name]
        eligible = name in offers and extra.form in forms
        meeting = [
            bet
            for bet in (played if eligible else ())
            if _meets(extra, bet, numbers) and name not in out.get(bet.serial, ())
        ]
        winners = [bet for bet in meeting if bet.serial not in out]
        owed = meeting if settled.barred is not None else ()  # older journals have none of these
        barred = (part for part in _parts(extra, owed) if part[0] in out)
        due = sorted([*_parts(extra, winners), *barred])
        if due != sorted(parts) or bool(winners) != (name in settled.extras):
            return f"game {game}, {name}: counted {due}, settled {sorted(parts)}"
    return ""


def _parts(extra: ExtraPrize, winners: Sequence[Bet]) -> Iterator[tuple[str, int]]:
    """Each winner's part by stake."""
    total = sum(bet.bet.subscription_cents for bet in winners)
    for bet in winners:
        exact = Fraction(extra.cents * bet.bet.subscription_cents, total)
        yield bet.serial, int(exact // STEP_CENTS) * STEP_CENTS


def _meets(extra: ExtraPrize, bet: Bet, numbers: tuple[int, ...]) -> bool:
    pick = bet.bet
    if not isinstance(pick, Regular if extra.form == "regular" else Keno2):
        return False
    caught = sum(1 for spot in pick.spots if spot in numbers)
    return (len(pick.spots), caught) == (extra.spots, extra.caught)
