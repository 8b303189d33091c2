"""Rules 5, 5A and 6, accounts and growth rates."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time
from fractions import Fraction
from typing import Any

import pytest

from eyesdown.keno.bets.bet import HeadsOrTails, Keno2, Regular
from eyesdown.keno.games.commands import CloseGame
from eyesdown.keno.games.events import GameClosed
from eyesdown.keno.office import commands as o
from eyesdown.keno.office.commands import (
    AppointVenue,
    ApproveTerminal,
    IssueCard,
    OpenAccount,
    PublishInstructions,
    SignOff,
    SignOn,
)
from eyesdown.keno.sales.commands import DeliverReceipt
from eyesdown.keno.words.documents import Tendered
from eyesdown.kernel.written import replace
from eyesdown.rulebook.facts.keno_draw import EligibleFacts
from eyesdown.rulebook.keno_words import DrawSite, Duty, PersonKind, Tender, VenueKind
from eyesdown.rulebooks.nsw_keno.book import open_on
from eyesdown.rulebooks.nsw_keno.c05_eligibility import ELIGIBLE, of_age_on
from kit.desk import Desk

clause = pytest.mark.clause


@clause("nsw-keno", "5(a)")
def test_5_a__an_undelivered_receipt_falls_out_when_the_game_closes(desk: Desk) -> None:
    late, counted = desk.entry(Regular((1,), 300)), desk.sell(Regular((1,), 100))
    desk.do(desk.sale(late, delivered=False))
    assert desk.purse("venue:club:held") == 300
    (closed, _) = desk.do(CloseGame(desk.tick(), datetime(2024, 5, 1, 9, 9)))
    assert isinstance(closed, GameClosed)
    assert closed.excluded == (late.serial,)
    assert closed.funds[0].gross_cents == 100
    assert desk.purse("venue:club:held") == 0
    desk.draw(0)
    from eyesdown.keno.games.commands import SettleGame

    settled = desk.do(SettleGame(desk.now, 0))[0]
    assert [prize.serial for prize in settled.prizes] == [counted.serial]
    refused = desk.refused(DeliverReceipt(desk.now, late.serial))
    assert refused == [("receipt/unknown", "7(g)")]


@clause("nsw-keno", "5(a)", "5(b)")
@pytest.mark.parametrize(
    ("channel", "stored", "receipt", "in_account", "code"),
    [
        ("venue", True, True, False, None),
        ("venue", False, True, False, "entry/no_receipt_or_record"),
        ("venue", True, False, False, "entry/no_receipt_or_record"),
        ("internet", True, False, True, None),
        ("internet", False, False, True, "entry/not_in_account"),
        ("internet", True, False, False, "entry/not_in_account"),
    ],
)
def test_5__an_entry_counts_with_its_record_and_its_receipt_or_account(
    channel: str, stored: bool, receipt: bool, in_account: bool, code: str | None
) -> None:
    book = open_on(date(2024, 5, 1))
    found = book.check(ELIGIBLE, EligibleFacts(channel, stored, receipt, in_account))
    assert [bad.code for bad in found] == ([code] if code else [])


@clause("nsw-keno", "5A(a)", "2:Inspector")
@pytest.mark.parametrize("role", [role for role in PersonKind if role is not PersonKind.PUBLIC])
def test_5A_a__barred_roles_cannot_buy(desk: Desk, role: PersonKind) -> None:
    desk.account(role=role)
    refused = desk.refused(desk.sale(desk.web_entry()))
    assert refused == [("person/barred_role", "5A(a)")]
    desk.do(IssueCard(desk.now, "k1", "Kim", date(1980, 1, 1), "K", role=role))
    assert desk.refused(desk.sale(desk.entry(card="k1"))) == [("person/barred_role", "5A(a)")]


@clause("nsw-keno", "5A(b)")
def test_5A_b__a_writer_on_shift_cannot_buy_with_his_own_account(desk: Desk) -> None:
    desk.account("will")
    entry = desk.web_entry(account="will")
    desk.do(SignOn(desk.now, "will w", Duty.WRITER, "club", account="will"))
    assert desk.refused(desk.sale(entry)) == [("person/on_duty", "5A(b)")]
    desk.do(SignOff(desk.now, "will w"))
    assert desk.refused(desk.sale(entry)) == []


@clause("nsw-keno", "5A(c)")
@pytest.mark.parametrize(
    ("born", "refused"),
    [
        (date(2006, 4, 30), []),
        (date(2006, 5, 1), []),
        (date(2006, 5, 2), [("person/under_age", "5A(c)")]),
    ],
)
def test_5A_c__eighteen_on_the_day_of_the_sale(desk: Desk, born: date, refused: list[Any]) -> None:
    desk.account("zoe")
    desk.state.accounts["zoe"] = replace(desk.state.accounts["zoe"], born=born)
    assert desk.refused(desk.sale(desk.web_entry(account="zoe"))) == refused


@clause("nsw-keno", "5A(c)")
def test_5A_c__a_leap_days_child_waits_for_the_first_of_march() -> None:
    figures = open_on(date(2024, 5, 1)).figures
    assert of_age_on(date(2008, 2, 29), figures) == date(2026, 3, 1)
    assert of_age_on(date(9990, 1, 1), figures) == date.max


@clause("nsw-keno", "7(l):part")
def test_7_l__instructions_are_kept_by_version(desk: Desk) -> None:
    from eyesdown.display.keno.site import instructions_on

    desk.do(PublishInstructions(desk.now, "v1", "sst", "Touch a number."))
    first = desk.now
    desk.do(PublishInstructions(desk.tick(60), "v2", "sst", "Touch up to ten numbers."))
    assert instructions_on(desk.state, "sst", first).version == "v1"
    latest = instructions_on(desk.state, "sst", desk.now)
    assert (latest.version, latest.text) == ("v2", "Touch up to ten numbers.")
    assert instructions_on(desk.state, "form", desk.now) is None


@clause("nsw-keno", "2:Subscriber Account")
def test_2_Subscriber_Account__deposits_buys_wins_and_withdrawals(desk: Desk) -> None:
    from eyesdown.keno.office.commands import Deposit, IdentifyAccount, Withdraw

    desk.account(cents=1_000)
    entry = desk.web_entry(HeadsOrTails("heads", 500))
    desk.do(desk.sale(entry))
    assert desk.state.accounts["ann"].balance_cents == 500
    desk.play()
    assert desk.state.accounts["ann"].balance_cents == 1_500
    assert desk.refused(Deposit(desk.now, "ann", 0)) == [("deposit/amount", "2:Subscriber Account")]
    desk.do(IdentifyAccount(desk.now, "ann", "ida"))
    assert desk.refused(Withdraw(desk.now, "ann", 1_500)) == []
    assert desk.purse("account:ann") == 0
    again = OpenAccount(desk.now, "ann", "Ann", date(1990, 1, 1))
    assert desk.refused(again) == [("account/exists", "2:Subscriber Account")]


def test_growth_rates_are_needed_before_sales(bare: Desk) -> None:
    """Decision M01."""
    names, places = ("Club", "Newtown", "A-17"), (("bar",), ("bar",))
    bare.do(AppointVenue(bare.now, "club", VenueKind.CLUB, *names, *places, time(0), time(0)))
    bare.do(ApproveTerminal(bare.now, "club-1", "club", False, "A"))
    bare.do(SignOn(bare.now, "b", Duty.SENIOR_WRITER, "club"))
    bare.open_day()
    refused = bare.refused(bare.sale(bare.entry(Regular(tuple(range(1, 8)), 100))))
    assert refused == [("growth/no_rate", "2:Jackpot Growth(i)")]
    refused = bare.refused(bare.sale(bare.entry(Keno2(tuple(range(1, 9)), 200))))
    assert refused == [("growth/no_rate", "2:Jackpot Growth(ii)")]
    assert bare.refused(bare.sale(bare.entry(Regular((1,), 100)))) == []


def test_a_rate_may_not_eat_more_than_the_fund_receives(desk: Desk) -> None:
    """Decisions M01 and X03."""
    from eyesdown.keno.office.commands import SetGrowthRate

    ask = SetGrowthRate(desk.now, "regular/8", Fraction(10, 100), date(2024, 5, 1))
    assert desk.refused(ask) == []
    over = replace(ask, rate=Fraction(11, 100))
    assert desk.refused(over) == [("growth/rate", "2:Jackpot Growth(i)")]
    two = replace(over, jackpot="keno2/8")
    assert desk.refused(two) == [("growth/rate", "2:Jackpot Growth(ii)")]
    racing = replace(ask, jackpot="racing/quartet", rate=Fraction(1, 5))
    assert desk.refused(racing) == [("growth/rate_is_fixed", "2:Jackpot Growth(iii)")]
    assert desk.refused(replace(racing, rate=Fraction(1, 10))) == []
    nothing = replace(ask, jackpot="regular/6")
    assert desk.refused(nothing) == [("jackpot/unknown", "2:Jackpot")]


def test_a_tender_of_nothing_is_not_a_payment(desk: Desk) -> None:
    entry = desk.entry()
    none = desk.refused(desk.sale(entry, Tendered(Tender.CASH, 0)))
    assert none == [("payment/short", "7(b)(ii)"), ("tender/amount", "9(a)(i)")]


LOW = tuple(range(1, 21))


def pick(spots: int, cents: int = 100, **more: Any) -> Regular:
    return Regular(tuple(range(1, spots + 1)), cents, **more)


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
    shop: Desk, known_by: str, role: PersonKind, born: date, clauses: list[str]
) -> None:
    if known_by == "account":
        shop.account("ann", 1_000, role=role, born=born)
        entry = shop.web_entry(pick(3))
    else:
        shop.do(o.IssueCard(shop.now, "K1", "kay", born, "A-9", role))
        entry = shop.entry(pick(3), card="K1")
    assert shop.no(shop.sale(entry)) == clauses


def test_5a_c__born_on_a_leap_day(shop_on: Callable[[date], Desk]) -> None:
    for day, clauses in ((date(2026, 2, 28), ["5A(c)"]), (date(2026, 3, 1), [])):
        shop = shop_on(day)
        shop.account("ann", 1_000, born=date(2008, 2, 29))
        assert shop.no(shop.sale(shop.web_entry(pick(3)))) == clauses


def test_5a_b__only_while_on_duty(shop: Desk) -> None:
    shop.account("ann", 1_000)
    shop.do(o.SignOn(shop.now, "ann", Duty.WRITER, "club", account="ann"))
    assert shop.no(shop.sale(shop.web_entry(pick(3)))) == ["5A(b)"]
    shop.do(o.SignOff(shop.now, "ann"))
    assert shop.no(shop.sale(shop.web_entry(pick(3)))) == []


def test_6_a_b__nobody_in_control(shop: Desk) -> None:
    shop.do(o.SignOff(shop.now, "club boss"))
    assert shop.no(shop.sale(shop.entry(pick(3)))) == ["6(b)"]
    assert shop.no(shop.sale(shop.entry(pick(3), venue="hotel"))) == []
    shop.do(o.SignOff(shop.now, "sue"))
    shop.close()
    assert shop.no(shop.drawing(LOW)) == ["6(a)"]
    assert shop.no(shop.drawing(LOW, site=DrawSite.BACKUP)) == ["6(a)"]
    shop.do(o.SignOn(shop.now, "bob", Duty.SUPERVISOR, DrawSite.BACKUP))
    assert shop.no(shop.drawing(LOW, site=DrawSite.BACKUP)) == []
    assert shop.state.games[0].site is DrawSite.BACKUP


@clause("nsw-keno", "2:Subscriber Account", "2:Keno Player Card", "5A(c)")
def test_5A_c__a_card_or_account_without_a_number_is_not_everybodys(desk: Desk) -> None:
    """An Entry that names none must not be measured by one that was given no number."""
    child = date(2020, 1, 1)
    card = IssueCard(desk.now, "", "Kim", child, "A-9")
    assert desk.refused(card) == [("card/no_number", "2:Keno Player Card")]
    account = OpenAccount(desk.now, "", "Kim", child)
    assert desk.refused(account) == [("account/no_number", "2:Subscriber Account")]
    assert desk.refused(desk.sale(desk.entry())) == []


@clause("nsw-keno", "5A(b)")
def test_5A_b__who_is_on_duty_twice_is_engaged_until_both_are_over(desk: Desk) -> None:
    desk.do(IssueCard(desk.now, "K1", "Kim", date(1990, 1, 1), "A-9"))
    for person in ("kim", "kim at the bar"):
        desk.do(SignOn(desk.now, person, Duty.WRITER, "club", "K1"))
    on_duty = [("person/on_duty", "5A(b)")]
    assert desk.refused(desk.sale(desk.entry(card="K1"))) == on_duty
    desk.do(SignOff(desk.now, "kim"))
    assert desk.refused(desk.sale(desk.entry(card="K1"))) == on_duty
    desk.do(SignOff(desk.now, "kim at the bar"))
    assert desk.refused(desk.sale(desk.entry(card="K1"))) == []
