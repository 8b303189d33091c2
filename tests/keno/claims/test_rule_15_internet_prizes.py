"""Rules 15(f) and 15(g): prizes of internet Entries, their verification and withdrawal."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from eyesdown.keno.bets.bet import LetItRun, Regular
from eyesdown.keno.claims.commands import ExpireUnclaimed, VerifyPrize
from eyesdown.keno.games.events import InternetPrizeCredited
from eyesdown.keno.office import commands as o
from eyesdown.keno.office.commands import IdentifyAccount, Withdraw
from eyesdown.keno.sales.commands import AcceptEntry, CancelEntry
from eyesdown.keno.words.documents import Tendered
from eyesdown.keno.words.prizes import PrizeState
from eyesdown.rulebook.keno_words import Tender
from eyesdown.rulebooks.nsw_keno.book import open_on
from eyesdown.rulebooks.nsw_keno.c15_payouts import WEB_CREDITS, CreditFacts, credited_at_once
from kit.desk import Desk

ONE = (*range(1, 20), 21)  # heads, Multiplier 1


def pick(spots: int, cents: int = 100, **more: Any) -> Regular:
    return Regular(tuple(range(1, spots + 1)), cents, **more)


@pytest.mark.parametrize(
    ("cents", "at_once"), [(999_910, True), (999_990, True), (1_000_000, False)]
)
def test_15_f__m29_from_ten_thousand_dollars_on(shop: Desk, cents: int, at_once: bool) -> None:
    from eyesdown.rulebooks.nsw_keno.c15_payouts import credited_at_once

    assert credited_at_once(cents, shop.book.figures) is at_once


def test_15_f__m29_all_prizes_of_one_entry_in_one_draw(shop: Desk) -> None:
    shop.account("ann", 1_000_000)
    small = shop.sell_web(pick(6, 500))  # 9,000.00
    large = shop.sell_web(pick(6, 500), pick(4, 900))  # 9,000.00 and 1,080.00
    before = shop.state.accounts["ann"].balance_cents
    shop.play_out(ONE)
    assert shop.state.accounts["ann"].balance_cents - before == 900_000
    assert shop.prizes(large.serial)[0].state == "pending"
    assert shop.no(shop.claim(large)) != []  # 14(f)
    shop.do(VerifyPrize(shop.now, large.serial, "oc"))
    assert shop.state.accounts["ann"].balance_cents - before == 900_000 + 1_008_000
    assert shop.state.sold == shop.state.prizes == {}
    for entry in (small, large):
        assert shop.prizes(entry.serial)[0].state == "paid"


def test_t13__a_waiting_web_prize_never_becomes_unclaimed(shop: Desk) -> None:
    large = shop.sell_web(pick(6, 600))
    shop.play_out(ONE)
    shop.do(ExpireUnclaimed(shop.now + timedelta(days=800)))
    assert shop.prizes(large.serial)[0].state == "pending"


def test_15_g__prize_money_waits_for_identification_however_it_moves(shop: Desk) -> None:
    shop.account("ann", 100)
    shop.sell_web(pick(3))
    shop.play_out(ONE)  # 44.00 won, nothing deposited is left
    assert shop.no(o.Withdraw(shop.now, "ann", 100)) == ["15(g)"]
    again = shop.sell_web(pick(3, 4_400))  # betting it is allowed
    shop.do(shop.cancel(again))
    assert shop.state.accounts["ann"].balance_cents == 4_400
    assert shop.no(o.Withdraw(shop.now, "ann", 100)) == ["15(g)"]
    shop.do(o.Deposit(shop.now, "ann", 500))
    assert shop.no(o.Withdraw(shop.now, "ann", 501)) == ["15(g)"]
    assert shop.no(o.Withdraw(shop.now, "ann", 500)) == []
    shop.do(o.IdentifyAccount(shop.now, "ann", "oc"))
    assert shop.no(o.Withdraw(shop.now, "ann", 4_400)) == []
    assert shop.no(o.Withdraw(shop.now, "ann", 1)) == ["9(b)"]


def test_15_g__a_carry_given_back_is_prize_money(shop: Desk) -> None:
    shop.account("ann", 1_000)
    entry = shop.sell_web(LetItRun(("heads", "heads"), 1_000))
    shop.play_out(ONE)
    shop.do(shop.cancel(entry))
    assert shop.state.accounts["ann"].balance_cents == 2_000
    assert shop.no(o.Withdraw(shop.now, "ann", 1)) == ["15(g)"]


clause = pytest.mark.clause

PICK, SEVEN = (1, 2, 3), tuple(range(1, 8))


@clause("nsw-keno", "15(g)", "9(a)(vi)")
def test_15_g__prize_money_stays_prize_money_whatever_tenders_it_went_through(desk: Desk) -> None:
    """An Entry paid from an account in two parts, then cancelled: what was won was won still."""
    desk.account("ann", 5_000)
    desk.do(desk.sale(desk.web_entry(Regular(PICK, 100))))
    desk.play()  # 44 dollars
    assert desk.state.accounts["ann"].prize_cents == 4_400
    entry = desk.web_entry(Regular((78, 79, 80), 9_300))
    parts = (Tendered(Tender.ACCOUNT, 6_000), Tendered(Tender.ACCOUNT, 3_300))
    desk.do(AcceptEntry(desk.now, entry, parts, confirmed=True, location="club floor"))
    assert desk.state.accounts["ann"].balance_cents == 0
    desk.do(CancelEntry(desk.now, entry.serial, "x-1", location="club floor"))
    account = desk.state.accounts["ann"]
    assert (account.balance_cents, account.prize_cents) == (9_300, 4_400)
    no_name = [("withdraw/not_identified", "15(g)")]
    assert desk.refused(Withdraw(desk.now, "ann", 4_901)) == no_name
    assert desk.refused(Withdraw(desk.now, "ann", 4_900)) == []


BOOK = open_on(date(2024, 5, 1))

FIGURES = BOOK.figures

SIX = Regular(tuple(range(1, 7)), 100)  # $1,800 in a low draw


@clause("nsw-keno", "15(f)(i)", "15(f)(ii)")
@pytest.mark.parametrize(
    ("cents", "at_once"), [(999_900, True), (999_990, True), (1_000_000, False), (1_000_010, False)]
)
def test_15_f__the_gap_below_ten_thousand_is_paid_at_once(cents: int, at_once: bool) -> None:
    """Decision M29."""
    assert credited_at_once(cents, FIGURES) is at_once
    refused = BOOK.check(WEB_CREDITS, CreditFacts(cents, verified=False))
    assert [bad.code for bad in refused] == ([] if at_once else ["payout/not_verified"])
    assert BOOK.check(WEB_CREDITS, CreditFacts(cents, verified=True)) == ()


@clause("nsw-keno", "15(f)(i)", "15(f)(ii)")
@pytest.mark.parametrize(("lines", "pending"), [(5, False), (6, True)])
def test_15_f__large_web_prizes_wait_for_verification(
    desk: Desk, lines: int, pending: bool
) -> None:
    """All lines of one Entry in one draw count together: $1,800 each (M29)."""
    desk.account()
    web = desk.web_entry(*(SIX,) * lines)
    desk.do(desk.sale(web))
    events = desk.play()
    kept = desk.prizes(web.serial)[0]
    if not pending:
        assert isinstance(events[1], InternetPrizeCredited)
        assert kept.state is PrizeState.PAID
        return
    assert len(events) == 1
    assert (kept.state, kept.cents) == (PrizeState.PENDING, 1_080_000)
    assert desk.state.accounts["ann"].prize_cents == 0
    events = desk.do(VerifyPrize(desk.now, web.serial, "ovid"))
    assert events[1].cents == 1_080_000
    assert web.serial not in desk.state.prizes
    assert desk.state.accounts["ann"].prize_cents == 1_080_000


@clause("nsw-keno", "15(g)")
def test_15_g__prizes_are_withdrawn_once_identified_and_may_be_staked_before(desk: Desk) -> None:
    desk.account(cents=1_100)
    desk.do(desk.sale(desk.web_entry(Regular((1, 2, 3), 100))))
    desk.play()
    account = desk.state.accounts["ann"]
    assert (account.balance_cents, account.prize_cents) == (5_400, 4_400)
    assert desk.refused(Withdraw(desk.now, "ann", 1_000)) == []
    assert desk.refused(Withdraw(desk.now, "ann", 1)) == [("withdraw/not_identified", "15(g)")]
    assert desk.refused(desk.sale(desk.web_entry(Regular((1, 2), 400)))) == []
    desk.do(IdentifyAccount(desk.now, "ann", "ida"))
    assert desk.refused(Withdraw(desk.now, "ann", 4_000)) == []
