"""Floods at the API's door: one token from many connections, and strangers at a till's address."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest
from starlette.applications import Starlette

from eyesdown.central.keno.rights import KenoRole
from eyesdown.web.api.routes import Api
from eyesdown.web.app import create_app
from eyesdown.web.frame.metrics import Metrics
from eyesdown.web.frame.quotas import BURST, Quotas
from eyesdown.web.keno.api.vocabulary import KENO
from kit.public_site import PublicSite, keeper, token, visitor
from kit.served_site import run_scenario

REFUSED = {"type": "CorrectDisplay", "game": 999}
"""There is no such game, so a rule refuses it, and the refusal is a row."""


@dataclass
class FloodedSite(PublicSite):
    """A site whose door counts refusals by a clock that stands still."""

    quotas: Quotas = field(default_factory=lambda: Quotas(lambda: 0.0))
    strangers: Quotas = field(default_factory=lambda: Quotas(lambda: 0.0))

    def application(self) -> Starlette:
        super().application()
        api = Api(keeper(), KENO, Metrics(), self.quotas, self.strangers)
        return create_app(self.lifespan, api.routes())


async def _send(http: Any, name: str, bearer: str) -> int:
    headers = {"authorization": f"Bearer {bearer}"}
    body = {"id": name, "command": REFUSED}
    return int((await http.post("/api/commands", json=body, headers=headers)).status_code)


@pytest.mark.clause("central-site", "3.9")
def test_five_hundred_connections_share_one_tokens_quota() -> None:
    async def scenario(site: FloodedSite) -> None:
        bearer = token(KenoRole.SUPERVISOR)
        before = site.store.head().seq
        async with visitor(site) as http:
            calls = (_send(http, f"flood/{n}", bearer) for n in range(500))
            statuses = await asyncio.gather(*calls)
        rows = site.store.head().seq - before
        assert statuses.count(429) >= 500 - BURST
        assert rows <= BURST
        assert set(statuses) == {422, 429}

    run_scenario(FloodedSite(), scenario)


@pytest.mark.clause("central-site", "3.9")
def test_strangers_at_the_same_address_do_not_deny_a_token() -> None:
    async def scenario(site: FloodedSite) -> None:
        async with visitor(site) as http:
            statuses = [await _send(http, f"x/{n}", "no such token") for n in range(300)]
            assert statuses[0] == 401
            assert statuses[-1] == 429
            assert await _send(http, "mine", token(KenoRole.SUPERVISOR)) == 422

    run_scenario(FloodedSite(), scenario)
