"""Rough use of accounts: back after confirming, an exclusion while money waits, huge papers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest

from eyesdown.central.keno.office.payment_words import ConfirmPayment
from eyesdown.keno.office.commands import IdentifyAccount
from kit.account_site import AccountSite, Doors, Scenario, office_act

Runs = Callable[[Scenario], None]


def test_back_after_confirming_books_once_and_says_why_another_amount_is_not(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina:
            await mina.with_money(1_000)
            for _ in range(2):  # the same page sent again
                booked = await office_act(doors, "deposit", mina.account, amount="50", slip="d2")
                assert booked.status_code == 303
            other = await office_act(doors, "deposit", mina.account, amount="70", slip="d2")
            assert other.status_code == 409
            assert "command_id" not in other.text.lower()
            assert "This page was sent before, for something else" in other.text
            assert hall.web.sequencer._site.state.keno.accounts[mina.account].balance_cents == 6_000

    site(scenario)


@pytest.mark.parametrize("proposed", [False, True])
def test_an_exclusion_while_a_withdrawal_waits_does_not_keep_the_money(
    site: Runs, *, proposed: bool
) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina:
            await mina.with_money(10_000)
            await hall.do(IdentifyAccount(hall.at, mina.account, "olly"))
            await mina.post("/account/money/withdraw", amount="60")
            if proposed:
                asked = await office_act(doors, "pay", mina.account, withdrawal="1", slip="p1")
                assert asked.status_code == 303
            out = await office_act(doors, "exclude", mina.account, because="asked", slip="x1")
            assert out.status_code == 303
            money = await mina.http.get("/account/money")
            assert money.status_code == 200
            assert "$60.00" in money.text
            if not proposed:
                paid = await office_act(doors, "pay", mina.account, withdrawal="1", slip="p1")
                assert paid.status_code == 303
            await hall.do(ConfirmPayment(hall.at, "p1", "another person"))
            keno = hall.web.sequencer._site.state.keno
            assert not keno.withdrawals
            assert keno.accounts[mina.account].balance_cents == 4_000
            rest = await mina.post("/account/money/withdraw", amount="40")
            assert rest.headers["location"] == "/account/money?done=asked"

    site(scenario)


def test_a_paper_of_any_size_is_answered_in_words(site: Runs) -> None:
    """The size in the headers is enough: nothing of it is read."""

    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina:
            await mina.register()

            async def nothing() -> AsyncIterator[bytes]:
                yield b"--x"
                raise AssertionError("more than the first piece was read")

            headers = {"content-type": "multipart/form-data; boundary=x"}
            headers["content-length"] = "100000000"
            reply = await mina.http.post("/account/paper", content=nothing(), headers=headers)
            assert reply.status_code == 413
            assert "You sent more than 5 MB. Nothing was done." in reply.text

    site(scenario)
