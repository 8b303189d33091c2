"""What happened at a keno site. An event that moves money carries a balanced `money` group."""

from __future__ import annotations

from datetime import date, datetime
from fractions import Fraction
from typing import TypeAlias

from eyesdown.keno.office.events import AccountEvent, OfficeEvent
from eyesdown.keno.words.entries import Entry, Staked
from eyesdown.keno.words.money import Group
from eyesdown.keno.words.records import BarredGrowth, Carry, DrawPart, Prize, Stored
from eyesdown.keno.words.tenders import Document, Used
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import Exact, Written
from eyesdown.rulebook.keno_words import Category, DrawSite, FormReason, Ground, Payout, Tender

# --- days and games -------------------------------------------------------------------------------


class DayOpened(Written, frozen=True):
    at: datetime
    keno_day: date


class DayClosed(Written, frozen=True):
    at: datetime
    keno_day: date


class GameOpened(Written, frozen=True):
    at: datetime
    game: int
    keno_day: date
    number: int
    closes_at: datetime
    rules_from: date  # since when the rules that settle it are in force (T23)


class GrowthAdded(Written, frozen=True):
    """What one game's Subscriptions add to a jackpot or its pool."""

    jackpot: str
    gross_cents: int
    cents: Fraction
    pooled: bool


class FundFed(Written, frozen=True):
    """What one category of a game brings to the Keno Prize Fund and the sub-account."""

    category: Category
    gross_cents: int
    main_cents: Fraction
    promotion_cents: Fraction


class GameClosed(Written, frozen=True):
    """Sales are over: contributions and growth are booked, undelivered Entries fall out."""

    at: datetime
    game: int
    funds: tuple[FundFed, ...]
    growth: tuple[GrowthAdded, ...]
    excluded: tuple[str, ...]
    money: Group


class DrawInterrupted(Written, frozen=True):
    """A device failed; what it drew stands and the rest follows the named procedure (T19)."""

    at: datetime
    game: int
    part: DrawPart
    site: DrawSite


class NumbersDrawn(Written, frozen=True):
    """All numbers of a game in the order drawn (T20), by which devices, where, on what medium."""

    at: datetime
    game: int
    numbers: tuple[int, ...]
    part: DrawPart
    site: DrawSite
    medium: str
    supervisor: str


class WrongNumberShown(Written, frozen=True):
    at: datetime
    game: int
    position: int
    shown: int


class DisplayCorrected(Written, frozen=True):
    at: datetime
    game: int
    position: int
    number: int


class JackpotPaid(Written, frozen=True):
    """What a won jackpot gave to winners here and elsewhere, and a guarantee's top-up."""

    jackpot: str
    cents: Fraction
    elsewhere_cents: Fraction
    pooled: bool
    guarantee_cents: Fraction
    guarantee_from: str  # the purse that pays it
    elsewhere_staked_cents: int = 0  # what a pool was shared by; older journals do not tell


class Carried(Written, frozen=True):
    """A Let it Run prize staked again; with `refusals` it is paid and the series ends (G29)."""

    serial: str
    game: int
    carry: Carry
    refusals: tuple[Refusal, ...] = ()


class GameSettled(Written, frozen=True):
    """Every winner of a game with his prize; Entries that are not named won nothing."""

    at: datetime
    game: int
    prizes: tuple[Prize, ...]
    carried: tuple[Carried, ...]
    jackpots: tuple[JackpotPaid, ...]
    extras: tuple[str, ...]
    ended: tuple[str, ...]  # Entries whose Let it Run is over
    major_cents: Exact
    money: Group
    # told where a prize is barred; older journals do not tell even then
    barred: tuple[BarredGrowth, ...] | None = None


# --- sales ----------------------------------------------------------------------------------------


class EntryAccepted(Written, frozen=True):
    """An Entry is stored and its receipt issued.

    Where the receipt is delivered in the same act, or a web Entry stored, the Entry is complete:
    Commission and net part are known, and the money is where it belongs. Otherwise both are None,
    and the money is held for the Subscriber until EntryCompleted.
    """

    at: datetime
    site: DrawSite
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
    commission_cents: Exact | None = None
    net_cents: Exact | None = None


class EntryCompleted(Written, frozen=True):
    """The receipt of a stored Entry was delivered: Commission and net part."""

    at: datetime
    serial: str
    commission_cents: Exact
    net_cents: Exact
    money: Group


class EntryAcknowledged(Written, frozen=True):
    at: datetime
    serial: str


class EntryCancelled(Written, frozen=True):
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
    chip_cents: int = 0  # of the refund


class DocumentIssued(Written, frozen=True):
    """A voucher, SST Receipt or Cash Voucher came into the world."""

    at: datetime
    document: Document
    money: Group


class ReceiptRedeemed(Written, frozen=True):
    at: datetime
    serial: str
    venue: str
    cents: int
    money: Group


class VoucherRefunded(Written, frozen=True):
    """`venue` is whose till paid it where that is not the one that sold it (17(c))."""

    at: datetime
    serial: str
    cents: int
    money: Group
    venue: str = ""


class ChipsSold(Written, frozen=True):
    at: datetime
    venue: str
    cents: int
    money: Group


class RunnerCollected(Written, frozen=True):
    """Money in a runner's hand; no Entry until a receipt is issued."""

    at: datetime
    note: str
    runner: str
    venue: str
    cents: int


# --- claims and payouts ---------------------------------------------------------------------------


class ClaimLodged(Written, frozen=True):
    """With the Entry, if it had left memory: it stays there until its session is paid."""

    at: datetime
    session: str
    serial: str
    venue: str
    terminal: str
    games: tuple[int, ...]
    cents: int
    kept: Stored | None = None


class PrizeVerified(Written, frozen=True):
    """With the Entry, if it had left memory."""

    at: datetime
    serial: str
    by: str
    kept: Stored | None = None


class PayoutMade(Written, frozen=True):
    """One line of a payment; a cheque or transfer names its payee."""

    payout: Payout
    cents: int
    payee: str
    document: Document | None


class Continuation(Written, frozen=True):
    """A new ticket for the games that still run; the old one is kept (T11)."""

    serial: str
    ticket: str


class SessionPaid(Written, frozen=True):
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


class InternetPrizeCredited(Written, frozen=True):
    at: datetime
    account: str
    serial: str
    game: int
    cents: int
    money: Group


class PrintPayIssued(Written, frozen=True):
    at: datetime
    serial: str


class AnonymityChanged(Written, frozen=True):
    at: datetime
    serial: str
    anonymous: bool


class PrizesExpired(Written, frozen=True):
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


class ClaimFormLodged(Written, frozen=True):
    """`in_vain` if nothing is owed on it, nor can be any more; an older journal does not say so."""

    at: datetime
    form: str
    reason: FormReason
    serial: str
    name: str
    card_notice: str
    cents: int
    in_vain: bool = False


class ClaimFormPaid(Written, frozen=True):
    """With the Entry, if the form was for one that had left memory."""

    at: datetime
    form: str
    payee: str
    satisfied: str
    cents: int
    money: Group
    kept: Stored | None = None


class EntryDisqualified(Written, frozen=True):
    """With the Entry, if it had left memory: it stays there until it is reinstated.

    `left` are the open sessions that go on without it. Journals of old name none: there a session
    waited, and was paid whole once its Entry was reinstated.
    """

    at: datetime
    serial: str
    ground: Ground
    by: str
    because: str
    kept: Stored | None = None
    left: tuple[str, ...] = ()


class EntryReinstated(Written, frozen=True):
    """With the prizes that wait for it: what the Entry would have won is payable again.

    `jackpots` give the growth that is still in them, `extras` are Bonus Prizes nobody else has won.
    `credited` are the games whose web prize goes to its account at once; journals of old name none.
    """

    at: datetime
    serial: str
    approval: str
    by: str
    cents: int = 0
    money: Group = ()
    jackpots: tuple[JackpotPaid, ...] = ()
    extras: tuple[str, ...] = ()
    credited: tuple[int, ...] = ()


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
