"""What a family table prints and keeps: cards and discs as PDF, the evening as `.eyes`."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.bingo.family.house import House
from eyesdown.central.family.feeds import words_in_play
from eyesdown.central.family.table import Table
from eyesdown.central.family.tenant import make_cards
from eyesdown.display.family.words import disc_label, name_of, text
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebooks.family_bingo.words import say
from eyesdown.web.family.context import language_of, message
from eyesdown.web.family.pictures import bitmaps
from eyesdown.web.family.tables import Visit, at_table

if TYPE_CHECKING:  # drawing and notation are loaded when someone asks for paper or a file
    from eyesdown.press.party import PartyCard, PartyPaper

COUNT_MAX = 500
_WHOLE = re.compile(r"[0-9]{1,4}")


@at_table
async def cards(request: Request, visit: Visit) -> Response:
    """Cards as PDF: those of the people at the table, or new ones."""
    from eyesdown.press.party import UPS, party_card, write_cards

    language = language_of(request)
    count = _whole(request, "count", 24)
    up = _whole(request, "up", 4)
    if not 1 <= count <= COUNT_MAX or up not in UPS:
        return message(request, 400, "table/unknown_option", option="count")
    is_new = request.query_params.get("which") == "new"
    table = await visit.web.ask_state(lambda state: state.tables[visit.code])
    house = table.options.house if is_new or not table.game.dealt else table.game.house
    if is_new or not table.game.dealt:
        made_now = make_cards(house, count, os.urandom)
        sheets = [
            party_card(
                card.rows,
                lambda cell: _shown(cell, house, table.options.words),
                text("card_number", language, number=n),
            )
            for n, card in enumerate(made_now, start=1)
        ]
    else:
        sheets = _dealt(table, language)
    paper = _paper(table, language, up)
    return _pdf(request, lambda out: write_cards(out, sheets, paper), f"bingo-{visit.code}")


def _dealt(table: Table, language: str) -> list[PartyCard]:
    """The cards of the people at the table, under their names."""
    from eyesdown.press.party import party_card

    names = {seat: person.name for seat, person in table.seats.items()}
    game, words = table.game, words_in_play(table)
    return [
        party_card(
            game.cards[number - 1].rows,
            lambda cell: _shown(cell, game.house, words),
            name_of(hand, names, game.house, language),
        )
        for hand, number in game.dealt.items()
    ]


def _shown(cell: int, house: House, words: tuple[str, ...]) -> str:
    """A square as it is printed: its letter is above the column already.

    >>> _shown(17, House(), ())
    '17'
    """
    return disc_label(cell, house, words) if words else str(cell)


def _paper(table: Table, language: str, up: int) -> PartyPaper:
    from eyesdown.press.party import PartyPaper

    options = table.options
    return PartyPaper(
        up=up,
        title=options.title or "Bingo",
        free=options.free or text("js_free", language),
        notice=say("warning", language),
        pictures=bitmaps(table.pictures),
    )


@at_table
async def discs(request: Request, visit: Visit) -> Response:
    """The discs of the box, to cut out."""
    from eyesdown.press.party import write_discs

    language = language_of(request)
    table = await visit.web.ask_state(lambda state: state.tables[visit.code])
    house, words = table.options.house, table.options.words
    numbers = (
        range(1, 91)
        if house.balls == 90
        else [n for n in range(1, 76) if (n - 1) % 15 < house.per_column]
    )
    labels = [((n - 1) // 15, disc_label(n, house, words)) for n in numbers]
    paper = _paper(table, language, 1)
    return _pdf(request, lambda out: write_discs(out, labels, paper), f"discs-{visit.code}")


def _pdf(request: Request, write: Callable[[io.BytesIO], int], name: str) -> Response:
    out = io.BytesIO()
    try:
        write(out)
    except BadInput as bad:
        return message(request, 400, "paper/unprintable", why=bad.message)
    headers = {"content-disposition": f'inline; filename="{name}.pdf"'}
    return Response(out.getvalue(), media_type="application/pdf", headers=headers)


def _whole(request: Request, name: str, usual: int) -> int:
    given = request.query_params.get(name, "")
    return int(given) if _WHOLE.fullmatch(given) else usual


@at_table
async def eyes(_request: Request, visit: Visit) -> Response:
    """The evening of this table as `.eyes`, to replay with `eyesdown play`."""
    from eyesdown.web.family.evening import evening

    machine = visit.web.tenant.machine
    lines = await visit.web.ask_store(lambda store: evening(machine, store, visit.code))
    headers = {"content-disposition": f'attachment; filename="evening-{visit.code}.eyes"'}
    return Response(lines, media_type="text/plain; charset=utf-8", headers=headers)


ROUTES = (
    Route("/family/{code:str}/cards.pdf", cards),
    Route("/family/{code:str}/discs.pdf", discs),
    Route("/family/{code:str}/evening.eyes", eyes),
)
