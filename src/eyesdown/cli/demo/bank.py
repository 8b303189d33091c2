"""The made-up bank of the demonstration, and its one made-up player.

A real bank's program gives the same command, `Deposit`, through the API with the role `bank`.
"""

from __future__ import annotations

from datetime import date
from secrets import token_hex
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.keno.personal import Details
from eyesdown.display.refusals import refusals_shown
from eyesdown.keno.office.commands import CheckAge, Deposit, IdentifyAccount
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.refused import Refused
from eyesdown.web.frame.pages import page
from eyesdown.web.keno.account.entrance import open_account
from eyesdown.web.keno.context import KenoWeb, keno_of
from eyesdown.web.keno.counter.drafts import read_cents, read_id

PLAYER, PASSWORD = "pia", "pia-plays-demo"
PATH = "/bank"
BY = "the made-up bank"
BORN = date(1990, 1, 1)
FIRST_CENTS = 20_000


async def set_up_player(web: KenoWeb) -> None:
    """Open the account of the made-up player, with some money in it, once."""
    details = Details(PLAYER, "Pia Pretend", BORN, "1 Nowhere Street, Elsewhere", web.now())
    account = await open_account(web, "demonstration", details, PASSWORD)
    known = await web.ask_state(lambda site: site.keno.accounts[account].age_known)
    if not known:
        at = web.now()
        for command in (
            CheckAge(at, account, "olly"),
            IdentifyAccount(at, account, "olly"),
            Deposit(at, account, FIRST_CENTS, BY),
        ):
            await web.submit(command)


async def bank(request: Request) -> Response:
    """A form that pays made-up money into an account, as a bank's program would."""
    facts: dict[str, Any] = {
        "account": request.query_params.get("account", "")[:60],
        "slip": token_hex(10),
        "wrong": "",
        "refusals": (),
        "paid": "",
    }
    if request.method != "POST":
        return page("bank.html", here=PATH, **facts)
    web, form = keno_of(request), await request.form()
    account = facts["account"] = str(form.get("account", "")).strip()[:60]
    try:
        cents = read_cents("amount", str(form.get("amount", "")))
        slip = read_id("slip", form.get("slip"))
        event = (await web.submit(Deposit(web.now(), account, cents, BY), f"bank/{slip}"))[0]
    except BadInput as bad:
        facts["wrong"] = f"{bad.field.capitalize()} {bad.message}."
        return page("bank.html", here=PATH, status=422, **facts)
    if isinstance(event, Refused):
        facts["refusals"] = refusals_shown(event.refusals)
        return page("bank.html", here=PATH, status=409, **facts)
    return page("bank.html", here=PATH, **facts | {"paid": account})


ROUTES = (Route(PATH, bank, methods=["GET", "POST"]),)
