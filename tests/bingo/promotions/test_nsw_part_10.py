"""nsw-casino-bingo, Part 10: promotional prizes from the offer to the payment."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any, TypeVar

import pytest

from eyesdown.bingo.promotions import Command, Event, PromotionsState, decide, evolve
from eyesdown.bingo.promotions.commands import (
    AmendTerms,
    CancelPromotion,
    DecidePromotionDispute,
    DenyClaim,
    DrawWinner,
    EnterPromotion,
    LodgeTerms,
    OfferPromotion,
    PaymentPart,
    PayWinner,
    PostponePromotion,
    PublishPromotion,
    ResumePromotion,
    StartPromotion,
    TellWinner,
)
from eyesdown.bingo.promotions.events import (
    ClaimDenied,
    PromotionCancelled,
    PromotionDisputeDecided,
    PromotionOffered,
    PromotionPostponed,
    PromotionPublished,
    PromotionResumed,
    PromotionStarted,
    TermsAmended,
    TermsLodged,
    WinnerDrawn,
    WinnerPaid,
    WinnerTold,
)
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.catalogue import codes_of
from eyesdown.rulebook.facts.promotions import Prize, Terms
from eyesdown.rulebooks.nsw_casino_bingo.book import open_on
from kit.promotions import CAR, CASH, CREDIT, TERMS_IN_FULL

when = datetime.fromisoformat

BOOK = open_on(date(2024, 5, 1))
START = when("2024-05-10T10:00")
CODES = codes_of(BOOK)
E = TypeVar("E")


class Desk:
    """A promotion handled command by command."""

    def __init__(self, terms: Terms = TERMS_IN_FULL) -> None:
        self.state = PromotionsState()
        self.do(
            OfferPromotion(
                at=START - timedelta(days=9),
                promotion="may",
                mechanism="draw",
                starts_at=START,
                session="friday",
                terms=terms,
            )
        )

    def do(self, *commands: Command) -> tuple[Event, ...]:
        answer: tuple[Event, ...] = ()
        for command in commands:
            answer = decide(BOOK, self.state, command)
            for event in answer:
                self.state = evolve(self.state, event)
        return answer

    def ask(self, kind: Any, at: datetime = START, **fields: Any) -> tuple[Event, ...]:
        return self.do(kind(at=at, promotion="may", **fields))


def running(terms: Terms = TERMS_IN_FULL) -> Desk:
    desk = Desk(terms)
    desk.ask(PublishPromotion, marketing_refers=True, channels=("casino",))
    desk.ask(LodgeTerms, at=START - timedelta(days=2))
    desk.ask(StartPromotion)
    desk.ask(EnterPromotion, person="ana")
    assert desk.state.promotions["may"].status == "running"
    return desk


def said(answer: tuple[Event, ...]) -> list[str]:
    (refused,) = answer
    assert isinstance(refused, Refused)
    for no in refused.refusals:
        assert no.clause.number in CODES[no.code], "every refusal can be looked up"
    return [f"{no.clause.number} {no.code}" for no in refused.refusals]


def only(kind: type[E], answer: tuple[Event, ...]) -> E:
    (found,) = answer
    assert isinstance(found, kind), found
    return found


def offer(*prizes: Prize, mechanism: str = "draw", prescribed: tuple[str, ...] = ()) -> list[str]:
    answer = decide(
        BOOK,
        PromotionsState(),
        OfferPromotion(
            at=START,
            promotion="x",
            mechanism=mechanism,
            starts_at=START,
            terms=replace(TERMS_IN_FULL, prizes=prizes),
            prescribed=prescribed,
        ),
    )
    return [] if isinstance(answer[0], PromotionOffered) else said(answer)


@pytest.mark.clause("nsw-casino-bingo", "10.1", "1.1 'promotional prize'")
def test_10_1__a_promotion_is_offered_with_gaming_by_draw_or_chance() -> None:
    desk = Desk()
    offered = only(PromotionOffered, decide(BOOK, PromotionsState(), _offered(desk)))
    assert (offered.session, offered.mechanism) == ("friday", "draw")
    assert offer(CASH, mechanism="chance") == []
    assert offer(CASH, mechanism="skill") == ["1.1 'promotional prize' promotion/not_by_chance"]
    assert said(desk.do(_offered(desk))) == ["10.1 promotion/exists"]
    unknown = LodgeTerms(at=START, promotion="june")
    assert said(desk.do(unknown)) == ["10.1 promotion/unknown"]


def _offered(desk: Desk) -> OfferPromotion:
    return OfferPromotion(
        at=START,
        promotion="may",
        mechanism="draw",
        starts_at=START,
        session="friday",
        terms=TERMS_IN_FULL,
    )


@pytest.mark.clause("nsw-casino-bingo", "10.5.1", "10.5.2", "10.5.3", "10.5.5")
@pytest.mark.parametrize(
    ("item", "refusal"),
    [
        ("tobacco", "10.5.1 prize/tobacco"),
        ("firearm", "10.5.2 prize/firearm"),
        ("ammunition", "10.5.2 prize/firearm"),
        ("imitation_firearm", "10.5.2 prize/firearm"),
        ("imitation firearm", "10.5.2 prize/firearm"),
        ("Tobacco", "10.5.1 prize/tobacco"),
        ("prohibited_weapon", "10.5.3 prize/prohibited_weapon"),
        ("prohibited weapon", "10.5.3 prize/prohibited_weapon"),
        ("cosmetic surgery", "10.5.5 prize/prescribed_item"),
        ("chocolate", None),
    ],
)
def test_10_5__what_a_prize_may_not_include(item: str, refusal: str | None) -> None:
    hamper = Prize(prize="hamper", value_cents=100, contents=("cheese", item))
    expected = [refusal] if refusal else []
    assert offer(hamper, prescribed=("cosmetic surgery",)) == expected
    desk = Desk()
    desk.ask(PublishPromotion, marketing_refers=True, channels=("casino",))
    amended = desk.ask(AmendTerms, terms=replace(TERMS_IN_FULL, prizes=(hamper,)))
    if refusal and "10.5.5" not in refusal:
        assert said(amended) == [refusal], "an amendment brings nothing barred in"


@pytest.mark.clause("nsw-casino-bingo", "10.5.4")
@pytest.mark.parametrize(("millilitres", "allowed"), [(19_900, 1), (20_000, 1), (20_100, 0)])
def test_10_5_4__twenty_litres_of_liquor_and_no_more(millilitres: int, allowed: int) -> None:
    cellar = Prize(prize="cellar", value_cents=100, liquor_millilitres=millilitres)
    assert offer(cellar) == ([] if allowed else ["10.5.4 prize/too_much_liquor"])


@pytest.mark.clause("nsw-casino-bingo", "10.2")
@pytest.mark.parametrize(
    ("value_cents", "scrutineer", "drawn"),
    [(1_000_000, "", True), (1_000_001, "", False), (1_000_001, "Ms Gray", True)],
)
def test_10_2__a_scrutineer_above_ten_thousand(
    value_cents: int, scrutineer: str, drawn: int
) -> None:
    prize = replace(CASH, value_cents=value_cents)
    desk = running(replace(TERMS_IN_FULL, prizes=(prize,)))
    answer = desk.ask(DrawWinner, prize="main", winner="ana", scrutineer=scrutineer)
    if drawn:
        assert only(WinnerDrawn, answer).scrutineer == scrutineer
    else:
        assert said(answer) == ["10.2 draw/no_scrutineer"]


def won(prize: Prize, **terms: Any) -> Desk:
    desk = running(replace(TERMS_IN_FULL, prizes=(prize,), **terms))
    desk.ask(DrawWinner, prize=prize.prize, winner="ana", scrutineer="Ms Gray")
    return desk


def paid(desk: Desk, prize: str, *parts: tuple[str, int], alternative: bool = False) -> Any:
    return desk.ask(
        PayWinner,
        prize=prize,
        parts=tuple(PaymentPart(method=method, amount_cents=cents) for method, cents in parts),
        cash_alternative=alternative,
    )


@pytest.mark.clause("nsw-casino-bingo", "10.3")
def test_10_3__a_cash_alternative_only_as_the_terms_state() -> None:
    answer = paid(won(CAR), "car", ("eft", 2_500_000), alternative=True)
    assert only(WinnerPaid, answer).cash_alternative
    assert only(WinnerPaid, paid(won(CAR), "car")).parts == ()
    silent = won(CAR, cash_alternatives_stated=False)
    assert said(paid(silent, "car", ("eft", 2_500_000), alternative=True)) == [
        "10.3 payment/alternative_not_in_terms"
    ]
    unpriced = won(replace(CAR, cash_alternative_cents=0))
    assert "10.3 payment/alternative_not_in_terms" in said(
        paid(unpriced, "car", ("eft", 2_500_000), alternative=True)
    )
    for kind in ("slot_dollars", "casino_dollars", "slots dollars"):
        credit = won(replace(CREDIT, kind=kind, cash_alternative_cents=5_000))
        answer = paid(credit, "credit", ("cash", 5_000), alternative=True)
        assert said(answer) == ["10.3 payment/no_cash_alternative"]
        answer = paid(credit, "credit", ("cash", 5_000))
        assert said(answer) == ["10.3 payment/no_cash_alternative"]
        owed = CREDIT.value_cents
        for short in (((kind, owed - 1),), ((kind, owed + 1), (kind, -1))):
            assert said(paid(credit, "credit", *short)) == ["10.3 payment/parts_do_not_add_up"]
        assert only(WinnerPaid, paid(credit, "credit", (kind, owed))).parts
    unnamed = paid(won(CAR), "car", ("cash", 2_500_000))
    assert said(unnamed) == ["10.3 payment/no_cash_alternative"]


@pytest.mark.clause("nsw-casino-bingo", "10.4")
@pytest.mark.parametrize(
    ("value_cents", "parts", "refusal"),
    [
        (1_200_000, [("cash", 200_000), ("eft", 1_000_000)], None),
        (1_200_000, [("crossed_cheque", 1_200_000)], None),
        (1_200_000, [("crossed cheque", 200_000), ("EFT", 1_000_000)], None),
        (1_200_000, [("cash", 200_000), ("eft", 999_999)], "10.4 payment/parts_do_not_add_up"),
        (1_200_000, [("cash", 1_300_000), ("eft", -100_000)], "10.4 payment/parts_do_not_add_up"),
        (1_200_000, [("gift_card", 1_200_000)], "10.4 payment/method_not_open"),
        (1_000_000, [("gift_card", 1_000_000)], None),
        (1_000_001, [("gift_card", 1_000_001)], "10.4 payment/method_not_open"),
    ],
)
def test_10_4__how_a_large_cash_prize_is_paid(
    value_cents: int, parts: list[tuple[str, int]], refusal: str | None
) -> None:
    desk = won(replace(CASH, value_cents=value_cents))
    answer = paid(desk, "main", *parts)
    if refusal:
        assert said(answer) == [refusal]
        return
    found = [(part.method, part.amount_cents) for part in only(WinnerPaid, answer).parts]
    assert found == parts
    assert said(paid(desk, "main", *parts)) == ["10.7.8 prize/paid_already"]


@pytest.mark.clause("nsw-casino-bingo", "10.6 refer", "10.6 avail")
def test_10_6__marketing_points_to_terms_that_can_be_had() -> None:
    desk = Desk()
    for refers, channels, expected in (
        (False, ("casino",), ["10.6 refer publish/terms_not_referred_to"]),
        (True, (), ["10.6 avail publish/terms_not_available"]),
        (True, ("",), ["10.6 avail publish/terms_not_available"]),
    ):
        answer = desk.ask(PublishPromotion, marketing_refers=refers, channels=channels)
        assert said(answer) == expected
    answer = desk.ask(PublishPromotion, marketing_refers=True, channels=("website", "email"))
    assert only(PromotionPublished, answer).channels == ("website", "email")
    assert only(PromotionPublished, answer).marketing_refers


@pytest.mark.clause("nsw-casino-bingo", "10.7.6")
def test_10_7_6__no_entry_after_the_closing_time() -> None:
    desk = running()
    closes = when("2024-05-10T19:00")
    assert desk.ask(EnterPromotion, at=closes, person="ben") != ()
    assert desk.ask(EnterPromotion, at=closes, person="ben") == ()
    late = desk.ask(EnterPromotion, at=closes + timedelta(seconds=1), person="cho")
    assert said(late) == ["10.7.6 entry/closed"]
    assert said(desk.ask(DrawWinner, prize="main", winner="cho")) == ["10.7.3 draw/not_entered"]


@pytest.mark.clause("nsw-casino-bingo", "10.8")
@pytest.mark.parametrize(
    ("told_at", "late"),
    [
        (when("2024-05-10T21:00"), False),
        (when("2024-05-12T23:59"), False),
        (when("2024-05-13T00:00"), True),
    ],
)
def test_10_8__the_winner_is_told_within_two_days(told_at: datetime, late: int) -> None:
    desk = running()
    answer = desk.ask(
        DrawWinner,
        at=when("2024-05-10T20:00"),
        prize="main",
        winner="ana",
        scrutineer="Ms Gray",
    )
    assert only(WinnerDrawn, answer).tell_by == date(2024, 5, 12)
    told = only(WinnerTold, desk.ask(TellWinner, at=told_at, prize="main", method="telephone"))
    assert told.late is bool(late)
    there = won(CASH, presence_required=True)
    answer = there.ask(TellWinner, at=when("2024-06-01T00:00"), prize="main", method="mail")
    assert not only(WinnerTold, answer).late


@pytest.mark.clause("nsw-casino-bingo", "10.8.1", "10.8.2", "10.8.3", "10.8.4")
@pytest.mark.parametrize(
    ("method", "clause"),
    [
        ("face_to_face", "10.8.1"),
        ("face-to-face", "10.8.1"),
        ("mail", "10.8.2"),
        ("telephone", "10.8.3"),
        ("email", "10.8.4"),
        ("social_media", None),
    ],
)
def test_10_8__four_ways_of_telling(method: str, clause: str | None) -> None:
    answer = won(CASH).ask(TellWinner, prize="main", method=method)
    if clause is None:
        assert said(answer) == ["10.8 notice/method_not_enough"]
    else:
        assert (only(WinnerTold, answer).method, only(WinnerTold, answer).clause) == (
            method,
            clause,
        )


@pytest.mark.clause("nsw-casino-bingo", "10.9")
@pytest.mark.parametrize(
    ("lodged_at", "in_time"),
    [
        (when("2024-05-09T09:59"), True),
        (when("2024-05-09T10:00"), True),
        (when("2024-05-09T10:01"), False),
    ],
)
def test_10_9__terms_are_lodged_a_day_ahead(lodged_at: datetime, in_time: int) -> None:
    desk = Desk()
    desk.ask(PublishPromotion, marketing_refers=True, channels=("casino",))
    answer = desk.ask(LodgeTerms, at=lodged_at)
    if in_time:
        assert only(TermsLodged, answer).version == 1
        early = desk.ask(StartPromotion, at=START - timedelta(seconds=1))
        assert said(early) == ["10.7.7 promotion/too_early"]
        assert only(PromotionStarted, desk.ask(StartPromotion)).version == 1
    else:
        assert said(answer) == ["10.9 terms/lodged_late"]
        assert said(desk.ask(StartPromotion)) == ["10.9 terms/not_lodged"]


@pytest.mark.clause("nsw-casino-bingo", "10.9.1")
def test_10_9_1__a_change_after_the_start_needs_approval() -> None:
    changed = replace(TERMS_IN_FULL, eligibility="members")
    desk = running()
    assert said(desk.ask(AmendTerms, terms=changed)) == ["10.9.1 terms/change_not_approved"]
    both = said(desk.ask(AmendTerms, terms=replace(changed, winner_notice="")))
    assert both == ["10.7.9 terms/winner_notice_missing", "10.9.1 terms/change_not_approved"]
    approved = desk.ask(AmendTerms, terms=changed, approval="ILGA-7")
    assert (only(TermsAmended, approved).version, approved[0].approval) == (2, "ILGA-7")
    before = Desk()
    before.ask(PublishPromotion, marketing_refers=True, channels=("casino",))
    before.ask(LodgeTerms, at=START - timedelta(days=3))
    assert only(TermsAmended, before.ask(AmendTerms, terms=changed)).approval == ""
    assert said(before.ask(StartPromotion)) == ["10.9 terms/not_lodged"], "lodged again (J07)"


@pytest.mark.clause("nsw-casino-bingo", "10.10", "10.10.1")
@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"value_cents": 10_000, "reasons": "not a member", "told_at": START}, None),
        (
            {"value_cents": 10_001, "reasons": "not a member", "told_at": START},
            "10.10.1 denial/details_missing",
        ),
        (
            {
                "value_cents": 10_001,
                "reasons": "not a member",
                "told_at": START,
                "name": "Zoe Low",
                "address": "2 Low St",
            },
            None,
        ),
        ({"value_cents": 1, "reasons": "", "told_at": START}, "10.10 denial/reason_not_told"),
        ({"value_cents": 1, "reasons": "late"}, "10.10 denial/reason_not_told"),
    ],
)
def test_10_10__a_refused_claimant_is_told_why(fields: dict[str, Any], refusal: str | None) -> None:
    answer = running().ask(DenyClaim, claimant="zoe", prize="main", **fields)
    if refusal:
        assert said(answer) == [refusal]
        return
    denied = only(ClaimDenied, answer)
    assert (denied.reasons, denied.told_at) == ("not a member", START)
    assert denied.name == fields.get("name", "")


@pytest.mark.clause("nsw-casino-bingo", "10.11")
def test_10_11__a_dissatisfied_person_is_told_of_the_complaint() -> None:
    desk = running()
    fields = {"person": "zoe", "about": "eligibility", "decision": "upheld"}
    silent = desk.ask(DecidePromotionDispute, satisfied=False, **fields)
    assert said(silent) == ["10.11 dispute/complaint_advice_owed"]
    told = desk.ask(DecidePromotionDispute, satisfied=False, told_of_complaint=True, **fields)
    assert "section 33" in only(PromotionDisputeDecided, told).advice
    happy = desk.ask(DecidePromotionDispute, satisfied=True, **fields)
    assert only(PromotionDisputeDecided, happy).advice == ""


@pytest.mark.clause("nsw-casino-bingo", "10.12 act", "10.12 notify")
def test_10_12__a_compromised_promotion_is_postponed_or_cancelled() -> None:
    desk = running()
    assert said(desk.ask(PostponePromotion, reason="", inspectorate_told_at=START)) == [
        "10.12 act stop/no_reason"
    ]
    for kind in (PostponePromotion, CancelPromotion):
        assert said(desk.ask(kind, reason="barrel tampered")) == [
            "10.12 notify stop/inspectorate_not_told"
        ]
    answer = desk.ask(PostponePromotion, reason="barrel", inspectorate_told_at=START)
    assert only(PromotionPostponed, answer).inspectorate_told_at == START
    assert said(desk.ask(DrawWinner, prize="main", winner="ana")) == ["10.12 act promotion/not_now"]
    assert said(desk.ask(ResumePromotion, validated_by="")) == ["10.12 act resume/not_validated"]
    resumed = only(PromotionResumed, desk.ask(ResumePromotion, validated_by="auditor"))
    assert resumed.validated_by == "auditor"
    cancelled = desk.ask(CancelPromotion, reason="barrel", inspectorate_told_at=START)
    assert only(PromotionCancelled, cancelled).reason == "barrel"
    assert said(desk.ask(StartPromotion)) == ["10.12 act promotion/not_now"]


@pytest.mark.clause("nsw-casino-bingo", "10.12 act", "10.9.1")
def test_10_12__a_postponed_promotion_goes_on_as_what_it_was() -> None:
    early = Desk()
    early.ask(PublishPromotion, marketing_refers=True, channels=("casino",))
    early.ask(PostponePromotion, reason="barrel", inspectorate_told_at=START)
    assert said(early.ask(StartPromotion)) == ["10.12 act promotion/not_now"]
    early.ask(ResumePromotion, validated_by="auditor")
    assert early.state.promotions["may"].status == "published", "it had not started"
    late = running()
    late.ask(PostponePromotion, reason="barrel", inspectorate_told_at=START)
    changed = replace(TERMS_IN_FULL, eligibility="members")
    assert said(late.ask(AmendTerms, terms=changed)) == ["10.9.1 terms/change_not_approved"]
    late.ask(CancelPromotion, reason="barrel", inspectorate_told_at=START)
    assert said(late.ask(AmendTerms, terms=changed)) == ["10.12 act promotion/not_now"]


def test_prizes_out_of_turn() -> None:
    desk = running()
    assert said(desk.ask(DrawWinner, prize="moon", winner="ana")) == ["10.7.11 prize/unknown"]
    assert said(desk.ask(TellWinner, prize="main", method="mail")) == ["10.7.1 prize/not_drawn"]
    desk.ask(DrawWinner, prize="fridge", winner="ana")
    again = desk.ask(DrawWinner, prize="fridge", winner="ana")
    assert said(again) == ["10.7.1 prize/drawn_already"]
    assert said(Desk().ask(DrawWinner, prize="main", winner="ana")) == ["10.7.7 promotion/not_now"]
