"""Deciding a command about a promotion. Always events, never an exception for a rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias, get_args

from eyesdown.bingo.promotions.commands import (
    AmendTerms,
    CancelPromotion,
    Command,
    ConfirmPrizes,
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
    PublishWinners,
    ResumePromotion,
    StartPromotion,
    TellWinner,
)
from eyesdown.bingo.promotions.events import (
    ClaimDenied,
    Event,
    PersonEntered,
    PrizesConfirmed,
    PromotionCancelled,
    PromotionDisputeDecided,
    PromotionHeld,
    PromotionOffered,
    PromotionPostponed,
    PromotionPublished,
    PromotionResumed,
    PromotionStarted,
    TermsAmended,
    TermsLodged,
    WinnerDrawn,
    WinnerPaid,
    WinnersPublished,
    WinnerTold,
)
from eyesdown.bingo.promotions.state import Promotion, PromotionsState
from eyesdown.kernel import written
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers, every
from eyesdown.kernel.refused import refused
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
from eyesdown.rulebooks.nsw_casino_bingo.c10_prohibited import near_items
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

DECIDES = Handlers()
"""Functions of the book, the promotion and a command about it."""

Events: TypeAlias = tuple[Event, ...]

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


def decide(book: Book[Any], state: PromotionsState, command: Command) -> Events:
    """What a command leads to; a refusal is an event too. The state is not changed."""
    promotion = state.promotions.get(command.promotion)
    if isinstance(command, OfferPromotion):
        if promotion is not None:
            return _refuse(book, command, "promotion/exists", "10.1")
        return _offer(book, command)
    if isinstance(command, ConfirmPrizes):
        return _confirm_prizes(book, state, command)
    if promotion is None:
        return _refuse(book, command, "promotion/unknown", "10.1")
    allowed = STATUSES.get(type(command))
    if allowed is not None and promotion.status not in allowed:
        clause = "10.12 act" if promotion.status in ("postponed", "cancelled") else "10.7.7"
        return _refuse(book, command, "promotion/not_now", clause, status=promotion.status)
    events: Events = _DECIDE[type(command)](book, promotion, command)
    return events


def _refuse(
    book: Book[Any], command: Command, code: str, clause: str, **facts: int | str
) -> Events:
    """The one event of a command that the record of the promotion refuses."""
    return refused(command, (book.refusal(code, clause, **facts),), command.promotion)


def _refused(command: Command, refusals: tuple[Refusal, ...]) -> Events:
    """The one event of a command that clauses refuse, first printed first."""
    return refused(command, in_order(refusals), command.promotion)


def _offer(book: Book[Any], command: OfferPromotion) -> Events:
    """Plan a promotion; a prize near a prohibited kind waits for a second person (S10)."""
    facts = OfferFacts(command.mechanism, command.terms, frozenset(command.prescribed))
    refusals = book.check(OFFERS, facts)
    if refusals:
        return _refused(command, refusals)
    near = near_items(command.terms)
    if near:
        held = PromotionHeld(
            at=command.at,
            promotion=command.promotion,
            by=command.by,
            near=near,
            amends=False,
            mechanism=command.mechanism,
            starts_at=command.starts_at,
            session=command.session,
            terms=command.terms,
            prescribed=command.prescribed,
            approval="",
        )
        return (held,)
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


def _confirm_prizes(book: Book[Any], state: PromotionsState, command: ConfirmPrizes) -> Events:
    """The terms that waited count from now on, if another person than gave them confirms (S10)."""
    held = state.held.get(command.promotion)
    if held is None:
        return _refuse(book, command, "prize/none_held", "10.1")
    if command.by in ("", held.by):
        _, item, clause = held.near[0]
        refusal = book.refusal("prize/same_person", clause, item=item, by=command.by)
        return _refused(command, (written.replace(refusal, decision="S10"),))
    confirmed = PrizesConfirmed(
        at=command.at, promotion=command.promotion, by=command.by, near=held.near
    )
    if not held.amends:
        offered = PromotionOffered(
            at=command.at,
            promotion=command.promotion,
            mechanism=held.mechanism,
            starts_at=held.starts_at,
            session=held.session,
            terms=held.terms,
            prescribed=held.prescribed,
        )
        return (offered, confirmed)
    amend = AmendTerms(
        at=command.at,
        promotion=command.promotion,
        terms=held.terms,
        approval=held.approval,
        by=held.by,
    )
    promotion = state.promotions[command.promotion]
    if promotion.status not in STATUSES[AmendTerms]:
        return _refuse(book, command, "promotion/not_now", "10.12 act", status=promotion.status)
    refusals = _amendment_refusals(book, promotion, amend)
    if refusals:
        return _refused(command, refusals)
    return (_terms_amended(promotion, amend), confirmed)


@DECIDES.handles(PublishPromotion)
def _publish(book: Book[Any], promotion: Promotion, command: PublishPromotion) -> Events:
    refusals = book.check(PUBLISHING, PublishFacts(command.marketing_refers, command.channels))
    refusals += book.check(TERMS, promotion.terms)
    if refusals:
        return _refused(command, refusals)
    published = PromotionPublished(
        at=command.at,
        promotion=command.promotion,
        marketing_refers=command.marketing_refers,
        channels=command.channels,
    )
    return (published,)


@DECIDES.handles(LodgeTerms)
def _lodge(book: Book[Any], promotion: Promotion, command: LodgeTerms) -> Events:
    refusals = book.check(LODGING, LodgeFacts(command.at, promotion.starts_at))
    if refusals:
        return _refused(command, refusals)
    return (TermsLodged(at=command.at, promotion=command.promotion, version=promotion.version),)


@DECIDES.handles(StartPromotion)
def _start(book: Book[Any], promotion: Promotion, command: StartPromotion) -> Events:
    version = promotion.version
    if promotion.lodged_version != version:
        return _refuse(book, command, "terms/not_lodged", "10.9", version=version)
    if command.at < promotion.starts_at:
        return _refuse(book, command, "promotion/too_early", "10.7.7")
    return (PromotionStarted(at=command.at, promotion=command.promotion, version=version),)


@DECIDES.handles(AmendTerms)
def _amend(book: Book[Any], promotion: Promotion, command: AmendTerms) -> Events:
    refusals = _amendment_refusals(book, promotion, command)
    if refusals:
        return _refused(command, refusals)
    near = tuple(item for item in near_items(command.terms) if item not in promotion.confirmed)
    if near:
        held = PromotionHeld(
            at=command.at,
            promotion=command.promotion,
            by=command.by,
            near=near,
            amends=True,
            mechanism=promotion.mechanism,
            starts_at=promotion.starts_at,
            session="",
            terms=command.terms,
            prescribed=promotion.prescribed,
            approval=command.approval,
        )
        return (held,)
    return (_terms_amended(promotion, command),)


def _amendment_refusals(
    book: Book[Any], promotion: Promotion, command: AmendTerms
) -> tuple[Refusal, ...]:
    refusals = book.check(AMENDING, AmendFacts(promotion.started, command.approval))
    prescribed = frozenset(promotion.prescribed)
    refusals += book.check(OFFERS, OfferFacts(promotion.mechanism, command.terms, prescribed))
    if promotion.status != "offered":
        refusals += book.check(TERMS, command.terms)
    return refusals


def _terms_amended(promotion: Promotion, command: AmendTerms) -> TermsAmended:
    return TermsAmended(
        at=command.at,
        promotion=command.promotion,
        version=promotion.version + 1,
        terms=command.terms,
        approval=command.approval,
    )


@DECIDES.handles(EnterPromotion)
def _enter(book: Book[Any], promotion: Promotion, command: EnterPromotion) -> Events:
    closes = promotion.terms.entries_close
    if closes is not None and command.at > closes:
        return _refuse(book, command, "entry/closed", "10.7.6", closed=closes.isoformat())
    if command.person in promotion.entrants:
        return ()  # entering twice changes nothing
    return (PersonEntered(at=command.at, promotion=command.promotion, person=command.person),)


@DECIDES.handles(DrawWinner)
def _draw(book: Book[Any], promotion: Promotion, command: DrawWinner) -> Events:
    """Record the winner of a prize: a person who has entered, present where terms ask for it."""
    prize = promotion.prize(command.prize)
    if prize is None:
        return _refuse(book, command, "prize/unknown", "10.7.11", prize=command.prize)
    if command.prize in promotion.drawn:
        return _refuse(book, command, "prize/drawn_already", "10.7.1", prize=command.prize)
    if command.winner not in promotion.entrants:
        return _refuse(book, command, "draw/not_entered", "10.7.3", person=command.winner)
    facts = DrawFacts(
        prize=prize,
        scrutineer=command.scrutineer,
        presence_required=bool(promotion.terms.presence_required),
        present=command.present,
    )
    refusals = book.check(DRAWS, facts)
    if refusals:
        return _refused(command, refusals)
    tell_by = winner_is_told_by(
        command.at.date(),
        presence_required=bool(promotion.terms.presence_required),
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


def _undrawn(book: Book[Any], promotion: Promotion, command: TellWinner | PayWinner) -> Events:
    """Why a prize has no winner yet; () if it has one."""
    if promotion.prize(command.prize) is None:
        return _refuse(book, command, "prize/unknown", "10.7.11", prize=command.prize)
    if command.prize not in promotion.drawn:
        return _refuse(book, command, "prize/not_drawn", "10.7.1", prize=command.prize)
    return ()


@DECIDES.handles(TellWinner)
def _tell(book: Book[Any], promotion: Promotion, command: TellWinner) -> Events:
    undrawn = _undrawn(book, promotion, command)
    if undrawn:
        return undrawn
    clause = notice_clause(command.method, book.figures)
    if clause is None:
        return _refuse(book, command, "notice/method_not_enough", "10.8", method=command.method)
    drawn = promotion.drawn[command.prize]
    in_time = drawn.notified or drawn.tell_by is None or command.at.date() <= drawn.tell_by
    notified = WinnerTold(
        at=command.at,
        promotion=command.promotion,
        prize=command.prize,
        winner=drawn.winner,
        method=command.method,
        clause=clause,
        late=not in_time,
    )
    return (notified,)


@DECIDES.handles(PublishWinners)
def _publish_winners(book: Book[Any], promotion: Promotion, command: PublishWinners) -> Events:
    """Publish every result that is not out yet (10.7.10)."""
    news = tuple(
        (prize, drawn.winner)
        for prize, drawn in promotion.drawn.items()
        if prize not in promotion.published
    )
    if not news or not command.channel:
        return _refuse(book, command, "results/none", "10.7.10", channel=command.channel)
    published = WinnersPublished(
        at=command.at, promotion=command.promotion, channel=command.channel, winners=news
    )
    return (published,)


@DECIDES.handles(PayWinner)
def _pay(book: Book[Any], promotion: Promotion, command: PayWinner) -> Events:
    """Pay a winner once, in money by the ways of the clause or as the thing that was won."""
    undrawn = _undrawn(book, promotion, command)
    if undrawn:
        return undrawn
    prize, drawn = promotion.prize(command.prize), promotion.drawn[command.prize]
    assert prize is not None
    if drawn.paid:
        return _refuse(book, command, "prize/paid_already", "10.7.8", prize=command.prize)
    facts = PaymentFacts(
        prize=prize,
        cash_alternative=command.cash_alternative,
        stated_in_terms=promotion.terms.cash_alternatives_stated,
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


@DECIDES.handles(DecidePromotionDispute)
def _decide_dispute(
    book: Book[Any], _promotion: Promotion, command: DecidePromotionDispute
) -> Events:
    if not command.satisfied and not command.told_of_complaint:
        return _refuse(book, command, "dispute/complaint_advice_owed", "10.11")
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


@DECIDES.handles(DenyClaim)
def _deny(book: Book[Any], promotion: Promotion, command: DenyClaim) -> Events:
    """Deny a claim with what must be retained of it (10.10.1)."""
    drawn = promotion.drawn.get(command.prize)
    if drawn is not None and drawn.paid and drawn.winner == command.claimant:
        return _refuse(book, command, "prize/paid_already", "10.7.8", prize=command.prize)
    facts = DenialFacts(
        value_cents=command.value_cents,
        name=command.name,
        address=command.address,
        reasons=command.reasons,
        told_at=command.told_at,
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


@DECIDES.handles(PostponePromotion, CancelPromotion)
def _stop(
    book: Book[Any], _promotion: Promotion, command: PostponePromotion | CancelPromotion
) -> Events:
    refusals = book.check(STOPS, StopFacts(command.reason, command.inspectorate_told_at))
    if refusals:
        return _refused(command, refusals)
    assert command.inspectorate_told_at is not None
    kind = PromotionPostponed if isinstance(command, PostponePromotion) else PromotionCancelled
    stopped = kind(
        at=command.at,
        promotion=command.promotion,
        reason=command.reason,
        inspectorate_told_at=command.inspectorate_told_at,
    )
    return (stopped,)


@DECIDES.handles(ResumePromotion)
def _resume(book: Book[Any], _promotion: Promotion, command: ResumePromotion) -> Events:
    if not command.validated_by:
        return _refuse(book, command, "resume/not_validated", "10.12 act")
    by = command.validated_by
    return (PromotionResumed(at=command.at, promotion=command.promotion, validated_by=by),)


_DECIDE = every(DECIDES, kinds=tuple(set(get_args(Command)) - {OfferPromotion, ConfirmPrizes}))
