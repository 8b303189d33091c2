"""Clauses asked directly: at their limits, and with the facts that their refusals tell."""

from __future__ import annotations

from datetime import date
from types import SimpleNamespace as Facts
from typing import Any

import pytest

from eyesdown.rulebook.keno_words import Payout, Tender
from eyesdown.rulebooks.nsw_keno import (
    c02_combinations,
    c07_entry,
    c09_subscriptions,
    c09_tenders,
    c15_payouts,
)
from eyesdown.rulebooks.nsw_keno.book import open_on

clause = pytest.mark.clause
FIGURES: Any = open_on(date(2024, 6, 15)).figures


def told(check: Any, **facts: Any) -> Any:
    """The code and the facts of a breach, or nothing."""
    arguments = (Facts(**facts), FIGURES)[: check.__code__.co_argcount]
    breach = check(*arguments)
    return (breach.code, dict(breach.facts)) if breach else None


@clause("nsw-keno", "15(d)")
def test_15_d__the_last_day_is_in_time() -> None:
    check, last = c15_payouts.the_claim_is_in_time, date(2025, 6, 15)
    assert told(check, day=last, last_day=None) is None
    assert told(check, day=last, last_day=last) is None
    after = date(2025, 6, 16)
    facts = {"last_day": "2025-06-15", "day": "2025-06-16"}
    assert told(check, day=after, last_day=last) == ("claim/late", facts)


@clause("nsw-keno", "9A(a)")
@pytest.mark.parametrize(("face", "paid", "sold"), [(1, 1, True), (0, 0, False), (2, 1, False)])
def test_9A_a__a_gift_voucher_has_some_face_value(face: int, paid: int, sold: bool) -> None:
    check = c09_tenders.gift_voucher_costs_its_face_value
    found = told(check, by_chip=False, at_casino=False, face_cents=face, paid_cents=paid)
    facts = {"face_cents": face, "paid_cents": paid}
    assert found == (None if sold else ("voucher/not_face_value", facts))


@clause("nsw-keno", "2:Combination Bet:groups")
def test_2_Combination_Bet__the_lowest_spot_in_two_groups_is_told() -> None:
    found = told(c02_combinations.groups_share_no_spot, groups=((1, 5, 9), (2, 9, 5)))
    assert found == ("combination/spot_in_two_groups", {"spot": 5})


@clause("nsw-keno", "15(e)(iii)(a)")
@pytest.mark.parametrize("payout", [Payout.CHEQUE, Payout.EFT])
def test_15_e_iii_a__the_fund_pays_above_the_threshold_and_not_at_it(payout: Payout) -> None:
    check = c15_payouts.the_fund_pays_what_the_venue_may_not
    assert told(check, payout=payout, total_cents=200_001, threshold_cents=200_000) is None
    facts = {"total_cents": 200_000, "threshold_cents": 200_000}
    assert told(check, payout=payout, **facts) == ("payout/fund_below_threshold", facts)
    assert told(check, payout=Payout.CASH, **facts) is None


@clause("nsw-keno", "2:Combination Bet:nominate")
def test_2_Combination_Bet__stakes_that_differ_are_told_from_the_lowest_to_the_highest() -> None:
    check = c09_subscriptions.one_stake_for_all_combinations
    assert told(check, combination_stakes_cents=(100,)) is None
    found = told(check, combination_stakes_cents=(200, 100, 300))
    facts = {"lowest_cents": 100, "highest_cents": 300}
    assert found == ("combination/stakes_differ", facts)


@clause("nsw-keno", "9(f):max", "9(f):LIR max")
def test_9_f__the_highest_stake_is_held_to_the_maximum() -> None:
    most = FIGURES.heads_or_tails_stake_max_cents
    for form, check in (
        ("heads_or_tails", c09_subscriptions.heads_or_tails_maximum),
        ("let_it_run", c09_subscriptions.let_it_run_maximum),
    ):
        assert told(check, form=form, stakes_cents=(most, 100)) is None
        facts = {"stake_cents": most + 1, "maximum_cents": most}
        found = told(check, form=form, stakes_cents=(100, most + 1))
        assert found == ("stake/above_maximum", facts)


@clause("nsw-keno", "2:Combination Bet:groups", "2:Combination Bet:min group")
def test_2_Combination_Bet__as_many_groups_as_there_are_letters() -> None:
    most = FIGURES.groups_max
    check = c02_combinations.groups_share_no_spot
    assert told(check, groups=tuple((spot,) for spot in range(1, most + 1))) is None
    found = told(check, groups=tuple((spot,) for spot in range(1, most + 2)))
    facts = {"groups": most + 1, "groups_max": most}
    assert found == ("combination/too_many_groups", facts)
    found = told(c02_combinations.no_group_is_empty, groups=((1,), (), (2,)))
    assert found == ("combination/empty_group", {"group": 2})


@clause("nsw-keno", "2:Combination Bet:min")
def test_2_Combination_Bet__too_few_are_refused_up_to_the_last_letter() -> None:
    check, most = c02_combinations.at_least_two_combinations, FIGURES.groups_max
    facts = {"combinations": 1, "combinations_min": 2}
    found = told(check, combinations=1, groups=((1,),) * most)
    assert found == ("combination/too_few", facts)
    assert told(check, combinations=0, groups=((1,),) * (most + 1)) is None
    assert told(check, combinations=2, groups=((1,),)) is None


@clause("nsw-keno", "7(p)")
@pytest.mark.parametrize(("now", "word"), [(None, "none"), (date(2024, 6, 16), "2024-06-16")])
def test_7_p__the_day_of_a_print_out_is_told(now: date | None, word: str) -> None:
    check = c07_entry.print_pay_of_a_receipt_after_payout
    asked = {"is_document": True, "known": True, "prizes_paid": True}
    issued = date(2024, 6, 15)
    assert told(check, day_now=issued, day_issued=issued, **asked) is None
    found = told(check, day_now=now, day_issued=issued, **asked)
    assert found == ("print_pay/other_day", {"issued": "2024-06-15", "now": word})


@clause("nsw-keno", "9(f):min")
def test_9_f__the_lowest_stake_is_held_to_the_minimum() -> None:
    least = FIGURES.heads_or_tails_stake_min_cents
    check = c09_subscriptions.heads_or_tails_minimum
    assert told(check, stakes_cents=(least, 10 * least)) is None
    found = told(check, stakes_cents=(10 * least, least - 1))
    assert found[0] == "stake/below_minimum"


@clause("nsw-keno", "2:Combination Bet:formation")
def test_2_Combination_Bet__unions_of_wholly_drawn_groups() -> None:
    groups = ((1,), (2,), (3,), (4,), (5, 71))
    found = c02_combinations.caught_whole(groups, frozenset(range(1, 21)), frozenset({1, 2, 4}))
    assert list(found) == [1] * 4 + [2] * 6 + [4]


@clause("nsw-keno", "2:Kwikipik(iii)")
def test_2_Kwikipik__every_selection_has_its_number() -> None:
    picked = c02_combinations.pick_selections(3, ("a", "b", "c"), lambda _: 0)
    assert picked == ("a", "b", "c")


@clause("nsw-keno", "9(a)(i)", "9(a)(iii)")
def test_9_a__what_is_tendered_is_offered_and_is_something() -> None:
    chips = {"tender": Tender.CHIP, "at_casino": True, "offered": {Tender.CHIP}}
    check = c09_tenders.chips_are_accepted_at_the_casino
    assert told(check, **chips, cents=1) is None
    assert told(check, **chips, cents=0) == ("tender/amount", {"cents": 0})
    found = told(check, **{**chips, "offered": ()}, cents=1)
    assert found == ("tender/not_offered", {"tender": Tender.CHIP})
    found = told(check, **{**chips, "at_casino": False}, cents=1)
    assert found == ("tender/chip_outside_casino", {})
