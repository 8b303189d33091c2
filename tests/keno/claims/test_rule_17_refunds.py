"""Rule 17(c) and 17(d): refunds of vouchers."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.games.commands import CloseDay
from eyesdown.keno.sales.commands import (
    CancelEntry,
    IssuePrepaidVoucher,
    RefundVoucher,
    SellGiftVoucher,
)
from eyesdown.keno.words.documents import DocumentState, Tendered
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Form, Tender
from kit.desk import Desk

clause = pytest.mark.clause


@clause("nsw-keno", "17(c)")
def test_17_c__a_receipt_is_redeemed_and_not_refunded(desk: Desk) -> None:
    change = {"change_as": Tender.CASH_VOUCHER, "change_serial": "D1"}
    desk.do(desk.sale(desk.entry(), Tendered(Tender.CASH, 500), **change))
    refund = RefundVoucher(desk.now, "D1", "club", validated=True, operator_at_fault=True)
    assert desk.refused(refund)[0] == ("refund/not_validated", "17(c)")


def test_only_gift_vouchers_are_refunded(desk: Desk) -> None:
    desk.do(IssuePrepaidVoucher(desk.now, "P1", "club", Form.REGULAR, 400))
    ask = RefundVoucher(desk.now, "P1", "club", validated=True)
    assert desk.refused(ask) == [("refund/not_a_gift_voucher", "17(c)")]
    again = IssuePrepaidVoucher(desk.now, "P1", "club", Form.BONUS, 400)
    assert desk.refused(again) == [
        ("voucher/no_such_game", "2:Prepaid Voucher"),
        ("voucher/serial", "2:Prepaid Voucher"),
    ]


HIGH = tuple(range(61, 81))

PICK = (1, 2, 3)


def cancel(desk: Desk, serial: str, **more: Any) -> CancelEntry:
    return replace(CancelEntry(desk.now, serial, "x-1", "club"), **more)


@clause("nsw-keno", "17(d)", "11(e):replace")
def test_17_d__a_replacement_is_refunded_on_the_day_the_voucher_was_bought_or_never(
    desk: Desk,
) -> None:
    """Decision M24: no voucher turns into cash by way of a cancellation."""
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, 1_000, 1_000))
    desk.play(HIGH, then_open=False)
    desk.do(CloseDay(desk.now))
    desk.now = datetime(2024, 6, 1, 9, 0)
    desk.open_day()
    desk.do(SellGiftVoucher(desk.now, "G2", "club", Form.REGULAR, 1_000, 1_000))
    for voucher, new, refused in (
        ("G1", "R1", [("refund/other_day", "17(d)")]),
        ("G2", "R2", []),
    ):
        entry = desk.entry(Regular(PICK, 200), games=5)
        desk.do(desk.sale(entry, Tendered(Tender.GIFT_VOUCHER, 1_000, voucher)))
        desk.play(HIGH)
        [done] = desk.do(cancel(desk, entry.serial, replacement_serial=new))
        assert done.replacement.face_cents == 800
        assert desk.refused(RefundVoucher(desk.now, new, "club", validated=True)) == refused


@clause("nsw-keno", "17(c)", "11(e):replace")
@pytest.mark.parametrize("order", [("G1", "P1"), ("P1", "G1")])
def test_17_c__a_prepaid_voucher_does_not_become_a_gift(desk: Desk, order: tuple[str, str]) -> None:
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, 200, 200))
    desk.do(IssuePrepaidVoucher(desk.now, "P1", "club", Form.REGULAR, 800))
    kinds = {
        "G1": Tendered(Tender.GIFT_VOUCHER, 200, "G1"),
        "P1": Tendered(Tender.PREPAID_VOUCHER, 800, "P1"),
    }
    entry = desk.entry(Regular(PICK, 200), games=5)
    desk.do(desk.sale(entry, *(kinds[name] for name in order)))
    desk.play(HIGH)
    [done] = desk.do(cancel(desk, entry.serial, replacement_serial="R1"))
    assert (done.replacement.kind, done.replacement.face_cents) == (Tender.PREPAID_VOUCHER, 800)
    back = RefundVoucher(desk.now, "R1", "club", validated=True)
    assert desk.refused(back) == [("refund/not_a_gift_voucher", "17(c)")]


def _gift(desk: Desk) -> None:
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, 2_000, 2_000))


@clause("nsw-keno", "17(c)")
def test_17_c__no_refund_for_what_cannot_be_validated(desk: Desk) -> None:
    _gift(desk)
    ask = RefundVoucher(desk.now, "G1", "club", validated=False)
    assert desk.refused(ask) == [("refund/not_validated", "17(c)")]
    lost = replace(ask, serial="G9", validated=True)
    assert ("refund/not_validated", "17(c)") in desk.refused(lost)
    expired = replace(ask, validated=True, at=datetime(2025, 5, 2))
    assert ("refund/not_validated", "17(c)") in desk.refused(expired)
    assert desk.refused(replace(ask, operator_at_fault=True)) == []
    again = replace(ask, validated=True)
    assert desk.refused(again) == [("refund/not_validated", "17(c)")]


@clause("nsw-keno", "17(d)")
def test_17_d__face_value_at_the_same_venue_on_the_same_day(desk: Desk) -> None:
    """Decision M26: the Commission goes back, too."""
    _gift(desk)
    ask = RefundVoucher(datetime(2024, 5, 1, 22), "G1", "club", validated=True)
    assert desk.refused(replace(ask, venue="hotel")) == [("refund/other_venue", "17(d)")]
    tomorrow = replace(ask, at=datetime(2024, 5, 2))
    assert desk.refused(tomorrow) == [("refund/other_day", "17(d)")]
    (back,) = desk.do(ask)
    assert back.cents == 2_000
    assert desk.purse("venue:club:commission") == 0
    assert desk.purse("documents:vouchers") == 0
    assert desk.state.documents["G1"].state is DocumentState.REFUNDED
