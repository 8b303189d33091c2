"""Paper from the terminal: what a ticket shows, and that what it shows can be read again."""

from __future__ import annotations

import io
import re
from typing import Any

import numpy as np
import pytest
import segno

from eyesdown.drawing.marks import Runs, Text
from eyesdown.drawing.qr import QUIET
from eyesdown.press.receipts import PAPER, Balls, Code, Cut, Pair, Words, laid_out, write
from kit.counter_site import CounterSite, Door, RunsScenario

COMBINATION = {
    "type": "combination",
    "game": "regular",
    "groups": [[3], [10, 20]],
    "sizes": None,
    "subscription_cents": 100,
}


async def paper_of(visitor: Any, **slip: Any) -> str:
    asked = {"slip": "1", "customer": "c", **slip}
    sold = (await visitor.ask("/till/sell", asked)).json()
    return str((await visitor.get(f"{sold['ticket']}.svg")).text)


@pytest.mark.clause(
    "nsw-keno", "2:Combination Bet:letters", "2:Combination Bet:count shown", "7(i):check"
)
def test_a_ticket_shows_groups_count_cost_and_asks_to_be_checked(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            text = await paper_of(writer, lines=[COMBINATION], runner="Rita", cash_cents=1000)
            assert "1-SPOT x 1, 2-SPOT x 1, 3-SPOT x 1" in text
            assert "ABN 51 002 821 570" in text
            assert "ABN 16 003 992 327" in text
            words = {part.partition("<")[0] for part in text.split(">")}
            assert {"A", "B", "3", "10", "20", "3 combinations at $1.00", "Rita"} <= words
            assert {"$3.00", "The Club, Sydney", "Game 0"} <= words
            assert any("check now that this ticket" in word for word in words)
            assert "Wednesday 01 May 2024, draw about 10:03" in words

    site(scenario)


THREE = {"type": "regular", "spots": [1, 2, 3], "subscription_cents": 100}


@pytest.mark.clause("nsw-keno", "2:Print Pay Ticket", "7(o):runner")
def test_7_o__a_runners_entry_gets_its_print_pay_with_the_payment(site: RunsScenario) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            asked = {"slip": "1", "customer": "c", "lines": [THREE], "games": 3, "runner": "Rita"}
            sold = (await writer.ask("/till/sell", asked)).json()
            serial, check = sold["serial"], sold["check"]
            await hall.play()
            ticket = {"scan": serial, "check": check, "customer": "c", "slip": "2"}
            await writer.post("/counter/pay/claim", **ticket)
            paid = await writer.post("/counter/pay/out", customer="c", slip="3")
            assert f'data-paper="/till/print-pay/{serial}.svg"' in paid.text
            paper = (await writer.get(f"/till/print-pay/{serial}.svg")).text
            words = [part.partition("<")[0] for part in paper.split(">")]
            games = ["Game 0", "$44.00", "Game 1", "not drawn yet", "A later game", "not drawn yet"]
            assert [word for word in words if word in games] == [*games, "$44.00"]
            further = re.findall('data-print-paper="([^"]+)"', paid.text)
            ticket_paper = await writer.get(f"/till/ticket/{further[0]}.svg")
            assert ">Total of 3 games<" in ticket_paper.text

    site(scenario)


def test_an_old_ticket_is_named_by_the_game_it_was_for(site: RunsScenario) -> None:
    """Long after the site has put its games away, and while another one is open."""

    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            await hall.play()
            asked = {"slip": "1", "customer": "c", "lines": [THREE]}
            serial = (await writer.ask("/till/sell", asked)).json()["serial"]
            for _ in range(3):
                await hall.next_day()
            assert "Game 1<" in (await writer.get(f"/till/ticket/{serial}.svg")).text
            assert ">Game 1<" in (await writer.get(f"/counter/pay?scan={serial}")).text

    site(scenario)


def test_what_no_typeface_has_is_printed_as_a_question_mark_and_script_as_text(
    site: RunsScenario,
) -> None:
    async def scenario(hall: CounterSite, door: Door) -> None:
        async with door.visit() as writer:
            line = {"type": "regular", "spots": [1], "subscription_cents": 100}
            text = await paper_of(writer, lines=[line], runner="<b>夜</b>")
            assert "&lt;b&gt;?&lt;/b&gt;" in text

    site(scenario)


def test_the_code_on_the_paper_is_the_address() -> None:
    address = "https://keno.example/check?serial=000G40-R40M30-E209EP-XXHNBP&check=65f124267e33"
    _, marks = laid_out([Code(address)])
    (code,) = marks
    assert isinstance(code, Runs)
    wanted = np.array(segno.make(address, error="m", mode="byte", boost_error=False, mask=3).matrix)
    found = np.zeros_like(wanted)
    for column, row, length in code.runs:
        found[row - QUIET, column - QUIET : column - QUIET + length] = 1
    assert (found == wanted).all()


def test_everything_stays_on_the_paper() -> None:
    long = "Superfecta, standout 1st 1 2 3, 2nd 4 5, 3rd 6, 4th 7, 5th 8 with 1 2 3 4 5 6 7 8"
    blocks = [
        Words(long, 12, strong=True),
        Pair(long, ""),
        Pair("Terminal", long),
        Balls(tuple(range(1, 41)), "A1"),
        Cut(),
        Words("x" * 200),
    ]
    sheet, marks = laid_out(blocks)
    from eyesdown.drawing.faces import width

    for mark in marks:
        if isinstance(mark, Text):
            wide = width(mark.words, mark.size, mark.face)
            left = mark.x - wide * {"start": 0, "middle": 0.5, "end": 1}[mark.anchor]
            assert left >= 0
            assert left + wide <= PAPER + 0.01
            assert 0 < mark.y <= sheet.height


def test_a_slip_is_one_page_of_80_millimetres() -> None:
    out = io.BytesIO()
    write(out, "Ticket", [Words("Eyes Down")], "pdf")
    raw = out.getvalue()
    assert raw.startswith(b"%PDF-")
    assert raw.count(b"/Type/Page/") == 1
    assert b"226.77" in raw
