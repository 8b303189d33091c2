"""Rule 11: cancelling, and what comes back."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from eyesdown.keno.bets.bet import HeadsOrTails, LetItRun, Regular
from eyesdown.keno.claims.commands import Disqualify
from eyesdown.keno.games.commands import CloseDay, CloseGame, OpenDay, OpenGame, SettleGame
from eyesdown.keno.sales.commands import CancelEntry, SellGiftVoucher
from eyesdown.keno.words.documents import DocumentState, Tendered
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Form, Ground, Tender
from eyesdown.rulebooks.nsw_keno.c11_cancellations import (
    cancelled_before_close,
    drawn_games_stay,
    gross_after_cancelling,
    returned_by_voucher,
)
from kit.desk import Desk

clause = pytest.mark.clause

TAILS = tuple(range(61, 81))


def _cancel(desk: Desk, entry: Any, **more: Any) -> CancelEntry:
    return replace(CancelEntry(desk.now, entry.serial, "s-1", venue="club"), **more)


def _web_cancel(desk: Desk, entry: Any, **more: Any) -> CancelEntry:
    return replace(CancelEntry(desk.now, entry.serial, "s-1", location="club garden"), **more)


def _web(desk: Desk, *bets: Any, **more: Any) -> Any:
    if "ann" not in desk.state.accounts:
        desk.account()
    entry = desk.web_entry(*(bets or (Regular((41,), 100),)), **more)
    assert desk.refused(desk.sale(entry)) == []
    return entry


@clause("nsw-keno", "11(a)(i)")
def test_11_a_i__at_the_premises_where_it_was_accepted(desk: Desk) -> None:
    entry = desk.sell()
    for venue in ("hotel", ""):
        refused = desk.refused(_cancel(desk, entry, venue=venue))
        assert refused == [("cancel/other_venue", "11(a)(i)")]
    assert desk.refused(_cancel(desk, entry)) == []


def _next_day(desk: Desk) -> None:
    desk.play(TAILS, then_open=False)
    desk.do(CloseDay(desk.now))
    desk.now = datetime(2024, 5, 2, 9, 30)
    desk.do(OpenDay(desk.now))
    desk.open_game()


@clause("nsw-keno", "11(a)(ii)", "11(b)(iii)")
def test_11_a_ii__on_the_keno_day_of_acceptance(desk: Desk) -> None:
    """Decision T07: later games of the Entry do not lengthen the time."""
    entry, web = desk.sell(games=3), _web(desk, games=3)
    _next_day(desk)
    assert desk.refused(_cancel(desk, entry)) == [("cancel/other_day", "11(a)(ii)")]
    [event] = desk.do(_web_cancel(desk, web))
    [no] = event.refusals
    assert (no.code, no.clause.number) == ("cancel/other_day", "11(b)(iii)")
    assert dict(no.facts) == {"accepted": "2024-05-01", "now": "2024-05-02"}
    desk.play(TAILS, then_open=False)
    desk.do(CloseDay(desk.now))
    [event] = desk.do(_web_cancel(desk, web))
    assert dict(event.refusals[0].facts) == {"accepted": "2024-05-01", "now": "none"}


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
def test_11_a_iii__in_displayed_trading_hours(desk: Desk, at: datetime, allowed: bool) -> None:
    entry, web = desk.sell(), _web(desk)
    desk.state.games[0] = replace(desk.state.games[0], closes_at=datetime(2024, 5, 2))
    refused = desk.refused(_cancel(desk, entry, at=at))
    assert refused == ([] if allowed else [("cancel/outside_hours", "11(a)(iii)")])
    refused = desk.refused(_web_cancel(desk, web, at=at))
    assert refused == ([] if allowed else [("cancel/outside_hours", "11(b)(iv)")])


@clause("nsw-keno", "11(a)(iv)", "11(b)(v)")
def test_11_a_iv__not_once_disqualified_or_cancelled(desk: Desk) -> None:
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
def test_11_a_v__before_the_game_closes(desk: Desk, seconds: int, allowed: bool) -> None:
    """Decision T03: the instant of closing is too late."""
    entry, web = desk.sell(), _web(desk)
    at = desk.state.games[0].closes_at + timedelta(seconds=seconds)
    refused = desk.refused(_cancel(desk, entry, at=at))
    assert refused == ([] if allowed else [("cancel/game_closed", "11(a)(v)")])
    refused = desk.refused(_web_cancel(desk, web, at=at))
    assert refused == ([] if allowed else [("cancel/game_closed", "11(b)(vi)")])


@clause("nsw-keno", "11(a)(v)")
def test_11_a_v__an_early_close_closes(desk: Desk) -> None:
    entry = desk.sell()
    desk.do(CloseGame(desk.tick()))
    assert desk.refused(_cancel(desk, entry)) == [("cancel/game_closed", "11(a)(v)")]


@clause("nsw-keno", "11(b)(i)", "11(b)(ii)")
def test_11_b__a_web_entry_on_the_web_from_the_permitted_area(desk: Desk) -> None:
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
def test_11_c__drawn_games_stay_the_rest_comes_back(desk: Desk) -> None:
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
def test_11_d__what_is_left_of_the_commission_is_on_record(desk: Desk) -> None:
    """Keno Bonus on the first game only bears otherwise, so what is left is no even share."""
    entry = desk.sell(HeadsOrTails("heads", 200, bonus=True), games=3, bonus_games=1)
    desk.play()
    (gone,) = desk.do(_cancel(desk, entry))
    kept = desk.state.sold[entry.serial].commission_cents
    assert kept == desk.purse("venue:club:commission") > 0
    assert (gone.gross_cents, gone.refund_cents) == (400, 400)


@clause("nsw-keno", "11(d)")
def test_11_d__commission_and_net_come_back_in_cash(desk: Desk) -> None:
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
def test_11_d__an_undelivered_entry_gives_its_held_money_back(desk: Desk) -> None:
    entry = desk.entry(Regular((1, 2), 1_000))
    desk.do(desk.sale(entry, delivered=False))
    (gone,) = desk.do(_cancel(desk, entry))
    assert gone.refund_cents == 1_000
    assert desk.purse("venue:club:held") == 0
    assert desk.state.undelivered == {}


def _gift(desk: Desk, cents: int) -> Tendered:
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, cents, cents))
    return Tendered(Tender.GIFT_VOUCHER, cents, "G1")


@clause("nsw-keno", "11(e):return")
def test_11_e__the_voucher_itself_comes_back(desk: Desk) -> None:
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
def test_11_e__a_replacement_for_the_games_not_drawn(desk: Desk) -> None:
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


def test_a_let_it_run_is_cancelled_for_what_it_carries(desk: Desk) -> None:
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


def test_a_carry_in_a_closed_game_cannot_be_cancelled(desk: Desk) -> None:
    entry = desk.sell(LetItRun(("heads", "heads", "evens"), 1_000))
    desk.play()
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    assert desk.refused(_cancel(desk, entry)) == [("cancel/game_closed", "11(a)(v)")]


def test_cancelling_opens_the_aggregate_again(desk: Desk) -> None:
    """Decision G30."""
    entry = desk.sell(HeadsOrTails("evens", 50_000))
    assert desk.state.totals[0].by_result["evens"] == 50_000
    desk.do(_cancel(desk, entry))
    assert desk.state.totals[0].by_result["evens"] == 0
    assert desk.stored(entry.serial).keno_day == date(2024, 5, 1)


HIGH = tuple(range(61, 81))

ONE = (*range(1, 20), 21)  # heads, Multiplier 1


def pick(spots: int, cents: int = 100, **more: Any) -> Regular:
    return Regular(tuple(range(1, spots + 1)), cents, **more)


CANCELS = [
    ("11(a)(i) other venue", False, {"venue": "hotel"}, {}, ["11(a)(i)"]),
    ("11(a)(i) on the web", False, {"venue": ""}, {}, ["11(a)(i)"]),
    ("11(a)(ii) next Keno Day", False, {}, {"next_day": True}, ["11(a)(ii)"]),
    ("11(a)(iii) 22:59", False, {}, {"at": time(22, 59)}, []),
    ("11(a)(iii) 23:00", False, {}, {"at": time(23, 0)}, ["11(a)(iii)"]),
    ("11(a)(iv) disqualified", False, {}, {"disqualify": True}, ["11(a)(iv)"]),
    ("11(b)(i) at a counter", True, {"venue": "club"}, {}, ["11(b)(i)"]),
    ("11(b)(ii) in the garden", True, {"location": "club garden"}, {}, []),
    ("11(b)(ii) elsewhere", True, {"location": "hotel floor"}, {}, ["11(b)(ii)"]),
    ("11(b)(iii) next Keno Day", True, {}, {"next_day": True}, ["11(b)(iii)"]),
    ("11(b)(iv) after hours", True, {}, {"at": time(23, 1)}, ["11(b)(iv)"]),
    ("11(b)(v) disqualified", True, {}, {"disqualify": True}, ["11(b)(v)"]),
    ("11(b)(vi) at the close", True, {}, {"at": time(10, 5)}, ["11(b)(vi)"]),
]


@pytest.mark.parametrize(
    ("web", "more", "when", "clauses"), [pytest.param(*row[1:], id=row[0]) for row in CANCELS]
)
def test_11__where_and_when(
    shop: Desk, web: bool, more: dict[str, Any], when: dict[str, Any], clauses: list[str]
) -> None:
    games = 1 if when.get("at") == time(10, 5) else 50
    sell = shop.sell_web if web else shop.sell
    entry = sell(pick(3), games=games)
    if when.get("disqualify"):
        shop.do(Disqualify(shop.now, entry.serial, Ground.FRAUD, "oc"))
    if when.get("next_day"):
        shop.next_day()
    if at := when.get("at"):
        shop.now = datetime.combine(shop.now.date(), at)
    assert (
        shop.no(
            shop.cancel(entry, **{k: v for k, v in more.items() if k == "venue"})
            if "location" not in more
            else replace(shop.cancel(entry), location=more["location"])
        )
        == clauses
    )


def test_t07__games_run_on_into_the_next_keno_day(shop: Desk) -> None:
    entry = shop.sell(pick(3), games=2)
    shop.now = shop.state.games[0].closes_at
    shop.do(CloseGame(shop.now))
    shop.settle(HIGH)
    shop.do(CloseDay(shop.now))
    shop.now = datetime(2024, 6, 16, 10)
    shop.do(OpenDay(shop.now))
    shop.do(OpenGame(shop.now, shop.now + timedelta(minutes=5)))
    game = shop.state.games[1]
    assert (game.number, game.keno_day) == (0, date(2024, 6, 16))
    assert shop.no(shop.cancel(entry)) == ["11(a)(ii)"]
    shop.play_out(ONE)
    assert shop.prize(entry) == 4_400
    assert shop.prizes(entry.serial)[1].keno_day == date(2024, 6, 16)


def test_t06_t11__after_a_payment_only_the_continuation_ticket_counts(shop: Desk) -> None:
    entry = shop.sell(pick(3), games=4)
    shop.play_out(ONE)
    shop.do(shop.claim(entry))
    assert shop.no(shop.pay()) == ["14(d)"]
    assert shop.no(shop.pay(continuations=("T2",))) == []
    assert shop.no(shop.claim(entry, session="s2")) == ["14(d)"]
    assert shop.no(shop.cancel(entry)) == ["11(a)(iv)"]
    shop.play_out(ONE)
    second = replace(shop.claim(entry, session="s3"), serial="T2")
    assert shop.no(second) == []
    assert shop.no(shop.pay("s3", continuations=("T3",))) == []
    [event] = shop.do(replace(shop.cancel(entry), serial="T3"))
    assert event.refund_cents == 200


PICK = (1, 2, 3)


@clause("nsw-keno", "11(c)", "2:Let it Run:carry")
def test_T04__a_prize_is_paid_where_the_next_game_was_cancelled(desk: Desk) -> None:
    entry = desk.sell(LetItRun(("heads", "heads", "heads"), 1_000), Regular(PICK, 100))
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    assert desk.refused(CancelEntry(desk.now, entry.serial, session="x-1", venue="club")) == []
    desk.draw(0)
    [settled] = desk.do(SettleGame(desk.now, 0))
    assert (settled.carried, settled.ended) == ((), (entry.serial,))
    assert [(line.line, line.cents) for line in settled.prizes[0].lines] == [(1, 4_400), (0, 2_000)]


@clause("nsw-keno", "11(c)")
def test_11_c__one_game_drawn_of_several_is_enough_to_be_over(desk: Desk) -> None:
    asked = {"games": 2, "drawn_games": 1, "closed_games": 0, "any_open": False}
    found = drawn_games_stay(SimpleNamespace(**asked))
    assert (found.code, dict(found.facts)) == ("cancel/all_drawn", {"drawn_games": 1})
    assert cancelled_before_close(SimpleNamespace(**asked)) is None


@clause("nsw-keno", "11(a)(v)")
def test_11_a_v__an_entry_without_a_receipt_can_be_cancelled_before_its_first_game(
    desk: Desk,
) -> None:
    entry = desk.entry(Regular(PICK, 100), games=2)
    desk.do(desk.sale(entry, delivered=False))
    cancel = CancelEntry(desk.now, entry.serial, session="x", venue="club")
    [cancelled] = desk.do(cancel)
    assert (cancelled.refund_cents, cancelled.gross_cents) == (200, 0)


@clause("nsw-keno", "11(c)")
def test_11_c__games_after_the_last_of_an_entry_are_not_counted(desk: Desk) -> None:
    """Both its games are drawn; that a later one is closed and not drawn is nothing to it."""
    entry = desk.sell(Regular((71, 72, 73), 100), games=2)
    desk.play()
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    desk.draw(1)
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    cancel = CancelEntry(desk.now, entry.serial, session="x", venue="club")
    assert desk.refused(cancel) == [("cancel/all_drawn", "11(c)")]


LOW = tuple(range(1, 21))


@clause("nsw-keno", "11(a)(iv)", "11(a)(v)", "11(c)")
def test_11__the_clause_that_stops_a_cancellation_is_the_one_that_does(shop: Desk) -> None:
    """11(c) is about Multi-Game Entries, and about games in which a number was drawn."""
    one, two, off = (shop.sell(Regular((1, 2), 100), games=games) for games in (1, 2, 3))

    def no(entry: Any) -> list[str]:
        return shop.no(CancelEntry(shop.now, entry.serial, "till", "club"))

    assert no(off) == []
    assert no(off) == ["11(a)(iv)"]  # its game has not closed
    shop.play_out(LOW)
    assert no(one) == ["11(a)(v)"]
    shop.close()
    assert no(two) == ["11(a)(v)"]  # its last game has closed and is not drawn
    shop.do(shop.drawing((1, 2), malfunction="stuck"))
    assert no(two) == ["11(c)"]
