"""A row that comes while a feed sends is shown at once, and a store that is away is not hurried."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from eyesdown.kernel.errors import JournalUnavailable
from eyesdown.web.frame.live import Feed
from eyesdown.web.frame.publishing import publish


class Journal:
    """A sequencer whose waits end only when the journal has grown."""

    def __init__(self) -> None:
        self.seq = 1
        self.waits = 0

    async def grown(self, _: float, since: int | None = None) -> None:
        if since is None or since == self.seq:
            self.waits += 1
            await asyncio.Event().wait()


def web_of(journal: Journal, source: Any) -> Any:
    tenant = SimpleNamespace(
        feeds={"board": source}, feeds_by_key={}, at_once=True, feeds_due=lambda _site, _now: None
    )

    async def ask_site(question: Any) -> Any:
        await asyncio.sleep(0)
        return question(None)

    return SimpleNamespace(
        tenant=tenant,
        sequencer=journal,
        feeds={"board": Feed("board", lambda: "now")},
        now=lambda: datetime(2026, 6, 1, tzinfo=UTC),
        ask_site=ask_site,
    )


async def until_it_waits(journal: Journal, web: Any) -> None:
    publishing = asyncio.create_task(publish([web], lambda: False))
    for _ in range(200):
        await asyncio.sleep(0)
    publishing.cancel()
    await asyncio.gather(publishing, return_exceptions=True)
    assert journal.waits == 1


def test_a_row_that_comes_while_it_sends_is_not_slept_through() -> None:
    journal, shown = Journal(), []

    def source(_site: Any, _now: datetime, _last: Any) -> list[int]:
        shown.append(journal.seq)
        if journal.seq < 3:
            journal.seq += 1  # a ball that is called meanwhile
        return [shown[-1]]

    asyncio.run(until_it_waits(journal, web_of(journal, source)))
    assert shown == [1, 2, 3]


@pytest.mark.parametrize("rows_meanwhile", [0, 1])
def test_a_store_that_is_away_is_asked_once_for_each_row(rows_meanwhile: int) -> None:
    journal, asked = Journal(), []

    def source(_site: Any, _now: datetime, _last: Any) -> list[int]:
        asked.append(journal.seq)
        journal.seq += len(asked) <= rows_meanwhile
        raise JournalUnavailable("it is away")

    asyncio.run(until_it_waits(journal, web_of(journal, source)))
    assert len(asked) == 1 + rows_meanwhile
