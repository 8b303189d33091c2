"""Pay, cancel, vouchers, runners and duty, as forms that count once."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

import pytest

from eyesdown.keno.bets.bet import Racing, Regular
from eyesdown.keno.claims.commands import VerifyPrize
from eyesdown.keno.office.commands import IssueCard, SignOff
from kit.counter_site import CounterSite, Door, RunsScenario

SCRIPT = '<script>alert("x")</script>'


def slip(*lines: Any, **more: Any) -> dict[str, Any]:
    return {"slip": "slip-1", "customer": "c1", "lines": list(lines), **more}


def spots(count: int, cents: int = 100) -> dict[str, Any]:
    return {"type": "regular", "spots": list(range(1, count + 1)), "subscription_cents": cents}


@pytest.mark.clause("nsw-keno", "14(d)")
def test_a_winning_ticket_is_looked_at_claimed_paid_and_continued(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            sold = await writer.sell(spots(3), games=2)
            await hall.play()
            address = f"http://till/check?serial={sold['serial']}&check={sold['check']}"
            page = await writer.http.get("/counter/pay", params={"scan": address, "customer": "c1"})
            assert "Take the claim: $44.00" in page.text
            assert "3 of 3 spots drawn" in page.text
            assert (await writer.claim(sold)).status_code == 303
            due = await writer.get("/counter/pay?customer=c1")
            assert door.shown(due, "due") == "$44.00"
            paid = await writer.pay(venue_way="cash_voucher", claimant="Ann")
            assert door.shown(paid, "paid") == "$44.00"
            assert "Ticket for the games to come" in paid.text
            again = await writer.pay(venue_way="cash_voucher", claimant="Ann")
            papers = re.findall(r'data-paper="([^"]+)"', paid.text)
            assert re.findall(r'data-paper="([^"]+)"', again.text) == papers
            for paper in papers:
                assert "Eyes Down Keno" in (await writer.get(paper)).text
            old = await writer.get(f"/counter/pay?scan={sold['serial']}")
            assert "claim/" in old.text

    site(scenario)


def test_a_claim_needs_the_check_that_is_printed(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            sold = await writer.sell(spots(1))
            await hall.play()
            wrong = await writer.claim(sold, check="000000000000")
            assert wrong.status_code == 409
            assert re.findall(r"claim/[a-z_]+", wrong.text) == ["claim/ticket_disagrees"]
            assert (await writer.claim(sold, slip="second")).status_code == 303

    site(scenario)


@pytest.mark.clause("nsw-keno", "15(b)", "15(e)(ii)(a)", "15(e)(iii)(a)")
def test_what_a_venue_may_not_pay_is_drawn_on_the_fund(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            sold = await writer.sell(spots(5, 1000))
            await hall.play()
            await writer.claim(sold)
            page = await writer.get("/counter/pay?customer=c1")
            assert door.shown(page, "due") == "$6,400.00"
            assert "$2,000.00 from this venue" in page.text
            assert "$4,400.00 from the prize fund" in page.text
            unnamed = await writer.pay(slip="p1")
            assert unnamed.status_code == 409
            assert "payout/no_payee" in unnamed.text
            whole = await writer.get("/counter/pay?customer=c1&all_from_fund=1")
            assert "$6,400.00 from the prize fund" in whole.text
            paid = await writer.pay(slip="p2", payee="Ann Example", fund_way="cheque")
            assert door.shown(paid, "paid") == "$6,400.00"
            assert "Cheque, crossed, account payee only" in paid.text
            assert "The cheque for Ann Example</strong>, $4,400.00: crossed, “Not neg" in paid.text

    site(scenario)


@pytest.mark.clause("nsw-keno", "10(a)")
def test_a_large_jackpot_waits_until_it_is_verified(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            sold = await writer.sell(spots(10))
            await hall.play()
            await writer.claim(sold)
            waiting = await writer.get("/counter/pay?customer=c1")
            assert "jackpot/not_verified" in waiting.text
            served = await writer.get("/counter/pay")  # somebody else meanwhile
            assert 'href="/counter/pay?customer=c1"' in served.text
            assert (await writer.pay(slip="p1", payee="Ann")).status_code == 409
            await hall.do(VerifyPrize(hall.at, sold["serial"], "the company"))
            paid = await writer.pay(slip="p2", payee="Ann")
            assert "Cheque" in paid.text

    site(scenario)


def test_a_ticket_without_a_prize_is_told_so_plainly(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            sold = await writer.sell(spots(1) | {"spots": [80]}, games=2)
            long = await writer.sell(spots(1) | {"spots": [80]}, slip="long", games=20)
            await hall.play()
            page = await writer.get(f"/counter/pay?scan={sold['serial']}")
            assert "Nothing won so far; there are games to come." in page.text
            page = await writer.get(f"/counter/pay?scan={long['serial']}")
            assert page.text.count("not drawn yet") == 1
            assert "Games 1 to 19" in page.text
            await hall.play()
            page = await writer.get(f"/counter/pay?scan={sold['serial']}")
            assert "No prize on this ticket." in page.text

    site(scenario)


def test_what_was_won_may_be_staked_again(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            sold = await writer.sell(spots(3))
            await hall.play()
            await writer.claim(sold)
            now = (await writer.get("/till/now?customer=c1")).json()
            assert now["parlay_cents"] == 4400
            over = await writer.ask("/till/price", slip(spots(2, 4500), parlay_cents=4500))
            assert "parlay/more_than_payable" in over.text
            await writer.sell(spots(2, 4000), parlay_cents=4000, slip="again")
            assert door.shown(await writer.pay(), "paid") == "$4.00"

    site(scenario)


def test_print_pay_only_after_the_payment(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            sold = await writer.sell(spots(3))
            await hall.play()
            early = await writer.post(
                "/counter/pay/print-pay", scan=sold["serial"], customer="c1", slip="a"
            )
            assert "print_pay/unpaid" in early.text
            looked = await writer.get(f"/counter/pay?scan={sold['serial']}")
            assert "Print pay ticket" not in looked.text  # a prize waits
            await writer.claim(sold)
            await writer.pay()
            late = await writer.post(
                "/counter/pay/print-pay", scan=sold["serial"], customer="c1", slip="b"
            )
            assert "Print pay ticket issued" in late.text
            paper = await writer.get(f"/till/print-pay/{sold['serial']}.svg")
            assert "$44.00" in paper.text

    site(scenario)


@pytest.mark.clause("nsw-keno", "11(a)(i)", "11(a)(v)")
def test_an_entry_is_cancelled_once_and_only_where_it_was_sold(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer, door.visit("hotel writer") as other:
            sold = await writer.sell(spots(3, 500))
            elsewhere = await other.get(f"/counter/cancel?scan={sold['serial']}")
            assert "cancel/other_venue" in elsewhere.text
            fields = {"scan": sold["serial"], "customer": "c1"}
            refused = await other.post("/counter/cancel/out", slip="x", **fields)
            assert refused.status_code == 409
            preview = await writer.get(f"/counter/cancel?scan={sold['serial']}")
            assert "$5.00 as cash" in preview.text
            for _ in range(2):
                done = await writer.post("/counter/cancel/out", slip="x", **fields)
                assert "Give back $5.00" in door.shown(done, "cancelled")
            spaced = sold["serial"].replace("-", "+").lower()
            for page in ("pay", "cancel"):
                gone = await writer.get(f"/counter/{page}?scan={spaced}")
                assert gone.text.count(">cancelled<") == 1
                assert not re.search("games to come|not drawn yet", gone.text)
            late = await writer.sell(spots(3), slip="late")
            await hall.close()
            closed = await writer.get(f"/counter/cancel?scan={late['serial']}")
            assert "cancel/game_closed" in closed.text

    site(scenario)


def test_vouchers_are_sold_issued_redeemed_and_refunded(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            sold = await writer.post("/counter/vouchers/gift", game="racing", amount="20", slip="g")
            assert door.shown(sold, "done") == "Gift voucher for $20.00 issued."
            serial = re.search(r'data-serial="([^"]+)"', sold.text)[1]
            back = await writer.post(
                "/counter/vouchers/refund", scan=serial, slip="b", validated="on"
            )
            assert door.shown(back, "done") == "Give back $20.00. Keep the voucher."
            issued = await writer.post(
                "/counter/vouchers/cash-voucher", amount="$1,250.50", slip="c"
            )
            serial = re.search(r'data-serial="([^"]+)"', issued.text)[1]
            for _ in range(2):
                paid = await writer.post("/counter/vouchers/redeem", scan=serial, slip="r")
                assert door.shown(paid, "done") == "Give $1,250.50 in cash. Keep the receipt."
            printed = await writer.post("/counter/vouchers/print-pay", scan=serial, slip="pp")
            assert door.shown(printed, "done") == "Print pay ticket issued."
            assert "$1,250.50" in (await writer.get(f"/till/print-pay/{serial}.svg")).text
            again = await writer.post("/counter/vouchers/redeem", scan=serial, slip="r2")
            assert "receipt/not_valid" in again.text
            for deed, fields in {
                "gift": {"game": "bingo", "amount": "1"},
                "cash-voucher": {"amount": "lots"},
                "redeem": {"scan": " "},
                "burn": {"amount": "1"},
            }.items():
                wrong = await writer.post(f"/counter/vouchers/{deed}", slip=deed, **fields)
                assert wrong.status_code == 422
                assert "Nothing was done" in wrong.text
            chips = await writer.post("/counter/vouchers/chips", amount="5", slip="h")
            assert chips.status_code == 409
        async with door.visit("casino writer") as casino:
            chips = await casino.post("/counter/vouchers/chips", amount="5", slip="h")
            assert door.shown(chips, "done") == "Give chips for $5.00."

    site(scenario)


@pytest.mark.clause("nsw-keno", "2:Prepaid Voucher", "9B(b)")
def test_a_prepaid_voucher_is_given_and_pays(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            for _ in range(2):
                fields = {"game": "regular", "amount": "5", "slip": "v"}
                given = await writer.post("/counter/vouchers/prepaid", **fields)
                assert door.shown(given, "done") == "Prepaid voucher for $5.00 issued."
            serial = re.search(r'data-serial="([^"]+)"', given.text)[1]
            kept = (await writer.get(f"/till/document?serial={serial}")).json()
            last = hall.at.date() + timedelta(days=7)
            assert (kept["kind"], kept["last_day"]) == ("prepaid_voucher", f"{last:%d %b %Y}")
            await writer.sell(spots(3, 500), documents=[serial])
            used = (await writer.get(f"/till/document?serial={serial}")).json()
            assert used["state"] == "used"
            wrong = await writer.post("/counter/vouchers/prepaid", game="bingo", amount="5")
            assert wrong.status_code == 422

    site(scenario)


@pytest.mark.clause("nsw-keno", "17(a)", "2:Unclaimed Prize Claim Form(i)")
def test_a_lost_ticket_is_claimed_by_form(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            sold = await writer.sell(spots(3))
            await hall.play()
            fields = {"reason": "lost", "scan": sold["serial"], "name": SCRIPT, "slip": "f"}
            pages = [await writer.post("/counter/claim-forms/lodge", **fields) for _ in range(2)]
            assert re.fullmatch(r"Form F[0-9A-F]{10} is lodged\.", door.shown(pages[0], "done"))
            assert door.shown(pages[0], "done") == door.shown(pages[1], "done")
            assert "shows $44.00" in pages[0].text
            assert SCRIPT not in pages[0].text
            forms = await hall.web.ask_state(lambda state: list(state.keno.forms.values()))
            assert [(form.serial, form.cents) for form in forms] == [(sold["serial"], 4_400)]
            unknown = await writer.post(
                "/counter/claim-forms/lodge", **fields | {"scan": "never ours", "slip": "g"}
            )
            assert "shows nothing owed" in unknown.text
            for bad in ({"reason": "bored"}, {"scan": " "}, {"name": " "}):
                wrong = await writer.post("/counter/claim-forms/lodge", **fields | bad)
                assert wrong.status_code == 422
            assert "Lodge a form" in (await writer.get("/counter/claim-forms")).text
        async with door.visit("club box") as box:
            assert (await box.get("/counter/claim-forms")).status_code == 403

    site(scenario)


@pytest.mark.clause("nsw-keno", "14(c)", "14(d)", "11(c)")
def test_a_ticket_that_is_over_is_still_answered_for(site: RunsScenario) -> None:
    """It has left memory: the record says what it was, and nothing is paid or sold by mistake."""

    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            won = await writer.sell(spots(3), slip="w")
            far = {"type": "regular", "spots": [80], "subscription_cents": 100}
            lost = await writer.sell(far, slip="l")
            await hall.play()
            await writer.claim(won)
            await writer.pay()
            assert await hall.web.ask_state(lambda state: state.keno.sold) == {}
            for sold, code in ((won, "claim/already_paid"), (lost, "claim/no_win")):
                scan = {"scan": f"{sold['serial']} {sold['check']}", "customer": "c9"}
                page = await writer.http.get("/counter/pay", params=scan)
                says = (
                    "No prize on this ticket."
                    if code == "claim/no_win"
                    else "was paid on 1 May 2024"
                )
                assert says in page.text
                again = await writer.claim(sold, customer="c9", slip=f"again-{code[6:8]}")
                assert (again.status_code, code in again.text) == (409, True)
                late = await writer.http.get("/counter/cancel", params=scan)
                assert "cancel/game_closed" in late.text
                old = await writer.get(f"/till/replay?serial={sold['serial']}")
                assert old.json()["replay_of"] == sold["serial"]
                assert (await writer.get(f"/till/ticket/{sold['serial']}.svg")).status_code == 200
            printed = await writer.post(
                "/counter/pay/print-pay", customer="c1", scan=won["serial"], slip="pp"
            )
            assert "Print pay ticket issued" in printed.text
            paper = await writer.get(f"/till/print-pay/{won['serial']}.svg")
            assert "$44.00" in paper.text

    site(scenario)


def test_a_runners_money_becomes_an_entry(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            fields = {"note": "N 7", "runner": SCRIPT, "amount": "10", "slip": "n"}
            assert (await writer.post("/counter/runners/collect", **fields)).status_code == 303
            page = await writer.get("/counter/runners")
            assert "N 7" in page.text
            assert SCRIPT not in page.text
            link = re.search(r'href="(/counter\?[^"]+)"', page.text)[1].replace("&amp;", "&")
            assert SCRIPT not in (await writer.get(link)).text
            await writer.sell(spots(2, 1000), runner=SCRIPT, runner_note="N 7")
            assert "No runner holds money" in (await writer.get("/counter/runners")).text
            twice = await writer.post(
                "/counter/runners/collect", **fields | {"slip": "m", "note": ""}
            )
            assert twice.status_code == 422

    site(scenario)


@pytest.mark.clause("central-site", "3.7")
def test_people_sign_on_and_off_as_themselves(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer, door.visit("hotel writer") as other:
            on = {"name": "ghost", "duty": "writer", "account": SCRIPT, "slip": "a"}
            assert (await writer.post("/counter/duty/on", **on)).status_code == 303
            page = await writer.get("/counter/duty")
            assert "Sign off club writer" in page.text, "people sign on as themselves"
            assert "ghost" not in page.text
            assert SCRIPT not in page.text
            assert "Sign off club boss" not in page.text
            theirs = await other.post("/counter/duty/off", name="club boss", slip="b")
            assert theirs.status_code == 303
            assert "club boss" in (await writer.get("/counter/duty")).text, "still on duty"
            supervisor = {"name": "Eve", "duty": "supervisor", "slip": "c"}
            assert (await writer.post("/counter/duty/on", **supervisor)).status_code == 422
            await hall.do(SignOff(hall.at, "club boss"))
            nobody = await writer.get("/counter")
            assert "No senior writer is on duty here" in nobody.text
            price = await writer.ask("/till/price", slip(spots(2)))
            assert price.json()["refusals"]

    site(scenario)


def test_a_terminal_redeems_what_a_venue_may_pay_and_sends_the_rest_to_the_counter(
    site: RunsScenario,
) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit("club box") as box:
            small = await box.sell(spots(3), change_as="sst_receipt", cash_cents=1000)
            assert small["change_document_amount"] == "$9.00"
            large = await box.sell(spots(5, 1000), slip="2")
            await hall.play()
            page = await box.get(f"/terminal/check?scan={small['serial']}+{small['check']}")
            assert "You won $44.00" in page.text
            assert "18(b), 3 spots" in page.text
            assert "/rules/" not in page.text  # a terminal has no way back from there
            assert 'id="redeem"' in page.text
            fields = {"scan": small["serial"], "check": small["check"], "customer": "k1"}
            papers = set()
            for _ in range(2):
                paid = await box.post("/terminal/redeem", slip="r", **fields)
                assert door.shown(paid, "paid") == "Your SST receipt: $44.00"
                papers.add(tuple(re.findall(r'data-paper="([^"]+)"', paid.text)))
            assert len(papers) == 1
            other = await box.post("/terminal/redeem", slip="r2", **fields | {"customer": "k2"})
            assert other.status_code == 409
            third = await box.post("/terminal/redeem", slip="r3", **fields)
            assert third.status_code == 409
            page = await box.get(f"/terminal/check?scan={large['serial']}+{large['check']}")
            assert "paid at the counter" in page.text
            fields = {"scan": large["serial"], "check": large["check"], "customer": "k3"}
            assert (await box.post("/terminal/redeem", slip="r4", **fields)).status_code == 409
            back = await box.ask("/terminal/receipt", {"slip": "n", "cents": 2000})
            assert back.json()["amount"] == "$20.00"
            again = await box.ask("/terminal/receipt", {"slip": "n", "cents": 2000})
            assert again.json() == back.json()
            assert (
                await box.ask("/terminal/receipt", {"slip": "m", "cents": 0})
            ).status_code == 409

    site(scenario)


def test_a_receipt_in_place_of_a_ticket_is_called_what_it_is(site: RunsScenario) -> None:
    async def scenario(_: Any, door: Door) -> None:
        async with door.visit("club box") as box, door.visit() as writer:
            back = (await box.ask("/terminal/receipt", {"slip": "n", "cents": 2000})).json()
            serial = back["serial"]
            for who, path in (
                (box, "/terminal/check?scan="),
                (writer, "/counter/pay?scan="),
                (writer, "/counter/cancel?scan="),
            ):
                page = await who.get(f"{path}{serial}")
                assert "SST receipt for $20.00" in page.text
                assert "Not one of our tickets" not in page.text
            public = await writer.get(f"/check?serial={serial}")
            assert (public.status_code, "not a ticket" in public.text) == (404, True)
            assert "$20.00" not in public.text
            await writer.post("/counter/vouchers/redeem", scan=serial, slip="r")
            page = await writer.get(f"/counter/pay?scan={serial}")
            assert "Not one of our tickets" in page.text

    site(scenario)


def test_a_card_brings_its_favourites(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        picks = (Regular((7, 11), 200), Racing("trifecta", "box", ((), (), ()), (), (1, 2, 3), 100))
        born = date(1990, 1, 1)
        await hall.do(IssueCard(hall.at, "CARD 1", "Ann", born, "A", favourites=picks))
        async with door.visit() as writer:
            found = await writer.get("/till/card?card=CARD+1")
            assert "Ann" not in found.text
            bets = [one["bet"] for one in found.json()["favourites"]]
            price = await writer.ask("/till/price", slip(bets[0], card="CARD 1"))
            assert (price.json()["refusals"], price.json()["cost"]) == ([], "$2.00")
            assert bets[1]["rows"] == [1, 2, 3]
            assert (await writer.get("/till/card?card=nobody")).status_code == 404
            barred = await writer.ask("/till/price", slip(bets[0], card="nobody"))
            assert "card/unknown" in barred.text

    site(scenario)


def test_a_strange_customer_in_the_address_is_not_understood(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            for path in ("/counter", "/counter/pay", "/counter/cash-up"):
                page = await writer.http.get(path, params={"customer": SCRIPT})
                assert page.status_code in (400, 422)
                assert SCRIPT not in page.text
                assert (await writer.get(path)).headers["cache-control"] == "no-store"

    site(scenario)


def test_an_old_form_and_a_file_are_answered_with_a_page(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            no_id = await writer.post("/counter/duty/on", name="Ann", duty="writer")
            assert no_id.status_code == 422
            used = {"name": "Ann", "duty": "writer", "slip": "a"}
            await writer.post("/counter/duty/on", **used)
            other = await writer.post("/counter/duty/on", **used | {"duty": "runner"})
            assert "was sent before" in other.text
            upload = await writer.http.post(
                "/counter/duty/on",
                data={"csrf": writer.csrf, "slip": "f"},
                files={"duty": ("evil.svg", b"<svg/>")},
            )
            assert upload.status_code == 422
            huge = await writer.http.post("/counter/duty/on", data={"name": "x" * 70_000})
            assert huge.status_code == 413
            assert "Too much at once" in huge.text

    site(scenario)
