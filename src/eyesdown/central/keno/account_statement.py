"""An account's statement over a span of days, read from the books and the journal."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from eyesdown.central.keno.machine import EVENTS, PRIZES, sydney
from eyesdown.central.keno.stored_tickets import history
from eyesdown.central.store.base import Store
from eyesdown.keno.games.events import InternetPrizeCredited
from eyesdown.keno.office import events as office
from eyesdown.keno.sales.events import EntryAccepted, EntryCancelled
from eyesdown.ledger.books import shown
from eyesdown.players.limits import Span, next_span_start, span_start

SPANS = (*(span.value for span in Span), "year")

_WORDS: dict[str, str] = {
    EntryAccepted.__name__: "Entry",
    EntryCancelled.__name__: "Entry cancelled",
    InternetPrizeCredited.__name__: "Prize",
    office.Deposited.__name__: "Deposit",
    office.DepositCorrected.__name__: "Deposit corrected",
    office.Withdrawn.__name__: "Withdrawal",
    office.WithdrawalAsked.__name__: "Withdrawal asked for",
    office.WithdrawalRefused.__name__: "Withdrawal refused, money back",
}


@dataclass(frozen=True, slots=True)
class AccountLine:
    """A line of a statement; `about` is a ticket's serial or a withdrawal's number and reason."""

    at: datetime
    row: int
    says: str
    about: str
    cents: int
    balance_cents: int


@dataclass(frozen=True, slots=True)
class AccountStatement:
    """An account from `first` to `last`, both included."""

    account: str
    first: date
    last: date
    opening_cents: int
    lines: tuple[AccountLine, ...]
    closing_cents: int

    def total(self, says: str) -> int:
        """The sum of all lines of one kind."""
        return sum(line.cents for line in self.lines if line.says.startswith(says))


@dataclass(frozen=True, slots=True)
class AskedWithdrawal:
    """A withdrawal that was asked for; `refused_because` is empty unless it was refused."""

    number: int
    at: datetime
    cents: int
    refused_because: str = ""


def last_withdrawals(store: Store, account: str, most: int) -> list[AskedWithdrawal]:
    """The withdrawals that an account asked for last, newest first."""
    kinds = (office.WithdrawalAsked.__name__, office.WithdrawalRefused.__name__)
    lines = [line for line in store.lines(f"subscriber/{account}") if line.why in kinds]
    asked, refused = dict[int, AskedWithdrawal](), dict[int, str]()
    for line in lines[-2 * most :]:
        event = _event_of(EVENTS.read_all(next(store.rows(line.place.seq - 1)).events), line.why)
        match event:
            case office.WithdrawalAsked(withdrawal=each):
                asked[each.number] = AskedWithdrawal(each.number, each.at, each.cents)
            case office.WithdrawalRefused(number=number, because=because):
                refused[number] = because
    newest = sorted(asked.values(), key=lambda each: -each.number)[:most]
    return [replace(each, refused_because=refused.get(each.number, "")) for each in newest]


def span_days(span: str, day: date) -> tuple[date, date]:
    """The first and the last day of the span that contains a day.

    >>> [str(end) for end in span_days("year", date(2026, 11, 18))]
    ['2026-01-01', '2026-12-31']
    """
    if span == "year":
        return date(day.year, 1, 1), date(day.year, 12, 31)
    first = span_start(Span(span), day)
    return first, next_span_start(Span(span), day) - timedelta(days=1)


def account_statement(store: Store, account: str, first: date, last: date) -> AccountStatement:
    """Every cent of an account between two days, both included."""
    name = f"subscriber/{account}"
    balance, opening = 0, 0
    lines = []
    credited = _credited(store, account)
    for posted in store.lines(name):
        row = next(store.rows(posted.place.seq - 1))
        at, cents = sydney(row.at_us), int(shown(name, posted.amount))
        balance += cents
        if at.date() < first:
            opening = balance
        elif at.date() <= last:
            says = _WORDS.get(posted.why, posted.why)
            if posted.why == InternetPrizeCredited.__name__:
                about = _take_serial(credited[row.seq], cents)
            else:
                about = _about(_event_of(EVENTS.read_all(row.events), posted.why))
            lines.append(AccountLine(at, row.seq, says, about, cents, balance))
    closing = lines[-1].balance_cents if lines else opening
    return AccountStatement(account, first, last, opening, tuple(lines), closing)


def _credited(store: Store, account: str) -> dict[int, list[tuple[int, str]]]:
    """The account's prizes, amount and serial, by the row that wrote them.

    A row that settles a game has every player's prizes; it is not read for each of them.
    """
    prizes: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    for sold in history(store, account):
        serial = sold.entry.serial
        for row in store.records("prize", f"{serial}/"):
            prizes[row.seq].append((PRIZES.read(row.body).cents, serial))
    return prizes


def _take_serial(prizes: list[tuple[int, str]], cents: int) -> str:
    """The serial of a prize of this amount, which is taken out of the list; empty without one.

    >>> prizes = [(500, "K1"), (100, "K2")]
    >>> _take_serial(prizes, 100), _take_serial(prizes, 100), prizes
    ('K2', '', [(500, 'K1')])
    """
    for index, (prize_cents, serial) in enumerate(prizes):
        if prize_cents == cents:
            del prizes[index]
            return serial
    return ""


def _event_of(events: tuple[Any, ...], why: str) -> Any:
    return next((event for event in events if type(event).__name__ == why), None)


def _about(event: Any) -> str:
    match event:
        case EntryAccepted():
            return event.entry.serial
        case EntryCancelled():
            return event.serial
        case office.WithdrawalAsked():
            return f"number {event.withdrawal.number}"
        case office.WithdrawalRefused():
            return f"number {event.number}: {event.because}"
        case office.DepositCorrected():
            return event.because
        case _:
            return ""
