"""Two hundred entries at once against one limit, over pages and the API: not passed by a cent.

`make limits TIMES=1000` does it a thousand times.
"""

from __future__ import annotations

import asyncio
import os
from random import Random
from typing import Any

import pytest

from eyesdown.keno.office.commands import CheckAge, Deposit, SetPlayLimit
from eyesdown.players.limits import Measure, Span
from kit.account_api import WithApi, by_api, post
from kit.account_site import Doors
from kit.served_site import run_scenario

TIMES = int(os.environ.get("TIMES", "2"))
ENTRIES = 200


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
