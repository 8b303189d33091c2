"""Keno papers and screens of one Entry: receipt, web screens, print pay, cheque, history."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from eyesdown.display.keno.notices import (
    BOUND,
    CHECK_RECEIPT,
    CHECK_SCREEN,
    CURRENCY,
    NO_ANSWER,
    Company,
    operator,
)
from eyesdown.display.keno.words import LineShown, line_shown
from eyesdown.display.view import View
from eyesdown.keno.claims.events import PayoutMade
from eyesdown.keno.sales.stakes import entry_cost, staked_by_game
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.entry import Entry, has_bonus
from eyesdown.keno.words.prizes import Prize, PrizeState
from eyesdown.keno.words.tickets import EntryRecord
from eyesdown.rulebook.keno_words import Channel, Payout
from eyesdown.rulebooks.nsw_keno.book import NswKeno


class EntryShown(View, frozen=True):
    """The particulars of an Entry, the same on paper and on every screen."""

    lines: tuple[LineShown, ...]
    first_game: int
    last_game: int
    games: int
    bonus_games: int
    cost_cents: int
    currency: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """A Receipt Ticket: serial-numbered, with every particular of the Entry."""

    serial: str
    check: str
    shown: EntryShown
    keno_day: date
    issued_at: datetime
    venue: str
    terminal: str
    writer: str
    runner: str
    licensees: tuple[Company, ...]
    bound: str
    check_words: str


class Confirmation(View, frozen=True):
    """The screen before a web purchase; nothing is debited until it comes back confirmed."""

    shown: EntryShown
    balance_cents: int
    check_words: str


class Acknowledgement(View, frozen=True):
    """The screen after a web purchase; with no stored Entry it has no serial, only advice."""

    serial: str
    shown: EntryShown | None
    no_answer: str


@dataclass(frozen=True, slots=True)
class PrintPay:
    """Every game an Entry played and what it won in each."""

    serial: str
    games: tuple[tuple[int, int], ...]
    total_cents: int
    asked_by_runner: bool


@dataclass(frozen=True, slots=True)
class Cheque:
    """A cheque for a prize."""

    payee: str
    cents: int
    crossed: bool
    not_negotiable: bool
    account_payee_only: bool


def entry_shown(book: NswKeno, entry: Entry, first_game: int) -> EntryShown:
    """The particulars of an Entry from its first game on."""
    bonus_games = entry.games if entry.bonus_games is None else entry.bonus_games
    with_bonus = any(has_bonus(bet) for bet in entry.lines)
    return EntryShown(
        tuple(line_shown(book, bet) for bet in entry.lines),
        first_game,
        first_game + entry.games - 1,
        entry.games,
        bonus_games if with_bonus else 0,
        entry_cost(entry, staked_by_game(book, entry)),
        CURRENCY,
    )


def receipt(book: NswKeno, sold: EntryRecord) -> Receipt:
    """The ticket of a stored Entry; a reprint is the same ticket."""
    entry = sold.entry
    return Receipt(
        serial=sold.ticket,
        check=ticket_check(entry),
        shown=entry_shown(book, entry, sold.first_game),
        keno_day=sold.keno_day,
        issued_at=sold.at,
        venue=entry.venue,
        terminal=entry.terminal,
        writer=entry.writer,
        runner=entry.runner,
        licensees=operator().licensees,
        bound=BOUND,
        check_words=CHECK_RECEIPT,
    )


def confirmation(book: NswKeno, state: KenoState, entry: Entry) -> Confirmation:
    """What a web player must check before buying: every selection, the games and the cost."""
    account = state.accounts.get(entry.account)
    first = state.next_game if state.open_game is None else state.open_game
    balance = account.balance_cents if account else 0
    return Confirmation(entry_shown(book, entry, first), balance, CHECK_SCREEN)


def acknowledgement(book: NswKeno, state: KenoState, serial: str) -> Acknowledgement:
    """The answer to a web purchase, read from the central record only."""
    sold = state.sold.get(serial)
    if sold is None or sold.entry.channel != Channel.INTERNET:
        return Acknowledgement("", None, NO_ANSWER)
    return Acknowledgement(serial, entry_shown(book, sold.entry, sold.first_game), "")


def print_pay(sold: EntryRecord, prizes: Mapping[int, Prize], serial: str) -> PrintPay:
    """A Print Pay Ticket; an Entry a runner placed is taken to have asked for it."""
    won = {game: p.cents for game, p in prizes.items() if p.state is PrizeState.PAID}
    games = tuple((game, won.get(game, 0)) for game in range(sold.first_game, sold.end))
    return PrintPay(serial, games, sum(won.values()), asked_by_runner=bool(sold.entry.runner))


def cheque(payout: PayoutMade) -> Cheque:
    """A cheque is crossed, not negotiable and for the payee's account only."""
    assert payout.payout is Payout.CHEQUE
    return Cheque(
        payout.payee, payout.cents, crossed=True, not_negotiable=True, account_payee_only=True
    )
