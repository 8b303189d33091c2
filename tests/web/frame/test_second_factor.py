"""Office and supervisors sign on with a code as well; guesses at it are counted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import timedelta

import httpx
import pytest

from eyesdown.central.site.people.access import admit_listed
from eyesdown.central.site.people.words import ResetFactor
from eyesdown.web.frame.people import NAME_TRIES_MAX, TRIES_MAX
from eyesdown.web.frame.signing.two_steps import signs_here
from kit.hall_site import NAME as HALL
from kit.hall_site import PASSWORD as HALL_PASSWORD
from kit.hall_site import HallDesk
from kit.phone import Phone, half_of, send_code
from kit.public_site import ROLES_AT, PublicSite, csrf_of, sign_on, visitor
from kit.served_site import PASSWORD, run_scenario

OFFICE = ROLES_AT["office"]
Scenario = Callable[[PublicSite, httpx.AsyncClient], Awaitable[None]]


def with_codes(scenario: Scenario) -> None:
    async def whole(hall: PublicSite) -> None:
        async with visitor(hall) as http:
            await scenario(hall, http)

    run_scenario(PublicSite(second_factor=True), whole)


async def set_up(hall: PublicSite, http: httpx.AsyncClient, name: str = OFFICE) -> Phone:
    """A person who has set up their codes and is signed on; it is a minute later."""
    phone = Phone(hall.clock_us)
    page = await sign_on(http, name)
    phone.scan(page.text)
    assert (await send_code(http, page, phone.code())).status_code == 303
    hall.at += timedelta(minutes=1)
    return phone


@pytest.mark.clause("central-site", "12.5")
@pytest.mark.parametrize("role", ["office", "supervisor"])
def test_the_first_sign_on_sets_the_codes_up_and_later_ones_ask_for_them(role: str) -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        page = await sign_on(http, ROLES_AT[role])
        assert page.status_code == 200
        assert "otpauth" not in page.text  # only in the picture, not as a link to click
        assert (await http.get("/office")).status_code == 303
        await set_up(hall, http, ROLES_AT[role])
        assert (await http.get("/office")).status_code == 200
        async with visitor(hall) as another:
            again = await sign_on(another, ROLES_AT[role])
            assert half_of(again.text)
            assert 'id="secret"' not in again.text
            assert (await another.get("/office")).status_code == 303

    with_codes(scenario)


@pytest.mark.parametrize("role", ["writer", "self_service", "inspector"])
def test_other_roles_need_no_code(role: str) -> None:
    async def scenario(_: PublicSite, http: httpx.AsyncClient) -> None:
        assert (await sign_on(http, ROLES_AT[role])).status_code == 303

    with_codes(scenario)


def test_a_code_opens_one_session_only_and_only_with_the_password() -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        phone = await set_up(hall, http)
        async with visitor(hall) as second:
            page, code = await sign_on(second, OFFICE), phone.code()
            assert (await send_code(second, page, "000000")).status_code == 401
            assert (await send_code(second, page, code)).status_code == 303
            assert (await second.get("/office")).status_code == 200
        async with visitor(hall) as third:
            again = await sign_on(third, OFFICE)
            seen = await send_code(third, again, code)
            assert seen.status_code == 401
            assert "used already" in seen.text
            forged = {"half": "made up", "code": phone.code(1)}
            assert (await third.post("/sign-on", data=forged)).status_code == 401
            assert (await third.get("/office")).status_code == 303

    with_codes(scenario)


def test_guesses_at_codes_are_counted_also_between_right_passwords() -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        phone = await set_up(hall, http)
        async with visitor(hall) as thief:
            for _ in range(TRIES_MAX):
                page = await sign_on(thief, OFFICE)  # a right password forgives no wrong code
                assert (await send_code(thief, page, "000000")).status_code == 401
            page = await sign_on(thief, OFFICE)
            assert (await send_code(thief, page, phone.code())).status_code == 429
        page = await sign_on(http, OFFICE)  # the owner's browser is known
        assert (await send_code(http, page, phone.code())).status_code == 303

    with_codes(scenario)


def test_many_places_guess_no_more_codes_than_one_name_allows() -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await set_up(hall, http)
        statuses = []
        for number in range(NAME_TRIES_MAX + 5):
            transport = httpx.ASGITransport(hall.app, client=(f"10.0.{number}.1", 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://hall") as thief:
                page = await sign_on(thief, OFFICE)
                statuses.append((await send_code(thief, page, "000000")).status_code)
        assert statuses == [401] * NAME_TRIES_MAX + [429] * 5

    with_codes(scenario)


@pytest.mark.clause("central-site", "12.5")
def test_another_person_of_the_office_resets_codes_on_record_and_ends_sessions() -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        supervisor = ROLES_AT["supervisor"]
        await set_up(hall, http, supervisor)
        async with visitor(hall) as office:
            await set_up(hall, office)
            page = "/office/people"
            own = {"person": OFFICE, "slip": "a" * 32, "csrf": await csrf_of(office, page)}
            refused = await office.post(f"{page}/codes", data=own)
            assert refused.status_code == 409
            assert "your own codes" in refused.text
            theirs = {**own, "person": supervisor, "slip": "b" * 32}
            assert (await office.post(f"{page}/codes", data=theirs)).status_code == 303
        assert (await http.get("/office")).status_code == 303
        assert 'id="secret"' in (await sign_on(http, supervisor)).text
        rows = [row for row in hall.store.rows() if b"FactorReset" in row.events]
        assert [json.loads(row.events)[0]["by"] for row in rows] == [OFFICE]

    with_codes(scenario)


def test_a_person_without_a_role_has_no_codes_to_reset() -> None:
    async def scenario(hall: PublicSite, _: httpx.AsyncClient) -> None:
        command = ResetFactor(at=hall.web.now(), person="nobody", by=OFFICE)
        [event] = await hall.web.submit(command)
        assert event.refusals[0].code == "access/unknown_person"

    with_codes(scenario)


def test_the_only_person_of_an_office_gets_in_again_by_a_new_hash_in_the_settings() -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        await set_up(hall, http)
        hashed = hall.hosted.people.hasher.hash("a new password")

        def restart() -> None:
            access, site = hall.web.sequencer.state.access[OFFICE], hall.web.sequencer._site
            for _ in range(2):  # the second start finds the same file
                admit_listed(site, hall.web.now(), OFFICE, access, hashed)

        await hall.web.ask_site(lambda _: restart())
        hall.hosted.people.hashes.clear()
        assert (await http.get("/office")).status_code == 303
        page = await sign_on(http, OFFICE, "a new password")
        assert 'id="secret"' in page.text

    with_codes(scenario)


def test_no_secret_of_a_code_is_in_the_journal_or_an_export() -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        phone = await set_up(hall, http)
        rows = b"".join(row.command + row.events for row in hall.store.rows())
        for shape in (phone.secret, phone.secret.hex().encode()):
            assert shape not in rows
        assert hall.store.secret(f"factor of {OFFICE}")

    with_codes(scenario)


def test_a_second_person_who_signs_at_the_counter_needs_their_code_too() -> None:
    async def scenario(hall: PublicSite, http: httpx.AsyncClient) -> None:
        phone = await set_up(hall, http, ROLES_AT["supervisor"])
        web, people, name = hall.web, hall.hosted.people, ROLES_AT["supervisor"]
        assert await signs_here(web, people, name, (PASSWORD, ""), "till") is None
        assert await signs_here(web, people, name, (PASSWORD, phone.code()), "till")
        assert await signs_here(web, people, name, (PASSWORD, phone.code()), "till") is None

    with_codes(scenario)


def test_a_halls_office_signs_on_with_codes_and_is_reset_on_its_page() -> None:
    path = f"/halls/{HALL}/sign-on"

    async def story(desk: HallDesk) -> None:
        desk.people.second_factor = True
        await desk.staff("olga", "office")
        await desk.staff("bea", "seller", till="door")
        assert (await desk.signed_on("bea")).home.endswith("/seller")
        phone = Phone(desk.web.clock_us)
        form = {"name": "olga", "password": HALL_PASSWORD}
        page = await desk.http.post(path, data=form)
        assert page.status_code == 200
        phone.scan(page.text)
        done = await send_code(desk.http, page, phone.code(), path)
        assert done.headers["location"] == f"/halls/{HALL}/office"
        other = await send_code(desk.http, page, phone.code(), path)
        assert other.status_code == 401
        refused = await desk.refused("office", "ResetFactor", person="nobody")
        assert refused.startswith("access/unknown_person")
        await desk.do("office", "ResetFactor", person="olga")
        assert 'id="secret"' in (await desk.http.post(path, data=form)).text

    async def whole() -> None:
        desk = HallDesk("vic-bingo")
        async with desk.open():
            await story(desk)

    asyncio.run(whole())
