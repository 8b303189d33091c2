"""Measure a family table with many phones: how soon a disc is on all of them, and many cries.

Starts `eyesdown family` on this machine, sits phones down over HTTP, follows each phone's feed as
a browser does, and prints what was measured. Nothing here is a test.

    python tools/family_phones.py --phones 40 --discs 20
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

KEY = re.compile(r"[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}")
TABLE = re.compile(r"http://localhost:(\d+)/family/([A-Z]{5})/host")


class Phone:
    """A phone with its own cookies and its own feed."""

    def __init__(self, base: str, code: str, name: str) -> None:
        limits = httpx.Limits(max_connections=2)
        self.http = httpx.AsyncClient(
            base_url=base, timeout=60, limits=limits, follow_redirects=True
        )
        self.code, self.name = code, name
        self.table: dict[str, Any] = {}
        self.heard: dict[tuple[int, int], float] = {}
        self.me: dict[str, Any] = {}

    async def sit(self) -> None:
        await self.http.post(f"/family/{self.code}/sit", data={"name": self.name})

    async def follow(self) -> None:
        async with self.http.stream("GET", f"/family/{self.code}/live", timeout=None) as feed:
            async for line in feed.aiter_lines():
                if line.startswith("data: {"):
                    self.table = json.loads(line[6:])
                    place = (self.table["round"], len(self.table["called"]))
                    self.heard.setdefault(place, time.perf_counter())

    async def do(self, **action: Any) -> dict[str, Any]:
        reply = await self.http.post(f"/family/{self.code}/do", json=action)
        answer: dict[str, Any] = reply.json()
        return answer

    async def look(self) -> None:
        self.me = (await self.http.get(f"/family/{self.code}/me")).json()


async def measure(base: str, code: str, key: str, phones_count: int, discs: int) -> None:
    host = Phone(base, code, "Host")
    await host.http.get(f"/family/{code}/host", params={"key": key})
    phones = [Phone(base, code, f"Phone {n}") for n in range(1, phones_count + 1)]
    await asyncio.gather(*(phone.sit() for phone in phones))
    house = {"type": "House", "patterns": []}
    await host.do(do="options", options={"type": "Options", "auto_cover": True, "house": house})
    feeds = [asyncio.create_task(phone.follow()) for phone in phones]
    await host.do(do="play")
    await asyncio.gather(*(phone.look() for phone in phones))
    await _until(phones, (1, 0))
    all_on, asked = [], []
    for call in range(1, discs + 1):
        began = time.perf_counter()
        await host.do(do="turn", call=call)
        asked.append(time.perf_counter() - began)
        await _until(phones, (1, call))
        all_on.append(max(phone.heard[1, call] for phone in phones) - began)
        await asyncio.sleep(0.1)
    print(f"{phones_count} phones, {discs} discs")
    _print("a disc asked for and on disk", asked)
    _print("a disc asked for and on every phone", all_on)
    began = time.perf_counter()
    cries = await asyncio.gather(*(phone.do(do="cry", hand=phone.me["seat"]) for phone in phones))
    print(
        f"{sum(reply['ok'] for reply in cries)} cries on one disc taken: "
        f"{1000 * (time.perf_counter() - began):.0f} ms"
    )
    began = time.perf_counter()
    answers = await asyncio.gather(
        *(
            phone.do(do="read", hand=phone.me["seat"], numbers=phone.me["hands"][0]["rows"][0])
            for phone in phones
        )
    )
    print(
        f"{sum(reply['ok'] for reply in answers)} rows read back and decided: "
        f"{1000 * (time.perf_counter() - began):.0f} ms"
    )
    for feed in feeds:
        feed.cancel()
    await asyncio.gather(*feeds, return_exceptions=True)
    for phone in (host, *phones):
        await phone.http.aclose()


async def _until(phones: list[Phone], place: tuple[int, int]) -> None:
    while not all(place in phone.heard for phone in phones):  # noqa: ASYNC110 -- forty feeds
        await asyncio.sleep(0.002)


def _print(what: str, seconds: list[float]) -> None:
    worst, middle = 1000 * max(seconds), 1000 * statistics.median(seconds)
    print(f"{what}: median {middle:.0f} ms, worst {worst:.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure a family table with many phones.")
    parser.add_argument("--phones", type=int, default=40)
    parser.add_argument("--discs", type=int, default=20)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "family.db")
        arguments = ["family", "--file", file, "--port", "0", "--no-browser"]
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", "eyesdown", *arguments],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        printed = ""
        for line in process.stdout:
            printed += line
            if "Ctrl+C" in line or "Ctrl+C" in printed:
                break
        address, key = TABLE.search(printed), KEY.search(printed)
        assert address, printed
        assert key, printed
        try:
            base = f"http://127.0.0.1:{address[1]}"
            _wait_for(base)
            asyncio.run(measure(base, address[2], key[0], given.phones, given.discs))
        finally:
            process.terminate()
            process.wait()


def _wait_for(base: str) -> None:
    for _ in range(400):
        try:
            httpx.get(base, timeout=1)
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return


if __name__ == "__main__":
    main()
