"""A bingo hall as the Central Site runs it: its games, its promotions and its books."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, datetime
from functools import lru_cache
from typing import Any, TypeAlias, get_args
from zoneinfo import ZoneInfo

from msgspec import Struct, field

from eyesdown.bingo import commands as hall_commands
from eyesdown.bingo import events as hall_events
from eyesdown.bingo import promotions
from eyesdown.bingo.claims.events import GameClosed, PrizePaid
from eyesdown.bingo.decide import decide as decide_hall
from eyesdown.bingo.evolve import evolve as evolve_hall
from eyesdown.bingo.pools.events import PrizeWon
from eyesdown.bingo.promotions.events import PromotionOffered, WinnerDrawn
from eyesdown.bingo.promotions.state import PromotionsState
from eyesdown.bingo.sales.events import CardsSold
from eyesdown.bingo.session.events import SessionClosed, SessionPlanned
from eyesdown.bingo.state.state import HallState
from eyesdown.central.site.clock import in_zone, keep_time, wall_time
from eyesdown.central.site.first_row import with_first_row
from eyesdown.central.site.machine import Machine, Record
from eyesdown.central.store.codec import Codec, StateCodec
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.refused import Refused, refused
from eyesdown.kernel.written import Written, replace
from eyesdown.ledger.books import PostingGroup
from eyesdown.ledger.hall import hall_postings, promotion_postings
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.facts.bingo import Settings
from eyesdown.rulebooks import SHELF


class FixSettings(Written, frozen=True, kw_only=True):
    """What this hall decides otherwise than the decisions' defaults, from now on."""

    at: datetime
    settings: Settings
    by: str = ""


class SettingsFixed(Written, frozen=True, kw_only=True):
    """The hall's settings changed; its journal alone says under which a row was decided."""

    at: datetime
    settings: Settings
    by: str


Command: TypeAlias = hall_commands.Command | promotions.Command | FixSettings
Event: TypeAlias = hall_events.Event | promotions.Event | SettingsFixed

_PROMOTION_COMMANDS = set(get_args(promotions.Command))
_PROMOTION_EVENTS = set(get_args(promotions.Event)) - {Refused}

WITH_PROMOTIONS = ("nsw-casino-bingo",)
"""The books that have rules on promotions."""

BOOKS = ("nz-casino-bingo", "vic-bingo", *WITH_PROMOTIONS)
"""The books a hall may be run by."""

COMMANDS = Codec(get_args(Command))
EVENTS = Codec(get_args(Event))


class HallSite(Struct):
    """The state of a hall's games and that of its promotions."""

    hall: HallState = field(default_factory=HallState)
    promotions: PromotionsState = field(default_factory=PromotionsState)


_STATE = StateCodec(HallSite)


@lru_cache(maxsize=32)
def book_on(book: str, day: date) -> BingoBook[Any] | Refusal:
    """A hall's rulebook on a day, or the refusal of a day before it was in force."""
    opened = SHELF.open(book, day)
    assert isinstance(opened, BingoBook | Refusal), f"{book} is no book for a hall"
    return opened


def _decide(book_id: str) -> Callable[[HallSite, Any], tuple[Event, ...]]:
    def decide(site: HallSite, command: Any) -> tuple[Event, ...]:
        """What a command to the hall leads to, by the book in force on its day."""
        if isinstance(command, FixSettings):
            return (SettingsFixed(at=command.at, settings=command.settings, by=command.by),)
        book = book_on(book_id, command.at.date())
        if isinstance(book, Refusal):
            return refused(command, (book,))
        if command.__class__ not in _PROMOTION_COMMANDS:
            return decide_hall(book, site.hall, command)
        if book_id in WITH_PROMOTIONS:
            return promotions.decide(book, site.promotions, command)
        name = type(command).__name__
        return refused(command, (book.refusal("deed/not_in_this_book", "game", asked=name),))

    return decide


def evolve(site: HallSite, event: Any) -> HallSite:
    """The site after an event, changed in place."""
    if event.__class__ in _PROMOTION_EVENTS:
        promotions.evolve(site.promotions, event)
    elif isinstance(event, SettingsFixed):
        site.hall.settings = event.settings
    else:
        evolve_hall(site.hall, event)
    return site


def groups(site: HallSite, event: Any) -> tuple[PostingGroup, ...]:
    """What an event posts to the hall's books."""
    if event.__class__ in _PROMOTION_EVENTS:
        return promotion_postings(event)
    return () if isinstance(event, SettingsFixed) else hall_postings(site.hall, event)


def records(_site: HallSite, event: Any) -> Iterable[Record]:
    """What pages look up by key: purchases, sessions, results, prizes and promotions."""
    match event:
        case CardsSold(purchase=purchase):
            return (Record("purchase", purchase),)
        case SessionPlanned(session=session):
            return (Record("session", session),)
        case SessionClosed(session=session):
            return (Record("closed", session),)
        case GameClosed(session=session, game=game):
            return (Record("result", f"{session}/{game}"),)
        case PrizeWon(session=session, game=game, prize=prize):
            return (Record("won", f"{session}/{game}/{prize}"),)
        case PrizePaid(award=award):
            return (Record("paid", award),)
        case PromotionOffered(promotion=promotion):
            return (Record("promotion", promotion),)
        case WinnerDrawn(promotion=promotion, prize=prize):
            return (Record("drawn", f"{promotion}/{prize}"),)
        case _:
            return ()


def stamp_hall(zone: ZoneInfo) -> Callable[[Any, int], Any]:
    """A machine's `stamp`: the site's time as `at`, and every other time in the hall's zone.

    A time without a zone is the hall's wall time. With one kind of time everywhere, a deadline in
    the terms of a promotion can be compared with the moment a person enters.
    """

    def stamp(command: Any, at_us: int) -> Any:
        return replace(in_local_time(command, zone), at=wall_time(zone, at_us))

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


def machine(book: str, zone: ZoneInfo, *, own_clock: bool = True) -> Machine[HallSite]:
    """A hall for a site; without its own clock the commands' times are taken as they are."""
    assert book in BOOKS, f"{book} is no book for a hall"
    return with_first_row(
        Machine(
            commands=COMMANDS,
            events=EVENTS,
            start=HallSite,
            stamp=stamp_hall(zone) if own_clock else keep_time,
            decide=_decide(book),
            evolve=evolve,
            groups=groups,
            records=records,
            audit=lambda _site, _event: "",  # nothing is drawn or counted by the site yet
            wrong_secret=lambda _site, _secret: "",
            save=_STATE.write,
            restore=_STATE.read,
        )
    )
