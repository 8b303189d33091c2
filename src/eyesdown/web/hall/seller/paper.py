"""Slips and cards of a sale on paper: for the printer, as PDF and on the screen."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from starlette.requests import Request
from starlette.responses import Response

from eyesdown.bingo.sales.events import EntryFeePaid, SaleTakenBack, ScorecardsIssued
from eyesdown.bingo.state.stock import Series
from eyesdown.central.hall.machine import EVENTS
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.public_record import head_at
from eyesdown.central.site.serials import tidy
from eyesdown.central.site.site import Site
from eyesdown.display.record import head_shown
from eyesdown.drawing.marks import Text
from eyesdown.drawing.pdf import PdfFile
from eyesdown.kernel.money import dollars
from eyesdown.press.card_design import CardDesign, Cells
from eyesdown.press.cards import CardPress
from eyesdown.press.options import PageOptions
from eyesdown.press.receipts import Block, Code, Cut, Pair, Words, write
from eyesdown.web.frame.context import web_of
from eyesdown.web.frame.problems import Problem
from eyesdown.web.hall.board import hall_words
from eyesdown.web.hall.people import STAFF
from eyesdown.web.hall.sign_on import hall_of, needs_hall

MEDIA = {"pdf": "application/pdf", "svg": "image/svg+xml"}
CARE = "18+ only. Gambling can harm: set a limit before you play."
_NO_SLIP = Problem(404, "ticket/unknown", "no slip of this hall has this number")
_TAKEN_BACK = Problem(404, "ticket/unknown", "this sale was taken back, so its slip is no good")


def phone_address(base: str, hall: str, slip: str) -> str:
    """Where the QR code of a slip leads: the player's own page.

    >>> phone_address("https://b.example/", "dome", "7A-3")
    'https://b.example/halls/dome/phone/7A-3'
    """
    return f"{base}halls/{hall}/phone/{slip}"


def ranges_words(cards: Sequence[int]) -> str:
    """Card numbers as people write them.

    >>> ranges_words((3, 4, 5, 9))
    '3–5, 9'
    """
    runs: list[tuple[int, int]] = []
    for card in sorted(cards):
        if runs and runs[-1][1] == card - 1:
            runs[-1] = runs[-1][0], card
        else:
            runs.append((card, card))
    return ", ".join(f"{first}" if first == last else f"{first}–{last}" for first, last in runs)


def slip_blocks(site: Site[HallSite], hall: str, event: Any, seq: int, base: str) -> list[Block]:
    """The slip of a sale, a fee or scorecards, from its event."""
    session = site.state.hall.sessions.get(event.session)
    place = session.plan.place if session else ""
    return [
        Words(hall_words(hall), 15, strong=True),
        *([Words(place, 8.5)] if place else []),
        Cut(strong=True),
        Words(_what(event), 12, strong=True),
        Words(event.session, 9),
        *_facts(event),
        Cut(),
        *_money(event),
        Code(phone_address(base, hall, event.slip)),
        Words(event.slip, 10.5, strong=True),
        Words(_scanned(event), 8),
        *_on_record(site, seq),
        Pair("Sold", f"{event.at:%d %b %Y %H:%M:%S}", 7.5),
        Pair("By", ", ".join(filter(None, (event.by, event.point))), 7.5),
        Cut(),
        Words(CARE, 7),
    ]


def _what(event: Any) -> str:
    kind = type(event).__name__
    if kind == "EntryFeePaid":
        return "Entry fee"
    if kind == "ScorecardsIssued":
        return "Electronic scorecard" if event.medium == "electronic" else "Scorecards"
    if event.scope == "session":
        return "Whole session"
    games = ranges_words(event.games)
    return f"Games {games}" if len(event.games) > 1 else f"Game {games}"


def _scanned(event: Any) -> str:
    """What the code on a slip opens: what a phone may be under the hall's book (S02, S03)."""
    match event:
        case EntryFeePaid():
            return "Your scorecards have a slip of their own."
        case ScorecardsIssued(medium="electronic"):
            return "Scan: your phone is the scorecard."
        case ScorecardsIssued():
            return "Scan to see the board. Mark your scorecards by hand."
        case _:
            return "Scan to follow your cards."


def _facts(event: Any) -> Iterator[Block]:
    if getattr(event, "cards", ()):
        yield Pair("Series", event.serial)
        yield Pair("Cards" if len(event.cards) > 1 else "Card", ranges_words(event.cards), 10)
    if not event.player.startswith("purchase "):
        yield Pair("Player", event.player)
    if getattr(event, "auto_play", False):
        yield Pair("Marking", "automatic")


def _money(event: Any) -> Iterator[Block]:
    paid = getattr(event, "paid_cents", getattr(event, "fee_cents", 0))
    if not paid:
        return
    yield Pair("Paid", dollars(paid), 15, strong=True)
    if event.tendered_cents and event.tender == "cash":
        yield Pair("Cash given", dollars(event.tendered_cents), 7.5)
        yield Pair("Change", dollars(event.change_cents), 7.5)
    elif event.tender != "cash":
        yield Pair("Paid by", event.tender, 7.5)
    yield Cut()


def _on_record(site: Site[HallSite], seq: int) -> Iterator[Block]:
    head = head_at(site.store, seq)
    if head.number:
        yield Words(f"Record {head_shown(head.number, head.hash)}", 7)


@needs_hall(*STAFF)
async def slip(request: Request) -> Response:
    """A slip as it is printed, as SVG for the screen or as PDF."""
    serial, medium = tidy(request.path_params["slip"]), request.path_params["medium"]
    if medium not in MEDIA:
        raise _NO_SLIP
    hall, base = hall_of(request), str(request.base_url)

    def blocks(site: Site[HallSite]) -> list[Block] | None:
        row = site.store.record("slip", serial)
        event: Any = EVENTS.read(row.body) if row else None
        if row is None or isinstance(event, SaleTakenBack):
            return None if row is None else []
        return slip_blocks(site, hall, event, row.seq, base)

    drawn = await web_of(request).ask_site(blocks)
    if not drawn:
        raise _NO_SLIP if drawn is None else _TAKEN_BACK
    out = io.BytesIO()
    write(out, f"Slip {serial}", drawn, medium)
    return _file(out, MEDIA[medium])


@needs_hall(*STAFF)
async def cards(request: Request) -> Response:
    """The cards of a slip, printed on demand from the series in stock."""
    serial, hall = tidy(request.path_params["slip"]), hall_of(request)

    def sold(site: Site[HallSite]) -> tuple[Any, Series] | None:
        row = site.store.record("slip", serial)
        event: Any = EVENTS.read(row.body) if row else None
        series = site.state.hall.series.get(getattr(event, "serial", ""))
        return (event, series) if series else None

    sale = await web_of(request).ask_site(sold)
    if sale is None:
        raise _NO_SLIP
    event, series = sale
    if isinstance(event, SaleTakenBack):
        raise _TAKEN_BACK
    out = io.BytesIO()
    print_cards(out, series, event.cards, f"{hall_words(hall)} · {event.session}")
    return _file(out, MEDIA["pdf"])


def print_cards(out: io.BytesIO, series: Series, numbers: Sequence[int], title: str) -> None:
    """Cards of a series as a PDF file: a page each if they have several grids, else six a page."""
    boxes = series.boxes_on(numbers[0])
    options = PageOptions(
        per_page=boxes if boxes > 1 else None,
        title=title[:80],
        serial=series.serial,
        series_colour=series.colour,
        any_colour=True,
    )
    design = StockDesign(series, boxes, options)
    pdf = PdfFile(out, design.layout.size, options.title)
    press = CardPress(pdf, design)
    for first, page in _sheets(series, numbers, design.up):
        press.page(page, first, game=None)
    pdf.close()


class StockDesign(CardDesign):
    """Tickets named as the stock names them, so that what a verifier reads is what they enter."""

    def __init__(self, series: Series, boxes: int, options: PageOptions) -> None:
        super().__init__("ticket90", options)
        self._series = series
        self._boxes = boxes

    def card_number(self, index: int, number: int) -> Text:
        """The card that a ticket is on, its box if the card has several, and its book."""
        card, box = (number - 1) // self._boxes + 1, (number - 1) % self._boxes + 1
        book = self._series.cards[card].book
        words = [f"Card {card}"]
        words += [f"box {box}"] if self._boxes > 1 else []
        words += [f"book {book}"] if book else []
        return replace(super().card_number(index, number), words=" · ".join(words))


def _sheets(series: Series, numbers: Sequence[int], up: int) -> Iterator[tuple[int, Cells]]:
    """The number of the first ticket and the tickets of each sheet; numbers on a sheet run on."""
    waiting: list[int] = []
    for card in numbers:
        boxes = series.boxes_on(card)
        if boxes > 1:
            yield (card - 1) * boxes + 1, _cells(series, [card])
        elif waiting and (len(waiting) == up or card != waiting[-1] + 1):
            yield waiting[0], _cells(series, waiting)
            waiting = [card]
        else:
            waiting.append(card)
    if waiting:
        yield waiting[0], _cells(series, waiting)


def _cells(series: Series, numbers: Sequence[int]) -> Cells:
    rows = [box.rows for card in numbers for box in series.cards[card].boxes]
    return np.array(rows, dtype=np.uint8)


def _file(out: io.BytesIO, media: str) -> Response:
    headers = {"content-disposition": "inline", "cache-control": "no-store"}
    return Response(out.getvalue(), media_type=media, headers=headers)
