"""What venues keep and may pay is raised by two people of the office, at pages, API and set-up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import time, timedelta
from fractions import Fraction
from html import unescape
from typing import Any

import httpx
import pytest

from eyesdown.central.keno.office.payment_words import ConfirmPayment, ProposePayment
from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.site.people.second_person import BY_SETTINGS, BY_SETUP, LATELY
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.keno.office.commands import AgreeCommission, AppointVenue, SetPayoutLimit
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.places import Venue
from eyesdown.kernel.refused import refusals_in
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import VenueKind
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
    do,
    look,
)
from kit.public_site import ONE
from kit.served_site import run_scenario
from kit.sites import Client, Running

pytestmark = pytest.mark.clause("central-site", "11.9")
ALONE = "venue/raised_alone"
OWN, OF_ALL = 400_000, 500_000
"""A payout limit of the first venue's own, and the one of all venues that the kit sets."""
LOWEST, HIGHEST = Fraction(88, 1000), Fraction(11, 100)
"""What the rules leave a venue of its takings: of category Q, and of category I (7(f)(ii))."""
A_BIT = Fraction(1, 10_000)


def agree(site: OfficeSite, rate: Fraction | None, by: str = FIRST) -> AgreeCommission:
    return AgreeCommission(site.at, ONE.venue, rate, by)


def limit(site: OfficeSite, cents: int, by: str = FIRST) -> SetPayoutLimit:
    return SetPayoutLimit(site.at, cents, by)


def appoint(
    site: OfficeSite, cents: int | None, by: str = FIRST, venue: str = ONE.venue
) -> AppointVenue:
    names = ("Club One", "Sydney", "A-1")
    here = (f"{venue} bar",)
    hours = (time(0), time(0))
    return AppointVenue(
        site.at, venue, VenueKind.CLUB, *names, here, here, *hours, payout_limit_cents=cents, by=by
    )


RAISES: list[Callable[[OfficeSite], Any]] = [
    lambda site: agree(site, HIGHEST + A_BIT),
    lambda site: limit(site, OF_ALL + 1),
    lambda site: appoint(site, OWN + 1),
]
"""One raise of each kind, once the first venue has a limit of its own."""


class WithOwnLimit(Later):
    """The site a week on, whose first venue has a payout limit of its own."""

    async def open(self) -> None:
        await super().open()
        await self.do(appoint(self, OWN, BY_SETUP))


class Bare(Later):
    """The site a week on, where nothing was set up."""

    async def open(self) -> None:
        self.at += 2 * LATELY


async def keno_of(site: OfficeSite) -> KenoState:
    return await site.web.ask_state(lambda state: state.keno)


async def venue_of(site: OfficeSite) -> Venue:
    return (await keno_of(site)).venues[ONE.venue]


def test_the_limit_of_all_venues_is_lowered_by_one_and_raised_by_two() -> None:
    async def scenario(site: Later) -> None:
        assert await site.code(limit(site, OF_ALL)) == "", "the same is not more"
        assert await site.code(limit(site, OF_ALL + 1)) == ALONE
        assert await site.code(limit(site, OF_ALL - 1)) == ""
        assert await site.code(limit(site, OF_ALL)) == ALONE, "back up is more than now"

    run_scenario(Later(), scenario)


def test_the_first_limit_of_all_venues_is_more_than_nothing() -> None:
    async def scenario(site: Bare) -> None:
        assert await site.code(limit(site, 1)) == ALONE, "until then venues pay nothing"
        assert await site.code(limit(site, 0)) == ""
        assert await site.code(limit(site, 1)) == ALONE
        assert await site.code(limit(site, 1, BY_SETUP)) == ""

    run_scenario(Bare(), scenario)


def test_a_venues_own_limit_is_lowered_by_one_and_raised_by_two() -> None:
    async def scenario(site: Later) -> None:
        assert await site.code(appoint(site, None)) == "", "nothing is raised"
        assert await site.code(appoint(site, OF_ALL + 1)) == "", "the lower of the two holds"
        assert await site.code(appoint(site, OWN)) == ""
        assert await site.code(appoint(site, OWN)) == "", "the same is not more"
        assert await site.code(appoint(site, OWN + 1)) == ALONE
        assert await site.code(appoint(site, None)) == ALONE, "that of all venues is more"
        assert await site.code(appoint(site, OWN - 1)) == ""
        assert await site.code(appoint(site, OWN)) == ALONE, "back up is more than now"
        assert await site.code(appoint(site, OF_ALL, venue="V0900")) == "", "it is new"

    run_scenario(Later(), scenario)


def test_a_limit_of_all_venues_that_was_lowered_hides_no_higher_limit_of_a_venue() -> None:
    """One person lowers the limit of all; a venue's own limit may not go up behind it."""

    async def scenario(site: WithOwnLimit) -> None:
        assert await site.code(limit(site, 100)) == ""
        assert await site.code(appoint(site, OWN + 1)) == ALONE
        assert await site.code(appoint(site, None)) == ALONE

    run_scenario(WithOwnLimit(), scenario)


def test_a_commission_above_the_rules_in_any_category_is_raised_by_two() -> None:
    async def scenario(site: Later) -> None:
        assert await site.code(agree(site, None)) == "", "the share of the rules, as it is"
        assert await site.code(agree(site, LOWEST + A_BIT)) == ALONE
        assert await site.code(agree(site, LOWEST)) == "", "at the lowest share of the rules"
        assert await site.code(agree(site, None)) == ALONE, "the rules leave more of category I"

    run_scenario(Later(), scenario)


def test_an_agreed_commission_is_lowered_by_one_and_raised_by_two() -> None:
    async def scenario(site: Later) -> None:
        await site.do(agree(site, HIGHEST, BY_SETUP))
        assert await site.code(agree(site, HIGHEST)) == "", "the same is not more"
        assert await site.code(agree(site, HIGHEST + A_BIT)) == ALONE
        assert await site.code(agree(site, None)) == "", "the rules leave no more than that"
        await site.do(agree(site, HIGHEST - A_BIT, BY_SETUP))
        assert await site.code(agree(site, None)) == ALONE
        assert await site.code(agree(site, LOWEST)) == ""
        assert await site.code(agree(site, HIGHEST - A_BIT)) == ALONE, "back up is more than now"

    run_scenario(Later(), scenario)


def test_what_the_rules_refuse_is_refused_by_the_rules() -> None:
    async def scenario(site: Later) -> None:
        unknown = AgreeCommission(site.at, "V0900", Fraction(1), FIRST)
        assert await site.code(unknown) == "venue/not_appointed"
        assert await site.code(limit(site, -1)) == "payout/limit_negative"
        await site.do(ProposePayment(site.at, "p1", agree(site, Fraction(2)), FIRST))
        confirmed = ConfirmPayment(site.at, "p1", SECOND)
        assert await site.code(confirmed) == "commission/not_a_share"

    run_scenario(Later(), scenario)


@pytest.mark.parametrize("raised", RAISES)
@pytest.mark.parametrize(("days", "code"), [(-1, ""), (0, ALONE)])
def test_it_takes_two_people_from_the_day_of_the_book_on(
    days: int, code: str, raised: Callable[[OfficeSite], Any]
) -> None:
    async def scenario(site: WithOwnLimit) -> None:
        assert await site.code(raised(site)) == code

    run_scenario(WithOwnLimit(later=LATER + timedelta(days=days)), scenario)


@pytest.mark.parametrize("raised", RAISES)
def test_on_its_first_day_an_office_of_one_sets_them(
    raised: Callable[[OfficeSite], Any],
) -> None:
    async def scenario(site: FirstDay) -> None:
        await site.do(appoint(site, OWN))
        await site.do(raised(site))
        site.at += LATELY
        for higher in (
            agree(site, HIGHEST + 2 * A_BIT),
            limit(site, OF_ALL + 2),
            appoint(site, OWN + 2),
        ):
            assert await site.code(higher) == ALONE

    run_scenario(FirstDay(), scenario)


@pytest.mark.parametrize("raised", RAISES)
def test_another_person_confirms_it_and_both_are_on_record(
    raised: Callable[[OfficeSite], Any],
) -> None:
    async def scenario(site: WithOwnLimit) -> None:
        await site.do(ProposePayment(site.at, "p1", raised(site), FIRST))
        assert await site.code(raised(site)) == ALONE, "a proposal changes nothing"
        assert await site.code(ConfirmPayment(site.at, "p1", FIRST)) == "payment/same_person"
        confirmed, _ = await site.do(ConfirmPayment(site.at, "p1", SECOND))
        assert (confirmed.proposed_by, confirmed.by) == (FIRST, SECOND)
        assert await site.code(raised(site)) == "", "it is no raise any more"
        assert verify_journal(site.web.tenant.machine, site.store, decide_again=True)

    run_scenario(WithOwnLimit(), scenario)


@pytest.mark.parametrize("by", ["", BY_SETTINGS, BY_SETUP])
@pytest.mark.parametrize("raised", RAISES)
def test_those_who_run_the_machine_are_no_person_of_the_office(
    raised: Callable[[OfficeSite], Any], by: str
) -> None:
    async def scenario(site: WithOwnLimit) -> None:
        assert await site.code(replace(raised(site), by=by)) == ""

    run_scenario(WithOwnLimit(), scenario)


def test_a_journal_from_before_is_decided_the_same_way_again() -> None:
    async def scenario(site: WithOwnLimit) -> None:
        for raised in RAISES:
            assert await site.code(raised(site)) == ""
        await site.next_day()
        assert (await keno_of(site)).day == site.at.date()
        assert await site.code(limit(site, OF_ALL + 2)) == ALONE
        assert await site.code(appoint(site, OWN + 2)) == ALONE
        assert await site.code(agree(site, HIGHEST + 2 * A_BIT)) == ALONE
        assert verify_journal(site.web.tenant.machine, site.store, decide_again=True)

    run_scenario(WithOwnLimit(later=LATER - timedelta(days=1)), scenario)


# --- the pages ------------------------------------------------------------------------------------

TERMS = {
    "SetPayoutLimit": ({"cents": "6000.00"}, "$6,000.00 (now: $5,000.00)", "Payout limit set"),
    "AgreeCommission": (
        {"venue": ONE.venue, "rate": "12.5"},
        "12.5% (now: the share of rule 7(f)(ii))",
        "Commission agreed",
    ),
    "AppointVenue": (
        {
            "venue": ONE.venue,
            "kind": "club",
            "name": "Club One",
            "area": "Sydney",
            "approval": "A-1",
            "premises": f"{ONE.venue} bar",
            "permitted_area": f"{ONE.venue} bar",
            "opens": "00:00",
            "closes": "00:00",
            "payout_limit_cents": "",
        },
        "that of all venues (now: $4,000.00)",
        "Venue appointed",
    ),
}


@pytest.mark.parametrize("command", TERMS)
def test_on_its_form_a_raise_is_proposed_and_waits_for_another_person(command: str) -> None:
    typed, shown, done_in_words = TERMS[command]

    async def scenario(site: WithOwnLimit) -> None:
        before = (await keno_of(site)).payout_limit_cents, await venue_of(site)
        async with at_the_office(site, FIRST) as first, at_the_office(site, SECOND) as second:
            looked = (await look(first, command, **typed)).text
            assert "Propose it to a second person" in looked
            assert "This raises what a venue keeps or may pay" in looked
            assert done_in_words in looked
            assert "It waits for a second person" in (await do(first, command, **typed)).text
            assert ((await keno_of(site)).payout_limit_cents, await venue_of(site)) == before
            mine = unescape((await first.get("/office/payments")).text)
            assert shown in mine
            assert "it would be refused" not in mine
            assert "/office/payments/confirm" not in mine
            assert f"Payment confirmed, {done_in_words}" in (await confirm(second)).text
        assert ((await keno_of(site)).payout_limit_cents, await venue_of(site)) != before

    run_scenario(WithOwnLimit(), scenario)


def test_the_payments_page_names_the_venue_and_shows_only_what_changes_twice() -> None:
    async def scenario(site: WithOwnLimit) -> None:
        async with at_the_office(site) as http:
            await do(http, "AgreeCommission", venue=ONE.venue, rate="12.5")
            page = unescape((await http.get("/office/payments")).text)
            assert f"{ONE.venue} Club One</dd>" in page
            await do(http, "AppointVenue", **TERMS["AppointVenue"][0] | {"opens": "09:30"})
            page = unescape((await http.get("/office/payments")).text)
            assert "09:30 (now: 00:00)" in page
            assert "<dd>Club One</dd>" in page
            assert f"<dd>{ONE.venue} bar</dd>" in page

    run_scenario(WithOwnLimit(), scenario)


def test_on_its_form_one_person_lowers_at_once() -> None:
    async def scenario(site: Later) -> None:
        async with at_the_office(site) as http:
            looked = (await look(http, "SetPayoutLimit", cents="4000.00")).text
            assert "Do it" in looked
            assert "second person" not in looked
            assert "Done" in (await do(http, "SetPayoutLimit", cents="4000.00")).text
        assert (await keno_of(site)).payout_limit_cents == 400_000

    run_scenario(Later(), scenario)


def test_a_set_up_file_on_the_page_proposes_what_it_raises() -> None:
    text = 'payout_limit = "6000.00"\n[[jackpot]]\njackpot = "regular/10"\ngrowth = "1%"\n'

    async def scenario(site: Later) -> None:
        async def sent(http: httpx.AsyncClient, **more: str) -> str:
            data = {"csrf": await csrf_of(http, "/office/setup"), "text": text, **more}
            return (await http.post("/office/setup", data=data, follow_redirects=True)).text

        async with at_the_office(site, FIRST) as first, at_the_office(site, SECOND) as second:
            seen = await sent(first)
            assert "Apply 2" in seen
            assert "a second person confirms it" in seen
            done = await sent(first, apply="yes")
            assert "1 applied" in done
            assert "1 proposed" in done
            assert "waits for a second person" in done
            assert (await keno_of(site)).payout_limit_cents == OF_ALL
            again = await sent(first, apply="yes")
            assert "0 applied" in again
            assert len(await site.web.ask_state(lambda state: state.payments)) == 1
            assert "Payout limit set" in (await confirm(second)).text
            assert (await keno_of(site)).payout_limit_cents == 600_000
            assert "as it is" in await sent(first)

    run_scenario(Later(), scenario)


# --- the API --------------------------------------------------------------------------------------


@pytest.fixture
def later(running: Running) -> Any:
    """A client of a site on the day from which it takes two people."""
    running.now += timedelta(days=6)
    with asyncio.Runner() as runner:
        life = running.lifespan(running.app)
        runner.run(life.__aenter__())
        client = Client(runner, running.app)
        running.work()
        yield client
        client.close()
        runner.run(life.__aexit__(None, None, None))


SENT = {
    "SetPayoutLimit": {"cents": OF_ALL + 1},
    "AgreeCommission": {"venue": ONE.venue, "rate": "12/100"},
}


@pytest.mark.parametrize("name", SENT)
@pytest.mark.parametrize("by", ["", BY_SETTINGS, BY_SETUP, "ada"])
def test_a_token_of_the_office_raises_nothing_alone_whatever_name_it_gives(
    later: Client, name: str, by: str
) -> None:
    no = later.command("c/1", {"type": name, **SENT[name], "by": by}, KenoRole.OFFICE)
    assert (no.status_code, no.json()["code"]) == (422, ALONE)
    assert no.json()["refusals"][0]["says"].startswith("One person can’t raise the ")
    assert "Propose it as a payment" in no.json()["next"]


@pytest.mark.parametrize("name", SENT)
def test_a_token_of_the_office_proposes_it_and_another_person_confirms(
    running: Running, later: Client, name: str
) -> None:
    at = running.now.isoformat()
    payment = {"type": name, **SENT[name], "at": at, "by": BY_SETUP}
    asked = {"type": "ProposePayment", "proposal": "p1", "payment": payment, "by": BY_SETUP}
    assert later.command("c/1", asked, KenoRole.OFFICE).status_code == 200
    same = later.command("c/2", {"type": "ConfirmPayment", "proposal": "p1"}, KenoRole.OFFICE)
    assert same.json()["code"] == "payment/same_person"
    command = ConfirmPayment(running.now, "p1", SECOND)
    confirmed, done = later.runner.run(running.web.submit(command))
    assert (confirmed.proposed_by, confirmed.by) == (KenoRole.OFFICE, SECOND)
    assert not refusals_in([done])
