"""A ceiling is raised by two people of the office: on pages, at the API, and in the rules' door."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from eyesdown.central.keno.office.payment_words import ConfirmPayment, ProposePayment
from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.site.people.second_person import LATELY
from eyesdown.keno.desk.ceilings import default_ceilings
from eyesdown.keno.desk.commands import SetCeiling
from eyesdown.keno.desk.events import CeilingSet
from eyesdown.keno.words.desk import Given
from eyesdown.kernel.refused import refusals_in
from kit.office_site import (
    FIRST,
    LATER,
    SECOND,
    FirstDay,
    Later,
    OfficeSite,
    at_the_office,
    confirm,
    csrf_of,
)
from kit.served_site import run_scenario
from kit.sites import Client, Running

pytestmark = pytest.mark.clause("central-site", "11.8")
ALONE = "ceiling/raised_alone"
VOUCHER = Given.PREPAID_VOUCHER
AMOUNTS = {"reason": "10.00", "alone": "50.00", "most": "500.00", "day": "900.00"}
"""At most in a day more than the book's own ceiling, all else not above it."""


def ceiling(site: OfficeSite, *cents: int, **more: Any) -> SetCeiling:
    """A ceiling that the first person of the office sets."""
    most, alone, reason, day = cents
    return SetCeiling(site.at, VOUCHER, most, alone, reason, day, **{"by": FIRST, **more})


@pytest.mark.parametrize("raised", range(4))
def test_each_amount_alone_is_raised_by_two_and_lowered_by_one(raised: int) -> None:
    async def scenario(site: Later) -> None:
        before = default_ceilings(site.at.date())[VOUCHER]
        cents = [before.most_cents, before.alone_cents, before.reason_cents, before.day_cents]
        assert await site.code(ceiling(site, *cents)) == "", "the same is not more"
        higher = [each + (n == raised) for n, each in enumerate(cents)]
        assert await site.code(ceiling(site, *higher)) == ALONE
        assert await site.code(ceiling(site, *higher, venue="V0001")) == ALONE
        lower = [each - (n == raised) for n, each in enumerate(cents)]
        assert await site.code(ceiling(site, *lower)) == ""
        assert await site.code(ceiling(site, *cents)) == ALONE, "back up is more than now"
        assert await site.code(ceiling(site, *higher, self_service=True)) == "", "it had none"
        more = [each + 1 for each in higher]
        assert await site.code(ceiling(site, *more, self_service=True)) == ALONE

    run_scenario(Later(), scenario)


def test_another_person_confirms_it_and_both_are_on_record() -> None:
    async def scenario(site: Later) -> None:
        raised = ceiling(site, 60_000, 5_000, 1_000, 90_000)
        await site.do(ProposePayment(site.at, "p1", raised, FIRST))
        assert await site.code(ConfirmPayment(site.at, "p1", FIRST)) == "payment/same_person"
        confirmed, done = await site.do(ConfirmPayment(site.at, "p1", SECOND))
        assert (confirmed.proposed_by, confirmed.by) == (FIRST, SECOND)
        assert isinstance(done, CeilingSet)
        assert (done.by, done.ceiling.day_cents) == (FIRST, 90_000)
        assert await site.code(raised) == "", "it is no raise any more"

    run_scenario(Later(), scenario)


def test_on_the_page_it_waits_for_another_person() -> None:
    async def scenario(site: Later) -> None:
        async def ceilings() -> Any:
            return await site.web.ask_state(lambda state: dict(state.keno.ceilings))

        async with at_the_office(site, FIRST) as first, at_the_office(site, SECOND) as second:
            form = {"csrf": await csrf_of(first, "/office/ceilings"), "what": VOUCHER, **AMOUNTS}
            asked = await first.post("/office/ceilings/set", data=form)
            assert asked.headers["location"] == "/office/payments"
            assert await ceilings() == {}
            page = (await first.get("/office/payments")).text
            assert "You proposed it, so another person confirms it." in page
            assert "it would be refused" not in page
            assert "At most in a day, by one person</dt><dd>$900.00" in page
            assert "Ceiling set" in (await confirm(second)).text
            [now] = (await ceilings()).values()
            assert now.day_cents == 90_000
            lower = form | {"day": "800.00"}
            alone = await first.post("/office/ceilings/set", data=lower)
            assert alone.headers["location"] == "/office/ceilings"
            [now] = (await ceilings()).values()
            assert now.day_cents == 80_000

    run_scenario(Later(), scenario)


def test_on_its_first_day_an_office_of_one_sets_its_ceilings() -> None:
    async def scenario(site: FirstDay) -> None:
        ceiling = SetCeiling(site.at, VOUCHER, 90_000, 9_000, 9_000, 90_000, by=FIRST)
        await site.do(ceiling)
        site.at += LATELY
        raised = SetCeiling(site.at, VOUCHER, 90_001, 9_000, 9_000, 90_001, by=FIRST)
        [no] = refusals_in(await site.web.submit(raised))
        assert no.code == ALONE

    run_scenario(FirstDay(), scenario)


def test_a_token_of_the_office_proposes_it_at_the_api(running: Running) -> None:
    running.now += LATER
    with asyncio.Runner() as runner:
        life = running.lifespan(running.app)
        runner.run(life.__aenter__())
        client = Client(runner, running.app)
        running.work()
        cents = {
            "most_cents": 60_000,
            "alone_cents": 60_000,
            "reason_cents": 0,
            "day_cents": 60_000,
        }
        raised = {"type": "SetCeiling", "what": VOUCHER, **cents}
        no = client.command("c/1", raised, KenoRole.OFFICE)
        assert (no.status_code, no.json()["code"]) == (422, ALONE)
        assert "Propose it as a payment" in no.json()["next"]
        asked = {
            "type": "ProposePayment",
            "proposal": "p1",
            "payment": raised | {"at": running.now.isoformat()},
        }
        assert client.command("c/2", asked, KenoRole.OFFICE).status_code == 200
        confirmed = {"type": "ConfirmPayment", "proposal": "p1"}
        no = client.command("c/3", confirmed, KenoRole.OFFICE)
        assert no.json()["code"] == "payment/same_person"
        client.close()
        runner.run(life.__aexit__(None, None, None))
