"""The office's pages, all but programme and reports."""

from __future__ import annotations

import asyncio
from secrets import token_hex
from typing import Any

import msgspec
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.hall.roles import HallRole
from eyesdown.central.hall.state import HallSite
from eyesdown.central.hall.stock import put_in, unpacked
from eyesdown.central.site.people.proofs import Whose, factor_of, has_password
from eyesdown.central.site.site import Site
from eyesdown.display.hall.hall import notice
from eyesdown.kernel.errors import BadInput
from eyesdown.web.api.command_reader import Sent
from eyesdown.web.frame.context import hosted, web_of
from eyesdown.web.frame.signing.known_people import check_password, forget_password, set_password
from eyesdown.web.hall.act import bad_input, just_done, own_id, perform
from eyesdown.web.hall.act import read_sent as read_form
from eyesdown.web.hall.forms import read_command
from eyesdown.web.hall.frame import book_of, hall_page
from eyesdown.web.hall.office.done_words import done_words
from eyesdown.web.hall.office.stock import find_cards, series_rows
from eyesdown.web.hall.office.tonight import tonight
from eyesdown.web.hall.people import SIGNING_ON
from eyesdown.web.hall.play.session import next_dispute
from eyesdown.web.hall.sign_on import PREFIX, needs_hall

TABS = (
    ("office", "Tonight", "1"),
    ("office/programme", "Programme", "2"),
    ("office/stock", "Stock", "3"),
    ("office/people", "People", "4"),
    ("office/points", "Points", "5"),
    ("office/pools", "Pools", "6"),
    ("office/promotions", "Promotions", "7"),
    ("office/disputes", "Disputes", "8"),
    ("office/reports", "Reports", "9"),
    ("office/settings", "Settings", "0"),
)
READERS = (HallRole.OFFICE, HallRole.INSPECTOR)


async def office_page(request: Request, template: str, tab: str, **facts: Any) -> Response:
    """A page of the office with its tabs; an inspector reads it and sends nothing."""
    person = request.state.hall_person
    done = await just_done(request)
    return await hall_page(
        request,
        f"hall/{template}.html",
        tab=tab,
        tabs=TABS,
        done=done,
        done_words=done_words(done, web_of(request).tenant.zone),
        may=person.is_any(HallRole.OFFICE),
        **facts,
    )


@needs_hall(*READERS)
async def tonight_page(request: Request) -> Response:
    """Tonight: sessions, what players paid, returns, pools, what is owed."""
    web = web_of(request)
    now, zone = web.now(), web.tenant.zone
    view = await web.ask_site(lambda site: tonight(book_of(site, now), site.state, now, zone))
    return await office_page(request, "office", "office", v=view)


def role_words(figures: Any) -> list[str]:
    """What a book calls the people who work in its hall; where it has no list, two usual words.

    >>> role_words(None)
    ['employee', 'volunteer']
    """
    dealers = getattr(figures, "dealer_roles", ())
    listed = [*dealers, *getattr(figures, "supervisor_roles", ())]
    return listed or ["employee", "volunteer"]


@needs_hall(*READERS)
async def people_page(request: Request) -> Response:
    """Who may sign on, in which roles and at which till; and whom the book knows by name."""

    now = web_of(request).now()

    def look(site: Site[HallSite]) -> tuple[list[Any], list[Any], tuple[str, ...], list[str]]:
        access = [
            (
                name,
                each.roles,
                each.till,
                has_password(site.store, name),
                bool(each.token_sha256),
                factor_of(site.store, Whose(name, site.state.factor_resets.get(name, 0))),
            )
            for name, each in sorted(site.state.access.items())
        ]
        known = [
            (name, each.role, each.staff, each.member)
            for name, each in sorted(site.state.hall.people.items())
        ]
        return access, known, site.state.hall.points, role_words(book_of(site, now).figures)

    access, known, points, words = await web_of(request).ask_site(look)
    return await office_page(
        request,
        "office_people",
        "office/people",
        access=access,
        known=known[:500],
        points=points,
        role_words=words,
        roles=SIGNING_ON,
        named=request.query_params.get("password", "")[:60],
    )


@needs_hall(HallRole.OFFICE)
async def give_access(request: Request) -> Response:
    """Give a person roles, a till and, if one is typed, a password; no role bars them."""
    form = await request.form()
    password, person = str(form.get("password", "")), str(form.get("person", "")).strip()

    async def read(request: Request) -> tuple[Sent, str]:
        if password:
            check_password(password)
        return await read_form(request, leave_out=("password",))

    response = await perform(request, read)
    done = response.status_code in (200, 303)
    if done and password and any(form.getlist("roles")):
        by = request.state.hall_person.name
        await set_password(web_of(request), hosted(request).people, person, password, by)
    if done and not any(form.getlist("roles")):
        await forget_password(web_of(request), hosted(request).people, person)
    return response


@needs_hall(HallRole.OFFICE)
async def new_password(request: Request) -> Response:
    """Give a person a new password; their sessions end."""
    form = await request.form()
    person, password = (str(form.get(name, "")) for name in ("person", "password"))
    try:
        by = request.state.hall_person.name
        await set_password(web_of(request), hosted(request).people, person, password, by)
    except BadInput as bad:
        return bad_input(request, bad)
    return RedirectResponse(f"{request.url.path.removesuffix('/password')}?password=set", 303)


@needs_hall(*READERS)
async def stock_page(request: Request) -> Response:
    """Every series, and a card found by its number or its fifteen numbers."""
    serial = request.query_params.get("serial", "")[:40]
    text = request.query_params.get("find", "")[:200]
    wrong = ""

    def look(site: Site[HallSite]) -> tuple[Any, Any]:
        cards = find_cards(site.state, serial, text) if text else ()
        return series_rows(site.state), cards

    try:
        rows, cards = await web_of(request).ask_site(look)
    except BadInput as bad:
        wrong = bad.message
        rows, cards = await web_of(request).ask_site(lambda site: (series_rows(site.state), ()))
    return await office_page(
        request,
        "office_stock",
        "office/stock",
        rows=rows,
        cards=cards,
        serial=serial,
        find=text,
        wrong=wrong,
    )


@needs_hall(HallRole.OFFICE)
async def take_in(request: Request) -> Response:
    """Take in a printed series: manifest, master table and index, checked against the book."""
    form = await request.form()
    try:
        return await perform(request, _delivery)
    finally:
        await form.close()


async def _delivery(request: Request) -> tuple[Sent, str]:
    """The command that takes in the files of a form, once they are in the store."""
    web, person = web_of(request), request.state.hall_person
    form = await request.form()
    files = [form.get(name) for name in ("manifest", "table", "index")]
    delivered = [file.file for file in files if isinstance(file, UploadFile) and file.size]
    if len(delivered) != len(files):
        raise BadInput("files", "choose the manifest, the master table and the index")
    manifest, table, index = delivered
    # Hashing and packing take seconds for a large series; only storing needs the writer.
    delivery = await asyncio.to_thread(unpacked, manifest.read(), table, index)
    stock = await web.ask_site(lambda site: put_in(site.store, delivery))
    values = {"stock": msgspec.to_builtins(stock)}
    sent = read_command("TakeInSeries", values, own_id(person, token_hex(12)))
    return sent, f"/halls/{person.hall}/office/stock"


@needs_hall(*READERS)
async def points_page(request: Request) -> Response:
    """Sale points, their notices to print, the gaming day and the devices."""
    web = web_of(request)
    now = web.now()

    def look(site: Site[HallSite]) -> dict[str, Any]:
        hall, book = site.state.hall, book_of(site, now)
        sessions = [name for name, each in hall.sessions.items() if not each.closed]
        return {
            "points": hall.points,
            "notices": [
                notice(book, hall, session, point) for session in sessions for point in hall.points
            ],
            "day": (hall.day.starts, hall.day.minutes, hall.day.inspector),
            "devices": tuple(site.state.devices.items()),
            "title": book.source.title,
        }

    return await office_page(request, "office_points", "office/points", v=await web.ask_site(look))


@needs_hall(*READERS)
async def pools_page(request: Request) -> Response:
    """Jackpot pools: balances by session, money held and contributed."""

    def look(site: Site[HallSite]) -> dict[str, Any]:
        hall = site.state.hall
        return {
            "pools": [
                (name, pool.sequence, pool.balance_cents, tuple(pool.must_go), tuple(pool.turns))
                for name, pool in hall.pools.items()
            ],
            "sessions": [
                (name, tuple(each.games), each.plan.pool, tuple(_open_prizes(each)))
                for name, each in hall.sessions.items()
                if not each.closed
            ],
            "waiting": tuple(hall.waiting.items()),
        }

    view = await web_of(request).ask_site(look)
    return await office_page(request, "office_pools", "office/pools", v=view)


def _open_prizes(session: Any) -> list[str]:
    prizes = [prize for game in session.games.values() for prize in game.offers]
    return list(dict.fromkeys(prizes))


@needs_hall(*READERS)
async def disputes_page(request: Request) -> Response:
    """Disputes: raised, decided, reviewed, closed."""

    def look(site: Site[HallSite]) -> dict[str, Any]:
        hall = site.state.hall
        return {
            "disputes": list(hall.disputes.items()),
            "next_dispute": next_dispute(hall),
            "sessions": [(name, tuple(each.games)) for name, each in hall.sessions.items()],
        }

    view = await web_of(request).ask_site(look)
    return await office_page(request, "office_disputes", "office/disputes", v=view)


ROUTES = (
    Route(f"{PREFIX}/office", tonight_page),
    Route(f"{PREFIX}/office/people", people_page),
    Route(f"{PREFIX}/office/people/access", give_access, methods=["POST"]),
    Route(f"{PREFIX}/office/people/password", new_password, methods=["POST"]),
    Route(f"{PREFIX}/office/stock", stock_page),
    Route(f"{PREFIX}/office/stock/series", take_in, methods=["POST"]),
    Route(f"{PREFIX}/office/points", points_page),
    Route(f"{PREFIX}/office/pools", pools_page),
    Route(f"{PREFIX}/office/disputes", disputes_page),
)
