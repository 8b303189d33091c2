"""A hall where everyone presses at once: the last cards, one ball twice, a claim and the next ball.

`make rush` tries each of these many times, after those of keno.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from eyesdown.bingo.claims.commands import Claim
from eyesdown.bingo.play.commands import AskForBall, EyesDown
from eyesdown.bingo.sales.commands import SellCards
from eyesdown.central.hall.machine import book_on
from eyesdown.central.hall.state import HallSite
from eyesdown.central.hall.tasks import HallPlan, next_step
from eyesdown.central.hall.tenant import KIND, open_hall
from eyesdown.central.site.first_row import Owner
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.site import Done, Reply, Submitted
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.memory import MemoryStore
from eyesdown.demo import hall_evening
from eyesdown.demo.hall_evening import BOOK, NAME, ZONE, next_action
from eyesdown.kernel.refused import refusals_in
from eyesdown.kernel.written import replace
from eyesdown.rulebook.bingo_book import BingoBook

CLIENTS = 60
ACTIONS_MAX = 500


@dataclass(slots=True)
class HallRush:
    """What was tried, how often, and the first thing that did not hold."""

    what: str
    times: int = 0
    asked: int = 0
    wrong: str = ""


class _Hall:
    """The made-up hall in memory; its evening is played until a moment that a rush needs."""

    def __init__(self, seed: int) -> None:
        self.dice, self.zone = Random(seed), ZoneInfo(ZONE)  # noqa: S311 -- made up, not a draw
        self.now = datetime(2026, 6, 2, 18, tzinfo=self.zone)
        self.plan = HallPlan(os.urandom, name=NAME)
        owner = Owner(KIND, NAME, BOOK, ZONE)
        self.tenant, self.site = open_hall(owner, MemoryStore(), self.plan, self.clock_us)
        self._names = 0

    def clock_us(self) -> int:
        """The made-up time."""
        return int(self.now.timestamp() * 1_000_000)

    @property
    def state(self) -> HallSite:
        """The hall's state."""
        return self.site.state

    def work(self) -> None:
        """Everything the site itself has to do now."""
        while make := next_step(self.plan, self.site, self.now):
            self.site.run([make()])

    def play_until(self, wanted: type) -> Any:
        """The next action of this kind, not given yet."""
        for _ in range(ACTIONS_MAX):
            self.work()
            book = book_on(BOOK, self.now.date())
            assert isinstance(book, BingoBook)
            action = next_action(book, self.state.hall, self.dice, self.now)
            assert action is not None, "the evening is stuck"
            if isinstance(action.command, wanted):
                return action.command
            self._names += 1
            self.now += timedelta(seconds=1)
            command = self.tenant.complete(self.site, None, action.command)
            self.site.run([Submitted(f"evening/{self._names}", command)])
        raise AssertionError(f"no {wanted.__name__} in {ACTIONS_MAX} actions")

    def at_once(self, commands: list[Any]) -> list[Reply]:
        """The replies to commands that arrive in the same moment, in any order."""
        self.dice.shuffle(commands)
        given = [Submitted(f"rush/{number}", each) for number, each in enumerate(commands)]

        async def all_of_them() -> list[Reply]:
            sequencer = Sequencer(self.site)
            replies = [sequencer.submit(each.command_id, each.command) for each in given]
            answered = list(await asyncio.gather(*replies))
            await sequencer.stop()
            return answered

        return asyncio.run(all_of_them())

    def verified(self) -> str:
        """What verification finds wrong; nothing when all holds."""
        self.work()
        verify_journal(self.tenant.machine, self.site.store, decide_again=True)
        return ""


def _allowed(replies: list[Reply]) -> list[Done]:
    return [each for each in replies if isinstance(each, Done) and not refusals_in(each.events)]


def _holds(rush: HallRush, hall: _Hall, progress: Callable[[int], object]) -> bool:
    """Verify the hall after one more turn, and whether everything held so far."""
    rush.wrong = rush.wrong or hall.verified()
    rush.times += 1
    progress(rush.times)
    return not rush.wrong


def last_cards(times: int, seed: int, progress: Callable[[int], object]) -> HallRush:
    """Sixty buyers and eyes down at once: no card twice, no gap, none sold after eyes down."""
    rush = HallRush("cards sold while eyes down is on its way")
    for turn in range(times):
        hall = _Hall(seed + turn)
        down = hall.play_until(EyesDown)
        hall.play_until(EyesDown)
        name = next(iter(hall.state.hall.sessions))
        serial = next(iter(hall.state.hall.series))
        sale = SellCards(
            at=hall.now,
            session=name,
            game=down.game,
            serial=serial,
            count=1,
            paid_cents=hall_evening.PRICE_CENTS,
            point=hall_evening.POINT,
            by=hall_evening.SELLER,
        )
        replies = hall.at_once([down, *(replace(sale, player=f"p{n}") for n in range(CLIENTS))])
        rush.asked += len(replies)
        down_at = next(each.seq for each in _allowed(replies) if _is(each, "EyesDownCalled"))
        sold = [each for each in _allowed(replies) if _is(each, "CardsSold")]
        if any(each.seq > down_at for each in sold):
            rush.wrong = "a card was sold after eyes down"
        cards = Counter(card for each in sold for event in each.events for card in _cards(event))
        if cards and max(cards.values()) > 1:
            rush.wrong = "a card was sold twice"
        if cards and sorted(cards) != list(range(min(cards), max(cards) + 1)):
            rush.wrong = "a card was left out"
        if not _holds(rush, hall, progress):
            break
    return rush


def one_ball(times: int, seed: int, progress: Callable[[int], object]) -> HallRush:
    """The same ball asked for by sixty presses: one is drawn."""
    rush = HallRush("one ball asked for many times")
    for turn in range(times):
        hall = _Hall(seed + turn)
        ask = hall.play_until(AskForBall)
        replies = hall.at_once([ask] * CLIENTS)
        rush.asked += len(replies)
        hall.work()
        calls = hall.state.hall.game(ask.session, ask.game).calls
        if len(_allowed(replies)) != 1 or len(calls) != 1:
            rush.wrong = f"{len(_allowed(replies))} presses were taken, {len(calls)} balls called"
        if not _holds(rush, hall, progress):
            break
    return rush


def claim_or_ball(times: int, seed: int, progress: Callable[[int], object]) -> HallRush:
    """A claim and the next ball in one moment: the ball waits whenever the claim came first."""
    rush = HallRush("a claim while the next ball is asked for")
    for turn in range(times):
        hall = _Hall(seed + turn)
        claim = hall.play_until(Claim)
        game = hall.state.hall.game(claim.session, claim.game)
        before = len(game.calls)
        ask = AskForBall(
            at=hall.now,
            session=claim.session,
            game=claim.game,
            call=before + 1,
            by=hall_evening.CALLER,
        )
        replies = hall.at_once([claim, *[ask] * (CLIENTS - 1)])
        rush.asked += len(replies)
        hall.work()
        claimed = [each for each in _allowed(replies) if _is(each, "ClaimMade")]
        if claimed and len(game.calls) != before:
            rush.wrong = "a number was called over an open claim"
        if not _holds(rush, hall, progress):
            break
    return rush


def _is(reply: Done, kind: str) -> bool:
    return any(type(event).__name__ == kind for event in reply.events)


def _cards(event: Any) -> tuple[int, ...]:
    return getattr(event, "cards", ())


RUSHES = (last_cards, one_ball, claim_or_ball)
