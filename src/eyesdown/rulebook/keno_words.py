"""The words of keno that clauses, commands, events and pages share.

Enumerations and literals only, so that commands and events may import them. What a clause may see
is in `rulebook/facts/keno_*.py`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeAlias


class VenueKind(StrEnum):
    """What a Venue is licensed as; some clauses apply to casinos only."""

    CLUB = "club"
    HOTEL = "hotel"
    CASINO = "casino"


class Channel(StrEnum):
    """Where an Entry was sold."""

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
    """How a prize is paid out."""

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


class PersonKind(StrEnum):
    """What a person is under rule 5A; all but the public may not enter."""

    PUBLIC = "public"
    KEY_EMPLOYEE = "key_employee"
    INSPECTOR = "inspector"
    LICENSEE_EMPLOYEE = "licensee_employee"


class Duty(StrEnum):
    """What a member of staff signed on as."""

    SUPERVISOR = "supervisor"
    SENIOR_WRITER = "senior_writer"
    WRITER = "writer"
    RUNNER = "runner"


class DrawSite(StrEnum):
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
    """Why a player hands in an Unclaimed Prize Claim Form."""

    LOST = "lost"
    MUTILATED = "mutilated"
    UNREADABLE = "unreadable"
    ARCHIVED = "archived"


HeadsOrTailsResult: TypeAlias = Literal["heads", "tails", "evens"]
SpotGame: TypeAlias = Literal["regular", "keno2"]
BetForm: TypeAlias = Literal[
    "regular",
    "keno2",
    "lucky_last",
    "heads_or_tails",
    "roulette",
    "racing",
    "prepick",
    "let_it_run",
]
RacingBet: TypeAlias = Literal[
    "win",
    "place",
    "quinella_place",
    "quinella",
    "exact_quinella",
    "trio",
    "trifecta",
    "quartet",
    "five_up",
    "superfecta",
]
RacingOption: TypeAlias = Literal["straight", "box", "standout", "field"]
RouletteBet: TypeAlias = Literal[
    "straight_up",
    "split",
    "row",
    "corner",
    "six_line",
    "column",
    "dozen",
    "low_high",
    "red_black",
    "odd_even",
]
Spots: TypeAlias = tuple[int, ...]  # a pick of numbers as it was handed in
TerminalKind: TypeAlias = Literal["venue", "self_service", "internet"]
