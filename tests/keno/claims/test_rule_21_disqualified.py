"""Rule 21: disqualified Entries, their prizes, and reinstatement."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.keno.bets.bet import HeadsOrTails, Regular
from eyesdown.keno.claims.commands import Disqualify, Reinstate, VerifyPrize
from eyesdown.keno.claims.events import EntryDisqualified
from eyesdown.keno.evolve import evolve
from eyesdown.keno.words.documents import Tendered
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Ground, Tender
from kit.desk import Desk

clause = pytest.mark.clause

PICK = (1, 2, 3)


@clause("nsw-keno", "21(a)")
@pytest.mark.parametrize(("parlay", "stays"), [(4_400, False), (4_500, True)])
def test_21_a__whoever_is_disqualified_leaves_what_the_others_have_staked_again(
    desk: Desk, parlay: int, stays: bool
) -> None:
    """Two prizes of $44 in one session: one of them covers a Parlay up to that."""
    bad, good = desk.sell(Regular(PICK, 100)), desk.sell(Regular(PICK, 100))
    desk.play()
    for entry in (bad, good):
        desk.do(desk.claim(entry, "c-1"))
    again = desk.entry(Regular(PICK, parlay), session="c-1")
    assert desk.refused(desk.sale(again, Tendered(Tender.PARLAY, parlay))) == []
    desk.do(Disqualify(desk.now, bad.serial, Ground.FRAUD, "olive"))
    assert (bad.serial in desk.state.sessions["c-1"].serials) == stays


@clause("nsw-keno", "21(a)", "2:Total Prize Money")
def test_21_a__others_in_the_session_are_paid_without_the_disqualified(desk: Desk) -> None:
    good, bad = desk.sell(Regular(PICK, 100)), desk.sell(Regular(PICK, 200))
    desk.play()
    for entry in (good, bad):
        desk.do(desk.claim(entry))
    assert desk.state.sessions["c-1"].cents == 4_400 + 8_800
    desk.do(Disqualify(desk.now, bad.serial, Ground.FRAUD, "olga"))
    [paid] = desk.do(desk.pay("c-1"))
    assert (paid.serials, paid.total_cents) == ((good.serial,), 4_400)
    assert desk.refused(desk.claim(bad, "c-2")) == [("claim/disqualified", "21(a)")]
    desk.do(Reinstate(desk.now, bad.serial, "A-9", "olga"))
    assert desk.refused(desk.claim(bad, "c-2")) == []
    [paid] = desk.do(desk.pay("c-2"))
    assert paid.total_cents == 8_800


@clause("nsw-keno", "21(a)", "2:Parlay")
def test_21_a__what_was_staked_again_keeps_a_session_from_being_paid(desk: Desk) -> None:
    good, bad = desk.sell(Regular(PICK, 100)), desk.sell(Regular(PICK, 200))
    desk.play()
    for entry in (good, bad):
        desk.do(desk.claim(entry))
    again = desk.entry(Regular(PICK, 5_000), session="c-1")
    desk.do(desk.sale(again, Tendered(Tender.PARLAY, 5_000)))
    desk.do(Disqualify(desk.now, bad.serial, Ground.FRAUD, "olga"))
    assert desk.refused(desk.pay("c-1")) == [("claim/disqualified", "21(a)")]


@clause("nsw-keno", "21(a)", "2:Customer Session:end")
def test_21_a__nobody_joins_a_session_that_waits_for_a_disqualified_entry(desk: Desk) -> None:
    """His prize would wait with it: he is paid in a session of his own."""
    bad, good = desk.sell(Regular(PICK, 100)), desk.sell(Regular(PICK, 200))
    desk.play()
    desk.do(desk.claim(bad))
    desk.do(Disqualify(desk.now, bad.serial, Ground.FRAUD, "olga"))
    assert desk.refused(desk.claim(good)) == [("session/over", "2:Customer Session:end")]
    assert desk.refused(desk.claim(good, "c-2")) == []
    [paid] = desk.do(desk.pay("c-2"))
    assert (paid.serials, paid.total_cents) == ((good.serial,), 8_800)
    desk.do(Reinstate(desk.now, bad.serial, "A-9", "olga"))
    [paid] = desk.do(desk.pay("c-1"))
    assert (paid.serials, paid.total_cents) == ((bad.serial,), 4_400)


@clause("nsw-keno", "21(a)", "20(c):discharge", "14(d)")
def test_21_a__in_an_old_journal_the_session_waited_and_was_paid_whole(desk: Desk) -> None:
    """Events of old name no session that goes on without the Entry."""
    good, bad = desk.sell(Regular(PICK, 100)), desk.sell(Regular(PICK, 200))
    desk.play()
    for entry in (good, bad):
        desk.do(desk.claim(entry))
    old = EntryDisqualified(desk.now, bad.serial, Ground.FRAUD, "olga", "")
    evolve(desk.state, old)
    assert desk.refused(desk.pay("c-1")) == [("claim/disqualified", "21(a)")]
    desk.do(Reinstate(desk.now, bad.serial, "A-9", "olga"))
    [paid] = desk.do(desk.pay("c-1"))
    assert (paid.serials, paid.total_cents) == ((good.serial, bad.serial), 13_200)
    assert desk.refused(desk.claim(bad, "c-2")) == [("claim/already_paid", "14(d)")]


ONE = (*range(1, 20), 21)  # heads, Multiplier 1


def pick(spots: int, cents: int = 100, **more: Any) -> Regular:
    return Regular(tuple(range(1, spots + 1)), cents, **more)


def winner(shop: Desk, *bets: Any) -> Any:
    entry = shop.sell(*(bets or (pick(3),)))
    shop.play_out(ONE)
    return entry


def test_21_a_c__disqualified_reinstated(shop: Desk) -> None:
    entry = winner(shop)
    assert shop.no(Disqualify(shop.now, entry.serial, Ground.OTHER, "oc")) == ["21(a):similar"]
    assert shop.no(Disqualify(shop.now, entry.serial, Ground.FRAUD, "oc")) == []
    assert shop.no(shop.claim(entry)) == ["21(a)"]
    fund = shop.purse("fund")
    assert shop.no(Reinstate(shop.now, entry.serial, "", "oc")) == ["21(c)"]
    assert shop.no(Reinstate(shop.now, entry.serial, "A-8", "oc")) == []
    assert shop.purse("fund") == fund  # T15: nothing was reversed
    shop.collect(entry)


def barred_on_the_web(shop: Desk, *bets: Any, **more: Any) -> Any:
    """A web Entry that is disqualified, then wins; its account has nothing left."""
    entry = shop.sell_web(*bets, **more)
    shop.do(Disqualify(shop.now, entry.serial, Ground.UNAUTHORISED_USE, "oc"))
    shop.play_out(ONE)
    assert shop.state.accounts["ann"].balance_cents == 0
    return entry


@pytest.mark.parametrize("games", [1, 2])
@pytest.mark.clause("nsw-keno", "21(d)", "15(f)(i)")
def test_21_d__a_web_prize_reaches_its_account_when_its_entry_comes_back(
    shop: Desk, games: int
) -> None:
    entry = barred_on_the_web(shop, pick(3), cents=100 * games, games=games)
    assert shop.no(Reinstate(shop.now, entry.serial, "A-8", "oc")) == []
    assert shop.state.accounts["ann"].balance_cents == 4_400
    assert shop.purse("prizes:payable") == 0
    shop.do(VerifyPrize(shop.now, entry.serial, "oc"))  # and once only
    assert shop.state.accounts["ann"].balance_cents == 4_400


@pytest.mark.parametrize("when", ["while it is barred", "after it came back"])
@pytest.mark.clause("nsw-keno", "21(d)", "15(f)(ii)")
def test_21_d__a_large_web_prize_that_came_back_is_verified_first(shop: Desk, when: str) -> None:
    entry = barred_on_the_web(shop, pick(6, 600), cents=600)
    verify = VerifyPrize(shop.now, entry.serial, "oc")
    back = Reinstate(shop.now, entry.serial, "A-8", "oc")
    for one in (verify, back) if when == "while it is barred" else (back, verify):
        assert shop.state.accounts["ann"].balance_cents == 0
        assert shop.no(one) == []
    assert shop.state.accounts["ann"].balance_cents == 1_080_000
    assert shop.purse("prizes:payable") == 0


@pytest.mark.parametrize("ground", list(Ground))
def test_21_b__x10_every_ground(shop: Desk, ground: Ground) -> None:
    entry = winner(shop)
    because = "7(n)" if ground is Ground.OTHER else ""
    assert shop.no(Disqualify(shop.now, entry.serial, ground, "oc", because)) == []
    assert shop.state.sold[entry.serial].disqualified is ground


SIX = Regular(tuple(range(1, 7)), 100)  # $1,800 in a low draw


def _won(desk: Desk, *bets: Any, **more: Any) -> Any:
    entry = desk.sell(*bets, **more)
    desk.play()
    return entry


@clause("nsw-keno", "21(a)", "21(b)(i)", "21(b)(ii)", "21(b)(iii)", "21(b)(iv)", "21(b)(v)")
@pytest.mark.parametrize("ground", [ground for ground in Ground if ground is not Ground.OTHER])
def test_21_a__a_disqualified_entry_is_not_paid(desk: Desk, ground: Ground) -> None:
    """Decisions X10 and T15: no refund by itself."""
    entry = _won(desk, SIX)
    (event,) = desk.do(Disqualify(desk.now, entry.serial, ground, "olive"))
    assert (event.ground, event.by, event.at) == (ground, "olive", desk.now)
    assert desk.refused(desk.claim(entry)) == [("claim/disqualified", "21(a)")]
    again = desk.refused(Disqualify(desk.now, entry.serial, ground, "olive"))
    assert again == [("disqualify/not_live", "21(a)")]


@clause("nsw-keno", "21(a):similar")
def test_21_a_similar__another_ground_needs_words(desk: Desk) -> None:
    entry = _won(desk, SIX)
    ask = Disqualify(desk.now, entry.serial, Ground.OTHER, "olive")
    assert desk.refused(ask) == [("disqualify/no_reason", "21(a):similar")]
    (event,) = desk.do(replace(ask, because="bought for a syndicate"))
    assert event.because == "bought for a syndicate"


@clause("nsw-keno", "21(c)", "21(d)", "21(a)")
def test_21_c__reinstated_with_approval_it_pays_its_own_prize(desk: Desk) -> None:
    entry = desk.sell(SIX)
    desk.do(Disqualify(desk.now, entry.serial, Ground.FRAUD, "olive"))
    desk.play()
    ask = Reinstate(desk.now, entry.serial, "", "olive")
    assert desk.refused(ask) == [("reinstate/no_approval", "21(c)")]
    assert desk.refused(replace(ask, approval="R-1")) == []
    assert desk.refused(replace(ask, approval="R-1")) == [("reinstate/not_disqualified", "21(c)")]
    desk.do(desk.claim(entry))
    (paid,) = desk.do(desk.pay("c-1"))
    assert paid.total_cents == 180_000


@clause("nsw-keno", "21(a)")
def test_21_a__a_disqualified_web_prize_is_not_credited(desk: Desk) -> None:
    desk.account()
    web = desk.web_entry(SIX)
    desk.do(desk.sale(web))
    desk.do(Disqualify(desk.now, web.serial, Ground.UNAUTHORISED_USE, "olive"))
    assert len(desk.play()) == 1
    desk.do(VerifyPrize(desk.now, web.serial, "ovid"))
    assert desk.state.accounts["ann"].prize_cents == 0
    desk.do(Reinstate(desk.now, web.serial, "R-1", "olive"))
    desk.do(VerifyPrize(desk.now, web.serial, "ovid"))
    assert desk.state.accounts["ann"].prize_cents == 180_000
    lodged = _won(desk, HeadsOrTails("heads", 100))
    desk.do(desk.claim(lodged))
    desk.do(Disqualify(desk.now, lodged.serial, Ground.FRAUD, "olive"))
    assert desk.refused(desk.pay("c-1")) == [("claim/disqualified", "21(a)")]
