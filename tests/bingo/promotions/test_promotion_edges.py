"""Promotional prizes at their edges (J01 to J08, H11)."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest

from eyesdown.bingo.promotions import PromotionsState, decide, evolve
from eyesdown.bingo.promotions import commands as cmd
from eyesdown.kernel.written import replace
from eyesdown.rulebooks import SHELF
from kit.promotions import CAR, CASH, CREDIT, TERMS_IN_FULL

NSW = "nsw-casino-bingo"
START = datetime(2024, 5, 10, 10)


class Desk:
    """One promotion, told what to do."""

    def __init__(self, terms: Any = TERMS_IN_FULL) -> None:
        self.book: Any = SHELF.open(NSW, date(2024, 5, 1))
        self.state = PromotionsState()
        self.do(
            "2024-05-08T09:00", cmd.OfferPromotion, mechanism="draw", starts_at=START, terms=terms
        )
        self.do("2024-05-08T09:10", cmd.PublishPromotion, marketing_refers=True, channels=("web",))

    def do(self, at: str, kind: type[Any], **words: Any) -> Any:
        asked = kind(at=datetime.fromisoformat(at), promotion="May", **words)
        (event,) = decide(self.book, self.state, asked)
        self.state = evolve(self.state, event)
        return event

    def no(self, at: str, kind: type[Any], **words: Any) -> list[str]:
        found = getattr(self.do(at, kind, **words), "refusals", ())
        return [f"{no.code} {no.clause.number}" for no in found]

    def drawn(self, prize: str) -> None:
        self.do("2024-05-08T10:00", cmd.LodgeTerms)
        self.do("2024-05-10T10:00", cmd.StartPromotion)
        self.do("2024-05-10T11:00", cmd.EnterPromotion, person="ann")
        self.do("2024-05-10T20:00", cmd.DrawWinner, prize=prize, winner="ann", scrutineer="S")


@pytest.mark.clause(NSW, "10.8", "10.8.3")
@pytest.mark.parametrize(
    ("at", "late"), [("2024-05-12T23:59:59", False), ("2024-05-13T00:00", True)]
)
def test_J01__by_the_end_of_the_second_day(at: str, late: bool) -> None:
    desk = Desk()
    desk.drawn("credit")
    assert desk.do(at, cmd.TellWinner, prize="credit", method="telephone").late is late


@pytest.mark.clause(NSW, "10.9")
@pytest.mark.parametrize(
    ("at", "no"), [("2024-05-09T10:00", []), ("2024-05-09T10:00:01", ["terms/lodged_late 10.9"])]
)
def test_J02__twenty_four_hours_by_the_clock(at: str, no: list[str]) -> None:
    assert Desk().no(at, cmd.LodgeTerms) == no


@pytest.mark.clause(NSW, "10.2")
@pytest.mark.parametrize(
    ("cents", "no"), [(1_000_000, []), (1_000_001, ["draw/no_scrutineer 10.2"])]
)
def test_J03__a_single_prize_above_ten_thousand(cents: int, no: list[str]) -> None:
    prizes = (replace(CASH, value_cents=cents), replace(CASH, prize="other", value_cents=cents))
    desk = Desk(replace(TERMS_IN_FULL, prizes=prizes))
    desk.do("2024-05-08T10:00", cmd.LodgeTerms)
    desk.do("2024-05-10T10:00", cmd.StartPromotion)
    desk.do("2024-05-10T11:00", cmd.EnterPromotion, person="ann")
    assert desk.no("2024-05-10T20:00", cmd.DrawWinner, prize="main", winner="ann") == no


@pytest.mark.clause(NSW, "10.9.1", "10.9")
def test_J07__a_change_before_the_start_is_lodged_again_after_it_approved() -> None:
    desk = Desk()
    desk.do("2024-05-08T10:00", cmd.LodgeTerms)
    changed = replace(TERMS_IN_FULL, eligibility="everybody")
    assert desk.no("2024-05-08T11:00", cmd.AmendTerms, terms=changed) == []
    assert desk.no("2024-05-10T10:00", cmd.StartPromotion) == ["terms/not_lodged 10.9"]
    assert desk.no("2024-05-09T10:00", cmd.LodgeTerms) == []
    assert desk.no("2024-05-10T10:00", cmd.StartPromotion) == []
    no = desk.no("2024-05-10T12:00", cmd.AmendTerms, terms=TERMS_IN_FULL)
    assert no == ["terms/change_not_approved 10.9.1"]
    assert desk.no("2024-05-10T12:01", cmd.AmendTerms, terms=TERMS_IN_FULL, approval="A1") == []


ALTERNATIVES = [
    (CAR, True, []),
    (CAR, False, ["payment/alternative_not_in_terms 10.3"]),
    (CREDIT, True, ["payment/no_cash_alternative 10.3"]),
]


@pytest.mark.clause(NSW, "10.3")
@pytest.mark.parametrize(("prize", "stated", "no"), ALTERNATIVES)
def test_J08__a_cash_alternative_only_where_the_terms_state_it(
    prize: Any, stated: bool, no: list[str]
) -> None:
    desk = Desk(replace(TERMS_IN_FULL, cash_alternatives_stated=stated))
    desk.drawn(prize.prize)
    parts = (cmd.PaymentPart(method="eft", amount_cents=prize.cash_alternative_cents or 1),)
    words = {"prize": prize.prize, "parts": parts, "cash_alternative": True}
    assert [
        code for code in desk.no("2024-05-11T09:00", cmd.PayWinner, **words) if "10.3" in code
    ] == no


@pytest.mark.clause(NSW, "10.4")
@pytest.mark.parametrize(("cents", "paid"), [(1_000_000, True), (1_000_001, False)])
def test_H11__cash_by_default_up_to_ten_thousand(cents: int, paid: bool) -> None:
    desk = Desk(replace(TERMS_IN_FULL, prizes=(replace(CASH, value_cents=cents),)))
    desk.drawn("main")
    no = desk.no("2024-05-11T09:00", cmd.PayWinner, prize="main")
    assert no == ([] if paid else ["payment/parts_do_not_add_up 10.4"])
    if paid:
        assert desk.state.promotions["May"].drawn["main"].paid
