"""A site that is asked to stop ends within seconds, whatever it was doing."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from eyesdown.central.keno import slow_process
from eyesdown.cli.demo import plug
from eyesdown.cli.demo import site as demo_site
from eyesdown.cli.demo.site import Demonstration
from eyesdown.cli.demo.witnesses import Witnesses
from eyesdown.cli.site.host import Host
from eyesdown.cli.site.settings import Settings

LONG = 200_000_000
"""Turns of a slow step that would take many minutes."""


def host(tmp_path: Path) -> Host:
    path = str(tmp_path / "site.db")
    return Host(Settings(path, "127.0.0.1", 0, 3600.0, "", "", 1, cage=False, slow_seconds=0))


def test_a_stop_ends_the_slow_step_that_is_being_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[slow_process.SlowProcess] = []

    class Noted(slow_process.SlowProcess):
        def __init__(self, held_up_seconds_max: float) -> None:
            super().__init__(held_up_seconds_max)
            made.append(self)

    monkeypatch.setattr(slow_process, "SlowProcess", Noted)
    begun, ended = threading.Event(), threading.Event()

    def step() -> None:
        assert made[0].step(b"which numbers", 1)
        begun.set()  # the process is there
        try:
            made[0].step(b"which numbers", LONG)
        except RuntimeError:  # of a pool that is broken, or takes no more
            ended.set()

    async def life() -> None:
        async for _ in host(tmp_path).lifetime():
            threading.Thread(target=step, daemon=True).start()
            assert await asyncio.to_thread(begun.wait, 20)

    try:
        asyncio.run(life())
        assert ended.wait(10), "the process would wait for the step to be made"
    finally:
        made[0].stop()


def test_tenants_stop_together_and_one_that_fails_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped = []

    async def life() -> None:
        from eyesdown.central import running

        as_before = running.RunningTenant.stop

        async def stop(self: Any) -> None:
            await as_before(self)
            stopped.append(self.tenant.name)
            raise OSError("its folder was deleted")

        monkeypatch.setattr(running.RunningTenant, "stop", stop)
        async for _ in host(tmp_path).lifetime():
            pass

    asyncio.run(life())
    assert stopped


def test_helpers_of_the_demonstration_that_failed_do_not_hold_up_its_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With its folder deleted the made-up customers cannot buy, which was raised at the stop."""
    ended = []

    async def fail(*_: Any) -> None:
        raise OSError("the folder was deleted")

    async def nothing(*_: Any) -> None:
        pass

    async def lifetime() -> AsyncIterator[Any]:
        web = object.__new__(demo_site.KenoWeb)
        yield SimpleNamespace(first=web, tenants={demo_site.HALL: web})
        ended.append("site")

    monkeypatch.setattr(demo_site, "_customers", fail)
    monkeypatch.setattr(demo_site, "_start_witnesses", nothing)
    monkeypatch.setattr(demo_site, "_set_up", nothing)
    monkeypatch.setattr(demo_site.bank, "set_up_player", nothing)
    monkeypatch.setattr(demo_site.evening, "give_access", nothing)
    monkeypatch.setattr(demo_site.evening, "keep_playing", nothing)
    made = object.__new__(Demonstration)
    made.host = SimpleNamespace(lifetime=lifetime)  # type: ignore[assignment]
    made.witnesses = SimpleNamespace(stop=lambda: ended.append("witnesses"))  # type: ignore[assignment]
    made.tickets = None  # type: ignore[assignment]

    async def life() -> None:
        async for _ in made.lifetime():
            await asyncio.sleep(0)

    asyncio.run(life())
    assert ended == ["witnesses", "site"]


SLEEPS = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
SLEEPS += "print('here', flush=True); time.sleep(60)"


def deaf() -> subprocess.Popen[bytes]:
    """A process that does not stop when it is asked to."""
    process = subprocess.Popen([sys.executable, "-c", SLEEPS], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    return process


def test_a_witness_that_does_not_stop_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eyesdown.cli.demo.witnesses.STOP_SECONDS", 0.1)
    witnesses = Witnesses(tmp_path, "http://127.0.0.1:1", 0)
    process = deaf()
    witnesses._processes.append(process)
    witnesses.stop()
    assert process.poll() == -signal.SIGKILL


@pytest.mark.skipif(os.name != "posix", reason="a socket is handed on to another process")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_plug_ends_a_server_that_does_not_stop(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plug, "STOP_SECONDS", 1)
    with plug._Stop() as stop:
        stop.start(deaf)
        assert stop.child is not None
        signal.raise_signal(number)
        if number == signal.SIGINT:
            assert stop.child.wait(20) == -signal.SIGINT, "which it does not ignore"
        else:
            assert stop.child.wait(20) == -signal.SIGKILL


@pytest.mark.skipif(os.name != "posix", reason="a socket is handed on to another process")
def test_a_stop_while_the_server_is_being_started_reaches_it() -> None:
    sleeper = [sys.executable, "-c", "import time; time.sleep(60)"]
    with plug._Stop() as stop:

        def begin() -> subprocess.Popen[bytes]:
            process = subprocess.Popen(sleeper)
            signal.raise_signal(signal.SIGTERM)  # before anyone knows of the process
            return process

        stop.start(begin)
        assert stop.child is not None
        try:
            assert stop.child.wait(20) == -signal.SIGTERM
        finally:
            stop.child.kill()


def test_a_thread_that_still_reads_does_not_keep_the_process() -> None:
    script = (
        "import threading, time\n"
        "from eyesdown.cli.site.host import end_soon\n"
        "threading.Thread(target=time.sleep, args=(60,)).start()\n"
        "end_soon(0.05)\n"
    )
    assert subprocess.run([sys.executable, "-c", script], timeout=30, check=False).returncode == 0
