"""Rule 9(a)(v): a prize staked again, once, and only what the Venue may pay out."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.claims.commands import Disqualify, Reinstate, VerifyPrize
from eyesdown.keno.office.commands import SetPayoutLimit
from eyesdown.keno.state.payouts import (
    parlay_available,
    unverified_jackpot_cents,
    venue_payout_max,
)
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.documents import Tendered
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Ground, Payout, Tender
from kit.desk import Desk

clause = pytest.mark.clause

PICK = (1, 2, 3)


@clause("nsw-keno", "2:Parlay", "9(a)(v)", "21(a)")
def test_2_Parlay__prizes_of_a_disqualified_entry_and_of_another_venue_stay(desk: Desk) -> None:
    won = desk.sell(Regular(PICK, 100))
    desk.play()
    desk.do(desk.claim(won, "s-9"))
    stake = (Tendered(Tender.PARLAY, 100),)
    no_money = [("parlay/more_than_payable", "9(a)(v)")]
    away = desk.entry(venue="hotel", session="s-9")
    assert desk.refused(desk.sale(away, *stake)) == no_money
    desk.do(Disqualify(desk.now, won.serial, Ground.FRAUD, "olga"))
    assert desk.refused(desk.sale(desk.entry(session="s-9"), *stake)) == no_money
    desk.do(Reinstate(desk.now, won.serial, "A-9", "olga"))
    assert desk.refused(desk.sale(desk.entry(session="s-9"), *stake)) == []


@clause("nsw-keno", "2:Parlay", "9(a)(v)", "9(a)(vii)")
@pytest.mark.parametrize(
    ("parts", "allowed"),
    [((4_400,), True), ((2_200, 2_200), True), ((4_400, 4_400), False), ((2_200, 2_300), False)],
)
def test_2_Parlay__a_prize_is_staked_again_once(
    desk: Desk, parts: tuple[int, ...], allowed: bool
) -> None:
    """Decision X09: what is tendered in parts is no more than the Venue could pay out."""
    won = desk.sell(Regular(PICK, 100))
    desk.play()
    desk.do(desk.claim(won, "s-9"))
    again = desk.entry(Regular((78, 79, 80), sum(parts)), session="s-9")
    asked = desk.sale(again, *(Tendered(Tender.PARLAY, cents) for cents in parts))
    no_money = [("parlay/more_than_payable", "9(a)(v)")]
    assert desk.refused(asked) == ([] if allowed else no_money)
    assert desk.state.sessions["s-9"].parlay_cents == (4_400 if allowed else 0)
    assert desk.purse("prizes:payable") == (0 if allowed else 4_400)


ONE = (*range(1, 20), 21)  # heads, Multiplier 1

CASH, CHEQUE, EFT = Payout.CASH, Payout.CHEQUE, Payout.EFT


def pick(spots: int, cents: int = 100, **more: Any) -> Regular:
    return Regular(tuple(range(1, spots + 1)), cents, **more)


def winner(shop: Desk, *bets: Any) -> Any:
    entry = shop.sell(*(bets or (pick(3),)))
    shop.play_out(ONE)
    return entry


@pytest.mark.parametrize(("cents", "fine"), [(4_400, True), (4_500, False)])
def test_x09__parlay_of_what_was_won(shop: Desk, cents: int, fine: bool) -> None:
    entry = winner(shop)
    shop.do(shop.claim(entry))
    again = shop.entry(pick(3, cents), session="s")
    assert (shop.no(shop.sale(again, (Tender.PARLAY, cents, ""))) == []) is fine
    assert shop.state.sessions["s"].due_cents == (0 if fine else 4_400)


def test_x09__parlay_only_of_what_the_venue_could_pay(shop: Desk) -> None:
    entry = winner(shop, pick(6, 200))  # 3,600.00 with a threshold of 2,000.00
    shop.do(shop.claim(entry))
    for cents, clauses in ((200_100, ["9(a)(v)"]), (200_000, []), (100, ["9(a)(v)"])):
        again = shop.entry(pick(3, cents), session="s")
        assert shop.no(shop.sale(again, (Tender.PARLAY, cents, ""))) == clauses
    assert shop.no(shop.pay("s", (CHEQUE, 160_000))) == []


def test_m28__what_was_parlayed_is_off_the_venues_part(shop: Desk) -> None:
    entry = winner(shop, pick(6, 200))  # 3,600.00 with a threshold of 2,000.00
    shop.do(shop.claim(entry))
    again = shop.entry(pick(3, 50_000), session="s")
    assert shop.no(shop.sale(again, (Tender.PARLAY, 50_000, ""))) == []
    for cash in (200_000, 150_100, 149_900):
        ways = (CASH, cash), (CHEQUE, 310_000 - cash)
        assert shop.no(shop.pay("s", *ways)) == ["15(e)(ii)(a)"]
    assert shop.no(shop.pay("s", (CASH, 150_000), (CHEQUE, 160_000))) == []


def facts_of(shop: Desk, asked: Any) -> list[dict[str, Any]]:
    [event] = shop.do(asked)
    return [dict(no.facts) for no in event.refusals]


@clause("nsw-keno", "9(a)(v)")
@pytest.mark.parametrize(
    ("staked", "limit", "left"), [(100, 200_000, 4_300), (4_400, 200_000, 0), (4_400, 4_000, 0)]
)
def test_x09__what_is_left_to_stake_again_is_never_less_than_nothing(
    shop: Desk, staked: int, limit: int, left: int
) -> None:
    """Also where the Venue may pay less by now than was staked again before."""
    shop.do(shop.claim(winner(shop)))
    shop.do(shop.sale(shop.entry(pick(3, staked), session="s"), (Tender.PARLAY, staked, "")))
    shop.do(SetPayoutLimit(shop.now, limit))
    more = shop.sale(shop.entry(pick(3, 5_000), session="s"), (Tender.PARLAY, 5_000, ""))
    assert facts_of(shop, more) == [{"cents": 5_000, "payable_cents": left}]


@clause("nsw-keno", "9(a)(v)")
def test_9_a_v__without_an_own_session_nothing_can_be_staked_again(shop: Desk) -> None:
    """Neither with a session nobody opened, nor by naming a session that is not the Entry's."""
    shop.do(shop.claim(winner(shop)))
    entry = shop.entry(pick(3), session="none")
    nothing = [{"cents": 100, "payable_cents": 0}]
    assert facts_of(shop, shop.sale(entry, (Tender.PARLAY, 100, ""))) == nothing
    entry = shop.entry(pick(3), session="s")
    assert facts_of(shop, shop.sale(entry, (Tender.PARLAY, 100, "none"))) == nothing
    assert shop.no(shop.sale(entry, (Tender.PARLAY, 100, "s"))) == []


@clause("nsw-keno", "15(e)(iii)(a)")
def test_15_e_iii__the_rest_comes_from_the_fund_after_a_part_was_staked_again(shop: Desk) -> None:
    """Of $3,600, more than the Venue may pay, $500 is staked again and the rest is a cheque."""
    shop.do(shop.claim(winner(shop, pick(6, 200))))
    shop.do(shop.sale(shop.entry(pick(3, 50_000), session="s"), (Tender.PARLAY, 50_000, "")))
    rest = shop.pay("s", (CASH, 10_000), (CHEQUE, 300_000), all_from_fund=True)
    assert shop.no(rest) == ["15(e)(iii)(a)"]
    assert shop.no(shop.pay("s", (CHEQUE, 310_000), all_from_fund=True)) == []


@clause("nsw-keno", "2:Total Prize Money")
@pytest.mark.parametrize(
    ("parts", "fine"),
    [((4_400, 0), False), ((4_401, -1), False), ((4_399, 1), True), ((4_399,), False)],
)
def test_2_Total_Prize_Money__every_payout_is_a_cent_or_more(
    shop: Desk, parts: tuple[int, ...], fine: bool
) -> None:
    shop.do(shop.claim(winner(shop)))
    refused = shop.no(shop.pay("s", *((CASH, cents) for cents in parts)))
    assert refused == ([] if fine else ["2:Total Prize Money"])


@clause("nsw-keno", "9(a)(v)", "10(a)")
def test_10_a__a_jackpot_may_be_staked_again_once_it_is_verified(desk: Desk) -> None:
    won = desk.sell(Regular(tuple(range(1, 9)), 100))
    desk.play()
    desk.do(desk.claim(won))
    session = desk.state.sessions["c-1"]
    assert unverified_jackpot_cents(desk.state, session) == 2_500_010
    assert parlay_available(desk.book, desk.state, "c-1") == 0
    desk.do(VerifyPrize(desk.now, won.serial, "ovid"))
    assert unverified_jackpot_cents(desk.state, session) == 0
    assert parlay_available(desk.book, desk.state, "c-1") == 200_000


@clause("nsw-keno", "15(e)(i)")
def test_15_e_i__a_venue_pays_nothing_before_the_limit_of_the_act_is_set(desk: Desk) -> None:
    club = desk.state.venues["club"]
    lower, higher = (replace(club, payout_limit_cents=cents) for cents in (100, 200_001))
    most = [venue_payout_max(desk.state, venue) for venue in (club, lower, higher)]
    assert most == [200_000, 100, 200_000]
    unset = KenoState()
    assert [venue_payout_max(unset, venue) for venue in (club, lower, higher)] == [0, 0, 0]
