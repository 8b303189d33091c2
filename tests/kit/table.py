"""A table at which any of the three 90-ball books is played, in as few words as a case needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from eyesdown.bingo.claims.commands import CheckClaim, Claim, CloseGame, ConfirmClaim, DeclareResult
from eyesdown.bingo.claims.events import ClaimRefused
from eyesdown.bingo.decide import decide
from eyesdown.bingo.events import Event
from eyesdown.bingo.evolve import evolve
from eyesdown.bingo.play.commands import CallNumber, DrawJackpotNumbers, StartGame
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
from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.bingo.words.commands import GameCommand
from eyesdown.bingo.words.parts import Offer, PlannedGame
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.kernel.refused import Refused
from eyesdown.rulebook.facts.bingo import Settings
from eyesdown.rulebooks import SHELF
from kit.fixtures import NINETY
from kit.hall_books import HallBooks

DAY = date(2026, 5, 5)
NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"
MAIN = {
    NZ: {1: ("part series",), 2: ("series",), 3: ("part series", "series")},
    VIC: dict(enumerate([("top line",), ("middle line",), ("bottom line",), ("ticket",)], 1))
    | {5: ("any line",)},
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


def clock(text: str, day: date = DAY) -> datetime:
    return datetime.combine(day, datetime.strptime(text, "%H:%M:%S").time())


def boxes(names: str) -> tuple[Any, ...]:
    """Tickets by name; A and B are the six-ups, AB the twelve-up."""
    if set(names) <= {"A", "B"}:
        return tuple(NINETY[f"{page}{place}"] for page in names for place in range(1, 7))
    return (NINETY[names],)


@dataclass(repr=False)
class Table:
    """One hall; its clock moves ten seconds a command unless a case says when."""

    name: str
    settings: Settings = field(default_factory=Settings)
    now: datetime = datetime(2026, 5, 5, 18)
    session: str = "S1"
    game: int = 1
    log: list[Event] = field(default_factory=list)
    books: HallBooks = field(default_factory=HallBooks)

    def __post_init__(self) -> None:
        self.book: Any = SHELF.open(self.name, DAY)
        self.state = HallState(settings=self.settings)
        for person, role in STAFF[self.name].items():
            self.do(RegisterPerson, person=person, role=role, staff=True)

    def do(self, kind: type[Any], *, at: str = "", **words: Any) -> tuple[Any, ...]:
        self.now = clock(at, self.now.date()) if at else self.now + timedelta(seconds=10)
        names = kind.__struct_fields__
        for shared in ("session", "game"):
            if shared in names and (shared == "session" or issubclass(kind, GameCommand)):
                words.setdefault(shared, getattr(self, shared))
        if isinstance(words.get("finished"), str):
            words["finished"] = clock(words["finished"], self.now.date())
        events = decide(self.book, self.state, kind(at=self.now, **words))
        self.books.post(self.state, events)
        for event in events:
            self.state = evolve(self.state, event)
        assert self.books.agree(self.state), self.books
        self.log += events
        return events

    def no(self, kind: type[Any], **words: Any) -> list[str]:
        """Code and clause of every refusal of a command."""
        return [
            f"{refusal.code} {refusal.clause.number}"
            for event in self.do(kind, **words)
            if isinstance(event, Refused | ClaimRefused)
            for refusal in event.refusals
        ]

    def ok(self, kind: type[Any], **words: Any) -> Any:
        events = self.do(kind, **words)
        noes = Refused | ClaimRefused if kind in (Claim, CheckClaim) else Refused
        bad = [event.refusals for event in events if isinstance(event, noes)]
        assert not bad, [str(refusal) for refusals in bad for refusal in refusals]
        return events[0] if events else None

    def all(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.log if isinstance(event, kind)]

    @property
    def sitting(self) -> Session:
        return self.state.sessions[self.session]

    @property
    def this(self) -> Game:
        return self.sitting.games[self.game]

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
        for by in ("sue", "cal"):
            self.do(Announce, by=by, game=0, topics=())
            self.do(Announce, by=by, game=self.game, topics=())

    def call(self, *numbers: int, **more: Any) -> None:
        for number in numbers:
            self.ok(CallNumber, number=number, **more)

    def claim(self, player: str, **more: Any) -> list[str]:
        return self.no(Claim, player=player, **more)

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
        """A claim made, checked and confirmed; Cat watches where somebody must."""
        claim = self.ok(Claim, player=player, **more).claim
        self.check(claim, **({"witness": "cat"} if self.name == VIC else {}))
        self.ok(ConfirmClaim, claim=claim, by="sue")

    def declare(self) -> list[tuple[str, tuple[str, ...], int, int]]:
        """Prize, winners, call and share of everything that is won now."""
        events = self.do(DeclareResult, by="sue")
        won = [event for event in events if isinstance(event, PrizeWon)]
        return [(one.prize, one.winners, one.call, one.share_cents) for one in won]

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
