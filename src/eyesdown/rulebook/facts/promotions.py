"""Facts of clauses about promotions. Empty strings and None mean that nothing is stated."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time

from eyesdown.kernel.written import Written
from eyesdown.rulebook.spelling import one_spelling


class Prize(Written, frozen=True, kw_only=True):
    """One prize. `kind` is cash, casino_dollars, slot_dollars, appliance, vehicle, travel ..."""

    prize: str
    kind: str = "goods"
    value_cents: int = 0
    conditions: str = ""
    contents: tuple[str, ...] = ()
    liquor_millilitres: int = 0
    cash_alternative_cents: int = 0
    make: str = ""
    model: str = ""
    accessories: str = ""
    on_road_costs_included: bool | None = None
    persons: int = 0
    inclusions: tuple[tuple[str, str], ...] = ()
    travel_window: str = ""
    spending_money: bool | None = None
    dwelling: str = ""
    plans: str = ""
    contract: str = ""
    easements: str = ""
    location: str = ""

    @property
    def sort(self) -> str:
        """Its kind, in one spelling."""
        return one_spelling(self.kind)


class Terms(Written, frozen=True, kw_only=True):
    """Terms and conditions. A wager is either needed, with its amount, or not."""

    award_manner: str = ""
    award_when: str = ""
    award_where: str = ""
    eligibility: str = ""
    wager_needed: bool = False
    minimum_wager_cents: int = 0
    prize_nature: str = ""
    entries_close: datetime | None = None
    place: str = ""
    day: date | None = None
    hour: time | None = None
    claim_method: str = ""
    presence_required: bool | None = None
    winner_notice: str = ""
    results_published: str = ""
    cash_alternatives_stated: bool = False
    prizes: tuple[Prize, ...] = ()


@dataclass(frozen=True, slots=True)
class OfferFacts:
    """A promotion is offered: how it is awarded, and what its prizes consist of."""

    mechanism: str
    terms: Terms
    prescribed: frozenset[str]


@dataclass(frozen=True, slots=True)
class PublishFacts:
    """Where the terms of a promotion are published."""

    marketing_refers: bool
    channels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LodgeFacts:
    """When the terms of a promotion were lodged, and when it starts."""

    lodged_at: datetime
    starts_at: datetime


@dataclass(frozen=True, slots=True)
class AmendFacts:
    """Terms about to be changed."""

    started: bool
    approval: str


@dataclass(frozen=True, slots=True)
class DrawFacts:
    """A prize about to be drawn."""

    prize: Prize
    scrutineer: str
    presence_required: bool
    present: bool


@dataclass(frozen=True, slots=True)
class PaymentFacts:
    """How a winner is to be paid; `parts` are methods with amounts."""

    prize: Prize
    cash_alternative: bool
    stated_in_terms: bool
    parts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class DenialFacts:
    """A claim for a prize that was refused."""

    value_cents: int
    name: str
    address: str
    reasons: str
    told_at: datetime | None


@dataclass(frozen=True, slots=True)
class StopFacts:
    """A promotion about to be stopped."""

    reason: str
    inspectorate_told_at: datetime | None
