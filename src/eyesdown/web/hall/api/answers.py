"""Answers of a hall's API as types."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct

from eyesdown.web.api.answers import Events, KeptRecord


class HallShown(Struct, frozen=True):
    """A hall: its name, its rulebook and its time zone."""

    name: str
    book: str
    zone: str


class ClockShown(Struct, frozen=True):
    """A time that the book sets, and the session or promotion that it is about."""

    name: str
    about: str
    due_at: datetime
    what: str
    clause: str
    missed: bool


class Clocks(Struct, frozen=True):
    """The clocks that run, the next one first; `missed` are on record, by name."""

    clocks: tuple[ClockShown, ...]
    missed: dict[str, datetime]


class SeriesLeft(Struct, frozen=True):
    """A series in stock. Ranges are first and last number."""

    serial: str
    colour: str
    cards: int
    left: tuple[tuple[int, int], ...]
    spoiled: tuple[tuple[int, int], ...]
    left_count: int


class Stock(Struct, frozen=True):
    """Every series of the hall."""

    series: tuple[SeriesLeft, ...]


class CardShown(Struct, frozen=True):
    """A card as it is printed, and what became of it: left, sold or spoiled."""

    serial: str
    card: int
    book: int
    game: int
    boxes: tuple[tuple[tuple[int, ...], ...], ...]
    state: str


class AwardShown(Struct, frozen=True):
    """A prize that a till pays, or has paid."""

    award: str
    session: str
    game: int
    prize: str
    player: str
    amount_cents: int
    paid: bool
    counted: Annotated[bool, Meta(description="whether control has counted it, so it may be paid")]


class RefundShown(Struct, frozen=True):
    """Money that a till gives back."""

    refund: str
    session: str
    game: int
    player: str
    amount_cents: int


class Owed(Struct, frozen=True):
    """Prizes and refunds that no till has paid yet."""

    awards: tuple[AwardShown, ...]
    refunds: tuple[RefundShown, ...]


class TillShown(Struct, frozen=True):
    """A till that is open."""

    point: str
    person: str
    opened_at: datetime
    float_cents: int
    cash_cents: int
    card_cents: int
    expected_cents: int
    by_person: dict[str, int]


class Tills(Struct, frozen=True):
    """Every open till."""

    tills: tuple[TillShown, ...]


class GameShown(Struct, frozen=True):
    """A game of the programme, as far as it has come."""

    game: int
    phase: str
    versions: tuple[int, ...]
    price_cents: int
    colour: str
    prizes: dict[str, int]
    receipts_cents: int
    prizes_cents: int
    calls: tuple[int, ...]
    outcome: str
    draw: Annotated[int, Meta(description="the number of its draw on the record; 0: none now")]


class SessionShown(Struct, frozen=True):
    """A session with its games, as the hall has it in memory."""

    session: str
    starts_at: datetime
    opened: bool
    closed: bool
    games: tuple[GameShown, ...]
    officials: dict[str, dict[int, str]]
    next_cards: Annotated[
        dict[str, dict[int, int]], Meta(description="the next card by series and game")
    ]


class Sessions(Struct, frozen=True):
    """The sessions that are planned, open, or closed with something still owed."""

    sessions: tuple[SessionShown, ...]


class SlipShown(Struct, frozen=True):
    """What a slip is for: its purchase as it was recorded, and its cards."""

    slip: str
    purchase: Events
    cards: tuple[CardShown, ...]
    taken_back: bool


class RecordShown(Struct, frozen=True):
    """What is on record under a key, and the row of the journal that left it."""

    kind: str
    key: str
    seq: int
    record: KeptRecord


class AccessShown(Struct, frozen=True):
    """A person who may sign on at the hall."""

    person: str
    roles: tuple[str, ...]
    till: str
    has_token: bool
    has_password: bool


class People(Struct, frozen=True):
    """Everyone who may sign on at the hall."""

    people: tuple[AccessShown, ...]


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """A password that the office gives to a person."""

    password: Annotated[str, Meta(min_length=10, max_length=200)]
