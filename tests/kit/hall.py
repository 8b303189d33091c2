"""One harness for halls under the three 90-ball books: commands in, events and books out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Any

from eyesdown.bingo.claims.commands import CheckClaim, Claim
from eyesdown.bingo.claims.events import ClaimRefused
from eyesdown.bingo.decide import decide
from eyesdown.bingo.events import Event
from eyesdown.bingo.evolve import evolve
from eyesdown.bingo.play.commands import CallNumber
from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.bingo.words.commands import GameCommand
from eyesdown.bingo.words.events import BreachLogged
from eyesdown.control.hall.follow import tally_of
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.refused import Refused
from eyesdown.rulebook.catalogue import codes_of
from kit.hall_books import HallBooks

DAY = date(2026, 5, 5)


def clock(text: str, day: date = DAY) -> datetime:
    """A time of day as a moment."""
    return datetime.combine(day, datetime.strptime(text, "%H:%M:%S").time())


@dataclass(repr=False)
class Hall:
    """A hall whose clock moves on ten seconds a command unless a test says when.

    After every command the books agree with the state, and every refusal is in the catalogue.
    """

    book: Any
    state: HallState = field(default_factory=HallState)
    now: datetime = datetime(2026, 5, 5, 12)
    session: str = "S1"
    game: int = 1
    log: list[Event] = field(default_factory=list)
    rows: list[tuple[Event, ...]] = field(default_factory=list)
    books: HallBooks = field(default_factory=HallBooks)

    def __post_init__(self) -> None:
        self.catalogue = codes_of(self.book)

    def do(
        self, kind: type[Any], *, at: datetime | str | None = None, **fields: Any
    ) -> tuple[Any, ...]:
        """The events of a command; it is of the current session and game unless it says which."""
        day = self.now.date()
        moment = clock(at, day) if isinstance(at, str) and at else at
        self.now = moment if isinstance(moment, datetime) else self.now + timedelta(seconds=10)
        if "session" in kind.__struct_fields__:
            fields.setdefault("session", self.session)
        if issubclass(kind, GameCommand):
            fields.setdefault("game", self.game)
        if isinstance(fields.get("finished"), str):
            fields["finished"] = clock(fields["finished"], day)
        events = decide(self.book, self.state, kind(at=self.now, **fields))
        self.books.post(self.state, events)
        for event in events:
            for refusal in getattr(event, "refusals", ()):
                assert refusal.clause.number in self.catalogue[refusal.code], str(refusal)
            self.state = evolve(self.state, event)
        assert self.books.agree(self.state), self.books
        self.log.extend(events)
        self.rows.append(events)
        return events

    def ok(self, kind: type[Any], **fields: Any) -> Any:
        """The first event of a command that must not be refused."""
        events = self.do(kind, **fields)
        refusing = (Refused, ClaimRefused) if kind in (Claim, CheckClaim) else (Refused,)
        assert not refusals_of(events, *refusing), [str(bad) for bad in refusals_of(events)]
        return events[0] if events else None

    def no(self, kind: type[Any], **fields: Any) -> list[str]:
        """The codes with which a command is refused, first printed first."""
        return self.codes(self.do(kind, **fields))

    def refused(self, kind: type[Any], **fields: Any) -> list[str]:
        """Code and clause of every refusal of a command."""
        events = self.do(kind, **fields)
        return [f"{bad.code} {bad.clause.number}" for bad in refusals_of(events)]

    @staticmethod
    def codes(events: tuple[Any, ...]) -> list[str]:
        """The codes of refused commands and claims."""
        return [bad.code for bad in refusals_of(events)]

    @staticmethod
    def cited(events: tuple[Any, ...]) -> list[str]:
        """The clauses that refusals and logged breaches cite."""
        return [
            bad.clause.number for bad in refusals_of(events, Refused, ClaimRefused, BreachLogged)
        ]

    def call(self, *numbers: int, **more: Any) -> None:
        """Call numbers, one after the other."""
        for number in numbers:
            self.ok(CallNumber, number=number, **more)

    def happened(self, kind: type[Any]) -> list[Any]:
        """Every event of a kind so far."""
        return [event for event in self.log if isinstance(event, kind)]

    def differences(self, log: Iterable[Event] | None = None) -> list[str]:
        """What control counts otherwise than the log; the events of one moment are a row."""
        rows = groupby(self.log if log is None else log, key=lambda event: event.at)
        numbered = enumerate((list(events) for _, events in rows), start=1)
        return [each.says for each in tally_of(self.book.id, numbered).differences]

    @property
    def sitting(self) -> Session:
        """The current session."""
        return self.state.sessions[self.session]

    @property
    def this(self) -> Game:
        """The current game."""
        return self.sitting.games[self.game]


def refusals_of(events: tuple[Any, ...], *kinds: type[Any]) -> list[Refusal]:
    """The refusals in events of these kinds, by default refused commands and claims."""
    refusing = kinds or (Refused, ClaimRefused)
    return [bad for event in events if isinstance(event, refusing) for bad in event.refusals]
