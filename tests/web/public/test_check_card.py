"""A card and the calls so far, on a page for anyone: of a series, a hall's stock or a QR code."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from re import sub

import httpx

from eyesdown.cards.card_text import card_text
from eyesdown.cards.ticket import Card75, Ticket90
from eyesdown.library.series import OpenSeries, make_series
from eyesdown.proof.hall.setting import NSW, VIC
from eyesdown.web.frame.context import Hosted
from eyesdown.web.hall.card_check import find_card
from kit.hall_evening import SERIAL, Night
from kit.hall_site import HallDesk

CARD = Card75.read("""
 3 17 32 48 62
11 22 45 57 70
 8 29 FR 50 66
14 19 38 46 75
 1 25 41 60 73
""")
TICKET = Ticket90.read("""
 .  12   .  34   .  50   .  71  80
 3   .  25   .  48   .  62   .  85
 7  19   .  39   .   .  67   .  90
""")


class CardDesk(HallDesk):
    """A hall on a site that also knows series on disk."""

    series: tuple[OpenSeries, ...] = ()

    async def lifespan(self) -> AsyncIterator[Hosted]:
        async for hosted in super().lifespan():
            self.web.find_card = find_card
            yield replace(hosted, series=self.series)


async def asked(http: httpx.AsyncClient, path: str = "/check-card", **typed: str) -> str:
    """The words of the page without its form."""
    reply = await http.get(path, params=typed)
    assert reply.status_code in (200, 400), reply.text
    assert reply.headers["cache-control"] == "no-store"
    main = reply.text.partition("<main")[2].partition("<form")[0]
    return " ".join(unescape(sub(r"<[^>]*>", " ", main)).split())


def _with_site(series: tuple[OpenSeries, ...], *steps: tuple[dict[str, str], str]) -> None:
    """Ask about a card again and again; each answer must have its words."""

    async def scenario() -> None:
        desk = CardDesk(VIC)
        desk.series = series
        async with desk.open():
            for typed, words in steps:
                assert words in await asked(desk.http, **typed), typed

    asyncio.run(scenario())


def test_a_code_that_holds_the_card_needs_no_series() -> None:
    text = card_text(CARD.rows, 17)
    called = "B3 B11 B8 B14"
    _with_site(
        (),
        ({}, "Scan the code on the card"),
        ({"card": text}, "Card 17 is a valid card"),
        ({"card": text, "calls": called}, "Card 17 has nothing yet"),
        ({"card": text, "calls": called}, "Nearest: row of five, 1 missing: 1."),
        ({"card": text.lower(), "calls": f"{called} 1"}, "Card 17 is complete: row of five"),
        ({"card": text, "calls": f"{called} 1"}, "complete on call 5, number 1"),
        ({"card": card_text(TICKET.rows, 9), "calls": "12 34 50 71"}, "line, 1 missing: 80"),
    )


def test_prizes_of_a_book_and_version_are_looked_at_when_chosen() -> None:
    text = card_text(TICKET.rows, 9)
    five = "7 19 39 67 90"
    _with_site(
        (),
        ({"card": text, "calls": five, "prizes": "vic-bingo/5"}, "Card 9 is complete: any line"),
        ({"card": text, "calls": five, "prizes": "vic-bingo"}, "Card 9 is complete: bottom line"),
        ({"card": text, "calls": five, "prizes": NSW}, "four corners"),
    )


def test_a_series_on_disk_is_known_by_number_or_by_its_address(tmp_path: Path) -> None:
    ours = make_series(
        tmp_path / "fair", serial="F7", colour="white", books=2, balls=75, seed="a fair"
    )
    card = ours.find(card=5)
    assert card is not None
    calls = " ".join(str(row[0]) for row in card.ticket.rows)
    address = "https://fair.example/check-card?serial=F7&card=5"
    _with_site(
        (ours,),
        ({"card": "5", "calls": calls}, "Card 5 is complete: row of five"),
        ({"card": "5", "serial": "F7", "calls": calls}, "complete on call 5"),
        ({"card": address, "calls": calls}, "Card 5 is complete: row of five"),
        ({"card": "5", "serial": "F8"}, "There is no card 5 in serial number F8"),
        ({"card": "999"}, "There is no card 999 in the series of this site"),
    )


WRONG = (
    ({"card": "five"}, "Type the card number, or the text in its QR code"),
    ({"card": "٥"}, "Type the card number"),
    ({"card": "9" * 300}, "Type the card number"),
    ({"card": "EYES75:17:0000"}, "scan it again"),
    ({"card": card_text(CARD.rows, 17)[:-1] + "*"}, "scan"),
    ({"card": card_text(CARD.rows, 17), "calls": "B3 nine"}, "Call 2, 'nine', is not a number"),
    ({"card": card_text(CARD.rows, 17), "calls": "88"}, "88 is not a whole number from 1 to 75"),
    ({"card": card_text(CARD.rows, 17), "calls": "3 3"}, "3 is there twice"),
    ({"card": card_text(TICKET.rows, 9), "prizes": "vic-bingo/x"}, "Take one of the choices"),
    ({"card": card_text(TICKET.rows, 9), "prizes": "vic-bingo/77"}, "77 is not one of"),
    ({"card": card_text(TICKET.rows, 9), "prizes": "whist"}, "is not on the shelf"),
    ({"card": "<script>alert(1)</script>"}, "Type the card number"),
)


def test_what_cannot_be_read_is_one_clear_sentence() -> None:
    _with_site((), *WRONG)


def test_a_card_of_a_hall_follows_the_game_that_is_called() -> None:
    async def scenario() -> None:
        desk = CardDesk(VIC)
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            await night.sell("ann", 2)
            path = "/halls/dome/check-card"
            before = await asked(desk.http, path, card="1")
            assert "Card 1 is a valid card" in before
            await night.start()
            for call in range(1, 4):
                await night.ball(call)
            assert "Against game 1, which is called now: 3 numbers so far" in await asked(
                desk.http, path, card="1", serial=SERIAL
            )
            there = await asked(desk.http, card="1", serial=SERIAL)
            assert "Against game 1" in there
            assert "any line" not in there, "only the prizes of the game are looked at"
            assert "ann" not in there
            numbers = desk.site.state.hall.series[SERIAL].cards[1].boxes[0].numbers
            every = " ".join(map(str, numbers))
            typed = await asked(desk.http, path, card="1", calls=every, prizes=VIC)
            assert "ticket" in typed
            assert "Against game 1" not in typed
            assert "There is no card 1 in serial number Z9" in await asked(
                desk.http, path, card="1", serial="Z9"
            )

    asyncio.run(scenario())
