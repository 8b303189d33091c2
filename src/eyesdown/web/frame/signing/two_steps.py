"""Signing on in two steps: name and password, then a time-based code where the role needs one.

The staff of every tenant sign on by the same steps; a `Door` says how their pages differ.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, Protocol

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from eyesdown.central.site.people.access import Access
from eyesdown.central.site.people.proofs import (
    Whose,
    factor_of,
    new_secret,
    secret_bytes,
    set_up_factor,
    setting_up_address,
    take_code,
)
from eyesdown.central.site.site import Site
from eyesdown.web.frame.codes import qr
from eyesdown.web.frame.context import Web, hosted
from eyesdown.web.frame.pages import brand
from eyesdown.web.frame.people import People, TooMany
from eyesdown.web.frame.signing.known_people import Known, known_as
from eyesdown.web.frame.signing.places import try_place

LOG = logging.getLogger("eyesdown.site")
TOO_MANY = "Too many people are signing on. Wait a moment, then try again."
WRONG = "Wrong name or password. Try again."
NO_PAGE = "None of the pages here is for your role. People of a hall sign on at their hall’s page."
WRONG_CODE = "That code isn’t right, or it was used already. Wait for the next one."
TOO_LATE = "That took too long, or your password was changed. Sign on again."


class Door(Protocol):
    """One of the sign-on pages: whose people it is for, and how a session begins."""

    web: Web[Any]

    def key(self, name: str) -> str:
        """Under which name guesses are counted: those of one tenant are not another's."""

    def person(self, name: str, access: Access | None) -> Any:
        """The person as its pages know them; None if no page is theirs."""

    def shows(self, request: Request, status: int = 200, **facts: Any) -> Awaitable[Response]:
        """The page with these facts: `name`, `wrong`, and `half` and `setting_up` at a code."""

    def begins(self, request: Request, name: str, known: Known) -> Response:
        """A new session."""


async def take_step(request: Request, door: Door) -> Response:
    """The answer to a form of the sign-on page: its first step, or the code of its second."""
    form = await request.form()
    half = str(form.get("half", ""))[:1000]
    if half:
        return await _second_step(request, door, half, str(form.get("code", ""))[:40])
    return await _first_step(request, door, form)


async def _first_step(request: Request, door: Door, form: FormData) -> Response:
    people = hosted(request).people
    name, password = str(form.get("name", ""))[:100], str(form.get("password", ""))[:200]
    key = door.key(name)
    place = try_place(request, key)
    wait = people.wait_seconds(key, place)
    if wait:
        return await door.shows(request, 429, name=name, wrong=_wait_words(wait))
    known = await known_as(door.web, people, name)
    try:
        right = await people.is_right(key, password, known.password_hash, place)
    except TooMany:
        return await door.shows(request, 503, name=name, wrong=TOO_MANY)
    if not right or known.access is None:
        return await door.shows(request, 401, name=name, wrong=WRONG)
    if door.person(name, known.access) is None:
        return await door.shows(request, 403, name=name, wrong=NO_PAGE)
    if not (people.second_factor and known.access.needs_factor):
        return door.begins(request, name, known)
    half = {"tenant": door.web.tenant.name, "name": name, "mark": known.mark, "place": place}
    if not await door.web.ask_site(lambda site: _has_factor(site, Whose(name, known.resets))):
        half["secret"] = new_secret(os.urandom)
    return await _code_page(request, door, half)


def _has_factor(site: Site[Any], whose: Whose) -> bool:
    return factor_of(site.store, whose) is not None


async def _code_page(
    request: Request, door: Door, half: dict[str, str], status: int = 200, wrong: str = ""
) -> Response:
    setting_up = None
    if "secret" in half:
        address = setting_up_address(brand(), door.key(half["name"]), half["secret"])
        setting_up = SettingUp(half["secret"], qr(address))
    written = hosted(request).sessions.halves.write(half)
    facts = {"name": half["name"], "half": written, "setting_up": setting_up, "wrong": wrong}
    return await door.shows(request, status, **facts)


@dataclass(frozen=True, slots=True)
class SettingUp:
    """What a phone needs to make the codes: typed in, or as a picture."""

    secret: str
    picture: Any

    @property
    def groups(self) -> str:
        """The secret in groups of four.

        >>> SettingUp("ABCDEFGH", None).groups
        'ABCD EFGH'
        """
        return " ".join(self.secret[start : start + 4] for start in range(0, len(self.secret), 4))


async def _second_step(request: Request, door: Door, written: str, code: str) -> Response:
    site = hosted(request)
    people, half = site.people, site.sessions.halves.read(written)
    name = half.get("name", "")
    known = await known_as(door.web, people, name)
    if half.get("tenant") != door.web.tenant.name or not known.mark or half["mark"] != known.mark:
        return await door.shows(request, 401, wrong=TOO_LATE)
    key, place = f"code of {door.key(name)}", half["place"]
    wait = people.wait_seconds(key, place)
    if wait:
        return await _code_page(request, door, half, 429, _wait_words(wait))
    whose, typed, at_us = Whose(name, known.resets), _digits(code), door.web.clock_us()
    secret = secret_bytes(half.get("secret", ""))

    def take(tenant: Site[Any]) -> bool:
        if secret:
            return set_up_factor(tenant.store, whose, secret, typed, at_us)
        return take_code(tenant.store, whose, typed, at_us)

    right = await door.web.ask_site(take)
    people.note(key, place, right=right)
    if right:
        return door.begins(request, name, known)
    LOG.warning("wrong code after a right password", extra={"tenant": door.web.tenant.name})
    return await _code_page(request, door, half, 401, WRONG_CODE)


def _digits(code: str) -> str:
    """The digits of a code; people type spaces.

    >>> _digits("123 456")
    '123456'
    """
    return "".join(character for character in code if character in "0123456789")


def _wait_words(wait: int) -> str:
    return f"Too many tries. Wait {wait} seconds, then try again."


async def signs_here(
    web: Web[Any], people: People, name: str, proofs: tuple[str, str], place: str
) -> Access | None:
    """The access of a second person who signs another's page; no session begins.

    `proofs` are the password and, where the role needs one, the code.
    """
    password, code = proofs
    if people.wait_seconds(name, place):
        return None
    known = await known_as(web, people, name)
    try:
        right = await people.is_right(name, password[:200], known.password_hash, place)
    except TooMany:
        return None
    if not right or known.access is None:
        return None
    if not (people.second_factor and known.access.needs_factor):
        return known.access
    key, at_us = f"code of {name}", web.clock_us()
    if people.wait_seconds(key, place):
        return None
    whose = Whose(name, known.resets)
    right = await web.ask_site(lambda site: take_code(site.store, whose, _digits(code), at_us))
    people.note(key, place, right=right)
    return known.access if right else None
