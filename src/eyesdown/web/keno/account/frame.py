"""The frame of a player's pages: who is signed on, their commands, and what every page shows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from secrets import token_hex, token_urlsafe
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.datastructures import FormData
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response

from eyesdown.central.keno import personal
from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.personal import PlayerSession
from eyesdown.central.site.site import Site
from eyesdown.display.keno.account import AccountView, account_view
from eyesdown.display.refusals import refusals_shown
from eyesdown.keno.office.commands import LogOut
from eyesdown.keno.office.limits import looks_excluded
from eyesdown.keno.state.checks import has_accepted_terms
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.refused import Refused
from eyesdown.players.limits import PlayerLimits
from eyesdown.web.frame.context import hosted
from eyesdown.web.frame.pages import page
from eyesdown.web.frame.people import Person
from eyesdown.web.frame.problems import problem
from eyesdown.web.frame.sessions import SESSION_SECONDS
from eyesdown.web.frame.sign_on import from_elsewhere, token_holds, wants_json
from eyesdown.web.keno.context import KenoWeb, keno_of
from eyesdown.web.keno.counter.drafts import read_id
from eyesdown.web.keno.counter.submit_once import IdReused, submit_once

COOKIE = "eyesdown-player"
DEVICE = "eyesdown-device"
"""A browser that has signed on before; kept for a year."""
DEVICE_SECONDS = 365 * 24 * 3600
SESSIONS_KEPT = 30

Endpoint = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Player:
    """A player who is signed on, by the number of their account."""

    account: str
    session: str
    csrf: str

    @property
    def person(self) -> Person:
        """The player as the one who sends commands: ids are the account's own."""
        return Person(self.account, "player", terminal=f"account/{self.account}")


async def player_of(request: Request) -> Player | None:
    """The player of the request's cookie; None if no one is, or the session was ended."""
    raw = hosted(request).sessions.read(request.cookies.get(COOKIE, ""))
    account, session = raw.get("player", ""), raw.get("session", "")
    if not account:
        return None
    live = (await sessions_of(keno_of(request), account)).get(session)
    if live is None or live.ended is not None:
        return None
    return Player(account, session, raw.get("csrf", ""))


async def sessions_of(web: KenoWeb, account: str) -> dict[str, PlayerSession]:
    """The sign-ons of an account, from memory after the first time."""
    known = web.players.sessions.get(account)
    if known is None:
        stored = await web.ask_site(lambda site: personal.sessions_of(site.store, account))
        known = web.players.sessions[account] = {each.session: each for each in stored}
    return known


async def keep_sessions(web: KenoWeb, account: str) -> None:
    """Write the sign-ons of an account to the store; the oldest that have ended go first."""
    sessions = web.players.sessions[account]
    ended = [each.session for each in sessions.values() if each.ended is not None]
    for session in ended[: max(0, len(sessions) - SESSIONS_KEPT)]:
        del sessions[session]
    stored = list(sessions.values())
    await web.ask_site(lambda site: personal.put_sessions(site.store, account, stored))


async def begin_session(request: Request, account: str, place: str) -> Response:
    """Sign a player on in this browser, and send them where they wanted to go."""
    web, site = keno_of(request), hosted(request)
    sessions = await sessions_of(web, account)
    session, csrf = token_hex(12), token_urlsafe(24)
    browser = request.headers.get("user-agent", "")[:200]
    sessions[session] = PlayerSession(session, web.now(), place, browser)
    await keep_sessions(web, account)
    target = request.query_params.get("next", "")
    own = target.startswith("/account") and target.isascii() and "\\" not in target
    response = RedirectResponse(target if own else "/account", 303)
    cookie = site.sessions.write({"player": account, "session": session, "csrf": csrf})
    device = site.sessions.write({"device": request_device(request) or token_hex(8)})
    secure = request.url.scheme == "https"
    options: dict[str, Any] = {"httponly": True, "samesite": "strict", "secure": secure}
    response.set_cookie(COOKIE, cookie, max_age=SESSION_SECONDS, **options)
    response.set_cookie(DEVICE, device, max_age=DEVICE_SECONDS, path="/account", **options)
    return response


def request_device(connection: HTTPConnection) -> str:
    """The id of a browser that has signed on before; empty for any other."""
    cookie = connection.cookies.get(DEVICE, "")
    return hosted(connection).sessions.read_old(cookie, DEVICE_SECONDS).get("device", "")


async def end_sessions(web: KenoWeb, account: str, which: set[str]) -> None:
    """End sessions of an account; with the last one its holder is logged out."""
    sessions = await sessions_of(web, account)
    for session in which & sessions.keys():
        if sessions[session].ended is None:
            sessions[session] = msgspec.structs.replace(sessions[session], ended=web.now())
    await keep_sessions(web, account)
    if all(each.ended is not None for each in sessions.values()):
        await web.submit(LogOut(web.now(), account))


def needs_player(endpoint: Endpoint) -> Endpoint:
    """A decorator that lets only signed-on players in; changes need the session's token as well."""

    @wraps(endpoint)
    async def guarded(request: Request) -> Response:
        reads_only = request.method in ("GET", "HEAD")
        player = await player_of(request)
        if player is None:
            return _signed_off(request, reads_only=reads_only)
        request.state.player = player
        if not reads_only and not await _token_holds(request, player):
            text = "This page is too old. Nothing was done. Load it again and repeat."
            return message(request, 403, "page/expired", "Not accepted", text)
        try:
            response = await endpoint(request)
        except BadInput as wrong:
            if wants_json(request):
                return problem(422, "input/bad", "Not understood", wrong.message, field=wrong.field)
            text = f"{wrong.field.capitalize()} {wrong.message}. Nothing was done. Go back."
            return message(request, 422, "input/bad", "Not understood", text)
        response.headers.setdefault("cache-control", "no-store")
        return response

    return guarded


def _signed_off(request: Request, *, reads_only: bool) -> Response:
    if reads_only and not wants_json(request):
        return RedirectResponse(f"/account/sign-on?next={quote(request.url.path)}", 303)
    text = "Your session has ended and nothing you sent was done. Sign on again, then repeat."
    return message(request, 401, "page/signed_off", "Signed off", text)


async def _token_holds(request: Request, player: Player) -> bool:
    return await token_holds(request, player.csrf) and not from_elsewhere(request)


def message(request: Request, status: int, code: str, title: str, text: str) -> Response:
    """A page or JSON that says why nothing was done, and where to go on."""
    if wants_json(request):
        return problem(status, code, title, text)
    signed_on = getattr(request.state, "player", None) is not None
    href, link = ("/account", "Your account") if signed_on else ("/account/sign-on", "Sign on")
    return page("message.html", status=status, title=title, text=text, href=href, link=link)


@dataclass(frozen=True, slots=True)
class Shown:
    """What every page of an account shows: the account itself, and whether it is held."""

    view: AccountView
    terms_accepted: bool
    held: bool
    age_known: bool
    identified: bool
    waiting_cents: int


def shown_of(site: Site[KenoSite], web: KenoWeb, account: str) -> Shown:
    """An account as its holder sees it now."""
    keno, now = site.state.keno, web.now()
    stored = keno.accounts[account]
    view = account_view(stored, keno.player_limits.get(account, PlayerLimits()), now)
    waiting = sum(each.cents for each in keno.withdrawals.values() if each.account == account)
    return Shown(
        view,
        has_accepted_terms(keno, stored, now),
        looks_excluded(keno, account, now),
        stored.age_known,
        bool(stored.identified_by),
        waiting,
    )


async def account_page(
    request: Request, template: str, tab: str, *, status: int = 200, **facts: Any
) -> Response:
    """A page of the account with its frame; its forms get an id, so that each is done once."""
    web, player = keno_of(request), request.state.player
    shown = await web.ask_site(lambda site: shown_of(site, web, player.account))
    frame = {
        "player": player,
        "csrf": player.csrf,
        "slip": token_hex(10),
        "tab": tab,
        "shown": shown,
        "a": shown.view,
        "now": web.now(),
        "refusals": (),
        "done": request.query_params.get("done", "")[:20],
    }
    return page(template, status=status, here="/account", **frame | facts)


async def act(request: Request, form: FormData, command: Any) -> Any:
    """The first event of a command that a form sends, done once however often it is sent."""
    player: Player = request.state.player
    slip = read_id("slip", form.get("slip"))
    try:
        events = await submit_once(keno_of(request), player.person, slip, command)
    except IdReused:
        raise BadInput("form", "was sent before with something else; load the page again") from None
    return events[0] if events else None


def refused_words(event: Any) -> Any:
    """Every refusal of an event, in words; empty if it is none."""
    return refusals_shown(event.refusals) if isinstance(event, Refused) else ()
