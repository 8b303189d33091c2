"""Rule 11(d) and 11(e): money, commission and vouchers that a cancellation gives back."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from eyesdown.keno.bets.bet import LetItRun, Prepick, Regular
from eyesdown.keno.games.commands import CloseGame
from eyesdown.keno.office.commands import AgreeCommission, Deposit
from eyesdown.keno.sales.commands import CancelEntry, DeliverReceipt, IssueReceipt, SellGiftVoucher
from eyesdown.keno.words.documents import DocumentState, Tendered
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Form, Tender
from kit.desk import Desk


def pick(spots: int, cents: int = 100, **more: Any) -> Regular:
    return Regular(tuple(range(1, spots + 1)), cents, **more)


def test_t10__a_web_entry_is_refunded_in_full_to_the_account(shop: Desk) -> None:
    entry = shop.sell_web(pick(3, 1_000), cents=1_000)
    [event] = shop.do(shop.cancel(entry))
    assert (event.refund_cents, event.refund_as) == (1_000, Tender.ACCOUNT)
    assert shop.state.accounts["ann"].balance_cents == 1_000


clause = pytest.mark.clause

PICK = (1, 2, 3)


@clause("nsw-keno", "11(d)")
def test_T05__a_carry_that_comes_back_to_an_account_was_won(desk: Desk) -> None:
    """$44 won, $10 of it staked and doubled; $100 put in meanwhile stay what they are."""
    desk.account(cents=100)
    desk.do(desk.sale(desk.web_entry(Regular(PICK, 100))))
    desk.play()
    web = desk.web_entry(LetItRun(("heads", "heads", "heads"), 1_000))
    desk.do(desk.sale(web))
    desk.do(Deposit(desk.now, "ann", 10_000))
    desk.play()
    cancel = CancelEntry(desk.now, web.serial, session="", venue="", location="club floor")
    assert desk.refused(cancel) == []
    account = desk.state.accounts["ann"]
    assert (account.balance_cents, account.prize_cents) == (15_400, 5_400)


def test_what_paid_for_an_entry_that_never_was_is_as_it_was(desk: Desk) -> None:
    """A voucher is good again; of a receipt the money went back in cash."""
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, 200, 200))
    desk.do(IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", 200))
    tenders = Tendered(Tender.GIFT_VOUCHER, 200, "G1"), Tendered(Tender.CASH_VOUCHER, 200, "D1")
    entry = desk.entry(Regular(PICK, 400))
    desk.do(desk.sale(entry, *tenders, delivered=False))
    assert desk.state.documents["D1"].state is DocumentState.HELD
    desk.do(CancelEntry(desk.now, entry.serial, session="x", venue="club"))
    states = {name: desk.state.documents[name].state for name in ("G1", "D1")}
    assert states == {"G1": DocumentState.ACTIVE, "D1": DocumentState.USED}


def test_an_excluded_entry_gives_vouchers_back_and_receipts_in_cash(desk: Desk) -> None:
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, 400, 400))
    desk.do(IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", 600))
    paid = (Tendered(Tender.GIFT_VOUCHER, 400, "G1"), Tendered(Tender.CASH_VOUCHER, 600, "D1"))
    desk.do(desk.sale(desk.entry(Regular((1, 2), 1_000)), *paid, delivered=False))
    before = desk.purse("player")
    desk.do(CloseGame(desk.tick()))
    assert desk.state.documents["G1"].state is DocumentState.ACTIVE
    assert desk.state.documents["D1"].state is DocumentState.USED
    assert desk.purse("player") - before == 600


def cancel(desk: Desk, serial: str, **more: Any) -> CancelEntry:
    return replace(CancelEntry(desk.now, serial, "x-1", "club"), **more)


@clause("nsw-keno", "11(d)", "7(f)(ii)", "9(l)")
@pytest.mark.parametrize("drawn", [1, 2, 3, 4])
def test_11_d__commission_comes_back_for_the_very_games_that_are_cancelled(
    desk: Desk, drawn: int
) -> None:
    """Keno Bonus on the first two of five games: these bear more than the others do."""
    entry = desk.sell(Prepick(("tails",) * 5, 10_000, 2))
    plain, bonus = Fraction(10_000, 5) * 44 / 100, Fraction(10_000, 4) * 44 / 100
    assert desk.purse("venue:club:commission") == 5 * plain + 2 * bonus
    for _ in range(drawn):
        desk.play()
    [done] = desk.do(cancel(desk, entry.serial))
    assert done.refund_cents == (5 - drawn) * 10_000 + max(0, 2 - drawn) * 10_000
    kept = drawn * plain + min(2, drawn) * bonus
    assert desk.purse("venue:club:commission") == kept


@clause("nsw-keno", "11(d)", "7(f)(i)")
@pytest.mark.parametrize("agreed", [None, Fraction(9, 100), Fraction(0)])
def test_11_d__a_commission_agreed_since_leaves_nothing_of_the_old_one(
    desk: Desk, agreed: Fraction | None
) -> None:
    entry = desk.sell(Prepick(("tails",) * 3, 1_000, 1))
    desk.do(AgreeCommission(desk.now, "club", agreed))
    [done] = desk.do(cancel(desk, entry.serial))
    assert done.refund_cents == 4_000
    assert (desk.purse("venue:club:commission"), desk.purse("venue:club:agency")) == (0, 0)


@clause("nsw-keno", "11(d)", "11(e):replace", "11(e):commission")
def test_11_d__a_voucher_that_paid_the_drawn_games_leaves_no_commission_on_them(
    desk: Desk,
) -> None:
    """Decision M24: the drawn games use up the voucher, so all the cash comes back whole."""
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.HEADS_OR_TAILS, 4_000, 4_000))
    at_issue = desk.purse("venue:club:commission")
    entry = desk.entry(Prepick(("tails",) * 3, 2_000, 1))  # 4,000 the first game, then 2,000 each
    paid = (Tendered(Tender.GIFT_VOUCHER, 4_000, "G1"), Tendered(Tender.CASH, 4_000))
    desk.do(desk.sale(entry, *paid))
    assert desk.purse("venue:club:commission") > at_issue
    desk.play()
    [done] = desk.do(cancel(desk, entry.serial))
    assert (done.refund_cents, done.replacement) == (4_000, None)
    assert desk.purse("venue:club:commission") == at_issue


@clause("nsw-keno", "5(a)", "11(a)(v)", "7(g)")
def test_5_a__an_undelivered_entry_is_not_cancelled_in_part_at_the_close(desk: Desk) -> None:
    """The instant of closing is closed (T03): all of its money comes back with the close."""
    entry = desk.entry(Regular(PICK, 100), games=3)
    desk.do(desk.sale(entry, delivered=False))
    desk.now = desk.state.games[desk.state.open_game].closes_at
    assert desk.refused(cancel(desk, entry.serial)) == [("cancel/game_closed", "11(a)(v)")]
    [closed] = desk.do(CloseGame(desk.now))
    assert closed.excluded == (entry.serial,)
    assert desk.state.sold[entry.serial].gross_cents == 0
    assert (desk.purse("venue:club:held"), desk.purse("player")) == (0, 0)
    assert desk.refused(DeliverReceipt(desk.now, entry.serial)) == [("receipt/unknown", "7(g)")]


@clause("nsw-keno", "11(d)")
@pytest.mark.parametrize(
    ("venue", "chips", "clauses"),
    [
        ("casino", -1, ["11(d)"]),
        ("casino", 0, []),
        ("casino", 2_500, []),
        ("casino", 4_000, []),
        ("casino", 4_001, ["11(d)"]),
        ("club", 2_500, ["11(d)"]),
    ],
)
def test_11_d__a_casino_gives_back_cash_and_chips(
    shop: Desk, venue: str, chips: int, clauses: list[str]
) -> None:
    entry = shop.sell(Regular((1, 2), 4_000), venue=venue)
    ask = CancelEntry(shop.now, entry.serial, "till", venue, chip_cents=chips)
    assert shop.no(ask) == clauses
    back = {"player": 4_000 - chips, "documents:chips": chips} if not clauses else {}
    assert {purse: shop.purse(purse) + 4_000 * (purse == "player") for purse in back} == back


@clause("nsw-keno", "11(e):replace")
@pytest.mark.parametrize(("voucher", "back"), [(100, 0), (101, 1)])
def test_11_e__a_single_cent_that_a_voucher_paid_comes_back_as_a_voucher(
    desk: Desk, voucher: int, back: int
) -> None:
    """The first of two games for a dollar is drawn; it uses up the voucher's first dollar."""
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, voucher, voucher))
    paid = Tendered(Tender.GIFT_VOUCHER, voucher, "G1"), Tendered(Tender.CASH, 200 - voucher)
    entry = desk.entry(Regular(PICK, 100), games=2)
    desk.do(desk.sale(entry, *paid))
    desk.play()
    missing = desk.refused(cancel(desk, entry.serial))
    assert missing == ([("voucher/serial", "11(e):replace")] if back else [])
    if back:
        [gone] = desk.do(cancel(desk, entry.serial, replacement_serial="G2"))
        assert (gone.refund_cents, gone.replacement.face_cents) == (99, back)


@clause("nsw-keno", "11(e):replace")
@pytest.mark.parametrize("last_days", [(20, 25), (25, 20)])
def test_11_e__a_replacement_for_two_vouchers_is_good_as_long_as_both_were(
    desk: Desk, last_days: tuple[int, int]
) -> None:
    """Decision M25: it keeps the old last day, of two the earlier."""
    for serial, day in zip(("G1", "G2"), last_days, strict=True):
        until = date(2024, 5, day)
        gift = SellGiftVoucher(desk.now, serial, "club", Form.REGULAR, 500, 500, notified=until)
        desk.do(gift)
    paid = [Tendered(Tender.GIFT_VOUCHER, 500, serial) for serial in ("G1", "G2")]
    entry = desk.entry(Regular(PICK, 500), games=2)
    desk.do(desk.sale(entry, *paid))
    desk.play()
    [gone] = desk.do(cancel(desk, entry.serial, replacement_serial="G3"))
    assert gone.replacement.last_day == date(2024, 5, 20)


@clause("nsw-keno", "11(a)(v)", "11(d)")
def test_11_a_v__at_the_instant_of_closing_the_next_game_is_the_first_to_come_back(
    desk: Desk,
) -> None:
    entry = desk.sell(Regular(PICK, 100), games=3)
    desk.now = desk.state.games[0].closes_at
    [gone] = desk.do(cancel(desk, entry.serial))
    assert (gone.from_game, gone.refund_cents) == (1, 200)
