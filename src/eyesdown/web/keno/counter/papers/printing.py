"""Printing a paper: once as the paper itself, afterwards as a copy on record."""

from __future__ import annotations

import asyncio
import io

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno.lookups import game_name
from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.stored_tickets import find_anywhere
from eyesdown.central.site.serials import tidy
from eyesdown.central.site.site import Site
from eyesdown.keno.desk.commands import PrintPaper
from eyesdown.keno.desk.events import PaperPrinted
from eyesdown.kernel.money import dollars
from eyesdown.kernel.refused import Refused
from eyesdown.press.escpos import escpos
from eyesdown.press.receipts import Block, Cut, Words, write
from eyesdown.web.frame.people import Person
from eyesdown.web.frame.problems import in_json, problem
from eyesdown.web.keno.context import KenoWeb, keno_of
from eyesdown.web.keno.counter.api import Json, not_sold, till
from eyesdown.web.keno.counter.drafts import read_json, text
from eyesdown.web.keno.counter.forms import at_the_desk, read_form
from eyesdown.web.keno.counter.frame import desk_page
from eyesdown.web.keno.counter.page import ticket_blocks
from eyesdown.web.keno.counter.papers import paper as papers
from eyesdown.web.keno.counter.papers.printers import Printer, PrinterTrouble
from eyesdown.web.keno.counter.papers.unprinted import NotPrinted
from eyesdown.web.keno.counter.submit_once import IdReused, submit_once


def blocks_of(
    web: KenoWeb, site: Site[KenoSite], venue: str, serial: str, base: str
) -> tuple[Block, ...] | None:
    """The blocks of a ticket, voucher or receipt; None if it is another venue's or unknown."""
    document = site.state.keno.documents.get(serial)
    if document is not None:
        return papers.document(site.state.keno, document) if document.venue == venue else None
    sold = find_anywhere(site, serial)
    if sold is None or sold.entry.venue != venue:
        return None
    return ticket_blocks(web, site, sold, base)


def marked(blocks: tuple[Block, ...], copy: int) -> tuple[Block, ...]:
    """A paper with the word COPY at its head and its end, if it is one."""
    if not copy:
        return blocks
    mark = (Words(f"COPY {copy}", 18, strong=True), Cut(strong=True))
    return (*mark, *blocks, *reversed(mark))


@till
async def print_paper(request: Request) -> Response:
    """Print a paper of this venue: the first time itself, then copies, each on record."""
    web, person, raw = keno_of(request), request.state.person, await read_json(request)
    serial = tidy(request.path_params["serial"])
    base = web.base(request)
    blocks = await web.ask_site(lambda site: blocks_of(web, site, person.venue, serial, base))
    if blocks is None:
        detail = "This paper is another venue’s, or the serial isn’t one of ours."
        return problem(404, "ticket/unknown", "Not yours to print", detail)
    command = PrintPaper(web.now(), serial, person.terminal, text(raw, "because"), by=person.name)
    try:
        event = (await submit_once(web, person, str(raw.get("slip", "")), command))[0]
    except IdReused:
        detail = "This page was used for something else meanwhile. Load it again, then print."
        return problem(409, "page/expired", "Not printed", detail)
    if isinstance(event, Refused):
        return await not_sold(web, event, person)
    assert isinstance(event, PaperPrinted)
    return in_json(await _out(web, person, serial, marked(blocks, event.copy), event.copy))


async def _out(
    web: KenoWeb, person: Person, serial: str, blocks: tuple[Block, ...], copy: int
) -> Json:
    """Send a paper to the terminal's printer; without one, the browser gets it to print."""
    answer: Json = {"serial": serial, "copy": copy, "printed": False, "trouble": "", "svg": ""}
    answer["at"] = f"{web.now():%H:%M}"
    printer = web.printers.get(person.terminal)
    if printer is None:
        web.unprinted.printed(serial)
        out = io.BytesIO()
        voucher = await web.ask_state(lambda state: serial in state.keno.documents)
        kind = "Document" if voucher else "Ticket"
        write(out, f"{kind} {serial}", blocks, "svg")
        return answer | {"svg": out.getvalue().decode(), "browser": True}
    trouble = await asyncio.to_thread(_send, printer, escpos(blocks))
    if trouble:
        web.counts["papers_not_printed"] += 1
        web.unprinted.add(NotPrinted(serial, person.venue, person.terminal, trouble, web.now()))
    else:
        web.unprinted.printed(serial)
    return answer | {"printed": not trouble, "trouble": trouble, "browser": False}


def _send(printer: Printer, data: bytes) -> str:
    try:
        printer.send(data)
    except PrinterTrouble as trouble:
        return str(trouble)
    return ""


@till
async def printer_status(request: Request) -> Response:
    """What is wrong with this terminal's printer; empty if nothing is, or it has none."""
    printer = keno_of(request).printers.get(request.state.person.terminal)
    trouble = await asyncio.to_thread(printer.trouble) if printer is not None else ""
    return in_json({"own": printer is not None, "trouble": trouble})


@at_the_desk
async def printer_page(request: Request) -> Response:
    """The set-up page of this till's printer."""
    web, terminal = keno_of(request), request.state.person.terminal
    printer = web.printers.get(terminal)
    trouble = await asyncio.to_thread(printer.trouble) if printer is not None else ""
    tested = request.query_params.get("tested", "") == "1"
    return await _printer_page(request, printer, trouble, tested=tested)


async def _printer_page(
    request: Request, printer: Printer | None, trouble: str, *, tested: bool = False
) -> Response:
    """The page with what is wrong, a test, and the venue's papers that did not come out."""
    web = keno_of(request)
    missing = web.unprinted.of_venue(request.state.person.venue)
    names = await web.ask_site(lambda site: [paper_name(site, paper.serial) for paper in missing])
    facts: Json = {"own": printer is not None, "trouble": trouble, "tested": tested}
    return await desk_page(
        request,
        "counter_printer.html",
        "/counter/printer",
        status=409 if trouble and request.method == "POST" else 200,
        unprinted=list(zip(missing, names, strict=True)),
        **facts,
    )


def paper_name(site: Site[KenoSite], serial: str) -> str:
    """What a paper is, as its customer says it; without what would pay its bearer."""
    document = site.state.keno.documents.get(serial)
    if document is not None:
        return f"{papers.KINDS[document.kind]} for {dollars(document.face_cents)}"
    sold = find_anywhere(site, serial)
    if sold is None:
        return "Ticket"
    games = papers.games_words(game_name(site, sold.first_game), sold.entry.games)
    return f"Ticket for {dollars(sold.gross_cents)}, {games}"


@at_the_desk
async def test_print(request: Request) -> Response:
    """Print a test paper on this till's printer."""
    web, person = keno_of(request), request.state.person
    await read_form(request)
    printer = web.printers.get(person.terminal)
    if printer is None:
        return RedirectResponse("/counter/printer", 303)
    paper = escpos(test_blocks(person.terminal, f"{web.now():%d %b %Y %H:%M}"))
    trouble = await asyncio.to_thread(_send, printer, paper)
    if trouble:
        return await _printer_page(request, printer, trouble)
    return RedirectResponse("/counter/printer?tested=1", 303)


def test_blocks(terminal: str, at: str) -> tuple[Block, ...]:
    """A paper that shows whether a printer is set up right."""
    return (
        Words("TEST", 18, strong=True),
        Words(f"{terminal}, {at}", 8.5),
        Cut(strong=True),
        Words("This is no ticket and is worth nothing.", 9),
        Cut(),
    )


ROUTES = (
    Route("/till/print/{serial}", print_paper, methods=["POST"]),
    Route("/till/printer", printer_status),
    Route("/counter/printer", printer_page),
    Route("/counter/printer/test", test_print, methods=["POST"]),
)
