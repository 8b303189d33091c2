"""A made-up hall for the demonstration. Players act; the rules decide every answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from hashlib import sha512
from typing import Any

import numpy as np
from rich.text import Text

from eyesdown.bingo.claims.commands import (
    CheckClaim,
    Claim,
    CloseGame,
    ConfirmClaim,
    DeclareResult,
    PayPrize,
)
from eyesdown.bingo.claims.events import ClaimMade, ClaimRefused, PrizeForfeited, PrizePaid
from eyesdown.bingo.decide import decide
from eyesdown.bingo.events import Event
from eyesdown.bingo.evolve import evolve
from eyesdown.bingo.play.commands import CallNumber, StartGame
from eyesdown.bingo.pools.events import PrizeWon
from eyesdown.bingo.sales.commands import SellCards
from eyesdown.bingo.session.commands import (
    Announce,
    AppointPerson,
    OpenSalePoint,
    OpenSession,
    PlanSession,
    RegisterPerson,
    RegisterSeries,
)
from eyesdown.bingo.state.state import HallState
from eyesdown.bingo.tracking.columns import squares_of
from eyesdown.bingo.tracking.tracker import Standing, Tracker
from eyesdown.bingo.words.parts import Offer, PlannedGame
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.cards.stream import STRIP90, stream
from eyesdown.cards.ticket import Ticket90
from eyesdown.draw.drbg import HmacDrbg
from eyesdown.draw.order import draw_order
from eyesdown.draw.words import Words
from eyesdown.kernel.money import dollars
from eyesdown.kernel.refused import Refused
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebooks import SHELF

BOOK = "nz-casino-bingo"
SERIAL = "382558"
PLAYERS = (
    "Ada Example",
    "Ben Sample",
    "Cleo Specimen",
    "Dev Placeholder",
    "Eve Mockup",
    "Flo Dummy",
)
ASLEEP = "Dev Placeholder"  # never claims, to show a forfeit
HASTY = "Ben Sample"  # claims once too early, to show a refusal
PRICE_CENTS = 1000
PRIZES = {"part series": 2000, "series": 4000}
GAMES = 2
HASTY_CALL = 9
STEPS = ("collect", "serial", "numbers", "last number", "public reading")


@dataclass
class Night:
    """The state of the hall, which the screen shows."""

    book: BingoBook[Any]
    tickets: dict[str, Ticket90]
    tracker: Tracker
    standing: Standing | None = None
    state: HallState = field(default_factory=HallState)
    now: datetime = datetime(2026, 5, 5, 19)  # noqa: DTZ001 -- a made-up evening, no clock is read
    calls: list[int] = field(default_factory=list)
    log: list[Text] = field(default_factory=list)
    won: dict[str, str] = field(default_factory=dict)
    weight: float = 1.0

    def tell(self, what: type[Any], **fields: Any) -> tuple[Event, ...]:
        """Give the rules a command, apply its events and log them."""
        self.now += timedelta(seconds=5)
        events = decide(self.book, self.state, what(at=self.now, **fields))
        for event in events:
            self.state = evolve(self.state, event)
            self._log_event(event)
        return events

    def _log_event(self, event: Event) -> None:
        match event:
            case Refused() | ClaimRefused():
                no = event.refusals[0]
                who = f"{event.player}: " if isinstance(event, ClaimRefused) else ""
                self.note("✗", f"{who}no, {no.code}", no.clause.number, "red")
            case PrizeForfeited(player=player, prize=prize):
                self.note("–", f"{player} was silent and forfeits the {prize}", "5.10", "yellow")
            case ClaimMade(player=player, word=word, call=call):
                self.note("!", f"{player} calls “{word}” on call {call}", "5.3", "cyan")
            case PrizeWon(winners=winners, prize=prize, share_cents=cents):
                who = " and ".join(winners)
                self.won[prize] = who
                self.note("✓", f"{who} wins the {prize}: {dollars(cents)}", "5.2(c)", "green")
            case PrizePaid():
                self.note(
                    "$", f"paid {dollars(sum(p.amount_cents for p in event.parts))}", "7.3", "green"
                )
            case _:
                pass

    def note(self, symbol: str, message: str, clause: str, colour: str) -> None:
        line = Text(f"{symbol} {message}  ", style=colour)
        line.append(f"cl. {clause}", style="dim")
        self.log.append(line)

    @property
    def one_to_go(self) -> int:
        """How many cards lack one number for the prize that is played for."""
        if self.standing is None:
            return 0
        line_open = "part series" not in self.won
        return self.standing.line_waiting if line_open else self.standing.house_waiting

    def closing(self) -> list[Text]:
        """The last lines: the result, and where to read more."""
        winners = ", ".join(f"{who} ({prize})" for prize, who in self.won.items())
        return [
            Text("\ncalled: " + " ".join(map(str, self.calls)), style="dim"),
            Text(f"{len(self.calls)} balls. Won by {winners}.", style="bold"),
            Text(
                "Every yes and every no named its clause: eyesdown rules show nz-casino-bingo 5.10"
            ),
        ]


def play_night(secret: bytes) -> Iterator[Night]:
    """One game from the first card sold to the prize paid, one frame at a time."""
    night = _open_hall(secret)
    yield night
    for ball in draw_order(90, 90, HmacDrbg(sha512(b"balls" + secret).digest())):
        night.weight = 1.0
        night.tell(CallNumber, session="tonight", game=1, number=ball)
        night.calls.append(ball)
        night.standing = night.tracker.call(ball)
        yield night
        if len(night.calls) == HASTY_CALL:
            night.tell(Claim, session="tonight", game=1, player=HASTY, word="line")
            night.weight = 6.0
            yield night
        called = False
        for player in _entitled(night):
            called = True
            _claim(night, player)
            night.weight = 8.0
            yield night
        if called:
            night.tell(DeclareResult, session="tonight", game=1, by="Sue Pervisor")
            if "series" in night.won:
                break
    night.tell(CloseGame, session="tonight", game=1, by="Sue Pervisor")
    for award in sorted(night.state.awards):
        night.tell(PayPrize, award=award, by="Sue Pervisor")
    night.weight = 4.0
    yield night


def _open_hall(secret: bytes) -> Night:
    book = SHELF.open(BOOK, date(2026, 5, 5))
    assert isinstance(book, BingoBook)
    strip = next(iter(stream(STRIP90, Words(sha512(b"cards" + secret).digest()), 1)))[0]
    tickets = [Ticket90.of(rows.tolist()) for rows in strip]
    tracker = Tracker(squares_of(np.array([ticket.numbers for ticket in tickets])))
    night = Night(book, dict(zip(PLAYERS, tickets, strict=True)), tracker)
    for person in ("Cal Ler", "Sue Pervisor"):
        night.tell(RegisterPerson, person=person, role="employee", staff=True)
    night.tell(OpenSalePoint, point="counter")
    cards = tuple(
        PrintedCard(card=number, boxes=(ticket,)) for number, ticket in enumerate(tickets, start=1)
    )
    night.tell(RegisterSeries, serial=SERIAL, colour="blue", cards=cards)
    offers = tuple(Offer(prize=name, amount_cents=cents) for name, cents in PRIZES.items())
    games = tuple(
        PlannedGame(game=number, versions=(3,), price_cents=PRICE_CENTS, prizes=offers)
        for number in range(1, GAMES + 1)
    )
    night.tell(
        PlanSession,
        session="tonight",
        starts_at=night.now + timedelta(minutes=5),
        place="The Example Hall",
        operator="Example Casino",
        licence="none, this is a show",
        games=games,
    )
    night.tell(OpenSession, session="tonight")
    for person, duty in (("Cal Ler", "caller"), ("Sue Pervisor", "supervisor")):
        night.tell(AppointPerson, session="tonight", person=person, duty=duty)
    for player in PLAYERS:
        night.tell(
            SellCards,
            session="tonight",
            game=1,
            player=player,
            serial=SERIAL,
            count=1,
            paid_cents=PRICE_CENTS,
            point="counter",
        )
    night.tell(StartGame, session="tonight", game=1)
    night.tell(Announce, session="tonight", game=1, by="Cal Ler", topics=())
    return night


def _entitled(night: Night) -> list[str]:
    """Players who are awake and have just completed a prize that is still open."""
    assert night.standing is not None, "no number was called yet"
    winners = list(night.standing.house_winners)
    if "part series" not in night.won:
        winners += list(night.standing.line_winners)
    players = [PLAYERS[index] for index in sorted(set(winners))]
    return [player for player in players if player != ASLEEP]


def _claim(night: Night, player: str) -> None:
    word = "bingo" if set(night.calls).issuperset(night.tickets[player].numbers) else "line"
    events = night.tell(Claim, session="tonight", game=1, player=player, word=word)
    for event in events:
        if isinstance(event, ClaimMade):
            where = {"session": "tonight", "game": 1, "claim": event.claim}
            night.tell(CheckClaim, **where, by="Sue Pervisor", steps=STEPS)
            night.tell(CheckClaim, **where, by="Cal Ler", steps=("caller verification",))
            night.tell(ConfirmClaim, **where, by="Sue Pervisor")
