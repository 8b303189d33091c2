"""Rule 9(a)(v): a prize staked again, once, and only what the Venue may pay out."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.claims.commands import Disqualify, Reinstate
from eyesdown.keno.words.documents import Tendered
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
