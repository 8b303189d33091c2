"""What the office and a Subscriber's account may ask of a keno site."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time
from fractions import Fraction
from typing import TypeAlias

from eyesdown.keno.bets import Bet
from eyesdown.rulebook.facts.keno import SpotGame
from eyesdown.rulebook.facts.keno_life import Category, Duty, Form, Method, Role, Site, VenueKind


@dataclass(frozen=True, slots=True)
class AppointVenue:
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


@dataclass(frozen=True, slots=True)
class AgreeCommission:
    at: datetime
    venue: str
    rate: Fraction | None


@dataclass(frozen=True, slots=True)
class ApproveTerminal:
    at: datetime
    terminal: str
    venue: str
    self_service: bool
    approval: str


@dataclass(frozen=True, slots=True)
class SetPayoutLimit:
    """The amount of the Act up to which a Venue may pay; the rules leave it outside (M27)."""

    at: datetime
    cents: int


@dataclass(frozen=True, slots=True)
class SetGrowthRate:
    at: datetime
    jackpot: str
    rate: Fraction
    from_day: date


@dataclass(frozen=True, slots=True)
class SwitchPool:
    at: datetime
    jackpot: str
    pooled: bool
    jurisdictions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportPool:
    """What another jurisdiction put into a pool, or took out of it by winning."""

    at: datetime
    jackpot: str
    jurisdiction: str
    contributed_cents: Fraction
    won_cents: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class GuaranteeJackpot:
    at: datetime
    jackpot: str
    cents: int
    from_day: date
    to_day: date
    paid_from_promotion: bool = False


@dataclass(frozen=True, slots=True)
class ApprovePrize:
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


@dataclass(frozen=True, slots=True)
class SwitchForm:
    at: datetime
    form: Form
    method: Method
    offered: bool
    approval: str
    from_day: date


@dataclass(frozen=True, slots=True)
class ProgramSuperplay:
    """A Standard Superplay gives sizes, a Customised one its Groups and its Venue."""

    at: datetime
    template: str
    game: SpotGame
    group_sizes: tuple[int, ...]
    sizes: tuple[int, ...] | None
    groups: tuple[tuple[int, ...], ...] = ()
    venue: str = ""


@dataclass(frozen=True, slots=True)
class IssueCard:
    at: datetime
    card: str
    holder: str
    born: date
    approval: str
    role: Role = Role.PUBLIC
    favourites: tuple[Bet, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenAccount:
    at: datetime
    account: str
    holder: str
    born: date
    role: Role = Role.PUBLIC


@dataclass(frozen=True, slots=True)
class AcceptTerms:
    at: datetime
    account: str
    version: str


@dataclass(frozen=True, slots=True)
class IdentifyAccount:
    at: datetime
    account: str
    by: str


@dataclass(frozen=True, slots=True)
class LogIn:
    """Asked by the door that compared the password."""

    at: datetime
    account: str
    password_right: bool


@dataclass(frozen=True, slots=True)
class LogOut:
    at: datetime
    account: str


@dataclass(frozen=True, slots=True)
class Deposit:
    at: datetime
    account: str
    cents: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    at: datetime
    account: str
    cents: int


@dataclass(frozen=True, slots=True)
class FlexContribution:
    at: datetime
    category: Category
    change: Fraction
    from_day: date
    to_day: date


@dataclass(frozen=True, slots=True)
class PayPromotion:
    at: datetime
    promotion: str
    category: Category
    funded_by: Category
    cents: int


@dataclass(frozen=True, slots=True)
class PublishInstructions:
    at: datetime
    version: str
    medium: str
    text: str


@dataclass(frozen=True, slots=True)
class SignOn:
    """`place` is a venue, or the site of a Supervisor."""

    at: datetime
    person: str
    duty: Duty
    place: str
    account: str = ""


@dataclass(frozen=True, slots=True)
class SignOff:
    at: datetime
    person: str


@dataclass(frozen=True, slots=True)
class MoveSite:
    at: datetime
    site: Site


@dataclass(frozen=True, slots=True)
class RemitVenue:
    """A Venue hands over what it holds for the Licensees."""

    at: datetime
    venue: str


OfficeCommand: TypeAlias = (
    AppointVenue
    | AgreeCommission
    | ApproveTerminal
    | SetPayoutLimit
    | SetGrowthRate
    | SwitchPool
    | ReportPool
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
AccountCommand: TypeAlias = (
    OpenAccount | AcceptTerms | IdentifyAccount | LogIn | LogOut | Deposit | Withdraw
)
