"""The chart of accounts: what each kind of account means, and what its balance may never be.

An account is a kind and the names of its owner, as in `venue_own/0417`. Money that is somewhere
(in a till, at a bank) is on the debit side; whose money it is, on the credit side.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache


class Side(Enum):
    """The side on which an account's balance grows."""

    DEBIT = 1
    CREDIT = -1


@dataclass(frozen=True, slots=True)
class AccountKind:
    """A kind of account. `overdraw`: may change sides. `exact`: may hold parts of a cent."""

    says: str
    side: Side
    overdraw: bool = False
    exact: bool = False


_D, _C = Side.DEBIT, Side.CREDIT

KINDS: dict[str, AccountKind] = {
    "venue_cash": AccountKind("what went into and out of a venue's tills", _D, overdraw=True),
    "bank": AccountKind("what went into and out of the operator's bank", _D, overdraw=True),
    "jurisdictions": AccountKind(
        "owed by another member of a jackpot pool", _D, overdraw=True, exact=True
    ),
    "venue_held": AccountKind("held for subscribers until their entries are completed", _C),
    "venue_own": AccountKind(
        "commission, a venue's in its own right", _C, overdraw=True, exact=True
    ),
    "venue_agency": AccountKind(
        "net subscriptions a venue holds for the licensees", _C, overdraw=True, exact=True
    ),
    "prize_fund": AccountKind("the Keno Prize Fund", _C, overdraw=True, exact=True),
    "prize_rounding": AccountKind("what rounding prizes down left in the fund", _C, exact=True),
    "promotional": AccountKind("the fund's promotional sub-account, by category", _C, exact=True),
    "bonus_prizes": AccountKind(
        "allocated from the fund to Bonus Prizes", _C, overdraw=True, exact=True
    ),
    "guarantees": AccountKind("promised on top of jackpots", _C, overdraw=True, exact=True),
    "jackpot": AccountKind("growth of a jackpot kept here", _C, exact=True),
    "pooled_jackpot": AccountKind("growth of a jackpot shared with others", _C, exact=True),
    "prizes": AccountKind("prizes won and not yet paid", _C),
    "unclaimed": AccountKind("prizes and receipts past their time", _C),
    "vouchers": AccountKind(
        "gift and prepaid vouchers not yet used, net of commission", _C, exact=True
    ),
    "receipts": AccountKind("SST Receipts and Cash Vouchers not yet used", _C),
    "chips": AccountKind("subscription chips in players' hands", _C, overdraw=True),
    "subscriber": AccountKind("a Subscriber Account", _C),
    "withdrawals": AccountKind("asked for by holders of accounts and not yet paid", _C),
    "operating_company": AccountKind(
        "the operating company's own money", _C, overdraw=True, exact=True
    ),
    "licensees": AccountKind("what is left to the licensees", _C, overdraw=True, exact=True),
    "hall_cash": AccountKind("what went into and out of a bingo hall's tills", _D, overdraw=True),
    "hall_cards": AccountKind("what the card company owes a bingo hall", _D, overdraw=True),
    "hall_safe": AccountKind("a bingo hall's cash outside the tills", _D, overdraw=True),
    "till_difference": AccountKind("over or short when a till was counted", _C, overdraw=True),
    "hall_refunds": AccountKind("refunds of bingo players that no till has paid yet", _C),
    "takings": AccountKind(
        "what a session's players paid, less what it gave away", _C, overdraw=True
    ),
    "hall_pool": AccountKind("a jackpot pool of a bingo hall", _C),
    "hall_prizes": AccountKind("bingo prizes won and not yet paid", _C),
    "hall_tokens": AccountKind("casino dollars and the like, handed out for prizes", _C),
    "hall_promotion": AccountKind("what a promotion cost a bingo operator", _D, overdraw=True),
    "hall_own": AccountKind("a bingo operator's own money", _C, overdraw=True),
}


@lru_cache(maxsize=65_536)
def kind_of(account: str) -> AccountKind | None:
    """The kind an account is of; None for a name that is not on the chart.

    >>> kind_of("venue_own/0417").says
    "commission, a venue's in its own right"
    >>> kind_of("pocket/mine") is None
    True
    """
    return KINDS.get(account.partition("/")[0])
