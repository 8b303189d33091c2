"""nsw-casino-bingo on the floor: marks, devices, pools, announcements and people at odd moments."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from eyesdown.bingo import commands as cmd
from eyesdown.bingo import events as ev
from eyesdown.bingo.words.printed import CardKey, PrintedCard
from kit.fixtures import NINETY

NSW = "nsw-casino-bingo"
A1, B1 = NINETY["A1"].numbers, NINETY["B1"].numbers
A5_MIDDLE = (2, 21, 38, 40, 86)
PAGE = PrintedCard(card=1, book=1, boxes=tuple(NINETY[f"A{place}"] for place in range(1, 7)))
TWO = {"ann": "A", "bob": "B"}
LINE = (("any line", 1000),)


@pytest.mark.clause(NSW, "7.4", "7.2")
def test_7_4__an_unmarked_minor_falls_with_the_bingo_that_ends_the_game(sit: Any) -> None:
    """Nobody could mark, refuse or close after that."""
    table = sit(NSW, TWO, minors=LINE)
    table.call(*(ball for ball in A5_MIDDLE if ball != 86), *B1)
    bingo, line = (table.ok(cmd.Claim, player=player).claim for player in ("bob", "ann"))
    table.check(bingo)
    table.check(line, marked=())
    table.ok(cmd.ConfirmClaim, claim=bingo, by="sue")
    events = table.do(cmd.DeclareResult, by="sue")
    fallen = [event for event in events if isinstance(event, ev.ClaimRefused)]
    assert [(event.claim, event.refusals[0].code) for event in fallen] == [(line, "claim/unmarked")]
    table.close()
    assert table.sitting.games[2].offers["bingo"] == 11000


@pytest.mark.clause(NSW, "7.4", "8.1")
def test_7_4__marks_of_a_line_missed_before_do_not_win_the_next(sit: Any) -> None:
    table = sit(NSW, {"ann": "A"}, minors=LINE)
    top, middle = A1[:5], A1[5:10]
    table.call(*top)
    claim = table.ok(cmd.Claim, player="ann").claim
    table.check(claim, marked=top[:4])
    table.call(*middle)
    claim = table.ok(cmd.Claim, player="ann").claim
    table.check(claim, marked=(*top, *middle[:4]))
    assert table.no(cmd.ConfirmClaim, claim=claim, by="sue") == ["claim/unmarked 7.4"]
    table.ok(cmd.CheckClaim, claim=claim, by="sue", steps=("numbers",), marked=middle)
    table.ok(cmd.ConfirmClaim, claim=claim, by="sue")


@pytest.mark.clause(NSW, "4.3")
def test_4_3__a_good_card_shown_does_not_bring_in_one_out_of_range(sit: Any) -> None:
    table = sit(NSW, {"ann": "A B"})
    table.ok(cmd.EnterSerialRange, by="cal", serial="777", first=1, last=1)
    table.call(*B1)
    assert table.claim("ann") == ["claim/out_of_range 4.3"]
    assert table.claim("ann", serial="777", card=1) == ["claim/out_of_range 4.3"]
    table.ok(cmd.EnterSerialRange, by="cal", serial="777", first=1, last=2)
    assert table.claim("ann", serial="777", card=2) == []


@pytest.mark.clause(NSW, "3.4 auto")
@pytest.mark.parametrize(
    ("medium", "wanted"), [("paper", ["scorecard/no_auto_play 3.4 auto"]), ("electronic", [])]
)
def test_3_4_auto__only_a_device_marks_by_itself(sit: Any, medium: str, wanted: list[str]) -> None:
    table = sit(NSW, {"ann": "A"}, began=False)
    table.ok(cmd.RegisterSeries, serial="888", cards=(PAGE,))
    words = {"serial": "888", "cards": (1,), "medium": medium, "auto_play": True}
    assert table.no(cmd.IssueScorecards, player="ann", **words) == wanted


@pytest.mark.clause(NSW, "3.4 press", "8.5 mark")
def test_3_4_press__a_game_that_is_over_marks_nothing_for_the_next(sit: Any) -> None:
    table = sit(NSW, {"bob": "B"}, games=2, began=False)
    table.ok(cmd.RegisterSeries, serial="888", cards=(PAGE,))
    table.hand("ann", 1, "888", medium="electronic")
    table.ok(cmd.EnterSerialRange, by="cal", serial="888", first=1, last=1)
    device = {"serial": "888", "card": 1}
    table.start()
    table.call(*B1)
    table.ok(cmd.ReportMalfunction, **device)
    table.win("bob")
    table.close()
    table.game = 2
    table.start()
    table.call(11)
    table.ok(cmd.PressNumber, player="ann", number=11, **device)
    assert not table.ok(cmd.PressNumber, game=1, player="ann", number=25, **device).marked
    assert table.ok(cmd.ReplaceScorecard, game=1, **device).marked == ()
    assert table.sitting.holdings[CardKey("888", 1)].pressed == {11}


@pytest.mark.clause(NSW, "3.2.2")
def test_3_2_2__a_device_comes_back_after_the_close_that_lists_it(sit: Any) -> None:
    table = sit(NSW, {"bob": "B"}, games=1, began=False)
    table.ok(cmd.RegisterSeries, serial="888", cards=(PAGE,))
    table.hand("ann", 1, "888", medium="electronic")
    table.ok(cmd.EnterSerialRange, by="cal", serial="888", first=1, last=1)
    table.start()
    table.call(*B1)
    table.win("bob")
    table.close()
    assert table.do(cmd.CloseSession, by="sue")[-1].unreturned == ("888/1",)
    assert table.ok(cmd.ReturnScorecard, serial="888", card=1).to == "operator"
    (twice,) = table.no(cmd.ReturnScorecard, serial="888", card=1)
    assert twice.startswith("card/not_held ")
    assert table.sitting.holdings[CardKey("888", 1)].returned
    unknown = table.no(cmd.ReturnScorecard, session="S9", serial="888", card=1)
    assert unknown == ["session/unknown 1.1 'session'"]


@pytest.mark.clause(NSW, "3.3 third", "1.1 'entry fee'")
def test_3_3_third__fees_feed_a_pool_that_nobody_named(sit: Any) -> None:
    table = sit(NSW, TWO)
    assert table.sitting.plan.pool == "jackpot"
    assert table.state.pools["jackpot"].balance_cents == 2400
    assert {fee.pool for fee in table.all(ev.EntryFeePaid)} == {"jackpot"}
    table.session = "S2"
    table.plan(0, 1, (10000,))
    assert len(table.all(ev.PoolOpened)) == 1
    assert table.all(ev.SessionPlanned)[-1].brought_forward_cents == 2400


@pytest.mark.clause(NSW, "3.3 second")
@pytest.mark.parametrize("shown", [True, False])
def test_3_3_second__a_station_shows_the_fee(sit: Any, shown: bool) -> None:
    table = sit(NSW, {"ann": "A"}, began=False)
    no = table.no(cmd.OpenSalePoint, point="station 2", price_notice=shown)
    assert no == ([] if shown else ["point/no_price_notice 3.3 second"])


GOLD = cmd.Level(level="gold", numbers_max=20)


@pytest.mark.clause(NSW, "6.3.2", "6.4", "7.6")
def test_6_3_2__a_pool_pays_in_a_jackpot_game_once_it_is_won(sit: Any) -> None:
    table = sit(NSW, TWO, pool="Jack", each={"levels": (GOLD,)})
    some = {"pool": "Jack", "amount_cents": 700}
    assert table.no(cmd.DistributePool, **some) == ["pool/jackpot_not_won 6.4"]
    table.call(*B1)
    table.win("bob")
    table.ok(cmd.DistributePool, **some)
    table.close()
    slots = (cmd.Part(method="slot dollars", amount_cents=700),)
    paid = table.no(cmd.PayPrize, award="S1/1/jackpot/bob", parts=slots)
    assert paid == ["payment/no_such_method 7.6"]
    assert table.state.pools["Jack"].balance_cents == 1700


@pytest.mark.clause(NSW, "6.3.2", "6.4")
def test_6_4__a_pool_stays_where_no_jackpot_is_played_or_won(sit: Any) -> None:
    plain = sit(NSW, TWO, pool="Jack")
    assert plain.no(cmd.DistributePool, pool="Jack") == ["pool/game_not_announced 6.3.2"]
    table = sit(NSW, TWO, pool="Jack", each={"levels": (GOLD,)})
    table.call(*range(60, 72), *(ball for ball in B1 if ball not in range(60, 72)))
    table.win("bob")
    assert table.no(cmd.DistributePool, pool="Jack") == ["pool/jackpot_not_won 6.4"]


@pytest.mark.clause(NSW, "6.4", "7.3")
def test_G15__the_money_of_a_better_level_is_not_won_with_a_lower_one(sit: Any) -> None:
    """Both stand on the pool; what the better one added to it waits for the next jackpot game."""
    gold = cmd.Level(level="gold", amount_cents=10000, numbers_max=10, whole_pool=True)
    silver = cmd.Level(level="silver", whole_pool=True)
    table = sit(NSW, TWO, pool="Jack", each={"levels": (gold, silver)})
    table.call(*B1)
    won = {event.prize: event.amount_cents for event in table.win("bob")}
    assert won == {"bingo": 10000, "silver": 2400}
    assert table.state.pools["Jack"].balance_cents == 10000


@pytest.mark.clause(NSW, "5.5", "6.2")
def test_5_5__told_for_the_session_is_told_of_every_game(sit: Any) -> None:
    table = sit(NSW, {"ann": "A"}, began=False)
    names = ((1, "postage stamp", "gold", 40), (2, "pickles", "silver", 50))
    games = tuple(
        cmd.PlannedGame(
            game=number,
            colour="red",
            prizes=(cmd.Offer(prize=pattern, amount_cents=100 * number),),
            levels=(cmd.Level(level=level, numbers_max=most),),
        )
        for number, pattern, level, most in names
    )
    words = {"starts_at": table.now, "games": games, "boxes": 6, "entry_fee_cents": 1500}
    table.ok(cmd.PlanSession, session="S2", **words)
    told = table.do(cmd.Announce, session="S2", by="cal", topics=("patterns", "jackpot conditions"))
    assert [event.text for event in told] == [
        (
            "Game 1: Patterns and prizes: postage stamp for $1.00. "
            "Game 2: Patterns and prizes: pickels for $2.00."
        ),
        (
            "Game 1: Jackpot conditions: gold: bingo within 40 numbers. "
            "Game 2: Jackpot conditions: silver: bingo within 50 numbers."
        ),
    ]


@pytest.mark.clause(NSW, "8.4.2", "8.4.3", "6.4")
def test_8_4_2__the_subsequent_game_is_the_one_still_to_be_played(sit: Any) -> None:
    """Game 2 was played first: it fails, and game 1 is what follows."""
    level = cmd.Level(level="gold", amount_cents=500, numbers_max=40)
    table = sit(NSW, TWO, games=2, each={"levels": (level,)}, began=False)
    table.game = 2
    table.start()
    table.call(1)
    table.ok(cmd.FailTerminal, by="cal")
    assert table.sitting.games[1].offers == {"bingo": 20000}
    assert table.sitting.games[1].levels == {"gold": 1000}
    assert table.all(ev.Refunded) == []


@pytest.mark.clause(NSW, "9.8")
@pytest.mark.parametrize(
    ("by", "wanted"),
    [
        ("cal", ["session/not_the_supervisor 9.8"]),
        ("ann", ["session/not_the_supervisor 9.8"]),
        ("sue", []),
        ("max", []),
    ],
)
def test_9_8__a_supervisor_closes_early(sit: Any, by: str, wanted: list[str]) -> None:
    table = sit(NSW, {"ann": "A"}, began=False)
    table.ok(cmd.ShowClosingSign, at="21:00:00", closes_at=table.now + timedelta(minutes=20))
    assert table.no(cmd.CloseSession, at="21:20:00", by=by, early=True) == wanted


@pytest.mark.clause(NSW, "9.10", "9.11")
def test_9_10__who_is_not_satisfied_has_a_decision_first(sit: Any) -> None:
    table = sit(NSW, {"ann": "A"})
    for name in ("D", "E"):
        table.ok(cmd.RaiseDispute, dispute=name, person="ann", about="the line")
    unhappy = {"satisfied": False, "advised": True}
    assert table.no(cmd.CloseDispute, dispute="D", **unhappy) == ["dispute/not_decided 9.10"]
    table.ok(cmd.DecideDispute, dispute="D", by="sue", decision="no line")
    assert "section 33" in table.ok(cmd.CloseDispute, dispute="D", **unhappy).advice
    table.ok(cmd.CloseDispute, dispute="E", satisfied=True)


@pytest.mark.clause(NSW, "5.3")
def test_F11__any_spelling_of_a_prize_is_known_wherever_it_is_named(sit: Any) -> None:
    table = sit(NSW, {"ann": "A"}, minors=(("Pickles", 100),))
    assert table.ok(cmd.Contribute, game=1, prize="PICKLES", amount_cents=50).prize == "pickels"
    assert table.ok(cmd.Contribute, game=1, prize="Bingo", amount_cents=50).prize == "bingo"
    assert table.this.offers == {"pickels": 150, "bingo": 10050}


@pytest.mark.clause(NSW, "8.3")
def test_D03__a_prize_undone_before_is_not_undone_again(sit: Any) -> None:
    """Ann's one claim had two prizes; the second correction touches neither of those left."""
    table = sit(NSW, TWO, minors=(("any line", 1000), ("postage stamp", 500)))
    stamp = (A1[3], A1[4], A1[8], A1[9])
    table.call(*A1[:3], A1[8], A1[9], A1[3], A1[4])
    assert {won.prize for won in table.win("ann")} == {"any line", "postage stamp"}
    table.call(90)
    table.ok(cmd.CorrectNumber, by="sue", wrong=A1[0], right=89)
    assert set(table.this.won) == {"postage stamp"}
    assert set(stamp) <= set(table.this.called)
    table.call(*B1[:5])
    table.win("bob")
    fixed = table.do(cmd.CorrectNumber, by="sue", wrong=90, right=87)
    reopened = [e.reopened_prizes for e in fixed if isinstance(e, ev.NumberCorrected)]
    assert reopened == [()]


@pytest.mark.clause(NSW, "9.4.2")
@pytest.mark.parametrize(
    ("by", "holder", "wanted"),
    [
        ("sue", "max", []),
        ("max", "", []),
        ("sue", "", ["invalidate/not_the_casino_supervisor 9.4.2"]),
        ("max", "sue", ["invalidate/not_the_casino_supervisor 9.4.2"]),
        ("cal", "max", ["invalidate/not_the_supervisor 9.4.1"]),
    ],
)
def test_9_4_2__a_supervisor_acts_on_the_opinion_of_the_casino_supervisor(
    sit: Any, by: str, holder: str, wanted: list[str]
) -> None:
    table = sit(NSW, TWO)
    words = {"cause": "fraud", "person": "bob", "person_kind": "player", "affects_outcome": True}
    assert table.no(cmd.InvalidateGame, by=by, opinion_of=holder, **words) == wanted
    told = [(event.by, event.opinion_of) for event in table.all(ev.GameInvalidated)]
    assert told == ([] if wanted else [(by, holder or by)])


@pytest.mark.clause(NSW, "4.3", "1.1 'dealer'")
@pytest.mark.parametrize(
    ("by", "wanted"),
    [("cal", []), ("sue", []), ("", []), ("ann", ["range/not_a_dealer 4.3"])],
)
def test_4_3__a_dealer_enters_the_serials(sit: Any, by: str, wanted: list[str]) -> None:
    table = sit(NSW, {"ann": "A"}, began=False)
    assert table.no(cmd.EnterSerialRange, by=by, serial="777", first=1, last=1) == wanted


@pytest.mark.clause(NSW, "8.3", "6.4")
def test_D03__a_result_that_falls_leaves_pool_and_levels_as_they_were(sit: Any) -> None:
    """Gold, not won, had gone into the pool; a second result must not pay it with silver."""
    gold = cmd.Level(level="gold", amount_cents=500, numbers_max=5, whole_pool=True)
    silver = cmd.Level(level="silver", whole_pool=True)
    table = sit(NSW, TWO, pool="Jack", each={"levels": (gold, silver)})
    table.call(90, *B1)
    table.win("bob")
    assert table.state.pools["Jack"].balance_cents == 500
    table.ok(cmd.CorrectNumber, by="sue", wrong=90, right=89)
    assert table.state.pools["Jack"].balance_cents == 2400
    assert table.this.levels == {"gold": 500, "silver": 0}
    events = table.do(cmd.DeclareResult, by="sue")
    won = {event.prize: event.amount_cents for event in events if isinstance(event, ev.PrizeWon)}
    assert won == {"bingo": 10000, "silver": 2400}
    assert table.state.pools["Jack"].balance_cents == 500


@pytest.mark.clause(NSW, "9.8")
@pytest.mark.parametrize(("minutes", "wanted"), [(20, []), (30, ["session/closing_sign 9.8"])])
def test_9_8__a_second_sign_counts_from_the_first_if_it_says_the_same(
    sit: Any, minutes: int, wanted: list[str]
) -> None:
    table = sit(NSW, {"ann": "A"}, began=False)
    says = datetime(2026, 5, 5, 21, 20)
    table.ok(cmd.ShowClosingSign, at="21:00:00", closes_at=says)
    later = says.replace(minute=minutes)
    table.ok(cmd.ShowClosingSign, at="21:10:00", closes_at=later)
    assert table.no(cmd.CloseSession, at="21:20:00", by="sue", early=True) == wanted


@pytest.mark.clause(NSW, "9.4.1", "9.8", "6.4")
def test_I12__a_game_that_falls_after_an_early_close_sends_nothing_to_games_not_played(
    sit: Any,
) -> None:
    gold = cmd.Level(level="gold", amount_cents=700, numbers_max=5)
    table = sit(NSW, TWO, minors=(("top line", 1000),), each={"levels": (gold,)})
    table.call(*B1)
    table.win("bob")
    table.close()
    table.ok(cmd.ShowClosingSign, at="21:00:00", closes_at=datetime(2026, 5, 5, 21, 20))
    table.ok(cmd.CloseSession, at="21:20:00", by="sue", early=True)
    assert table.state.waiting == {"bingo": 1000, "jackpot gold": 1400}
    table.ok(cmd.InvalidateGame, by="sue", cause="fire", refund=False)
    assert table.state.waiting == {"bingo": 11000, "jackpot gold": 1400}


@pytest.mark.clause(NSW, "6.4")
def test_6_4__no_sequence_ends_and_pays_a_jackpot_that_nobody_won(sit: Any) -> None:
    table = sit(NSW, {"ann": "A"}, pool="Jack", began=False)
    plan = table.sitting.plan
    words = {"session": "S2", "pool": "Jack", "games": plan.games, "starts_at": plan.starts_at}
    words |= {"boxes": plan.boxes, "entry_fee_cents": plan.entry_fee_cents}
    (no,) = table.no(cmd.PlanSession, last_in_sequence=True, **words)
    assert no.startswith("deed/not_in_this_book")
    assert table.no(cmd.PlanSession, **words) == []
