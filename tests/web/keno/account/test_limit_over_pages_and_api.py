"""Two hundred entries at once against one limit, over pages and the API: not passed by a cent.

`make limits TIMES=1000` does it a thousand times.
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from starlette.applications import Starlette

from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.site.credentials import Credential, Doorkeeper
from eyesdown.keno.office.commands import CheckAge, Deposit, SetPlayLimit
from eyesdown.players.limits import Measure, Span
from eyesdown.web.api.routes import Api
from eyesdown.web.app import create_app
from eyesdown.web.keno.api.vocabulary import KENO
from eyesdown.web.keno.routes import ROUTES
from kit.account_site import AccountSite, Browser, Doors
from kit.served_site import run_scenario

TIMES = int(os.environ.get("TIMES", "2"))
ENTRIES = 200
TOKEN = "the token of the same player"


@dataclass
class WithApi(AccountSite):
    """The site with its API; `keeper` learns the player's account when it is open."""

    keeper: Doorkeeper = field(default_factory=lambda: Doorkeeper(()))

    def application(self) -> Starlette:
        return create_app(self.lifespan, [*Api(self.keeper, KENO).routes(), *ROUTES])

    def give_token(self, account: str) -> None:
        digest = sha256(TOKEN.encode()).hexdigest()
        player = Credential("player", KenoRole.PLAYER, digest, account=account)
        self.keeper._by_digest[digest] = player


async def by_api(browser: Browser, name: str, cents: int) -> int:
    bet = {"type": "regular", "spots": [1, 2, 3], "subscription_cents": cents, "bonus": False}
    entry = {
        "type": "Entry",
        "serial": "",
        "lines": [{**bet, "type": "Regular"}],
        "games": 1,
        "channel": "internet",
        "method": "internet",
        "venue": "",
        "account": browser.account,
    }
    paid = [{"type": "Tendered", "tender": "account", "cents": cents}]
    command = {"type": "AcceptEntry", "entry": entry, "tenders": paid, "confirmed": True}
    headers = {"authorization": f"Bearer {TOKEN}"}
    reply = await browser.http.post(
        "/api/commands", json={"id": name, "command": command}, headers=headers
    )
    assert reply.status_code in (200, 422), reply.text
    return cents if reply.status_code == 200 else 0


async def by_page(browser: Browser, csrf: str, name: str, cents: int) -> int:
    line = {"type": "regular", "spots": [1, 2, 3], "subscription_cents": cents, "bonus": False}
    reply = await browser.ask("/account/till/sell", {"slip": name, "lines": [line]}, csrf)
    assert reply.status_code in (200, 409), reply.text
    return cents if reply.status_code == 200 else 0


async def one_round(hall: WithApi, doors: Doors, number: int, dice: Random) -> None:
    async with doors.browser() as mina:
        await mina.register(f"player {number}")
        limit, measure = 100 * dice.randrange(10, 400), dice.choice(list(Measure)[1:])
        await hall.do(CheckAge(hall.at, mina.account, "olly"))
        await hall.do(Deposit(hall.at, mina.account, 10_000_000))
        await hall.do(SetPlayLimit(hall.at, mina.account, measure, dice.choice(list(Span)), limit))
        hall.give_token(mina.account)
        csrf = await mina.csrf()
        asked: list[Any] = []
        for each in range(ENTRIES):
            name, cents = f"r{number}e{each}", 100 * dice.randrange(1, 12)
            through_api = each % 2
            asked.append(
                by_api(mina, name, cents) if through_api else by_page(mina, csrf, name, cents)
            )
        staked = sum(await asyncio.gather(*asked))
        left = await hall.web.ask_state(lambda s: s.keno.accounts[mina.account].balance_cents)
        assert staked <= limit, f"round {number}: {staked} of {limit} cents"
        assert limit - staked < 100, "the last dollar that fits was let in"
        assert left == 10_000_000 - staked


@pytest.mark.clause("nsw-keno", "7A(c)(iv)")
def test_7A_c_iv__two_hundred_entries_at_once_do_not_pass_a_limit_by_a_cent() -> None:
    def scenario(hall: WithApi) -> Any:
        async def rounds() -> None:
            doors, dice = Doors(hall), Random(7)
            for number in range(TIMES):
                hall.web.players._tries.clear()  # each round registers from the same place
                await one_round(hall, doors, number, dice)

        return rounds()

    run_scenario(WithApi(), scenario)
