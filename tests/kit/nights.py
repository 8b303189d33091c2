"""Nights of a New Zealand hall on a site, from a printed series: one game won, all paid, closed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from eyesdown.bingo.claims.commands import (
    CheckClaim,
    Claim,
    CloseGame,
    ConfirmClaim,
    DeclareResult,
    PayPrize,
)
from eyesdown.bingo.play.commands import CallNumber, StartGame
from eyesdown.bingo.sales.commands import CountTill, OpenTill, SellCards
from eyesdown.bingo.session.archive import ready_to_archive
from eyesdown.bingo.session.commands import (
    Announce,
    AppointPerson,
    ArchiveSession,
    CloseSession,
    OpenSalePoint,
    OpenSession,
    PlanSession,
    RegisterPerson,
)
from eyesdown.bingo.words.parts import Offer, PlannedGame
from eyesdown.cards.series import SeriesPlan
from eyesdown.central.hall.machine import machine
from eyesdown.central.hall.state import HallSite
from eyesdown.central.hall.stock import TakeInSeries
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.store.memory import MemoryStore
from kit.series import delivered

ZONE = ZoneInfo("Pacific/Auckland")
FIRST = datetime(2026, 6, 1, 18, tzinfo=ZONE)
SERIAL = "382558"
PRICE = 1000


class Nights:
    """A hall that plays one night after the other; `next_card` is sold next."""

    def __init__(self, cards: int, purchases: int = 20, each: int = 3, first_card: int = 1) -> None:
        self.purchases, self.each, self.next_card, self.night = purchases, each, first_card, 0
        self.now = FIRST
        self.store = MemoryStore()
        self.site: Site[HallSite] = Site(
            machine("nz-casino-bingo", ZONE, own_clock=False), self.store, lambda: 0
        )
        plan = SeriesPlan(SERIAL, "blue", books=cards, up="single", first_card=first_card)
        stock = delivered(plan).into(self.store)
        people = [("cal", "employee"), ("sue", "employee"), ("kim", "employee")]
        self.give(
            TakeInSeries(at=self.now, stock=stock),
            OpenSalePoint(at=self.now, point="counter"),
            *(RegisterPerson(at=self.now, person=p, role=r, staff=True) for p, r in people),
        )

    def give(self, *commands: Any) -> list[Any]:
        """The first event of each command; none may be refused."""
        first = self.site.head.seq
        batch = [Submitted(f"c{first + at}", each) for at, each in enumerate(commands)]
        events = []
        for reply in self.site.run(batch):
            assert isinstance(reply, Done), reply
            assert not hasattr(reply.events[0], "asked"), reply.events[0]
            events.append(reply.events[0])
        return events

    def play(self) -> str:
        """One more night; the sessions before it leave memory."""
        self.night += 1
        self.now = FIRST + timedelta(hours=8 * self.night)  # reading the book of a day takes long
        name = f"night {self.night}"
        self.give(*self._opening(name))
        for session in list(ready_to_archive(self.site.state.hall)):
            self.give(ArchiveSession(at=self.now, session=session))
        self.give(*self._game(name))
        return name

    def _opening(self, name: str) -> Iterator[Any]:
        at: dict[str, Any] = {"at": self.now, "session": name}
        prize = Offer(prize="part series", amount_cents=self.purchases * self.each * PRICE)
        games = tuple(
            PlannedGame(game=number, versions=(1,), price_cents=PRICE, prizes=(prize,))
            for number in (1, 2)
        )
        words: dict[str, Any] = {"operator": "Casino Ltd", "licence": "L-37", "games": games}
        yield PlanSession(starts_at=self.now + timedelta(hours=1), **words, **at)
        yield OpenSession(**at)
        yield AppointPerson(person="cal", duty="caller", **at)
        yield AppointPerson(person="sue", duty="supervisor", **at)

    def _game(self, name: str) -> Iterator[Any]:
        at: dict[str, Any] = {"at": self.now, "session": name}
        game: dict[str, Any] = {**at, "game": 1}
        yield OpenTill(at=self.now, point="counter", by="kim", float_cents=10000)
        paid = self.each * PRICE
        for number in range(self.purchases):
            sale: dict[str, Any] = {"serial": SERIAL, "count": self.each, "paid_cents": paid}
            sale |= {"point": "counter", "by": "kim", "slip": f"{name}/{number}"}
            yield SellCards(player=f"p{number}", **sale, **game)
        yield StartGame(**game)
        yield Announce(by="cal", topics=(), **game)
        printed = self.site.state.hall.series[SERIAL].cards[self.next_card]
        for number in printed.boxes[0].lines[0]:
            yield CallNumber(number=number, **game)
        yield Claim(player="p0", **game)
        steps = ("collect", "serial", "numbers", "last number", "public reading")
        yield CheckClaim(claim="claim 1", by="sue", steps=steps, **game)
        yield CheckClaim(claim="claim 1", by="cal", steps=("caller verification",), **game)
        yield ConfirmClaim(claim="claim 1", by="sue", **game)
        yield DeclareResult(by="sue", **game)
        yield CloseGame(by="sue", **game)
        yield PayPrize(at=self.now, award=f"{name}/1/part series/p0", by="kim", point="counter")
        yield CloseSession(by="sue", early=True, **at)
        yield CountTill(at=self.now, point="counter", by="sue", counted_cents=10000)
        self.next_card += self.purchases * self.each
