"""Rule 7A: Entries on the internet."""

from __future__ import annotations

import dataclasses
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest

from eyesdown.display.keno.account import account_history
from eyesdown.display.keno.ticket import acknowledgement, confirmation
from eyesdown.keno.bets.bet import Racing, Regular, Roulette
from eyesdown.keno.games.commands import OpenDay
from eyesdown.keno.office import commands as o
from eyesdown.keno.office.commands import LogIn, LogOut, SwitchForm
from eyesdown.keno.sales.commands import AcknowledgeEntry
from eyesdown.keno.sales.events import EntryAccepted
from eyesdown.keno.sales.payment import split_money
from eyesdown.keno.sales.stakes import staked_by_game
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Form, Method, Tender
from kit.desk import Desk


def pick(spots: int, cents: int = 100, **more: Any) -> Regular:
    return Regular(tuple(range(1, spots + 1)), cents, **more)


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
def test_7a__what_a_web_entry_needs(shop: Desk, spoil: str, clauses: list[str]) -> None:
    if spoil == "no terms":
        shop.do(o.OpenAccount(shop.now, "ann", "ann", date(1990, 1, 1)))
        shop.do(o.LogIn(shop.now, "ann", password_right=True))
        shop.do(o.Deposit(shop.now, "ann", 500))
    else:
        shop.account("ann", 490 if spoil == "poor" else 500)
    if spoil == "logged out":
        shop.do(o.LogOut(shop.now, "ann"))
    entry = shop.web_entry(pick(3, 500))
    if spoil == "nobody":
        entry = replace(entry, account="bob")
    found = shop.no(shop.sale(entry, confirmed=spoil != "unconfirmed"))
    assert bool(found) is bool(clauses)
    if clauses and clauses != ["7A(d)"]:
        assert clauses[0] in found, found


def test_7a_f_iii__the_same_entry_twice_is_sold_once(shop: Desk) -> None:
    shop.account("ann", 1_000)
    entry = shop.web_entry(pick(3, 500))
    assert shop.no(shop.sale(entry)) == []
    assert shop.no(shop.sale(entry)) == ["2:Receipt Ticket"]
    assert shop.state.accounts["ann"].balance_cents == 500
    assert [one.entry.serial for one in shop.history("ann")] == [entry.serial]


TAILS = tuple(range(61, 81))


def test_a_web_entry_may_have_no_venue(desk: Desk) -> None:
    desk.account()
    web = replace(desk.web_entry(Regular((41,), 100)), venue="")
    assert desk.refused(desk.sale(web)) == []
    stray = replace(desk.web_entry(Regular((41,), 100)), venue="v99")
    assert desk.refused(desk.sale(stray)) == [("venue/not_appointed", "2:Venue")]
    assert desk.play(TAILS)[0].prizes == ()


clause = pytest.mark.clause

PICK = (1, 2, 3)


@clause("nsw-keno", "7A(b):subset", "4:variation", "7(b)(i)(c)")
def test_7A_b_subset__a_replay_gets_no_more_than_is_offered_where_it_is_made(desk: Desk) -> None:
    racing = Racing("win", "straight", (), (), (1,), 100)
    for method in (Method.INTERNET, Method.SST):
        desk.do(SwitchForm(desk.now, Form.RACING, method, False, "A-9", date(2024, 5, 1)))
    desk.account()
    again = {"method": Method.REPLAY, "replay_of": desk.sell().serial}
    off = [("form/not_offered", "7(b)(i)(d)(v)")]
    web = replace(desk.web_entry(racing), **again)
    assert desk.refused(desk.sale(web)) == off
    assert desk.refused(desk.sale(replace(web, lines=(Regular(PICK, 100),)))) == []
    sst = desk.entry(racing, terminal="club-sst", **again)
    assert desk.refused(desk.sale(sst)) == off
    assert desk.refused(desk.sale(desk.entry(racing, **again))) == []


RED = Roulette("red_black", "red", 500)


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


@clause("nsw-keno", "7A(c)(i)")
def test_7A_c_i__an_account_is_needed(desk: Desk) -> None:
    refused = desk.refused(desk.sale(desk.web_entry(account="")))
    assert ("account/none", "7A(c)(i)") in refused
    assert desk.refused(LogIn(desk.now, "nobody", True)) == [("account/none", "7A(c)(i)")]


@clause("nsw-keno", "7A(c)(ii)")
def test_7A_c_ii__logged_in_with_the_right_password(desk: Desk) -> None:
    desk.account()
    desk.do(LogOut(desk.now, "ann"))
    sale = desk.sale(desk.web_entry())
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
def test_7A_c_iii__an_account_in_credit(desk: Desk, balance: int, refused: list[Any]) -> None:
    desk.account(cents=balance)
    found = desk.refused(desk.sale(desk.web_entry(RED)))
    assert sorted(found, key=str) == sorted(refused, key=str)


@clause("nsw-keno", "7A(c)(iv)", "2:Subscriber Account Terms and Conditions")
def test_7A_c_iv__terms_accepted(desk: Desk) -> None:
    desk.account()
    desk.state.accounts["ann"] = replace(desk.state.accounts["ann"], terms="")
    assert desk.refused(desk.sale(desk.web_entry())) == [
        ("account/terms_not_accepted", "2:Subscriber Account Terms and Conditions"),
        ("account/terms_not_accepted", "7A(c)(iv)"),
    ]


@clause("nsw-keno", "7A(d)", "2:Internet Confirmation Screen", "2:Internet Acknowledgement")
@clause("nsw-keno", "7A(e)", "7A(f)(i)", "7A(f)(ii)", "7A(f)(iii)", "7A(f):final", "7A(g)", "5(b)")
def test_7A_d_to_g__confirm_store_acknowledge(desk: Desk) -> None:
    desk.account()
    entry = desk.web_entry(Regular((1, 2), 200), games=3)
    asked = desk.sale(entry, confirmed=False)
    screen = confirmation(desk.book, desk.state, entry)
    assert screen.shown.lines[0].marks == (("", 1), ("", 2))
    assert (screen.shown.first_game, screen.shown.last_game, screen.shown.cost_cents) == (0, 2, 600)
    assert (screen.balance_cents, bool(screen.check_words)) == (10_000, True)
    assert desk.refused(asked) == [("internet/not_confirmed", "7A(f)(iii)")]
    assert desk.state.accounts["ann"].balance_cents == 10_000
    lost = acknowledgement(desk.book, desk.state, entry.serial)
    assert (lost.serial, lost.shown, bool(lost.no_answer)) == ("", None, True)
    assert account_history(desk.history("ann")) == ()
    (accepted,) = desk.do(desk.sale(entry))
    assert isinstance(accepted, EntryAccepted)
    assert (accepted.commission_cents, accepted.net_cents) == (0, 600)
    assert desk.state.accounts["ann"].balance_cents == 9_400
    seen = acknowledgement(desk.book, desk.state, entry.serial)
    assert (seen.serial, seen.shown, seen.no_answer) == (entry.serial, screen.shown, "")
    again = desk.refused(desk.sale(entry))
    assert again == [("receipt/serial", "2:Receipt Ticket")]
    assert desk.state.accounts["ann"].balance_cents == 9_400
    (line,) = account_history(desk.history("ann"))
    assert (line.serial, line.games, line.cost_cents) == (entry.serial, 3, 600)
    desk.do(AcknowledgeEntry(desk.tick(), entry.serial))
    assert desk.state.sold[entry.serial].acknowledged_at == desk.now
    assert desk.do(AcknowledgeEntry(desk.now, entry.serial)) == ()
    nothing = desk.refused(AcknowledgeEntry(desk.now, "nobody"))
    assert nothing == [("internet/no_entry", "7A(f)(i)")]


@clause("nsw-keno", "7A(g)")
def test_7A_g__three_purchases_three_lines_even_after_the_day(desk: Desk) -> None:
    desk.account()
    serials = []
    for _ in range(3):
        entry = desk.web_entry(Regular((41,), 100))
        desk.do(desk.sale(entry))
        serials.append(entry.serial)
    _next_day(desk)
    assert [line.serial for line in account_history(desk.history("ann"))] == serials


@clause("nsw-keno", "7A(e)")
def test_7A_e__a_web_entry_bears_no_commission(desk: Desk) -> None:
    """Decision M22."""
    desk.account()
    (done,) = desk.do(desk.sale(desk.web_entry()))
    assert (done.commission_cents, done.net_cents) == (0, 100)
    assert desk.purse("licensees") == 100


@clause("nsw-keno", "7A(c)(iii)", "9(b)")
def test_7A_c_iii__who_has_no_account_has_nothing_in_it(desk: Desk) -> None:
    """Nor does another's account, or another name for the own one, pay."""
    desk.account("ann")
    desk.account("bob")

    def said(account: str, paid_from: str) -> dict[str, Any]:
        entry = desk.web_entry(Regular((1, 2, 3), 100), account=account)
        [event] = desk.do(desk.sale(entry, (Tender.ACCOUNT, 100, paid_from)))
        return {no.code: dict(no.facts).get("balance_cents") for no in event.refusals}

    stranger = said("eve", "")
    assert stranger["account/balance_too_low"] == stranger["credit/none_given"] == 0
    assert said("bob", "ann") == {"credit/none_given": 0}


@clause("nsw-keno", "2:Net Subscription")
@pytest.mark.parametrize(("venue", "commission"), [("", 0), ("club", 40)])
def test_what_a_web_entry_costs_is_its_commission_and_the_net_part(
    desk: Desk, venue: str, commission: int
) -> None:
    """Decision M22, with a rate of 4 % instead of none, for an Entry that names its Venue."""
    figures = dataclasses.replace(desk.book.figures, internet_commission_rate=Fraction(1, 25))
    book = dataclasses.replace(desk.book, figures=figures)
    desk.account("ann")
    entry = desk.web_entry(Regular((1, 2, 3), 1_000), venue=venue)
    money = split_money(book, desk.state, entry, staked_by_game(book, entry), ())
    assert (money.gross_cents, money.commission_cents) == (1_000, commission)
    assert money.net_cents == 1_000 - commission
