"""A family table behind its pages: languages, who asks, and codes that are guessed too often."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from eyesdown.central.family.keys import host_key, key_hash, tidy_key
from eyesdown.central.family.machine import FamilySite
from eyesdown.central.family.table import Table
from eyesdown.central.family.tenant import KIND
from eyesdown.central.site.site import Broke, Done, IdTaken
from eyesdown.display.family.words import refusal_text, script_texts, text
from eyesdown.kernel.errors import BadInput, EyesdownError
from eyesdown.rulebooks.family_bingo.words import LANGUAGES
from eyesdown.web.frame.context import FrontCard, Web, hosted
from eyesdown.web.frame.pages import page
from eyesdown.web.frame.signing.tries import Tries

LANGUAGE_COOKIE = "eyesdown_language"
COOKIE_SECONDS = 400 * 24 * 3600
TRIES_MAX = 12
TRIES_SECONDS = 120
PLACES_MAX = 10_000


@dataclass(slots=True, kw_only=True)
class FamilyWeb(Web[FamilySite]):
    """The family tables as their pages see them."""

    addresses: Callable[[], tuple[str, ...]] | None = None
    """Where phones reach this machine; None on a site that has an address of its own."""
    guesses: Tries = field(
        default_factory=lambda: Tries(
            time.monotonic, TRIES_SECONDS, each_max=TRIES_MAX, keys_max=PLACES_MAX
        )
    )
    """Wrong codes and keys, by the address they came from."""

    def guess_wait_seconds(self, place: str) -> int:
        """Seconds until an address may try another code or key; 0 if it may now."""
        return self.guesses.wait_seconds(("", place), TRIES_MAX)

    def note_guess(self, place: str) -> None:
        """Note a wrong code or key from an address."""
        self.guesses.count(("", place))

    async def host_key(self, code: str) -> str:
        """The key of a table's host, for the person who has just opened it."""
        return await self.ask_site(lambda site: host_key(site.store, code, os.urandom))

    async def submit_sent(self, command: Any, command_id: str, sent: bytes) -> tuple[Any, ...]:
        """The events of a command; a phone that sends the same bytes again gets them again."""
        if self.tenant.needs_site(command):
            command = await self.ask_site(lambda site: self.tenant.complete(site, None, command))
        match await self.sequencer.submit(command_id, command, sent):
            case Done(events=events):
                return events
            case IdTaken():
                raise BadInput("id", "was used before, for something else")
            case Broke(words=words):
                raise EyesdownError(words)


def front_card(state: FamilySite, _: datetime) -> FrontCard:
    """The family tables on the front page."""
    count = len(state.tables)
    words = "phones as cards, no account, no money."
    on = f" {count} table{'s are' if count > 1 else ' is'} open now." if count else ""
    return FrontCard(
        "Bingo at home", f"Call for family and friends: {words}{on}", "Open a table", "/family"
    )


def family_of(connection: HTTPConnection) -> FamilyWeb:
    """The family tables of this process."""
    for web in hosted(connection).tenants.values():
        if web.tenant.kind == KIND:
            assert isinstance(web, FamilyWeb)
            return web
    raise AssertionError("these pages are served with family tables only")


def language_of(request: Request) -> str:
    """The language of a page: by the switch, by the cookie of the switch, else by the browser.

    >>> language_of(Request({"type": "http", "headers": [(b"accept-language", b"fr-CA,en")]}))
    'fr'
    """
    chosen = request.query_params.get("lang") if "query_string" in request.scope else None
    for language in (chosen, request.cookies.get(LANGUAGE_COOKIE)):
        if language in LANGUAGES:
            return language
    for part in request.headers.get("accept-language", "").split(","):
        language = part.strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


def family_page(request: Request, template: str, *, status: int = 200, **facts: Any) -> Response:
    """A page in the reader's language; the switch is remembered."""
    language = language_of(request)

    def words(key: str, **places: Any) -> str:
        return text(key, language, **places)

    other = next(name for name in LANGUAGES if name != language)
    shown: dict[str, Any] = {
        "t": words,
        "lang": language,
        "other": other,
        "js": script_texts(language),
    }
    response = page(template, status=status, **shown | {"path": request.url.path} | facts)
    response.headers["vary"] = "accept-language, cookie"
    if request.query_params.get("lang") in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, language, COOKIE_SECONDS, samesite="lax")
    return response


def message(request: Request, status: int, code: str, **facts: Any) -> Response:
    """A page that says what happened and what to do."""
    words = refusal_text(code, language_of(request), facts)
    return family_page(request, "family_message.html", status=status, words=words, code=code)


def host_cookie(code: str) -> str:
    """The name of the cookie that holds a host's key."""
    return f"eyesdown_host_{code}"


def seat_cookie(code: str) -> str:
    """The name of the cookie that holds a seat's token."""
    return f"eyesdown_seat_{code}"


def keep(request: Request, response: Response, name: str, value: str) -> None:
    """Give the browser a key or a token to keep."""
    response.set_cookie(
        name,
        value,
        COOKIE_SECONDS,
        path="/family",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def is_host(request: Request, code: str, table: Table) -> bool:
    """Whether this browser has the key of the table's host."""
    key = request.cookies.get(host_cookie(code), "")
    return bool(key) and key_hash(tidy_key(key)) == table.host


def seat_of(request: Request, code: str, table: Table) -> str:
    """The seat of this browser; empty if it has none."""
    token = request.cookies.get(seat_cookie(code), "")
    return table.seat_of_token(key_hash(token)) if token else ""


def place_of(request: Request) -> str:
    """The address that a request came from."""
    return request.client.host if request.client else ""
