"""Part 10 - Promotional prizes."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.promotions import (
    AmendFacts,
    DenialFacts,
    DrawFacts,
    LodgeFacts,
    OfferFacts,
    PaymentFacts,
    PublishFacts,
    StopFacts,
)
from eyesdown.rulebook.spelling import one_spelling
from eyesdown.rulebook.wordlist import Likeness, WordList
from eyesdown.rulebooks.nsw_casino_bingo.c10_prohibited import (
    FIREARM,
    TOBACCO,
    WEAPON,
    has,
    items,
    liquor_millilitres,
)
from eyesdown.rulebooks.nsw_casino_bingo.figures import NswBingoFigures

_BOOK = "nsw-casino-bingo"
OFFERS = Chapter[OfferFacts, NswBingoFigures](_BOOK, "Part 10 - Offering a promotion")
DRAWS = Chapter[DrawFacts, NswBingoFigures](_BOOK, "Part 10 - Drawing a promotion")
PAYMENTS = Chapter[PaymentFacts, NswBingoFigures](_BOOK, "Part 10 - Paying a promotion")
PUBLISHING = Chapter[PublishFacts, NswBingoFigures](_BOOK, "Part 10 - Publishing a promotion")
LODGING = Chapter[LodgeFacts, NswBingoFigures](_BOOK, "Part 10 - Lodging terms")
AMENDING = Chapter[AmendFacts, NswBingoFigures](_BOOK, "Part 10 - Changing terms")
DENIALS = Chapter[DenialFacts, NswBingoFigures](_BOOK, "Part 10 - Denying a claim")
STOPS = Chapter[StopFacts, NswBingoFigures](_BOOK, "Part 10 - Stopping a promotion")
TURNS: Chapter[Any, NswBingoFigures] = Chapter(_BOOK, "Part 10 - Out of turn")
"""What the desk itself refuses: things unknown, done already, or asked before their time."""

TURNS.codes.update(
    {
        TURNS.clause("10.1"): ("promotion/exists", "promotion/unknown", "prize/none_held"),
        TURNS.clause("10.5.1"): ("prize/same_person",),
        TURNS.clause("10.5.2"): ("prize/same_person",),
        TURNS.clause("10.5.3"): ("prize/same_person",),
        TURNS.clause("10.5.4"): ("prize/same_person",),
        TURNS.clause("10.7.1"): ("prize/not_drawn", "prize/drawn_already"),
        TURNS.clause("10.7.3"): ("draw/not_entered",),
        TURNS.clause("10.7.6"): ("entry/closed",),
        TURNS.clause("10.7.7"): ("promotion/too_early", "promotion/not_now"),
        TURNS.clause("10.7.10"): ("results/none",),
        TURNS.clause("10.7.8"): ("prize/paid_already",),
        TURNS.clause("10.7.11"): ("prize/unknown",),
        TURNS.clause("10.8"): ("notice/method_not_enough",),
        TURNS.clause("10.9"): ("terms/not_lodged",),
        TURNS.clause("10.11"): ("dispute/complaint_advice_owed",),
        TURNS.clause("10.12 act"): ("promotion/not_now", "resume/not_validated"),
    }
)
CHAPTERS = (
    OFFERS,
    DRAWS,
    PAYMENTS,
    PUBLISHING,
    LODGING,
    AMENDING,
    DENIALS,
    STOPS,
    TURNS,
)


@OFFERS.enforces("1.1 'promotional prize'", "promotion/not_by_chance")
def awarded_by_draw_or_chance(offer: OfferFacts, figures: NswBingoFigures) -> Breach | None:
    if one_spelling(offer.mechanism) in figures.award_mechanisms:
        return None
    return breach("promotion/not_by_chance", mechanism=offer.mechanism)


@OFFERS.enforces("10.5.1", "prize/tobacco")
def no_tobacco(offer: OfferFacts) -> Breach | None:
    """In any form, whatever it is called (S10)."""
    return _is(offer, "prize/tobacco", TOBACCO)


@OFFERS.enforces("10.5.2", "prize/firearm")
def no_firearm(offer: OfferFacts) -> Breach | None:
    """Firearms, ammunition and imitations, by their usual words (S10)."""
    return _is(offer, "prize/firearm", FIREARM)


@OFFERS.enforces("10.5.3", "prize/prohibited_weapon")
def no_prohibited_weapon(offer: OfferFacts) -> Breach | None:
    """By their usual words (S10)."""
    return _is(offer, "prize/prohibited_weapon", WEAPON)


@OFFERS.enforces("10.5.4", "prize/too_much_liquor")
def not_too_much_liquor(offer: OfferFacts, figures: NswBingoFigures) -> Breach | None:
    """The litres of one prize together, stated or named in its contents (J04, S10)."""
    most = figures.liquor_millilitres_max
    for prize in offer.terms.prizes:
        millilitres = liquor_millilitres(prize)
        if millilitres > most:
            return breach(
                "prize/too_much_liquor", prize=prize.prize, millilitres=millilitres, allowed=most
            )
    return None


@OFFERS.enforces("10.5.5", "prize/prescribed_item")
def nothing_prescribed(offer: OfferFacts) -> Breach | None:
    """What the regulations bar, as words and their plurals (S10)."""
    prescribed = WordList.of(offer.prescribed, (), ())
    for prize in offer.terms.prizes:
        for item in items(prize):
            if prescribed.likeness(item) is Likeness.MATCH:
                return breach("prize/prescribed_item", prize=prize.prize, item=item)
    return None


def _is(offer: OfferFacts, code: str, kind: str) -> Breach | None:
    barred = has(kind, offer.terms)
    return breach(code, prize=barred[0], item=barred[1]) if barred else None


@DRAWS.enforces("10.2", "draw/no_scrutineer")
def scrutineer_oversees_a_large_prize(draw: DrawFacts, figures: NswBingoFigures) -> Breach | None:
    """The value of one prize counts, not the pool's (J03)."""
    value, line = draw.prize.value_cents, figures.scrutineer_above_cents
    if value <= line or draw.scrutineer:
        return None
    return breach("draw/no_scrutineer", prize=draw.prize.prize, value_cents=value, above_cents=line)


@DRAWS.enforces("10.7.8", "draw/not_present")
def winner_is_present_where_the_terms_ask(draw: DrawFacts) -> Breach | None:
    if not draw.presence_required or draw.present:
        return None
    return breach("draw/not_present", prize=draw.prize.prize)


@PAYMENTS.enforces(
    "10.3",
    "payment/no_cash_alternative",
    "payment/alternative_not_in_terms",
    "payment/parts_do_not_add_up",
)
def cash_alternative_is_open(pay: PaymentFacts, figures: NswBingoFigures) -> Breach | None:
    """Only where the terms state it (J08), and under its name: a thing has no parts in money."""
    if not pay.cash_alternative:
        return _paid_in_kind(pay, figures)
    if pay.prize.sort in ("cash", *figures.no_cash_alternative):
        return breach("payment/no_cash_alternative", prize=pay.prize.prize, kind=pay.prize.kind)
    if not pay.stated_in_terms or not pay.prize.cash_alternative_cents:
        return breach("payment/alternative_not_in_terms", prize=pay.prize.prize)
    return None


def _paid_in_kind(pay: PaymentFacts, figures: NswBingoFigures) -> Breach | None:
    kind = pay.prize.sort
    if kind == "cash" or not pay.parts:
        return None
    if any(one_spelling(way) != kind for way, _ in pay.parts):
        return breach("payment/no_cash_alternative", prize=pay.prize.prize, kind=kind)
    owed, amounts = pay.prize.value_cents, [amount for _, amount in pay.parts]
    if kind not in figures.no_cash_alternative or (sum(amounts) == owed and min(amounts) > 0):
        return None
    return breach("payment/parts_do_not_add_up", owed_cents=owed, parts_cents=sum(amounts))


@PAYMENTS.enforces("10.4", "payment/method_not_open", "payment/parts_do_not_add_up")
def cash_prize_is_paid_as_chosen(pay: PaymentFacts, figures: NswBingoFigures) -> Breach | None:
    """Above the line three methods and their mixes; up to it cash or any other (H11)."""
    if pay.prize.sort != "cash" and not pay.cash_alternative:
        return None
    owed = pay.prize.cash_alternative_cents if pay.cash_alternative else pay.prize.value_cents
    paid = sum(amount for _, amount in pay.parts)
    if paid != owed or any(amount <= 0 for _, amount in pay.parts):
        return breach("payment/parts_do_not_add_up", owed_cents=owed, parts_cents=paid)
    if owed > figures.cash_choice_above_cents:
        for method, _ in pay.parts:
            if one_spelling(method) not in figures.cash_choice_methods:
                return breach("payment/method_not_open", method=method)
    return None


def usual_parts(pay: PaymentFacts, figures: NswBingoFigures) -> tuple[tuple[str, int], ...]:
    """Money up to the limit is cash unless other ways are named; above it they pick (H11)."""
    if pay.parts or (pay.prize.sort != "cash" and not pay.cash_alternative):
        return pay.parts
    owed = pay.prize.cash_alternative_cents if pay.cash_alternative else pay.prize.value_cents
    if not owed or owed > figures.cash_choice_above_cents:
        return ()
    return (("cash", owed),)


@PUBLISHING.enforces("10.6 refer", "publish/terms_not_referred_to")
def marketing_refers_to_the_terms(publish: PublishFacts) -> Breach | None:
    return None if publish.marketing_refers else breach("publish/terms_not_referred_to")


@PUBLISHING.enforces("10.6 avail", "publish/terms_not_available")
def terms_are_available(publish: PublishFacts, figures: NswBingoFigures) -> Breach | None:
    """The listed channels are examples; any named one will do."""
    if any(publish.channels):
        return None
    return breach("publish/terms_not_available", such_as=", ".join(figures.terms_channels))


@DRAWS.computes("10.8")
def winner_is_told_by(
    drawn_on: date, *, presence_required: bool, figures: NswBingoFigures
) -> date | None:
    """The last day to try to tell the winner; None where the winner had to be present (J01)."""
    return None if presence_required else drawn_on + timedelta(days=figures.winner_notice_days)


@DRAWS.computes("10.8.1", "10.8.2", "10.8.3", "10.8.4")
def notice_clause(method: str, figures: NswBingoFigures) -> str | None:
    """The clause that allows a way of telling a winner; None if none does.

    >>> from eyesdown.rulebooks.nsw_casino_bingo.book import open_on
    >>> figures = open_on(date(2026, 6, 1)).figures
    >>> notice_clause('letter', figures)
    """
    for clause, methods in figures.winner_notice_methods.items():
        if one_spelling(method) in methods:
            return clause
    return None


@LODGING.enforces("10.9", "terms/lodged_late")
def terms_are_lodged_in_time(lodge: LodgeFacts, figures: NswBingoFigures) -> Breach | None:
    """By the clock, the exact hour included (J02)."""
    needed = timedelta(minutes=figures.terms_lodged_minutes_before)
    if lodge.starts_at - lodge.lodged_at >= needed:
        return None
    latest: datetime = lodge.starts_at - needed
    return breach("terms/lodged_late", latest=latest.isoformat())


@AMENDING.enforces("10.9.1", "terms/change_not_approved")
def change_is_approved(amend: AmendFacts) -> Breach | None:
    """Before the start the new version is lodged again instead (J07)."""
    if not amend.started or amend.approval:
        return None
    return breach("terms/change_not_approved")


@DENIALS.enforces("10.10", "denial/reason_not_told")
def reasons_are_told(denial: DenialFacts) -> Breach | None:
    if denial.reasons and denial.told_at is not None:
        return None
    return breach("denial/reason_not_told")


@DENIALS.enforces("10.10.1", "denial/details_missing")
def details_are_kept(denial: DenialFacts, figures: NswBingoFigures) -> Breach | None:
    """Above the line, not at it (J05)."""
    line = figures.denial_record_above_cents
    if denial.value_cents <= line or (denial.name and denial.address and denial.reasons):
        return None
    return breach("denial/details_missing", value_cents=denial.value_cents, above_cents=line)


@STOPS.enforces("10.12 act", "stop/no_reason")
def stop_has_a_reason(stop: StopFacts) -> Breach | None:
    return None if stop.reason else breach("stop/no_reason")


@STOPS.enforces("10.12 notify", "stop/inspectorate_not_told")
def inspectorate_is_told(stop: StopFacts) -> Breach | None:
    return None if stop.inspectorate_told_at else breach("stop/inspectorate_not_told")
