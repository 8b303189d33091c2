"""Plays a script against a running hall, each command by a role that may give it.

The site has its own clock: every time in a command is moved by as much as the hall's now differs
from the command's. Numbers are keyed: the office approves a device of the hall's own for files
whose games a device draws. Before the first number of a game the caller calls eyes down, and before
the first cash at a sale point its till is opened, unless the file does. A second person is let into
the office with a token of their own, if ours names no one. What the site does by itself (it
archives sessions, and asks no one for a ball that was keyed) is not asked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from dataclasses import replace as replace_item
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from eyesdown.bingo.play.commands import AskForBall, BeginCall, CallNumber, EyesDown, StartGame
from eyesdown.bingo.promotions.commands import ConfirmPrizes
from eyesdown.bingo.sales.commands import OpenTill
from eyesdown.bingo.session.commands import ArchiveSession
from eyesdown.central.hall.machine import COMMANDS, SET_BY_THE_SITE, in_local_time
from eyesdown.central.hall.rights import ALLOWED
from eyesdown.central.hall.words import ApproveDevice, FixSettings
from eyesdown.central.site.people.words import GiveAccess
from eyesdown.cli.against.names import Names
from eyesdown.cli.against.site import RunningSite, TurnedAway
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.written import replace
from eyesdown.notation.document import Asked, Item, Script
from eyesdown.notation.exporting import without_zone
from eyesdown.notation.player import play

DEVICE = "keyed by hand"
"""The device whose numbers the file has."""
TILL_NOT_OPEN = "till/not_open"
FLOAT_CENTS = 100_000_00
"""The float of a till that the file does not open: enough for the prizes that it pays there."""
WAITS_FOR_CONTROL = ("game/sales_not_counted", "game/winners_not_counted")
PATIENCE_SECONDS = 10.0
LOOK_SECONDS = 0.05
PREFERRED = ("caller", "supervisor", "verifier", "office", "seller")
"""Roles are tried in this order: the narrowest that may give a command comes first."""


@dataclass(slots=True)
class Opponent:
    """A running hall that plays a script's commands; `tokens` are by role."""

    site: RunningSite
    tokens: Mapping[str, str]
    zone: ZoneInfo
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    follows_file: bool = False
    """Whether the hall's clock is set to the time of each command; a live one is not."""
    _down: set[tuple[str, int]] = field(default_factory=set)
    _names: Names = field(default_factory=Names)

    def now(self) -> datetime:
        """The hall's wall time, without an offset."""
        return self.clock().astimezone(self.zone).replace(tzinfo=None)

    def begin(self, script: Script) -> None:
        """The settings of the file, and the device whose numbers it has."""
        now = self.clock()
        if script.settings is not None:
            self._give(FixSettings(at=now, settings=script.settings))
        self._give(ApproveDevice(at=now, device=DEVICE, approval="a file in the notation"))

    def play(self, command: Any, expected: tuple[Any, ...] = ()) -> tuple[Any, ...]:
        """The events that the site answers, in wall time and with the purchases' names of the file.

        A slip makes a purchase of its own of every fee, so that the site counts purchases further.
        """
        if isinstance(command, AskForBall | ArchiveSession):
            return expected
        if isinstance(command, EyesDown):
            self._down.add((command.session, command.game))
        if isinstance(command, BeginCall | CallNumber):
            self._call_eyes_down(command)
        sent = self._names.for_site(self._for_site(command))
        answered = self._give(sent)
        if TILL_NOT_OPEN in _codes(answered) and TILL_NOT_OPEN not in _codes(expected):
            self._give(OpenTill(at=sent.at, point=sent.point, by=sent.by, float_cents=FLOAT_CENTS))
            answered = self._give(sent)
        events = tuple(without_zone(event) for event in answered)
        self._names.learn(expected, events)
        return tuple(self._names.for_file(event) for event in events)

    def _call_eyes_down(self, command: BeginCall | CallNumber) -> None:
        """Once a game; a refusal is the number's own, which comes next."""
        game = (command.session, command.game)
        if game in self._down:
            return
        eyes_down = EyesDown(at=command.at, session=game[0], game=game[1], by=command.by)
        events = self._give(self._for_site(eyes_down))
        if not _codes(events):
            self._down.add(game)

    def _for_site(self, command: Any) -> Any:
        """The command with its times moved to the site's day, and its device named."""
        if isinstance(command, StartGame) and command.selector == "device":
            command = replace(command, selector_id=DEVICE)
        delta = self.now() - command.at
        whole = timedelta(seconds=int(delta.total_seconds()))
        return in_local_time(_moved(command, whole), self.zone)

    def _give(self, command: Any) -> tuple[Any, ...]:
        """The site's events; while control counts, the command is given again."""
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            events = self._sent(command)
            if not set(_codes(events)) & set(WAITS_FOR_CONTROL) or time.monotonic() > until:
                return events
            time.sleep(LOOK_SECONDS)

    def _sent(self, command: Any) -> tuple[Any, ...]:
        role = self._role_of(type(command))
        plain = COMMANDS.plain(command)
        for name in SET_BY_THE_SITE:
            plain.pop(name, None)
        try:
            return self.site.give(self.tokens[role], f"against/{uuid4()}", plain)
        except TurnedAway as turned_away:
            if turned_away.code != "door/not_yourself" or not isinstance(command, ConfirmPrizes):
                raise
            token = self._let_in(command)
            return self.site.give(token, f"against/{uuid4()}", plain)

    def _let_in(self, command: ConfirmPrizes) -> str:
        """A new token of the person who confirms: a desk's token is no second person (S10)."""
        token = token_urlsafe()
        digest = sha256(token.encode()).hexdigest()
        access = GiveAccess(
            at=command.at, person=command.by, roles=("office",), token_sha256=digest
        )
        self._give(access)
        return token

    def _role_of(self, kind: type) -> str:
        for role in (*PREFERRED, *ALLOWED):
            if role in self.tokens and kind in ALLOWED[role]:
                return role
        raise BadInput("--tokens", f"no role here may give {kind.__name__}")


def _codes(events: tuple[Any, ...]) -> list[str]:
    """The codes of refusals among events."""
    return [no.code for event in events for no in getattr(event, "refusals", ())]


def _moved(record: Any, delta: timedelta) -> Any:
    """A record with every time moved."""
    changes: dict[str, Any] = {}
    for name in record.__struct_fields__:
        value = getattr(record, name)
        if isinstance(value, datetime):
            changes[name] = value + delta
        elif hasattr(value, "__struct_fields__"):
            changes[name] = _moved(value, delta)
    return replace(record, **changes) if changes else record


def played_against(script: Script, opponent: Opponent) -> Iterator[Item]:
    """The items of a script, each command with the events of the site."""
    opponent.begin(script)
    for item in play(script):
        if isinstance(item, Asked):
            yield replace_item(item, events=opponent.play(item.command, item.events))
        else:
            yield item
