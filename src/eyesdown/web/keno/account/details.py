"""The account's first page and what is kept of its holder: address, sessions, papers, export."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno import personal
from eyesdown.central.keno.account_statement import account_statement
from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.personal import Paper
from eyesdown.central.keno.stored_tickets import history
from eyesdown.central.site.site import Site
from eyesdown.central.store.base import Store
from eyesdown.display.keno.account import account_history
from eyesdown.kernel.errors import BadInput
from eyesdown.players.limits import PlayerLimits
from eyesdown.web.frame.people import TooMany
from eyesdown.web.keno.account.entrance import ADDRESS_LENGTH_MIN, check_password
from eyesdown.web.keno.account.frame import (
    account_page,
    end_sessions,
    message,
    needs_player,
    sessions_of,
)
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.counter.drafts import text

PAPER_MEDIA = {
    b"\xff\xd8\xff": "image/jpeg",
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"%PDF-": "application/pdf",
}
"""How the files begin that are taken as identity papers."""
ENTRIES_SHOWN = 5


@needs_player
async def home(request: Request) -> Response:
    """The account at a glance."""
    web, account = keno_of(request), request.state.player.account

    def newest(store: Store) -> Any:
        return account_history(list(history(store, account))[: -ENTRIES_SHOWN - 1 : -1])

    entries = await web.ask_store(newest)
    return await account_page(request, "account_home.html", "/account", entries=entries)


@needs_player
async def details(request: Request) -> Response:
    """What the site keeps of a player, and the forms to change it."""
    return await _details_page(request)


async def _details_page(request: Request, status: int = 200, **more: Any) -> Response:
    web, player = keno_of(request), request.state.player

    def read(site: Site[KenoSite]) -> tuple[Any, Any]:
        store = site.store
        return personal.details_of(store, player.account), personal.papers_of(store, player.account)

    stored, papers = await web.ask_site(read)
    sessions = await sessions_of(web, player.account)
    facts = {
        "details": stored,
        "papers": papers,
        "sessions": sorted(sessions.values(), key=lambda each: each.since, reverse=True),
        "wrong": "",
        **more,
    }
    tab = "/account/details"
    return await account_page(request, "account_details.html", tab, status=status, **facts)


@needs_player
async def change(request: Request) -> Response:
    """Change the address or the password, end sessions."""
    form, what = await request.form(), request.path_params["what"]
    try:
        await _change(request, form, what)
    except BadInput as wrong:
        sentence = f"{wrong.field.capitalize()} {wrong.message}."
        return await _details_page(request, 422, wrong=sentence)
    except TooMany:
        sentence = "Too many people are signing on. Wait a moment, then try again."
        return await _details_page(request, 503, wrong=sentence)
    return RedirectResponse(f"/account/details?done={what}", 303)


async def _change(request: Request, form: FormData, what: str) -> None:
    web, player = keno_of(request), request.state.player
    account = player.account
    match what:
        case "address":
            address = text({"address": str(form.get("address", ""))}, "address", 200)
            if len(address) < ADDRESS_LENGTH_MIN:
                raise BadInput("address", "is missing or too short")
            await web.ask_site(lambda site: personal.put_address(site.store, account, address))
        case "password":
            await _new_password(request, form)
        case "sessions":
            which = str(form.get("session", ""))
            others = set(await sessions_of(web, account)) - {player.session}
            await end_sessions(web, account, {which} if which else others)
        case _:
            raise BadInput("form", "isn’t one of this page; load it again")


async def _new_password(request: Request, form: Any) -> None:
    """Change the password; every other session ends."""
    web, player = keno_of(request), request.state.player
    account, place = player.account, f"session {player.session}"
    old, new = str(form.get("old", ""))[:200], check_password(str(form.get("new", "")))
    stored = await web.ask_site(lambda site: personal.password_of(site.store, account))
    if web.players.wait_seconds(account, place, known=True):
        raise BadInput("password", "was tried too often; wait five minutes")
    if not await web.players.is_right(account, old, stored, place, known=True):
        raise BadInput("old password", "isn’t right")
    hashed = await web.players.hashed(new)
    await web.ask_site(lambda site: personal.put_password(site.store, account, hashed))
    others = set(await sessions_of(web, account)) - {player.session}
    await end_sessions(web, account, others)


@needs_player
async def paper(request: Request) -> Response:
    """Take an identity paper for the office: a picture or a PDF."""
    web, player, form = keno_of(request), request.state.player, await request.form()
    sent = form.get("paper")
    if not isinstance(sent, UploadFile):
        return await _details_page(request, 422, wrong="Choose a file first.")
    content = await sent.read()
    await form.close()
    media = next((kind for start, kind in PAPER_MEDIA.items() if content.startswith(start)), "")
    if not media:
        return await _details_page(request, 422, wrong="Send a JPEG, a PNG or a PDF file.")
    name = text({"name": "".join(c for c in sent.filename or "" if c.isprintable())[:100]}, "name")
    sent_paper = Paper(name or "paper", media, web.now(), len(content))
    await web.ask_site(
        lambda site: personal.put_paper(site.store, player.account, sent_paper, content)
    )
    return RedirectResponse("/account/details?done=paper", 303)


def _kept_now(state: KenoSite, account: str) -> dict[str, Any]:
    """What the live state has of one player: account, limits, withdrawals that wait."""
    keno = state.keno
    waiting = [each for each in keno.withdrawals.values() if each.account == account]
    return {
        "account": keno.accounts[account],
        "limits": keno.player_limits.get(account, PlayerLimits()),
        "withdrawals_waiting": waiting,
    }


def _kept_in_store(store: Store, account: str) -> dict[str, Any]:
    """What the store has of one player: personal data, entries, every cent."""
    return {
        "personal": personal.export(store, account),
        "entries": list(history(store, account)),
        "statement": account_statement(store, account, date.min, date.max),
    }


@needs_player
async def export(request: Request) -> Response:
    """Everything that is kept of the player, as one file."""
    web, account = keno_of(request), request.state.player.account
    data = await web.ask_state(lambda state: _kept_now(state, account))
    data |= await web.ask_store(lambda store: _kept_in_store(store, account))
    body = msgspec.json.format(msgspec.json.encode(data), indent=1)
    headers = {"content-disposition": 'attachment; filename="my-account.json"'}
    return Response(body, media_type="application/json", headers=headers)


def not_yours(request: Request, what: str) -> Response:
    """The page for something that belongs to another player, or to no one."""
    text_shown = f"This {what} isn’t one of yours. Look for it in your own list."
    return message(request, 404, "account/not_yours", "Not yours", text_shown)


ROUTES = (
    Route("/account", home),
    Route("/account/details", details),
    Route("/account/details/{what}", change, methods=["POST"]),
    Route("/account/paper", paper, methods=["POST"]),
    Route("/account/export.json", export),
)
