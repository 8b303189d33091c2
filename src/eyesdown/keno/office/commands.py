"""Commands of the office and of Subscriber Accounts."""

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
    """Appoint a Venue, or change its particulars."""

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
    """Agree a Commission with a Venue; None is the Commission of the rules."""

    at: datetime
    venue: str
    rate: Fraction | None
    by: str = ""


class ApproveTerminal(Written, frozen=True):
    """Approve a terminal of a Venue."""

    at: datetime
    terminal: str
    venue: str
    self_service: bool
    approval: str
    by: str = ""


class SetPayoutLimit(Written, frozen=True):
    """Set the amount of the Act up to which a Venue may pay; the rules do not name it (M27)."""

    at: datetime
    cents: int
    by: str = ""


class SetGrowthRate(Written, frozen=True):
    """Set the share of Subscriptions by which a jackpot grows from a Keno Day on."""

    at: datetime
    jackpot: str
    rate: Fraction
    from_day: date
    by: str = ""


class TakeOverJackpot(Written, frozen=True):
    """Open a jackpot with what it had reached under another system; the operator pays it in."""

    at: datetime
    jackpot: str
    cents: int
    because: str
    by: str = ""


class SwitchPool(Written, frozen=True):
    """Begin or stop to pool a jackpot with other jurisdictions."""

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
    """Guarantee the amount of a jackpot over some Keno Days."""

    at: datetime
    jackpot: str
    cents: int
    from_day: date
    to_day: date
    paid_from_promotion: bool = False
    by: str = ""


class ApprovePrize(Written, frozen=True):
    """Approve a Bonus Prize, or an additional prize, for catching `caught` of `spots`."""

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
    """Offer a form of entry by some method from a Keno Day on, or stop to offer it."""

    at: datetime
    form: Form
    method: Method
    offered: bool
    approval: str
    from_day: date
    by: str = ""


class ProgramSuperplay(Written, frozen=True):
    """Program a Superplay: by sizes if Standard, by its Groups and its Venue if Customised."""

    at: datetime
    template: str
    game: SpotGame
    group_sizes: tuple[int, ...]
    sizes: tuple[int, ...] | None
    groups: tuple[tuple[int, ...], ...] = ()
    venue: str = ""
    by: str = ""


class IssueCard(Written, frozen=True):
    """Issue a Keno Player Card; `person` is a keyed hash of the holder's name and birth date.

    The office has seen that the holder is of age. Old journals have name and birth date in clear.
    """

    at: datetime
    card: str
    holder: str
    born: date | None
    approval: str
    role: PersonKind = PersonKind.PUBLIC
    favourites: tuple[Bet, ...] = ()
    by: str = ""
    person: str = ""


class OpenAccount(Written, frozen=True):
    """Open a Subscriber Account; `person` and old journals are as for a card."""

    at: datetime
    account: str
    holder: str = ""
    born: date | None = None
    role: PersonKind = PersonKind.PUBLIC
    by: str = ""
    person: str = ""


class CheckAge(Written, frozen=True):
    """Record who has seen a paper that proves the holder's age."""

    at: datetime
    account: str
    by: str = ""


class ReleaseAccount(Written, frozen=True):
    """Release an account that was held because its holder looks like an excluded player (S07)."""

    at: datetime
    account: str
    because: str
    by: str = ""


class AcceptTerms(Written, frozen=True):
    """Accept a version of the terms."""

    at: datetime
    account: str
    version: str
    by: str = ""


class IdentifyAccount(Written, frozen=True):
    """Record who has identified the holder of an account."""

    at: datetime
    account: str
    by: str


class LogIn(Written, frozen=True):
    """Log the holder of an account in; the door that compared the password says if it was right."""

    at: datetime
    account: str
    by: str = ""
    password_right: bool = False


class LogOut(Written, frozen=True):
    """Log the holder of an account out."""

    at: datetime
    account: str
    by: str = ""


class Deposit(Written, frozen=True):
    """Book money that has come in for an account."""

    at: datetime
    account: str
    cents: int
    by: str = ""


class CorrectDeposit(Written, frozen=True):
    """Take back a deposit that was booked by mistake, such as one keyed twice.

    `row` is the journal row that booked it; the site puts its contents in as `kept`.
    """

    at: datetime
    account: str
    row: int
    because: str
    by: str = ""
    kept: DepositBooked | None = None


class Withdraw(Written, frozen=True):
    """Pay money of an account to its holder at once, as old journals have it."""

    at: datetime
    account: str
    cents: int
    by: str = ""


class AskWithdrawal(Written, frozen=True):
    """Ask that money of an account be paid to its holder; it leaves the account at once."""

    at: datetime
    account: str
    cents: int
    by: str = ""


class PayWithdrawal(Written, frozen=True):
    """Pay a withdrawal that was asked for."""

    at: datetime
    withdrawal: int
    by: str = ""


class RefuseWithdrawal(Written, frozen=True):
    """Put the money of a withdrawal back into the account, with the reason."""

    at: datetime
    withdrawal: int
    because: str
    by: str = ""


class SetPlayLimit(Written, frozen=True):
    """Limit deposits, stakes or net loss in a day, a week or a month; None lifts the limit."""

    at: datetime
    account: str
    measure: Measure
    span: Span
    cents: int | None
    by: str = ""


class ConfirmLimit(Written, frozen=True):
    """Confirm a higher limit after the days to think it over (S06)."""

    at: datetime
    account: str
    measure: Measure
    span: Span
    by: str = ""


class SetRealityCheck(Written, frozen=True):
    """Stop play for a check after some minutes; without minutes, no check."""

    at: datetime
    account: str
    minutes: int | None
    by: str = ""


class AnswerRealityCheck(Written, frozen=True):
    """Go on after a reality check that showed time and net result."""

    at: datetime
    account: str
    by: str = ""


class TakeTimeOut(Written, frozen=True):
    """Stop deposits and Entries of an account for some days."""

    at: datetime
    account: str
    days: int
    by: str = ""


class ExcludeAccount(Written, frozen=True):
    """Exclude an account for some days, or without an end; `by` is empty for its holder."""

    at: datetime
    account: str
    days: int | None = None
    by: str = ""


class FlexContribution(Written, frozen=True):
    """Raise or lower a category's contribution over some Keno Days."""

    at: datetime
    category: Category
    change: Fraction
    from_day: date
    to_day: date
    by: str = ""


def check_period(command: object) -> None:
    """BadInput if a changed contribution ends before it begins; doors call this, `decide` does not.

    Old journals may hold such a period, which has no effect. For a guarantee or a prize a rule
    refuses it.
    """
    if isinstance(command, FlexContribution) and command.to_day < command.from_day:
        raise BadInput("to_day", f"{command.to_day} lies before from_day, {command.from_day}")


class PayPromotion(Written, frozen=True):
    """Spend promotional money of a category."""

    at: datetime
    promotion: str
    category: Category
    funded_by: Category
    cents: int
    by: str = ""


class PublishInstructions(Written, frozen=True):
    """Publish a version of the instructions for players."""

    at: datetime
    version: str
    medium: str
    text: str
    by: str = ""


class SignOn(Written, frozen=True):
    """Put a person on duty; `place` is a venue, or the site of a Supervisor."""

    at: datetime
    person: str
    duty: Duty
    place: str
    account: str = ""
    by: str = ""


class SignOff(Written, frozen=True):
    """Take a person off duty."""

    at: datetime
    person: str
    by: str = ""


class MoveSite(Written, frozen=True):
    """Go on at the Central Site or at the Backup Site."""

    at: datetime
    site: DrawSite
    by: str = ""


class RemitVenue(Written, frozen=True):
    """A Venue pays what it owes the Licensees, or is paid what they owe it."""

    at: datetime
    venue: str
    by: str = ""


OfficeCommand: TypeAlias = (
    AppointVenue
    | AgreeCommission
    | ApproveTerminal
    | SetPayoutLimit
    | SetGrowthRate
    | TakeOverJackpot
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
LimitCommand: TypeAlias = (
    SetPlayLimit
    | ConfirmLimit
    | SetRealityCheck
    | AnswerRealityCheck
    | TakeTimeOut
    | ExcludeAccount
)

AccountCommand: TypeAlias = (
    OpenAccount
    | AcceptTerms
    | IdentifyAccount
    | LogIn
    | LogOut
    | Deposit
    | CorrectDeposit
    | Withdraw
    | AskWithdrawal
    | PayWithdrawal
    | RefuseWithdrawal
    | CheckAge
    | ReleaseAccount
    | LimitCommand
)
