"""The second bookkeeper's own records, from the events alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct, field

from eyesdown.keno.bets.bet import HeadsOrTails, LetItRun, Prepick, SingleBet
from eyesdown.keno.claims.events import EntryDisqualified, EntryReinstated
from eyesdown.keno.events import Event
from eyesdown.keno.games.events import (
    GameClosed,
    GameOpened,
    GameSettled,
    GameTimeCorrected,
    JackpotPaid,
    NumbersDrawn,
)
from eyesdown.keno.office import events as office
from eyesdown.keno.sales.events import EntryAccepted, EntryCancelled, EntryCompleted
from eyesdown.keno.words.documents import Used
from eyesdown.keno.words.entry import Entry
from eyesdown.keno.words.money import Group
from eyesdown.keno.words.offers import ExtraPrize, FlexPeriod, Guarantee
from eyesdown.keno.words.tickets import Carry
from eyesdown.kernel.written import Exact, replace

Known: TypeAlias = tuple[int, int]
"""How many agreements on Commission and how many flexed contributions there were at a time."""


class Entered(Struct):
    """An entry as it was sold and paid for, and the first game it is no longer in."""

    entry: Entry
    first_game: int
    end: int
    day: date
    used: tuple[Used, ...]
    commission_cents: Exact | None
    money: Group
    known: Known


class Tally(Struct):
    """Entries that still play, jackpot meters, and games that wait to be counted."""

    entries: dict[str, Entered] = field(default_factory=dict)
    in_game: dict[int, list[str]] = field(default_factory=dict)
    carries: dict[int, dict[str, Carry]] = field(default_factory=dict)  # by the game staked in
    rates: dict[str, list[tuple[date, Fraction]]] = field(default_factory=dict)  # from a day on
    meters: dict[str, Fraction] = field(default_factory=dict)
    pools: dict[str, Fraction] = field(default_factory=dict)
    pooled: dict[str, bool] = field(default_factory=dict)
    flexes: list[FlexPeriod] = field(default_factory=list)
    agreed: list[tuple[str, Fraction | None]] = field(default_factory=list)  # venue, Commission
    known: Known = (0, 0)
    known_at: dict[int, Known] = field(default_factory=dict)  # as a game was settled
    guarantees: list[Guarantee] = field(default_factory=list)
    extras: dict[str, ExtraPrize] = field(default_factory=dict)
    extras_won: dict[str, bool] = field(default_factory=dict)  # Bonus Prizes that were won
    days: dict[int, date] = field(default_factory=dict)
    closing: dict[int, datetime] = field(default_factory=dict)
    drawn: dict[int, tuple[int, ...]] = field(default_factory=dict)
    closed: dict[int, GameClosed] = field(default_factory=dict)
    rates_of: dict[int, dict[str, Fraction]] = field(default_factory=dict)  # as a game closed
    flexed: dict[int, dict[str, Fraction]] = field(default_factory=dict)  # the same, by category
    settled: dict[int, GameSettled] = field(default_factory=dict)
    pots: dict[int, dict[str, Fraction]] = field(default_factory=dict)
    given: dict[str, Fraction] = field(default_factory=dict)  # all that was ever won of a jackpot
    untils: dict[int, dict[str, Fraction]] = field(default_factory=dict)  # with a game's pots
    promised: dict[int, dict[str, int]] = field(default_factory=dict)  # guarantees, as it settled
    reported: dict[int, list[tuple[str, Fraction]]] = field(default_factory=dict)
    offers: dict[int, list[str]] = field(default_factory=dict)  # prizes to be won in a game
    # Entries disqualified at present, each with the Bonus Prizes that wait for it; and those that a
    # game was settled without, as they were then.
    barred: dict[str, list[str]] = field(default_factory=dict)
    out: dict[int, dict[str, list[str]]] = field(default_factory=dict)


class Bet(NamedTuple):
    """One bet of one entry in one game; `carry` where a Let it Run stakes its prize again."""

    serial: str
    line: int
    bet: SingleBet
    carry: Carry | None = None


def follow(tally: Tally, event: Event) -> Tally:
    """The same tally, with one more event counted in place."""
    note = _NOTE.get(event.__class__)
    if note is not None:
        note(tally, event)
    return tally


def _accepted(tally: Tally, event: EntryAccepted) -> None:
    entry, first = event.entry, event.first_game
    tally.entries[entry.serial] = Entered(
        entry=entry,
        first_game=first,
        end=first + entry.games,
        day=event.keno_day,
        used=event.used,
        commission_cents=event.commission_cents,
        money=event.money,
        known=tally.known,
    )
    for game in range(first, first + entry.games):
        tally.in_game.setdefault(game, []).append(entry.serial)


def _completed(tally: Tally, event: EntryCompleted) -> None:
    entered = tally.entries[event.serial]
    entered.commission_cents, entered.money = event.commission_cents, event.money
    entered.known = tally.known


def _cancelled(tally: Tally, event: EntryCancelled) -> None:
    entered = tally.entries.get(event.serial)
    if entered is not None:
        entered.end = min(entered.end, event.from_game)
    # A prize that was to be staked in a later game of the entry is no longer staked.
    for later in [number for number in tally.carries if number >= event.from_game]:
        tally.carries[later].pop(event.serial, None)


def _opened(tally: Tally, event: GameOpened) -> None:
    tally.days[event.game] = event.keno_day
    tally.closing[event.game] = event.closes_at


def _time_corrected(tally: Tally, event: GameTimeCorrected) -> None:
    tally.closing[event.game] = event.at


def _drawn(tally: Tally, event: NumbersDrawn) -> None:
    tally.drawn[event.game] = event.numbers


def _office(tally: Tally, event: Event) -> None:
    """Follow what the office sets: rates, contributions, Commission, guarantees, prizes."""
    match event:
        case office.GrowthRateSet(jackpot=jackpot, rate=rate):
            tally.rates.setdefault(jackpot, []).append((event.from_day, rate))
        case office.ContributionFlexed(flex=flex):
            tally.flexes.append(flex)
            tally.known = len(tally.agreed), len(tally.flexes)
        case office.VenueAppointed(venue=venue):
            _agree(tally, venue.venue, venue.commission)
        case office.CommissionAgreed(venue=name, rate=rate):
            _agree(tally, name, rate)
        case office.JackpotGuaranteed(guarantee=guarantee):
            tally.guarantees.append(guarantee)
        case office.PrizeApproved(prize=prize):
            tally.extras[prize.prize] = prize
        case office.PoolSwitched(jackpot=jackpot, pooled=pooled):
            _switch(tally, jackpot, pooled=pooled)
        case office.JackpotTakenOver(jackpot=jackpot, cents=cents):
            meters = tally.pools if tally.pooled.get(jackpot) else tally.meters
            meters[jackpot] = meters.get(jackpot, Fraction(0)) + cents
        case office.PoolReported(jackpot=jackpot):
            change = event.contributed_cents - event.won_cents
            tally.pools[jackpot] = tally.pools.get(jackpot, Fraction(0)) + change
            tally.given[jackpot] = tally.given.get(jackpot, Fraction(0)) + event.won_cents
            if tally.closed:  # too late for the games that are closed
                late = jackpot, event.contributed_cents
                tally.reported.setdefault(max(tally.closed), []).append(late)


def _agree(tally: Tally, venue: str, rate: Fraction | None) -> None:
    tally.agreed.append((venue, rate))
    tally.known = len(tally.agreed), len(tally.flexes)


def _switch(tally: Tally, jackpot: str, *, pooled: bool) -> None:
    """All of a jackpot's growth goes to the pool; what is in a pool stays there."""
    if pooled:
        moved = tally.meters.pop(jackpot, Fraction(0))
        tally.pools[jackpot] = tally.pools.get(jackpot, Fraction(0)) + moved
    tally.pooled[jackpot] = pooled


def rate_on(tally: Tally, jackpot: str, day: date) -> Fraction:
    """The growth rate that started last, up to a day; of one start the one set last."""
    started = [(start, rate) for start, rate in tally.rates.get(jackpot, ()) if start <= day]
    last = max((start for start, _ in started), default=day)
    return next((rate for start, rate in reversed(started) if start == last), Fraction(0))


def _barred(tally: Tally, event: EntryDisqualified | EntryReinstated) -> None:
    if isinstance(event, EntryDisqualified):
        if event.serial in tally.entries:
            tally.barred[event.serial] = []
        return
    tally.barred.pop(event.serial, None)
    tally.extras_won |= dict.fromkeys(event.extras, True)
    for paid in event.jackpots:
        _give(tally, paid)


def _close(tally: Tally, event: GameClosed) -> None:
    for serial in event.excluded:
        tally.entries[serial].end = event.game
    tally.closed[event.game] = event
    day = tally.days[event.game]
    tally.rates_of[event.game] = {key: rate_on(tally, key, day) for key in tally.rates}
    good = (flex for flex in tally.flexes if flex.from_day <= day <= flex.to_day)
    tally.flexed[event.game] = {flex.category: flex.change for flex in good}  # the latest counts
    for added in event.growth:
        meters = tally.pools if tally.pooled.get(added.jackpot) else tally.meters
        meters[added.jackpot] = meters.get(added.jackpot, Fraction(0)) + added.cents


def _settle(tally: Tally, event: GameSettled) -> None:
    """Keep what the game could pay before its jackpots are taken out of the meters."""
    tally.settled[event.game] = event
    tally.known_at[event.game] = tally.known
    inside = (s for s in tally.in_game.get(event.game, ()) if s in tally.barred)
    tally.out[event.game] = {serial: list(tally.barred[serial]) for serial in inside}
    tally.offers[event.game] = [
        name
        for name in tally.extras
        if name not in tally.extras_won and _offered(tally, event, name)
    ]
    tally.pots[event.game] = {
        jackpot: _at_close(tally, event.game, jackpot)
        for jackpot in sorted(tally.meters.keys() | tally.pools.keys())
    }
    tally.untils[event.game] = {
        jackpot: pot + tally.given.get(jackpot, Fraction(0))
        for jackpot, pot in tally.pots[event.game].items()
    }
    day, promised = tally.days[event.game], tally.promised.setdefault(event.game, {})
    for guarantee in tally.guarantees:
        if guarantee.from_day <= day <= guarantee.to_day:
            best = max(promised.get(guarantee.jackpot, 0), guarantee.cents)
            promised[guarantee.jackpot] = best
    for paid in event.jackpots:
        _give(tally, paid)
    note_outcome(tally, event)


def note_outcome(tally: Tally, event: GameSettled) -> None:
    """Note what a settled game leaves for later ones besides the jackpots' meters.

    Bonus Prizes that were won, those that wait for the disqualified, and what Let it Runs carry.
    """
    won = (name for name in event.extras if tally.extras[name].bonus)
    tally.extras_won |= dict.fromkeys(won, True)
    for prize in event.prizes:
        waiting = tally.barred.get(prize.serial)
        if waiting is not None:
            names = (line.extra for line in prize.lines if line.extra)
            waiting += [name for name in names if tally.extras[name].bonus]
    for carried in event.carried:
        if not carried.refusals:
            tally.carries.setdefault(carried.game, {})[carried.serial] = carried.carry


def _give(tally: Tally, paid: JackpotPaid) -> None:
    meters = tally.pools if paid.pooled else tally.meters
    given = paid.cents + paid.elsewhere_cents
    meters[paid.jackpot] = meters.get(paid.jackpot, Fraction(0)) - given
    tally.given[paid.jackpot] = tally.given.get(paid.jackpot, Fraction(0)) + given


def _offered(tally: Tally, event: GameSettled, name: str) -> bool:
    """Whether a game closed at a time for which a prize was approved."""
    extra, closes = tally.extras[name], tally.closing[event.game]
    return _in_order(extra.from_at, closes) and _in_order(closes, extra.to_at)


def _in_order(first: datetime, second: datetime) -> bool:
    """Whether a time is no later than another; one without a zone is in the other's."""
    if (first.tzinfo is None) != (second.tzinfo is None):
        first, second = first.replace(tzinfo=None), second.replace(tzinfo=None)
    return first <= second


_NOTE: dict[type, Callable[[Tally, Any], None]] = {
    EntryAccepted: _accepted,
    EntryCompleted: _completed,
    EntryCancelled: _cancelled,
    GameOpened: _opened,
    GameTimeCorrected: _time_corrected,
    GameClosed: _close,
    NumbersDrawn: _drawn,
    GameSettled: _settle,
    EntryDisqualified: _barred,
    EntryReinstated: _barred,
    office.VenueAppointed: _office,
    office.CommissionAgreed: _office,
    office.GrowthRateSet: _office,
    office.ContributionFlexed: _office,
    office.JackpotGuaranteed: _office,
    office.PrizeApproved: _office,
    office.JackpotTakenOver: _office,
    office.PoolSwitched: _office,
    office.PoolReported: _office,
}


def _at_close(tally: Tally, game: int, jackpot: str) -> Fraction:
    """A jackpot as it was when a game closed: what came later is not in it."""
    meters = tally.pools if tally.pooled.get(jackpot) else tally.meters
    came = [
        (added.jackpot, added.cents)
        for number, closed in tally.closed.items()
        if number > game
        for added in closed.growth
    ]
    came += [added for number, late in tally.reported.items() if number >= game for added in late]
    later = sum((cents for key, cents in came if key == jackpot), Fraction(0))
    return max(meters.get(jackpot, Fraction(0)) - later, Fraction(0))


def forget(tally: Tally, game: int) -> Tally:
    """The tally without a published game and the entries whose last game it was."""
    for by_game in (
        tally.days,
        tally.drawn,
        tally.closed,
        tally.settled,
        tally.pots,
        tally.carries,
    ):
        by_game.pop(game, None)
    for noted in (tally.reported, tally.out, tally.closing, tally.offers, tally.promised):
        noted.pop(game, None)
    for rates in (tally.rates_of, tally.flexed, tally.untils):
        rates.pop(game, None)
    tally.known_at.pop(game, None)
    for serial in tally.in_game.pop(game, ()):
        if serial in tally.entries and tally.entries[serial].end <= game + 1:
            del tally.entries[serial]
            tally.barred.pop(serial, None)
    return tally


def bets_in(tally: Tally, game: int) -> Iterator[Bet]:
    """Every bet of a game, in the order in which the entries were sold.

    A cancelled entry has left the tally by the time its later games come.
    """
    carries = tally.carries.get(game, {})
    for serial in dict.fromkeys(tally.in_game.get(game, ())):
        entered = tally.entries.get(serial)
        if entered is not None and entered.first_game <= game < entered.end:
            yield from bets_of(serial, entered, game, carries.get(serial))


def bets_of(serial: str, entered: Entered, game: int, carry: Carry | None = None) -> Iterator[Bet]:
    """Every bet of an entry in a game, with what a Let it Run carries into it."""
    turn, most = game - entered.first_game, entered.entry.bonus_games
    for line, bet in enumerate(entered.entry.lines):
        if isinstance(bet, (Prepick, LetItRun)):
            if turn < len(bet.selections) and (turn == 0 or isinstance(bet, Prepick)):
                bonus = turn < bet.bonus_games
                single = HeadsOrTails(bet.selections[turn], bet.subscription_cents, bonus)
                yield Bet(serial, line, single)
            continue
        played = replace(bet, bonus=False) if most is not None and turn >= most else bet
        yield Bet(serial, line, played)
    if carry is not None:
        series = entered.entry.lines[carry.line]
        assert isinstance(series, LetItRun)
        staked = HeadsOrTails(series.selections[turn], carry.base_cents, carry.bonus_cents > 0)
        yield Bet(serial, carry.line, staked, carry)
