"""The rest of the desk: vouchers and receipts, runners' money, who is on duty, the cash-up."""

from __future__ import annotations

from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite
from eyesdown.display.keno.words import GAMES
from eyesdown.keno.claims.commands import RequestPrintPay
from eyesdown.keno.office.commands import SignOff, SignOn
from eyesdown.keno.sales.commands import (
    CollectByRunner,
    IssuePrepaidVoucher,
    IssueReceipt,
    RedeemReceipt,
    RefundVoucher,
    SellChips,
    SellGiftVoucher,
)
from eyesdown.keno.words.claims import RunnerMoney
from eyesdown.keno.words.places import OnDuty
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.money import dollars
from eyesdown.kernel.written import Exact
from eyesdown.rulebook.keno_words import Duty, Form, Tender
from eyesdown.web.counter.cash import Tally
from eyesdown.web.counter.forms import Fields, amount, at_the_desk, done, read_form, scan_of, words
from eyesdown.web.counter.frame import desk_page
from eyesdown.web.counter.paper import KINDS
from eyesdown.web.keno.context import keno_of

VOUCHER_GAMES = ("regular", "keno2", "heads_or_tails", "racing", "roulette")
PAID_OUT = {
    "redeem": "Give {} in cash. Keep the receipt.",
    "refund": "Give back {}. Keep the voucher.",
    "chips": "Give chips for {}.",
}
"""What the cashier does next, by what was asked for."""
DUTIES = (Duty.WRITER, Duty.SENIOR_WRITER, Duty.RUNNER)


@at_the_desk
async def vouchers(request: Request) -> Response:
    return await _vouchers_page(request)


async def _vouchers_page(request: Request, status: int = 200, **more: Any) -> Response:
    facts = {"refusals": [], "document": None, "said": "", "next": "", "kinds": KINDS} | more
    facts["games"] = [(game, GAMES[game].title) for game in VOUCHER_GAMES]
    return await desk_page(
        request, "counter_vouchers.html", "/counter/vouchers", status=status, **facts
    )


@at_the_desk
async def voucher_deed(request: Request) -> Response:
    """Sell a gift voucher or chips, give a prepaid one, issue or redeem receipts, refund."""
    web, person, fields = keno_of(request), request.state.person, await read_form(request)
    deed, at, venue = request.path_params["deed"], web.now(), person.venue
    command: Any
    match deed:
        case "gift":
            game, face, chips = _game(fields), amount(fields), "by_chip" in fields
            command = SellGiftVoucher(at, web.serial(), venue, game, face, face, chips)
        case "prepaid":
            face = amount(fields)
            command = IssuePrepaidVoucher(at, web.serial(), venue, _game(fields), face)
        case "cash-voucher":
            cents = amount(fields)
            command = IssueReceipt(at, web.serial(), Tender.CASH_VOUCHER, person.terminal, cents)
        case "chips":
            face = amount(fields)
            command = SellChips(at, venue, face, face)
        case "redeem":
            command = RedeemReceipt(at, scan_of(fields), venue)
        case "refund":
            serial = scan_of(fields)
            fault = "operator_at_fault" in fields
            command = RefundVoucher(at, serial, venue, "validated" in fields, fault)
        case "print-pay":
            command = RequestPrintPay(at, scan_of(fields))
        case _:
            raise BadInput("deed", "is not one of this page’s")
    event, refused = await done(request, fields, command)
    if refused:
        return await _vouchers_page(request, 409, refusals=refused)
    facts = {"document": getattr(event, "document", None), "said": event}
    if deed in PAID_OUT:
        facts["next"] = PAID_OUT[deed].format(dollars(event.cents))
    return await _vouchers_page(request, **facts)


def _game(fields: Fields) -> Form:
    game = fields.get("game", "")
    if game not in VOUCHER_GAMES:
        raise BadInput("game", "is not one a voucher can be for")
    return Form(game)


@at_the_desk
async def runners(request: Request) -> Response:
    return await _runners_page(request)


async def _runners_page(request: Request, status: int = 200, **more: Any) -> Response:
    venue = request.state.person.venue

    def seen(site: KenoSite) -> list[RunnerMoney]:
        return [money for money in site.keno.runner_money.values() if money.venue == venue]

    facts: dict[str, Any] = {
        "refusals": [],
        "open_money": await keno_of(request).ask_state(seen),
    } | more
    return await desk_page(
        request, "counter_runners.html", "/counter/runners", status=status, **facts
    )


@at_the_desk
async def collect(request: Request) -> Response:
    """Money in a runner's hand, with the note the customer holds; no Entry until it is sold."""
    web, fields = keno_of(request), await read_form(request)
    command = CollectByRunner(
        web.now(),
        words(fields, "note", needed=True),
        words(fields, "runner", needed=True),
        request.state.person.venue,
        amount(fields),
    )
    _, refused = await done(request, fields, command)
    if refused:
        return await _runners_page(request, 409, refusals=refused)
    return RedirectResponse("/counter/runners", 303)


@at_the_desk
async def duty(request: Request) -> Response:
    return await _duty_page(request)


async def _duty_page(request: Request, status: int = 200, **more: Any) -> Response:
    venue = request.state.person.venue

    def seen(site: KenoSite) -> list[OnDuty]:
        return [one for one in site.keno.on_duty.values() if one.place == venue]

    facts: dict[str, Any] = {
        "refusals": [],
        "on_duty": await keno_of(request).ask_state(seen),
    } | more
    facts["duties"] = DUTIES
    return await desk_page(request, "counter_duty.html", "/counter/duty", status=status, **facts)


@at_the_desk
async def duty_deed(request: Request) -> Response:
    """Sign somebody on or off at this venue, and at no other."""
    web, fields = keno_of(request), await read_form(request)
    name, venue = words(fields, "name", needed=True), request.state.person.venue
    command: Any
    if request.path_params["deed"] == "off":
        place = await web.ask_state(lambda site: site.keno.on_duty.get(name))
        if place is not None and place.place != venue:
            raise BadInput("name", "is on duty somewhere else")
        command = SignOff(web.now(), name)
    else:
        asked = fields.get("duty", "")
        if asked not in DUTIES:
            raise BadInput("duty", "is not one of a venue")
        command = SignOn(web.now(), name, Duty(asked), venue, words(fields, "account"))
    _, refused = await done(request, fields, command)
    if refused:
        return await _duty_page(request, 409, refusals=refused)
    return RedirectResponse("/counter/duty", 303)


@at_the_desk
async def cash_up(request: Request) -> Response:
    """What the drawer should hold: the day's, or since somebody here signed on."""
    web, person = keno_of(request), request.state.person
    tally = _tally(request)
    await tally.catch_up(web)

    def seen(site: KenoSite) -> tuple[list[OnDuty], Exact, date | None]:
        people = [one for one in site.keno.on_duty.values() if one.place == person.venue]
        return people, site.keno.owed_by(person.venue), site.keno.day

    people, licensees, day = await web.ask_state(seen)
    chosen = next((one for one in people if one.person == request.query_params.get("since")), None)
    kinds = tally.shift(person.venue, chosen.since if chosen else None)
    facts: dict[str, Any] = {
        "people": people,
        "chosen": chosen,
        "kinds": kinds,
        "drawer": sum(kind.drawer_cents for kind in kinds),
        "box": sum(kind.box_cents for kind in kinds),
        "licensees": licensees,
        "day": day,
    }
    return await desk_page(request, "counter_cash_up.html", "/counter/cash-up", **facts)


def _tally(request: Request) -> Tally:
    """One tally for the whole app; it reads each row of the journal once."""
    state = request.app.state
    if not hasattr(state, "tally"):
        state.tally = Tally()
    tally = state.tally
    assert isinstance(tally, Tally)
    return tally


ROUTES = (
    Route("/counter/vouchers", vouchers),
    Route("/counter/vouchers/{deed}", voucher_deed, methods=["POST"]),
    Route("/counter/runners", runners),
    Route("/counter/runners/collect", collect, methods=["POST"]),
    Route("/counter/duty", duty),
    Route("/counter/duty/{deed}", duty_deed, methods=["POST"]),
    Route("/counter/cash-up", cash_up),
)
