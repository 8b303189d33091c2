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
    """`prescribed` are items the regulations bar at the time."""

    mechanism: str
    starts_at: datetime
    terms: Terms
    session: str = ""
    prescribed: tuple[str, ...] = ()


class ConfirmPrizes(PromotionCommand, frozen=True, kw_only=True):
    """A second person has looked at prizes near a kind that is prohibited: they are not (S10)."""


class PublishPromotion(PromotionCommand, frozen=True, kw_only=True):
    """`marketing_refers` says that the advertising points to the terms."""

    marketing_refers: bool
    channels: tuple[str, ...]


class LodgeTerms(PromotionCommand, frozen=True, kw_only=True):
    """The terms go to the inspectorate."""


class StartPromotion(PromotionCommand, frozen=True, kw_only=True):
    """The promotion begins."""


class AmendTerms(PromotionCommand, frozen=True, kw_only=True):
    """Other terms, with the approval that a running promotion needs."""

    terms: Terms
    approval: str = ""


class EnterPromotion(PromotionCommand, frozen=True, kw_only=True):
    """A person enters."""

    person: str


class DrawWinner(PromotionCommand, frozen=True, kw_only=True):
    """`winner` is what the draw gave; chance stays outside. `present` counts where terms ask."""

    prize: str
    winner: str
    scrutineer: str = ""
    present: bool = True


class TellWinner(PromotionCommand, frozen=True, kw_only=True):
    """The winner is notified, by a method the terms name."""

    prize: str
    method: str


class PublishWinners(PromotionCommand, frozen=True, kw_only=True):
    """The results are published, in the way the terms name."""

    channel: str


class PaymentPart(Written, frozen=True, kw_only=True):
    """Part of a payment, by one method."""

    method: str
    amount_cents: int


class PayWinner(PromotionCommand, frozen=True, kw_only=True):
    """Parts for money; a thing handed over has none."""

    prize: str
    parts: tuple[PaymentPart, ...] = ()
    cash_alternative: bool = False


class DenyClaim(PromotionCommand, frozen=True, kw_only=True):
    """A claim to a prize is denied, with the reasons."""

    claimant: str
    prize: str
    value_cents: int
    reasons: str
    name: str = ""
    address: str = ""
    told_at: datetime | None = None


class DecidePromotionDispute(PromotionCommand, frozen=True, kw_only=True):
    """The operator's decision is final; someone dissatisfied is advised where to complain."""

    person: str
    about: str
    decision: str
    satisfied: bool
    told_of_complaint: bool = False


class PostponePromotion(PromotionCommand, frozen=True, kw_only=True):
    """The promotion stops for now."""

    reason: str
    inspectorate_told_at: datetime | None = None


class CancelPromotion(PromotionCommand, frozen=True, kw_only=True):
    """The promotion stops for good."""

    reason: str
    inspectorate_told_at: datetime | None = None


class ResumePromotion(PromotionCommand, frozen=True, kw_only=True):
    """A postponed promotion goes on."""

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
