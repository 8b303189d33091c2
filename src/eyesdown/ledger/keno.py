"""The one bridge from keno events to the books: which purse of an event is which account.

A game's events name amounts from purse to purse. Here each purse gets its account; the player's
side becomes the till or the bank through which the money went.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from eyesdown.keno.claims.events import SessionPaid
from eyesdown.keno.events import Event
from eyesdown.keno.games.events import GameClosed
from eyesdown.keno.office import events as office
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.tills import other_ways, part_of_venue, till_of
from eyesdown.keno.words.money import (
    BONUS_PRIZES,
    CHIPS_OUT,
    FUND,
    GUARANTEES,
    LICENSEES,
    OPERATING_COMPANY,
    PAYABLE,
    PLAYER,
    RECEIPTS_OUT,
    ROUNDING,
    UNCLAIMED,
    VOUCHERS_OUT,
    WITHDRAWALS,
    Amount,
)
from eyesdown.ledger.books import JournalPlace, LedgerLine, PostingGroup, group, reversal

BANK = "bank"

_SINGLE = {
    FUND: "prize_fund",
    ROUNDING: "prize_rounding",
    BONUS_PRIZES: "bonus_prizes",
    GUARANTEES: "guarantees",
    PAYABLE: "prizes",
    UNCLAIMED: "unclaimed",
    LICENSEES: "licensees",
    OPERATING_COMPANY: "operating_company",
    RECEIPTS_OUT: "receipts",
    VOUCHERS_OUT: "vouchers",
    CHIPS_OUT: "chips",
    WITHDRAWALS: "withdrawals",
}
_OWNED = {
    "account": "subscriber",
    "fund:promotion": "promotional",
    "growth": "jackpot",
    "pool": "pooled_jackpot",
    "jurisdiction": "jurisdictions",
}
_OF_A_VENUE = {"held": "venue_held", "commission": "venue_own", "agency": "venue_agency"}


@lru_cache(maxsize=65_536)
def account_of(purse: str) -> str:
    """The account of a purse.

    >>> account_of("fund"), account_of("growth:regular/10"), account_of("venue:0417:commission")
    ('prize_fund', 'jackpot/regular/10', 'venue_own/0417')
    """
    if purse in _SINGLE:
        return _SINGLE[purse]
    venue, part = part_of_venue(purse)
    if venue:
        return f"{_OF_A_VENUE[part]}/{venue}"
    for beginning, kind in _OWNED.items():
        if purse.startswith(f"{beginning}:"):
            return f"{kind}/{purse.removeprefix(beginning)[1:]}"
    raise AssertionError(f"no account for the purse {purse}")


def postings(state: KenoState, event: Event) -> tuple[PostingGroup, ...]:
    """What an event does to the books; `state` is as it was before the event's row."""
    money: tuple[Amount, ...] = getattr(event, "money", ())
    if event.__class__ not in _BY_SEVERAL_WAYS:
        return _one_way(type(event).__name__, money, _till(till_of(state, event))) if money else ()
    if isinstance(event, office.DepositCorrected):
        return (_undone(event),)
    lines = [line for amount in money for line in _lines(state, event, amount)]
    if isinstance(event, office.VenueRemitted):
        lines += [
            LedgerLine(BANK, event.cents),
            LedgerLine(f"venue_cash/{event.venue}", -event.cents),
        ]
    return (group(type(event).__name__, *lines),) if lines else ()


_BY_SEVERAL_WAYS: frozenset[type] = frozenset(
    {SessionPaid, GameClosed, office.VenueRemitted, office.DepositCorrected}
)


def _undone(event: office.DepositCorrected) -> PostingGroup:
    """A correction points at the row's only group, the deposit's, which stays where it is."""
    booked = tuple(Amount(amount.purse, -amount.cents) for amount in event.money)
    [wrong] = _one_way(office.Deposited.__name__, booked, BANK)
    return reversal(wrong, JournalPlace(event.row, 0), office.DepositCorrected.__name__)


@lru_cache(maxsize=1 << 12)  # a terminal sells the same again and again
def _one_way(why: str, money: tuple[Amount, ...], counter: str) -> tuple[PostingGroup, ...]:
    """The group of an event whose cash, if any, all went through one till or bank."""
    accounts = (counter if amount.purse == PLAYER else account_of(amount.purse) for amount in money)
    lines = (LedgerLine(name, -amount.cents) for name, amount in zip(accounts, money, strict=True))
    return (group(why, *lines),)


def _lines(state: KenoState, event: Event, amount: Amount) -> Iterator[LedgerLine]:
    """What came into a purse is a credit; what the player's side got went out of a till."""
    if amount.purse != PLAYER:
        yield LedgerLine(account_of(amount.purse), -amount.cents)
        return
    left = amount.cents
    for venue, cents in other_ways(state, event):
        yield LedgerLine(_till(venue), -cents)
        left -= cents
    yield LedgerLine(_till(till_of(state, event)), -left)


def _till(venue: str) -> str:
    return f"venue_cash/{venue}" if venue else BANK
