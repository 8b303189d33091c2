"""The office sees what it does to an account before it is done."""

from __future__ import annotations

from collections.abc import Callable

from eyesdown.central.keno import personal
from kit.account_site import AccountSite, Doors, Scenario, office_act

Runs = Callable[[Scenario], None]


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
                asked = await office_act(doors, action, mina.account, amount="25.00", sure="")
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
