"""Scanning: a stack of tickets, none dropped, and papers that go where they belong."""

from __future__ import annotations

from typing import Any

from eyesdown.central.keno.stored_tickets import entry_of
from eyesdown.keno.state.lookup import ticket_check
from kit.counter_site import CounterSite, Door, RunsScenario


def spots(*numbers: int, cents: int = 100) -> dict[str, Any]:
    return {"type": "regular", "spots": list(numbers), "subscription_cents": cents}


async def _take(writer: Any, scan: str, slip: str) -> dict[str, Any]:
    asked = {"scan": scan, "customer": "c9", "slip": slip}
    answer: dict[str, Any] = (await writer.ask("/till/take", asked)).json()
    return answer


def test_a_stack_of_twenty_is_looked_at_and_its_total_is_right(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            won = [await writer.sell(spots(n), slip=f"w{n}") for n in range(1, 9)]  # $3 each
            lost = [await writer.sell(spots(n), slip=f"l{n}") for n in range(60, 67)]
            later = await writer.sell(spots(70), slip="m", games=3)
            await hall.play()
            paid = won.pop()
            await writer.claim(paid, customer="c1")
            await writer.pay()
            stack = [*won, *lost, later, paid, won[0], lost[0]]
            scans = [f"{sold['serial']} {sold['check']}" for sold in stack]
            scans += ["no such thing", f"{won[1]['serial']} 000000000000"]
            assert len(scans) == 20
            rows = [await _take(writer, scan, f"s{n}") for n, scan in enumerate(scans)]
            results = [row["result"] for row in rows]
            assert results[:7] == ["won"] * 7
            assert results[7:14] == ["lost"] * 7
            assert results[14:] == ["waits", "refused", "twice", "lost", "unknown", "refused"]
            assert "the code on this paper doesn’t match ticket" in rows[-1]["words"]
            assert rows[-1]["due"] == "$21.00"
            page = await writer.get("/counter/pay?customer=c9")
            assert "$21.00" in page.text

    site(scenario)


def test_a_wrong_check_or_none_pays_nothing(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            sold = await writer.sell(spots(1))
            await hall.play()
            entry = await hall.web.ask_site(lambda site: entry_of(site, sold["serial"]))
            assert entry is not None
            copied = f"{sold['serial']} {ticket_check(entry)}"  # worked out from public data
            wrong = await _take(writer, copied, "a")
            assert wrong["result"] == "refused"
            assert wrong["words"].startswith("Do not pay")
            bare = await _take(writer, sold["serial"], "b")
            assert bare["result"] == "check"
            assert bare["due_cents"] == 0

    site(scenario)


def test_a_ticket_claimed_in_another_window_is_said_to_be_owed_there(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            sold = await writer.sell(spots(1))
            await hall.play()
            await writer.claim(sold, customer="first")
            scan = f"{sold['serial']} {sold['check']}"
            again = await _take(writer, scan, "s1")
            assert again["words"] == (
                "Claimed already, not paid yet: $3.00 is owed. "
                "Don’t pay it twice. Pay customer first under “Still owed, from before”."
            )
            own = (await writer.get(f"/counter/pay?customer=first&scan={scan}")).text
            assert "It is part of the $3.00 that this customer is owed." in own
            assert "Still owed, from before" not in own
            await writer.pay(customer="first")
            assert "was paid on" in (await _take(writer, scan, "s2"))["words"]

    site(scenario)


def test_a_cancelled_ticket_says_what_was_given_back(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            sold = await writer.sell(spots(1), games=3)
            scan = f"{sold['serial']} {sold['check']}"
            assert (await _take(writer, scan, "s0"))["result"] == "waits"
            fields = {"scan": sold["serial"], "customer": "c1"}
            await writer.post("/counter/cancel/out", slip="c", **fields)
            await hall.play()
            row = await _take(writer, scan, "s1")
            assert (row["result"], row["words"]) == (
                "cancelled",
                "Cancelled: $3.00 was given back.",
            )
            page = (await writer.get(f"/counter/pay?customer=c9&scan={scan}")).text
            assert "Cancelled: $3.00 was given back." in page

    site(scenario)


def test_a_paid_ticket_scanned_again_for_the_same_customer_is_not_in_their_list(
    site: RunsScenario,
) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            sold = await writer.sell(spots(1))
            await hall.play()
            await writer.claim(sold, customer="c9")
            await writer.pay(customer="c9")
            again = await _take(writer, f"{sold['serial']} {sold['check']}", "s1")
            assert again["result"] == "refused"
            assert "was paid on" in again["words"]

    site(scenario)


def test_a_scan_is_known_for_what_it_is(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            sold = await writer.sell(spots(1))
            await writer.post("/counter/vouchers/cash-voucher", amount="30", slip="v")
            [voucher] = await hall.web.ask_state(lambda state: list(state.keno.documents))
            kinds = {sold["serial"]: "ticket", voucher: "cash_voucher", "x": "unknown"}
            for scan, kind in kinds.items():
                answer = await writer.get(f"/till/what?scan={scan}")
                assert answer.json()["kind"] == kind

    site(scenario)


def test_the_amount_on_the_page_is_the_amount_that_is_paid(site: RunsScenario) -> None:
    """A cashier with an old window in front is told; nothing is paid."""

    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            first, second = await writer.sell(spots(1)), await writer.sell(spots(2), slip="2")
            await hall.play()
            await writer.claim(first)
            await writer.claim(second)
            old = await writer.post("/counter/pay/out", customer="c1", slip="o", due="300")
            assert old.status_code == 409
            assert "This customer is owed $6.00 now." in old.text
            right = await writer.post("/counter/pay/out", customer="c1", slip="o2", due="600")
            assert right.status_code == 200

    site(scenario)
