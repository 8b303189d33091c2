"""Pools, returns, payments, and prizes that roll on (C14, F09, G, H)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from eyesdown.bingo.claims.commands import PayPrize
from eyesdown.bingo.play.commands import CallNumber, DrawJackpotNumbers, StartGame
from eyesdown.bingo.pools.commands import Contribute, DistributePool, HoldForPool, OpenPool
from eyesdown.bingo.pools.events import MustGoSet
from eyesdown.bingo.sales.commands import ChargeAdmission
from eyesdown.bingo.sales.events import EntryFeePaid
from eyesdown.bingo.session.commands import Announce, CloseSession, RegisterPerson
from eyesdown.bingo.session.events import ReturnReported
from eyesdown.bingo.trouble.commands import InvalidateGame
from eyesdown.bingo.words.events import BreachLogged
from eyesdown.bingo.words.parts import Level, Part
from kit.fixtures import Q1
from kit.table import Sit, Table

NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"
TOP = (7, 23, 33, 40, 63)
BOX = (1, 24, 51, 73, 81, 18, 34, 54, 63, 82, 25, 42, 67, 75, 88)  # A1
GOLD = {"pool": "Gold", "sequence": "W"}


def exhaust(table: Table) -> None:
    table.call(*Q1)
    table.close()


@pytest.mark.clause(NZ, "5.2", "7.1(b)")
@pytest.mark.clause(VIC, "1.1")
@pytest.mark.clause(NSW, "1.1 'game'")
@pytest.mark.parametrize("book", [NZ, VIC, NSW])
def test_C14__nobody_calls_by_ninety_and_the_prize_goes_on(sit: Sit, book: str) -> None:
    table = sit(book, {"ann": "A" if book == NSW else "T0"})
    exhaust(table)
    assert (table.this.outcome, table.this.prizes_cents) == ("exhausted", 0)
    assert sum(table.sitting.games[2].offers.values()) == 20000
    breaches = [no.code for event in table.happened(BreachLogged) for no in event.refusals]
    assert breaches == (["return/too_low"] if book == NZ else [])


@pytest.mark.clause(NZ, "6.1(b)")
def test_C14__with_a_rolling_jackpot_the_prize_goes_to_the_pool(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, **GOLD)
    exhaust(table)
    assert table.state.pools["Gold"].balance_cents == 10000


@pytest.mark.clause(NZ, "6.4")
def test_C14_G03__such_a_credit_may_set_the_must_go(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False, **GOLD)
    table.ok(Contribute, pool="Gold", amount_cents=990_000)
    table.start()
    assert not table.happened(MustGoSet)
    exhaust(table)
    assert [event.balance_cents for event in table.happened(MustGoSet)] == [1_000_000]


@pytest.mark.clause(NZ, "5.2")
def test_C14__from_the_last_game_it_waits_for_the_next_session(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(*TOP)
    table.win("ann")
    table.close()
    table.game = 2
    table.seat({"bob": "A4"}, "778")
    table.start()
    exhaust(table)
    table.ok(CloseSession)
    table.session, table.game = "S2", 1
    table.now += timedelta(hours=5)
    table.plan(1, 2, (5000,))
    assert table.this.offers == {"part series": 15000}


@pytest.mark.clause(NSW, "5.4.1")
def test_F09__a_minor_prize_nobody_called_goes_to_the_next_main_prize(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"}, minors=(("top line", 3000),), games=3)
    table.call(*BOX)
    won = table.win("ann")
    assert [event.prize for event in won] == ["bingo"]
    assert table.sitting.games[2].offers == {"top line": 3000, "bingo": 13000}


MUST_GO = [(999_999, False), (1_000_000, True), (1_000_001, True)]


@pytest.mark.clause(NZ, "6.4")
@pytest.mark.parametrize(("cents", "wanted"), MUST_GO)
def test_G03__ten_thousand_is_reached_at_ten_thousand(sit: Sit, cents: int, wanted: bool) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False, **GOLD)
    table.ok(Contribute, pool="Gold", amount_cents=cents)
    assert bool(table.happened(MustGoSet)) is wanted


@pytest.mark.clause(NZ, "6.4")
def test_G04__it_sticks_and_the_last_game_pays_all_that_is_left(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False, **GOLD)
    table.ok(Contribute, pool="Gold", amount_cents=1_000_000)
    table.start()
    table.ok(DistributePool, pool="Gold", amount_cents=400_000)
    table.call(*TOP)
    assert [won.amount_cents for won in table.win("ann")] == [410_000]
    table.close()
    table.ok(Contribute, pool="Gold", amount_cents=1)
    table.game = 2
    table.seat({"bob": "A4", "cat": "E1"}, "778")
    table.start()
    table.call(3, 22, 31, 85, 1, 11, 60, 72)
    assert table.refused(CloseSession) != []
    table.call(44)
    prize, pool = table.win("bob", "cat")
    assert (prize.share_cents, pool.amount_cents, pool.share_cents) == (5000, 600_001, 300_001)
    assert table.state.pools["Gold"].balance_cents == 0


@pytest.mark.clause(NZ, "6.1(a)")
def test_G05__a_pool_of_one_session_takes_nothing_from_the_last_game(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, pool="Gold")
    table.ok(HoldForPool, pool="Gold", amount_cents=100)
    table.call(*TOP)
    table.win("ann")
    table.close()
    table.game = 2
    table.seat({"bob": "A4"}, "778")
    no = table.refused(HoldForPool, pool="Gold", amount_cents=100)
    assert no == ["pool/no_later_game 6.1(a)"]


@pytest.mark.clause(NZ, "6.1(b)", "6.4")
@pytest.mark.parametrize(("held", "paid"), [(999, [10000]), (1000, [10000, 1_000_000])])
def test_G05__a_credit_of_the_last_game_that_sets_must_go_is_paid_there(
    sit: Sit, held: int, paid: list[int]
) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False, **GOLD)
    table.ok(Contribute, pool="Gold", amount_cents=999_000)
    table.start()
    table.call(*TOP)
    table.win("ann")
    table.close()
    table.game = 2
    table.seat({"bob": "A4"}, "778")
    table.ok(HoldForPool, pool="Gold", amount_cents=held)
    table.start()
    table.call(3, 22, 31, 85, 44)
    assert [won.amount_cents for won in table.win("bob")] == paid


@pytest.mark.clause(NZ, "6.5")
def test_G06__one_pool_a_session(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False, **GOLD)
    table.ok(OpenPool, pool="Silver", sequence="W")
    for kind in (HoldForPool, Contribute, DistributePool):
        no = table.refused(kind, pool="Silver", amount_cents=100)
        assert no[0].startswith(("pool/not_of_this_session 6.5", "pool/fed_by_this_game 6.1(a)"))
        assert "pool/not_of_this_session 6.5" in no


@pytest.mark.clause(NZ, "6.4", "7.1(d)")
def test_G07__the_last_session_of_a_sequence_must_go(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False, last_in_sequence=True, **GOLD)
    assert [event.reason for event in table.happened(MustGoSet)] == ["last session of the sequence"]


FEES = [
    (1500, 1, 300, 1200),
    (1500, 37, 11100, 44400),
    (1, 4, 0, 4),
    (1, 5, 1, 4),
    (333, 2, 133, 533),
]


@pytest.mark.clause(NSW, "3.3 third", "3.3.1")
@pytest.mark.parametrize(("fee", "players", "administration", "jackpot"), FEES)
def test_G09__a_fifth_of_the_sessions_fees_rounded_down(
    sit: Sit, fee: int, players: int, administration: int, jackpot: int
) -> None:
    table = sit(NSW, {"ann": "A"}, began=False, **GOLD)
    table.session = "S2"
    table.plan(0, 2, (10000,), entry_fee_cents=fee, **GOLD)
    before = table.state.pools["Gold"].balance_cents
    for number in range(players):
        table.ok(RegisterPerson, person=f"p{number}", member=True)
        table.ok(ChargeAdmission, player=f"p{number}", amount_cents=fee)
    last = table.happened(EntryFeePaid)[-1]
    assert (last.administration_cents, last.jackpot_cents) == (administration, jackpot)
    assert table.state.pools["Gold"].balance_cents - before == jackpot


NUMBERS = [
    ((), ["jackpot/numbers_count 6.5.1"]),
    ((1, 2, 3, 4, 5, 6), ["jackpot/numbers_count 6.5.1"]),
    ((1, 1), ["jackpot/number_twice 6.5.1"]),
    ((0,), ["jackpot/number_out_of_range 6.5.1"]),
    ((91,), ["jackpot/number_out_of_range 6.5.1"]),
    ((1,), []),
    ((1, 2, 3, 4, 90), []),
]
ON_NUMBER = (Level(level="jackpot", amount_cents=44400, on_jackpot_number=True),)


@pytest.mark.clause(NSW, "6.5.1")
@pytest.mark.parametrize(("numbers", "wanted"), NUMBERS)
def test_G11__one_to_five_different_numbers(
    sit: Sit, numbers: tuple[int, ...], wanted: list[str]
) -> None:
    table = sit(NSW, {"ann": "A"}, each={"levels": ON_NUMBER}, began=False)
    table.ok(StartGame)
    assert table.refused(DrawJackpotNumbers, numbers=numbers) == wanted


@pytest.mark.clause(NSW, "6.5.1", "6.5.2", "6.4")
@pytest.mark.parametrize(("numbers", "second"), [((88,), 44400), ((87, 2), 88800)])
def test_G11_G12__won_on_a_jackpot_number_else_it_rolls(
    sit: Sit, numbers: tuple[int, ...], second: int
) -> None:
    table = sit(NSW, {"ann": "A"}, each={"levels": ON_NUMBER}, jackpot=numbers)
    table.call(*BOX)
    table.win("ann")
    assert table.sitting.games[2].levels == {"jackpot": second}


@pytest.mark.clause(NSW, "7.2", "6.5.2")
def test_G13__the_jackpot_is_shared_per_player_besides_the_main_prize(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"}, each={"levels": ON_NUMBER}, jackpot=(88,))
    table.call(*[ball for ball in BOX if ball != 88], *(37, 43, 56, 71, 13, 20, 49, 77, 90))
    table.call(5, 16, 38, 60, 79, 88)
    won = {event.prize: event.share_cents for event in table.win("ann", "bob")}
    assert won == {"bingo": 5000, "jackpot": 22200}


@pytest.mark.clause(NSW, "7.3", "6.4")
def test_G14_G15_G16__the_best_level_is_paid_and_the_others_roll(sit: Sit) -> None:
    levels = (
        Level(level="gold", amount_cents=200000, numbers_max=15),
        Level(level="silver", amount_cents=50000, numbers_max=40),
    )
    table = sit(NSW, {"ann": "A"}, each={"levels": levels})
    table.call(*BOX)
    won = {event.prize: event.amount_cents for event in table.win("ann")}
    assert won == {"bingo": 10000, "gold": 200000}
    assert table.sitting.games[2].levels == {"gold": 200000, "silver": 100000}


@pytest.mark.clause(NZ, "6.1(a)")
@pytest.mark.clause(VIC, "4.1(a)")
@pytest.mark.parametrize("book", [NZ, VIC])
def test_G19__held_money_is_paid_from_the_next_game_on(sit: Sit, book: str) -> None:
    table = sit(book, {"ann": "T0"}, **GOLD)
    table.ok(HoldForPool, pool="Gold", amount_cents=100)
    no = table.refused(DistributePool, pool="Gold", amount_cents=100)
    assert no[0].startswith("pool/fed_by_this_game")
    table.game = 2
    table.ok(DistributePool, pool="Gold", amount_cents=100)
    assert sum(table.this.offers.values()) == 10100


RETURNS = [
    ({}, 899, ["return/forecast_too_low 7.1(b)"]),
    ({}, 900, []),
    (GOLD, 799, ["return/forecast_too_low 7.1(a)"]),
    (GOLD, 800, []),
]


@pytest.mark.clause(NZ, "7.1(a)", "7.1(b)")
@pytest.mark.parametrize(("pool", "cents", "wanted"), RETURNS)
def test_H01_H06__a_short_prize_stops_the_first_number(
    sit: Sit, pool: dict[str, str], cents: int, wanted: list[str]
) -> None:
    table = sit(NZ, {"ann": "T0"}, cents=(cents,), **pool)
    assert table.refused(CallNumber, number=1) == wanted


@pytest.mark.clause(NZ, "7.1(b)")
@pytest.mark.parametrize(
    ("cents", "wanted"), [(900, ["return/forecast_too_low 7.1(b)"]), (901, [])]
)
def test_H01__the_minimum_is_rounded_up_to_the_cent(
    sit: Sit, cents: int, wanted: list[str]
) -> None:
    table = sit(NZ, {"ann": "T0"}, cents=(cents,), each={"price_cents": 1001})
    assert table.refused(CallNumber, number=1) == wanted


@pytest.mark.clause(NZ, "7.1(c)")
def test_H02__money_in_the_pool_is_not_distributed(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, cents=(800,), **GOLD)
    table.ok(HoldForPool, pool="Gold", amount_cents=200)
    table.call(*TOP)
    table.win("ann")
    table.close()
    table.game = 2
    table.start()
    table.do(InvalidateGame, by="sue", cause="fire")
    table.do(Announce, by="sue", topics=(), details=(("time", "19"), ("date", "6"), ("place", "H")))
    table.ok(CloseSession)
    (report,) = [event for event in table.happened(ReturnReported) if event.scope == "session"]
    assert (report.receipts_cents, report.prizes_cents, report.met) == (1000, 800, False)


@pytest.mark.clause(NZ, "7.2", "1.1 'Gross Receipts'")
def test_H04__operator_money_counts_as_prizes_never_as_receipts(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, cents=(600,), began=False)
    table.ok(Contribute, game=1, amount_cents=300)
    table.start()
    table.call(*TOP)
    table.win("ann")
    closed = table.close()[0]
    assert (closed.receipts_cents, closed.prizes_cents) == (1000, 900)


@pytest.mark.clause(NZ, "7.1(b)")
def test_H07__no_receipts_pass(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, cents=(900,))
    table.call(*TOP)
    table.win("ann")
    table.close()
    table.game = 2
    table.start()
    table.call(1)
    assert table.happened(ReturnReported)[-1].met


PAYMENTS = [
    (300_000, False, "cash", []),
    (300_001, False, "cheque", []),
    (5_000, True, "cheque", []),
    (300_000, False, "", ["payment/cash_owed 7.3(b)"]),
    (300_001, False, "", ["payment/cheque_owed 7.3(a)"]),
]


@pytest.mark.clause(NZ, "7.3(a)", "7.3(b)")
@pytest.mark.parametrize(("cents", "asked", "method", "wanted"), PAYMENTS)
def test_H08__above_three_thousand_by_cheque(
    sit: Sit, cents: int, asked: bool, method: str, wanted: list[str]
) -> None:
    table = sit(NZ, {"ann": "T0"}, cents=(cents,))
    table.call(*TOP)
    table.win("ann")
    table.close()
    award = "S1/1/part series/ann"
    if method:
        paid = table.ok(PayPrize, award=award, cheque_requested=asked)
        assert paid.method == method
        return
    other = {"payment/cash_owed 7.3(b)": "cheque", "payment/cheque_owed 7.3(a)": "cash"}[wanted[0]]
    parts = (Part(method=other, amount_cents=cents),)
    assert table.refused(PayPrize, award=award, parts=parts) == wanted


@pytest.mark.clause(NZ, "7.3(a)")
def test_H08_H09__shares_and_prizes_are_judged_alone(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, version=3, cents=(200_000, 300_000))
    table.call(*TOP)
    table.win("ann")
    table.call(8, 10, 44, 71, 85, 14, 38, 51, 64, 77)
    table.win("ann")
    table.close()
    methods = [table.ok(PayPrize, award=award).method for award in table.state.awards]
    assert methods == ["cash", "cash"]


@pytest.mark.clause(NSW, "7.5", "7.6")
def test_H10__other_prizes_mix_the_jackpot_is_cash_or_cheque(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"}, each={"levels": ON_NUMBER}, jackpot=(88,), cents=(30000,))
    table.call(*BOX)
    table.win("ann")
    table.close()
    mix = [("cash", 20000), ("casino dollars", 6000), ("slot dollars", 4000)]
    parts = tuple(Part(method=method, amount_cents=cents) for method, cents in mix)
    assert table.ok(PayPrize, award="S1/1/bingo/ann", parts=parts).amount_cents == 30000
    jackpot = "S1/1/jackpot/ann"
    wrong = (Part(method="slot dollars", amount_cents=44400),)
    no = table.refused(PayPrize, award=jackpot, parts=wrong)
    assert no == ["payment/no_such_method 7.6"]
    short = (Part(method="cash", amount_cents=44399),)
    assert table.refused(PayPrize, award=jackpot, parts=short) == ["payment/parts_do_not_sum 7.5"]
    both = (
        Part(method="cash", amount_cents=4400),
        Part(method="cheque", amount_cents=40000),
    )
    table.ok(PayPrize, award=jackpot, parts=both)


@pytest.mark.clause(NZ, "7.1(a)", "5.2(c) tail split")
@pytest.mark.parametrize(("line", "wanted"), [(399, ["return/forecast_too_low 7.1(b)"]), (400, [])])
def test_H13__line_and_series_prizes_are_added(sit: Sit, line: int, wanted: list[str]) -> None:
    table = sit(NZ, {"ann": "T0"}, version=3, cents=(line, 500))
    assert table.refused(CallNumber, number=1) == wanted
