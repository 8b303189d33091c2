"""Cards, series, sales, gaming days and spans (A01 to B10)."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

import pytest

from eyesdown.bingo.claims.commands import Claim, ConfirmClaim, DeclareResult
from eyesdown.bingo.play.commands import CallNumber, StartGame
from eyesdown.bingo.sales.commands import (
    ChargeAdmission,
    DeclineSale,
    EnterSerialRange,
    IssueScorecards,
    ReserveCard,
    SellCards,
    WithdrawCard,
)
from eyesdown.bingo.session.commands import (
    CloseSession,
    FixGamingDay,
    PlanSession,
    RegisterPerson,
    RegisterSeries,
)
from eyesdown.bingo.session.events import Announced, SeriesRegistered
from eyesdown.bingo.trouble.commands import InvalidateGame
from eyesdown.bingo.words.events import BreachLogged
from eyesdown.bingo.words.parts import PlannedGame
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.cards.ticket import Ticket90
from eyesdown.rulebook.facts.bingo import Settings
from kit.fixtures import A1, B1, E1, T0, A, B
from kit.table import Sit, Table

NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"
TOP = (7, 23, 33, 40, 63)
UNBANDED = Ticket90.read("""
23  .  7 33 40  . 63  .  .
 8 10  .  . 44  .  . 71 85
 . 14  . 38  . 51 64 77  .
""")


def series(table: Table, *tickets: Any, **more: Any) -> list[str]:
    cards = tuple(
        PrintedCard(card=place, book=place, boxes=each if isinstance(each, tuple) else (each,))
        for place, each in enumerate(tickets, start=1)
    )
    return table.refused(RegisterSeries, serial="9", colour="red", cards=cards, **more)


@pytest.mark.clause(NZ, "3.2(a)")
@pytest.mark.parametrize(("strict", "wanted"), [(False, 0), (True, 1)])
def test_A01__a_broken_band_is_a_warning_unless_strict(sit: Sit, strict: bool, wanted: int) -> None:
    table = sit(NZ, {"ann": "T0"}, settings=Settings(strict_banding=strict), began=False)
    assert len(series(table, UNBANDED)) == wanted
    if not strict:
        assert table.happened(SeriesRegistered)[-1].warnings


@pytest.mark.clause(NZ, "3.2(c)(iii)")
@pytest.mark.clause(VIC, "5(a)(i)")
@pytest.mark.parametrize(("book", "clause"), [(NZ, "3.2(c)(iii)"), (VIC, "5(a)(i)")])
def test_A03__the_same_fifteen_numbers_are_one_card_however_laid_out(
    sit: Sit, book: str, clause: str
) -> None:
    table = sit(book, {"ann": "E1"}, began=False)
    assert series(table, T0, UNBANDED) == [f"series/same_numbers_twice {clause}"]


COLOURS = [
    (VIC, "red blue green yellow red", False),
    (VIC, "red blue green yellow pink red", True),
    (NSW, "red blue green red", False),
    (NSW, "red blue green yellow", True),
    (NSW, "red blue green yellow pink red", False),
]


@pytest.mark.clause(VIC, "5(b)(ii)")
@pytest.mark.clause(NSW, "2.3.2")
@pytest.mark.parametrize(("book", "colours", "wanted"), COLOURS)
def test_A06__how_far_back_a_colour_must_differ(
    sit: Sit, book: str, colours: str, wanted: bool
) -> None:
    table = sit(book, {"ann": "A" if book == NSW else "T0"}, began=False)
    cards = []
    for game, colour in enumerate(colours.split(), start=1):
        ones = [A.boxes[game - 1]] if book == VIC else list(A.boxes)
        if book == NSW:
            shift = game - 1
            ones = [_shifted(box, shift) for box in A.boxes]
        cards.append(PrintedCard(card=game, book=1, game=game, colour=colour, boxes=tuple(ones)))
    no = table.refused(RegisterSeries, serial="9", cards=tuple(cards))
    assert (no == []) is wanted, no


def _shifted(box: Ticket90, by: int) -> Ticket90:
    """A strip of its own for each game: every number moved on, 90 to 1."""
    move = {0: 0} | {n: (n + by - 1) % 90 + 1 for n in range(1, 91)}
    return Ticket90(tuple(tuple(move[n] for n in row) for row in box.rows))


@pytest.mark.clause(NSW, "4.3", "7.1.2")
@pytest.mark.parametrize(
    ("first", "last", "wanted"), [(1, 1, []), (2, 9, ["claim/out_of_range 4.3"])]
)
def test_A07__a_claim_lies_in_the_range_of_its_series(
    sit: Sit, first: int, last: int, wanted: list[str]
) -> None:
    table = sit(NSW, {"ann": "A"}, minors=(("top line", 1000),), began=False)
    table.ok(EnterSerialRange, by="cal", serial="777", first=first, last=last)
    table.start()
    table.call(1, 24, 51, 73, 81)
    assert table.claim("ann") == wanted


@pytest.mark.clause(NSW, "2.2.1")
def test_A09__a_twelve_up_is_two_partitions(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"}, began=False)
    assert series(table, (*A.boxes, *B.boxes)) == []
    no = table.refused(
        RegisterSeries,
        serial="10",
        cards=(PrintedCard(card=1, boxes=(*A.boxes[:5], *B.boxes[5:])),),
    )
    assert [code.split()[1] for code in no] == ["2.2.1"]


@pytest.mark.clause(NSW, "4.2")
def test_A10__six_up_and_twelve_up_do_not_mix(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"}, began=False)
    series(table, (*A.boxes, *B.boxes))
    table.ok(RegisterPerson, person="bob", member=True)
    table.ok(ChargeAdmission, player="bob", amount_cents=1500)
    no = table.refused(IssueScorecards, player="bob", serial="9", cards=(1,))
    assert no == ["scorecard/other_format 4.2"]


@pytest.mark.clause(NZ, "4.6", "4.5", "4.9")
def test_A11_A12_A13__one_sequence_spoiled_cards_passed_then_the_next_series(sit: Sit) -> None:
    table = sit(NZ, {}, began=False)
    series(table, T0, A1, B1, E1)
    table.ok(RegisterSeries, serial="8", colour="green", cards=(PrintedCard(card=5, boxes=(T0,)),))
    sell = {"game": 1, "serial": "9", "paid_cents": 1000}
    table.ok(SellCards, player="ann", cards=(1,), **sell)
    no = table.refused(SellCards, player="bob", cards=(3,), **sell)
    assert no == ["sale/not_the_next_card 4.6"]
    table.ok(WithdrawCard, serial="9", card=2, reason="torn")
    table.ok(SellCards, player="bob", cards=(3,), **sell)
    other = {**sell, "serial": "8"}
    no = table.refused(SellCards, player="cat", cards=(5,), **other)
    assert no == ["sale/other_series 4.5"]
    table.ok(SellCards, player="cat", cards=(4,), **sell)
    no = table.refused(SellCards, player="dan", cards=(3,), **sell)
    assert no == ["sale/card_sold_before 4.9"]
    table.ok(SellCards, player="dan", cards=(5,), **other)
    table.start()
    (told,) = [event for event in table.happened(Announced) if event.topic == "serials"]
    assert "9 and 8" in told.text
    # A15: the T0 of each series may win, and they share.
    table.call(*TOP)
    (won,) = table.win("ann", "dan")
    assert won.share_cents == 5000


@pytest.mark.clause(NZ, "4.2 price", "4.1 first")
@pytest.mark.clause(VIC, "2.2 same")
@pytest.mark.parametrize(
    ("book", "paid", "no"),
    [
        (NZ, 1000, []),
        (NZ, 999, ["sale/price_differs 4.2 price"]),
        (NZ, 0, ["sale/complimentary 4.1 first", "sale/price_differs 4.2 price"]),
        (VIC, 1000, []),
        (VIC, 1001, ["sale/price_differs 2.2 same"]),
    ],
)
def test_A14__one_price_for_each_ticket_of_a_game(
    sit: Sit, book: str, paid: int, no: list[str]
) -> None:
    table = sit(book, {}, began=False)
    series(table, T0)
    assert (
        table.refused(SellCards, player="x", game=1, serial="9", cards=(1,), paid_cents=paid) == no
    )


DAYS = [
    ("05:50:00", "06:30", ["sale/other_gaming_day 4.7"]),
    ("05:59:59", "06:30", ["sale/other_gaming_day 4.7"]),
    ("06:00:00", "06:30", []),
    ("06:05:00", "06:30", []),
    ("05:50:00", "05:55", []),
]


@pytest.mark.clause(NZ, "4.7", "1.1 'Gaming Day'")
@pytest.mark.parametrize(("sold", "starts", "wanted"), DAYS)
def test_B01__a_card_is_sold_on_the_gaming_day_of_its_session(
    sit: Sit, sold: str, starts: str, wanted: list[str]
) -> None:
    day = datetime(2026, 5, 6)
    begins = datetime.combine(day, time.fromisoformat(starts))
    table = sit(NZ, {}, began=False, starts_at=begins)
    table.ok(FixGamingDay, starts=time(6))
    series(table, T0)
    table.now = day
    words = {"player": "x", "game": 1, "serial": "9", "cards": (1,), "paid_cents": 1000}
    assert table.refused(SellCards, at=sold, **words) == wanted


@pytest.mark.clause(NZ, "4.7")
def test_B01__a_game_after_the_change_takes_cards_of_either_day(sit: Sit) -> None:
    table = sit(NZ, {}, began=False, starts_at=datetime(2026, 5, 6, 5, 30))
    table.ok(FixGamingDay, starts=time(6))
    series(table, T0, A1, B1)
    table.now = datetime(2026, 5, 6)
    sell = {"serial": "9", "paid_cents": 1000}
    table.ok(SellCards, player="ann", at="05:20:00", game=2, count=1, **sell)
    table.start(at="05:30:00")
    table.ok(InvalidateGame, at="06:02:00", by="sue", cause="fire")
    table.ok(SellCards, player="bob", at="06:05:00", game=2, count=1, **sell)
    table.game = 2
    table.start(at="06:10:00")
    table.call(1, 24, 51, 73, 81)
    assert table.claim("bob") == []
    no = table.refused(SellCards, player="cat", game=0, serial="9", count=1, paid_cents=2000)
    assert "sale/other_gaming_day 4.7" in no


@pytest.mark.clause(NZ, "4.2 chance")
@pytest.mark.clause(VIC, "3.5(c)")
@pytest.mark.parametrize(("book", "wanted"), [(NZ, ["sale/number_out 4.2 chance"]), (VIC, [])])
def test_B02__only_the_first_book_stops_sales_at_the_first_number(
    sit: Sit, book: str, wanted: list[str]
) -> None:
    table = sit(book, {"ann": "E1"})
    series(table, T0)
    table.call(*TOP[:4])
    sell = {"player": "bob", "serial": "9", "cards": (1,), "paid_cents": 1000}
    assert table.refused(SellCards, game=1, **sell) == wanted
    if wanted:
        assert table.refused(SellCards, game=2, **sell) == []
        return
    table.call(63)
    assert [won.winners for won in table.win("bob", witness="ann")] == [("bob",)]


@pytest.mark.clause(VIC, "3.5(c)")
@pytest.mark.parametrize("book", [NZ, VIC])
def test_B02__nothing_is_sold_for_a_game_that_is_over(sit: Sit, book: str) -> None:
    table = sit(book, {"ann": "T0", "bob": "E1"})
    series(table, A1)
    table.call(*TOP)
    table.win("ann", **({"witness": "bob"} if book == VIC else {}))
    table.close()
    words = {"player": "x", "game": 1, "serial": "9", "cards": (1,), "paid_cents": 1000}
    assert table.refused(SellCards, **words) != []


@pytest.mark.clause(NSW, "4.3")
def test_B02__a_scorecard_issued_during_play_plays_in_its_range(sit: Sit) -> None:
    table = sit(NSW, {"ann": "B"}, minors=(("top line", 1000),))
    table.call(1, 24, 51, 73)
    series(table, A.boxes)
    table.hand("bob", 1, "9")
    assert table.refused(CallNumber, number=81) == ["draw/range_not_entered 4.3"]
    table.ok(EnterSerialRange, by="cal", serial="9", first=1, last=1)
    table.call(81)
    assert [won.winners for won in table.win("bob")] == [("bob",)]


SPLITS = [(1000, 3, (334, 333, 333)), (1001, 3, (334, 334, 333)), (1, 2, (1, 0))]


@pytest.mark.clause(NZ, "1.1 'Gross Receipts'", "1.1 'Session Card'")
@pytest.mark.parametrize(("price", "games", "parts"), SPLITS)
def test_B03__a_session_card_is_split_spare_cents_first(
    sit: Sit, price: int, games: int, parts: tuple[int, ...]
) -> None:
    plan = {"each": {"price_cents": 0}, "session_price_cents": price}
    table = sit(NZ, {}, games=games, began=False, **plan)
    series(table, T0, A1)
    sold = table.ok(SellCards, player="x", serial="9", count=2, paid_cents=2 * price)
    assert tuple(cents for _, cents in sold.receipts_cents) == tuple(2 * part for part in parts)


SPAN = [("21:59:59", []), ("22:00:00", ["session/span_over 5.1 span"])]


@pytest.mark.clause(NZ, "5.1 span")
@pytest.mark.parametrize(("at", "wanted"), SPAN)
def test_B04__no_game_starts_at_three_hours(sit: Sit, at: str, wanted: list[str]) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(*TOP)
    table.win("ann")
    table.close()
    table.game = 2
    assert table.refused(StartGame, at=at) == wanted


@pytest.mark.clause(NZ, "5.1 span")
@pytest.mark.parametrize(("declared", "over"), [("22:00:00", []), ("22:00:01", [1])])
def test_B04__a_running_game_is_finished_and_logged(
    sit: Sit, declared: str, over: list[int]
) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(*TOP)
    claim = table.ok(Claim, player="ann").claim
    table.check(claim)
    table.ok(ConfirmClaim, claim=claim, by="sue")
    table.ok(DeclareResult, by="sue", at=declared)
    table.close(at="22:05:00")
    found = [
        dict(no.facts)["seconds_over"]
        for event in table.happened(BreachLogged)
        for no in event.refusals
    ]
    assert found == over


@pytest.mark.clause(NZ, "5.1 gap")
@pytest.mark.parametrize(
    ("seconds", "wanted"), [(10799, ["session/too_soon 5.1 gap"]), (10800, [])]
)
def test_B05__three_hours_between_sessions(sit: Sit, seconds: int, wanted: list[str]) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(*TOP)
    table.win("ann")
    ended = table.now
    table.close(at="21:00:00")
    table.ok(CloseSession, early=True)
    table.session, table.game = "S2", 1
    table.plan(1, 2, (10000,), starts_at=ended + timedelta(hours=4))
    table.open()
    table.now = ended + timedelta(seconds=seconds - 10)
    assert table.refused(StartGame) == wanted


GAMES = [
    (NZ, 1, False),
    (NZ, 2, True),
    (NZ, 50, True),
    (NZ, 51, False),
    (VIC, 1, True),
    (VIC, 60, True),
    (NSW, 1, True),
    (NSW, 60, True),
]


@pytest.mark.clause(NZ, "5.1 games", "1.1 'Session'")
@pytest.mark.clause(NSW, "1.1 'session'")
@pytest.mark.parametrize(("book", "games", "wanted"), GAMES)
def test_B06_B07__how_many_games_a_session_has(
    sit: Sit, book: str, games: int, wanted: bool
) -> None:
    table = sit(book, {"ann": "A" if book == NSW else "T0"}, began=False)
    prize = table.this.plan.prizes
    planned = tuple(
        PlannedGame(game=n, versions=table.this.plan.versions, prizes=prize, colour="red")
        for n in range(1, games + 1)
    )
    words = {"starts_at": table.now, "games": planned, "boxes": table.sitting.plan.boxes}
    words["entry_fee_cents"] = table.sitting.plan.entry_fee_cents
    assert (table.refused(PlanSession, session="X", **words) == []) is wanted


@pytest.mark.clause(NZ, "1.1 'Session'", "7.1(b)")
@pytest.mark.parametrize(
    ("pool", "cents", "wanted"), [("", 900, 0), ("", 899, 1), ("Gold", 899, 1)]
)
def test_B06__one_game_alone_returns_ninety_per_cent_and_keeps_no_gap(
    sit: Sit, pool: str, cents: int, wanted: int
) -> None:
    settings = Settings(allow_single_game=True)
    words = {"pool": pool, "sequence": "W"} if pool else {}
    table = sit(NZ, {"ann": "T0"}, games=1, cents=(cents,), settings=settings, **words)
    no = ["return/forecast_too_low 7.1(b)"] * wanted
    assert table.refused(CallNumber, number=1) == no


@pytest.mark.clause(NZ, "4.1 second")
@pytest.mark.clause(VIC, "2.1")
@pytest.mark.clause(NSW, "3.3 second", "3.1")
def test_B08_B09_B10__entry_fee_once_a_player_and_only_in_one_book(sit: Sit) -> None:
    for book, clause in ((NZ, "4.1 second"), (VIC, "2.1")):
        table = sit(book, {"ann": "T0"}, began=False)
        no = table.refused(ChargeAdmission, player="ann", amount_cents=100)
        assert no == [f"admission/charged {clause}"]
    table = sit(NSW, {"ann": "A"}, minors=(("top line", 1000),))
    no = table.refused(ChargeAdmission, player="ann", amount_cents=1500)
    assert no == ["entry/fee_paid_before 3.3 second"]
    table.ok(RegisterPerson, person="bob")
    no = table.refused(ChargeAdmission, player="bob", amount_cents=1400)
    assert no == ["player/not_a_member 3.1", "entry/fee_differs 3.3 second"]
    table.ok(RegisterPerson, person="ann", member=False)
    table.call(1, 24, 51, 73, 81)
    assert [won.winners for won in table.win("ann")] == [("ann",)]


@pytest.mark.clause(NZ, "4.4", "4.8", "4.10", "1.1 'Gaming Area'")
def test_4_4_to_4_10__who_may_buy_and_what_is_held_back(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False)
    series(table, A1)
    sell = {"player": "bob", "game": 1, "serial": "9", "cards": (1,), "paid_cents": 1000}
    assert table.refused(SellCards, **sell, buyer_in_gaming_area=False) == [
        "sale/buyer_outside 4.4"
    ]
    table.ok(ReserveCard, serial="9", card=1, person="zoe")
    no = table.refused(DeclineSale, player="bob", serial="9", card=1)
    assert no == ["sale/card_held_back 4.8"]
    table.start()
    table.ok(DeclineSale, player="bob", serial="9", card=1)
    table.ok(SellCards, **sell)
