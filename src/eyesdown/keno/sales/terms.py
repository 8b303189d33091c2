"""Terms of earlier sales, remembered so that the next sale of the same kind is decided quickly.

A terminal sells the same again and again: a ten-spot for a dollar in cash differs from the one
before only in its serial, its numbers and its Customer Session. Every clause was checked when the
first of a kind was sold; the next is checked only for what may have changed since. Anything in
doubt is checked in full, so a refusal always comes from the full check.

`SaleTerms` is a memory beside the state, owned by the caller of `decide`. It never changes an
answer: with an empty one the same events come out, only later.
"""

from __future__ import annotations

from collections.abc import Hashable

from eyesdown.keno.bets.bet import Keno2, LuckyLast, Regular
from eyesdown.keno.bets.price import no_such_bet
from eyesdown.keno.sales.checks import aggregate_refusals, is_trading, serial_is_new
from eyesdown.keno.sales.commands import AcceptEntry
from eyesdown.keno.sales.events import EntryAccepted
from eyesdown.keno.state.checks import is_before
from eyesdown.keno.state.state import KenoState
from eyesdown.rulebook.keno_words import Channel, Tender
from eyesdown.rulebooks.nsw_keno.book import NswKeno

KINDS_MAX = 10_000
"""Kinds of sale that are remembered at most."""


def kind_of(command: AcceptEntry) -> Hashable | None:
    """What two sales must have in common so that the same clauses give the same answer.

    None where more than venue, terminal, game and schedule counts: an account, a card, a template,
    an old ticket, a runner, any tender but cash; and Lucky Last, which depends on the numbers of
    the other lines. The numbers of a plain pick are left out: they cost the same, and they are
    checked for every sale. A Customer Session is left out, too: only the prize money staked again
    comes from it, and that is a tender of its own.
    """
    entry = command.entry
    if (
        entry.channel != Channel.VENUE
        or entry.account
        or entry.card
        or entry.superplay
        or entry.replay_of
        or entry.runner
        or command.runner_note
        or command.change_as is not Tender.CASH
    ):
        return None
    for paid in command.tenders:
        if paid.tender is not Tender.CASH or paid.document:
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


class SaleTerms:
    """The latest accepted sale of each kind, for one book and one state.

    Days, games and office decisions change what the clauses say of a sale; the state counts them
    in `terms_version`, and with a new version everything remembered is dropped.
    """

    __slots__ = ("_book", "_sales", "_state", "_version")

    def __init__(self) -> None:
        self._book: NswKeno | None = None
        self._state: KenoState | None = None
        self._version = 0
        self._sales: dict[Hashable, EntryAccepted] = {}

    def sale_like(
        self, book: NswKeno, state: KenoState, command: AcceptEntry
    ) -> EntryAccepted | None:
        """An earlier sale on whose terms this one may be made; None if it must be checked."""
        is_same = self._book is book and self._state is state
        if not is_same or self._version != state.terms_version:
            self._book, self._state, self._version = book, state, state.terms_version
            self._sales.clear()
        if not self._sales:
            return None
        earlier = self._sales.get(kind_of(command))
        if earlier is None or not may_follow(book, state, command, earlier):
            return None
        return earlier

    def remember(self, command: AcceptEntry, accepted: EntryAccepted) -> None:
        """Keep the terms of a sale that was checked in full, right after `sale_like`."""
        kind = kind_of(command)
        if kind is None:
            return
        if len(self._sales) >= KINDS_MAX:
            self._sales.clear()
        self._sales[kind] = accepted


def may_follow(
    book: NswKeno, state: KenoState, command: AcceptEntry, earlier: EntryAccepted
) -> bool:
    """Whether a sale passes the checks that may differ between two sales of one kind."""
    entry = command.entry
    game = state.games.get(state.open_game) if state.open_game is not None else None
    return (
        game is not None
        and is_before(command.at, game.closes_at)
        and is_trading(state, command)
        and serial_is_new(state, entry.serial)
        and not any(no_such_bet(book, bet) for bet in entry.lines)
        and not aggregate_refusals(book, state, earlier.staked, entry.games)
    )


def sold_like(state: KenoState, command: AcceptEntry, earlier: EntryAccepted) -> EntryAccepted:
    """The sale of a command on the terms of an earlier sale of its kind."""
    assert state.open_game is not None
    assert state.day is not None
    return EntryAccepted(
        at=command.at,
        site=state.site,
        entry=command.entry,
        keno_day=state.day,
        first_game=state.open_game,
        cost_cents=earlier.cost_cents,
        used=earlier.used,
        staked=earlier.staked,
        change=earlier.change,
        cash_change_cents=earlier.cash_change_cents,
        location=command.location,
        runner_note=command.runner_note,
        money=earlier.money,
        commission_cents=earlier.commission_cents,
        net_cents=earlier.net_cents,
    )
