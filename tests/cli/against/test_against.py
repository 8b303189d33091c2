"""The golden nights of the halls, played over HTTP against a running hall."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import uvicorn

from eyesdown.central.running import RunningTenant
from eyesdown.cli.against.command import (
    Disagreement,
    lines_against,
    live_clock_note,
    read_tokens,
    waits_of,
)
from eyesdown.cli.against.comparing import first_difference
from eyesdown.cli.against.player import Opponent
from eyesdown.cli.against.site import RunningSite
from eyesdown.kernel.errors import BadInput, EyesdownError
from eyesdown.notation.document import parse
from eyesdown.web.api.routes import Api
from eyesdown.web.app import create_app
from eyesdown.web.frame.context import Hosted, Web
from eyesdown.web.frame.people import People
from eyesdown.web.frame.sessions import Sessions
from eyesdown.web.hall.api.vocabulary import HALL
from kit.hall_site import NAME, HallDesk, keeper

GOLDENS = sorted(
    path
    for path in (Path(__file__).parents[2] / "goldens").glob("*.eyes")
    if path.name.startswith(("nz", "vic", "nsw"))
)
TOKENS = {role: f"token of {role}" for role in HALL.allowed}


@dataclass(slots=False)
class LiveHall(HallDesk):
    """A hall with its tasks running; its clock follows the file that is played."""

    async def lifespan(self) -> AsyncIterator[Hosted]:
        running = RunningTenant(self.tenant, self.site)
        web = Web(
            tenant=self.tenant,
            sequencer=running.sequencer,
            clock_us=self.clock_us,
            is_first=False,
        )
        yield Hosted(People(lambda: 0.0), Sessions(b"s" * 32), {NAME: web})
        await running.stop()


class ByTheFile(Opponent):
    """The site's clock is set to the time of each command before it is given."""

    desk: LiveHall

    def play(self, command: Any, expected: tuple[Any, ...] = ()) -> tuple[Any, ...]:
        self.desk.at = max(self.desk.at, command.at.replace(tzinfo=self.zone))
        return super().play(command, expected)


@contextmanager
def listening(desk: LiveHall) -> Iterator[str]:
    """The address of a hall that listens on this machine."""
    app = create_app(desk.lifespan, Api(keeper(), HALL).routes())
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="on"))
    place = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[place])))
    thread.start()
    try:
        while not server.started and thread.is_alive():
            threading.Event().wait(0.01)
        yield f"http://127.0.0.1:{place.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)


@contextmanager
def opponent(book: str, first: datetime) -> Iterator[Opponent]:
    desk = LiveHall(book, at=first)
    with listening(desk) as address:
        site = RunningSite(address, NAME)
        assert site.zone() == desk.tenant.zone.key
        zone = ZoneInfo(site.zone())
        player = ByTheFile(site, TOKENS, zone, lambda: desk.at, follows_file=True)
        player.desk = desk
        yield player


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_a_golden_night_passes_against_a_running_hall(path: Path) -> None:
    script = parse(path.read_text("utf-8"))
    first = next(item.command.at for item in script.items if hasattr(item, "command"))
    with opponent(script.book, first) as player:
        lines = list(lines_against(script, player))
    assert len(lines) > len(script.items)


def test_a_site_that_answers_otherwise_is_named_by_its_line() -> None:
    night = (Path(__file__).parents[2] / "goldens" / "vic-session.eyes").read_text("utf-8")
    script = parse(night)
    first = next(item.command.at for item in script.items if hasattr(item, "command"))
    with opponent("nz-casino-bingo", first) as player, pytest.raises(Disagreement, match="line"):
        list(lines_against(script, player))


def test_a_live_clock_is_named_with_the_waits_of_the_file_that_it_passes_over() -> None:
    night = (Path(__file__).parents[2] / "goldens" / "vic-session.eyes").read_text("utf-8")
    script = parse(night)
    site = RunningSite("http://127.0.0.1:9", NAME)
    live = Opponent(site, TOKENS, ZoneInfo("Australia/Melbourne"))
    [(line, _)] = waits_of(script)
    lines = lines_against(script, live)
    assert next(lines) == f"book {script.book} on {script.day.isoformat()}"
    assert f"clock is live, and the file waits 27 min before line {line};" in next(lines)
    assert live_clock_note(script, live, line - 1) == ""
    assert "27 min" in live_clock_note(script, live, line)
    live.follows_file = True
    assert live_clock_note(script, live) == ""


def test_events_of_another_shape() -> None:
    assert first_difference((), ()) == ""
    assert "the file says nothing, the site str" in first_difference((), ("x",))


def test_a_file_of_tokens_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="--tokens"):
        read_tokens("")
    with pytest.raises(BadInput, match="--tokens"):
        read_tokens(str(tmp_path / "none.toml"))
    wrong = tmp_path / "tokens.toml"
    wrong.write_text("office = 7\n")
    with pytest.raises(BadInput, match="office"):
        read_tokens(str(wrong))


def test_an_address_that_is_none_or_does_not_answer() -> None:
    with pytest.raises(BadInput, match="--against"):
        RunningSite("ftp://x", NAME)
    with pytest.raises(EyesdownError, match="does not answer"):
        RunningSite("http://127.0.0.1:9", NAME).zone()
