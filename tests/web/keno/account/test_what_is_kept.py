"""What the site keeps of a player, as the player sees it: their own, and no one else’s."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable

import pytest

from eyesdown.central.keno import personal
from eyesdown.keno.office.commands import PublishInstructions
from kit.account_site import AccountSite, Doors, Scenario, office_act
from kit.pdf_reader import PdfReader

Runs = Callable[[Scenario], None]


@pytest.mark.clause("nsw-keno", "7A(g)", "15(f)(i)")
def test_7A_g__a_statement_names_the_players_own_entry_beside_each_prize(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina, doors.browser() as nora:
            await mina.with_money(1_000)
            await nora.with_money(1_000, "nora", name="Nora Example")
            bought = {}
            for player, stakes in ((mina, (100, 200)), (nora, (300,))):
                for cents in stakes:
                    sold = (await player.buy(cents)).json()
                    bought[player.account, cents] = sold["serial"]
            await hall.play()  # 1, 2 and 3 are drawn: all three entries win
            for player, stakes in ((mina, (100, 200)), (nora, (300,))):
                rows = (await player.http.get("/account/statement.csv?span=day")).text
                won = [row.split(",") for row in rows.splitlines() if ",Prize," in row]
                assert [row[2] for row in won] == [bought[player.account, c] for c in stakes]
                deposit = next(row for row in rows.splitlines() if ",Deposit," in row)
                assert deposit.split(",")[2] == "", "an empty cell is empty"
                paper = await player.http.get("/account/statement.pdf?span=day")
                words = [
                    text.words for page in PdfReader(paper.content).pages for text in page.words
                ]
                assert f"Statement of account {player.account}" in words

    site(scenario)


def test_papers_are_kept_apart_from_what_every_sign_on_reads(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina:
            await mina.register()
            token = await mina.csrf()
            for each in range(personal.PAPERS_MAX + 2):
                files = {"paper": (f"{each}.png", b"\x89PNG\r\n\x1a\n" + bytes(90_000 + each))}
                await mina.http.post("/account/paper", data={"csrf": token}, files=files)
            store = hall.store
            assert sum(map(len, store.personal(mina.account).values())) < 10_000
            sizes = [paper.size for paper in personal.papers_of(store, mina.account)]
            assert sizes == [90_008 + each for each in range(2, personal.PAPERS_MAX + 2)]
            everything = json.loads((await mina.http.get("/account/export.json")).text)
            contents = [paper["content"] for paper in everything["personal"]["papers"]]
            assert [len(b64decode(content)) for content in contents] == sizes
            stored = sum(len(row[2]) > 80_000 for row in store.dump("personal"))
            assert stored == personal.PAPERS_MAX, "the oldest are gone"
            out = await office_act(doors, "take-out", mina.account, slip="t3")
            assert out.status_code == 303
            assert not list(store.dump("personal"))

    site(scenario)


@pytest.mark.clause("nsw-keno", "2:Subscriber Account Terms and Conditions", "7A(c)(iv)")
def test_7A_c_iv__terms_that_change_are_accepted_again_before_the_next_entry(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina, doors.browser() as late:
            terms = (await mina.http.get("/account/terms")).text
            assert "Version account-terms-1" in terms
            assert "exclusion 180 days or more" in terms
            await mina.with_money(1_000)
            accounts = hall.web.sequencer._site.state.keno.accounts
            assert accounts[mina.account].terms == "account-terms-1"
            text = "Deposits by cheque\nare not taken. <b>"
            await hall.do(PublishInstructions(hall.at, "2026-2", "account terms", text))
            refused = await mina.buy(100)
            assert refused.json()["code"] == "account/terms_not_accepted"
            assert "terms of an account have changed" in (await mina.http.get("/account")).text
            assert (await mina.post("/account/money/withdraw", amount="1")).status_code == 303
            old = await mina.post("/account/terms", version="account-terms-1", terms="yes")
            assert old.status_code == 409
            assert (await mina.post("/account/terms", version="2026-2")).status_code == 409
            read = (await mina.http.get("/account/terms")).text
            assert "are not taken. &lt;b&gt;" in read
            assert (
                await mina.post("/account/terms", version="2026-2", terms="yes")
            ).status_code == 303
            assert (await mina.buy(100)).status_code == 200
            await late.register("late", name="Late Example")
            assert accounts[late.account].terms == "2026-2"
            assert "cheque" not in (await mina.http.get("/how")).text

    site(scenario)


@pytest.mark.clause("nsw-keno", "15(g)")
def test_15_g__a_refused_withdrawal_is_shown_with_its_reason(site: Runs) -> None:
    async def scenario(hall: AccountSite, doors: Doors) -> None:
        async with doors.browser() as mina:
            await mina.with_money(1_000)
            await mina.post("/account/money/withdraw", amount="4")
            reason = "The bank account is <i>someone else’s</i>"
            no = await office_act(doors, "refuse", mina.account, withdrawal="1", because=reason)
            assert no.status_code == 303
            money = (await mina.http.get("/account/money")).text
            assert "The bank account is &lt;i&gt;someone else’s&lt;/i&gt;. The money is in" in money
            assert "15(g)" in money
            assert '<span class="tag warn">refused</span>' in money

    site(scenario)
