"""nz-casino-bingo, parts 1, 3 and 4: words, selector, sales."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

import pytest

from eyesdown.bingo.claims.commands import Claim
from eyesdown.bingo.play.commands import CallNumber, StartGame
from eyesdown.bingo.pools.commands import Contribute
from eyesdown.bingo.sales.commands import (
    ChargeAdmission,
    DeclineSale,
    ReserveCard,
    SellCards,
    WithdrawCard,
)
from eyesdown.bingo.session.commands import (
    AppointPerson,
    FixGamingDay,
    OpenSalePoint,
    PlanSession,
    RegisterPerson,
    RegisterSeries,
)
from eyesdown.bingo.session.events import Announced, SessionPlanned
from eyesdown.bingo.words.parts import PlannedGame
from eyesdown.cards.ticket import Ticket90
from eyesdown.rulebooks.nz_casino_bingo import c01_interpretation as c01
from eyesdown.rulebooks.nz_casino_bingo.book import open_on
from kit import halls

BOOK = "nz-casino-bingo"


@pytest.mark.clause(BOOK, "1.1 'Act'", "1.1 'Authority'")
def test_1_1_act_authority__names_and_sections() -> None:
    figures = open_on(date(2026, 1, 1)).figures
    assert figures.act == "Casino Control Act 1990"
    assert figures.authority == "Casino Control Authority, section 7"


@pytest.mark.clause(BOOK, "1.1 'Caller'")
def test_1_1_caller__must_be_staff() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    hall.ok(RegisterPerson, person="vic", role="visitor", staff=False)
    events = hall.do(AppointPerson, person="vic", duty="caller")
    assert hall.codes(events) == ["caller/not_staff"]
    assert hall.cited(events) == ["1.1 'Caller'"]


@pytest.mark.clause(BOOK, "1.1 'Casino Operator'")
def test_1_1_casino_operator__the_session_names_operator_and_licence() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    planned = hall.happened(SessionPlanned)[0]
    assert (planned.plan.operator, planned.plan.licence) == ("Casino Ltd", "L-37")
    assert hall.book.figures.operator_licence == "section 37"


@pytest.mark.clause(BOOK, "1.1 'Complete a Part Series'", "1.1 'Complete a Series'")
@pytest.mark.parametrize(
    ("called", "part", "whole"),
    [
        ({8, 44, 85, 10, 71}, True, False),
        ({8, 44, 85, 10}, False, False),
        ({7, 23, 33, 40, 63, 8, 10, 44, 71, 85, 14, 38, 51, 64}, True, False),
        ({7, 23, 33, 40, 63, 8, 10, 44, 71, 85, 14, 38, 51, 64, 77, 1, 2}, True, True),
    ],
)
def test_1_1_complete__a_line_and_the_whole_card(called: set[int], part: bool, whole: bool) -> None:
    marks = sum(1 << i for i, n in enumerate(halls.TICKETS["T0"].numbers) if n in called)
    assert c01.patterns()["part series"].won(marks) is part
    assert c01.patterns()["series"].won(marks) is whole


@pytest.mark.clause(BOOK, "1.1 'Gaming Area'", "4.3")
@pytest.mark.parametrize(
    ("area", "notice", "codes"),
    [
        (True, True, []),
        (False, True, ["point/outside_gaming_area"]),
        (True, False, ["point/no_price_notice"]),
    ],
)
def test_1_1_gaming_area__a_point_lies_inside_with_its_notice(
    area: bool, notice: bool, codes: list[str]
) -> None:
    hall = halls.nz_hall()
    assert hall.no(OpenSalePoint, point="B", in_gaming_area=area, price_notice=notice) == codes


@pytest.mark.clause(BOOK, "1.1 'Gaming Day'")
@pytest.mark.parametrize(
    ("at", "minutes", "day"),
    [
        ("2024-03-02T05:59", 1440, "2024-03-01"),
        ("2024-03-02T06:00", 1440, "2024-03-02"),
        ("2024-03-02T06:59", 1500, "2024-03-01"),
        ("2024-03-02T07:00", 1500, "2024-03-02"),
        ("2024-03-03T04:59", 1380, "2024-03-02"),
        ("2024-03-03T05:00", 1380, "2024-03-03"),
    ],
)
def test_1_1_gaming_day__named_by_the_day_it_began(at: str, minutes: int, day: str) -> None:
    moment = datetime.fromisoformat(at)
    assert c01.gaming_day(moment, time(6), minutes) == date.fromisoformat(day)


@pytest.mark.clause(BOOK, "1.1 'Government Inspector'")
def test_1_1_government_inspector__another_period_needs_one() -> None:
    hall = halls.nz_hall()
    assert hall.no(FixGamingDay, starts=time(6), minutes=1500) == ["gaming_day/no_inspector"]
    fixed = hall.ok(FixGamingDay, starts=time(6), minutes=1500, inspector="Ms I")
    assert fixed.inspector == "Ms I"
    hall.ok(FixGamingDay, starts=time(6), minutes=1440)


@pytest.mark.clause(BOOK, "1.1 'Gross Receipts'", "7.2")
def test_1_1_gross_receipts__operator_money_is_no_receipt() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    halls.nz_sell(hall, "ann", "bob")
    given = hall.ok(Contribute, game=1, prize="part series", amount_cents=5000)
    assert given.amount_cents == 5000
    assert hall.this.receipts_cents == 2000
    assert hall.this.offers["part series"] == 15000


@pytest.mark.clause(BOOK, "1.1 'Random Number Selector'", "3.1(a)(ii)")
def test_1_1_selector__a_device_or_a_full_receptacle() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    assert hall.no(StartGame, selector="a friend") == ["selector/unknown_kind"]
    assert hall.no(StartGame, selector="receptacle", balls=89) == ["selector/balls_missing"]
    assert hall.ok(StartGame, selector="receptacle", balls=90).selector == "receptacle"
    assert not any(field.startswith("next") for field in StartGame.__struct_fields__)


@pytest.mark.clause(BOOK, "1.1 'Session'", "5.1 games")
@pytest.mark.parametrize(
    ("games", "codes"),
    [
        (1, ["session/too_few_games"]),
        (2, []),
        (50, []),
        (51, ["session/too_many_games"]),
    ],
)
def test_1_1_session__two_to_fifty_games(games: int, codes: list[str]) -> None:
    hall = halls.nz_hall()
    planned = tuple(
        PlannedGame(game=number, versions=(1,), price_cents=100) for number in range(1, games + 1)
    )
    assert hall.no(PlanSession, starts_at=hall.now, games=planned) == codes


@pytest.mark.clause(BOOK, "1.1 'Session'")
def test_1_1_session__decision_B06_a_hall_may_allow_one_game() -> None:
    hall = halls.nz_hall(halls.Settings(allow_single_game=True))
    game = PlannedGame(game=1, versions=(1,), price_cents=100)
    assert hall.no(PlanSession, starts_at=hall.now, games=(game,)) == []


@pytest.mark.clause(BOOK, "1.1 'Session Card'", "1.1 'Game Card'")
def test_1_1_session_card__split_over_all_games_decision_B03() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall, games=3, price_cents=0, session_price_cents=500)
    sold = hall.ok(SellCards, player="ann", serial=halls.SERIAL, count=2, paid_cents=1000)
    assert sold.scope == "session"
    assert sold.receipts_cents == ((1, 334), (2, 334), (3, 332))
    held = hall.sitting.holdings[f"{halls.SERIAL}/1"]
    assert held.games == (1, 2, 3)


@pytest.mark.clause(BOOK, "1.1 'Game Card'", "5.7(c)(i)")
def test_1_1_game_card__is_no_good_in_another_game() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    halls.nz_sell(hall, "ann")
    hall.game = 2
    halls.nz_sell(hall, "bob")
    halls.nz_start(hall)
    hall.call(7, 23, 33, 40, 63)
    codes = hall.no(Claim, player="ann", serial=halls.SERIAL, card=1)
    assert "claim/card_of_another_game" in codes


@pytest.mark.clause(BOOK, "3.1(a)(i)", "3.1(a)(iii)")
def test_3_1_a__every_number_once_and_no_other() -> None:
    hall = halls.nz_running(1, "ann")
    assert hall.no(CallNumber, number=0) == ["selector/number_out_of_range"]
    assert hall.no(CallNumber, number=91) == ["selector/number_out_of_range"]
    hall.call(1, 90)
    events = hall.do(CallNumber, number=90)
    assert (hall.codes(events), hall.cited(events)) == (["selector/number_twice"], ["3.1(a)(iii)"])
    hall.call(*range(2, 90))
    assert set(hall.this.called) == set(range(1, 91))
    assert hall.no(CallNumber, number=5) == ["selector/number_twice"]


@pytest.mark.clause(BOOK, "3.1(b)")
def test_3_1_b__a_player_without_a_card_cannot_claim() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(12)
    events = hall.do(Claim, player="zoe")
    assert (hall.codes(events), hall.cited(events)) == (["claim/no_cards"], ["3.1(b)"])


@pytest.mark.clause(BOOK, "4.1 first", "4.2 price")
@pytest.mark.parametrize(
    ("cards", "paid", "first"),
    [
        (1, 0, "sale/complimentary"),
        (1, 999, "sale/price_differs"),
        (1, 1000, None),
        (1, 1001, "sale/price_differs"),
        (6, 5000, "sale/price_differs"),
        (6, 6000, None),
    ],
)
def test_4_1_4_2__one_price_and_nothing_free(cards: int, paid: int, first: str | None) -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    codes = hall.no(SellCards, game=1, serial=halls.SERIAL, count=cards, paid_cents=paid)
    assert next(iter(codes), None) == first


@pytest.mark.clause(BOOK, "4.1 second")
def test_4_1_second__no_charge_to_come_in() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    events = hall.do(ChargeAdmission, player="ann", amount_cents=100)
    assert (hall.codes(events), hall.cited(events)) == (["admission/charged"], ["4.1 second"])
    game = PlannedGame(game=1, versions=(1,))
    more = PlannedGame(game=2, versions=(1,))
    codes = hall.no(
        PlanSession,
        session="S2",
        starts_at=hall.now,
        games=(game, more),
        entry_fee_cents=100,
    )
    assert codes == ["admission/charged"]


@pytest.mark.clause(BOOK, "4.2 chance")
def test_4_2_chance__no_sale_once_a_number_is_out_decision_B02() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(12)
    codes = hall.no(SellCards, game=1, serial=halls.SERIAL, count=1, paid_cents=1000)
    assert codes == ["sale/number_out"]
    hall.ok(SellCards, game=2, serial=halls.SERIAL, count=1, paid_cents=1000)


@pytest.mark.clause(BOOK, "4.2 vary")
def test_4_2_vary__prices_of_two_games() -> None:
    hall = halls.nz_hall()
    games = tuple(
        PlannedGame(game=number, versions=(1,), price_cents=cents)
        for number, cents in ((3, 200), (4, 300))
    )
    hall.ok(PlanSession, starts_at=hall.now, games=games)
    plan = hall.happened(SessionPlanned)[0].plan
    assert [game.price_cents for game in plan.games] == [200, 300]


@pytest.mark.clause(BOOK, "4.4")
def test_4_4__the_buyer_is_in_the_gaming_area() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    words = {"game": 1, "serial": halls.SERIAL, "count": 1, "paid_cents": 1000}
    assert hall.no(SellCards, buyer_in_gaming_area=False, **words) == ["sale/buyer_outside"]


@pytest.mark.clause(BOOK, "4.5", "5.6(a)(iii)")
def test_4_5__another_series_only_once_the_first_is_exhausted() -> None:
    hall = halls.nz_hall()
    cards = (halls.card("A2", 1), halls.card("A3", 2))
    hall.ok(RegisterSeries, serial="Y", colour="red", cards=cards)
    halls.nz_plan(hall)
    halls.nz_sell(hall, "ann", "bob", "cat", "dee", "eve")
    words = {"game": 1, "count": 1, "paid_cents": 1000}
    assert hall.no(SellCards, serial="Y", **words) == ["sale/other_series"]
    halls.nz_sell(hall, "fay")
    sold = hall.ok(SellCards, serial="Y", **words)
    assert sold.cards == (1,)
    halls.nz_start(hall)
    told = next(e for e in hall.happened(Announced) if e.topic == "serials")
    assert halls.SERIAL in told.text
    assert "and Y" in told.text


@pytest.mark.clause(BOOK, "4.6")
def test_4_6__the_next_card_over_all_counters_decision_A12() -> None:
    hall = halls.nz_hall()
    hall.ok(OpenSalePoint, point="second")
    halls.nz_plan(hall)
    words = {"game": 1, "serial": halls.SERIAL, "paid_cents": 1000}
    hall.ok(SellCards, cards=(1,), point="counter", **words)
    hall.ok(SellCards, cards=(2,), point="second", **words)
    events = hall.do(SellCards, cards=(4,), point="counter", **words)
    assert (hall.codes(events), hall.cited(events)) == (["sale/not_the_next_card"], ["4.6"])
    hall.ok(WithdrawCard, serial=halls.SERIAL, card=3, reason="torn")
    hall.ok(SellCards, cards=(4,), point="counter", **words)
    assert hall.ok(SellCards, count=1, **words).cards == (5,)


@pytest.mark.clause(BOOK, "4.7")
@pytest.mark.parametrize(
    ("sold_at", "codes"), [(time(5, 50), ["sale/other_gaming_day"]), (time(6, 5), [])]
)
def test_4_7__sold_on_the_gaming_day(sold_at: time, codes: list[str]) -> None:
    hall = halls.nz_hall()
    hall.ok(FixGamingDay, starts=time(6))
    halls.nz_plan(hall, starts_at=datetime(2026, 5, 6, 6, 30))
    at = datetime.combine(date(2026, 5, 6), sold_at)
    words = {"game": 1, "serial": halls.SERIAL, "count": 1, "paid_cents": 1000}
    assert hall.no(SellCards, at=at, **words) == codes


@pytest.mark.clause(BOOK, "4.7")
def test_4_7__a_session_across_the_boundary_keeps_its_day_decision_B01() -> None:
    hall = halls.nz_hall()
    hall.ok(FixGamingDay, starts=time(6))
    halls.nz_plan(hall, starts_at=datetime(2026, 5, 6, 5))
    hall.now = datetime(2026, 5, 6, 4, 50)
    halls.nz_sell(hall, "ann")
    halls.nz_start(hall)
    hall.now = datetime(2026, 5, 6, 6, 5)
    words = {"serial": halls.SERIAL, "count": 1}
    codes = hall.no(SellCards, game=0, paid_cents=2000, **words)
    assert "sale/other_gaming_day" in codes
    hall.ok(SellCards, game=2, paid_cents=1000, player="bob", **words)
    hall.call(7, 23, 33, 40, 63)
    hall.ok(Claim, player="ann")


@pytest.mark.clause(BOOK, "4.8", "4.10")
def test_4_8__a_card_held_for_the_absent_is_sold() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    hall.ok(ReserveCard, serial=halls.SERIAL, card=1, person="absent")
    refusal = hall.no(DeclineSale, player="ann", serial=halls.SERIAL, card=1)
    assert refusal == ["sale/card_held_back"]
    halls.nz_sell(hall, "ann")
    hall.ok(ReserveCard, serial=halls.SERIAL, card=2, person="absent")
    halls.nz_start(hall)
    declined = hall.ok(DeclineSale, player="bob", serial=halls.SERIAL, card=2)
    assert declined.during_play


@pytest.mark.clause(BOOK, "4.9")
def test_4_9__a_sold_card_is_never_sold_again() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    halls.nz_sell(hall, "ann", "bob")
    words = {"serial": halls.SERIAL, "paid_cents": 1000}
    events = hall.do(SellCards, game=2, cards=(2,), **words)
    assert (hall.codes(events), hall.cited(events)) == (["sale/card_sold_before"], ["4.9"])
    later = hall.now + timedelta(hours=4)
    hall.session = "S2"
    halls.nz_plan(hall, starts_at=later)
    assert hall.no(SellCards, game=1, cards=(2,), **words) == ["sale/card_sold_before"]
    assert hall.ok(SellCards, game=1, count=1, **words).cards == (3,)


@pytest.mark.clause(BOOK, "5.5")
def test_5_5__caller_and_supervisor_do_not_buy_decision_C20() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    words = {"game": 1, "serial": halls.SERIAL, "count": 1, "paid_cents": 1000}
    assert hall.no(SellCards, player="cal", **words) == ["sale/to_official"]


def test_cards_that_do_not_exist_are_not_sold() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    words = {"game": 1, "serial": halls.SERIAL, "paid_cents": 1000}
    assert hall.no(SellCards, cards=(77,), **words) == ["card/unknown"]
    assert hall.no(SellCards, cards=(1, 1), **words) == ["sale/no_cards"]
    assert hall.no(SellCards, **{**words, "serial": "nope"}, count=1) == ["series/unknown"]
    assert hall.no(SellCards, **{**words, "game": 9}, count=1) == ["game/unknown"]
    assert hall.no(SellCards, session="no", **words) == ["session/unknown"]


@pytest.mark.clause(BOOK, "3.2(b)")
def test_a_ticket_with_four_numbers_in_a_row_is_refused() -> None:
    hall = halls.nz_hall()
    rows = [list(row) for row in halls.TICKETS["A2"].rows]
    rows[0][3] = 0
    short = halls.PrintedCard(card=1, boxes=(Ticket90.of(rows),))
    events = hall.do(RegisterSeries, serial="Y", colour="red", cards=(short,))
    assert "3.2(b)" in hall.cited(events)
