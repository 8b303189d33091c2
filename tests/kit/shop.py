"""A keno shop that is played only through `decide` and `evolve`, and counts every purse."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from typing import Any

import pytest

from eyesdown.keno.bets.bet import Bet, LetItRun, Prepick
from eyesdown.keno.claims.commands import ClaimPrize, PayoutAsked, PaySession
from eyesdown.keno.commands import Command
from eyesdown.keno.decide import decide
from eyesdown.keno.evolve import evolve
from eyesdown.keno.games.commands import (
    CloseDay,
    CloseGame,
    OpenDay,
    OpenGame,
    RecordDraw,
    SettleGame,
)
from eyesdown.keno.office import commands as o
from eyesdown.keno.sales.commands import AcceptEntry, CancelEntry
from eyesdown.keno.sales.stakes import entry_cost, staked_by_game
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.documents import Tendered
from eyesdown.keno.words.entry import Entry
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.notation.shelf import Shelf
from eyesdown.rulebook.keno_words import DrawSite, Duty, Method, Payout, Tender, VenueKind
from eyesdown.rulebooks.nsw_keno.book import open_on

RATES = {
    "regular/7": "101/1000",
    "regular/8": "1/10",
    "regular/9": "8/100",
    "regular/10": "98/1000",
    "keno2/7": "98/1000",
    "keno2/8": "101/1000",
    "keno2/9": "9/100",
    "keno2/10": "8/100",
}


class Shop:
    """Three Venues, one Supervisor, the first game of Keno Day 15 June 2024 open from 10:00."""

    def __init__(self, day: date = date(2024, 6, 15)) -> None:
        self.book = open_on(day)
        self.state = KenoState()
        self.now = datetime.combine(day, time(10))
        self.purses: dict[str, Fraction] = {}
        self.made = 0
        self.shelf = Shelf()  # what the store has of tickets that are over
        for venue in VenueKind:
            self.do(
                o.AppointVenue(
                    self.now,
                    venue,
                    venue,
                    venue,
                    "Sydney",
                    "A-1",
                    (f"{venue} bar",),
                    (f"{venue} bar", f"{venue} lawn"),
                    time(10),
                    time(23),
                )
            )
            self.do(o.ApproveTerminal(self.now, f"{venue}-1", venue, False, "A-2"))
            self.do(o.ApproveTerminal(self.now, f"{venue}-sst", venue, True, "A-3"))
            self.do(o.SignOn(self.now, f"{venue} boss", Duty.SENIOR_WRITER, venue))
        self.do(o.SignOn(self.now, "sue", Duty.SUPERVISOR, DrawSite.CENTRAL))
        self.do(o.SetPayoutLimit(self.now, 200_000))
        for key, rate in RATES.items():
            self.do(o.SetGrowthRate(self.now, key, Fraction(rate), date(2024, 1, 12)))
        self.do(OpenDay(self.now))
        self.do(OpenGame(self.now, self.now + timedelta(minutes=5)))

    def do(self, command: Command) -> tuple[Any, ...]:
        events = decide(self.book, self.state, self.shelf.told(self.state, command))
        for event in events:
            self.shelf.follow(self.state, event)
            for amount in getattr(event, "money", ()):
                self.purses[amount.purse] = self.purse(amount.purse) + amount.cents
            self.state = evolve(self.state, event)
        return events

    def purse(self, name: str) -> Fraction:
        return self.purses.get(name, Fraction(0))

    def no(self, command: Command) -> list[str]:
        """Clauses that refuse a command; none when it was done."""
        return [
            bad.clause.number
            for event in self.do(command)
            if isinstance(event, Refused)
            for bad in event.refusals
        ]

    def entry(self, *bets: Bet, **more: Any) -> Entry:
        self.made += 1
        series = [len(bet.selections) for bet in bets if isinstance(bet, Prepick | LetItRun)]
        venue = more.get("venue", "club")
        terminal = f"{venue}-sst" if more.get("method") is Method.SST else f"{venue}-1"
        plain = Entry(
            serial=f"E{self.made:05d}",
            lines=bets,
            games=max(series, default=1),
            channel="venue",
            method=Method.VERBAL,
            venue=venue,
            terminal=terminal,
            session="till",
        )
        return replace(plain, **more)

    def web(self, *bets: Bet, **more: Any) -> Entry:
        plain = self.entry(*bets, channel="internet", method=Method.INTERNET, account="ann")
        return replace(plain, terminal="", **more)

    def cost(self, entry: Entry) -> int:
        return entry_cost(entry, staked_by_game(self.book, entry))

    def sale(self, entry: Entry, *paid: tuple[Tender, int, str], **more: Any) -> AcceptEntry:
        web = entry.channel == "internet"
        if not paid:
            bad_shape = not entry.lines or not 0 < entry.games <= 1000
            cents = 100 if bad_shape else self.cost(entry)
            paid = ((Tender.ACCOUNT if web else Tender.CASH, cents, ""),)
        more = {"delivered": not web, "confirmed": web, "location": "club bar", **more}
        return AcceptEntry(self.now, entry, tuple(Tendered(*one) for one in paid), **more)

    def sell(self, *bets: Bet, **more: Any) -> Entry:
        entry = self.entry(*bets, **more)
        assert self.no(self.sale(entry)) == []
        return entry

    def sell_web(self, *bets: Bet, cents: int = 100_000, **more: Any) -> Entry:
        if "ann" not in self.state.accounts:
            self.account(cents)
        entry = self.web(*bets, **more)
        assert self.no(self.sale(entry)) == []
        return entry

    def account(self, cents: int, name: str = "ann", **more: Any) -> None:
        self.do(o.OpenAccount(self.now, name, name, more.pop("born", date(1990, 1, 1)), **more))
        self.do(o.AcceptTerms(self.now, name, "1"))
        self.do(o.LogIn(self.now, name, password_right=True))
        self.do(o.Deposit(self.now, name, cents))

    def close(self) -> tuple[Any, ...]:
        """Close the open game at its own instant; the next one opens at once."""
        assert self.state.open_game is not None
        self.now = self.state.games[self.state.open_game].closes_at
        return self.do(CloseGame(self.now, self.now + timedelta(minutes=5)))

    def draw(self, numbers: tuple[int, ...], game: int | None = None, **more: Any) -> RecordDraw:
        which = self.state.unsettled[0] if game is None else game
        return replace(
            RecordDraw(self.now, which, numbers, "RNG-1", DrawSite.CENTRAL, "disk"), **more
        )

    def settle(self, numbers: tuple[int, ...], **elsewhere: Any) -> Any:
        self.do(self.draw(numbers))
        game = self.state.unsettled[0]
        return self.do(SettleGame(self.now, game, **elsewhere))[0]

    def play(self, numbers: tuple[int, ...], **elsewhere: Any) -> Any:
        self.close()
        return self.settle(numbers, **elsewhere)

    def next_day(self) -> None:
        """End this Keno Day and start tomorrow's."""
        assert self.state.open_game is not None
        self.now = self.state.games[self.state.open_game].closes_at
        self.do(CloseGame(self.now))
        self.do(CloseDay(self.now))
        tomorrow = self.now.date() + timedelta(days=1)
        self.now = datetime.combine(tomorrow, time(10))
        self.do(OpenDay(self.now))
        self.do(OpenGame(self.now, self.now + timedelta(minutes=5)))

    def prize(self, entry: Entry) -> int:
        """Everything an Entry has won so far."""
        return sum(won.cents for won in self.shelf.prizes.get(entry.serial, {}).values())

    def claim(self, entry: Entry, session: str = "s", **more: Any) -> ClaimPrize:
        plain = ClaimPrize(self.now, entry.serial, session, "club", "club-1", ticket_check(entry))
        return replace(plain, **more)

    def pay(self, session: str = "s", *ways: tuple[Payout, int], **more: Any) -> PaySession:
        due = self.state.sessions[session].due_cents
        asked = tuple(
            PayoutAsked(way, cents, payee="P. Payee", document=f"D-{way}")
            for way, cents in ways or ((Payout.CASH, due),)
        )
        return replace(PaySession(self.now, session, "club", asked), **more)

    def collect(self, entry: Entry, **more: Any) -> None:
        assert self.no(self.claim(entry)) == []
        assert self.no(self.pay(**more)) == []

    def cancel(self, entry: Entry, **more: Any) -> CancelEntry:
        web = entry.channel == "internet"
        plain = CancelEntry(self.now, entry.serial, "x", "" if web else entry.venue)
        return replace(plain, location="club lawn" if web else "", **more)

    def staked(self, result: Any, cents: int, ahead: int = 0) -> None:
        """Pretend that so much is on a result already."""
        from eyesdown.keno.words.entry import Staked, Totals

        assert self.state.open_game is not None
        totals = self.state.totals.setdefault(self.state.open_game + ahead, Totals())
        totals.add(Staked((), (), ((result, cents),)))


@pytest.fixture
def shop() -> Shop:
    return Shop()


@pytest.fixture
def shop_on() -> Callable[[date], Shop]:
    return Shop
