"""A printed series taken in on the stock page, and its books sold at the till."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from eyesdown.cards.series import SeriesPlan
from eyesdown.central.hall import stock
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.proof.hall.setting import VIC
from kit.hall_opened import SESSION, evening
from kit.hall_site import NAME, HallDesk, hidden_fields
from kit.series import Delivered, delivered

PLAN = SeriesPlan("B700", "red", books=4, games=2, up="six_up", game_colours=("pink", "blue"))


def in_the_hall(
    story: Callable[[HallDesk], Awaitable[None]], desk: HallDesk | None = None
) -> HallDesk:
    desk = desk or HallDesk(VIC)

    async def whole() -> None:
        async with desk.open():
            await evening(desk)
            await story(desk)

    asyncio.run(whole())
    return desk


async def sent_in(desk: HallDesk, files: Delivered) -> int:
    """The status of the answer to these files, sent by the office."""
    olga = await desk.signed_on("olga")
    page = await olga.page("/office/stock")
    csrf = page.partition('name="csrf" value="')[2].partition('"')[0]
    upload = {"manifest": files.manifest, "table": files.table, "index": files.index}
    reply = await olga.http.post(
        f"/halls/{NAME}/office/stock/series", data={"csrf": csrf}, files=upload
    )
    return reply.status_code


def test_a_series_is_taken_in_and_its_books_are_sold() -> None:
    async def story(desk: HallDesk) -> None:
        assert await sent_in(desk, delivered(PLAN)) == 303
        assert len(desk.site.state.hall.series["B700"].left) == 8
        bea = await desk.signed_on("bea")
        form = hidden_fields(await bea.page("/seller"), "sale")
        books = {**form, "serial": "B700", "game": "0", "by": "books", "count": "2"}
        json = {"accept": "application/json"}
        priced = await bea.http.post(f"/halls/{NAME}/seller/price", data=books, headers=json)
        assert (priced.json()["refusals"], priced.json()["price_cents"]) == ([], 6000)
        sold = await bea.http.post(f"/halls/{NAME}/seller/sell", data=books)
        assert sold.status_code == 303, sold.text
        [purchase] = desk.site.state.hall.sessions[SESSION].purchases.values()
        assert len(purchase.cards) == 4  # two books of two pages
        cards = await bea.http.get(f"/halls/{NAME}/seller/slip/{purchase.slip}/cards.pdf")
        assert cards.content.startswith(b"%PDF")

    in_the_hall(story)


def test_a_table_with_one_changed_digit_is_refused() -> None:
    async def story(desk: HallDesk) -> None:
        files = delivered(PLAN)
        at = files.table.rindex(b"1")
        changed = files.table[:at] + b"2" + files.table[at + 1 :]
        assert await sent_in(desk, Delivered(files.manifest, changed, files.index)) == 400
        assert "B700" not in desk.site.state.hall.series

    in_the_hall(story)


def test_sales_go_on_while_a_series_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every ticket is checked on a separate connection, before the command is queued."""
    begun, sold, whole = Event(), Event(), stock.print_differs

    def wait_for_a_sale(*files: Any) -> Any:
        begun.set()
        assert sold.wait(60), "a sale waited for the check"
        return whole(*files)

    monkeypatch.setattr(stock, "print_differs", wait_for_a_sale)

    async def story(desk: HallDesk) -> None:
        desk.web.open_reader = lambda: SqliteStore(tmp_path / "hall.db")
        plan = SeriesPlan("B701", "red", books=4, up="six_up")
        coming = asyncio.create_task(sent_in(desk, delivered(plan)))
        await asyncio.to_thread(begun.wait)
        bea = await desk.signed_on("bea")
        form = hidden_fields(await bea.page("/seller"), "sale")
        one_card = {**form, "serial": "A1", "game": "1", "by": "next", "count": "1"}
        sale = await bea.http.post(f"/halls/{NAME}/seller/sell", data=one_card)
        assert sale.status_code == 303, sale.text
        assert "B701" not in desk.site.state.hall.series
        sold.set()
        assert await coming == 303
        assert len(desk.site.state.hall.series["B701"].left) == 4

    in_the_hall(story, HallDesk(VIC, SqliteStore(tmp_path / "hall.db")))
