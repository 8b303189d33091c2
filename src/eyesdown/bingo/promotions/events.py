"""What happened to a promotion."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import TypeAlias

from eyesdown.bingo.promotions.commands import PaymentPart
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebook.facts.promotions import Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    at: datetime
    promotion: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionRefused(About):
    asked: str
    refusals: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionOffered(About):
    mechanism: str
    starts_at: datetime
    session: str
    terms: Terms
    prescribed: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionPublished(About):
    marketing_refers: bool
    channels: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TermsLodged(About):
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionStarted(About):
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TermsAmended(About):
    version: int
    terms: Terms
    approval: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonEntered(About):
    person: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WinnerDrawn(About):
    """`tell_by` is the last day to reach the winner; none where he had to be present."""

    prize: str
    winner: str
    scrutineer: str
    tell_by: date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WinnerTold(About):
    prize: str
    winner: str
    method: str
    clause: str
    late: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WinnerPaid(About):
    prize: str
    winner: str
    parts: tuple[PaymentPart, ...]
    cash_alternative: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDenied(About):
    claimant: str
    prize: str
    value_cents: int
    reasons: str
    name: str
    address: str
    told_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionDisputeDecided(About):
    """`advice` is what a dissatisfied person was told about complaining to an inspector."""

    person: str
    about: str
    decision: str
    satisfied: bool
    advice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionPostponed(About):
    reason: str
    inspectorate_told_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionCancelled(About):
    reason: str
    inspectorate_told_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionResumed(About):
    validated_by: str


Event: TypeAlias = (
    PromotionRefused
    | PromotionOffered
    | PromotionPublished
    | TermsLodged
    | PromotionStarted
    | TermsAmended
    | PersonEntered
    | WinnerDrawn
    | WinnerTold
    | WinnerPaid
    | ClaimDenied
    | PromotionDisputeDecided
    | PromotionPostponed
    | PromotionCancelled
    | PromotionResumed
)
