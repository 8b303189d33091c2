"""Halls under each of the three 90-ball books: planned, open, running, with winners."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import cache
from typing import Any

from eyesdown.bingo.claims.commands import CheckClaim, Claim, CloseGame, ConfirmClaim, DeclareResult
from eyesdown.bingo.play.commands import DrawJackpotNumbers, StartGame
from eyesdown.bingo.pools.commands import OpenPool
from eyesdown.bingo.sales.commands import (
    ChargeAdmission,
    EnterSerialRange,
    IssueScorecards,
    SellCards,
)
from eyesdown.bingo.session.commands import (
    Announce,
    AppointPerson,
    OpenSalePoint,
    OpenSession,
    PlanSession,
    RegisterPerson,
    RegisterSeries,
)
from eyesdown.bingo.state.state import HallState
from eyesdown.bingo.words.parts import Offer, PlannedGame
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.rulebook.facts.bingo import Settings
from eyesdown.rulebooks import SHELF
from kit.fixtures import NINETY
from kit.hall import Hall

TICKETS = NINETY
B1 = (11, 25, 30, 45, 62, 12, 27, 55, 68, 1, 29, 47, 59, 86, 72)  # the box, 72 last
NOON = datetime(2026, 5, 5, 12)
SERIAL = "382558"


def card(name: str, number: int, **more: int | str) -> PrintedCard:
    return PrintedCard(card=number, boxes=(TICKETS[name],), **more)  # type: ignore[arg-type]


@cache
def book(name: str) -> Any:
    return SHELF.open(name, date(2026, 1, 1))


def people(hall: Hall, *roles: tuple[str, str, bool]) -> None:
    for person, role, staff in roles:
        hall.ok(RegisterPerson, person=person, role=role, staff=staff)


def offers(**amounts: int) -> tuple[Offer, ...]:
    return tuple(
        Offer(prize=name.replace("_", " "), amount_cents=cents) for name, cents in amounts.items()
    )


def nz_hall(settings: Settings | None = None) -> Hall:
    """A casino with a caller, a supervisor, a counter and a series of six cards."""
    hall = Hall(book("nz-casino-bingo"))
    hall.state = HallState(settings=settings or Settings())
    people(hall, ("cal", "employee", True), ("sue", "employee", True))
    hall.ok(OpenSalePoint, point="counter")
    names = ("T0", "B1", "A1", "A4", "E1", "B6")
    cards = tuple(card(name, place) for place, name in enumerate(names, start=1))
    hall.ok(RegisterSeries, serial=SERIAL, colour="blue", cards=cards)
    return hall


def nz_plan(
    hall: Hall, version: int = 1, games: int = 2, prize_cents: int = 10000, **more: Any
) -> None:
    """A session of games of one version at $10 a card, $100 a prize."""
    price_cents = more.pop("price_cents", 1000)
    prizes = {1: offers(part_series=prize_cents), 2: offers(series=prize_cents)}
    both = offers(part_series=4000, series=6000)
    planned = tuple(
        PlannedGame(
            game=number,
            versions=(version,),
            price_cents=price_cents,
            prizes=prizes.get(version, both),
        )
        for number in range(1, games + 1)
    )
    words: dict[str, Any] = {
        "starts_at": hall.now + timedelta(minutes=30),
        "place": "Hall",
        "operator": "Casino Ltd",
        "licence": "L-37",
        "games": planned,
        "session_price_cents": 1000 * games,
    }
    hall.ok(PlanSession, **{**words, **more})
    hall.ok(OpenSession)
    for person, duty in (("cal", "caller"), ("sue", "supervisor")):
        hall.ok(AppointPerson, person=person, duty=duty)


def nz_sell(hall: Hall, *players: str, **more: Any) -> None:
    """The next card of the series to each player in turn, for the hall's game."""
    for player in players:
        words = {"game": hall.game, "serial": SERIAL, "count": 1, "paid_cents": 1000, **more}
        hall.ok(SellCards, player=player, **words)


def nz_start(hall: Hall, **more: Any) -> None:
    hall.ok(StartGame, **more)
    hall.do(Announce, by="sue", topics=(), game=0)
    hall.ok(Announce, by="cal", topics=(), game=hall.game)


def nz_win(hall: Hall, player: str, **more: Any) -> str:
    """A claim made, checked and confirmed; its name."""
    claim: str = hall.ok(Claim, player=player, **more).claim
    nz_check(hall, claim)
    return claim


def nz_check(hall: Hall, claim: str) -> None:
    steps = ("collect", "serial", "numbers", "last number", "public reading")
    hall.ok(CheckClaim, claim=claim, by="sue", steps=steps)
    hall.ok(CheckClaim, claim=claim, by="cal", steps=("caller verification",))
    hall.ok(ConfirmClaim, claim=claim, by="sue")


def vic_hall() -> Hall:
    """A hall in Victoria with books 1001 to 1003 of two games: tickets 11 and 12, 21 and 22 ..."""
    hall = Hall(book("vic-bingo"))
    people(hall, ("cal", "volunteer", False), ("sue", "volunteer", False))
    pages = (("T0", "B1"), ("A4", "A1"), ("B6", "E1"))
    cards = tuple(
        card(
            name,
            10 * place + game,
            book=1000 + place,
            game=game,
            colour=("red", "blue")[game - 1],
        )
        for place, names in enumerate(pages, start=1)
        for game, name in enumerate(names, start=1)
    )
    hall.ok(RegisterSeries, serial="501777", cards=cards)
    return hall


VIC_PRIZES = {1: "top line", 2: "middle line", 3: "bottom line", 4: "ticket", 5: "any line"}


def vic_plan(hall: Hall, version: int = 5, **more: Any) -> None:
    """Two games of one version at $1 and $2 a ticket, prize $240."""
    games = tuple(
        PlannedGame(
            game=number,
            versions=(version,),
            price_cents=100 * number,
            prizes=(Offer(prize=VIC_PRIZES[version], amount_cents=24000),),
        )
        for number in (1, 2)
    )
    words: dict[str, Any] = {"starts_at": hall.now + timedelta(minutes=5), "games": games}
    hall.ok(PlanSession, **{**words, **more})
    hall.ok(OpenSession, by="sue", notice_displayed=True)
    for person, duty in (("cal", "caller"), ("sue", "supervisor")):
        hall.ok(AppointPerson, person=person, duty=duty)


def vic_sell(hall: Hall, *players: str) -> None:
    """Book 1001 to the first player, 1002 to the second ..."""
    for place, player in enumerate(players, start=1):
        hall.ok(SellCards, player=player, serial="501777", books=(1000 + place,), paid_cents=300)


def vic_start(hall: Hall) -> None:
    hall.ok(StartGame)
    hall.do(Announce, by="cal", topics=())


def vic_running(version: int, *players: str, **more: Any) -> Hall:
    hall = vic_hall()
    vic_plan(hall, version, **more)
    vic_sell(hall, *players)
    vic_start(hall)
    return hall


def vic_win(hall: Hall, player: str, witness: str) -> str:
    claim: str = hall.ok(Claim, player=player).claim
    hall.ok(CheckClaim, claim=claim, by="helper", steps=("collect", "serial", "sold"))
    hall.ok(CheckClaim, claim=claim, by="sue", steps=("call back",), witness=witness)
    hall.ok(ConfirmClaim, claim=claim, by="sue")
    return claim


NSW_SERIAL = "N77"


def page(prefix: str, number: int, **more: int | str) -> PrintedCard:
    """A six-up of the fixtures: A1 to A6, or B1 to B6."""
    boxes = tuple(TICKETS[f"{prefix}{place}"] for place in range(1, 7))
    return PrintedCard(card=number, boxes=boxes, **more)  # type: ignore[arg-type]


def nsw_hall(settings: Settings | None = None) -> Hall:
    """A casino in NSW with a dealer, supervisors, members and two six-up pages for every game."""
    hall = Hall(book("nsw-casino-bingo"))
    hall.state = HallState(settings=settings or Settings())
    people(
        hall,
        ("dan", "dealer", True),
        ("sue", "gaming services supervisor", True),
        ("max", "casino supervisor", True),
        ("bot", "machine", False),
    )
    for player in ("ann", "bob", "cat"):
        hall.ok(RegisterPerson, person=player, member=True)
    hall.ok(OpenSalePoint, point="station 1")
    pages = (page("A", 1, book=1), page("B", 2, book=2))
    hall.ok(RegisterSeries, serial=NSW_SERIAL, cards=pages)
    hall.ok(OpenPool, pool="Jack")
    return hall


def nsw_plan(hall: Hall, games: int = 2, minors: dict[str, int] | None = None, **more: Any) -> None:
    """Games with a $200 bingo and the minor prizes named, entry fee $15."""
    prizes = (
        Offer(prize="bingo", amount_cents=20000),
        *(Offer(prize=name, amount_cents=cents) for name, cents in (minors or {}).items()),
    )
    levels = more.pop("levels", ())
    planned = tuple(
        PlannedGame(game=number, prizes=prizes, colour="red", levels=levels)
        for number in range(1, games + 1)
    )
    words: dict[str, Any] = {
        "starts_at": hall.now + timedelta(minutes=5),
        "games": planned,
        "boxes": 6,
        "entry_fee_cents": 1500,
        "pool": "Jack",
    }
    hall.ok(PlanSession, **{**words, **more})


def nsw_enter(hall: Hall, *players: str, **more: Any) -> None:
    """Fee paid and page 1 to the first player, page 2 to the second."""
    for place, player in enumerate(players, start=1):
        hall.ok(ChargeAdmission, player=player, amount_cents=1500, point="station 1")
        words = {"serial": NSW_SERIAL, "cards": (place,), "point": "station 1", **more}
        hall.ok(IssueScorecards, player=player, **words)


def nsw_open(hall: Hall) -> None:
    hall.ok(OpenSession, terminal="T1", software_approved=True, display_connected=True, by="dan")
    hall.ok(EnterSerialRange, by="dan", serial=NSW_SERIAL, first=1, last=2)
    hall.ok(AppointPerson, person="dan", duty="caller")
    hall.ok(AppointPerson, person="sue", duty="supervisor")


def nsw_start(hall: Hall, jackpot_numbers: tuple[int, ...] = ()) -> None:
    hall.ok(StartGame)
    if jackpot_numbers:
        hall.ok(DrawJackpotNumbers, numbers=jackpot_numbers)
    hall.ok(Announce, by="dan", topics=(), game=hall.game)


def nsw_running(*players: str, settings: Settings | None = None, **more: Any) -> Hall:
    hall = nsw_hall(settings)
    issue = more.pop("issue", {})
    numbers = more.pop("jackpot_numbers", ())
    nsw_plan(hall, **more)
    nsw_enter(hall, *players, **issue)
    nsw_open(hall)
    nsw_start(hall, numbers)
    return hall


def nsw_check(hall: Hall, claim: str, **more: Any) -> None:
    """Every step of the checklist, with all called numbers seen marked unless told otherwise."""
    steps = tuple(step for step in hall.book.steps if step != "jackpot" or hall.this.plan.levels)
    words = {"marked": hall.this.called, **more}
    hall.ok(CheckClaim, claim=claim, by="sue", steps=steps, **words)


def nsw_win(hall: Hall, player: str, **more: Any) -> str:
    claim: str = hall.ok(Claim, player=player).claim
    nsw_check(hall, claim, **more)
    hall.ok(ConfirmClaim, claim=claim, by="sue")
    return claim


def nsw_bingo(hall: Hall, *players: str) -> None:
    """Box B1 is called to its end, and these players, or bob, win with it."""
    hall.call(*(n for n in B1 if n not in hall.this.called))
    for player in players or ("bob",):
        nsw_win(hall, player)


def finish(hall: Hall) -> None:
    """The result declared and the game closed."""
    hall.ok(DeclareResult, by="sue")
    hall.ok(CloseGame, by="sue")


def nz_running(version: int, *players: str, settings: Settings | None = None, **more: Any) -> Hall:
    """A game of a version with named buyers in order of the series T0 B1 A1 A4 E1 B6."""
    hall = nz_hall(settings)
    nz_plan(hall, version, **more)
    nz_sell(hall, *players)
    nz_start(hall)
    return hall
