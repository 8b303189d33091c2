"""Many clients, one writer: commands gather while a batch is being written, then go in together."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Generic, TypeAlias, TypeVar

from eyesdown.central.site.questions import Questions
from eyesdown.central.site.site import COMMANDS_MAX, Reply, Site, Submitted
from eyesdown.kernel.errors import JournalError, JournalUnavailable

S = TypeVar("S")
T = TypeVar("T")

WAITING_MAX = 100_000
"""Beyond this many waiting commands a new one is turned away at once."""

PATIENCE_SECONDS = 30.0
"""After this long, callers get JournalUnavailable; the batch in progress may still commit."""


class _Alone:
    """The caller that waits for the answer to one command."""

    __slots__ = ("future",)

    def __init__(self, future: asyncio.Future[Any]) -> None:
        self.future = future

    def answer(self, _: int, reply: Any) -> None:
        if not self.future.done():
            self.future.set_result(reply)

    def fail(self, trouble: Exception) -> None:
        if not self.future.done():
            self.future.set_exception(trouble)


class _Together(_Alone):
    """The caller that waits until the last of several commands is answered."""

    __slots__ = ("left", "replies")

    def __init__(self, future: asyncio.Future[Any], count: int) -> None:
        super().__init__(future)
        self.replies: list[Any] = [None] * count
        self.left = count

    def answer(self, place: int, reply: Any) -> None:
        self.replies[place] = reply
        self.left -= 1
        if not self.left:
            super().answer(place, self.replies)


_Waiting: TypeAlias = tuple[Submitted, _Alone, int]
"""A command, who waits for its answer, and at which place of several."""


class Sequencer(Generic[S]):
    """The site behind a queue. Its one thread owns the state; `ask` reads it there."""

    def __init__(
        self,
        site: Site[S],
        *,
        # One fewer than a transaction takes: `due` may put a command of its own first.
        batch_max: int = COMMANDS_MAX - 1,
        due: Callable[[Site[S], int], Submitted | None] = lambda _, __: None,
        wrote: Callable[[int, float], None] = lambda _count, _seconds: None,
        busy: Callable[[bool], None] = lambda _: None,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        """`due` is asked before every batch for what must be decided before anything else.

        `wrote` is called after every batch: the number of commands, and the seconds until disk.
        `busy` is called before every batch, and when no command waits any more.
        """
        self._site = site
        self._batch_max = batch_max
        self._due = due
        self._wrote = wrote
        self._busy = busy
        self._patience = patience
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sequencer")
        self._questions = Questions(self._thread, site)
        self._waiting: deque[_Waiting] = deque()
        self._wake = asyncio.Event()
        self._grown = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._run())
        self._stopping = False
        self.seq = site.head.seq
        """The last row that is on disk."""
        self.write_failed = False
        """Whether the store did not take what was last written."""

    @property
    def state(self) -> S:
        """The live state, for a look at a single value; only the writer's thread changes it."""
        return self._site.state

    @property
    def statements(self) -> int:
        """How many statements the public record has, for a look without asking the writer."""
        return self._site.record.number

    @property
    def waiting(self) -> int:
        """How many commands wait for their turn."""
        return len(self._waiting)

    async def submit(self, command_id: str, command: Any, asked: bytes | None = None) -> Reply:
        """The answer to a command, after it is on disk."""
        self._check_room(1)
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((Submitted(command_id, command, asked), _Alone(future), 0))
        self._wake.set()
        reply: Reply = await future
        return reply

    async def submit_all(self, commands: Sequence[Submitted]) -> list[Reply]:
        """The answers to several commands, in their order, after all of them are on disk."""
        self._check_room(len(commands))
        if not commands:
            return []
        future = asyncio.get_running_loop().create_future()
        together = _Together(future, len(commands))
        self._waiting.extend(
            [(submitted, together, place) for place, submitted in enumerate(commands)]
        )
        self._wake.set()
        replies: list[Reply] = await future
        return replies

    def _check_room(self, count: int) -> None:
        if self._stopping:
            raise JournalUnavailable("the site is stopping")
        if len(self._waiting) + count > WAITING_MAX:
            raise JournalUnavailable("too many commands are waiting")

    async def ask(self, question: Callable[[Site[S]], T], patience: float | None = None) -> T:
        """The answer to a question about the state, between two batches.

        JournalUnavailable after `patience` seconds, which a caller may set lower than the site's.
        """
        try:
            async with asyncio.timeout(patience or self._patience):
                answer: T = await self._questions.put(question)
                return answer
        except TimeoutError:
            raise _hangs() from None

    async def try_to_write(self) -> None:
        """Find out whether the store takes something again, after it did not."""

        def try_it(site: Site[S]) -> None:
            # A snapshot writes without a command; an empty journal has nothing to store.
            if site.head.seq:
                site.take_snapshot()

        await self.ask(try_it)
        self.write_failed = False

    async def grown(self, seconds: float, since: int | None = None) -> None:
        """Wait until the journal has grown, at most this long.

        `since` is the last row that the caller has looked at: if it has grown meanwhile, no wait.
        """
        if since is not None and since != self.seq:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._grown.wait()

    async def stop(self, last: Callable[[Site[S]], None] = lambda _: None) -> None:
        """Answer what is waiting, do what is done last, end; JournalUnavailable if that hangs."""
        self._stopping = True
        self._wake.set()
        try:
            async with asyncio.timeout(self._patience):
                await asyncio.shield(self._task)  # which still answers every caller
                await asyncio.get_running_loop().run_in_executor(self._thread, last, self._site)
        except TimeoutError:
            raise _hangs() from None
        self._thread.shutdown()

    def _decided(self, commands: list[Submitted]) -> list[Reply]:
        self._site.refresh()
        at_us = self._site.now_us()  # the game closes by the same clock by which a sale is late
        # While the clock is in doubt no game closes by it.
        first = None if self._site.clock_doubt_us else self._due(self._site, at_us)
        if first is None:
            return self._site.run(commands, at_us)
        return self._site.run([first, *commands], at_us)[1:]

    async def _run(self) -> None:
        """Take all that waits as one batch, decide it on the site's thread, answer; then again."""
        loop = asyncio.get_running_loop()
        while self._waiting or not self._stopping:
            if not self._waiting:
                self._wake.clear()
                self._busy(False)
                await self._wake.wait()
                continue
            self._busy(True)
            count = min(len(self._waiting), self._batch_max)
            # Everything that gathered while the last batch was written goes in together.
            batch = [self._waiting.popleft() for _ in range(count)]
            commands = [submitted for submitted, _, _ in batch]
            began = loop.time()
            work = loop.run_in_executor(self._thread, self._decided, commands)
            # Callers are released after a while, but the batch may still commit. No other is
            # begun meanwhile: one thread owns the state.
            while not (await asyncio.wait((work,), timeout=self._patience))[0]:
                _fail([*batch, *self._waiting], _hangs())
                self._waiting.clear()  # of these nothing was begun
            try:
                replies = work.result()
            except Exception as bad:  # noqa: BLE001 -- the callers get it, and the loop goes on
                self.write_failed = self.write_failed or isinstance(bad, JournalError)
                _fail(batch, bad)
                continue
            if self._site.head.seq != self.seq:
                self.seq, self.write_failed = self._site.head.seq, False
                self._grown.set()  # wakes those who wait now; who comes later waits for the next
                self._grown = asyncio.Event()
            self._wrote(count, loop.time() - began)
            for (_, together, place), reply in zip(batch, replies, strict=True):
                together.answer(place, reply)
        self._busy(False)


def _fail(waiting: Iterable[_Waiting], trouble: Exception) -> None:
    for _, together, _ in waiting:
        together.fail(trouble)


def _hangs() -> JournalUnavailable:
    return JournalUnavailable("the store neither answers nor fails")
