"""Keno without a site, with the second bookkeeper beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from eyesdown.control.keno.sales import count_sales
from eyesdown.control.keno.tally import Tally, follow
from eyesdown.control.keno.winners import count_winners
from eyesdown.demo.keno_load import Ask, places, sale, set_up
from eyesdown.keno.bets.bet import Bet
from eyesdown.keno.decide import decide
from eyesdown.keno.events import Refused
from eyesdown.keno.evolve import evolve
from eyesdown.keno.games.commands import CloseGame, OpenDay, OpenGame, RecordDraw, SettleGame
from eyesdown.keno.games.events import GameSettled
from eyesdown.keno.state.state import KenoState
from eyesdown.rulebook.keno_words import DrawSite
from eyesdown.rulebooks.nsw_keno.book import NswKeno, open_on

AT = datetime(2026, 11, 15, 10, 0, tzinfo=ZoneInfo("Australia/Sydney"))
DAY = AT.date()
BOOK = open_on(DAY)
[PLACE] = places(1)


@dataclass(slots=True)
class Book:
    """Keno without a site, and the second bookkeeper beside it."""

    rules: NswKeno = BOOK
    state: KenoState = field(default_factory=KenoState)
    tally: Tally = field(default_factory=Tally)
    serials: int = 0

    def __post_init__(self) -> None:
        for command in set_up(AT, (PLACE,)):
            self.do(command)
        self.do(OpenDay(AT))
        self.do(OpenGame(AT, AT + timedelta(minutes=3)))

    def do(self, command: Any) -> list[Any]:
        events = decide(self.rules, self.state, command)
        for event in events:
            assert not isinstance(event, Refused), event.refusals
            evolve(self.state, event)
            follow(self.tally, event)
        return list(events)

    def sell(self, *lines: Bet, games: int = 1, cents: int) -> str:
        self.serials += 1
        serial = f"S{self.serials:03d}"
        self.do(sale(AT, serial, PLACE, Ask(lines, games, cents)))
        return serial

    def close(self) -> None:
        self.do(CloseGame(AT, AT + timedelta(minutes=3)))

    def play(self, numbers: tuple[int, ...], game: int = 0) -> GameSettled:
        """Close, draw and settle; both counts must agree."""
        self.close()
        assert count_sales(self.tally, game) == ""
        self.do(RecordDraw(AT, game, numbers, "cage", DrawSite.CENTRAL, "journal"))
        settled = self.do(SettleGame(AT, game))[0]
        assert count_winners(self.tally, game) == ""
        assert isinstance(settled, GameSettled)
        return settled


@pytest.fixture
def book() -> Book:
    return Book()
