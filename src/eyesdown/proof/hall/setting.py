"""The people, the printed cards and the programme of a made-up hall."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache
from random import Random
from typing import Any

import numpy as np

from eyesdown.bingo.pools.commands import OpenPool
from eyesdown.bingo.session.commands import (
    AppointPerson,
    OpenSalePoint,
    OpenSession,
    PlanSession,
    RegisterPerson,
    RegisterSeries,
)
from eyesdown.bingo.words.parts import Level, Offer, PlannedGame
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.cards.sampler import WORDS_PER_ATTEMPT, sample
from eyesdown.cards.ticket import Ticket90

NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"
BOOKS = (NZ, VIC, NSW)
ZONES = {NZ: "Pacific/Auckland", VIC: "Australia/Melbourne", NSW: "Australia/Sydney"}

CALLER, SUPERVISOR, BOSS = "cal", "sue", "max"
PLAYERS = ("ann", "bob", "cat", "dee", "eve", "fay", "gus", "hal")
POOL, POINT = "Gold", "counter 1"
STRIPS = 40
PRIZES = {VIC: {1: "top line", 2: "middle line", 3: "bottom line", 4: "ticket", 5: "any line"}}
MINORS = ("any line", "four corners", "postage stamp", "pyramid", "any 2 lines", "letter T")
COLOURS = ("red", "blue", "green", "pink", "grey")


@cache
def strips() -> tuple[tuple[Ticket90, ...], ...]:
    """Six tickets a strip, the same in every life.

    >>> len({number for ticket in strips()[0] for number in ticket.numbers})
    90
    """
    words = np.random.default_rng(7).integers(0, 1 << 63, STRIPS * WORDS_PER_ATTEMPT, np.int64)
    made_up = sample(words.astype(np.uint64))
    return tuple(tuple(Ticket90.of(ticket.tolist()) for ticket in strip) for strip in made_up)


def people(book: str) -> Iterator[tuple[str, str, bool, bool]]:
    """Name, role, whether staff, whether a member.

    >>> next(people(VIC))
    ('cal', 'volunteer', False, False)
    """
    roles = {
        NZ: ("employee", "employee", "employee"),
        VIC: ("volunteer", "volunteer", "volunteer"),
        NSW: ("dealer", "gaming services supervisor", "casino supervisor"),
    }
    for person, role in zip((CALLER, SUPERVISOR, BOSS), roles[book], strict=True):
        yield person, role, book != VIC, False
    for person in PLAYERS:
        yield person, "player", False, True


def series(book: str, dice: Random) -> Iterator[tuple[str, tuple[PrintedCard, ...]]]:
    """Two or three series; the second has the tickets of the first, so that players win jointly."""
    first = dice.randrange(0, len(strips()) - 20)
    for number, start in enumerate((first, first, first + 6)[: dice.choice((2, 3))]):
        chosen = strips()[start : start + 10]
        serial = f"{book[:3]}{number + 1}"
        if book == NSW:
            cards = tuple(
                PrintedCard(card=place, boxes=strip, book=place)
                for place, strip in enumerate(chosen, start=1)
            )
        else:
            tickets = [ticket for strip in chosen for ticket in strip][: dice.choice((8, 14, 30))]
            cards = tuple(
                PrintedCard(card=place, boxes=(ticket,))
                for place, ticket in enumerate(tickets, start=1)
            )
        yield serial, cards


def opening(book: str, dice: Random, at: datetime) -> Iterator[Any]:
    """The commands with which a hall begins."""
    for person, role, staff, member in people(book):
        yield RegisterPerson(at=at, person=person, role=role, staff=staff, member=member)
    yield OpenSalePoint(at=at, point=POINT)
    for serial, cards in series(book, dice):
        yield RegisterSeries(at=at, serial=serial, colour=f"{serial} blue", cards=cards)
    yield OpenPool(at=at, pool=POOL, sequence="" if book == NSW else "autumn")


def programme(book: str, dice: Random, name: str, at: datetime, *, last: bool) -> PlanSession:
    """The programme of a session."""
    numbers = range(1, dice.choice((2, 2, 3)) + 1)
    pooled = book == NSW or dice.random() < 0.7
    return PlanSession(
        at=at,
        session=name,
        starts_at=at + timedelta(minutes=30),
        place="Hall",
        operator="Casino Ltd",
        licence="L-37",
        games=tuple(_game(book, dice, number) for number in numbers),
        boxes=6 if book == NSW else 1,
        entry_fee_cents=dice.choice((1500, 1501, 999)) if book == NSW else 0,
        session_price_cents=len(numbers) * 1000 if book == NZ else 0,
        sequence="autumn" if pooled and book != NSW else "",
        pool=POOL if pooled else "",
        pool_games=(numbers[-1],) if pooled else (),
        pool_method="with the last prize" if pooled else "",
        last_in_sequence=last and pooled and book != NSW,
    )


def _game(book: str, dice: Random, number: int) -> PlannedGame:
    if book == NZ:
        version = dice.choice((1, 2, 3, 3))
        names = {1: ("part series",), 2: ("series",), 3: ("part series", "series")}[version]
        prizes = tuple(Offer(prize=name, amount_cents=dice.choice(_SUMS)) for name in names)
        return PlannedGame(game=number, versions=(version,), price_cents=1000, prizes=prizes)
    if book == VIC:
        version = dice.choice((1, 2, 3, 4, 5, 5))
        prize = Offer(prize=PRIZES[VIC][version], amount_cents=dice.choice(_SUMS))
        price = dice.choice((100, 250))
        return PlannedGame(game=number, versions=(version,), price_cents=price, prizes=(prize,))
    minors = dice.sample(MINORS, dice.choice((0, 1, 2, 4)))
    prizes = tuple(
        Offer(prize=name, amount_cents=dice.choice(_SUMS)) for name in ("bingo", *minors)
    )
    return PlannedGame(game=number, prizes=prizes, colour=COLOURS[number], levels=_levels(dice))


_SUMS = (10_000, 10_001, 25_000, 7_777)


def _levels(dice: Random) -> tuple[Level, ...]:
    gold = Level(level="gold", amount_cents=50_001, numbers_max=dice.choice((30, 45)))
    silver = Level(level="silver", amount_cents=dice.choice((0, 10_000)), numbers_max=60)
    lucky = Level(level="lucky", on_jackpot_number=True, whole_pool=True)
    whole = Level(level="jackpot", whole_pool=True, numbers_max=dice.choice((0, 40)))
    return dice.choice(((), (), (gold, silver), (lucky,), (whole,), (gold, lucky)))


def duties(name: str, at: datetime, book: str) -> Iterator[Any]:
    """The session opens, with its caller and its supervisor."""
    yield OpenSession(
        at=at,
        session=name,
        by=CALLER if book == NSW else SUPERVISOR,
        notice_displayed=True,
        terminal="T1" if book == NSW else "",
        software_approved=True,
        display_connected=True,
    )
    for person, duty in ((CALLER, "caller"), (SUPERVISOR, "supervisor")):
        yield AppointPerson(at=at, session=name, person=person, duty=duty)
