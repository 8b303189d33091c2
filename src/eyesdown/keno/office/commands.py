"""What the office and a Subscriber's account may ask of a keno site."""

from __future__ import annotations

from datetime import date, datetime, time
from fractions import Fraction
from typing import TypeAlias

from eyesdown.keno.bets.bet import Bet
from eyesdown.keno.words.people import DepositBooked
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.written import Written
from eyesdown.players.limits import Measure, Span
from eyesdown.rulebook.keno_words import (
    Category,
    DrawSite,
    Duty,
    Form,
    Method,
    PersonKind,
    SpotGame,
    VenueKind,
)


class AppointVenue(Written, frozen=True):
    at: datetime
    venue: str
    kind: VenueKind
    name: str
    area: str
    approval: str
    premises: tuple[str, ...]
    permitted_area: tuple[str, ...]
    opens: time
    closes: time
    general_bar: bool = False
    payout_limit_cents: int | None = None
    eft_permitted: bool = False
    by: str = ""


class AgreeCommission(Written, frozen=True):
    at: datetime
    venue: str
    rate: Fraction | None
    by: str = ""


class ApproveTerminal(Written, frozen=True):
    at: datetime
    terminal: str
    venue: str
    self_service: bool
    approval: str
    by: str = ""


class SetPayoutLimit(Written, frozen=True):
    """The amount of the Act up to which a Venue may pay; the rules leave it outside (M27)."""

    at: datetime
    cents: int
    by: str = ""


class SetGrowthRate(Written, frozen=True):
    at: datetime
    jackpot: str
    rate: Fraction
    from_day: date
    by: str = ""


class SwitchPool(Written, frozen=True):
    at: datetime
    jackpot: str
    pooled: bool
    jurisdictions: tuple[str, ...] = ()
    by: str = ""


class ReportPool(Written, frozen=True):
    """What another jurisdiction put into a pool, or took out of it by winning."""

    at: datetime
    jackpot: str
    jurisdiction: str
    contributed_cents: Fraction
    won_cents: Fraction = Fraction(0)
    by: str = ""


class ReportWinners(Written, frozen=True):
    """What winners of a pooled jackpot staked in another jurisdiction, in a game not settled yet.

    That there are none is reported, too; what is reported last counts.
    """

    at: datetime
    game: int
    jackpot: str
    jurisdiction: str
    staked_cents: tuple[int, ...] = ()
    by: str = ""


class GuaranteeJackpot(Written, frozen=True):
    at: datetime
    jackpot: str
    cents: int
    from_day: date
    to_day: date
    paid_from_promotion: bool = False
    by: str = ""


class ApprovePrize(Written, frozen=True):
    """A Bonus Prize, or an additional Approved prize, for so many of so many spots."""

    at: datetime
    prize: str
    bonus: bool
    cents: int
    approval: str
    form: SpotGame
    spots: int
    caught: int
    from_at: datetime
    to_at: datetime
    by: str = ""


class SwitchForm(Written, frozen=True):
    at: datetime
    form: Form
    method: Method
    offered: bool
    approval: str
    from_day: date
    by: str = ""


class ProgramSuperplay(Written, frozen=True):
    """A Standard Superplay gives sizes, a Customised one its Groups and its Venue."""

    at: datetime
    template: str
    game: SpotGame
    group_sizes: tuple[int, ...]
    sizes: tuple[int, ...] | None
    groups: tuple[tuple[int, ...], ...] = ()
    venue: str = ""
    by: str = ""


class IssueCard(Written, frozen=True):
    at: datetime
    card: str
    holder: str
    born: date
    approval: str
    role: PersonKind = PersonKind.PUBLIC
    favourites: tuple[Bet, ...] = ()
    by: str = ""


class OpenAccount(Written, frozen=True):
    at: datetime
    account: str
    holder: str
    born: date
    role: PersonKind = PersonKind.PUBLIC
    by: str = ""


class AcceptTerms(Written, frozen=True):
    at: datetime
    account: str
    version: str
    by: str = ""


class IdentifyAccount(Written, frozen=True):
    at: datetime
    account: str
    by: str


class LogIn(Written, frozen=True):
    """Whether the password is right is put in by the door that compared it."""

    at: datetime
    account: str
    by: str = ""
    password_right: bool = False


class LogOut(Written, frozen=True):
    at: datetime
    account: str
    by: str = ""


class Deposit(Written, frozen=True):
    at: datetime
    account: str
    cents: int
    by: str = ""


class CorrectDeposit(Written, frozen=True):
    """A deposit that never was, keyed twice or for somebody else, is taken back whole.

    `row` is the one of the journal that booked it; what stands there is put in by the site.
    """

    at: datetime
    account: str
    row: int
    because: str
    by: str = ""
    kept: DepositBooked | None = None


class Withdraw(Written, frozen=True):
    at: datetime
    account: str
    cents: int
    by: str = ""


class SetPlayLimit(Written, frozen=True):
    """At most so much in a day, a week or a month; without an amount, no limit any more."""

    at: datetime
    account: str
    measure: Measure
    span: Span
    cents: int | None
    by: str = ""


class TakeTimeOut(Written, frozen=True):
    at: datetime
    account: str
    days: int
    by: str = ""


class ExcludeAccount(Written, frozen=True):
    """Nothing is sold to this account for so many days, or for good; `by` nobody, its holder."""

    at: datetime
    account: str
    days: int | None = None
    by: str = ""


class FlexContribution(Written, frozen=True):
    at: datetime
    category: Category
    change: Fraction
    from_day: date
    to_day: date
    by: str = ""


def check_period(command: object) -> None:
    """A period has its ends in order; for a door to look at before anything is decided.

    Journals may hold others, which have no effect. A guarantee and a prize are refused by rule.
    """
    if isinstance(command, FlexContribution) and command.to_day < command.from_day:
        raise BadInput("to_day", f"{command.to_day} lies before from_day, {command.from_day}")


class PayPromotion(Written, frozen=True):
    at: datetime
    promotion: str
    category: Category
    funded_by: Category
    cents: int
    by: str = ""


class PublishInstructions(Written, frozen=True):
    at: datetime
    version: str
    medium: str
    text: str
    by: str = ""


class SignOn(Written, frozen=True):
    """`place` is a venue, or the site of a Supervisor."""

    at: datetime
    person: str
    duty: Duty
    place: str
    account: str = ""
    by: str = ""


class SignOff(Written, frozen=True):
    at: datetime
    person: str
    by: str = ""


class MoveSite(Written, frozen=True):
    at: datetime
    site: DrawSite
    by: str = ""


class RemitVenue(Written, frozen=True):
    """A Venue hands over what it owes the Licensees, or is paid what they owe it."""

    at: datetime
    venue: str
    by: str = ""


OfficeCommand: TypeAlias = (
    AppointVenue
    | AgreeCommission
    | ApproveTerminal
    | SetPayoutLimit
    | SetGrowthRate
    | SwitchPool
    | ReportPool
    | ReportWinners
    | GuaranteeJackpot
    | ApprovePrize
    | SwitchForm
    | ProgramSuperplay
    | IssueCard
    | FlexContribution
    | PayPromotion
    | PublishInstructions
    | SignOn
    | SignOff
    | MoveSite
    | RemitVenue
)
LimitCommand: TypeAlias = SetPlayLimit | TakeTimeOut | ExcludeAccount

AccountCommand: TypeAlias = (
    OpenAccount
    | AcceptTerms
    | IdentifyAccount
    | LogIn
    | LogOut
    | Deposit
    | CorrectDeposit
    | Withdraw
    | LimitCommand
)
