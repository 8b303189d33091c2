"""Wrong announcements and what becomes of calls, claims, forfeits and prizes (D01 to D06, E01)."""

from __future__ import annotations

import pytest

from eyesdown.bingo.claims.commands import Claim, CloseGame, ConfirmClaim, DeclareResult
from eyesdown.bingo.claims.events import ClaimMade, ForfeitCancelled, PrizeForfeited
from eyesdown.bingo.play.commands import (
    CallNumber,
    CheckBall,
    CorrectDisplay,
    CorrectNumber,
    HandOverBall,
)
from eyesdown.bingo.pools.commands import Contribute
from eyesdown.bingo.sales.commands import EnterSerialRange
from eyesdown.bingo.trouble.events import DisputeRaised
from eyesdown.bingo.words.parts import Level
from eyesdown.rulebook.facts.bingo import Settings
from kit.table import Sit

NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"
TOP = (7, 23, 33, 40, 63)
BOX = (1, 24, 51, 73, 81, 18, 34, 54, 63, 82, 25, 42, 67, 75, 88)  # A1


@pytest.mark.clause(NZ, "5.9")
@pytest.mark.clause(VIC, "1.5")
@pytest.mark.clause(NSW, "8.3")
@pytest.mark.parametrize("book", [NZ, VIC, NSW])
def test_D01__the_wrong_number_goes_the_right_one_is_last_with_a_window(
    sit: Sit, book: str
) -> None:
    table = sit(book, {"ann": "A" if book == NSW else "T0"}, minors=())
    table.call(5, 16)
    table.ok(CorrectNumber, by="cal", wrong=16, right=61)
    assert table.this.called == (5, 61)
    table.call(16)  # it had never left the selector
    assert table.this.called == (5, 61, 16)
    again = table.refused(CallNumber, number=61)
    assert again[0].startswith("selector/number_twice")


@pytest.mark.clause(NZ, "5.9")
def test_D01__a_line_completed_by_the_correction_is_called_on_it(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(*TOP[:4], 90)
    table.ok(CorrectNumber, by="sue", wrong=90, right=63, at="19:30:00", finished="19:30:04")
    assert table.claim("ann", at="19:30:03") == ["claim/during_announcement 5.2(a)(ii)"]
    made = table.ok(Claim, player="ann", at="19:30:04")
    assert made.call == 5


@pytest.mark.clause(NZ, "5.9")
def test_D02__found_later_ordinals_stay_and_the_correct_number_is_last(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "E1"})
    table.call(16, *TOP[:4], 11)
    table.ok(CorrectNumber, by="cal", wrong=16, right=63)
    assert table.this.called == (7, 23, 33, 40, 11, 63)
    (won,) = table.win("ann")
    assert (won.call, won.number) == (6, 63)


@pytest.mark.clause(NZ, "5.9", "5.10")
def test_D02__a_forfeit_that_rests_on_the_struck_number_is_cancelled(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "E1"})
    table.call(*TOP, 12)
    assert len(table.happened(PrizeForfeited)) == 1
    table.ok(CorrectNumber, by="cal", wrong=40, right=41)
    assert [lost.player for lost in table.happened(ForfeitCancelled)] == ["ann"]
    table.call(40)
    assert [won.call for won in table.win("ann")] == [7]


@pytest.mark.clause(NZ, "5.9", "5.10")
def test_D02__a_forfeit_that_does_not_rest_on_it_stays(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "E1"})
    table.call(90, *TOP, 12)
    table.ok(CorrectNumber, by="cal", wrong=90, right=8)
    assert not table.happened(ForfeitCancelled)
    table.call(10, 44, 71, 85)
    assert table.claim("ann")[-1] == "claim/forfeited 5.10"


@pytest.mark.clause(NZ, "5.9")
@pytest.mark.parametrize("declared", [False, True])
def test_D03__before_the_close_a_win_on_a_struck_number_falls(sit: Sit, declared: bool) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "E1"})
    table.call(*TOP)
    if declared:
        table.win("ann")
    else:
        table.ok(Claim, player="ann")
    event = table.ok(CorrectNumber, by="sue", wrong=63, right=64)
    assert event.cancelled_claims == ("claim 1",)
    assert table.state.awards == {}
    table.call(63)
    assert [won.call for won in table.win("ann")] == [6]


@pytest.mark.clause(NZ, "5.9")
def test_D03__after_the_close_the_result_stands_and_a_dispute_opens(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(*TOP)
    table.win("ann")
    table.close()
    assert isinstance(table.do(CorrectNumber, by="sue", wrong=63, right=64)[0], DisputeRaised)
    assert table.this.called == TOP
    assert [award.amount_cents for award in table.state.awards.values()] == [10000]


@pytest.mark.clause(NSW, "8.3", "6.4")
def test_D03__jackpot_and_rolled_prizes_come_back_with_the_game(sit: Sit) -> None:
    levels = (
        Level(level="gold", amount_cents=200000, numbers_max=15),
        Level(level="silver", amount_cents=50000),
    )
    minors = (("top line", 3000),)
    table = sit(NSW, {"ann": "A", "bob": "B"}, each={"levels": levels}, minors=minors)
    before = (dict(table.this.offers), dict(table.this.levels))
    table.call(*BOX)
    table.win("ann")
    table.ok(CorrectNumber, by="sue", wrong=88, right=89)
    assert (dict(table.this.offers), dict(table.this.levels)) == before
    assert table.state.awards == {} == dict(table.this.won)
    second = table.sitting.games[2]
    assert (second.offers["bingo"], second.levels["silver"]) == (10000, 50000)
    table.call(88)
    won = {event.prize: event.amount_cents for event in table.win("ann")}
    assert won == {"bingo": 10000, "silver": 50000}  # gold asked for 15 numbers, it took 16


@pytest.mark.clause(NZ, "5.9", "6.4")
def test_D03__a_must_go_pool_paid_on_a_struck_number_is_whole_again(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, games=2, pool="Gold", sequence="W", began=False)
    table.ok(Contribute, pool="Gold", amount_cents=1_000_000)
    table.start()
    table.call(*TOP)
    table.win("ann")
    table.close()
    table.game = 2
    table.seat({"bob": "A4"}, "778")
    table.start()
    table.call(3, 22, 31, 44, 85)
    table.win("bob")
    assert table.state.pools["Gold"].balance_cents == 0
    table.ok(CorrectNumber, by="sue", wrong=85, right=84)
    assert table.state.pools["Gold"].balance_cents == 1_000_000
    table.call(85)
    assert [won.amount_cents for won in table.win("bob")] == [10000, 1_000_000]
    assert table.state.pools["Gold"].balance_cents == 0


@pytest.mark.clause(NZ, "5.8")
@pytest.mark.clause(NSW, "8.3")
def test_D04__a_display_error_changes_no_number_and_gives_no_window(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(*TOP, 12)
    table.ok(CorrectDisplay, by="sue", shown=21, right=12)
    assert table.this.called == (*TOP, 12)
    assert table.claim("ann")[0] == "claim/late 5.2(a)(ii)"
    table = sit(NSW, {"ann": "A"})
    table.call(12)
    words = {"by": "sue", "shown": 21, "right": 12}
    neither = {"announced": False, "displayed": False}
    no = table.refused(CorrectDisplay, **words, **neither)
    assert no == ["correction/not_announced 8.3"]
    table.ok(CorrectDisplay, **words, displayed=False)
    no = table.refused(CorrectDisplay, **words, displayed=False)
    assert no == ["correction/not_displayed 8.3"]


@pytest.mark.clause(NZ, "5.9")
def test_D05__a_number_announced_again_leaves_the_genuine_call(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(16, 5)
    table.ok(CallNumber, number=16, drawn=61)
    table.ok(CorrectNumber, by="cal", wrong=16, right=61)
    assert table.this.called == (16, 5, 61)


@pytest.mark.clause(NZ, "5.9", "5.11")
def test_D06__a_claim_on_the_wrong_number_has_no_consequence(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(*TOP)
    table.ok(Claim, player="ann")
    table.ok(CorrectNumber, by="cal", wrong=63, right=64)
    assert not table.happened(PrizeForfeited)
    table.call(63)
    assert table.claim("ann") == []


@pytest.mark.clause(NZ, "5.8", "5.7(b)")
def test_5_8__an_open_error_stops_the_next_number(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False)
    table.start(selector="receptacle")
    table.call(16)
    assert table.refused(CallNumber, number=2) == [
        "draw/ball_not_handed_over 5.6(d)",
        "draw/ball_not_racked 5.7(b)",
    ]
    table.ok(HandOverBall)
    opened = table.ok(CheckBall, by="sue", ball=60)
    assert (opened.wrong, opened.right) == (16, 60)
    assert "draw/correction_owed 5.8" in table.refused(CallNumber, number=2)
    table.ok(CorrectNumber, by="cal", wrong=16, right=60)
    table.ok(CheckBall, by="sue", ball=60)
    table.call(2)


@pytest.mark.clause(NSW, "4.6")
def test_E01__no_game_is_complete_before_fifteen_valid_numbers(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"}, minors=(("postage stamp", 2500),))
    table.call(72, 80, 40, 86)  # A5, from ball 4
    assert [(won.prize, won.call) for won in table.win("ann")] == [("postage stamp", 4)]
    no = table.refused(CloseGame, by="sue")
    assert no == ["game/no_bingo 1.1 'game'", "game/too_few_numbers 4.6"]


@pytest.mark.clause(NZ, "5.9", "5.2(c)(iv)")
def test_D03_C15__the_line_prize_leaves_the_series_again(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "E1"}, version=3, cents=(4000, 6000))
    table.call(*TOP, 8, 10, 44, 71, 85, 14, 38, 51, 64, 77)
    assert [won.amount_cents for won in table.win("ann")] == [10000]
    table.ok(CorrectNumber, by="sue", wrong=77, right=78)
    assert list(table.this.offers.items()) == [("part series", 4000), ("series", 6000)]
    table.call(77)
    assert [(won.place, won.amount_cents) for won in table.win("ann")] == [("Second Winner", 10000)]


@pytest.mark.clause(NSW, "8.3", "5.4.1")
def test_D03_F09__a_prize_that_waits_for_the_next_session_comes_back(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"}, games=1, minors=(("top line", 3000),))
    table.call(*BOX)
    table.win("ann")
    assert table.state.waiting == {"bingo": 3000}
    table.ok(CorrectNumber, by="sue", wrong=88, right=89)
    assert table.state.waiting == {}
    assert list(table.this.offers.items()) == [("top line", 3000), ("bingo", 10000)]


@pytest.mark.clause(NSW, "8.3", "5.4.1")
@pytest.mark.parametrize("cents", [1, 3000])
def test_D03_F09__a_prize_that_another_session_has_taken_stays_there(sit: Sit, cents: int) -> None:
    table = sit(NSW, {"ann": "A"}, games=1, minors=(("top line", cents),))
    table.call(*BOX)
    table.win("ann")
    assert table.state.waiting == {"bingo": cents}
    table.session = "S2"
    table.plan(0, 1, (20000,))
    table.session = "S1"
    table.ok(CorrectNumber, by="sue", wrong=88, right=89)
    assert table.this.offers == {"bingo": 10000}
    assert table.state.sessions["S2"].games[1].offers == {"bingo": 20000 + cents}
    assert table.state.waiting == {}


@pytest.mark.clause(NZ, "5.9")
def test_D02__an_open_claim_that_stands_keeps_its_place(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "E1"})
    table.call(90, *TOP)
    table.ok(Claim, player="ann")
    table.ok(CorrectNumber, by="cal", wrong=90, right=8)
    assert table.this.called == (*TOP, 8)
    table.check("claim 1")
    table.ok(ConfirmClaim, claim="claim 1", by="sue")
    won = table.ok(DeclareResult, by="sue")
    assert (won.winners, won.call, won.number) == (("ann",), 5, 63)


@pytest.mark.clause(NZ, "5.4", "5.9")
def test_D03__one_of_two_winners_falls_the_other_wins_alone(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "A4"}, cents=(50000,))
    table.call(8, 10, 71, 85, 3, 22, 31, 44)
    table.win("ann", "bob")
    table.ok(CorrectNumber, by="sue", wrong=22, right=21)
    won = table.ok(DeclareResult, by="sue")
    assert (won.winners, won.share_cents) == (("ann",), 50000)


@pytest.mark.clause(NZ, "3.1(a)(i)", "5.8")
@pytest.mark.clause(VIC, "6(a)", "3.6")
@pytest.mark.clause(NSW, "4.5", "8.3")
@pytest.mark.parametrize(
    ("name", "error", "range_"),
    [(NZ, "5.8", "3.1(a)(i)"), (VIC, "3.6", "6(a)"), (NSW, "8.3", "4.5")],
)
def test_D01__a_correction_names_the_number_that_was_drawn(
    sit: Sit, name: str, error: str, range_: str
) -> None:
    table = sit(name, {"ann": "A" if name == NSW else "T0"})
    table.call(5)
    table.call(16, drawn=61)
    for right in (0, 91):
        no = table.refused(CorrectNumber, by="cal", wrong=5, right=right)
        assert no == [f"selector/number_out_of_range {range_}"]
    no = table.refused(CorrectNumber, by="cal", wrong=5, right=5)
    assert no == [f"correction/nothing_wrong {error}"]
    no = table.refused(CorrectNumber, by="cal", wrong=16, right=60)
    assert no == [f"correction/not_the_number_drawn {error}"]
    table.ok(CorrectNumber, by="cal", wrong=5, right=90)
    table.ok(CorrectNumber, by="cal", wrong=16, right=61)
    table.ok(CorrectDisplay, by="cal", shown=99, right=61)
    assert table.this.called == (90, 61)


@pytest.mark.clause(NZ, "5.6(d)", "5.7(b)")
@pytest.mark.clause(VIC, "3.3(d)", "3.4(c)")
@pytest.mark.parametrize(
    ("name", "hand", "rack"), [(NZ, "5.6(d)", "5.7(b)"), (VIC, "3.3(d)", "3.4(c)")]
)
def test_D02__a_ball_in_hand_is_racked_though_an_earlier_one_is_put_right(
    sit: Sit, name: str, hand: str, rack: str
) -> None:
    table = sit(name, {"ann": "T0"}, began=False)
    table.start(at="19:00:00", selector="receptacle", balls=90)
    table.call(16)
    table.ok(HandOverBall)
    table.ok(CheckBall, by="sue", ball=16)
    table.call(7)
    table.ok(CorrectNumber, by="sue", wrong=16, right=61)
    owed = table.refused(CallNumber, number=9)
    assert owed == [f"draw/ball_not_handed_over {hand}", f"draw/ball_not_racked {rack}"]
    table.ok(HandOverBall)
    table.ok(CheckBall, by="sue", ball=7)
    table.call(9)
    assert [(call.number, call.racked) for call in table.this.calls] == [
        (7, True),
        (61, True),
        (9, False),
    ]


@pytest.mark.clause(NZ, "5.9", "5.10")
@pytest.mark.clause(VIC, "1.3", "1.5")
@pytest.mark.parametrize("book", [NZ, VIC])
def test_D02__who_cried_though_a_wrong_number_had_cost_the_prize_is_heard(
    sit: Sit, book: str
) -> None:
    table = sit(book, {"ann": "T0 A4", "bob": "E1"}, version=1 if book == NZ else 5)
    table.call(*TOP)
    table.call(3, 22, 31, 44, 85)
    assert table.claim("ann")[-1].startswith("claim/forfeited")
    table.call(90)
    table.ok(CorrectNumber, by="sue", wrong=63, right=64)
    (made,) = table.happened(ClaimMade)
    assert (made.player, made.call, [done.card for done in made.completed]) == ("ann", 9, [2])
    assert not table.this.all_forfeits
    assert table.refused(CallNumber, number=89)[0].startswith("draw/claims_open")


@pytest.mark.clause(NZ, "5.9")
def test_D06__a_cry_that_falls_with_the_wrong_number_was_one_for_the_number_before(
    sit: Sit,
) -> None:
    by_card = Settings(forfeit_scope="card")
    table = sit(NZ, {"ann": "T0 A4", "bob": "E1"}, settings=by_card)
    table.call(3, 22, 31, 44, *TOP)
    table.call(85, drawn=86)
    first = table.ok(Claim, player="ann")
    assert [done.card for done in first.completed] == [2]
    table.ok(CorrectNumber, by="sue", wrong=85, right=86)
    again = table.happened(ClaimMade)[1]
    assert (again.call, [done.card for done in again.completed]) == (9, [1])
    assert not table.this.all_forfeits


@pytest.mark.clause(NZ, "5.9")
def test_D06__who_has_claimed_on_the_number_before_does_not_claim_twice(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "E1"})
    table.call(*TOP[:4])
    table.ok(CallNumber, number=63, at="19:10:10", finished="19:10:13")
    table.ok(CallNumber, number=90, drawn=89, at="19:10:20", finished="19:10:23")
    assert table.claim("ann", at="19:10:14") == []
    assert table.claim("ann", at="19:10:24")[0].startswith("claim/late")
    table.ok(CorrectNumber, by="sue", wrong=90, right=89, at="19:10:30")
    assert [made.at.second for made in table.happened(ClaimMade)] == [14]


@pytest.mark.clause(NZ, "5.9", "5.10")
@pytest.mark.parametrize("cries", [False, True])
def test_D05__a_number_said_wrongly_and_then_drawn_counts_when_it_was_drawn(
    sit: Sit, cries: bool
) -> None:
    table = sit(NZ, {"ann": "T0 A4", "bob": "E1"})
    table.call(*TOP[:4])
    table.call(63, drawn=64)
    table.call(63)
    if cries:
        assert "claim/forfeited 5.10" in table.claim("ann")
    table.call(3, 22, 31, 44)
    table.ok(CorrectNumber, by="sue", wrong=63, right=64)
    lost = [(lost.player, lost.call) for lost in table.this.all_forfeits]
    made = [(made.player, made.call) for made in table.happened(ClaimMade)]
    assert (lost, made) == (([], [("ann", 5)]) if cries else ([("ann", 5)], []))


@pytest.mark.clause(NZ, "5.9", "5.10")
def test_D05__nobody_has_to_call_for_a_prize_that_seemed_won(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "E1"}, version=3)
    table.call(*TOP[:4])
    table.call(63, drawn=64)
    assert [won.winners for won in table.win("ann")] == [("ann",)]
    table.call(63, 90)
    table.ok(CorrectNumber, by="sue", wrong=63, right=64)
    assert "part series" in table.this.open_prizes
    assert not table.this.all_forfeits


@pytest.mark.clause(NZ, "5.9")
def test_D03__who_cried_after_a_result_that_falls_is_heard(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "A4"})
    table.call(10, drawn=11)
    table.call(8, 71, 85, 3, 22, 31, 44)  # middle of T0, top of A4
    table.win("ann")
    assert table.claim("bob") == ["claim/no_prize_open 5.7(c)"]
    table.ok(CorrectNumber, by="sue", wrong=10, right=11)
    claims = [(claim.player, claim.status, claim.call) for claim in table.this.claims.values()]
    assert claims == [("ann", "cancelled", 7), ("bob", "refused", 7), ("bob", "open", 7)]


@pytest.mark.clause(NSW, "8.3", "6.4")
def test_D03__a_level_comes_back_though_another_session_has_emptied_the_pool(sit: Sit) -> None:
    gold = Level(level="gold", amount_cents=5000, numbers_max=3, whole_pool=True)
    table = sit(NSW, {"ann": "A", "bob": "B"}, pool="Jack", each={"levels": (gold,)})
    table.call(*BOX[:14])
    table.call(88, drawn=89)
    table.win("ann")
    assert table.state.pools["Jack"].balance_cents == 7400  # two fees, and gold unwon
    table.session = "S2"
    whole = Level(level="gold", amount_cents=0, whole_pool=True)
    table.plan(0, 1, (10000,), pool="Jack", each={"levels": (whole,)})
    table.seat({"cat": "A"}, serial="888")
    table.open()
    table.ok(EnterSerialRange, by="cal", serial="888", first=1, last=1)
    table.start()
    table.call(*BOX)
    assert [won.amount_cents for won in table.win("cat")] == [10000, 8600]
    table.session = "S1"
    table.ok(CorrectNumber, by="sue", wrong=88, right=89)
    assert (table.state.pools["Jack"].balance_cents, table.this.levels) == (0, {"gold": 5000})


@pytest.mark.clause(NZ, "5.9", "5.10")
def test_D05__a_silence_on_the_genuine_call_before_is_not_counted_twice(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "E1"})
    table.call(*TOP, 90)
    table.call(63, drawn=64)
    table.ok(CorrectNumber, by="sue", wrong=63, right=64)
    assert [(lost.player, lost.call) for lost in table.this.all_forfeits] == [("ann", 5)]
