"""Two hundred entries at once against one limit, over pages and the API: not passed by a cent.

`make limits TIMES=1000` does it a thousand times.
"""

from __future__ import annotations

import asyncio
import json
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
from kit.account_site import AccountSite, Doors
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


async def post(hall: WithApi, path: str, body: Any, headers: dict[str, str]) -> tuple[int, bytes]:
    """Status and body of a POST straight into the application; an HTTP client costs more."""
    content = json.dumps(body).encode()
    given = {"host": "keno", "content-type": "application/json", "accept": "application/json"}
    given |= {"content-length": str(len(content)), **headers}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        "client": ("192.0.2.1", 50_000),
        "server": ("keno", 80),
    }
    incoming = [{"type": "http.request", "body": content, "more_body": False}]
    sent: list[Any] = []

    async def receive() -> Any:
        return incoming.pop() if incoming else await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    await hall.app(scope, receive, send)
    body_parts = (message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], b"".join(body_parts)


async def by_api(hall: WithApi, account: str, name: str, cents: int) -> int:
    bet = {"type": "Regular", "spots": [1, 2, 3], "subscription_cents": cents, "bonus": False}
    entry = {
        "type": "Entry",
        "serial": "",
        "lines": [bet],
        "games": 1,
        "channel": "internet",
        "method": "internet",
        "venue": "",
        "account": account,
    }
    paid = [{"type": "Tendered", "tender": "account", "cents": cents}]
    command = {"type": "AcceptEntry", "entry": entry, "tenders": paid, "confirmed": True}
    headers = {"authorization": f"Bearer {TOKEN}"}
    status, words = await post(hall, "/api/commands", {"id": name, "command": command}, headers)
    assert status in (200, 422), words
    return cents if status == 200 else 0


async def by_page(hall: WithApi, headers: dict[str, str], name: str, cents: int) -> int:
    line = {"type": "regular", "spots": [1, 2, 3], "subscription_cents": cents, "bonus": False}
    status, words = await post(hall, "/account/till/sell", {"slip": name, "lines": [line]}, headers)
    assert status in (200, 409), words
    return cents if status == 200 else 0


async def one_round(hall: WithApi, doors: Doors, number: int, dice: Random) -> None:
    async with doors.browser() as mina:
        await mina.register(f"player {number}")
        limit, measure = 100 * dice.randrange(10, 400), dice.choice(list(Measure)[1:])
        await hall.do(CheckAge(hall.at, mina.account, "olly"))
        await hall.do(Deposit(hall.at, mina.account, 10_000_000))
        await hall.do(SetPlayLimit(hall.at, mina.account, measure, dice.choice(list(Span)), limit))
        hall.give_token(mina.account)
        cookies = "; ".join(f"{name}={value}" for name, value in mina.http.cookies.items())
        signed_on = {"cookie": cookies, "x-csrf": await mina.csrf()}
        asked: list[Any] = []
        for each in range(ENTRIES):
            name, cents = f"r{number}e{each}", 100 * dice.randrange(1, 12)
            through_api = each % 2
            asked.append(
                by_api(hall, mina.account, name, cents)
                if through_api
                else by_page(hall, signed_on, name, cents)
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


@pytest.mark.clause("nsw-keno", "7A(c)(iv)")
@pytest.mark.parametrize(
    ("path", "fields", "games", "code"),
    [
        ("limit", {"measure": "spend", "span": "day", "amount": "1"}, 0, "play/limit"),
        ("limit", {"measure": "loss", "span": "week", "amount": "1"}, 0, "play/limit"),
        ("reality", {"minutes": "10"}, 4, "play/reality_check"),
        ("time-out", {"days": "1"}, 0, "play/time_out"),
        ("exclude", {"days": "180", "sure": "yes"}, 0, "play/excluded"),
    ],
)
def test_7A_c_iv__care_on_a_page_holds_at_the_api(
    path: str, fields: dict[str, str], games: int, code: str
) -> None:
    async def scenario(hall: WithApi) -> None:
        async with Doors(hall).browser() as mina:
            await mina.with_money()
            hall.give_token(mina.account)
            assert (await mina.post(f"/account/care/{path}", **fields)).status_code == 303
            if games:
                assert await by_api(hall, mina.account, "first", 100) == 100
            for _ in range(games):
                await hall.play((40, *range(60, 79)))
            balance = await hall.web.ask_state(lambda s: s.keno.accounts[mina.account])
            cents = balance.balance_cents
            assert await by_api(hall, mina.account, "second", 200) == 0
            page = await mina.buy(200)
            assert page.json()["code"] == code, "the other tab is stopped for the same reason"
            after = await hall.web.ask_state(lambda s: s.keno.accounts[mina.account])
            assert after.balance_cents == cents

    run_scenario(WithApi(), scenario)
