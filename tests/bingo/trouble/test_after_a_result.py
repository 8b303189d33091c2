"""What a result leaves behind when something comes up after it: corrections, voids, refunds."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.bingo.claims.commands import Claim, CloseGame, ConfirmClaim, DeclareResult, PayPrize
from eyesdown.bingo.play.commands import CorrectNumber, ReportError
from eyesdown.bingo.pools.commands import Contribute, DistributePool, HoldForPool
from eyesdown.bingo.pools.events import PrizeRolled
from eyesdown.bingo.sales.commands import ChargeAdmission
from eyesdown.bingo.session.commands import (
    CloseSession,
    PlanSession,
    RegisterPerson,
    ShowClosingSign,
)
from eyesdown.bingo.session.events import ReturnReported
from eyesdown.bingo.trouble.commands import (
    ExcludePlayer,
    FailTerminal,
    InvalidateGame,
    RaiseDispute,
    VoidEntry,
)
from eyesdown.bingo.trouble.events import Refunded
from eyesdown.bingo.words.parts import Level, Offer, PlannedGame
from eyesdown.rulebook.facts.bingo import Settings
from kit.table import Sit, Table

NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"
T0 = (7, 23, 33, 40, 63, 8, 10, 44, 71, 85, 14, 38, 51, 64, 77)
A1 = (1, 24, 51, 73, 81, 18, 34, 54, 63, 82, 25, 42, 67, 75, 88)
B1 = (11, 25, 30, 45, 62, 12, 27, 55, 68, 72, 1, 29, 47, 59, 86)


def allowed(table: Table, player: str) -> str:
    """A claim made, checked and confirmed but not declared."""
    claim = table.ok(Claim, player=player).claim
    table.check(claim)
    table.ok(ConfirmClaim, claim=claim, by="sue")
    return claim


def rolled(events: Any) -> list[tuple[str, int, int]]:
    return [(e.prize, e.amount_cents, e.to_game) for e in events if isinstance(e, PrizeRolled)]


@pytest.mark.clause(NSW, "8.3", "7.4", "5.4.1")
def test_D03__of_two_prizes_on_one_call_only_the_one_that_rests_on_the_error_falls(
    sit: Sit,
) -> None:
    """88 was never drawn: the top line stands, the bingo does not."""
    table = sit(NSW, {"ann": "A", "bob": "B"}, minors=(("top line", 5000),), cents=(20000,))
    table.call(88, drawn=90)
    table.call(*A1[5:-1], *A1[:5])
    assert [won.prize for won in table.win("ann")] == ["top line", "bingo"]
    corrected = table.ok(CorrectNumber, by="cal", wrong=88, right=90)
    assert (corrected.cancelled_claims, corrected.reopened_prizes) == ((), ("bingo",))
    assert set(table.state.awards) == {"S1/1/top line/ann"}
    assert table.refused(DeclareResult, by="sue") == ["result/no_winner 7.1"]
    table.call(88)  # and now it is
    (won,) = table.win("ann")
    assert (won.prize, won.call, won.share_cents) == ("bingo", 16, 20000)


@pytest.mark.clause(NZ, "5.9", "5.7(c)(ii)")
def test_D03__an_open_claim_is_confirmed_only_for_what_still_stands(sit: Sit) -> None:
    """Two cards of ann have their line on 44; one of them with a number never drawn."""
    table = sit(NZ, {"ann": "T0 E1"}, version=1)
    table.call(8, drawn=90)
    table.call(10, 71, 85, 1, 11, 60, 72, 44)
    claim = table.ok(Claim, player="ann")
    assert [done.card for done in claim.completed] == [1, 2]
    assert table.ok(CorrectNumber, by="cal", wrong=8, right=90).cancelled_claims == ()
    table.check(claim.claim)
    confirmed = table.ok(ConfirmClaim, claim=claim.claim, by="sue")
    assert [done.card for done in confirmed.completed] == [2]


@pytest.mark.clause(NSW, "8.3", "5.4.1")
def test_D03_F09__a_minor_prize_reopened_after_the_bingo_goes_on(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"}, minors=(("top line", 5000),), cents=(20000,))
    table.call(1, 24, 51, 73)
    table.call(81, drawn=90)
    table.win("ann")
    table.call(*(number for number in B1 if number != 1))
    table.win("bob")
    fallen = table.ok(CorrectNumber, by="cal", wrong=81, right=90)
    assert fallen.reopened_prizes == ("top line", "bingo")
    assert table.refused(CloseGame, by="sue") == ["game/no_bingo 1.1 'game'"]
    events = table.do(DeclareResult, by="sue")
    assert rolled(events) == [("top line", 5000, 2)]
    assert table.close()[0].outcome == "won"
    assert table.sitting.games[2].offers == {"top line": 5000, "bingo": 25000}


@pytest.mark.clause(NZ, "5.9", "5.2(c) tail play")
def test_D03_C15__a_line_reopened_after_the_series_is_added_to_it(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "B1"}, version=3, cents=(4000, 6000))
    table.call(*B1[:5], *T0[:4])  # Bob misses his first line
    table.call(63, drawn=90)
    table.win("ann")
    table.call(*B1[5:])
    table.win("bob")
    table.ok(CorrectNumber, by="cal", wrong=63, right=90)
    table.do(DeclareResult, by="sue")
    assert {name: award.amount_cents for name, award in table.state.awards.items()} == {
        "S1/1/series/bob": 10000
    }
    assert table.close()[0].outcome == "won"


@pytest.mark.clause(NSW, "7.3", "8.3")
def test_D02_G14__a_struck_number_does_not_count_against_a_level(sit: Sit) -> None:
    """Sixteen were announced, fifteen drawn: the level within fifteen is won after all."""
    level = Level(level="gold", amount_cents=100000, numbers_max=15)
    table = sit(NSW, {"ann": "A"}, each={"levels": (level,)})
    table.call(89, drawn=90)
    table.call(*A1)
    assert [won.prize for won in table.win("ann")] == ["bingo"]
    table.ok(CorrectNumber, by="cal", wrong=89, right=90)
    table.do(DeclareResult, by="sue")
    assert table.state.awards["S1/1/gold/ann"].amount_cents == 100000
    assert table.sitting.games[2].levels == {"gold": 100000}


@pytest.mark.clause(NZ, "5.9", "5.10")
def test_D06__a_cry_on_the_wrong_number_is_no_cry_on_the_right_one(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, version=1)
    table.call(*T0[:4], *T0[5:9])
    table.call(63, drawn=85)  # either would complete a line
    table.ok(Claim, player="ann")
    table.ok(CorrectNumber, by="cal", wrong=63, right=85)
    table.call(90)
    assert [lost.player for lost in table.this.all_forfeits] == ["ann"]


@pytest.mark.clause(NZ, "5.9", "5.10")
def test_D02__a_forfeit_stays_where_another_card_stands_without_the_error(sit: Sit) -> None:
    """Both cards of ann had their line on 44; only the one needed the struck number."""
    table = sit(NZ, {"ann": "T0 E1", "bob": "B1"}, version=1)
    table.call(8, drawn=90)
    table.call(10, 71, 85, 1, 11, 60, 72, 44)
    table.call(2)
    assert len(table.this.all_forfeits) == 1
    table.ok(CorrectNumber, by="cal", wrong=8, right=90)
    assert [lost.player for lost in table.this.all_forfeits] == ["ann"]


@pytest.mark.clause(NZ, "5.2", "5.4")
@pytest.mark.clause(VIC, "1.2")
@pytest.mark.parametrize(("name", "version", "clause"), [(NZ, 2, "5.4"), (VIC, 4, "1.2")])
def test_C14__a_confirmed_claim_on_the_last_ball_is_declared_first(
    sit: Sit, name: str, version: int, clause: str
) -> None:
    table = sit(name, {"ann": "T0"}, version=version)
    table.call(*(number for number in range(1, 91) if number != 77), 77)
    allowed(table, "ann")
    assert table.refused(CloseGame, by="sue") == [f"result/claims_undecided {clause}"]
    table.ok(DeclareResult, by="sue")
    assert table.close()[0].outcome == "won"


@pytest.mark.clause(NZ, "9.1(a)", "9.2 refund")
def test_I02__an_invalidated_game_has_no_winner_afterwards(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "B1"}, version=1, pool="Gold")
    table.ok(Contribute, pool="Gold", amount_cents=5000)
    table.call(*T0[:5])
    allowed(table, "ann")
    table.ok(InvalidateGame, by="sue", cause="fire")
    assert table.refused(DeclareResult, by="sue") == ["game/not_running 5.2"]
    open_steps = table.refused(ConfirmClaim, claim="claim 1", by="sue")
    assert open_steps == ["game/not_running 5.2"]
    assert table.refused(DistributePool, pool="Gold") == ["game/over 5.2"]
    assert not table.state.awards
    assert table.state.pools["Gold"].balance_cents == 5000


@pytest.mark.clause(NZ, "6.1(a)")
def test_G20__a_pool_pays_nothing_into_a_game_nobody_won(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, version=2, pool="Gold")
    table.ok(Contribute, pool="Gold", amount_cents=5000)
    table.call(*range(1, 91))
    table.close()
    assert table.refused(DistributePool, pool="Gold") == ["game/over 5.2"]
    assert table.state.pools["Gold"].balance_cents == 5000


@pytest.mark.clause(NZ, "9.2 refund", "5.2(c) tail split")
def test_I02_C15__a_line_added_to_the_series_ends_with_the_refund(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, version=3, cents=(4000, 6000))
    table.call(*T0)
    table.win("ann")
    table.do(InvalidateGame, by="sue", cause="fire")
    assert table.sitting.games[2].offers == {"part series": 4000, "series": 6000}


@pytest.mark.clause(NZ, "9.2 refund", "6.1(b)")
@pytest.mark.parametrize("sequence", ["", "winter"])
def test_I02_C14__the_prize_of_an_exhausted_game_ends_with_the_refund(
    sit: Sit, sequence: str
) -> None:
    """Only the operator's extra dollar goes on: to the next game, or to the rolling pool."""
    table = sit(NZ, {"ann": "T0"}, version=2, pool="Gold", sequence=sequence)
    table.ok(Contribute, game=1, amount_cents=100)
    table.call(*range(1, 91))
    table.close()
    table.do(InvalidateGame, by="sue", cause="fire")
    assert table.state.pools["Gold"].balance_cents == (100 if sequence else 0)
    assert table.sitting.games[2].offers == {"series": 10000 + (0 if sequence else 100)}


@pytest.mark.clause(NSW, "9.5 refund", "7.2")
def test_I05__of_a_shared_prize_the_unpaid_half_goes_on(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"}, cents=(20000,))
    both = dict.fromkeys((*A1, *B1))
    table.call(*(number for number in both if number not in (1, 25)), 25, 1)
    table.win("ann", "bob")
    table.close()
    table.ok(PayPrize, award="S1/1/bingo/ann")
    events = table.do(InvalidateGame, by="sue", cause="fire")
    assert rolled(events) == [("bingo", 10000, 2)]


@pytest.mark.clause(NZ, "9.2 refund", "6.1(a)")
def test_I02__pool_money_that_was_paid_out_does_not_return(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, version=1, pool="Gold", pool_games=(1, 2))
    table.ok(Contribute, pool="Gold", amount_cents=5000)
    table.ok(DistributePool, pool="Gold", amount_cents=3000)
    table.call(*T0[:5])
    table.win("ann")
    table.close()
    table.ok(PayPrize, award="S1/1/part series/ann")
    table.ok(InvalidateGame, by="sue", cause="fire")
    assert table.state.pools["Gold"].balance_cents == 2000


@pytest.mark.clause(NSW, "8.4.3", "9.5 refund", "9.3.1")
def test_I03_I08__nobody_gets_back_more_than_the_fee(sit: Sit) -> None:
    """$5 of $15 went back for the invalidated game: $10 are left."""
    table = sit(NSW, {"ann": "A", "bob": "B"}, games=3)
    table.ok(InvalidateGame, by="sue", cause="fire", refund=True)
    assert [back.amount_cents for back in table.happened(Refunded)] == [500, 500]
    table.ok(VoidEntry, player="ann", by="sue")
    for game in (2, 3):
        table.game = game
        table.start()
        table.ok(FailTerminal, by="sue")
    back = [(each.player, each.amount_cents) for each in table.happened(Refunded)[2:]]
    assert back == [("ann", 1000), ("bob", 1000)]


@pytest.mark.clause(NSW, "9.3.1", "9.3.2")
@pytest.mark.parametrize("confirmed", [False, True])
@pytest.mark.parametrize(
    ("deed", "no"),
    [(VoidEntry, "claim/entry_void 9.3.1"), (ExcludePlayer, "claim/excluded 9.3.2")],
)
def test_9_3__a_claim_not_yet_declared_falls_with_its_player(
    sit: Sit, deed: type[Any], no: str, confirmed: bool
) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"})
    table.call(*A1)
    if confirmed:
        allowed(table, "ann")
    else:
        table.ok(Claim, player="ann")
    assert table.refused(deed, player="ann", by="sue") == [no]
    assert table.refused(DeclareResult, by="sue") == ["result/no_winner 7.1"]
    table.call(90)


@pytest.mark.clause(NSW, "9.3.1")
def test_9_3_1__a_void_entry_is_not_bought_again(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"})
    table.ok(VoidEntry, player="ann", by="sue")
    assert table.refused(ChargeAdmission, player="ann", amount_cents=1500) == ["entry/void 9.3.1"]


@pytest.mark.clause(NSW, "6.4")
def test_G16__a_jackpot_waits_past_a_session_without_a_jackpot_game(sit: Sit) -> None:
    level = Level(level="gold", amount_cents=100000, numbers_max=15)
    table = sit(NSW, {"ann": "A"}, games=1, each={"levels": (level,)})
    table.call(90, *A1)
    table.win("ann")
    table.close()
    table.ok(CloseSession, by="sue")
    table.session = "S2"
    table.plan(0, 1, (20000,))
    assert table.this.offers == {"bingo": 20000}
    table.session = "S3"
    table.plan(0, 1, (20000,), each={"levels": (level,)})
    assert table.this.levels == {"gold": 200000}
    assert not table.state.waiting


@pytest.mark.clause(NZ, "5.9", "8.1")
def test_D03__the_same_error_opens_one_dispute(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(*T0[:5])
    table.win("ann")
    table.close()
    table.ok(CorrectNumber, by="cal", wrong=7, right=90)
    assert table.refused(CorrectNumber, by="cal", wrong=7, right=90) == ["dispute/exists 8.1"]


@pytest.mark.clause(NZ, "5.9", "5.10")
def test_D02__by_card_only_the_forfeit_that_rests_on_the_error_is_cancelled(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0 E1"}, version=1, settings=Settings(forfeit_scope="card"))
    table.call(8, drawn=90)
    table.call(10, 71, 85, 1, 11, 60, 72, 44)
    table.call(2)
    assert [lost.card for lost in table.this.all_forfeits] == [1, 2]
    table.ok(CorrectNumber, by="cal", wrong=8, right=90)
    assert [lost.card for lost in table.this.all_forfeits] == [2]


@pytest.mark.clause(NSW, "7.4", "7.2")
def test_C02_C10__a_claim_without_its_marks_does_not_hold_up_the_result(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"}, cents=(20000,))
    both = dict.fromkeys((*A1, *B1))
    table.call(*(number for number in both if number not in (1, 25)), 25, 1)
    late = table.ok(Claim, player="ann").claim
    table.check(late, marked=A1[:10])
    assert table.refused(ConfirmClaim, claim=late, by="sue") == ["claim/unmarked 7.4"]
    assert table.refused(DeclareResult, by="sue") == ["result/no_winner 7.1"]
    allowed(table, "bob")
    refused, won = table.do(DeclareResult, by="sue")
    assert [str(no.clause.number) for no in refused.refusals] == ["7.4"]
    assert (won.winners, won.share_cents) == (("bob",), 20000)
    table.close()


@pytest.mark.clause(NSW, "3.3 first", "8.4.3")
def test_3_3__no_fee_is_taken_when_every_game_is_over(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"}, games=1, pool="Jack")
    table.ok(FailTerminal, by="sue")
    table.ok(RegisterPerson, person="zoe", member=True)
    late = table.refused(ChargeAdmission, player="zoe", amount_cents=1500)
    assert late == ["game/over 1.1 'game'"]
    assert table.state.pools["Jack"].balance_cents == 1200


@pytest.mark.clause(NSW, "3.3 third", "9.5 refund")
def test_H12_I08__entry_fees_are_the_receipts_of_their_games(sit: Sit) -> None:
    """Two fees of $15.00 over three games, the last of which was given back."""
    table = sit(NSW, {"ann": "A", "bob": "B"}, games=3)
    table.call(*A1)
    table.win("ann")
    closed = table.close()[0]
    assert closed.receipts_cents == 1000
    table.game = 3
    table.ok(InvalidateGame, by="sue", cause="fire", refund=True)
    table.ok(ShowClosingSign, closes_at=table.now)
    events = table.do(CloseSession, by="sue", early=True, at="21:00:00")
    (report,) = [event for event in events if isinstance(event, ReturnReported)]
    assert (report.receipts_cents, report.prizes_cents, report.met) == (2000, 10000, True)


@pytest.mark.clause(NSW, "6.4", "7.2", "9.5 refund")
@pytest.mark.parametrize(("whole", "pool"), [(False, 0), (True, 2400)])
def test_I05__of_a_shared_jackpot_the_unpaid_half_goes_on(sit: Sit, whole: bool, pool: int) -> None:
    """$60 of the level's own, and the pool of $24 where the level has it too."""
    level = Level(level="gold", amount_cents=6000, numbers_max=90, whole_pool=whole)
    table = sit(NSW, {"ann": "A", "bob": "B"}, pool="Jack", each={"levels": (level,)})
    both = dict.fromkeys((*A1, *B1))
    table.call(*(number for number in both if number not in (1, 25)), 25, 1)
    half = 3000 + pool // 2
    assert [won.share_cents for won in table.win("ann", "bob")] == [5000, half]
    table.close()
    table.ok(PayPrize, award="S1/1/gold/ann")
    table.ok(InvalidateGame, by="sue", cause="fire", refund=False)
    kept = table.sitting.games[2].levels["gold"] - 6000
    held = table.state.pools["Jack"].balance_cents - (2400 - pool)
    assert kept + held == half


@pytest.mark.clause(VIC, "3.4(d)", "4.1(a)")
@pytest.mark.parametrize(("refund", "pool", "next_prize"), [(True, 0, 10000), (False, 500, 20000)])
def test_I06__players_who_get_nothing_back_play_on_for_their_money(
    sit: Sit, refund: bool, pool: int, next_prize: int
) -> None:
    table = sit(VIC, {"ann": "T0", "bob": "A1"}, version=4, pool="Gold")
    table.ok(HoldForPool, pool="Gold", amount_cents=500)
    table.ok(InvalidateGame, by="sue", cause="power cut", refund=refund)
    assert len(table.happened(Refunded)) == 2 * refund
    assert table.state.pools["Gold"].balance_cents == pool
    assert table.sitting.games[2].offers == {"ticket": next_prize}


@pytest.mark.clause(NSW, "7.3", "6.3.2")
def test_G20__money_of_the_pool_is_an_award_of_its_own_beside_the_level(sit: Sit) -> None:
    level = Level(level="jackpot 2", amount_cents=6000, numbers_max=90)
    table = sit(NSW, {"ann": "A", "bob": "B"}, pool="Jack", each={"levels": (level,)})
    table.call(*A1)
    table.win("ann")
    for _ in range(3):
        table.ok(DistributePool, pool="Jack", amount_cents=700)
    owed = {award.prize: award.amount_cents for award in table.state.awards.values()}
    more = {"jackpot": 700, "jackpot 3": 700, "jackpot 4": 700}
    assert owed == {"bingo": 10000, "jackpot 2": 6000} | more


@pytest.mark.clause(NSW, "6.1")
@pytest.mark.parametrize("name", ["bingo", "pickels"])
def test_G14__a_level_does_not_bear_the_name_of_a_prize(sit: Sit, name: str) -> None:
    """Both would be one award, and one of the two sums lost."""
    table = sit(NSW, {"ann": "A"}, began=False)
    offer = Offer(prize="pickles", amount_cents=500)
    game = PlannedGame(
        game=1, colour="red", prizes=(offer,), levels=(Level(level=name, amount_cents=1),)
    )
    words = {"starts_at": table.now, "games": (game,), "boxes": 6, "entry_fee_cents": 1500}
    refused = table.refused(PlanSession, session="S2", **words)
    assert refused == ["game/level_twice 6.1"]


@pytest.mark.clause(NZ, "8.1")
def test_I13__a_dispute_is_about_a_game_there_was_or_the_session(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"})
    words = {"person": "ann", "about": "a price"}
    assert table.refused(RaiseDispute, dispute="D1", game=3, **words)[0].startswith("game/unknown")
    table.ok(RaiseDispute, dispute="D1", game=2, **words)
    table.ok(RaiseDispute, dispute="D2", game=0, **words)


@pytest.mark.clause(NZ, "9.2 refund", "7.2", "5.2(c) tail split")
@pytest.mark.parametrize(
    ("paid", "on"), [(True, []), (False, [("series", 4500, 1), ("part series", 500, 2)])]
)
def test_I02_C15__what_was_paid_with_the_series_does_not_go_on_as_a_line(
    sit: Sit, paid: bool, on: list[tuple[str, int, int]]
) -> None:
    """The operator's $5 for the line went to the series with it; unpaid, it is the line's again."""
    table = sit(NZ, {"ann": "T0"}, version=3, cents=(4000, 6000), began=False)
    table.ok(Contribute, game=1, prize="part series", amount_cents=500)
    table.start(at="19:00:00")
    table.call(*T0)
    assert [won.amount_cents for won in table.win("ann")] == [10500]
    table.close()
    if paid:
        table.ok(PayPrize, award="S1/1/series/ann")
    assert rolled(table.do(InvalidateGame, by="sue", cause="fire")) == on


@pytest.mark.clause(NZ, "6.2(a)", "6.4")
@pytest.mark.clause(VIC, "4.2(a)")
@pytest.mark.parametrize(("name", "clause"), [(NZ, "6.2(a)"), (VIC, "4.2(a)")])
def test_pool_money_is_paid_in_the_games_that_were_announced(
    sit: Sit, name: str, clause: str
) -> None:
    """Game 2 was announced; the duty to empty the pool opens every game."""
    table = sit(name, {"ann": "T0"}, pool="Gold", sequence="Q", pool_games=(2,))
    table.ok(Contribute, pool="Gold", amount_cents=999999)
    asked = {"pool": "Gold", "amount_cents": 100}
    assert table.refused(DistributePool, **asked) == [f"pool/game_not_announced {clause}"]
    table.ok(DistributePool, game=2, **asked)
    table.ok(Contribute, pool="Gold", amount_cents=101)
    must_go = [] if name == NZ else [f"pool/game_not_announced {clause}"]
    table.call(*T0[:5])
    table.win("ann", **({"witness": ""} if name == VIC else {}))
    assert table.refused(DistributePool, **asked) == must_go


@pytest.mark.clause(NZ, "5.8", "5.9")
@pytest.mark.clause(VIC, "3.6", "1.5")
@pytest.mark.clause(NSW, "8.3")
@pytest.mark.parametrize(
    ("name", "cards", "clause"), [(NZ, "T0", "5.8"), (VIC, "T0", "3.6"), (NSW, "A", "8.3")]
)
@pytest.mark.parametrize("declared", [False, True])
def test_D03__no_result_on_a_number_that_is_known_to_be_wrong(
    sit: Sit, name: str, cards: str, clause: str, declared: bool
) -> None:
    table = sit(name, {"ann": cards})
    table.call(*(A1 if name == NSW else T0[:5]))
    allowed(table, "ann")
    if declared:
        table.ok(DeclareResult, by="sue")
    wrong = table.this.called[-1]
    table.ok(ReportError, by="cal", wrong=wrong, right=90)
    ends = CloseGame if declared else DeclareResult
    assert table.refused(ends, by="sue") == [f"correction/owed {clause}"]
    table.ok(CorrectNumber, by="cal", wrong=wrong, right=90)
    assert not table.this.won
    assert not table.state.awards


@pytest.mark.clause(NZ, "5.8")
def test_D04__an_error_of_the_display_holds_up_no_winner(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(*T0[:5])
    allowed(table, "ann")
    table.ok(ReportError, by="cal", error="display", wrong=89, right=T0[4])
    table.ok(DeclareResult, by="sue")
    assert table.this.won
