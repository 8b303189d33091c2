"""Passwords by the API, and the first office person from the settings."""

from __future__ import annotations

import asyncio

import pytest

from eyesdown.central.hall.tenant import admit_office
from eyesdown.central.site.people.proofs import password_hash
from eyesdown.cli.site.settings import read_halls
from eyesdown.kernel.errors import BadInput
from kit.hall_site import NAME, QUICK, HallDesk

HALL = {"name": "dome", "book": "vic-bingo", "store": "d.db", "zone": "Australia/Melbourne"}


def test_the_office_gives_a_password_by_the_api() -> None:
    async def story() -> None:
        desk = HallDesk("vic-bingo")
        async with desk.open():
            await desk.staff("olga", "office")
            address = f"/api/halls/{NAME}/people/olga/password"
            body = {"password": "legs eleven, 11"}
            for role, status in (("seller", 403), ("office", 200)):
                reply = await desk.http.post(address, json=body, headers=desk.token(role))
                assert reply.status_code == status, reply.text
            assert (await desk.signed_on("olga", "legs eleven, 11")).home
            short = await desk.http.post(
                address, json={"password": "short"}, headers=desk.token("office")
            )
            assert short.status_code == 400
            other = address.replace("olga", "zoe")
            stranger = await desk.http.post(other, json=body, headers=desk.token("office"))
            assert stranger.status_code == 400

    asyncio.run(story())


def test_the_first_office_person_comes_from_the_settings_once() -> None:
    desk = HallDesk("vic-bingo")
    for _ in range(2):
        admit_office(desk.tenant, desk.site, "olga", QUICK.hash("legs eleven, 11"))
    first = desk.site.head.seq
    stored = password_hash(desk.store, "olga")
    admit_office(desk.tenant, desk.site, "olga", stored)
    assert desk.site.head.seq == first
    assert desk.site.state.access["olga"].roles == ("office",)


def test_an_office_person_without_a_hash_is_a_wrong_setting() -> None:
    with pytest.raises(BadInput, match="office_hash"):
        read_halls([{**HALL, "office": "olga"}])
    with pytest.raises(BadInput, match="between quotation marks"):
        read_halls([{**HALL, "office": "olga", "office_hash": 'hash = "$argon2id$x"'}])
    [hall] = read_halls([{**HALL, "office": "olga", "office_hash": "$argon2id$x"}])
    assert hall.office == "olga"
