"""Takings of a venue are added up to the cent, however many lines its tills have."""

from __future__ import annotations

from typing import Any, cast

import pytest

from eyesdown.central.keno.office import takings
from eyesdown.central.keno.office.takings import RunningTakings, venue_takings
from eyesdown.central.store.base import Store
from eyesdown.keno.bets.bet import Regular
from kit.public_site import ONE, PublicSite
from kit.served_site import run_scenario


@pytest.mark.parametrize("at_once", [1, 2, 3, 7])
def test_every_line_counts_however_few_are_read_at_once(
    monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(takings, "LINES_AT_ONCE", at_once)

    async def scenario(hall: PublicSite) -> None:
        for spots in range(1, 8):
            await hall.sell(Regular(tuple(range(1, spots + 1)), 100 * spots))
        until = hall.store.head().seq
        whole = venue_takings(hall.store, ONE.venue, 0, until)
        assert (whole.taken_cents, whole.paid_cents) == (2800, 0)
        assert venue_takings(hall.store, ONE.venue, 0, until - 1).taken_cents == 2100

    run_scenario(PublicSite(), scenario)


class CountingStore:
    """A store that notes from which row lines are asked for."""

    def __init__(self, store: Any) -> None:
        self.store, self.asked = store, list[int]()

    def lines(self, account: str, after: int = 0, most: int | None = None) -> Any:
        self.asked.append(after)
        return self.store.lines(account, after, most)


def test_what_is_asked_again_and_again_reads_new_rows_only() -> None:
    async def scenario(hall: PublicSite) -> None:
        running, store = RunningTakings(), cast("Store", CountingStore(hall.store))
        for times in range(1, 4):
            await hall.sell(Regular((1, 2), 500))
            until = hall.store.head().seq
            for _ in range(2):
                assert running.of(store, ONE.venue, 1, until).taken_cents == 500 * times
        assert cast("CountingStore", store).asked.count(1) == 1, "from the beginning once"
        assert running.of(store, ONE.venue, until, until).taken_cents == 0, "another day"

    run_scenario(PublicSite(), scenario)
