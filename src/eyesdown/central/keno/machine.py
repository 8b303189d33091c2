"""Keno as the Central Site runs it: the game, its sealing, its books and what pages read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from functools import lru_cache, partial
from typing import Any, TypeAlias, get_args
from zoneinfo import ZoneInfo

from msgspec import Struct, field

from eyesdown.central.keno import stated
from eyesdown.central.keno.by_hand import (
    cage_after,
    draw_broken_off,
    store_changed,
    time_corrected,
    why_no_ball,
    why_not_recorded,
)
from eyesdown.central.keno.office import deciding as office
from eyesdown.central.keno.office.payment_words import PaymentProposed
from eyesdown.central.keno.office.two_people import BY_TWO, why_not_two
from eyesdown.central.keno.office.winnings import WINNINGS, Winnings, Won
from eyesdown.central.keno.upgrades import upgraded_draw_refusal, upgraded_refusal
from eyesdown.central.site import public_record, sealing
from eyesdown.central.site.clock import in_zone, keep_time, stamp_in, wall_time
from eyesdown.central.site.draws.deciding import decide_witnessing
from eyesdown.central.site.first_row import with_first_row
from eyesdown.central.site.machine import Machine, Record
from eyesdown.central.site.people.access import Access
from eyesdown.central.site.people.second_person import LetIn
from eyesdown.central.site.restore import adopting
from eyesdown.central.site.restore.adopting import AdoptStatements, SiteRestored
from eyesdown.central.site.sealing import Sealing, SealingCommand, SealingEvent
from eyesdown.central.site.serials import wrong_receipt_key
from eyesdown.central.site.witness_words import ValueRevealed, WitnessingCommand, WitnessingEvent
from eyesdown.central.site.witnessing import (
    Witnessing,
    break_off,
    evolve_witnessing,
    numbers_so_far,
)
from eyesdown.central.store.codec import Codec, StateCodec
from eyesdown.control.keno import tally
from eyesdown.control.keno.sales import count_sales
from eyesdown.control.keno.tally import Tally
from eyesdown.control.keno.winners import count_winners
from eyesdown.draw import evidence
from eyesdown.draw.cage import Cage
from eyesdown.draw.evidence import Seal
from eyesdown.draw.witnessed import fits
from eyesdown.keno.claims.effects import PrizeChange, changed_prizes, tickets_handed_in
from eyesdown.keno.claims.events import (
    AnonymityChanged,
    ClaimFormPaid,
    EntryDisqualified,
    EntryReinstated,
    PrizesExpired,
    PrizeVerified,
    SessionPaid,
)
from eyesdown.keno.claims.from_store import changed_in_store
from eyesdown.keno.commands import Command
from eyesdown.keno.decide import Decider
from eyesdown.keno.decide import decide as decide_keno
from eyesdown.keno.events import Event
from eyesdown.keno.evolve import evolve as evolve_keno
from eyesdown.keno.games.commands import RecordDraw, SettleGame
from eyesdown.keno.games.events import (
    DayOpened,
    DrawInterrupted,
    GameClosed,
    GameOpened,
    GameSettled,
    GameTimeCorrected,
    InternetPrizeCredited,
)
from eyesdown.keno.sales.events import EntryAccepted, EntryCancelled
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.entry import Entry, entry_form
from eyesdown.keno.words.games import Game, GameState
from eyesdown.keno.words.prizes import Prize, PrizeState
from eyesdown.keno.words.tickets import Carry
from eyesdown.kernel.refused import Refused, refused
from eyesdown.ledger.books import PostingGroup
from eyesdown.ledger.keno import postings
from eyesdown.rulebook.keno_words import Channel
from eyesdown.rulebooks.central_site.record import refusal
from eyesdown.rulebooks.nsw_keno.book import NswKeno, open_on

SYDNEY = ZoneInfo("Australia/Sydney")

SiteCommand: TypeAlias = (
    Command | SealingCommand | WitnessingCommand | AdoptStatements | office.OfficeCommand
)
SiteEvent: TypeAlias = Event | SealingEvent | WitnessingEvent | SiteRestored | office.OfficeEvent
DecideGame: TypeAlias = Callable[[NswKeno, KenoState, Any], tuple[Event, ...]]

_SEALING_COMMANDS = set(get_args(SealingCommand))
_SEALING_EVENTS = set(get_args(SealingEvent)) - {Refused}
_WITNESSING_COMMANDS = set(get_args(WitnessingCommand))
_WITNESSING_EVENTS = set(get_args(WitnessingEvent))
_WITHOUT_MONEY = _SEALING_EVENTS | _WITNESSING_EVENTS | office.EVENTS | {SiteRestored}
_WITH_READINGS = {kind for kind in get_args(SiteCommand) if "kept" in kind.__struct_fields__}

COMMANDS = Codec(get_args(SiteCommand))
EVENTS = Codec(
    set(get_args(SiteEvent)),
    {"Refused": upgraded_refusal, "SealingRefused": upgraded_draw_refusal},
)


class KenoSite(Struct):
    """The game, its draws, the second bookkeeper's own book, payments that wait, and people."""

    keno: KenoState = field(default_factory=KenoState)
    draws: Sealing = field(default_factory=Sealing)
    witnessed: Witnessing = field(default_factory=Witnessing)
    tally: Tally = field(default_factory=Tally)
    payments: dict[str, PaymentProposed] = field(default_factory=dict)
    access: dict[str, Access] = field(default_factory=dict)
    factor_resets: dict[str, int] = field(default_factory=dict)
    let_in: LetIn = LetIn()


_STATE = StateCodec(KenoSite)


@lru_cache(maxsize=8)
def book_on(day: date) -> NswKeno:
    return open_on(day)


def sydney(at_us: int) -> datetime:
    """Wall time in Sydney of a moment in microseconds UTC.

    >>> sydney(1_789_000_000_000_000).isoformat()
    '2026-09-10T10:26:40+10:00'
    """
    return wall_time(SYDNEY, at_us)


def in_sydney(moment: datetime) -> datetime:
    """The same moment in Sydney's wall time, with the offset of that moment."""
    return in_zone(SYDNEY, moment)


@lru_cache(maxsize=8)
def empty_cage(day: date) -> Cage:
    """A cage before its first ball, with the pool and count of rule 2 on a day.

    >>> empty_cage(date(2026, 11, 16)).pool
    80
    """
    figures = book_on(day).figures
    return Cage(pool=figures.numbers_max, count=figures.numbers_drawn)


def decide(
    site: KenoSite, command: Any, decide_game: DecideGame = decide_keno, *, confirmed: bool = False
) -> tuple[SiteEvent, ...]:
    """The events of a SiteCommand, `confirmed` if two people gave it. It only reads the site."""
    kind = command.__class__
    ticket = changed_in_store(site.keno, command) if kind in _WITH_READINGS else ""
    if ticket:
        return refused(command, (refusal("record/changed", ticket=ticket),), ticket)
    not_two = why_not_two(site, command) if kind in BY_TWO and not confirmed else None
    if not_two is not None:
        return refused(command, (not_two,))
    stopped = _why_not_drawn(site, command) if kind in _DRAWING else ""
    if stopped:
        return refused(command, (refusal(stopped, game=command.game),), f"{command.game}")
    if kind in _SEALING_COMMANDS:
        game = site.keno.games.get(command.game)
        cage = cage_of(site, game) if game else empty_cage(site.keno.day or command.at.date())
        return sealing.decide_sealing(site.draws, command, cage)
    if kind in _WITNESSING_COMMANDS:
        return decide_witnessing(site.witnessed, site.draws, command)
    if kind in office.COMMANDS:
        confirm = partial(decide, site, decide_game=decide_game, confirmed=True)
        return office.decide_office(site, command, confirm)
    if kind is AdoptStatements:
        drawn = [game.game for game in site.keno.games.values() if game.state in _DRAWN]
        return adopting.decide_restore(site.draws, command, drawn)
    return decide_game(book_on(site.keno.day or command.at.date()), site.keno, command)


_DRAWN = (GameState.DRAWN, GameState.SETTLED)
_DRAWING = (RecordDraw, SettleGame, sealing.KeyBall, sealing.ConfirmBall)


def _why_not_drawn(site: KenoSite, command: Any) -> str:
    """Why a closed game takes no numbers, balls or prizes now; of any other the rules say why."""
    game = site.keno.games.get(command.game)
    if game is None or game.state is GameState.OPEN:
        return ""
    if not isinstance(command, RecordDraw | SettleGame):
        return why_no_ball(game, site.witnessed)
    stopped = sealing.why_not_drawn(site.draws, command.game)
    if stopped or isinstance(command, SettleGame):
        return stopped
    return why_not_recorded(game, site.draws, site.witnessed, command, cage_of(site, game))


def cage_of(site: KenoSite, game: Game) -> Cage:
    """The balls of a game so far; numbers that a device drew before it broke off are among them."""
    return site.draws.cages.get(game.game) or cage_after(game, empty_cage(game.keno_day))


def evolve(site: KenoSite, event: Any) -> KenoSite:
    """Apply a SiteEvent to the site, in place. Only the state's owner calls this."""
    if event.__class__ in _WITNESSING_EVENTS:
        evolve_witnessing(site.witnessed, event)
    elif event.__class__ is SiteRestored:
        adopting.evolve_restored(site.witnessed, site.draws, event)
    elif event.__class__ in office.EVENTS:
        office.evolve_office(site, event)
    elif event.__class__ in _SEALING_EVENTS:
        sealing.evolve_sealing(site.draws, event)
        evolve_witnessing(site.witnessed, event)
        if isinstance(event, sealing.ResultPublished):
            tally.forget(site.tally, event.game)
    else:
        evolve_keno(site.keno, event)
        tally.follow(site.tally, event)
        if isinstance(event, DrawInterrupted):
            break_off(site.witnessed, event.game)
    return site


def groups(site: KenoSite, event: Any) -> tuple[PostingGroup, ...]:
    """The postings of a SiteEvent."""
    return () if event.__class__ in _WITHOUT_MONEY else postings(site.keno, event)


def game_key(game: Game) -> str:
    """A game's name, its Keno Day and number; names sort in the games' order."""
    return f"{game.keno_day.isoformat()}/{game.number:03d}"


def records(site: KenoSite, event: Any) -> Iterable[Record]:
    """The records that an event leaves for pages: tickets, prizes, games and proofs."""
    leaves = _LEAVES.get(event.__class__)
    return () if leaves is None else leaves(site, event)


def _ticket(_: KenoSite, event: EntryAccepted) -> Iterable[Record]:
    entry = event.entry
    ticket = Record("ticket", entry.serial)
    if not entry.account:
        return (ticket,)
    return ticket, Record("history", f"{entry.account}/{event.first_game:09d}/{entry.serial}")


def _cancelled(_: KenoSite, event: EntryCancelled) -> Iterable[Record]:
    return (Record("cancelled", event.serial),)


def _day(_: KenoSite, event: DayOpened) -> Iterable[Record]:
    return (Record("day", event.keno_day.isoformat()),)


def _opened(_: KenoSite, event: GameOpened) -> Iterable[Record]:
    return (Record("game", f"{event.game}"),)


def _closed(_: KenoSite, event: GameClosed) -> Iterable[Record]:
    game = f"{event.game}".encode()
    return [Record("excluded", serial, game) for serial in event.excluded]


def _paid(site: KenoSite, event: SessionPaid) -> Iterable[Record]:
    """Tickets that were handed in, those issued in their place, and players who stay unnamed."""
    for continuation in event.continuations:
        yield Record("continued", continuation.ticket, continuation.serial.encode())
    yield from _handed_in(site, event)
    if event.anonymous:
        yield from (Record("anonymous", serial, b"1") for serial in event.serials)


def _handed_in(site: KenoSite, event: SessionPaid | ClaimFormPaid) -> Iterable[Record]:
    for ticket, instead in tickets_handed_in(site.keno, event):
        yield Record("paid", ticket, instead.encode())
    yield from _prizes(site, event)


def _prizes(site: KenoSite, event: PrizeChange) -> Iterable[Record]:
    """Prizes as they are now."""
    return map(_prize, changed_prizes(site.keno, event))


def _prize(prize: Prize) -> Record:
    return Record("prize", f"{prize.serial}/{prize.game}", PRIZES.write(prize))


def _credited(site: KenoSite, event: InternetPrizeCredited) -> Iterable[Record]:
    """A prize that had to wait; the first record of any other says that it did not."""
    waiting = site.keno.prizes.get(event.serial, {}).get(event.game)
    if waiting is not None and waiting.state is PrizeState.PENDING:
        yield from _prizes(site, event)


def _expired(_: KenoSite, event: PrizesExpired) -> Iterable[Record]:
    return [Record("unclaimed", f"{serial}/{game}", b"") for serial, game in event.prizes]


def _named(_: KenoSite, event: AnonymityChanged) -> Iterable[Record]:
    return (Record("anonymous", event.serial, b"1" if event.anonymous else b"0"),)


def _promised(_: KenoSite, event: sealing.DrawPromised) -> Iterable[Record]:
    return (Record("promise", f"{event.game}"),)


def _sealed(site: KenoSite, event: sealing.GameSealed) -> Iterable[Record]:
    key = game_key(site.keno.games[event.game])
    serials = "\n".join(serials_in(site, event.game)).encode()
    return (Record("seal", key), Record("sealed", key, serials))


def _published(site: KenoSite, event: sealing.ResultPublished) -> Iterable[Record]:
    return (Record("result", game_key(site.keno.games[event.game])),)


def serials_in(site: KenoSite, game: int) -> list[str]:
    """The entries of a game in the order in which they were sold, as its seal has them.

    A cancelled entry may have left memory since, and another may have its serial.
    """
    serials = dict.fromkeys(site.keno.in_game.get(game, ()))
    entries = ((serial, site.keno.sold.get(serial)) for serial in serials)
    return [
        serial
        for serial, sold in entries
        if sold is not None and sold.first_game <= game < sold.end
    ]


def entries_of(state: KenoSite, game: int) -> list[bytes]:
    """The canonical bytes of every entry in a game, in the order in which they were sold."""
    sold = state.keno.sold
    return [ENTRIES.write(sold[serial].entry) for serial in serials_in(state, game)]


def seal_of(state: KenoSite, game: Game) -> Seal:
    """What was sold for a game, as it is published at its close."""
    totals = state.keno.totals.get(game.game)
    cents = sum(totals.by_category.values()) if totals else 0
    return evidence.seal(game_key(game), entries_of(state, game.game), cents)


ENTRIES = Codec([Entry])
PRIZES = Codec([Prize])
CARRIES = Codec([Carry])


def _settled(site: KenoSite, event: GameSettled) -> Iterator[Record]:
    sums: dict[str, list[int]] = {}
    at_venues = []
    for prize in event.prizes:
        yield _prize(prize)
        entry = site.keno.sold[prize.serial].entry
        if entry.channel == Channel.VENUE:
            at_venues.append(prize.serial)
        if prize.state is PrizeState.BARRED:
            continue  # it is not paid
        for line in prize.lines:
            form_sums = sums.setdefault(entry_form(entry.lines[line.line]), [0, 0])
            form_sums[0] += 1
            form_sums[1] += line.cents
    for carried in event.carried:
        if not carried.refusals:
            name = f"{carried.serial}/{carried.game}"
            yield Record("carry", name, CARRIES.write(carried.carry))
    won = tuple(Won(form, *form_sums) for form, form_sums in sorted(sums.items()))
    jackpots = tuple(paid.jackpot for paid in event.jackpots)
    game = site.keno.games[event.game]
    if at_venues:  # winners to look for when they do not claim
        name = f"{game.keno_day.isoformat()}/{event.game}"
        yield Record("winners", name, "\n".join(at_venues).encode())
    key = game_key(game)
    yield Record("winnings", key, WINNINGS.write(Winnings(won, jackpots, event.extras)))


_LEAVES: dict[type, Callable[[KenoSite, Any], Iterable[Record]]] = {
    EntryAccepted: _ticket,
    EntryCancelled: _cancelled,
    DayOpened: _day,
    GameOpened: _opened,
    GameClosed: _closed,
    GameSettled: _settled,
    SessionPaid: _paid,
    ClaimFormPaid: _handed_in,
    PrizeVerified: _prizes,
    InternetPrizeCredited: _credited,
    EntryDisqualified: _prizes,
    EntryReinstated: _prizes,
    PrizesExpired: _expired,
    AnonymityChanged: _named,
    sealing.DrawPromised: _promised,
    sealing.GameSealed: _sealed,
    sealing.ResultPublished: _published,
}


_AUDITED: set[type] = {
    sealing.GameSealed,
    sealing.ResultPublished,
    sealing.CountAgreed,
    ValueRevealed,
}


def audit(site: KenoSite, event: SiteEvent) -> str:
    """Count and seal again what control agreed to and was sealed, draw again what has a proof."""
    if event.__class__ not in _AUDITED:
        return ""
    if isinstance(event, sealing.GameSealed):
        due = seal_of(site, site.keno.games[event.game])
        return "" if event.seal == due else f"game {due.game}: the seal is not over its entries"
    if isinstance(event, sealing.ResultPublished):
        return _unproved(site, event)
    if isinstance(event, ValueRevealed):
        return _unpromised(site, event)
    assert isinstance(event, sealing.CountAgreed)
    counting = count_sales if event.count is sealing.Count.SALES else count_winners
    return counting(site.tally, event.game)


def _unpromised(site: KenoSite, event: ValueRevealed) -> str:
    """What does not hold in a revealed value: it must be the next one of the promise."""
    draw = site.witnessed.draws[event.game]
    values = [bytes.fromhex(value) for value in (*draw.values, event.value)]
    if fits(draw.promise.commitment, values):
        return ""
    return f"game {game_key(site.keno.games[event.game])}: the value is not the one promised"


def _unproved(site: KenoSite, event: sealing.ResultPublished) -> str:
    """What does not hold in a published proof: promise, seal, or what was drawn from them."""
    proof, game = event.evidence, site.keno.games[event.game]
    if event.numbers != tuple(game.numbers):
        return f"game {game_key(game)}: other numbers were drawn"
    taking = site.witnessed.draws.get(event.game)
    if taking is not None and not game.parts[0].procedure and not _is_cages(game):
        if numbers_so_far(site.witnessed, event.game) != list(event.numbers):
            return f"game {game_key(game)}: the numbers do not follow from what was given to it"
        if proof is None and game.parts[0].device != sealing.DEVICE:
            return ""  # its proof is on the public record
    if proof is None:
        return _without_proof(event.because, game)
    promised, sealed = site.draws.promised.get(event.game), site.draws.sealed.get(event.game)
    if (proof.commitment, proof.seal, proof.numbers) != (promised, sealed, event.numbers):
        return f"game {game_key(game)}: the proof is not of its promise, seal and numbers"
    wrong = evidence.trouble(proof)
    return f"game {game_key(game)}: {wrong}" if wrong else ""


def _is_cages(game: Game) -> bool:
    return all(part.device == sealing.CAGE for part in game.parts)


def _without_proof(because: str, game: Game) -> str:
    """A draw by the site's own device lacks one only if its secret is lost; others say who drew."""
    alone = len(game.parts) == 1 and sealing.is_generator(game.parts[0].device)
    if because and (not alone or because == sealing.LOST):
        return ""
    return f"game {game_key(game)}: its proof is missing"


def machine(*, own_clock: bool = True) -> Machine[KenoSite]:
    """Keno for a site; without its own clock the commands' times are taken as they are."""
    return with_first_row(
        Machine(
            commands=COMMANDS,
            events=EVENTS,
            start=KenoSite,
            stamp=stamp_in(SYDNEY) if own_clock else keep_time,
            decide=partial(decide, decide_game=Decider()),  # remembers the terms of sales
            evolve=evolve,
            groups=groups,
            records=records,
            audit=audit,
            wrong_secret=lambda site, secret: (
                sealing.wrong_draw_secret("keno", site.draws, secret)
                or wrong_receipt_key(site.keno.newest_ticket, secret)
            ),
            save=_STATE.write,
            restore=_STATE.read,
            fill=public_record.with_our_game,
            says=lambda site, event: stated.statement_of(site.keno, site.witnessed, event),
            alarms={
                DrawInterrupted: draw_broken_off,
                GameTimeCorrected: time_corrected,
                Refused: store_changed,
            },
        )
    )
