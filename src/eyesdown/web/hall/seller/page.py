"""The seller's pages: sell, sales of tonight, pay, cash-up."""

from __future__ import annotations

from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.bingo.sales.commands import IssueScorecards
from eyesdown.bingo.sales.decide import price_cents
from eyesdown.central.hall.roles import HallRole
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.site import Site
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.refused import refusals_in
from eyesdown.kernel.written import replace
from eyesdown.web.api.command_reader import Sent
from eyesdown.web.frame.context import Web, web_of
from eyesdown.web.hall.act import (
    Read,
    answered,
    bad_input,
    done_before,
    just_done,
    next_of,
    own_id,
    perform,
    read_sent,
    rehearse,
)
from eyesdown.web.hall.forms import cents_typed, numbers_typed, read_command
from eyesdown.web.hall.frame import book_of, hall_page
from eyesdown.web.hall.seller import paper
from eyesdown.web.hall.seller.view import SellerView, next_books, seller_view
from eyesdown.web.hall.sign_on import PREFIX, needs_hall

TABS = (
    ("seller", "Sell", "1"),
    ("seller/pay", "Pay", "2"),
    ("seller/sales", "Sales", "3"),
    ("seller/cash-up", "Cash-up", "4"),
)
CARDS_AT_ONCE = 500
COINS = (10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5)
"""Notes and coins, in cents, from the largest."""
PIECES_MAX = 100_000
SOUGHT_LENGTH_MAX = 300
"""The longest name, or address in the code of a slip, that a seller may look for."""


async def _view(request: Request) -> tuple[SellerView, dict[str, Any]]:
    web, person = web_of(request), request.state.hall_person
    now, wanted = web.now(), request.query_params.get("session", "")
    sought = _sought(request)

    def look(site: Site[HallSite]) -> tuple[SellerView, dict[str, Any]]:
        book = book_of(site, now)
        figures: Any = book.figures
        methods = {
            "prize": getattr(figures, "prize_methods", ("cash", "cheque")),
            "jackpot": getattr(figures, "jackpot_methods", ("cash", "cheque")),
            "media": getattr(figures, "scorecard_media", ("paper",)),
        }
        return seller_view(book, site.state, person, now, wanted=wanted, sought=sought), methods

    view: tuple[SellerView, dict[str, Any]] = await web.ask_site(look)
    return view


async def _page(request: Request, template: str, tab: str, **facts: Any) -> Response:
    view, methods = await _view(request)
    done = await just_done(request)
    return await hall_page(
        request, template, tab=tab, tabs=TABS, v=view, methods=methods, done=done, **facts
    )


@needs_hall(HallRole.SELLER)
async def sell_page(request: Request) -> Response:
    """Sell cards, or take entry fees and hand out scorecards; and what was just sold."""
    view, _ = await _view(request)
    player = request.query_params.get("player", "")[:120]
    if view.by_fee:
        return await _page(request, "hall/seller_entry.html", "seller", player=player)
    return await _page(request, "hall/seller.html", "seller")


@needs_hall(HallRole.SELLER)
async def sales_page(request: Request) -> Response:
    """The newest sales of the session: print again, take back; spoiled cards; scorecards back."""
    return await _page(request, "hall/seller_sales.html", "seller/sales")


@needs_hall(HallRole.SELLER)
async def pay_page(request: Request) -> Response:
    """Prizes and refunds that are owed, and how each may be paid."""
    return await _page(request, "hall/seller_pay.html", "seller/pay", sought=_sought(request))


def _sought(request: Request) -> str:
    return request.query_params.get("find", "").strip()[:SOUGHT_LENGTH_MAX]


@needs_hall(HallRole.SELLER)
async def cash_up_page(request: Request) -> Response:
    """Open the till with a float; count it by notes and coins at the end."""
    return await _page(request, "hall/seller_cash_up.html", "seller/cash-up", coins=COINS)


async def _sale(request: Request) -> tuple[Sent, str, int]:
    """The sale of the seller's form, priced as the rules price it."""
    form, person, web = await request.form(), request.state.hall_person, web_of(request)
    values = _sale_values(form)
    name, serial = values["session"], values["serial"]
    now = web.now()
    command_id = own_id(person, str(form.get("id", "")))

    def priced(site: Site[HallSite]) -> tuple[int, tuple[int, ...]]:
        hall = site.state.hall
        session, series = hall.sessions.get(name), hall.series.get(serial)
        if form.get("by") == "books" and values.get("count") and session and series:
            books = next_books(session, series, values.pop("count"))
            if not books:
                raise BadInput("count", f"no whole book is left in {serial}")
            values["books"] = books
        sale = read_command("SellCards", {**values, "paid_cents": 0}, command_id).command
        return price_cents(book_of(site, now), hall, sale), values.get("books", ())

    price, _ = await web.ask_site(priced)
    typed = str(form.get("paid_cents", ""))
    values["paid_cents"] = int(typed) if typed.isascii() and typed.isdecimal() else price
    return read_command("SellCards", values, command_id), next_of(person, form), price


def _sale_values(form: FormData) -> dict[str, Any]:
    def text(name: str) -> str:
        return str(form.get(name, "")).strip()

    values: dict[str, Any] = {
        name: text(name) for name in ("session", "serial", "player", "point", "tender")
    }
    values["tender"] = values["tender"] or "cash"
    game = text("game") or "0"
    if not (game.isascii() and game.isdecimal()):
        raise BadInput("game", "isn’t a game of this session")
    values["game"] = int(game)
    if form.get("by") == "numbers":
        values["cards"] = numbers_typed("cards", text("cards"))
        if not values["cards"]:
            raise BadInput("cards", "which cards? Write their numbers, as 3, 7-9")
    else:
        [values["count"]] = numbers_typed("count", text("count"))[:1] or [0]
        if not 0 < values["count"] <= CARDS_AT_ONCE:
            raise BadInput("count", f"from 1 to {CARDS_AT_ONCE}")
    given = text("tendered_dollars")
    if given and values["tender"] == "cash":
        values["tendered_cents"] = cents_typed("cash given", given)
    return values


@needs_hall(HallRole.SELLER)
async def sell(request: Request) -> Response:
    """Sell what the form asks for; a form that is sent again gets the slip of the first time."""

    async def read(request: Request) -> tuple[Sent, str]:
        sent, then, _ = await _sale(request)
        return sent, then

    return await _once(request, read)


@needs_hall(HallRole.SELLER)
async def issue(request: Request) -> Response:
    """Hand out scorecards: the next whole books where the form says so, else the next ones."""

    async def read(request: Request) -> tuple[Sent, str]:
        sent, then = await read_sent(request, leave_out=("handed",))
        form = await request.form()
        if form.get("handed") == "books" and isinstance(sent.command, IssueScorecards):
            cards = await _in_next_books(web_of(request), sent.command)
            sent = sent._replace(command=replace(sent.command, cards=cards, count=0))
        return sent, then

    return await _once(request, read)


async def _in_next_books(web: Web[HallSite], command: IssueScorecards) -> tuple[int, ...]:
    """The scorecards of the next whole books of a series; none where the rules refuse it."""

    def look(site: Site[HallSite]) -> tuple[int, ...]:
        hall = site.state.hall
        session, series = hall.sessions.get(command.session), hall.series.get(command.serial)
        if session is None or series is None:
            return ()
        books = next_books(session, series, command.count)
        if len(books) < command.count:
            raise BadInput("count", f"{len(books)} whole books are left in {command.serial}")
        return series.in_books(books)

    return await web.ask_site(look)


async def _once(request: Request, read: Read) -> Response:
    """Do what a form asks for; one that is sent again gets the response of the first time."""
    form, person = await request.form(), request.state.hall_person
    try:
        command_id = own_id(person, str(form.get("id", "")))
    except BadInput as bad:
        return bad_input(request, bad)
    events = await done_before(request, command_id)
    if events and not refusals_in(events):
        # The next books are others by now: the form would be read as another sale.
        return answered(request, events, next_of(person, form), command_id)
    return await perform(request, read)


@needs_hall(HallRole.SELLER)
async def price(request: Request) -> Response:
    """What the form asks for would cost, and whether it may be sold; nothing is sold."""
    try:
        sent, then, cents = await _sale(request)
    except BadInput as bad:
        return bad_input(request, bad)

    async def read(_: Request) -> tuple[Sent, str]:
        return sent, then

    return await rehearse(request, read, price_cents=cents)


@needs_hall(HallRole.SELLER)
async def count(request: Request) -> Response:
    """Count the till: pieces by their value make the sum."""

    async def read(request: Request) -> tuple[Sent, str]:
        form, person = await request.form(), request.state.hall_person
        total = 0
        for value in COINS:
            typed = str(form.get(f"n{value}", "")).strip() or "0"
            if not (typed.isascii() and typed.isdecimal() and int(typed) <= PIECES_MAX):
                raise BadInput(f"n{value}", "isn’t a number of notes or coins")
            total += value * int(typed)
        loose = str(form.get("loose", "")).strip()
        total += cents_typed("loose", loose) if loose else 0
        values = {"point": str(form.get("point", "")), "by": person.name, "counted_cents": total}
        command_id = own_id(person, str(form.get("id", "")))
        return read_command("CountTill", values, command_id), next_of(person, form)

    return await perform(request, read)


ROUTES = (
    Route(f"{PREFIX}/seller", sell_page),
    Route(f"{PREFIX}/seller/pay", pay_page),
    Route(f"{PREFIX}/seller/sales", sales_page),
    Route(f"{PREFIX}/seller/cash-up", cash_up_page),
    Route(f"{PREFIX}/seller/sell", sell, methods=["POST"]),
    Route(f"{PREFIX}/seller/issue", issue, methods=["POST"]),
    Route(f"{PREFIX}/seller/price", price, methods=["POST"]),
    Route(f"{PREFIX}/seller/count", count, methods=["POST"]),
    Route(f"{PREFIX}/seller/slip/{{slip}}.{{medium}}", paper.slip),
    Route(f"{PREFIX}/seller/slip/{{slip}}/cards.pdf", paper.cards),
)
