"""What a sale of one kind comes to, worked out once.

A terminal sells the same again and again: a ten-spot for a dollar in cash differs from the one
before only in its serial and its numbers. Every clause was asked when the first of a kind was sold;
the next one is asked only what may have changed since. Anything in doubt is asked everything again,
so a refusal always comes from the whole check.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from eyesdown.keno.bets.bet import Keno2, LuckyLast, Regular
from eyesdown.keno.commands import AcceptEntry
from eyesdown.keno.words.entries import Staked
from eyesdown.keno.words.money import Group
from eyesdown.keno.words.tenders import Document, Used
from eyesdown.kernel.written import Exact, Unwritten
from eyesdown.rulebook.keno_words import Channel, Tender
from eyesdown.rulebooks.nsw_keno.book import NswKeno

KINDS_MAX = 10_000
"""How many kinds of sale are remembered."""


@dataclass(frozen=True, slots=True)
class Completion:
    """Commission, the rest, and where both go once the receipt is in the Subscriber's hand."""

    commission_cents: Exact
    net_cents: Exact
    money: Group


@dataclass(frozen=True, slots=True)
class Terms:
    """Stakes, cost, payment and money of a sale that every clause of this book allows.

    Commission and net part are those of an Entry that is completed as it is sold.
    """

    book: NswKeno
    staked: tuple[Staked, ...]
    cost_cents: int
    used: tuple[Used, ...]
    change: Document | None
    cash_change_cents: int
    money: Group
    commission_cents: Exact | None
    net_cents: Exact | None


class Remembered(Unwritten):
    """The terms of each kind of sale that was made since anything changed that has a say."""

    __slots__ = ("of_kind",)

    def __init__(self) -> None:
        self.of_kind: dict[Hashable, Terms] = {}


def kind_of(command: AcceptEntry) -> Hashable | None:
    """What two sales must share so that the same clauses say the same of them.

    None where more than venue, terminal, game and schedule has a say: an account, a card, a
    session, a template, an old ticket, a runner, paper money; and Lucky Last, which looks at the
    numbers beside it. Numbers of a plain pick are left out: they cost the same, and are looked at
    every time.
    """
    entry = command.entry
    if (
        entry.channel != Channel.VENUE
        or entry.account
        or entry.card
        or entry.session
        or entry.superplay
        or entry.replay_of
        or entry.runner
        or command.runner_note
        or command.change_as is not Tender.CASH
    ):
        return None
    for paid in command.tenders:
        if paid.tender is not Tender.CASH:
            return None
    shapes: list[Hashable] = []
    for bet in entry.lines:
        if isinstance(bet, (Regular, Keno2)):
            shapes.append((bet.__class__, len(bet.spots), bet.subscription_cents, bet.bonus))
        elif isinstance(bet, LuckyLast):
            return None
        else:
            shapes.append(bet)
    return (
        *shapes,
        entry.games,
        entry.bonus_games,
        entry.method,
        entry.venue,
        entry.terminal,
        entry.kwikipiks > 0,
        command.delivered,
        command.tenders,
    )
