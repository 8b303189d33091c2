"""What the keno clauses about people, money, tickets and payouts may see."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum


class VenueKind(StrEnum):
    CLUB = "club"
    HOTEL = "hotel"
    CASINO = "casino"


class Channel(StrEnum):
    VENUE = "venue"
    INTERNET = "internet"


class Method(StrEnum):
    """How an Entry was made; the first four at a Venue."""

    FORM = "form"
    SST = "sst"
    REPLAY = "replay"
    VERBAL = "verbal"
    INTERNET = "internet"


class Form(StrEnum):
    """The games and forms of entry that rule 7(b) lists, in its order."""

    REGULAR = "regular"
    KENO2 = "keno2"
    LUCKY_LAST = "lucky_last"
    HEADS_OR_TAILS = "heads_or_tails"
    RACING = "racing"
    ROULETTE = "roulette"
    PARLAY = "parlay"
    KWIKIPIK = "kwikipik"
    SUPERPLAY = "superplay"
    BONUS = "bonus"


class Category(StrEnum):
    """The licence category of a game; it fixes how a Subscription is split."""

    I = "I"  # noqa: E741  the licence calls it I
    L = "L"
    Q = "Q"


class Tender(StrEnum):
    """What a Subscription may be paid with."""

    CASH = "cash"
    GIFT_VOUCHER = "gift_voucher"
    PREPAID_VOUCHER = "prepaid_voucher"
    CHIP = "chip"
    SST_RECEIPT = "sst_receipt"
    CASH_VOUCHER = "cash_voucher"
    PARLAY = "parlay"
    ACCOUNT = "account"


VOUCHERS = frozenset({Tender.GIFT_VOUCHER, Tender.PREPAID_VOUCHER})
RECEIPTS = frozenset({Tender.SST_RECEIPT, Tender.CASH_VOUCHER})
DOCUMENTS = VOUCHERS | RECEIPTS


class Payout(StrEnum):
    """How a prize leaves."""

    CASH = "cash"
    SST_RECEIPT = "sst_receipt"
    CASH_VOUCHER = "cash_voucher"
    CHIP = "chip"
    VENUE_EFT = "venue_eft"
    CHEQUE = "cheque"
    EFT = "eft"
    ACCOUNT = "account"


VENUE_PAYS = frozenset(
    {Payout.CASH, Payout.SST_RECEIPT, Payout.CASH_VOUCHER, Payout.CHIP, Payout.VENUE_EFT}
)


class Role(StrEnum):
    PUBLIC = "public"
    KEY_EMPLOYEE = "key_employee"
    INSPECTOR = "inspector"
    LICENSEE_EMPLOYEE = "licensee_employee"


class Duty(StrEnum):
    """What somebody signed on as."""

    SUPERVISOR = "supervisor"
    SENIOR_WRITER = "senior_writer"
    WRITER = "writer"
    RUNNER = "runner"


class Site(StrEnum):
    """Where a Draw may take place."""

    CENTRAL = "central"
    BACKUP = "backup"
    VENUE = "venue"
    APPROVED = "approved"


class Ground(StrEnum):
    """Why an Entry was disqualified.

    INELIGIBLE is for a barred person and for a wrong channel; 7(n) cases are OTHER (X10).
    """

    TENDER = "21b-i"
    FRAUD = "21b-ii"
    SECURITY_TEST = "21b-iii"
    UNAUTHORISED_USE = "21b-iv"
    INELIGIBLE = "21b-v"
    OTHER = "other"


class FormReason(StrEnum):
    """Why somebody hands in an Unclaimed Prize Claim Form."""

    LOST = "lost"
    MUTILATED = "mutilated"
    UNREADABLE = "unreadable"
    ARCHIVED = "archived"


@dataclass(frozen=True, slots=True)
class VenueFacts:
    venue: str
    appointed: bool
    approval: str
    general_bar: bool


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """Who wants to enter, as far as an account, a card or a logon tells (T16)."""

    role: Role
    engaged: bool
    born: date
    day: date


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """An Entry on its way in, before its bets are priced."""

    channel: str
    method: Method
    forms: frozenset[Form]
    offered: frozenset[Form]
    venue: str
    senior_writer: str
    template_venue: str
    games_count: int
    stakes_named: bool
    game_open: bool


@dataclass(frozen=True, slots=True)
class PaymentFacts:
    """A whole payment: what is owed and what was put on the counter."""

    cost_cents: int
    tendered_cents: int
    voucher_cents: int


@dataclass(frozen=True, slots=True)
class TenderFacts:
    """One thing put on the counter. `last_day` is the last day on which a document is good."""

    tender: Tender
    cents: int
    offered: frozenset[Tender]
    at_casino: bool
    document: str
    document_live: bool
    document_game_fits: bool
    last_day: date | None
    day: date
    available_cents: int


@dataclass(frozen=True, slots=True)
class InternetFacts:
    has_account: bool
    logged_in: bool
    balance_cents: int
    cost_cents: int
    terms_accepted: bool
    confirmed: bool
    location: str
    in_permitted_area: bool  # of the Venue that the Entry names


@dataclass(frozen=True, slots=True)
class VoucherSaleFacts:
    at_casino: bool
    face_cents: int
    paid_cents: int
    by_chip: bool


@dataclass(frozen=True, slots=True)
class FlexFacts:
    category: Category
    change: str  # a fraction of the contribution, such as '1/20'


@dataclass(frozen=True, slots=True)
class PromotionFacts:
    category: Category
    funded_by: Category
    cents: int
    held_cents: int


@dataclass(frozen=True, slots=True)
class CancelFacts:
    accepted_at_venue: str
    at_venue: str
    day_accepted: date
    day_now: date | None
    trading: bool
    live: bool
    through_internet: bool
    in_permitted_area: bool
    games: int
    open_games: int
    closed_games: int  # and not drawn
    drawn_games: int


@dataclass(frozen=True, slots=True)
class GameFacts:
    number: int


@dataclass(frozen=True, slots=True)
class DrawFacts:
    supervisor: str
    device: str
    site: Site
    site_approval: str
    medium: str
    game_closed: bool


@dataclass(frozen=True, slots=True)
class EligibleFacts:
    """Whether a stored Entry counts when its game closes."""

    channel: str
    stored: bool
    receipt_issued: bool
    in_account: bool


@dataclass(frozen=True, slots=True)
class ClaimFacts:
    """A ticket handed in at a terminal."""

    serial: str
    known: bool
    through_internet: bool
    ticket_agrees: bool
    prize_cents: int
    paid: bool
    disqualified: bool
    runner_note: bool
    last_day: date | None
    day: date


@dataclass(frozen=True, slots=True)
class PayFacts:
    """One way of paying part of a Total Prize Money."""

    payout: Payout
    venue_cents: int
    threshold_cents: int
    total_cents: int
    at_casino: bool
    eft_permitted: bool
    payee: str


@dataclass(frozen=True, slots=True)
class PrintPayFacts:
    known: bool
    day_issued: date
    day_now: date | None
    prizes_paid: bool
    is_document: bool


@dataclass(frozen=True, slots=True)
class RefundFacts:
    """A Gift or Prepaid Voucher brought back for its money."""

    validated: bool
    operator_at_fault: bool
    is_gift: bool
    sold_at: str
    at_venue: str
    sold_on: datetime
    at: datetime
