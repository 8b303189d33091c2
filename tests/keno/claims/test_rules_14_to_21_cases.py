"""Claims, payouts, unclaimed prizes, disqualification: rules 14 to 17 and 21, case by case."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

from eyesdown.keno import commands as c
from eyesdown.keno.bets.bet import Regular
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import FormReason, Ground, Payout, Tender

ONE = (*range(1, 20), 21)  # heads, Multiplier 1
CASH, CHEQUE, EFT = Payout.CASH, Payout.CHEQUE, Payout.EFT


def pick(spots: int, cents: int = 100, **more: Any) -> Regular:
    return Regular(tuple(range(1, spots + 1)), cents, **more)


def winner(shop: Any, *bets: Any) -> Any:
    entry = shop.sell(*(bets or (pick(3),)))
    shop.play(ONE)
    return entry


# --- rules 14 to 17 -------------------------------------------------------------------------------

CLAIMS = [
    ("14(b) no ticket", {"serial": ""}, ["14(b)", "20(c):no ticket"]),
    ("14(c) altered", {"check": "forged"}, ["14(c)"]),
    ("20(c) unknown", {"serial": "E99999"}, ["20(c):valid"]),
    ("2:Venue unknown", {"venue": "pub"}, ["2:Terminal(i)", "2:Venue"]),
    ("15(d) any Venue", {"venue": "hotel", "terminal": "hotel-1"}, []),
    ("15(d) at a self-service terminal", {"terminal": "club-sst"}, []),
    ("2:Terminal of another Venue", {"terminal": "hotel-1"}, ["2:Terminal(i)"]),
    ("2:Terminal never approved", {"terminal": "club-9"}, ["2:Terminal(i)"]),
    ("2:Terminal none", {"terminal": ""}, ["2:Terminal(i)"]),
]


@pytest.mark.parametrize(("more", "clauses"), [pytest.param(*row[1:], id=row[0]) for row in CLAIMS])
def test_14__a_claim_is_refused_by_the_clause_it_breaks(
    shop: Any, more: dict[str, Any], clauses: list[str]
) -> None:
    entry = winner(shop)
    assert shop.no(replace(shop.claim(entry), **more)) == clauses


@pytest.mark.clause("nsw-keno", "14(c)", "14(f)", "21(a)")
def test_14_c__a_winner_is_not_told_that_he_lost(shop: Any) -> None:
    """A web prize is in the account, that of a disqualified Entry waits: neither is no win."""
    web, barred = shop.sell_web(pick(3)), shop.sell(pick(3))
    shop.do(c.Disqualify(shop.now, barred.serial, Ground.FRAUD, "oc"))
    shop.play(ONE)
    assert shop.no(shop.claim(web)) == ["14(f)"]
    assert shop.no(shop.claim(barred)) == ["21(a)"]
    assert shop.no(shop.claim(barred, check="forged")) == ["14(c)", "21(a)"]


def test_14_c_d__no_win_no_pay_and_never_twice(shop: Any) -> None:
    entry, other = shop.sell(pick(3)), shop.sell(Regular((70, 71, 72), 100))
    shop.play(ONE)
    assert shop.no(shop.claim(other)) == ["14(c)"]
    shop.collect(entry)
    assert shop.no(shop.claim(entry, session="again")) == ["14(d)"]


# total, threshold, ways, whole from the fund, clauses
PAYOUTS = [
    ("15(e)(i) at the threshold", 200_000, [(CASH, 200_000)], False, []),
    ("15(e)(i) above", 200_010, [(CASH, 200_010)], False, ["15(e)(i)"]),
    ("15(e)(ii)(a)", 750_000, [(CASH, 200_000), (CHEQUE, 550_000)], False, []),
    (
        "15(e)(ii)(b) not available",
        750_000,
        [(CASH, 200_000), (EFT, 550_000)],
        False,
        ["15(e)(ii)(b)"],
    ),
    ("15(e)(iii)(a)", 750_000, [(CHEQUE, 750_000)], True, []),
    ("15(e)(iii)(a) not asked for", 750_000, [(CHEQUE, 750_000)], False, ["15(e)(ii)(a)"]),
    ("15(e)(iii) small total", 200_000, [(CHEQUE, 200_000)], True, ["15(e)(iii)(a)"]),
    ("2:Total Prize Money short", 200_000, [(CASH, 199_990)], False, ["2:Total Prize Money"]),
    ("15(e)(i)(b) mixed", 200_000, [(CASH, 50_000), (Payout.CASH_VOUCHER, 150_000)], False, []),
    ("15(e)(i)(c) chips at a club", 200_000, [(Payout.CHIP, 200_000)], False, ["15(e)(i)(c)"]),
    ("15(e)(i)(d) transfer", 200_000, [(Payout.VENUE_EFT, 200_000)], False, ["15(e)(i)(d)"]),
    ("14(f) into an account", 200_000, [(Payout.ACCOUNT, 200_000)], False, ["14(f)"]),
]


@pytest.mark.parametrize(
    ("total", "ways", "fund", "clauses"), [pytest.param(*row[1:], id=row[0]) for row in PAYOUTS]
)
def test_15_e__m27_m28(
    shop: Any, total: int, ways: list[tuple[Payout, int]], fund: bool, clauses: list[str]
) -> None:
    entry = winner(shop, *(Regular((1, 2, 3), 100) for _ in range(1)))
    serial = entry.serial
    won = shop.shelf.prizes[serial][0]
    shop.shelf.prizes[serial][0] = replace(won, cents=total)
    shop.do(shop.claim(entry))
    found = shop.no(shop.pay("s", *ways, all_from_fund=fund))
    assert set(clauses) <= set(found), found
    assert bool(found) is bool(clauses)


def test_m27__the_lower_of_both_limits(shop: Any) -> None:
    from eyesdown.keno.state.payable import threshold

    venue = replace(shop.state.venues["club"], payout_limit_cents=50_000)
    assert threshold(shop.state, venue) == 50_000
    assert threshold(shop.state, replace(venue, payout_limit_cents=300_000)) == 200_000
    assert threshold(shop.state, replace(venue, payout_limit_cents=None)) == 200_000


def test_15_b__a_cheque_needs_a_payee(shop: Any) -> None:
    entry = winner(shop, pick(6, 200))  # 3,600.00
    shop.do(shop.claim(entry))
    asked = (c.PayoutAsked(CASH, 200_000), c.PayoutAsked(CHEQUE, 160_000))
    assert shop.no(c.PaySession(shop.now, "s", "club", asked)) == ["15(b)"]


def test_2_total_prize_money__t17_one_session_is_one_total(shop: Any) -> None:
    entries = [shop.sell(pick(4, 1_000)) for _ in range(2)]  # 1,200.00 each
    shop.play(ONE)
    for entry in entries:
        shop.do(shop.claim(entry))
    assert "15(e)(i)" in shop.no(shop.pay("s", (CASH, 240_000)))
    assert shop.no(shop.pay("s", (CASH, 200_000), (CHEQUE, 40_000))) == []


def test_t17__two_sessions_are_not_joined(shop: Any) -> None:
    for name in ("s1", "s2"):
        entry = shop.sell(pick(4, 1_000))
        shop.play(ONE)
        shop.do(shop.claim(entry, session=name))
        assert shop.no(shop.pay(name, (CASH, 120_000))) == []


@pytest.mark.parametrize(("cents", "fine"), [(4_400, True), (4_500, False)])
def test_x09__parlay_of_what_was_won(shop: Any, cents: int, fine: bool) -> None:
    entry = winner(shop)
    shop.do(shop.claim(entry))
    again = shop.entry(pick(3, cents), session="s")
    assert (shop.no(shop.sale(again, (Tender.PARLAY, cents, ""))) == []) is fine
    assert shop.state.sessions["s"].due_cents == (0 if fine else 4_400)


def test_x09__parlay_only_of_what_the_venue_could_pay(shop: Any) -> None:
    entry = winner(shop, pick(6, 200))  # 3,600.00 with a threshold of 2,000.00
    shop.do(shop.claim(entry))
    for cents, clauses in ((200_100, ["9(a)(v)"]), (200_000, []), (100, ["9(a)(v)"])):
        again = shop.entry(pick(3, cents), session="s")
        assert shop.no(shop.sale(again, (Tender.PARLAY, cents, ""))) == clauses
    assert shop.no(shop.pay("s", (CHEQUE, 160_000))) == []


def test_m28__what_was_parlayed_is_off_the_venues_part(shop: Any) -> None:
    entry = winner(shop, pick(6, 200))  # 3,600.00 with a threshold of 2,000.00
    shop.do(shop.claim(entry))
    again = shop.entry(pick(3, 50_000), session="s")
    assert shop.no(shop.sale(again, (Tender.PARLAY, 50_000, ""))) == []
    for cash in (200_000, 150_100, 149_900):
        ways = (CASH, cash), (CHEQUE, 310_000 - cash)
        assert shop.no(shop.pay("s", *ways)) == ["15(e)(ii)(a)"]
    assert shop.no(shop.pay("s", (CASH, 150_000), (CHEQUE, 160_000))) == []


# game day, claim day, clauses
LATE = [
    ("15(d) last day", date(2024, 6, 15), date(2025, 6, 15), []),
    ("15(d) day after", date(2024, 6, 15), date(2025, 6, 16), ["15(d)", "16(b):after"]),
    ("T01 leap day, last", date(2024, 2, 29), date(2025, 2, 28), []),
    ("T01 leap day, after", date(2024, 2, 29), date(2025, 3, 1), ["15(d)", "16(b):after"]),
]


@pytest.mark.parametrize("expired", [False, True])
@pytest.mark.parametrize(
    ("day", "on", "clauses"), [pytest.param(*row[1:], id=row[0]) for row in LATE]
)
def test_15_d__t02_twelve_months_after_the_keno_day(
    shop_on: Any, day: date, on: date, clauses: list[str], expired: bool
) -> None:
    shop = shop_on(day)
    entry = winner(shop)
    at = datetime.combine(on, time(23, 59))
    if expired:
        shop.do(c.ExpireUnclaimed(at))
    assert shop.no(replace(shop.claim(entry), at=at)) == clauses
    assert shop.purse("prizes:unclaimed") == (4_400 if expired and clauses else 0)


def test_16_b__t14_a_late_prize_is_paid_by_form_and_cheque(shop: Any) -> None:
    entry = winner(shop)
    shop.now = datetime(2025, 6, 16, 12)
    shop.do(c.ExpireUnclaimed(shop.now))
    shop.do(c.LodgeClaimForm(shop.now, "F1", FormReason.ARCHIVED, entry.serial, "Pat"))
    ask = c.PayClaimForm(shop.now, "F1", CHEQUE, "Pat", "seen")
    assert shop.no(replace(ask, payout=CASH)) == ["15(h)"]
    assert shop.no(replace(ask, payee="")) == ["15(h)"]
    assert shop.no(replace(ask, satisfied="")) == ["17(b)"]
    assert shop.no(ask) == []
    assert shop.no(ask) == ["15(h)"]
    assert (shop.purse("prizes:unclaimed"), shop.purse("player")) == (0, 4_400 - 100)


def test_t22__a_claim_lodged_in_time_is_paid_late(shop: Any) -> None:
    entry = winner(shop)
    shop.now = datetime(2025, 6, 15, 22)
    shop.do(shop.claim(entry))
    shop.now = datetime(2025, 7, 1, 12)
    shop.do(c.ExpireUnclaimed(shop.now))
    assert shop.no(shop.pay()) == []


@pytest.mark.clause("nsw-keno", "14(d)", "15(d)", "16(b):after")
def test_14_d__a_prize_that_is_late_asks_for_no_new_ticket(shop: Any) -> None:
    """T11 is for what a terminal can still be asked about; the late prize has its form."""
    entry = shop.sell(pick(3), games=2)
    shop.next_day()
    shop.settle(ONE)  # yesterday's game
    shop.play(ONE)
    shop.now = datetime(2025, 6, 16, 11)
    assert shop.no(shop.claim(entry)) == []
    assert shop.state.sessions["s"].due_cents == 4_400
    assert shop.no(shop.pay()) == []
    shop.do(c.LodgeClaimForm(shop.now, "F1", FormReason.ARCHIVED, entry.serial, "Pat"))
    assert shop.no(c.PayClaimForm(shop.now, "F1", CHEQUE, "Pat", "seen")) == []
    assert shop.purse("prizes:payable") == 0


@pytest.mark.parametrize("kind", [Tender.SST_RECEIPT, Tender.CASH_VOUCHER])
def test_9d_a__t12_an_old_receipt_is_unclaimed_and_paid_by_form(shop: Any, kind: Tender) -> None:
    terminal = "club-sst" if kind is Tender.SST_RECEIPT else "club-1"
    shop.do(c.IssueReceipt(shop.now, "R1", kind, terminal, 700))
    late = datetime(2025, 6, 16, 11)
    shop.do(c.ExpireUnclaimed(late - timedelta(days=1)))
    assert shop.purse("prizes:unclaimed") == 0
    shop.do(c.ExpireUnclaimed(late))
    assert shop.purse("prizes:unclaimed") == 700
    assert shop.no(c.RedeemReceipt(late, "R1", "club")) != []
    shop.do(c.LodgeClaimForm(late, "F1", FormReason.LOST, "R1", "Pat"))
    assert shop.no(c.PayClaimForm(late, "F1", CHEQUE, "Pat", "seen")) == []
    assert shop.purse("prizes:unclaimed") == 0


# --- rule 21 --------------------------------------------------------------------------------------


def test_21_a_c__disqualified_reinstated(shop: Any) -> None:
    entry = winner(shop)
    assert shop.no(c.Disqualify(shop.now, entry.serial, Ground.OTHER, "oc")) == ["21(a):similar"]
    assert shop.no(c.Disqualify(shop.now, entry.serial, Ground.FRAUD, "oc")) == []
    assert shop.no(shop.claim(entry)) == ["21(a)"]
    fund = shop.purse("fund")
    assert shop.no(c.Reinstate(shop.now, entry.serial, "", "oc")) == ["21(c)"]
    assert shop.no(c.Reinstate(shop.now, entry.serial, "A-8", "oc")) == []
    assert shop.purse("fund") == fund  # T15: nothing was reversed
    shop.collect(entry)


@pytest.mark.parametrize("reinstated", [False, True])
def test_21__t15_a_barred_entry_takes_no_share_of_a_jackpot(shop: Any, reinstated: bool) -> None:
    seven = tuple(range(1, 8))
    barred, other = shop.sell(Regular(seven, 100)), shop.sell(Regular(seven, 300))
    shop.do(c.Disqualify(shop.now, barred.serial, Ground.FRAUD, "oc"))
    settled = shop.play(ONE)
    growth = 40  # 10.1 % of 4.00 is 40.4 cents: a sole winner gets all of it
    assert shop.prize(other) == 1_500_000 + growth
    assert shop.purse("growth:regular/7") == 0  # T15: its growth was not reversed
    assert [paid.jackpot for paid in settled.jackpots] == ["regular/7"]
    assert shop.no(shop.claim(barred)) != []
    assert shop.purse("prizes:payable") == shop.prize(other)
    if reinstated:
        shop.do(c.Reinstate(shop.now, barred.serial, "A-8", "oc"))
        assert shop.prize(barred) == 500_010  # 21(d): what it would have won beside the other
        assert shop.purse("prizes:payable") == shop.prize(other) + 500_010
        assert shop.no(shop.claim(barred)) == []


def test_21__t15_a_jackpot_only_a_barred_entry_won_stays(shop: Any) -> None:
    barred = shop.sell(Regular(tuple(range(1, 8)), 1_000))
    shop.do(c.Disqualify(shop.now, barred.serial, Ground.TENDER, "oc"))
    settled = shop.play(ONE)
    assert settled.jackpots == ()
    assert shop.purse("growth:regular/7") == 101
    assert shop.purse("prizes:payable") == 0


def barred_on_the_web(shop: Any, *bets: Any, **more: Any) -> Any:
    """A web Entry that is disqualified, then wins; its account has nothing left."""
    entry = shop.sell_web(*bets, **more)
    shop.do(c.Disqualify(shop.now, entry.serial, Ground.UNAUTHORISED_USE, "oc"))
    shop.play(ONE)
    assert shop.state.accounts["ann"].balance_cents == 0
    return entry


@pytest.mark.parametrize("games", [1, 2])
@pytest.mark.clause("nsw-keno", "21(d)", "15(f)(i)")
def test_21_d__a_web_prize_reaches_its_account_when_its_entry_comes_back(
    shop: Any, games: int
) -> None:
    entry = barred_on_the_web(shop, pick(3), cents=100 * games, games=games)
    assert shop.no(c.Reinstate(shop.now, entry.serial, "A-8", "oc")) == []
    assert shop.state.accounts["ann"].balance_cents == 4_400
    assert shop.purse("prizes:payable") == 0
    shop.do(c.VerifyPrize(shop.now, entry.serial, "oc"))  # and once only
    assert shop.state.accounts["ann"].balance_cents == 4_400


@pytest.mark.parametrize("when", ["while it is barred", "after it came back"])
@pytest.mark.clause("nsw-keno", "21(d)", "15(f)(ii)")
def test_21_d__a_large_web_prize_that_came_back_is_verified_first(shop: Any, when: str) -> None:
    entry = barred_on_the_web(shop, pick(6, 600), cents=600)
    verify = c.VerifyPrize(shop.now, entry.serial, "oc")
    back = c.Reinstate(shop.now, entry.serial, "A-8", "oc")
    for one in (verify, back) if when == "while it is barred" else (back, verify):
        assert shop.state.accounts["ann"].balance_cents == 0
        assert shop.no(one) == []
    assert shop.state.accounts["ann"].balance_cents == 1_080_000
    assert shop.purse("prizes:payable") == 0


@pytest.mark.parametrize("ground", list(Ground))
def test_21_b__x10_every_ground(shop: Any, ground: Ground) -> None:
    entry = winner(shop)
    because = "7(n)" if ground is Ground.OTHER else ""
    assert shop.no(c.Disqualify(shop.now, entry.serial, ground, "oc", because)) == []
    assert shop.state.sold[entry.serial].disqualified is ground
