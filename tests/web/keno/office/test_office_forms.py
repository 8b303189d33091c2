"""Every command of the office has its page, shows what it posts, and is done once."""

from __future__ import annotations

import msgspec
import pytest

from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.keno.rights import ALLOWED
from eyesdown.central.site.sealing import ConfirmBall, KeyBall, LetGameGoOn
from eyesdown.display.keno.office_forms import GROUPS, command_form
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.games.commands import CorrectDisplay, RecordDraw, ReportWrongDisplay
from kit.office_site import (
    FIRST,
    SECOND,
    OfficeSite,
    at_the_office,
    confirm,
    do,
    look,
    on_office_site,
)
from kit.public_site import ONE, ROLES_AT

OFFICE = sorted(ALLOWED[KenoRole.OFFICE], key=lambda kind: kind.__name__)
ON_TODAY = (ReportWrongDisplay, CorrectDisplay, LetGameGoOn, KeyBall, ConfirmBall, RecordDraw)
"""What a supervisor does on Today and at the cage; an approved device records its draws itself."""
SUPERVISOR = sorted(ALLOWED[KenoRole.SUPERVISOR] - {*ON_TODAY}, key=lambda kind: kind.__name__)
VENUE = {
    "venue": "V0900",
    "kind": "club",
    "name": "Example Bowls",
    "area": "Leeton",
    "approval": "A-1",
    "premises": "1 Example Street",
    "permitted_area": "the club",
    "opens": "09:00",
    "closes": "23:00",
}
SCRIPT = "<script>alert(1)</script>"


@pytest.mark.parametrize(
    "kind", sorted({*OFFICE, *SUPERVISOR}, key=str), ids=lambda kind: kind.__name__
)
def test_every_command_of_the_office_has_its_page_and_its_words(
    kind: type[msgspec.Struct],
) -> None:
    form = command_form(kind)
    assert form.group in GROUPS
    assert form.title
    assert form.help.endswith((".", ")"))
    assert all(field.label for field in form.fields)


def test_every_form_opens_from_the_list_and_refuses_an_empty_one_in_words() -> None:
    async def scenario(hall: OfficeSite) -> None:
        async with at_the_office(hall) as http:
            listed = (await http.get("/office/do")).text
            for kind in OFFICE:
                form = command_form(kind)
                assert f'href="{form.path}"' in listed
                if not form.page and any(field.required for field in form.fields):
                    empty = await look(http, form.command)
                    assert empty.status_code in (400, 409), form.command
                    assert "Nothing was done" in empty.text

    on_office_site(scenario)


def test_a_venue_is_appointed_in_three_steps_and_a_second_press_does_nothing() -> None:
    async def scenario(hall: OfficeSite) -> None:
        async with at_the_office(hall) as http:
            looked = await look(http, "AppointVenue", **VENUE)
            assert "Venue appointed" in looked.text
            assert "No money moves" in looked.text
            assert "V0900" not in await hall.web.ask_state(lambda state: state.keno.venues)
            done = await do(http, "AppointVenue", **VENUE)
            assert "Done" in done.text
            rows = hall.store.head().seq
            slip = str(done.url).rsplit("/", 1)[1]
            again = {**VENUE, "slip": slip, "csrf": _csrf(done.text, looked.text)}
            second = await http.post("/office/do/AppointVenue", data=again)
            assert second.headers["location"] == f"/office/made/{slip}"
            assert hall.store.head().seq == rows
            back = await http.get(f"/office/look/{slip}")
            assert back.headers["location"] == f"/office/made/{slip}", "back after confirming"
        venue = await hall.web.ask_state(lambda state: state.keno.venues["V0900"])
        assert venue.name == "Example Bowls"

    on_office_site(scenario)


def test_what_someone_typed_is_theirs_and_in_no_address() -> None:
    async def scenario(hall: OfficeSite) -> None:
        async with at_the_office(hall, FIRST) as first, at_the_office(hall, SECOND) as second:
            looked = await look(first, "AppointVenue", **VENUE)
            path = looked.url.path
            assert VENUE["name"] not in str(looked.url)
            assert VENUE["name"] in looked.text
            theirs = await second.get(path)
            assert (theirs.status_code, VENUE["name"] in theirs.text) == (404, False)
            change = {**VENUE, "csrf": _csrf(looked.text), "change": "yes"}
            again = await first.post("/office/do/AppointVenue/look", data=change)
            assert f'value="{VENUE["name"]}"' in again.text

    on_office_site(scenario)


@pytest.mark.clause("nsw-keno", "21(a)", "21(c)")
def test_a_supervisor_disqualifies_and_reinstates_on_pages_and_does_nothing_of_the_office() -> None:
    async def scenario(hall: OfficeSite) -> None:
        serial = await hall.sell(Regular((1, 2, 3), 1000))
        async with at_the_office(hall, ROLES_AT["supervisor"]) as http:
            assert "/office/do/AppointVenue" not in (await http.get("/office/do")).text
            assert (await http.get("/office/do/AppointVenue")).status_code == 403
            done = await do(http, "Disqualify", serial=serial, ground="21b-ii", because="")
            assert "Entry disqualified" in done.text
            today = (await http.get("/office")).text
            assert f"/office/do/Reinstate?serial={serial}" in today
            none = await look(http, "Reinstate", serial=serial, approval="")
            assert none.status_code == 400
            done = await do(http, "Reinstate", serial=serial, approval="A-7")
            assert "Entry reinstated" in done.text
            assert "Disputes: none" in (await http.get("/office")).text

    on_office_site(scenario)


def _csrf(*texts: str) -> str:
    joined = " ".join(texts)
    return joined.split('name="csrf" value="')[1].split('"')[0]


def test_script_in_every_field_comes_back_as_text() -> None:
    async def scenario(hall: OfficeSite) -> None:
        async with at_the_office(hall) as http:
            typed = dict.fromkeys(VENUE, SCRIPT) | {
                "kind": "club",
                "opens": "09:00",
                "closes": "23:00",
            }
            for response in (
                await look(http, "AppointVenue", **typed),
                await do(http, "AppointVenue", **typed),
                await http.get("/office/do/RemitVenue"),
                await http.get("/office"),
            ):
                assert SCRIPT not in response.text

    on_office_site(scenario)


@pytest.mark.clause("central-site", "12.1", "12.2")
def test_a_remittance_waits_for_another_person_and_is_paid_once() -> None:
    async def scenario(hall: OfficeSite) -> None:
        await hall.sell(Regular((1, 2, 3), 1000))
        await hall.play(2)
        owed = await hall.web.ask_state(lambda state: state.keno.owed_by(ONE.venue))
        assert owed
        async with at_the_office(hall, FIRST) as first, at_the_office(hall, SECOND) as second:
            looked = await look(first, "RemitVenue", venue=ONE.venue)
            assert "bank" in looked.text
            proposed = await do(first, "RemitVenue", venue=ONE.venue)
            assert "It waits for a second person" in proposed.text
            assert await hall.web.ask_state(lambda state: state.keno.owed_by(ONE.venue)) == owed
            mine = await first.get("/office/payments")
            assert "another person confirms it" in mine.text
            assert "/office/payments/confirm" not in mine.text
            paid = await confirm(second)
            assert "Payment confirmed, Venue remitted" in paid.text
        left = await hall.web.ask_state(lambda state: state.keno.owed_by(ONE.venue))
        assert abs(left) < 1  # parts of a cent stay with the venue
        assert not await hall.web.ask_state(lambda state: state.payments)

    on_office_site(scenario)


def test_what_the_rules_refuse_is_said_before_anything_is_done() -> None:
    async def scenario(hall: OfficeSite) -> None:
        async with at_the_office(hall) as http:
            growth = {"jackpot": "regular/10", "rate": "90", "from_day": "2026-11-15"}
            refused = await look(http, "SetGrowthRate", **growth)
            assert refused.status_code == 409
            assert "growth/rate" in refused.text
            typed = await look(http, "SetPayoutLimit", cents="ten dollars")
            assert typed.status_code == 400
            assert "Largest prize: isn’t an amount" in typed.text
            assert 'value="ten dollars"' in typed.text

    on_office_site(scenario)


@pytest.mark.clause("central-site", "12.3")
def test_a_jackpot_is_taken_over_once_out_of_the_operators_money() -> None:
    async def scenario(hall: OfficeSite) -> None:
        async with at_the_office(hall) as http:
            opening = {
                "jackpot": "regular/10",
                "cents": "1,234,567.89",
                "because": "the system before",
            }
            looked = await look(http, "TakeOverJackpot", **opening)
            assert "jackpot/regular/10" in looked.text
            assert "operating_company" in looked.text
            assert "Jackpot taken over" in (await do(http, "TakeOverJackpot", **opening)).text
            again = await look(http, "TakeOverJackpot", **opening)
            assert "jackpot/running_already" in again.text
        jackpot = await hall.web.ask_state(lambda state: state.keno.jackpots["regular/10"])
        assert jackpot.growth_cents == 123_456_789
        tally = await hall.web.ask_state(lambda state: state.tally.meters["regular/10"])
        assert tally == 123_456_789

    on_office_site(scenario)
