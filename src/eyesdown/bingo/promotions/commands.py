"""Commands about promotions."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from eyesdown.kernel.written import Written
from eyesdown.rulebook.facts.promotions import Terms


class PromotionCommand(Written, frozen=True, kw_only=True):
    """A command about one promotion."""

    at: datetime
    promotion: str
    by: str = ""


class OfferPromotion(PromotionCommand, frozen=True, kw_only=True):
    """Plan a promotion; `prescribed` are items that the regulations bar at the time."""

    mechanism: str
    starts_at: datetime
    terms: Terms
    session: str = ""
    prescribed: tuple[str, ...] = ()


class ConfirmPrizes(PromotionCommand, frozen=True, kw_only=True):
    """Confirm, as a second person, that prizes near a prohibited kind are not of it (S10)."""


class PublishPromotion(PromotionCommand, frozen=True, kw_only=True):
    """Advertise a promotion; `marketing_refers` says that the advertising points to the terms."""

    marketing_refers: bool
    channels: tuple[str, ...]


class LodgeTerms(PromotionCommand, frozen=True, kw_only=True):
    """Lodge the terms with the inspectorate."""


class StartPromotion(PromotionCommand, frozen=True, kw_only=True):
    """Start a promotion."""


class AmendTerms(PromotionCommand, frozen=True, kw_only=True):
    """Change the terms, with the approval that a running promotion needs."""

    terms: Terms
    approval: str = ""


class EnterPromotion(PromotionCommand, frozen=True, kw_only=True):
    """Enter a person into a promotion."""

    person: str


class DrawWinner(PromotionCommand, frozen=True, kw_only=True):
    """Record the `winner` that a draw gave; `present` counts where the terms ask for it."""

    prize: str
    winner: str
    scrutineer: str = ""
    present: bool = True


class TellWinner(PromotionCommand, frozen=True, kw_only=True):
    """Notify a winner, by a method that the terms name."""

    prize: str
    method: str


class PublishWinners(PromotionCommand, frozen=True, kw_only=True):
    """Publish the results, in the way that the terms name."""

    channel: str


class PaymentPart(Written, frozen=True, kw_only=True):
    """Part of a payment, by one method."""

    method: str
    amount_cents: int


class PayWinner(PromotionCommand, frozen=True, kw_only=True):
    """Pay a winner: `parts` for money, none for a thing that is handed over."""

    prize: str
    parts: tuple[PaymentPart, ...] = ()
    cash_alternative: bool = False


class DenyClaim(PromotionCommand, frozen=True, kw_only=True):
    """Deny a claim to a prize, with the reasons."""

    claimant: str
    prize: str
    value_cents: int
    reasons: str
    name: str = ""
    address: str = ""
    told_at: datetime | None = None


class DecidePromotionDispute(PromotionCommand, frozen=True, kw_only=True):
    """Decide a dispute for good; someone dissatisfied is advised where to complain."""

    person: str
    about: str
    decision: str
    satisfied: bool
    told_of_complaint: bool = False


class PostponePromotion(PromotionCommand, frozen=True, kw_only=True):
    """Stop a promotion for now."""

    reason: str
    inspectorate_told_at: datetime | None = None


class CancelPromotion(PromotionCommand, frozen=True, kw_only=True):
    """Stop a promotion for good."""

    reason: str
    inspectorate_told_at: datetime | None = None


class ResumePromotion(PromotionCommand, frozen=True, kw_only=True):
    """Let a postponed promotion go on."""

    validated_by: str


Command: TypeAlias = (
    OfferPromotion
    | ConfirmPrizes
    | PublishPromotion
    | LodgeTerms
    | StartPromotion
    | AmendTerms
    | EnterPromotion
    | DrawWinner
    | TellWinner
    | PublishWinners
    | PayWinner
    | DenyClaim
    | DecidePromotionDispute
    | PostponePromotion
    | CancelPromotion
    | ResumePromotion
)
