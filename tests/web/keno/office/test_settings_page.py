"""The office reads what is set, and changes a venue without typing it again."""

from __future__ import annotations

import re
from datetime import date, timedelta
from fractions import Fraction
from html import unescape

from eyesdown.keno.office.commands import (
    AgreeCommission,
    ApprovePrize,
    FlexContribution,
    GuaranteeJackpot,
    ProgramSuperplay,
    PublishInstructions,
    SetGrowthRate,
    SwitchForm,
    SwitchPool,
)
from eyesdown.rulebook.keno_words import Category, Form, Method
from kit.office_site import OfficeSite, at_the_office, do, look, on_office_site
from kit.public_site import ONE, ROLES_AT, TWO

LATER = date(2027, 3, 1)
ROULETTE_AT_TERMINALS = (Form.ROULETTE, Method.SST)


def test_the_page_has_what_is_set_now_and_for_later_days() -> None:
    async def scenario(hall: OfficeSite) -> None:
        await hall.do(AgreeCommission(hall.at, ONE.venue, Fraction(3, 40)))
        await hall.do(SetGrowthRate(hall.at, "regular/10", Fraction(1, 80), LATER))
        await hall.do(GuaranteeJackpot(hall.at, "keno2/9", 40_000_000, hall.at.date(), LATER))
        await hall.do(SwitchPool(hall.at, "regular/9", pooled=True, jurisdictions=("NSW", "VIC")))
        async with at_the_office(hall) as office, at_the_office(hall, ROLES_AT["inspector"]) as eye:
            page = unescape((await office.get("/office/settings")).text)
            for words in (
                "7.5% of each sale",
                "around the clock",
                f"{ONE.terminal}",
                "$5,000.00",
                "1.25% from Monday 1 March 2027",
                "$400,000.00",
                "NSW, VIC",
                f'href="/office/do/AppointVenue?venue={TWO.venue}"',
            ):
                assert words in page, words
            seen = (await eye.get("/office/settings")).text
            assert "7.5% of each sale" in seen
            assert "/office/do/" not in seen, "an inspector changes nothing"

    on_office_site(scenario)


def test_what_is_on_offer_is_listed() -> None:
    async def scenario(hall: OfficeSite) -> None:
        at, today = hall.at, hall.at.date()
        ends = at + timedelta(days=3)
        prize = ("Car", True, 2_000_000, "P-1", "regular", 10, 9, at, ends)
        for command in (
            ApprovePrize(at, *prize),
            SwitchForm(
                at, Form.ROULETTE, Method.SST, offered=False, approval="S-1", from_day=LATER
            ),
            FlexContribution(at, Category.I, Fraction(1, 200), today, LATER),
            ProgramSuperplay(at, "Threes", "regular", (2, 2, 1), None),
            PublishInstructions(at, "7", "leaflet", "Read this."),
        ):
            await hall.do(command)
        async with at_the_office(hall) as office:
            page = await office.get("/office/settings")
            assert page.status_code == 200
            words = " ".join(re.sub(r"<[^>]+>", "", unescape(page.text)).split())
        for part in (
            "Car: $20,000.00, a Bonus Prize, for 9 of 10 in Keno Classic",
            "Roulette by self-service terminal: not offered from Monday 1 March 2027 (S-1)",
            "Category I: 0.5% of sales more",
            "Threes: groups of 2, 2, 1",
            "Leaflet, version 7, since",
        ):
            assert part in words, part

    on_office_site(scenario)


def test_a_change_begins_with_what_is_set_and_keeps_the_rest() -> None:
    async def scenario(hall: OfficeSite) -> None:
        await hall.do(AgreeCommission(hall.at, ONE.venue, Fraction(3, 40)))
        before = await hall.web.ask_state(lambda state: state.keno.venues[ONE.venue])
        async with at_the_office(hall) as office:
            form = (await office.get(f"/office/do/AppointVenue?venue={ONE.venue}")).text
            assert f'value="{before.name}"' in form
            assert before.premises[0] in form
            assert (
                'value="7.5"'
                in (await office.get(f"/office/do/AgreeCommission?venue={ONE.venue}")).text
            )
            assert 'value="5000.00"' in (await office.get("/office/do/SetPayoutLimit")).text
            typed = {
                "venue": before.venue,
                "kind": before.kind,
                "name": "Another Name",
                "area": before.area,
                "approval": before.approval,
                "premises": "\n".join(before.premises),
                "permitted_area": "\n".join(before.permitted_area),
                "opens": "10:00",
                "closes": "22:30",
            }
            assert "Another Name" in (await look(office, "AppointVenue", **typed)).text
            await do(office, "AppointVenue", **typed)
            page = (await office.get("/office/settings")).text
        assert f"{ONE.venue} Another Name" in page
        assert "10:00 to 22:30" in page
        assert "7.5% of each sale" in page, "the agreed commission stays"

    on_office_site(scenario)
