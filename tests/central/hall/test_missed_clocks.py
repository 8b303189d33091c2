"""The clocks of the books at a hall on the site: shown beforehand, on record once when missed."""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import shake_256
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from eyesdown.bingo.duties.promotion_clocks import promotion_clocks
from eyesdown.bingo.promotions.state import DrawnWinner, Promotion, PromotionsState
from eyesdown.central.hall.machine import book_on, machine
from eyesdown.central.hall.tasks import HallPlan, next_step
from eyesdown.central.hall.tenant import KIND, open_hall
from eyesdown.central.hall.words import DeadlineMissed
from eyesdown.central.site.first_row import Owner
from eyesdown.central.site.site import Done, Site
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.memory import MemoryStore
from eyesdown.rulebook.bingo_book import BingoBook
from kit.promotions import TERMS_IN_FULL

NSW = "nsw-casino-bingo"
ZONE = ZoneInfo("Australia/Sydney")
STARTS = datetime(2026, 6, 10, 20, tzinfo=ZONE)
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
PLAN = HallPlan(lambda size: shake_256(b"made up").digest(size))


def promotion(**more: Any) -> Promotion:
    return Promotion(TERMS_IN_FULL, STARTS, "draw", (), **more)


def clocks(at: datetime, **more: Any) -> list[tuple[str, datetime, bool]]:
    book = book_on(NSW, at.date())
    assert isinstance(book, BingoBook)
    state = PromotionsState({"may": promotion(**more)})
    return [(each.name, each.due_at, each.missed) for _, each in promotion_clocks(book, state, at)]


@pytest.mark.clause(NSW, "10.9")
@pytest.mark.parametrize(
    ("before", "missed"), [(DAY + MINUTE, False), (DAY, False), (DAY - MINUTE, True)]
)
def test_terms_are_to_be_lodged_a_day_before_the_start(before: timedelta, missed: bool) -> None:
    assert clocks(STARTS - before) == [("lodge terms", STARTS - DAY, missed)]


@pytest.mark.clause(NSW, "10.8")
@pytest.mark.parametrize(("hour", "missed"), [("12T23:59", False), ("13T00:00", True)])
def test_a_winner_is_to_be_told_by_the_end_of_the_second_day(hour: str, missed: bool) -> None:
    at = datetime.fromisoformat(f"2026-06-{hour}").replace(tzinfo=ZONE)
    drawn = DrawnWinner("ana", datetime(2026, 6, 12).date())
    due = datetime(2026, 6, 13, tzinfo=ZONE)
    running: dict[str, Any] = {"status": "running", "lodged_version": 1}
    assert clocks(at, **running, drawn={"main": drawn}) == [("tell winner of main", due, missed)]
    told = DrawnWinner("ana", drawn.tell_by, notified=True)
    assert clocks(at, **running, drawn={"main": told}) == []
    assert clocks(at, status="cancelled", drawn={"main": drawn}) == []


def work(site: Site[Any], now: datetime) -> list[Any]:
    """Everything the site does by itself at a moment; its events."""
    events: list[Any] = []
    while make := next_step(PLAN, site, now):
        [reply] = site.run([make()])
        assert isinstance(reply, Done), reply
        events += reply.events
    return events


@pytest.mark.clause(NSW, "10.9")
def test_a_missed_time_is_on_record_once_with_its_clause() -> None:
    now = [STARTS - DAY]
    store = MemoryStore()
    owner = Owner(KIND, "dome", NSW, ZONE.key)
    _, site = open_hall(owner, store, PLAN, lambda: int(now[0].timestamp() * 1_000_000))
    work(site, now[0])
    site.state.promotions.promotions["may"] = promotion()
    assert work(site, now[0]) == []
    now[0] += MINUTE
    [missed] = work(site, now[0])
    assert isinstance(missed, DeadlineMissed)
    assert (missed.about, missed.clock, missed.clause) == ("may", "lodge terms", "10.9")
    assert missed.due_at == STARTS - DAY
    assert work(site, now[0] + DAY) == []
    assert verify_journal(machine(NSW, ZONE), store, decide_again=True).rows == site.head.seq
