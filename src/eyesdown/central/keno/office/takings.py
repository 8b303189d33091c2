"""What was sold and won, by game and by venue, from the store: for the office's day and reports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from eyesdown.central.keno.machine import EVENTS
from eyesdown.central.keno.office.winnings import WINNINGS
from eyesdown.central.store.base import Store
from eyesdown.keno.words.money import growth_purse, pool_purse
from eyesdown.ledger.books import Amount, shown
from eyesdown.ledger.keno import account_of
from eyesdown.ledger.statement import Posted

PAYS_JACKPOTS = frozenset({"GameSettled", "EntryReinstated"})
"""Events that pay jackpots to winners."""
LINES_AT_ONCE = 10_000
"""Till lines of a venue that are read from the store at once; all of them are added up."""


@dataclass(frozen=True, slots=True)
class GameTakings:
    """What a game sold, from its seal, and what it won, from its settlement; None before that."""

    day: str
    number: int
    entries: int
    sold_cents: int
    won_cents: int | None

    @property
    def net_cents(self) -> int:
        """What is left of the sales after prizes."""
        return self.sold_cents - (self.won_cents or 0)


@dataclass(frozen=True, slots=True)
class VenueTakings:
    """What went into and out of a venue's tills over some Keno Days."""

    venue: str
    taken_cents: Amount
    paid_cents: Amount

    @property
    def net_cents(self) -> Amount:
        """Taken less paid out."""
        return self.taken_cents - self.paid_cents


def games_of_day(store: Store, day: date) -> Iterator[GameTakings]:
    """Every sealed game of a Keno Day, in order."""
    prefix = f"{day.isoformat()}/"
    won = {
        row.key: sum(form.cents for form in WINNINGS.read(row.body).won)
        for row in store.records("winnings", prefix)
    }
    for row in store.records("seal", prefix):
        sealed = EVENTS.read(row.body).seal
        number = int(row.key.removeprefix(prefix))
        yield GameTakings(
            day.isoformat(), number, sealed.entries, sealed.total_cents, won.get(row.key)
        )


def days_between(store: Store, first: date, last: date) -> list[date]:
    """The Keno Days on record from one day to another."""
    days = (date.fromisoformat(record.key) for record in store.records("day"))
    return [day for day in days if first <= day <= last]


def rows_between(store: Store, first: date, last: date) -> tuple[int, int]:
    """The journal rows of some Keno Days: after the first number, up to the second."""
    begins = {date.fromisoformat(record.key): record.seq for record in store.records("day")}
    within = [seq for day, seq in begins.items() if first <= day <= last]
    if not within:
        return 0, 0
    later = [seq for day, seq in begins.items() if day > last]
    return min(within) - 1, min(later) - 1 if later else store.head().seq


@dataclass(frozen=True, slots=True)
class JackpotMoves:
    """What a jackpot had before some rows, and what came in and was won in them."""

    opening_cents: Amount
    grown_cents: Amount
    won_cents: Amount

    @property
    def closing_cents(self) -> Amount:
        """What it has after them."""
        return self.opening_cents + self.grown_cents - self.won_cents


def jackpot_moves(store: Store, jackpot: str, after: int, until: int) -> JackpotMoves:
    """What a jackpot's growth and its pool did in some rows; what goes from one to the other stays.

    Money for winners leaves when a game is settled, or when an entry is reinstated.
    """
    opening: Amount = 0
    moved: Amount = 0
    won: Amount = 0
    for purse in (growth_purse(jackpot), pool_purse(jackpot)):
        account = account_of(purse)
        opening += shown(account, store.balance(account, after))
        for line in store.lines(account, after):
            if line.place.seq > until:
                break
            amount = shown(account, line.amount)
            moved += amount
            if amount < 0 and line.why in PAYS_JACKPOTS:
                won -= amount
    return JackpotMoves(opening, moved + won, won)


def venue_takings(store: Store, venue: str, after: int, until: int) -> VenueTakings:
    """What went through a venue's tills in some rows; remittances are not takings."""
    taken: Amount = 0
    paid: Amount = 0
    for line in _till_lines(store, venue, after, until):
        if line.why == "VenueRemitted":
            continue
        if line.amount > 0:
            taken += line.amount
        else:
            paid -= line.amount
    return VenueTakings(venue, taken, paid)


def _till_lines(store: Store, venue: str, after: int, until: int) -> Iterator[Posted]:
    """The lines of a venue's tills in some rows, read some at a time."""
    account, most = f"venue_cash/{venue}", LINES_AT_ONCE
    while lines := store.lines(account, after, most):
        last = lines[-1].place.seq
        if len(lines) == most and lines[0].place.seq < last:  # the last row may be cut in two
            lines = [line for line in lines if line.place.seq < last]
        elif len(lines) == most:  # a single row has more lines than this
            most *= 2
            continue
        for line in lines:
            if line.place.seq > until:
                return
            yield line
        after = lines[-1].place.seq


class RunningTakings:
    """The takings of venues since a row, for a page that asks again and again.

    Only rows that are new since the last question are read. Several threads may ask at once.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], tuple[int, VenueTakings]] = {}

    def of(self, store: Store, venue: str, after: int, until: int) -> VenueTakings:
        """The same as `venue_takings`; `until` is the newest row of the journal."""
        nothing = VenueTakings(venue, 0, 0)
        upto, known = self._known.get((venue, after), (after, nothing))
        if upto >= until:
            return known
        new = venue_takings(store, venue, upto, until)
        total = VenueTakings(
            venue, known.taken_cents + new.taken_cents, known.paid_cents + new.paid_cents
        )
        older = [key for key in self._known if key[0] == venue and key[1] != after]
        for key in older:  # days that have ended
            self._known.pop(key, None)
        self._known[venue, after] = until, total
        return total
