"""Money of an event: exact amounts by purse, so that one event is one balanced group.

A purse is a place of money; a positive amount came in, a negative one went out. Amounts are whole
cents, or fractions of a cent where a rule's percentage makes them (M12).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

from eyesdown.kernel.written import Exact, Written
from eyesdown.rulebook.keno_words import Category

PLAYER = "player"  # cash, cheques and transfers across the counter


FUND = "fund"  # the Keno Prize Fund's main part


ROUNDING = "fund:rounding"  # what rounding down leaves, inside the fund (M13)


BONUS_PRIZES = "fund:bonus_prizes"  # Approved sums set aside for Bonus Prizes


GUARANTEES = "licensees:guarantees"


PAYABLE = "prizes:payable"  # settled prizes that are not paid yet


UNCLAIMED = "prizes:unclaimed"


LICENSEES = "licensees"


OPERATING_COMPANY = "operating_company"


RECEIPTS_OUT = "documents:receipts"  # SST Receipts and Cash Vouchers at face value


VOUCHERS_OUT = "documents:vouchers"  # Gift and Prepaid Vouchers, net of the Commission at issue


CHIPS_OUT = "documents:chips"


WITHDRAWALS = "withdrawals"  # asked for by holders of accounts, not paid yet


def held(venue: str) -> str:
    """Money a Venue holds for the Subscriber until the Entry is completed.

    >>> held('V0001')
    'venue:V0001:held'
    """
    return f"venue:{venue}:held"


def own(venue: str) -> str:
    """Commission, the Venue's own money.

    >>> own('V0001')
    'venue:V0001:commission'
    """
    return f"venue:{venue}:commission"


def agency(venue: str) -> str:
    """Net Subscriptions a Venue holds for the Licensees.

    >>> agency('V0001')
    'venue:V0001:agency'
    """
    return f"venue:{venue}:agency"


def account(subscriber: str) -> str:
    """The balance of a Subscriber Account.

    >>> account('A0001')
    'account:A0001'
    """
    return f"account:{subscriber}"


def promotion(category: Category) -> str:
    """A category's part of the Promotional Sub-Account.

    >>> promotion(next(iter(Category)))
    'fund:promotion:I'
    """
    return f"fund:promotion:{category}"


def growth_purse(jackpot: str) -> str:
    """The growth of a jackpot that is not pooled.

    >>> growth_purse('regular/10')
    'growth:regular/10'
    """
    return f"growth:{jackpot}"


def pool_purse(jackpot: str) -> str:
    """The pool of a jackpot.

    >>> pool_purse('regular/10')
    'pool:regular/10'
    """
    return f"pool:{jackpot}"


class Amount(Written, frozen=True):
    """Cents that came into a purse; negative, that went out of it."""

    purse: str
    cents: Exact


Group: TypeAlias = tuple[Amount, ...]


def group(*amounts: tuple[str, Exact]) -> Group:
    """A balanced group, one amount a purse, nothing that is zero; whole cents are ints.

    >>> [(a.purse, a.cents) for a in group(("player", -100), ("fund", 75), ("licensees", 25))]
    [('player', -100), ('fund', 75), ('licensees', 25)]
    """
    totals: dict[str, Exact] = {}
    for purse, cents in amounts:
        before = totals.get(purse)
        totals[purse] = whole(cents if before is None else before + cents)
    assert _is_nothing(totals.values()), f"a group that does not balance: {totals}"
    return tuple(Amount(purse, cents) for purse, cents in totals.items() if cents)


def joined(first: Group, second: Group) -> Group:
    """Two groups as one: what only passed through a purse is not in it."""
    return group(*((amount.purse, amount.cents) for amount in (*first, *second)))


def whole(cents: Exact) -> Exact:
    """The same amount, as an int where it has no part of a cent: ints are quick to add.

    >>> whole(Fraction(4, 2)), whole(Fraction(1, 2))
    (2, Fraction(1, 2))
    """
    return cents if type(cents) is int or cents.denominator != 1 else cents.numerator


def _is_nothing(amounts: Iterable[Exact]) -> bool:
    """Whether amounts add up to zero, parts of a cent added denominator by denominator first."""
    parts: dict[int, int] = {}
    for cents in amounts:
        parts[cents.denominator] = parts.get(cents.denominator, 0) + cents.numerator
    return sum(Fraction(part, below) for below, part in parts.items() if part) == 0
