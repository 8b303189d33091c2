"""Rules 7(o) and 7(p): paper for a player who has none."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from eyesdown.display.keno.ticket import print_pay
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.claims.commands import RequestPrintPay
from eyesdown.keno.games.commands import OpenDay
from eyesdown.keno.sales.commands import (
    DeliverReceipt,
    IssueReceipt,
    RedeemReceipt,
    SellGiftVoucher,
)
from eyesdown.keno.words.documents import Tendered
from eyesdown.rulebook.keno_words import Form, Payout, Tender
from kit.desk import Desk

ONE = (*range(1, 20), 21)  # heads, Multiplier 1


def pick(spots: int, cents: int = 100, **more: Any) -> Regular:
    return Regular(tuple(range(1, spots + 1)), cents, **more)


def winner(shop: Desk, *bets: Any, draw: tuple[int, ...] = ONE, **more: Any) -> Any:
    entry = shop.sell(*(bets or (pick(3),)), **more)
    shop.play_out(draw)
    return entry


# days after the sale, prize collected first, clauses
PRINT_PAY = [
    ("7(o) before payment", 0, False, ["7(o)"]),
    ("7(o) after payment", 0, True, []),
    ("T21 next Keno Day", 1, True, ["7(o)"]),
]


@pytest.mark.parametrize(
    ("days", "paid", "clauses"), [pytest.param(*row[1:], id=row[0]) for row in PRINT_PAY]
)
def test_7_o__print_pay(shop: Desk, days: int, paid: bool, clauses: list[str]) -> None:
    entry = winner(shop)
    if paid:
        shop.collect(entry)
    if days:
        shop.next_day()
    assert shop.no(RequestPrintPay(shop.now, entry.serial)) == clauses


@pytest.mark.parametrize(
    ("next_day", "clauses"), [(False, []), (True, ["7(p)"])], ids=["7(p) same day", "7(p) next day"]
)
def test_7_p__print_pay_of_a_voucher(shop: Desk, next_day: bool, clauses: list[str]) -> None:
    shop.do(IssueReceipt(shop.now, "V1", Tender.CASH_VOUCHER, "club-1", 500))
    assert shop.no(RequestPrintPay(shop.now, "V1")) == ["7(p)"]
    if next_day:
        shop.next_day()
    assert shop.no(RedeemReceipt(shop.now, "V1", "hotel")) == []
    assert shop.no(RequestPrintPay(shop.now, "V1")) == clauses


clause = pytest.mark.clause

PICK = (1, 2, 3)


@clause("nsw-keno", "7(p)")
def test_7_p__a_spent_gift_voucher_is_no_receipt(desk: Desk) -> None:
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, 100, 100))
    desk.do(desk.sale(desk.entry(), Tendered(Tender.GIFT_VOUCHER, 100, "G1")))
    refused = desk.refused(RequestPrintPay(desk.now, "G1"))
    assert refused == [("print_pay/unknown_ticket", "7(o)")]


@clause("nsw-keno", "7(o)")
def test_7_o__a_web_entry_has_no_ticket_to_present(desk: Desk) -> None:
    desk.account()
    entry = desk.web_entry(Regular(PICK, 100))
    desk.do(desk.sale(entry))
    desk.play()
    refused = desk.refused(RequestPrintPay(desk.now, entry.serial))
    assert refused == [("print_pay/unknown_ticket", "7(o)")]


CASH, CHEQUE, EFT = Payout.CASH, Payout.CHEQUE, Payout.EFT


def test_2_total_prize_money__t17_one_session_is_one_total(shop: Desk) -> None:
    entries = [shop.sell(pick(4, 1_000)) for _ in range(2)]  # 1,200.00 each
    shop.play_out(ONE)
    for entry in entries:
        shop.do(shop.claim(entry))
    assert "15(e)(i)" in shop.no(shop.pay("s", (CASH, 240_000)))
    assert shop.no(shop.pay("s", (CASH, 200_000), (CHEQUE, 40_000))) == []


LOW = tuple(range(1, 21))


@clause("nsw-keno", "7(o)")
def test_7_o__who_has_no_receipt_presents_none(shop: Desk) -> None:
    entry, left = (shop.entry(Regular((41, 42), 100)) for _ in range(2))
    assert shop.no(shop.sale(entry, delivered=False)) == []
    assert shop.no(shop.sale(left, delivered=False)) == []
    ask = RequestPrintPay(shop.now, entry.serial)
    assert shop.no(ask) == ["7(o)"]
    shop.do(DeliverReceipt(shop.now, entry.serial))
    assert shop.no(ask) == []
    shop.play_out(LOW)
    assert shop.no(RequestPrintPay(shop.now, left.serial)) == ["7(o)"]


@clause("nsw-keno", "7(o)", "2:Print Pay Ticket")
def test_7_o__print_pay_on_the_day_of_issue_after_payment(desk: Desk) -> None:
    """Decision T21: the Keno Day of issue, even for later prizes."""
    entry = desk.sell(Regular((1, 2, 3), 100), games=2)
    ask = RequestPrintPay(desk.now, entry.serial)
    desk.play()
    assert desk.refused(ask) == [("print_pay/unpaid", "7(o)")]
    desk.play(tuple(range(41, 61)))
    desk.do(desk.claim(entry))
    assert desk.refused(ask) == [("print_pay/unpaid", "7(o)")]
    desk.do(desk.pay("c-1"))
    assert desk.refused(ask) == []
    prizes = desk.prizes(entry.serial)
    shown = print_pay(desk.stored(entry.serial), prizes, entry.serial)
    assert shown.games == ((0, 4_400), (1, 0))
    assert (shown.total_cents, shown.asked_by_runner) == (4_400, False)
    unknown = desk.refused(RequestPrintPay(desk.now, "nobody"))
    assert unknown == [("print_pay/unknown_ticket", "7(o)")]
    _next_day(desk)
    assert desk.refused(ask) == [("print_pay/other_day", "7(o)")]


def _next_day(desk: Desk) -> None:
    from eyesdown.keno.games.commands import CloseDay

    if desk.state.open_game is not None:
        desk.play(tuple(range(41, 61)), then_open=False)
    desk.do(CloseDay(desk.now))
    desk.now = datetime.combine(desk.now.date() + timedelta(days=1), datetime.min.time()).replace(
        hour=9
    )
    desk.do(OpenDay(desk.now))
    desk.open_game()


@clause("nsw-keno", "7(p)")
def test_7_p__print_pay_of_a_receipt_the_same_day_after_payout(desk: Desk) -> None:
    desk.do(IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", 500))
    ask = RequestPrintPay(desk.now, "D1")
    assert desk.refused(ask) == [("print_pay/unpaid", "7(p)")]
    desk.do(RedeemReceipt(desk.now, "D1", "club"))
    assert desk.refused(ask) == []
    desk.do(IssueReceipt(desk.now, "D2", Tender.CASH_VOUCHER, "club-1", 500))
    _next_day(desk)
    desk.do(RedeemReceipt(desk.now, "D2", "club"))
    assert desk.refused(RequestPrintPay(desk.now, "D2")) == [("print_pay/other_day", "7(p)")]
