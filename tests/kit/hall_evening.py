"""Nights under each hall book, set up over the API: people, stock, programme, sales."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from eyesdown.proof.hall.setting import NSW, NZ, VIC, strips
from kit.hall_site import HallDesk, printed

SESSION = "tue"
POINT = "door"
CALLER, SUPERVISOR, VERIFIER = "cal", "sue", "vera"
ROLE_WORDS = {
    NZ: ("employee", "employee", "employee"),
    VIC: ("volunteer", "volunteer", "volunteer"),
    NSW: ("dealer", "gaming services supervisor", "gaming services supervisor"),
}
STARTS = {NZ: "2026-06-02T19:00:00+12:00", VIC: "2026-06-02T19:00:00+10:00"}
SERIAL = "A1"
PRICE = {NZ: 1000, VIC: 250}


def pages(count: int) -> list[dict[str, Any]]:
    """Six-up pages, each a book of its own."""
    return [
        {
            "card": number,
            "book": number,
            "boxes": [{"rows": [list(row) for row in ticket.rows]} for ticket in strip],
        }
        for number, strip in enumerate(strips()[:count], 1)
    ]


def _prize(name: str, cents: int) -> dict[str, Any]:
    return {"prize": name, "amount_cents": cents}


def games_of(book: str, count: int) -> list[dict[str, Any]]:
    """The games of a programme."""
    if book == NZ:
        prizes = [_prize("part series", 4_000), _prize("series", 12_000)]
        common = {"versions": [3], "price_cents": PRICE[NZ], "prizes": prizes}
    elif book == VIC:
        common = {"versions": [4], "price_cents": PRICE[VIC], "prizes": [_prize("ticket", 10_000)]}
    else:
        minors = (("four corners", 2_500), ("top line", 5_000), ("ice cream cone", 1_500))
        prizes = [_prize("bingo", 20_000), *(_prize(*minor) for minor in minors)]
        levels = [{"level": "gold", "amount_cents": 50_000, "numbers_max": 45}]
        common = {"prizes": prizes, "colour": "red", "levels": levels}
    return [{"game": number, **common} for number in range(1, count + 1)]


@dataclass
class Night:
    """A session of a hall as its people set it up; `slips` are by player."""

    desk: HallDesk
    games: int = 2
    levels: tuple[dict[str, Any], ...] = ()
    """Jackpot levels besides those of every night under nsw-casino-bingo."""
    slips: dict[str, str] = field(default_factory=dict)

    @property
    def book(self) -> str:
        return self.desk.book

    async def prepare(self, cards: int = 60) -> None:
        """People, a series and a programme; nothing is sold yet."""
        office = self.desk.do
        names = (CALLER, SUPERVISOR, VERIFIER)
        for person, role in zip(names, ROLE_WORDS[self.book], strict=True):
            staff = self.book != VIC
            await office("office", "RegisterPerson", person=person, role=role, staff=staff)
        await office("office", "OpenSalePoint", point=POINT)
        await office("seller", "OpenTill", point=POINT, by="sam", float_cents=100_000)
        await self.desk.staff("olga", "office")
        roles = ("caller", "supervisor", "verifier")
        for person, role in zip(names, roles, strict=True):
            await self.desk.staff(person, role)
        printed_cards = pages(cards // 6) if self.book == NSW else printed(cards)
        await office("office", "RegisterSeries", serial=SERIAL, colour="blue", cards=printed_cards)
        plan: dict[str, Any] = {
            "session": SESSION,
            "starts_at": STARTS.get(self.book, "2026-06-02T19:00:00+10:00"),
            "place": "The long room",
            "games": games_of(self.book, self.games),
        }
        for game in plan["games"] if self.levels else ():
            game["levels"] = [*game["levels"], *self.levels]
        if self.book == NZ:
            plan |= {"session_price_cents": PRICE[NZ] * self.games}
            plan |= {"operator": "Casino Ltd", "licence": "L-37"}
        if self.book == NSW:
            await office("office", "OpenPool", pool="Gold")
            plan |= {"boxes": 6, "entry_fee_cents": 1500, "pool": "Gold"}
        await office("office", "PlanSession", **plan)
        if self.book != NSW:
            await self.open_session()

    async def open_session(self) -> None:
        """The session opens with its caller and its supervisor."""
        more: dict[str, Any] = {"notice_displayed": True}
        if self.book == NSW:
            more = {"terminal": "T1", "software_approved": True, "display_connected": True}
        by = CALLER if self.book == NSW else SUPERVISOR
        await self.desk.do("supervisor", "OpenSession", session=SESSION, by=by, **more)
        for person, duty in ((CALLER, "caller"), (SUPERVISOR, "supervisor")):
            words = {"session": SESSION, "person": person, "duty": duty}
            await self.desk.do("office", "AppointPerson", **words)

    async def second_series(self, cards: int = 60) -> None:
        """A series with the same pages as the first, so that players win jointly."""
        await self.desk.do("office", "RegisterSeries", serial="B2", cards=pages(cards // 6))

    async def sell(self, player: str, count: int = 1, serial: str = SERIAL, **more: Any) -> str:
        """Cards, or a fee and electronic scorecards, for a player; their slip."""
        if self.book == NSW:
            fee = {"session": SESSION, "player": player, "amount_cents": 1500, "point": POINT}
            await self.desk.do("office", "RegisterPerson", person=player, member=True)
            await self.desk.do("seller", "ChargeAdmission", **fee)
            words = {"session": SESSION, "player": player, "serial": serial, "count": count}
            more = {"medium": "electronic", "point": POINT, **more}
            events = await self.desk.do("seller", "IssueScorecards", **words, **more)
        else:
            words = {"session": SESSION, "game": 1, "player": player, "serial": serial}
            paid = {"count": count, "paid_cents": PRICE[self.book] * count, "point": POINT}
            events = await self.desk.do("seller", "SellCards", **words, **{**paid, **more})
        self.slips[player] = events[0]["slip"]
        return self.slips[player]

    async def enter_range(self, last: int, serial: str = SERIAL) -> None:
        """The books issued (nsw 4.3)."""
        words = {"session": SESSION, "serial": serial, "first": 1, "last": last}
        await self.desk.do("caller", "EnterSerialRange", by=CALLER, **words)

    async def start(self, game: int = 1, **more: Any) -> None:
        """The game is started, everything is announced, eyes are down."""
        words = {"session": SESSION, "game": game, "by": CALLER}
        await self.desk.do("caller", "StartGame", **words, **more)
        await self.desk.do("caller", "Announce", **words, topics=[])
        await self.desk.do("caller", "EyesDown", **words)

    async def ball(self, call: int, game: int = 1) -> int:
        """The number of the next call, announced to its end."""
        words = {"session": SESSION, "game": game, "by": CALLER}
        await self.desk.do("caller", "AskForBall", **words, call=call)
        await self.desk.do("caller", "FinishCall", **words)
        number: int = (await self.desk.get("/board"))["board"]["last_number"]
        return number


async def someone_claims(desk: HallDesk, night: Night, first: int = 1) -> str:
    """Numbers of game 1, from this call, until a player with a slip may claim, and does; who."""
    for call in range(first, 91):
        await night.ball(call)
        for player in night.slips:
            words = {"session": SESSION, "game": 1, "player": player}
            if "ClaimMade" in (await desk.send("verifier", "Claim", **words)).text:
                return player
    raise AssertionError("no one won")
