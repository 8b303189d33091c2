"""A player's phone, opened by the QR code of their slip: own cards, own claims, own prizes.

The number on a slip cannot be guessed and is the key. Numbers come by the public feed; the own
cards are fetched once a game. What a player does is given in the name of the slip's holder.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.bingo.claims.commands import Claim
from eyesdown.bingo.play.commands import PressNumber, ReportMalfunction
from eyesdown.bingo.state.money import Purchase
from eyesdown.central.hall.machine import EVENTS
from eyesdown.central.hall.rights import ALLOWED
from eyesdown.central.hall.roles import HallRole
from eyesdown.central.hall.state import HallSite
from eyesdown.central.hall.tenant import KIND
from eyesdown.central.site.credentials import Credential
from eyesdown.central.site.serials import tidy
from eyesdown.central.site.site import Site
from eyesdown.display.hall.phone import OwnScreen, own_screen
from eyesdown.display.refusals import refusals_shown
from eyesdown.kernel.errors import BadInput
from eyesdown.web.frame.context import Web, hosted, web_of
from eyesdown.web.frame.pages import page
from eyesdown.web.frame.problems import in_json, problem
from eyesdown.web.frame.sign_on import from_elsewhere
from eyesdown.web.hall.board import board_now, hall_words
from eyesdown.web.hall.frame import book_of
from eyesdown.web.hall.sign_on import PREFIX, hall_of

SLIP_LENGTH_MAX = 40
NOT_YET = datetime(1970, 1, 1, tzinfo=UTC)
"""Until the site puts in its own time: a press that is sent again is then the same."""
BELL, WORD = "bell", "bingo"
"""What a claim by phone is heard as: a bell for a player with paper (S03), a scorecard's call."""
UNKNOWN = "No slip of this hall has this number. Scan the code on your slip again, or ask a seller."


PAPER = "Your paper card counts: call out yourself, so that the hall hears you."


class SlipHolder(NamedTuple):
    """A slip that exists: its session, its purchase while the session is in memory, its number."""

    slip: str
    session: str
    purchase: Purchase | None


class Pressed(msgspec.Struct, forbid_unknown_fields=True):
    """What a phone sends: one press, under an id of its own."""

    id: str
    what: Literal["claim", "press", "malfunction"]
    game: int
    serial: str = ""
    card: int = 0
    number: int = 0


def find_slip(site: Site[HallSite], slip: str) -> SlipHolder | None:
    """The slip of a number, in whatever spacing and case it was typed; None if there is none."""
    if len(slip) > SLIP_LENGTH_MAX:
        return None
    serial = tidy(slip)
    row = site.store.record("slip", serial)
    if row is None:
        return None
    name = EVENTS.read(row.body).session
    session = site.state.hall.sessions.get(name)
    return SlipHolder(serial, name, session.purchase_of(serial) if session else None)


def _own(site: Site[HallSite], slip: str, web: Web[HallSite]) -> OwnScreen | None:
    holder = find_slip(site, slip)
    if holder is None:
        return None
    book = book_of(site, web.now())
    return own_screen(book, site.state.hall, holder.session, holder.purchase)


async def phone(request: Request) -> Response:
    """The page of a slip; one plain page for every number that is no slip of this hall."""
    web, slip = web_of(request), str(request.path_params["slip"])
    own = await web.ask_site(lambda site: _own(site, slip, web))
    if own is None:
        return _unknown(hall_of(request))
    hall = web.tenant.name
    facts: dict[str, Any] = {
        "hall": hall,
        "hall_words": hall_words(hall),
        "slip": tidy(slip),
        "book": web.tenant.book,
    }
    shown = msgspec.to_builtins(own)
    response = page("hall/phone.html", mode="hall", own=shown, board=await board_now(web), **facts)
    return _private(response)


async def own(request: Request) -> Response:
    """The slip as JSON, for the page's script."""
    web, slip = web_of(request), str(request.path_params["slip"])
    shown = await web.ask_site(lambda site: _own(site, slip, web))
    if shown is None:
        return problem(404, "ticket/unknown", "No such slip", UNKNOWN)
    return _private(in_json(shown))


async def press(request: Request) -> Response:
    """A claim, a press or a report of a malfunction, in the name of the slip's holder."""
    web, slip = web_of(request), str(request.path_params["slip"])
    if from_elsewhere(request):
        return problem(403, "page/other_site", "Not accepted", "Press on your own slip’s page.")
    holder = await web.ask_site(lambda site: find_slip(site, slip))
    if holder is None:
        return problem(404, "ticket/unknown", "No such slip", UNKNOWN)
    try:
        sent = msgspec.json.decode(await request.body(), type=Pressed)
        command = await _command(web, holder, sent)
    except msgspec.DecodeError:
        return problem(400, "input/bad", "Not understood", "Load the page again.")
    except BadInput as bad:
        return problem(400, "input/bad", "Not understood", bad.message)
    events: tuple[Any, ...] = ()
    if not await web.ask_state(lambda state: _is_being_checked(state, holder, sent)):
        events = await web.submit(command, f"phone/{holder.slip}/{sent.id}")
    refusals = [no for event in events for no in getattr(event, "refusals", ())]
    shown = await web.ask_site(lambda site: _own(site, slip, web))
    return _private(in_json({"refusals": refusals_shown(refusals), "own": shown}))


def _is_being_checked(state: HallSite, holder: SlipHolder, sent: Pressed) -> bool:
    """Whether a press is a claim of a player whose claim in this game is not decided yet."""
    session = state.hall.sessions.get(holder.session)
    game = session.games.get(sent.game) if session else None
    if sent.what != "claim" or game is None or holder.purchase is None:
        return False
    return any(claim.player == holder.purchase.player for claim in game.undecided)


def _claim_word(site: Site[HallSite], now: datetime) -> str:
    """What a phone's button calls: a scorecard's word, a bell if the hall has bells, or nothing."""
    if book_of(site, now).traits.electronic_cards:
        return WORD
    return BELL if site.state.hall.settings.phone_bell else ""


async def _command(web: Web[HallSite], holder: SlipHolder, sent: Pressed) -> Any:
    """The command of a press; BadInput if it is about a card that is not on the slip."""
    now = web.now()
    word = await web.ask_site(lambda site: _claim_word(site, now)) if sent.what == "claim" else ""
    if sent.what == "claim" and not word:
        raise BadInput("slip", PAPER)
    purchase = holder.purchase
    if purchase is None or not (sent.id.isascii() and sent.id.isalnum() and len(sent.id) <= 40):
        raise BadInput("slip", "This slip’s session has ended.")
    game: dict[str, Any] = {"at": NOT_YET, "session": holder.session, "game": sent.game}
    if sent.what == "claim":
        who = Credential(
            holder.slip,
            HallRole.PLAYER,
            "",
            account=holder.slip,
            tenant=web.tenant.name,
            person=purchase.player,
        )
        return web.tenant.admit(who, Claim(**game, slip=holder.slip, word=word))
    if sent.serial != purchase.serial or sent.card not in purchase.cards:
        raise BadInput("card", "This card is not on your slip.")
    card: dict[str, Any] = {"serial": sent.serial, "card": sent.card, "by": purchase.player}
    command: Any = ReportMalfunction(**game, **card)
    if sent.what == "press":
        command = PressNumber(**game, **card, player=purchase.player, number=sent.number)
    assert command.__class__ in ALLOWED[HallRole.PLAYER]
    return command


async def short(request: Request) -> Response:
    """The short address on a slip: the hall that sold it is looked up."""
    slip = str(request.path_params["slip"])
    for name, web in hosted(request).tenants.items():
        if web.tenant.kind != KIND:
            continue
        if await web.ask_site(lambda site: find_slip(site, slip)) is not None:
            return RedirectResponse(f"/halls/{name}/phone/{tidy(slip)}", 303)
    return _unknown("")


def _unknown(hall: str) -> Response:
    facts = {"title": "No such slip", "text": UNKNOWN, "link": "What’s on"}
    return page("message.html", status=404, href=f"/halls/{hall}" if hall else "/", **facts)


def _private(response: Response) -> Response:
    response.headers["cache-control"] = "no-store"
    return response


ROUTES = (
    Route("/phone/{slip}", short),
    Route(f"{PREFIX}/phone/{{slip}}", phone),
    Route(f"{PREFIX}/phone/{{slip}}/own", own),
    Route(f"{PREFIX}/phone/{{slip}}/press", press, methods=["POST"]),
)
