"""The one next thing: of the page that is open, by its key; what has to wait comes last."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta

import pytest

from eyesdown.proof.hall.setting import NSW, NZ, VIC
from kit.hall_evening import (
    CALLER,
    POINT,
    PRICE,
    ROLE_WORDS,
    SERIAL,
    SESSION,
    SUPERVISOR,
    VERIFIER,
    Night,
    someone_claims,
)
from kit.hall_opened import evening
from kit.hall_site import HallDesk


def first_of(page: str) -> str:
    """The first thing on top of a page: its words and its key."""
    part = page.partition('id="next"')[2].partition("next-more")[0].partition("</section>")[0]
    return re.sub(r"\s+", " ", part)


def test_the_key_on_a_page_is_of_its_own_role() -> None:
    """A person with several roles draws no ball by a key at the till or on the floor."""
    desk = HallDesk(VIC)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            await night.sell("ann")
            await desk.do("office", "OpenSalePoint", point="bar")
            await desk.staff(CALLER, "seller", "caller", "verifier", till="bar")
            cal = await desk.signed_on(CALLER)
            assert "Open the till" in first_of(await cal.page("/seller"))
            on_the_floor = first_of(await cal.page("/verifier"))
            assert "Start game 1" in on_the_floor
            assert "To the caller page" in on_the_floor
            assert 'value="StartGame"' not in on_the_floor
            assert 'value="StartGame"' in first_of(await cal.page("/caller"))

    asyncio.run(whole())


def test_what_has_to_wait_comes_after_what_can_be_done() -> None:
    desk = HallDesk(NSW)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            await desk.do("office", "OpenSalePoint", point="bar")
            for person, duty in ((CALLER, "caller"), ("sue", "supervisor")):
                words = {"session": "tue", "person": person, "duty": duty}
                await desk.do("office", "AppointPerson", **words)
            await desk.staff(CALLER, "caller", "seller", till="bar")
            page = await (await desk.signed_on(CALLER)).page("/caller")
            assert "open the till bar" in first_of(page)
            assert "Open the session: not yet" in page

    asyncio.run(whole())


async def planned(desk: HallDesk, days: int) -> str:
    """What the office is shown first, if a session begins in this many days."""
    night = Night(desk)
    await desk.staff("olga", "office")
    olga = await desk.signed_on("olga")
    assert "roles of seller, caller and supervisor" in await olga.page("/office")
    await night.prepare()
    await desk.staff("olga", "office", "supervisor")
    await desk.staff("sam", "seller")
    olga = await desk.signed_on("olga")
    assert "Give people" not in await olga.page("/office")
    starts = desk.at.replace(hour=23) + timedelta(days=days)
    await desk.do("supervisor", "CloseSession", session="tue", early=True, by="sue")
    games = [{"game": n, "versions": [1], "price_cents": 500} for n in (1, 2)]
    prizes = [{"prize": "part series", "amount_cents": 9_000}]
    plan = {"session": "next", "starts_at": starts.isoformat(), "place": "Hall"}
    plan |= {"operator": "Casino Ltd", "licence": "L-37"}
    await desk.do("office", "PlanSession", **plan, games=[{**g, "prizes": prizes} for g in games])
    first = first_of(await olga.page("/office"))
    for person, duty in (("olga", "supervisor"), (CALLER, "caller")):
        role = {"role": ROLE_WORDS[NZ][0], "staff": True}
        await desk.do("office", "RegisterPerson", person=person, **role)
        await desk.do("office", "AppointPerson", session="next", person=person, duty=duty)
    return first + first_of(await olga.page("/supervisor"))


def test_a_session_is_prepared_from_its_day_on_and_its_people_are_appointed_before() -> None:
    for days, opens in ((0, True), (6, False)):
        desk = HallDesk(NZ)
        desk.at = desk.at.replace(hour=1)

        async def whole(desk: HallDesk = desk, days: int = days, opens: bool = opens) -> None:
            async with desk.open():
                first = await planned(desk, days)
                assert "Appoint the caller of next" in first
                assert "/office#appoint" in first
                assert ("Open the session" in first) is opens

        asyncio.run(whole())


def test_a_thing_that_is_a_verifier_s_in_two_ways_is_listed_once() -> None:
    """Under nsw-casino-bingo a gaming services supervisor on the floor may do every step."""
    desk = HallDesk(NSW)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            for player in ("ann", "bob"):
                await night.sell(player)
            await night.open_session()
            await night.enter_range(2)
            await night.start()
            await someone_claims(desk, night)
            page = await (await desk.signed_on(VERIFIER)).page("/verifier")
            top = page.partition('id="next"')[2].partition("</section>")[0]
            assert "Check a claim" in first_of(page)
            assert "<b>You</b> Check a claim" not in top

    asyncio.run(whole())


@pytest.mark.parametrize(("book", "goes"), [(VIC, True), (NZ, False)])
def test_a_verifier_is_sent_to_a_claim_where_the_book_lets_them_check_it(
    book: str, goes: bool
) -> None:
    """Under vic-bingo anyone the supervisor sends checks; under nz-casino-bingo the supervisor."""
    desk = HallDesk(book)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            for player in ("ann", "bob"):
                await night.sell(player, 4)
            await night.start()
            vera = await desk.signed_on(VERIFIER)
            assert "Check a claim" not in first_of(await vera.page("/verifier"))
            await someone_claims(desk, night)
            assert ("Check a claim" in first_of(await vera.page("/verifier"))) is goes
            sue = await desk.signed_on(SUPERVISOR)
            assert "Check a claim" in first_of(await sue.page("/supervisor"))

    asyncio.run(whole())


def test_one_key_confirms_a_claim_whose_steps_are_done() -> None:
    desk = HallDesk(VIC)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            for player in ("ann", "bob", "cat"):
                await night.sell(player, 4)
            await night.start()
            winner = await someone_claims(desk, night)
            [shown] = (await desk.get("/staff", "supervisor"))["claims"]
            words = {"session": "tue", "game": 1, "claim": shown["claim"], "by": VERIFIER}
            witness = next(name for name in night.slips if name != winner)
            read = {"serial": "A1", "witness": witness, "steps": shown["steps_left"]}
            await desk.do("verifier", "CheckClaim", **words, **read)
            sue = await desk.signed_on(SUPERVISOR)
            first = first_of(await sue.page("/supervisor"))
            assert f"Confirm {shown['claim']} of {winner}: every step is done" in first
            assert 'value="ConfirmClaim"' in first
            pressed = await sue.press("/supervisor", "ConfirmClaim")
            assert pressed.status_code == 303, pressed.text
            assert "Declare the result" in first_of(await sue.page("/supervisor"))

    asyncio.run(whole())


@pytest.mark.parametrize(("book", "ticks"), [(NZ, 0), (VIC, 1), (NSW, 2)])
def test_a_session_is_opened_with_the_ticks_of_its_book_and_no_others(
    book: str, ticks: int
) -> None:
    desk = HallDesk(book)

    async def whole() -> None:
        async with desk.open():
            await evening(desk, opened=False)
            person, path = ("cal", "/caller") if book == NSW else ("sue", "/supervisor")
            page = await (await desk.signed_on(person)).page(path)
            form = page.partition('id="open"')[2].partition("</section>")[0]
            assert form.count('type="checkbox"') == ticks

    asyncio.run(whole())


def test_no_key_leads_from_a_game_to_the_till() -> None:
    """A caller who also sells waits for a claim to be decided; F2 is pressed all night long."""
    desk = HallDesk(VIC)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            await desk.staff(CALLER, "seller", "caller", till=POINT)
            for player in ("ann", "bob"):
                await night.sell(player)
            await night.start()
            words = {"session": SESSION, "game": 1, "by": SUPERVISOR, "cause": "other"}
            await desk.do("supervisor", "InvalidateGame", reason="smoke", **words)
            paid = {"serial": SERIAL, "count": 1, "paid_cents": PRICE[VIC], "point": POINT}
            await desk.do("seller", "SellCards", session=SESSION, game=2, player="ann", **paid)
            cal = await desk.signed_on(CALLER)
            assert "data-next" in first_of(await cal.page("/caller"))
            for step in ("StartGame", "EyesDown"):
                await desk.do("caller", step, session=SESSION, game=2, by=CALLER)
            cry = {"session": SESSION, "game": 2, "player": "ann"}
            for call in range(1, 91):
                await night.ball(call, 2)
                if "ClaimMade" in (await desk.send("verifier", "Claim", **cry)).text:
                    break
            on_the_floor = first_of(await cal.page("/caller"))
            assert "Give back $5.00 to 2 players" in on_the_floor
            assert "data-next" not in on_the_floor
            assert "data-next" in first_of(await cal.page("/seller"))

    asyncio.run(whole())
