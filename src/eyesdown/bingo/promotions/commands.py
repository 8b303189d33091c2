"""What the operator asks for about a promotion."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from eyesdown.rulebook.facts.promotions import Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    at: datetime
    promotion: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferPromotion(About):
    """`prescribed` are items the regulations bar at the time."""

    mechanism: str
    starts_at: datetime
    terms: Terms
    session: str = ""
    prescribed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishPromotion(About):
    """`marketing_refers` says that the advertising points to the terms."""

    marketing_refers: bool
    channels: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LodgeTerms(About):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class StartPromotion(About):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendTerms(About):
    terms: Terms
    approval: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterPromotion(About):
    person: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawWinner(About):
    """`winner` is what the draw gave; chance stays outside."""

    prize: str
    winner: str
    scrutineer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TellWinner(About):
    prize: str
    method: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentPart:
    method: str
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PayWinner(About):
    """Parts for money; a thing handed over has none."""

    prize: str
    parts: tuple[PaymentPart, ...] = ()
    cash_alternative: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DenyClaim(About):
    claimant: str
    prize: str
    value_cents: int
    reasons: str
    name: str = ""
    address: str = ""
    told_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidePromotionDispute(About):
    """The operator's decision is final; somebody dissatisfied is told where to complain."""

    person: str
    about: str
    decision: str
    satisfied: bool
    told_of_complaint: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PostponePromotion(About):
    reason: str
    inspectorate_told_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelPromotion(About):
    reason: str
    inspectorate_told_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumePromotion(About):
    validated_by: str


Command: TypeAlias = (
    OfferPromotion
    | PublishPromotion
    | LodgeTerms
    | StartPromotion
    | AmendTerms
    | EnterPromotion
    | DrawWinner
    | TellWinner
    | PayWinner
    | DenyClaim
    | DecidePromotionDispute
    | PostponePromotion
    | CancelPromotion
    | ResumePromotion
)
