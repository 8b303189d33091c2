"""Commission and the parts of a Subscription that go to the Keno Prize Fund."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from eyesdown.keno.words.money import whole
from eyesdown.kernel.written import Exact
from eyesdown.rulebook.keno_words import Category, Tender
from eyesdown.rulebooks.nsw_keno.c02_money import net_subscription
from eyesdown.rulebooks.nsw_keno.c07_entry import bears_commission, entry_commission
from eyesdown.rulebooks.nsw_keno.c10b_promotion import FundShares, fund_shares
from eyesdown.rulebooks.nsw_keno.figures import Figures

Split: TypeAlias = Mapping[Category, int]
"""Gross Subscriptions of an Entry or a game, by licence category."""


Flex: TypeAlias = Mapping[Category, Fraction]
"""The change of each category's contribution at present."""


def shares_by_category(
    split: Mapping[Category, Exact], flex: Flex, figures: Figures
) -> dict[Category, FundShares]:
    """The shares of each category that go to the fund and to its sub-account."""
    return {
        category: fund_shares(cents, category, flex.get(category, Fraction(0)), figures)
        for category, cents in split.items()
    }


@dataclass(frozen=True, slots=True)
class EntryMoney:
    """A completed Entry's Subscription in its parts."""

    gross_cents: int
    commission_cents: Exact
    net_cents: Exact


def entry_money(
    split: Split, tendered: Mapping[Tender, int], agreed: Fraction | None, flex: Flex, f: Figures
) -> EntryMoney:
    """Commission on what bears it, spread evenly over the Entry's categories; the rest is net.

    What a voucher pays bore its Commission when the voucher was issued.
    """
    gross = sum(split.values())
    assert gross == sum(tendered.values()), "an Entry is paid exactly"
    bearing = sum(cents for tender, cents in tendered.items() if bears_commission(tender))
    commission: Exact = 0
    for category, cents in split.items():
        part = whole(cents * commission_rate(category, flex.get(category), agreed, f))
        commission = part if not commission else commission + part
    if bearing != gross:
        commission = commission * Fraction(bearing, gross)
    commission = whole(commission)
    return EntryMoney(gross, commission, net_subscription(gross, commission))


def commission_rate(
    category: Category, change: Fraction | None, agreed: Fraction | None, f: Figures
) -> Fraction:
    """The share of a Subscription that is Commission; cached, because every sale needs it."""
    key = (category, change, agreed, id(f))
    if key not in _RATES:
        fund = fund_shares(1, category, change or Fraction(0), f).fund_cents
        _RATES[key] = entry_commission(1, fund, agreed, f), f
    return _RATES[key][0]


# The figures are kept with the rate so that no other object can get their id.
_RATES: dict[tuple[Category, Fraction | None, Fraction | None, int], tuple[Fraction, Figures]] = {}
