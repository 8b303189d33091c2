"""Control counts what Venues keep of sales, by what was agreed when each of them was made."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from eyesdown.control.keno.commissions import carry_commission, commission_of, rates_of
from eyesdown.control.keno.sales import count_sales
from eyesdown.control.keno.winners import count_winners
from eyesdown.demo.keno_load import Ask, places, sale, set_up
from eyesdown.keno.bets.bet import Bet, HeadsOrTails, Keno2, LetItRun, Prepick, Regular
from eyesdown.keno.games.commands import RecordDraw, SettleGame
from eyesdown.keno.office.commands import AgreeCommission, AppointVenue, FlexContribution
from eyesdown.keno.sales.commands import DeliverReceipt, SellGiftVoucher
from eyesdown.keno.words.documents import Tendered
from eyesdown.keno.words.money import Amount
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Category, DrawSite, Form, Tender

AT = datetime(2026, 11, 15, 10, 0, tzinfo=ZoneInfo("Australia/Sydney"))
DAY = AT.date()
[PLACE] = places(1)
HEADS = (*range(1, 19), 80, 20)


def counted(book: Any, serial: str) -> int | Fraction:
    entered = book.tally.entries[serial]
    rates = rates_of(book.tally, entered.entry.venue, entered.day, entered.known)
    return commission_of(serial, entered, rates)


def agree(book: Any, rate: Fraction | None) -> None:
    book.do(AgreeCommission(AT, PLACE.venue, rate))


def flex(book: Any, category: Category, change: Fraction) -> None:
    book.do(FlexContribution(AT, category, change, DAY, DAY))


@pytest.mark.parametrize(
    ("bets", "games", "cents", "due"),
    [
        ((Regular((1, 2), 100),), 1, 100, "11"),  # 44% of the 25 cents that the fund leaves
        ((Keno2((1, 2), 200),), 1, 200, "517/25"),  # of 47 cents
        ((HeadsOrTails("heads", 500),), 1, 500, "44"),  # of 100
        ((HeadsOrTails("heads", 500, bonus=True),), 1, 1000, "99"),  # and of 125
        ((Regular((1, 2), 100, bonus=True),), 3, 600, "66"),
        ((Prepick(("heads", "tails"), 100, 1),), 2, 300, "143/5"),
        ((LetItRun(("heads", "tails"), 100),), 2, 100, "44/5"),
    ],
)
def test_by_hand_and_as_booked(
    book: Any, bets: tuple[Bet, ...], games: int, cents: int, due: str
) -> None:
    serial = book.sell(*bets, games=games, cents=cents)
    assert counted(book, serial) == Fraction(due)
    assert book.tally.entries[serial].commission_cents == Fraction(due)
    book.close()
    assert count_sales(book.tally, 0) == ""


@pytest.mark.parametrize(
    ("rate", "change", "due"),
    [
        (Fraction(1, 20), Fraction(0), "5"),
        (Fraction(1, 20), Fraction(1, 20), "5"),
        (None, Fraction(1, 20), "187/20"),  # the fund takes 78.75 cents, its sub-account with it
        (None, Fraction(-1, 20), "11"),  # what the fund gives its sub-account stays in the fund
        (Fraction(0), Fraction(0), "0"),
    ],
)
def test_what_was_agreed_and_flexed_counts_until_it_is_changed(
    book: Any, rate: Fraction | None, change: Fraction, due: str
) -> None:
    agree(book, rate)
    if change:
        flex(book, Category.I, change)
    before = book.sell(Regular((1, 2), 100), cents=100)
    agree(book, Fraction(3, 100))
    after = book.sell(Regular((1, 2), 100), cents=100)
    assert [counted(book, one) for one in (before, after)] == [Fraction(due), 3]
    agree(book, Fraction(1, 2))
    book.close()
    assert count_sales(book.tally, 0) == ""


def test_a_venue_that_is_appointed_anew(book: Any) -> None:
    agree(book, Fraction(1, 20))
    appointed = [one for one in set_up(AT, (PLACE,)) if isinstance(one, AppointVenue)]
    book.do(appointed[0])
    booked = book.state.venues[PLACE.venue].commission
    serial = book.sell(Regular((1, 2), 100), cents=100)
    assert counted(book, serial) == (11 if booked is None else 100 * booked)
    book.close()
    assert count_sales(book.tally, 0) == ""


def test_what_a_voucher_pays_bore_its_commission_before(book: Any) -> None:
    book.do(SellGiftVoucher(AT, "G1", PLACE.venue, Form.REGULAR, 100, 100))
    command = sale(AT, "S9", PLACE, Ask((Regular((1, 2), 300),), 1, 200))
    voucher = Tendered(Tender.GIFT_VOUCHER, 100, "G1")
    book.do(replace(command, tenders=(*command.tenders, voucher)))
    assert counted(book, "S9") == 22
    book.close()
    assert count_sales(book.tally, 0) == ""


def test_a_receipt_that_is_delivered_later_bears_what_is_agreed_by_then(book: Any) -> None:
    command = sale(AT, "S9", PLACE, Ask((Regular((1, 2), 100),), 1, 100))
    book.do(replace(command, delivered=False))
    agree(book, Fraction(1, 20))
    book.do(DeliverReceipt(AT, "S9"))
    assert counted(book, "S9") == 5
    book.close()
    assert count_sales(book.tally, 0) == ""


def test_a_wrong_commission_stops_the_game_and_names_the_entry(book: Any) -> None:
    serial = book.sell(Regular((1, 2), 100), cents=100)
    book.sell(Regular((1, 3), 100), cents=100)
    book.close()
    entered = book.tally.entries[serial]
    entered.commission_cents = 12
    words = f"game 0, entry {serial}: counted 11 cents of Commission, recorded 12, posted 11"
    assert count_sales(book.tally, 0) == words
    entered.commission_cents = 11
    entered.money = tuple(
        Amount(one.purse, 13) if one.purse.endswith(":commission") else one for one in entered.money
    )
    assert count_sales(book.tally, 0).endswith("recorded 11, posted 13")


def carried(book: Any) -> Any:
    """A Let it Run of a dollar that won two, of which half goes to Keno Bonus."""
    book.sell(LetItRun(("heads", "heads"), 100, 2), games=2, cents=300)
    book.close()
    book.do(RecordDraw(AT, 0, HEADS, "cage", DrawSite.CENTRAL, "journal"))
    [settled, *_] = book.do(SettleGame(AT, 0))
    [one] = settled.carried
    return one


def test_a_carry_bears_commission_by_what_was_agreed_when_it_was_settled(book: Any) -> None:
    one = carried(book)
    due = one.carry.base_cents * Fraction(88, 1000) + one.carry.bonus_cents * Fraction(11, 100)
    assert one.carry.commission_cents == due > 0
    agree(book, Fraction(1, 2))
    flex(book, Category.Q, Fraction(1, 20))
    assert carry_commission(book.tally, 0, one) == due
    assert count_winners(book.tally, 0) == ""


def test_a_wrong_commission_on_a_carry_is_named(book: Any) -> None:
    one = carried(book)
    settled = book.tally.settled[0]
    wrong = replace(one, carry=replace(one.carry, commission_cents=Fraction(1)))
    book.tally.settled[0] = replace(settled, carried=(wrong,))
    words = f"game 0, Commission on what {one.serial} carries: counted "
    assert count_winners(book.tally, 0).startswith(words)
