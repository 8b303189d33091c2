"""The JSON that counter and self-service pages use while a slip is being made and sold.

The response about a slip is a dry run of the very command that its sale would submit.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, NamedTuple, TypeAlias

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite, game_key
from eyesdown.central.keno.stored_tickets import find_anywhere
from eyesdown.central.site.serials import tidy
from eyesdown.central.site.site import Site
from eyesdown.display.for_players import to_players
from eyesdown.display.keno.words import line_shown
from eyesdown.keno.bets.price import no_such_bet, priced
from eyesdown.keno.sales.commands import AcceptEntry
from eyesdown.keno.sales.events import DocumentIssued, EntryAccepted
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.keno.state.payouts import parlay_available
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.documents import receipt_change_cents
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.money import dollars
from eyesdown.kernel.refused import Refused
from eyesdown.rulebook.keno_words import Tender
from eyesdown.web.frame.people import Person
from eyesdown.web.frame.problems import in_json, problem
from eyesdown.web.frame.sign_on import needs
from eyesdown.web.keno.context import KenoWeb, keno_of
from eyesdown.web.keno.counter.drafts import (
    DRY_RUN,
    SCAN_MAX,
    Draft,
    NewPapers,
    needs_change_paper,
    price_of,
    read_draft,
    read_json,
    sale_of,
    session_key,
    text,
    wrong_lines,
)
from eyesdown.web.keno.counter.papers.paper import KINDS, games_words
from eyesdown.web.keno.counter.picks import picked, templates_at
from eyesdown.web.keno.counter.scan import bet_json, scanned
from eyesdown.web.keno.counter.submit_once import (
    IdReused,
    command_id,
    shown_at_desk,
    submit_once,
)
from eyesdown.web.keno.public.line_odds import odds_of

Json: TypeAlias = dict[str, Any]
Answer: TypeAlias = Callable[[Request], Awaitable[Response]]


def till(endpoint: Answer) -> Answer:
    """A decorator for endpoints of tills; bad input gets a 422 that names the field."""

    @needs("writer", "self_service")
    @wraps(endpoint)
    async def guarded(request: Request) -> Response:
        try:
            return await endpoint(request)
        except BadInput as wrong:
            return problem(422, "input/bad", "Not understood", wrong.message, field=wrong.field)

    return guarded


@till
async def pick(request: Request) -> Response:
    """The bets of a Kwikipik, a Multipik or a Superplay template, picked at random."""
    raw, web, person = await read_json(request), keno_of(request), request.state.person
    templates = await web.ask_state(lambda state: templates_at(state.keno, person.venue))
    bets, kwikipiks = picked(web.book, templates, raw, web.below)
    return JSONResponse({"bets": bets, "kwikipiks": kwikipiks})


def game_now(web: KenoWeb, keno: KenoState) -> Json:
    """The game that a sale would go into and the seconds to its close, if one is open."""
    game = keno.games.get(keno.open_game) if keno.open_game is not None else None
    if game is None:
        return {"open": False}
    left = (game.closes_at - web.now()).total_seconds()
    return {
        "open": left > 0,
        "running": game.game,
        "number": game.number,
        "seconds": max(0, round(left)),
        "closes": f"{game.closes_at:%H:%M:%S}",
    }


@till
async def now(request: Request) -> Response:
    """The open game, and what a customer may stake again."""
    web, person = keno_of(request), request.state.person
    customer = request.query_params.get("customer", "")

    def game_and_parlay(state: KenoSite) -> Json:
        parlay = parlay_available(web.book, state.keno, session_key(person, customer))
        return {"game": game_now(web, state.keno), "parlay_cents": parlay}

    return JSONResponse(await web.ask_state(game_and_parlay))


def lines_json(web: KenoWeb, draft: Draft) -> list[Json]:
    """Every line of a slip in words, with its cost in one game if the bet exists."""
    lines = []
    for bet in draft.lines:
        words = line_shown(web.book, bet)
        bad = no_such_bet(web.book, bet)
        cost = None if bad else dollars(priced(web.book, bet).cost_cents)
        lines.append(
            {
                "game": words.game,
                "what": words.what,
                "stake": words.staked,
                "groups": words.groups,
                "cost": cost,
            }
        )
    return lines


@till
async def price(request: Request) -> Response:
    """Price, change and every refusal of a slip, by a dry run of its sale."""
    web, person = keno_of(request), request.state.person
    raw = await read_json(request)
    wrong = wrong_lines(web.book, raw)
    if wrong:
        return in_json(_with_wrong_lines(web, raw, wrong))
    draft = read_draft(web.book, raw)
    at_us = web.clock_us()

    def dry_run_of_sale(site: Site[KenoSite]) -> tuple[AcceptEntry, Any, Json]:
        keno = site.state.keno
        command = sale_of(web.book, keno, person, draft, DRY_RUN)
        return command, web.dry_run_now(site, command, at_us)[0], game_now(web, keno)

    command, event, game = await web.ask_site(dry_run_of_sale)
    refused = await shown_at_desk(web, event)
    if person.role == "self_service":
        refused = to_players(refused)
    cost = price_of(web.book, command.entry)
    change = max(0, sum(paid.cents for paid in command.tenders) - (cost or 0))
    on_paper = receipt_change_cents(command.tenders, cost or 0)
    lines = lines_json(web, draft)
    if person.role == "self_service":  # a player chooses here; a writer sells what was asked for
        odds = await odds_of(web.now().date(), draft.lines)
        lines = [line | more for line, more in zip(lines, odds, strict=True)]
    return in_json(
        {
            "lines": lines,
            "cost_cents": cost,
            "cost": dollars(cost) if cost is not None else "",
            "tenders": [
                {
                    "words": KINDS[paid.tender],
                    "amount": dollars(paid.cents),
                    "document": paid.document,
                }
                for paid in command.tenders
            ],
            "change": dollars(change),
            "change_cents": change,
            "change_on_paper": dollars(on_paper) if on_paper else "",
            "refusals": refused,
            "game": game,
        }
    )


def _with_wrong_lines(web: KenoWeb, raw: Json, wrong: dict[int, str]) -> Json:
    """The price of a slip with lines that cannot be read: each shown with what is wrong with it."""
    good = [bet for at, bet in enumerate(raw["lines"], start=1) if at not in wrong]
    shown = iter(lines_json(web, read_draft(web.book, {**raw, "lines": good})))
    lines = [
        {
            "game": f"Line {at}",
            "what": wrong[at],
            "stake": "",
            "groups": [],
            "cost": None,
            "wrong": 1,
        }
        if at in wrong
        else next(shown)
        for at in range(1, len(raw["lines"]) + 1)
    ]
    return {"lines": lines, "wrong_lines": sorted(wrong)}


class ReadySale(NamedTuple):
    """The command of a sale, and the game it goes into as far as is known before it is decided."""

    command: AcceptEntry
    game: Json
    game_name: str
    too_late: bool
    """The game that the page showed has closed, and the slip was never sent before."""


@till
async def sell(request: Request) -> Response:
    """Sell a slip, once; if its game has closed, say so before anything is sold."""
    web, person = keno_of(request), request.state.person
    draft = read_draft(web.book, await read_json(request))
    new = NewPapers(web.now(), web.serial(), web.serial() if needs_change_paper(draft) else "")
    ready = await web.ask_site(lambda site: _ready_sale(web, site, person, draft, new))
    if ready.too_late:
        detail = "The game closed before this sale reached the site. Nothing was sold."
        return problem(
            409, "slip/game_closed", "The game has closed", detail, moved=True, game=ready.game
        )
    try:
        events = await submit_once(web, person, draft.slip, ready.command)
    except IdReused as reused:
        return await _used_before(web, reused.events[0])
    event = events[0]
    if isinstance(event, Refused):
        return await not_sold(web, event, person, game=ready.game)
    assert isinstance(event, EntryAccepted)
    if event.first_game == ready.game.get("running"):
        return in_json(sold_json(web, event, ready.game_name))
    return in_json(await sold_now(web, event))


def _ready_sale(
    web: KenoWeb, site: Site[KenoSite], person: Person, draft: Draft, new: NewPapers
) -> ReadySale:
    """Everything a sale must know before it is submitted, in one question to the site."""
    keno = site.state.keno
    game = game_now(web, keno)
    moved = draft.game is not None and game.get("running") != draft.game
    slip_id = command_id(person, draft.slip)
    too_late = moved and not site.store.find([slip_id])
    command = sale_of(web.book, keno, person, draft, new)
    return ReadySale(command, game, _game_name(keno, keno.open_game), too_late)


async def not_sold(web: KenoWeb, event: Refused, person: Person, **more: Any) -> Response:
    """The response to a slip that a rule refuses, with every refusal in its reader's words."""
    refusals = await shown_at_desk(web, event)
    if person.role != "writer":
        refusals = to_players(refusals)
    detail = "The rules do not allow it. Nothing was done."
    return problem(409, refusals[0].code, "Not sold", detail, refusals=refusals, **more)


async def _used_before(web: KenoWeb, event: Any) -> Response:
    """A slip's id is for one action: the page shows what came of it the first time."""
    if isinstance(event, DocumentIssued):
        detail = "These notes came back already. Nothing was sold."
        title, receipt = "Given back already", receipt_json(event)
        return problem(409, "slip/given_back", title, detail, receipt=receipt)
    if not isinstance(event, EntryAccepted):
        detail = "This slip was refused before you changed it. Nothing was sold; try again."
        return problem(409, "slip/refused", "Not sold", detail)
    detail = "This slip was sold already, before you changed it. Nothing was sold now."
    sold = await sold_now(web, event)
    more = {"serials": [sold["serial"]], "sold": sold}
    return problem(409, "slip/sold", "Sold already", detail, **more)


def receipt_json(event: DocumentIssued) -> Json:
    """What a page shows of notes that came back."""
    document = event.document
    return {
        "serial": document.serial,
        "cents": document.face_cents,
        "amount": dollars(document.face_cents),
    }


async def sold_now(web: KenoWeb, event: EntryAccepted) -> Json:
    """What a page shows of an entry that was sold, with the name of its first game."""
    name = await web.ask_state(lambda state: _game_name(state.keno, event.first_game))
    return sold_json(web, event, name)


def _game_name(keno: KenoState, running: int | None) -> str:
    game = None if running is None else keno.games.get(running)
    return game_key(game) if game else ""


def sold_json(web: KenoWeb, event: EntryAccepted, game_name: str) -> Json:
    """What a page shows after a sale; `game_name` is that of its first game."""
    serial = event.entry.serial
    return {
        "serial": serial,
        "check": web.serials.paper_check(serial, ticket_check(event.entry)),
        "cost": dollars(event.cost_cents),
        "cash_cents": sum(
            paid.used_cents + paid.change_cents for paid in event.used if paid.tender is Tender.CASH
        ),
        "change": dollars(event.cash_change_cents),
        "change_cents": event.cash_change_cents,
        "games": games_words(game_name, event.entry.games),
        "running": event.first_game,
        "ticket": f"/till/ticket/{serial}",
        "change_document": event.change.serial if event.change else "",
        "change_document_amount": dollars(event.change.face_cents) if event.change else "",
    }


@till
async def document_json(request: Request) -> Response:
    """A voucher or receipt by its serial: what its holder may know."""
    web = keno_of(request)
    serial, _ = scanned(text(dict(request.query_params), "serial", SCAN_MAX))
    document = await web.ask_state(lambda state: state.keno.documents.get(serial))
    if document is None:
        detail = "No voucher or receipt has this serial. Scan again."
        return problem(404, "voucher/not_valid", "Not one of ours", detail)
    return JSONResponse(
        {
            "serial": document.serial,
            "kind": document.kind,
            "words": KINDS[document.kind],
            "cents": document.face_cents,
            "amount": dollars(document.face_cents),
            "state": document.state,
            "last_day": f"{document.last_day:%d %b %Y}",
        }
    )


@till
async def replay(request: Request) -> Response:
    """The bets of an old ticket, for a new slip."""
    web = keno_of(request)
    serial, _ = scanned(text(dict(request.query_params), "serial", SCAN_MAX))
    sold = await web.ask_site(lambda site: find_anywhere(site, serial))
    if sold is None:
        detail = "The site never had this ticket. Type the numbers instead."
        return problem(404, "replay/unknown_ticket", "Nothing to replay", detail)
    entry = sold.entry
    return JSONResponse(
        {
            "replay_of": tidy(serial),
            "lines": [bet_json(bet) for bet in entry.lines],
            "games": entry.games,
            "bonus_games": entry.bonus_games,
            "superplay": entry.superplay,
        }
    )


@till
async def card_json(request: Request) -> Response:
    """The favourite picks of a Keno Player Card, without the name of its holder."""
    web, name = keno_of(request), text(dict(request.query_params), "card")
    card = await web.ask_state(lambda state: state.keno.cards.get(name))
    if card is None:
        detail = "No player card has this number. Scan it again."
        return problem(404, "card/unknown", "Unknown card", detail)
    words = [line_shown(web.book, bet) for bet in card.favourites]
    favourites = [
        {"bet": bet_json(bet), "words": f"{line.game} {line.what}, {line.staked}"}
        for bet, line in zip(card.favourites, words, strict=True)
    ]
    return JSONResponse({"favourites": favourites})


ROUTES = (
    Route("/till/sell", sell, methods=["POST"]),
    Route("/till/price", price, methods=["POST"]),
    Route("/till/now", now),
    Route("/till/pick", pick, methods=["POST"]),
    Route("/till/card", card_json),
    Route("/till/document", document_json),
    Route("/till/replay", replay),
)
