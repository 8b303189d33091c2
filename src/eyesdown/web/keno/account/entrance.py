"""How a player gets in: registering, signing on and off, and a new password by a one-time code."""

from __future__ import annotations

import hashlib
import hmac
import os
from collections import defaultdict
from datetime import date, datetime
from secrets import token_hex
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno import personal
from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.personal import Details
from eyesdown.central.site.site import Site
from eyesdown.keno.office.commands import AcceptTerms, LogIn, OpenAccount, SetRealityCheck
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebooks.nsw_keno.c05_eligibility import of_age_on
from eyesdown.web.frame.pages import long_day, page
from eyesdown.web.frame.people import TooMany
from eyesdown.web.frame.sign_on import from_elsewhere
from eyesdown.web.frame.signing.places import place_of
from eyesdown.web.keno.account.frame import (
    COOKIE,
    begin_session,
    end_sessions,
    message,
    player_of,
    request_device,
    sessions_of,
)
from eyesdown.web.keno.account.terms import version_of
from eyesdown.web.keno.context import KenoWeb, keno_of
from eyesdown.web.keno.counter.drafts import read_id, text

REALITY_MINUTES = 60
"""How often play stops for a check unless its player chooses otherwise."""
PASSWORD_LENGTH_MIN, PASSWORD_LENGTH_MAX = 10, 200
ADDRESS_LENGTH_MIN = 8
BORN_FIRST = date(1900, 1, 1)
HALF_DONE_SECONDS = 600
"""How long a name stays taken by a registration that the journal never heard of."""


async def key_of(web: KenoWeb) -> bytes:
    """The key of names and birth dates."""
    if not web.players.key:
        web.players.key = await web.ask_site(
            lambda site: personal.person_key(site.store, os.urandom)
        )
    return web.players.key


def check_password(password: str, *names: str) -> str:
    """A password as a player may have it; BadInput if it is too short or only a name."""
    if len(password) < PASSWORD_LENGTH_MIN:
        raise BadInput("password", f"needs at least {PASSWORD_LENGTH_MIN} characters")
    if len(password) > PASSWORD_LENGTH_MAX:
        raise BadInput("password", f"has at most {PASSWORD_LENGTH_MAX} characters")
    if password.casefold() in {name.casefold() for name in names} or len(set(password)) < 4:
        raise BadInput("password", "is too easy to guess; take another one")
    return password


def _here(request: Request) -> str:
    return place_of(request.client.host if request.client else "?")


async def _found(web: KenoWeb, sign_on: str) -> tuple[str, str]:
    """The account of a sign-on name or account number, and the hash of its password."""
    key = await key_of(web)

    def look(site: Site[KenoSite]) -> tuple[str, str]:
        account = personal.account_of(site.store, key, sign_on) or sign_on
        if account not in site.state.keno.accounts:
            return "", ""
        return account, personal.password_of(site.store, account)

    return await web.ask_site(look)


def _entrance(request: Request, template: str, status: int = 200, **facts: Any) -> Response:
    shown = {"wrong": "", "next": request.query_params.get("next", "")[:200], **facts}
    shown["typed"] = defaultdict(str, facts.get("typed", {}))
    response = page(template, here="/account", status=status, slip=token_hex(12), **shown)
    response.headers["cache-control"] = "no-store"
    return response


# --- signing on and off ---------------------------------------------------------------------------


async def sign_on(request: Request) -> Response:
    """The sign-on page of players, and the sign-on itself."""
    if request.method != "POST":
        return _entrance(request, "account_sign_on.html")
    web, form = keno_of(request), await request.form()
    name, password = str(form.get("name", ""))[:100], str(form.get("password", ""))[:200]
    typed = {"name": name}
    if from_elsewhere(request):
        wrong = "Sign on from this page, not from another site."
        return _entrance(request, "account_sign_on.html", 403, wrong=wrong, typed=typed)
    device = request_device(request)
    place, players = (f"device {device}" if device else _here(request)), web.players
    account, password_hash = await _found(web, name)
    whose = account or hashlib.sha256(name.encode()).hexdigest()
    wait = players.wait_seconds(whose, place, known=bool(device))
    if wait:
        wrong = f"Too many tries. Wait {wait} seconds, then try again."
        return _entrance(request, "account_sign_on.html", 429, wrong=wrong, typed=typed)
    try:
        right = await players.is_right(whose, password, password_hash, place, known=bool(device))
    except TooMany:
        wrong = "Too many people are signing on. Wait a moment, then try again."
        return _entrance(request, "account_sign_on.html", 503, wrong=wrong, typed=typed)
    if not right:
        wrong = "Wrong name or password. Try again."
        return _entrance(request, "account_sign_on.html", 401, wrong=wrong, typed=typed)
    await web.submit(LogIn(web.now(), account, password_right=True))
    return await begin_session(request, account, _here(request))


async def sign_off(request: Request) -> Response:
    """End this session."""
    player = await player_of(request)
    if from_elsewhere(request):
        text = "Another site can’t sign you off."
        return message(request, 403, "page/other_site", "Not accepted", text)
    if player is not None:
        await end_sessions(keno_of(request), player.account, {player.session})
    response = RedirectResponse("/", 303)
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return response


# --- registering ----------------------------------------------------------------------------------


def read_birth_date(value: str, today: date) -> date:
    """A birth date as a form sends it; BadInput if no one living was born then.

    >>> read_birth_date("2008-11-18", date(2026, 11, 18)).isoformat()
    '2008-11-18'
    """
    try:
        born = date.fromisoformat(value.strip())
    except ValueError:
        raise BadInput("birth date", "must be a day, such as 1990-07-31") from None
    if not BORN_FIRST <= born <= today:
        raise BadInput("birth date", "isn’t one that we can take; check the year")
    return born


def _read(form: FormData, now: datetime) -> tuple[Details, str]:
    raw = {name: str(form.get(name, "")) for name in ("sign_on", "name", "address")}
    tidy = {name: text(raw, name, 200) for name in raw}
    for field, least, words in (
        ("sign_on", 3, "sign-on name"),
        ("name", 2, "full name"),
        ("address", ADDRESS_LENGTH_MIN, "address"),
    ):
        if len(tidy[field]) < least:
            raise BadInput(words, "is missing or too short")
    born = read_birth_date(str(form.get("born", "")), now.date())
    password = check_password(str(form.get("password", "")), tidy["sign_on"], tidy["name"])
    if form.get("terms") != "yes":
        raise BadInput("terms", "must be read and accepted before an account is opened")
    return Details(tidy["sign_on"], tidy["name"], born, tidy["address"], now), password


async def register(request: Request) -> Response:
    """The registration page, and the opening of an account."""
    if request.method != "POST":
        return _entrance(request, "account_register.html")
    form = await request.form()
    fields = ("sign_on", "name", "born", "address")
    typed = {name: str(form.get(name, ""))[:200] for name in fields}
    try:
        account = await _registered(request, form)
    except BadInput as wrong:
        sentence = f"{wrong.field.capitalize()} {wrong.message}."
        return _entrance(request, "account_register.html", 422, wrong=sentence, typed=typed)
    except TooMany:
        sentence = "Too many people are signing on. Wait a moment, then try again."
        return _entrance(request, "account_register.html", 503, wrong=sentence, typed=typed)
    return await begin_session(request, account, _here(request))


async def _registered(request: Request, form: FormData) -> str:
    """The number of the account that a form opens; BadInput says what is wrong with it."""
    web = keno_of(request)
    _check_origin(request)
    details, password = _read(form, web.now())
    allowed = of_age_on(details.born, web.book.figures)
    if web.now().date() < allowed:
        words = f"says that you are under 18; come back on {long_day(allowed)}"
        raise BadInput("birth date", words)
    if not web.players.may_register(_here(request)):
        raise BadInput("form", "was sent too often from here; wait five minutes")
    return await open_account(web, read_id("slip", form.get("slip")), details, password)


def _check_origin(request: Request) -> None:
    if from_elsewhere(request):
        raise BadInput("form", "must be sent from this page, not from another site")


async def open_account(web: KenoWeb, slip: str, details: Details, password: str) -> str:
    """The number of a new account; the same page sent twice opens one account."""
    key = await key_of(web)
    digest = hmac.new(key, b"account|" + slip.encode(), hashlib.sha256).hexdigest()
    account = f"A{int(digest[:14], 16) % 10**9:09d}"
    password_hash = await web.players.hashed(password)

    def put(site: Site[KenoSite]) -> str:
        """What was kept before under this number: the hash of its password."""
        owner = personal.account_of(site.store, key, details.sign_on)
        before = personal.password_of(site.store, account)
        if owner and owner != account and _is_taken(site, owner, details.registered_at):
            raise BadInput("sign-on name", "is taken; choose another one")
        if not before:
            personal.register(site.store, key, account, details, password_hash)
        return before

    before = await web.ask_site(put)
    if before and not await web.players.is_right(account, password, before, slip):
        raise BadInput("form", "was sent before with something else; load the page again")
    person = personal.person_hash(key, details.name, details.born)
    now, terms = web.now(), await version_of(web)
    commands: tuple[Any, ...] = (
        OpenAccount(now, account, person=person),
        AcceptTerms(now, account, terms),
        SetRealityCheck(now, account, REALITY_MINUTES),
    )
    for number, command in enumerate(commands):
        try:
            await web.submit(command, f"account/{account}/open{number}")
        except BadInput as wrong:  # sent twice: the first has done it, a moment earlier
            if wrong.field != "command_id":
                raise
    await web.submit(LogIn(now, account, password_right=True))
    return account


def _is_taken(site: Site[KenoSite], owner: str, now: datetime) -> bool:
    """Whether a name belongs to an account, or to a registration that is just being done."""
    if owner in site.state.keno.accounts:
        return True
    begun = personal.details_of(site.store, owner)
    return begun is not None and (now - begun.registered_at).total_seconds() < HALF_DONE_SECONDS


# --- a new password -------------------------------------------------------------------------------


async def reset(request: Request) -> Response:
    """A new password for an account whose holder has a one-time code from the office."""
    if request.method != "POST":
        return _entrance(request, "account_reset.html")
    form, typed = await request.form(), {}
    typed["name"] = str(form.get("name", ""))[:100]
    try:
        account = await _reset(request, form, typed["name"])
    except BadInput as wrong:
        sentence = f"{wrong.field.capitalize()} {wrong.message}."
        return _entrance(request, "account_reset.html", 422, wrong=sentence, typed=typed)
    except TooMany:
        sentence = "Too many people are signing on. Wait a moment, then try again."
        return _entrance(request, "account_reset.html", 503, wrong=sentence, typed=typed)
    return await begin_session(request, account, _here(request))


async def _reset(request: Request, form: FormData, name: str) -> str:
    """The account that has a new password now; every session of it has ended."""
    web, code = keno_of(request), str(form.get("code", "")).strip().upper()[:40]
    _check_origin(request)
    account, _ = await _found(web, name)
    whose, place = f"code of {account or '?'}", _here(request)
    if web.players.wait_seconds(whose, place):
        raise BadInput("code", "was tried too often; wait five minutes")
    password = check_password(str(form.get("password", "")), name)
    now, password_hash = web.now(), await web.players.hashed(password)

    def put(site: Site[KenoSite]) -> bool:
        right = bool(account) and personal.reset_holds(site.store, account, code, now)
        if right:
            personal.put_password(site.store, account, password_hash)
        return right

    if not await web.ask_site(put):
        web.players.note_failure(whose, place)
        raise BadInput("code", "isn’t right, or its time is over; ask the office for another")
    await end_sessions(web, account, set(await sessions_of(web, account)))
    await web.submit(LogIn(web.now(), account, password_right=True))
    return account


ROUTES = (
    Route("/account/sign-on", sign_on, methods=["GET", "POST"]),
    Route("/account/sign-off", sign_off, methods=["POST"]),
    Route("/account/register", register, methods=["GET", "POST"]),
    Route("/account/reset", reset, methods=["GET", "POST"]),
)
