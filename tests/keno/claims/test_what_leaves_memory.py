"""What is over leaves memory, and its ticket is still answered from the store."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

import pytest

from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.claims.commands import (
    AskAnonymity,
    Disqualify,
    ExpireUnclaimed,
    Reinstate,
    RequestPrintPay,
    VerifyPrize,
)
from eyesdown.keno.decide import decide
from eyesdown.keno.games.commands import CloseDay, OpenDay
from eyesdown.keno.sales.commands import CancelEntry, IssueReceipt, RedeemReceipt, SellGiftVoucher
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.keno.words.documents import Tendered
from eyesdown.keno.words.prizes import PrizeState
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Form, Ground, Tender
from kit.desk import Desk

PICK = (1, 2, 3)


def test_results_are_let_go_with_the_next_day(desk: Desk) -> None:
    desk.play(then_open=False)
    for day in (2, 3):
        desk.do(CloseDay(desk.now))
        desk.now = datetime(2024, 5, day, 9)
        desk.do(OpenDay(desk.now))
        desk.open_game()
        desk.play(then_open=False)
    assert sorted(desk.state.games) == [1, 2]
    desk.do(CloseDay(desk.now))
    assert sorted(desk.state.games) == [2]


clause = pytest.mark.clause

SIX = Regular(tuple(range(1, 7)), 100)  # $1,800 in a low draw


def _next_day(desk: Desk) -> None:
    desk.do(CloseDay(desk.now))
    desk.now = datetime.combine(desk.now.date() + timedelta(days=1), time(9))
    desk.do(OpenDay(desk.now))


def test_what_is_over_leaves_memory_at_once(desk: Desk) -> None:
    loser, winner, running = desk.sell(Regular((41,), 100)), desk.sell(SIX), desk.sell(games=9)
    paid, cancelled = desk.sell(SIX), desk.sell(SIX)
    desk.do(CancelEntry(desk.now, cancelled.serial, "s-1", "club"))
    again = desk.sale(replace(desk.entry(), serial=cancelled.serial))
    assert desk.refused(again) == [("receipt/serial", "2:Receipt Ticket")]
    desk.do(IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", 500))
    desk.do(RedeemReceipt(desk.now, "D1", "club"))
    desk.play(then_open=False)
    assert desk.state.sold.keys() == desk.state.prizes.keys() == {running.serial}
    desk.do(desk.claim(paid))
    assert desk.state.sold.keys() == {running.serial, paid.serial}
    desk.do(desk.pay("c-1"))
    assert desk.state.sold.keys() == desk.state.prizes.keys() == {running.serial}
    for _ in range(3):
        _next_day(desk)
        assert desk.state.sessions == desk.state.documents == {}
        for over in (loser, cancelled):
            assert desk.refused(desk.claim(over)) == [("claim/no_win", "14(c)")]
        assert desk.refused(desk.claim(paid)) == [("claim/already_paid", "14(d)")]
    desk.do(desk.claim(winner, session="c-2"))
    desk.do(desk.pay("c-2"))
    assert desk.state.sold.keys() == {running.serial}


@clause("nsw-keno", "14(c)", "14(d)", "11(a)(v)", "21(a)", "21(c)")
def test_a_ticket_that_is_over_gets_its_proper_answer(desk: Desk) -> None:
    """Whatever is asked, it is the stored record that answers, and nothing is done twice."""
    loser, paid = desk.sell(Regular((41,), 100)), desk.sell(SIX)
    desk.play()
    desk.do(desk.claim(paid))
    desk.do(desk.pay("c-1"))
    assert desk.state.sold == desk.state.prizes == {}
    forged = desk.refused(desk.claim(loser, session="c-2", check="somebody's"))
    assert forged == [("claim/ticket_disagrees", "14(c)")]
    for over in (loser, paid):
        cancel = CancelEntry(desk.now, over.serial, "s-1", "club")
        assert desk.refused(cancel) == [("cancel/game_closed", "11(a)(v)")]
        assert desk.refused(RequestPrintPay(desk.now, over.serial)) == []
        assert desk.refused(VerifyPrize(desk.now, over.serial, "ovid")) == []
        bar = Disqualify(desk.now, over.serial, Ground.FRAUD, "olive")
        assert desk.refused(bar) == []
        assert desk.refused(bar) == [("disqualify/not_live", "21(a)")]
        barred = [code for code, _ in desk.refused(desk.claim(over, session="c-2"))]
        assert "claim/disqualified" in barred
        assert desk.refused(Reinstate(desk.now, over.serial, "R-1", "olive")) == []
        assert over.serial not in desk.state.sold
    nobody = desk.refused(CancelEntry(desk.now, "nobody", "s-1", "club"))
    assert nobody == [("cancel/unknown", "11(a)(iv)")]


def test_a_record_read_a_moment_too_early_cancels_nothing_twice(desk: Desk) -> None:
    """Two terminals ask the store, then one cancels, then the other would."""
    entry = desk.sell(Regular((41,), 100), games=9)
    ask = desk.recall(CancelEntry(desk.now, entry.serial, "s-1", "club"))
    desk.do(ask)
    desk.play()
    assert entry.serial not in desk.state.sold
    before = dict(desk.purses)
    (no,) = decide(desk.book, desk.state, ask)
    assert isinstance(no, Refused)
    assert desk.purses == before


def test_a_continuation_leaves_with_its_entry(desk: Desk) -> None:
    """Decision T11, and a prize that was won between the claim and its payment."""
    entry = desk.sell(SIX, games=2)
    desk.play()
    desk.do(desk.claim(entry))
    desk.play()
    assert desk.refused(desk.pay("c-1")) == [("ticket/no_continuation", "14(d)")]
    desk.do(desk.pay("c-1", continuations=("S2",)))
    assert desk.state.tickets == desk.state.sold == {}
    desk.do(desk.claim(replace(entry, serial="S2"), session="c-2", check=ticket_check(entry)))
    assert desk.state.tickets == {"S2": entry.serial}
    desk.do(desk.pay("c-2"))
    assert desk.state.tickets == desk.state.sold == desk.state.prizes == {}
    for ticket in (entry.serial, "S2"):
        again = desk.claim(replace(entry, serial=ticket), session="c-3", check=ticket_check(entry))
        assert desk.refused(again) == [("claim/already_paid", "14(d)")]
    assert desk.purse("prizes:payable") == 0


@clause("nsw-keno", "15(c):anon")
def test_15_c__who_asked_to_stay_unnamed_stays_so_when_a_prize_is_paid(desk: Desk) -> None:
    """The wish is asked once, on the ticket or with a payment, and not again for a later one."""
    entry, other = desk.sell(SIX, games=3), desk.sell(SIX, games=3)
    assert not desk.state.sold[entry.serial].anonymous
    desk.do(AskAnonymity(desk.now, entry.serial, anonymous=True))
    assert desk.state.sold[entry.serial].anonymous
    desk.play()
    for number, (sold, asked) in enumerate(((entry, False), (other, True)), start=1):
        desk.do(desk.claim(sold, f"c-{number}"))
        desk.do(desk.pay(f"c-{number}", continuations=(f"K-{number}",), anonymous=asked))
        assert desk.state.sold[sold.serial].anonymous
    desk.do(AskAnonymity(desk.now, entry.serial, anonymous=False))
    assert not desk.state.sold[entry.serial].anonymous


@clause("nsw-keno", "15(d)")
def test_15_d__memory_knows_which_prizes_have_gone_to_the_unclaimed_money(desk: Desk) -> None:
    """And up to which Keno Day, so that no day is searched twice."""
    entry = desk.sell(SIX)
    desk.play()
    assert desk.state.owed[entry.serial][0].state is PrizeState.PAYABLE
    desk.do(ExpireUnclaimed(datetime(2025, 5, 1, 23)))
    assert desk.state.owed[entry.serial][0].state is PrizeState.PAYABLE
    desk.do(ExpireUnclaimed(datetime(2025, 5, 2)))
    assert desk.state.owed[entry.serial][0].state is PrizeState.UNCLAIMED
    assert desk.state.unclaimed_until == date(2024, 5, 1)


def test_a_document_is_known_to_be_spent_until_the_day_closes(desk: Desk) -> None:
    """Paid out, or used for an Entry; one that comes back with a cancellation is not spent."""
    for serial in ("D1", "D2"):
        desk.do(IssueReceipt(desk.now, serial, Tender.CASH_VOUCHER, "club-1", 100))
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, 100, 100))
    used = desk.entry(Regular(PICK, 100))
    back = desk.entry(Regular(PICK, 100))
    held = desk.entry(Regular(PICK, 100))
    spent_at = desk.tick()
    desk.do(RedeemReceipt(desk.now, "D1", "club"))
    desk.do(desk.sale(used, Tendered(Tender.CASH_VOUCHER, 100, "D2")))
    desk.do(desk.sale(back, Tendered(Tender.GIFT_VOUCHER, 100, "G1")))
    assert desk.state.newest_ticket == back.serial
    assert desk.state.spent_at == {"D1": spent_at, "D2": spent_at, "G1": spent_at}
    desk.do(desk.cancel(back))
    assert desk.state.spent_at == {"D1": spent_at, "D2": spent_at}
    desk.do(desk.sale(held, delivered=False))
    assert desk.state.sold[held.serial].commission_cents == 0
    desk.play(then_open=False)
    desk.do(CloseDay(desk.now))
    assert desk.state.spent_at == {}
