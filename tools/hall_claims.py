"""Five hundred phones claim on one ball: how long each answer takes, over HTTP, on SQLite.

    PYTHONPATH=src:tests python tools/hall_claims.py [phones]

It prints the answers' times, that the next number is refused from the first claim on, and how long
one sitting of the supervisor takes to check and confirm all of them.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import threading
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx
import numpy as np
import uvicorn

from eyesdown.cards.sampler import WORDS_PER_ATTEMPT, sample
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.proof.hall.setting import NSW
from kit.hall_evening import CALLER, POINT, SERIAL, SESSION, SUPERVISOR
from kit.hall_evening import Night as Evening
from kit.hall_pages import HallPages
from kit.hall_site import NAME, PASSWORD

DEVICE = "Blower 2"
GAME = {"session": SESSION, "game": 1}
SECONDS_MAX = 2.0


def pages(count: int) -> tuple[list[dict[str, Any]], list[int]]:
    """Six-up pages with the same top line in their first box, and that line's numbers."""
    dice = np.random.default_rng(9)
    words = dice.integers(0, 1 << 63, 400 * count * WORDS_PER_ATTEMPT, np.int64).astype(np.uint64)
    strips = sample(words)
    columns = (strips[:, 0, 0, :] > 0) @ (1 << np.arange(9))
    patterns, sizes = np.unique(columns, return_counts=True)
    alike = strips[columns == patterns[sizes.argmax()]]
    top = [number for number in alike[0, 0, 0].tolist() if number]
    chosen = [page for strip in alike if (page := _with_top(strip, top)) is not None][:count]
    assert len(chosen) == count, f"only {len(chosen)} pages; draw more strips"
    return [
        {"card": number, "book": number, "boxes": [{"rows": rows} for rows in strip]}
        for number, strip in enumerate(chosen, 1)
    ], top


def _with_top(strip: Any, top: list[int]) -> list[list[list[int]]] | None:
    """The strip with its first line's numbers exchanged for `top`; None if a column falls."""
    own = [number for number in strip[0, 0].tolist() if number]
    swaps = {**dict(zip(own, top, strict=True)), **dict(zip(top, own, strict=True))}
    rows = [[[swaps.get(n, n) for n in row] for row in box] for box in strip.tolist()]
    for box in rows:
        for column in zip(*box, strict=True):
            numbers = [number for number in column if number]
            if numbers != sorted(numbers):
                return None
    return rows


async def prepared(desk: HallPages, count: int) -> Evening:
    """A session in which every player has a page, the first four numbers of the line are out."""
    night = Evening(desk, games=2)
    await night.prepare(6)
    cards, top = pages(count)
    await desk.do("office", "RegisterSeries", serial="C500", cards=cards)
    for place in range(count):
        await night.sell(f"player {place}", 1, "C500", auto_play=True)
    await night.open_session()
    await night.enter_range(1, SERIAL)
    await night.enter_range(count, "C500")
    await desk.do("office", "ApproveDevice", device=DEVICE, approval="A-17")
    await night.start(selector="device", selector_id=DEVICE)
    for number in top:
        await desk.do("caller", "BeginCall", **GAME, by=CALLER, number=number)
        await desk.do("caller", "FinishCall", **GAME, by=CALLER)
    return night


async def claimed(port: int, night: Evening) -> list[tuple[float, int, int]]:
    """Every phone claims at once; for each its seconds, status and number of refusals.

    Bare connections: the pool of an HTTP library takes longer for 500 requests than the site.
    """

    async def by_phone(slip: str) -> tuple[float, int, int]:
        began = perf_counter()
        body = b'{"id":"claim1x5","what":"claim","game":1}'
        head = (
            f"POST /halls/{NAME}/phone/{slip}/press HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head.encode() + body)
        reply = await reader.read()
        took = perf_counter() - began
        writer.close()
        status = int(reply.split(b" ", 2)[1])
        answer = json.loads(reply.partition(b"\r\n\r\n")[2]) if status == 200 else {}
        return took, status, len(answer.get("refusals", ()))

    return await asyncio.gather(*(by_phone(slip) for slip in night.slips.values()))


async def settled(address: str) -> float:
    """The seconds of one sitting in which the supervisor checks and confirms every claim."""
    async with httpx.AsyncClient(base_url=address, timeout=120) as http:
        await http.post(f"/halls/{NAME}/sign-on", data={"name": SUPERVISOR, "password": PASSWORD})
        page = (await http.get(f"/halls/{NAME}/supervisor")).text
        csrf = page.partition('data-csrf="')[2].partition('"')[0]
        form = {"csrf": csrf, "id": "all1", "check": "1", "next": f"/halls/{NAME}/supervisor"}
        began = perf_counter()
        reply = await http.post(
            f"/halls/{NAME}/supervisor/settle", data=form, headers={"accept": "application/json"}
        )
        print("settled:", reply.status_code, reply.json())
        return perf_counter() - began


def main(count: int) -> int:
    """Measure; 0 if every answer came in time."""
    with tempfile.TemporaryDirectory() as folder:
        desk = HallPages(NSW, store=SqliteStore(Path(folder) / "hall.db"))
        config = uvicorn.Config(desk.application(), port=0, log_level="error", lifespan="on")
        server, loop = uvicorn.Server(config), asyncio.new_event_loop()
        serving = server.serve()
        thread = threading.Thread(target=lambda: loop.run_until_complete(serving), daemon=True)
        thread.start()
        while not server.started:
            threading.Event().wait(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        address = f"http://127.0.0.1:{port}"

        def run(coroutine: Any) -> Any:
            return asyncio.run_coroutine_threadsafe(coroutine, loop).result()

        night = run(prepared(desk, count))
        replies = asyncio.run(claimed(port, night))
        times = sorted(took for took, _, _ in replies)
        good = sum(status == 200 and not refusals for _, status, refusals in replies)
        middle, late = times[len(times) // 2], times[int(len(times) * 0.99)]
        print(f"{good} of {count} claims taken; median {middle:.2f} s, 99 % {late:.2f} s,", end=" ")
        print(f"last {times[-1]:.2f} s")
        next_number = {**GAME, "by": CALLER, "number": 89}
        print("next number:", run(desk.refused("caller", "BeginCall", **next_number)))
        print(f"one sitting: {asyncio.run(settled(address)):.2f} s")
        left = len(desk.site.state.hall.game(SESSION, 1).undecided)
        print(f"{left} left undecided at {POINT}")
        server.should_exit = True
        thread.join(20)
    return 0 if times[-1] <= SECONDS_MAX and good == count and not left else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 500))
