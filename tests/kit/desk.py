"""A small keno site on a desk: commands in, events out, money counted after every event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from typing import Any

import pytest

from eyesdown.keno.bets.bet import Bet, LetItRun, Prepick, Regular
from eyesdown.keno.claims.commands import ClaimPrize, PayoutAsked, PaySession
from eyesdown.keno.commands import Command
from eyesdown.keno.decide import decide
from eyesdown.keno.events import Event
from eyesdown.keno.evolve import evolve
from eyesdown.keno.games.commands import CloseGame, OpenDay, OpenGame, RecordDraw, SettleGame
from eyesdown.keno.office.commands import (
    AcceptTerms,
    AppointVenue,
    ApproveTerminal,
    Deposit,
    LogIn,
    OpenAccount,
    SetGrowthRate,
    SetPayoutLimit,
    SignOn,
)
from eyesdown.keno.sales.commands import AcceptEntry
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.documents import DocumentState, Tendered
from eyesdown.keno.words.entry import Entry
from eyesdown.keno.words.prizes import PrizeState
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.notation.shelf import Shelf
from eyesdown.rulebook.keno_words import (
    RECEIPTS,
    VOUCHERS,
    DrawSite,
    Duty,
    Method,
    Payout,
    Tender,
    VenueKind,
)
from eyesdown.rulebooks.nsw_keno.book import NswKeno, open_on

MORNING = datetime(2024, 5, 1, 9, 0)
LOW = tuple(range(1, 21))  # heads, multiplier 4, first 1, last 20
VENUES = {"club": VenueKind.CLUB, "hotel": VenueKind.HOTEL, "casino": VenueKind.CASINO}


@dataclass
class Desk:
    """Owns the state; `do` decides, evolves and counts the money."""

    book: NswKeno = field(default_factory=lambda: open_on(date(2024, 5, 1)))
    state: KenoState = field(default_factory=KenoState)
    now: datetime = MORNING
    purses: dict[str, Fraction] = field(default_factory=dict)
    journal: list[Event] = field(default_factory=list)
    serials: int = 0
    shelf: Shelf = field(default_factory=Shelf)  # what the store has of tickets that are over

    def do(self, command: Command) -> tuple[Any, ...]:
        return self.decided(self.shelf.told(self.state, command))

    def decided(self, command: Command) -> tuple[Any, ...]:
        """What comes of a command with what was read for it, perhaps some time ago."""
        events = decide(self.book, self.state, command)
        for event in events:
            self.shelf.follow(self.state, event)
            money = getattr(event, "money", ())
            assert sum(amount.cents for amount in money) == 0
            for amount in money:
                held = self.purses.get(amount.purse, Fraction(0))
                self.purses[amount.purse] = held + amount.cents
            self.state = evolve(self.state, event)
            self.journal.append(event)
        return events

    def refused(self, command: Command) -> list[tuple[str, str]]:
        """The codes and clauses of a refusal; an empty list when the command was allowed."""
        before = len(self.journal)
        events = self.do(command)
        assert len(self.journal) - before == len(events)
        if not events or not isinstance(events[0], Refused):
            return []
        return [(bad.code, bad.clause.number) for bad in events[0].refusals]

    def purse(self, name: str) -> Fraction:
        return self.purses.get(name, Fraction(0))

    def tick(self, seconds: int = 1) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now

    def serial(self) -> str:
        self.serials += 1
        return f"S{self.serials:07d}"

    # --- a site that trades ---------------------------------------------------------------------

    def open_shop(self) -> None:
        for name, kind in VENUES.items():
            self.do(
                AppointVenue(
                    at=self.now,
                    venue=name,
                    kind=kind,
                    name=f"The {name}",
                    area="Sydney",
                    approval="A-1",
                    premises=(f"{name} floor",),
                    permitted_area=(f"{name} floor", f"{name} garden"),
                    opens=time(9),
                    closes=time(23),
                )
            )
            self.do(ApproveTerminal(self.now, f"{name}-1", name, False, "A-2"))
            self.do(ApproveTerminal(self.now, f"{name}-sst", name, True, "A-3"))
            self.do(SignOn(self.now, f"{name} boss", Duty.SENIOR_WRITER, name))
        self.do(SignOn(self.now, "sue", Duty.SUPERVISOR, DrawSite.CENTRAL))
        self.do(SetPayoutLimit(self.now, 200_000))
        for key, rate in {
            "regular/7": "101/1000",
            "regular/8": "1/10",
            "regular/9": "8/100",
            "regular/10": "98/1000",
            "keno2/7": "98/1000",
            "keno2/8": "101/1000",
            "keno2/9": "9/100",
            "keno2/10": "8/100",
        }.items():
            self.do(SetGrowthRate(self.now, key, Fraction(rate), date(2024, 1, 12)))

    def open_day(self) -> None:
        self.do(OpenDay(self.now))
        self.open_game()

    def open_game(self, minutes: int = 3) -> int:
        self.do(OpenGame(self.now, self.now + timedelta(minutes=minutes)))
        assert self.state.open_game is not None
        return self.state.open_game

    # --- a player ---------------------------------------------------------------------------------

    def entry(self, *bets: Bet, **more: Any) -> Entry:
        games = max(
            (len(b.selections) for b in bets if isinstance(b, Prepick | LetItRun)), default=1
        )
        venue = more.get("venue", "club")
        plain = Entry(
            serial=self.serial(),
            lines=bets or (Regular((1, 2, 3), 100),),
            games=games,
            channel="venue",
            method=Method.FORM,
            venue=venue,
            terminal=f"{venue}-1",
            writer="wally",
            session="s-1",
        )
        return replace(plain, **more)

    def sale(self, entry: Entry, *tenders: Tendered, **more: Any) -> AcceptEntry:
        paid = tenders or (Tendered(Tender.CASH, self.cost(entry)),)
        return AcceptEntry(self.now, entry, paid, **{"delivered": True, **more})

    def cost(self, entry: Entry) -> int:
        from eyesdown.keno.sales.stakes import entry_cost, staked_by_game

        return entry_cost(entry, staked_by_game(self.book, entry))

    def sell(self, *bets: Bet, **more: Any) -> Entry:
        entry = self.entry(*bets, **more)
        events = self.do(self.sale(entry))
        assert not isinstance(events[0], Refused), events[0]
        return entry

    def account(self, name: str = "ann", cents: int = 10_000, **more: Any) -> str:
        self.do(OpenAccount(self.now, name, name.title(), date(1990, 1, 1), **more))
        self.do(AcceptTerms(self.now, name, "terms-1"))
        self.do(LogIn(self.now, name, password_right=True))
        self.do(Deposit(self.now, name, cents))
        return name

    def web_entry(self, *bets: Bet, account: str = "ann", **more: Any) -> Entry:
        entry = self.entry(*bets, **more)
        return replace(
            entry,
            channel="internet",
            method=Method.INTERNET,
            account=account,
            terminal="",
            writer="",
        )

    def web_sale(self, entry: Entry, **more: Any) -> AcceptEntry:
        paid = (Tendered(Tender.ACCOUNT, self.cost(entry)),)
        where = {"confirmed": True, "location": "club floor", **more}
        return AcceptEntry(self.now, entry, paid, **where)

    def audit(self) -> None:
        """What lies in each purse is what the records say should lie there."""
        state = self.state
        prizes = [p for serial in self.shelf.prizes for p in self.shelf.won(state, serial).values()]
        owed = (PrizeState.PAYABLE, PrizeState.LODGED, PrizeState.PENDING)
        parlayed = sum(s.parlay_cents for s in state.sessions.values() if not s.paid)
        documents = list(state.documents.values())
        unpaid = [state.sold[serial] for serial in state.undelivered]
        wanted: dict[str, Any] = {
            "prizes:payable": sum(p.cents for p in prizes if p.state in owed) - parlayed,
            "prizes:unclaimed": sum(p.cents for p in prizes if p.state is PrizeState.UNCLAIMED)
            + sum(d.face_cents for d in documents if d.state is DocumentState.UNCLAIMED),
            "documents:receipts": sum(
                d.face_cents
                for d in documents
                if d.kind in RECEIPTS and d.state is DocumentState.ACTIVE
            ),
            "documents:vouchers": sum(
                d.face_cents - d.commission_cents
                for d in documents
                if d.kind in VOUCHERS and d.state in (DocumentState.ACTIVE, DocumentState.HELD)
            ),
        }
        for name in VENUES:
            wanted[f"venue:{name}:agency"] = state.agency_cents.get(name, 0)
            wanted[f"venue:{name}:held"] = sum(
                one.used_cents
                for sold in unpaid
                for one in sold.used
                if sold.entry.venue == name and one.tender not in VOUCHERS
            )
        for account in state.accounts.values():
            wanted[f"account:{account.account}"] = account.balance_cents
        for jackpot in state.jackpots.values():
            wanted[f"growth:{jackpot.jackpot}"] = jackpot.growth_cents
            wanted[f"pool:{jackpot.jackpot}"] = jackpot.pool_cents
        for category, allocations in state.promotion.items():
            wanted[f"fund:promotion:{category}"] = sum(one.cents for one in allocations)
        assert {purse: self.purse(purse) for purse in wanted} == wanted

    # --- a game and what follows ------------------------------------------------------------------

    def draw(self, game: int, numbers: tuple[int, ...] = LOW) -> tuple[Any, ...]:
        return self.do(
            RecordDraw(self.now, game, numbers, "device-1", DrawSite.CENTRAL, "write-once disk")
        )

    def play(self, numbers: tuple[int, ...] = LOW, *, then_open: bool = True) -> tuple[Any, ...]:
        """Close, draw and settle the open game; by default the next one is open at once."""
        game = self.state.open_game
        assert game is not None
        following = self.tick() + timedelta(minutes=3) if then_open else None
        self.do(CloseGame(self.now, following))
        self.draw(game, numbers)
        return self.do(SettleGame(self.now, game))

    def claim(self, entry: Entry, session: str = "c-1", **more: Any) -> ClaimPrize:
        plain = ClaimPrize(self.now, entry.serial, session, "club", "club-1", ticket_check(entry))
        return replace(plain, **more)

    def pay(self, session: str, *payouts: PayoutAsked, **more: Any) -> PaySession:
        due = self.state.sessions[session].due_cents if session in self.state.sessions else 0
        asked = payouts or (PayoutAsked(Payout.CASH, due),)
        plain = PaySession(self.now, session, "club", asked)
        return replace(plain, **more)


@pytest.fixture
def desk() -> Iterator[Desk]:
    """A site with three Venues that trades: the first game of 1 May 2024 is open."""
    site = Desk()
    site.open_shop()
    site.open_day()
    yield site
    site.audit()


@pytest.fixture
def bare() -> Desk:
    """A site on which nothing has happened."""
    return Desk()
