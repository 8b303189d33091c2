"""Every limit, reality check, time-out and exclusion holds in other tabs, at the API, at the bank.

Each is reached through one door while the other doors try to pass it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from hashlib import sha256
from itertools import product
from typing import Any

import pytest

from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.site.credentials import Credential
from eyesdown.keno.office.commands import CheckAge, Deposit
from eyesdown.players.limits import Measure, Span
from kit.account_api import TOKEN, WithApi, by_api, post
from kit.account_site import AccountSite, Browser, Doors, Scenario
from kit.served_site import run_scenario

BANK = "the token of the bank"
ON_PLAY = [*product((Measure.SPEND, Measure.LOSS), Span)]


def on(scenario: Callable[[WithApi, Browser, Browser], Awaitable[None]]) -> None:
    """Run a scenario with a player's browser and another tab of theirs."""

    async def whole(hall: WithApi) -> None:
        digest = sha256(BANK.encode()).hexdigest()
        hall.keeper._by_digest[digest] = Credential("bank", KenoRole.BANK, digest)
        doors = Doors(hall)
        async with doors.browser() as mina, doors.browser() as tab:
            await scenario(hall, mina, tab)

    run_scenario(WithApi(), whole)


async def new_player(hall: WithApi, mina: Browser, tab: Browser, name: str) -> None:
    """A player of age with $100, signed on in both tabs and at the API."""
    hall.web.players._tries.clear()
    await mina.register(name, name=f"{name} Example")
    await tab.sign_on(name)
    await hall.do(CheckAge(hall.at, mina.account, "olly"))
    await hall.do(Deposit(hall.at, mina.account, 10_000))
    hall.give_token(mina.account)


async def ask_api(hall: WithApi, name: str, token: str = TOKEN, /, **command: Any) -> str:
    """Give a command at the API; what refused it, empty if it was done."""
    headers = {"authorization": f"Bearer {token}"}
    body = {"id": name, "command": command}
    status, words = await post(hall, "/api/commands", body, headers)
    assert status in (200, 422), words
    return "" if status == 200 else words.decode()


async def refused_everywhere(hall: WithApi, mina: Browser, tab: Browser, code: str) -> None:
    """Neither tab nor the API sells, and no cent moves."""
    before = (await hall.web.ask_state(lambda s: s.keno.accounts[mina.account])).balance_cents
    for page in (mina, tab):
        assert (await page.buy(200)).json()["code"] == code
    assert await by_api(hall, mina.account, f"no {mina.account} {code}", 200) == 0
    after = await hall.web.ask_state(lambda s: s.keno.accounts[mina.account])
    assert after.balance_cents == before


@pytest.mark.clause("nsw-keno", "7A(c)(iv)")
@pytest.mark.parametrize("door", ["page", "api"])
def test_7A_c_iv__each_limit_on_play_holds_to_the_cent_whichever_door_set_it(door: str) -> None:
    async def scenario(hall: WithApi, mina: Browser, tab: Browser) -> None:
        for measure, span in ON_PLAY:
            name = f"{measure} {span}"
            await new_player(hall, mina, tab, name)
            if door == "page":
                fields = {"measure": measure, "span": span, "amount": "5"}
                assert (await tab.post("/account/care/limit", **fields)).status_code == 303
            else:
                words = {"type": "SetPlayLimit", "account": mina.account, "measure": measure}
                assert await ask_api(hall, f"set {name}", **words, span=span, cents=500) == ""
            assert (await mina.buy(200)).status_code == 200
            assert await by_api(hall, mina.account, f"one {name}", 200) == 200
            await refused_everywhere(hall, mina, tab, "play/limit")
            assert (await tab.buy(100)).status_code == 200, "what is left fits exactly"
            assert await by_api(hall, mina.account, f"two {name}", 100) == 0

    on(scenario)


@pytest.mark.clause("nsw-keno", "7A(c)(iv)")
@pytest.mark.parametrize("span", Span)
def test_7A_c_iv__a_limit_on_deposits_holds_at_the_bank_and_in_the_office(span: Span) -> None:
    async def scenario(hall: WithApi, mina: Browser, tab: Browser) -> None:
        await new_player(hall, mina, tab, "mina")
        fields = {"measure": "deposit", "span": span, "amount": "150"}
        assert (await mina.post("/account/care/limit", **fields)).status_code == 303

        async def banked(cents: int) -> str:
            name = f"bank {cents}"
            account = {"type": "Deposit", "account": mina.account, "cents": cents}
            return await ask_api(hall, name, BANK, **account)

        assert "play/limit" in await banked(5_001)
        async with Doors(hall).staff() as office:
            token = await office.csrf(f"/office/players?account={mina.account}")
            data = {"csrf": token, "slip": "d1", "account": mina.account, "sure": "yes"}
            booked = await office.http.post(
                "/office/players/deposit", data={**data, "amount": "50.01"}
            )
            assert (booked.status_code, "play/limit" in booked.text) == (409, True)
        assert await banked(5_000) == "", "the $100 before counts, and $50 fits exactly"
        assert "play/limit" in await banked(1)

    on(scenario)


@pytest.mark.clause("nsw-keno", "7A(c)(iv)")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"type": "TakeTimeOut", "days": 1}, "play/time_out"),
        ({"type": "ExcludeAccount", "days": 180}, "play/excluded"),
        ({"type": "ExcludeAccount"}, "play/excluded"),
    ],
)
def test_7A_c_iv__care_at_the_api_holds_on_every_page(command: dict[str, Any], code: str) -> None:
    async def scenario(hall: WithApi, mina: Browser, tab: Browser) -> None:
        await new_player(hall, mina, tab, "mina")
        assert await ask_api(hall, "care", **command, account=mina.account) == ""
        await refused_everywhere(hall, mina, tab, code)
        deposit = {"type": "Deposit", "account": mina.account, "cents": 100}
        assert code in await ask_api(hall, "bank", BANK, **deposit)
        out = await mina.post("/account/money/withdraw", amount="10")
        assert out.status_code == 303, "money can always be taken out"

    on(scenario)


@pytest.mark.clause("nsw-keno", "7A(c)(iv)")
def test_7A_c_iv__a_reality_check_set_at_the_api_stops_every_page_until_answered() -> None:
    async def scenario(hall: WithApi, mina: Browser, tab: Browser) -> None:
        await new_player(hall, mina, tab, "mina")
        own = {"account": mina.account}
        assert await ask_api(hall, "check", type="SetRealityCheck", minutes=10, **own) == ""
        assert await by_api(hall, mina.account, "first", 100) == 100
        for _ in range(4):
            await hall.play((40, *range(60, 79)))
        await refused_everywhere(hall, mina, tab, "play/reality_check")
        for page in (mina, tab):
            reply = await page.http.get("/account/play")
            assert reply.headers["location"] == "/account/reality"
        assert (await tab.post("/account/reality", go="play")).status_code == 303
        assert await by_api(hall, mina.account, "second", 100) == 100

    on(scenario)


@pytest.mark.clause("nsw-keno", "7A(c)(iv)")
def test_7A_c_iv__no_door_shortens_an_exclusion_or_raises_a_limit_at_once() -> None:
    async def scenario(hall: WithApi, mina: Browser, tab: Browser) -> None:
        await new_player(hall, mina, tab, "mina")
        limit = {"type": "SetPlayLimit", "account": mina.account, "measure": "spend", "span": "day"}
        assert await ask_api(hall, "low", **limit, cents=100) == ""
        for attempt, cents in enumerate([5_000] * 10 + [None]):
            await ask_api(hall, f"high {attempt}", **limit, cents=cents)
        confirm = {**limit, "type": "ConfirmLimit"}
        assert "play/nothing_to_confirm" in await ask_api(hall, "confirm", **confirm)
        await refused_everywhere(hall, mina, tab, "play/limit")
        own = {"account": mina.account}
        assert await ask_api(hall, "out", type="ExcludeAccount", days=180, **own) == ""
        for attempt, command in enumerate(
            (
                {"type": "ExcludeAccount", "days": 180, **own},
                {"type": "TakeTimeOut", "days": 1, **own},
                {**limit, "cents": None},
            )
        ):
            await ask_api(hall, f"shorter {attempt}", **command)
        await refused_everywhere(hall, mina, tab, "play/excluded")

    on(scenario)


def test_a_higher_limit_needs_days_and_a_second_yes(site: Callable[[Scenario], None]) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina:
            await mina.with_money()
            spend = {"measure": "spend", "span": "day"}
            lower = await mina.post("/account/care/limit", **spend, amount="1")
            assert lower.headers["location"] == "/account/care?done=limit"
            for _ in range(10):
                higher = await mina.post("/account/care/limit", **spend, amount="50")
                assert higher.headers["location"] == "/account/care?done=later"
            noted = (await mina.http.get("/account/care?done=later")).text
            assert "Nothing changes yet" in noted
            assert "counts from now on" not in noted
            often = await mina.post("/account/care/reality", minutes="10")
            assert often.headers["location"] == "/account/care?done=reality"
            seldom = await mina.post("/account/care/reality", minutes="none")
            assert seldom.headers["location"] == "/account/care?done=later"
            assert (await mina.buy(200)).status_code == 409
            early = await mina.post("/account/care/confirm", **spend)
            assert "play/nothing_to_confirm" in early.text
            hall.at += timedelta(days=7)
            async with doors.browser() as later:
                await later.sign_on("mina")
                assert "Confirm $50.00" in (await later.http.get("/account/care")).text
                assert (await later.post("/account/care/confirm", **spend)).status_code == 303

    site(scenario)
