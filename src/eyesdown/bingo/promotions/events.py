"""Events of promotions."""

from __future__ import annotations

from datetime import date, datetime
from typing import TypeAlias

from eyesdown.bingo.promotions.commands import PaymentPart
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import Written
from eyesdown.rulebook.facts.promotions import Terms


class PromotionEvent(Written, frozen=True, kw_only=True):
    """Something happened to one promotion."""

    at: datetime
    promotion: str


class PromotionOffered(PromotionEvent, frozen=True, kw_only=True):
    """A promotion is planned, with its terms."""

    mechanism: str
    starts_at: datetime
    session: str
    terms: Terms
    prescribed: tuple[str, ...]


class PromotionHeld(PromotionEvent, frozen=True, kw_only=True):
    """Terms that `by` gave wait for a second person, who looks at `near`: prize, item, clause.

    `amends` says that they change a promotion that was offered, with the approval for it.
    """

    by: str
    near: tuple[tuple[str, str, str], ...]
    amends: bool
    mechanism: str
    starts_at: datetime
    session: str
    terms: Terms
    prescribed: tuple[str, ...]
    approval: str


class PrizesConfirmed(PromotionEvent, frozen=True, kw_only=True):
    """A second person saw that these prizes are none of the prohibited kinds they are near."""

    by: str
    near: tuple[tuple[str, str, str], ...]


class PromotionPublished(PromotionEvent, frozen=True, kw_only=True):
    """A promotion was advertised."""

    marketing_refers: bool
    channels: tuple[str, ...]


class TermsLodged(PromotionEvent, frozen=True, kw_only=True):
    """This version of the terms is with the inspectorate."""

    version: int


class PromotionStarted(PromotionEvent, frozen=True, kw_only=True):
    """A promotion runs, by this version of its terms."""

    version: int


class TermsAmended(PromotionEvent, frozen=True, kw_only=True):
    """A new version of the terms."""

    version: int
    terms: Terms
    approval: str


class PersonEntered(PromotionEvent, frozen=True, kw_only=True):
    """A person takes part."""

    person: str


class WinnerDrawn(PromotionEvent, frozen=True, kw_only=True):
    """`tell_by` is the last day to reach the winner; none where they had to be present."""

    prize: str
    winner: str
    scrutineer: str
    tell_by: date | None


class WinnerTold(PromotionEvent, frozen=True, kw_only=True):
    """A winner was notified, and whether it was late."""

    prize: str
    winner: str
    method: str
    clause: str
    late: bool


class WinnersPublished(PromotionEvent, frozen=True, kw_only=True):
    """The results so far were published: prize and winner."""

    channel: str
    winners: tuple[tuple[str, str], ...]


class WinnerPaid(PromotionEvent, frozen=True, kw_only=True):
    """A winner was paid, in parts by method."""

    prize: str
    winner: str
    parts: tuple[PaymentPart, ...]
    cash_alternative: bool


class ClaimDenied(PromotionEvent, frozen=True, kw_only=True):
    """A claim to a prize was denied."""

    claimant: str
    prize: str
    value_cents: int
    reasons: str
    name: str
    address: str
    told_at: datetime


class PromotionDisputeDecided(PromotionEvent, frozen=True, kw_only=True):
    """`advice` is how a dissatisfied person may complain to an inspector."""

    person: str
    about: str
    decision: str
    satisfied: bool
    advice: str


class PromotionPostponed(PromotionEvent, frozen=True, kw_only=True):
    """A promotion was stopped for now."""

    reason: str
    inspectorate_told_at: datetime


class PromotionCancelled(PromotionEvent, frozen=True, kw_only=True):
    """A promotion was stopped for good."""

    reason: str
    inspectorate_told_at: datetime


class PromotionResumed(PromotionEvent, frozen=True, kw_only=True):
    """A postponed promotion goes on."""

    validated_by: str


Event: TypeAlias = (
    Refused
    | PromotionOffered
    | PromotionHeld
    | PrizesConfirmed
    | PromotionPublished
    | TermsLodged
    | PromotionStarted
    | TermsAmended
    | PersonEntered
    | WinnerDrawn
    | WinnerTold
    | WinnersPublished
    | WinnerPaid
    | ClaimDenied
    | PromotionDisputeDecided
    | PromotionPostponed
    | PromotionCancelled
    | PromotionResumed
)
