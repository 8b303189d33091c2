"""A no names every clause it rests on, first printed first, whichever chapters were asked."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from eyesdown.keno.bets.bet import HeadsOrTails, Regular
from eyesdown.keno.bets.price import not_for_sale
from eyesdown.keno.claims.commands import PayoutAsked
from eyesdown.keno.games.commands import CloseDay, RecordDraw
from eyesdown.keno.sales.commands import CancelEntry, SellGiftVoucher
from eyesdown.rulebook.keno_words import DrawSite, Form, Payout
from kit.desk import Desk

PICK = (1, 2, 3)


def _clauses(desk: Desk, command: Any) -> list[str]:
    return [clause for _, clause in desk.refused(command)]


def test_definitions_come_before_the_rules(desk: Desk) -> None:
    voucher = SellGiftVoucher(desk.now, "", "club", Form.BONUS, 1_000, 900)
    assert _clauses(desk, voucher) == ["2:Gift Voucher", "2:Gift Voucher", "9A(a)"]
    desk.play()
    again = RecordDraw(desk.now, 0, (1,), "", DrawSite.BACKUP, "")
    assert _clauses(desk, again) == ["2:Drawing", "6(a)", "12(a)(i)(a)", "12(a)(ii)"]


def test_a_cancellation_goes_through_rule_11_in_its_order(desk: Desk) -> None:
    desk.account()
    entry = desk.web_entry(Regular(PICK, 100), games=3)
    desk.do(desk.sale(entry))
    desk.play(then_open=False)
    desk.do(CloseDay(desk.now))
    desk.now = datetime(2024, 5, 2, 8, 0)
    desk.open_day()
    at_a_counter = CancelEntry(desk.now, entry.serial, "x-1", "club")
    assert _clauses(desk, at_a_counter) == ["11(b)(i)", "11(b)(ii)", "11(b)(iii)", "11(b)(iv)"]


def test_a_payout_goes_through_rule_15_in_its_order(desk: Desk) -> None:
    won = desk.sell(Regular((1, 2, 3, 4, 5, 6), 200))
    desk.play()
    desk.do(desk.claim(won))
    asked = (PayoutAsked(Payout.EFT, 1), PayoutAsked(Payout.CHIP, 1), PayoutAsked(Payout.CHEQUE, 1))
    assert _clauses(desk, desk.pay("c-1", *asked)) == [
        "2:Total Prize Money",
        "15(b)",
        "15(e)(i)(c)",
        "15(e)(ii)(b)",
    ]


def test_limits_of_a_bet_and_of_its_entry_are_one_list(desk: Desk) -> None:
    found = not_for_sale(desk.book, (HeadsOrTails("heads", 1_000_050),))
    assert [no.clause.number for no in found] == ["9(c):max", "9(f):step", "9(f):max"]
