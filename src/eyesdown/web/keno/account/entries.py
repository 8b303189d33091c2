"""A player's entries: every result and why, cancelling by 11(b), and playing again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno import lookups
from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.stored_tickets import history
from eyesdown.central.site.serials import tidy
from eyesdown.central.site.site import Site
from eyesdown.central.store.base import Store
from eyesdown.display.for_players import to_players
from eyesdown.display.keno.results import TicketView
from eyesdown.display.keno.words import line_shown
from eyesdown.display.refusals import RefusalShown, refusals_shown
from eyesdown.keno.sales.commands import CancelEntry
from eyesdown.keno.sales.events import EntryAccepted, EntryCancelled
from eyesdown.kernel.refused import Refused
from eyesdown.web.keno.account.details import not_yours
from eyesdown.web.keno.account.frame import account_page, act, needs_player, refused_words
from eyesdown.web.keno.context import KenoWeb, keno_of

ENTRIES_A_PAGE = 20


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry in the list: what it was, what it cost, how far it is, what it won."""

    serial: str
    sold: EntryAccepted
    words: str
    drawn: int
    games: int
    won_cents: int
    cancelled: bool


def _row(site: Site[KenoSite], web: KenoWeb, sold: EntryAccepted) -> EntryRow:
    entry = sold.entry
    view = lookups.ticket(site, entry.serial, most=0)
    assert view is not None
    first = line_shown(web.book, entry.lines[0])
    more = len(entry.lines) - 1
    words = f"{first.game} {first.what}" + (f" and {more} more" if more else "")
    cancelled = view.cancelled is not None
    return EntryRow(entry.serial, sold, words, view.drawn, entry.games, view.won_cents, cancelled)


@needs_player
async def entries(request: Request) -> Response:
    """The player's entries, newest first."""
    web, account = keno_of(request), request.state.player.account
    typed = request.query_params.get("skip", "0")
    skip = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 7 else 0

    def read(store: Store) -> tuple[list[EntryAccepted], int]:
        stored = list(history(store, account))[::-1]
        return stored[skip : skip + ENTRIES_A_PAGE], len(stored)

    of_page, count = await web.ask_store(read)
    rows = await web.ask_site(lambda site: [_row(site, web, sold) for sold in of_page])
    facts: dict[str, Any] = {"rows": rows, "count": count, "skip": skip, "step": ENTRIES_A_PAGE}
    return await account_page(request, "account_entries.html", "/account/entries", **facts)


def _own(site: Site[KenoSite], serial: str, account: str) -> TicketView | None:
    view = lookups.ticket(site, serial)
    return view if view is not None and view.accepted.entry.account == account else None


def _cancel_command(web: KenoWeb, sold: EntryAccepted) -> CancelEntry:
    return CancelEntry(web.now(), sold.entry.serial, "", location=sold.location)


def _why_not(
    site: Site[KenoSite], web: KenoWeb, sold: EntryAccepted, at_us: int
) -> list[RefusalShown] | int:
    """Every clause that stops a cancellation, or the cents that it gives back."""
    event = web.dry_run_now(site, _cancel_command(web, sold), at_us)[0]
    if isinstance(event, Refused):
        return to_players(refusals_shown(event.refusals))
    assert isinstance(event, EntryCancelled)
    return event.refund_cents


@needs_player
async def entry(request: Request) -> Response:
    """One entry, game by game, with the reason for every prize."""
    return await _entry_page(request)


async def _entry_page(request: Request, status: int = 200, **more: Any) -> Response:
    web, account, at_us = (
        keno_of(request),
        request.state.player.account,
        keno_of(request).clock_us(),
    )
    serial = tidy(request.path_params["serial"])

    def read(site: Site[KenoSite]) -> tuple[TicketView | None, Any]:
        view = _own(site, serial, account)
        return view, _why_not(site, web, view.accepted, at_us) if view is not None else None

    view, cancelling = await web.ask_site(read)
    if view is None:
        return not_yours(request, "entry")
    refund = cancelling if isinstance(cancelling, int) else None
    facts: dict[str, Any] = {
        "ticket": view,
        "lines": view.lines,
        "refund": refund,
        "cannot": () if refund is not None else cancelling,
        "to_come": view.cancelled is None and view.drawn < view.accepted.entry.games,
        **more,
    }
    return await account_page(
        request, "account_entry.html", "/account/entries", status=status, **facts
    )


@needs_player
async def cancel(request: Request) -> Response:
    """Cancel the games of an entry that are still open, where 11(b) allows it."""
    web, account, form = keno_of(request), request.state.player.account, await request.form()
    serial = tidy(request.path_params["serial"])
    view = await web.ask_site(lambda site: _own(site, serial, account))
    if view is None:
        return not_yours(request, "entry")
    event = await act(request, form, _cancel_command(web, view.accepted))
    refusals = refused_words(event)
    if refusals:
        return await _entry_page(request, 409, refusals=refusals)
    back = "/account/care/exclude" if form.get("back") == "exclude" else ""
    return RedirectResponse(back or f"/account/entries/{serial}?done=cancelled", 303)


async def cancellable_now(request: Request) -> list[dict[str, Any]]:
    """The player's entries with games to come, and what cancelling each would give back."""
    web, account, at_us = (
        keno_of(request),
        request.state.player.account,
        keno_of(request).clock_us(),
    )

    def read(site: Site[KenoSite]) -> list[dict[str, Any]]:
        rows = []
        for record in list(site.state.keno.sold.values()):
            if record.entry.account != account or record.end <= site.state.keno.frontier:
                continue
            view = lookups.ticket(site, record.entry.serial, most=0)
            assert view is not None
            answer = _why_not(site, web, view.accepted, at_us)
            refund = answer if isinstance(answer, int) else None
            row = {"row": _row(site, web, view.accepted), "refund": refund, "cannot": answer}
            rows.append(row)
        return rows

    return await web.ask_site(read)


ROUTES = (
    Route("/account/entries", entries),
    Route("/account/entries/{serial}", entry),
    Route("/account/entries/{serial}/cancel", cancel, methods=["POST"]),
)
