"""Money clauses asked directly: at their limits, and with the facts that their refusals tell."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from types import SimpleNamespace as Facts
from typing import Any

import pytest

from eyesdown.rulebook.facts.bingo import Brief
from eyesdown.rulebooks import SHELF
from eyesdown.rulebooks.nsw_casino_bingo import c03_conditions, c07_settlement, c10_promotions
from eyesdown.rulebooks.nsw_casino_bingo import c06_jackpots as nsw_jackpots
from eyesdown.rulebooks.nz_casino_bingo import c04_entry, c07_prizes
from eyesdown.rulebooks.nz_casino_bingo import c06_jackpots as nz_jackpots
from eyesdown.rulebooks.vic_bingo import c01_versions, c02_admission
from eyesdown.rulebooks.vic_bingo import c04_jackpots as vic_jackpots

NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"
FIGURES = {book: SHELF.open(book, date(2026, 5, 5)).figures for book in (NZ, VIC, NSW)}
_NONE = "versions prizes minors serials programme conditions jackpot_games jackpot_numbers levels"
BRIEF: dict[str, Any] = dict.fromkeys(_NONE.split(), ()) | {
    "game": 1,
    "colour": "",
    "last_in_sequence": False,
    "numbers_wanted": False,
    "pool": "Gold",
    "pool_cents": 12345,
    "pool_games": (3, 5),
    "pool_method": "in full",
    "rolling": True,
    "brought_forward_cents": 500,
    "brought_forward_date": date(2026, 5, 4),
}


def told(book: str, check: Any, **facts: Any) -> Any:
    """The code and the facts of a breach, or nothing."""
    arguments = (Facts(**facts), FIGURES[book])[: check.__code__.co_argcount]
    breach = check(*arguments)
    return (breach.code, dict(breach.facts)) if breach else None


def duty(rule: Any, **more: Any) -> Any:
    return rule(Brief(**{**BRIEF, **more}))


def test_what_is_not_there_is_told_as_none_of_it() -> None:
    """A refusal for a missing tick tells it as nothing."""
    none = {"member": False, "fee_paid": False}
    outsider = ("player/not_a_member", {"member": 0})
    assert told(NSW, c03_conditions.players_belong_to_the_loyalty_program, **none) == outsider
    assert told(NSW, c03_conditions.scorecards_go_to_members, **none) == outsider
    found = told(NSW, c03_conditions.entry_fee_comes_first, **none)
    assert found == ("entry/fee_unpaid", {"fee_paid": 0})
    found = told(NSW, c03_conditions.claimant_has_entered, has_cards=False)
    assert found == ("claim/no_cards", {"cards": 0})
    assert told(NSW, c03_conditions.claimant_has_entered, has_cards=True) is None
    found = told(NSW, c03_conditions.fee_is_shown_at_the_dealer_station, price_notice=False)
    assert found == ("point/no_price_notice", {"price_notice": 0})
    found = told(NZ, c04_entry.price_is_on_a_notice, price_notice=False)
    assert found == ("point/no_price_notice", {"price_notice": 0})
    found = told(VIC, c02_admission.notice_hangs_at_the_entrance, notice_displayed=False)
    assert found == ("session/notice_missing", {"notice_displayed": 0})


@pytest.mark.clause(NSW, "3.3 first")
def test_3_3__a_fee_is_a_cent_at_the_least() -> None:
    check = c03_conditions.session_has_an_entry_fee
    assert told(NSW, check, entry_fee_cents=1) is None
    for cents in (0, -1):
        wanted = ("session/no_entry_fee", {"entry_fee_cents": cents})
        assert told(NSW, check, entry_fee_cents=cents) == wanted


@pytest.mark.clause(VIC, "1.1")
def test_1_1__the_first_prize_that_nobody_won_is_told() -> None:
    check = c01_versions.game_goes_on_until_it_is_won
    facts = {"exhausted": False, "open_prizes": ("top line", "ticket"), "numbers_count": 7}
    assert told(VIC, check, **facts) == ("game/not_won", {"open": "top line", "numbers_out": 7})


@pytest.mark.clause(VIC, "1.1(a)(ii)")
def test_1_1_a_ii__by_how_many_calls_a_cry_is_late() -> None:
    check = c01_versions.version_1_is_called_in_the_window
    facts = {"version": "1", "during_announcement": False, "completed_on": 5}
    assert told(VIC, check, call=5, **facts) is None
    late = ("claim/late", {"completed_on": 5, "calls_late": 2})
    assert told(VIC, check, call=7, **facts) == late


@pytest.mark.clause(VIC, "4.3(a)", "4.3(b)")
@pytest.mark.clause(NZ, "6.3(a)", "6.3(b)")
@pytest.mark.parametrize("book", [vic_jackpots, nz_jackpots])
def test_a_rolling_pool_is_told_at_the_end_and_no_other(book: Any) -> None:
    closes = duty(book.closing_balance)
    assert (closes.topic, closes.text) == (
        "closing balance",
        "The jackpot pool closes at $123.45.",
    )
    details = (("time", "7 pm"), ("date", "6 May"), ("place", "Hall"))
    assert duty(book.next_session, details=details).lacking == ()
    assert duty(book.next_session).lacking == ("time", "date", "place")
    assert duty(book.next_session, last_in_sequence=True) is None
    for none in ({"pool": ""}, {"rolling": False}):
        assert duty(book.closing_balance, **none) is None
        assert duty(book.next_session, **none) is None


@pytest.mark.clause(VIC, "4.2(a)", "4.2(b)")
@pytest.mark.clause(NZ, "6.2(a)", "6.2(b)")
@pytest.mark.parametrize("book", [vic_jackpots, nz_jackpots])
def test_a_pool_is_told_at_the_beginning(book: Any) -> None:
    assert duty(book.jackpot_games, pool="") is None
    games = duty(book.jackpot_games)
    assert "3, 5" in games.text
    assert games.lacking == ()
    for lacks in ({"pool_games": ()}, {"pool_method": ""}):
        assert duty(book.jackpot_games, **lacks).lacking == ("games and method of distribution",)
    assert duty(book.brought_forward).text == "$5.00 come forward from the session of 2026-05-04."
    for none in ({"pool": ""}, {"rolling": False}, {"brought_forward_date": None}):
        assert duty(book.brought_forward, **none) is None


@pytest.mark.clause(NSW, "6.2", "6.3.1", "6.3.2", "6.3.3")
def test_6_3__jackpots_may_be_displayed_and_told_for_the_session() -> None:
    gold: dict[str, Any] = {"levels": (("gold", 6000), ("silver", 2500)), "numbers_wanted": True}
    rules = (
        nsw_jackpots.conditions,
        nsw_jackpots.jackpot_numbers,
        nsw_jackpots.jackpot_games,
        nsw_jackpots.jackpot_amount,
    )
    told_by = [duty(rule, **gold) for rule in rules]
    assert [one.or_displayed for one in told_by] == [False, True, True, True]
    assert [one.or_for_session for one in told_by] == [True, False, True, False]
    assert [duty(rule) for rule in rules] == [None] * 4
    assert duty(nsw_jackpots.jackpot_numbers, **{**gold, "numbers_wanted": False}) is None
    assert told_by[1].lacking == ("jackpot numbers",)
    drawn = duty(nsw_jackpots.jackpot_numbers, **gold, jackpot_numbers=(5, 72))
    assert (drawn.text, drawn.lacking) == ("The jackpot numbers are 5, 72.", ())
    alone = duty(nsw_jackpots.jackpot_numbers, **gold, jackpot_numbers=(72,))
    assert (alone.text, alone.lacking) == ("The jackpot number is 72.", ())
    assert told_by[3].text == "The jackpot is gold $60.00, silver $25.00."
    said = {"": (), "6000": (), "2500": (), "6001": ("the amount in the ledger",)}
    for cents, lacking in said.items():
        read = duty(nsw_jackpots.jackpot_amount, **gold, details=(("amount_cents", cents),))
        assert read.lacking == lacking


@pytest.mark.clause(NSW, "7.1.2", "7.1.3")
def test_7_1__what_is_wrong_with_a_scorecard_is_told() -> None:
    check = c07_settlement.scorecard_is_for_this_game
    shown = {"call": 9, "shown_sold": True, "shown_for_game": True}
    assert told(NSW, check, **shown) is None
    found = told(NSW, check, **{**shown, "shown_sold": False})
    assert found == ("claim/card_unsold", {"call": 9})
    found = told(NSW, check, **{**shown, "shown_for_game": False})
    assert found == ("claim/card_of_another_game", {"call": 9})
    check = c07_settlement.serial_and_book_read_are_the_scorecards
    assert told(NSW, check, by="sue", serial_agrees=True, book_agrees=True) is None
    found = told(NSW, check, by="sue", serial_agrees=False, book_agrees=True)
    assert found == ("claim/card_serial_differs", {"by": "sue"})
    found = told(NSW, check, by="sue", serial_agrees=True, book_agrees=False)
    assert found == ("claim/card_book_differs", {"by": "sue"})


@pytest.mark.clause(NSW, "7.6")
@pytest.mark.parametrize(
    ("jackpot", "asked", "parts", "method"),
    [
        (True, True, (), "cheque"),
        (True, False, (), "cash"),
        (False, True, (), "cash"),
        (False, False, (("cash", 1), ("chips", 2), ("cash", 3)), "cash and chips"),
    ],
)
def test_7_6__only_a_jackpot_is_paid_by_cheque_unasked_for(
    jackpot: bool, asked: bool, parts: Any, method: str
) -> None:
    facts: Any = Facts(jackpot=jackpot, cheque_requested=asked, parts=parts)
    assert c07_settlement.pay_method(facts) == method


@pytest.mark.clause(NSW, "7.2")
def test_7_2__open_claims_are_counted_before_the_next_number() -> None:
    check = c07_settlement.claims_are_decided_before_the_next_number
    assert told(NSW, check, claims_open=0) is None
    assert told(NSW, check, claims_open=2) == ("draw/claims_open", {"claims": 2})


def paying(sort: str, *cents: int, way: str = "", **more: Any) -> dict[str, Any]:
    prize = {"prize": "first", "kind": sort, "sort": sort, "value_cents": 500}
    return {
        "prize": Facts(**prize, cash_alternative_cents=400),
        "parts": tuple((way or sort, part) for part in cents),
        "cash_alternative": False,
        "stated_in_terms": True,
        **more,
    }


@pytest.mark.clause(NSW, "10.3", "10.4")
@pytest.mark.parametrize(
    ("cents", "owed"), [((500,), True), ((499, 1), True), ((500, 0), False), ((501, -1), False)]
)
def test_10_4__every_part_of_a_promotional_prize_is_something(cents: Any, owed: bool) -> None:
    wanted = ("payment/parts_do_not_add_up", {"owed_cents": 500, "parts_cents": 500})
    found = told(NSW, c10_promotions.cash_prize_is_paid_as_chosen, **paying("cash", *cents))
    assert found == (None if owed else wanted)
    dollars = FIGURES[NSW].no_cash_alternative[0]
    found = told(NSW, c10_promotions.cash_alternative_is_open, **paying(dollars, *cents))
    assert found == (None if owed else wanted)


@pytest.mark.clause(NSW, "10.4")
def test_H11__money_is_paid_in_cash_where_nothing_else_is_named() -> None:
    def usual(**facts: Any) -> Any:
        return c10_promotions.usual_parts(Facts(**facts), FIGURES[NSW])

    assert usual(**paying("cash")) == (("cash", 500),)
    assert usual(**paying("cash", 300, 200)) == (("cash", 300), ("cash", 200))
    assert usual(**paying("car")) == ()
    assert usual(**paying("car", cash_alternative=True)) == (("cash", 400),)


@pytest.mark.clause(NSW, "10.9")
def test_10_9__the_latest_moment_to_lodge_terms_is_told() -> None:
    start = datetime(2026, 5, 5, 19)
    minutes = FIGURES[NSW].terms_lodged_minutes_before
    latest = start - timedelta(minutes=minutes)
    check = c10_promotions.terms_are_lodged_in_time
    assert told(NSW, check, starts_at=start, lodged_at=latest) is None
    late = told(NSW, check, starts_at=start, lodged_at=latest + timedelta(seconds=1))
    assert late == ("terms/lodged_late", {"latest": latest.isoformat()})


@pytest.mark.clause(NZ, "7.1(a)", "7.1(b)", "7.1(c)", "7.1(d)")
def test_7_1__each_test_has_a_share_of_its_own() -> None:
    """Three of the four are the same number today, and need not be tomorrow."""
    names = ("game_return", "game_return_with_jackpot", "session_return", "sequence_return")
    figures: Any = Facts(**{name: name for name in names})
    least = c07_prizes.least_return
    assert least("game", figures, jackpot=False) == "game_return"
    assert least("game", figures, jackpot=True) == "game_return_with_jackpot"
    assert least("session", figures, jackpot=True) == "session_return"
    assert least("sequence", figures, jackpot=True) == "sequence_return"


@pytest.mark.clause(NZ, "4.1 first")
def test_4_1__a_card_costs_a_cent_at_the_least() -> None:
    assert told(NZ, c04_entry.entry_is_by_purchase, paid_cents=1) is None
    for cents in (0, -1):
        found = told(NZ, c04_entry.entry_is_by_purchase, paid_cents=cents)
        assert found == ("sale/complimentary", {"paid_cents": cents})


@pytest.mark.clause(NSW, "6.5.1")
def test_6_5_1__jackpot_numbers_are_drawn_for_a_jackpot_game() -> None:
    check = nsw_jackpots.jackpot_numbers_are_drawn_first
    drawn = {"numbers": (5, 72), "numbers_out": 0, "announced": False}
    assert told(NSW, check, **drawn, jackpot_game=True) is None
    found = told(NSW, check, **drawn, jackpot_game=False)
    assert found == ("jackpot/none_in_game", {"numbers": 2})


@pytest.mark.clause(NZ, "6.1(a)")
@pytest.mark.clause(VIC, "4.1(a)")
@pytest.mark.parametrize(("name", "book"), [(NZ, nz_jackpots), (VIC, vic_jackpots)])
def test_G19__the_last_cent_that_an_earlier_game_fed_may_be_paid(name: str, book: Any) -> None:
    check = book.held_money_is_paid_in_a_later_game
    pool = {"pool": "Gold", "session_pool": "Gold", "balance_cents": 5}
    assert told(name, check, **pool, amount_cents=1, spendable_cents=1) is None
    assert told(name, check, **pool, amount_cents=6, spendable_cents=1) is None
    facts = {"amount_cents": 2, "spendable_cents": 1}
    assert told(name, check, **pool, **facts) == ("pool/fed_by_this_game", facts)
    facts = {"amount_cents": 0, "spendable_cents": 0}
    assert told(name, check, **pool, **facts) == ("pool/fed_by_this_game", facts)
