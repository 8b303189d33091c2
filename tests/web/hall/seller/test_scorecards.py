"""Scorecards at the counter: handed out by whole books, and printed with the stock's own names."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import pytest

from eyesdown.proof.hall.setting import NSW, VIC, strips
from eyesdown.web.hall.seller.paper import print_cards
from kit.hall_opened import SESSION, evening
from kit.hall_site import NAME, HallDesk, form_in
from kit.pdf_reader import PdfReader


def scorecards(boxes: int, count: int, games: int = 1) -> list[dict[str, Any]]:
    """Scorecards with this many boxes; a book has one for each game, in order."""
    tickets = [[list(row) for row in ticket.rows] for strip in strips() for ticket in strip]
    pages = [tickets[start : start + boxes] for start in range(0, boxes * count, boxes)]
    return [
        {
            "card": number,
            "book": (number - 1) // games + 1,
            "game": (number - 1) % games + 1 if games > 1 else 0,
            "boxes": [{"rows": rows} for rows in page],
        }
        for number, page in enumerate(pages, 1)
    ]


def test_whole_books_are_handed_out_so_that_every_player_is_in_every_game() -> None:
    desk = HallDesk(NSW)

    async def whole() -> None:
        async with desk.open():
            await evening(desk)
            await desk.do(
                "office", "RegisterSeries", serial="S1", colour="", cards=scorecards(6, 8, 2)
            )
            bea = await desk.signed_on("bea")
            held = desk.site.state.hall.sessions[SESSION].holdings
            for player, cards in (("ann", {"S1/1", "S1/2"}), ("bob", {"S1/3", "S1/4"})):
                await bea.press("/seller", "RegisterPerson", person=player)
                await bea.press("/seller", "ChargeAdmission", player=player)
                form = form_in(await bea.page("/seller"), "IssueScorecards")
                chosen = {"player": player, "serial": "S1", "count": "1", "handed": "books"}
                for _ in range(2):  # sent again, as by a page that got no response
                    sent = await bea.http.post(
                        f"/halls/{NAME}/seller/issue", data={**form, **chosen}
                    )
                    assert sent.status_code == 303, sent.text
                assert {name for name, each in held.items() if each.player == player} == cards
                games = {game for name in cards for game in held[name].games}
                assert games == set(desk.site.state.hall.sessions[SESSION].games)
            form = form_in(await bea.page("/seller"), "IssueScorecards")
            more = {**form, "player": "ann", "serial": "S1", "count": "3", "handed": "books"}
            refused = await bea.http.post(f"/halls/{NAME}/seller/issue", data=more)
            assert refused.status_code == 400
            assert "2 whole books are left in S1" in refused.text

    asyncio.run(whole())


@pytest.mark.parametrize("boxes", [1, 6, 12])
def test_printed_tickets_have_the_names_that_a_verifier_enters(boxes: int) -> None:
    desk = HallDesk(NSW if boxes > 1 else VIC)

    async def whole() -> None:
        async with desk.open():
            cards = scorecards(boxes, 3)
            await desk.do("office", "RegisterSeries", serial="S1", colour="", cards=cards)

    asyncio.run(whole())
    out = io.BytesIO()
    print_cards(out, desk.site.state.hall.series["S1"], (2, 3), "Dome")
    words = [word.words for page in PdfReader(out.getvalue()).pages for word in page.words]
    for card in (2, 3):
        for box in range(1, boxes + 1):
            named = f"Card {card} · box {box} · book {card}" if boxes > 1 else f"Card {card} · book"
            assert any(word.startswith(named) for word in words), (named, words)
