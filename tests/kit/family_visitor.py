"""Browsers at a family table without a browser: cookies and HTTP only."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx

from kit.family_site import FamilyHouse

Scenario = Callable[[FamilyHouse, "Visitor"], Awaitable[None]]


class Visitor:
    """A browser with its cookies; `do` gives a table's answer."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.code = ""

    async def open(self, name: str = "Dad") -> str:
        reply = await self.http.post("/family/open", data={"name": name})
        self.code = reply.headers["location"].split("/")[2]
        return self.code

    async def do(self, **action: Any) -> dict[str, Any]:
        reply = await self.http.post(f"/family/{self.code}/do", json=action)
        answer: dict[str, Any] = reply.json()
        return answer

    async def get(self, path: str) -> httpx.Response:
        return await self.http.get(f"/family/{self.code}{path}")


@asynccontextmanager
async def visitor(house: FamilyHouse, place: str = "10.0.0.1") -> AsyncIterator[Visitor]:
    transport = httpx.ASGITransport(house.app, client=(place, 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://home") as http:
        yield Visitor(http)


def run(scenario: Scenario) -> None:
    async def whole() -> None:
        house = FamilyHouse()
        async with house.app.router.lifespan_context(house.app), visitor(house) as browser:
            await scenario(house, browser)

    asyncio.run(whole())
