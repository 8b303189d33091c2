"""The office sees what it does to an account before it is done."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from eyesdown.central.keno import personal
from eyesdown.central.keno.office.payment_words import ConfirmPayment
from eyesdown.keno.office.commands import CorrectDeposit
from kit.account_site import SECRETS, AccountSite, Doors, Scenario, office_act

Runs = Callable[[Scenario], None]


async def look_first(doors: Doors, action: str, account: str, **fields: str) -> httpx.Response:
    """What the page shows after the first press of a button."""
    async with doors.staff() as office:
        token = await office.csrf(f"/office/players?account={account}")
        data = {"csrf": token, "slip": "first", "account": account, **fields}
        path = f"/office/players/{action}"
        return await office.http.post(path, data=data, follow_redirects=True)


def test_the_office_sees_what_it_does_to_an_account_before_it_is_done(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina:
            await mina.with_money(1_000)
            before = hall.web.sequencer.seq
            for action, words in (
                ("deposit", "Book a deposit of $25.00 into"),
                ("exclude", "for good? No one can take this back"),
                ("take-out", "It cannot be put back"),
            ):
                asked = await look_first(doors, action, mina.account, amount="25.00")
                assert (asked.status_code, words in asked.text) == (200, True)
                assert 'name="sure" value="yes"' in asked.text
                if action == "deposit":
                    assert f"subscriber/{mina.account}" in asked.text, "what it posts"
            assert hall.web.sequencer.seq == before
            assert personal.details_of(hall.store, mina.account) is not None
            wrong = await office_act(doors, "deposit", mina.account, amount="-1", sure="")
            assert wrong.status_code == 422
            for _ in range(2):  # pressed twice: once
                await office_act(doors, "deposit", mina.account, amount="25.00", slip="d9")
            stored = await hall.web.ask_state(lambda s: s.keno.accounts[mina.account])
            assert stored.balance_cents == 3_500

    site(scenario)


def test_a_refused_withdrawal_shows_what_it_posts_and_back_says_that_it_is_done(
    site: Runs,
) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina, doors.staff() as office:
            await mina.with_money(1_000)
            await mina.post("/account/money/withdraw", amount="4")
            token = await office.csrf("/office/players")
            form = {"csrf": token, "slip": "r", "withdrawal": "1", "because": "wrong bank"}
            form["account"] = mina.account
            looked = await office.http.post("/office/players/refuse", data=form)
            address = looked.headers["location"]
            assert mina.account not in address
            page = await office.http.get(address)
            assert "Refuse withdrawal 1?" in page.text
            assert f"subscriber/{mina.account}" in page.text
            slip = address.rsplit("/", 1)[1]
            sure = form | {"sure": "yes", "slip": slip}
            for _ in range(2):
                done = await office.http.post("/office/players/refuse", data=sure)
                assert done.status_code == 303
            back = await office.http.get(address)
            assert "is done, or is too old" in back.text
            assert 'value="yes"' not in back.text
            stored = await hall.web.ask_state(lambda s: s.keno.accounts[mina.account])
            assert stored.balance_cents == 1_000

    site(scenario)


def test_an_account_is_found_by_its_holders_names_and_no_address_has_them(site: Runs) -> None:
    async def scenario(_: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina, doors.staff() as office:
            await mina.register()
            token = await office.csrf("/office/players")
            for asked in (
                {"who": mina.account},
                {"who": "MINA"},
                {"who": "quackenbush, wilhelmina", "born": SECRETS["born"]},
            ):
                form = {"csrf": token, **asked}
                reply = await office.http.post("/office/players/find", data=form)
                assert reply.headers["location"] == f"/office/players?account={mina.account}"
            for asked, status in (({"who": "nobody"}, 404), ({"who": "x", "born": "soon"}, 422)):
                reply = await office.http.post("/office/players/find", data={"csrf": token} | asked)
                assert reply.status_code == status

    site(scenario)


@pytest.mark.clause("central-site", "12.1")
@pytest.mark.parametrize(("dollars", "waits"), [("1000", False), ("1000.01", True)])
def test_a_large_deposit_waits_for_a_second_person(
    site: Runs, dollars: str, *, waits: bool
) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina:
            await mina.with_money(1_000)
            asked = await look_first(doors, "deposit", mina.account, amount=dollars)
            assert ("Another person of the office confirms it" in asked.text) is waits
            done = await office_act(doors, "deposit", mina.account, amount=dollars)
            assert done.headers["location"].endswith("proposed" if waits else "deposit")
            stored = await hall.web.ask_state(lambda s: s.keno.accounts[mina.account])
            assert (stored.balance_cents == 1_000) is waits
            for proposal in await hall.web.ask_state(lambda s: [*s.payments]):
                await hall.do(ConfirmPayment(hall.at, proposal, "another person"))
            stored = await hall.web.ask_state(lambda s: s.keno.accounts[mina.account])
            cents = round(100 * float(dollars))
            assert stored.balance_cents == 1_000 + cents
            # one that was booked by two people is taken back like any other
            row = hall.store.head().seq
            back = CorrectDeposit(hall.at, mina.account, row, "keyed twice", "olga")
            await hall.do(back)
            stored = await hall.web.ask_state(lambda s: s.keno.accounts[mina.account])
            assert stored.balance_cents == 1_000

    site(scenario)
