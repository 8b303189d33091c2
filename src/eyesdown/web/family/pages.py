"""The pages of a family table: start, phone, host, board, rules, check and score sheet."""

from __future__ import annotations

import json
from collections.abc import Iterable
from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlsplit

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.family.commands import AnswerKnock, Knock
from eyesdown.central.family.keys import CODE_LENGTH, KEY_LENGTH, key_hash, tidy_key
from eyesdown.central.family.table import HOST_SEAT, NAME_MAX, PACES, ROUNDS_MAX, WORD_COUNTS
from eyesdown.rulebooks.family_bingo.words import rules_page
from eyesdown.web.family.context import (
    family_of,
    family_page,
    host_cookie,
    keep,
    language_of,
    message,
    place_of,
    seat_cookie,
)
from eyesdown.web.family.tables import Visit, at_table, plain
from eyesdown.web.frame.codes import qr
from eyesdown.web.frame.live import watch
from eyesdown.web.frame.sign_on import from_elsewhere

LOOPBACK = ("localhost", "127.0.0.1", "[::1]", "::1")


def data(value: object) -> Markup:
    """A value for a script to read, safe inside a script element."""
    return Markup(json.dumps(value, ensure_ascii=False).replace("<", "\\u003c"))  # noqa: S704 -- no < is left in it


def addresses(request: Request) -> tuple[str, ...]:
    """Where phones reach this site; nothing if only this machine does."""
    own = family_of(request).addresses
    if own is not None:
        return own()
    door = door_of(request)
    if door is not None:
        addresses_of_door: tuple[str, ...] = door.addresses()
        return addresses_of_door
    base = str(request.base_url).rstrip("/")
    return () if urlsplit(base).hostname in LOOPBACK else (base,)


def door_of(request: Request) -> Any:
    """The door for phones of a site that listens on this machine only; None if it needs none."""
    return getattr(request.app.state, "family_door", None)


def joining(request: Request, code: str) -> list[dict[str, object]]:
    """Every address of a table with its QR code."""
    urls = [f"{base}/family/{code}" for base in addresses(request)]
    return [{"url": url.partition("//")[2], "qr": qr(url)} for url in urls]


async def start(request: Request) -> Response:
    """Open a table or join one; the tables that this browser hosts are listed."""
    code = request.query_params.get("code", "").strip().upper()
    if code:
        return RedirectResponse(f"/family/{code[:20]}", 303)
    prefix = host_cookie("")
    codes = [name.removeprefix(prefix) for name in request.cookies if name.startswith(prefix)]
    web = family_of(request)
    mine = await web.ask_state(
        lambda state: [
            (code, ", ".join(seat.name for seat in state.tables[code].here.values()))
            for code in codes
            if code in state.tables
        ]
    )
    return family_page(request, "family_start.html", mine=mine, name_max=NAME_MAX)


@at_table
async def phone(request: Request, visit: Visit) -> Response:
    """A phone's page: sit down, wait, or play."""
    if not visit.seat:
        names = [seat.name for seat in (await visit.shown()).seats]
        facts: dict[str, Any] = {"code": visit.code, "names": names, "wrong": "", "typed": ""}
        return family_page(request, "family_join.html", waiting=visit.is_waiting, **facts)
    return family_page(
        request,
        "family_phone.html",
        code=visit.code,
        name=visit.name,
        snapshot=data(plain(await visit.shown())),
        me=data(me_facts(visit)),
    )


def me_facts(visit: Visit) -> dict[str, object]:
    """What a phone knows of its own seat."""
    return {"seat": visit.seat, "name": visit.name, "hands": visit.hands}


@at_table
async def me(_request: Request, visit: Visit) -> Response:
    """The cards and counters of this phone."""
    return JSONResponse(me_facts(visit), headers={"cache-control": "no-store"})


@at_table
async def host(request: Request, visit: Visit) -> Response:
    """The host's page; a key in the address or in the form is taken into the browser."""
    key = tidy_key(request.query_params.get("key", ""))
    if key:
        is_right = key == await visit.web.host_key(visit.code)
        if not is_right:
            visit.web.note_guess(place_of(request))
            return message(request, 403, "host/wrong_key")
        response: Response = RedirectResponse(f"/family/{visit.code}/host", 303)
        keep(request, response, host_cookie(visit.code), key)
        if not visit.seat and visit.table.seats[HOST_SEAT].token == "":
            await _seat_the_host(request, response, visit)
        return response
    if not visit.is_host:
        return family_page(request, "family_key.html", code=visit.code, length=KEY_LENGTH)
    return family_page(
        request,
        "family_host.html",
        code=visit.code,
        key=await visit.web.host_key(visit.code),
        joining=joining(request, visit.code),
        door=door_of(request),
        snapshot=data(plain(await visit.shown())),
        me=data(me_facts(visit)),
        paces=PACES,
        rounds_max=ROUNDS_MAX,
        word_counts=WORD_COUNTS,
        name_max=NAME_MAX,
    )


async def _seat_the_host(request: Request, response: Response, visit: Visit) -> None:
    """Give the host's browser the host's own seat: a table opened in a terminal has none yet."""
    token = token_urlsafe(16)
    where: dict[str, Any] = {"at": visit.web.now(), "table": visit.code, "seat": HOST_SEAT}
    await visit.web.submit(Knock(**where, token=key_hash(token)))
    await visit.web.submit(AnswerKnock(**where, is_them=True))
    keep(request, response, seat_cookie(visit.code), token)


@at_table
async def door(request: Request, visit: Visit) -> Response:
    """The addresses of the table now: a laptop may have changed its network."""
    return JSONResponse(joining(request, visit.code), headers={"cache-control": "no-store"})


@at_table
async def open_door(request: Request, visit: Visit) -> Response:
    """Let phones on the network in; only the host may."""
    door = door_of(request)
    if door is None or not visit.is_host or from_elsewhere(request):
        return message(request, 403, "seat/not_yours")
    await door.open()
    return RedirectResponse(f"/family/{visit.code}/host", 303)


@at_table
async def board(request: Request, visit: Visit) -> Response:
    """The big screen."""
    return family_page(
        request,
        "family_board.html",
        mode="hall",
        code=visit.code,
        joining=joining(request, visit.code)[:1],
        snapshot=data(plain(await visit.shown())),
    )


@at_table
async def options(_request: Request, visit: Visit) -> Response:
    """What the table agreed on, for the host's form."""
    agreed = await visit.web.ask_state(lambda state: state.tables[visit.code].options)
    return JSONResponse(msgspec.to_builtins(agreed), headers={"cache-control": "no-store"})


@at_table
async def live(request: Request, visit: Visit) -> Response:
    """The feed of the table's snapshots."""
    return watch(request, visit.web.keyed_feed("table", visit.code))


@at_table
async def scores(request: Request, visit: Visit) -> Response:
    """The score sheet, to print."""
    shown = await visit.shown()
    seats = sorted(shown.seats, key=lambda seat: -seat.score)
    day = visit.web.now().date()
    return family_page(
        request, "family_scores.html", code=visit.code, shown=shown, seats=seats, day=day
    )


@at_table
async def check(request: Request, visit: Visit) -> Response:
    """How the order of the last round follows from its secret, for anyone to check."""
    shown = await visit.shown()
    facts: dict[str, Any] = {"code": visit.code, "shown": shown, "snapshot": data(plain(shown))}
    return family_page(request, "family_check.html", **facts)


async def rules(request: Request) -> Response:
    """The rules in our own words, the safety notice last."""
    *paragraphs, warning = rules_page(language_of(request))
    shown: Iterable[str] = paragraphs
    return family_page(request, "family_rules.html", paragraphs=shown, warning=warning)


CODE = "{code:str}"
ROUTES = (
    Route("/family", start),
    Route("/family/rules", rules),
    Route(f"/family/{CODE}", phone),
    Route(f"/family/{CODE}/me", me),
    Route(f"/family/{CODE}/host", host),
    Route(f"/family/{CODE}/door", door),
    Route(f"/family/{CODE}/door", open_door, methods=["POST"]),
    Route(f"/family/{CODE}/options", options),
    Route(f"/family/{CODE}/board", board),
    Route(f"/family/{CODE}/live", live),
    Route(f"/family/{CODE}/scores", scores),
    Route(f"/family/{CODE}/check", check),
)
assert len("rules") + 1 > CODE_LENGTH  # "rules" has lower-case letters and a vowel: never a code
