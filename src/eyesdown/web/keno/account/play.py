"""Play on the internet: the slip, its odds and price, confirming it once, and what became of it.

The price and the refusals of a slip are a dry run of the very command that buying it submits. A
slip has one id until it is bought or refused, so a lost connection leaves one entry or none, and
the page can ask which (7A(f)).
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno import personal
from eyesdown.central.keno.machine import EVENTS, KenoSite
from eyesdown.central.keno.stored_tickets import find_anywhere
from eyesdown.central.site.serials import tidy
from eyesdown.central.site.site import Site
from eyesdown.display.for_players import to_players
from eyesdown.display.keno.words import line_shown
from eyesdown.display.refusals import refusals_shown
from eyesdown.keno.sales.commands import AcceptEntry, AcknowledgeEntry
from eyesdown.keno.sales.events import EntryAccepted
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.documents import Tendered
from eyesdown.keno.words.entry import Entry
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.money import dollars
from eyesdown.kernel.refused import Refused
from eyesdown.players.limits import PlayerLimits, reality_due
from eyesdown.rulebook.keno_words import Channel, Method, Tender
from eyesdown.web.frame.problems import in_json, problem
from eyesdown.web.keno.account.details import not_yours
from eyesdown.web.keno.account.frame import Player, account_page, needs_player
from eyesdown.web.keno.context import KenoWeb, keno_of
from eyesdown.web.keno.counter.api import game_now, lines_json, not_sold, sold_now
from eyesdown.web.keno.counter.drafts import (
    DRY_RUN,
    Draft,
    price_of,
    read_draft,
    read_id,
    read_json,
    text,
)
from eyesdown.web.keno.counter.page import forms_of
from eyesdown.web.keno.counter.picks import picked, templates_at
from eyesdown.web.keno.counter.scan import bet_json
from eyesdown.web.keno.counter.submit_once import IdReused, command_id, submit_once
from eyesdown.web.keno.public.line_odds import odds_of

FAVOURITES_MAX = 20


def _areas(keno: KenoState) -> dict[str, tuple[str, str]]:
    """Where a player may be at a Venue: the name of each area with its Venue (T24)."""
    return {
        area: (name, venue.name)
        for name, venue in keno.venues.items()
        for area in venue.permitted_area
    }


@needs_player
async def play(request: Request) -> Response:
    """The page on which a slip is made, checked and confirmed."""
    web, player = keno_of(request), request.state.player

    def read(site: Site[KenoSite]) -> tuple[Any, ...]:
        keno = site.state.keno
        saved = personal.favourites_of(site.store, player.account)
        areas = [(area, shown) for area, (_, shown) in _areas(keno).items()]
        return templates_at(keno, "").values(), game_now(web, keno), saved, areas

    superplays, game, favourites, areas = await web.ask_site(read)
    facts: dict[str, Any] = {
        "forms": forms_of(web.book),
        "superplays": superplays,
        "game": game,
        "favourites": favourites,
        "areas": areas,
        "replay": request.query_params.get("again", "")[:60],
    }
    response = await account_page(request, "account_play.html", "/account/play", **facts)
    due = await web.ask_state(lambda state: _due(state, web, player.account))
    return RedirectResponse("/account/reality", 303) if due else response


def _due(state: KenoSite, web: KenoWeb, account: str) -> bool:
    return reality_due(state.keno.player_limits.get(account, PlayerLimits()), web.now())


def _command(
    web: KenoWeb, keno: KenoState, player: Player, slip: tuple[Draft, str], serial: str = ""
) -> AcceptEntry:
    """The very command that confirming a slip submits."""
    draft, location = slip
    venue, _ = _areas(keno).get(location, ("", ""))
    replay = draft.method is Method.REPLAY
    entry = Entry(
        serial=serial or DRY_RUN.serial,
        lines=draft.lines,
        games=draft.games,
        channel=Channel.INTERNET,
        method=Method.REPLAY if replay else Method.INTERNET,
        venue=venue,
        account=player.account,
        bonus_games=draft.bonus_games,
        kwikipiks=draft.kwikipiks,
        superplay=draft.superplay,
        replay_of=draft.replay_of if replay else "",
    )
    paid = (Tendered(Tender.ACCOUNT, price_of(web.book, entry) or 0),)
    at = web.now() if serial else DRY_RUN.at
    where = location if venue else ""
    return AcceptEntry(at, entry, paid, confirmed=True, location=where)


async def _read_slip(request: Request) -> tuple[Draft, str]:
    raw = await read_json(request)
    return read_draft(keno_of(request).book, {"customer": "web", **raw}), text(raw, "location")


@needs_player
async def price(request: Request) -> Response:
    """Cost, odds, return and every refusal of a slip."""
    web, player = keno_of(request), request.state.player
    slip = draft, _ = await _read_slip(request)
    at_us = web.clock_us()

    def dry_run(site: Site[KenoSite]) -> tuple[AcceptEntry, Any, dict[str, Any], int]:
        keno = site.state.keno
        command = _command(web, keno, player, slip)
        balance = keno.accounts[player.account].balance_cents
        event = web.dry_run_now(site, command, at_us)[0]
        return command, event, game_now(web, keno), balance

    command, event, game, balance = await web.ask_site(dry_run)
    odds = await odds_of(web.now().date(), draft.lines)
    cost = price_of(web.book, command.entry)
    lines = [line | more for line, more in zip(lines_json(web, draft), odds, strict=True)]
    return in_json(
        {
            "lines": lines,
            "cost_cents": cost,
            "cost": dollars(cost) if cost is not None else "",
            "balance": dollars(balance),
            "left": dollars(balance - cost) if cost is not None and cost <= balance else "",
            "refusals": to_players(
                refusals_shown(event.refusals if isinstance(event, Refused) else ())
            ),
            "game": game,
        }
    )


@needs_player
async def buy(request: Request) -> Response:
    """Buy a confirmed slip, once; if its game has closed, say so before anything is bought."""
    web, player = keno_of(request), request.state.player
    slip = draft, _ = await _read_slip(request)
    serial = web.serial()

    def ready(site: Site[KenoSite]) -> tuple[AcceptEntry, dict[str, Any], bool]:
        keno = site.state.keno
        game = game_now(web, keno)
        moved = draft.game is not None and game.get("running") != draft.game
        slip_id = command_id(player.person, draft.slip)
        too_late = moved and not site.store.find([slip_id])
        return _command(web, keno, player, slip, serial), game, too_late

    command, game, too_late = await web.ask_site(ready)
    if too_late:
        detail = "The game closed before your confirmation reached the site. Nothing was bought."
        return problem(
            409, "slip/game_closed", "The game has closed", detail, moved=True, game=game
        )
    try:
        events = await submit_once(web, player.person, draft.slip, command)
    except IdReused as reused:
        return await _came_of_it(web, reused.events[0], changed=True)
    if isinstance(events[0], Refused):
        return await not_sold(web, events[0], player.person, game=game)
    return in_json(await sold_now(web, events[0]))


async def _came_of_it(web: KenoWeb, event: Any, *, changed: bool = False) -> Response:
    if isinstance(event, EntryAccepted):
        sold = await sold_now(web, event)
        if not changed:
            return in_json({"bought": True, "sold": sold})
        detail = "This slip was bought already, before you changed it. Nothing was bought now."
        return problem(409, "slip/sold", "Bought already", detail, sold=sold)
    if changed:
        detail = "This slip was refused before you changed it. Nothing was bought; try again."
        return problem(409, "slip/refused", "Not bought", detail)
    return in_json({"bought": False, "refusals": to_players(refusals_shown(event.refusals))})


@needs_player
async def came_of(request: Request) -> Response:
    """What became of a slip after a lost connection: one entry, or none (7A(f))."""
    web, player = keno_of(request), request.state.player
    slip_id = command_id(player.person, read_id("slip", request.query_params.get("slip")))
    row = await web.ask_site(lambda site: site.store.find([slip_id]).get(slip_id))
    if row is None:
        return in_json({"bought": False, "refusals": []})
    return await _came_of_it(web, EVENTS.read_all(row.events)[0])


@needs_player
async def acknowledge(request: Request) -> Response:
    """Record that the page has shown the acknowledgement of an entry."""
    web, account = keno_of(request), request.state.player.account
    serial = tidy(text(await read_json(request), "serial"))
    sold = await web.ask_site(lambda site: find_anywhere(site, serial))
    if sold is None or sold.entry.account != account:
        return not_yours(request, "entry")
    await web.submit(AcknowledgeEntry(web.now(), serial))
    return JSONResponse({"serial": serial})


@needs_player
async def pick(request: Request) -> Response:
    """The bets of a Kwikipik or a template, picked at random."""
    web, raw = keno_of(request), await read_json(request)
    templates = await web.ask_state(lambda state: templates_at(state.keno, ""))
    bets, kwikipiks = picked(web.book, templates, raw, web.below)
    return JSONResponse({"bets": bets, "kwikipiks": kwikipiks})


@needs_player
async def now(request: Request) -> Response:
    """The open game."""
    web = keno_of(request)
    return JSONResponse(
        await web.ask_state(lambda state: {"game": game_now(web, state.keno), "parlay_cents": 0})
    )


@needs_player
async def replay(request: Request) -> Response:
    """The bets of one of the player's own entries, for a new slip."""
    web, account = keno_of(request), request.state.player.account
    serial = tidy(text(dict(request.query_params), "serial"))
    sold = await web.ask_site(lambda site: find_anywhere(site, serial))
    if sold is None or sold.entry.account != account:
        return not_yours(request, "entry")
    old = sold.entry
    return JSONResponse(
        {
            "replay_of": serial,
            "lines": [bet_json(bet) for bet in old.lines],
            "games": old.games,
            "bonus_games": old.bonus_games,
            "superplay": old.superplay,
        }
    )


@needs_player
async def favourite(request: Request) -> Response:
    """Save a slip under a name, or remove one."""
    web, account, raw = keno_of(request), request.state.player.account, await read_json(request)
    name = text(raw, "name", 60)
    if not name:
        raise BadInput("name", "is missing; give the favourite a name")
    draft = read_draft(web.book, {"customer": "web", "slip": "favourite", **raw})
    lines = [bet_json(bet) for bet in draft.lines]
    words = ", ".join(f"{each.game} {each.what}" for each in _shown(web, draft))

    def put(site: Site[KenoSite]) -> list[dict[str, Any]]:
        saved = [
            each for each in personal.favourites_of(site.store, account) if each["name"] != name
        ]
        if lines:
            facts = {"name": name, "lines": lines, "games": draft.games, "words": words}
            saved = [*saved, facts][-FAVOURITES_MAX:]
        personal.put_favourites(site.store, account, saved)
        return saved

    return JSONResponse({"favourites": await web.ask_site(put)})


def _shown(web: KenoWeb, draft: Draft) -> list[Any]:
    return [line_shown(web.book, bet) for bet in draft.lines]


ROUTES = (
    Route("/account/play", play),
    Route("/account/till/price", price, methods=["POST"]),
    Route("/account/till/sell", buy, methods=["POST"]),
    Route("/account/till/slip", came_of),
    Route("/account/till/acknowledge", acknowledge, methods=["POST"]),
    Route("/account/till/pick", pick, methods=["POST"]),
    Route("/account/till/now", now),
    Route("/account/till/replay", replay),
    Route("/account/till/favourite", favourite, methods=["POST"]),
)
