"""Rule 11: cancelling, and what comes back."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pytest

from eyesdown.keno.bets.bet import HeadsOrTails, LetItRun, Regular
from eyesdown.keno.commands import (
    CancelEntry,
    CloseDay,
    CloseGame,
    Disqualify,
    OpenDay,
    SellGiftVoucher,
)
from eyesdown.keno.words.tenders import DocumentState, Tendered
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Form, Ground, Tender
from eyesdown.rulebooks.nsw_keno.c11_cancellations import (
    gross_after_cancelling,
    returned_by_voucher,
)

clause = pytest.mark.clause
TAILS = tuple(range(61, 81))


def _cancel(desk: Any, entry: Any, **more: Any) -> CancelEntry:
    return replace(CancelEntry(desk.now, entry.serial, "s-1", venue="club"), **more)


def _web_cancel(desk: Any, entry: Any, **more: Any) -> CancelEntry:
    return replace(CancelEntry(desk.now, entry.serial, "s-1", location="club garden"), **more)


def _web(desk: Any, *bets: Any, **more: Any) -> Any:
    if "ann" not in desk.state.accounts:
        desk.account()
    entry = desk.web_entry(*(bets or (Regular((41,), 100),)), **more)
    assert desk.refused(desk.web_sale(entry)) == []
    return entry


@clause("nsw-keno", "11(a)(i)")
def test_11_a_i__at_the_premises_where_it_was_accepted(desk: Any) -> None:
    entry = desk.sell()
    for venue in ("hotel", ""):
        refused = desk.refused(_cancel(desk, entry, venue=venue))
        assert refused == [("cancel/other_venue", "11(a)(i)")]
    assert desk.refused(_cancel(desk, entry)) == []


def _next_day(desk: Any) -> None:
    desk.play(TAILS, then_open=False)
    desk.do(CloseDay(desk.now))
    desk.now = datetime(2024, 5, 2, 9, 30)
    desk.do(OpenDay(desk.now))
    desk.open_game()


@clause("nsw-keno", "11(a)(ii)", "11(b)(iii)")
def test_11_a_ii__on_the_keno_day_of_acceptance(desk: Any) -> None:
    """Decision T07: later games of the Entry do not lengthen the time."""
    entry, web = desk.sell(games=3), _web(desk, games=3)
    _next_day(desk)
    assert desk.refused(_cancel(desk, entry)) == [("cancel/other_day", "11(a)(ii)")]
    assert desk.refused(_web_cancel(desk, web)) == [("cancel/other_day", "11(b)(iii)")]


@clause("nsw-keno", "11(a)(iii)", "11(b)(iv)")
@pytest.mark.parametrize(
    ("at", "allowed"),
    [
        (datetime(2024, 5, 1, 8, 59, 59), False),
        (datetime(2024, 5, 1, 9, 0, 0), True),
        (datetime(2024, 5, 1, 22, 59, 59), True),
        (datetime(2024, 5, 1, 23, 0, 0), False),
        (datetime(2024, 5, 1, 23, 1, 0), False),
    ],
)
def test_11_a_iii__in_displayed_trading_hours(desk: Any, at: datetime, allowed: bool) -> None:
    entry, web = desk.sell(), _web(desk)
    desk.state.games[0] = replace(desk.state.games[0], closes_at=datetime(2024, 5, 2))
    refused = desk.refused(_cancel(desk, entry, at=at))
    assert refused == ([] if allowed else [("cancel/outside_hours", "11(a)(iii)")])
    refused = desk.refused(_web_cancel(desk, web, at=at))
    assert refused == ([] if allowed else [("cancel/outside_hours", "11(b)(iv)")])


@clause("nsw-keno", "11(a)(iv)", "11(b)(v)")
def test_11_a_iv__not_once_disqualified_or_cancelled(desk: Any) -> None:
    entry, web = desk.sell(), _web(desk)
    for one in (entry, web):
        desk.do(Disqualify(desk.now, one.serial, Ground.FRAUD, "olive"))
    assert desk.refused(_cancel(desk, entry)) == [("cancel/not_live", "11(a)(iv)")]
    assert desk.refused(_web_cancel(desk, web)) == [("cancel/not_live", "11(b)(v)")]
    other = desk.sell()
    assert desk.refused(_cancel(desk, other)) == []
    twice = desk.refused(_cancel(desk, other))
    assert ("cancel/not_live", "11(a)(iv)") in twice
    unknown = desk.refused(_cancel(desk, replace(other, serial="nobody")))
    assert unknown == [("cancel/unknown", "11(a)(iv)")]


@clause("nsw-keno", "11(a)(v)", "11(b)(vi)")
@pytest.mark.parametrize(("seconds", "allowed"), [(-1, True), (0, False), (1, False)])
def test_11_a_v__before_the_game_closes(desk: Any, seconds: int, allowed: bool) -> None:
    """Decision T03: the instant of closing is too late."""
    entry, web = desk.sell(), _web(desk)
    at = desk.state.games[0].closes_at + timedelta(seconds=seconds)
    refused = desk.refused(_cancel(desk, entry, at=at))
    assert refused == ([] if allowed else [("cancel/game_closed", "11(a)(v)")])
    refused = desk.refused(_web_cancel(desk, web, at=at))
    assert refused == ([] if allowed else [("cancel/game_closed", "11(b)(vi)")])


@clause("nsw-keno", "11(a)(v)")
def test_11_a_v__an_early_close_closes(desk: Any) -> None:
    entry = desk.sell()
    desk.do(CloseGame(desk.tick()))
    assert desk.refused(_cancel(desk, entry)) == [("cancel/game_closed", "11(a)(v)")]


@clause("nsw-keno", "11(b)(i)", "11(b)(ii)")
def test_11_b__a_web_entry_on_the_web_from_the_permitted_area(desk: Any) -> None:
    """Decision T10: the full price goes back to the account."""
    web = _web(desk)
    counter = desk.refused(_web_cancel(desk, web, venue="club"))
    assert counter == [("cancel/not_by_internet", "11(b)(i)")]
    for place in ("at home", "hotel floor"):
        outside = desk.refused(_web_cancel(desk, web, location=place))
        assert outside == [("cancel/outside_permitted_area", "11(b)(ii)")]
    (gone,) = desk.do(_web_cancel(desk, web))
    assert (gone.refund_cents, gone.refund_as) == (100, Tender.ACCOUNT)
    assert desk.state.accounts["ann"].balance_cents == 10_000
    assert desk.purse("licensees") == 0


@clause("nsw-keno", "11(c)", "11(d)")
def test_11_c__drawn_games_stay_the_rest_comes_back(desk: Any) -> None:
    entry = desk.sell(Regular((41, 42), 200), games=5)
    desk.play()
    desk.play()
    (gone,) = desk.do(_cancel(desk, entry))
    assert (gone.from_game, gone.refund_cents, gone.gross_cents) == (2, 600, 400)
    assert desk.state.sold[entry.serial].end == 2
    again = desk.refused(_cancel(desk, entry))
    assert again == [("cancel/all_drawn", "11(c)")]
    assert desk.purse("venue:club:commission") == 44


@clause("nsw-keno", "11(c)", "11(d)")
def test_11_d__what_is_left_of_the_commission_is_on_record(desk: Any) -> None:
    """Keno Bonus on the first game only bears otherwise, so what is left is no even share."""
    entry = desk.sell(HeadsOrTails("heads", 200, bonus=True), games=3, bonus_games=1)
    desk.play()
    (gone,) = desk.do(_cancel(desk, entry))
    kept = desk.state.sold[entry.serial].commission_cents
    assert kept == desk.purse("venue:club:commission") > 0
    assert (gone.gross_cents, gone.refund_cents) == (400, 400)


@clause("nsw-keno", "11(d)")
def test_11_d__commission_and_net_come_back_in_cash(desk: Any) -> None:
    entry = desk.sell(Regular((1, 2), 1_000))
    (gone,) = desk.do(_cancel(desk, entry))
    moved = {amount.purse: amount.cents for amount in gone.money}
    assert moved == {"player": 1_000, "venue:club:commission": -110, "venue:club:agency": -890}
    assert gone.gross_cents == 0
    assert gross_after_cancelling(1_000, 600) == 400
    assert desk.state.totals[0].by_category["I"] == 0
    at_casino = desk.sell(Regular((1, 2), 1_000), venue="casino")
    ask = _cancel(desk, at_casino, venue="casino", as_chips=True)
    (gone,) = desk.do(ask)
    assert gone.refund_as is Tender.CHIP
    elsewhere = desk.sell()
    assert desk.refused(_cancel(desk, elsewhere, as_chips=True)) == [
        ("refund/chip_outside_casino", "11(d)")
    ]


@clause("nsw-keno", "11(d)")
def test_11_d__an_undelivered_entry_gives_its_held_money_back(desk: Any) -> None:
    entry = desk.entry(Regular((1, 2), 1_000))
    desk.do(desk.sale(entry, delivered=False))
    (gone,) = desk.do(_cancel(desk, entry))
    assert gone.refund_cents == 1_000
    assert desk.purse("venue:club:held") == 0
    assert desk.state.undelivered == {}


def _gift(desk: Any, cents: int) -> Tendered:
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, cents, cents))
    return Tendered(Tender.GIFT_VOUCHER, cents, "G1")


@clause("nsw-keno", "11(e):return")
def test_11_e__the_voucher_itself_comes_back(desk: Any) -> None:
    """Decision M26: its first Commission stays."""
    voucher = _gift(desk, 1_000)
    entry = desk.entry(Regular((41, 42), 200), games=5)
    desk.do(desk.sale(entry, voucher))
    (gone,) = desk.do(_cancel(desk, entry))
    assert gone.vouchers_returned == ("G1",)
    assert (gone.refund_cents, gone.replacement) == (0, None)
    assert desk.state.documents["G1"].state is DocumentState.ACTIVE
    assert desk.purse("venue:club:commission") == 110
    assert desk.purse("documents:vouchers") == 890


@clause("nsw-keno", "11(e):replace", "11(e):commission", "11(e):gross")
def test_11_e__a_replacement_for_the_games_not_drawn(desk: Any) -> None:
    """Decision M25: it keeps the last day of the old one."""
    voucher = _gift(desk, 1_000)
    entry = desk.entry(Regular((41, 42), 200), games=5)
    desk.do(desk.sale(entry, voucher))
    bought = desk.state.documents["G1"].last_day
    desk.play()
    desk.play()
    missing = desk.refused(_cancel(desk, entry))
    assert missing == [("voucher/serial", "11(e):replace")]
    (gone,) = desk.do(_cancel(desk, entry, replacement_serial="G2"))
    assert (gone.refund_cents, gone.gross_cents) == (0, 400)
    kept = desk.state.documents["G2"]
    assert (kept.face_cents, kept.last_day, kept.state) == (600, bought, DocumentState.ACTIVE)
    assert desk.purse("venue:club:commission") == 110
    again = desk.entry(Regular((1, 2), 600))
    (done,) = desk.do(desk.sale(again, Tendered(Tender.GIFT_VOUCHER, 600, "G2")))
    assert done.commission_cents == 0
    assert desk.purse("documents:vouchers") == 0


@clause("nsw-keno", "11(e):replace")
@pytest.mark.parametrize(
    ("drawn", "voucher", "other", "back"),
    [
        (0, 400, 600, (400, 600)),
        (200, 400, 600, (200, 600)),
        (400, 400, 600, (0, 600)),
        (600, 400, 600, (0, 400)),
        (1_000, 400, 600, (0, 0)),
    ],
)
def test_11_e__drawn_games_use_vouchers_first(
    drawn: int, voucher: int, other: int, back: tuple[int, int]
) -> None:
    """Decision M24."""
    assert returned_by_voucher(drawn, voucher, other) == back


def test_a_let_it_run_is_cancelled_for_what_it_carries(desk: Any) -> None:
    """Decision T05."""
    entry = desk.sell(LetItRun(("heads", "heads", "evens"), 1_000))
    desk.play()
    assert desk.state.carries[entry.serial].cents == 2_000
    assert desk.state.totals[1].by_result["heads"] == 2_000
    (gone,) = desk.do(_cancel(desk, entry))
    assert (gone.refund_cents, gone.carry_cents) == (2_000, 2_000)
    assert desk.state.totals[1].by_result["heads"] == 0
    assert entry.serial not in desk.state.carries
    settled = desk.play()[0]
    assert (settled.prizes, settled.carried) == ((), ())


def test_a_carry_in_a_closed_game_cannot_be_cancelled(desk: Any) -> None:
    entry = desk.sell(LetItRun(("heads", "heads", "evens"), 1_000))
    desk.play()
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    assert desk.refused(_cancel(desk, entry)) == [("cancel/game_closed", "11(a)(v)")]


def test_cancelling_opens_the_aggregate_again(desk: Any) -> None:
    """Decision G30."""
    entry = desk.sell(HeadsOrTails("evens", 50_000))
    assert desk.state.totals[0].by_result["evens"] == 50_000
    desk.do(_cancel(desk, entry))
    assert desk.state.totals[0].by_result["evens"] == 0
    assert desk.shelf.find(entry.serial).keno_day == date(2024, 5, 1)
