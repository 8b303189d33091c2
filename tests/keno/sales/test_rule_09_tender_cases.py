"""Tenders, vouchers, receipts, their refunds, and cancellation: exact cents, case by case."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest

from eyesdown.keno.bets.bet import Keno2, Regular
from eyesdown.keno.games.commands import CloseDay, CloseGame, OpenDay, OpenGame
from eyesdown.keno.sales.commands import (
    IssuePrepaidVoucher,
    IssueReceipt,
    RefundVoucher,
    SellGiftVoucher,
)
from eyesdown.rulebook.keno_words import Form, Method, Tender
from kit.desk import Desk

CASH, GIFT, PREPAID = Tender.CASH, Tender.GIFT_VOUCHER, Tender.PREPAID_VOUCHER
RECEIPT, VOUCHER, CHIP = Tender.SST_RECEIPT, Tender.CASH_VOUCHER, Tender.CHIP
PICK = (5, 6, 7)


def regular(cents: int, **more: Any) -> Regular:
    return Regular(PICK, cents, **more)


# --- tenders --------------------------------------------------------------------------------------


def gift(
    shop: Desk, cents: int, game: Form = Form.REGULAR, serial: str = "G1", **more: Any
) -> list[str]:
    return shop.no(
        SellGiftVoucher(
            shop.now,
            serial,
            more.pop("venue", "club"),
            game,
            cents,
            more.pop("paid", cents),
            **more,
        )
    )


def prepaid(shop: Desk, cents: int, **more: Any) -> list[str]:
    return shop.no(IssuePrepaidVoucher(shop.now, "P1", "club", Form.REGULAR, cents, **more))


def receipt(shop: Desk, cents: int, serial: str = "R1", kind: Tender = RECEIPT) -> list[str]:
    terminal = "club-sst" if kind is RECEIPT else "club-1"
    return shop.no(IssueReceipt(shop.now, serial, kind, terminal, cents))


def test_9_b__no_credit(shop: Desk) -> None:
    assert shop.no(shop.sale(shop.entry(regular(100)), (CASH, 90, ""))) == ["7(b)(ii)"]
    assert shop.no(shop.sale(shop.entry(regular(100)), (CASH, 500, ""))) == []
    assert shop.purse("player") == -100


@pytest.mark.parametrize(
    ("venue", "clauses"),
    [("club", ["9(a)(iii)", "9C:scope"]), ("hotel", ["9(a)(iii)", "9C:scope"]), ("casino", [])],
)
def test_9_a_iii__chips_only_at_the_casino(shop: Desk, venue: str, clauses: list[str]) -> None:
    found = shop.no(shop.sale(shop.entry(regular(500), venue=venue), (CHIP, 500, "")))
    assert bool(found) is bool(clauses)
    assert set(found) <= set(clauses)


@pytest.mark.parametrize(
    ("face", "paid", "chip", "venue", "fine"),
    [
        pytest.param(2_000, 2_000, False, "club", True, id="9A(a) at face value"),
        pytest.param(2_000, 1_900, False, "club", False, id="9A(a) for less"),
        pytest.param(2_000, 2_500, True, "casino", False, id="9A(a) a larger chip"),
        pytest.param(2_500, 2_500, True, "casino", True, id="9A(a) an equal chip"),
        pytest.param(2_500, 2_500, True, "hotel", False, id="9A(a) a chip at a hotel"),
    ],
)
def test_9a_a__price_of_a_gift_voucher(
    shop: Desk, face: int, paid: int, *, chip: bool, venue: str, fine: bool
) -> None:
    assert (gift(shop, face, paid=paid, by_chip=chip, venue=venue) == []) is fine


@pytest.mark.parametrize("kind", ["gift", "prepaid"])
def test_9a_b_9b_a__one_commission_at_issue_none_at_use(shop: Desk, kind: str) -> None:
    assert (gift if kind == "gift" else prepaid)(shop, 1_000) == []
    assert shop.purse("venue:club:commission") == 110
    tender = (GIFT, 1_000, "G1") if kind == "gift" else (PREPAID, 1_000, "P1")
    assert shop.no(shop.sale(shop.entry(regular(1_000)), tender)) == []
    assert shop.purse("venue:club:commission") == 110
    assert shop.purse("venue:club:agency") == 890
    assert shop.purse("documents:vouchers") == 0
    again = shop.no(shop.sale(shop.entry(regular(1_000)), tender))
    assert again == ["9(a)(ii)"]


@pytest.mark.parametrize(
    ("cost", "fine"),
    [
        pytest.param(900, False, id="M23 no change"),
        pytest.param(1_000, True, id="M23 whole"),
        pytest.param(1_600, True, id="M23 topped up"),
    ],
)
def test_m23__a_voucher_gives_no_change(shop: Desk, cost: int, fine: bool) -> None:
    gift(shop, 1_000)
    paid = [(GIFT, 1_000, "G1")] + ([(CASH, cost - 1_000, "")] if cost > 1_000 else [])
    assert (shop.no(shop.sale(shop.entry(regular(cost)), *paid)) == []) is fine
    if cost == 1_600:  # 9A(f): only the cash bears Commission now
        assert shop.purse("venue:club:commission") == 110 + 66


def test_2_gift_voucher__only_for_its_game(shop: Desk) -> None:
    gift(shop, 1_000)
    assert shop.no(shop.sale(shop.entry(Keno2(PICK, 1_000)), (GIFT, 1_000, "G1"))) == [
        "2:Gift Voucher"
    ]


@pytest.mark.parametrize("kind", [RECEIPT, VOUCHER])
def test_9d__m21_m23_receipt_pays_once_with_one_commission_and_a_new_receipt(
    shop: Desk, kind: Tender
) -> None:
    receipt(shop, 2_000, kind=kind)
    method = Method.SST if kind is RECEIPT else Method.VERBAL
    entry = shop.entry(regular(1_000), method=method)
    shop.now += timedelta(minutes=1)
    more = {"change_as": kind, "change_serial": "R2"}
    assert shop.no(shop.sale(entry, (kind, 2_000, "R1"), **more)) == []
    assert shop.purse("venue:club:commission") == 110
    change = shop.state.documents["R2"]
    assert (change.face_cents, change.issued_at, change.kind) == (1_000, shop.now, kind)
    assert shop.purse("documents:receipts") == 1_000


# document, day of issue, last good day, clause that refuses the day after
GOOD_UNTIL = [
    ("9A(c)", "gift", date(2024, 3, 10), date(2025, 3, 10)),
    ("T01 leap day", "gift", date(2024, 2, 29), date(2025, 2, 28)),
    ("9B(b)", "prepaid", date(2024, 3, 1), date(2024, 3, 8)),
    ("9D(a)", "receipt", date(2024, 6, 15), date(2025, 6, 15)),
    ("T01 month end", "receipt", date(2024, 12, 31), date(2025, 12, 31)),
]


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(
    ("kind", "issued", "last"), [pytest.param(*row[1:], id=row[0]) for row in GOOD_UNTIL]
)
def test_documents_are_good_until(
    shop_on: Callable[[date], Desk], kind: str, issued: date, last: date, late: bool
) -> None:
    shop = shop_on(issued)
    {"gift": gift, "prepaid": prepaid, "receipt": receipt}[kind](shop, 1_000)
    tender = {
        "gift": (GIFT, 1_000, "G1"),
        "prepaid": (PREPAID, 1_000, "P1"),
        "receipt": (RECEIPT, 1_000, "R1"),
    }
    day = last + timedelta(late)
    shop.do(CloseGame(shop.now + timedelta(minutes=5)))
    shop.do(CloseDay(shop.now + timedelta(minutes=5)))
    shop.now = shop.now.replace(year=day.year, month=day.month, day=day.day)
    shop.do(OpenDay(shop.now))
    shop.do(OpenGame(shop.now, shop.now + timedelta(minutes=5)))
    clause = {"gift": "9A(c)", "prepaid": "9B(b)", "receipt": "9D(a)"}[kind]
    assert shop.no(shop.sale(shop.entry(regular(1_000)), tender[kind])) == (
        [clause] if late else []
    )


def test_9a_c__a_shorter_notified_period_counts(shop: Desk) -> None:
    gift(shop, 1_000, notified=date(2024, 6, 15))
    prepaid(shop, 1_000, notified=date(2024, 6, 16))
    shop.next_day()
    assert shop.no(shop.sale(shop.entry(regular(1_000)), (GIFT, 1_000, "G1"))) == ["9A(c)"]
    assert shop.no(shop.sale(shop.entry(regular(1_000)), (PREPAID, 1_000, "P1"))) == []


def test_9a_c_and_9b_b__a_voucher_whose_notified_last_day_has_passed_is_not_sold(
    shop: Desk,
) -> None:
    today = shop.now.date()
    for day, gift_no, prepaid_no in ((today, [], []), (today - timedelta(days=1), *NOT_SOLD)):
        serial = f"{day}"
        gift_sale = SellGiftVoucher(
            shop.now, f"g{serial}", "club", Form.REGULAR, 1_000, 1_000, notified=day
        )
        issue = IssuePrepaidVoucher(
            shop.now, f"p{serial}", "club", Form.REGULAR, 1_000, notified=day
        )
        assert shop.refused(gift_sale) == gift_no
        assert shop.refused(issue) == prepaid_no


NOT_SOLD = (
    [("voucher/notified_day_passed", "9A(c)")],
    [("voucher/notified_day_passed", "9B(b)")],
)


# --- refunds of vouchers --------------------------------------------------------------------------

REFUNDS = [
    ("17(d) same venue, same day", {}, 0, []),
    ("17(d) other venue", {"venue": "hotel"}, 0, ["17(d)"]),
    ("17(d) next day", {}, 1, ["17(d)"]),
    ("17(c) not validated", {"validated": False}, 0, ["17(c)"]),
    ("17(c) unknown", {"serial": "G9"}, 0, ["17(c)"]),
    ("17(c) the operator's fault", {"validated": False, "operator_at_fault": True}, 1, []),
    ("17(c) prepaid", {"serial": "P1"}, 0, ["17(c)"]),
    (
        "17(c) prepaid, the operator's fault",
        {"serial": "P1", "operator_at_fault": True, "validated": False},
        1,
        [],
    ),
]


@pytest.mark.parametrize(
    ("more", "days", "clauses"), [pytest.param(*row[1:], id=row[0]) for row in REFUNDS]
)
def test_17_c_d__refund_of_a_voucher(
    shop: Desk, more: dict[str, Any], days: int, clauses: list[str]
) -> None:
    gift(shop, 2_000)
    prepaid(shop, 2_000)
    at = shop.now + timedelta(days)
    asked = RefundVoucher(at, **{"serial": "G1", "venue": "club", "validated": True, **more})
    found = shop.no(asked)
    assert set(clauses) <= set(found)
    assert bool(found) is bool(clauses)
    assert shop.purse("venue:club:commission") == (440 if clauses else 220)  # M26


# --- cancelling -----------------------------------------------------------------------------------


def test_11_d__the_whole_gross_comes_back(shop: Desk) -> None:
    entry = shop.sell(Keno2(PICK, 200), games=3)
    shop.do(shop.cancel(entry))
    assert {name: cents for name, cents in shop.purses.items() if cents} == {}
    assert shop.stored(entry.serial).gross_cents == 0


def test_11_c__five_games_two_drawn(shop: Desk) -> None:
    entry = shop.sell(regular(200), games=5)
    for _ in range(2):
        shop.play_out(tuple(range(61, 81)))
    [event] = shop.do(shop.cancel(entry))
    assert (event.refund_cents, event.gross_cents) == (600, 400)
    assert shop.purse("venue:club:commission") == 44
    assert shop.no(shop.cancel(entry)) != []  # T04: nothing is left


def test_t03__a_closed_game_is_not_cancelled_though_undrawn(shop: Desk) -> None:
    entry = shop.sell(regular(200), games=3)
    shop.close()
    [event] = shop.do(shop.cancel(entry))
    assert event.refund_cents == 400


@pytest.mark.parametrize(("seconds", "fine"), [(299, True), (300, False), (301, False)])
def test_11_a_v__until_just_before_the_close(shop: Desk, seconds: int, fine: bool) -> None:
    entry = shop.sell(regular(100))
    shop.now += timedelta(seconds=seconds)
    assert shop.no(shop.cancel(entry)) == ([] if fine else ["11(a)(v)"])


@pytest.mark.parametrize(
    ("vouchers", "drawn", "voucher_back", "cash_back"),
    [
        pytest.param(400, 0, 400, 600, id="11(e) nothing drawn: the voucher itself"),
        pytest.param(400, 1, 200, 600, id="M24 drawn games use the voucher first"),
        pytest.param(400, 3, 0, 400, id="M24 the voucher is used up"),
        pytest.param(1_000, 2, 600, 0, id="11(e) replacement"),
    ],
)
def test_m24__mixed_payment(
    shop: Desk, vouchers: int, drawn: int, voucher_back: int, cash_back: int
) -> None:
    gift(shop, vouchers)
    cash = [(CASH, 1_000 - vouchers, "")] if vouchers < 1_000 else []
    entry = shop.entry(regular(200), games=5)
    assert shop.no(shop.sale(entry, (GIFT, vouchers, "G1"), *cash)) == []
    before = shop.purse("venue:club:commission")
    for _ in range(drawn):
        shop.play_out(tuple(range(61, 81)))
    serial = "G2" if drawn and voucher_back else ""
    [event] = shop.do(shop.cancel(entry, replacement_serial=serial))
    assert event.refund_cents == cash_back
    if drawn == 0:
        assert event.vouchers_returned == ("G1",)
        assert shop.state.documents["G1"].state == "active"
    elif voucher_back:
        new = shop.state.documents["G2"]
        assert (new.face_cents, new.last_day) == (voucher_back, date(2025, 6, 15))  # M25
        assert (
            shop.no(shop.sale(shop.entry(regular(voucher_back)), (GIFT, voucher_back, "G2"))) == []
        )
    else:
        assert event.replacement is None
    cash_commission = Fraction(11 * (cash_back), 100)
    assert shop.purse("venue:club:commission") == before - cash_commission  # M26


def test_m24__money_tendered_as_a_receipt_comes_back_as_cash(shop: Desk) -> None:
    receipt(shop, 500, kind=VOUCHER)
    entry = shop.entry(regular(500))
    shop.do(shop.sale(entry, (VOUCHER, 500, "R1")))
    [event] = shop.do(shop.cancel(entry))
    assert (event.refund_cents, event.refund_as) == (500, CASH)


@pytest.mark.parametrize(("venue", "fine"), [("casino", True), ("club", False)])
def test_11_d__chips_back_only_at_the_casino(shop: Desk, venue: str, fine: bool) -> None:
    entry = shop.sell(regular(500), venue=venue)
    assert shop.no(shop.cancel(entry, as_chips=True)) == ([] if fine else ["11(d)"])


@pytest.mark.clause("nsw-keno", "11(d)")
def test_11_d__a_part_in_chips_is_that_part(shop: Desk) -> None:
    entry = shop.sell(regular(500), venue="casino")
    [event] = shop.do(shop.cancel(entry, as_chips=True, chip_cents=200))
    assert (event.refund_cents, event.chip_cents) == (500, 200)


@pytest.mark.clause("nsw-keno", "9(a)(vi)", "9(b)")
def test_9_a_vi__an_entry_is_paid_from_no_account_but_its_own(shop: Desk) -> None:
    shop.account("ann", 1_000)
    shop.account("bob", 1_000)
    entry = shop.web_entry(regular(500))
    assert shop.no(shop.sale(entry, (Tender.ACCOUNT, 500, "bob"))) == ["9(b)"]
    assert shop.no(shop.sale(entry, (Tender.ACCOUNT, 500, "ann"))) == []


@pytest.mark.clause("nsw-keno", "9(a)(v)")
def test_9_a_v__a_parlay_is_of_no_session_but_the_entrys(shop: Desk) -> None:
    won = shop.sell(regular(500))
    shop.play_out((*range(1, 20), 21))
    assert shop.no(shop.claim(won, "mine")) == []
    entry = shop.entry(regular(100), session="mine")
    assert shop.no(shop.sale(entry, (Tender.PARLAY, 100, "other"))) == ["9(a)(v)"]
    assert shop.no(shop.sale(entry, (Tender.PARLAY, 100, "mine"))) == []


@pytest.mark.clause("nsw-keno", "7A(c)(iii)", "7(f):duty")
def test_m22__no_commission_is_a_whole_number_of_cents(shop: Desk) -> None:
    shop.account("ann", 1_000)
    [event] = shop.do(shop.sale(shop.web_entry(regular(500))))
    assert (type(event.commission_cents), event.commission_cents, event.net_cents) == (int, 0, 500)
