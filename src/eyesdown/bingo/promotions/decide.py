"""A command about a promotion comes in, a recorded answer goes out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, assert_never

from eyesdown.bingo.promotions.commands import (
    AmendTerms,
    CancelPromotion,
    Command,
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
    Event,
    PersonEntered,
    PromotionCancelled,
    PromotionDisputeDecided,
    PromotionOffered,
    PromotionPostponed,
    PromotionPublished,
    PromotionRefused,
    PromotionResumed,
    PromotionStarted,
    TermsAmended,
    TermsLodged,
    WinnerDrawn,
    WinnerPaid,
    WinnerTold,
)
from eyesdown.bingo.promotions.state import Promotion, State
from eyesdown.kernel.cite import Fact, Refusal
from eyesdown.rulebook.book import Book
from eyesdown.rulebook.coverage import in_order
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
from eyesdown.rulebooks.nsw_casino_bingo.c09_general import advice
from eyesdown.rulebooks.nsw_casino_bingo.c10_promotions import (
    AMENDING,
    DENIALS,
    DRAWS,
    LODGING,
    OFFERS,
    PAYMENTS,
    PUBLISHING,
    STOPS,
    notice_clause,
    usual_parts,
    winner_is_told_by,
)
from eyesdown.rulebooks.nsw_casino_bingo.c10_terms import TERMS

Answer = tuple[Event, ...]

STATUSES: dict[type, tuple[str, ...]] = {
    PublishPromotion: ("offered",),
    LodgeTerms: ("offered", "published"),
    StartPromotion: ("published",),
    AmendTerms: ("offered", "published", "running", "postponed"),
    EnterPromotion: ("published", "running"),
    DrawWinner: ("running",),
    PostponePromotion: ("offered", "published", "running"),
    CancelPromotion: ("offered", "published", "running", "postponed"),
    ResumePromotion: ("postponed",),
}
"""In which state of the promotion a command makes sense; others may come at any time."""


def decide(book: Book[Any], state: State, command: Command) -> Answer:
    found = state.promotions.get(command.promotion)
    if isinstance(command, OfferPromotion):
        if found is not None:
            return _no(book, command, "10.1", "promotion/exists")
        return _offer(book, command)
    if found is None:
        return _no(book, command, "10.1", "promotion/unknown")
    allowed = STATUSES.get(type(command))
    if allowed is not None and found.status not in allowed:
        clause = "10.12 act" if found.status in ("postponed", "cancelled") else "10.7.7"
        return _no(book, command, clause, "promotion/not_now", status=found.status)
    match command:
        case PublishPromotion() | LodgeTerms() | StartPromotion() | AmendTerms():
            return _prepare(book, found, command)
        case EnterPromotion() | DrawWinner() | TellWinner() | PayWinner():
            return _run(book, found, command)
        case DenyClaim() | DecidePromotionDispute():
            return _contest(book, command)
        case PostponePromotion() | CancelPromotion() | ResumePromotion():
            return _stop(book, command)
        case _:
            assert_never(command)


def _offer(book: Book[Any], command: OfferPromotion) -> Answer:
    facts = OfferFacts(command.mechanism, command.terms, frozenset(command.prescribed))
    refusals = book.check(OFFERS, facts)
    if refusals:
        return _refused(command, refusals)
    offered = PromotionOffered(
        at=command.at,
        promotion=command.promotion,
        mechanism=command.mechanism,
        starts_at=command.starts_at,
        session=command.session,
        terms=command.terms,
        prescribed=command.prescribed,
    )
    return (offered,)


def _prepare(
    book: Book[Any],
    found: Promotion,
    command: PublishPromotion | LodgeTerms | StartPromotion | AmendTerms,
) -> Answer:
    at, name = command.at, command.promotion
    match command:
        case PublishPromotion(marketing_refers=refers, channels=channels):
            refusals = book.check(PUBLISHING, PublishFacts(refers, channels))
            refusals += book.check(TERMS, found.terms)
            published = PromotionPublished(
                at=at, promotion=name, marketing_refers=refers, channels=channels
            )
            return _refused(command, refusals) if refusals else (published,)
        case LodgeTerms():
            refusals = book.check(LODGING, LodgeFacts(at, found.starts_at))
            lodged = TermsLodged(at=at, promotion=name, version=found.version)
            return _refused(command, refusals) if refusals else (lodged,)
        case StartPromotion():
            if found.lodged_version != found.version:
                return _no(book, command, "10.9", "terms/not_lodged", version=found.version)
            if at < found.starts_at:
                return _no(book, command, "10.7.7", "promotion/too_early")
            return (PromotionStarted(at=at, promotion=name, version=found.version),)
        case AmendTerms(terms=terms, approval=approval):
            refusals = book.check(AMENDING, AmendFacts(found.started, approval))
            refusals += book.check(OFFERS, OfferFacts(found.mechanism, terms, found.prescribed))
            if found.status != "offered":
                refusals += book.check(TERMS, terms)
            amended = TermsAmended(
                at=at, promotion=name, version=found.version + 1, terms=terms, approval=approval
            )
            return _refused(command, refusals) if refusals else (amended,)
        case _:
            assert_never(command)


def _run(
    book: Book[Any],
    found: Promotion,
    command: EnterPromotion | DrawWinner | TellWinner | PayWinner,
) -> Answer:
    if isinstance(command, EnterPromotion):
        closes = found.terms.entries_close
        if closes is not None and command.at > closes:
            return _no(book, command, "10.7.6", "entry/closed", closed=closes.isoformat())
        if command.person in found.entrants:
            return ()  # entering twice changes nothing
        entered = PersonEntered(at=command.at, promotion=command.promotion, person=command.person)
        return (entered,)
    if found.prize(command.prize) is None:
        return _no(book, command, "10.7.11", "prize/unknown", prize=command.prize)
    if isinstance(command, DrawWinner):
        return _draw(book, found, command)
    if command.prize not in found.drawn:
        return _no(book, command, "10.7.1", "prize/not_drawn", prize=command.prize)
    if isinstance(command, TellWinner):
        return _tell(book, found, command)
    return _pay(book, found, command)


def _draw(book: Book[Any], found: Promotion, command: DrawWinner) -> Answer:
    prize = found.prize(command.prize)
    assert prize is not None
    if command.prize in found.drawn:
        return _no(book, command, "10.7.1", "prize/drawn_already", prize=command.prize)
    if command.winner not in found.entrants:
        return _no(book, command, "10.7.3", "draw/not_entered", person=command.winner)
    refusals = book.check(DRAWS, DrawFacts(prize, command.scrutineer))
    if refusals:
        return _refused(command, refusals)
    tell_by = winner_is_told_by(
        command.at.date(),
        presence_required=bool(found.terms.presence_required),
        figures=book.figures,
    )
    drawn = WinnerDrawn(
        at=command.at,
        promotion=command.promotion,
        prize=command.prize,
        winner=command.winner,
        scrutineer=command.scrutineer,
        tell_by=tell_by,
    )
    return (drawn,)


def _tell(book: Book[Any], found: Promotion, command: TellWinner) -> Answer:
    clause = notice_clause(command.method, book.figures)
    if clause is None:
        return _no(book, command, "10.8", "notice/method_not_enough", method=command.method)
    drawn = found.drawn[command.prize]
    told = WinnerTold(
        at=command.at,
        promotion=command.promotion,
        prize=command.prize,
        winner=drawn.winner,
        method=command.method,
        clause=clause,
        late=not drawn.told and drawn.tell_by is not None and command.at.date() > drawn.tell_by,
    )
    return (told,)


def _pay(book: Book[Any], found: Promotion, command: PayWinner) -> Answer:
    prize, drawn = found.prize(command.prize), found.drawn[command.prize]
    assert prize is not None
    if drawn.paid:
        return _no(book, command, "10.7.8", "prize/paid_already", prize=command.prize)
    facts = PaymentFacts(
        prize=prize,
        cash_alternative=command.cash_alternative,
        stated_in_terms=found.terms.cash_alternatives_stated,
        parts=tuple((part.method, part.amount_cents) for part in command.parts),
    )
    facts = replace(facts, parts=usual_parts(facts, book.figures))
    refusals = book.check(PAYMENTS, facts)
    if refusals:
        return _refused(command, refusals)
    paid = WinnerPaid(
        at=command.at,
        promotion=command.promotion,
        prize=command.prize,
        winner=drawn.winner,
        parts=tuple(PaymentPart(method=way, amount_cents=cents) for way, cents in facts.parts),
        cash_alternative=command.cash_alternative,
    )
    return (paid,)


def _contest(book: Book[Any], command: DenyClaim | DecidePromotionDispute) -> Answer:
    if isinstance(command, DecidePromotionDispute):
        if not command.satisfied and not command.told_of_complaint:
            return _no(book, command, "10.11", "dispute/complaint_advice_owed")
        decided = PromotionDisputeDecided(
            at=command.at,
            promotion=command.promotion,
            person=command.person,
            about=command.about,
            decision=command.decision,
            satisfied=command.satisfied,
            advice="" if command.satisfied else advice(book.figures),
        )
        return (decided,)
    facts = DenialFacts(
        command.value_cents, command.name, command.address, command.reasons, command.told_at
    )
    refusals = book.check(DENIALS, facts)
    if refusals:
        return _refused(command, refusals)
    assert command.told_at is not None
    denied = ClaimDenied(
        at=command.at,
        promotion=command.promotion,
        claimant=command.claimant,
        prize=command.prize,
        value_cents=command.value_cents,
        reasons=command.reasons,
        name=command.name,
        address=command.address,
        told_at=command.told_at,
    )
    return (denied,)


def _stop(
    book: Book[Any], command: PostponePromotion | CancelPromotion | ResumePromotion
) -> Answer:
    at, name = command.at, command.promotion
    if isinstance(command, ResumePromotion):
        if not command.validated_by:
            return _no(book, command, "10.12 act", "resume/not_validated")
        return (PromotionResumed(at=at, promotion=name, validated_by=command.validated_by),)
    refusals = book.check(STOPS, StopFacts(command.reason, command.inspectorate_told_at))
    if refusals:
        return _refused(command, refusals)
    told = command.inspectorate_told_at
    assert told is not None
    kind = PromotionPostponed if isinstance(command, PostponePromotion) else PromotionCancelled
    return (kind(at=at, promotion=name, reason=command.reason, inspectorate_told_at=told),)


def _refused(command: Command, refusals: tuple[Refusal, ...]) -> Answer:
    refused = PromotionRefused(
        at=command.at,
        promotion=command.promotion,
        asked=type(command).__name__,
        refusals=in_order(refusals),
    )
    return (refused,)


def _no(book: Book[Any], command: Command, clause: str, code: str, **facts: Fact) -> Answer:
    return _refused(command, (Refusal(code, book.clause(clause), tuple(facts.items())),))
