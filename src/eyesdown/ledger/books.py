"""Double entry: balanced groups over accounts, in whole cents and exact parts of a cent.

A line's amount is a debit when positive and a credit when negative; a group's lines add up to 0.
Balances are counted the same way, so all balances always add up to 0 as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from eyesdown.ledger.chart import kind_of

Amount: TypeAlias = int | Fraction
Balances: TypeAlias = Mapping[str, Amount]


BALANCE_MAX = 2**62
"""Stores have whole cents in eight bytes, and add them up."""


class PostingAnswer(Enum):
    """Whether books take a group, or why not; the first that applies is given."""

    NO_LINES = "ledger/no_lines"
    NO_SUCH_ACCOUNT = "ledger/no_such_account"
    NOTHING_MOVES = "ledger/nothing_moves"
    PARTS_OF_A_CENT = "ledger/parts_of_a_cent"
    NOT_BALANCED = "ledger/not_balanced"
    OVERDRAWN = "ledger/overdrawn"
    POSTED = "ledger/posted"


class LedgerLine(NamedTuple):
    """What a group posts to one account."""

    account: str
    amount: Amount


class JournalPlace(NamedTuple):
    """A group's place in the journal: the row, and the index of the group in that row."""

    seq: int
    group: int


class PostingGroup(NamedTuple):
    """Lines that are posted together or not at all. A correction points at what it corrects."""

    why: str
    lines: tuple[LedgerLine, ...]
    corrects: JournalPlace | None = None


def whole(amount: Amount) -> Amount:
    """The same amount, as an int when it is whole.

    >>> whole(Fraction(6, 3)), whole(Fraction(1, 3))
    (2, Fraction(1, 3))
    """
    if amount.__class__ is int:
        return amount
    return amount.numerator if amount.denominator == 1 else amount


def debit(account: str, amount: Amount) -> LedgerLine:
    """A line that debits an account.

    >>> debit("bank", 100).amount
    100
    """
    assert amount >= 0
    return LedgerLine(account, whole(amount))


def credit(account: str, amount: Amount) -> LedgerLine:
    """A line that credits an account.

    >>> credit("licensees", 100).amount
    -100
    """
    assert amount >= 0
    return LedgerLine(account, whole(-amount))


def group(why: str, *lines: LedgerLine) -> PostingGroup:
    """A group of the lines that move something; two lines of one account become one.

    >>> group("sale", debit("bank", 100), credit("licensees", 100), credit("jackpot/x", 0)).lines
    (LedgerLine(account='bank', amount=100), LedgerLine(account='licensees', amount=-100))
    """
    sums: dict[str, Amount] = {}
    for account, amount in lines:
        sums[account] = sums.get(account, 0) + amount
    return PostingGroup(
        why, tuple(LedgerLine(name, whole(amount)) for name, amount in sums.items() if amount)
    )


def answer(balances: Balances, entry: PostingGroup) -> PostingAnswer:
    """Whether these books take this group, or why not; `post` makes the same check.

    >>> answer({}, group("sale", debit("bank", 100)))
    <PostingAnswer.NOT_BALANCED: 'ledger/not_balanced'>
    """
    return _judge(balances, entry, {})


def post(balances: Balances, *entries: PostingGroup) -> dict[str, Amount]:
    """The balances that groups change, posted one after the other, as they are afterwards.

    >>> post({"bank": 5}, group("sale", debit("bank", 100), credit("licensees", 100)))
    {'bank': 105, 'licensees': -100}
    """
    changed: dict[str, Amount] = {}
    for entry in entries:
        result = _judge(balances, entry, changed)
        assert result is PostingAnswer.POSTED, f"{result.value}: {entry}"
    assert max(changed.values(), default=0) < BALANCE_MAX, "a store cannot hold this balance"
    assert min(changed.values(), default=0) > -BALANCE_MAX, "a store cannot hold this balance"
    return changed


def reversal(entry: PostingGroup, place: JournalPlace, why: str) -> PostingGroup:
    """The group that undoes another, and points at it; the other stays posted."""
    lines = tuple(LedgerLine(account, -amount) for account, amount in entry.lines)
    return PostingGroup(why, lines, place)


def shown(account: str, balance: Amount) -> Amount:
    """A balance as its owner reads it: positive on the account's own side.

    >>> shown("licensees", -100), shown("bank", 105)
    (100, 105)
    """
    kind = kind_of(account)
    assert kind is not None, account
    return balance * kind.side.value


@lru_cache(maxsize=1 << 11)  # sales of one kind post equal groups
def _weighed(entry: PostingGroup) -> tuple[PostingAnswer, tuple[tuple[str, Amount, int], ...]]:
    """The answer as far as the group alone decides; its lines with the side each must keep."""
    kinds = [kind_of(account) for account, _ in entry.lines]
    sides = [0 if kind is None or kind.overdraw else kind.side.value for kind in kinds]
    lines = [(*line, side) for line, side in zip(entry.lines, sides, strict=True)]
    return _sound(entry), tuple(lines)


def _sound(entry: PostingGroup) -> PostingAnswer:
    """Whether a group is well formed, whatever the balances are."""
    if not entry.lines:
        return PostingAnswer.NO_LINES
    kinds = [kind_of(account) for account, _ in entry.lines]
    if None in kinds:
        return PostingAnswer.NO_SUCH_ACCOUNT
    amounts = [amount for _, amount in entry.lines]
    if not all(amounts):
        return PostingAnswer.NOTHING_MOVES
    for kind, amount in zip(kinds, amounts, strict=True):
        if type(amount) is not int and not (kind and kind.exact and type(amount) is Fraction):
            return PostingAnswer.PARTS_OF_A_CENT
    return PostingAnswer.NOT_BALANCED if sum(amounts) else PostingAnswer.POSTED


def _judge(balances: Balances, entry: PostingGroup, changed: dict[str, Amount]) -> PostingAnswer:
    """`changed` has the balances that earlier groups of the row changed; this one adds its own."""
    result, lines = _weighed(entry)
    if result is not PostingAnswer.POSTED:
        return result
    for account, amount, _ in lines:
        before = changed[account] if account in changed else balances.get(account, 0)
        after = before + amount
        changed[account] = after if after.__class__ is int else whole(after)
    for account, _, side in lines:
        if side and changed[account] * side < 0:
            return PostingAnswer.OVERDRAWN
    return result
