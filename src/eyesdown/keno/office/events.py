"""What happened in the office and on a Subscriber's account."""

from __future__ import annotations

from datetime import date, datetime
from fractions import Fraction
from typing import TypeAlias

from eyesdown.keno.words.money import Group
from eyesdown.keno.words.offers import (
    ExtraPrize,
    FlexPeriod,
    FormSwitch,
    Guarantee,
    Superplay,
    WinnersAway,
)
from eyesdown.keno.words.people import Account, Card
from eyesdown.keno.words.places import Instructions, OnDuty, Terminal, Venue
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import Written
from eyesdown.players.limits import Limit
from eyesdown.rulebook.keno_words import Category, DrawSite


class VenueAppointed(Written, frozen=True):
    at: datetime
    venue: Venue


class CommissionAgreed(Written, frozen=True):
    at: datetime
    venue: str
    rate: Fraction | None


class TerminalApproved(Written, frozen=True):
    at: datetime
    terminal: Terminal


class PayoutLimitSet(Written, frozen=True):
    at: datetime
    cents: int


class GrowthRateSet(Written, frozen=True):
    at: datetime
    jackpot: str
    rate: Fraction
    from_day: date


class PoolSwitched(Written, frozen=True):
    """While a jackpot is pooled its growth lies in the pool (M16); `moved_cents` went there."""

    at: datetime
    jackpot: str
    pooled: bool
    jurisdictions: tuple[str, ...]
    moved_cents: Fraction
    money: Group


class PoolReported(Written, frozen=True):
    at: datetime
    jackpot: str
    jurisdiction: str
    contributed_cents: Fraction
    won_cents: Fraction
    money: Group


class WinnersReported(Written, frozen=True):
    at: datetime
    game: int
    winners: WinnersAway


class JackpotGuaranteed(Written, frozen=True):
    at: datetime
    guarantee: Guarantee


class PrizeApproved(Written, frozen=True):
    at: datetime
    prize: ExtraPrize
    money: Group


class FormSwitched(Written, frozen=True):
    at: datetime
    switch: FormSwitch


class SuperplayProgrammed(Written, frozen=True):
    at: datetime
    template: Superplay


class CardIssued(Written, frozen=True):
    at: datetime
    card: Card


class ContributionFlexed(Written, frozen=True):
    at: datetime
    flex: FlexPeriod


class PromotionPaid(Written, frozen=True):
    """Money of a category's sub-account spent on promoting that category, oldest first."""

    at: datetime
    promotion: str
    category: Category
    cents: int
    money: Group


class InstructionsPublished(Written, frozen=True):
    at: datetime
    instructions: Instructions


class SignedOn(Written, frozen=True):
    at: datetime
    on_duty: OnDuty


class SignedOff(Written, frozen=True):
    at: datetime
    person: str


class SiteMoved(Written, frozen=True):
    at: datetime
    site: DrawSite


class VenueRemitted(Written, frozen=True):
    """Whole cents, the nearest even one on a tie; the rest of a cent waits (M12).

    `money` is the part of it that was Net Subscriptions; see `keno.tills` for the other.
    """

    at: datetime
    venue: str
    cents: int
    money: Group


class AccountOpened(Written, frozen=True):
    at: datetime
    account: Account


class TermsAccepted(Written, frozen=True):
    at: datetime
    account: str
    version: str


class AccountIdentified(Written, frozen=True):
    at: datetime
    account: str
    by: str


class LoggedIn(Written, frozen=True):
    at: datetime
    account: str


class LoggedOut(Written, frozen=True):
    at: datetime
    account: str


class Deposited(Written, frozen=True):
    at: datetime
    account: str
    cents: int
    money: Group


class DepositCorrected(Written, frozen=True):
    """What a row of the journal booked by mistake, at `deposited_at`, is taken back."""

    at: datetime
    account: str
    row: int
    deposited_at: datetime
    cents: int
    because: str
    by: str
    money: Group


class Withdrawn(Written, frozen=True):
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
    | WinnersReported
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


class PlayLimitSet(Written, frozen=True):
    at: datetime
    account: str
    limit: Limit


class TimeOutTaken(Written, frozen=True):
    at: datetime
    account: str
    until: datetime


class AccountExcluded(Written, frozen=True):
    """Without an end, for good."""

    at: datetime
    account: str
    until: datetime | None
    by: str


LimitEvent: TypeAlias = PlayLimitSet | TimeOutTaken | AccountExcluded

AccountEvent: TypeAlias = (
    AccountOpened
    | TermsAccepted
    | AccountIdentified
    | LoggedIn
    | LoggedOut
    | Deposited
    | DepositCorrected
    | Withdrawn
    | LimitEvent
)
Events: TypeAlias = tuple[OfficeEvent | AccountEvent | Refused, ...]
"""What a decision of this sub-room gives."""
