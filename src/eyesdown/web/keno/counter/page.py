"""The counter's first page, where entries are sold, and the papers its printer gives out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.stored_tickets import find_anywhere, prizes_of
from eyesdown.central.site.serials import tidy
from eyesdown.central.site.site import Site
from eyesdown.display.game_names import GAMES
from eyesdown.display.keno import ticket as views
from eyesdown.display.keno.words import ENTRY_FORMS
from eyesdown.keno.bets.bet import RACING_BETS
from eyesdown.keno.words.tickets import EntryRecord
from eyesdown.press.receipts import Block
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_roulette import roulette_grid
from eyesdown.web.frame.people import Person
from eyesdown.web.frame.sign_on import needs, turned_away
from eyesdown.web.keno.context import KenoWeb, keno_of
from eyesdown.web.keno.counter.frame import desk_page
from eyesdown.web.keno.counter.papers import paper as papers
from eyesdown.web.keno.counter.picks import templates_at


def forms_of(book: NswKeno) -> dict[str, object]:
    """What the entry forms offer, from the book's own figures."""
    figures = book.figures
    return {
        "entry": ENTRY_FORMS,
        "games": GAMES,
        "roulette": roulette_grid(figures),
        "reds": figures.roulette_red,
        "races": [(bet, figures.racing_rows_named[bet]) for bet in RACING_BETS],
        "rows": figures.grid_rows,
        "row_numbers": figures.grid_row_numbers,
        "spot_counts": figures.spot_counts,
        "numbers_max": figures.numbers_max,
        "series_max": figures.prepick_games_max,
        "games_max": figures.multi_game_games_max,
    }


@needs("writer")
async def counter(request: Request) -> Response:
    """The counter's first page, where entries are sold."""
    web, person = keno_of(request), request.state.person
    templates = await web.ask_state(lambda state: templates_at(state.keno, person.venue))
    facts: dict[str, Any] = {"forms": forms_of(web.book), "superplays": templates.values()}
    facts["start"] = {
        "runner": request.query_params.get("runner", "")[:120],
        "runner_note": request.query_params.get("note", "")[:120],
    }
    return await desk_page(request, "counter.html", "/counter", **facts)


def _may_print(person: Person, venue: str) -> bool:
    return person.venue == venue


def ticket_blocks(
    web: KenoWeb, site: Site[KenoSite], sold: EntryRecord, base: str
) -> tuple[Block, ...]:
    """A Receipt Ticket as it is printed, with its keyed check."""
    shown = views.receipt(web.book, sold)
    serial = shown.serial or sold.entry.serial
    keyed = replace(shown, check=web.serials.paper_check(serial, shown.check))
    return papers.ticket(site, sold, keyed, base)


@needs("writer", "self_service")
async def ticket_paper(request: Request) -> Response:
    """A Receipt Ticket on a screen, only where it was sold; it has no code that pays."""
    web, person = keno_of(request), request.state.person
    serial = tidy(request.path_params["serial"])

    def blocks(site: Site[KenoSite]) -> tuple[Block, ...] | None:
        sold = find_anywhere(site, serial)
        if sold is None or not _may_print(person, sold.entry.venue):
            return None
        return papers.on_screen(ticket_blocks(web, site, sold, web.base(request)))

    return _paper(request, f"Ticket {serial}", await web.ask_site(blocks))


@needs("writer", "self_service")
async def document_paper(request: Request) -> Response:
    """A voucher or receipt on a screen, only where it was issued, without what pays its bearer."""
    web, person = keno_of(request), request.state.person
    serial = tidy(request.path_params["serial"])

    def blocks(state: KenoSite) -> tuple[Block, ...] | None:
        document = state.keno.documents.get(serial)
        if document is None or not _may_print(person, document.venue):
            return None
        return papers.on_screen(papers.document(state.keno, document), bearer=serial)

    return _paper(request, f"Paper {papers.masked(serial)}", await web.ask_state(blocks))


@needs("writer")
async def print_pay_paper(request: Request) -> Response:
    """A Print Pay Ticket as paper; it is requested on the Pay page."""
    web, person = keno_of(request), request.state.person
    serial = tidy(request.path_params["serial"])

    def blocks(site: Site[KenoSite]) -> tuple[Block, ...] | None:
        state, sold = site.state.keno, find_anywhere(site, serial)
        if serial in state.documents:  # its bearer may be paid at any venue
            return papers.print_pay_document(state, state.documents[serial])
        if sold is None or not _may_print(person, sold.entry.venue):
            return None
        prizes = prizes_of(site, sold.entry.serial)
        return papers.print_pay(site, views.print_pay(sold, prizes, serial))

    return _paper(request, f"Print pay {serial}", await web.ask_site(blocks))


def _paper(request: Request, title: str, blocks: tuple[Block, ...] | None) -> Response:
    medium = request.path_params["medium"]
    if blocks is None or medium not in papers.MEDIA:
        text = "This paper is another venue’s, or the serial isn’t one of ours. Check the serial."
        return turned_away(request, 404, "ticket/unknown", "Not yours to print", text)
    return papers.paper(title, blocks, medium)


ROUTES = (
    Route("/counter", counter),
    Route("/till/ticket/{serial}.{medium}", ticket_paper),
    Route("/till/paper/{serial}.{medium}", document_paper),
    Route("/till/print-pay/{serial}.{medium}", print_pay_paper),
)
