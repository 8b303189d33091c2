"""Reports of a session, a day and a sequence, from the journal: page, PDF and CSV agree."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from eyesdown.bingo.play.events import NumberCorrected
from eyesdown.bingo.pools.events import PrizeWon
from eyesdown.bingo.trouble.events import GameInvalidated, GameVoided
from eyesdown.proof.hall.setting import NZ
from eyesdown.web.hall.office.reports import Report
from kit.hall_opened import SESSION, evening
from kit.hall_site import NAME, Browser, HallDesk
from kit.pdf_reader import PdfReader


def in_the_office(story: Callable[[HallDesk, Browser], Awaitable[None]]) -> None:
    desk = HallDesk(NZ)

    async def whole() -> None:
        async with desk.open():
            await evening(desk)
            bea = {"session": SESSION, "serial": "A1", "point": "door"}
            for count, game in ((2, 0), (3, 1)):
                paid = count * (600 if not game else 300)
                await desk.do("seller", "SellCards", **bea, game=game, count=count, paid_cents=paid)
            sold = desk.site.state.hall.sessions[SESSION].purchases
            back = {"session": SESSION, "purchase": list(sold)[-1], "reason": "keyed wrongly"}
            await desk.do("supervisor", "TakeBackSale", **back, by="sue")
            await desk.do("seller", "CountTill", point="door", by="bea", counted_cents=11_150)
            await story(desk, await desk.signed_on("olga"))

    asyncio.run(whole())


def test_a_session_s_report_has_what_was_sold_and_not_taken_back() -> None:
    async def story(_: HallDesk, olga: Browser) -> None:
        page = await olga.page(f"/office/reports?by=session&name={SESSION}")
        assert "$12.00" in page
        assert "$0.50 too little" in page  # the till: $100.00 and $12.00 less 50 cents
        address = f"/halls/{NAME}/office/reports.csv?by=session&name={SESSION}"
        rows = list(csv.reader(io.StringIO((await olga.http.get(address)).text)))
        figures = {(part, name): amount for part, name, amount in rows[1:]}
        assert figures["total", "receipts of cards"] == "12.00"
        assert figures["receipts", f"{SESSION}/1"] == "6.00"
        assert figures["point", "door"] == "12.00"
        assert figures["till difference", "door"] == "-0.50"

    in_the_office(story)


def test_a_report_is_a_pdf_and_a_day_has_the_same_figures() -> None:
    async def story(_: HallDesk, olga: Browser) -> None:
        root = f"/halls/{NAME}/office/reports"
        pdf = await olga.http.get(f"{root}.pdf?by=session&name={SESSION}")
        assert pdf.content.startswith(b"%PDF")
        by_session = await olga.http.get(f"{root}.csv?by=session&name={SESSION}")
        by_day = await olga.http.get(f"{root}.csv?by=day&name=2026-06-02")
        assert by_day.text == by_session.text
        unknown = await olga.http.get(f"{root}.csv?by=sequence&name=winter")
        assert unknown.status_code == 404

    in_the_office(story)


def test_the_paper_has_a_chart_of_every_game() -> None:
    async def story(_: HallDesk, olga: Browser) -> None:
        pdf = await olga.http.get(f"/halls/{NAME}/office/reports.pdf?by=session&name={SESSION}")
        texts = [text for page in PdfReader(pdf.content).pages for text in page.texts]
        assert {"paid by players", "prizes", "Receipts of cards", "Tills"} <= set(texts)
        assert "$6.00 in, $0.00 out" in texts

    in_the_office(story)


AT = datetime(2026, 6, 2, 19, tzinfo=UTC)
IN_GAME: dict[str, Any] = {"at": AT, "session": "tue", "game": 1}


def won(prize: str, *winners: str) -> PrizeWon:
    return PrizeWon(
        **IN_GAME,
        prize=prize,
        place="",
        call=40,
        number=7,
        amount_cents=1_000,
        winners=winners,
        share_cents=1_000 // len(winners),
        rounding_contribution_cents=0,
        jackpot=False,
    )


def test_a_prize_that_fell_is_no_prize_any_more() -> None:
    report = Report("tue")
    for event in (won("line", "ann", "bob"), won("ticket", "cat")):
        report.take(event)
    struck = {"wrong": 7, "right": 17, "finished": None, "displayed": True}
    more = {"cancelled_claims": (), "reopened_prizes": ("line",)}
    report.take(NumberCorrected(**IN_GAME, by="cal", **struck, **more))
    assert report.prizes == 1_000
    report.take(GameVoided(**IN_GAME, by="sue", annulled=("tue/1/ticket/cat",)))
    assert report.prizes == report.games["tue/1"].prizes == 0


@pytest.mark.parametrize(("refund", "kept"), [(True, 0), (False, 500)])
def test_receipts_kept_of_an_invalidated_game_have_a_line(*, refund: bool, kept: int) -> None:
    report = Report("tue")
    report.games["tue/1"].receipts = 500
    who = {"by": "sue", "cause": "fraud", "person": "", "person_kind": "", "opinion_of": ""}
    event = GameInvalidated(**IN_GAME, **who, refund=refund, reason="", annulled=())
    report.take(event)
    assert ("total", "of these, kept of invalidated games", kept) in list(report.rows())
