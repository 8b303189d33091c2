"""Rules 9(a), 9(b) and 9A to 9D, and the money words of rule 2."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from fractions import Fraction
from typing import Any

import pytest

from eyesdown.keno.bets.bet import HeadsOrTails, Keno2, Regular
from eyesdown.keno.decide import decide
from eyesdown.keno.office.commands import AgreeCommission
from eyesdown.keno.sales.commands import (
    DeliverReceipt,
    IssuePrepaidVoucher,
    IssueReceipt,
    RedeemReceipt,
    SellChips,
    SellGiftVoucher,
)
from eyesdown.keno.words.documents import DocumentState, Tendered
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Category, Form, Tender
from eyesdown.rulebooks.nsw_keno.book import open_on
from eyesdown.rulebooks.nsw_keno.c02_money import (
    category_of,
    commission,
    contribution,
    gross_subscription,
    net_subscription,
    parlay_collected,
    total_prize_money,
)
from eyesdown.rulebooks.nsw_keno.c07_entry import bears_commission
from eyesdown.rulebooks.nsw_keno.c09_tenders import last_day_good
from kit.desk import Desk

clause = pytest.mark.clause
FIGURES = open_on(date(2024, 5, 1)).figures


@clause("nsw-keno", "2:Category")
def test_2_Category__every_form_has_its_category() -> None:
    found = {form: category_of(form, FIGURES).value for form in Form if form in FIGURES.categories}
    assert found == {
        "regular": "I",
        "racing": "I",
        "lucky_last": "I",
        "bonus": "I",
        "keno2": "L",
        "heads_or_tails": "Q",
        "roulette": "Q",
    }


@clause(
    "nsw-keno",
    "2:Keno Prize Fund Contribution(i)",
    "2:Keno Prize Fund Contribution(ii)",
    "2:Keno Prize Fund Contribution(iii)",
)
@pytest.mark.parametrize(
    ("category", "stake", "fund"),
    [
        ("Q", 10_000, 8_000),
        ("Q", 500, 400),
        ("I", 10_000, 7_500),
        ("L", 10_000, 7_650),
        ("L", 200, 153),
    ],
)
def test_2_Keno_Prize_Fund_Contribution__by_category(category: str, stake: int, fund: int) -> None:
    assert contribution(stake, Category(category), FIGURES) == fund


@clause(
    "nsw-keno", "2:Commission(i)", "2:Commission(ii)", "2:Commission(iii)", "2:Net Subscription"
)
@pytest.mark.parametrize(
    ("gross", "fund", "agreed", "kept"),
    [(100, 75, None, 11), (1_000, 750, None, 110), (1_000, 750, Fraction(8, 100), 80)],
)
def test_2_Commission__default_or_agreed(gross: int, fund: int, agreed: Any, kept: int) -> None:
    assert commission(gross, Fraction(fund), agreed, FIGURES) == kept
    assert net_subscription(gross, kept) == gross - kept


@clause("nsw-keno", "2:Gross Subscription", "2:Subscription", "9(a)(vii)")
def test_2_Gross_Subscription__cash_and_a_voucher_count_together(desk: Desk) -> None:
    assert gross_subscription((600, 400)) == 1_000
    _gift(desk, 400)
    entry = desk.entry(Regular((1, 2), 1_000))
    paid = (Tendered(Tender.CASH, 600), Tendered(Tender.GIFT_VOUCHER, 400, "G1"))
    assert desk.refused(desk.sale(entry, *paid)) == []
    assert desk.state.sold[entry.serial].gross_cents == 1_000


@clause("nsw-keno", "2:Total Prize Money", "2:Parlay")
def test_2_Total_Prize_Money__all_of_a_session() -> None:
    assert total_prize_money((40_000, 170_000)) == 210_000
    assert parlay_collected(5_000, 2_000) == 3_000
    assert parlay_collected(5_000, 5_000) == 0


@clause("nsw-keno", "9(a)(i)")
def test_9_a_i__cash(desk: Desk) -> None:
    assert desk.refused(desk.sale(desk.entry(), Tendered(Tender.CASH, 500))) == []
    assert desk.journal[-1].cash_change_cents == 400
    by_the_cent = Tendered(Tender.CASH, 1), Tendered(Tender.CASH, 99)
    assert desk.refused(desk.sale(desk.entry(), *by_the_cent)) == []
    desk.account()
    by_web = desk.sale(desk.web_entry())
    cash = replace(by_web, tenders=(Tendered(Tender.CASH, 100),))
    assert desk.refused(cash) == [("tender/not_offered", "9(a)(i)")]


def _gift(desk: Desk, cents: int, serial: str = "G1", **more: Any) -> Any:
    plain = SellGiftVoucher(desk.now, serial, "club", Form.REGULAR, cents, cents)
    return desk.do(replace(plain, **more))[0]


def _prepaid(desk: Desk, cents: int, serial: str = "P1", **more: Any) -> Any:
    plain = IssuePrepaidVoucher(desk.now, serial, "club", Form.REGULAR, cents)
    return desk.do(replace(plain, **more))[0]


@clause("nsw-keno", "9(a)(ii)", "2:Gift Voucher", "9A(d)", "9A(e)", "9A(f)")
def test_9A__a_gift_voucher_is_held_then_used_and_bears_nothing_more(desk: Desk) -> None:
    sold = _gift(desk, 2_000)
    assert sold.document.commission_cents == 220
    assert desk.purse("venue:club:commission") == 220
    racing = desk.entry(HeadsOrTails("heads", 2_000))
    voucher = Tendered(Tender.GIFT_VOUCHER, 2_000, "G1")
    assert desk.refused(desk.sale(racing, voucher)) == [("voucher/other_game", "2:Gift Voucher")]
    entry = desk.entry(Regular((1, 2), 2_000))
    assert desk.refused(desk.sale(entry, voucher, delivered=False)) == []
    assert desk.state.documents["G1"].state is DocumentState.HELD
    (done,) = desk.do(DeliverReceipt(desk.now, entry.serial))
    assert desk.state.documents["G1"].state is DocumentState.USED
    assert (done.commission_cents, done.net_cents) == (0, 1_780)
    assert desk.purse("venue:club:commission") == 220
    assert desk.purse("documents:vouchers") == 0
    again = desk.refused(desk.sale(desk.entry(Regular((1, 2), 2_000)), voucher))
    assert again == [("voucher/not_valid", "9(a)(ii)")]
    assert not bears_commission(Tender.GIFT_VOUCHER)


@clause("nsw-keno", "9(a)(ii)", "2:Prepaid Voucher", "9B(c)", "9B(d)", "9B(e)", "2:Commission(ii)")
def test_9B__a_prepaid_voucher_is_paid_for_by_the_operating_company(desk: Desk) -> None:
    issued = _prepaid(desk, 1_000)
    assert issued.document.commission_cents == 110
    assert desk.purse("operating_company") == -1_000
    voucher = Tendered(Tender.PREPAID_VOUCHER, 1_000, "P1")
    wrong = desk.refused(desk.sale(desk.entry(Keno2((1, 2), 1_000)), voucher))
    assert wrong == [("voucher/other_game", "2:Prepaid Voucher")]
    entry = desk.entry(Regular((1, 2), 1_000))
    desk.do(desk.sale(entry, voucher, delivered=False))
    assert desk.state.documents["P1"].state is DocumentState.HELD
    (done,) = desk.do(DeliverReceipt(desk.now, entry.serial))
    assert (done.commission_cents, done.net_cents) == (0, 890)
    assert desk.state.documents["P1"].state is DocumentState.USED
    assert not bears_commission(Tender.PREPAID_VOUCHER)


@clause("nsw-keno", "9(a)(vii)")
@pytest.mark.parametrize(
    ("stake", "refused"),
    [
        (1_900, [("voucher/exceeds_cost", "9(a)(vii)")]),
        (2_000, []),
        (2_100, [("payment/short", "7(b)(ii)")]),
    ],
)
def test_9_a_vii__a_voucher_gives_no_change(desk: Desk, stake: int, refused: list[Any]) -> None:
    """Decision M23."""
    _gift(desk, 2_000)
    sale = desk.sale(desk.entry(Regular((1, 2), stake)), Tendered(Tender.GIFT_VOUCHER, 2_000, "G1"))
    assert desk.refused(sale) == refused


@clause("nsw-keno", "9(a)(vii)", "9(c)(i)")
@pytest.mark.parametrize(
    ("tendered", "first"),
    [
        (Tendered(Tender.CASH, 100), "stake/below_minimum"),
        (Tendered(Tender.GIFT_VOUCHER, 2_000, "G1"), "voucher/exceeds_cost"),
    ],
)
def test_9_a_vii__a_stake_below_nothing_is_refused_as_what_it_is(
    desk: Desk, tendered: Tendered, first: str
) -> None:
    _gift(desk, 2_000)
    sale = desk.sale(desk.entry(Regular((1, 2), -100)), tendered)
    assert desk.refused(sale)[0][0] == first


@clause("nsw-keno", "9(a)(vii)")
def test_9_a_vii__one_document_is_tendered_once(desk: Desk) -> None:
    _gift(desk, 1_000)
    voucher = Tendered(Tender.GIFT_VOUCHER, 1_000, "G1")
    refused = desk.refused(desk.sale(desk.entry(Regular((1, 2), 2_000)), voucher, voucher))
    assert refused == [("tender/twice", "9(a)(vii)")]


@clause("nsw-keno", "9(a)(iii)", "9C:scope", "9C(b)", "9C(c)", "2:Subscription Chip")
def test_9C__chips_only_at_the_casino_and_with_ordinary_commission(desk: Desk) -> None:
    desk.do(SellChips(desk.now, "casino", 1_000, 1_000))
    chip = Tendered(Tender.CHIP, 1_000)
    for venue in ("club", "hotel"):
        refused = desk.refused(desk.sale(desk.entry(Regular((1, 2), 1_000), venue=venue), chip))
        assert refused == [
            ("tender/chip_outside_casino", "9(a)(iii)"),
            ("tender/chip_outside_casino", "9C:scope"),
        ]
    entry = desk.entry(Regular((1, 2), 1_000), venue="casino")
    (accepted,) = desk.do(desk.sale(entry, chip, delivered=False))
    assert accepted.used[0].tender is Tender.CHIP
    assert desk.purse("venue:casino:held") == 1_000
    (done,) = desk.do(DeliverReceipt(desk.now, entry.serial))
    assert (done.commission_cents, done.net_cents) == (110, 890)
    assert desk.purse("documents:chips") == 0


@clause("nsw-keno", "9C(a)")
def test_9C_a__a_chip_costs_its_face_value(desk: Desk) -> None:
    for paid in (2_400, 2_600):
        refused = desk.refused(SellChips(desk.now, "casino", 2_500, paid))
        assert refused == [("chip/not_face_value", "9C(a)")]
    nothing = desk.refused(SellChips(desk.now, "casino", 0, 0))
    assert nothing == [("chip/not_face_value", "9C(a)")]
    assert desk.refused(SellChips(desk.now, "casino", 1, 1)) == []
    assert desk.refused(SellChips(desk.now, "casino", 2_499, 2_499)) == []
    assert desk.purse("documents:chips") == 2_500
    outside = desk.refused(SellChips(desk.now, "club", 2_500, 2_500))
    assert outside == [("chip/outside_casino", "9C(a)")]


@clause("nsw-keno", "9A(a)")
@pytest.mark.parametrize(
    ("venue", "paid", "by_chip", "refused"),
    [
        ("club", 1_900, False, [("voucher/not_face_value", "9A(a)")]),
        ("club", 2_000, False, []),
        ("club", 2_100, False, [("voucher/not_face_value", "9A(a)")]),
        ("casino", 2_500, True, [("voucher/not_face_value", "9A(a)")]),
        ("casino", 2_000, True, []),
        ("club", 2_000, True, [("voucher/chip_outside_casino", "9A(a)")]),
    ],
)
def test_9A_a__face_value_in_money_or_a_casinos_chip(
    desk: Desk, venue: str, paid: int, by_chip: bool, refused: list[Any]
) -> None:
    sale = SellGiftVoucher(desk.now, "G1", venue, Form.REGULAR, 2_000, paid, by_chip)
    assert desk.refused(sale) == refused


@clause("nsw-keno", "9A(b)(i)", "9A(b)(ii)", "9B(a)(i)", "9B(a)(ii)", "2:Commission(iii)")
@pytest.mark.parametrize(
    ("game", "agreed", "gift", "prepaid"),
    [
        (Form.REGULAR, None, 220, 110),
        (Form.HEADS_OR_TAILS, None, 176, 88),
        (Form.KENO2, None, Fraction(2_068, 10), Fraction(1_034, 10)),
        (Form.REGULAR, Fraction(1, 10), 200, 100),
        (Form.KENO2, Fraction(8, 100), 160, 80),
    ],
)
def test_9A_b_and_9B_a__commission_at_issue(
    desk: Desk, game: Form, agreed: Any, gift: Any, prepaid: Any
) -> None:
    desk.do(AgreeCommission(desk.now, "club", agreed))
    assert _gift(desk, 2_000, game=game).document.commission_cents == gift
    assert _prepaid(desk, 1_000, game=game).document.commission_cents == prepaid


@clause("nsw-keno", "9A(c)", "9B(b)")
@pytest.mark.parametrize(
    ("kind", "notified", "last"),
    [
        (Tender.GIFT_VOUCHER, None, date(2025, 3, 10)),
        (Tender.GIFT_VOUCHER, date(2024, 6, 1), date(2024, 6, 1)),
        (Tender.GIFT_VOUCHER, date(2026, 1, 1), date(2025, 3, 10)),
        (Tender.PREPAID_VOUCHER, None, date(2024, 3, 17)),
        (Tender.PREPAID_VOUCHER, date(2024, 3, 12), date(2024, 3, 12)),
        (Tender.SST_RECEIPT, None, date(2025, 3, 10)),
        (Tender.CASH_VOUCHER, date(2024, 6, 1), date(2025, 3, 10)),
    ],
)
def test_9A_c_and_9B_b__the_last_day_of_a_document(kind: Tender, notified: Any, last: date) -> None:
    """Decision T01."""
    assert last_day_good(kind, date(2024, 3, 10), notified, FIGURES) == last


@clause("nsw-keno", "9A(c)", "9B(b)", "9D(a)", "9(a)(ii)", "9(a)(iv)", "2:Unclaimed Prize:b")
@pytest.mark.parametrize(
    ("kind", "serial", "days", "number"),
    [
        (Tender.GIFT_VOUCHER, "G1", 365, "9A(c)"),
        (Tender.PREPAID_VOUCHER, "P1", 7, "9B(b)"),
        (Tender.CASH_VOUCHER, "D1", 365, "9D(a)"),
    ],
)
def test_9A_c__good_on_the_last_day_and_not_the_day_after(
    desk: Desk, kind: Tender, serial: str, days: int, number: str
) -> None:
    _gift(desk, 1_000)
    _prepaid(desk, 1_000)
    desk.do(IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", 1_000))
    last = datetime.combine(date(2024, 5, 1) + timedelta(days=days), time(9, 1))
    entry = desk.entry(Regular((1, 2), 1_000))
    codes = {}
    for at in (last - timedelta(days=1), last, last + timedelta(days=1)):
        desk.state.games[0] = replace(desk.state.games[0], closes_at=at + timedelta(minutes=1))
        sale = replace(desk.sale(entry, Tendered(kind, 1_000, serial)), at=at)
        said, *_ = decide(desk.book, desk.state, sale)
        found = said.refusals if isinstance(said, Refused) else ()
        codes[at] = [(bad.code.partition("/")[2], bad.clause.number) for bad in found]
    assert list(codes.values()) == [[], [], [("expired", number)]]


@clause("nsw-keno", "9(a)(iv)", "2:Cash Voucher", "9D(b)", "9D(c)", "9D(d)")
def test_9D__a_cash_voucher_pays_and_gives_change(desk: Desk) -> None:
    desk.do(IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", 2_000))
    entry = desk.entry(Regular((1, 2), 1_200))
    paid = Tendered(Tender.CASH_VOUCHER, 2_000, "D1")
    sale = desk.sale(
        entry, paid, delivered=False, change_as=Tender.CASH_VOUCHER, change_serial="D2"
    )
    (accepted,) = desk.do(sale)
    assert desk.state.documents["D1"].state is DocumentState.HELD
    assert (accepted.change.serial, accepted.change.face_cents) == ("D2", 800)
    assert accepted.change.last_day == date(2025, 5, 1)
    (done,) = desk.do(DeliverReceipt(desk.now, entry.serial))
    assert done.commission_cents == 132
    assert desk.state.documents["D1"].state is DocumentState.USED
    assert desk.purse("venue:club:commission") == 132
    assert desk.purse("documents:receipts") == 800
    assert bears_commission(Tender.CASH_VOUCHER)


@clause("nsw-keno", "2:Cash Voucher", "2:SST Receipt")
def test_2_SST_Receipt__the_rest_is_redeemed_in_cash(desk: Desk) -> None:
    desk.do(IssueReceipt(desk.now, "D1", Tender.SST_RECEIPT, "club-sst", 3_000))
    entry = desk.entry(Regular((1, 2), 1_200), terminal="club-sst")
    paid = Tendered(Tender.SST_RECEIPT, 3_000, "D1")
    sale = desk.sale(entry, paid, change_as=Tender.SST_RECEIPT, change_serial="D2")
    accepted = desk.do(sale)[0]
    assert accepted.used[0].change_cents == 1_800
    (redeemed,) = desk.do(RedeemReceipt(desk.now, "D2", "hotel"))
    assert redeemed.cents == 1_800
    again = desk.refused(RedeemReceipt(desk.now, "D2", "hotel"))
    assert again == [("receipt/not_valid", "9(a)(iv)")]
    assert desk.refused(RedeemReceipt(desk.now, "no", "hotel")) == again


@clause("nsw-keno", "2:Cash Voucher", "2:SST Receipt", "9D(a)")
@pytest.mark.parametrize(
    ("terminal", "kind"), [("club-1", Tender.CASH_VOUCHER), ("club-sst", Tender.SST_RECEIPT)]
)
def test_2_Cash_Voucher__what_is_left_is_a_new_one(desk: Desk, terminal: str, kind: Tender) -> None:
    """Decision M23: of paper paper, of cash cash; the terminal issues what it issues."""
    desk.do(IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", 500))
    desk.now += timedelta(days=1)
    desk.state.games[0] = replace(desk.state.games[0], closes_at=desk.now + timedelta(minutes=1))
    tenders = (Tendered(Tender.CASH, 300), Tendered(Tender.CASH_VOUCHER, 500, "D1"))
    entry = desk.entry(Regular((1, 2), 200), terminal=terminal)
    before = desk.purse("player")
    accepted = desk.do(desk.sale(entry, *tenders, change_serial="D2"))[0]
    assert accepted.cash_change_cents == 300
    new = desk.state.documents["D2"]
    assert (new.kind, new.face_cents, new.issued_at) == (kind, 300, desk.now)
    assert new.last_day == date(2025, 5, 2)
    assert desk.purse("player") == before
    assert desk.purse("documents:receipts") == 300


@clause("nsw-keno", "2:Cash Voucher", "2:SST Receipt")
@pytest.mark.parametrize(
    ("cost", "serial", "refused"),
    [
        (400, "", [("receipt/serial", "2:SST Receipt")]),
        (400, "D1", [("receipt/serial", "2:SST Receipt")]),
        (500, "", []),
        (600, "", []),
        (400, "D2", []),
    ],
)
def test_2_Cash_Voucher__what_is_left_needs_a_serial(
    desk: Desk, cost: int, serial: str, refused: list[Any]
) -> None:
    desk.do(IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", 500))
    tenders = [Tendered(Tender.CASH_VOUCHER, 500, "D1")]
    if cost > 500:
        tenders.append(Tendered(Tender.CASH, 200))
    sale = desk.sale(desk.entry(Regular((1, 2), cost)), *tenders, change_serial=serial)
    assert desk.refused(sale) == refused
    assert ("D2" in desk.state.documents) is (serial == "D2")


@clause("nsw-keno", "9D(a)", "2:Unclaimed Prize:b")
def test_9D_a__redeemed_within_twelve_months(desk: Desk) -> None:
    desk.do(IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", 500))
    late = RedeemReceipt(datetime(2025, 5, 2, 9), "D1", "club")
    assert desk.refused(late) == [("receipt/expired", "9D(a)")]
    assert desk.refused(replace(late, at=datetime(2025, 5, 1, 23))) == []


@clause("nsw-keno", "9D(a)")
def test_change_must_be_something_the_terminal_issues(desk: Desk) -> None:
    entry = desk.entry(Regular((1, 2), 100))
    base = {"change_as": Tender.SST_RECEIPT, "change_serial": "D9"}
    assert desk.refused(desk.sale(entry, Tendered(Tender.CASH, 500), **base)) == [
        ("terminal/cannot_issue", "2:Terminal(i)")
    ]
    chips = desk.sale(entry, Tendered(Tender.CASH, 500), change_as=Tender.CHIP, change_serial="D9")
    assert desk.refused(chips) == [("change/kind", "2:Cash Voucher")]


@clause("nsw-keno", "9(a)(v)", "2:Parlay")
@pytest.mark.parametrize(
    ("stake", "parlay", "refused"),
    [
        (1_000, 2_000, []),
        (1_000, 2_100, [("parlay/more_than_payable", "9(a)(v)")]),
    ],
)
def test_9_a_v__parlay_up_to_what_is_payable(
    desk: Desk, stake: int, parlay: int, refused: list[Any]
) -> None:
    won = desk.sell(HeadsOrTails("heads", stake))
    desk.play()
    desk.do(desk.claim(won))
    again = desk.entry(Regular((1, 2), parlay), session="c-1")
    assert desk.refused(desk.sale(again, Tendered(Tender.PARLAY, parlay))) == refused
    if not refused:
        assert desk.state.sessions["c-1"].due_cents == 0
        (paid,) = desk.do(replace(desk.pay("c-1"), payouts=()))
        assert paid.total_cents == 0


@clause("nsw-keno", "2:Parlay")
def test_2_Parlay__part_staked_the_rest_collected(desk: Desk) -> None:
    won = desk.sell(HeadsOrTails("heads", 2_500))
    desk.play()
    desk.do(desk.claim(won))
    again = desk.entry(Regular((1, 2), 2_000), session="c-1")
    assert desk.refused(desk.sale(again, Tendered(Tender.PARLAY, 2_000))) == []
    (paid,) = desk.do(desk.pay("c-1"))
    assert paid.total_cents == 3_000
    over = desk.sale(desk.entry(session="c-1"), Tendered(Tender.PARLAY, 100))
    assert desk.refused(over) == [("parlay/more_than_payable", "9(a)(v)")]


@clause("nsw-keno", "2:Parlay")
def test_2_Parlay__no_more_than_the_venue_could_pay_out(desk: Desk) -> None:
    """Decision X09: the threshold is $2,000."""
    won = desk.sell(Regular(tuple(range(1, 7)), 200))
    desk.play()
    desk.do(desk.claim(won))
    assert desk.state.sessions["c-1"].cents == 360_000
    bet = Regular((1, 2), 200_100)
    sale = desk.sale(desk.entry(bet, session="c-1"), Tendered(Tender.PARLAY, 200_100))
    assert desk.refused(sale) == [("parlay/more_than_payable", "9(a)(v)")]
    bet = Regular((1, 2), 200_000)
    sale = desk.sale(desk.entry(bet, session="c-1"), Tendered(Tender.PARLAY, 200_000))
    assert desk.refused(sale) == []


@clause("nsw-keno", "9(a)(vi)", "9(b)")
def test_9_a_vi__account_funds_and_never_below_nothing(desk: Desk) -> None:
    from eyesdown.keno.office.commands import Withdraw

    desk.account(cents=1_000)
    entry = desk.web_entry(Regular((1, 2), 1_000))
    assert desk.refused(desk.sale(entry)) == []
    assert desk.state.accounts["ann"].balance_cents == 0
    more = desk.refused(desk.sale(desk.web_entry()))
    assert ("credit/none_given", "9(b)") in more
    for cents in (1, 0, -5):
        refused = desk.refused(Withdraw(desk.now, "ann", cents))
        assert ("credit/none_given", "9(b)") in refused
    at_counter = desk.sale(desk.entry(account="ann"), Tendered(Tender.ACCOUNT, 100))
    assert ("tender/not_offered", "9(a)(vi)") in desk.refused(at_counter)


def test_vouchers_need_a_fresh_serial_and_a_game(desk: Desk) -> None:
    _gift(desk, 1_000)
    again = SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, 1_000, 1_000)
    assert desk.refused(again) == [("voucher/serial", "2:Gift Voucher")]
    odd = replace(again, serial="G2", game=Form.KWIKIPIK)
    assert desk.refused(odd) == [("voucher/no_such_game", "2:Gift Voucher")]
    none = IssuePrepaidVoucher(desk.now, "P9", "club", Form.REGULAR, 0)
    assert desk.refused(none) == [("voucher/amount", "2:Prepaid Voucher")]
    nowhere = IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "t99", 100)
    assert desk.refused(nowhere) == [("terminal/unknown", "2:Terminal(i)")]
    minus = IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", -100)
    assert desk.refused(minus) == [("receipt/amount", "2:Cash Voucher")]
