"""Who of the players is signed on, and the checking of their passwords.

A stranger cannot lock out the owner of a name: wrong tries count for the name and the place they
come from, and for the place. A name that many places try stays open to a place that has not failed
on it yet, once in five minutes, and to a browser that its owner has signed on with before. Such
attempts are also checked first. One password is checked at a time, at low priority, in a thread of
its own, so that staff sign on and sales go on as ever.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from argon2 import PasswordHasher

from eyesdown.central.keno.personal import PlayerSession
from eyesdown.web.frame.people import TooMany, lower_priority
from eyesdown.web.frame.signing.tries import Tries, is_password, new_decoy

T = TypeVar("T")

TRIES_MAX = 5
PLACE_TRIES_MAX = 20
NAME_TRIES_MAX = 30
"""From this many wrong tries on, a name is under attack: one try for each place."""
REGISTERS_MAX = 20
TRIES_SECONDS = 300
WATCHED_MAX = 50_000
FIRST_WAITING_MAX = 60
LATER_WAITING_MAX = 12
"""How many may wait for a password check: those without a failed try, and all others."""

Work = tuple[Callable[[], Any], "asyncio.Future[Any]"]


@dataclass(slots=True)
class Players:
    """Sessions of players by account, failed sign-ons, and the thread that checks passwords."""

    seconds: Callable[[], float]
    key: bytes = b""
    """The key of names and birth dates, once it was read."""
    hasher: PasswordHasher = field(default_factory=PasswordHasher)
    sessions: dict[str, dict[str, PlayerSession]] = field(default_factory=dict)
    """Read from the store once for each account; every change is written there as well."""
    _tries: Tries = field(init=False)
    _checker: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, "player passwords", lower_priority)
    )
    _first: deque[Work] = field(default_factory=deque)
    _later: deque[Work] = field(default_factory=deque)
    _working: asyncio.Task[None] | None = None
    _decoy: str = ""

    def __post_init__(self) -> None:
        self._tries = Tries(
            self.seconds, TRIES_SECONDS, each_max=NAME_TRIES_MAX, keys_max=WATCHED_MAX
        )

    def wait_seconds(self, name: str, place: str, *, known: bool = False) -> int:
        """Seconds until a name may be tried again at a place; 0 if it may now.

        `known` is a browser that the owner has signed on with before; `place` then names it.
        """
        wait_seconds = self._tries.wait_seconds
        here = wait_seconds((name, place), TRIES_MAX)
        if known:
            return here
        waits = [here, wait_seconds(("", place), PLACE_TRIES_MAX)]
        # A name that many places try is not locked: a place that has not failed on it gets one try.
        if wait_seconds((name, ""), NAME_TRIES_MAX):
            waits.append(wait_seconds((name, place), 1))
        return max(waits)

    async def is_right(
        self, name: str, password: str, password_hash: str, place: str, *, known: bool = False
    ) -> bool:
        """Whether a password is right; TooMany if too many wait for theirs to be checked."""
        recent = self._tries.recent
        first = known or not (recent((name, place)) or recent(("", place)))
        right = await self.in_turn(lambda: self._verify(password, password_hash), first=first)
        if right:
            self._tries.forget((name, place))
        else:
            self.note_failure(name, place)
        return right

    def note_failure(self, name: str, place: str) -> None:
        """Count a wrong password or code."""
        for key in {(name, place), ("", place), (name, "")}:
            self._tries.count(key)

    def may_register(self, place: str) -> bool:
        """Whether another account may be opened from a place now; the attempt is counted."""
        key = ("registers", place)
        allowed = self._tries.recent(key) < REGISTERS_MAX
        self._tries.count(key)
        return allowed

    async def hashed(self, password: str) -> str:
        """The hash of a new password."""
        return await self.in_turn(lambda: self.hasher.hash(password), first=True)

    def _verify(self, password: str, password_hash: str) -> bool:
        self._decoy = self._decoy or new_decoy(self.hasher)
        return is_password(self.hasher, password, password_hash, self._decoy)

    async def in_turn(self, work: Callable[[], T], *, first: bool) -> T:
        """What comes of work in the password thread; those in the first row go before the rest."""
        row, most = (self._first, FIRST_WAITING_MAX) if first else (self._later, LATER_WAITING_MAX)
        if len(row) >= most:
            raise TooMany("too many people are signing on at once")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        row.append((work, future))
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return await future

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._first or self._later:
            work, future = (self._first or self._later).popleft()
            if future.cancelled():  # its client has gone away
                continue
            try:
                outcome = await loop.run_in_executor(self._checker, work)
            except Exception as wrong:  # noqa: BLE001 -- handed to the request that asked
                if not future.cancelled():
                    future.set_exception(wrong)
            else:
                if not future.cancelled():
                    future.set_result(outcome)
