"""The counter's other pages: vouchers and receipts, runners, staff on duty."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite
from eyesdown.display.game_names import GAMES
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
from eyesdown.rulebook.keno_words import Duty, Form, Tender
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.counter.approval import approved
from eyesdown.web.keno.counter.drafts import SCAN_MAX, text
from eyesdown.web.keno.counter.forms import (
    Fields,
    amount,
    at_the_desk,
    done,
    read_form,
    scan_of,
    words,
)
from eyesdown.web.keno.counter.frame import desk_page
from eyesdown.web.keno.counter.papers.paper import KINDS
from eyesdown.web.keno.counter.scan import scanned
from eyesdown.web.keno.counter.submit_once import shown_at_desk

VOUCHER_GAMES = ("regular", "keno2", "heads_or_tails", "racing", "roulette")
PAID_OUT = {
    "redeem": "Give {} in cash. Keep the receipt.",
    "refund": "Give back {}. Keep the voucher.",
    "chips": "Give chips for {}.",
}
"""What the cashier does next, by action."""
DUTIES = (Duty.WRITER, Duty.SENIOR_WRITER, Duty.RUNNER)


@at_the_desk
async def vouchers(request: Request) -> Response:
    """The page of vouchers and receipts; `scan` names one that was scanned, to be paid out."""
    serial, _ = scanned(text(dict(request.query_params), "scan", SCAN_MAX))
    return await _vouchers_page(request, **(await _looked_at(request, serial) if serial else {}))


async def _looked_at(request: Request, serial: str) -> dict[str, Any]:
    """A scanned voucher or receipt, and what would come of paying it out or refunding it now."""
    web, venue = keno_of(request), request.state.person.venue
    paper = await web.ask_state(lambda state: state.keno.documents.get(serial))
    refund = paper is not None and paper.kind is Tender.GIFT_VOUCHER
    command: Any = RedeemReceipt(web.now(), serial, venue, by=request.state.person.name)
    if refund:
        command = RefundVoucher(web.now(), serial, venue, True, by=request.state.person.name)
    no_cash = paper is not None and paper.kind is Tender.PREPAID_VOUCHER
    event = None if no_cash else (await web.dry_run(command))[0]
    refused = await shown_at_desk(web, event)
    return {"looked_at": paper, "looked_serial": serial, "no_cash": no_cash, "refusals": refused}


async def _vouchers_page(request: Request, status: int = 200, **more: Any) -> Response:
    facts: dict[str, Any] = {"refusals": [], "document": None, "event": "", "next": ""}
    facts["kinds"] = KINDS
    facts |= {"looked_at": None, "looked_serial": "", "no_cash": False} | more
    action, fields = facts.pop("typed", ("", {}))  # a form that was refused is filled in again
    facts["kept"] = lambda form: fields if form == action else {}
    facts["games"] = [(game, GAMES[game].title) for game in VOUCHER_GAMES]
    return await desk_page(
        request, "counter_vouchers.html", "/counter/vouchers", status=status, **facts
    )


@at_the_desk
async def voucher_action(request: Request) -> Response:
    """Sell a gift voucher or chips, issue a prepaid voucher or a receipt, redeem or refund one."""
    web, person, fields = keno_of(request), request.state.person, await read_form(request)
    action, at, venue = request.path_params["action"], web.now(), person.venue
    because, approval = words(fields, "because"), await approved(request, fields)
    command: Any
    match action:
        case "gift":
            game, face, chips = _game(fields), amount(fields), "by_chip" in fields
            command = SellGiftVoucher(at, web.serial(), venue, game, face, face, chips)
        case "prepaid":
            face = amount(fields)
            command = IssuePrepaidVoucher(
                at, web.serial(), venue, _game(fields), face, because=because, approval=approval
            )
        case "cash-voucher":
            cents = amount(fields)
            command = IssueReceipt(
                at,
                web.serial(),
                Tender.CASH_VOUCHER,
                person.terminal,
                cents,
                because=because,
                approval=approval,
            )
        case "chips":
            face = amount(fields)
            command = SellChips(at, venue, face, face)
        case "redeem":
            command = RedeemReceipt(at, scan_of(fields), venue, because=because, approval=approval)
        case "refund":
            serial = scan_of(fields)
            fault = "operator_at_fault" in fields
            command = RefundVoucher(
                at,
                serial,
                venue,
                "validated" in fields,
                fault,
                because=because,
                approval=approval,
            )
        case "print-pay":
            command = RequestPrintPay(at, scan_of(fields))
        case _:
            raise BadInput("action", "isn’t one of this page; load it again")
    event, refused = await done(request, fields, command)
    if refused:
        return await _vouchers_page(request, 409, refusals=refused, typed=(action, fields))
    facts = {"document": getattr(event, "document", None), "event": event}
    if action in PAID_OUT:
        facts["next"] = PAID_OUT[action].format(dollars(event.cents))
    return await _vouchers_page(request, **facts)


def _game(fields: Fields) -> Form:
    game = fields.get("game", "")
    if game not in VOUCHER_GAMES:
        raise BadInput("game", "isn’t one a voucher can be for; choose one of the list")
    return Form(game)


@at_the_desk
async def runners(request: Request) -> Response:
    """The page of money that runners hold."""
    return await _runners_page(request)


async def _runners_page(request: Request, status: int = 200, **more: Any) -> Response:
    venue = request.state.person.venue

    def open_money(state: KenoSite) -> list[RunnerMoney]:
        return [money for money in state.keno.runner_money.values() if money.venue == venue]

    facts: dict[str, Any] = {
        "refusals": [],
        "open_money": await keno_of(request).ask_state(open_money),
    } | more
    return await desk_page(
        request, "counter_runners.html", "/counter/runners", status=status, **facts
    )


@at_the_desk
async def collect(request: Request) -> Response:
    """Record money in a runner's hands; it is no Entry until one is sold for it."""
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
    """The page of staff on duty at this venue."""
    return await _duty_page(request)


async def _duty_page(request: Request, status: int = 200, **more: Any) -> Response:
    venue = request.state.person.venue

    def on_duty(state: KenoSite) -> list[OnDuty]:
        return [duty for duty in state.keno.on_duty.values() if duty.place == venue]

    facts: dict[str, Any] = {
        "refusals": [],
        "on_duty": await keno_of(request).ask_state(on_duty),
    } | more
    facts["duties"] = DUTIES
    return await desk_page(request, "counter_duty.html", "/counter/duty", status=status, **facts)


@at_the_desk
async def duty_action(request: Request) -> Response:
    """Sign the person at this page on or off; no one signs for another."""
    web, fields = keno_of(request), await read_form(request)
    person = request.state.person
    venue = person.venue
    command: Any
    if request.path_params["action"] == "off":
        command = SignOff(web.now(), person.name)
    else:
        duty = fields.get("duty", "")
        if duty not in DUTIES:
            raise BadInput("duty", "isn’t a duty at a venue; choose one of the list")
        command = SignOn(web.now(), person.name, Duty(duty), venue, words(fields, "account"))
    _, refused = await done(request, fields, command)
    if refused:
        return await _duty_page(request, 409, refusals=refused)
    return RedirectResponse("/counter/duty", 303)


ROUTES = (
    Route("/counter/vouchers", vouchers),
    Route("/counter/vouchers/{action}", voucher_action, methods=["POST"]),
    Route("/counter/runners", runners),
    Route("/counter/runners/collect", collect, methods=["POST"]),
    Route("/counter/duty", duty),
    Route("/counter/duty/{action}", duty_action, methods=["POST"]),
)
