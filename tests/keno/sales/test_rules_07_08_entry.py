"""Rules 7, 7A and 8: how an Entry is made, completed and shown; the web; runners."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest

from eyesdown.display.keno.ticket import (
    account_history,
    acknowledgement,
    confirmation,
    print_pay,
    receipt,
)
from eyesdown.keno.bets.bet import (
    Combination,
    HeadsOrTails,
    Keno2,
    LetItRun,
    LuckyLast,
    Prepick,
    Racing,
    Regular,
    Roulette,
)
from eyesdown.keno.commands import (
    AcknowledgeEntry,
    ClaimPrize,
    CloseGame,
    CollectByRunner,
    DeliverReceipt,
    IssueReceipt,
    OpenDay,
    RedeemReceipt,
    RequestPrintPay,
)
from eyesdown.keno.decide import decide
from eyesdown.keno.events import EntryAccepted, EntryCompleted, PrintPayIssued
from eyesdown.keno.office.commands import (
    AgreeCommission,
    LogIn,
    LogOut,
    OpenAccount,
    ProgramSuperplay,
    SwitchForm,
)
from eyesdown.keno.state.payable import check_of
from eyesdown.keno.words.tenders import Tendered
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Form, Method, Tender

clause = pytest.mark.clause

WIN = Racing("win", "straight", (), (1,), (), 100)
RED = Roulette("red_black", "red", 500)
FORMS = {
    Form.REGULAR: (Regular((1, 2, 3), 100),),
    Form.KENO2: (Keno2((1, 2, 3), 200),),
    Form.LUCKY_LAST: (Regular((1, 2), 100), LuckyLast((1, 2), 100)),
    Form.HEADS_OR_TAILS: (HeadsOrTails("heads", 100),),
    Form.RACING: (WIN,),
    Form.ROULETTE: (RED,),
    Form.BONUS: (Regular((1, 2, 3), 100, bonus=True),),
}
NUMERALS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")


@clause("nsw-keno", "7(a)", "7(b)(i)(e)")
@pytest.mark.parametrize("channel", ["mail", "", "VENUE"])
def test_7_a__only_venue_and_internet(desk: Any, channel: str) -> None:
    refused = desk.refused(desk.sale(desk.entry(channel=channel)))
    assert ("entry/channel", "7(a)") in refused
    desk.account()
    web = desk.web_entry()
    assert desk.refused(desk.web_sale(web)) == []
    assert desk.state.sold[web.serial].entry.channel == "internet"
    again = replace(web, serial="W-2", method=Method.REPLAY, replay_of=web.serial)
    assert desk.refused(desk.web_sale(again)) == []
    for odd in (desk.entry(method=Method.INTERNET), desk.entry(channel="internet")):
        assert ("entry/channel", "7(a)") in desk.refused(desk.sale(odd))


@clause("nsw-keno", "7(b)(i)(a)", "7(b)(i)(b)", "7(b)(i)(d)")
@pytest.mark.parametrize(
    ("method", "terminal"),
    [(Method.FORM, "club-1"), (Method.SST, "club-sst"), (Method.VERBAL, "club-1")],
)
def test_7_b__venue_methods_are_accepted_and_stored(
    desk: Any, method: Method, terminal: str
) -> None:
    entry = desk.sell(method=method, terminal=terminal)
    assert desk.state.sold[entry.serial].entry.method is method


@clause("nsw-keno", *(f"7(b)(i)(d)({numeral})" for numeral in NUMERALS))
@pytest.mark.parametrize(("form", "numeral"), list(zip(Form, NUMERALS, strict=True)))
@pytest.mark.parametrize("method", [Method.FORM, Method.SST, Method.VERBAL, Method.REPLAY])
def test_7_b_i_d__every_listed_form_by_every_method_unless_switched_off(
    desk: Any, form: Form, numeral: str, method: Method
) -> None:
    """Decision X15: the ten items apply to all Venue methods."""
    more: dict[str, Any] = {"method": method}
    if method is Method.REPLAY:
        more["replay_of"] = desk.sell(games=9).serial
    if form is Form.KWIKIPIK:
        more["kwikipiks"] = 1
    bets: tuple[Any, ...] = FORMS.get(form, FORMS[Form.REGULAR])
    if form is Form.SUPERPLAY:
        desk.do(ProgramSuperplay(desk.now, "SP", "regular", (1, 2), None))
        bets = (Combination("regular", ((1,), (2, 3)), None, 100),)
        more["superplay"] = "SP"
    sale = desk.sale(desk.entry(*bets, **more))
    if form is Form.PARLAY:
        _won(desk, 5_000)
        sale = desk.sale(desk.entry(**more, session="c-1"), Tendered(Tender.PARLAY, 100))
    sold, *_ = decide(desk.book, desk.state, sale)
    assert isinstance(sold, EntryAccepted)
    desk.do(SwitchForm(desk.now, form, method, False, "V", date(2024, 5, 1)))
    assert desk.refused(sale) == [("form/not_offered", f"7(b)(i)(d)({numeral})")]


def _won(desk: Any, stake: int) -> Any:
    """A session c-1 at the club with twice the stake to collect."""
    entry = desk.sell(HeadsOrTails("heads", stake))
    desk.play()
    desk.do(desk.claim(entry))
    return entry


@clause("nsw-keno", "7(b)(ii)")
@pytest.mark.parametrize(
    ("cents", "refused"),
    [
        (90, [("payment/short", "7(b)(ii)")]),
        (99, [("payment/short", "7(b)(ii)")]),
        (100, []),
        (101, []),
    ],
)
def test_7_b_ii__the_right_subscription(desk: Any, cents: int, refused: list[Any]) -> None:
    assert desk.refused(desk.sale(desk.entry(), Tendered(Tender.CASH, cents))) == refused


@clause("nsw-keno", "7(e)", "9(m)(i)", "7(g)", "7(f):timing", "7(h)", "9(m)(ii)(A)", "9(m)(ii)(B)")
@clause("nsw-keno", "2:Commission", "20(b)", "2:Net Subscription")
def test_7_e_to_h__money_is_held_until_the_receipt_is_delivered(desk: Any) -> None:
    entry = desk.entry()
    (accepted,) = desk.do(desk.sale(entry, delivered=False))
    assert isinstance(accepted, EntryAccepted)
    assert [(a.purse, a.cents) for a in accepted.money] == [
        ("player", -100),
        ("venue:club:held", 100),
    ]
    assert desk.purse("venue:club:commission") == 0
    assert desk.state.sold[entry.serial].completed_at is None
    (done,) = desk.do(DeliverReceipt(desk.tick(), entry.serial))
    assert isinstance(done, EntryCompleted)
    assert (done.at, done.commission_cents, done.net_cents) == (desk.now, 11, 89)
    assert desk.purse("venue:club:held") == 0
    assert desk.purse("venue:club:commission") == 11
    assert desk.purse("venue:club:agency") == 89
    assert desk.state.sold[entry.serial].completed_at == desk.now
    assert desk.do(DeliverReceipt(desk.tick(), entry.serial)) == ()
    unknown = desk.refused(DeliverReceipt(desk.now, "nobody"))
    assert unknown == [("receipt/unknown", "7(g)")]


@clause("nsw-keno", "7(f)(ii)", "2:Commission(i)", "7(f):duty")
@pytest.mark.parametrize(
    ("bet", "commission"),
    [
        (Regular((1, 2, 3), 10_000), 1_100),
        (HeadsOrTails("heads", 10_000), 880),
        (Keno2((1, 2, 3), 10_000), 1_034),
        (Keno2((1, 2, 3), 200), Fraction(517, 25)),
        (Regular((1, 2, 3), 100), 11),
        (HeadsOrTails("heads", 100, bonus=True), Fraction(198, 10)),
    ],
)
def test_7_f_ii__default_commission_by_category(desk: Any, bet: Any, commission: Any) -> None:
    """Decisions M12 and M32."""
    entry = desk.entry(bet)
    (done,) = desk.do(desk.sale(entry))
    assert done.commission_cents == commission
    assert done.commission_cents + done.net_cents == desk.cost(entry)


@clause("nsw-keno", "7(f)(i)")
def test_7_f_i__an_agreed_commission_comes_first(desk: Any) -> None:
    desk.do(AgreeCommission(desk.now, "club", Fraction(9, 100)))
    (done,) = desk.do(desk.sale(desk.entry(Regular((1, 2), 1_000))))
    assert done.commission_cents == 90
    for rate in (Fraction(-1, 100), Fraction(101, 100)):
        refused = desk.refused(AgreeCommission(desk.now, "club", rate))
        assert refused == [("commission/not_a_share", "7(f)(i)")]
    desk.do(AgreeCommission(desk.now, "club", None))
    assert desk.do(desk.sale(desk.entry(Regular((1, 2), 1_000))))[0].commission_cents == 110


@clause("nsw-keno", "7(i):check", "7(j)", "14(a)", "7A(h)")
def test_7_j__the_central_record_decides_whatever_a_ticket_shows(desk: Any) -> None:
    entry = desk.sell(Regular((17,), 100))
    shown = receipt(desk.book, desk.state.sold[entry.serial]).shown
    assert shown.lines[0].marks == (("", 17),)
    desk.play((17, *range(21, 40)))
    altered = check_of(replace(entry, lines=(Regular((7,), 100),)))
    refused = desk.refused(desk.claim(entry, check=altered))
    assert refused == [("claim/ticket_disagrees", "14(c)")]
    assert desk.refused(desk.claim(entry)) == []
    assert desk.state.sessions["c-1"].cents == 300
    desk.account()
    web = desk.web_entry(Regular((17,), 100))
    desk.do(desk.web_sale(web))
    desk.play((17, *range(21, 40)))
    assert desk.shelf.won(desk.state, web.serial)[1].cents == 300


@clause("nsw-keno", "7(k)")
def test_7_k__an_entry_is_for_the_game_open_when_its_receipt_is_issued(desk: Any) -> None:
    """Decision T09: the next game opens in the instant the last one closes."""
    closes = desk.state.games[0].closes_at
    desk.now = closes - timedelta(seconds=1)
    first = desk.sell()
    desk.now = closes
    late = desk.refused(desk.sale(desk.entry()))
    assert late == [("entry/no_open_game", "7(k)")]
    desk.do(CloseGame(closes, closes + timedelta(minutes=3)))
    second = desk.sell()
    games = [desk.state.sold[entry.serial].first_game for entry in (first, second)]
    assert games == [0, 1]


@clause("nsw-keno", "7(k)")
def test_7_k__outside_trading_nothing_is_sold(desk: Any) -> None:
    desk.play(then_open=False)
    assert desk.refused(desk.sale(desk.entry())) == [("entry/no_open_game", "7(k)")]


@clause("nsw-keno", "7(o)", "2:Print Pay Ticket")
def test_7_o__print_pay_on_the_day_of_issue_after_payment(desk: Any) -> None:
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
    prizes = desk.shelf.won(desk.state, entry.serial)
    shown = print_pay(desk.shelf.find(entry.serial), prizes, entry.serial)
    assert shown.games == ((0, 4_400), (1, 0))
    assert (shown.total_cents, shown.asked_by_runner) == (4_400, False)
    unknown = desk.refused(RequestPrintPay(desk.now, "nobody"))
    assert unknown == [("print_pay/unknown_ticket", "7(o)")]
    _next_day(desk)
    assert desk.refused(ask) == [("print_pay/other_day", "7(o)")]


def _next_day(desk: Any) -> None:
    from eyesdown.keno.commands import CloseDay

    if desk.state.open_game is not None:
        desk.play(tuple(range(41, 61)), then_open=False)
    desk.do(CloseDay(desk.now))
    desk.now = datetime.combine(desk.now.date() + timedelta(days=1), datetime.min.time()).replace(
        hour=9
    )
    desk.do(OpenDay(desk.now))
    desk.open_game()


@clause("nsw-keno", "7(o):runner", "2:Keno Runner")
def test_7_o_runner__a_runners_entry_prints_by_itself(desk: Any) -> None:
    entry = desk.sell(runner="rita")
    assert desk.state.sold[entry.serial].entry.runner == "rita"
    desk.play()
    desk.do(desk.claim(entry))
    events = desk.do(desk.pay("c-1"))
    assert isinstance(events[1], PrintPayIssued)
    assert events[1].serial == entry.serial
    assert print_pay(desk.shelf.find(entry.serial), {}, entry.serial).asked_by_runner


@clause("nsw-keno", "7(p)")
def test_7_p__print_pay_of_a_receipt_the_same_day_after_payout(desk: Any) -> None:
    desk.do(IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", 500))
    ask = RequestPrintPay(desk.now, "D1")
    assert desk.refused(ask) == [("print_pay/unpaid", "7(p)")]
    desk.do(RedeemReceipt(desk.now, "D1", "club"))
    assert desk.refused(ask) == []
    desk.do(IssueReceipt(desk.now, "D2", Tender.CASH_VOUCHER, "club-1", 500))
    _next_day(desk)
    desk.do(RedeemReceipt(desk.now, "D2", "club"))
    assert desk.refused(RequestPrintPay(desk.now, "D2")) == [("print_pay/other_day", "7(p)")]


# --- the web --------------------------------------------------------------------------------------


@clause("nsw-keno", "7A(c)(i)")
def test_7A_c_i__an_account_is_needed(desk: Any) -> None:
    refused = desk.refused(desk.web_sale(desk.web_entry(account="")))
    assert ("account/none", "7A(c)(i)") in refused
    assert desk.refused(LogIn(desk.now, "nobody", True)) == [("account/none", "7A(c)(i)")]


@clause("nsw-keno", "7A(c)(ii)")
def test_7A_c_ii__logged_in_with_the_right_password(desk: Any) -> None:
    desk.account()
    desk.do(LogOut(desk.now, "ann"))
    sale = desk.web_sale(desk.web_entry())
    assert desk.refused(sale) == [("account/not_logged_in", "7A(c)(ii)")]
    wrong = desk.refused(LogIn(desk.now, "ann", password_right=False))
    assert wrong == [("account/not_logged_in", "7A(c)(ii)")]
    assert desk.refused(sale) == [("account/not_logged_in", "7A(c)(ii)")]
    desk.do(LogIn(desk.now, "ann", password_right=True))
    assert desk.refused(sale) == []


@clause("nsw-keno", "7A(c)(iii)", "9(b)")
@pytest.mark.parametrize(
    ("balance", "refused"),
    [
        (490, [("account/balance_too_low", "7A(c)(iii)"), ("credit/none_given", "9(b)")]),
        (500, []),
        (510, []),
    ],
)
def test_7A_c_iii__an_account_in_credit(desk: Any, balance: int, refused: list[Any]) -> None:
    desk.account(cents=balance)
    found = desk.refused(desk.web_sale(desk.web_entry(RED)))
    assert sorted(found, key=str) == sorted(refused, key=str)


@clause("nsw-keno", "7A(c)(iv)", "2:Subscriber Account Terms and Conditions")
def test_7A_c_iv__terms_accepted(desk: Any) -> None:
    desk.account()
    desk.state.accounts["ann"] = replace(desk.state.accounts["ann"], terms="")
    assert desk.refused(desk.web_sale(desk.web_entry())) == [
        ("account/terms_not_accepted", "2:Subscriber Account Terms and Conditions"),
        ("account/terms_not_accepted", "7A(c)(iv)"),
    ]


@clause("nsw-keno", "7A(d)", "2:Internet Confirmation Screen", "2:Internet Acknowledgement")
@clause("nsw-keno", "7A(e)", "7A(f)(i)", "7A(f)(ii)", "7A(f)(iii)", "7A(f):final", "7A(g)", "5(b)")
def test_7A_d_to_g__confirm_store_acknowledge(desk: Any) -> None:
    desk.account()
    entry = desk.web_entry(Regular((1, 2), 200), games=3)
    asked = desk.web_sale(entry, confirmed=False)
    screen = confirmation(desk.book, desk.state, entry)
    assert screen.shown.lines[0].marks == (("", 1), ("", 2))
    assert (screen.shown.first_game, screen.shown.last_game, screen.shown.cost_cents) == (0, 2, 600)
    assert (screen.balance_cents, bool(screen.check_words)) == (10_000, True)
    assert desk.refused(asked) == [("internet/not_confirmed", "7A(f)(iii)")]
    assert desk.state.accounts["ann"].balance_cents == 10_000
    lost = acknowledgement(desk.book, desk.state, entry.serial)
    assert (lost.serial, lost.shown, bool(lost.no_answer)) == ("", None, True)
    assert account_history(desk.shelf.history("ann")) == ()
    (accepted,) = desk.do(desk.web_sale(entry))
    assert isinstance(accepted, EntryAccepted)
    assert (accepted.commission_cents, accepted.net_cents) == (0, 600)
    assert desk.state.accounts["ann"].balance_cents == 9_400
    seen = acknowledgement(desk.book, desk.state, entry.serial)
    assert (seen.serial, seen.shown, seen.no_answer) == (entry.serial, screen.shown, "")
    again = desk.refused(desk.web_sale(entry))
    assert again == [("receipt/serial", "2:Receipt Ticket")]
    assert desk.state.accounts["ann"].balance_cents == 9_400
    (line,) = account_history(desk.shelf.history("ann"))
    assert (line.serial, line.games, line.cost_cents) == (entry.serial, 3, 600)
    desk.do(AcknowledgeEntry(desk.tick(), entry.serial))
    assert desk.state.sold[entry.serial].acknowledged_at == desk.now
    assert desk.do(AcknowledgeEntry(desk.now, entry.serial)) == ()
    nothing = desk.refused(AcknowledgeEntry(desk.now, "nobody"))
    assert nothing == [("internet/no_entry", "7A(f)(i)")]


@clause("nsw-keno", "7A(g)")
def test_7A_g__three_purchases_three_lines_even_after_the_day(desk: Any) -> None:
    desk.account()
    serials = []
    for _ in range(3):
        entry = desk.web_entry(Regular((41,), 100))
        desk.do(desk.web_sale(entry))
        serials.append(entry.serial)
    _next_day(desk)
    assert [line.serial for line in account_history(desk.shelf.history("ann"))] == serials


@clause("nsw-keno", "7A(e)")
def test_7A_e__a_web_entry_bears_no_commission(desk: Any) -> None:
    """Decision M22."""
    desk.account()
    (done,) = desk.do(desk.web_sale(desk.web_entry()))
    assert (done.commission_cents, done.net_cents) == (0, 100)
    assert desk.purse("licensees") == 100


# --- runners --------------------------------------------------------------------------------------


@clause("nsw-keno", "8(d):official")
def test_8_d__runner_money_is_no_entry_until_the_receipt(desk: Any) -> None:
    desk.do(CollectByRunner(desk.now, "N1", "rita", "club", 100))
    claim = ClaimPrize(desk.now, "N1", "c-1", "club", "club-1", "")
    assert ("claim/runner_money_is_no_entry", "8(d):official") in desk.refused(claim)
    desk.play()
    entry = desk.entry(runner="rita")
    desk.do(desk.sale(entry, runner_note="N1"))
    assert desk.state.sold[entry.serial].first_game == 1
    assert desk.state.runner_money == {}
    desk.do(CollectByRunner(desk.now, "N1", "rita", "club", 100))
    again = desk.refused(CollectByRunner(desk.now, "N1", "rita", "club", 100))
    assert again == [("runner/note", "2:Keno Runner")]


# --- refusals in printed order --------------------------------------------------------------------


def test_every_refusal_of_a_sale_is_said_in_printed_order(desk: Any) -> None:
    entry = desk.entry(Regular((1, 2), 50), channel="mail", venue="v99")
    refused = desk.refused(desk.sale(entry, Tendered(Tender.CHIP, 10)))
    assert refused == [
        ("venue/not_appointed", "2:Venue"),
        ("entry/channel", "7(a)"),
        ("payment/short", "7(b)(ii)"),
        ("tender/chip_outside_casino", "9(a)(iii)"),
        ("stake/below_minimum", "9(c)(i)"),
        ("tender/chip_outside_casino", "9C:scope"),
    ]


@pytest.mark.parametrize(
    ("bets", "more", "code"),
    [
        ((), {"lines": ()}, "entry/no_bets"),
        ((Regular((1, 81), 100),), {}, "spots/no_such_number"),
        ((Prepick(("heads", "tails"), 100),), {"games": 3}, "series/games"),
        ((LetItRun(("heads",), 100),), {}, "series/games"),
        ((Regular((1,), 100),), {"games": 101}, "entry/games"),
        ((Regular((1,), 100),), {"games": -1}, "entry/games"),
        ((Regular((1,), -100),), {}, "stake/below_minimum"),
    ],
)
def test_bad_entries_get_their_own_refusal(
    desk: Any, bets: tuple[Any, ...], more: dict[str, Any], code: str
) -> None:
    entry = desk.entry(*bets, **more)
    sale = desk.sale(entry, Tendered(Tender.CASH, 1_000_000))
    assert code in [found for found, _ in desk.refused(sale)]


def test_fewer_bonus_games_than_games_cost_less_and_fit_the_maximum(desk: Any) -> None:
    """Rule 9(l) under the Entry maximum of 9(c)."""
    bet = Regular((1, 2, 3), 400_000, bonus=True)
    all_bonus = desk.entry(bet, games=2)
    assert desk.refused(desk.sale(all_bonus))[0] == ("entry/above_maximum", "9(c):max")
    one_bonus = desk.entry(Regular((1, 2, 3), 300_000, bonus=True), games=2, bonus_games=1)
    assert desk.cost(one_bonus) == 900_000
    assert desk.refused(desk.sale(one_bonus)) == []
    account = OpenAccount(desk.now, "x", "X", date(1990, 1, 1))
    assert desk.refused(account) == []
