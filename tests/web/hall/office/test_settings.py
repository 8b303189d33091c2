"""Settings of the hall, its witnesses and the later steps of promotions, on the office's pages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from eyesdown.proof.hall.setting import NSW, VIC
from kit.hall_opened import evening
from kit.hall_site import NAME, Browser, HallDesk, form_in, hidden_fields

ROOT = f"/halls/{NAME}/office"


def in_the_office(story: Callable[[HallDesk, Browser], Awaitable[None]], book: str) -> None:
    desk = HallDesk(book)

    async def whole() -> None:
        async with desk.open():
            await evening(desk)
            await story(desk, await desk.signed_on("olga"))

    asyncio.run(whole())


def settings_form(text: str) -> dict[str, str]:
    form = form_in(
        text.replace('name="next"', 'name="command" value="Own"><input name="next"'), "Own"
    )
    return {name: form[name] for name in ("csrf", "id")}


def test_a_hall_decides_otherwise_and_the_journal_says_who() -> None:
    async def story(desk: HallDesk, olga: Browser) -> None:
        page = await olga.page("/office/settings")
        assert "S03" in page
        form = {**settings_form(page), "phone_bell": "true", "forfeit_scope": "card"}
        fixed = await olga.http.post(f"{ROOT}/settings", data=form)
        assert fixed.status_code == 303, fixed.text
        settings = desk.site.state.hall.settings
        assert settings.phone_bell
        assert settings.forfeit_scope == "card"
        assert not settings.scorecard_nearness, "off unless someone turns it on"
        wrong = await olga.http.post(
            f"{ROOT}/settings", data={**form, "id": "w1", "colour_lookback": "x"}
        )
        assert wrong.status_code == 400
        assert "checked" in (await olga.page("/office/settings"))

    in_the_office(story, VIC)


def test_a_witness_whose_key_is_none_is_refused_in_words() -> None:
    async def story(desk: HallDesk, olga: Browser) -> None:
        sent = await olga.press("/office/settings", "AppointWitness", witness="uni", key="00")
        assert sent.status_code in (400, 422)
        assert "key" in sent.text.lower()
        assert not desk.site.state.witnessed.keys

    in_the_office(story, VIC)


def test_the_terms_of_a_promotion_are_amended_from_what_was_typed() -> None:
    async def story(desk: HallDesk, olga: Browser) -> None:
        offer = {
            "promotion": "hamper",
            "mechanism": "draw",
            "starts_at": "2026-06-10T18:00",
            "award_manner": "a random draw",
            "p1-prize": "hamper",
            "p1-value": "150",
        }
        form = hidden_fields(await olga.page("/office/promotions"), "offer")
        offered = await olga.http.post(f"{ROOT}/promotions", data={**form, **offer})
        assert offered.status_code == 303, offered.text
        page = await olga.page("/office/promotions?amend=hamper")
        assert 'value="a random draw"' in page
        form = hidden_fields(page, "offer")
        assert form["amends"] == "hamper"
        changed = {**offer, "eligibility": "members"}
        amended = await olga.http.post(f"{ROOT}/promotions", data={**form, **changed})
        assert amended.status_code == 303, amended.text
        promotion = desk.site.state.promotions.promotions["hamper"]
        assert promotion.version == 2
        assert promotion.terms.eligibility == "members"

    in_the_office(story, NSW)
