"""Questions to the state, answered several in one turn of the writer's thread."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from eyesdown.central.site.questions import Questions


class Site:
    """A site that counts how often it is made ready for a question."""

    def __init__(self) -> None:
        self.refreshed = 0

    def refresh(self) -> None:
        self.refreshed += 1


def run(scenario: Any) -> None:
    async def whole() -> None:
        with ThreadPoolExecutor(1) as thread:
            site: Any = Site()
            await scenario(thread, site, Questions(thread, site))

    asyncio.run(whole())


def test_questions_that_wait_for_the_writer_are_answered_in_their_order() -> None:
    async def scenario(thread: ThreadPoolExecutor, site: Site, questions: Questions[Any]) -> None:
        busy, order = Event(), list[int]()
        thread.submit(busy.wait)
        waiting = [questions.put(lambda _, n=n: order.append(n) or n) for n in range(5)]  # type: ignore[misc]  # the default is the number
        busy.set()
        assert await asyncio.gather(*waiting) == [0, 1, 2, 3, 4]
        assert order == [0, 1, 2, 3, 4]
        assert site.refreshed == 5
        assert await questions.put(lambda _: "later") == "later"

    run(scenario)


def test_an_error_goes_to_its_own_caller() -> None:
    async def scenario(_: ThreadPoolExecutor, __: Site, questions: Questions[Any]) -> None:
        good, bad = questions.put(lambda _: 1), questions.put(lambda _: 1 // 0)
        assert await good == 1
        with pytest.raises(ZeroDivisionError):
            await bad

    run(scenario)


def test_a_question_whose_caller_waits_no_longer_is_not_asked() -> None:
    async def scenario(thread: ThreadPoolExecutor, _: Site, questions: Questions[Any]) -> None:
        busy, order = Event(), list[str]()
        thread.submit(busy.wait)
        given_up = questions.put(lambda _: order.append("given up"))
        asked = questions.put(lambda _: order.append("asked"))
        given_up.cancel()
        busy.set()
        await asked
        assert order == ["asked"]

    run(scenario)
