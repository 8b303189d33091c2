"""A hall's stock: sales after very many sales, and a printed series taken in."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np

from eyesdown.bingo.decide import decide
from eyesdown.bingo.evolve import evolve
from eyesdown.bingo.sales.commands import SellCards
from eyesdown.bingo.session.commands import ArchiveSession, CloseSession, PlanSession
from eyesdown.bingo.state.state import HallState
from eyesdown.bingo.state.stock import AtHand, Ranges, Series
from eyesdown.bingo.words.parts import PlannedGame
from eyesdown.bingo.words.printed import StockPlan
from eyesdown.cards.master import Hashed, Manifest, write_index, write_table
from eyesdown.cards.series import SeriesPlan, certify
from eyesdown.central.hall.machine import machine
from eyesdown.central.hall.stock import TakeInSeries, receive
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.store.memory import MemoryStore
from eyesdown.cli.bench.harness import Measured, Workload, best_seconds
from eyesdown.draw.words import Words
from eyesdown.kernel.refused import Refused
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebooks import SHELF

SOLD_BEFORE = 200_000
A_SESSION = 100_000
AT_ONCE = 1000
SALES = 1000
PAGES = 10_000
PAGES_A_SECOND_MARK = 20_000
"""100,000 pages within five seconds."""
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
BOOK = "nz-casino-bingo"
GAMES = tuple(PlannedGame(game=number, versions=(1,), price_cents=100) for number in (1, 2))


class _Counter:
    """A hall that sells single tickets, one session after the other."""

    def __init__(self, cards: int) -> None:
        book = SHELF.open(BOOK, date(2026, 6, 1))
        assert isinstance(book, BingoBook)
        self._book: BingoBook[Any] = book
        self._now, self._session = NOON, ""
        self._state = HallState()
        numbers = np.tile(np.arange(1, 16, dtype=np.uint8), cards).tobytes()
        hashes: dict[str, Any] = {"manifest": "", "table": "table", "index": "index"}
        stock = StockPlan(serial="B", colour="blue", books=cards, up="single", **hashes)
        at_hand = AtHand({"table": numbers, "index": b""}.__getitem__)
        left = Ranges.span(1, cards)
        self._state.series["B"] = Series("B", "blue", {}, left, stock=stock, at_hand=at_hand)

    def give(self, command: Any) -> None:
        """One command, which must not be refused."""
        for event in decide(self._book, self._state, command):
            assert not isinstance(event, Refused), event
            evolve(self._state, event)

    def open(self, name: str) -> None:
        """The next session, six hours later."""
        self._now += timedelta(hours=6)
        self._session = name
        at: dict[str, Any] = {"at": self._now, "session": name, "starts_at": self._now}
        self.give(PlanSession(operator="Hall", licence="L", games=GAMES, **at))

    def sell(self, count: int) -> None:
        """The next cards, for the first game."""
        at: dict[str, Any] = {"at": self._now, "session": self._session, "game": 1}
        self.give(SellCards(serial="B", count=count, paid_cents=100 * count, **at))

    def close(self) -> None:
        """The session ends and leaves memory."""
        self.give(CloseSession(at=self._now, session=self._session, by="sue", early=True))
        self.give(ArchiveSession(at=self._now, session=self._session))


def _sales_a_second(sold_before: int) -> float:
    counter = _Counter(sold_before + 10 * SALES)
    for session in range(sold_before // A_SESSION):
        counter.open(f"before {session}")
        for _ in range(A_SESSION // AT_ONCE):
            counter.sell(AT_ONCE)
        counter.close()
    counter.open("now")

    def sell_one_by_one() -> None:
        for _ in range(SALES):
            counter.sell(1)

    return SALES / best_seconds(sell_one_by_one)


def sell_after(scale: int) -> Measured:
    """Sales of one card, after many cards were sold in earlier sessions."""
    sold = SOLD_BEFORE * scale
    first = _sales_a_second(0)
    return Measured(_sales_a_second(sold), first, "the same in a new hall", sold)


def _noon_us() -> int:
    return int(NOON.timestamp() * 1_000_000)


def take_in(scale: int) -> Measured:
    """A series of six-up pages: files checked, packed and stored, every ticket against the book."""
    pages = PAGES * scale
    plan = SeriesPlan("B", "blue", books=pages)
    words = Words.of_text("a seed for the benchmark of the stock, long enough to be one")
    series = certify(plan, words)
    table, index = BytesIO(), BytesIO()
    files = Hashed(table), Hashed(index)
    write_table(files[0], series, words, lambda _: None)
    write_index(files[1], series)
    sealed = files[0].seal(), files[1].seal()
    manifest = Manifest(plan, series.replaced, words.commitment, *sealed).as_bytes()

    def taken_in() -> None:
        store = MemoryStore()
        site = Site(machine("nsw-casino-bingo", ZoneInfo("Australia/Sydney")), store, _noon_us)
        stock = receive(store, manifest, table, index)
        [reply] = site.run([Submitted("take in", TakeInSeries(at=NOON, stock=stock))])
        assert isinstance(reply, Done), reply
        assert not isinstance(reply.events[0], Refused), reply.events[0]

    return Measured(pages / best_seconds(taken_in), PAGES_A_SECOND_MARK, "the mark", pages)


WORKLOADS = (
    Workload("hall: a sale after cards sold in earlier sessions", "sales/s", sell_after),
    Workload("hall: a series of six-up pages taken in", "pages/s", take_in),
)
