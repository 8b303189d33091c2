"""A no is not the end of a form: what was typed is still there, and nobody is told it was done."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kit.counter_site import CounterSite, Door, RunsScenario

REGULAR = {"type": "regular", "spots": [1, 2, 3, 4, 5], "subscription_cents": 1000}


def slip(*lines: Any, **more: Any) -> dict[str, Any]:
    return {"slip": "slip-1", "customer": "c1", "lines": list(lines), **more}


@pytest.mark.clause("nsw-keno", "15(e)(iii)(a)")
def test_a_payment_that_was_refused_keeps_what_was_typed(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            sold = (await writer.ask("/till/sell", slip(REGULAR))).json()
            await hall.play()
            claim = {"customer": "c1", "slip": "claim-1", "check": sold["check"]}
            await writer.post("/counter/pay/claim", scan=sold["serial"], **claim)
            fields = {"customer": "c1", "slip": "pay-1", "claimant": 'Ann "Two" <b>', "payee": ""}
            fields |= {"venue_way": "cash_voucher", "fund_way": "cheque", "anonymous": "on"}
            refused = await writer.post("/counter/pay/out", **fields)
            assert refused.status_code == 409
            assert "payout/no_payee" in refused.text
            assert 'value="Ann &#34;Two&#34; &lt;b&gt;"' in refused.text
            assert 'value="cash_voucher" checked' in refused.text
            assert 'name="anonymous" checked' in refused.text
            assert "$4,400.00 from the prize fund" in refused.text
            whole = fields | {"slip": "pay-2", "all_from_fund": "on"}
            again = await writer.post("/counter/pay/out", **whole)
            assert again.status_code == 409
            assert "$6,400.00 from the prize fund" in again.text
            fresh = await writer.get("/counter/pay?customer=c1")
            assert "Ann" not in fresh.text

    site(scenario)


def test_a_spent_voucher_is_refused_with_the_time_at_which_it_was_used(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            issued = await writer.post("/counter/vouchers/cash-voucher", slip="v1", amount="20")
            serial = re.findall('data-print-paper="([^"]+)"', issued.text)[0]
            await writer.post("/counter/vouchers/redeem", slip="v2", scan=serial)
            again = await writer.post("/counter/vouchers/redeem", slip="v3", scan=serial)
            assert f"{serial} was already used on 1 May 2024 at 10:0" in again.text
            priced = (await writer.ask("/till/price", slip(REGULAR, documents=[serial]))).json()
            spent = next(no for no in priced["refusals"] if no["code"] == "receipt/not_valid")
            assert "was already used on 1 May 2024 at" in spent["says"]
            assert spent["facts"] == {"receipt": serial}, (
                "the time is for people, no fact of a rule"
            )

    site(scenario)


def test_a_slip_that_was_refused_before_it_was_changed_is_not_called_sold(
    site: RunsScenario,
) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            odd = REGULAR | {"subscription_cents": 1}
            first = await writer.ask("/till/sell", slip(odd))  # an answer that may be lost
            assert first.json()["refusals"]
            changed = await writer.ask("/till/sell", slip(REGULAR))
            assert (changed.status_code, changed.json()["title"]) == (409, "Not sold")
            assert "serials" not in changed.json()
            assert await hall.web.ask_state(lambda state: len(state.keno.sold)) == 0
            sold = await writer.ask("/till/sell", slip(REGULAR, slip="slip-2"))
            assert sold.status_code == 200

    site(scenario)


def test_an_id_that_was_used_for_something_else_is_answered_in_words(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as wanda:
            sold = await wanda.sell(REGULAR)
            await hall.play(tuple(range(21, 41)))
            assert (await wanda.claim(sold, slip="twice")).status_code == 409, "it won nothing"
            paid = await wanda.post("/counter/pay/out", customer="c1", slip="twice")
            assert paid.status_code == 409
            printed = await wanda.ask(f"/till/print/{sold['serial']}", {"slip": "twice"})
            assert (printed.status_code, printed.json()["code"]) == (409, "page/expired")

    site(scenario)
