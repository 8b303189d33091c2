"""People, cancellation, the draw, claims, payouts, unclaimed prizes, disqualification, the web."""

from __future__ import annotations

import dataclasses
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

from eyesdown.keno import commands as c
from eyesdown.keno.bets.bet import Combination, HeadsOrTails, LetItRun, LuckyLast, Prepick, Regular
from eyesdown.keno.bets.draws import draw_of
from eyesdown.keno.office import commands as o
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import (
    DrawSite,
    Duty,
    Form,
    Ground,
    Method,
    Payout,
    PersonKind,
    Tender,
)

LOW = tuple(range(1, 21))
HIGH = tuple(range(61, 81))
ONE = (*range(1, 20), 21)  # heads, Multiplier 1
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
CASH, CHEQUE, EFT = Payout.CASH, Payout.CHEQUE, Payout.EFT


def pick(spots: int, cents: int = 100, **more: Any) -> Regular:
    return Regular(tuple(range(1, spots + 1)), cents, **more)


def winner(shop: Any, *bets: Any, draw: tuple[int, ...] = ONE, **more: Any) -> Any:
    entry = shop.sell(*(bets or (pick(3),)), **more)
    shop.play(draw)
    return entry


# --- rules 5A and 6 -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "born", "clauses"),
    [
        pytest.param(PersonKind.PUBLIC, date(2006, 6, 15), [], id="5A(c) on the birthday"),
        pytest.param(PersonKind.PUBLIC, date(2006, 6, 16), ["5A(c)"], id="5A(c) the day before"),
        pytest.param(PersonKind.KEY_EMPLOYEE, date(1990, 1, 1), ["5A(a)"], id="5A(a) key employee"),
        pytest.param(PersonKind.INSPECTOR, date(1990, 1, 1), ["5A(a)"], id="5A(a) inspector"),
        pytest.param(
            PersonKind.LICENSEE_EMPLOYEE, date(1990, 1, 1), ["5A(a)"], id="5A(a) employee"
        ),
    ],
)
@pytest.mark.parametrize("known_by", ["account", "card"])
def test_5a__t16_where_the_person_is_known(
    shop: Any, known_by: str, role: PersonKind, born: date, clauses: list[str]
) -> None:
    if known_by == "account":
        shop.account(1_000, role=role, born=born)
        entry = shop.web(pick(3))
    else:
        shop.do(o.IssueCard(shop.now, "K1", "kay", born, "A-9", role))
        entry = shop.entry(pick(3), card="K1")
    assert shop.no(shop.sale(entry)) == clauses


def test_5a_c__born_on_a_leap_day(shop_on: Any) -> None:
    for day, clauses in ((date(2026, 2, 28), ["5A(c)"]), (date(2026, 3, 1), [])):
        shop = shop_on(day)
        shop.account(1_000, born=date(2008, 2, 29))
        assert shop.no(shop.sale(shop.web(pick(3)))) == clauses


def test_5a_b__only_while_on_duty(shop: Any) -> None:
    shop.account(1_000)
    shop.do(o.SignOn(shop.now, "ann", Duty.WRITER, "club", account="ann"))
    assert shop.no(shop.sale(shop.web(pick(3)))) == ["5A(b)"]
    shop.do(o.SignOff(shop.now, "ann"))
    assert shop.no(shop.sale(shop.web(pick(3)))) == []


def test_6_a_b__nobody_in_control(shop: Any) -> None:
    shop.do(o.SignOff(shop.now, "club boss"))
    assert shop.no(shop.sale(shop.entry(pick(3)))) == ["6(b)"]
    assert shop.no(shop.sale(shop.entry(pick(3), venue="hotel"))) == []
    shop.do(o.SignOff(shop.now, "sue"))
    shop.close()
    assert shop.no(shop.draw(LOW)) == ["6(a)"]
    assert shop.no(shop.draw(LOW, site=DrawSite.BACKUP)) == ["6(a)"]
    shop.do(o.SignOn(shop.now, "bob", Duty.SUPERVISOR, DrawSite.BACKUP))
    assert shop.no(shop.draw(LOW, site=DrawSite.BACKUP)) == []
    assert shop.state.games[0].site is DrawSite.BACKUP


# --- rule 7 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", list(Form))
def test_7_b__x15_a_form_that_is_switched_off(shop: Any, form: Form) -> None:
    day = shop.now.date()
    shop.do(o.SwitchForm(shop.now, form, Method.FORM, False, "A-7", day))
    bets: dict[Form, tuple[Any, ...]] = {
        Form.KENO2: (),
        Form.LUCKY_LAST: (pick(3), LuckyLast((1, 2, 3), 100)),
        Form.HEADS_OR_TAILS: (HeadsOrTails("heads", 100),),
        Form.BONUS: (pick(3, bonus=True),),
    }
    from eyesdown.keno.bets.bet import Keno2, Racing, Roulette

    bets[Form.KENO2] = (Keno2((1, 2), 200),)
    bets[Form.RACING] = (Racing("win", "straight", (), (), (1,), 100),)
    bets[Form.ROULETTE] = (Roulette("straight_up", "7", 100),)
    more: dict[str, Any] = {}
    if form is Form.KWIKIPIK:
        more["kwikipiks"] = 1
    if form is Form.SUPERPLAY:
        shop.do(o.ProgramSuperplay(shop.now, "S", "regular", (1, 1), (1, 2)))
        bets[form] = (Combination("regular", ((1,), (2,)), (1, 2), 100),)
        more["superplay"] = "S"
    if form is Form.PARLAY:
        won = winner(shop, pick(3))
        shop.do(shop.claim(won))
        more["session"] = "s"
    place = f"7(b)(i)(d)({ROMAN[list(Form).index(form)]})"
    for method, clauses in ((Method.FORM, [place]), (Method.VERBAL, [])):
        entry = shop.entry(*bets.get(form, (pick(3),)), method=method, **more)
        paid = ((Tender.PARLAY, 100, ""),) if form is Form.PARLAY else ()
        assert shop.no(shop.sale(entry, *paid)) == clauses


def test_7_a__no_third_channel(shop: Any) -> None:
    assert "7(a)" in shop.no(shop.sale(shop.entry(pick(3), channel="mail")))


def test_2_customised_superplay__only_at_its_venue(shop: Any) -> None:
    asked = o.ProgramSuperplay(shop.now, "C", "regular", (1, 1), (1, 2), ((7,), (8,)), "club")
    shop.do(asked)
    bet = Combination("regular", ((7,), (8,)), (1, 2), 100)
    assert shop.no(shop.sale(shop.entry(bet, superplay="C"))) == []
    other = shop.entry(bet, superplay="C", venue="hotel")
    assert shop.no(shop.sale(other)) == ["2:Customised Superplay"]
    wrong = Combination("regular", ((7,), (9,)), (1, 2), 100)
    assert shop.no(shop.sale(shop.entry(wrong, superplay="C"))) == ["2:Superplay(ii)"]


def test_8_d__runner_money_is_no_entry_until_the_receipt(shop: Any) -> None:
    assert shop.no(c.CollectByRunner(shop.now, "N1", "rob", "club", 100)) == []
    assert shop.no(replace(shop.claim(shop.entry(pick(3))), serial="N1")) != []
    shop.close()
    entry = shop.entry(pick(3), runner="rob")
    [sold] = shop.do(shop.sale(entry, runner_note="N1"))
    assert sold.first_game == 1


# days after the sale, prize collected first, clauses
PRINT_PAY = [
    ("7(o) before payment", 0, False, ["7(o)"]),
    ("7(o) after payment", 0, True, []),
    ("T21 next Keno Day", 1, True, ["7(o)"]),
]


@pytest.mark.parametrize(
    ("days", "paid", "clauses"), [pytest.param(*row[1:], id=row[0]) for row in PRINT_PAY]
)
def test_7_o__print_pay(shop: Any, days: int, paid: bool, clauses: list[str]) -> None:
    entry = winner(shop)
    if paid:
        shop.collect(entry)
    if days:
        shop.next_day()
    assert shop.no(c.RequestPrintPay(shop.now, entry.serial)) == clauses


@pytest.mark.parametrize(
    ("next_day", "clauses"), [(False, []), (True, ["7(p)"])], ids=["7(p) same day", "7(p) next day"]
)
def test_7_p__print_pay_of_a_voucher(shop: Any, next_day: bool, clauses: list[str]) -> None:
    shop.do(c.IssueReceipt(shop.now, "V1", Tender.CASH_VOUCHER, "club-1", 500))
    assert shop.no(c.RequestPrintPay(shop.now, "V1")) == ["7(p)"]
    if next_day:
        shop.next_day()
    assert shop.no(c.RedeemReceipt(shop.now, "V1", "hotel")) == []
    assert shop.no(c.RequestPrintPay(shop.now, "V1")) == clauses


# --- 7A and accounts ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spoil", "clauses"),
    [
        pytest.param("nobody", ["7A(c)(i)"], id="7A(c)(i)"),
        pytest.param("logged out", ["7A(c)(ii)"], id="7A(c)(ii)"),
        pytest.param("poor", ["7A(c)(iii)"], id="7A(c)(iii)"),
        pytest.param("no terms", ["7A(c)(iv)"], id="7A(c)(iv)"),
        pytest.param("unconfirmed", ["7A(d)"], id="7A(d)"),
        pytest.param("nothing", [], id="7A(e)"),
    ],
)
def test_7a__what_a_web_entry_needs(shop: Any, spoil: str, clauses: list[str]) -> None:
    if spoil == "no terms":
        shop.do(o.OpenAccount(shop.now, "ann", "ann", date(1990, 1, 1)))
        shop.do(o.LogIn(shop.now, "ann", password_right=True))
        shop.do(o.Deposit(shop.now, "ann", 500))
    else:
        shop.account(490 if spoil == "poor" else 500)
    if spoil == "logged out":
        shop.do(o.LogOut(shop.now, "ann"))
    entry = shop.web(pick(3, 500))
    if spoil == "nobody":
        entry = replace(entry, account="bob")
    found = shop.no(shop.sale(entry, confirmed=spoil != "unconfirmed"))
    assert bool(found) is bool(clauses)
    if clauses and clauses != ["7A(d)"]:
        assert clauses[0] in found, found


def test_7a_f_iii__the_same_entry_twice_is_sold_once(shop: Any) -> None:
    shop.account(1_000)
    entry = shop.web(pick(3, 500))
    assert shop.no(shop.sale(entry)) == []
    assert shop.no(shop.sale(entry)) == ["2:Receipt Ticket"]
    assert shop.state.accounts["ann"].balance_cents == 500
    assert [one.entry.serial for one in shop.shelf.history("ann")] == [entry.serial]


def test_m22__a_web_entry_bears_no_commission(shop: Any) -> None:
    shop.sell_web(pick(3, 1_000))
    assert shop.purse("venue:club:commission") == 0
    assert shop.purse("licensees") == 1_000


@pytest.mark.parametrize(
    ("cents", "at_once"), [(999_910, True), (999_990, True), (1_000_000, False)]
)
def test_15_f__m29_from_ten_thousand_dollars_on(shop: Any, cents: int, at_once: bool) -> None:
    from eyesdown.rulebooks.nsw_keno.c15_payouts import credited_at_once

    assert credited_at_once(cents, shop.book.figures) is at_once


def test_15_f__m29_all_prizes_of_one_entry_in_one_draw(shop: Any) -> None:
    shop.account(1_000_000)
    small = shop.sell_web(pick(6, 500))  # 9,000.00
    large = shop.sell_web(pick(6, 500), pick(4, 900))  # 9,000.00 and 1,080.00
    before = shop.state.accounts["ann"].balance_cents
    shop.play(ONE)
    assert shop.state.accounts["ann"].balance_cents - before == 900_000
    assert shop.shelf.won(shop.state, large.serial)[0].state == "pending"
    assert shop.no(shop.claim(large)) != []  # 14(f)
    shop.do(c.VerifyPrize(shop.now, large.serial, "oc"))
    assert shop.state.accounts["ann"].balance_cents - before == 900_000 + 1_008_000
    assert shop.state.sold == shop.state.prizes == {}
    for entry in (small, large):
        assert shop.shelf.won(shop.state, entry.serial)[0].state == "paid"


def test_t13__a_waiting_web_prize_never_becomes_unclaimed(shop: Any) -> None:
    large = shop.sell_web(pick(6, 600))
    shop.play(ONE)
    shop.do(c.ExpireUnclaimed(shop.now + timedelta(days=800)))
    assert shop.shelf.won(shop.state, large.serial)[0].state == "pending"


def test_15_g__prize_money_waits_for_identification_however_it_moves(shop: Any) -> None:
    shop.account(100)
    shop.sell_web(pick(3))
    shop.play(ONE)  # 44.00 won, nothing deposited is left
    assert shop.no(o.Withdraw(shop.now, "ann", 100)) == ["15(g)"]
    again = shop.sell_web(pick(3, 4_400))  # betting it is allowed
    shop.do(shop.cancel(again))
    assert shop.state.accounts["ann"].balance_cents == 4_400
    assert shop.no(o.Withdraw(shop.now, "ann", 100)) == ["15(g)"]
    shop.do(o.Deposit(shop.now, "ann", 500))
    assert shop.no(o.Withdraw(shop.now, "ann", 501)) == ["15(g)"]
    assert shop.no(o.Withdraw(shop.now, "ann", 500)) == []
    shop.do(o.IdentifyAccount(shop.now, "ann", "oc"))
    assert shop.no(o.Withdraw(shop.now, "ann", 4_400)) == []
    assert shop.no(o.Withdraw(shop.now, "ann", 1)) == ["9(b)"]


def test_15_g__a_carry_given_back_is_prize_money(shop: Any) -> None:
    shop.account(1_000)
    entry = shop.sell_web(LetItRun(("heads", "heads"), 1_000))
    shop.play(ONE)
    shop.do(shop.cancel(entry))
    assert shop.state.accounts["ann"].balance_cents == 2_000
    assert shop.no(o.Withdraw(shop.now, "ann", 1)) == ["15(g)"]


# --- rule 11 --------------------------------------------------------------------------------------

CANCELS = [
    ("11(a)(i) other venue", False, {"venue": "hotel"}, {}, ["11(a)(i)"]),
    ("11(a)(i) on the web", False, {"venue": ""}, {}, ["11(a)(i)"]),
    ("11(a)(ii) next Keno Day", False, {}, {"next_day": True}, ["11(a)(ii)"]),
    ("11(a)(iii) 22:59", False, {}, {"at": time(22, 59)}, []),
    ("11(a)(iii) 23:00", False, {}, {"at": time(23, 0)}, ["11(a)(iii)"]),
    ("11(a)(iv) disqualified", False, {}, {"disqualify": True}, ["11(a)(iv)"]),
    ("11(b)(i) at a counter", True, {"venue": "club"}, {}, ["11(b)(i)"]),
    ("11(b)(ii) on the lawn", True, {"location": "club lawn"}, {}, []),
    ("11(b)(ii) elsewhere", True, {"location": "hotel bar"}, {}, ["11(b)(ii)"]),
    ("11(b)(iii) next Keno Day", True, {}, {"next_day": True}, ["11(b)(iii)"]),
    ("11(b)(iv) after hours", True, {}, {"at": time(23, 1)}, ["11(b)(iv)"]),
    ("11(b)(v) disqualified", True, {}, {"disqualify": True}, ["11(b)(v)"]),
    ("11(b)(vi) at the close", True, {}, {"at": time(10, 5)}, ["11(b)(vi)"]),
]


@pytest.mark.parametrize(
    ("web", "more", "when", "clauses"), [pytest.param(*row[1:], id=row[0]) for row in CANCELS]
)
def test_11__where_and_when(
    shop: Any, web: bool, more: dict[str, Any], when: dict[str, Any], clauses: list[str]
) -> None:
    games = 1 if when.get("at") == time(10, 5) else 50
    sell = shop.sell_web if web else shop.sell
    entry = sell(pick(3), games=games)
    if when.get("disqualify"):
        shop.do(c.Disqualify(shop.now, entry.serial, Ground.FRAUD, "oc"))
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


def test_t07__games_run_on_into_the_next_keno_day(shop: Any) -> None:
    entry = shop.sell(pick(3), games=2)
    shop.now = shop.state.games[0].closes_at
    shop.do(c.CloseGame(shop.now))
    shop.settle(HIGH)
    shop.do(c.CloseDay(shop.now))
    shop.now = datetime(2024, 6, 16, 10)
    shop.do(c.OpenDay(shop.now))
    shop.do(c.OpenGame(shop.now, shop.now + timedelta(minutes=5)))
    game = shop.state.games[1]
    assert (game.number, game.keno_day) == (0, date(2024, 6, 16))
    assert shop.no(shop.cancel(entry)) == ["11(a)(ii)"]
    shop.play(ONE)
    assert shop.prize(entry) == 4_400
    assert shop.shelf.won(shop.state, entry.serial)[1].keno_day == date(2024, 6, 16)


def test_t10__a_web_entry_is_refunded_in_full_to_the_account(shop: Any) -> None:
    entry = shop.sell_web(pick(3, 1_000), cents=1_000)
    [event] = shop.do(shop.cancel(entry))
    assert (event.refund_cents, event.refund_as) == (1_000, Tender.ACCOUNT)
    assert shop.state.accounts["ann"].balance_cents == 1_000


def test_t06_t11__after_a_payment_only_the_continuation_ticket_counts(shop: Any) -> None:
    entry = shop.sell(pick(3), games=4)
    shop.play(ONE)
    shop.do(shop.claim(entry))
    assert shop.no(shop.pay()) == ["14(d)"]
    assert shop.no(shop.pay(continuations=("T2",))) == []
    assert shop.no(shop.claim(entry, session="s2")) == ["14(d)"]
    assert shop.no(shop.cancel(entry)) == ["11(a)(iv)"]
    shop.play(ONE)
    second = replace(shop.claim(entry, session="s3"), serial="T2")
    assert shop.no(second) == []
    assert shop.no(shop.pay("s3", continuations=("T3",))) == []
    [event] = shop.do(replace(shop.cancel(entry), serial="T3"))
    assert event.refund_cents == 200


# --- rule 12 --------------------------------------------------------------------------------------

DRAWS = [
    ("12(a)(i)(a) no device", {"device": ""}, ["12(a)(i)(a)"]),
    ("12(a)(i)(b) unapproved site", {"site": DrawSite.APPROVED}, ["12(a)(i)(b)"]),
    ("12(a)(i)(b) approved site", {"site": DrawSite.APPROVED, "site_approval": "A-5"}, []),
    ("12(a)(ii) no medium", {"medium": ""}, ["12(a)(ii)"]),
    ("12(c) unknown game", {"game": 7}, ["12(c):number"]),
    ("2:Drawing nineteen", {"numbers": tuple(range(1, 20))}, ["2:Drawing"]),
    ("2:Drawing twice", {"numbers": (*range(1, 20), 1)}, ["2:Drawing"]),
    ("2:Drawing 81", {"numbers": (*range(1, 20), 81)}, ["2:Drawing"]),
]


@pytest.mark.parametrize(("more", "clauses"), [pytest.param(*row[1:], id=row[0]) for row in DRAWS])
def test_12__the_draw(shop: Any, more: dict[str, Any], clauses: list[str]) -> None:
    shop.close()
    assert shop.no(replace(shop.draw(LOW), **more)) == clauses


def test_12_c__soon_after_the_close_and_once(shop: Any) -> None:
    assert shop.no(shop.draw(LOW, game=0)) == ["12(c):soon"]
    shop.close()
    assert shop.no(shop.draw(LOW, game=0)) == []
    assert shop.no(shop.draw(LOW, game=0)) == ["2:Drawing"]


def test_12_c__t08_a_thousand_games(shop: Any) -> None:
    shop.state.next_number = 999
    [_, opened] = shop.close()
    assert (opened.number, opened.game) == (999, 1)
    [_, refused] = shop.close()
    assert [bad.clause.number for bad in refused.refusals] == ["12(c):number"]
    assert shop.state.open_game is None
    assert shop.no(shop.sale(shop.entry(pick(3)))) == ["7(k)"]  # T09


def test_12_d__t19_t20_a_malfunction_keeps_numbers_and_order(shop: Any) -> None:
    last = shop.sell(pick(1), LuckyLast((1,), 100))
    shop.close()
    first = tuple(range(20, 8, -1))
    assert shop.no(shop.draw(first, malfunction="P-3")) == []
    assert shop.no(shop.draw((20, *range(1, 8)), device="RNG-2")) == ["2:Drawing"]
    assert shop.no(shop.draw(tuple(range(8, 0, -1)), device="RNG-2")) == []
    game = shop.state.games[0]
    assert game.numbers == tuple(range(20, 0, -1))
    assert [part.device for part in game.parts] == ["RNG-1", "RNG-2"]
    shop.do(c.SettleGame(shop.now, 0))
    assert shop.prize(last) == 300 + 6_000


def test_t18__a_wrong_display_changes_no_prize(shop: Any) -> None:
    entry = shop.sell(pick(3))
    shop.close()
    shop.do(shop.draw(ONE))
    assert shop.no(c.ReportWrongDisplay(shop.now, 0, 2, 2)) == ["12(c):flash"]
    assert shop.no(c.ReportWrongDisplay(shop.now, 0, 2, 77)) == []
    shop.do(c.SettleGame(shop.now, 0))
    assert shop.prize(entry) == 4_400
    [event] = shop.do(c.CorrectDisplay(shop.now, 0))
    assert (event.position, event.number) == (2, 2)


@pytest.mark.parametrize(("day", "fine"), [(date(2024, 1, 11), False), (date(2024, 1, 12), True)])
def test_1_para1__x01_in_force_from(shop: Any, day: date, fine: bool) -> None:
    from eyesdown.keno.decide import decide
    from eyesdown.keno.state.state import KenoState

    [event] = decide(shop.book, KenoState(), c.OpenDay(datetime.combine(day, time(10))))
    assert hasattr(event, "keno_day") is fine


def test_7_b__a_series_counts_from_its_own_first_game(shop: Any) -> None:
    for _ in range(3):
        shop.play(HIGH)
    prepick = shop.sell(Prepick(("heads", "tails", "heads"), 100))
    run = shop.sell(LetItRun(("heads", "tails", "heads"), 100))
    bonus = shop.sell(Regular((1, 2, 3), 100, bonus=True), games=2, bonus_games=1)
    times = draw_of(shop.book, LOW).multiplier
    assert times > 1
    prizes = []
    for numbers in (LOW, HIGH, LOW):
        shop.play(numbers)
        prizes.append((shop.prize(prepick), shop.prize(run), shop.prize(bonus)))
    each = prizes[0][0]
    assert [won for won, _, _ in prizes] == [each, 2 * each, 3 * each]
    assert [won for _, won, _ in prizes] == [0, 0, each**3 // 100**2]
    assert [won for _, _, won in prizes] == [4_400 * times] * 3
    again = shop.sell(Regular((1, 2, 3), 100, bonus=True), games=2, bonus_games=1)
    shop.play(HIGH)
    shop.play(LOW)
    assert shop.prize(again) == 4_400


def test_t23__the_book_of_the_game_settles_it(shop: Any) -> None:
    """A schedule that pays more from tomorrow on settles tomorrow's game of today's Entry."""
    entry = shop.sell(pick(3), games=2)
    shop.play(ONE)
    cheap = shop.prize(entry)
    tables = dataclasses.replace(
        shop.book.tables,
        spots={**shop.book.tables.spots, "regular": {3: (0, 0, 100, 9_900)}},
    )
    shop.book = dataclasses.replace(shop.book, tables=tables)
    shop.play(ONE)
    assert (cheap, shop.prize(entry)) == (4_400, 4_400 + 9_900)
    assert shop.shelf.find(entry.serial).gross_cents == 200
