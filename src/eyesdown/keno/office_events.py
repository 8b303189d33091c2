"""What happened in the office and on a Subscriber's account."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import TypeAlias

from eyesdown.keno.money import Group
from eyesdown.keno.records import (
    Account,
    Card,
    ExtraPrize,
    FlexPeriod,
    FormSwitch,
    Guarantee,
    Instructions,
    OnDuty,
    Superplay,
    Terminal,
    Venue,
)
from eyesdown.rulebook.facts.keno_life import Category, Site


@dataclass(frozen=True, slots=True)
class VenueAppointed:
    at: datetime
    venue: Venue


@dataclass(frozen=True, slots=True)
class CommissionAgreed:
    at: datetime
    venue: str
    rate: Fraction | None


@dataclass(frozen=True, slots=True)
class TerminalApproved:
    at: datetime
    terminal: Terminal


@dataclass(frozen=True, slots=True)
class PayoutLimitSet:
    at: datetime
    cents: int


@dataclass(frozen=True, slots=True)
class GrowthRateSet:
    at: datetime
    jackpot: str
    rate: Fraction
    from_day: date


@dataclass(frozen=True, slots=True)
class PoolSwitched:
    """While a jackpot is pooled its growth lies in the pool (M16); `moved_cents` went there."""

    at: datetime
    jackpot: str
    pooled: bool
    jurisdictions: tuple[str, ...]
    moved_cents: Fraction
    money: Group


@dataclass(frozen=True, slots=True)
class PoolReported:
    at: datetime
    jackpot: str
    jurisdiction: str
    contributed_cents: Fraction
    won_cents: Fraction
    money: Group


@dataclass(frozen=True, slots=True)
class JackpotGuaranteed:
    at: datetime
    guarantee: Guarantee


@dataclass(frozen=True, slots=True)
class PrizeApproved:
    at: datetime
    prize: ExtraPrize
    money: Group


@dataclass(frozen=True, slots=True)
class FormSwitched:
    at: datetime
    switch: FormSwitch


@dataclass(frozen=True, slots=True)
class SuperplayProgrammed:
    at: datetime
    template: Superplay


@dataclass(frozen=True, slots=True)
class CardIssued:
    at: datetime
    card: Card


@dataclass(frozen=True, slots=True)
class ContributionFlexed:
    at: datetime
    flex: FlexPeriod


@dataclass(frozen=True, slots=True)
class PromotionPaid:
    """Money of a category's sub-account spent on promoting that category, oldest first."""

    at: datetime
    promotion: str
    category: Category
    cents: int
    money: Group


@dataclass(frozen=True, slots=True)
class InstructionsPublished:
    at: datetime
    instructions: Instructions


@dataclass(frozen=True, slots=True)
class SignedOn:
    at: datetime
    on_duty: OnDuty


@dataclass(frozen=True, slots=True)
class SignedOff:
    at: datetime
    person: str


@dataclass(frozen=True, slots=True)
class SiteMoved:
    at: datetime
    site: Site


@dataclass(frozen=True, slots=True)
class VenueRemitted:
    """Whole cents, the nearest even one on a tie; the rest of a cent waits (M12)."""

    at: datetime
    venue: str
    cents: int
    money: Group


@dataclass(frozen=True, slots=True)
class AccountOpened:
    at: datetime
    account: Account


@dataclass(frozen=True, slots=True)
class TermsAccepted:
    at: datetime
    account: str
    version: str


@dataclass(frozen=True, slots=True)
class AccountIdentified:
    at: datetime
    account: str
    by: str


@dataclass(frozen=True, slots=True)
class LoggedIn:
    at: datetime
    account: str


@dataclass(frozen=True, slots=True)
class LoggedOut:
    at: datetime
    account: str


@dataclass(frozen=True, slots=True)
class Deposited:
    at: datetime
    account: str
    cents: int
    money: Group


@dataclass(frozen=True, slots=True)
class Withdrawn:
    at: datetime
    account: str
    cents: int
    money: Group


OfficeEvent: TypeAlias = (
    VenueAppointed
    | CommissionAgreed
    | TerminalApproved
    | PayoutLimitSet
    | GrowthRateSet
    | PoolSwitched
    | PoolReported
    | JackpotGuaranteed
    | PrizeApproved
    | FormSwitched
    | SuperplayProgrammed
    | CardIssued
    | ContributionFlexed
    | PromotionPaid
    | InstructionsPublished
    | SignedOn
    | SignedOff
    | SiteMoved
    | VenueRemitted
)
AccountEvent: TypeAlias = (
    AccountOpened | TermsAccepted | AccountIdentified | LoggedIn | LoggedOut | Deposited | Withdrawn
)
