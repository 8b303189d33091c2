"""A player's account on pages: from registering to a withdrawal, and all that can go wrong."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from eyesdown.central.keno import personal
from eyesdown.central.keno.office.payment_words import ConfirmPayment
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.keno.office.commands import (
    CheckAge,
    Deposit,
    ExcludeAccount,
    IdentifyAccount,
    OpenAccount,
)
from eyesdown.web.keno.account.office import waiting_accounts
from kit.account_site import SECRETS, AccountSite, Browser, Doors, Scenario, office_act

Runs = Callable[[Scenario], None]


@pytest.mark.clause("nsw-keno", "7A(c)(i)")
def test_7A_c_i__from_registering_to_the_withdrawal_of_a_prize(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina:
            assert (await mina.register()).headers["location"] == "/account"
            assert re.fullmatch(r"A\d{9}", mina.account)
            assert (
                "Before your first deposit we check your age"
                in (await mina.http.get("/account")).text
            )
            no = await office_act(doors, "deposit", mina.account, amount="100")
            assert no.status_code == 409
            assert "account/age_not_checked" in no.text
            assert (await office_act(doors, "age", mina.account)).status_code == 303
            paid_in = await office_act(doors, "deposit", mina.account, amount="100", slip="d2")
            assert paid_in.status_code == 303
            sold = (await mina.buy(1_000)).json()
            await hall.play()
            entry = (await mina.http.get(f"/account/entries/{sold['serial']}")).text
            assert "won $440.00" in entry
            assert "and why" in entry
            asked = await mina.post("/account/money/withdraw", amount="500")
            assert asked.headers["location"] == "/account/money?done=asked"
            refused = await office_act(doors, "pay", mina.account, withdrawal="1")
            assert "withdraw/not_identified" in refused.text
            assert (await office_act(doors, "identity", mina.account)).status_code == 303
            assert "waits for the office" in (await mina.http.get("/account/money")).text
            paid = await office_act(doors, "pay", mina.account, withdrawal="1", slip="p2")
            assert paid.status_code == 303
            await hall.do(ConfirmPayment(hall.at, "p2", "another person"))
            assert (
                '<span class="tag yes">paid</span>' in (await mina.http.get("/account/money")).text
            )
            statement = (await mina.http.get("/account/statement?span=day")).text
            for words in ("$100.00", "$440.00", "Withdrawal asked for", "Closing balance"):
                assert words in statement
            rows = (await mina.http.get("/account/statement.csv?span=year")).text
            assert rows.splitlines()[-1].endswith(",-500.00,30.00")
            paper = await mina.http.get("/account/statement.pdf?span=week")
            assert paper.content.startswith(b"%PDF")

    site(scenario)


@pytest.mark.clause("nsw-keno", "5A(c)")
@pytest.mark.parametrize(("born", "opens"), [("2006-05-01", True), ("2006-05-02", False)])
def test_5A_c__a_birthday_today_is_of_age_and_tomorrow_is_not(
    site: Runs, born: str, opens: bool
) -> None:
    async def scenario(_: AccountSite, doors: Doors) -> None:
        async with doors.browser() as kim:  # it is 1 May 2024
            reply = await kim.register("kim", born=born)
            assert (reply.status_code == 303) == opens
            if not opens:
                assert "come back on Thursday 2 May 2024" in reply.text

    site(scenario)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("password", "short", "at least 10 characters"),
        ("password", "aaaaaaaaaaaa", "too easy to guess"),
        ("terms", "no", "must be read and accepted"),
        ("born", "1850-01-01", "check the year"),
        ("born", "yesterday", "must be a day"),
        ("name", "", "full name is missing"),
        ("address", "x", "address is missing"),
        ("sign_on", "\x07bell", "printable"),
    ],
)
def test_a_wrong_field_opens_no_account(site: Runs, field: str, value: str, words: str) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina:
            reply = await mina.register(**{"sign_on": "mina", field: value})
            assert reply.status_code == 422
            assert words.casefold() in reply.text.casefold()
            assert not await hall.web.ask_state(lambda state: state.keno.accounts)

    site(scenario)


def test_the_registration_page_sent_twice_opens_one_account(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as first, doors.browser() as second:
            replies = await asyncio.gather(
                first.register("mina", slip="same"), second.register("mina", slip="same")
            )
            assert [reply.status_code for reply in replies] == [303, 303]
            assert len(await hall.web.ask_state(lambda state: state.keno.accounts)) == 1
            assert (await second.register("mina", slip="other")).status_code == 422
            wrong = await second.register("mina", slip="same", password="another password")
            assert wrong.status_code == 422

    site(scenario)


@pytest.mark.clause("nsw-keno", "7A(f)(iii)")
def test_7A_f_iii__two_clicks_two_tabs_and_a_lost_answer_are_one_entry(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina:
            await mina.with_money()
            nothing = (await mina.http.get("/account/till/slip?slip=s-1")).json()
            assert nothing == {"bought": False, "refusals": []}
            replies = await asyncio.gather(*(mina.buy(200, slip="s-1") for _ in range(5)))
            assert len({reply.json()["serial"] for reply in replies}) == 1
            which = (await mina.http.get("/account/till/slip?slip=s-1")).json()
            assert which["bought"]
            assert which["sold"]["serial"] == replies[0].json()["serial"]
            changed = await mina.buy(300, slip="s-1")
            assert (changed.status_code, changed.json()["code"]) == (409, "slip/sold")
            balance = await hall.web.ask_state(lambda s: s.keno.accounts[mina.account])
            assert balance.balance_cents == 9_800

    site(scenario)


def test_what_belongs_to_another_player_is_not_there(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina, doors.browser() as eve:
            await mina.with_money()
            await eve.with_money(sign_on="eve", name="Eve Other")
            serial = (await mina.buy()).json()["serial"]
            for path in (f"/account/entries/{serial}", f"/account/till/replay?serial={serial}"):
                assert (await eve.http.get(path)).status_code == 404
            assert (await eve.post(f"/account/entries/{serial}/cancel")).status_code == 404
            seen = await eve.ask("/account/till/acknowledge", {"serial": serial})
            assert seen.status_code == 404
            for path in ("/account/statement", "/account/export.json", "/account/entries"):
                text = (await eve.http.get(f"{path}?account={mina.account}")).text
                assert serial not in text
                assert mina.account not in text

    site(scenario)


@pytest.mark.clause("nsw-keno", "7A(c)(iv)")
def test_7A_c_iv__every_limit_holds_on_all_pages_at_once(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina, doors.browser() as tab:
            await mina.with_money()
            await tab.sign_on("mina")
            for measure in ("spend", "loss"):
                reply = await mina.post(
                    "/account/care/limit", measure=measure, span="week", amount="10"
                )
                assert reply.status_code == 303
            replies = await asyncio.gather(*(each.buy(300) for each in [mina, tab] * 10))
            assert sum(reply.status_code == 200 for reply in replies) == 3
            refused = next(reply for reply in replies if reply.status_code == 409).json()
            assert refused["code"] == "play/limit"
            care = (await tab.http.get("/account/care")).text
            assert "$9.00" in care
            assert "Mon 6 May" in care

    site(scenario)


@pytest.mark.clause("nsw-keno", "7A(c)(iv)")
def test_7A_c_iv__a_reality_check_stops_every_tab(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina, doors.browser() as tab:
            await mina.with_money()
            await tab.sign_on("mina")
            assert (await mina.post("/account/care/reality", minutes="10")).status_code == 303
            assert (await mina.buy(500)).status_code == 200
            for _ in range(4):
                await hall.play((40, *range(60, 79)))
            for each in (mina, tab):
                assert (await each.buy()).json()["code"] == "play/reality_check"
                page = await each.http.get("/account/play")
                assert page.headers["location"] == "/account/reality"
            check = (await tab.http.get("/account/reality")).text
            assert "12 minutes" in check
            assert "$5.00 lost" in check
            on = await tab.post("/account/reality", go="play")
            assert on.headers["location"] == "/account/play"
            assert (await mina.post("/account/reality", go="stop")).status_code == 303
            assert (await mina.buy()).status_code == 200

    site(scenario)


@pytest.mark.clause("nsw-keno", "7A(c)(iv)")
def test_7A_c_iv__an_exclusion_stops_an_entry_that_is_on_its_way(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina, doors.browser() as tab:
            await mina.with_money()
            await tab.sign_on("mina")
            await mina.buy(games=3, location="club floor")
            page = (await mina.http.get("/account/care/exclude")).text
            assert "Cancel it, $3.00 back" in page, "11(b) lets it be cancelled (S01)"
            unsure = await mina.post("/account/care/exclude", days="180")
            assert unsure.status_code == 422
            sale, out = await asyncio.gather(
                tab.buy(), mina.post("/account/care/exclude", days="180", sure="yes")
            )
            assert out.status_code == 303
            assert sale.status_code in (200, 409)
            assert (await tab.buy()).json()["code"] == "play/excluded"
            shorter = await mina.post("/account/care/time-out", days="1")
            assert shorter.status_code == 303, "a break beside it changes nothing"
            assert (await mina.buy()).json()["refusals"][0]["code"] == "play/excluded"
            assert "You have excluded yourself" in (await tab.http.get("/account")).text
            asked = await mina.post("/account/money/withdraw", amount="10")
            assert asked.status_code == 303

    site(scenario)


@pytest.mark.clause("nsw-keno", "7A(c)(iv)")
def test_7A_c_iv__another_account_of_an_excluded_player_is_held(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina, doors.browser() as again:
            await mina.with_money()
            await hall.do(ExcludeAccount(hall.at, mina.account))
            await again.register("other name", name="  wilhelmina   QUACKENBUSH ")
            await hall.do(CheckAge(hall.at, again.account, "olly"))
            no = await office_act(doors, "deposit", again.account, amount="10")
            assert "account/held" in no.text
            assert (
                "The office is looking into this account" in (await again.http.get("/account")).text
            )
            freed = await office_act(doors, "release", again.account, because="a namesake")
            assert freed.status_code == 303
            booked = await office_act(doors, "deposit", again.account, amount="10", slip="d2")
            assert booked.status_code == 303

    site(scenario)


def test_a_session_that_was_ended_withdraws_nothing(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina, doors.browser() as tab:
            await mina.with_money()
            await tab.sign_on("mina")
            token = await tab.csrf()
            assert (await mina.post("/account/details/sessions")).status_code == 303
            fields = {"csrf": token, "slip": "w1", "amount": "50"}
            reply = await tab.http.post("/account/money/withdraw", data=fields)
            assert reply.status_code == 401
            assert "nothing you sent was done" in reply.text
            assert not await hall.web.ask_state(lambda state: state.keno.withdrawals)
            assert (await mina.buy()).status_code == 200, "the other session goes on"

    site(scenario)


def test_passwords_change_and_are_reset_by_a_code_of_the_office(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina, doors.browser() as tab:
            await mina.register()
            await tab.sign_on("mina")
            wrong = await mina.post("/account/details/password", old="no", new="a new password")
            assert wrong.status_code == 422
            right = {"old": SECRETS["password"], "new": "a new password"}
            assert (await mina.post("/account/details/password", **right)).status_code == 303
            assert (await tab.http.get("/account")).status_code == 303, "others are signed off"
            assert (await tab.sign_on("mina")).status_code == 401
            page = (await office_act(doors, "code", mina.account)).text
            code = re.search(r'id="code">([A-Z0-9]{10})<', page)
            assert code
            fields = {"name": "mina", "code": code[1].lower(), "password": "the third password"}
            for status in (303, 422):  # a code works once
                reply = await tab.http.post("/account/reset", data=fields)
                assert reply.status_code == status
            assert (await tab.sign_on("mina", "the third password")).status_code == 303
            await hall.do(CheckAge(hall.at, mina.account, "olly"))
            other = {**fields, "code": "AAAAAAAAAA"}
            for _ in range(5):
                assert (await tab.http.post("/account/reset", data=other)).status_code == 422
            assert "tried too often" in (await tab.http.post("/account/reset", data=other)).text

    site(scenario)


def test_papers_are_pictures_of_a_bounded_size_for_the_office_alone(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina, doors.staff() as office, doors.staff("ian") as ian:
            await mina.register()
            token = await mina.csrf()

            async def send(content: bytes) -> Any:
                files = {"paper": ("<script>.png", content)}
                return await mina.http.post("/account/paper", data={"csrf": token}, files=files)

            picture = b"\x89PNG\r\n\x1a\n" + bytes(1000)
            assert (await send(picture)).status_code == 303
            assert (await send(b"<script>alert(1)</script>")).status_code == 422
            large = await send(picture + bytes(6_000_000))
            assert large.status_code == 413
            assert "more than 5 MB" in large.text
            path = f"/office/players/{mina.account}/papers/1"
            reply = await office.http.get(path)
            assert reply.content == picture
            assert reply.headers["content-disposition"].startswith("attachment")
            assert (await ian.http.get(path)).status_code == 403
            seen = (await ian.http.get(f"/office/players?account={mina.account}")).text
            assert SECRETS["name"] not in seen

    site(scenario)


def test_script_in_every_field_stays_text(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        script = "<script>alert(1)</script>"
        async with doors.browser() as mina:
            await mina.with_money(sign_on=script, name=script, address=script)
            line = {"type": "regular", "spots": [1], "subscription_cents": 100, "bonus": False}
            saved = await mina.ask("/account/till/favourite", {"name": script, "lines": [line]})
            assert saved.status_code == 200
            for path in ("/account", "/account/play", "/account/details", "/account/money"):
                assert script not in (await mina.http.get(path)).text
            async with doors.staff() as office:
                page = await office.http.get(f"/office/players?account={mina.account}")
                assert script not in page.text
                assert "&lt;script&gt;" in page.text
            assert (await mina.buy(location=script)).status_code == 200, "it is nowhere"

    site(scenario)


def test_one_players_data_is_exported_and_taken_out(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina:
            await mina.with_money(1_000)
            await mina.buy(1_000)
            everything = (await mina.http.get("/account/export.json")).text
            for secret in ("name", "address", "born"):
                assert SECRETS[secret] in everything
            assert SECRETS["password"] not in everything
            assert "argon2" not in everything
            assert len(json.loads(everything)["entries"]) == 1
            busy = await office_act(doors, "take-out", mina.account)
            assert busy.status_code == 409
            await hall.play((40, *range(60, 79)))
            out = await office_act(doors, "take-out", mina.account, slip="t2")
            assert out.status_code == 303
            assert not list(hall.store.dump("personal"))
            assert (await mina.http.get("/account")).status_code == 303
            assert (await mina.sign_on("mina")).status_code == 401
        site_now = hall.web.sequencer._site
        verify_journal(site_now.machine, hall.store)

    site(scenario)


def test_a_player_whose_data_was_taken_out_waits_for_nothing(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        waiting = partial(waiting_accounts, hall.web.sequencer._site, hall.web)
        async with doors.browser() as mina:
            await mina.register()
            assert [row["why"] for row in waiting()] == [["age not checked"]]
            assert (await office_act(doors, "take-out", mina.account)).status_code == 303
            assert waiting() == []
        by_api = OpenAccount(hall.at, "without-papers", born=None)
        await hall.do(by_api)
        assert [row["account"] for row in waiting()] == ["without-papers"]

    site(scenario)


def test_a_thousand_strangers_do_not_lock_the_owner_out(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser("198.51.100.1") as mina:
            await mina.register()
            for number in range(200):
                async with doors.browser(f"203.0.{number // 100}.{number % 100}") as stranger:
                    reply = await stranger.sign_on("mina", "a wrong password")
                    assert reply.status_code == 401
                    if number > 30:
                        again = await stranger.sign_on("mina", "another wrong one")
                        assert again.status_code == 429, "one try a place while it is attacked"
            assert (await mina.sign_on("mina")).status_code == 303, "a browser that is known"
            async with doors.browser("198.51.100.2") as elsewhere:
                assert (await elsewhere.sign_on("mina")).status_code == 303, "a new place"

    site(scenario)


@pytest.mark.clause("nsw-keno", "11(b)(ii)")
def test_11_b_ii__an_entry_made_at_a_venue_is_cancelled_there(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina:
            await mina.with_money()
            away = (await mina.buy()).json()["serial"]
            page = (await mina.http.get(f"/account/entries/{away}")).text
            assert "made inside a venue’s permitted area" in page
            assert "customer" not in page, "a player reads this, and no cashier"
            no = await mina.post(f"/account/entries/{away}/cancel")
            assert (no.status_code, "11(b)(ii)" in no.text) == (409, True)
            here = (await mina.buy(location="club floor")).json()["serial"]
            yes = await mina.post(f"/account/entries/{here}/cancel")
            assert yes.headers["location"].endswith("done=cancelled")
            hall.at += timedelta(minutes=1)
            again = await mina.post(f"/account/entries/{here}/cancel")
            assert again.status_code == 409

    site(scenario)


def test_staff_on_duty_cannot_play(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        from eyesdown.keno.office.commands import SignOn
        from eyesdown.rulebook.keno_words import Duty

        async with doors.browser() as mina:
            await mina.with_money()
            await hall.do(SignOn(hall.at, "mina", Duty.WRITER, "club", mina.account))
            assert (await mina.buy()).json()["code"] == "person/on_duty"

    site(scenario)


def test_favourites_and_an_old_entry_fill_a_slip(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina:
            await mina.with_money()
            sold = (await mina.buy(200, games=2)).json()
            old = (await mina.http.get(f"/account/till/replay?serial={sold['serial']}")).json()
            more = {"method": "replay", "replay_of": old["replay_of"], "lines": old["lines"]}
            again = await mina.buy(games=2, **more)
            assert (again.status_code, again.json()["cost"]) == (200, "$4.00")
            await hall.do(IdentifyAccount(hall.at, mina.account, "olly"))
            await hall.do(Deposit(hall.at, mina.account, 100))
            await mina.ask("/account/till/favourite", {"name": "mine", "lines": old["lines"]})
            assert "mine" in (await mina.http.get("/account/play")).text
            gone = await mina.ask("/account/till/favourite", {"name": "mine", "lines": []})
            assert gone.json() == {"favourites": []}

    site(scenario)


def test_personal_data_is_kept_in_its_own_table(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina:
            await mina.register()
            details = personal.details_of(hall.store, mina.account)
            assert details is not None
            assert details.name == SECRETS["name"]
            changed = await mina.post("/account/details/address", address="2 Other Street, Dubbo")
            assert changed.status_code == 303
            moved = personal.details_of(hall.store, mina.account)
            assert moved is not None
            assert moved.address == "2 Other Street, Dubbo"
            assert isinstance(mina, Browser)

    site(scenario)
