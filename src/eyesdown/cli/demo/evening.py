"""The demonstration's hall: opened beside keno, played by itself until a person takes over."""

from __future__ import annotations

import asyncio
import random
import time
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher

from eyesdown.bingo.claims.commands import Claim
from eyesdown.central.hall.machine import book_on
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.people.proofs import has_password, put_password
from eyesdown.central.site.people.second_person import BY_SETTINGS
from eyesdown.central.site.people.words import GiveAccess
from eyesdown.central.site.site import Site
from eyesdown.cli.site.settings import HallSettings
from eyesdown.demo import hall_evening as evening
from eyesdown.demo.hall_evening import CALLER, OFFICE, SELLER, SUPERVISOR, VERIFIER
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.web.frame.context import Web

STAFF = (
    (CALLER, ("caller",), "", "/caller", "calls the numbers"),
    (SUPERVISOR, ("supervisor",), "", "/supervisor", "checks balls and claims, declares"),
    (VERIFIER, ("verifier",), "", "/verifier", "goes to the player who called out"),
    (SELLER, ("seller",), evening.POINT, "/seller", "sells cards and pays prizes"),
    (OFFICE, ("office",), "", "/office", "plans the evening and keeps the books"),
    ("ida", ("inspector",), "", "/office/reports", "reads all of it, and decides disputes"),
)
INSPECTOR = "ian"
"""Signs on at keno; the hall's office lets them see its journal too."""
TAKEN_OVER_SECONDS = 60.0
"""How long the made-up staff leave the hall to a person who has done something."""
REST_SECONDS = 0.3
OWN = "demo/"
QUICK = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1)
"""Hashes passwords that everyone may know: a page of the demonstration shows them."""


def hall_settings(folder: Path) -> HallSettings:
    """The made-up hall beside the demonstration's keno."""
    return HallSettings(evening.NAME, evening.BOOK, str(folder / "dome.db"), evening.ZONE)


def password_of(name: str) -> str:
    """Not secret: the site listens on this machine only, and all people in it are made up.

    >>> password_of("cal")
    'cal-dome-demo'
    """
    return f"{name}-dome-demo"


async def give_access(web: Web[HallSite]) -> None:
    """The made-up staff may sign on, the office first."""
    for name, roles, till, _, _ in sorted(STAFF, key=lambda staff: staff[0] != OFFICE):
        if await web.ask_site(partial(_can_sign_on, name)):
            continue
        at = web.now()
        await web.submit(GiveAccess(at=at, person=name, roles=roles, till=till, by=BY_SETTINGS))
        digest = QUICK.hash(password_of(name))
        await web.ask_site(partial(_keep_password, name, digest))
    if await web.ask_state(lambda state: INSPECTOR not in state.access):
        given = GiveAccess(at=web.now(), person=INSPECTOR, roles=("inspector",), by=BY_SETTINGS)
        await web.submit(given)


def _can_sign_on(name: str, site: Site[HallSite]) -> bool:
    return has_password(site.store, name)


def _keep_password(name: str, digest: str, site: Site[HallSite]) -> None:
    put_password(site.store, name, digest)


async def keep_playing(web: Web[HallSite]) -> None:
    """Play one evening after the other, and leave the hall to people while they do something."""
    dice, turns = random.Random(), count(time.time_ns())  # noqa: S311 -- made-up players
    watch = _Watch()
    while True:
        action = await web.ask_site(lambda site: _next(site, web, dice))
        if action is None:
            await asyncio.sleep(REST_SECONDS)
            continue
        if not is_of_players(action.command):
            taken_over = await web.ask_site(watch.taken_over)
            await asyncio.sleep(REST_SECONDS if taken_over else action.seconds)
            if taken_over or await web.ask_site(watch.taken_over):
                continue
        again = await web.ask_site(lambda site: _next(site, web, dice))
        if again is not None and type(again.command) is type(action.command):
            await web.submit(again.command, f"{OWN}{next(turns)}")


def is_of_players(command: Any) -> bool:
    """Whether players do this, at once and also while a person has the hall: they cry."""
    return isinstance(command, Claim)


def _next(site: Site[HallSite], web: Web[HallSite], dice: random.Random) -> Any:
    now = web.now()
    book = book_on(evening.BOOK, now.date())
    assert isinstance(book, BingoBook)
    if not site.state.keeps_order or site.state.draws.stopped:
        return None
    return evening.next_action(book, site.state.hall, dice, now)


class _Watch:
    """Sees in the journal whether a person has done something a moment ago."""

    def __init__(self) -> None:
        self._seq, self._until = -1, 0.0

    def taken_over(self, site: Site[Any]) -> bool:
        """Whether a person did something within the last minute."""
        if self._seq < 0:
            self._seq = site.head.seq
        for row in site.store.rows(self._seq):
            if not row.command_id.startswith((OWN, "site/")):
                self._until = time.monotonic() + TAKEN_OVER_SECONDS
            self._seq = row.seq
        return time.monotonic() < self._until
