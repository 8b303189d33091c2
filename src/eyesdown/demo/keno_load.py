"""Made-up venues and customers: the same keno commands for tests, benchmarks and demonstrations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from fractions import Fraction
from random import Random
from typing import Any

from eyesdown.keno.bets.bet import (
    Bet,
    Combination,
    HeadsOrTails,
    Keno2,
    LetItRun,
    LuckyLast,
    Prepick,
    Racing,
    Regular,
    Roulette,
)
from eyesdown.keno.claims.commands import ClaimPrize, PayoutAsked, PaySession
from eyesdown.keno.office.commands import (
    AppointVenue,
    ApproveTerminal,
    SetGrowthRate,
    SetPayoutLimit,
    SignOn,
)
from eyesdown.keno.sales.commands import AcceptEntry
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.documents import Tendered
from eyesdown.keno.words.entry import Entry
from eyesdown.rulebook.keno_words import (
    Channel,
    DrawSite,
    Duty,
    Method,
    Payout,
    Tender,
    VenueKind,
)

PAYOUT_LIMIT_CENTS = 500_000
GROWTH_RATES = {
    "regular/7": Fraction(101, 1000),
    "regular/8": Fraction(100, 1000),
    "regular/9": Fraction(80, 1000),
    "regular/10": Fraction(98, 1000),
    "keno2/7": Fraction(98, 1000),
    "keno2/8": Fraction(101, 1000),
    "keno2/9": Fraction(91, 1000),
    "keno2/10": Fraction(80, 1000),
}
"""The sample values of decision M01."""


@dataclass(frozen=True, slots=True)
class Place:
    """A venue and one of its terminals."""

    venue: str
    terminal: str


def places(count: int) -> tuple[Place, ...]:
    return tuple(Place(f"V{number:04d}", f"V{number:04d}-T1") for number in range(1, count + 1))


def set_up(at: datetime, where: tuple[Place, ...]) -> Iterator[Any]:
    """Everything a site needs before its first day: venues, terminals, rates, people on duty."""
    yield SetPayoutLimit(at, PAYOUT_LIMIT_CENTS)
    for jackpot, rate in GROWTH_RATES.items():
        yield SetGrowthRate(at, jackpot, rate, date(2024, 1, 12))
    yield SignOn(at, "supervisor-1", Duty.SUPERVISOR, DrawSite.CENTRAL)
    for place in where:
        name = place.venue
        yield AppointVenue(
            at,
            name,
            VenueKind.CLUB,
            f"Club {name}",
            "Sydney",
            f"approval-{name}",
            (f"{name} bar",),
            (f"{name} bar",),
            time(0),
            time(0),
        )
        yield ApproveTerminal(at, place.terminal, name, self_service=False, approval="T")
        yield SignOn(at, f"senior-{name}", Duty.SENIOR_WRITER, name)


@dataclass(frozen=True, slots=True)
class Ask:
    """What a customer wants: bets, for how many games, and what that costs."""

    lines: tuple[Bet, ...]
    games: int
    cents: int


def ten_spots(dice: Random) -> Ask:
    """The plainest wish: one Regular pick of ten for a dollar."""
    return Ask((Regular(_spots(dice, 10), 100),), 1, 100)


def sale(at: datetime, serial: str, place: Place, ask: Ask) -> AcceptEntry:
    """An entry over the counter, paid in cash, its receipt handed over in the same act."""
    entry = Entry(
        serial,
        ask.lines,
        ask.games,
        Channel.VENUE,
        Method.FORM,
        place.venue,
        place.terminal,
        "writer-1",
    )
    return AcceptEntry(at, entry, (Tendered(Tender.CASH, ask.cents),), delivered=True)


def claim(at: datetime, entry: Entry) -> ClaimPrize:
    """A customer hands their ticket in where they bought it."""
    check = ticket_check(entry)
    return ClaimPrize(at, entry.serial, session_of(entry), entry.venue, entry.terminal, check)


def payment(at: datetime, entry: Entry, cents: int, continuation: str) -> PaySession:
    """What they won, in cash; the continuation is for a ticket that has games to come."""
    cash = (PayoutAsked(Payout.CASH, cents),)
    return PaySession(at, session_of(entry), entry.venue, cash, continuations=(continuation,))


def due_cents(keno: KenoState, entry: Entry) -> int:
    """What a till may pay of a ticket that was handed in; nothing where the prize is too large."""
    session = keno.sessions.get(session_of(entry))
    return session.cents if session is not None and session.cents <= PAYOUT_LIMIT_CENTS else 0


def session_of(entry: Entry) -> str:
    """The name of the session in which a ticket is handed in."""
    return f"{entry.terminal}/{entry.serial}"


def _spots(dice: Random, count: int) -> tuple[int, ...]:
    return tuple(sorted(dice.sample(range(1, 81), count)))


def anything(dice: Random) -> Ask:
    """Any form there is, in the proportions of a busy evening."""
    dollars = 100 * dice.choice((1, 1, 1, 2, 5))
    kind = dice.randrange(12)
    spots = dice.choice((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 40))
    bonus = dice.random() < 0.3
    twice = 2 if bonus else 1
    if kind < 5:
        games = dice.choice((1, 1, 1, 3))
        return Ask((Regular(_spots(dice, spots), dollars, bonus),), games, dollars * twice * games)
    if kind == 5:
        return Ask((Keno2(_spots(dice, spots), 2 * dollars),), 1, 2 * dollars)
    if kind == 6:
        picked = _spots(dice, dice.randrange(1, 11))
        return Ask((Regular(picked, 100), LuckyLast(picked, 100)), 1, 200)
    if kind == 7:
        result: Any = dice.choice(("heads", "tails", "evens"))
        return Ask((HeadsOrTails(result, dollars, bonus),), 1, dollars * twice)
    if kind == 8:
        return Ask((Roulette("straight_up", str(dice.randrange(1, 37)), dollars),), 1, dollars)
    if kind == 9:
        rows = tuple((row,) for row in dice.sample(range(1, 9), 3))
        return Ask((Racing("trifecta", "straight", rows, (), (), 100),), 1, 100)
    if kind == 10:
        first, second, third, fourth = _spots(dice, 4)
        return Ask(
            (Combination("regular", ((first, second), (third,), (fourth,)), None, 50),), 1, 7 * 50
        )
    make = dice.choice((Prepick, LetItRun))
    picks: Any = tuple(dice.choice(("heads", "tails", "evens")) for _ in range(3))
    return Ask((make(picks, dollars),), 3, dollars * (3 if make is Prepick else 1))
