"""Quotas of refusals, and sign-ons that strangers cannot deny."""

from __future__ import annotations

import asyncio

import pytest

from eyesdown.web.frame.people import (
    NAME_TRIES_MAX,
    OWN_DEVICE,
    PLACE_TRIES_MAX,
    TRIES_MAX,
    WAITING_MAX,
    People,
    TooMany,
)
from eyesdown.web.frame.quotas import A_SECOND, BURST, Quotas, cost_of
from eyesdown.web.frame.sessions import Sessions


class Watch:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.clause("central-site", "3.9")
def test_a_token_that_is_refused_too_often_waits() -> None:
    watch = Watch()
    quotas = Quotas(watch)
    for _ in range(int(BURST) - 1):
        quotas.spend("till", 1.0)
    assert not quotas.wait_seconds("till"), "below"
    quotas.spend("till", 1.0)
    wait = quotas.wait_seconds("till")
    assert wait
    assert not quotas.wait_seconds("another")
    watch.now += wait
    assert not quotas.wait_seconds("till")


@pytest.mark.clause("central-site", "3.9")
def test_a_large_body_costs_more_and_an_hour_of_refusals_is_small() -> None:
    watch = Watch()
    quotas = Quotas(watch)
    quotas.spend("till", cost_of(4_000_000))
    assert quotas.wait_seconds("till") > 1000
    assert BURST + 3600 * A_SECOND < 1000, "about a kilobyte each: under a megabyte an hour"


def test_what_is_accepted_earns_a_little_back() -> None:
    quotas = Quotas(Watch())
    quotas.spend("till", BURST)
    for _ in range(20):
        quotas.spend("till", -0.1)
    assert not quotas.wait_seconds("till")


@pytest.fixture
def people() -> People:
    class Quick:
        def hash(self, _: str) -> str:
            return "decoy"

        def verify(self, password_hash: str, password: str) -> None:
            from argon2.exceptions import VerifyMismatchError

            if password_hash != password:
                raise VerifyMismatchError

    return People(lambda: 0.0, Quick())  # type: ignore[arg-type]


def test_strangers_do_not_lock_a_person_out_of_their_own_browser(people: People) -> None:
    for n in range(NAME_TRIES_MAX + PLACE_TRIES_MAX):
        people.check("sue", "guess", "right", f"10.0.0.{n}")
        people.check("sue", "guess", "right", "the club")
    assert people.wait_seconds("sue", "the club")
    assert people.wait_seconds("sue", "elsewhere")
    own = f"{OWN_DEVICE}abc"
    assert not people.wait_seconds("sue", own)
    assert people.check("sue", "right", "right", own)
    for _ in range(TRIES_MAX):
        people.check("sue", "guess", "right", own)
    assert people.wait_seconds("sue", own), "a stolen browser is no way to guess on"


def test_a_device_cookie_is_no_session() -> None:
    sessions = Sessions(b"k" * 32)
    cookie = sessions.devices.write({"name": "sue", "device": "abc"})
    assert sessions.read(cookie) == {}
    assert sessions.devices.read(cookie)["name"] == "sue"


def test_strangers_who_wait_leave_room_for_known_browsers(people: People) -> None:
    async def whole() -> None:
        people._waiting[False] = WAITING_MAX
        with pytest.raises(TooMany):
            await people.is_right("sue", "right", "right", "elsewhere")
        assert await people.is_right("sue", "right", "right", f"{OWN_DEVICE}abc")
        people._waiting[True] = WAITING_MAX
        with pytest.raises(TooMany):
            await people.is_right("sue", "right", "right", f"{OWN_DEVICE}abc")

    asyncio.run(whole())
