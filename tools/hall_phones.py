"""A thousand phones follow a hall's board: how soon each ball is on every one of them.

    PYTHONPATH=src:tests python tools/hall_phones.py [phones] [balls]

The hall is served from SQLite in this process; the phones are bare connections of a second one. A
time counts from the caller's press until a phone has read the snapshot with the new ball.
"""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from time import monotonic, process_time
from typing import Any

import uvicorn

from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.proof.hall.setting import VIC
from kit.hall_evening import CALLER, SESSION, Night
from kit.hall_pages import HallPages
from kit.hall_site import NAME

DEVICE = "Blower 2"
GAME = {"session": SESSION, "game": 1, "by": CALLER}
SECONDS_MAX = 0.25
PAUSE_SECONDS = 0.5
READY = "every phone follows"


async def follow(port: int, balls: int, heard: list[list[float]], ready: asyncio.Semaphore) -> None:
    """One phone: the moment at which each ball was read from the feed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /halls/{NAME}/live/board HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode())
    await reader.readuntil(b"\n\n")
    ready.release()
    for ball in range(1, balls + 1):
        mark, seen = b'"calls":%d,' % ball, b""
        while mark not in seen:
            seen = seen[-20:] + await reader.read(1 << 16)
        heard[ball - 1].append(monotonic())
    writer.close()


async def phones(port: int, count: int, balls: int) -> list[list[float]]:
    """Every phone follows the board until the last ball."""
    heard: list[list[float]] = [[] for _ in range(balls)]
    ready = asyncio.Semaphore(0)
    tasks = [asyncio.create_task(follow(port, balls, heard, ready)) for _ in range(count)]
    for _ in range(count):
        await ready.acquire()
    print(READY, flush=True)
    await asyncio.gather(*tasks)
    return heard


def _more_files(count: int) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 4 * count + 200), most))


async def prepared(desk: HallPages) -> None:
    night = Night(desk)
    await night.prepare()
    await night.sell("ann", 2)
    await desk.do("office", "ApproveDevice", device=DEVICE, approval="A-17")
    await night.start(selector="device", selector_id=DEVICE)


def main(count: int, balls: int) -> int:
    """Measure; 0 if 99 of 100 phones have each ball in time."""
    _more_files(count)
    with tempfile.TemporaryDirectory() as folder:
        desk = HallPages(VIC, store=SqliteStore(Path(folder) / "hall.db"))
        config = uvicorn.Config(desk.application(), port=0, log_level="error", lifespan="on")
        server, loop = uvicorn.Server(config), asyncio.new_event_loop()
        serving = server.serve()
        thread = threading.Thread(target=lambda: loop.run_until_complete(serving), daemon=True)
        thread.start()
        while not server.started:
            threading.Event().wait(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]

        def run(coroutine: Any) -> Any:
            return asyncio.run_coroutine_threadsafe(coroutine, loop).result()

        run(prepared(desk))
        command = [sys.executable, __file__, "--phones", str(port), str(count), str(balls)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as crowd:
            assert crowd.stdout is not None
            assert READY in crowd.stdout.readline()
            pressed, cpu = [], process_time()
            for number in range(1, balls + 1):
                pressed.append(monotonic())
                run(desk.do("caller", "BeginCall", **GAME, number=number))
                threading.Event().wait(PAUSE_SECONDS)
                run(desk.do("caller", "FinishCall", **GAME))
                threading.Event().wait(PAUSE_SECONDS)
            cpu = process_time() - cpu
            heard = json.loads(crowd.stdout.readline())
        server.should_exit = True
        thread.join(20)
    times = sorted(
        at - began for began, all_at in zip(pressed, heard, strict=True) for at in all_at
    )
    late = times[int(len(times) * 0.99)]
    print(f"{count} phones, {balls} balls: median {1000 * times[len(times) // 2]:.0f} ms,", end=" ")
    print(f"99 % {1000 * late:.0f} ms, last {1000 * times[-1]:.0f} ms;", end=" ")
    print(f"{1000 * cpu / (2 * balls):.0f} ms of the server's CPU for each snapshot to all of them")
    return 0 if late <= SECONDS_MAX else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--phones"]:
        _more_files(int(sys.argv[3]))
        print(json.dumps(asyncio.run(phones(*map(int, sys.argv[2:5])))))
        sys.exit(0)
    given = [int(each) for each in sys.argv[1:3]]
    sys.exit(main(*(given + [1000, 20][len(given) :])))
