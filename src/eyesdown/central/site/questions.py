"""Questions to the state: those that arrive while the writer is busy are answered together."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from time import perf_counter
from typing import Any, Generic, NamedTuple, TypeVar

from eyesdown.central.site.site import Site

S = TypeVar("S")

TOGETHER_SECONDS = 0.002
"""After this long the answers go out and a waiting batch gets its turn, then come the rest."""


class _Answer(NamedTuple):
    future: asyncio.Future[Any]
    result: Any
    error: Exception | None


class Questions(Generic[S]):
    """Asks the site in the writer's thread, several questions in one turn.

    A turn of the thread costs more than most questions: two threads must wake each other for it.
    """

    def __init__(self, thread: Executor, site: Site[S]) -> None:
        self._thread = thread
        self._site = site
        self._waiting: deque[tuple[Callable[[Site[S]], Any], asyncio.Future[Any]]] = deque()
        self._has_turn = False

    def put(self, question: Callable[[Site[S]], Any]) -> asyncio.Future[Any]:
        """The future answer to a question."""
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        if not self._has_turn:
            loop.run_in_executor(self._thread, self._answer, loop)  # before anything is changed
            self._has_turn = True
        self._waiting.append((question, future))
        return future

    def _answer(self, loop: asyncio.AbstractEventLoop) -> None:
        """One turn, in the writer's thread."""
        answers, until = [], perf_counter() + TOGETHER_SECONDS
        while self._waiting:
            question, future = self._waiting.popleft()
            if future.done():  # the caller waits no longer
                continue
            answers.append(self._answered(question, future))
            if perf_counter() > until:
                break
        loop.call_soon_threadsafe(self._hand_out, loop, answers)

    def _answered(self, question: Callable[[Site[S]], Any], future: asyncio.Future[Any]) -> _Answer:
        try:
            self._site.refresh()
            return _Answer(future, question(self._site), None)
        except Exception as error:  # noqa: BLE001 -- it is the caller's to handle
            return _Answer(future, None, error)

    def _hand_out(self, loop: asyncio.AbstractEventLoop, answers: list[_Answer]) -> None:
        """Back in the event loop: answer the callers, then take another turn if someone waits."""
        self._has_turn = bool(self._waiting)
        if self._has_turn:
            loop.run_in_executor(self._thread, self._answer, loop)
        for future, result, error in answers:
            if future.done():
                continue
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)
