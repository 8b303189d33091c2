"""A bingo hall as the Central Site runs it: rules, draws, control, books and records together."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from functools import lru_cache
from typing import Any, TypeAlias, get_args
from zoneinfo import ZoneInfo

from msgspec import Struct

from eyesdown.bingo import commands as hall_commands
from eyesdown.bingo import events as hall_events
from eyesdown.bingo import promotions
from eyesdown.bingo.decide import decide as decide_hall
from eyesdown.bingo.duties.clocks import SESSION_DEADLINES
from eyesdown.bingo.evolve import evolve as evolve_hall
from eyesdown.bingo.play.commands import CallNumber, CorrectNumber
from eyesdown.bingo.play.events import GameStarted
from eyesdown.bingo.pools.events import PrizeWon
from eyesdown.bingo.promotions.commands import ConfirmPrizes
from eyesdown.bingo.session.events import SessionArchived
from eyesdown.bingo.words.printed import CardKey, PrintedCard
from eyesdown.central.hall import records
from eyesdown.central.hall.order import demand
from eyesdown.central.hall.roles import ROLES
from eyesdown.central.hall.state import HallDraw, HallSite, missed_name
from eyesdown.central.hall.stock import (
    SeriesTakenIn,
    TakeInSeries,
    attach,
    decide_series,
    prints_of,
    series_taken_in,
)
from eyesdown.central.hall.words import (
    ApproveDevice,
    AskForJackpotNumbers,
    DeadlineMissed,
    DeviceApproved,
    FixSettings,
    HouseCommand,
    HouseEvent,
    JackpotNumbersAsked,
    NoteMissed,
    SettingsFixed,
)
from eyesdown.central.site import public_record, sealing
from eyesdown.central.site.clock import in_zone, keep_time, wall_time
from eyesdown.central.site.draws import ball_by_ball
from eyesdown.central.site.draws.deciding import decide_witnessing
from eyesdown.central.site.first_row import with_first_row
from eyesdown.central.site.machine import Machine, ReadPrint
from eyesdown.central.site.people.access import decide_people, evolve_people
from eyesdown.central.site.people.second_person import why_not_second
from eyesdown.central.site.people.words import (
    AccessGiven,
    FactorReset,
    GiveAccess,
    GivePassword,
    PasswordGiven,
    ResetFactor,
)
from eyesdown.central.site.public_record import Says, with_our_game
from eyesdown.central.site.restore import adopting
from eyesdown.central.site.restore.adopting import AdoptStatements, SiteRestored
from eyesdown.central.site.sealing import Count, SealingCommand, SealingEvent
from eyesdown.central.site.witness_words import WitnessingCommand, WitnessingEvent
from eyesdown.central.site.witnessing import evolve_witnessing
from eyesdown.central.store.codec import Codec, StateCodec
from eyesdown.control.hall.follow import follow
from eyesdown.control.hall.sales import count_sales
from eyesdown.control.hall.tally import Stock, Tally
from eyesdown.control.hall.winners import count_winners
from eyesdown.draw import evidence
from eyesdown.draw.cage import Cage
from eyesdown.draw.evidence import Seal
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.refused import Refused, refused
from eyesdown.kernel.written import replace
from eyesdown.ledger.books import PostingGroup
from eyesdown.ledger.hall import hall_postings, promotion_postings
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebooks import SHELF, is_for_halls
from eyesdown.rulebooks.central_site.record import refusal

Command: TypeAlias = (
    hall_commands.Command
    | promotions.Command
    | HouseCommand
    | SealingCommand
    | WitnessingCommand
    | AdoptStatements
    | TakeInSeries
)
Event: TypeAlias = (
    hall_events.Event
    | promotions.Event
    | HouseEvent
    | SealingEvent
    | WitnessingEvent
    | SiteRestored
    | SeriesTakenIn
)

_PROMOTION_COMMANDS = set(get_args(promotions.Command))
_PROMOTION_EVENTS = set(get_args(promotions.Event)) - {Refused}
_HOUSE_COMMANDS = set(get_args(HouseCommand))
_HOUSE_EVENTS = set(get_args(HouseEvent))
_SEALING_COMMANDS = set(get_args(SealingCommand))
_SEALING_EVENTS = set(get_args(SealingEvent)) - {Refused}
_WITNESSING_COMMANDS = set(get_args(WitnessingCommand))
_WITNESSING_EVENTS = set(get_args(WitnessingEvent))
_BEYOND_THE_RULES = (
    _PROMOTION_EVENTS | _HOUSE_EVENTS | _SEALING_EVENTS | _WITNESSING_EVENTS | {SiteRestored}
)
_OF_THE_SITE = _HOUSE_EVENTS | _SEALING_EVENTS | _WITNESSING_EVENTS | {SiteRestored, SeriesTakenIn}

WITH_PROMOTIONS = ("nsw-casino-bingo",)
"""The books that have rules on promotions."""

COMMANDS = Codec(set(get_args(Command)))
EVENTS = Codec(set(get_args(Event)))
NO_CAGE = Cage(pool=90, count=90)
"""Halls key their balls by the book's own commands; the cage of the site is not used."""

_STATE = StateCodec(HallSite)


@lru_cache(maxsize=4)  # today, and the days next to it
def book_on(book: str, day: date) -> BingoBook[Any] | Refusal:
    """A hall's rulebook on a day, or the refusal of a day before it was in force."""
    opened = SHELF.open(book, day)
    assert isinstance(opened, BingoBook | Refusal), f"{book} is no book for a hall"
    return opened


def decide(book_id: str, site: HallSite, command: Any) -> tuple[Event, ...]:
    """What a command leads to: by the site's own order, or by the book in force on its day."""
    kind = command.__class__
    if kind in _SEALING_COMMANDS:
        return sealing.decide_sealing(site.draws, command, NO_CAGE)
    if kind in _WITNESSING_COMMANDS:
        return decide_witnessing(site.witnessed, site.draws, command)
    if kind is AdoptStatements:
        drawn = [draw for draw in site.open_draws if site.sales_agreed(draw)]
        return adopting.decide_restore(site.draws, command, drawn)
    if kind in _HOUSE_COMMANDS:
        return _decide_house(site, command)
    events = _by_the_book(book_id, site, command)
    if any(isinstance(event, Refused) for event in events):
        return events
    demanded = demand(site, command, events)
    return events if demanded is None else _demanded(command, demanded.code, demanded.facts)


def _by_the_book(book_id: str, site: HallSite, command: Any) -> tuple[Event, ...]:
    book = book_on(book_id, command.at.date())
    if isinstance(book, Refusal):
        return refused(command, (book,))
    if command.__class__ not in _PROMOTION_COMMANDS:
        return decide_hall(book, site.hall, command)
    if book_id in WITH_PROMOTIONS:
        held = site.promotions.held.get(command.promotion)
        if isinstance(command, ConfirmPrizes) and held is not None:
            no = why_not_second(site, held.by, command.by, command.at)
            if no is not None:
                return refused(command, (no,))
        return promotions.decide(book, site.promotions, command)
    name = type(command).__name__
    return refused(command, (book.refusal("deed/not_in_this_book", "game", asked=name),))


def _demanded(command: Any, code: str, facts: Any) -> tuple[Event, ...]:
    return refused(command, (refusal(code, **facts),))


def _decide_house(site: HallSite, command: HouseCommand) -> tuple[Event, ...]:
    """A command about the house that no rulebook knows: settings, devices, people, missed times."""
    match command:
        case FixSettings():
            return (SettingsFixed(at=command.at, settings=command.settings, by=command.by),)
        case ApproveDevice():
            given = {"device": command.device, "approval": command.approval, "by": command.by}
            return (DeviceApproved(at=command.at, **given),)
        case GiveAccess() | GivePassword() | ResetFactor():
            return decide_people(site, command, ROLES)
        case NoteMissed():
            noted = {name: getattr(command, name) for name in command.__struct_fields__}
            return (DeadlineMissed(**noted),)
        case AskForJackpotNumbers():
            session = site.hall.sessions.get(command.session)
            if session is None or command.game not in session.games:
                return _demanded(command, "hall/no_device", {"game": command.game})
            demanded = demand(site, command)
            if demanded is not None:
                return _demanded(command, demanded.code, demanded.facts)
            return (
                JackpotNumbersAsked(
                    at=command.at,
                    session=command.session,
                    game=command.game,
                    count=command.count,
                    by=command.by,
                ),
            )


def evolve(site: HallSite, event: Any) -> HallSite:
    """The site after an event, changed in place."""
    kind = event.__class__
    if kind not in _BEYOND_THE_RULES:
        evolve_hall(site.hall, event)
        follow(site.tally, site.row, event)
        _evolve_open_draws(site, event)
    elif kind in _WITNESSING_EVENTS:
        evolve_witnessing(site.witnessed, event)
    elif kind in _SEALING_EVENTS:
        _evolve_draw(site, event)
    elif kind is SiteRestored:
        adopting.evolve_restored(site.witnessed, site.draws, event)
    elif kind in _PROMOTION_EVENTS:
        promotions.evolve(site.promotions, event)
    else:
        _evolve_house(site, event)
    return site


def _evolve_draw(site: HallSite, event: Any) -> None:
    sealing.evolve_sealing(site.draws, event)
    evolve_witnessing(site.witnessed, event)
    if isinstance(event, sealing.CountAgreed) and event.count is Count.WINNERS:
        site.open_draws[event.game].counted = event.rows
    elif isinstance(event, sealing.GameGoesOn) and event.count is Count.WINNERS:
        draw = site.open_draws[event.game]
        draw.counted = draw.won
    elif isinstance(event, sealing.ResultPublished):
        site.open_draws.pop(event.game, None)


def _evolve_house(site: HallSite, event: HouseEvent) -> None:
    match event:
        case SettingsFixed(settings=settings):
            site.hall.settings = settings
            follow(site.tally, site.row, event)
        case DeviceApproved(device=device, approval=approval):
            site.devices[device] = approval
        case AccessGiven() | PasswordGiven() | FactorReset():
            evolve_people(site, event)
        case DeadlineMissed(about=about, clock=clock, due_at=due_at):
            site.missed[missed_name(about, clock)] = due_at
        case JackpotNumbersAsked(session=session, game=game, count=count):
            site.open_draws[site.draw_of(session, game, jackpot=True)].asked = count


def _evolve_open_draws(site: HallSite, event: Any) -> None:
    """A game that starts gets a draw, one more for jackpot numbers; prizes won are counted."""
    kind = event.__class__
    if kind is not GameStarted and kind is not PrizeWon and kind is not SessionArchived:
        return
    match event:
        case GameStarted(session=session, game=number) if site.keeps_order:
            site.last_draw += 1
            site.open_draws[site.last_draw] = HallDraw(session, number)
            game = site.hall.game(session, number)
            if any(level.on_jackpot_number for level in game.plan.levels):
                site.last_draw += 1
                site.open_draws[site.last_draw] = HallDraw(session, number, jackpot=True)
        case SessionArchived(session=session):
            left = {name: due for name, due in site.missed.items() if name not in _names(session)}
            site.missed = left
        case PrizeWon(session=session, game=number):
            draw = site.draw_of(session, number)
            if draw:
                site.open_draws[draw].won += 1
        case _:
            pass


def _names(session: str) -> set[str]:
    """Under which names the missed times of a session are in the state."""
    return {missed_name(session, clock) for clock in SESSION_DEADLINES}


def groups(site: HallSite, event: Any) -> tuple[PostingGroup, ...]:
    """What an event posts to the hall's books."""
    if event.__class__ in _OF_THE_SITE:
        return ()
    if event.__class__ in _PROMOTION_EVENTS:
        return promotion_postings(event)
    return hall_postings(site.hall, event)


def seal_of(site: HallSite, number: int) -> Seal:
    """The cards in play in a draw's game, as they are sealed at eyes down."""
    draw = site.open_draws[number]
    if draw.jackpot:
        return evidence.seal(draw.key, [], 0)
    cents = site.game_of(draw).receipts_cents
    return evidence.seal(draw.key, sealed_cards(site, draw), cents)


def sealed_cards(site: HallSite, draw: HallDraw) -> list[bytes]:
    """The bytes of every card in play, in the order in which they were sold."""
    cards = records.cards_in_play(site, draw.session, draw.game)
    return [sealed_bytes(site, held.key) for held in cards]


def sealed_bytes(site: HallSite, card: CardKey) -> bytes:
    """A card as it is under the seal: its name and its rows, and no player."""
    rows = [row for box in site.hall.printed(card).boxes for row in box.rows]
    return ball_by_ball.sealed_card(card.name, rows)


def audit(site: HallSite, event: Any) -> str:
    """Count and seal again what control agreed to and was sealed; check what was revealed."""
    if isinstance(event, sealing.GameSealed):
        due = seal_of(site, event.game)
        return "" if event.seal == due else f"{due.game}: the seal is not over its cards"
    if isinstance(event, sealing.CountAgreed):
        draw = site.open_draws[event.game]
        if draw.jackpot:
            return ""
        counting = count_sales if event.count is Count.SALES else count_winners
        counted = counting(site.tally, draw.session, draw.game)
        if not counted.because and event.digest != counted.digest:
            return f"{draw.key}: control's digest is not over what it counts now"
        return counted.because
    return ball_by_ball.audit(site.witnessed, event)


def secret_name(number: int) -> str:
    """Under which name the store keeps the secret of a draw.

    >>> secret_name(7)
    'hall draw 7'
    """
    return sealing.secret_name("hall", number)


def wrong_secret(site: HallSite, secret: Callable[[str], bytes]) -> str:
    """The first promised draw whose secret, if it is kept here, is another."""
    takings = [site.witnessed.draws[number] for number in sorted(site.witnessed.draws)]
    return ball_by_ball.wrong_secret(takings, lambda number: secret(secret_name(number)))


def _says(site: HallSite, event: Any) -> Says | None:
    """What an event states in public: only draws do, and thousands of others come with a ball."""
    kind = event.__class__
    if kind in _SEALING_EVENTS or kind in _WITNESSING_EVENTS:
        return ball_by_ball.says(site.witnessed, event)
    return public_record.says(event) if kind is SiteRestored else None


def _begin_row(site: HallSite, row: int) -> None:
    site.row = row


SET_BY_THE_SITE = ("at", "finished")
"""The fields of commands that no client sends: only the site's clock counts."""


def stamp_hall(zone: ZoneInfo) -> Callable[[Any, int], Any]:
    """A machine's `stamp`: the site's time as `at`, and every other time in the hall's zone.

    An announcement ends when the site hears of it: a client that names another end has no say. A
    time without a zone is the hall's wall time. With one kind of time everywhere, a deadline in
    the terms of a promotion can be compared with the moment a person enters.
    """

    def stamp(command: Any, at_us: int) -> Any:
        at = wall_time(zone, at_us)
        if isinstance(command, CallNumber | CorrectNumber):
            command = replace(command, finished=None)
        return replace(in_local_time(command, zone), at=at)

    return stamp


def in_local_time(record: Any, zone: ZoneInfo) -> Any:
    """A record whose times all have the zone's offset of their moment.

    >>> from eyesdown.bingo.session.commands import ShowClosingSign
    >>> seven = datetime(2026, 6, 1, 19)
    >>> sign = ShowClosingSign(at=seven, session="mon", closes_at=seven)
    >>> in_local_time(sign, ZoneInfo("Pacific/Auckland")).closes_at.isoformat()
    '2026-06-01T19:00:00+12:00'
    """
    changes: dict[str, Any] = {}
    for name in record.__struct_fields__:
        value = getattr(record, name)
        if isinstance(value, datetime):
            moment = value if value.tzinfo else value.replace(tzinfo=zone)
            changes[name] = in_zone(zone, moment)
        elif isinstance(value, Struct):
            changes[name] = in_local_time(value, zone)
    return replace(record, **changes) if changes else record


def _no_print(_name: str) -> bytes:
    return b""


def _decide_with(book_id: str, read: ReadPrint) -> Callable[[HallSite, Any], tuple[Event, ...]]:
    """`decide`, which reads the files of a series that is taken in."""

    def decide_with_prints(site: HallSite, command: Any) -> tuple[Event, ...]:
        if command.__class__ is not TakeInSeries:
            return decide(book_id, site, command)
        book = book_on(book_id, command.at.date())
        if isinstance(book, Refusal):
            return refused(command, (book,))
        return decide_series(book, site.hall, command, read)

    return decide_with_prints


def _evolve_with(read: ReadPrint) -> Callable[[HallSite, Any], HallSite]:
    """`evolve`, after which a series that was taken in can read its files."""

    def evolve_with_prints(site: HallSite, event: Any) -> HallSite:
        if event.__class__ is not SeriesTakenIn:
            return evolve(site, event)
        series_taken_in(site.hall, event)
        follow(site.tally, site.row, event)
        return _attached(site, read)

    return evolve_with_prints


def _attached(site: HallSite, read: ReadPrint) -> HallSite:
    """The site with the files of its series at hand, for the rules and for control."""
    attach(site.hall, read)

    def look_up(serial: str, card: int) -> PrintedCard | None:
        series = site.hall.series.get(serial)
        return series.cards.get(card) if series else None

    site.tally.stock = Stock(look_up)
    return site


def machine(
    book: str, zone: ZoneInfo, *, own_clock: bool = True, read: ReadPrint = _no_print
) -> Machine[HallSite]:
    """A hall for a site; without its own clock the commands' times are taken as they are.

    `read` gives the files of printed series; a site puts in its store's (`Machine.over`).
    """
    assert is_for_halls(book), f"{book} is no book for a hall"
    return with_first_row(
        Machine(
            commands=COMMANDS,
            events=EVENTS,
            start=lambda: HallSite(Tally(book)),
            stamp=stamp_hall(zone) if own_clock else keep_time,
            decide=_decide_with(book, read),
            evolve=_evolve_with(read),
            groups=groups,
            records=records.records,
            audit=audit,
            wrong_secret=wrong_secret,
            save=_STATE.write,
            fill=with_our_game,
            restore=lambda raw: _attached(_STATE.read(raw), read),
            prints=lambda site: prints_of(site.hall),
            with_prints=lambda read: machine(book, zone, own_clock=own_clock, read=read),
            says=_says,
            begin_row=_begin_row,
        )
    )
