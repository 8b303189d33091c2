"""What a bet wins, by going through every combination one after the other.

It shares no code with the settlement that it checks; both follow the same printed rules. It is
much slower.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from eyesdown.control.keno.chosen import chosen_on
from eyesdown.control.keno.printed import printed
from eyesdown.keno.bets.bet import (
    Combination,
    HeadsOrTails,
    Keno2,
    LuckyLast,
    Racing,
    Regular,
    Roulette,
    SingleBet,
)

SPOT_COUNTS = (*range(1, 11), 15, 20, 40)
JACKPOT_SPOTS = (7, 8, 9, 10)
RACING_ROWS = {
    "win": 1,
    "place": 1,
    "quinella_place": 2,
    "quinella": 2,
    "exact_quinella": 2,
    "trio": 3,
    "trifecta": 3,
    "quartet": 4,
    "five_up": 5,
    "superfecta": 6,
}
IN_ANY_ORDER = ("win", "place", "quinella_place", "quinella", "trio")
RACING_JACKPOTS = ("quartet", "five_up", "superfecta")
RED = (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)


Spots: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Won:
    """One game played: its prize before pro-rating and rounding, and the jackpot it won."""

    cents: Fraction
    jackpot: str
    stake_cents: int
    bonus_jackpot: bool


def multiplier(numbers: tuple[int, ...]) -> int:
    """The Keno Bonus multiplier of a draw.

    >>> multiplier(tuple(range(1, 21)))
    4
    """
    return printed().multiplier[sum(numbers)]


def games_played(bet: SingleBet, numbers: tuple[int, ...], day: date) -> Iterator[Won]:
    """Every game that a bet plays on a Keno Day and that won something."""
    times = multiplier(numbers) if bet.bonus else 1
    stake = bet.subscription_cents
    match bet:
        case Regular(spots):
            yield from _spots("regular", spots, stake, times, numbers)
        case Keno2(spots):
            yield from _spots("keno2", spots, stake, 1, numbers)
        case Combination():
            for spots in unions(bet):
                yield from _spots(bet.game, spots, stake, times, numbers)
        case LuckyLast(spots):
            if numbers[-1] in spots:
                yield _plain(printed().lucky_last[len(spots)] * stake * times / 100, stake)
        case HeadsOrTails(selection):
            if selection == _result(numbers):
                yield _plain(printed().heads_or_tails[selection] * stake * times / 100, stake)
        case Roulette():
            if _roulette_number(numbers) in _covered(bet):
                minimum, pays = printed().roulette[bet.bet]
                yield _plain(pays * stake * times / minimum, stake)
        case Racing():
            yield from _racing(bet, numbers, spread=chosen_on(day).empty_rows_spread)


def _plain(cents: Fraction, stake: int) -> Won:
    return Won(cents, "", stake, bonus_jackpot=False)


def _spots(
    game: str, spots: tuple[int, ...], stake: int, times: int, numbers: tuple[int, ...]
) -> Iterator[Won]:
    caught = len(set(spots).intersection(numbers))
    pays = printed().spots.get((game, len(spots), caught))
    if pays is None:
        return
    jackpot = f"{game}/{caught}" if caught == len(spots) and caught in JACKPOT_SPOTS else ""
    printed_for = 200 if game == "keno2" else 100
    yield Won(pays * stake * times / printed_for, jackpot, stake, bool(jackpot) and times > 1)


def unions(bet: Combination) -> Iterator[Spots]:
    """Every union of groups whose size is one of the types asked for.

    A way is left as soon as no group on it can make up such a size: of 26 groups a cheap bet may
    ask for a few unions, and there are 67 million.
    """
    wanted = [size for size in SPOT_COUNTS if bet.sizes is None or size in bet.sizes]
    adds = [{0}]  # how many spots the groups from here on may add
    for group in reversed(bet.groups):
        adds.append(adds[-1] | {len(group) + more for more in adds[-1]})

    def extend(spots: Spots, groups: tuple[Spots, ...]) -> Iterator[Spots]:
        if not any(size - len(spots) in adds[len(groups)] for size in wanted):
            return
        if not groups:
            yield spots
            return
        yield from extend(spots + groups[0], groups[1:])
        yield from extend(spots, groups[1:])

    yield from extend((), bet.groups)


def _result(numbers: tuple[int, ...]) -> str:
    low = len([number for number in numbers if number <= 40])
    if low == 10:
        return "evens"
    return "heads" if low > 10 else "tails"


def _roulette_number(numbers: tuple[int, ...]) -> str:
    for number in numbers:
        place = number if number <= 40 else number - 40
        if place <= 36:
            return str(place)
        if place in (37, 38):
            return "0" if place == 37 else "00"
    raise AssertionError("twenty numbers and none of them a roulette number")


def _covered(bet: Roulette) -> set[str]:
    """The roulette numbers a selection covers."""
    pick = bet.selection
    if bet.bet == "straight_up":
        return {str(pick)}
    if isinstance(pick, tuple):
        return {str(number) for number in pick}
    sides = {
        "low": range(1, 19),
        "high": range(19, 37),
        "red": RED,
        "black": [number for number in range(1, 37) if number not in RED],
        "odd": range(1, 37, 2),
        "even": range(2, 37, 2),
    }
    if isinstance(pick, str):
        return set(pick.split("/")) if bet.bet == "split" else {str(n) for n in sides[pick]}
    first = pick
    if bet.bet == "row":
        return {str(number) for number in range(3 * first - 2, 3 * first + 1)}
    if bet.bet == "column":
        return {str(number) for number in range(first, 37, 3)}
    if bet.bet == "dozen":
        return {str(number) for number in range(12 * first - 11, 12 * first + 1)}
    return {str(number) for number in range(first, first + 6)}


def _finish(numbers: tuple[int, ...]) -> dict[int, int]:
    """Which place each row of ten took; rows with no number share the next one."""
    counts = dict.fromkeys(range(1, 9), 0)
    last_ball = dict.fromkeys(range(1, 9), 99)
    for ball, number in enumerate(numbers):
        row = (number + 9) // 10
        counts[row] += 1
        last_ball[row] = ball
    live = [row for row in counts if counts[row]]
    order = sorted(live, key=lambda row: (-counts[row], last_ball[row]))
    places = {row: place for place, row in enumerate(order, start=1)}
    return {row: places.get(row, len(order) + 1) for row in counts}


def _racing(bet: Racing, numbers: tuple[int, ...], *, spread: bool) -> Iterator[Won]:
    """Every forecast of a racing bet that won, one after the other."""
    places = _finish(numbers)
    empty = [row for row in places if not any((number + 9) // 10 == row for number in numbers)]
    stake = bet.subscription_cents
    size = RACING_ROWS[bet.bet]
    for rows in forecasts(bet):
        if bet.bet in ("place", "quinella_place"):
            right = size if max(places[row] for row in rows) <= 3 else 0
        elif bet.bet in IN_ANY_ORDER:  # empty rows share a place, and fill only that one
            taken = sorted(places[row] for row in rows)
            right = size if taken == list(range(1, size + 1)) else 0
        else:
            right = 0
            for place, row in enumerate(rows, start=1):
                # With the spread, an empty row is right in its shared place and
                # in every place after it (G02).
                further = spread and row in empty and place > places[row]
                if places[row] != place and not further:
                    break
                right += 1
        pays = printed().racing.get((bet.bet, right))
        if pays is not None:
            jackpot = right == size and bet.bet in RACING_JACKPOTS
            yield Won(
                pays * stake / 100,
                f"racing/{bet.bet}" if jackpot else "",
                stake,
                bonus_jackpot=False,
            )


def forecasts(bet: Racing) -> Iterator[tuple[int, ...]]:
    """Every forecast a racing bet makes, in order of places or as a set of rows."""
    size = RACING_ROWS[bet.bet]
    if bet.bet in IN_ANY_ORDER:
        for others in combinations(bet.fill, size - len(bet.named)):
            yield (*bet.named, *others)
        return

    def extend(rows: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(rows) == size:
            yield rows
            return
        fixed = bet.places[len(rows)] if bet.places else ()
        for row in fixed or bet.fill:
            if row not in rows:
                yield from extend((*rows, row))

    yield from extend(())
