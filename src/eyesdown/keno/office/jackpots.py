"""Jackpots: growth rates, pools with other jurisdictions, guarantees."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from typing import TypeVar

from eyesdown.keno.office.commands import (
    GuaranteeJackpot,
    ReportPool,
    ReportWinners,
    SetGrowthRate,
    SwitchPool,
    TakeOverJackpot,
)
from eyesdown.keno.office.events import (
    Events,
    GrowthRateSet,
    JackpotGuaranteed,
    JackpotTakenOver,
    PoolReported,
    PoolSwitched,
    WinnersReported,
)
from eyesdown.keno.state.checks import pool_refusal
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.money import (
    OPERATING_COMPANY,
    group,
    growth_purse,
    pool_purse,
)
from eyesdown.keno.words.offers import (
    OURS,
    Guarantee,
    Jackpot,
    WinnersAway,
)
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.rulebooks.central_site.record import refusal as site_refusal
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c10_jackpots import growth_rate_max


def jackpot_keys(book: NswKeno) -> tuple[str, ...]:
    """The keys of the eleven jackpots: Regular and $2 Game by spots (M47), Racing by bet.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> 'regular/10' in jackpot_keys(book)
    True
    """
    spots = book.figures.jackpot_spot_counts
    return (
        *(f"regular/{count}" for count in spots),
        *(f"keno2/{count}" for count in spots),
        *(f"racing/{bet}" for bet in book.figures.racing_growth_rates),
    )


def jackpots_to_rate(book: NswKeno) -> tuple[str, ...]:
    """The keys of the jackpots whose growth the Licensees set; 10(b) fixes that of Racing."""
    return tuple(key for key in jackpot_keys(book) if not key.startswith("racing/"))


DECIDES = Handlers()
AboutJackpot = TypeVar(
    "AboutJackpot", SetGrowthRate, SwitchPool, ReportPool, GuaranteeJackpot, TakeOverJackpot
)


def _of_a_jackpot(
    decide: Callable[[NswKeno, KenoState, AboutJackpot], Events],
) -> Callable[[NswKeno, KenoState, AboutJackpot], Events]:
    """The same decision, refused first where there is no such jackpot."""

    @wraps(decide)
    def of_a_jackpot(book: NswKeno, state: KenoState, command: AboutJackpot) -> Events:
        key = command.jackpot
        if key not in jackpot_keys(book):
            unknown = book.refusal("jackpot/unknown", "2:Jackpot", jackpot=key)
            return refused(command, (unknown,), key)
        return decide(book, state, command)

    return of_a_jackpot


@DECIDES.handles(SetGrowthRate)
@_of_a_jackpot
def set_growth_rate(book: NswKeno, state: KenoState, command: SetGrowthRate) -> Events:
    """Set the share of Subscriptions by which a jackpot grows from a Keno Day on."""
    refusals = _growth_rate_refusals(book, command.jackpot, command.rate)
    if refusals:
        return refused(command, refusals, command.jackpot)
    return (GrowthRateSet(command.at, command.jackpot, command.rate, command.from_day),)


@DECIDES.handles(TakeOverJackpot)
@_of_a_jackpot
def take_over_jackpot(book: NswKeno, state: KenoState, command: TakeOverJackpot) -> Events:
    """Open a jackpot in which nothing grew and of which nothing was won here (site's own 12.3).

    The rules grow a jackpot by Subscriptions only; an amount from before this site is the
    operating company's to bring in, so it is posted from its account.
    """
    key, cents = command.jackpot, command.cents
    jackpot = state.jackpots.get(key, Jackpot(key))
    code = ""
    if cents < 1:
        code = "jackpot/opening_amount"
    elif jackpot.growth_cents or jackpot.pool_cents or jackpot.given_cents:
        code = "jackpot/running_already"
    elif any(state.in_game.get(game) for game in state.unsettled):
        code = "jackpot/game_unsettled"  # it is settled with what jackpots held at its close (M43)
    if code:
        return refused(command, (site_refusal(code, jackpot=key, cents=cents),), key)
    purse = pool_purse(key) if jackpot.pooled else growth_purse(key)
    money = group((OPERATING_COMPANY, -cents), (purse, cents))
    return (JackpotTakenOver(command.at, key, cents, command.because, command.by, money),)


@DECIDES.handles(ReportPool)
@_of_a_jackpot
def report_pool(book: NswKeno, state: KenoState, command: ReportPool) -> Events:
    """Book what another jurisdiction put into a pool, or won from it."""
    key, where = command.jackpot, command.jurisdiction
    jackpot = state.jackpots.get(key, Jackpot(key))
    given, won = command.contributed_cents, command.won_cents
    change = given - won
    if not jackpot.pooled or min(given, won, jackpot.pool_cents + change) < 0:
        code, number = "pool/not_so_much", "2:Pooled Jackpot Amount"
        return refused(command, (pool_refusal(book, key, code, number, jackpot=key),), key)
    if where not in jackpot.jurisdictions:
        code, number = "pool/not_participating", "2:Pooled Jackpot"
        return refused(command, (pool_refusal(book, key, code, number, where=where),), key)
    money = group((f"jurisdiction:{where}", -change), (pool_purse(key), change))
    return (PoolReported(command.at, key, where, given, won, money),)


@DECIDES.handles(GuaranteeJackpot)
@_of_a_jackpot
def guarantee_jackpot(book: NswKeno, state: KenoState, command: GuaranteeJackpot) -> Events:
    """Guarantee a jackpot for some Keno Days, none of which has a closed game yet."""
    guarantee = Guarantee(
        command.jackpot,
        command.cents,
        command.from_day,
        command.to_day,
        command.paid_from_promotion,
    )
    number = "2:Jackpot Guarantee"
    if guarantee.cents < 1 or guarantee.to_day < guarantee.from_day:
        never = book.refusal("guarantee/never_due", number, cents=guarantee.cents)
        return refused(command, (never,), command.jackpot)
    for game in state.unsettled:  # its jackpot is what was stored at its close (M43)
        if guarantee.from_day <= state.games[game].keno_day <= guarantee.to_day:
            too_late = book.refusal("guarantee/too_late", number, game=game)
            return refused(command, (too_late,), command.jackpot)
    return (JackpotGuaranteed(command.at, guarantee),)


@DECIDES.handles(ReportWinners)
def report_winners(book: NswKeno, state: KenoState, command: ReportWinners) -> Events:
    """Note who else shares a pooled jackpot, as long as its game is not settled."""
    key, game, where = command.jackpot, command.game, command.jurisdiction
    jackpot = state.jackpots.get(key)
    refusal: Refusal | None = None
    if jackpot is None or not jackpot.pooled:
        refusal = pool_refusal(book, key, "settle/not_pooled", "2:Pooled Jackpot", jackpot=key)
    elif where not in jackpot.jurisdictions:
        refusal = pool_refusal(book, key, "pool/not_participating", "2:Pooled Jackpot", where=where)
    elif where == OURS or any(cents <= 0 for cents in command.staked_cents):
        refusal = pool_refusal(book, key, "settle/no_stake_elsewhere", "19(h)(ii)", game=game)
    elif game not in state.unsettled:
        refusal = pool_refusal(book, key, "settle/not_waiting", "19(h)(ii)", game=game)
    if refusal:
        return refused(command, (refusal,), key)
    return (WinnersReported(command.at, game, WinnersAway(key, where, command.staked_cents)),)


@DECIDES.handles(SwitchPool)
@_of_a_jackpot
def switch_pool(book: NswKeno, state: KenoState, command: SwitchPool) -> Events:
    """Begin or stop to pool a jackpot; a closed game wins what there was at its close (M14)."""
    key, pooled = command.jackpot, command.pooled
    jackpot = state.jackpots.get(key, Jackpot(key))
    if key.startswith("racing/"):
        never = book.refusal("jackpot/never_pooled", "2:Pooled Jackpot", jackpot=key)
        return refused(command, (never,), key)
    if pooled != jackpot.pooled and state.unsettled:
        first = state.unsettled[0]
        waits = pool_refusal(book, key, "pool/game_unsettled", "2:Pooled Jackpot", game=first)
        return refused(command, (waits,), key)
    moved = jackpot.growth_cents if pooled else Fraction(0)
    money = group((growth_purse(key), -moved), (pool_purse(key), moved))
    return (PoolSwitched(command.at, key, pooled, command.jurisdictions, moved, money),)


def _growth_rate_refusals(book: NswKeno, key: str, rate: Fraction) -> tuple[Refusal, ...]:
    """Why a rate is not possible: 10(b) fixes those of Racing, the fund limits the others (M01)."""
    game, _, level = key.partition("/")
    if game == "racing":
        if rate == book.figures.racing_growth_rates[level]:
            return ()
        return (book.refusal("growth/rate_is_fixed", "2:Jackpot Growth(iii)", rate=str(rate)),)
    most = growth_rate_max(game, int(level), book.tables, book.figures)
    if 0 <= rate <= most:
        return ()
    number = "2:Jackpot Growth(ii)" if game == "keno2" else "2:Jackpot Growth(i)"
    return (book.refusal("growth/rate", number, rate=str(rate), most=str(most)),)
