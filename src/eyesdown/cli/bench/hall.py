"""A hall full of six-up scorecards: what one more ball costs, with every pattern open."""

from __future__ import annotations

import gc
from datetime import datetime, timedelta
from hashlib import sha512
from itertools import islice
from time import perf_counter
from typing import Any

import numpy as np

from eyesdown.bingo.commands import Command
from eyesdown.bingo.decide import decide
from eyesdown.bingo.evolve import evolve
from eyesdown.bingo.play.commands import CallNumber, EyesDown, StartGame
from eyesdown.bingo.sales.commands import EnterSerialRange
from eyesdown.bingo.sales.events import ScorecardsIssued
from eyesdown.bingo.session.commands import (
    Announce,
    AppointPerson,
    OpenSession,
    PlanSession,
    RegisterPerson,
    RegisterSeries,
)
from eyesdown.bingo.session.events import SeriesRegistered
from eyesdown.bingo.state.state import HallState
from eyesdown.bingo.words.parts import Offer, PlannedGame
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.cards.stream import STRIP90, stream
from eyesdown.cards.ticket import Ticket90
from eyesdown.cli.bench.harness import Measured, Workload
from eyesdown.draw.words import Words
from eyesdown.kernel.refused import Refused
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebooks import SHELF
from eyesdown.rulebooks.nsw_casino_bingo.appendix_a import PATTERNS

SCORECARDS = 5_000
PERCENTILE = 99
MARK_SECONDS = {1: 0.050, 10: 0.200}
"""The longest that a ball may take, by scale: 5,000 and 50,000 scorecards."""

NOON = datetime(2026, 5, 5, 12)  # noqa: DTZ001 -- a made-up day, no clock is read


class Hall:
    """A hall in the middle of a game, each scorecard in another player's hand."""

    def __init__(self, scorecards: int) -> None:
        book = SHELF.open("nsw-casino-bingo", NOON.date())
        assert isinstance(book, BingoBook)
        self.book: BingoBook[Any] = book
        self.now = NOON
        self.state = self.open()
        for person, role in (("dan", "dealer"), ("sue", "gaming services supervisor")):
            self.do(RegisterPerson(at=self.now, person=person, role=role, staff=True))
        self._issue(pages(scorecards))
        self._begin()

    def open(self) -> HallState:
        """The state of a hall in which nothing has happened yet."""
        return HallState()

    def apply(self, event: Any) -> None:
        """Take an event into the state without a command."""
        evolve(self.state, event)

    def do(self, command: Command) -> int:
        """Decide a command and apply its events; how many there were."""
        events = decide(self.book, self.state, command)
        for event in events:
            evolve(self.state, event)
        assert not isinstance(events[0], Refused), events[0]
        return len(events)

    def _issue(self, pages: list[PrintedCard]) -> None:
        """Straight from the events: what is measured comes after the sale."""
        series = RegisterSeries(at=self.now, serial="N1", colour="red", cards=tuple(pages))
        self.apply(SeriesRegistered(at=self.now, series=series, warnings=()))
        prizes = (*(Offer(prize=name, amount_cents=1000) for name in PATTERNS),)
        game = PlannedGame(
            game=1, colour="red", prizes=(*prizes, Offer(prize="bingo", amount_cents=10_000))
        )
        self.do(
            PlanSession(
                at=self.now,
                session="S",
                starts_at=self.now,
                boxes=6,
                entry_fee_cents=1500,
                games=(game,),
            )
        )
        self.issue(pages)

    def issue(self, pages: list[PrintedCard]) -> None:
        """A scorecard for each player, straight from the events."""
        for page in pages:
            issued = ScorecardsIssued(
                at=self.now,
                session="S",
                player=f"player {page.card}",
                serial="N1",
                cards=(page.card,),
                medium="paper",
                point="",
                auto_play=False,
            )
            self.apply(issued)

    def _begin(self) -> None:
        at, last = self.now, len(self.state.sessions["S"].holdings)
        for command in (
            OpenSession(
                at=at, session="S", terminal="T", software_approved=True, display_connected=True
            ),
            EnterSerialRange(at=at, session="S", by="dan", serial="N1", first=1, last=last),
            AppointPerson(at=at, session="S", person="dan", duty="caller"),
            AppointPerson(at=at, session="S", person="sue", duty="supervisor"),
            StartGame(at=at, session="S", game=1),
            Announce(at=at, session="S", game=1, by="dan", topics=()),
            EyesDown(at=at, session="S", game=1, by="dan"),
        ):
            self.do(command)

    def ball(self, number: int) -> float:
        """One more ball, and no claim: the seconds it took."""
        self.now += timedelta(seconds=10)
        command = CallNumber(at=self.now, session="S", game=1, number=number, by="dan")
        start = perf_counter()
        self.do(command)
        return perf_counter() - start


def pages(count: int) -> list[PrintedCard]:
    """Six-up pages with every number once."""
    strips = (
        strip.copy()
        for strips in stream(STRIP90, Words(sha512(b"bench").digest()), count)
        for strip in strips
    )
    return [
        PrintedCard(
            card=card,
            book=card,
            colour="red",
            boxes=tuple(Ticket90.of(rows.tolist()) for rows in strip),
        )
        for card, strip in enumerate(islice(strips, count), start=1)
    ]


def silent_game(scale: int) -> Measured:
    """All 90 balls of a game in which no player ever claims: the 99th percentile of a ball."""
    count = SCORECARDS * scale
    hall = Hall(count)
    order = np.random.default_rng(90).permutation(90) + 1
    gc.collect()
    seconds = [hall.ball(int(number)) for number in order]
    worst = float(np.percentile(seconds, PERCENTILE))
    mark = MARK_SECONDS.get(scale)
    return Measured(1 / worst, 1 / mark if mark else None, "the mark", count)


WORKLOADS = (
    Workload(
        "hall: a ball over 5,000 six-up scorecards, 28 patterns, 99th percentile",
        "balls/s",
        silent_game,
    ),
)
