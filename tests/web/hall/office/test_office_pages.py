"""The office: people and roles, tonight, stock, points, pools and disputes on its pages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from eyesdown.proof.hall.setting import BOOKS, NSW, VIC, strips
from kit.hall_evening import Night
from kit.hall_opened import SESSION, evening, staff
from kit.hall_site import NAME, PASSWORD, Browser, HallDesk, hidden_fields

PATHS = ("", "/people", "/stock", "/points", "/pools", "/disputes")


def in_the_office(
    story: Callable[[HallDesk, Browser], Awaitable[None]], book: str = VIC, *, empty: bool = False
) -> HallDesk:
    desk = HallDesk(book)

    async def whole() -> None:
        async with desk.open():
            await (staff(desk) if empty else evening(desk))
            await story(desk, await desk.signed_on("olga"))

    asyncio.run(whole())
    return desk


@pytest.mark.parametrize("book", BOOKS)
def test_every_page_of_the_office_opens_under_each_book(book: str) -> None:
    async def story(_: HallDesk, olga: Browser) -> None:
        for path in PATHS:
            assert "<h2" in await olga.page(f"/office{path}")

    in_the_office(story, book)


def test_every_page_of_the_office_opens_before_anything_is_there() -> None:
    async def story(_: HallDesk, olga: Browser) -> None:
        for path in PATHS:
            assert "Open a sale point" in await olga.page(f"/office{path}")

    in_the_office(story, empty=True)


def test_every_press_of_the_office_shows_what_was_done() -> None:
    async def story(_: HallDesk, olga: Browser) -> None:
        for path, command, fields, says in (
            ("/office/points", "OpenSalePoint", {"point": "stage"}, "stage is open: it may sell."),
            (
                *("/office/points", "FixGamingDay", {"starts": "06:00", "minutes": "1440"}),
                "The gaming day starts at 06:00 and has 1440 minutes.",
            ),
            (
                *("/office/points", "ApproveDevice", {"device": "Blower", "approval": "A-7"}),
                "Blower is approved: A-7.",
            ),
            ("/office/pools", "OpenPool", {"pool": "Gold"}, "The pool Gold is open."),
            (
                *("/office", "AppointPerson", {"person": "cal", "duty": "caller", "game": "2"}),
                f"cal calls game 2 of {SESSION}.",
            ),
        ):
            reply = await olga.press(path, command, **fields)
            assert reply.status_code == 303, reply.text
            assert says in (await olga.http.get(reply.headers["location"])).text

    in_the_office(story)


@pytest.mark.parametrize(("book", "has_sign"), [(VIC, False), (NSW, True)])
def test_a_closing_sign_is_offered_where_the_book_has_one(book: str, *, has_sign: bool) -> None:
    desk = HallDesk(book)

    async def whole() -> None:
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            if book == NSW:
                await night.sell("ann")
                await night.open_session()
            page = await (await desk.signed_on("olga")).page("/office")
            assert "Add the operator’s money" in page
            assert ("ShowClosingSign" in page) is has_sign

    asyncio.run(whole())


def test_a_new_person_signs_on_with_the_password_of_the_office() -> None:
    async def story(desk: HallDesk, olga: Browser) -> None:
        form = hidden_access(await olga.page("/office/people"))
        given = {**form, "person": "zoe", "roles": ["seller", "verifier"], "till": "bar"}
        address = f"/halls/{NAME}/office/people/access"
        reply = await olga.http.post(address, data={**given, "password": PASSWORD})
        assert reply.status_code == 303, reply.text
        assert (await desk.signed_on("zoe")).home == f"/halls/{NAME}/seller"
        access = desk.site.state.access["zoe"]
        assert (access.roles, access.till) == (("seller", "verifier"), "bar")

    in_the_office(story)


def hidden_access(page: str) -> dict[str, str]:
    """The hidden fields of the form that gives roles."""
    form = page[page.index("/office/people/access") :]
    fields: dict[str, str] = hidden_fields(f'<form id="access" {form}', "access")
    return fields


def test_a_short_password_gives_nothing() -> None:
    async def story(desk: HallDesk, olga: Browser) -> None:
        form = hidden_access(await olga.page("/office/people"))
        given = {**form, "person": "zoe", "roles": ["seller"], "password": "short"}
        reply = await olga.http.post(f"/halls/{NAME}/office/people/access", data=given)
        assert reply.status_code == 400
        assert "zoe" not in desk.site.state.access

    in_the_office(story)


def test_the_office_bars_a_person_and_they_are_out() -> None:
    async def story(desk: HallDesk, olga: Browser) -> None:
        bea = await desk.signed_on("bea")
        await bea.page("/seller")
        form = await olga.press("/office/people", "GiveAccess", person="bea")
        assert form.status_code == 303, form.text
        assert "bea" not in desk.site.state.access
        gone = await bea.http.get(f"/halls/{NAME}/seller")
        assert gone.status_code == 303
        assert gone.headers["location"].startswith(f"/halls/{NAME}/sign-on")

    in_the_office(story)


def test_the_last_office_person_cannot_be_barred() -> None:
    async def story(desk: HallDesk, olga: Browser) -> None:
        await desk.staff("otto", "office")
        await desk.do("office", "GiveAccess", person="olga", roles=["seller"])
        otto = await desk.signed_on("otto")
        reply = await otto.press("/office/people", "GiveAccess", person="otto")
        assert reply.status_code == 422
        assert "otto" in desk.site.state.access
        await olga.page("/office/people", 403)

    in_the_office(story)


def test_tonight_shows_takings_and_returns_against_the_minimum() -> None:
    async def story(desk: HallDesk, olga: Browser) -> None:
        sale = {"session": SESSION, "game": 1, "serial": "A1", "count": 20, "paid_cents": 6000}
        await desk.do("seller", "SellCards", **sale, point="door")
        page = await olga.page("/office")
        assert "$60.00" in page
        assert "at least" in page
        assert "$14.00 short" in page  # 90% of $60 is $54, and $40 is offered

    in_the_office(story, "nz-casino-bingo")


def test_a_card_is_found_by_its_number_and_by_its_fifteen_numbers() -> None:
    async def story(_: HallDesk, olga: Browser) -> None:
        numbers = " ".join(str(number) for number in strips()[0][2].numbers)
        assert "card 3" in await olga.page(f"/office/stock?find={numbers}")
        assert "card 17" in await olga.page("/office/stock?serial=A1&find=17")
        assert "No such card" in await olga.page("/office/stock?find=999")

    in_the_office(story)


def test_a_dispute_is_written_down_decided_and_closed() -> None:
    async def story(desk: HallDesk, olga: Browser) -> None:
        raised = {"session": SESSION, "game": "1", "person": "ann", "about": "a late call"}
        reply = await olga.press("/office/disputes", "RaiseDispute", **raised)
        assert reply.status_code == 303, reply.text
        assert "a late call" in await olga.page("/office/disputes")
        assert "D1" in desk.site.state.hall.disputes

    in_the_office(story)


def test_an_inspector_reads_and_sends_nothing() -> None:
    async def story(desk: HallDesk, _: Browser) -> None:
        ina = await desk.signed_on("ina")
        page = await ina.page("/office/people")
        assert "Give roles" not in page
        reply = await ina.http.post(f"/halls/{NAME}/office/people/access", data={})
        assert reply.status_code == 403

    in_the_office(story)


def test_the_next_thing_of_the_office_is_to_raise_prizes_that_are_short() -> None:
    async def story(desk: HallDesk, olga: Browser) -> None:
        sale = {"session": SESSION, "game": 1, "serial": "A1", "count": 20, "paid_cents": 6000}
        await desk.do("seller", "SellCards", **sale, point="door")
        await desk.do("seller", "CountTill", point="door", by="bea", counted_cents=16_000)
        page = await olga.page("/office")
        assert "Raise the series prize of tuesday, game 1, by $14.00" in page
        bea = await (await desk.signed_on("bea")).page("/seller")
        assert bea.index("Next for you") < bea.index("Count the float and open the till door")

    in_the_office(story, "nz-casino-bingo")


def test_one_key_raises_the_prizes_that_hold_up_the_first_number() -> None:
    async def story(desk: HallDesk, olga: Browser) -> None:
        sale = {"session": SESSION, "game": 1, "serial": "A1", "count": 20, "paid_cents": 6000}
        await desk.do("seller", "SellCards", **sale, point="door")
        game = {"session": SESSION, "game": 1, "by": "cal"}
        await desk.do("caller", "StartGame", **game)
        await desk.do("caller", "Announce", **game, topics=[])
        reply = await olga.press("/office", "Contribute")
        assert reply.status_code == 303, reply.text
        assert desk.site.state.hall.game(SESSION, 1).offers == {"series": 5400}

    in_the_office(story, "nz-casino-bingo")
