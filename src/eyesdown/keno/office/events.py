"""What happened in the office and on Subscriber Accounts."""

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
from eyesdown.keno.words.people import Account, Card, Withdrawal
from eyesdown.keno.words.places import Instructions, OnDuty, Terminal, Venue
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import Written
from eyesdown.players.limits import Limit, RealityCheck
from eyesdown.rulebook.keno_words import Category, DrawSite


class VenueAppointed(Written, frozen=True):
    """A Venue was appointed, or its particulars changed."""

    at: datetime
    venue: Venue


class CommissionAgreed(Written, frozen=True):
    """Another Commission was agreed with a Venue."""

    at: datetime
    venue: str
    rate: Fraction | None


class TerminalApproved(Written, frozen=True):
    """A terminal was approved."""

    at: datetime
    terminal: Terminal


class PayoutLimitSet(Written, frozen=True):
    """The Act's amount up to which a Venue may pay was set."""

    at: datetime
    cents: int


class GrowthRateSet(Written, frozen=True):
    """A jackpot grows by another rate from a Keno Day on."""

    at: datetime
    jackpot: str
    rate: Fraction
    from_day: date


class JackpotTakenOver(Written, frozen=True):
    """A jackpot began with what it had reached elsewhere, out of the operating company's money."""

    at: datetime
    jackpot: str
    cents: int
    because: str
    by: str
    money: Group


class PoolSwitched(Written, frozen=True):
    """While a jackpot is pooled its growth lies in the pool (M16); `moved_cents` went there."""

    at: datetime
    jackpot: str
    pooled: bool
    jurisdictions: tuple[str, ...]
    moved_cents: Fraction
    money: Group


class PoolReported(Written, frozen=True):
    """Another jurisdiction put money into a pool, or won some of it."""

    at: datetime
    jackpot: str
    jurisdiction: str
    contributed_cents: Fraction
    won_cents: Fraction
    money: Group


class WinnersReported(Written, frozen=True):
    """Another jurisdiction reported the winners of a pooled jackpot."""

    at: datetime
    game: int
    winners: WinnersAway


class JackpotGuaranteed(Written, frozen=True):
    """A jackpot was guaranteed."""

    at: datetime
    guarantee: Guarantee


class PrizeApproved(Written, frozen=True):
    """An extra prize was approved; the sum of a Bonus Prize is set aside."""

    at: datetime
    prize: ExtraPrize
    money: Group


class FormSwitched(Written, frozen=True):
    """A form of entry is offered from a Keno Day on, or no longer."""

    at: datetime
    switch: FormSwitch


class SuperplayProgrammed(Written, frozen=True):
    """A Superplay template was programmed."""

    at: datetime
    template: Superplay


class CardIssued(Written, frozen=True):
    """A Keno Player Card was issued."""

    at: datetime
    card: Card


class ContributionFlexed(Written, frozen=True):
    """A category's contribution was raised or lowered over some Keno Days."""

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
    """A version of the instructions was published."""

    at: datetime
    instructions: Instructions


class SignedOn(Written, frozen=True):
    """A person is on duty."""

    at: datetime
    on_duty: OnDuty


class SignedOff(Written, frozen=True):
    """A person is off duty."""

    at: datetime
    person: str


class SiteMoved(Written, frozen=True):
    """The site goes on at another place."""

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
    """A Subscriber Account was opened."""

    at: datetime
    account: Account


class AgeChecked(Written, frozen=True):
    """The office has seen a paper that proves the holder's age."""

    at: datetime
    account: str
    by: str


class AccountReleased(Written, frozen=True):
    """The office has released an account that was held (S07)."""

    at: datetime
    account: str
    because: str
    by: str


class TermsAccepted(Written, frozen=True):
    """The holder of an account accepted a version of the terms."""

    at: datetime
    account: str
    version: str


class AccountIdentified(Written, frozen=True):
    """The holder of an account was identified."""

    at: datetime
    account: str
    by: str


class LoggedIn(Written, frozen=True):
    """The holder of an account logged in."""

    at: datetime
    account: str


class LoggedOut(Written, frozen=True):
    """The holder of an account logged out."""

    at: datetime
    account: str


class Deposited(Written, frozen=True):
    """Money came in for an account."""

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
    """Money of an account was paid to its holder."""

    at: datetime
    account: str
    cents: int
    money: Group


class WithdrawalAsked(Written, frozen=True):
    """The holder asked for money, which has left the account and waits to be paid."""

    at: datetime
    withdrawal: Withdrawal
    money: Group


class WithdrawalPaid(Written, frozen=True):
    """A withdrawal was paid to the holder of the account."""

    at: datetime
    number: int
    account: str
    cents: int
    by: str
    money: Group


class WithdrawalRefused(Written, frozen=True):
    """A withdrawal was refused, and its money is in the account again."""

    at: datetime
    number: int
    account: str
    cents: int
    because: str
    by: str
    money: Group


OfficeEvent: TypeAlias = (
    VenueAppointed
    | CommissionAgreed
    | TerminalApproved
    | PayoutLimitSet
    | GrowthRateSet
    | JackpotTakenOver
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
    """The holder of an account set, changed or lifted a limit."""

    at: datetime
    account: str
    limit: Limit


class RealityCheckSet(Written, frozen=True):
    """The holder of an account chose after how many minutes play stops for a check."""

    at: datetime
    account: str
    check: RealityCheck


class RealityCheckAnswered(Written, frozen=True):
    """The holder of an account saw how long they had played and what it cost, and goes on."""

    at: datetime
    account: str
    since: datetime
    lost_cents: int


class TimeOutTaken(Written, frozen=True):
    """The holder of an account took a time-out."""

    at: datetime
    account: str
    until: datetime


class AccountExcluded(Written, frozen=True):
    """An account was excluded, until a moment or for good."""

    at: datetime
    account: str
    until: datetime | None
    by: str


LimitEvent: TypeAlias = (
    PlayLimitSet | RealityCheckSet | RealityCheckAnswered | TimeOutTaken | AccountExcluded
)

AccountEvent: TypeAlias = (
    AccountOpened
    | TermsAccepted
    | AccountIdentified
    | LoggedIn
    | LoggedOut
    | Deposited
    | DepositCorrected
    | Withdrawn
    | WithdrawalAsked
    | WithdrawalPaid
    | WithdrawalRefused
    | AgeChecked
    | AccountReleased
    | LimitEvent
)
Events: TypeAlias = tuple[OfficeEvent | AccountEvent | Refused, ...]
"""What a decision of this sub-room gives."""
