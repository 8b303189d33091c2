"""A table at which any of the three 90-ball books is played, in few words."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from eyesdown.bingo.claims.commands import CheckClaim, Claim, CloseGame, ConfirmClaim, DeclareResult
from eyesdown.bingo.play.commands import DrawJackpotNumbers, StartGame
from eyesdown.bingo.pools.commands import OpenPool
from eyesdown.bingo.pools.events import PrizeWon
from eyesdown.bingo.sales.commands import (
    ChargeAdmission,
    EnterSerialRange,
    IssueScorecards,
    SellCards,
)
from eyesdown.bingo.session.commands import (
    Announce,
    AppointPerson,
    OpenSession,
    PlanSession,
    RegisterPerson,
    RegisterSeries,
)
from eyesdown.bingo.state.state import HallState
from eyesdown.bingo.words.parts import Offer, PlannedGame
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.kernel.refused import Refused
from eyesdown.rulebook.facts.bingo import Settings
from eyesdown.rulebooks import SHELF
from kit.fixtures import NINETY
from kit.hall import DAY, Hall

NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"
MAIN: dict[str, dict[int, tuple[str, ...]]] = {
    NZ: {1: ("part series",), 2: ("series",), 3: ("part series", "series")},
    VIC: {
        1: ("top line",),
        2: ("middle line",),
        3: ("bottom line",),
        4: ("ticket",),
        5: ("any line",),
    },
    NSW: {0: ("bingo",)},
}
STAFF = {
    NZ: {"cal": "employee", "sue": "employee"},
    VIC: {"cal": "helper", "sue": "helper"},
    NSW: {
        "cal": "dealer",
        "sue": "gaming services supervisor",
        "max": "casino supervisor",
    },
}


def boxes(names: str) -> tuple[Any, ...]:
    """Tickets by name; A and B are the six-ups, AB the twelve-up."""
    if set(names) <= {"A", "B"}:
        return tuple(NINETY[f"{page}{place}"] for page in names for place in range(1, 7))
    return (NINETY[names],)


class Table(Hall):
    """A hall with its staff, and short words for what a case needs."""

    def __init__(self, name: str, settings: Settings) -> None:
        book = SHELF.open(name, DAY)
        super().__init__(book, HallState(settings=settings), datetime(2026, 5, 5, 18))
        self.name = name
        for person, role in STAFF[name].items():
            self.do(RegisterPerson, person=person, role=role, staff=True)

    def plan(self, version: int, games: int, cents: tuple[int, ...], **more: Any) -> None:
        each = more.pop("each", {})
        names = MAIN[self.name][version]
        minors = tuple(Offer(prize=p, amount_cents=c) for p, c in more.pop("minors", ()))
        offers = tuple(
            Offer(prize=name, amount_cents=part) for name, part in zip(names, cents, strict=True)
        )
        usual = {
            "versions": (version,) if version else (),
            "price_cents": 1000,
            "colour": "red" if self.name == NSW else "",
            "prizes": (*minors, *offers),
        }
        planned = tuple(
            PlannedGame(game=number, **{**usual, **each}) for number in range(1, games + 1)
        )
        words = {
            "starts_at": self.now + timedelta(hours=1),
            "games": planned,
            "session_price_cents": sum(game.price_cents for game in planned),
            **({"boxes": 6, "entry_fee_cents": 1500} if self.name == NSW else {}),
        }
        self.ok(PlanSession, **{**words, **more})

    def seat(self, holders: dict[str, str], serial: str = "777") -> None:
        """A series in the order of the holders, each card handed to its holder."""
        given = [(player, card) for player, cards in holders.items() for card in cards.split()]
        cards = tuple(
            PrintedCard(card=place, book=place, boxes=boxes(name))
            for place, (_, name) in enumerate(given, start=1)
        )
        self.ok(RegisterSeries, serial=serial, colour="blue", cards=cards)
        for place, (player, _) in enumerate(given, start=1):
            self.hand(player, place, serial)

    def hand(self, player: str, card: int, serial: str = "777", **more: Any) -> None:
        if self.name != NSW:
            words = {"game": self.game, "serial": serial, "cards": (card,)}
            words["paid_cents"] = self.this.plan.price_cents
            self.ok(SellCards, player=player.strip("?"), **{**words, **more})
            return
        if player not in self.sitting.fees:
            self.ok(RegisterPerson, person=player, member=True)
            self.ok(ChargeAdmission, player=player, amount_cents=1500)
        self.ok(IssueScorecards, player=player, serial=serial, cards=(card,), **more)

    def open(self, **more: Any) -> None:
        ticks = {
            "notice_displayed": True,
            "terminal": "T",
            "software_approved": True,
            "display_connected": True,
        }
        self.ok(OpenSession, **{**ticks, **more})
        self.ok(AppointPerson, person="cal", duty="caller")
        self.ok(AppointPerson, person="sue", duty="supervisor")

    def start(self, **more: Any) -> None:
        jackpot = more.pop("jackpot", ())
        self.ok(StartGame, **more)
        if jackpot:
            self.ok(DrawJackpotNumbers, numbers=jackpot)
        self.start_duties()

    def start_duties(self) -> None:
        """Everything that is to be announced before the first number, by both officials."""
        for by in ("sue", "cal"):
            self.do(Announce, by=by, game=0, topics=())
            self.do(Announce, by=by, game=self.game, topics=())

    def claim(self, player: str, **more: Any) -> list[str]:
        return self.refused(Claim, player=player, **more)

    def check(self, claim: str, **more: Any) -> None:
        """Every step of the book's own checklist by the right people."""
        if self.name == NZ:
            steps = tuple(self.book.steps)[:-1]
            self.ok(CheckClaim, claim=claim, by="sue", steps=steps, **more)
            self.ok(CheckClaim, claim=claim, by="cal", steps=("caller verification",))
            return
        steps = tuple(s for s in self.book.steps if s != "jackpot" or self.this.plan.levels)
        if self.name == NSW:
            more.setdefault("marked", self.this.called)
        self.ok(CheckClaim, claim=claim, by="sue", steps=steps, **more)

    def win(self, *players: str, **more: Any) -> list[PrizeWon]:
        """Claims made together, checked, confirmed and declared."""
        claims = [self.ok(Claim, player=player).claim for player in players]
        for claim in claims:
            self.check(claim, **more)
            self.ok(ConfirmClaim, claim=claim, by="sue")
        events = self.do(DeclareResult, by="sue")
        return [event for event in events if isinstance(event, PrizeWon)]

    def allow(self, player: str, **more: Any) -> None:
        """A claim made, checked and confirmed; Cat is the witness where one is needed."""
        claim = self.ok(Claim, player=player, **more).claim
        self.check(claim, **({"witness": "cat"} if self.name == VIC else {}))
        self.ok(ConfirmClaim, claim=claim, by="sue")

    def declare(self) -> list[tuple[str, tuple[str, ...], int, int]]:
        """Prize, winners, call and share of everything that is won now."""
        events = self.do(DeclareResult, by="sue")
        won = [event for event in events if isinstance(event, PrizeWon)]
        return [(prize.prize, prize.winners, prize.call, prize.share_cents) for prize in won]

    def close(self, **more: Any) -> tuple[Any, ...]:
        events = self.do(CloseGame, by="sue", **more)
        assert not isinstance(events[0], Refused), events
        return events


Sit = Callable[..., Table]


@pytest.fixture
def sit() -> Sit:
    """A game ready for its first number."""

    def seated(
        name: str,
        holders: dict[str, str],
        *,
        version: int = 0,
        games: int = 2,
        cents: tuple[int, ...] = (),
        settings: Settings | None = None,
        jackpot: tuple[int, ...] = (),
        began: bool = True,
        **plan: Any,
    ) -> Table:
        table = Table(name, settings or Settings())
        version = version or (0 if name == NSW else 1)
        count = len(MAIN[name][version])
        if plan.get("pool"):
            table.ok(OpenPool, pool=plan["pool"], sequence=plan.get("sequence", ""))
            plan.setdefault("pool_games", (games,))
            plan.setdefault("pool_method", "with the last prize")
        table.plan(version, games, cents or (10000,) * count, **plan)
        table.seat(holders)
        table.open()
        if name == NSW:
            last = max(table.state.series["777"].cards)
            table.ok(EnterSerialRange, by="cal", serial="777", first=1, last=last)
        if began:
            table.start(at="19:00:00", jackpot=jackpot)
        return table

    return seated
