"""What happened at a keno site. An event that moves money carries a balanced `money` group."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import TypeAlias

from eyesdown.keno.entries import Entry, Staked
from eyesdown.keno.money import Group
from eyesdown.keno.office_events import AccountEvent, OfficeEvent
from eyesdown.keno.records import Carry, DrawPart, Prize, Stored
from eyesdown.keno.tenders import Document, Used
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebook.facts.keno_life import (
    Category,
    FormReason,
    Ground,
    Payout,
    Site,
    Tender,
)


@dataclass(frozen=True, slots=True)
class Refused:
    """A rule said no: which deed, about what, and every clause it broke, first printed first."""

    at: datetime
    deed: str
    about: str
    refusals: tuple[Refusal, ...]


# --- days and games -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DayOpened:
    at: datetime
    keno_day: date


@dataclass(frozen=True, slots=True)
class DayClosed:
    at: datetime
    keno_day: date


@dataclass(frozen=True, slots=True)
class GameOpened:
    at: datetime
    game: int
    keno_day: date
    number: int
    closes_at: datetime
    rules_from: date  # since when the rules that settle it are in force (T23)


@dataclass(frozen=True, slots=True)
class GrowthAdded:
    """What one game's Subscriptions add to a jackpot or its pool."""

    jackpot: str
    gross_cents: int
    cents: Fraction
    pooled: bool


@dataclass(frozen=True, slots=True)
class FundFed:
    """What one category of a game brings to the Keno Prize Fund and the sub-account."""

    category: Category
    gross_cents: int
    main_cents: Fraction
    promotion_cents: Fraction


@dataclass(frozen=True, slots=True)
class GameClosed:
    """Sales are over: contributions and growth are booked, undelivered Entries fall out."""

    at: datetime
    game: int
    funds: tuple[FundFed, ...]
    growth: tuple[GrowthAdded, ...]
    excluded: tuple[str, ...]
    money: Group


@dataclass(frozen=True, slots=True)
class DrawInterrupted:
    """A device failed; what it drew stands and the rest follows the named procedure (T19)."""

    at: datetime
    game: int
    part: DrawPart
    site: Site


@dataclass(frozen=True, slots=True)
class NumbersDrawn:
    """All numbers of a game in the order drawn (T20), by which devices, where, on what medium."""

    at: datetime
    game: int
    numbers: tuple[int, ...]
    part: DrawPart
    site: Site
    medium: str
    supervisor: str


@dataclass(frozen=True, slots=True)
class WrongNumberShown:
    at: datetime
    game: int
    position: int
    shown: int


@dataclass(frozen=True, slots=True)
class DisplayCorrected:
    at: datetime
    game: int
    position: int
    number: int


@dataclass(frozen=True, slots=True)
class JackpotPaid:
    """What a won jackpot gave to winners here and elsewhere, and a guarantee's top-up."""

    jackpot: str
    cents: Fraction
    elsewhere_cents: Fraction
    pooled: bool
    guarantee_cents: Fraction
    guarantee_from: str  # the purse that pays it


@dataclass(frozen=True, slots=True)
class Carried:
    """A Let it Run prize staked again, or `refused`: then it is paid and the series ends (G29)."""

    serial: str
    game: int
    carry: Carry
    refusals: tuple[Refusal, ...] = ()


@dataclass(frozen=True, slots=True)
class GameSettled:
    """Every winner of a game with his prize; Entries that are not named won nothing."""

    at: datetime
    game: int
    prizes: tuple[Prize, ...]
    carried: tuple[Carried, ...]
    jackpots: tuple[JackpotPaid, ...]
    extras: tuple[str, ...]
    ended: tuple[str, ...]  # Entries whose Let it Run is over
    major_cents: int | Fraction
    money: Group


# --- sales ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EntryAccepted:
    """An Entry is stored and its receipt issued; the money is held for the Subscriber."""

    at: datetime
    site: Site
    entry: Entry
    keno_day: date
    first_game: int
    cost_cents: int
    used: tuple[Used, ...]
    staked: tuple[Staked, ...]
    change: Document | None
    cash_change_cents: int
    location: str
    runner_note: str
    money: Group


@dataclass(frozen=True, slots=True)
class EntryCompleted:
    """The receipt was delivered, or a web Entry confirmed and stored: Commission and net part."""

    at: datetime
    serial: str
    commission_cents: int | Fraction
    net_cents: int | Fraction
    money: Group


@dataclass(frozen=True, slots=True)
class EntryAcknowledged:
    at: datetime
    serial: str


@dataclass(frozen=True, slots=True)
class EntryCancelled:
    """The games from `from_game` on are off; vouchers come back as vouchers, the rest as money."""

    at: datetime
    serial: str
    session: str
    from_game: int
    refund_cents: int
    refund_as: Tender
    gross_cents: int
    vouchers_returned: tuple[str, ...]
    replacement: Document | None
    carry_cents: int
    money: Group


@dataclass(frozen=True, slots=True)
class DocumentIssued:
    """A voucher, SST Receipt or Cash Voucher came into the world."""

    at: datetime
    document: Document
    money: Group


@dataclass(frozen=True, slots=True)
class ReceiptRedeemed:
    at: datetime
    serial: str
    venue: str
    cents: int
    money: Group


@dataclass(frozen=True, slots=True)
class VoucherRefunded:
    at: datetime
    serial: str
    cents: int
    money: Group


@dataclass(frozen=True, slots=True)
class ChipsSold:
    at: datetime
    venue: str
    cents: int
    money: Group


@dataclass(frozen=True, slots=True)
class RunnerCollected:
    """Money in a runner's hand; no Entry until a receipt is issued."""

    at: datetime
    note: str
    runner: str
    venue: str
    cents: int


# --- claims and payouts ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClaimLodged:
    """With the Entry, if it had left memory: it stays there until its session is paid."""

    at: datetime
    session: str
    serial: str
    venue: str
    terminal: str
    games: tuple[int, ...]
    cents: int
    kept: Stored | None = None


@dataclass(frozen=True, slots=True)
class PrizeVerified:
    """With the Entry, if it had left memory."""

    at: datetime
    serial: str
    by: str
    kept: Stored | None = None


@dataclass(frozen=True, slots=True)
class PayoutMade:
    """One line of a payment; a cheque or transfer names its payee."""

    payout: Payout
    cents: int
    payee: str
    document: Document | None


@dataclass(frozen=True, slots=True)
class Continuation:
    """A new ticket for the games that still run; the old one is kept (T11)."""

    serial: str
    ticket: str


@dataclass(frozen=True, slots=True)
class SessionPaid:
    """Total Prize Money paid: to whom, in which ways. It ends the session and the liability."""

    at: datetime
    session: str
    venue: str
    claimant: str
    serials: tuple[str, ...]
    total_cents: int
    payouts: tuple[PayoutMade, ...]
    continuations: tuple[Continuation, ...]
    all_from_fund: bool
    anonymous: bool
    money: Group


@dataclass(frozen=True, slots=True)
class InternetPrizeCredited:
    at: datetime
    account: str
    serial: str
    game: int
    cents: int
    money: Group


@dataclass(frozen=True, slots=True)
class PrintPayIssued:
    at: datetime
    serial: str


@dataclass(frozen=True, slots=True)
class AnonymityChanged:
    at: datetime
    serial: str
    anonymous: bool


@dataclass(frozen=True, slots=True)
class PrizesExpired:
    """Prizes and receipts that nobody claimed in time go to the unclaimed money (T02).

    `until` is the last Keno Day that the store has been gone through for, if all of it could be.
    """

    at: datetime
    prizes: tuple[tuple[str, int], ...]
    documents: tuple[str, ...]
    forgotten: tuple[str, ...]
    cents: int
    money: Group
    until: date | None = None


@dataclass(frozen=True, slots=True)
class ClaimFormLodged:
    at: datetime
    form: str
    reason: FormReason
    serial: str
    name: str
    card_notice: str
    cents: int


@dataclass(frozen=True, slots=True)
class ClaimFormPaid:
    """With the Entry, if the form was for one that had left memory."""

    at: datetime
    form: str
    payee: str
    satisfied: str
    cents: int
    money: Group
    kept: Stored | None = None


@dataclass(frozen=True, slots=True)
class EntryDisqualified:
    """With the Entry, if it had left memory: it stays there until it is reinstated."""

    at: datetime
    serial: str
    ground: Ground
    by: str
    because: str
    kept: Stored | None = None


@dataclass(frozen=True, slots=True)
class EntryReinstated:
    """With the prizes that wait for it: what the Entry would have won is payable again."""

    at: datetime
    serial: str
    approval: str
    by: str
    cents: int = 0
    money: Group = ()


GameEvent: TypeAlias = (
    DayOpened
    | DayClosed
    | GameOpened
    | GameClosed
    | DrawInterrupted
    | NumbersDrawn
    | WrongNumberShown
    | DisplayCorrected
    | GameSettled
)
SaleEvent: TypeAlias = (
    EntryAccepted
    | EntryCompleted
    | EntryAcknowledged
    | EntryCancelled
    | DocumentIssued
    | ReceiptRedeemed
    | VoucherRefunded
    | ChipsSold
    | RunnerCollected
)
ClaimEvent: TypeAlias = (
    ClaimLodged
    | PrizeVerified
    | SessionPaid
    | InternetPrizeCredited
    | PrintPayIssued
    | AnonymityChanged
    | PrizesExpired
    | ClaimFormLodged
    | ClaimFormPaid
    | EntryDisqualified
    | EntryReinstated
)
Event: TypeAlias = Refused | OfficeEvent | AccountEvent | GameEvent | SaleEvent | ClaimEvent
