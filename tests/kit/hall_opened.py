"""A hall with people, stock and a session that is open, under each of the three books."""

from __future__ import annotations

from typing import Any

from eyesdown.proof.hall.setting import NSW, NZ, VIC, strips
from kit.hall_site import HallDesk, printed

SESSION = "tuesday"
STARTS = {NZ: "2026-06-02T19:00:00+12:00", VIC: "2026-06-02T19:00:00+10:00"}
OFFICIALS = {
    NZ: ("employee", "employee"),
    VIC: ("volunteer", "volunteer"),
    NSW: ("dealer", "gaming services supervisor"),
}


def games(book: str, count: int) -> list[dict[str, Any]]:
    """Games as a book has them."""
    if book == VIC:
        prizes = [{"prize": "ticket", "amount_cents": 10_000}]
        return [
            {"game": n, "versions": [4], "price_cents": 250, "prizes": prizes}
            for n in range(1, count + 1)
        ]
    if book == NZ:
        prizes = [{"prize": "series", "amount_cents": 4000}]
        return [
            {"game": n, "versions": [2], "price_cents": 300, "prizes": prizes}
            for n in range(1, count + 1)
        ]
    prizes = [{"prize": "bingo", "amount_cents": 20_000}]
    return [{"game": n, "versions": [], "prizes": prizes} for n in range(1, count + 1)]


async def staff(desk: HallDesk) -> None:
    """Everyone who works tonight."""
    await desk.staff("olga", "office")
    await desk.staff("bea", "seller", till="door")
    await desk.staff("ben", "seller", till="bar")
    await desk.staff("cal", "caller")
    await desk.staff("sue", "supervisor")
    await desk.staff("vic", "verifier")
    await desk.staff("ina", "inspector")


async def stock(desk: HallDesk, cards: int = 60, *, tills: bool = True) -> None:
    """Sale points and a series: single tickets, or six-up scorecards where a book has them."""
    for point, person in (("door", "bea"), ("bar", "ben")):
        await desk.do("office", "OpenSalePoint", point=point)
        if tills:
            await desk.do("seller", "OpenTill", point=point, by=person, float_cents=10_000)
    series = printed(cards)
    if desk.book == NSW:
        boxes = [[{"rows": [list(row) for row in t.rows]} for t in strip] for strip in strips()]
        series = [{"card": n, "book": n, "boxes": six} for n, six in enumerate(boxes, 1)]
    await desk.do("office", "RegisterSeries", serial="A1", colour="blue", cards=series)


async def evening(
    desk: HallDesk, count: int = 2, *, tills: bool = True, opened: bool = True
) -> None:
    """Staff, stock, a programme and officials; if asked, the session and the tills are open."""
    await staff(desk)
    await stock(desk, tills=tills)
    for person, role in zip(("cal", "sue"), OFFICIALS[desk.book], strict=True):
        employed = desk.book != VIC
        await desk.do("office", "RegisterPerson", person=person, role=role, staff=employed)
    plan: dict[str, Any] = {"place": "Memorial Hall", "games": games(desk.book, count)}
    if desk.book == NZ:
        plan["session_price_cents"] = 300 * count
    if desk.book == NSW:
        plan |= {"entry_fee_cents": 1500, "boxes": 6}
        plan["games"] = games(NSW, count)
    starts = STARTS.get(desk.book, STARTS[VIC])
    await desk.do("office", "PlanSession", session=SESSION, starts_at=starts, **plan)
    for person, duty in (("cal", "caller"), ("sue", "supervisor")):
        await desk.do("office", "AppointPerson", session=SESSION, person=person, duty=duty)
    if opened and desk.book != NSW:
        await desk.do("office", "OpenSession", session=SESSION, notice_displayed=True)
